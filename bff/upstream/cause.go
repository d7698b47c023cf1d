package upstream

import (
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
)

// Causes are the values of CauseOf, for metrics.
var Causes = [...]string{"refused", "unknown_host", "no_route", "address_not_allowed", "tls", "reset", "timeout", "invalid", "not_a_backend", "http_5xx", "other"}

// CauseOf says in one of the words of Causes why a call failed, without a host name or an address; "" for no error.
func CauseOf(err error) string {
	var dns *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var e *Error
	kind := Kind("")
	if errors.As(err, &e) {
		kind = e.Kind
	}
	switch {
	case err == nil:
		return ""
	case errors.Is(err, errUnwell):
		return "http_5xx"
	case errors.Is(err, ErrNotABackend):
		return "not_a_backend"
	case errors.Is(err, errRefused):
		return "address_not_allowed"
	case errors.As(err, &dns):
		return "unknown_host"
	case errors.As(err, &certificate), errors.As(err, &record), errors.As(err, &alert), errors.Is(err, http.ErrSchemeMismatch):
		return "tls"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return "no_route"
	case kind == Timeout:
		return "timeout"
	case kind == Invalid:
		return "invalid"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "reset"
	}
	return "other"
}
