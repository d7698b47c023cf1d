package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tablefront/bff/fault"
	"tablefront/bff/geocode"
	"tablefront/bff/listener"
	"tablefront/bff/logging"
	"tablefront/bff/safego"
	"tablefront/bff/upstream"
)

// gin is used only to match paths. It matches the raw path, without decoding, cleaning or redirecting, and trusts no
// proxy (docs/threat-model.md B12).

// routes returns the router: the documented calls, the BFF's own, and the page for everything else.
func (g *Gateway) routes(geocoder *geocode.Geocoder, screens []string) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	e.UseRawPath = true
	e.UnescapePathValues = false
	e.RedirectTrailingSlash = false
	e.RedirectFixedPath = false
	e.RemoveExtraSlash = false
	e.HandleMethodNotAllowed = true
	e.ForwardedByClientIP = false
	e.SetTrustedProxies(nil)
	safe := []string{http.MethodGet, http.MethodHead} // net/http leaves out the body of HEAD
	for i := range calls {
		call := &calls[i]
		// gin requires that all paths name the parameter at one position alike.
		path := "/api/" + parameter.ReplaceAllString(call.Path, ":p")
		answer := func(c *gin.Context) {
			x := g.newExchange(c.Writer, c.Request, call)
			x.raw = make([]string, len(c.Params))
			for n := range x.raw {
				x.raw[n] = c.Params[n].Value
			}
			g.answerCall(x)
		}
		methods := []string{call.Method}
		if call.Safe() {
			methods = safe
		}
		e.Match(methods, path, answer)
	}
	// own adds one of the BFF's own requests. kind is its name in metrics and log, and with its method in the limits (package ratelimit).
	own := func(methods []string, path, kind string, answer func(*exchange) error) {
		e.Match(methods, path, func(c *gin.Context) {
			x := g.newExchange(c.Writer, c.Request, nil)
			x.kind = kind
			c.Header("Cache-Control", "no-store")
			g.recorder.frame(x, func(x *exchange) error {
				if err := g.gate.admitOwn(x); err != nil {
					return err
				}
				return answer(x)
			})
		})
	}
	get, post, registry := []string{http.MethodGet}, []string{http.MethodPost}, g.recorder.metrics.registry
	own(safe, "/healthz", kindHealth, answerHealth)
	own(safe, "/readyz", kindReady, g.answerReady)
	own(get, "/bff/config", "config", g.answerConfig)
	own(get, "/bff/geocode/reverse", "geocode", addresses{geocoder}.answer)
	own(post, "/bff/error", "error", newBrowserErrors(registry, g.recorder.log, g.caller.now).take)
	if g.config.ProxyPictures {
		own(get, "/bff/picture", "picture", pictures{g.caller.branches}.answer)
	}
	if g.config.Vitals {
		own(post, "/bff/vitals", "vitals", newVisits(registry, screens).take)
	}
	refused := func(f *fault.Fault) gin.HandlerFunc {
		return func(c *gin.Context) { g.refuseUnknown(c.Writer, c.Request, f) }
	}
	e.NoMethod(refused(fault.MethodNotAllowed))
	e.NoRoute(func(c *gin.Context) {
		if isOurs(c.Request.URL.Path) {
			refused(fault.UnknownCall)(c)
			return
		}
		c.Status(http.StatusOK) // gin presets 404, but the page decides its status
		if g.life.draining.Load() {
			c.Writer.Header()["Connection"] = closeValue
		}
		x := g.newExchange(c.Writer, c.Request, nil)
		c.Writer.Header()["X-Request-Id"] = []string{x.out.id}
		g.site.ServeHTTP(c.Writer, c.Request)
		x.kind, x.status, x.bytes = kindOf(x), c.Writer.Status(), max(c.Writer.Size(), 0)
		g.recorder.record(x)
	})
	return e
}

// answerHealth answers GET /healthz: the process is up.
func answerHealth(x *exchange) error {
	x.w.Header().Set(upstream.ShopHeader, "shop")
	x.write(http.StatusOK, textValue, []byte("ok"))
	return nil
}

// answerReady answers GET /readyz.
func (g *Gateway) answerReady(x *exchange) error {
	status, reason := g.readiness()
	x.write(status, textValue, []byte(reason))
	return nil
}

// answerConfig answers GET /bff/config.
func (g *Gateway) answerConfig(x *exchange) error {
	x.write(http.StatusOK, jsonValue, g.config.Public())
	return nil
}

// addresses finds the address of a place.
type addresses struct{ geocoder *geocode.Geocoder }

