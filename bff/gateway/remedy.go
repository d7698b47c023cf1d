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
	if status := statusOf(err); status != 0 {
		return cause + ", the upstream answered " + strconv.Itoa(status)
	}
	return cause
}

// statusOf is the status of the answer that an error is about; 0 for none.
func statusOf(err error) int {
	var answered answerError
	var foreign foreignError
	switch {
	case errors.As(err, &answered):
		return answered.Status
	case errors.As(err, &foreign):
		return foreign.status
	}
	return 0
}

// Remedy says what an operator can do about a failed fetch where the cause is probably the configuration; "" for none.
func Remedy(err error) string {
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
	}
	switch statusOf(err) {
	case http.StatusUnauthorized, http.StatusForbidden:
		return "public calls need no login: is there a password, a firewall or another host in front of the backend?"
	case http.StatusNotFound, http.StatusGone:
		return "is the address right? The backend's API is at {address}/api"
	case http.StatusOK:
		return "a website answers, or a page in front of the backend: is the address right? The backend's API is at {address}/api"
	}
	return ""
}

// redirectError is a redirect that is not followed. Its target has no path and no query, which may hold what a customer typed.
type redirectError struct{ target string }

func (e redirectError) Error() string { return "the redirect to " + e.target + " is not followed" }

// newRedirectError returns the error of a Location header.
func newRedirectError(location string) redirectError { return redirectError{RedirectTarget(location)} }

// RedirectTarget says where a Location header leads: scheme and host.
func RedirectTarget(location string) string {
	u, err := url.Parse(location)
	switch {
	case err != nil || location == "":
		return "nowhere"
	case u.Host == "":
		return "another path"
	}
	return u.Scheme + "://" + u.Host
}
