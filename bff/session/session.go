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
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
)

// KeySize is the length of a session key in bytes (TABLEFRONT_SESSION_KEY, docs/wire.md section 6).
const KeySize = 32

// MaxToken is the longest upstream token in bytes that is accepted; MaxCookie may limit it further (ErrTokenTooLong).
const MaxToken = 4096

// MaxCookie is the longest cookie value in bytes that Seal makes. Browsers drop cookies whose name and value exceed
// 4096 bytes together, so a longer one would be a silent logout.
const MaxCookie = 4000

const (
	// Life is how long a customer's seal can be opened. The upstream may end the login earlier; a 401 clears the cookie.
	Life = 180 * 24 * time.Hour
	// TableLife is how long the seal of a table session can be opened: one visit (docs/threat-model.md T22).
	TableLife = 6 * time.Hour
	// Tolerance is how far clocks of several instances may differ (docs/failures.md F19).
	Tolerance = 60 * time.Second
)

// ErrTokenTooLong: a token is longer than MaxToken or does not fit into a cookie. The caller must answer with an error, not
// with a login that won't work.
var ErrTokenTooLong = errors.New("session: the upstream's token is too long for a cookie")

// ErrEmptyToken: the token is empty.
var ErrEmptyToken = errors.New("session: the upstream's token is empty")

const (
	handlePrefix = "tfh1."
	handleBytes  = 32
	sealVersion  = 1
	keyIDSize    = 4
	headSize     = 1 + keyIDSize // the rest is encrypted; it begins with its random nonce
	flagTable    = 1 << 0
	flagFlate    = 1 << 1
	claimsSize   = 9 // issued (8 bytes, unix seconds), flags
)

// Sealer seals and opens tokens. It is safe for concurrent use.
type Sealer struct {
	keys []sealKey // the first one seals, all open
	raw  [][]byte
}

type sealKey struct {
	id   [keyIDSize]byte
	aead cipher.AEAD
}

// New returns a Sealer. The first key seals, every key opens: to rotate a key, put the new one first and remove the old one
// after Life. Without keys, one is generated and stored in dataDir (mode 0600), and a warning is logged, since instances
// then can't share logins. New returns an error for a key that is not KeySize bytes, or a data folder that can't be read or
// written.
func New(keys [][]byte, dataDir string, log *slog.Logger) (*Sealer, error) {
	if len(keys) == 0 {
		key, err := keptKey(dataDir, log)
		if err != nil {
			return nil, err
		}
		keys = [][]byte{key}
	}
	s := &Sealer{}
	for i, key := range keys {
		if len(key) != KeySize {
			return nil, fmt.Errorf("session: key %d has %d bytes, it must have %d", i+1, len(key), KeySize)
		}
		sub, err := hkdf.Key(sha256.New, key, nil, "tablefront session seal v1", KeySize)
		if err != nil {
			return nil, err
		}
		aead, err := newGCM(sub)
		if err != nil {
			return nil, err
		}
		k := sealKey{aead: aead}
		sum := sha256.Sum256(sub)
		copy(k.id[:], sum[:])
		s.keys = append(s.keys, k)
		s.raw = append(s.raw, bytes.Clone(key))
	}
	return s, nil
}

// Derive derives a 32-byte key from each session key, in the same order, for another purpose, such as encrypting the order
// journal. Keys of different purposes are independent.
func (s *Sealer) Derive(purpose string) [][]byte {
	out := make([][]byte, 0, len(s.raw))
	for _, key := range s.raw {
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
		return TableLife
	}
	return Life
}

