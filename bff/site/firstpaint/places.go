package firstpaint

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tablefront/bff/site/shop"
)

// Place is a route of the client; the client's build lists all of them (client/src/app/routes.ts).
type Place struct {
	Name    string   // also part of its key in the page cache
	Path    string   // as the client's router matches it: a segment with a leading colon matches any
	Query   []string // the query that selects this place: key=value, or key for any non-empty value
	Guard   string
	Title   string     // the translation key of its title; empty: only the shop's name
	Head    *placeHead // the head of an inner page, nil if its first paint has none
	Indexed bool       // for search engines; false for personal pages
	Scripts []string   // paths of the screen's own scripts
}

// placeHead is the head of an inner page. Images is the setting whose images make it wide.
type placeHead struct {
	Trail  []step
	Narrow bool
	Bare   bool // without a background image
	Images string
}

// step is an item of an inner page's breadcrumb.
type step struct{ Label, Path string }

// guardStep redirects to To if all facts are true (with "!": false); without To the customer stays. The first matching step
// counts (client/src/app/guards.ts).
type guardStep struct {
	When []string
	To   string
}

const factLoggedIn, factBranchChosen, factActive = "loggedIn", "branchChosen", "active"

// factsOfBrowser are known to the browser only, and false on a first visit. factActive is a state of the shop; all others are
// settings.
var factsOfBrowser = []string{factLoggedIn, factBranchChosen, "loginUnknown", "isTable", "tableStored"}

// HomePlace is the home page of a build without a list of places.
var HomePlace, unknownPlace = Place{Name: "home", Path: "/", Indexed: true}, Place{Name: "unknown", Path: "/"}

func (p Place) Home() bool { return p.Path == "/" && !p.Unknown() }

// Unknown reports whether the client has no such place.
func (p Place) Unknown() bool { return p.Name == unknownPlace.Name }

func (p Place) Checkout() bool { return p.Name == "checkout" }

// At returns the place of a path. Unknown paths are served too, with 404: the client redirects them to the home page.
func (b *Build) At(path string, query url.Values) Place {
	segments := strings.Split(strings.Trim(path, "/"), "/")
	for _, p := range b.Places {
		if p.matches(segments) && p.matchesQuery(query) {
			return p
		}
	}
	if segments[0] == "" {
		return HomePlace
	}
	return unknownPlace
}

func (p Place) matches(segments []string) bool {
	own := strings.Split(strings.Trim(p.Path, "/"), "/")
	return slices.EqualFunc(own, segments, func(own, segment string) bool {
		return own == segment || strings.HasPrefix(own, ":") && segment != ""
	})
}

// matchesQuery reports whether the query of an address is that of the place.
func (p Place) matchesQuery(query url.Values) bool {
	return len(p.Query) == 0 || slices.ContainsFunc(p.Query, func(q string) bool {
		key, value, exact := strings.Cut(q, "=")
		return exact && query.Get(key) == value || !exact && query.Get(key) != ""
	})
}

// Screens returns the paths of the client's screens, with :id in place of each parameter, as pages report them
// (client/src/browser/reportError.ts).
func (b *Build) Screens() []string {
	all := []string{"/"}
	for _, p := range b.Places {
		all = append(all, parameter.ReplaceAllString(p.Path, ":id"))
	}
	return all
}

var parameter = regexp.MustCompile(`:\w+`)

// redirectOf returns where a guard redirects with these facts of the browser; empty if it does not.
func (b *Build) redirectOf(f *shop.Facts, guard string, known ...string) string {
	is := func(fact string) bool {
		switch {
		case fact == factActive: // true if that is unknown (client/src/app/runGuard.ts)
			return f.Hours.Meta.IsActive == nil || *f.Hours.Meta.IsActive
		case slices.Contains(factsOfBrowser, fact):
			return slices.Contains(known, fact)
		}
		return f.On(b.FactSettings[fact])
	}
	for _, s := range b.Guards[guard] {
		if !slices.ContainsFunc(s.When, func(when string) bool { fact, not := strings.CutPrefix(when, "!"); return is(fact) == not }) {
			return s.To
		}
	}
	return ""
}

// guarded returns the place whose head is painted, nil if a guard redirects, and what must be ("!": must not be) in the browser's
// storage for the client to show it.
func (b *Build) guarded(f *shop.Facts, at Place) (shown *Place, stored string) {
	var known []string
	if f.Branch.URL != "" {
		known = append(known, factBranchChosen)
	}
	out, in := b.redirectOf(f, at.Guard, known...), b.redirectOf(f, at.Guard, append(known, factLoggedIn)...)
	switch {
	case out == "" && in == "":
		return &at, ""
	case in == "":
		return &at, "token"
	case out == "":
		return &at, "!token"
	case f.Branch.URL == "" && b.redirectOf(f, at.Guard, factBranchChosen) == "":
		// Without a branch the client redirects to the choice of one.
		to := b.At(out, nil)
		return &to, "!branchUrl"
	}
	return nil, ""
}
