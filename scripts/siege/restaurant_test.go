package siege

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Canary tokens. Public ones say whose response it is: @@host=A@@, @@lang=de@@, @@user=17@@. Secret and personal values contain
// secretMark, which may occur in a response to its owner and nowhere else.
const secretMark = "SeCrEt7kanari"

func tokenOf(user int) string { return fmt.Sprintf("tok-%s-%d", secretMark, user) }

// userOf returns the user of a bearer header, -1 if there is none.
func userOf(authorization string) int {
	n, ok := strings.CutPrefix(authorization, "Bearer tok-"+secretMark+"-")
	if !ok {
		return -1
	}
	user, err := strconv.Atoi(n)
	if err != nil {
		return -1
	}
	return user
}

// A host is one upstream of a restaurant, the main one or a branch. A script can make it misbehave.
type host struct {
	name string
	addr string
	r    *restaurant

	// script, if set, may answer instead of the host.
	script atomic.Pointer[func(w http.ResponseWriter, r *http.Request, body []byte) bool]
	// version is in every public response.
	version atomic.Int64
	// total counts calls.
	total atomic.Int64
	// foreign counts the cookies, tokens and bodies of other customers or hosts that reached this host.
	foreign tally
	// sessions counts the session cookies that were set.
	sessions atomic.Int64

	mu     sync.Mutex
	server *http.Server
}

// A restaurant is a main host and its branches.
type restaurant struct {
	hosts []*host
	// languages are those it lists.
	languages []string
	// orders records the orders that it accepted.
	orders *orderRecord
	// stall is how long a response that never comes keeps its connection open.
	stall time.Duration
	// failures counts the responses of failSometimes.
	failures atomic.Int64
}

// restaurant opens one with n hosts; the first is the main one. It closes with the test.
func (s *siege) restaurant(n int) *restaurant {
	r := &restaurant{languages: []string{"de", "en", "fr", "tr", "ar", "pl"}, orders: &orderRecord{taken: map[int]int{}}, stall: s.stall}
	for i := range n {
		h := &host{name: string(rune('A' + i)), r: r}
		r.hosts = append(r.hosts, h)
		s.must(h.open())
		s.Cleanup(h.close)
	}
	return r
}

func (r *restaurant) main() *host { return r.hosts[0] }

func (h *host) url() string { return "http://" + h.addr }

// open makes the host listen, on the same address as before.
func (h *host) open() error {
	l, err := net.Listen("tcp", cmp.Or(h.addr, "127.0.0.1:0"))
	if err != nil {
		return err
	}
	if h.addr == "" {
		h.addr = l.Addr().String()
	}
	server := &http.Server{Handler: h, ErrorLog: log.New(io.Discard, "", 0)}
	h.mu.Lock()
	h.server = server
	h.mu.Unlock()
	go func() { _ = server.Serve(l) }()
	return nil
}

// close makes the host refuse connections.
func (h *host) close() {
	h.mu.Lock()
	server := h.server
	h.server = nil
	h.mu.Unlock()
	if server != nil {
		_ = server.Close()
	}
}

func (h *host) setScript(script func(w http.ResponseWriter, r *http.Request, body []byte) bool) {
	if script == nil {
		h.script.Store(nil)
		return
	}
	h.script.Store(&script)
}

// ServeHTTP records and answers a call.
func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.total.Add(1)
	var body []byte
	if r.Method != http.MethodGet {
		var err error
		if body, err = io.ReadAll(io.LimitReader(r.Body, 1<<20)); err != nil {
			return // the request is incomplete
		}
	}
	h.detectForeign(r, body)
	if script := h.script.Load(); script != nil && (*script)(w, r, body) {
		return
	}
	h.answer(w, r, body)
}

