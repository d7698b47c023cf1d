package session

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const shop = "https://shop.example"

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func key(n byte) []byte { return bytes.Repeat([]byte{n}, KeySize) }

func sealer(t testing.TB, keys ...[]byte) *Sealer {
	t.Helper()
	s, err := New(keys, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// jwt looks like a long upstream token: base64 text of n characters.
func jwt(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)[:n]
}

// TestSealedEarlier: another format would end every login at the next release.
func TestSealedEarlier(t *testing.T) {
	const handle = "tfh1.mIeGs03R3QPdb8PXQePJUcJBlgmXehqhUaTQdUF_930"
	const cookie = "Ae5gnoCDH_EGWOnrNyYpOs89dKvT_Gc-bNysDFcOfC-TpQHty-Ml8CAGD-BNCTWOjg"
	token, ok := sealer(t, key(7)).Open(shop, handle, cookie, time.Date(2026, 1, 1, 1, 0, 0, 0, time.UTC))
	if token != "token-1" || !ok {
		t.Fatalf("opened as %q, ok %v", token, ok)
	}
}

// TestRoundTrip: a sealed token is restored unchanged, and neither handle nor cookie contains it.
func TestRoundTrip(t *testing.T) {
	s := sealer(t, key(1))
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.StringN(1, 900, 2900).Draw(t, "token")
		table := rapid.SampledFrom([]string{"", "tables/7"}).Draw(t, "table")
		handle, cookie, err := s.Seal(shop, token, table, "", start)
		if err != nil {
			t.Fatal(err)
		}
		if !IsHandle(handle) || len(cookie) > maxCookie {
			t.Fatalf("handle %q, cookie of %d bytes", handle, len(cookie))
		}
		if len(token) > 4 && (strings.Contains(handle, token) || strings.Contains(cookie, token)) {
			t.Fatal("the token shows")
		}
		got, ok := s.Open(shop, handle, cookie, start)
		if !ok || got != token {
			t.Fatalf("opened %q ok %v", got, ok)
		}
	})
}

// TestHandleAndCookieBelongTogether: docs/threat-model.md T4. Every combination of two logins is rejected.
func TestHandleAndCookieBelongTogether(t *testing.T) {
	s, other := sealer(t, key(1)), sealer(t, key(2))
	h1, c1, _ := s.Seal(shop, "token-of-anna", "", "", start)
	h2, c2, _ := s.Seal(shop, "token-of-ben", "", "", start)
	for name, c := range map[string]struct {
		sealer               *Sealer
		shop, handle, cookie string
	}{
		"another login's cookie": {s, shop, h1, c2},
		"another login's handle": {s, shop, h2, c1},
		"no cookie":              {s, shop, h1, ""},
		"no handle":              {s, shop, "", c1},
		"prefix only":            {s, shop, handlePrefix, c1},
		"cookie as handle":       {s, shop, c1, c1},
		"handle as cookie":       {s, shop, h1, h1},
		"the token itself":       {s, shop, "token-of-anna", c1},
		"another shop":           {s, "https://other.example", h1, c1},
		"another key":            {other, shop, h1, c1},
		"padded":                 {s, shop, h1, c1 + "="},
		"spaced":                 {s, shop, h1, " " + c1},
		"doubled":                {s, shop, h1, c1 + c1},
		"long handle":            {s, shop, h1 + strings.Repeat("A", 100), c1},
		"long cookie":            {s, shop, h1, c1 + strings.Repeat("A", maxCookie)},
	} {
		if token, ok := c.sealer.Open(c.shop, c.handle, c.cookie, start); ok || token != "" {
			t.Errorf("%s: opened %q", name, token)
		}
	}
	if _, ok := s.Open(shop, h1, c1, start); !ok {
		t.Error("the honest pair does not open")
	}
}

