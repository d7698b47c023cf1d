package site

import (
	"html"
	"mime"
	"net/http"
	"net/url"
)

const (
	// postedBytes limits the form that a payment page sends.
	postedBytes = 16 << 10
	// paymentValueBytes is the longest payment parameter that the client passes on (client/src/domain/redirect.ts).
	paymentValueBytes = 512
)

// servePosted answers a request that is neither GET nor HEAD. A payment page may return its customer by a form instead of a link: the answer is a
// redirect to the address of a return, with its two parameters only, which the client verifies as any other. Everything else is 405.
func (s *Site) servePosted(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	if r.Method == http.MethodPost && r.URL.Path == "/" {
		if query := paymentReturn(w, r); query != "" {
			h.Set("Cache-Control", "no-store")
			// Relative to the address that the customer's browser knows, below whatever path the shop is.
			h.Set("Location", "?"+query)
			w.WriteHeader(http.StatusSeeOther)
			return
		}
	}
	h.Set("Allow", "GET, HEAD")
	const sentence = "This address can only be read."
	if r.Method != http.MethodPost {
		respondText(w, r, http.StatusMethodNotAllowed, "no-store", sentence+"\n")
		return
	}
	// A person sees it, whose browser has sent a form here.
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	home := html.EscapeString(s.base(r) + "/")
	sendText(w, r, http.StatusMethodNotAllowed, []byte(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>`+sentence+
		`</title><h1>`+sentence+`</h1><p><a href="`+home+`">To the menu</a></p></html>`+"\n"))
}

// paymentReturn returns the query of a payment's return, from the query of the request or its form; empty if it is none. It reads no cookie and no other
// field.
func paymentReturn(w http.ResponseWriter, r *http.Request) string {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	form := r.URL.Query()
	parts := media == "multipart/form-data"
	if err == nil && (parts || media == "application/x-www-form-urlencoded") {
		r.Body = http.MaxBytesReader(w, r.Body, postedBytes)
		if parts {
			err = r.ParseMultipartForm(postedBytes)
		} else {
			err = r.ParseForm()
		}
		if err != nil {
			r.Close = true
			return ""
		}
		form = r.Form
	}
	query := url.Values{}
	for _, name := range []string{"payment", "sess"} {
		value := form.Get(name)
		if value == "" || len(value) > paymentValueBytes {
			return ""
		}
		query.Set(name, value)
	}
	return query.Encode()
}
