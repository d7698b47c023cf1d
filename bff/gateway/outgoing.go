package gateway

import (
	"net/http"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cookiejar"
	"tablefront/bff/proxies"
)

// outgoing is a request to an upstream.
type outgoing struct {
	branch *branches.Branch
	call   *Call
	// path is escaped, below /api/, with its query.
	path string
	lang string
	// id is sent as X-Request-Id.
	id    string
	token string
	// handle is what the browser sent instead of the token.
	handle string
	client proxies.Client
	// host is the shop's host as the backend is told; "" for none.
	host string
	// orderKey is the Idempotency-Key; "" for none.
	orderKey string
	body     []byte
	// jar has the cookies of the branch; nil before they are read.
	jar *cookiejar.Jar
	// anonymous requests have no token and no cookies.
	anonymous bool
	// took is how long forward took.
	took time.Duration
}

func (o *outgoing) header() http.Header {
	h := make(http.Header, 12)
	set := func(name, value string) {
		if value != "" {
			h[name] = []string{value}
		}
	}
	h["Accept"] = jsonValue
	set("Accept-Encoding", "gzip")
	set("Lang", o.lang)
	set("X-Request-Id", o.id)
	set("Traceparent", o.client.Traceparent)
	if o.anonymous {
		return h
	}
	if o.client.Addr.IsValid() {
		set("X-Forwarded-For", o.client.Addr.String())
	}
	proto := "http"
	if o.client.HTTPS {
		proto = "https"
	}
	set("X-Forwarded-Proto", proto)
	set("X-Forwarded-Host", o.host)
	if o.token != "" {
		set("Authorization", "Bearer "+o.token)
	}
	set("Cookie", o.jar.Header(o.path))
	if !o.call.Safe() {
		if o.body != nil {
			h["Content-Type"] = jsonValue
		}
		set("X-Xsrf-Token", o.jar.XSRF())
		set("Idempotency-Key", o.orderKey)
	}
	return h
}
