package upstream

import (
	"net/http"
	"net/url"
	"slices"
	"sync"
)

// Weaknesses are the defaults of the libraries that Options.Weaken can bring back, by their numbers in HARDENING section
// 1. They are there so that the selftest can be shown to fail; nothing an operator can set reaches them.
var Weaknesses = []string{"B1", "B2", "B5", "B6", "B7", "B8", "B9", "B14"}

func (o *Options) weak(id string) bool { return len(o.Weaken) > 0 && slices.Contains(o.Weaken, id) }

// weaken brings defaults of net/http back; those of resty are beside the others in client.go.
func (p *Pool) weaken(c *http.Client) {
	for _, id := range p.o.Weaken {
		switch id {
		case "B1":
			c.Jar = &oneJar{}
		case "B6", "B7":
			c.CheckRedirect = func(r *http.Request, via []*http.Request) error {
				if within := r.URL.Host == via[0].URL.Host; within == (id == "B6") {
					return nil
				}
				return http.ErrUseLastResponse
			}
		}
	}
}

// oneJar keeps the cookies of all customers together.
type oneJar struct {
	mu      sync.Mutex
	cookies []*http.Cookie
}

// SetCookies fills http.CookieJar.
func (j *oneJar) SetCookies(_ *url.URL, c []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cookies = append(j.cookies, c...)
}

// Cookies fills http.CookieJar.
func (j *oneJar) Cookies(*url.URL) []*http.Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	return slices.Clone(j.cookies)
}
