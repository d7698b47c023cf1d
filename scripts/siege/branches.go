package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// unlistedBranches sends thousands of branch addresses that the restaurant does not list, in the header, the cookie, the
// query and the body, and counts connections to listeners on those addresses (docs/threat-model.md T1).
func unlistedBranches(s *siege) ([]line, error) {
	r, err := s.restaurant(2)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("branches", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	var touched atomic.Int64
	first, err := s.ports.listen()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(first.Addr().String())
	canaryHosts := []net.Listener{first}
	for _, ip := range []string{"127.0.0.2", "127.1.2.3", "::1"} {
		if l, err := net.Listen("tcp", net.JoinHostPort(ip, port)); err == nil {
			canaryHosts = append(canaryHosts, l)
		}
	}
	for _, l := range canaryHosts {
		defer func() { _ = l.Close() }()
		go func() {
			for {
				c, err := l.Accept()
				if err != nil {
					return
				}
				touched.Add(1)
				_ = c.Close()
			}
		}()
	}
	client := browsers(16, 10*time.Second)
	ctx := context.Background()
	warm := newVisitor(g, client, 1)
	if a, err := warm.send(ctx, "GET", "/api/branches", ""); err != nil || a.status != 200 {
		return nil, fmt.Errorf("the branch list could not be read")
	}
	// A mutation that still names the listed branch reaches it; nothing else may be reached.
	mutations := mutate(port, r.hosts[1].url(), s.branches)
	var accepted, odd atomic.Int64
	var example atomic.Pointer[string]
	inParallel(16, len(mutations), func(_, i int) {
		m := mutations[i]
		for place := range 4 {
			v := newVisitor(g, client, 2000+i%1000)
			method, path, body := "GET", "/api/me", ""
			var headers []string
			switch place {
			case 0:
				if strings.ContainsFunc(m, func(r rune) bool { return r < ' ' || r == 0x7f }) {
					continue // no client library sends these
				}
				headers = []string{"X-Branch", m}
			case 1:
				v.cookie["branch"], path = url.QueryEscape(m), "/"
				headers = []string{"Accept", "text/html"}
			case 2:
				path = "/api/settings?branch=" + url.QueryEscape(m) + "&branchUrl=" + url.QueryEscape(m)
			case 3:
				method, path = "POST", "/api/me/addresses"
				body = fmt.Sprintf(`{"branch":%q,"branchUrl":%q,"url":%q,"name":"x"}`, m, m, m)
			}
			a, err := v.send(ctx, method, path, body, headers...)
			switch {
			case err != nil:
			case place == 0 && a.status != http.StatusMisdirectedRequest && a.status != http.StatusBadRequest:
				if a.status != 401 || canonical(m) != canonical(r.hosts[1].url()) { // 401 is the listed branch's own
					text := fmt.Sprintf("%q: %d", m, a.status)
					example.CompareAndSwap(nil, &text)
					odd.Add(1)
				} else {
					accepted.Add(1)
				}
			case a.status >= 500:
				text := fmt.Sprintf("%q: %d", m, a.status)
				example.CompareAndSwap(nil, &text)
				odd.Add(1)
			}
		}
	})
	time.Sleep(200 * time.Millisecond)
	reached := fmt.Sprintf("%d connections; %d not refused", touched.Load(), odd.Load())
	if e := example.Load(); e != nil {
		reached += ", e.g. " + *e
	}
	return []line{{
		figure: fmt.Sprintf("connections to unlisted hosts, %s branch addresses × 4 places", thousands(len(mutations))), bound: "0, each refused (421)",
		reached: reached, passed: touched.Load() == 0 && odd.Load() == 0,
	}}, nil
}

// canonical normalises an address as the gateway compares it: scheme, host, port, and no slash at the end.
func canonical(m string) string {
	u, err := url.Parse(strings.TrimSpace(m))
	if err != nil {
		return m
	}
	host := strings.ToLower(u.Host)
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.ForceQuery {
		return m
	}
	return strings.ToLower(u.Scheme) + "://" + host + strings.TrimRight(u.EscapedPath(), "/")
}

// mutate returns n addresses that some parser resolves to the given port, or that resemble the listed branch.
func mutate(port, listed string, n int) []string {
	loopbacks := []string{
		"127.0.0.1", "127.0.0.2", "127.1.2.3", "127.1", "2130706433", "0x7f000001", "017700000001", "0x7f.0.0.1", "0177.0.0.1", "127.0.0.1.", "localhost", "LOCALHOST", "localhost.", "[::1]", "[::ffff:7f00:1]",
		"[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]", "[::]", "0.0.0.0", "0", "127.0.0.1%00", "127。0。0。1", "127．0．0．1", "①②⑦.⓪.⓪.①", "169.254.169.254", "[fe80::1%25lo]", "127.0.0.1.nip.io", "localtest.me", "[64:ff9b::7f00:1]", "100.64.0.1", "10.0.0.1", "metadata.google.internal",
	}
	schemes := []string{"http", "https", "HTTP", "hTTp", "gopher", "file", "ftp", "dict", "ldap", "ws", "unix", "jar:http", "http:", "//http", "javascript", "data", ""}
	listedHost := strings.TrimPrefix(listed, "http://")
	shapes := []string{
		"%[1]s://%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s/", "%[1]s://%[4]s@%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s#%[4]s", "%[1]s://%[2]s:%[3]s?%[4]s", "%[1]s://%[2]s:%[3]s/%[4]s", "%[1]s://%[2]s:%[3]s\\@%[4]s",
		"%[1]s://%[4]s\\@%[2]s:%[3]s", "%[1]s://%[4]s#@%[2]s:%[3]s", "%[1]s://%[4]s?@%[2]s:%[3]s", "%[1]s://%[4]s/@%[2]s:%[3]s", "%[1]s://%[4]s.%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s,%[4]s", "%[1]s://%[2]s:%[3]s %[4]s",
		"%[1]s:/%[2]s:%[3]s", "%[1]s:%[2]s:%[3]s", "%[1]s:///%[2]s:%[3]s", "%[2]s:%[3]s", "//%[2]s:%[3]s", "\\\\%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s/api/../..", "%[1]s://%[2]s:0%[3]s", "%[1]s://%[2]s:%[3]s:80", "%[1]s://%%32%[2]s:%[3]s",
		" %[1]s://%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s\t", "%[1]s://user:pass@%[2]s:%[3]s", "%[1]s://%[2]s:%[3]s;%[4]s",
	}
	seen := map[string]bool{}
	var all []string
	add := func(m string) {
		if !seen[m] {
			seen[m] = true
			all = append(all, m)
		}
	}
	near := []string{listed + "/..", listed + "/%2e%2e", listed + "//", listed + "/?x", listed + "#", listed + "@127.0.0.1:" + port, "http://x@" + listedHost, listed + ".", listed + "0", listed + "/api", listed + "\\", "https://" + listedHost, listed + "?", "http://" + strings.Replace(listedHost, "127.0.0.1", "127.1", 1), "http://" + strings.Replace(listedHost, "127.0.0.1", "localhost", 1)}
	for _, m := range near {
		add(m)
	}
	for _, shape := range shapes {
		for _, host := range loopbacks {
			for _, scheme := range schemes {
				add(fmt.Sprintf(shape, scheme, host, port, listedHost))
			}
		}
	}
	rand.Shuffle(len(all)-len(near), func(i, j int) { all[i+len(near)], all[j+len(near)] = all[j+len(near)], all[i+len(near)] })
	// The plain addresses are always included.
	plain := []string{"http://127.0.0.1:" + port, "http://127.0.0.2:" + port, "http://localhost:" + port, "http://[::1]:" + port}
	return append(plain, all[:min(n, len(all))]...)
}
