package upstream

import (
	"context"
	"io"
	"net/http"
	"time"
)

const (
	// maxPictures bounds the pictures that are fetched from one host at the same time; more are refused as Busy.
	maxPictures = 128
	// pictureShare is how many of them one client may have: as many as a browser opens.
	pictureShare = 8
)

// Picture requests a picture of this host on behalf of a client (the prefix of its address). The address must begin with the host's own; the caller checks that, the
// status and the type. The header section must come within the timeout of the Pool, and so must each further piece of the body; the whole may take longer. The
// caller closes the body. The error is an *Error.
func (h *Host) Picture(ctx context.Context, client, address string, header http.Header) (*http.Response, error) {
	if err := h.gallery.enter(client, maxPictures, min(pictureShare, h.pool.o.Share)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	stalled := time.AfterFunc(h.pool.o.Timeout, cancel)
	end := func() {
		stalled.Stop()
		cancel()
		h.gallery.leave(client)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err == nil {
		r.Header = header
		r.Header.Set("User-Agent", h.pool.o.UserAgent)
		var answer *http.Response
		if answer, err = h.pictures.Do(r); err == nil {
			stalled.Stop()
			answer.Body = &progressing{ReadCloser: answer.Body, stalled: stalled, within: h.pool.o.Timeout, end: end}
			return answer, nil
		}
	}
	end()
	return nil, &Error{Kind: Unreachable, Cause: err}
}

// progressing is a body of which each piece has a deadline, not the whole: a slow reader gets it all.
type progressing struct {
	io.ReadCloser
	stalled *time.Timer
	within  time.Duration
	end     func()
}

func (p *progressing) Read(b []byte) (int, error) {
	p.stalled.Reset(p.within)
	defer p.stalled.Stop() // while the caller passes it on, the host is not late
	return p.ReadCloser.Read(b)
}

func (p *progressing) Close() error {
	defer p.end()
	return p.ReadCloser.Close()
}
