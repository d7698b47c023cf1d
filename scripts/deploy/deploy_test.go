// Package deploy_test compares the files that an operator copies with the executable: its metrics, variables and paths, and the
// files in the image.
package deploy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"gopkg.in/yaml.v3"

	"tablefront/bff/gateway"
	"tablefront/bff/site"
)

// documents reads all YAML documents of a file.
func documents(t *testing.T, name string) []map[string]any {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	var all []map[string]any
	for {
		var one map[string]any
		err := decoder.Decode(&one)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, one)
	}
}

// exported returns the metrics that a running shop exports after one forwarded and one cached call and a page.
func exported(t *testing.T) map[string]bool {
	t.Helper()
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":[]}`)
	}))
	t.Cleanup(upstream.Close)
	dist := fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head></head><body></body></html>")}}
	shop, err := gateway.New(gateway.Config{
		Settings: site.Settings{Upstream: upstream.URL, Country: "de", Language: "de", Locale: "de", Currency: "EUR", Timezone: "Europe/Berlin", Vitals: true},
		DataDir:  t.TempDir(), UpstreamTimeout: 5e9, CacheBytes: 1 << 20, MaxAnswer: 1 << 20,
	}, dist, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = shop.Close() })
	for _, path := range []string{"/api/settings", "/api/me", "/"} {
		shop.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, path, nil))
	}
	answer := httptest.NewRecorder()
	shop.Operator().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	names := map[string]bool{}
	for line := range strings.Lines(answer.Body.String()) {
		if kind, ok := strings.CutPrefix(line, "# TYPE "); ok {
			name, what, _ := strings.Cut(strings.TrimSpace(kind), " ")
			names[name] = true
			if what == "histogram" {
				names[name+"_bucket"], names[name+"_sum"], names[name+"_count"] = true, true, true
			}
		}
	}
	return names
}

var metricName = regexp.MustCompile(`\b(?:tablefront|process|go)_[a-z_]+\b`)

func TestAlertsAndDashboardNameMetricsThatExist(t *testing.T) {
	names := exported(t)
	var used []string
	for _, name := range []string{"prometheus/alerts.yaml", "grafana/tablefront.json", "kubernetes/many/adapter-values.yaml", "kubernetes/many/autoscaler.yaml"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range metricName.FindAllString(string(text), -1) {
			if !names[found] {
				t.Errorf("%s names the metric %s, which the shop does not export", name, found)
			}
			used = append(used, found)
		}
	}
	for name := range names { // and every metric of the shop is used in an alert or the dashboard
		if strings.HasPrefix(name, "tablefront_") && !strings.HasSuffix(name, "_sum") && !strings.HasSuffix(name, "_count") && !slices.Contains(used, name) && !slices.Contains(used, name+"_bucket") {
			t.Errorf("nobody looks at the metric %s", name)
		}
	}
}

// Grafana asks the source that the operator has chosen: it is named by each panel, for all of its queries, and by the variables.
func TestDashboardAsksTheChosenSource(t *testing.T) {
	type named struct {
		Name, Title, Type string
		Datasource        struct{ Type, UID string }
		Targets           []struct {
			Expr       string
			Datasource any
		}
	}
	var board struct {
		Templating struct{ List []named }
		Panels     []named
	}
	text, err := os.ReadFile("grafana/tablefront.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	if len(board.Panels) < 10 || len(board.Templating.List) == 0 || board.Templating.List[0].Type != "datasource" {
		t.Fatalf("%d panels, variables %+v", len(board.Panels), board.Templating.List)
	}
	source := "${" + board.Templating.List[0].Name + "}"
	for _, of := range append(board.Templating.List[1:], board.Panels...) {
		if of.Datasource.Type != "prometheus" || of.Datasource.UID != source {
			t.Errorf("%s%s asks %+v", of.Name, of.Title, of.Datasource)
		}
		for _, target := range of.Targets {
			if target.Expr == "" || target.Datasource != nil {
				t.Errorf("%s: %+v", of.Title, target)
			}
		}
	}
}