// TestAlteredAnywhere: a flipped bit at any place of the cookie or the handle closes the seal.
func TestAlteredAnywhere(t *testing.T) {
	s := sealer(t, key(1))
	h, c, _ := s.Seal(shop, "token", "tables/7", "", start)
	raw, _ := base64.RawURLEncoding.DecodeString(c)
	for i := range raw {
		for bit := range 8 {
			forged := bytes.Clone(raw)
			forged[i] ^= 1 << bit
			if _, ok := s.Open(shop, h, base64.RawURLEncoding.EncodeToString(forged), start); ok {
				t.Fatalf("byte %d bit %d altered and opened", i, bit)
			}
		}
	}
	for cut := range raw {
		if _, ok := s.Open(shop, h, base64.RawURLEncoding.EncodeToString(raw[:cut]), start); ok {
			t.Fatalf("cut at %d and opened", cut)
		}
	}
	for i := len(handlePrefix); i < len(h); i++ {
		forged := []byte(h)
		forged[i] ^= 1
		if _, ok := s.Open(shop, string(forged), c, start); ok {
			t.Fatalf("handle byte %d altered and opened", i)
		}
	}
	// base64 has spare bits in its last character: only the one spelling is taken.
	spellings := 0
	for _, last := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_" {
		if _, ok := s.Open(shop, h, c[:len(c)-1]+string(last), start); ok {
			spellings++
		}
	}
	if spellings != 1 {
		t.Errorf("%d spellings of one cookie open", spellings)
	}
}

// TestTheSameTableKeepsItsHandle: a page that is left before it has stored a new handle stays logged in, also after the key
// was rotated. Anybody else gets a new handle, even if it is presented.
func TestTheSameTableKeepsItsHandle(t *testing.T) {
	s := sealer(t, key(1))
	before, _, _ := s.Seal(shop, "token-1", "mitte tables/7", "", start)
	rotated := sealer(t, key(2), key(1))
	handle, cookie, _ := rotated.Seal(shop, "token-2", "mitte tables/7", before, start)
	if token, ok := rotated.Open(shop, before, cookie, start); handle != before || !ok || token != "token-2" {
		t.Fatalf("opened %q, ok %v", token, ok)
	}
	customer, _, _ := s.Seal(shop, "token", "", "", start)
	seen := map[string]bool{before: true, customer: true}
	for _, c := range []struct{ table, before string }{
		{"mitte tables/12", before},
		{"mitte tables/7", customer},
		{"mitte tables/7", ""},
		{"mitte tables/7", "tfh1."},
		{"mitte tables/7", strings.TrimPrefix(before, "tfh1.")},
		{"", before},
		{"", ""},
	} {
		handle, _, _ := s.Seal(shop, "token", c.table, c.before, start)
		if seen[handle] || !IsHandle(handle) {
			t.Errorf("%+v: handle %q", c, handle)
		}
		seen[handle] = true
	}
}

// TestLife: seals end; table seals end with the visit; clocks may differ by tolerance.
func TestLife(t *testing.T) {
	s := sealer(t, key(1))
	for _, c := range []struct {
		table bool
		after time.Duration
		want  bool
	}{
		{false, 0, true},
		{false, -tolerance, true},
		{false, -tolerance - time.Second, false},
		{false, life + tolerance, true},
		{false, life + tolerance + time.Second, false},
		{true, tableLife + tolerance, true},
		{true, tableLife + tolerance + time.Second, false},
	} {
		table := ""
		if c.table {
			table = "tables/7"
		}
		h, k, _ := s.Seal(shop, "token", table, "", start)
		if _, ok := s.Open(shop, h, k, start.Add(c.after)); ok != c.want {
			t.Errorf("table %v after %v: ok %v", c.table, c.after, ok)
		}
	}
	if MaxAge(true) != tableLife || MaxAge(false) != life {
		t.Error("MaxAge does not follow the lives")
	}
}

