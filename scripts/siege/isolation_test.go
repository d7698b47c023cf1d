package siege

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// isolation interleaves 1,000 customers over 5 branches and 6 languages while the hosts fail occasionally, and searches for
// another customer's data: in the browsers' responses, headers and cookies, and in the upstreams' tokens, cookies and bodies
// (docs/threat-model.md T7).
func isolation(s *siege) []line {
	const users, workers = 1000, 32
	r := s.restaurant(5)
	g := s.gateway(r.main().url(), "TABLEFRONT_CACHE_TTL=2s")
	client := browsers(workers, 10*time.Second)
	var foreign tally
	var sent, good atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var crowd []*visitor
			var ids []int
			for id := w; id < users; id += workers {
				v := newVisitor(g.addr, client, id)
				if id%2 == 0 { // half of them sign in through the gateway, half bring the token they have
					if a, err := v.send(context.Background(), "POST", "/api/login", fmt.Sprintf(`{"email":"%s-%d@example.org","password":"%s","note":"@@user=%d@@"}`, secretMark, id, secretMark, id)); err == nil && a.status == 200 {
						v.token = tokenIn(a.body)
					}
				}
				if v.token == "" {
					v.token = tokenOf(id)
				}
				crowd, ids = append(crowd, v), append(ids, id)
			}
			for sent.Add(1) <= int64(s.isolation) {
				i := rand.IntN(len(crowd))
				v, user := crowd[i], ids[i]
				h, lang := r.hosts[rand.IntN(len(r.hosts))], r.languages[rand.IntN(len(r.languages))]
				method, path, body := step(user, lang)
				headers := []string{"Lang", lang, "X-Branch", h.url()}
				if h == r.main() && rand.IntN(2) == 0 {
					headers = headers[:2]
				}
				a, err := v.send(context.Background(), method, path, body, headers...)
				if err != nil {
					continue
				}
				if a.status < 300 {
					good.Add(1)
				}
				if wrong := foreignData(a, h.name, lang, user); wrong != "" {
					foreign.add("%s %s on %s in %s by %d: %s", method, path, h.name, lang, user, wrong)
				}
			}
		}()
		if w == 0 { // the faults begin once the first customers are signed in
			time.Sleep(50 * time.Millisecond)
			for _, h := range r.hosts {
				h.setScript(h.faults)
			}
		}
	}
	wg.Wait()
	for _, h := range r.hosts {
		foreign.n.Add(h.foreign.n.Load())
		if e := h.foreign.first.Load(); e != nil {
			foreign.first.CompareAndSwap(nil, e)
		}
		if h.total.Load() == 0 {
			s.Fatalf("host %s got no request", h.name)
		}
	}
	share := 100 * float64(good.Load()) / float64(s.isolation)
	return []line{{
		figure: fmt.Sprintf("responses with another customer's data, %s customers × 5 branches × 6 languages, with injected faults", thousands(users)), bound: "0 of " + thousands(s.isolation),
		reached: fmt.Sprintf("%d of %s (%.1f %% answered 2xx)%s", foreign.n.Load(), thousands(s.isolation), share, foreign.example()), passed: foreign.n.Load() == 0 && share > 85,
	}}
}

// tokenIn returns the token of a login's response.
func tokenIn(body []byte) string {
	_, rest, _ := strings.Cut(string(body), `"token":"`)
	token, _, _ := strings.Cut(rest, `"`)
	return token
}

// step is what a customer does next.
func step(user int, lang string) (method, path, body string) {
	public := []string{"settings", "products/menus", "products/categories", "products/categories/3/products", "working-hours", "pages", "areas", "taxes", "translations?lang=" + lang}
	switch n := rand.IntN(100); {
	case n < 45:
		return "GET", "/api/" + public[rand.IntN(len(public))], ""
	case n < 80:
		return "GET", "/api/me", ""
	case n < 86:
		return "GET", "/api/me/orders", ""
	case n < 90:
		return "GET", fmt.Sprintf("/api/me/orders/O-%d", user), ""
	case n < 95:
		return "PUT", "/api/me", fmt.Sprintf(`{"name":"@@user=%d@@","email":"%s-%d@example.org","phone":"%s"}`, user, secretMark, user, secretMark)
	default:
		return "POST", "/api/me/addresses", fmt.Sprintf(`{"name":"@@user=%d@@","address":"%s street","areaId":1}`, user, secretMark)
	}
}

// faults fails one call in thirty, in ways that could leave a customer's data on a connection.
func (h *host) faults(w http.ResponseWriter, r *http.Request, _ []byte) bool {
	user := userOf(r.Header.Get("Authorization"))
	mark := fmt.Sprintf("@@host=%s@@ @@lang=%s@@ @@user=%d@@", h.name, r.Header.Get("Lang"), user)
	if user < 0 {
		mark = fmt.Sprintf("@@host=%s@@", h.name)
	}
	body := `{"data":{"name":"` + mark + `"}}`
	switch rand.IntN(210) {
	case 0:
		reply(w, 500, body)
	case 1:
		raw := rawAnswer(body)
		cut(w, raw, rand.IntN(len(raw)), rand.IntN(2) == 0)
	case 2:
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		return false
	case 3: // a session cookie on a public response
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: h.session(r), Path: "/"})
		w.Header().Set("Vary", "*")
		w.Header().Set("Cache-Control", "public, max-age=3600")
		return false
	case 4:
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, "<html>%s</html>", mark)
	case 5: // Content-Length is too large
		raw := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body)+100, body)
		cut(w, raw, len(raw), false)
	case 6: // one byte of a response to no request
		raw := rawAnswer(body) + rawAnswer(`{"data":{"name":"@@user=-7@@"}}`)
		conn, buffered, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return true
		}
		_, _ = buffered.WriteString(raw)
		_ = buffered.Flush()
		time.AfterFunc(50*time.Millisecond, func() { _ = conn.Close() })
	default:
		return false
	}
	return true
}

// foreignData describes the data of another customer in a response; "" if there is none.
func foreignData(a *response, host, lang string, user int) (wrong string) {
	look := func(text []byte) {
		canaries(text, func(name, value string) {
			expected := map[string]string{"host": host, "lang": lang, "user": strconv.Itoa(user)}[name]
			if name != "version" && value != expected {
				wrong = name + " " + value
			}
		})
	}
	look(a.body)
	for name, values := range a.header {
		for _, v := range values {
			look([]byte(v))
			if name != "Set-Cookie" && strings.Contains(v, secretMark) {
				wrong = "a secret in the header " + name
			}
		}
	}
	if bytes.Contains(a.body, []byte("tok-"+secretMark)) {
		wrong = "an upstream's token in a response"
	}
	return wrong
}
