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

// Discounted is a menu's price after its discount: price*(100-discount)/100 (docs/specification.md section 9). Empty if either is unknown.
func Discounted(price, discount json.Number) string {
	left, known := Left(discount)
	if !known || !Decimal.MatchString(price.String()) {
		return ""
	}
	p, _ := new(big.Rat).SetString(price.String())
	return p.Mul(p, left).FloatString(2)
}

// Left is the share of a price that a discount in percent leaves; false for what is no plain percentage.
func Left(discount json.Number) (*big.Rat, bool) {
	if !Decimal.MatchString(discount.String()) {
		return nil, false
	}
	percent, _ := new(big.Rat).SetString(discount.String())
	hundred := big.NewRat(100, 1)
	left := percent.Quo(percent.Sub(hundred, percent), hundred)
	return left, left.Sign() >= 0
}
