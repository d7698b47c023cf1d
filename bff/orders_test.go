package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tablefront/bff/orders"
)

func TestOrdersCommand(t *testing.T) {
	dir := t.TempDir()
	j, err := orders.Open(dir, orders.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	for _, branch := range []string{"https://mitte.example", "https://nord.example"} {
		for _, key := range []string{"key-answered", "key-unknown"} {
			a := orders.Attempt{Branch: branch, Key: key, Call: "POST checkout/v2", RequestID: "req-1"}
			j.Do(t.Context(), a, func(context.Context) (orders.Answer, error) { //nolint:errcheck // one of them is lost
				if key == "key-unknown" {
					return orders.Answer{}, errors.New("cut")
				}
				return orders.Answer{Status: 201, Body: []byte(`{"code":"A-1"}`)}, nil
			})
		}
	}
	t.Setenv("TABLEFRONT_DATA_DIR", dir)
	call := func(want int, args ...string) (string, string) {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(append([]string{"orders"}, args...), &out, &errs); code != want {
			t.Errorf("%q: exit code %d: %s%s", args, code, &out, &errs)
		}
		return out.String(), errs.String()
	}
	if out, _ := call(exitOK); strings.Count(out, "unknown") != 2 || strings.Contains(out, "answered") || !strings.Contains(out, "2 of 4 orders") {
		t.Error(out)
	}
	if out, _ := call(exitOK, "--branch", "https://nord.example/"); strings.Contains(out, "mitte") || !strings.Contains(out, "1 of 4 orders") {
		t.Error(out)
	}
	out, _ := call(exitOK, "--all", "--csv")
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil || len(rows) != 5 || strings.Join(rows[0], ",") != strings.Join(orderColumns, ",") || strings.Count(out, ",answered,201,") != 2 {
		t.Errorf("%q, %v", rows, err)
	}
	if strings.Contains(out, "key-unknown") {
		t.Error("the list shows an order key")
	}
	call(exitUsage, "--data-dir", dir, "surplus")
	if _, errs := call(exitFailed, "repair"); !strings.Contains(errs, "another process") {
		t.Error(errs)
	}
	if _, errs := call(exitFailed, "--data-dir", t.TempDir()); !strings.Contains(errs, orders.FileName) {
		t.Error(errs)
	}

	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, orders.FileName)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[100] ^= 1
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, errs := call(exitFailed, "--all"); !strings.Contains(errs, "damaged") || !strings.Contains(out, "https://nord.example") {
		t.Error(out, errs)
	}
	if out, _ := call(exitOK, "repair"); !strings.Contains(out, ".damaged-") {
		t.Error(out)
	}
	if out, _ := call(exitOK); !strings.Contains(out, "unknown") {
		t.Error(out)
	}
}
