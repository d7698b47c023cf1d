package site

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// place is a route of the client as the page knows it; all of them are in the client's build (client/src/shop/places.ts).
type place struct {
	Name    string   // also its class in the page cache
	Path    string   // as the client's router matches it: a segment that begins with a colon is any
	Query   []string // makes another screen of the path: key=value, or key for any value that is not empty
	Guard   string
	Title   string     // the translation key of its title; empty: only the shop's name
	Head    *placeHead // the head of an inner page; nil: its first paint has none
	Indexed bool       // for search engines; personal pages are not
}

// placeHead is the head of an inner page. Images names the setting whose pictures make it wide.
type placeHead struct {
	Trail  []step
	Narrow bool
	Bare   bool // no picture behind it
	Images string
}

// step is a step of the way to an inner page.
type step struct{ Label, Path string }

// guardStep leads a customer elsewhere where all facts are as named ("!": not); without To he stays. The first step that
// fits counts (client/src/app/guards.ts).
type guardStep struct {
	When []string
	To   *string
}

// What only the browser knows of a customer.
const (
	factLoggedIn     = "loggedIn"
	factBranchChosen = "branchChosen"
)

// factsOfBrowser are those that nobody has who opens a page for the first time; active is the shop's, the others are settings.
var factsOfBrowser = []string{factLoggedIn, factBranchChosen, "loginUnknown", "isTable", "tableStored"}

const factActive = "active"

var unknownPlace = place{Name: "unknown", Path: "/"}

func (p place) home() bool { return p.Path == "/" && p.Name != unknownPlace.Name }

// at finds the place of a path. An unknown path is served as well: the client leads it to the home page.
func (c *fragments) at(path string, query url.Values) place {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for _, p := range c.places {
		if p.matches(segments) && p.asked(query) {
			return p
		}
	}
	if segments[0] == "" {
		return place{Name: "home", Path: "/", Indexed: true} // a build without places
	}
	return unknownPlace
}

func (p place) matches(segments []string) bool {
	own := strings.Split(strings.Trim(p.Path, "/"), "/")
	return slices.EqualFunc(own, segments, func(own, segment string) bool {
		return own == segment || strings.HasPrefix(own, ":") && segment != ""
	})
}

// asked reports whether the query of an address is that of the place.
func (p place) asked(query url.Values) bool {
	return len(p.Query) == 0 || slices.ContainsFunc(p.Query, func(q string) bool {
		key, value, exact := strings.Cut(q, "=")
		return exact && query.Get(key) == value || !exact && query.Get(key) != ""
	})
}

// leads is where a guard sends a customer of whom the browser knows these facts; empty: he stays.
func (c *fragments) leads(f *facts, guard string, known ...string) string {
	is := func(fact string) bool {
		switch {
		case fact == factActive:
			return f.active()
		case slices.Contains(factsOfBrowser, fact):
			return slices.Contains(known, fact)
		}
		return f.on(c.factSettings[fact])
	}
	for _, s := range c.guards[guard] {
		if !slices.ContainsFunc(s.When, func(when string) bool { fact, not := strings.CutPrefix(when, "!"); return is(fact) == not }) {
			if s.To == nil {
				return ""
			}
			return *s.To
		}
	}
	return ""
}

// guarded is the place whose head is painted, and what the browser has to have stored ("!": not to have) for the client to show it. nil: a
// guard leads away.
func (c *fragments) guarded(f *facts, at place) (shown *place, stored string) {
	var known []string
	if f.branch != "" {
		known = append(known, factBranchChosen)
	}
	out, in := c.leads(f, at.Guard, known...), c.leads(f, at.Guard, append(known, factLoggedIn)...)
	switch {
	case out == "" && in == "":
		return &at, ""
	case in == "":
		return &at, "token"
	case out == "":
		return &at, "!token"
	case f.branch == "" && c.leads(f, at.Guard, factBranchChosen) == "":
		// Without a branch the client leads to the choice of one.
		to := c.at(out, nil)
		return &to, "!branchUrl"
	}
	return nil, ""
}

// checkPlaces fails when the client's places and guards name what this executable does not know.
func (c *fragments) checkPlaces() error {
	if len(c.places) == 0 || c.at("/", nil).Guard == "" {
		return fmt.Errorf("the places are missing")
	}
	for _, p := range c.places {
		if p.Name == "" || !strings.HasPrefix(p.Path, "/") {
			return fmt.Errorf("the place %q has no path or no name", p.Name+p.Path)
		}
		if _, ok := c.guards[p.Guard]; p.Guard != "" && !ok {
			return fmt.Errorf("unknown guard of %s: %s", p.Name, p.Guard)
		}
	}
	for name, steps := range c.guards {
		for _, s := range steps {
			if s.To != nil && c.at(*s.To, nil).Name == unknownPlace.Name {
				return fmt.Errorf("the guard %s leads to an unknown place: %s", name, *s.To)
			}
			for _, when := range s.When {
				fact := strings.TrimPrefix(when, "!")
				if fact != factActive && !slices.Contains(factsOfBrowser, fact) && c.factSettings[fact] == "" {
					return fmt.Errorf("unknown fact of the guard %s: %s", name, fact)
				}
			}
		}
	}
	return nil
}
