package proxies

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
)

// A local proxy on a Unix socket is trusted; without its headers a client has an address all the same.
func TestUnixSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	var got Client
	server := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = Trusted(nil).Client(r) })}
	go server.Serve(l)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", path)
	}}}
	ask := func(headers ...string) {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, "http://shop.example/", nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	ask("X-Forwarded-For", "192.0.2.7", "X-Forwarded-Proto", "https")
	if got.Addr.String() != "192.0.2.7" || !got.HTTPS || got.Prefix() != "192.0.2.7" {
		t.Errorf("%+v", got)
	}
	ask()
	if got.Prefix() != "127.0.0.1" || got.HTTPS || got.Host != "shop.example" {
		t.Errorf("%+v", got)
	}
}

// Over TCP the headers of an untrusted client are ignored.
func TestUntrustedHeaders(t *testing.T) {
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("X-Forwarded-For", "198.51.100.9")
	r.Header.Set("X-Forwarded-Proto", "https")
	if c := (Trusted{}).Client(r); c.Addr.String() != "192.0.2.1" || c.HTTPS {
		t.Errorf("%+v", c)
	}
	if c := (Trusted{netip.MustParsePrefix("192.0.2.0/24")}).Client(r); c.Addr.String() != "198.51.100.9" || !c.HTTPS {
		t.Errorf("%+v", c)
	}
}

// What a trusted proxy says of a client is read from the right, and only what has its form.
func TestForwardedHeaders(t *testing.T) {
	trusted := Trusted{netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("fd00::/8")}
	const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for _, c := range []struct {
		name, value string
		want        Client
		prefix      string
	}{
		{"X-Forwarded-For", "203.0.113.1, 198.51.100.9, 192.0.2.8", Client{Addr: netip.MustParseAddr("198.51.100.9")}, "198.51.100.9"},
		{"X-Forwarded-For", "198.51.100.9:4711", Client{Addr: netip.MustParseAddr("198.51.100.9")}, "198.51.100.9"},
		{"X-Forwarded-For", "::ffff:198.51.100.9", Client{Addr: netip.MustParseAddr("198.51.100.9")}, "198.51.100.9"},
		{"X-Forwarded-For", "[2001:db8:1:2:3::4]:443", Client{Addr: netip.MustParseAddr("2001:db8:1:2:3::4")}, "2001:db8:1:2::"},
		{"X-Forwarded-For", "fe80::1%eth0", Client{Addr: netip.MustParseAddr("fe80::1")}, "fe80::"},
		{"X-Forwarded-For", "198.51.100.9, unknown", Client{}, ""},
		{"X-Forwarded-For", "192.0.2.7, fd00::1", Client{Addr: netip.MustParseAddr("192.0.2.7")}, "192.0.2.7"},
		{"X-Forwarded-Proto", "http, http, HTTPS", Client{HTTPS: true}, ""},
		{"X-Forwarded-Proto", "https, http", Client{}, ""},
		{"X-Forwarded-Proto", "wss", Client{}, ""},
		{"X-Forwarded-Host", "evil.example, Shop.example:8443", Client{Host: "shop.example:8443"}, ""},
		{"X-Forwarded-Host", "shop.example/path", Client{}, ""},
		{"X-Forwarded-Host", strings.Repeat("a", 255), Client{Host: strings.Repeat("a", 255)}, ""},
		{"X-Forwarded-Host", strings.Repeat("a", 256), Client{}, ""},
		{"X-Request-Id", "id-12345", Client{RequestID: "id-12345"}, ""},
		{"X-Request-Id", "id-1234", Client{}, ""},
		{"X-Request-Id", strings.Repeat("a", 65), Client{}, ""},
		{"X-Request-Id", "id 12345678", Client{}, ""},
		{"Traceparent", trace, Client{Traceparent: trace}, ""},
		{"Traceparent", "01" + trace[2:], Client{}, ""},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil) // from 192.0.2.1
		r.Host = "own.example"
		r.Header.Set(c.name, c.value)
		c.want.Proxied = true
		if c.want.Host == "" {
			c.want.Host = "own.example"
		}
		if !c.want.Addr.IsValid() {
			c.want.Addr, c.prefix = netip.MustParseAddr("192.0.2.1"), "192.0.2.1"
		}
		if got := trusted.Client(r); got != c.want || got.Prefix() != c.prefix {
			t.Errorf("%s: %.80s is %+v, prefix %s; want %+v", c.name, c.value, got, got.Prefix(), c.want)
		}
	}
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header["X-Request-Id"] = []string{"id-12345", "id-67890"}
	if got := trusted.Client(r); got.RequestID != "" {
		t.Errorf("of two ids %s is taken", got.RequestID)
	}
	r = httptest.NewRequest(http.MethodGet, "/", nil)
	r.RemoteAddr = "[fe80::1%eth0]:4000" // no network contains an address with a zone
	r.Header.Set("X-Forwarded-For", "198.51.100.9")
	if got := (Trusted{netip.MustParsePrefix("fe80::/10")}).Client(r); got.Addr.String() != "198.51.100.9" {
		t.Errorf("a proxy of this link is not trusted: %+v", got)
	}
	r.RemoteAddr = "nonsense"
	if got := trusted.Client(r); got.Addr.IsValid() || got.Host != "example.com" {
		t.Errorf("%+v", got)
	}
}