// detectForeign counts what belongs to another customer or host: another host's cookie, a session cookie or a body of another customer.
func (h *host) detectForeign(r *http.Request, body []byte) {
	note := func(what string) { h.foreign.add("%s got %s %s with %s", h.name, r.Method, r.URL.Path, what) }
	user := userOf(r.Header.Get("Authorization"))
	for _, c := range r.Cookies() {
		if c.Name == "XSRF-TOKEN" && !strings.HasPrefix(c.Value, "xsrf-"+h.name+"-") {
			note("another host's XSRF-TOKEN " + c.Value)
		}
		if c.Name == "sid" {
			if owner, ok := h.owner(c.Value); !ok || user >= 0 && owner != user || user < 0 && owner != customerOf(r) {
				note(fmt.Sprintf("the session %s, the token of %d and the address of %d", c.Value, user, customerOf(r)))
			}
		}
	}
	if whose, ok := canary(body, "user"); ok && user >= 0 && whose != strconv.Itoa(user) {
		note("a body of customer " + whose)
	}
	if strings.HasPrefix(r.URL.Path, "/api/settings") && user >= 0 {
		note("a token, though the response is cached for everybody")
	}
}

// session is a session cookie's value for the client of a request: by the token, or before there is one by the client's
// address, which the gateway forwards with every customer's call. Calls for the cache have neither: a session set there
// belongs to nobody, and a client that sends it got another response's cookie.
func (h *host) session(r *http.Request) string {
	whose := userOf(r.Header.Get("Authorization"))
	if whose < 0 {
		whose = customerOf(r)
	}
	return fmt.Sprintf("sid-%s-%d.%d-%s", secretMark, h.sessions.Add(1), whose, h.name)
}

// customerOf returns the customer by the forwarded client address (newVisitor); -1 if there is none.
func customerOf(r *http.Request) int {
	a, err := netip.ParseAddr(r.Header.Get("X-Forwarded-For"))
	if err != nil || !a.Is4() {
		return -1
	}
	b := a.As4()
	if b[0] != 10 {
		return -1
	}
	return int(b[1])<<16 | int(b[2])<<8 | int(b[3])
}

// owner returns the customer a session was set for; ok is false for another host's, and for one that belongs to nobody.
func (h *host) owner(session string) (owner int, ok bool) {
	parts := strings.Split(session, "-")
	if len(parts) != 4 || parts[3] != h.name {
		return 0, false
	}
	_, whose, _ := strings.Cut(parts[2], ".")
	owner, err := strconv.Atoi(whose)
	return owner, err == nil && owner >= 0
}

