package main

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tablefront/client"
)

func environment(pairs map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := pairs[name]
		return v, ok
	}
}

func TestDefaultsAreThoseOfTheWire(t *testing.T) {
	c, err := readConfig(nil, environment(map[string]string{"TABLEFRONT_UPSTREAM": "https://Shop.example:443/"}))
	if err != nil {
		t.Fatal(err)
	}
	if c.addr != "127.0.0.1:8080" || c.Upstream != "https://shop.example" || c.Country != "de" || c.Language != "de" || c.Locale != "de" ||
		c.Currency != "EUR" || c.Timezone != "Europe/Berlin" || c.DataDir != "./data" || c.BrowserTokens || c.metricsAddr != "127.0.0.1:9090" ||
		c.UpstreamTimeout != 10*time.Second || c.CacheTTL != 5*time.Minute || len(c.TrustedProxies) != 0 || !c.CustomCode || c.CataloguePerUser {
		t.Fatalf("%+v", c)
	}
}

func TestAFlagWinsOverTheEnvironment(t *testing.T) {
	env := environment(map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", "TABLEFRONT_CACHE_TTL": "1m", "TABLEFRONT_METRICS_ADDR": ""})
	c, err := readConfig([]string{"--upstream", "https://b.example", "--token-custody=browser"}, env)
	if err != nil {
		t.Fatal(err)
	}
	if c.Upstream != "https://b.example" || c.CacheTTL != time.Minute || c.metricsAddr != "" || !c.BrowserTokens {
		t.Fatalf("%+v", c)
	}
}

func TestAllErrorsAreReportedAtOnce(t *testing.T) {
	bad := map[string]string{
		"ADDR": "nowhere", "UPSTREAM": "ftp://x", "BRANCHES": "https://ok.example,javascript:1", "COUNTRY": "deu", "LANGUAGE": "german",
		"LOCALE": "?", "CURRENCY": "EURO", "TIMEZONE": "Mars/Olympus", "SESSION_KEY": "short", "TOKEN_CUSTODY": "pocket",
		"TRUSTED_PROXIES": "10.0.0.0/99", "METRICS_ADDR": "x", "UPSTREAM_TIMEOUT": "soon", "CACHE_TTL": "-1s", "CACHE_BYTES": "1",
		"CATALOGUE_PER_USER": "maybe", "MAX_ANSWER_BYTES": "all", "LIMIT_FACTOR": "-1", "REDIS_URL": "redis://x", "LOG_LEVEL": "loud",
		"PUBLIC_URL": "shop", "ACCENT": "red", "TILES_URL": "https://t.example/{z}", "GEOCODER_URL": "x",
		"FACEBOOK_APP_ID": "1", "PAYMENT_HOSTS": "https://x",
		"CUSTOM_CODE": "perhaps", "DRAIN_TIMEOUT": "0s", "TEXTS": "mine", "PICTURES": "all",
		"CSP_SCRIPT": "'unsafe-inline'", "CSP_CONNECT": "https:", "CSP_STYLE": "https://fonts.example/css", "CSP_FONT": "*", "CSP_IMG": "https://a.example b.example",
		"CSP_FRAME": "https://chat.example; script-src *",
	}
	env := map[string]string{}
	for name, value := range bad {
		env[envPrefix+name] = value
	}
	_, err := readConfig(nil, environment(env))
	if err == nil {
		t.Fatal("all of it is accepted")
	}
	for name := range bad {
		if !strings.Contains(err.Error(), envPrefix+name) {
			t.Errorf("nothing is said about %s", name)
		}
	}
}

func TestNoNumberIsNoLimit(t *testing.T) {
	if _, err := readConfig(nil, environment(map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", "TABLEFRONT_LIMIT_FACTOR": "NaN"})); err == nil {
		t.Error("NaN turns all limits off")
	}
}

// A Facebook login needs both the app's id and its secret.
func TestLoginProvidersAreValidated(t *testing.T) {
	for name, value := range map[string]string{"FACEBOOK_APP_ID": "1", "FACEBOOK_APP_SECRET": "s"} {
		env := environment(map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", envPrefix + name: value})
		if _, err := readConfig(nil, env); err == nil || !strings.Contains(err.Error(), envPrefix+name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestUnusableConfigurationExitsWithTwo(t *testing.T) {
	t.Setenv("TABLEFRONT_UPSTREAM", "")
	var out, errs bytes.Buffer
	if code := run([]string{"serve"}, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "TABLEFRONT_UPSTREAM") {
		t.Fatalf("%d %s", code, errs.String())
	}
	if code := run([]string{"--no-such-flag"}, &out, &errs); code != exitUsage {
		t.Fatalf("an unknown flag exits with %d", code)
	}
	if code := run([]string{"dance"}, &out, &errs); code != exitUsage {
		t.Fatalf("an unknown command exits with %d", code)
	}
}

func TestHelpNamesEverySetting(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run([]string{"serve", "--help"}, &out, &errs); code != exitOK {
		t.Fatalf("%d %s", code, &errs)
	}
	for _, s := range settings(&configuration{}) {
		if !strings.Contains(out.String(), "--"+s.flagName()) || !strings.Contains(out.String(), envPrefix+s.env) {
			t.Errorf("%s is not explained", s.env)
		}
	}
}

// Each command explains itself: its usage line, what it does and its exit codes, not those of another command.
func TestEachCommandHasItsOwnHelp(t *testing.T) {
	for _, c := range commands {
		for _, help := range []string{"--help", "-h"} {
			var out, errs bytes.Buffer
			if code := run([]string{c.name, help}, &out, &errs); code != exitOK {
				t.Errorf("%s %s exits with %d", c.name, help, code)
			}
			text := out.String() + errs.String()
			if !strings.HasPrefix(text, "Usage: tablefront "+c.name) {
				t.Errorf("%s %s prints %.80q", c.name, help, text)
			}
			for _, other := range commands {
				if other.name != c.name && strings.Contains(text, "Usage: tablefront "+other.name) {
					t.Errorf("%s %s prints the usage of %s", c.name, help, other.name)
				}
			}
			if c.name != "version" && !strings.Contains(text, "Exit codes:") {
				t.Errorf("%s %s does not name the exit codes", c.name, help)
			}
		}
	}
}

// The operator's table has a row for every setting, with its default, and no other.
// The licence texts that the build collected are in the program.
func TestLicenses(t *testing.T) {
	text, missing := client.Dist.ReadFile("dist/licenses.txt")
	var out, errs bytes.Buffer
	code := run([]string{"licenses"}, &out, &errs)
	if missing != nil {
		if code != exitFailed || !strings.Contains(errs.String(), "make build") {
			t.Errorf("without the texts: %d %s", code, &errs)
		}
		return
	}
	if code != exitOK || !bytes.Equal(out.Bytes(), text) || !strings.Contains(out.String(), "github.com/gin-gonic/gin") {
		t.Errorf("%d, %d of %d bytes: %s", code, out.Len(), len(text), &errs)
	}
}

func TestOperatorsTableIsTheList(t *testing.T) {
	page, err := os.ReadFile("../docs/operator.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n## Every variable\n")
	table, _, _ = strings.Cut(table, "\n## ")
	rows := map[string]string{}
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		name, isVariable := strings.CutPrefix(strings.Trim(strings.Join(cells[1:min(2, len(cells))], ""), " `"), envPrefix)
		if !isVariable || len(cells) < 5 {
			continue
		}
		if strings.TrimSpace(cells[3]) == "" {
			t.Errorf("%s: the table does not say what for", name)
		}
		rows[name] = strings.TrimSpace(cells[2])
	}
	for _, s := range settings(&configuration{}) {
		shown, ok := rows[s.env]
		if !ok {
			t.Errorf("docs/operator.md has no row for %s%s", envPrefix, s.env)
		}
		_, code, _ := strings.Cut(shown, "`")
		code, _, _ = strings.Cut(code, "`")
		if code != s.value {
			t.Errorf("%s: the table's default is %q, the program's %q", s.env, code, s.value)
		}
		delete(rows, s.env)
	}
	for name := range rows {
		t.Errorf("docs/operator.md explains %s%s, which does not exist", envPrefix, name)
	}
}

func TestSeveralSessionKeys(t *testing.T) {
	one, two := bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{2}, 32)
	c, err := readConfig(nil, environment(map[string]string{
		"TABLEFRONT_UPSTREAM":    "https://a.example",
		"TABLEFRONT_SESSION_KEY": base64.StdEncoding.EncodeToString(one) + ", " + base64.RawURLEncoding.EncodeToString(two),
	}))
	if err != nil || len(c.SessionKeys) != 2 || !bytes.Equal(c.SessionKeys[1], two) {
		t.Fatal(c.SessionKeys, err)
	}
}

// Values that would start and then hurt are refused with what is wrong about them.
func TestValuesThatWouldHurtLaterAreRefused(t *testing.T) {
	for _, c := range []struct{ name, value, says string }{
		{"ADDR", "127.0.0.1:99999", "host:port"},
		{"UPSTREAM", "https://a.example:99999", "http or https URL"},
		{"UPSTREAM", "https://a.example/api", "ends in /api"},
		{"UPSTREAM", "https://a.example/shop/api/", "ends in /api"},
		{"UPSTREAM", "a.example", "write https:// before it"},
		{"BRANCHES", "https://b.example/api", "ends in /api"},
		{"PUBLIC_URL", "shop.example", "write https:// before it"},
		{"CURRENCY", "Euro", `"Euro" must be three letters`},
		{"LOG_LEVEL", "loud", `"loud" must be debug`},
		{"SESSION_KEY", "c2hvcnQ=", "has 5 bytes, it must have 32 bytes in base64: create it with openssl rand -base64 32"},
		{"PUBLIC_URL", "https://shop.example:99999", "http or https URL"},
		{"PUBLIC_URL", "https://shop.example/pizza/", "no path"},
		{"TRUSTED_PROXIES", "0.0.0.0/0", "trusts everybody"},
		{"TRUSTED_PROXIES", "10.0.0.0/8,::/0", "trusts everybody"},
		{"UPSTREAM_TIMEOUT", "30s", "TABLEFRONT_DRAIN_TIMEOUT: must be at least 40s"},
		{"HSTS", "everywhere", "host, subdomains or off"},
		{"UPSTREAM", `"https://a.example"`, "TABLEFRONT_UPSTREAM: \"\\\"https://a.example\\\"\" is in quotes"},
		{"SHOP_PHONE", "'030 1234'", "leave them out"},
		{"DRAIN_TIMEOUT", "10s", "TABLEFRONT_DRAIN_TIMEOUT: must be at least 20s"},
	} {
		pairs := map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", envPrefix + c.name: c.value}
		if _, err := readConfig(nil, environment(pairs)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s=%s: %v", c.name, c.value, err)
		}
	}
	pairs := map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", "TABLEFRONT_UPSTREAM_TIMEOUT": "30s", "TABLEFRONT_DRAIN_TIMEOUT": "40s", "TABLEFRONT_TRUSTED_PROXIES": "10.0.0.0/8,fc00::/7", "TABLEFRONT_PUBLIC_URL": "https://shop.example/"}
	if _, err := readConfig(nil, environment(pairs)); err != nil {
		t.Error(err)
	}
}

// A misspelt name is refused with the setting that was meant; names that others set are not.
func TestUnknownNamesAreRefused(t *testing.T) {
	err := unknownNames([]string{
		"TABLEFRONT_UPSTREM=https://a.example", "TABLEFRONT_TRUSTED_PROXY=127.0.0.1", "PATH=/bin", "TABLEFRONT_UPSTREAM=https://a.example",
		"TABLEFRONT_CHECK_TOKEN=t", "TABLEFRONT_DEV_PORT=1", "TABLEFRONT_SERVICE_HOST=10.0.0.1", "TABLEFRONT_PORT_8080_TCP_ADDR=10.0.0.1", "TABLEFRONT_PORT=tcp://10.0.0.1:8080",
	})
	want := "TABLEFRONT_UPSTREM: there is no such setting; did you mean TABLEFRONT_UPSTREAM?\n" +
		"TABLEFRONT_TRUSTED_PROXY: there is no such setting; did you mean TABLEFRONT_TRUSTED_PROXIES?"
	if err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
}

// No error and no output of --print-config has a password, a token or a key.
func TestSecretsAreNeverShown(t *testing.T) {
	pairs := map[string]string{
		"OPERATOR_TOKEN": "my secret operator token", "UPSTREAM": "https://user:secret@a.example", "BRANCHES": "https://user:secret@b.example,https://c.example?key=secret",
		"SESSION_KEY": "secret", "REDIS_URL": "redis://:secret@redis.example/no", "FACEBOOK_APP_SECRET": `"secret"`, "PUBLIC_URL": "ftp://user:secret@shop.example",
		"GEOCODER_URL": "ftp://geo.example/reverse?key=secret", "IMAGES_URL": "https://images.example/?key=secret", "TILES_URL": "https://u:secret@t.example/{z}",
	}
	env := map[string]string{}
	for name, value := range pairs {
		env[envPrefix+name] = value
	}
	c, err := readConfig(nil, environment(env))
	if err == nil {
		t.Fatal("all of it is accepted")
	}
	if text := err.Error() + strings.Join(c.inEffect, "\n"); strings.Contains(text, "secret") {
		t.Error(text)
	}
	for name := range pairs {
		if !strings.Contains(err.Error(), envPrefix+name) {
			t.Errorf("nothing is said about %s", name)
		}
	}
	for _, s := range settings(&configuration{}) {
		for _, value := range []string{"user:secret@host.example", "https://user:se#secret@host.example", "https://user:secret,more@host.example", "host.example/{z}?key=secret", "//u:secret@h"} {
			if _, err := readConfig(nil, environment(map[string]string{"TABLEFRONT_UPSTREAM": "https://a.example", envPrefix + s.env: value})); err != nil && strings.Contains(err.Error(), "secret") {
				t.Error(err)
			}
		}
	}
	for _, args := range [][]string{{"TABLEFRONT_OPERATOR_TOKEN=secret"}, {"serve", "--country", "at", "OPERATOR_TOKEN=secret"}, {"health", "TOKEN=secret"}, {"check", "https://u:secret@a.example"}} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != exitUsage || strings.Contains(errs.String(), "secret") {
			t.Errorf("%v: %d %s", args, code, &errs)
		}
	}
}

func TestPrintConfig(t *testing.T) {
	t.Setenv("TABLEFRONT_UPSTREAM", "https://a.example")
	t.Setenv("TABLEFRONT_OPERATOR_TOKEN", "0123456789abcdef0123")
	var out, errs bytes.Buffer
	if code := run([]string{"serve", "--print-config", "--country", "AT"}, &out, &errs); code != exitOK || errs.Len() > 0 {
		t.Fatalf("%d %s", code, &errs)
	}
	for _, line := range []string{"TABLEFRONT_UPSTREAM=https://a.example\n", "TABLEFRONT_COUNTRY=AT\n", "TABLEFRONT_OPERATOR_TOKEN=(hidden)\n", "TABLEFRONT_CACHE_TTL=5m\n", "TABLEFRONT_SESSION_KEY=\n"} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("no line %s in\n%s", line, &out)
		}
	}
}

// A misspelt command or flag is refused with the one that was meant.
func TestMisspeltCommandsAndFlags(t *testing.T) {
	for want, args := range map[string][]string{
		"did you mean orders?":         {"order"},
		"did you mean --upstream?":     {"serve", "--upstrem", "https://a.example"},
		"did you mean --check-config?": {"--check-confg"},
		"did you mean --addr?":         {"health", "--adr", "127.0.0.1:1"},
		"did you mean --law?":          {"check", "--lw", "de"},
		"setting TABLEFRONT_UPSTREAM":  {"check", "https://a.example"},
	} {
		var out, errs bytes.Buffer
		if code := run(args, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), want) {
			t.Errorf("%v: %d %s", args, code, &errs)
		}
	}
}

