package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestSelftestCommand: it needs no upstream, refuses a wrong configuration in words, and explains itself.
func TestSelftestCommand(t *testing.T) {
	var out, errs bytes.Buffer
	for _, c := range []struct {
		env  string
		args []string
		want string
	}{
		{"", nil, "--upstream-timeout"},
		{"", []string{"--upstream", "ftp://shop.example"}, "--upstream, --upstream-timeout"},
		{"ftp://shop.example", nil, "TABLEFRONT_UPSTREAM, --upstream-timeout"},
		{"https://shop.example", nil, "--upstream-timeout"},
	} {
		t.Setenv("TABLEFRONT_UPSTREAM", c.env)
		errs.Reset()
		code := run(append([]string{"selftest", "--upstream-timeout", "soon"}, c.args...), &out, &errs)
		var named []string
		for line := range strings.Lines(errs.String()) {
			if problem, is := strings.CutPrefix(line, "  - "); is {
				name, _, _ := strings.Cut(problem, ":")
				named = append(named, name)
			}
		}
		if got := strings.Join(named, ", "); code != exitUsage || got != c.want {
			t.Errorf("%q %v: %d %s, want %s", c.env, c.args, code, got, c.want)
		}
	}
	if code := run([]string{"selftest", "--help"}, &out, &errs); code != exitOK {
		t.Errorf("--help: %d", code)
	}
	if code := run([]string{"check", "--upstream", "ftp://x"}, &out, &errs); code != exitUsage {
		t.Errorf("check: %d", code)
	}
}
