package gateway

import (
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"strconv"
	"strings"
)

// Operator is the handler of the metrics listener: /metrics and /healthz for everybody, POST /purge and /debug/pprof for
// the operator.
func (g *Gateway) Operator() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", g.metrics.Handler())
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok")) }) //nolint:errcheck // the caller disconnected
	mux.HandleFunc("POST /purge", g.operatorOnly(g.answerPurge))
	mux.HandleFunc("/debug/pprof/", g.operatorOnly(pprof.Index))
	mux.HandleFunc("/debug/pprof/cmdline", g.operatorOnly(pprof.Cmdline))
	mux.HandleFunc("/debug/pprof/profile", g.operatorOnly(pprof.Profile))
	mux.HandleFunc("/debug/pprof/symbol", g.operatorOnly(pprof.Symbol))
	mux.HandleFunc("/debug/pprof/trace", g.operatorOnly(pprof.Trace))
	return mux
}

// operatorOnly passes requests that have TABLEFRONT_OPERATOR_TOKEN as bearer token or come from a program on this machine.
func (g *Gateway) operatorOnly(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !hasToken(r, g.config.OperatorToken) && !isLocalProgram(r) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="operator"`)
			http.Error(w, "send TABLEFRONT_OPERATOR_TOKEN as a bearer token, or call from this machine", http.StatusUnauthorized)
			return
		}
		next(w, r)
	}
}

func hasToken(r *http.Request, token string) bool {
	sent, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok || token == "" {
		return false
	}
	a, b := sha256.Sum256([]byte(sent)), sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
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
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	_, err = netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil || host == "localhost"
}

// answerPurge removes the cached responses of one branch, or of all.
func (g *Gateway) answerPurge(w http.ResponseWriter, r *http.Request) {
	prefix := ""
	if raw := r.URL.Query().Get("branch"); raw != "" {
		b := g.branches.Find(raw)
		if b == nil {
			http.Error(w, "this branch is not known", http.StatusNotFound)
			return
		}
		prefix = b.ID + " "
	}
	n := g.purge(prefix)
	w.Header().Set("Content-Type", "application/json")
	w.Write([]byte(`{"purged":` + strconv.Itoa(n) + "}\n")) //nolint:errcheck // the caller disconnected
}
