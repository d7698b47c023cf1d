package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"tablefront/bff/site/shop"
)

// largeSource is a shop of realistic size: 12 categories of 40 dishes, 61 KB each, in a group of n branches.
func largeSource(branches int) *fakeSource {
	random := rand.New(rand.NewPCG(7, 7))
	words := strings.Fields("with fresh tomatoes basil mozzarella and our own oven baked bread rice noodles chicken beef lentils garlic oil served warm")
	text := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			fmt.Fprintf(&b, "%s%d ", words[random.IntN(len(words))], random.IntN(50))
		}
		return b.String()
	}
	source := newFakeSource()
	source.branches = nil
	var categories, settings, list []string
	for i := range 120 {
		settings = append(settings, fmt.Sprintf(`{"key":"KEY_%d","value":"%s"}`, i, text(100)))
	}
	for c := range 12 {
		categories = append(categories, fmt.Sprintf(`{"id":%d,"name":"Category %d","description":""}`, c, c))
		var products []string
		for i := range 40 {
			products = append(products, fmt.Sprintf(`{"id":%d,"name":"Dish %d","description":"%s","sizes":[{"id":1,"name":"small","price":8.5}],"extras":[],"variants":[],"allergens":[]}`, 100*c+i, i, text(1300)))
		}
		source.responses[fmt.Sprintf("%s?%d", callCategoryProducts, c)] = `{"data":[` + strings.Join(products, ",") + `],"meta":{}}`
	}
	for i := range branches {
		address := fmt.Sprintf("https://branch-%d.example", i)
		source.branches = append(source.branches, shop.Branch{Name: fmt.Sprintf("Branch %d", i), URL: address})
		list = append(list, fmt.Sprintf(`{"name":"Branch %d","url":"%s"}`, i, address))
	}
	for call, elements := range map[string][]string{"settings": settings, "products/categories": categories, "branches": list} {
		source.responses[call] = "[" + strings.Join(elements, ",") + "]"
	}
	return source
}

// BenchmarkRender: a page that is rendered, and one that only gets a new timestamp.
func BenchmarkRender(b *testing.B) {
	for _, n := range []int{25, 500} {
		s := newSite(largeSource(n))
		home := view{branch: s.source.Branches(context.Background())[0], lang: "de", at: s.first.At("/", nil), inline: true}
		b.Run(fmt.Sprintf("rendered, %d branches", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.collect(context.Background(), home, time.Second, maxMissing).render(time.Time{})
			}
		})
		b.Run(fmt.Sprintf("new timestamp, %d branches", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.refresh(context.Background(), "key", home)
			}
		})
	}
}

const firstBranch = "https://branch-0.example"

// TestCompressed: a page is the same text in every encoding.
func TestCompressed(t *testing.T) {
	s := newSite(newFakeSource())
	want := decompress(t, get(s, "/", "Accept-Encoding", "br").Body.Bytes(), "br")
	for _, encoding := range []string{"gzip", ""} {
		w := get(s, "/", "Accept-Encoding", encoding)
		if got := decompress(t, w.Body.Bytes(), w.Header().Get("Content-Encoding")); got != want || w.Header().Get("Content-Encoding") != encoding {
			t.Errorf("%q: %d bytes became %d", encoding, len(want), len(got))
		}
	}
}

func decompress(t *testing.T, body []byte, encoding string) string {
	t.Helper()
	var r io.Reader = bytes.NewReader(body)
	switch encoding {
	case "br":
		r = brotli.NewReader(r)
	case "gzip":
		var err error
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	all, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

// TestManyBranches: the pages of 400 branches of realistic size fit into the smallest limit.
func TestManyBranches(t *testing.T) {
	s := newSite(largeSource(400))
	get(s, "/", "Accept-Encoding", "br", "Cookie", "branch="+firstBranch)
	if _, one := s.pages.size(); one*400 > minCacheBytes {
		t.Errorf("a page takes up %d bytes", one)
	}
}

// TestRefreshedTimestamp: a page with unchanged content only gets a new timestamp; one with changed content is rendered again.
func TestRefreshedTimestamp(t *testing.T) {
	clock := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	source := newFakeSource()
	s := newSite(source, func(c *Options) { c.now = func() time.Time { return clock } })
	made := func() *cardIndex { return s.pages.get("\nde\nhome\n").cards } // it is created with the page
	page := func() (boot map[string]any, etag string) {
		w := get(s, "/", "Accept-Encoding", "br")
		return bootOf(t, decompress(t, w.Body.Bytes(), "br")), w.Header().Get("Etag")
	}
	before, etag := page()
	first := made()
	clock = clock.Add(2 * time.Minute)
	after, later := page()
	if made() != first {
		t.Error("rendered again")
	}
	if before["now"] != "2026-11-21T12:00:00Z" || after["now"] != "2026-11-21T12:02:00Z" || etag == later {
		t.Errorf("%v %v, then %v %v", before["now"], etag, after["now"], later)
	}
	delete(before, "now")
	delete(after, "now")
	if !reflect.DeepEqual(before, after) {
		t.Error("other content has changed too")
	}
	source.put("products/menus", `[{"id":6,"name":"Abendmenü","price":20}]`)
	changed, _ := page()
	if made() == first || reflect.DeepEqual(after["menus"], changed["menus"]) {
		t.Error("the change does not show")
	}
}

// TestLateResponse: a response that was not collected in time is in the page and has its address as soon as it is there, also
// if no cache entry has changed.
func TestLateResponse(t *testing.T) {
	clock := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	source := newFakeSource()
	s := newSite(source, func(c *Options) { c.now = func() time.Time { return clock } })
	late := source.responses[callCategoryProducts+"?3"]
	delete(source.responses, callCategoryProducts+"?3")
	for _, there := range []bool{false, true} {
		if page := get(s, "/?product=301").Body.String(); strings.Contains(page, "<title>Margherita") != there || strings.Contains(get(s, "/").Body.String(), "Tomate, Mozzarella") != there {
			t.Errorf("the products are there %v: %.300s", there, page)
		}
		source.responses[callCategoryProducts+"?3"] = late
		clock = clock.Add(2 * time.Minute)
	}
}
