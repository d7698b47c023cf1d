package gateway

import (
	"crypto/tls"
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"tablefront/bff/upstream"
)

// withStatus adds the upstream's status to the cause of a failed fetch, if it answered.
func withStatus(cause string, err error) string {
	var answered answeredError
	if errors.As(err, &answered) {
		return cause + ", the upstream answered " + strconv.Itoa(answered.Status)
	}
	return cause
}

// remedyFor says what an operator can do about a failed fetch where the cause is probably the configuration; "" for none.
func remedyFor(err error) string {
	var answered answeredError
	var certificate *tls.CertificateVerificationError
	var moved redirectError
	switch {
	case errors.Is(err, upstream.ErrNotABackend):
		return "set TABLEFRONT_UPSTREAM to the address of the backend, not of a shop"
	case errors.Is(err, http.ErrSchemeMismatch):
		return "the backend speaks http: replace https:// in its address"
	case errors.As(err, &certificate):
		return "if the certificate is self-signed or of an authority of your own, set SSL_CERT_FILE to the authority's PEM file"
	case errors.As(err, &moved):
		return "set the address of the backend to the one that it redirects to"
	case errors.As(err, &answered) && (answered.Status == http.StatusUnauthorized || answered.Status == http.StatusForbidden):
		return "public calls need no login: is there a password, a firewall or another host in front of the backend?"
	case errors.As(err, &answered) && absent(answered.Status):
		return "is the address right? The backend's API is at {address}/api"
	}
	return ""
}

// redirectError is a redirect that is not followed. Its target has no path and no query, which may hold what a customer typed.
type redirectError struct{ target string }

func (e redirectError) Error() string { return "the redirect to " + e.target + " is not followed" }

// newRedirectError returns the error of a Location header.
func newRedirectError(location string) redirectError {
	u, err := url.Parse(location)
	switch {
	case err != nil || location == "":
		return redirectError{"nowhere"}
	case u.Host == "":
		return redirectError{"another path"}
	}
	return redirectError{u.Scheme + "://" + u.Host}
}
