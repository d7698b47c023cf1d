package firstpaint

import (
	"cmp"
	"encoding/json"
	"html/template"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tablefront/bff/site/shop"
)

// moneyFormats are the formats in which the client writes amounts, as the build read them off (client/src/first/moneyFormats.ts).
type moneyFormats struct {
	Exponents map[string]int
	Locales   map[string]moneyFormat
}

type moneyFormat struct {
	Decimal, Group string
	Groups         [2]int // digits of the last group and of the ones before it
	Grouped        int    // the fewest digits that are grouped
	Written        map[string][2]string
	Percent        [2]string
}

// money writes the prices of a page.
type money struct {
	format        moneyFormat
	exponent      int
	before, after string
}

// money returns the format of the page's language (moneyLocale of client/src/i18n/language.ts). It is false for a
// locale or currency that the build does not know: then only the client writes prices.
func (f *painter) money() (money, bool) {
	locale, o := f.Lang, f.build.options
	if locale == o.Language {
		locale = cmp.Or(o.Locale, locale)
	}
	return f.build.Money.in(locale, o.Currency)
}

func (f moneyFormats) in(locale, currency string) (money, bool) {
	format, known := f.Locales[locale]
	around, written := format.Written[currency]
	exponent, counted := f.Exponents[currency]
	return money{format, exponent, around[0], around[1]}, known && written && counted
}

// minor converts an amount to the currency's smallest units, rounded half away from zero; false for what is no plain amount.
func (m money) minor(amount json.Number) (*big.Int, bool) {
	if !shop.Decimal.MatchString(amount.String()) {
		return nil, false
	}
	r, _ := new(big.Rat).SetString(amount.String())
	return rounded(r.Mul(r, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(m.exponent)), nil)))), true
}

// unknown reports whether a price can't be read, or is below zero: then there is none, here and in the client
// (isSizeForSale of client/src/domain/pricing.ts).
func unknown(price json.Number) bool {
	return price == "" || strings.HasPrefix(price.String(), "-")
}

// discounted is what is left after a discount in percent, rounded once; false for what is no plain percentage.
func (m money) discounted(price *big.Int, discount json.Number) (*big.Int, bool) {
	left, known := shop.Left(discount)
	if !known {
		return nil, false
	}
	return rounded(left.Mul(left, new(big.Rat).SetInt(price))), true
}

// text writes an amount as the client's formatMoney does.
func (m money) text(minor *big.Int) string {
	digits := minor.String()
	if missing := m.exponent + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	whole, fraction := digits[:len(digits)-m.exponent], digits[len(digits)-m.exponent:]
	if m.exponent > 0 {
		fraction = m.format.Decimal + fraction
	}
	return m.before + m.format.group(whole) + fraction + m.after
}

// percent writes a discount as the client's formatPercent does; empty for none.
func (m money) percent(discount json.Number) string {
	if !shop.Decimal.MatchString(discount.String()) {
		return ""
	}
	r, _ := new(big.Rat).SetString(discount.String())
	text := r.FloatString(2)
	if r.Sign() == 0 {
		return ""
	}
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	return m.format.Percent[0] + strings.ReplaceAll(text, ".", m.format.Decimal) + m.format.Percent[1]
}

func (f moneyFormat) group(whole string) string {
	if len(whole) < f.Grouped {
		return whole
	}
	size, grouped := f.Groups[0], ""
	for len(whole) > size {
		grouped = f.Group + whole[len(whole)-size:] + grouped
		whole, size = whole[:len(whole)-size], f.Groups[1]
	}
	return whole + grouped
}

// menuPrice fills in the price of a menu, and the one before its discount. A price that is unknown is left out.
func (f *painter) menuPrice(card *menuCard, d shop.Dish) {
	discount := cmp.Or(d.Discount.Number, "0")
	if unknown(d.Price) || !shop.Decimal.MatchString(discount.String()) {
		return
	}
	m, known := f.money()
	before, ok := m.minor(d.Price)
	var price *big.Int
	if known && ok {
		price, ok = m.discounted(before, discount)
	}
	if !known || !ok {
		card.Price, card.Later = shop.Escaped(shop.Amount(d.Price)), true
		return
	}
	if price.Cmp(before) < 0 {
		card.Was, card.InsteadOf = m.text(before), f.Markup("instead of")
	}
	card.Price, card.Discount = shop.Escaped(m.text(price)), m.percent(discount)
	if d.SoldOut() {
		card.SoldOut = f.Markup("Sold out")
	}
}

// productPrice fills in the lowest price of a product's sizes. Those whose price is unknown are left out, and those that are sold out unless all are.
func (f *painter) productPrice(card *card, d shop.Dish) {
	m, known := f.money()
	var least *big.Int
	size, from := "", false
	if d.SoldOut() || len(d.Sizes) > 0 && !slices.ContainsFunc(d.Sizes, func(s shop.Size) bool { return !s.SoldOut() }) {
		card.SoldOut = f.Markup("Sold out")
	}
	left := !d.SoldOut() && slices.ContainsFunc(d.Sizes, func(s shop.Size) bool { return !s.SoldOut() && !unknown(s.Price) })
	for _, each := range d.Sizes {
		if unknown(each.Price) || left && each.SoldOut() {
			continue
		}
		price, ok := m.minor(each.Price)
		if !known || !ok {
			card.Price, card.Later = shop.Escaped(shop.Amount(each.Price)+" €"), true
			return
		}
		from = from || least != nil && least.Cmp(price) != 0
		if least == nil || price.Cmp(least) < 0 {
			least, size = price, each.Name
		}
	}
	if least == nil {
		return
	}
	card.Price = shop.Escaped(m.text(least))
	if from {
		card.Price = f.priced("from {{price}}", card.Price)
	}
	if litre := litrePrice(least, size, d.Name); litre != nil && strings.EqualFold(f.build.options.Country, "de") {
		card.Litre = f.priced("{{price}}/l", shop.Escaped(m.text(litre)))
	}
}

// priced puts an escaped price into a text.
func (f *painter) priced(text string, price template.HTML) template.HTML {
	return template.HTML(strings.ReplaceAll(string(f.Markup(text)), "{{price}}", string(price)))
}

var volume = regexp.MustCompile(`(?i)(?:(\d{1,3})[\s\x{a0}\x{202f}]*[x×][\s\x{a0}\x{202f}]*)?(\d{1,5})(?:[.,](\d{1,3}))?[\s\x{a0}\x{202f}]*(ml|cl|l)\b`)

// litrePrice is what a litre costs of a drink whose size, or name, says how much it is, as in client/src/domain/pricing.ts; nil for others.
func litrePrice(price *big.Int, size, name string) *big.Int {
	part := volume.FindStringSubmatch(size)
	if part == nil {
		part = volume.FindStringSubmatch(name)
	}
	if part == nil {
		return nil
	}
	count, _ := strconv.ParseInt(cmp.Or(part[1], "1"), 10, 64)
	amount, _ := strconv.ParseInt(part[2]+(part[3] + "000")[:3], 10, 64)
	litres := count * amount * map[string]int64{"ml": 1, "cl": 10, "l": 1000}[strings.ToLower(part[4])] // in millionths
	if litres == 0 {
		return nil
	}
	return rounded(new(big.Rat).SetFrac(new(big.Int).Mul(price, big.NewInt(1_000_000)), big.NewInt(litres)))
}

// rounded rounds half away from zero.
func rounded(r *big.Rat) *big.Int {
	i, _ := new(big.Int).SetString(r.FloatString(0), 10)
	return i
}