// The memory limit is one figure: in each file that sets it and in what is said of it, with what the attacks measure below nine
// tenths of it, at which the garbage collector aims.
func TestOneMemoryLimit(t *testing.T) {
	for name, want := range map[string]string{
		"systemd/tablefront.service": "MemoryMax=512M", "systemd/tablefront@.service": "MemoryMax=512M",
		"compose.yaml": "limits: { memory: 512M }", "ten/compose.yaml": "limits: { memory: 512M }", "kubernetes/base/deployment.yaml": "limits: { memory: 512Mi }",
		"prometheus/alerts.yaml": "is 512 MiB", "../../docs/runbook.md": "(512 MiB in the files of this repository)", "../../docs/operator.md": "(512 MiB:",
		"../siege/memory_test.go": "memoryLimit = 460", "../../docs/siege.md": "≤ 460 MiB",
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), want) {
			t.Errorf("%s does not say %q", name, want)
		}
		for _, other := range memoryLimit.FindAllString(string(text), -1) {
			if !strings.Contains(other, "512") {
				t.Errorf("%s has another limit: %s", name, other)
			}
		}
	}
}

var memoryLimit = regexp.MustCompile(`MemoryMax=\S+|limits: \{[^}]*memory: \S+`)

// The unit for several shops is the unit for one, with the shop's name in its paths and its user, and without the socket.
func TestTheTemplateUnitIsTheUnit(t *testing.T) {
	lines := func(name string) (all []string) {
		text, err := os.ReadFile("systemd/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.NewReplacer("/%i", "", "@%i", "", "tablefront-%i", "tablefront").Replace(strings.TrimSpace(line))
			if line != "" && line[0] != '#' && !strings.HasPrefix(line, "Description=") && line != "User=tablefront" && !strings.HasSuffix(line, "=tablefront.socket") {
				all = append(all, line)
			}
		}
		return all
	}
	if one, many := lines("tablefront.service"), lines("tablefront@.service"); !slices.Equal(one, many) {
		t.Errorf("they differ:\n%q\n%q", one, many)
	}
}

func TestAlertRules(t *testing.T) {
	var file struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	text, err := os.ReadFile("prometheus/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if r.Alert == "" || seen[r.Alert] {
				t.Errorf("alert %q has no name, or one that is taken", r.Alert)
			}
			seen[r.Alert] = true
			if r.Expr == "" || r.Labels["severity"] == "" || r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
				t.Errorf("%s lacks an expression, a severity, a summary or a description", r.Alert)
			}
		}
	}
	if len(seen) == 0 {
		t.Fatal("no rules")
	}
	page, err := os.ReadFile("../../docs/runbook.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		sections[name] = body
		// The other sections are of what no alert names.
		if strings.HasPrefix(name, "Tablefront") && !seen[name] {
			t.Errorf("docs/runbook.md has a section for %s, which is no alert", name)
		}
		for _, part := range []string{"**Customers see**", "**Look at**", "**Do**", "**Call customers**"} {
			if !strings.Contains(body, part) {
				t.Errorf("docs/runbook.md: %s lacks %s", name, part)
			}
		}
	}
	for _, g := range file.Groups {
		for _, r := range g.Rules {
			if sections[r.Alert] == "" {
				t.Errorf("docs/runbook.md does not say what to do about %s", r.Alert)
			}
			if want := "docs/runbook.md#" + strings.ToLower(r.Alert); r.Annotations["runbook_url"] != want {
				t.Errorf("%s leads to %s, not to %s", r.Alert, r.Annotations["runbook_url"], want)
			}
		}
	}
}

