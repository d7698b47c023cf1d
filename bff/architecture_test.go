package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rule restricts who may import a package (docs/architecture.md section 2), and says why.
type rule struct {
	// imports is a prefix of the import paths that the rule restricts.
	imports string
	// only lists the files (by path below bff/, or a folder with a slash at its end) that may have the import. Tests
	// of those folders may have it too.
	only []string
	// never lists files or folders that must not have it, where `only` would be too long.
	never []string
	// tests may have it wherever they are.
	tests bool
	why   string
}

var rules = []rule{
	{imports: "github.com/go-resty/resty", only: []string{"upstream/client.go"}, why: "resty's defaults are unsafe: one file turns them all off"},
	{imports: "github.com/sony/gobreaker", only: []string{"upstream/breaker.go"}, why: "what counts as a failure is decided in one place"},
	{imports: "github.com/patrickmn/go-cache", only: []string{"cache/"}, why: "go-cache is unbounded: the catalogue decides which keys are stored"},
	{imports: "github.com/gin-gonic/gin", only: []string{"gateway/server.go"}, why: "gin matches paths and nothing else; its contexts must not outlive a handler"},
	{imports: "github.com/redis/go-redis", only: []string{"cluster/"}, why: "what instances share is in one package: a single instance runs without it"},
	{imports: "github.com/gofrs/flock", only: []string{"orders/", "cache/snapshot.go"}, why: "one process writes a file"},
	{imports: "tablefront/bff/recordlog", only: []string{"orders/", "cache/"}, why: "files are written by the snapshot and the journal alone"},
	{imports: "github.com/prometheus/", only: []string{"gateway/metrics.go", "gateway/operator.go", "gateway/browsererror.go", "gateway/vitals.go", "branches/", "upstream/", "cache/", "cluster/"}, why: "a package declares in its metrics.go what it counts, the gateway what only one file counts in that file; others only count"},
	{imports: "github.com/andybalholm/brotli", only: []string{"representation/", "upstream/body.go"}, tests: true, why: "packing costs: it happens where it is done once"},
	{imports: "github.com/coreos/go-oidc", only: []string{"social/"}, why: "login tokens are verified in one package"},
	{imports: "github.com/microcosm-cc/bluemonday", only: []string{"site/"}, why: "HTML is sanitised in one package"},
	{imports: "github.com/getkin/kin-openapi", only: []string{}, tests: true, why: "the contract is read when the code is generated; the program does not interpret it"},
	{imports: "gopkg.in/yaml.v3", only: []string{}, tests: true, why: "nothing that the program reads is YAML"},
	{imports: "golang.org/x/net/idna", only: []string{"branches/", "gateway/paymentpage.go"}, why: "host names are normalised in one place"},
	{imports: "github.com/hashicorp/golang-lru", only: []string{"ratelimit/", "expiring/", "site/documents.go", "listener/"}, why: "what outsiders can add to is bounded in a few places"},
	{imports: "tablefront/client", only: []string{"serve.go", "licenses.go", "site/"}, why: "the built client is handed in, so that tests need no build"},
	{imports: "encoding/json", never: []string{"envelope/", "gateway/answer.go", "gateway/forward.go", "gateway/send.go", "gateway/response.go", "gateway/cached.go", "gateway/fetch.go"}, why: "responses are read as bytes: decoding changes numbers and costs several times as much"},
	{imports: "math/rand", only: []string{"freeaddr/"}, tests: true, why: "nothing here may be guessable"},
	{imports: "unsafe", only: []string{}, why: "no speed is worth it"},
	{imports: "net/http/httputil", only: []string{}, why: "requests are rebuilt, never forwarded as they came"},
	{imports: "net/http/cookiejar", only: []string{}, why: "cookies are a customer's, never the process's"},
}

// layers are the packages of bff/, the lowest first. A package imports only packages of lower layers. Tests may import
// anything.
var layers = [][]string{
	{"fault", "langtag", "freeaddr", "eventually", "raced", "site/accent", "rawjson", "representation", "safego", "recordlog", "cookiejar", "ratelimit", "logging", "listener", "expiring", "proxies"},
	{"cluster/redistest", "session", "envelope", "reading", "geocode", "upstream", "orders", "social", "site/assets"},
	{"branches", "cluster", "cache"},
	{"catalogue", "site/shop"},
	{"site/firstpaint"},
	{"site"},
	{"gateway"},
	{"."},
}

// layerOf returns the index of a package's layer, -1 for none.
func layerOf(name string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, name) })
}

// upwards reports whether a package imports one of its own layer or of a higher one.
func upwards(from, to string) bool { return layerOf(from) <= layerOf(to) }

