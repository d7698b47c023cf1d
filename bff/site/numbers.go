package site

import (
	"encoding/json"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// decimal matches a plain number; an exponent could expand to an arbitrary size.
var decimal = regexp.MustCompile(`^\d{1,12}(\.\d{1,12})?$`)

// amount formats a price for structured data: two decimals and a point, without float arithmetic. Empty for anything else.
func amount(n json.Number) string { return discounted(n, "0") }

// discounted is a menu's price after its discount: price*(100-discount)/100 (docs/specification.md section 9).
func discounted(price, discount json.Number) string {
	if !decimal.MatchString(price.String()) {
		return ""
	}
	p, _ := new(big.Rat).SetString(price.String())
	if decimal.MatchString(discount.String()) {
		d, _ := new(big.Rat).SetString(discount.String())
		if hundred := big.NewRat(100, 1); d.Cmp(hundred) <= 0 {
			p.Mul(p, d.Sub(hundred, d)).Quo(p, hundred)
		}
	}
	return p.FloatString(2)
}

// coordinates parses "lat, lng".
func coordinates(s string) (lat, lng float64, ok bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\t' })
	if len(parts) != 2 {
		return 0, 0, false
	}
	lat, err1 := strconv.ParseFloat(parts[0], 64)
	lng, err2 := strconv.ParseFloat(parts[1], 64)
	ok = err1 == nil && err2 == nil && lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180
	return lat, lng, ok
}
