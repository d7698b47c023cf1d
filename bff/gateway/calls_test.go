package gateway

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tablefront/bff/cache"
	"tablefront/bff/ratelimit"
	"tablefront/contracts"
)

// contractCall is what contracts/openapi.yaml says of a call.
type contractCall struct {
	OperationID string              `yaml:"operationId"`
	Envelope    string              `yaml:"x-envelope"`
	Keep        string              `yaml:"x-cache"`
	Once        bool                `yaml:"x-idempotent"`
	Limit       bool                `yaml:"x-limit"`
	Required    bool                `yaml:"x-required"`
	Absent      *string             `yaml:"x-absent"`
	Token       bool                `yaml:"x-token"`
	Extension   bool                `yaml:"x-extension"`
	Parameters  []contractParameter `yaml:"parameters"`
	RequestBody any                 `yaml:"requestBody"`
}

type contractParameter struct {
	Ref  string `yaml:"$ref"`
	Name string `yaml:"name"`
	In   string `yaml:"in"`
}

func contractCalls(t *testing.T) map[string]contractCall {
	t.Helper()
	var doc struct {
		Paths      map[string]map[string]contractCall `yaml:"paths"`
		Components struct {
			Parameters map[string]contractParameter `yaml:"parameters"`
		} `yaml:"components"`
	}
	if err := yaml.Unmarshal(contracts.OpenAPI, &doc); err != nil {
		t.Fatal(err)
	}
	out := map[string]contractCall{}
	for path, methods := range doc.Paths {
		for method, call := range methods {
			for i, p := range call.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					call.Parameters[i] = doc.Components.Parameters[name]
				}
			}
			out[strings.ToUpper(method)+" "+strings.TrimPrefix(path, "/")] = call
		}
	}
	return out
}

func (c *contractCall) names(in string) (out []string) {
	for _, p := range c.Parameters {
		if p.In == in {
			out = append(out, p.Name)
		}
	}
	return out
}

// isLimited reports whether a call is counted by client.
func isLimited(call string) (is bool) {
	_, _, _ = ratelimit.New(ratelimit.Options{Factor: 1}).Admit(call, "", func() string { is = true; return "" }, func() string { return "" })
	return is
}

// compareCalls lists in words where the list of calls and the contract differ.
func compareCalls(rows []Call, contract map[string]contractCall) (differences []string) {
	differ := func(call, what string) { differences = append(differences, call+": "+what) }
	listed := map[string]bool{}
	for i := range rows {
		row := &rows[i]
		name := row.String()
		if listed[name] {
			differ(name, "listed twice")
		}
		listed[name] = true
		c, ok := contract[name]
		if !ok {
			differ(name, "not in the contract")
			continue
		}
		if c.Keep != row.Keep.String() {
			differ(name, "kept as "+row.Keep.String()+", the contract says "+c.Keep)
		}
		for trait, want := range map[Trait]bool{Token: c.Token, Once: c.Once} {
			if row.Has(trait) != want {
				differ(name, "traits differ from x-token and x-idempotent")
			}
		}
		query, wanted := strings.Fields(row.Query), c.names("query")
		slices.Sort(query)
		slices.Sort(wanted)
		if !slices.Equal(query, wanted) {
			differ(name, "query "+strings.Join(query, " ")+", the contract says "+strings.Join(wanted, " "))
		}
		if c.RequestBody != nil && row.Body == 0 {
			differ(name, "the contract has a body, the row takes none")
		}
		if row.Safe() && (row.Body != 0 || row.Has(Once)) {
			differ(name, "a GET with the traits of a write")
		}
		empty, has := emptyAnswers[find(row.Method, row.Path)]
		if has != (c.Absent != nil) || has && empty != *c.Absent {
			differ(name, "the empty answer differs from x-absent")
		}
		if public := row.Keep != cache.Never; has != (public && !c.Required) {
			differ(name, "x-absent is for the optional public calls")
		}
		if c.Limit != isLimited(name) {
			differ(name, "the limits differ from x-limit")
		}
		if (c.Envelope == "json-string") != (row.Path == callTranslations.Path) {
			differ(name, "only translations come as a JSON string")
		}
	}
	for name := range contract {
		if !listed[name] {
			differ(name, "not in calls.go")
		}
	}
	return differences
}

func TestCallsAreTheContractsBothWays(t *testing.T) {
	t.Parallel()
	contract := contractCalls(t)
	for _, d := range compareCalls(calls, contract) {
		t.Error(d)
	}
}

func TestTheComparisonOfCallsCanFail(t *testing.T) {
	t.Parallel()
	contract := contractCalls(t)
	breaks := map[string]func([]Call) []Call{
		"a missing row":     func(rows []Call) []Call { return rows[1:] },
		"an invented row":   func(rows []Call) []Call { return append(rows, Call{Method: "GET", Path: "secrets"}) },
		"another class":     func(rows []Call) []Call { rows[2].Keep = rows[0].Keep; return rows },
		"a lost trait":      func(rows []Call) []Call { rows[15].Traits = 0; return rows },
		"another parameter": func(rows []Call) []Call { rows[1].Query = "language"; return rows },
		"no body":           func(rows []Call) []Call { rows[3].Body = 0; return rows },
	}
	for name, change := range breaks {
		if len(compareCalls(change(slices.Clone(calls)), contract)) == 0 {
			t.Errorf("%s goes unnoticed", name)
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
	for i := range calls {
		if calls[i].index != i {
			t.Errorf("row %d has index %d", i, calls[i].index)
		}
	}
}