// TestTokenLength: a token that fits is sealed, one that does not is an error and never cut.
func TestTokenLength(t *testing.T) {
	s := sealer(t, key(1))
	for _, c := range []struct {
		token string
		want  error
	}{
		{"", errEmptyToken},
		{"x", nil},
		{jwt(1200), nil},
		{jwt(2900), nil},
		{jwt(3800), nil}, // fits compressed
		{strings.Repeat("a", maxToken), nil},
		{strings.Repeat("a", maxToken+1), errTokenTooLong},
	} {
		h, k, err := s.Seal(shop, c.token, "", "", start)
		if !errors.Is(err, c.want) {
			t.Errorf("%d bytes: %v", len(c.token), err)
		}
		if err != nil {
			continue
		}
		if len(k) > maxCookie {
			t.Errorf("%d bytes: a cookie of %d", len(c.token), len(k))
		}
		if got, ok := s.Open(shop, h, k, start); !ok || got != c.token {
			t.Errorf("%d bytes do not come back", len(c.token))
		}
	}
	noise := make([]byte, maxToken)
	rand.Read(noise)
	if _, _, err := s.Seal(shop, string(noise), "", "", start); !errors.Is(err, errTokenTooLong) {
		t.Errorf("4 KiB that cannot be compressed: %v", err)
	}
}

// TestRotation: the first key seals, all open; a dropped key ends its seals.
func TestRotation(t *testing.T) {
	before := sealer(t, key(1))
	h, c, _ := before.Seal(shop, "token", "", "", start)
	during := sealer(t, key(2), key(1))
	if _, ok := during.Open(shop, h, c, start); !ok {
		t.Error("an old seal does not open while its key is still listed")
	}
	h2, c2, _ := during.Seal(shop, "token", "", "", start)
	if _, ok := before.Open(shop, h2, c2, start); ok {
		t.Error("a new seal was made with the old key")
	}
	after := sealer(t, key(2))
	if _, ok := after.Open(shop, h2, c2, start); !ok {
		t.Error("a new seal does not open after the rotation")
	}
	if _, ok := after.Open(shop, h, c, start); ok {
		t.Error("an old seal opens after its key was dropped")
	}
}

// TestDerive: subkeys are stable, follow the order of the keys, and differ by purpose.
func TestDerive(t *testing.T) {
	s := sealer(t, key(2), key(1))
	a, b, again := s.derive("orders"), s.derive("other"), sealer(t, key(1)).derive("orders")
	if len(a) != 2 || !bytes.Equal(a[1], again[0]) || bytes.Equal(a[0], b[0]) || bytes.Equal(a[0], a[1]) {
		t.Error("derived keys do not do what they must")
	}
	if bytes.Equal(a[0], key(2)) {
		t.Error("the key itself was handed out")
	}
}