// Seal encrypts an upstream token. shop identifies the shop (the main host's origin; Open needs the same value), table marks
// a table session, which lives for TableLife only. The browser stores the handle under `token`; cookie is the value of the
// cookie CookieName. Errors: ErrTokenTooLong, ErrEmptyToken.
func (s *Sealer) Seal(shop, token string, table bool, now time.Time) (handle, cookie string, err error) {
	switch {
	case token == "":
		return "", "", ErrEmptyToken
	case len(token) > MaxToken:
		return "", "", ErrTokenTooLong
	}
	var id [handleBytes]byte
	rand.Read(id[:]) //nolint:errcheck // never fails, by its documentation
	handle = handlePrefix + base64.RawURLEncoding.EncodeToString(id[:])

	key := s.keys[0]
	var flags byte
	if table {
		flags |= flagTable
	}
	body := []byte(token)
	if cookieLen(len(body), key.aead) > MaxCookie {
		flags |= flagFlate
		body = deflate(body)
		if cookieLen(len(body), key.aead) > MaxCookie {
			return "", "", ErrTokenTooLong
		}
	}

	head := append([]byte{sealVersion}, key.id[:]...)
	plain := make([]byte, claimsSize, claimsSize+len(body))
	binary.BigEndian.PutUint64(plain, uint64(now.Unix())) //nolint:gosec // bits only
	plain[8] = flags
	plain = append(plain, body...)
	sealed := key.aead.Seal(bytes.Clone(head), nil, plain, bound(head, shop, handle))
	return handle, base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open returns the token that Seal encrypted, and whether it is a table session's. ok is false if handle, cookie and shop do
// not belong together, the key is unknown, anything was modified, the seal has expired, or it was made more than Tolerance in
// the future. The reason is deliberately not returned.
func (s *Sealer) Open(shop, handle, cookie string, now time.Time) (token string, table, ok bool) {
	// The base64 decoder skips line breaks, but a seal has only one valid encoding.
	if !IsHandle(handle) || len(handle) > 64 || len(cookie) > MaxCookie || strings.ContainsAny(cookie, "\r\n") {
		return "", false, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil || len(sealed) < headSize || sealed[0] != sealVersion {
		return "", false, false
	}
	for i := range s.keys {
		key := &s.keys[i]
		if !bytes.Equal(sealed[1:headSize], key.id[:]) {
			continue
		}
		plain, err := key.aead.Open(nil, nil, sealed[headSize:], bound(sealed[:headSize], shop, handle))
		if err != nil {
			continue
		}
		return claims(plain, now)
	}
	return "", false, false
}

// claims parses the content of an authenticated seal.
func claims(plain []byte, now time.Time) (token string, table, ok bool) {
	if len(plain) <= claimsSize {
		return "", false, false
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(plain)), 0) //nolint:gosec // bits only
	flags, body := plain[8], plain[claimsSize:]
	table = flags&flagTable != 0
	if issued.After(now.Add(Tolerance)) || now.After(issued.Add(MaxAge(table)+Tolerance)) {
		return "", false, false
	}
	if flags&flagFlate != 0 {
		var err error
		if body, err = inflate(body); err != nil {
			return "", false, false
		}
	}
	return string(body), table, true
}

// bound returns the additional authenticated data of a seal: the format, the key, the shop and the handle.
func bound(head []byte, shop, handle string) []byte {
	shopSum, handleSum := sha256.Sum256([]byte(shop)), sha256.Sum256([]byte(handle))
	out := make([]byte, 0, len(head)+2*sha256.Size)
	out = append(out, head...)
	out = append(out, shopSum[:]...)
	return append(out, handleSum[:]...)
}

func cookieLen(body int, aead cipher.AEAD) int {
	return base64.RawURLEncoding.EncodedLen(headSize + claimsSize + body + aead.Overhead())
}

func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// deflate compresses a long token: tokens are mostly base64 text, which shrinks to three quarters.
func deflate(b []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestCompression)
	if err != nil {
		return b
	}
	w.Write(b) //nolint:errcheck // a bytes.Buffer takes everything
	w.Close()  //nolint:errcheck // as above
	return out.Bytes()
}

func inflate(b []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), MaxToken+1))
	if err == nil && len(out) > MaxToken {
		err = ErrTokenTooLong
	}
	return out, err
}
