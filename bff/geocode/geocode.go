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
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"tablefront/bff/expiring"
	"tablefront/bff/fault"
	"tablefront/bff/langtag"
	"tablefront/bff/safego"
)

type Options struct {
	// Language is sent when the request has no valid Lang header.
	Language string
	// UserAgent identifies the shop, as the geocoder's usage policy requires.
	UserAgent string
	// Client makes the requests. It follows no redirect.
	Client *http.Client
	Log    *slog.Logger
}

const (
	// every is the least time between two requests upstream, the limit of the public Nominatim.
	every = time.Second
	// maxWait is how long a request may wait for its turn.
	maxWait = 5 * time.Second
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

// Geocoder finds addresses. It is safe for concurrent use.
type Geocoder struct {
	o     Options
	url   *url.URL // nil: there is none
	limit *rate.Limiter
	group singleflight.Group
	cells *expiring.Map[cell]
}

// cell is an address, or faultNothing.
type cell struct {
	address Address
	err     error
}

var (
	faultNothing     = fault.New(404, "address_not_found", "There is no address at this place.")
	faultPlace       = fault.BadRequest.Saying("The place must be given as lat and lng.")
	faultBusy        = fault.RateLimited.After(maxWait+every, nil)
	faultUnreachable = fault.UpstreamUnreachable.Saying("The address search can't be reached right now. Please try again in a moment.")
	faultInvalid     = fault.UpstreamInvalid.Saying("The address search gave no usable answer.")
	faultTimeout     = fault.UpstreamTimeout.Saying("The address search took too long. Please try again in a moment.")
)

// New makes the Geocoder of a service's reverse address (".../reverse"). With an empty one, or no http(s) address, there is none.
func New(address string, o Options) *Geocoder {
	h := &Geocoder{
		o: o, limit: rate.NewLimiter(rate.Every(every), 1), cells: expiring.New[cell](maxCells, time.Now),
	}
	if u, err := url.Parse(address); err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
		h.url = u
	}
	return h
}

// Reverse returns the address of the request's place (lat=..&lng=..), from memory or from the geocoder. Concurrent callers share one request,
// which continues when the first one disconnects. The error is a *fault.Fault, or that of a browser that has disconnected.
func (h *Geocoder) Reverse(r *http.Request) (none Address, err error) {
	q, lang := r.URL.Query(), r.Header.Get("Lang")
	lat, ok1 := degrees(q.Get("lat"), 90)
	lng, ok2 := degrees(q.Get("lng"), 180)
	switch {
	case h.url == nil:
		return none, fault.UnknownCall
	case !ok1 || !ok2:
		return none, faultPlace
	case !langtag.Valid(lang):
		lang = h.o.Language
	}
	key := fmt.Sprintf("%.4f,%.4f,%s", lat, lng, lang)
	done := safego.Join(h.o.Log, "reverse geocoding", &h.group, key, func() (any, error) {
		if c, left := h.cells.Get(key); left > 0 {
			return c.address, c.err
		}
		ctx := context.WithoutCancel(r.Context())
		turn, cancel := context.WithTimeout(ctx, maxWait)
		defer cancel()
		if err := h.limit.Wait(turn); err != nil { // at once, where the turn would come too late
			return none, faultBusy
		}
		a, err := h.ask(ctx, lat, lng, lang)
		switch {
		case err == nil:
			h.cells.Put(key, cell{a, nil}, addressFor)
		case errors.Is(err, faultNothing):
			h.cells.Put(key, cell{a, err}, nothingFor)
		default:
			h.o.Log.Warn("the geocoder failed", "error", err.Error())
		}
		return a, err
	})
	select {
	case r := <-done:
		if errors.Is(r.Err, safego.ErrPanicked) {
			return none, faultInvalid.Because(r.Err)
		}
		a, _ := r.Val.(Address)
		return a, r.Err
	case <-r.Context().Done():
		return none, r.Context().Err()
	}
}

var decimal = regexp.MustCompile(`^-?\d{1,3}(\.\d{1,15})?$`)

// degrees parses a coordinate and rounds it to the middle of its cell.
func degrees(s string, most float64) (float64, bool) {
	v, err := strconv.ParseFloat(s, 64)
	return math.Round(v/grid) * grid, err == nil && decimal.MatchString(s) && math.Abs(v) <= most
}

// ask makes the request. Its errors contain neither the geocoder's URL nor its responses.
func (h *Geocoder) ask(ctx context.Context, lat, lng float64, lang string) (none Address, err error) {
	u := *h.url
	q := u.Query()
	for name, value := range map[string]string{
		"format": "jsonv2", "addressdetails": "1", "zoom": "18", "accept-language": lang,
		"lat": strconv.FormatFloat(lat, 'f', 5, 64), "lon": strconv.FormatFloat(lng, 'f', 5, 64),
	} {
		q.Set(name, value)
	}
	u.RawQuery = q.Encode()
	r := (&http.Request{Method: http.MethodGet, URL: &u, Header: http.Header{
		"Accept": {"application/json"}, "Accept-Encoding": {"identity"}, "User-Agent": {h.o.UserAgent},
	}}).WithContext(ctx)
	res, err := h.o.Client.Do(r)
	if err != nil {
		return none, failed(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return none, failed(err)
	case res.StatusCode == http.StatusNotFound:
		return none, faultNothing
	case res.StatusCode == http.StatusTooManyRequests:
		return none, faultBusy
	case res.StatusCode != http.StatusOK || len(body) > maxAnswer:
		return none, faultInvalid
	}
	return read(body)
}

func failed(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return faultTimeout
	}
	return faultUnreachable
}

// read converts Nominatim's response to an address: street and number, else the display name.
func read(body []byte) (Address, error) {
	var n struct {
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