// The parts of the manifests that prevent outages; scripts/deploy/check validates the rest.
func TestKubernetesDeployment(t *testing.T) {
	o := documents(t, "kubernetes/base/deployment.yaml")[0]
	spec := dig(o, "spec", "template", "spec")
	container := dig(spec, "containers", 0).(map[string]any)
	for _, probe := range []string{"startupProbe", "livenessProbe", "readinessProbe"} {
		path := dig(container, probe, "httpGet", "path")
		if want := map[bool]string{true: "/readyz", false: "/healthz"}[probe == "readinessProbe"]; path != want {
			t.Errorf("the %s asks %v, not %s", probe, path, want)
		}
	}
	if dig(container, "securityContext", "readOnlyRootFilesystem") != true || dig(spec, "securityContext", "runAsNonRoot") != true {
		t.Error("the shop can write its root or runs as root")
	}
	waits := 0
	for _, overlay := range []string{"one", "many"} {
		file := documents(t, "kubernetes/"+overlay+"/kustomization.yaml")[0]
		for _, line := range strings.Split(fmt.Sprint(dig(file, "patches", 0, "patch")), "\n") {
			if _, after, ok := strings.Cut(line, "preStop: { sleep: { seconds: "); ok {
				if _, err := fmt.Sscan(after, &waits); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if grace, _ := dig(spec, "terminationGracePeriodSeconds").(int); waits < 5 || grace < waits+25+2 {
		t.Errorf("%d s are too few for preStop (%d s) and a drain of 25 s", grace, waits)
	}
}

// dig returns the value at a path of names and indices, nil if there is none.
func dig(v any, path ...any) any {
	for _, step := range path {
		switch s := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[s]
		case int:
			l, _ := v.([]any)
			if s >= len(l) {
				return nil
			}
			v = l[s]
		}
	}
	return v
}

func TestComposeFile(t *testing.T) {
	file := documents(t, "compose.yaml")[0]
	if dig(file, "services", "tablefront", "read_only") != true {
		t.Error("the shop can write its root")
	}
	if dig(file, "services", "tablefront", "env_file", 0) != ".env" {
		t.Error("not every variable of .env reaches the shop")
	}
}

// The files that an operator edits have the variables that a restaurant outside Germany must change.
func TestOperatorsFilesAskForTheCountry(t *testing.T) {
	for _, name := range []string{"shop.env.example", "kubernetes/one/shop.env", "kubernetes/many/shop.env"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"SHOP_HOST=", "TABLEFRONT_UPSTREAM=", "TABLEFRONT_COUNTRY=", "TABLEFRONT_LANGUAGE=", "TABLEFRONT_LOCALE=", "TABLEFRONT_CURRENCY=", "TABLEFRONT_TIMEZONE="} {
			if !strings.Contains("\n"+string(text), "\n"+want) {
				t.Errorf("%s does not ask for %s", name, want)
			}
		}
	}
}

var variable = regexp.MustCompile(`\bTABLEFRONT_[A-Z_]+\b`)

// Every variable in an operator's file is one that the executable reads.
func TestVariablesExist(t *testing.T) {
	program, err := executable()
	if err != nil {
		t.Fatal(err)
	}
	help, err := exec.Command(program, "serve", "--help").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, help)
	}
	elsewhere := map[string]bool{"TABLEFRONT_CHECK_TOKEN": true} // tablefront check's own
	known := map[string]bool{}
	for _, name := range variable.FindAllString(string(help), -1) {
		known[name] = true
	}
	if !known["TABLEFRONT_UPSTREAM"] {
		t.Fatalf("the help names no variables: %.300s", help)
	}
	files := []string{"../../Dockerfile", "../../docs/operator.md"}
	if err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && !strings.HasSuffix(name, ".go") {
			files = append(files, name)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	documented := map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range variable.FindAllString(string(text), -1) {
			if !known[found] && !elsewhere[found] {
				t.Errorf("%s sets %s, which the shop does not read", name, found)
			}
			if strings.HasSuffix(name, "operator.md") {
				documented[found] = true
			}
		}
	}
	for name := range known {
		if !documented[name] {
			t.Errorf("docs/operator.md does not explain %s", name)
		}
	}
}

// A tag can be moved, a commit can't.
func TestActionsAreNamedByCommit(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	uses := regexp.MustCompile(`(?m)\buses:\s*(\S+)`)
	pinned := regexp.MustCompile(`^\./|@[0-9a-f]{40}$`)
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range uses.FindAllStringSubmatch(string(text), -1) {
			if !pinned.MatchString(match[1]) {
				t.Errorf("%s uses %s", name, match[1])
			}
		}
	}
}
