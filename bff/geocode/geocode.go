// Package geocode answers GET /bff/geocode/reverse: coordinates to an address, through a Nominatim-compatible service
// the operator chose (TABLEFRONT_GEOCODER_URL). docs/architecture.md section 2, docs/wire.md section 5.
package geocode

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"
)

// Options of the handler; the zero value works.
type Options struct {
	// Language is sent when the request has no valid Lang header.
	Language string
	// UserAgent identifies the shop, as the geocoder's usage policy requires. Default "tablefront".
	UserAgent string
	Log       *slog.Logger
	// Now is the clock of the cache. Default time.Now.
	Now func() time.Time
	// Every is the least time between two requests upstream. Default 1 s, the limit of the public Nominatim.
	Every time.Duration
	// Waiting is how many requests may wait for their turn. Default 5, so that a customer waits at most 5 s.
	Waiting int
}

const (
	// grid is the size of a cell in degrees, about 11 m. All points of a cell get the same address.
	grid       = 1e-4
	maxCells   = 10_000
	addressFor = 24 * time.Hour
	nothingFor = 10 * time.Minute
	maxAnswer  = 64 << 10
)

// Address is the response of GET /bff/geocode/reverse.
type Address struct {
	Address string `json:"address"`
	Zipcode string `json:"zipcode"`
}

// handler answers from cached cells and requests one address at a time from the geocoder.
type handler struct {
	o       Options
	client  *http.Client
	url     *url.URL
	limit   *rate.Limiter
	waiting chan struct{}
	group   singleflight.Group

	mu    sync.Mutex
	cells *simplelru.LRU[string, *cell]
}

type cell struct {
	key    string
	answer Address
	fault  *fault // nothing is there
	until  time.Time
}

// fault is an error of docs/wire.md section 3.
type fault struct {
	status  int
	code    string
	message string
}

// Error says the code.
func (f *fault) Error() string { return "geocode: " + f.code }

var (
	faultAbsent      = &fault{http.StatusNotFound, "unknown_call", "There is nothing here."}
	faultNothing     = &fault{http.StatusNotFound, "address_not_found", "There is no address at this place."}
	faultBad         = &fault{http.StatusBadRequest, "bad_request", "The place must be given as lat and lng."}
	faultBusy        = &fault{http.StatusTooManyRequests, "rate_limited", "Too many attempts. Please wait a moment."}
	faultUnreachable = &fault{http.StatusBadGateway, "upstream_unreachable", "The address search can't be reached right now. Please try again in a moment."}
	faultInvalid     = &fault{http.StatusBadGateway, "upstream_invalid", "The address search gave no usable answer."}
	faultTimeout     = &fault{http.StatusGatewayTimeout, "upstream_timeout", "The address search took too long. Please try again in a moment."}
)

// New makes the handler for GET /bff/geocode/reverse?lat=..&lng=... It answers {"address": string, "zipcode": string}.
// url is the geocoder's reverse address (".../reverse"); empty, or no http(s) address: every request is 404
// unknown_call. Errors have the shape of docs/wire.md section 3: 400 bad_request, 404 unknown_call or address_not_found,
// 429 rate_limited (too many wait for the one request a second upstream), 502 upstream_unreachable or
// upstream_invalid, 504 upstream_timeout.
func New(address string, o Options) http.Handler {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	o.Every = cmp.Or(o.Every, time.Second)
	o.Waiting = cmp.Or(o.Waiting, 5)
	o.UserAgent = cmp.Or(o.UserAgent, "tablefront")
	if o.Now == nil {
		o.Now = time.Now
	}
	h := &handler{
		o: o, limit: rate.NewLimiter(rate.Every(o.Every), 1), waiting: make(chan struct{}, o.Waiting),
		client: &http.Client{
			Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	h.cells, _ = simplelru.NewLRU[string, *cell](maxCells, nil) // the size is a valid one
	if u, err := url.Parse(address); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		h.url = u
	} else if address != "" {
		o.Log.Error("the geocoder's URL is not http or https; reverse geocoding is off")
	}
	return h
}

// ServeHTTP answers one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if h.url == nil {
		h.refuse(w, faultAbsent)
		return
	}
	q := r.URL.Query()
	lat, ok1 := degrees(q.Get("lat"), 90)
	lng, ok2 := degrees(q.Get("lng"), 180)
	if !ok1 || !ok2 {
		h.refuse(w, faultBad)
		return
	}
	lang := r.Header.Get("Lang")
	if len(lang) > 16 || !languageTag.MatchString(lang) {
		lang = h.o.Language
	}
	address, err := h.reverse(r.Context(), lat, lng, lang)
	if err != nil {
		var f *fault
		if !errors.As(err, &f) {
			f = faultTimeout // the browser disconnected; the response is not read
		}
		h.refuse(w, f)
		return
	}
	body, err := json.Marshal(address)
	if err != nil {
		h.refuse(w, faultInvalid)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "private, max-age=3600")
	w.Header().Set("Vary", "Lang")
	w.Write(body) //nolint:errcheck // the browser disconnected
}

func (h *handler) refuse(w http.ResponseWriter, f *fault) {
	id := w.Header().Get("X-Request-Id") // of the gateway
	body, err := json.Marshal(map[string]string{"code": f.code, "message": f.message, "requestId": id})
	if err != nil {
		body = []byte("{}")
	}
	h.o.Log.Info("reverse geocoding failed", "requestId", id, "code", f.code)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if f.status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.Itoa(1+int(h.o.Every.Seconds())*cap(h.waiting)))
	}
	w.WriteHeader(f.status)
	w.Write(body) //nolint:errcheck // as above
}