// answer sends the normal response.
func (h *host) answer(w http.ResponseWriter, r *http.Request, body []byte) {
	path := strings.TrimPrefix(r.URL.Path, "/api/")
	user := userOf(r.Header.Get("Authorization"))
	lang := r.Header.Get("Lang")
	if path == "translations" {
		lang = r.URL.Query().Get("lang")
	}
	mark := fmt.Sprintf("@@host=%s@@ @@lang=%s@@ @@version=%d@@", h.name, lang, h.version.Load())
	if user >= 0 { // a public response with this in it was fetched with a customer's token
		mark += fmt.Sprintf(" @@user=%d@@", user)
	} else if c, err := r.Cookie("sid"); err == nil { // or with a customer's cookie
		mark += fmt.Sprintf(" @@user=%s@@", c.Value)
	}
	if _, err := r.Cookie("XSRF-TOKEN"); err != nil && r.Method == http.MethodGet {
		http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: fmt.Sprintf("xsrf-%s-%d", h.name, time.Now().UnixNano()), Path: "/"})
	}
	if r.Method != http.MethodGet {
		if c, err := r.Cookie("XSRF-TOKEN"); err != nil || r.Header.Get("X-XSRF-TOKEN") != c.Value {
			reply(w, 419, `{"message":"CSRF token mismatch."}`)
			return
		}
	}
	if strings.HasPrefix(path, "me") && user < 0 {
		reply(w, 401, `{"message":"Unauthenticated."}`)
		return
	}
	if user >= 0 && r.Method == http.MethodGet {
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: h.session(r), Path: "/", HttpOnly: true})
	}
	switch {
	case path == "branches":
		list := make([]string, 0, len(h.r.hosts))
		for _, b := range h.r.hosts {
			list = append(list, fmt.Sprintf(`{"name":"Branch %s","url":%q}`, b.name, b.url()))
		}
		reply(w, 200, `{"data":[`+strings.Join(list, ",")+`]}`)
	case path == "languages":
		reply(w, 200, `{"data":[{"name":"`+strings.Join(h.r.languages, `"},{"name":"`)+`"}]}`)
	case path == "translations":
		reply(w, 200, `{"data":"{\"Home\":\"`+mark+`\"}"}`)
	case path == "settings":
		reply(w, 200, `{"data":[{"key":"SITE_TITLE","value":"`+mark+`"},{"key":"ALLOW_GUEST_CHECKOUT","value":"1"}]}`)
	case path == "working-hours":
		reply(w, 200, `{"data":{"monday":[{"start":"11:00","end":"22:30"}]},"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true,"note":"`+mark+`"}}`)
	case path == "login":
		if whose, ok := canary(body, "user"); ok {
			reply(w, 200, fmt.Sprintf(`{"data":{"token":"tok-%s-%s"}}`, secretMark, whose))
			return
		}
		reply(w, 422, `{"data":{"email":["unknown"]}}`)
	case path == "me":
		reply(w, 200, fmt.Sprintf(`{"data":{"name":"%s","email":"%s-%d@example.org","phone":"+49301234","profit":1,"is_generated":false}}`, mark, secretMark, user))
	case strings.HasPrefix(path, "checkout") && r.Method == http.MethodPost:
		order, _ := orderOf(body)
		h.r.orders.take(order)
		reply(w, 200, orderAnswer(order))
	default:
		reply(w, 200, `{"data":[{"id":1,"name":"`+mark+`"}]}`)
	}
}

func orderAnswer(order int) string {
	return fmt.Sprintf(`{"data":{"id":%d,"code":"C-%d"}}`, order, order)
}

func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// canary finds the first @@name=value@@ in a text.
func canary(text []byte, name string) (string, bool) {
	_, rest, ok := bytes.Cut(text, []byte("@@"+name+"="))
	if !ok {
		return "", false
	}
	value, _, ok := bytes.Cut(rest, []byte("@@"))
	return string(value), ok
}

// canaries calls back with every @@name=value@@ of a text.
func canaries(text []byte, visit func(name, value string)) {
	for {
		_, rest, ok := bytes.Cut(text, []byte("@@"))
		if !ok {
			return
		}
		inside, after, ok := bytes.Cut(rest, []byte("@@"))
		if !ok {
			return
		}
		if name, value, ok := strings.Cut(string(inside), "="); ok {
			visit(name, value)
		}
		text = after
	}
}

// orderOf reads the order's number out of a checkout.
func orderOf(body []byte) (int, bool) {
	text, ok := canary(body, "order")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// An orderRecord counts the orders that the restaurant accepted.
type orderRecord struct {
	mu    sync.Mutex
	taken map[int]int
}

func (b *orderRecord) take(order int) {
	b.mu.Lock()
	b.taken[order]++
	b.mu.Unlock()
}

func (b *orderRecord) times(order int) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.taken[order]
}

// cut writes the first n bytes of a raw response and closes the connection with FIN or RST.
func cut(w http.ResponseWriter, raw string, n int, reset bool) {
	conn, buffered, err := w.(http.Hijacker).Hijack()
	if err != nil {
		return
	}
	_, _ = buffered.WriteString(raw[:min(n, len(raw))])
	_ = buffered.Flush()
	if tcp, ok := conn.(*net.TCPConn); ok && reset {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// rawAnswer is a complete 200 response as bytes.
func rawAnswer(body string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}
