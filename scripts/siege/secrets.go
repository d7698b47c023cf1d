package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// secrets sends canary tokens in every secret and personal field, provokes errors with them, and then searches the
// logs, metrics and data folders of the whole siege and every error's body for them (docs/threat-model.md T27).
func secrets(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("secrets", r.main().url(), map[string]string{"TABLEFRONT_LOG_LEVEL": "debug"})
	if err != nil {
		return nil, err
	}
	defer g.kill()
	client := browsers(8, 10*time.Second)
	ctx := context.Background()
	found := map[string]int{}
	look := func(place string, text []byte) {
		for _, needle := range needles {
			if n := bytes.Count(text, needle); n > 0 {
				found[place] += n
			}
		}
	}
	person := fmt.Sprintf(`"name":"%[1]s name","fname":"%[1]s","lname":"%[1]s","email":"%[1]s@example.org","phone":"%[1]s","password":"%[1]s","password_confirmation":"%[1]s","address":"%[1]s street","zipcode":"%[1]s","coordinates":{"lat":"%[1]s","lng":"%[1]s"},"notes":"%[1]s","message":"%[1]s","subject":"%[1]s","socialId":"%[1]s","socialName":"%[1]s","terms":true`, secretMark)
	forms := []string{"/api/login", "/api/register", "/api/reset-password", "/api/social", "/api/contact", "/api/reservations", "/api/checkout", "/api/checkout/v2", "/api/me/orders", "/api/me/addresses", "/api/me/addresses/check"}
	gets := []string{"/api/me", "/api/me/orders", "/api/me/orders/" + secretMark, "/api/me/addresses/search?q=" + secretMark, "/api/me/addresses/places/" + secretMark, "/api/checkout/check?payment=" + secretMark + "&sess=" + secretMark, "/api/tables/" + secretMark, "/api/unknown/" + secretMark, "/?payment=" + secretMark + "&sess=" + secretMark + "&table=" + secretMark, "/bff/geocode/reverse?lat=" + secretMark + "&lng=1"}
	scripts := []func(w http.ResponseWriter, r *http.Request, body []byte) bool{
		nil,
		func(w http.ResponseWriter, r *http.Request, body []byte) bool { // a stack trace with everything in it
			w.WriteHeader(500)
			_, _ = fmt.Fprintf(w, "<html>%s %v %s</html>", secretMark, r.Header, body)
			return true
		},
		func(w http.ResponseWriter, r *http.Request, body []byte) bool {
			raw := rawAnswer(`{"data":{"token":"` + secretMark + `"}}`)
			cut(w, raw, len(raw)-3, true)
			return true
		},
		func(w http.ResponseWriter, r *http.Request, body []byte) bool {
			w.Header().Set("Location", "http://"+secretMark+".example/"+secretMark)
			w.WriteHeader(302)
			return true
		},
		func(w http.ResponseWriter, r *http.Request, body []byte) bool {
			w.Header().Set("Content-Encoding", secretMark)
			reply(w, 200, secretMark)
			return true
		},
	}
	errors := 0
	for n, script := range scripts {
		r.main().setScript(script)
		v := newVisitor(g, client, 900+n)
		v.token = tokenOf(900)
		v.cookie["other"] = secretMark
		judge := func(path string, a *response, err error) {
			if err == nil && a.status >= 400 {
				errors++
				look("error bodies", a.body)
			}
		}
		for i, path := range forms {
			for _, body := range []string{"{" + person + "}", "{" + person, "{" + person + `,"x":` + strings.Repeat("[", 100_000)} {
				a, err := v.send(ctx, "POST", path, body, "Idempotency-Key", fmt.Sprintf("secret-%d-%d-%d", n, i, len(body)), "User-Agent", secretMark, "Referer", "http://shop.example/"+secretMark)
				judge(path, a, err)
			}
		}
		for _, path := range gets {
			a, err := v.send(ctx, "GET", path, "", "Lang", "de", "X-Branch", "http://"+secretMark+".example", "X-Request-Id", secretMark)
			judge(path, a, err)
			a, err = v.send(ctx, "GET", path, "", "Lang", secretMark)
			judge(path, a, err)
		}
	}
	if m, err := probe.Get("http://" + g.metrics + "/metrics"); err == nil {
		text, _ := io.ReadAll(m.Body)
		_ = m.Body.Close()
		look("metrics", text)
	}
	if _, err := g.stop(); err != nil {
		return nil, err
	}
	files, size := 0, int64(0)
	err = filepath.WalkDir(s.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.Contains(name, "nginx") {
			return nil //nolint:nilerr // an unreadable file contains nothing
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		files++
		size += int64(len(text))
		place := "logs"
		if strings.Contains(name, "/data/") {
			place = "data folders"
		}
		look(place, text)
		return nil
	})
	if err != nil {
		return nil, err
	}
	total := 0
	var where []string
	for place, n := range found {
		total += n
		where = append(where, fmt.Sprintf("%d in %s", n, place))
	}
	reached := fmt.Sprintf("%d (%d files, %d MiB, %d error bodies)", total, files, size>>20, errors)
	if total > 0 {
		reached += ": " + strings.Join(where, ", ")
	}
	return []line{{
		figure: "secrets and personal data in logs, metrics, data folders and error bodies of all attacks of the same run", bound: "0", reached: reached, passed: total == 0 && files > 0 && errors > 0,
	}}, nil
}

// needles are the encodings of a secret to search for.
var needles = func() [][]byte {
	mark := []byte(secretMark)
	all := [][]byte{mark, []byte(hex.EncodeToString(mark)), []byte(strings.ToUpper(hex.EncodeToString(mark)))}
	for skip := range 3 { // base64 depends on where a word begins
		text := base64.StdEncoding.EncodeToString(mark[skip : skip+(len(mark)-skip)/3*3])
		all = append(all, []byte(text))
	}
	return all
}()
