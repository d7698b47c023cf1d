package gateway

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"tablefront/bff/cache"
	"tablefront/bff/ratelimit"
	"tablefront/contracts"
)

// The limits of request bodies, in bytes (x-body of the contract).
const (
	form  = 16 << 10
	order = 256 << 10
)

// contractCall is what contracts/openapi.yaml says of a call.
type contractCall struct {
	Envelope  string `yaml:"x-envelope"`
	Limit     bool   `yaml:"x-limit"`
	Required  bool   `yaml:"x-required"`
	Extension bool   `yaml:"x-extension"`
}

func contractCalls(t *testing.T) map[string]contractCall {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]contractCall `yaml:"paths"`
	}
	if err := yaml.Unmarshal(contracts.OpenAPI, &doc); err != nil {
		t.Fatal(err)
	}
	out := map[string]contractCall{}
	for path, methods := range doc.Paths {
		for method, call := range methods {
			out[strings.ToUpper(method)+" "+strings.TrimPrefix(path, "/")] = call
		}
	}
	return out
}

// isLimited reports whether a call is counted by client.
func isLimited(call string) (is bool) {
	_, _, _ = ratelimit.New(ratelimit.Options{Factor: 1, Now: time.Now}).Admit(call, "", func() string { is = true; return "" }, func() string { return "" })
	return is
}

// compareCalls lists in words where the gateway and the contract differ beyond the table, which is made from the contract.
func compareCalls(contract map[string]contractCall) (differences []string) {
	for i := range calls {
		row := &calls[i]
		name := row.String()
		differ := func(what string) { differences = append(differences, name+": "+what) }
		c := contract[name]
		if row.Safe() && row.Once {
			differ("a GET with the traits of a write")
		}
		if row.Optional != (row.Class != cache.Never && !c.Required) {
			differ("x-absent is for the optional public calls")
		}
		if c.Limit != isLimited(name) {
			differ("the limits differ from x-limit")
		}
		if (c.Envelope == "json-string") != (row.Path == callTranslations.Path) {
			differ("only translations come as a JSON string")
		}
	}
	return differences
}

func TestCallsAreTheContracts(t *testing.T) {
	t.Parallel()
	for _, d := range compareCalls(contractCalls(t)) {
		t.Error(d)
	}
}

func TestTheComparisonOfCallsCanFail(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(*contractCall){
		"another limit":    func(c *contractCall) { c.Limit = !c.Limit },
		"another envelope": func(c *contractCall) { c.Envelope = "json-string" },
		"required":         func(c *contractCall) { c.Required = true },
	} {
		contract := contractCalls(t)
		pages := contract["GET pages"]
		change(&pages)
		contract["GET pages"] = pages
		if len(compareCalls(contract)) == 0 {
			t.Errorf("%s goes unnoticed", what)
		}
	}
}

// TestCallsAreTheSpecificationsBothWays compares the list with the table of docs/specification.md section 7. An extension is in the contract, marked as such,
// and not in the table.
func TestCallsAreTheSpecificationsBothWays(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/specification.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## 7. Calls\n")
	section, _, _ = strings.Cut(section, "\n## ")
	specified := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([A-Z, ]+) \| (.+) \|$`).FindAllStringSubmatch(section, -1) {
		paths := regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(row[2], "")
		for _, method := range strings.Split(row[1], ", ") {
			for _, path := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(paths, -1) {
				specified[method+" "+path[1]] = true
			}
		}
	}
	for name, call := range contractCalls(t) {
		if specified[name] == call.Extension {
			t.Errorf("%s: in the table of section 7: %t, an extension by the contract: %t", name, specified[name], call.Extension)
		}
		delete(specified, name)
	}
	for name := range specified {
		t.Errorf("%s: in the table of section 7, not in the contract", name)
	}
}

func TestCallsAreInTheOrderOfTheSpecification(t *testing.T) {
	t.Parallel()
	if calls[0].Path != "settings" || calls[len(calls)-1].Path != "me/transactions" {
		t.Error("the list starts with settings and ends with me/transactions")
	}
}
