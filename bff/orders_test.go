package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"tablefront/bff/cluster"
	"tablefront/bff/orders"
)

func TestOrdersCommand(t *testing.T) {
	dir := t.TempDir()
	j := orders.Open(dir, orders.Options{})
	defer j.Close()
	fourOrders(t, j)
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

// A command that runs as root leaves files that the shop's user can open; one that only reads writes nothing.
func TestOrdersCommandKeepsOwnersAndReadsOnly(t *testing.T) {
	dir := t.TempDir()
	j := orders.Open(dir, orders.Options{})
	fourOrders(t, j)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, orders.FileName)
	if err := errors.Join(os.WriteFile(filepath.Join(dir, "session.key"), []byte("damaged"), 0o640), os.Remove(filepath.Join(dir, "orders.lock")), os.Chmod(path, 0o640)); err != nil {
		t.Fatal(err)
	}
	root := os.Geteuid() == 0
	if root {
		if err := errors.Join(os.Chown(dir, 4711, 4711), os.Chown(path, 4711, 4711)); err != nil {
			t.Fatal(err)
		}
	}
	listing := func() (out string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				t.Fatal(err)
			}
			out += fmt.Sprintln(e.Name(), info.Mode(), info.Size(), info.ModTime(), info.Sys().(*syscall.Stat_t).Uid)
		}
		return out
	}
	before := listing()
	var out, errs bytes.Buffer
	if code := run([]string{"orders", "--data-dir", dir}, &out, &errs); code != exitOK || !strings.Contains(out.String(), "in "+path) {
		t.Errorf("%d %s%s", code, &out, &errs)
	}
	if after := listing(); after != before {
		t.Errorf("reading changed the folder:\n%s\n%s", before, after)
	}
	empty := t.TempDir()
	for _, args := range [][]string{{"orders"}, {"orders", "repair"}} {
		errs.Reset()
		if code := run(append(args, "--data-dir", empty), &out, &errs); code != exitFailed || !strings.Contains(errs.String(), filepath.Join(empty, orders.FileName)) {
			t.Errorf("%d %s", code, &errs)
		}
	}
	if entries, _ := os.ReadDir(empty); len(entries) > 0 {
		t.Errorf("a wrong folder got %s", entries[0].Name())
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[100] ^= 1
	if err := os.WriteFile(path, raw, 0o640); err != nil {
		t.Fatal(err)
	}
	if code := run([]string{"orders", "repair", "--data-dir", dir}, &out, &errs); code != exitOK || !strings.Contains(out.String(), path+" has ") {
		t.Errorf("%d %s%s", code, &out, &errs)
	}
	for _, name := range []string{orders.FileName, "orders.lock"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if owner := info.Sys().(*syscall.Stat_t).Uid; root && owner != 4711 || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: owner %d, mode %s", name, owner, info.Mode())
		}
	}
}

// A folder or a journal that can't be read is not damaged: repair would not help.
func TestOrdersCommandOfAnUnreadableFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Mkdir(filepath.Join(dir, orders.FileName), 0o700)); err != nil { // can't be read by root either
		t.Fatal(err)
	}
	for _, folder := range []string{file, dir} {
		for _, args := range [][]string{{"orders"}, {"orders", "repair"}} {
			var out, errs bytes.Buffer
			code := run(append(args, "--data-dir", folder), &out, &errs)
			if code != exitFailed || strings.Contains(errs.String(), "damaged") || !strings.Contains(errs.String(), "directory") || !strings.Contains(errs.String(), filepath.Join(folder, orders.FileName)) {
				t.Errorf("%q of %s: %d %s", args, folder, code, &errs)
			}
		}
	}
}

// fourOrders sends two orders to each of two branches; one of the two has an unknown outcome.
func fourOrders(t *testing.T, j *orders.Journal) {
	t.Helper()
	for _, branch := range []string{"https://mitte.example", "https://nord.example"} {
		for _, key := range []string{"key-answered", "key-unknown"} {
			a := orders.Attempt{Branch: branch, Key: key, Call: "POST checkout/v2", RequestID: "req-1"}
			j.Do(t.Context(), a, func(context.Context) (orders.Answer, error) {
				if key == "key-unknown" {
					return orders.Answer{}, errors.New("cut")
				}
				return orders.Answer{Status: 201, Body: []byte(`{"code":"A-1"}`)}, nil
			})
		}
	}
}

func TestOrdersOfSeveralInstances(t *testing.T) {
	server := miniredis.RunT(t)
	r, err := cluster.Open("redis://"+server.Addr(), cluster.Options{Shop: "https://shop.example", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	j := orders.New(r.Orders(), orders.Options{})
	defer j.Close()
	fourOrders(t, j)
	t.Setenv("TABLEFRONT_DATA_DIR", t.TempDir())
	t.Setenv("TABLEFRONT_REDIS_URL", "redis://"+server.Addr())
	var out, errs bytes.Buffer
	if code := run([]string{"orders"}, &out, &errs); code != exitUsage && code != exitFailed || !strings.Contains(errs.String(), "TABLEFRONT_UPSTREAM") {
		t.Errorf("without the shop's name: %s%s", &out, &errs)
	}
	t.Setenv("TABLEFRONT_UPSTREAM", "https://shop.example/")
	for args, want := range map[string]string{"orders": "2 of 4 orders", "orders --all": "4 of 4 orders", "orders --branch https://nord.example": "1 of 4 orders"} {
		out.Reset()
		if code := run(strings.Fields(args), &out, &errs); code != exitOK || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %d %s%s", args, code, &out, &errs)
		}
	}
	t.Setenv("TABLEFRONT_UPSTREAM", "https://another.example")
	out.Reset()
	if run([]string{"orders", "--all"}, &out, &errs); !strings.Contains(out.String(), "0 of 0 orders") {
		t.Errorf("another shop's orders: %s", &out)
	}
	server.Close()
	if code := run([]string{"orders"}, &out, &errs); code != exitFailed {
		t.Errorf("exit code %d without Redis", code)
	}
}