// breaches lists the imports of a source file that break a rule. path is below bff/.
func breaches(path string, src []byte) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	test := strings.HasSuffix(path, "_test.go")
	var out []string
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if to, ours := strings.CutPrefix(name, "tablefront/bff/"); ours && !test && upwards(filepath.ToSlash(filepath.Dir(path)), to) {
			out = append(out, fmt.Sprintf("%s imports %s: imports go down only", path, name))
		}
		for _, r := range rules {
			if name != r.imports && !strings.HasPrefix(name, strings.TrimSuffix(r.imports, "/")+"/") {
				continue
			}
			if test && r.tests {
				continue
			}
			if r.never != nil && !test && slices.ContainsFunc(r.never, func(p string) bool { return within(path, p) }) ||
				r.never == nil && !allowed(path, r.only, test) {
				out = append(out, fmt.Sprintf("%s imports %s: %s", path, name, r.why))
			}
		}
	}
	return out, nil
}

func allowed(path string, only []string, test bool) bool {
	for _, p := range only {
		if within(path, p) || test && filepath.Dir(path) == filepath.Dir(p) {
			return true
		}
	}
	return test && len(only) > 0 && !strings.HasSuffix(only[0], ".go") || test && testMay(path)
}

// testMay reports whether a file is a test that may import anything: those of package main.
func testMay(path string) bool { return filepath.Dir(path) == "." }

func within(path, place string) bool {
	return path == place || strings.HasSuffix(place, "/") && strings.HasPrefix(path, place)
}

func TestImportRules(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		found, err := breaches(filepath.ToSlash(path), src)
		for _, b := range found {
			t.Error(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 30 {
		t.Fatalf("only %d files were looked at", files)
	}
}

func TestEveryPackageHasItsLayer(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") {
			found[filepath.ToSlash(filepath.Dir(path))] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range found {
		if layerOf(name) < 0 {
			t.Errorf("%s is in no layer", name)
		}
	}
	for _, name := range slices.Concat(layers...) {
		if !found[name] {
			t.Errorf("the layers name %s, which is not there", name)
		}
	}
}

// The picture in docs/architecture.md section 2 has each import between two packages of bff/, and no other.
func TestThePictureHasEveryImport(t *testing.T) {
	page, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```mermaid\nflowchart TD\n")
	picture, _, _ := strings.Cut(rest, "```")
	drawn := map[string]bool{}
	for line := range strings.Lines(picture) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " --> ")
		for a := range strings.SplitSeq(from, " & ") {
			for b := range strings.SplitSeq(to, " & ") {
				drawn[a+" --> "+b] = true
			}
		}
	}
	imports := map[string]bool{}
	err = filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		from := filepath.ToSlash(filepath.Dir(path))
		if from == "." {
			from = "main"
		}
		for _, spec := range file.Imports {
			if to, ours := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "tablefront/bff/"); ours {
				imports[from+" --> "+to] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for edge := range imports {
		if !drawn[edge] {
			t.Errorf("the picture lacks %s", edge)
		}
	}
	for edge := range drawn {
		if !imports[edge] {
			t.Errorf("the picture has %s, which is no import", edge)
		}
	}
}

func TestTheCheckOfImportsCanFail(t *testing.T) {
	canaries := map[string]string{
		"gateway/answer.go":    "github.com/go-resty/resty/v2",
		"gateway/breaker.go":   "github.com/sony/gobreaker/v2",
		"catalogue/x.go":       "github.com/patrickmn/go-cache",
		"catalogue/y.go":       "tablefront/bff/gateway",
		"cache/x.go":           "tablefront/bff/branches",
		"site/site.go":         "github.com/gin-gonic/gin",
		"session/session.go":   "tablefront/bff/gateway",
		"upstream/client.go":   "net/http/cookiejar",
		"upstream/verdict.go":  "tablefront/bff/cache",
		"envelope/envelope.go": "encoding/json",
		"gateway/forward.go":   "net/http/httputil",
		"orders/journal.go":    "math/rand/v2",
		"gateway/record.go":    "github.com/prometheus/client_golang/prometheus",
		"geocode/geocode.go":   "github.com/prometheus/client_golang/prometheus",
		"upstream/breaker.go":  "unsafe",
	}
	for path, name := range canaries {
		found, err := breaches(path, []byte("package p\nimport _ "+strconv.Quote(name)+"\n"))
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Errorf("%s may import %s", path, name)
		}
	}
	if found, _ := breaches("upstream/client.go", []byte("package p\nimport _ \"github.com/go-resty/resty/v2\"\n")); len(found) > 0 {
		t.Error("the one place of resty is refused: ", found)
	}
}

func TestPackageNamesSayWhatTheyDo(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		for _, word := range []string{"util", "helper", "common", "manager", "misc"} {
			if strings.Contains(strings.ToLower(d.Name()), word) {
				t.Errorf("%s has a name that says nothing", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
