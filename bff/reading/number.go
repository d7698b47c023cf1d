package reading

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/currency"
)

// Digits and marks of other scripts, and the signs and spaces of the usual one.
var western = strings.NewReplacer(
	"٠", "0", "١", "1", "٢", "2", "٣", "3", "٤", "4", "٥", "5", "٦", "6", "٧", "7", "٨", "8", "٩", "9", "٫", ".", "٬", "'",
	"۰", "0", "۱", "1", "۲", "2", "۳", "3", "۴", "4", "۵", "5", "۶", "6", "۷", "7", "۸", "8", "۹", "9",
	"−", "-", "’", "'", "\u00a0", " ", "\u202f", " ", "\u2009", " ", "\u200e", "", "\u200f", "",
)

// spelled is a decimal with the currency or % around it. Its groups: sign, before, sign, digits and marks, after.
var spelled = regexp.MustCompile(`^([+-]?)\s*((?:[^\d\s.,'+-]{1,5}\.?)?)\s*([+-]?)\s*(\.\d+|\d(?:[\d.,' ]*\d)?)(?:[.,]\s?[-–—]{1,2})?\s*((?:[^\d\s.,'+-]{1,5}\.?)?)$`)

// symbols are the currencies that are written with letters other than their code.
var symbols = map[string]bool{"kr": true, "zł": true, "kč": true, "ft": true, "lei": true, "fr": true, "sfr": true, "rs": true, "r$": true, "tl": true, "kn": true, "din": true, "лв": true, "руб": true, "грн": true, "ден": true}

// decimal reads a decimal in any common spelling: "8,50", "1,234.50", "1.234,50", "8.50 €", "7 %". It returns the decimal as JSON writes it; ok is
// false for anything else, for a unit or a number that the node does not allow, and for a single mark before three digits, such as "1.234", which may
// be either.
func (n *node) decimal(text string) (decimal string, ok bool) {
	found := spelled.FindStringSubmatch(strings.TrimSpace(western.Replace(text)))
	if found == nil || found[1] != "" && found[3] != "" || !n.isUnit(found[2]) || !n.isUnit(found[5]) || found[2] != "" && found[5] != "" {
		return "", false
	}
	whole, fraction, ok := split(found[4], n.most)
	if !ok {
		return "", false
	}
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction != "" {
		fraction = "." + fraction
	}
	if found[1] == "-" || found[3] == "-" {
		whole = "-" + whole
	}
	if !n.within([]byte(whole + fraction)) {
		return "", false
	}
	return whole + fraction, true
}

// within reports whether a number, or an id that is one, is inside the limits of the node.
func (n *node) within(raw []byte) bool {
	if !n.limited || n.kind == id && len(raw) < len("9007199254740991") || raw[0] != '-' && n.least <= 0 && n.most == 0 {
		return true
	}
	f, err := strconv.ParseFloat(string(raw), 64)
	return err == nil && f >= n.least && (n.most == 0 || f <= n.most)
}

// isUnit reports whether what is beside a number is its unit, or nothing: % of what is no money, and a currency of money. A hundredth of one, such as ¢,
// is not read.
func (n *node) isUnit(s string) bool {
	switch s = strings.TrimSuffix(s, "."); {
	case s == "":
		return true
	case n.form != money || s == "%":
		return n.form != money && n.form != count && s == "%"
	case strings.ContainsAny(s, "¢￠₥"):
		return false
	case symbols[strings.ToLower(s)]:
		return true
	}
	if _, err := currency.ParseISO(s); err == nil {
		return true
	}
	signs := strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Sc, r) })
	return signs >= 0 && strings.IndexFunc(s, func(r rune) bool { return !unicode.Is(unicode.Sc, r) && (r < 'A' || r > 'Z') }) < 0
}

// grouped matches thousands in groups, by one and the same mark; India's groups have two digits.
var grouped = regexp.MustCompile(`^\d{1,3}(?:(?:\.\d{3})+|(?:,\d{2,3})*,\d{3}|(?:'\d{3})+|(?: \d{3})+)$`)

// split splits digits and marks at the decimal mark.
func split(s string, most float64) (whole, fraction string, ok bool) {
	last := strings.LastIndexAny(s, ".,")
	if last < 0 {
		return digits(s), "", plainDigits(s) || grouped.MatchString(s)
	}
	whole, fraction = s[:last], s[last+1:]
	mark := s[last : last+1]
	switch {
	case !plainDigits(fraction) && fraction != "":
		return "", "", false
	case strings.Contains(whole, mark): // it groups
		return digits(s), "", grouped.MatchString(s)
	case whole == "":
		return "", fraction, true
	case !plainDigits(whole): // another mark groups
		return digits(whole), fraction, grouped.MatchString(whole)
	case len(fraction) != 3 || len(whole) > 3 || whole[0] == '0':
		return whole, fraction, true
	}
	// One mark before three digits: certain only if thousands are too many.
	thousands, err := strconv.ParseFloat(whole+fraction, 64)
	return whole, fraction, err == nil && most > 0 && thousands > most
}

func plainDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func digits(s string) string {
	return strings.NewReplacer(".", "", ",", "", "'", "", " ", "").Replace(s)
}
