package firstpaint

import (
	"encoding/json"
	"math/big"
	"os"
	"strings"
	"testing"
)

// TestMoney: prices are written as the client writes them, by the same cases.
func TestMoney(t *testing.T) {
	b, err := os.ReadFile("../../../client/src/domain/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Amounts []struct {
			Wire     any
			Currency string
			Minor    int64
		}
		Written []struct {
			Locale, Currency, Text string
			Minor                  int64
		}
		Percents []struct {
			Locale, Text string
			Percent      json.Number
		}
		Discounts []struct {
			Price    json.Number
			Discount any
			Minor    int64
		}
		Litres []struct {
			Price      int64
			Size, Name string
			Litre      *int64
		}
	}
	if err := json.Unmarshal(b, &golden); err != nil {
		t.Fatal(err)
	}
	_, build := built(t)
	in := func(locale, currency string) money {
		m, known := build.Money.in(strings.TrimSuffix(locale, "-u-nu-latn"), currency)
		if !known {
			t.Fatalf("%s %s is unknown", locale, currency)
		}
		return m
	}
	if len(golden.Written) < 20 || len(golden.Percents) < 5 || len(golden.Discounts) == 0 || len(golden.Amounts) == 0 || len(golden.Litres) < 10 {
		t.Fatal("the cases are missing")
	}
	for _, c := range golden.Written {
		if got := in(c.Locale, c.Currency).text(big.NewInt(c.Minor)); got != c.Text {
			t.Errorf("%d %s in %s: %q, want %q", c.Minor, c.Currency, c.Locale, got, c.Text)
		}
	}
	for _, c := range golden.Percents {
		if got := in(c.Locale, "EUR").percent(c.Percent); got != c.Text {
			t.Errorf("%s %% in %s: %q, want %q", c.Percent, c.Locale, got, c.Text)
		}
	}
	for _, c := range golden.Amounts {
		wire, _ := json.Marshal(c.Wire)
		if got, ok := in("de", c.Currency).minor(json.Number(wire)); ok && got.Int64() != c.Minor {
			t.Errorf("%s %s: %s, want %d", wire, c.Currency, got, c.Minor)
		}
	}
	euro := in("de", "EUR")
	for _, c := range golden.Discounts {
		discount, _ := json.Marshal(c.Discount)
		price, ok := euro.minor(c.Price)
		if got, read := euro.discounted(price, json.Number(discount)); !ok || !read || got.Int64() != c.Minor {
			t.Errorf("%s less %s %%: %s, want %d", c.Price, discount, got, c.Minor)
		}
	}
	for _, c := range golden.Litres {
		got := litrePrice(big.NewInt(c.Price), c.Size, c.Name)
		if (got == nil) != (c.Litre == nil) || got != nil && got.Int64() != *c.Litre {
			t.Errorf("%d for %s of %s: %v a litre, want %v", c.Price, c.Size, c.Name, got, c.Litre)
		}
	}
	if _, known := build.Money.in("xx", "EUR"); known {
		t.Error("an unknown locale is known")
	}
}
