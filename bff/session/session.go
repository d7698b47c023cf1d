// Package session encrypts the upstream's tokens so that scripts in the browser can't read them (docs/architecture.md section 3.4, docs/threat-model.md R5, T4, T22).
//
// A token is sealed (encrypted and authenticated) into an HttpOnly cookie, and the client stores a random handle instead of
// it. Neither works without the other: the handle's hash is part of the authenticated data. A seal belongs to one shop (its
// main host), not to one branch: the token is sent to whichever listed branch the customer chooses. The package is
// stateless, so a seal survives restarts and can be opened by every instance with the same key.
package session

import (
	"bytes"
	"compress/flate"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"
)

// KeySize is the length of a session key in bytes (TABLEFRONT_SESSION_KEY, docs/wire.md section 6).
const KeySize = 32

const (
	// maxToken is the longest token in bytes that is accepted; maxCookie may limit it further.
	maxToken = 4096
	// maxCookie is the longest cookie value in bytes that Seal makes. Browsers drop cookies whose name and value exceed
	// 4096 bytes together, so a longer one would be a silent logout.
	maxCookie = 4000
	// life is how long a customer's seal can be opened. The upstream may end the login earlier; a 401 clears the cookie.
	life = 180 * 24 * time.Hour
	// tableLife is how long the seal of a table session can be opened: one visit (docs/threat-model.md T22).
	tableLife = 6 * time.Hour
	// tolerance is how far clocks of several instances may differ (docs/failures.md F19).
	tolerance = 60 * time.Second
)

// The errors of Seal. The caller must answer with an error, not with a login that won't work.
var (
	errTokenTooLong = errors.New("session: the upstream's token is too long for a cookie")
	errEmptyToken   = errors.New("session: the upstream's token is empty")
)

const (
	handlePrefix = "tfh1."
	handleBytes  = 32
	sealVersion  = 1
	headSize     = 5 // the version and the key's id; the rest is encrypted and begins with its random nonce
	flagTable    = 1 << 0
	flagFlate    = 1 << 1
	claimsSize   = 9 // issued (8 bytes, unix seconds), flags
)

// Sealer seals and opens tokens. It is safe for concurrent use.
type Sealer struct {
	keys  [][]byte
	seals []seal // the first one seals, all open
	// tables are the keys of the handles of table sessions.
	tables [][]byte
}

// seal encrypts and authenticates with one key. head begins all that it seals.
type seal struct {
	head []byte
	aead cipher.AEAD
}

// New returns a Sealer. The first key seals, every key opens: to rotate a key, put the new one first and remove the old one
// when the seals made with it have expired. Without keys, one is generated and stored in dataDir (mode 0600). New returns an error for a key that is not KeySize bytes, or a data
// folder that can't be read or written.
func New(keys [][]byte, dataDir string, log *slog.Logger) (*Sealer, error) {
	if len(keys) == 0 {
		key, err := keptKey(dataDir, log)
		if err != nil {
			return nil, err
		}
		keys = [][]byte{key}
	}
	for i, key := range keys {
		if len(key) != KeySize {
			return nil, fmt.Errorf("session: key %d has %d bytes, it must have %d", i+1, len(key), KeySize)
		}
	}
	s := &Sealer{keys: keys}
	s.tables = s.derive("table handle v1")
	keysOfSeals := s.derive("session seal v1")
	for i, aead := range ciphersOf(keysOfSeals) {
		id := sha256.Sum256(keysOfSeals[i])
		s.seals = append(s.seals, seal{append([]byte{sealVersion}, id[:headSize-1]...), aead})
	}
	return s, nil
}

// Ciphers returns a cipher for each session key, in the same order, for another purpose, such as encrypting the order journal. What
// they seal begins with its random nonce. Ciphers of different purposes are independent.
func (s *Sealer) Ciphers(purpose string) []cipher.AEAD { return ciphersOf(s.derive(purpose)) }

func ciphersOf(keys [][]byte) (out []cipher.AEAD) {
	for _, key := range keys {
		block, err := aes.NewCipher(key)
		if err == nil {
			var aead cipher.AEAD
			aead, err = cipher.NewGCMWithRandomNonce(block)
			out = append(out, aead)
		}
		if err != nil { // only a key of another size errs
			panic(err)
		}
	}
	return out
}

// derive derives a key from each session key for a purpose.
func (s *Sealer) derive(purpose string) [][]byte {
	var out [][]byte
	for _, key := range s.keys {
		sub, err := hkdf.Key(sha256.New, key, nil, "tablefront "+purpose, KeySize)
		if err != nil { // only an absurd key length errs
			panic(err)
		}
		out = append(out, sub)
	}
	return out
}

// IsHandle reports whether a bearer value is one of our handles. Any other bearer token is passed to the upstream unchanged;
// a handle is never sent there.
func IsHandle(bearer string) bool { return strings.HasPrefix(bearer, handlePrefix) }

