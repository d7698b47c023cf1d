package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestSelftestCommand: it needs no upstream, refuses a wrong configuration in words, and explains itself.
func TestSelftestCommand(t *testing.T) {
	lookup := withUpstream(func(string) (string, bool) { return "", false })
	if v, ok := lookup("TABLEFRONT_UPSTREAM"); !ok || !strings.HasPrefix(v, "http://127.0.0.1:") {
		t.Errorf("no upstream is filled in: %q", v)
	}
	if _, ok := lookup("TABLEFRONT_ADDR"); ok {
		t.Error("something else is filled in")
	}
	own := withUpstream(func(string) (string, bool) { return "https://shop.example", true })
	if v, _ := own("TABLEFRONT_UPSTREAM"); v != "https://shop.example" {
		t.Errorf("the operator's upstream became %q", v)
	}
	var out, errs bytes.Buffer
	if code := run([]string{"selftest", "--upstream-timeout", "soon"}, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "upstream-timeout") {
		t.Errorf("%d %s", code, &errs)
	}
	if code := run([]string{"selftest", "--help"}, &out, &errs); code != exitOK {
		t.Errorf("--help: %d", code)
	}
	if code := run([]string{"check", "--upstream", "ftp://x"}, &out, &errs); code != exitUsage {
		t.Errorf("check: %d", code)
	}
}