var (
	languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$`)
	decimal     = regexp.MustCompile(`^-?\d{1,3}(\.\d{1,15})?$`)
)

// degrees parses a coordinate and rounds it to the middle of its cell.
func degrees(s string, most float64) (float64, bool) {
	if !decimal.MatchString(s) {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.Abs(v) > most {
		return 0, false
	}
	return math.Round(v/grid) * grid, true
}

// reverse returns the address of a cell, from memory or from the geocoder. Concurrent callers share one request, which
// continues when the first one disconnects.
func (h *handler) reverse(ctx context.Context, lat, lng float64, lang string) (Address, error) {
	key := fmt.Sprintf("%.4f,%.4f,%s", lat, lng, lang)
	if c := h.known(key); c != nil {
		return c.result()
	}
	done := h.group.DoChan(key, func() (any, error) {
		if c := h.known(key); c != nil {
			return c.result()
		}
		select {
		case h.waiting <- struct{}{}:
			defer func() { <-h.waiting }()
		default:
			return Address{}, faultBusy
		}
		turn, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Duration(cap(h.waiting)+1)*h.o.Every+5*time.Second)
		defer cancel()
		if err := h.limit.Wait(turn); err != nil {
			return Address{}, faultBusy
		}
		a, err := h.ask(turn, lat, lng, lang)
		switch {
		case err == nil:
			h.keep(&cell{key: key, answer: a, until: h.o.Now().Add(addressFor)})
		case errors.Is(err, faultNothing):
			h.keep(&cell{key: key, fault: faultNothing, until: h.o.Now().Add(nothingFor)})
		default:
			h.o.Log.Warn("the geocoder failed", "error", err.Error())
		}
		return a, err
	})
	select {
	case r := <-done:
		a, _ := r.Val.(Address)
		return a, r.Err
	case <-ctx.Done():
		return Address{}, ctx.Err()
	}
}

func (c *cell) result() (Address, error) {
	if c.fault != nil {
		return Address{}, c.fault
	}
	return c.answer, nil
}

func (h *handler) known(key string) *cell {
	h.mu.Lock()
	defer h.mu.Unlock()
	c, ok := h.cells.Get(key)
	if ok && !h.o.Now().Before(c.until) {
		h.cells.Remove(key)
		return nil
	}
	return c
}

func (h *handler) keep(c *cell) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cells.Add(c.key, c)
}

// ask makes the request. Its errors contain neither the geocoder's URL nor its responses.
func (h *handler) ask(ctx context.Context, lat, lng float64, lang string) (Address, error) {
	u := *h.url
	q := u.Query()
	q.Set("format", "jsonv2")
	q.Set("addressdetails", "1")
	q.Set("zoom", "18")
	q.Set("lat", strconv.FormatFloat(lat, 'f', 5, 64))
	q.Set("lon", strconv.FormatFloat(lng, 'f', 5, 64))
	if lang != "" {
		q.Set("accept-language", lang)
	}
	u.RawQuery = q.Encode()
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return Address{}, faultUnreachable
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("Accept-Encoding", "identity")
	r.Header.Set("User-Agent", h.o.UserAgent)
	res, err := h.client.Do(r)
	if err != nil {
		return Address{}, failed(err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return Address{}, failed(err)
	case res.StatusCode == http.StatusNotFound:
		return Address{}, faultNothing
	case res.StatusCode == http.StatusTooManyRequests:
		return Address{}, faultBusy
	case res.StatusCode != http.StatusOK || len(body) > maxAnswer:
		return Address{}, faultInvalid
	}
	return read(body)
}

func failed(err error) *fault {
	var timeout interface{ Timeout() bool }
	if errors.As(err, &timeout) && timeout.Timeout() {
		return faultTimeout
	}
	return faultUnreachable
}

// read converts Nominatim's response to an address: street and number, else the display name.
func read(body []byte) (Address, error) {
	var n struct {
		Error   any    `json:"error"`
		Display string `json:"display_name"`
		Address struct {
			Road, Pedestrian, Footway, Square, Hamlet, Suburb, Village, Town, City, Municipality string
			Number                                                                               string `json:"house_number"`
			Postcode                                                                             string `json:"postcode"`
		} `json:"address"`
	}
	if json.Unmarshal(body, &n) != nil {
		return Address{}, faultInvalid
	}
	a := n.Address
	street := cmp.Or(a.Road, a.Pedestrian, a.Footway, a.Square, a.Hamlet)
	place := cmp.Or(a.City, a.Town, a.Village, a.Municipality, a.Suburb)
	text := strings.TrimSpace(street + " " + a.Number)
	switch {
	case street == "":
		text = n.Display
	case place != "":
		text += ", " + strings.TrimSpace(a.Postcode+" "+place)
	}
	if text == "" {
		return Address{}, faultNothing
	}
	return Address{Address: clean(text, 300), Zipcode: clean(a.Postcode, 20)}, nil
}

// clean shortens a text to one line.
func clean(s string, most int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "")), " ")
	if r := []rune(s); len(r) > most {
		s = string(r[:most])
	}
	return s
}