// CookieName is the name of the cookie that carries the seal. Over https it has the __Host- prefix, which makes
// browsers insist on Secure, Path=/ and no Domain.
func CookieName(https bool) string {
	if https {
		return "__Host-tf_session"
	}
	return "tf_session"
}

// MaxAge returns the Max-Age of the cookie.
func MaxAge(table bool) time.Duration {
	if table {
		return tableLife
	}
	return life
}

// Seal encrypts an upstream token. shop identifies the shop (the main host's origin; Open needs the same value), table the
// table of a table session, which can be opened for one visit only; "" for a customer. The browser stores the handle under
// `token`; cookie is the value of the cookie CookieName. before is the handle of the session that the new one replaces, "" for
// none: a session of the same table keeps it, so that a page that is left before it stores a new one stays logged in. A token
// that is empty or too long for a cookie is an error.
func (s *Sealer) Seal(shop, token, table, before string, now time.Time) (handle, cookie string, err error) {
	switch {
	case token == "":
		return "", "", errEmptyToken
	case len(token) > maxToken:
		return "", "", errTokenTooLong
	}
	if handle = before; table == "" || !s.isOf(table, before) {
		handle = s.newHandle(table)
	}
	key := s.seals[0]
	var flags byte
	if table != "" {
		flags |= flagTable
	}
	body := []byte(token)
	if cookieLen(len(body), key.aead) > maxCookie {
		flags |= flagFlate
		body = deflate(body)
		if cookieLen(len(body), key.aead) > maxCookie {
			return "", "", errTokenTooLong
		}
	}
	plain := binary.BigEndian.AppendUint64(nil, uint64(now.Unix()))
	plain = append(append(plain, flags), body...)
	sealed := key.aead.Seal(bytes.Clone(key.head), nil, plain, bound(key.head, shop, handle))
	return handle, base64.RawURLEncoding.EncodeToString(sealed), nil
}

// newHandle returns a random handle. The second half of a table's handle is a hash of the first half and the table.
func (s *Sealer) newHandle(table string) string {
	id := make([]byte, handleBytes)
	rand.Read(id)
	if table != "" {
		copy(id[handleBytes/2:], tableHash(s.tables[0], id[:handleBytes/2], table))
	}
	return handlePrefix + base64.RawURLEncoding.EncodeToString(id)
}

// isOf reports whether a handle was made for a table.
func (s *Sealer) isOf(table, handle string) bool {
	id, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(handle, handlePrefix))
	if err != nil || len(id) != handleBytes || !IsHandle(handle) {
		return false
	}
	return slices.ContainsFunc(s.tables, func(key []byte) bool {
		return hmac.Equal(id[handleBytes/2:], tableHash(key, id[:handleBytes/2], table))
	})
}

func tableHash(key, random []byte, table string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(random)
	h.Write([]byte(table))
	return h.Sum(nil)[:handleBytes/2]
}

// Open returns the token that Seal encrypted. ok is false if handle, cookie and shop do not belong together, the key is
// unknown, anything was modified, the seal has expired, or it was made in the future by more than the clocks of instances
// differ. The reason is deliberately not returned.
func (s *Sealer) Open(shop, handle, cookie string, now time.Time) (token string, ok bool) {
	// The base64 decoder skips line breaks, but a seal has only one valid encoding.
	if !IsHandle(handle) || len(handle) > 64 || len(cookie) > maxCookie || strings.ContainsAny(cookie, "\r\n") {
		return "", false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil {
		return "", false
	}
	for _, key := range s.seals {
		encrypted, ours := bytes.CutPrefix(sealed, key.head)
		if !ours {
			continue
		}
		if plain, err := key.aead.Open(nil, nil, encrypted, bound(key.head, shop, handle)); err == nil {
			return claims(plain, now)
		}
	}
	return "", false
}

// claims parses the content of an authenticated seal.
func claims(plain []byte, now time.Time) (token string, ok bool) {
	if len(plain) <= claimsSize {
		return "", false
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(plain)), 0)
	flags, body := plain[8], plain[claimsSize:]
	if issued.After(now.Add(tolerance)) || now.After(issued.Add(MaxAge(flags&flagTable != 0)+tolerance)) {
		return "", false
	}
	if flags&flagFlate != 0 {
		var err error
		if body, err = inflate(body); err != nil {
			return "", false
		}
	}
	return string(body), true
}

// bound returns the additional authenticated data of a seal: the format, the key, the shop and the handle.
func bound(head []byte, shop, handle string) []byte {
	shopSum, handleSum := sha256.Sum256([]byte(shop)), sha256.Sum256([]byte(handle))
	return slices.Concat(head, shopSum[:], handleSum[:])
}

func cookieLen(body int, aead cipher.AEAD) int {
	return base64.RawURLEncoding.EncodedLen(headSize + claimsSize + body + aead.Overhead())
}

// deflate compresses a long token: tokens are mostly base64 text, which shrinks to three quarters.
func deflate(b []byte) []byte {
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

func inflate(b []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), maxToken+1))
	if err == nil && len(out) > maxToken {
		err = errTokenTooLong
	}
	return out, err
}
