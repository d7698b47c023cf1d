package gateway

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	_ "net/http/pprof" // registers itself with http.DefaultServeMux, which nothing else serves
	"net/netip"
	"net/url"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"tablefront/bff/logging"
)

// Operator is the handler of the metrics listener.
func (g *Gateway) Operator() http.Handler {
	return operatorHandler(g.config.OperatorToken, promhttp.HandlerFor(g.recorder.metrics.registry, promhttp.HandlerOpts{}), g.purge)
}

// purge removes the cached responses of a branch, or of all for "", here and in all other instances.
func (g *Gateway) purge(branch string) (entries int, known bool) {
	prefix := ""
	if branch != "" {
		b := g.caller.branches.Find(branch)
		if b == nil {
			return 0, false
		}
		prefix = b.ID + " "
	}
	if g.cluster != nil {
		ctx, cancel := context.WithTimeout(g.life.ctx, 5*time.Second)
		defer cancel()
		defer func() {
			if err := g.cluster.PublishPurge(ctx, prefix); err != nil {
				g.recorder.log.Warn("a purge could not be published to the other instances", "error", logging.SafeCause(err))
			}
		}()
	}
	return g.caller.catalogue.Purge(prefix), true
}

// operatorHandler answers on the metrics listener, which is for the operator and not for customers: /metrics and /healthz for everybody, POST /purge and /debug/pprof for who
// has the token or is a program on this machine. purge removes the cached responses of one branch, or of all for "";
// known: there is such a branch.
func operatorHandler(token string, metrics http.Handler, purge func(branch string) (entries int, known bool)) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok")) })
	guarded := func(pattern string, answer http.HandlerFunc) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if !hasToken(r, token) && !isLocalProgram(r) {
				w.Header().Set("WWW-Authenticate", `Bearer realm="operator"`)
				http.Error(w, "send TABLEFRONT_OPERATOR_TOKEN as a bearer token, or call from this machine", http.StatusUnauthorized)
				return
			}
			answer(w, r)
		})
	}
	guarded("POST /purge", func(w http.ResponseWriter, r *http.Request) {
		entries, known := purge(r.URL.Query().Get("branch"))
		if !known {
			http.Error(w, "this branch is not known", http.StatusNotFound)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"purged":` + strconv.Itoa(entries) + "}\n"))
	})
	guarded("/debug/pprof/", http.DefaultServeMux.ServeHTTP)
	return mux
}

func hasToken(r *http.Request, token string) bool {
	sent, want := sha256.Sum256([]byte(r.Header.Get("Authorization"))), sha256.Sum256([]byte("Bearer "+token))
	return token != "" && subtle.ConstantTimeCompare(sent[:], want[:]) == 1
}

// isLocalProgram reports whether a request comes from this machine and neither from a browser, which any web page can make
// send requests, nor through a proxy. The Host is checked because of DNS rebinding.
func isLocalProgram(r *http.Request) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !from.Addr().Unmap().IsLoopback() {
		return false
	}
	for _, name := range [...]string{"Origin", "Sec-Fetch-Site", "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
		if len(r.Header[name]) > 0 {
			return false
		}
	}
	host := (&url.URL{Host: r.Host}).Hostname()
	_, err = netip.ParseAddr(host)
	return err == nil || host == "localhost"
}
