package siege

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// browsers is a connection pool for many visitors; it keeps no cookies and follows no redirects.
func browsers(connections int, timeout time.Duration) *http.Client {
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			MaxIdleConns: connections, MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections, DisableCompression: true,
			DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// A visitor is one customer's browser: cookies, the stored token, an address of its own.
type visitor struct {
	addr   string // the gateway, or nginx in front of several
	from   string // client address, as the proxy in front reports it
	cookie map[string]string
	token  string
	client *http.Client
}

func newVisitor(addr string, client *http.Client, n int) *visitor {
	return &visitor{addr: addr, client: client, cookie: map[string]string{}, from: fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)}
}

// A response is read to its end.
type response struct {
	status int
	header http.Header
	body   []byte
}

// send makes one request as the shop's client does. headers come in pairs.
func (v *visitor) send(ctx context.Context, method, path, body string, headers ...string) (*response, error) {
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, method, "http://"+v.addr+path, reader)
	if err != nil {
		return nil, err
	}
	r.GetBody = nil // a browser may not send a write twice either
	r.Header.Set("X-Forwarded-For", v.from)
	r.Header.Set("Accept-Encoding", "identity")
	if v.token != "" {
		r.Header.Set("Authorization", "Bearer "+v.token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if method != http.MethodGet {
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		if x := v.cookie["XSRF-TOKEN"]; x != "" {
			r.Header.Set("X-XSRF-TOKEN", x)
		}
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if len(v.cookie) > 0 {
		var b strings.Builder
		for name, value := range v.cookie {
			if b.Len() > 0 {
				b.WriteString("; ")
			}
			b.WriteString(name + "=" + value)
		}
		r.Header.Set("Cookie", b.String())
	}
	answer, err := v.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	read, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	for _, c := range answer.Cookies() {
		if c.MaxAge < 0 || c.Value == "" {
			delete(v.cookie, c.Name)
		} else {
			v.cookie[c.Name] = c.Value
		}
	}
	return &response{answer.StatusCode, answer.Header, read}, nil
}

// get reports whether a path is answered with 200, and what was answered otherwise.
func (v *visitor) get(path string, headers ...string) (answer *response, failure string) {
	a, err := v.send(context.Background(), http.MethodGet, path, "", headers...)
	switch {
	case err != nil:
		return a, path + ": " + err.Error()
	case a.status != http.StatusOK:
		return a, fmt.Sprintf("%s: %d %.60s", path, a.status, a.body)
	}
	return a, ""
}
