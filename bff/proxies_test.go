package main

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

func TestAProxyInTheEnvironmentIsNotIgnoredSilently(t *testing.T) {
	for _, name := range []string{"", "HTTPS_PROXY", "http_proxy"} {
		var out bytes.Buffer
		warnOfProxies(slog.New(slog.NewTextHandler(&out, nil)), func(asked string) (string, bool) {
			return "http://user:secret@proxy.example:3128", name != "" && asked == name
		})
		if said := strings.Contains(out.String(), "variable="+name); said != (name != "") || strings.Contains(out.String(), "secret") {
			t.Errorf("%q: %s", name, out.String())
		}
	}
}
