package gateway

import (
	"maps"
	"net/http"
	"strconv"

	"tablefront/bff/cache"
	"tablefront/bff/fault"
)

// Headers pass by allow-list, both ways (docs/architecture.md section 3.3). Only the response headers named in this file
// reach the browser.

// Header values shared by many responses. They must not be modified.
var (
	jsonValue  = []string{"application/json"}
	jsonHeader = http.Header{"Content-Type": jsonValue}
	textValue  = []string{"text/plain; charset=utf-8"}
	textHeader = http.Header{"Content-Type": textValue}
	closeValue = []string{"close"}
)

var apiHeaders = http.Header{
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'"},
	"Cross-Origin-Opener-Policy":   {"same-origin-allow-popups"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Referrer-Policy":              {"strict-origin-when-cross-origin"},
	"X-Content-Type-Options":       {"nosniff"},
}

// header sets the headers of every response that is not a page. Such a response is data: nothing in it may run, be framed,
// or be read by another site.
func (x *exchange) header() http.Header {
	h := x.w.Header()
	maps.Copy(h, apiHeaders)
	if x.out.client.HTTPS {
		x.settings.SetHSTS(h)
	}
	h["X-Request-Id"] = []string{x.out.id}
	if x.draining.Load() || x.r.Close {
		h["Connection"] = closeValue
	}
	return h
}

// write sends a response at once. A Content-Length that is set already must be right.
func (x *exchange) write(status int, contentType []string, body []byte) {
	h := x.header()
	if contentType != nil && len(body) > 0 {
		h["Content-Type"] = contentType
	}
	if status != http.StatusNoContent && status != http.StatusNotModified && h["Content-Length"] == nil {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	x.status, x.bytes = status, len(body)
	x.w.WriteHeader(status)
	if len(body) > 0 {
		x.w.Write(body)
	}
}

func (x *exchange) refuse(f *fault.Fault) {
	x.fault = f
	h := x.w.Header()
	f.SetHeader(h)
	if f.Status == http.StatusRequestEntityTooLarge {
		x.r.Close = true
	}
	x.out.jar.Write(h, x.out.client.HTTPS)
	x.write(f.Status, nil, f.Body(x.out.id))
}

// sendAnswer sends an upstream's answer on to the browser.
func (x *exchange) sendAnswer(a *answer) {
	h := x.w.Header()
	if x.out.jar != nil {
		updateSession(x, a)
	}
	x.out.jar.Write(h, x.out.client.HTTPS)
	h.Set("Cache-Control", "no-store")
	h.Set("Vary", "Lang, X-Branch, Authorization, Cookie")
	h["Retry-After"] = a.Header["Retry-After"] // nil is not sent
	if x.cached != "" {
		h["X-Cache"] = []string{cache.Miss.String()}
	}
	if a.fault == nil && a.Status >= 400 {
		h["X-Upstream-Status"] = []string{strconv.Itoa(a.upstreamStatus())}
	}
	x.fault = a.fault
	x.write(a.Status, a.Header["Content-Type"], a.Body)
}
