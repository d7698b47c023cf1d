package upstream

import (
	"context"
	"net/http"
	"time"
)

// maxPictureConns bounds the connections to one host that fetch pictures; more requests wait for their turn.
const maxPictureConns = 32

// newPictureClient returns the client of a host's pictures: without cookies, without credentials, without redirects. Connections are
// of their own, so that slow pictures never keep an API call waiting.
func newPictureClient(dial dialFunc) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil,
			DialContext:            dial,
			MaxConnsPerHost:        maxPictureConns,
			MaxIdleConnsPerHost:    maxPictureConns,
			IdleConnTimeout:        60 * time.Second,
			TLSHandshakeTimeout:    3 * time.Second,
			ResponseHeaderTimeout:  10 * time.Second,
			DisableCompression:     true,
			MaxResponseHeaderBytes: maxHeader,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Picture requests a picture of this host. The address must begin with the host's own; the caller checks that, the status and the
// type, and closes the body, whose reading ends with ctx.
func (h *Host) Picture(ctx context.Context, address string, header http.Header) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, err
	}
	r.Header = header
	r.Header.Set("User-Agent", h.pool.o.UserAgent)
	return h.pictures.Do(r)
}
