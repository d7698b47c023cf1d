package gateway

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"tablefront/bff/branches"
	"tablefront/bff/fault"
	"tablefront/bff/upstream"
)

// maxPicture bounds a picture's size in bytes.
const maxPicture = 16 << 20

// pictureTypes are the types that pass. An SVG may have scripts: it is served with a policy under which none runs.
var pictureTypes = []string{"image/avif", "image/webp", "image/jpeg", "image/png", "image/gif", "image/svg+xml", "image/x-icon", "image/vnd.microsoft.icon"}

// pictures are those of the upstreams.
type pictures struct{ branches *branches.Registry }

// answer answers GET /bff/picture?url=: a picture of the main host or of a listed branch, streamed (TABLEFRONT_PICTURES=proxied).
func (p pictures) answer(x *exchange) error {
	address := x.r.URL.Query().Get("url")
	host, err := p.host(address)
	if err != nil {
		return fault.UnknownBranch.Because(err)
	}
	asked := http.Header{"Accept": {"image/*"}}
	copyHeaders(asked, x.r.Header, "If-None-Match", "If-Modified-Since")
	found, err := host.Picture(x.r.Context(), x.out.client.Prefix(), address, asked)
	if err != nil {
		return err
	}
	defer found.Body.Close()
	if err := checkPicture(found); err != nil {
		return fault.UpstreamInvalid.Because(err)
	}
	h := x.header()
	copyHeaders(h, found.Header, "Content-Length", "Etag", "Last-Modified", "Cache-Control")
	if found.Header.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "public, max-age=3600")
	}
	h["Content-Security-Policy"] = []string{"default-src 'none'; style-src 'unsafe-inline'; sandbox"}
	if found.StatusCode == http.StatusNotModified {
		x.write(http.StatusNotModified, nil, nil)
		return nil
	}
	h.Set("Content-Type", found.Header.Get("Content-Type"))
	x.status = http.StatusOK
	x.w.WriteHeader(http.StatusOK)
	n, err := io.Copy(x.w, io.LimitReader(found.Body, maxPicture+1))
	x.bytes = int(n)
	if err == nil && n > maxPicture {
		err = errors.New("the picture is too large")
	}
	if err != nil { // it has begun; the browser must not take half a picture for a whole one
		x.fault = x.faultOf(&upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: err})
		x.status = x.fault.Status
		panic(http.ErrAbortHandler)
	}
	return nil
}

func copyHeaders(to, from http.Header, names ...string) {
	for _, name := range names {
		if v := from.Get(name); v != "" {
			to.Set(name, v)
		}
	}
}

// host returns the host of a picture's address: the main host or a listed branch, by scheme, host and port. A path of the API is none.
func (p pictures) host(address string) (*branches.Branch, error) {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("the picture's address is no http(s) address")
	}
	var host *branches.Branch
	for b := range p.branches.All() { // several may be on one host, each with an API
		base, err := url.Parse(b.Base)
		if err != nil || !strings.EqualFold(base.Scheme+"://"+base.Host, u.Scheme+"://"+u.Host) {
			continue
		}
		plain := path.Clean(u.Path) == u.Path && !strings.Contains(strings.ToLower(u.RawPath), "%2f") && !strings.Contains(u.Path, `\`)
		if !plain || u.Path == base.Path+"/api" || strings.HasPrefix(u.Path, base.Path+"/api/") {
			return nil, errors.New("the picture's address may be one of the API")
		}
		host = b
	}
	if host == nil {
		return nil, errors.New("the picture's host is not listed")
	}
	return host, nil
}

// checkPicture reports why a response is not a picture that may pass.
func checkPicture(found *http.Response) error {
	if found.StatusCode == http.StatusNotModified {
		return nil
	}
	if found.StatusCode != http.StatusOK {
		return fmt.Errorf("the picture's host answered %d", found.StatusCode)
	}
	kind, _, err := mime.ParseMediaType(found.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(pictureTypes, kind) {
		return errors.New("the answer is not a picture")
	}
	if found.ContentLength > maxPicture {
		return errors.New("the picture is too large")
	}
	return nil
}