// answer answers GET /bff/geocode/reverse.
func (a addresses) answer(x *exchange) error {
	address, err := a.geocoder.Reverse(x.r)
	if err != nil {
		return err
	}
	body, _ := json.Marshal(address)
	x.w.Header().Set("Vary", "Lang")
	x.w.Header().Set("Cache-Control", "private, max-age=3600")
	x.write(http.StatusOK, jsonValue, body)
	return nil
}

// refuseUnknown refuses what is neither a documented call nor one of the BFF's own requests.
func (g *Gateway) refuseUnknown(w http.ResponseWriter, r *http.Request, f *fault.Fault) {
	g.recorder.frame(g.newExchange(w, r, nil), func(*exchange) error { return f })
}

// parameter matches a parameter of a documented path.
var parameter = regexp.MustCompile(`\{\w+\}`)

// isOurs reports whether a path is never a page.
func isOurs(path string) bool {
	for _, p := range [...]string{"/api", "/bff", "/healthz", "/readyz", "/metrics", "/purge", "/debug"} {
		if rest, ok := strings.CutPrefix(path, p); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// ServeHTTP answers every request of the public listener.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	defer g.endOnPanic(r)
	var f *fault.Fault
	switch {
	case r.URL.Host != "" || r.Method == http.MethodConnect || r.URL.Path == "" || r.URL.Path[0] != '/':
		f = fault.BadRequest.Because(errors.New("the request target names another server"))
	case r.Method == http.MethodTrace:
		f = fault.MethodNotAllowed
	case namesHeader(r.Header["Connection"]):
		f = fault.BadRequest.Because(errors.New("the Connection header names a forwarding header"))
	case strings.HasPrefix(r.Header.Get("User-Agent"), "tablefront") && strings.HasPrefix(r.URL.Path, "/api/"):
		g.refuseShop(w, r)
		return
	default:
		g.engine.ServeHTTP(w, r)
		return
	}
	r.Close = true
	g.refuseUnknown(w, r, f)
}

// refuseShop answers a call of a shop, or of the command check, that takes this shop for its backend: without it a shop whose
// upstream is its own address would call itself until its deadline.
func (g *Gateway) refuseShop(w http.ResponseWriter, r *http.Request) {
	x := g.newExchange(w, r, nil)
	w.Header().Set(upstream.ShopHeader, "shop")
	g.recorder.frame(x, func(x *exchange) error {
		x.write(http.StatusLoopDetected, textValue, []byte("This is a Tablefront shop, not a backend."))
		return nil
	})
}

// endOnPanic logs a panic outside of the pipeline (which logs its own) and closes the connection.
func (g *Gateway) endOnPanic(r *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p != http.ErrAbortHandler {
		g.recorder.log.Error("a handler panicked", "method", r.Method, "panic", logging.Cut(fmt.Sprint(p)), "stack", string(debug.Stack()))
	}
	panic(http.ErrAbortHandler)
}

// namesHeader reports whether a Connection header would make a proxy drop headers that matter for a call.
func namesHeader(values []string) bool {
	if len(values) == 0 || len(values) == 1 && (values[0] == "keep-alive" || values[0] == "close") {
		return false
	}
	for name := range strings.SplitSeq(strings.ToLower(strings.Join(values, ",")), ",") {
		switch strings.TrimSpace(name) {
		case "", "close", "keep-alive", "upgrade", "te", "http2-settings":
		default:
			return true
		}
	}
	return false
}

// publicServer is the server of the public listener.
func (g *Gateway) publicServer() *http.Server {
	return listener.New(g, g.config.UpstreamTimeout+20*time.Second, slog.NewLogLogger(g.recorder.log.Handler(), slog.LevelDebug))
}

// Serve serves the listeners until ctx ends; then it drains: /readyz answers 503, responses get Connection: close, and
// requests in flight finish. operator may be nil. An inherited listener stops accepting at once, since the service
// manager keeps the socket open.
func (g *Gateway) Serve(ctx context.Context, public, operator net.Listener, inherited bool) error {
	main := g.publicServer()
	failed := make(chan error, 2)
	safego.Go(g.recorder.log, "public listener", func() { failed <- main.Serve(public) })
	var side *http.Server
	if operator != nil {
		side = &http.Server{Handler: g.Operator(), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, ErrorLog: slog.NewLogLogger(g.recorder.log.Handler(), slog.LevelDebug)}
		safego.Go(g.recorder.log, "operator listener", func() { failed <- side.Serve(operator) })
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	g.life.draining.Store(true)
	g.recorder.log.Info("draining")
	if inherited {
		public.Close()
	}
	g.life.grace()
	end, cancel := context.WithTimeout(context.Background(), g.config.Drain)
	defer cancel()
	err := main.Shutdown(end)
	if side != nil {
		side.Close()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(errors.New("the drain timeout expired with requests in flight"), main.Close())
	}
	return err
}
