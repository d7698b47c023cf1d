package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// smuggling sends pairs over raw connections: a request that two parsers may read differently, then a normal probe, on
// the same connection and on another one. Each probe must get its own answer, and nothing that was hidden in the first
// may reach the upstream.
func smuggling(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("smuggling", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	var hidden atomic.Int64
	requests := ambiguousRequests(s.smuggling)
	var arrived atomic.Pointer[string]
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, body []byte) bool {
		if number, ok := strings.CutPrefix(req.URL.Path, "/api/products/menus/hidden"); ok {
			hidden.Add(1)
			if i, err := strconv.Atoi(number); err == nil && i < len(requests) {
				text := fmt.Sprintf("%.300q", requests[i])
				arrived.CompareAndSwap(nil, &text)
			}
		}
		return false
	})
	alone, err := smuggle(requests, g.addr, 2)
	if err != nil {
		return nil, err
	}
	if e := arrived.Load(); e != nil && alone.example == "" {
		alone.example = *e
	}
	lines := []line{alone.line("alone", int(hidden.Load()))}
	if s.withNginx {
		n, err := s.nginx(func(dir, addr string) string {
			return fmt.Sprintf(nginxFrontConf, dir, g.addr, addr)
		})
		if err != nil {
			return nil, err
		}
		defer n.close()
		h, err := s.haproxyFront(g.addr)
		if err != nil {
			return nil, err
		}
		defer h.close()
		for _, front := range []struct{ name, addr, log string }{{"nginx", n.addr, filepath.Join(n.dir, "access.log")}, {"haproxy", h.addr, filepath.Join(h.dir, "log")}} {
			hidden.Store(0)
			proxied, err := smuggle(requests, front.addr, 3)
			if err != nil {
				return nil, err
			}
			// A request that the proxy itself parsed is pipelining.
			log, err := os.ReadFile(front.log)
			if err != nil {
				return nil, err
			}
			hidden.Add(-int64(strings.Count(string(log), "/menus/hidden")))
			lines = append(lines, proxied.line("behind "+front.name, int(hidden.Load())))
		}
	}
	return lines, nil
}

const nginxFrontConf = `worker_processes 1; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log;
events { worker_connections 1024; }
http {
  log_format paths $uri; access_log %[1]s/access.log paths;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream shop { server %[2]s; keepalive 4; }
  server { listen %[3]s; location / { proxy_pass http://shop; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr; proxy_next_upstream off; } }
}
`

type desync struct {
	pairs, wrong int
	example      string
}

func (d desync) line(where string, hidden int) line {
	reached := fmt.Sprintf("%d; %d hidden requests arrived", d.wrong, max(0, hidden))
	if d.example != "" {
		reached += ", e.g. " + d.example
	}
	return line{
		figure: fmt.Sprintf("probes that got another request's response, %d pairs of requests, %s", d.pairs, where), bound: "0; 0 hidden requests",
		reached: reached, passed: d.wrong == 0 && hidden <= 0 && d.pairs > 0,
	}
}

// smuggle sends the pairs to one address. most is how many responses a pair may get: a proxy may parse the hidden request
// as a separate one and forward it as such.
func smuggle(requests []string, addr string, most int) (desync, error) {
	var d desync
	var wrong atomic.Int64
	var example atomic.Pointer[string]
	note := func(request, what string) {
		wrong.Add(1)
		text := fmt.Sprintf("%.90q: %s", request, what)
		example.CompareAndSwap(nil, &text)
	}
	inParallel(8, len(requests), func(_, i int) {
		user := 10_000 + i
		probe := fmt.Sprintf("GET /api/me HTTP/1.1\r\nHost: shop.example\r\nAuthorization: Bearer %s\r\nX-Forwarded-For: 10.30.%d.%d\r\nAccept-Encoding: identity\r\n\r\n", tokenOf(user), i>>8&255, i&255)
		c, err := net.Dial("tcp", addr)
		if err != nil {
			note(requests[i], err.Error())
			return
		}
		defer func() { _ = c.Close() }()
		_, _ = io.WriteString(c, requests[i]+probe)
		// On the same connection, any 200 of /api/me for another user is wrong.
		got := readAll(c, 150*time.Millisecond)
		for _, text := range strings.Split(got, "HTTP/1.1 ")[1:] {
			if whose, ok := canary([]byte(text), "user"); ok && whose != fmt.Sprint(user) {
				note(requests[i], "answer of customer "+whose)
			}
		}
		if n := strings.Count(got, "HTTP/1.1 200"); n > most {
			note(requests[i], fmt.Sprintf("%d answers", n))
		}
		// On another connection, the probe must get its own response.
		other, err := net.Dial("tcp", addr)
		if err != nil {
			note(requests[i], err.Error())
			return
		}
		defer func() { _ = other.Close() }()
		_, _ = io.WriteString(other, probe)
		_ = other.SetReadDeadline(time.Now().Add(5 * time.Second))
		a, err := http.ReadResponse(bufio.NewReader(other), nil)
		if err != nil {
			note(requests[i], "the probe got no answer: "+err.Error())
			return
		}
		body, _ := io.ReadAll(a.Body)
		if whose, _ := canary(body, "user"); a.StatusCode != 200 || whose != fmt.Sprint(user) {
			note(requests[i], fmt.Sprintf("the probe was answered %d %.60s", a.StatusCode, bytes.TrimSpace(body)))
		}
	})
	d.pairs, d.wrong = len(requests), int(wrong.Load())
	if e := example.Load(); e != nil {
		d.example = *e
	}
	return d, nil
}

