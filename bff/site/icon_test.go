package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"tablefront/bff/site/accent"
)

// TestIcons: every icon of the manifest and the page exists in its size; a maskable one fills the square and has its drawing
// inside the circle that platforms may crop to.
func TestIcons(t *testing.T) {
	s := newSite(newFakeSource(), func(c *Options) { c.Accent = "#2f7d4f" })
	var manifest struct {
		Icons []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal(get(s, "/manifest.webmanifest").Body.Bytes(), &manifest); err != nil {
		t.Fatal(err)
	}
	purposes := map[string]bool{}
	for _, i := range manifest.Icons {
		purposes[i.Sizes+" "+i.Purpose] = true
	}
	for _, want := range []string{"192x192 any", "512x512 any", "512x512 maskable"} {
		if !purposes[want] {
			t.Errorf("the manifest has no icon %s: %v", want, purposes)
		}
	}
	for address, is := range accent.Icons {
		w := get(s, address)
		if w.Code != http.StatusOK || w.Header().Get("Content-Type") != "image/png" {
			t.Errorf("%s: %d %s", address, w.Code, w.Header().Get("Content-Type"))
			continue
		}
		picture, err := png.Decode(bytes.NewReader(w.Body.Bytes()))
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if b := picture.Bounds(); b.Dx() != is.Size || b.Dy() != is.Size {
			t.Errorf("%s is %v", address, b)
		}
		drawn := 0
		for y := range is.Size {
			for x := range is.Size {
				r, g, b, a := picture.At(x, y).RGBA()
				ground := r>>8 == 0x2f && g>>8 == 0x7d && b>>8 == 0x4f
				if is.Maskable && a>>8 != 255 {
					t.Fatalf("%s is not full at %d, %d", address, x, y)
				}
				if ground || a>>8 < 255 {
					continue
				}
				drawn++
				if half := float64(is.Size) / 2; is.Maskable && math.Hypot(float64(x)-half, float64(y)-half) > 0.4*float64(is.Size) {
					t.Fatalf("%s: a platform may cut %d, %d off", address, x, y)
				}
			}
		}
		if drawn < is.Size*is.Size/20 {
			t.Errorf("%s: nothing is drawn", address)
		}
	}
	if get(s, "/icon-64.png").Code != http.StatusNotFound {
		t.Error("an unknown icon is served")
	}
}

// TestIconsAreDrawnOnce: not for each request, branch and language, nor again every half minute.
func TestIconsAreDrawnOnce(t *testing.T) {
	source := newFakeSource()
	now := time.Now()
	s := newSite(source, func(c *Options) { c.Accent, c.now = "#2f7d4f", func() time.Time { return now } })
	var requests sync.WaitGroup
	for n := range 40 {
		requests.Go(func() {
			cookie := "lang=" + []string{"de", "en", "ar"}[n%3] + "; branch=https%3A%2F%2Fsued.example"
			if w := get(s, "/icon-180.png", "Cookie", cookie); w.Code != http.StatusOK || w.Body.Len() == 0 {
				t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
			}
		})
	}
	requests.Wait()
	drawn := s.files.get("drawn\n/icon-180.png\n#2f7d4f")
	now = now.Add(2 * fileLife)
	source.version.Add(1)
	get(s, "/icon-180.png")
	if again := s.files.get("drawn\n/icon-180.png\n#2f7d4f"); drawn == nil || again != drawn {
		t.Error("the icon was drawn again")
	}
}

// TestASitemapIsCollectedOnce: whatever the Host header, and however many ask at once.
func TestASitemapIsCollectedOnce(t *testing.T) {
	source := newFakeSource()
	s := newSite(source, func(c *Options) { c.PublicURL = "" })
	one := get(s, "http://first.example/sitemap.xml")
	asked := source.matchesQuery.Load()
	if asked == 0 || !strings.Contains(one.Body.String(), "<loc>http://first.example/contact</loc>") {
		t.Fatalf("%d calls: %s", asked, one.Body)
	}
	var requests sync.WaitGroup
	cold := newFakeSource()
	fresh := newSite(cold, func(c *Options) { c.PublicURL = "" })
	for range 40 {
		requests.Go(func() { get(fresh, "http://first.example/sitemap.xml") })
	}
	requests.Wait()
	if n := cold.matchesQuery.Load(); n != asked {
		t.Errorf("at a first request by many: %d calls instead of %d", n, asked)
	}
	for n := range 40 {
		requests.Go(func() {
			host := fmt.Sprintf("http://host-%d.example", n%10)
			if text := get(s, host+"/sitemap.xml").Body.String(); strings.Count(text, host+"/") != strings.Count(one.Body.String(), "<loc>") {
				t.Errorf("%s: %s", host, text)
			}
		})
	}
	requests.Wait()
	if more := source.matchesQuery.Load() - asked; more != 0 {
		t.Errorf("the addresses are collected again: %d calls", more)
	}
}
