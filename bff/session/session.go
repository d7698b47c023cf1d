// Package session keeps upstream tokens out of the browser's reach (docs/architecture.md section 3.4, docs/threat-model.md R5, T4, T22).
//
// A token is sealed into a cookie that scripts cannot read, and the browser gets a random handle to keep in its place.
// Neither works without the other: the handle's hash is part of what the seal authenticates. A seal belongs to one
// shop (its main host), not to one branch: the token goes with the customer to whichever listed branch is chosen.
// The package is stateless, so a seal survives restarts and is understood by every instance with the same key.
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

// MaxToken is the longest upstream token in bytes that is considered at all; see ErrTokenTooLong for the other bound.
const MaxToken = 4096

// MaxCookie is the longest cookie value in bytes that Seal makes. Browsers drop cookies whose name and value exceed
// 4096 bytes together, so a longer one would be a silent logout.
const MaxCookie = 4000

const (
	// Life is how long a customer's seal opens. The upstream may end the login earlier; a 401 clears the cookie.
	Life = 180 * 24 * time.Hour
	// TableLife is how long the seal of a table session opens: one visit (docs/threat-model.md T22).
	TableLife = 6 * time.Hour
	// Tolerance is how far clocks of several instances may differ (docs/failures.md F19).
	Tolerance = 60 * time.Second
)

// ErrTokenTooLong says that a token is over MaxToken or does not fit into a cookie. The caller must not hand out a
// half-working login: it answers a fault instead.
var ErrTokenTooLong = errors.New("session: the upstream's token is too long to be kept in a cookie")

// ErrEmptyToken says that there is nothing to seal.
var ErrEmptyToken = errors.New("session: the upstream's token is empty")

const (
	handlePrefix = "tfh1."
	handleBytes  = 32
	sealVersion  = 1
	keyIDSize    = 4
	nonceSize    = 12
	headSize     = 1 + keyIDSize + nonceSize
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

// New makes a Sealer. The first key seals, every key opens, so a key is rotated by putting the new one in front and
// dropping the old one after Life. Without any key one is made and kept in dataDir (mode 0600), and a warning is
// logged, since instances then cannot share logins. Errors: a key that is not KeySize bytes, or a data folder that
// cannot be read or written.
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

// Derive returns one 32-byte key for each session key, in the same order, for another purpose (the order journal
// encrypts its answers with such keys). Keys of different purposes tell nothing about each other.
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

// IsHandle tells whether a bearer value is one of our handles. Any other bearer passes to the upstream unchanged; a
// handle that does not open must not go there, it means nothing to the upstream.
func IsHandle(bearer string) bool { return strings.HasPrefix(bearer, handlePrefix) }

// CookieName is the name of the cookie that carries the seal. Over https it has the __Host- prefix, which makes
// browsers insist on Secure, Path=/ and no Domain.
func CookieName(https bool) string {
	if https {
		return "__Host-tf_session"
	}
	return "tf_session"
}

// MaxAge is how long the cookie of a seal is to be kept by the browser.
func MaxAge(table bool) time.Duration {
	if table {
		return TableLife
	}
	return Life
}

// Seal puts an upstream token away. shop names the shop (the main host's origin; the same value must be given to
// Open), table marks a table session, which lives for TableLife only. The handle is for the browser to keep under
// `token`; the cookie is the value of the cookie CookieName. Errors: ErrTokenTooLong, ErrEmptyToken.
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

	sealed := make([]byte, headSize, headSize+claimsSize+len(body)+key.aead.Overhead())
	sealed[0] = sealVersion
	copy(sealed[1:], key.id[:])
	rand.Read(sealed[1+keyIDSize : headSize]) //nolint:errcheck // as above

	plain := make([]byte, claimsSize, claimsSize+len(body))
	binary.BigEndian.PutUint64(plain, uint64(now.Unix())) //nolint:gosec // bits only
	plain[8] = flags
	plain = append(plain, body...)
	sealed = key.aead.Seal(sealed, sealed[1+keyIDSize:headSize], plain, bound(sealed[:1+keyIDSize], shop, handle))
	return handle, base64.RawURLEncoding.EncodeToString(sealed), nil
}

// Open gives back the token that Seal put away, and whether it is a table session's. ok is false when handle, cookie
// and shop do not belong together, the key is unknown, anything was altered, the seal is over its life, or it was made
// more than Tolerance in the future. Why is not said: the answer is the same for all.
func (s *Sealer) Open(shop, handle, cookie string, now time.Time) (token string, table, ok bool) {
	// The base64 reader skips line ends: one seal has one spelling.
	if !IsHandle(handle) || len(handle) > 64 || len(cookie) > MaxCookie || strings.ContainsAny(cookie, "\r\n") {
		return "", false, false
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(cookie)
	if err != nil || len(sealed) < headSize || sealed[0] != sealVersion {
		return "", false, false
	}
	for i := range s.keys {
		key := &s.keys[i]
		if !bytes.Equal(sealed[1:1+keyIDSize], key.id[:]) {
			continue
		}
		plain, err := key.aead.Open(nil, sealed[1+keyIDSize:headSize], sealed[headSize:],
			bound(sealed[:1+keyIDSize], shop, handle))
		if err != nil {
			continue
		}
		return claims(plain, now)
	}
	return "", false, false
}

// claims reads what a seal holds once it is proven to be ours.
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

// bound is the data a seal authenticates beside the token: the format, the key, the shop and the handle.
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
	return cipher.NewGCM(block)
}

// deflate makes a long token fit: tokens are mostly base64 text, which shrinks to three quarters.
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