// TestKeyFile: without a key, one is generated once, stored with mode 0600, and used again after a restart.
func TestKeyFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var log bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&log, nil))
	s, err := New(nil, dir, logger)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, KeyFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("key file: %v %v", info, err)
	}
	stored, _ := os.ReadFile(filepath.Join(dir, KeyFile))
	if strings.Contains(log.String(), strings.TrimSpace(string(stored))) {
		t.Error("the key is in the log")
	}
	h, c, _ := s.Seal(shop, "token", "", "", start)

	if err := os.Chmod(filepath.Join(dir, KeyFile), 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := New(nil, dir, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := again.Open(shop, h, c, start); !ok {
		t.Error("a restart ended the login")
	}
	if info, _ = os.Stat(filepath.Join(dir, KeyFile)); info.Mode().Perm() != 0o600 {
		t.Errorf("a key that others could read stays so: %v", info.Mode())
	}
	if left, _ := filepath.Glob(filepath.Join(dir, KeyFile+".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}

	if err := os.WriteFile(filepath.Join(dir, KeyFile), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(nil, dir, slog.New(slog.DiscardHandler)); err != nil {
		t.Errorf("a damaged key file: %v", err)
	}
	if aside, err := os.ReadFile(filepath.Join(dir, KeyFile+".damaged")); err != nil || string(aside) != "short" {
		t.Errorf("the damaged key file is not aside: %q, %v", aside, err)
	}
	if _, err := New(nil, filepath.Join(dir, KeyFile, "below"), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("a data folder that cannot be made is not told")
	}
	if _, err := New([][]byte{key(1), []byte("short")}, dir, nil); err == nil || !strings.Contains(err.Error(), "key 2") {
		t.Errorf("a short key: %v", err)
	}
}

// TestKeyFileRace: several processes that start at once agree on one key.
func TestKeyFileRace(t *testing.T) {
	dir := t.TempDir()
	sealers := make([]*Sealer, 8)
	var wg sync.WaitGroup
	for i := range sealers {
		wg.Go(func() {
			s, err := New(nil, dir, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Error(err)
			}
			sealers[i] = s
		})
	}
	wg.Wait()
	h, c, _ := sealers[0].Seal(shop, "token", "", "", start)
	for i, s := range sealers {
		if _, ok := s.Open(shop, h, c, start); !ok {
			t.Errorf("sealer %d has another key", i)
		}
	}
}

// TestConcurrent: one Sealer serves many.
func TestConcurrent(t *testing.T) {
	s := sealer(t, key(1))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for n := range 200 {
				want := fmt.Sprintf("token-%d-%d", i, n)
				h, c, err := s.Seal(shop, want, "", "", start)
				if err != nil {
					t.Error(err)
				}
				if got, ok := s.Open(shop, h, c, start); !ok || got != want {
					t.Errorf("%q came back as %q", want, got)
				}
			}
		})
	}
	wg.Wait()
}

// FuzzOpen: no other pair of handle and cookie than the sealed one opens.
func FuzzOpen(f *testing.F) {
	s := sealer(f, key(1))
	// A fixed pair: every fuzz worker must use the same one.
	h := "tfh1.1BQPdnGQf74JHLTwp_kxJIF-G24Dt8YJwpL4t3ifgEI"
	c := "AbSAUZAJUPv7r07vVYU7gi1664x7GdjKUYp_Ftp-yi5D-Dz2aWL3wmpgahSb1Bo"
	if _, ok := s.Open(shop, h, c, start); !ok {
		f.Fatal("the pair of an earlier release does not open: every login would end with the update")
	}
	f.Add(h, c)
	f.Add(h, "")
	f.Add("", c)
	f.Add(h, strings.ToUpper(c))
	f.Add(h+" ", c+"A")
	f.Fuzz(func(t *testing.T, handle, cookie string) {
		token, ok := s.Open(shop, handle, cookie, start)
		if ok && (handle != h || cookie != c) {
			t.Fatalf("opened %q with %q %q", token, handle, cookie)
		}
		if !ok && token != "" {
			t.Fatal("a token came with ok false")
		}
	})
}

// FuzzClaims: the inside of a seal, as another version of the program might have written it, never breaks the reader.
func FuzzClaims(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x00\x69\x20\x00\x00\x00token"))
	f.Add(append([]byte("\x00\x00\x00\x00\x69\x20\x00\x00\x02"), deflate([]byte(strings.Repeat("a", 9000)))...))
	f.Fuzz(func(t *testing.T, plain []byte) {
		token, ok := claims(plain, start)
		if ok && (token == "" && plain[8]&flagFlate == 0 || len(token) > maxToken && plain[8]&flagFlate != 0) {
			t.Fatalf("read %d bytes", len(token))
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	s := sealer(b, key(1))
	h, c, _ := s.Seal(shop, jwt(1100), "", "", start)
	b.ReportAllocs()
	for b.Loop() {
		if _, ok := s.Open(shop, h, c, start); !ok {
			b.Fatal("does not open")
		}
	}
}
