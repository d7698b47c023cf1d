package site

import (
	"cmp"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"

	"tablefront/bff/representation"
)

// contentTypes are the kinds of files a client build holds. The table of the operating system differs between machines.
var contentTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".txt": "text/plain; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".ico": "image/x-icon", ".woff2": "font/woff2",
}

// asset is a file of the build. Its bytes stay in the executable until they are requested.
type asset struct {
	name     string
	br, gzip bool // it is there in this form too
	headers  http.Header
}

// readDist reads a build: index.html, the first paint's fragments, and the files to serve by their address.
func (s *Site) readDist() (index, first []byte, err error) {
	s.assets = map[string]*asset{}
	err = fs.WalkDir(s.dist, ".", func(name string, d fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(d.Name(), ".") // .gitkeep, .vite
		switch ext := path.Ext(name); {
		case err != nil:
		case hidden && d.IsDir():
			return fs.SkipDir
		case hidden, d.IsDir(), ext == ".br", ext == ".gz":
		case name == "index.html":
			index, err = fs.ReadFile(s.dist, name)
		case name == fragmentsFile:
			first, err = fs.ReadFile(s.dist, name)
		default:
			s.assets["/"+name], err = s.newAsset(name)
		}
		return err
	})
	return index, first, err
}

func (s *Site) newAsset(name string) (*asset, error) {
	text, err := fs.ReadFile(s.dist, name)
	if err != nil {
		return nil, err
	}
	control := "no-cache"
	if strings.HasPrefix(name, "assets/") { // their names contain a hash of their content
		control = "public, max-age=31536000, immutable"
	}
	kind := cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream")
	headers := http.Header{"Content-Type": {kind}, "Cache-Control": {control}, "Etag": {etagOf(text)}, "Vary": {"Accept-Encoding"}}
	if name == "sw.js" || name == "sw-off.js" {
		headers.Set("Service-Worker-Allowed", "/")
		// The worker requests its own origin only.
		headers.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'")
	}
	has := func(ending string) bool { _, err := fs.Stat(s.dist, name+ending); return err == nil }
	return &asset{name, has(".br"), has(".gz"), headers}, nil
}

func (s *Site) serveAsset(w http.ResponseWriter, r *http.Request, a *asset) {
	if notModified(w, r, a.headers) {
		return
	}
	encoding := representation.Choose(r.Header["Accept-Encoding"], a.br, a.gzip)
	in, err := s.dist.Open(a.name + map[representation.Encoding]string{representation.Brotli: ".br", representation.Gzip: ".gz"}[encoding])
	if err != nil {
		respondText(w, r, http.StatusInternalServerError, "The file cannot be read.")
		return
	}
	defer in.Close()
	w.Header()["Content-Encoding"] = encoding.Header()
	if info, err := in.Stat(); err == nil {
		w.Header()["Content-Length"] = []string{strconv.FormatInt(info.Size(), 10)}
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		io.Copy(w, in) //nolint:errcheck // the browser disconnected
	}
}
