// Package assets serves the files of the client's build.
package assets

import (
	"cmp"
	"io"
	"io/fs"
	"net/http"
	"path"
	"slices"
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

// Files are the files of a build by their address.
type Files struct {
	dist      fs.FS
	byAddress map[string]*asset
}

// Read lists the files of a build, except those with one of these names.
func Read(dist fs.FS, except ...string) (*Files, error) {
	f := &Files{dist, map[string]*asset{}}
	return f, fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(d.Name(), ".") // .gitkeep, .vite
		switch ext := path.Ext(name); {
		case err != nil:
		case hidden && d.IsDir():
			return fs.SkipDir
		case hidden, d.IsDir(), ext == ".br", ext == ".gz", slices.Contains(except, name):
		default:
			f.byAddress["/"+name], err = f.newAsset(name)
		}
		return err
	})
}

// Serve serves the file of an address. It is false if there is none.
func (f *Files) Serve(w http.ResponseWriter, r *http.Request, address string) bool {
	a := f.byAddress[address]
	if a != nil {
		f.serve(w, r, a)
	}
	return a != nil
}

func (f *Files) newAsset(name string) (*asset, error) {
	text, err := fs.ReadFile(f.dist, name)
	if err != nil {
		return nil, err
	}
	control := "no-cache"
	if strings.HasPrefix(name, "assets/") { // their names contain a hash of their content
		control = "public, max-age=31536000, immutable"
	}
	kind := cmp.Or(contentTypes[path.Ext(name)], "application/octet-stream")
	headers := http.Header{"Content-Type": {kind}, "Cache-Control": {control}, "Etag": {representation.ETag(text)}, "Vary": {"Accept-Encoding"}}
	if name == "sw.js" || name == "sw-off.js" {
		headers.Set("Service-Worker-Allowed", "/")
		// The worker requests its own origin only.
		headers.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'")
	}
	has := func(ending string) bool { _, err := fs.Stat(f.dist, name+ending); return err == nil }
	return &asset{name, has(".br"), has(".gz"), headers}, nil
}

func (f *Files) serve(w http.ResponseWriter, r *http.Request, a *asset) {
	if representation.NotModified(w, r, a.headers) {
		return
	}
	encoding := representation.Choose(r.Header["Accept-Encoding"], a.br, a.gzip)
	in, err := f.dist.Open(a.name + map[representation.Encoding]string{representation.Brotli: ".br", representation.Gzip: ".gz"}[encoding])
	if err != nil {
		http.Error(w, "The file cannot be read.", http.StatusInternalServerError)
		return
	}
	defer in.Close()
	w.Header()["Content-Encoding"] = encoding.Header()
	if info, err := in.Stat(); err == nil {
		w.Header()["Content-Length"] = []string{strconv.FormatInt(info.Size(), 10)}
	}
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		io.Copy(w, in)
	}
}