// --check-config also tries what serve needs besides the configuration: the data folder and the addresses. It changes nothing.
func TestCheckConfigTriesFolderAndAddresses(t *testing.T) {
	blocker := filepath.Join(t.TempDir(), "a-file")
	if err := os.WriteFile(blocker, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	foreign := httptest.NewServer(http.NotFoundHandler())
	defer foreign.Close()
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Tablefront", "shop") }))
	defer shop.Close()
	t.Setenv("TABLEFRONT_UPSTREAM", "https://a.example")
	check := func(args ...string) (int, string) {
		var out, errs bytes.Buffer
		code := run(append([]string{"serve", "--check-config", "--metrics-addr", "127.0.0.1:0"}, args...), &out, &errs)
		return code, out.String() + errs.String()
	}
	free := []string{"--addr", "127.0.0.1:0", "--data-dir", t.TempDir()}
	if code, text := check(free...); code != exitOK || !strings.Contains(text, "TABLEFRONT_SESSION_KEY is not set") || !strings.Contains(text, "social logins") {
		t.Errorf("%d %s", code, text)
	}
	if code, text := check("--addr", strings.TrimPrefix(shop.URL, "http://"), "--data-dir", t.TempDir()); code != exitOK || !strings.Contains(text, "in use by a running shop") {
		t.Errorf("%d %s", code, text)
	}
	code, text := check("--addr", strings.TrimPrefix(foreign.URL, "http://"), "--data-dir", filepath.Join(blocker, "data"))
	if code != exitUsage || !strings.Contains(text, "TABLEFRONT_ADDR: ") || !strings.Contains(text, "TABLEFRONT_DATA_DIR: ") {
		t.Errorf("%d %s", code, text)
	}
}

// --check-config says all problems at once, or all warnings of a valid configuration, and starts nothing.
func TestCheckConfig(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	t.Setenv("TABLEFRONT_UPSTREAM", "https://a.example")
	t.Setenv("TABLEFRONT_DATA_DIR", dir)
	t.Setenv("TABLEFRONT_PUBLIC_URL", "https://shop.example")
	t.Setenv("TABLEFRONT_TOKEN_CUSTODY", "browser")
	t.Setenv("HTTPS_PROXY", "http://user:secret@proxy.example:3128")
	var out, errs bytes.Buffer
	if code := run([]string{"serve", "--check-config", "--limit-factor", "0", "--addr", "127.0.0.1:0", "--metrics-addr", ":0"}, &out, &errs); code != exitOK || errs.Len() > 0 {
		t.Errorf("%d %s", code, &errs)
	}
	for _, want := range []string{"HTTPS_PROXY", "TRUSTED_PROXIES", "TOKEN_CUSTODY=browser", "LIMIT_FACTOR=0", "METRICS_ADDR", "the configuration is valid"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("nothing about %s:\n%s", want, &out)
		}
	}
	if _, err := os.Stat(dir); err == nil || strings.Contains(out.String(), "secret") {
		t.Errorf("%v\n%s", err, &out)
	}
	t.Setenv("TABLEFRONT_UPSTREM", "x")
	if code := run([]string{"serve", "--check-config", "--country", "germany", "--data-dir", "/dev/null/data", "--addr", "127.0.0.1:1", "--metrics-addr", "127.0.0.1:1"}, &out, &errs); code != exitUsage || !strings.Contains(errs.String(), "METRICS_ADDR") || !strings.Contains(errs.String(), "UPSTREM") || !strings.Contains(errs.String(), "country") || !strings.Contains(errs.String(), "DATA_DIR") {
		t.Errorf("%d %s", code, &errs)
	}
}
