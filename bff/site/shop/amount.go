package shop

import (
	"encoding/json"
	"math/big"
	"regexp"
)

// Decimal matches a plain number; an exponent could expand to an arbitrary size.
var Decimal = regexp.MustCompile(`^\d{1,12}(\.\d{1,12})?$`)

// Amount formats a price for structured data: two decimals and a point, without float arithmetic. Empty for anything else.
func Amount(n json.Number) string { return Discounted(n, "0") }

// Discounted is a menu's price after its discount: price*(100-discount)/100 (docs/specification.md section 9).
func Discounted(price, discount json.Number) string {
	if !Decimal.MatchString(price.String()) {
		return ""
	}
	p, _ := new(big.Rat).SetString(price.String())
	if Decimal.MatchString(discount.String()) {
		d, _ := new(big.Rat).SetString(discount.String())
		if hundred := big.NewRat(100, 1); d.Cmp(hundred) <= 0 {
			p.Mul(p, d.Sub(hundred, d)).Quo(p, hundred)
		}
	}
	return p.FloatString(2)
}
