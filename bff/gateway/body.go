package gateway

import (
	"errors"
	"io"
	"mime"
	"os"
	"strings"

	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/rawjson"
)

// readOrderKey is the step that reads Idempotency-Key, of the calls that use it.
func readOrderKey(x *exchange) error {
	values := x.r.Header["Idempotency-Key"]
	if !x.out.call.Once || len(values) == 0 {
		return nil
	}
	if len(values) > 1 || !orders.ValidKey(values[0]) {
		return fault.BadRequest.Because(orders.ErrBadKey)
	}
	x.out.orderKey = values[0]
	return nil
}

// readBody is the step that reads a write's body and checks that it is one JSON object within the size limit.
func readBody(x *exchange) error {
	if x.out.call.Safe() {
		return nil
	}
	r := x.r
	if r.ContentLength == 0 {
		return nil
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" && !(strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json")) {
		return fault.UnsupportedMediaType.Because(err)
	}
	if enc := r.Header.Get("Content-Encoding"); enc != "" && enc != "identity" {
		return fault.UnsupportedMediaType.Because(errors.New("Content-Encoding of a request is not supported"))
	}
	if r.ContentLength > 2*x.out.call.Body {
		return fault.BodyTooLarge
	}
	body, err := readAtMost(r.Body, x.out.call.Body)
	if err != nil {
		r.Close = true
		return err
	}
	if len(body) == 0 {
		return nil
	}
	if err := rawjson.CheckStrict(body); err != nil {
		return fault.BadRequest.Because(err)
	}
	x.out.body = body
	return nil
}

func readAtMost(r io.Reader, limit int64) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		if errors.Is(err, os.ErrDeadlineExceeded) {
			err = errors.Join(errors.New("the request body was sent too slowly"), err)
		}
		return nil, fault.BadRequest.Because(err)
	case int64(len(body)) > limit:
		// A connection that is closed while some of the body is unread may be reset before the browser has the response.
		io.CopyN(io.Discard, r, limit)
		return nil, fault.BodyTooLarge
	}
	return body, nil
}
