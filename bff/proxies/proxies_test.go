package proxies

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
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
	go server.Serve(l) //nolint:errcheck // ends with Close
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
		resp.Body.Close() //nolint:errcheck // empty
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
