package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"tablefront/bff/representation"
)

// contentTypes are the kinds of files a client build holds. The table of the operating system differs between machines.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".json": "application/json", ".map": "application/json", ".svg": "image/svg+xml",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".gif": "image/gif",
	".ico": "image/x-icon", ".woff2": "font/woff2", ".woff": "font/woff", ".ttf": "font/ttf", ".txt": "text/plain; charset=utf-8",
	".xml": "application/xml", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".mp3": "audio/mpeg", ".pdf": "application/pdf",
}

// asset is a file in all its forms, with prepared headers. Its bytes stay in the executable until they are requested.
type asset struct {
	plain, br, gzip *file // br and gzip may be nil
	headers         []headerValue
	etag            string
}

// file is one file of a build.
type file struct {
	dist fs.FS
	name string
	size int64
}

type headerValue struct {
	name  string
	value []string
}

// readDist reads a build: index.html, the first paint's fragments, and the files to serve by their address.
func readDist(dist fs.FS) (index, first []byte, assets map[string]*asset, err error) {
	assets = map[string]*asset{}
	files := map[string]*file{}
	err = fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name != "." && strings.HasPrefix(d.Name(), ".") { // .gitkeep, .vite
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files[name] = &file{dist, name, info.Size()}
		return nil
	})
	for name, f := range files {
		ext := path.Ext(name)
		if ext == ".br" || ext == ".gz" {
			if _, ok := files[strings.TrimSuffix(name, ext)]; ok {
				continue
			}
		}
		if into := map[string]*[]byte{"index.html": &index, fragmentsFile: &first}[name]; into != nil {
			var readErr error
			*into, readErr = fs.ReadFile(dist, name)
			err = errors.Join(err, readErr)
			continue
		}
		a := &asset{plain: f, br: files[name+".br"], gzip: files[name+".gz"]}
		err = errors.Join(err, a.prepare())
		assets["/"+name] = a
	}
	return index, first, assets, err
}

// prepare sets the headers.
func (a *asset) prepare() error {
	sum, name := sha256.New(), a.plain.name
	if err := a.plain.copyTo(sum); err != nil {
		return err
	}
	a.etag = etagOfSum(sum.Sum(nil))
	kind, ok := contentTypes[strings.ToLower(path.Ext(name))]
	if !ok {
		kind = "application/octet-stream"
	}
	control := "no-cache"
	if strings.HasPrefix(name, "assets/") { // their names contain a hash of their content
		control = "public, max-age=31536000, immutable"
	}
	a.headers = []headerValue{
		{"Content-Type", []string{kind}},
		{"Cache-Control", []string{control}},
		{"Etag", []string{a.etag}},
		{"Vary", []string{"Accept-Encoding"}},
	}
	if name == "sw.js" || name == "sw-off.js" {
		a.headers = append(a.headers, headerValue{"Service-Worker-Allowed", []string{"/"}},
			// The worker requests its own origin only.
			headerValue{"Content-Security-Policy", []string{"default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'"}})
	}
	return nil
}

var copyBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

// copyTo writes the file's bytes.
func (f *file) copyTo(w io.Writer) error {
	in, err := f.dist.Open(f.name)
	if err != nil {
		return err
	}
	defer in.Close()
	buffer := copyBuffers.Get().(*[32 << 10]byte) //nolint:forcetypeassert // only such arrays are pooled
	defer copyBuffers.Put(buffer)
	_, err = io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{in}, buffer[:])
	return err
}

func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	for i := range a.headers {
		h[a.headers[i].name] = a.headers[i].value
	}
	if notModified(w, r, a.etag) {
		return
	}
	f, encoding := a.plain, representation.Choose(r.Header["Accept-Encoding"], a.br != nil, a.gzip != nil)
	switch encoding {
	case representation.Brotli:
		f = a.br
	case representation.Gzip:
		f = a.gzip
	case representation.Identity:
	}
	setEncoding(h, encoding)
	h["Content-Length"] = []string{strconv.FormatInt(f.size, 10)}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		f.copyTo(w) //nolint:errcheck // the browser disconnected
	}
}

func etagOf(b []byte) string {
	sum := sha256.Sum256(b)
	return etagOfSum(sum[:])
}

func etagOfSum(sum []byte) string { return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"` }

// send writes the text in the encoding that the browser prefers, or 304. It returns the bytes newly allocated for a form.
func (p *compressed) send(w http.ResponseWriter, r *http.Request, etag string) (grown int64) {
	if notModified(w, r, etag) {
		return 0
	}
	encoding := representation.Choose(r.Header["Accept-Encoding"], true, true)
	body, grown := p.form(encoding)
	setEncoding(w.Header(), encoding)
	sendText(w, r, body)
	return grown
}

// notModified responds with 304 if the browser has the content.
func notModified(w http.ResponseWriter, r *http.Request, etag string) bool {
	if !representation.Matches(r.Header["If-None-Match"], etag) {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}

func setEncoding(h http.Header, e representation.Encoding) {
	if v := e.Header(); v != nil {
		h["Content-Encoding"] = v
	}
}

func sendText(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		w.Write(body) //nolint:errcheck // the browser disconnected
	}
}

// fileLife is how long robots.txt, sitemap.xml and manifests are cached.
const fileLife = 30 * time.Second

func (s *Site) serveFile(w http.ResponseWriter, r *http.Request, key, kind string, version uint64, build func() []byte) {
	now := s.c.Now()
	e := s.files.Get(key)
	if e == nil || e.version != version || now.Sub(e.made) > fileLife || now.Before(e.made) {
		body := build()
		e = &entry{key: key, version: version, made: now, body: compress(body), etag: etagOf(body)}
		s.files.Put(e)
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=300")
	if strings.HasPrefix(kind, "text/css") { // it is requested after a change
		h.Set("Cache-Control", "private, no-cache")
	}
	h.Set("Etag", e.etag)
	h.Set("Vary", "Accept-Encoding, Cookie")
	s.files.Reweigh(e, e.body.send(w, r, e.etag))
}

// newlines normalises line breaks as a browser does before it hashes.
func newlines(b []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
}
