package gateway

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/catalogue"
	"tablefront/bff/langtag"
)

// source is the site.Source of the cached responses that pages are rendered from.
type source struct{ caller *caller }

func (s source) Cached(ctx context.Context, branchURL, lang, call, id string, fetch bool) []byte {
	r, ok := s.request(branchURL, lang, call, id)
	if !ok {
		return nil
	}
	found := s.caller.catalogue.Stored(ctx, r)
	if fetch {
		var err error
		if found, _, err = s.caller.catalogue.Get(ctx, r); err != nil {
			return nil
		}
	}
	if found == nil {
		return nil
	}
	return found.Body
}

// request returns the request of a public call for a page, false if there is none.
func (s source) request(branchURL, lang, call, id string) (none catalogue.Request, ok bool) {
	row := find(http.MethodGet, call)
	if row == nil || !s.caller.isPublic(row) {
		return none, false
	}
	b := s.caller.branches.Main
	if row != callBranches {
		if b = s.caller.branches.Find(branchURL); b == nil {
			return none, false
		}
	}
	if !langtag.Valid(lang) {
		lang = s.caller.config.Language
	}
	path, err := fillPath(row.Path, func() (string, error) { return decodeParam(id, false, maxParam) })
	if row == callTranslations { // of the public calls only this one has a query
		path += "?lang=" + lang
	}
	return row.request(b, path, lang), err == nil
}

func (s source) Branches(ctx context.Context) []branches.Listed {
	return s.caller.catalogue.List(ctx)
}

func (s source) Languages(ctx context.Context, branchURL string) []string {
	if b := s.caller.branches.Find(branchURL); b != nil {
		return s.caller.catalogue.Languages(ctx, b)
	}
	return nil
}

func (s source) Version(branchURL string) uint64 {
	return cmp.Or(s.caller.branches.Find(branchURL), s.caller.branches.Main).Version.Load()
}

// pageCalls are the calls that every page needs, and those of the catalogue that most pages need.
var pageCalls = []string{callSettings.Path, callLanguages.Path, callPages.Path, callHours.Path, callMenus.Path, callCategories.Path}

func (s source) FailingSince(branchURL string) (time.Time, bool) {
	b := s.caller.branches.Find(branchURL)
	if b == nil {
		return time.Time{}, false
	}
	return s.caller.catalogue.DegradedSince(b, pageCalls)
}
