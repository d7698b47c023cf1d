package gateway

import (
	"net/http"

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
	id     string
	token  string
	client proxies.Client
	// orderKey is the Idempotency-Key; "" for none.
	orderKey string
	body     []byte
	// jar has the cookies of the branch; nil before they are read.
	jar *cookiejar.Jar
	// anonymous requests have no token and no cookies.
	anonymous bool
}

// header returns the headers of the request.
func (o *outgoing) header() http.Header {
	h := make(http.Header, 12)
	values := make([]string, 9)
	set := func(i int, name, value string) {
		values[i] = value
		h[name] = values[i : i+1 : i+1]
	}
	h["Accept"] = jsonValue
	h["Accept-Encoding"] = gzipOnly
	set(0, "Lang", o.lang)
	set(1, "X-Request-Id", o.id)
	if o.anonymous {
		return h
	}
	if o.client.Addr.IsValid() {
		set(2, "X-Forwarded-For", o.client.Addr.String())
	}
	proto := "http"
	if o.client.HTTPS {
		proto = "https"
	}
	set(3, "X-Forwarded-Proto", proto)
	if o.client.Host != "" {
		set(4, "X-Forwarded-Host", o.client.Host)
	}
	if o.token != "" {
		set(5, "Authorization", "Bearer "+o.token)
	}
	if cookies := o.jar.Header(o.path); cookies != "" {
		set(6, "Cookie", cookies)
	}
	if !o.call.Safe() {
		if o.body != nil {
			h["Content-Type"] = jsonValue
		}
		if xsrf := o.jar.XSRF(); xsrf != "" {
			set(7, "X-Xsrf-Token", xsrf)
		}
		if o.orderKey != "" {
			set(8, "Idempotency-Key", o.orderKey)
		}
	}
	return h
}