// ambiguousRequests returns n requests whose end two parsers may see at different places. The request hidden in each asks for
// the menu with the number of the request.
func ambiguousRequests(n int) []string {
	encodings := []string{
		"Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding:\tchunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: identity, chunked", "Transfer-Encoding: \"chunked\"",
		" Transfer-Encoding: chunked", "X: y\r\n Transfer-Encoding: chunked", "Transfer-Encoding\r\n : chunked", "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
		"transfer-encoding: CHUNKED", "Transfer-Encoding: chunked;q=1", "Transfer-Encoding: \x0bchunked", "Transfer-Encoding: chunked\x00", "Transfer_Encoding: chunked", "X: y\nTransfer-Encoding: chunked", "X: y\rTransfer-Encoding: chunked", "Transfer-Encoding: ch\xc3\xbcnked", "",
	}
	lengths := []string{
		"Content-Length: %d", "Content-Length: 0", "Content-Length: %d\r\nContent-Length: 0", "Content-Length: 0\r\nContent-Length: %d", "Content-Length: +%d", "Content-Length: %d, %[1]d", "Content-Length: 0x1", "Content-Length: -1", "Content-Length: %d ",
		"Content-Length : %d", " Content-Length: %d", "Content-Length: 1e1", "Content-Length:\r\n %d", "Content_Length: %d", "Content-Length: 99999999999999999999", "Content-Length: %060d", "Content-Length: 0000000000000000000%d", "Content-Length: %d;q=1", "Content-Length: %d\t", "",
	}
	bodies := []string{"0\r\n\r\n", "", "5\r\n{\"a\":\r\n0\r\n\r\n", "0;x=\n\r\n", "0\n\n", "00000000000000000\r\n\r\n", "+0\r\n\r\n", "0x0\r\n\r\n", " 0\r\n\r\n", "ffffffffffffffff0\r\n\r\n", "1\r\nZ\r\nQ\r\n\r\n"}
	methods := []string{"POST /api/contact", "GET /api/settings", "PUT /api/me", "HEAD /api/me", "OPTIONS /api/me", "GET http://other.example/api/settings", "TRACE /", "CONNECT other.example:80", "POST /", "GET /api/settings HTTP/1.1 X", "GET  /api/settings"}
	var all []string
	for i := 0; len(all) < n && i < 20*n; i++ {
		method, encoding, length, body := methods[i%len(methods)], encodings[(i/3)%len(encodings)], lengths[(i/5)%len(lengths)], bodies[(i/7)%len(bodies)]
		if strings.Contains(length, "%") {
			length = fmt.Sprintf(length, len(body))
		}
		head := method + " HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n"
		for _, h := range []string{length, encoding} {
			if h != "" {
				head += h + "\r\n"
			}
		}
		hidden := fmt.Sprintf("GET /api/products/menus/hidden%d HTTP/1.1\r\nHost: shop.example\r\n\r\n", len(all))
		if request := head + "\r\n" + body + hidden; !pipelined(request) {
			all = append(all, request)
		}
	}
	return all
}

// pipelined reports whether the hidden request is plain pipelining: the length of the request before it is unambiguous, and
// net/http reads the hidden one after it. A folded line is part of the line before it (RFC 9112 section 5.2).
func pipelined(request string) bool {
	in := bufio.NewReader(strings.NewReader(request))
	first, err := http.ReadRequest(in)
	if err != nil || len(first.TransferEncoding) > 0 && strings.Contains(strings.ToLower(request), "content-length") {
		return false
	}
	if _, err := io.Copy(io.Discard, first.Body); err != nil {
		return false
	}
	second, err := http.ReadRequest(in)
	return err == nil && strings.Contains(second.URL.Path, "/menus/hidden")
}
