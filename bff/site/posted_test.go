package site

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPaymentReturnByPost: a payment page that sends its customer back by a form.
func TestPaymentReturnByPost(t *testing.T) {
	s := newSite(newFakeSource())
	post := func(target, contentType, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, target, strings.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		r.Header.Set("Origin", "https://pay.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	var parts bytes.Buffer
	form := multipart.NewWriter(&parts)
	for name, value := range map[string]string{"payment": "card", "sess": "s-1", "note": "x"} {
		if err := form.WriteField(name, value); err != nil {
			t.Fatal(err)
		}
	}
	form.Close()
	const urlencoded = "application/x-www-form-urlencoded"
	for name, c := range map[string]struct{ target, contentType, body, location string }{
		"in the query":      {"/?payment=card&sess=s-1&lang=de", urlencoded, "status=ok", "?payment=card&sess=s-1"},
		"in the form":       {"/", urlencoded, "sess=s%261&payment=card&token=secret", "?payment=card&sess=s%261"},
		"in both":           {"/?payment=card", urlencoded, "sess=s-1", "?payment=card&sess=s-1"},
		"in parts":          {"/", form.FormDataContentType(), parts.String(), "?payment=card&sess=s-1"},
		"without a type":    {"/?payment=card&sess=s-1", "", "", "?payment=card&sess=s-1"},
		"one missing":       {"/", urlencoded, "payment=card", ""},
		"too long":          {"/", urlencoded, "payment=card&sess=" + strings.Repeat("s", 513), ""},
		"too large":         {"/", urlencoded, "payment=card&sess=s-1&x=" + strings.Repeat("x", 17<<10), ""},
		"not a form":        {"/", "application/json", `{"payment":"card","sess":"s-1"}`, ""},
		"another path":      {"/checkout?payment=card&sess=s-1", urlencoded, "", ""},
		"malformed, a form": {"/", "multipart/form-data", "payment=card&sess=s-1", ""},
	} {
		w := post(c.target, c.contentType, c.body)
		if c.location != "" {
			if w.Code != http.StatusSeeOther || w.Header().Get("Location") != c.location || w.Header().Get("Set-Cookie") != "" {
				t.Errorf("%s: %d %q", name, w.Code, w.Header().Get("Location"))
			}
			continue
		}
		if w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD" || !strings.Contains(w.Body.String(), `/">To the menu</a>`) {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	r := httptest.NewRequest(http.MethodPut, "/", nil)
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusMethodNotAllowed || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("PUT: %d %s", w.Code, w.Header().Get("Content-Type"))
	}
}
