package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A sum is how many tests of each kind passed, and how many there are.
type sum struct {
	required, optimal, checks       int
	ofRequired, ofOptimal, ofChecks int
}

func (s sum) all() int { return s.required + s.optimal + s.checks }
func (s sum) of() int  { return s.ofRequired + s.ofOptimal + s.ofChecks }

// total counts the suite's own tests, or those of Surrogate-Control, which the suite's page does not count either.
func total(tests []test, o outcome, surrogate bool) sum {
	var s sum
	for _, t := range tests {
		if t.Surrogate != surrogate {
			continue
		}
		why, ran := o[t.ID]
		passed := 0
		if ran && why == nil {
			passed = 1
		}
		switch t.Kind {
		case "optimal":
			s.optimal, s.ofOptimal = s.optimal+passed, s.ofOptimal+1
		case "check":
			s.checks, s.ofChecks = s.checks+passed, s.ofChecks+1
		default:
			s.required, s.ofRequired = s.required+passed, s.ofRequired+1
		}
	}
	return s
}

// pageOf writes the page. problems are misses of ours without an explanation, and explanations without a miss.
func pageOf(tests []test, names []string, outcomes map[string]outcome) (page string, problems []string) {
	var b strings.Builder
	b.WriteString("# The cache as a cache\n\nThe store behind the shop's kept copies, mounted as a general HTTP cache (`bff/cache/httpcache`), under the public suite\n" +
		"`http-cache-tests`, beside nginx and varnish in the same run. Made by `make cache-tests`.\n\n" +
		"The shop itself does not run this way: its 40 calls are listed and each says how long it is kept, whatever a backend says about caching. So this package stays outside the\n" +
		"executable; what it shares with the shop is the bounded store (entries, bytes, newcomers on probation). Packed forms and refreshes beside a caller stay with the shop's keeper, which knows that its answers are the same for everybody.\n\n")
	fmt.Fprintf(&b, "Measured %s.\n\n| cache | required | optimal | behaviours | in all |\n|---|---|---|---|---|\n", time.Now().Format(time.DateOnly))
	for _, name := range names {
		s := total(tests, outcomes[name], false)
		about := ""
		for _, p := range peers {
			if p.name == name {
				about = p.about
			}
		}
		fmt.Fprintf(&b, "| **%s** (%s) | %d of %d | %d of %d | %d of %d | %d of %d |\n", name, about, s.required, s.ofRequired, s.optimal, s.ofOptimal, s.checks, s.ofChecks, s.all(), s.of())
	}
	b.WriteString("\n\"Required\" is what HTTP demands, \"optimal\" what spares requests, \"behaviours\" ask what a cache does and want nothing.\nThe suite's further tests of `Surrogate-Control`, an old note that none of the three follows, are not counted:")
	for i, name := range names {
		s := total(tests, outcomes[name], true)
		fmt.Fprintf(&b, "%s %s %d of %d", map[bool]string{false: ","}[i == 0], name, s.all(), s.of())
	}
	b.WriteString(".\n")
	own, ok := outcomes["ours"]
	if !ok {
		return b.String(), nil
	}
	used := map[string]bool{}
	for _, kind := range []struct{ kind, title string }{{"required", "Required, and missed"}, {"optimal", "Optimal, and missed"}, {"check", "Behaviours that we don't have"}} {
		fmt.Fprintf(&b, "\n## %s\n\n| test | what the suite says | nginx | varnish | why |\n|---|---|---|---|---|\n", kind.title)
		for _, t := range tests {
			why, ran := own[t.ID]
			if t.Surrogate || t.Kind != kind.kind || ran && why == nil {
				continue
			}
			says := "was not run"
			if ran {
				says = *why
			}
			reason := reasonFor(t.ID)
			if reason == "" {
				problems = append(problems, fmt.Sprintf("%s (%s) is missed and not explained: %s", t.ID, t.Kind, says))
			}
			used[reason] = true
			fmt.Fprintf(&b, "| `%s` %s | %s | %s | %s | %s |\n", t.ID, cell(t.Name), cell(says), mark(outcomes["nginx"], t.ID), mark(outcomes["varnish"], t.ID), cell(reason))
		}
	}
	for _, e := range reasons {
		if !used[e.why] {
			problems = append(problems, "nothing is missed for this reason any more: "+e.why)
		}
	}
	return b.String(), problems
}

func mark(o outcome, id string) string {
	if o == nil {
		return "–"
	}
	if why, ran := o[id]; ran && why == nil {
		return "yes"
	}
	return "no"
}

func cell(s string) string { return strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(s) }

// A reason explains misses by their ids; an id may end in * for all that begin with it.
type reason struct {
	ids []string
	why string
}

func reasonFor(id string) string {
	for _, e := range reasons {
		if slices.ContainsFunc(e.ids, func(own string) bool {
			start, open := strings.CutSuffix(own, "*")
			return own == id || open && strings.HasPrefix(id, start)
		}) {
			return e.why
		}
	}
	return ""
}
