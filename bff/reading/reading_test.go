package reading

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"tablefront/bff/envelope"
	"tablefront/bff/rawjson"
	"tablefront/contracts"
)

func options(t testing.TB) Options {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return Options{Zone: zone, Lang: "de"}
}

// read reads the part of a response that a case is about: in stands in place of @ in the frame.
func read(t testing.TB, call, frame, in string) (out string, notes []Note) {
	t.Helper()
	body := []byte(strings.Replace(frame, "@", in, 1))
	if _, _, err := rawjson.Read(body); err != nil {
		t.Fatalf("%s is not JSON", body)
	}
	inner, _, err := envelope.Unwrap(body)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	o.Whole = body
	got, notes := Read(Of(call), inner, o)
	if _, _, err := rawjson.Read(got); err != nil {
		t.Fatalf("%s was read as %s, which is not JSON", body, got)
	}
	again, _ := Read(Of(call), got, o)
	if !bytes.Equal(again, got) {
		t.Fatalf("a second reading makes %s of %s", again, got)
	}
	return string(got), notes
}

// The frames of the cases, without what the BFF's browser does not get.
const (
	inTax      = `{"data":[{"name":"MwSt.","value":@}]}`
	inSize     = `{"data":{"id":1,"name":"Pizza","sizes":[{"id":1,"name":"26 cm","price":@}]}}`
	inSizes    = `{"data":{"id":1,"name":"Pizza","sizes":@}}`
	inProduct  = `{"data":{"id":1,"name":"Pizza","sizes":[]@}}`
	inArea     = `{"data":[{"id":1,"name":"Mitte",@}]}`
	inVariant  = `{"data":{"id":1,"name":"Pizza","sizes":[],"variants":[{"id":1,"name":"Boden",@}]}}`
	inPage     = `{"data":[{"id":1,@,"onHeader":false,"onFooter":true,"isPopup":false}]}`
	inSetting  = `{"data":[{"key":"A",@}]}`
	inCategory = `{"data":[{"id":1,@}]}`
	inAddress  = `{"data":[{"id":1,"name":"A","address":"B","isDefault":true,@}]}`
	inHours    = `{"data":@,"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true}}`
	inMonday   = `{"data":{"monday":@},"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true}}`
	inOrder    = `{"data":[{"code":"A","status":"approved","createdAt":"2026-11-28T18:00:00+01:00","items":[{"type":"productItem","qty":1,"price":8.5,@}],"payment":{"price":8.5,"cartTotal":8.5,"discount":0,"deliver":0,"tax":0,"tip":0}}]}`
	inNext     = `{"data":{},"meta":{"isOpenNow":true,"nextOpen":@,"isActive":true}}`
	product    = `GET products/categories/{categoryId}/products/{productId}`
)

// sevenFromSunday is a list of the days from Sunday.
func sevenFromSunday(each string) string {
	var days []string
	for i := range weekdays {
		days = append(days, strings.ReplaceAll(each, "@", weekdays[(i+6)%7]))
	}
	return "[" + strings.Join(days, ",") + "]"
}

// weekOf is the week with the same on each day.
func weekOf(each string) string {
	var days []string
	for _, name := range weekdays {
		days = append(days, `"`+name+`":`+strings.ReplaceAll(each, "@", name))
	}
	return "{" + strings.Join(days, ",") + "}"
}

// TestReading: every kind of deviation, what is made of it, and the kinds of its notes: r rewritten, l left out, u unknown, n not read. No row would pass
// if the response passed as it came.
func TestReading(t *testing.T) {
	for _, c := range []struct{ call, frame, in, out, notes string }{
		// Numbers.
		{product, inSize, `"8.50"`, `8.50`, "r"},
		{product, inSize, `"8,50"`, `8.50`, "r"},
		{product, inSize, `"8"`, `8`, "r"},
		{product, inSize, `"08.50"`, `8.50`, "r"},
		{product, inSize, `".5"`, `0.5`, "r"},
		{product, inSize, `"0.125"`, `0.125`, "r"},
		{product, inSize, `"8.5000"`, `8.5000`, "r"},
		{product, inSize, `" 8,50 € "`, `8.50`, "r"},
		{product, inSize, `"€ 8.50"`, `8.50`, "r"},
		{product, inSize, `"€8.50"`, `8.50`, "r"},
		{product, inSize, `"8.50 EUR"`, `8.50`, "r"},
		{product, inSize, `"CHF 8.50"`, `8.50`, "r"},
		{product, inSize, `"US$ 8.50"`, `8.50`, "r"},
		{product, inSize, `"8,50 zł"`, `8.50`, "r"},
		{product, inSize, `"45,- Kč"`, `45`, "r"},
		{product, inSize, `"8,-"`, `8`, "r"},
		{product, inSize, `"-8,50"`, `-8.50`, "r"},
		{product, inSize, `"−8,50 €"`, `-8.50`, "r"},
		{product, inSize, `"1,234.50"`, `1234.50`, "r"},
		{product, inSize, `"1.234,50"`, `1234.50`, "r"},
		{product, inSize, `"1 234,50"`, `1234.50`, "r"},
		{product, inSize, `"1\u202f234,50\u00a0€"`, `1234.50`, "r"},
		{product, inSize, `"1'234.50"`, `1234.50`, "r"},
		{product, inSize, `"1’234.50"`, `1234.50`, "r"},
		{product, inSize, `"1,23,456.00"`, `123456.00`, "r"},
		{product, inSize, `"1.234.567"`, `1234567`, "r"},
		{product, inSize, `"1,234,567"`, `1234567`, "r"},
		{product, inSize, `"1234.567"`, `1234.567`, "r"},
		{product, inSize, `"٨٫٥٠"`, `8.50`, "r"},
		{product, inSize, `"1.234"`, `null`, "u"},
		{product, inSize, `"1,234"`, `null`, "u"},
		{product, inSize, `"1.2.3"`, `null`, "u"},
		{product, inSize, `"1,23,4"`, `null`, "u"},
		{product, inSize, `"ab 8,50"`, `null`, "u"},
		{product, inSize, `"8,50 - 9,50"`, `null`, "u"},
		{product, inSize, `"8,50 / 9,50"`, `null`, "u"},
		{product, inSize, `"on request"`, `null`, "u"},
		{product, inSize, `"free"`, `null`, "u"},
		{product, inSize, `"NaN"`, `null`, "u"},
		{product, inSize, `"Infinity"`, `null`, "u"},
		{product, inSize, `"0x10"`, `null`, "u"},
		{product, inSize, `"1e3"`, `null`, "u"},
		{product, inSize, `""`, `null`, "u"},
		{product, inSize, `null`, `null`, "u"},
		{product, inSize, `false`, `null`, "u"},
		{product, inSize, `true`, `null`, "u"},
		{product, inSize, `{}`, `null`, "u"},
		{product, inSize, `[]`, `null`, "u"},
		{product, inSize, `{"amount":850,"currency":"EUR"}`, `null`, "u"},
		{"GET taxes", inTax, `"7%"`, `7`, "r"},
		{"GET taxes", inTax, `"7,0 %"`, `7.0`, "r"},
		{"GET taxes", inTax, `"7.000"`, `7.000`, "r"}, // 7000 % is impossible
		{"GET taxes", inTax, `null`, `null`, "u"},
		{"GET taxes", inTax, `{"rate":7}`, `null`, "u"},
		{"GET areas", inArea, `"minimumOrder":null,"deliveryPrice":"2,50","freeDeliveryThreshold":""`, `"minimumOrder":0,"deliveryPrice":2.50,"freeDeliveryThreshold":0`, "rrr"},
		{"GET areas", inArea, `"minimumOrder":"12,00","deliveryPrice":null,"freeDeliveryThreshold":"never"`, `"minimumOrder":12.00,"deliveryPrice":null,"freeDeliveryThreshold":"unknown"`, "ruu"},
		{"GET areas", inArea, `"minimumOrder":1,"deliveryPrice":2,"freeDeliveryThreshold":3,"zipcode":10115`, `"minimumOrder":1,"deliveryPrice":2,"freeDeliveryThreshold":3,"zipcode":"10115"`, "r"},
		{"GET areas", inArea, `"minimumOrder":1`, `"minimumOrder":1,"freeDeliveryThreshold":0`, "ur"},
		// Numbers that the contract rules out.
		{"GET taxes", inTax, `-7`, `null`, "u"},
		{"GET taxes", inTax, `700`, `null`, "u"},
		{"GET taxes", inTax, `"-7 %"`, `null`, "u"},
		{"GET taxes", inTax, `"700"`, `null`, "u"},
		{"GET areas", inArea, `"minimumOrder":1,"deliveryPrice":-1,"freeDeliveryThreshold":3`, `"minimumOrder":1,"deliveryPrice":null,"freeDeliveryThreshold":3`, "u"},
		{"GET areas", inArea, `"minimumOrder":1,"deliveryPrice":"-1,00 €","freeDeliveryThreshold":3`, `"minimumOrder":1,"deliveryPrice":null,"freeDeliveryThreshold":3`, "u"},
		{"GET products/menus", `{"data":[{"id":1,"name":"M","price":9,"discount":@}]}`, `110`, `"unknown"`, "u"},
		{"GET products/menus", `{"data":[{"id":1,"name":"M","price":9,"discount":@}]}`, `-10`, `"unknown"`, "u"},
		{"POST checkout/quote", `{"data":{@}}`, `"total":-1`, `"total":null`, "u"},
		{"POST checkout/quote", `{"data":{@}}`, `"delivery":-0.5,"tip":-1e0,"total":1`, `"delivery":"unknown","tip":"unknown","total":1`, "uu"},
		{product, inProduct, `,"maxQty":-1`, ``, "l"}, // WooCommerce: as many as there are
		{product, inProduct, `,"maxQty":"-1"`, ``, "l"},
		{"GET me/addresses", inAddress, `"coordinates":{"lat":522.5,"lng":13.4}`, `"coordinates":null`, "l"},
		// Units that contradict the type.
		{product, inSize, `"50¢"`, `null`, "u"},
		{product, inSize, `"50 US¢"`, `null`, "u"},
		{product, inSize, `"50 ct"`, `null`, "u"},
		{product, inSize, `"5 %"`, `null`, "u"},
		{product, inSize, `"%5"`, `null`, "u"},
		{"GET areas", inArea, `"minimumOrder":"10%","deliveryPrice":"10%","freeDeliveryThreshold":3`, `"minimumOrder":"unknown","deliveryPrice":null,"freeDeliveryThreshold":3`, "uu"},
		{"GET taxes", inTax, `"2.50 €"`, `null`, "u"},
		{"GET taxes", inTax, `"EUR 7"`, `null`, "u"},
		{"GET products/menus", `{"data":[{"id":1,"name":"M","price":9,"discount":@}]}`, `"2,00 €"`, `"unknown"`, "u"},
		{product, inProduct, `,"maxQty":"3 €"`, ``, "l"},
		// Taxes that the prices may have.
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7,"included":@}]}`, `"gross"`, `"unknown"`, "u"},
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7,"included":@}]}`, `{}`, `"unknown"`, "u"},
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7@}]}`, `,"included":null`, ``, "r"},
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7@}]}`, `,"included":""`, ``, "r"},
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7,"included":@}]}`, `"yes"`, `true`, "r"},
		// Ids that a browser's numbers can't hold.
		{"GET products/categories", inCategory, `"name":"A"},{"id":9007199254740992,"name":"B"`, `"name":"A"},{"id":"9007199254740992","name":"B"`, "r"},
		{"GET products/categories", inCategory, `"name":"A"},{"id":-9007199254740993,"name":"B"`, `"name":"A"},{"id":"-9007199254740993","name":"B"`, "r"},
		{"GET me/addresses", inAddress, `"areaId":12345678901234567890`, `"areaId":"12345678901234567890"`, "r"},
		// Lists.
		{product, inSizes, `{"data":[{"id":1,"name":"S","price":8}]}`, `[{"id":1,"name":"S","price":8}]`, "r"},
		{product, inSizes, `{"data":[{"id":1,"name":"S","price":8}],"meta":{"total":1}}`, `[{"id":1,"name":"S","price":8}]`, "r"},
		{product, inSizes, `{"data":{"data":[]}}`, `[]`, "rr"},
		{product, inSizes, `{"data":null}`, `[]`, "rr"},
		{product, inSizes, `{"0":{"id":1,"name":"S","price":8},"2":{"id":3,"name":"L","price":"9"}}`, `[{"id":1,"name":"S","price":8},{"id":3,"name":"L","price":9}]`, "rr"},
		{product, inSizes, `{"1":null,"7":{"id":7,"name":"L","price":9}, "9":"x"}`, `[{"id":7,"name":"L","price":9}]`, "rll"},
		{product, inSizes, `{"id":7,"name":"L","price":9}`, `[{"id":7,"name":"L","price":9}]`, "r"},
		{product, inSizes, `"[{\"id\":7,\"name\":\"L\",\"price\":\"9\"}]"`, `[{"id":7,"name":"L","price":9}]`, "rr"},
		{product, inSizes, `"{\"id\":7,\"name\":\"L\",\"price\":9}"`, `[{"id":7,"name":"L","price":9}]`, "rr"},
		{product, inSizes, `null`, `[]`, "r"},
		{product, inSizes, `false`, `[]`, "r"},
		{product, inSizes, `{}`, `[]`, "r"},
		{product, inSizes, `"none"`, `[]`, "l"},
		{product, inSizes, `7`, `[]`, "l"},
		{product, inSizes, `[null,{"id":1,"name":"S","price":8},"x",{"name":"no id","price":1},{"id":null,"name":"","price":1}]`, `[{"id":1,"name":"S","price":8}]`, "llll"},
		{product, inSizes, `[{"id":1,"name":"S","price":8},null]`, `[{"id":1,"name":"S","price":8}]`, "l"},
		{product, inSizes, `[null , null]`, `[]`, "ll"},
		{product, inSizes, `[{"id":1,"name":"S","price":8}, null , {"id":2,"name":"M","price":9}]`, `[{"id":1,"name":"S","price":8},{"id":2,"name":"M","price":9}]`, "l"},
		{product, inProduct, `,"extras":null`, ``, "r"},
		{product, inProduct, `,"extras":[{"id":1,"name":"Käse","price":1.5}]`, `,"extras":[{"id":1,"name":"Käse","price":1.5,"prices":[]}]`, "l"},
		{product, inProduct, `,"extras":[{"id":1,"name":"Käse","prices":{"7":1.5}}]`, `,"extras":[{"id":1,"name":"Käse","prices":[]}]`, "l"},
		{product, inProduct, `,"extras":[{"id":1,"name":"Käse","prices":[{"sizeId":7,"price":"1,50"}]}]`, `,"extras":[{"id":1,"name":"Käse","prices":[{"sizeId":7,"price":1.50}]}]`, "r"},
		{product, inProduct, `,"allergens":["A","G"]`, `,"allergens":[{"name":"A"},{"name":"G"}]`, "rr"},
		{product, inProduct, `,"additives":[1,{"name":2}]`, `,"additives":[{"name":"1"},{"name":"2"}]`, "rrr"},
		{product, inProduct, `,"allergens":null`, ``, "r"},
		{product, inProduct, `,"allergens":[null,{"name":"A"}]`, `,"allergens":[{"name":"A"}]`, "l"},
		{product, inProduct, `,"allergens":[{"name":"A"},true]`, ``, "l"}, // a part of the allergens would be wrong
		{product, inProduct, `,"allergens":[{"name":"A"},[]]`, ``, "l"},
		{"GET languages", `{"data":["de","en"]}@`, ``, `[{"name":"de"},{"name":"en"}]`, "rr"},
		{"GET taxes", `{"data":[{"name":"MwSt.","value":7},"7%"]}@`, ``, `[{"name":"MwSt.","value":7},"7%"]`, "n"},
		{"GET areas", `["old"]@`, ``, `["old"]`, "n"},
		{"GET areas", `[null]@`, ``, `[]`, "l"},
		// Lists of which no element can be read.
		{"GET pages", `{"data":[{"title":"A"}],"meta":{"total":1}}@`, ``, `{"data":[{"title":"A"}],"meta":{"total":1}}`, "n"},
		{"GET pages", `{"data":[{"id":1,"name":"A","onHeader":true},{"name":"B"}],"meta":[]}@`, ``, `{"data":[{"id":1,"name":"A","onHeader":true}],"meta":[]}`, "nnnl"},
		{"GET products/menus", `{"data":[{"id":1},{"price":9}],"meta":{"total":2}}@`, ``, `{"data":[{"id":1,"discount":0}],"meta":{"total":2}}`, "nurl"},
		{"GET areas", `{"data":{"current_page":1,"data":[{"title":"A"}]}}@`, ``, `{"current_page":1,"data":[{"title":"A"}]}`, "n"},
		// Objects.
		{"GET me/addresses", inAddress, `"area":{"data":{"id":1,"name":"Mitte","minimumOrder":0,"deliveryPrice":"2.50","freeDeliveryThreshold":0}}`, `"area":{"id":1,"name":"Mitte","minimumOrder":0,"deliveryPrice":2.50,"freeDeliveryThreshold":0}`, "rr"},
		{"GET me/addresses", inAddress, `"area":{"data":[]}`, `"area":null`, "rr"},
		{"GET me/addresses", inAddress, `"area":[]`, `"area":null`, "r"},
		{"GET me/addresses", inAddress, `"area":false`, `"area":null`, "r"},
		{"GET me/addresses", inAddress, `"area":{"name":"no id"}`, `"area":null`, "l"},
		{"GET me/addresses", inAddress, `"areaId":"","extras":null`, `"areaId":null,"extras":null`, "r"},
		{"GET me/addresses", inAddress, `"coordinates":{"lat":"52.5208","lng":"13,409"}`, `"coordinates":{"lat":52.5208,"lng":13.409}`, "rr"},
		{"GET me/addresses", inAddress, `"coordinates":{"lat":null,"lng":13.4}`, `"coordinates":null`, "l"},
		{"GET me/addresses", inAddress, `"coordinates":"52,13"`, `"coordinates":null`, "l"},
		{product, inProduct, `,"media":[]`, ``, "r"},
		{product, inProduct, `,"media":null`, ``, "r"},
		{product, inProduct, `,"media":{"poster":"/a.jpg"}`, `,"media":{"poster":{"url":"/a.jpg"}}`, "r"},
		{product, inProduct, `,"media":{"poster":{"data":{"url":"/a.jpg"}}}`, `,"media":{"poster":{"url":"/a.jpg"}}`, "r"},
		{product, inProduct, `,"media":{"poster":{"data":[]}}`, `,"media":{"poster":null}`, "rr"},
		{product, inProduct, `,"media":{"poster":false}`, `,"media":{"poster":null}`, "r"},
		{product, inProduct, `,"media":{"poster":""}`, `,"media":{"poster":null}`, "r"},
		{product, inProduct, `,"media":{"poster":{}}`, `,"media":{"poster":null}`, "r"},
		{product, inProduct, `,"media":{"gallery":["/a.jpg",null,{"url":"/b.jpg"},""]}`, `,"media":{"gallery":[{"url":"/a.jpg"},{"url":"/b.jpg"}]}`, "rll"},
		{product, inProduct, `,"media":{"gallery":{"url":"/b.jpg"}}`, `,"media":{"gallery":[{"url":"/b.jpg"}]}`, "r"},
		{product, inProduct, `,"poster":{"url":"/a.jpg"}`, `,"poster":{"url":"/a.jpg"},"media":{"poster":{"url":"/a.jpg"}}`, "r"},
		{product, inProduct, `,"poster":"/a.jpg","media":{"gallery":[]}`, `,"poster":"/a.jpg","media":{"gallery":[],"poster":{"url":"/a.jpg"}}`, "rr"},
		{product, inProduct, `,"poster":"/a.jpg","media":[]`, `,"poster":"/a.jpg","media":{"poster":{"url":"/a.jpg"}}`, "rr"},
		{"GET products/categories", inCategory, `"name":"Pizza","gallery":{"data":[{"url":"/a.jpg"}]}`, `"name":"Pizza","gallery":{"data":[{"url":"/a.jpg"}]},"media":{"gallery":[{"url":"/a.jpg"}]}`, "rr"},
		{"GET products/menus", `{"data":[{"id":1,"name":"M","price":9,"discount":@}]}`, `null`, `0`, "r"},
		{"GET products/menus", `{"data":[{"id":1,"name":"M","price":9,"discount":0,"items":[{"id":1,@,"products":[]}]}]}`, `"size":null`, `"size":{"name":"","categoryName":""}`, "r"},
		// Booleans.
		{product, inVariant, `"type":"select","required":"0","options":[]`, `"type":"select","required":false,"options":[]`, "r"},
		{product, inVariant, `"type":"select","required":1,"options":[]`, `"type":"select","required":true,"options":[]`, "r"},
		{product, inVariant, `"type":"select","required":"False","options":[]`, `"type":"select","required":false,"options":[]`, "r"},
		{product, inVariant, `"type":"select","required":"yes","options":[]`, `"type":"select","required":true,"options":[]`, "r"},
		{product, inVariant, `"type":"select","required":"maybe","options":[]`, `"type":"select","required":"maybe","options":[]`, "n"},
		{product, inVariant, `"type":"select","required":null,"options":null`, `"type":"select","required":null,"options":[]`, "nr"},
		{product, inVariant, `"type":"select","required":true,"options":[{"id":1,"name":"dick","price":"","hasChild":"0"}]`, `"type":"select","required":true,"options":[{"id":1,"name":"dick","price":null,"hasChild":false}]`, "ur"},
		// Words.
		{product, inVariant, `"type":"Select","required":true,"options":[]`, `"type":"select","required":true,"options":[]`, "r"},
		{product, inVariant, `"type":"radio","required":true,"options":[]`, `"type":"select","required":true,"options":[]`, "r"},
		{product, inVariant, `"type":"dropdown","required":true,"options":[]`, `"type":"dropdown","required":true,"options":[]`, "n"},
		// Texts.
		{"GET products/categories", inCategory, `"name":42`, `"name":"42"`, "r"},
		{"GET products/categories", inCategory, `"name":null`, `"name":""`, "r"},
		{"GET products/categories", inCategory, `"name":{"en":"Pizza","de":"Pizzen"}`, `"name":"Pizzen"`, "r"},
		{"GET products/categories", inCategory, `"name":{"en_GB":"Pizza","de_AT":"Pizzen"}`, `"name":"Pizzen"`, "r"},
		{"GET products/categories", inCategory, `"name":{"fr":null,"en":"Pizza"}`, `"name":"Pizza"`, "r"},
		{"GET products/categories", inCategory, `"name":{"title":"Pizza"}`, `"name":""`, "l"},
		{"GET products/categories", inCategory, `"name":["Pizza"]`, `"name":""`, "l"},
		{"GET products/categories", inCategory, `"name":"Fish &amp; Chips"`, `"name":"Fish & Chips"`, "r"},
		{"GET products/categories", inCategory, `"name":"Fish &amp;amp; Chips"`, `"name":"Fish & Chips"`, "r"},
		{"GET products/categories", inCategory, `"name":"Fish \u0026amp; Chips"`, `"name":"Fish & Chips"`, "r"},
		{"GET products/categories", inCategory, `"name":"<p>Mit <b>K\u00e4se</b></p><p>und Brot<br/>warm</p>"`, `"name":"Mit Käse\nund Brot\nwarm"`, "r"},
		{"GET products/categories", inCategory, `"name":"P","description":false`, `"name":"P","description":null`, "r"},
		{"GET products/categories", inCategory, `"description":"D"`, `"description":"D"`, "n"},
		{"GET products/categories", inCategory, `"attributes":{"name":"Pizza"}`, `"attributes":{"name":"Pizza"}`, "n"},
		{"GET pages", inPage, `"name":"A","text":"&lt;p&gt;Hallo&lt;/p&gt;"`, `"name":"A","text":"<p>Hallo</p>"`, "r"},
		{"GET settings", inSetting, `"value":true`, `"value":"1"`, "r"},
		{"GET settings", inSetting, `"value":false`, `"value":"0"`, "r"},
		{"GET settings", inSetting, `"value":15`, `"value":"15"`, "r"},
		{"GET settings", inSetting, `"value":[5,10,"15"]`, `"value":"5,10,15"`, "r"},
		{"GET settings", inSetting, `"value":{"heading":"Inter"}`, `"value":"{\"heading\":\"Inter\"}"`, "r"},
		{"GET settings", inSetting, `"value":{"de":"Löffel","en":"Spoon"}`, `"value":"Löffel"`, "r"},
		{"GET settings", inSetting, `"value":"Mama &amp; Papa&#8217;s"`, `"value":"Mama & Papa’s"`, "r"},
		{"GET settings", inSetting, `"value":"","media":{"poster":"/logo.svg"}`, `"value":"","media":{"poster":{"url":"/logo.svg"}}`, "r"},
		{"GET settings", `{"data":[null,{"key":null,"value":""},{"value":"1"},@]}`, `{"key":"B","value":"1"}`, `[{"key":"B","value":"1"}]`, "lll"},
		// Times.
		{"GET working-hours", inNext, `"2026-11-28T18:00:00+0100"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"2026-11-28 18:00:00"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"2026-07-28 18:00"`, `"2026-07-28T18:00:00+02:00"`, "r"},
		{"GET working-hours", inNext, `"2026-11-28T18:00:00"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"28.11.2026 18:00"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"28.11.2026, 18:00:30"`, `"2026-11-28T18:00:30+01:00"`, "r"},
		{"GET working-hours", inNext, `1795885200`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"1795885200"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `{"date":"2026-11-28 12:00:00.000000","timezone_type":3,"timezone":"America/New_York"}`, `"2026-11-28T12:00:00-05:00"`, "r"},
		{"GET working-hours", inNext, `{"date":"2026-11-28 12:00:00.000000","timezone_type":1,"timezone":"+02:00"}`, `"2026-11-28T12:00:00+02:00"`, "r"},
		{"GET working-hours", inNext, `"11/28/2026 18:00"`, `null`, "l"},
		{"GET working-hours", inNext, `"Sat, 28 Nov 2026 17:00:00 GMT"`, `"2026-11-28T17:00:00Z"`, "r"},
		{"GET working-hours", inNext, `"Sat, 28 Nov 2026 18:00:00 +0100"`, `"2026-11-28T18:00:00+01:00"`, "r"},
		{"GET working-hours", inNext, `"Sat, 28 Nov 2026 18:00:00 CET"`, `null`, "l"}, // the name of a zone is not unique
		{"GET working-hours", inNext, `1795885200000`, `null`, "l"},
		{"GET working-hours", inNext, `"/Date(1795885200000)/"`, `null`, "l"},
		{"GET working-hours", inNext, `"tomorrow"`, `null`, "l"},
		// The zero of Go, .NET and Unix is no time.
		{"GET working-hours", inNext, `"0001-01-01T00:00:00Z"`, `null`, "l"},
		{"GET working-hours", inNext, `"0001-01-01T00:00:00"`, `null`, "l"},
		{"GET working-hours", inNext, `"1970-01-01T00:00:00Z"`, `null`, "l"},
		{"GET working-hours", inNext, `""`, `null`, "r"},
		// Opening hours.
		{"GET working-hours", inMonday, `[{"start":"9:00","end":"11:00:00"}]`, `[{"start":"09:00","end":"11:00"}]`, "rr"},
		{"GET working-hours", inMonday, `[{"start":"11:00","end":"23:59"}]`, `[{"start":"11:00","end":"24:00"}]`, "r"},
		{"GET working-hours", inMonday, `[{"start":"18:00","end":"26:00"}]`, `[{"start":"18:00","end":"02:00"}]`, "r"},
		{"GET working-hours", inMonday, `[{"start":"11:00 AM","end":"10 pm"}]`, `[{"start":"11:00","end":"22:00"}]`, "rr"},
		{"GET working-hours", inMonday, `{"start":"11:00","end":"22:30"}`, `[{"start":"11:00","end":"22:30"}]`, "r"},
		{"GET working-hours", inMonday, `{"open":"11:00","close":"22:30"}`, `[{"open":"11:00","close":"22:30","start":"11:00","end":"22:30"}]`, "rrr"},
		{"GET working-hours", inMonday, `[{"opens":"11:00","closes":"14:00"},{"from":"17:00","to":"22:30"}]`, `[{"opens":"11:00","closes":"14:00","start":"11:00","end":"14:00"},{"from":"17:00","to":"22:30","start":"17:00","end":"22:30"}]`, "rrrr"},
		{"GET working-hours", inMonday, `["11:00","22:30"]`, `[{"start":"11:00","end":"22:30"}]`, "r"},
		{"GET working-hours", inMonday, `[["11:00","14:00"],["17:00","22:30"]]`, `[{"start":"11:00","end":"14:00"},{"start":"17:00","end":"22:30"}]`, "rr"},
		{"GET working-hours", inMonday, `"11:00-22:30"`, `[{"start":"11:00","end":"22:30"}]`, "r"},
		{"GET working-hours", inMonday, `"11:00 – 14:00, 17:00 – 22:30 Uhr"`, `[{"start":"11:00","end":"14:00"},{"start":"17:00","end":"22:30"}]`, "r"},
		{"GET working-hours", inMonday, `["11:00-14:00","17:00-22:30"]`, `[{"start":"11:00","end":"14:00"},{"start":"17:00","end":"22:30"}]`, "rr"},
		{"GET working-hours", inMonday, `{"data":[{"start":"11:00","end":"22:30"}]}`, `[{"start":"11:00","end":"22:30"}]`, "r"},
		{"GET working-hours", inMonday, `""`, `[]`, "r"},
		{"GET working-hours", inMonday, `[{"start":"11:00","end":null},{"start":"17:00","end":"22:30"}]`, `[{"start":"17:00","end":"22:30"}]`, "l"},
		{"GET working-hours", inHours, `{"Monday":[],"TUE":[],"3":[]}`, `{"monday":[],"tuesday":[],"wednesday":[]}`, "rrr"},
		{"GET working-hours", inHours, `{"data":{"monday":[]}}`, `{"monday":[]}`, "r"},
		{"GET working-hours", inHours, `{"0":[],"1":[]}`, `{}`, "l"}, // 0 is Sunday or Monday,
		{"GET working-hours", inHours, `[[],[],[],[{"start":"11:00","end":"22:30"}],[],[],[]]`, `{"monday":[],"tuesday":[],"wednesday":[],"thursday":[{"start":"11:00","end":"22:30"}],"friday":[],"saturday":[],"sunday":[]}`, "r"},
		{"GET working-hours", inHours, `[{"data":[{"start":"11:00","end":"22:30"}]},"?",[],[],[],[],[]]`, `{"monday":[{"start":"11:00","end":"22:30"}],"wednesday":[],"thursday":[],"friday":[],"saturday":[],"sunday":[]}`, "rrl"},
		{"GET working-hours", inHours, `{"monday":[{"start":"18:00","end":"24:00"}],"tuesday":[{"start":"00:00","end":"02:00"},{"start":"18:00","end":"23:00"}]}`, `{"monday":[{"start":"18:00","end":"02:00"}],"tuesday":[{"start":"18:00","end":"23:00"}],"wednesday":[],"thursday":[],"friday":[],"saturday":[],"sunday":[]}`, "r"},
		{"GET working-hours", inHours, `[{"open":"11:00","close":"22:30"},[],[],[],[],[],[]]`, `{"monday":[{"open":"11:00","close":"22:30","start":"11:00","end":"22:30"}],"tuesday":[],"wednesday":[],"thursday":[],"friday":[],"saturday":[],"sunday":[]}`, "rrrr"},
		{"GET working-hours", inHours, `{"monday":{"von":"11:00","bis":"22:30"}}`, `{}`, "l"}, // not known, which is not an empty list
		{"GET working-hours", inHours, `{"monday":[{"von":"11:00","bis":"22:30"}]}`, `{}`, "l"},
		{"GET working-hours", inMonday, `{"open":"11:00","close":"22:30","is_closed":true}`, `[]`, "r"},
		{"GET working-hours", inMonday, `{"isOpen":0,"start":"11:00","end":"22:30"}`, `[]`, "r"},
		{"GET working-hours", inMonday, `{"open":null,"close":null}`, `[]`, "r"},
		{"GET working-hours", inHours, `{"monday":{"start":"11:00","end":null}}`, `{}`, "l"}, // half of a range is not known
		{"GET working-hours", inMonday, `{"open":"11:00","close":"22:30","from":null}`, `[{"open":"11:00","close":"22:30","from":null,"start":"11:00","end":"22:30"}]`, "rrr"},
		{"GET working-hours", inMonday, `{"open":false,"from":"11:00","to":"22:30"}`, `[]`, "r"},
		{"GET working-hours", inHours, `{"monday":{"open":0,"close":1}}`, `{}`, "l"}, // hours in a form that is not known
		// Days that say which they are need not begin on Monday, nor be seven.
		{"GET working-hours", inHours, sevenFromSunday(`{"day":"@","start":"11:00","end":"22:30"}`), weekOf(`[{"day":"@","start":"11:00","end":"22:30"}]`), "r"},
		{"GET working-hours", inHours, sevenFromSunday(`[{"day":"@","start":"11:00","end":"22:30"}]`), weekOf(`[{"day":"@","start":"11:00","end":"22:30"}]`), "r"},
		{"GET working-hours", inHours, sevenFromSunday(`{"day":"@","data":[{"start":"11:00","end":"22:30"}]}`), weekOf(`[{"start":"11:00","end":"22:30"}]`), "r"},
		{"GET working-hours", inHours, `[{"day_of_week":"MON","opens":"17:00","closes":"22:00"},{"day_of_week":"MON","opens":"11:00","closes":"14:00"}]`, `{"monday":[{"day_of_week":"MON","opens":"17:00","closes":"22:00","start":"17:00","end":"22:00"},{"day_of_week":"MON","opens":"11:00","closes":"14:00","start":"11:00","end":"14:00"}]}`, "rrrrr"},
		{"GET working-hours", inHours, `[{"weekday":7,"from":"11:00","to":"14:00","is_holiday":1,"branch":{"id":1}}]`, `{"sunday":[{"weekday":7,"from":"11:00","to":"14:00","is_holiday":1,"branch":{"id":1},"start":"11:00","end":"14:00"}]}`, "rrr"},
		{"GET working-hours", inHours, `[{"name":"Tuesday","hours":{"opening_time":"11:00","closing_time":"14:00"}},{"name":"Friday","hours":["11:00-14:00"]}]`, `{"tuesday":[{"opening_time":"11:00","closing_time":"14:00","start":"11:00","end":"14:00"}],"friday":[{"start":"11:00","end":"14:00"}]}`, "rrrr"},
		{"GET working-hours", inHours, `[{"day":"monday","start":null,"end":null},{"day":"tuesday","start":"11:00","end":"14:00","closed":true}]`, `{"monday":[],"tuesday":[]}`, "r"},
		{"GET working-hours", inHours, `[{"day":0,"start":"11:00","end":"14:00"},{"day":1,"start":"11:00","end":"14:00"}]`, `{}`, "l"}, // 0 is Sunday or Monday
		{"GET working-hours", inHours, sevenFromSunday(`{"day":"?@","start":"11:00","end":"22:30"}`), `{}`, "l"},
		{"GET working-hours", `{"data":{"monday":[]}}@`, ``, `{"data":{"monday":[]}}`, "rn"},
		// The root.
		{"GET taxes", `{"data":[{"name":"MwSt.","value":"7"}],"meta":{"total":1}}@`, ``, `{"data":[{"name":"MwSt.","value":7}],"meta":{"total":1}}`, "r"},
		{"GET me", `{"data":{"name":"Ada","email":"e","profit":"12,50"},"meta":[]}@`, ``, `{"data":{"name":"Ada","email":"e","profit":12.50},"meta":[]}`, "r"},
		{"GET areas", `{"data":{"data":[]}}@`, ``, `[]`, "r"},
		{"GET areas", `{"data":null}@`, ``, `null`, "n"},
		{"GET areas", `{"success":false,"message":"no"}@`, ``, `{"success":false,"message":"no"}`, "n"},
		{"GET me", `{"data":{"name":"Ada","email":"e",@}}`, `"profit":"much"`, `"profit":"unknown"`, "u"},
		{"GET me", `{"data":{"name":"Ada","email":"e",@}}`, `"profit":null,"x":1`, `"x":1`, "r"},
		{product, inProduct, `,"maxQty":"some"`, ``, "l"},
		{product, inProduct, `,"maxQty":"3"`, `,"maxQty":3`, "r"},
		{"GET me", `"ok"@`, ``, `"ok"`, "n"},
		{"GET me", `{"data":{"data":{"name":"Ada","email":"e","is_generated":0}}}@`, ``, `{"name":"Ada","email":"e","is_generated":false}`, "rr"},
		{"GET products/categories/{id}/products", `{"data":[{"id":1,"name":"P","sizes":{"data":[]}}]}@`, ``, `{"data":[{"id":1,"name":"P","sizes":[]}]}`, "rrn"},
		{"GET products/categories/{id}/products", `{"data":[],"meta":{"category":{"id":3,"name":"Pizza"}}}@`, ``, `{"data":[],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`, "r"},
		{"GET products/categories/{id}/products", `{"data":{"data":[],"total":0},"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}@`, ``, `{"data":[],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`, "r"},
		{"GET me/transactions", `{"data":[],"meta":{"current_page":1,"last_page":3,"per_page":10,"total":21}}@`, ``, `{"data":[],"meta":{"current_page":1,"last_page":3,"per_page":10,"total":21,"pagination":{"current_page":1,"last_page":3,"per_page":10,"total":21,"total_pages":3}}}`, "rr"},
		{"GET me/transactions", `{"current_page":1,"data":[],"last_page":3,"per_page":10,"total":21}@`, ``, `{"data":[],"meta":{"current_page":1,"last_page":3,"per_page":10,"total":21,"pagination":{"current_page":1,"last_page":3,"per_page":10,"total":21,"total_pages":3}}}`, "rrrr"},
		{"GET me/transactions", `{"data":[],"links":{}}@`, ``, `{"data":[]}`, "rn"},
		{"GET working-hours", `{"data":{"monday":[]},"isOpenNow":1,"nextOpen":null,"isActive":true}@`, ``, `{"data":{"monday":[]},"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true}}`, "rrr"},
		{"GET me/transactions", `{"data":[],"meta":[]}@`, ``, `{"data":[],"meta":[]}`, "n"},
		// Orders.
		{"POST checkout/v2", `{"data":{"id":7},"url":"https://pay.example"}@`, ``, `{"id":7,"url":"https://pay.example"}`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":null},"url":"https://pay.example"}@`, ``, `{"id":7,"url":"https://pay.example"}`, "r"},
		{"POST checkout/v2", `{"data":{"id":7},"meta":{},"url":"https://pay.example"}@`, ``, `{"data":{"id":7,"url":"https://pay.example"},"meta":{},"url":"https://pay.example"}`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"code":null}}@`, ``, `{"id":7}`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"code":1042}}@`, ``, `{"id":7,"code":"1042"}`, "r"},
		// What is beside data that is no object, and addresses that are no texts.
		{"POST checkout/v2", `{"data":[],"url":"https://pay.example"}@`, ``, `{"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"success":true,"data":null,"url":"https://pay.example"}@`, ``, `{"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"data":918,"url":"https://pay.example"}@`, ``, `{"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"data":918,"meta":{},"url":"https://pay.example"}@`, ``, `{"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"data":{"data":{"id":1}},"url":"https://pay.example"}@`, ``, `{"id":1,"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"data":{"data":[]},"url":"https://pay.example"}@`, ``, `{"url":"https://pay.example"}`, "rrr"},
		{"POST checkout/v2", `{"data":{"id":7},"url":["https://pay.example"]}@`, ``, `{"id":7,"url":"https://pay.example"}`, "rr"},
		{"POST checkout/v2", `{"data":{"id":7,"url":""},"url":"https://pay.example"}@`, ``, `{"id":7,"url":"https://pay.example"}`, "r"},
		{"POST checkout/v2", `{"data":918}@`, ``, `918`, "n"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `{"href":"https://pay.example"}`, `"https://pay.example"`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `["https://pay.example"]`, `"https://pay.example"`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `{"href":"https://pay.example","method":"POST"}`, `"{\"href\":\"https://pay.example\",\"method\":\"POST\"}"`, "r"}, // no address, which the gateway refuses
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `["a","b"]`, `"[\"a\",\"b\"]"`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `true`, `"true"`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `{}`, `null`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"url":@}}`, `false`, `null`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"status":"@"}}`, `Cancelled`, `rejected`, "r"},
		{"POST checkout/v2", `{"data":{"id":7,"status":"@"}}`, `declined`, `rejected`, "r"},
		{
			"GET me/orders/{orderCode}", `{"data":{"code":7,"status":"Pending","createdAt":"2026-11-28 18:00:00","items":{"data":[]},"payment":{"data":{"price":"8.50","cartTotal":"8.50","discount":null,"deliver":null,"tax":"0.60","tip":null}}}}@`, ``,
			`{"code":"7","status":"pending_approval","createdAt":"2026-11-28T18:00:00+01:00","items":[],"payment":{"price":8.50,"cartTotal":8.50,"discount":0,"deliver":0,"tax":0.60,"tip":0}}`, "rrrrrrrrrrr",
		},
		{"GET me/orders", inOrder, `"product":{"id":1,"name":"Pizza"},"size":{"data":{"id":2,"name":{"de":"groß","en":"large"}}}`, `"product":"Pizza","size":"groß"`, "rr"},
		{"GET me/orders", inOrder, `"extras":[{"id":1,"name":"Oliven"},"Käse"],"options":{"Boden":{"id":3,"name":"dick"},"Soße":"rot"}`, `"extras":["Oliven","Käse"],"options":{"Boden":["dick"],"Soße":["rot"]}`, "rrrr"},
		{"GET me/orders", inOrder, `"options":{"data":{"Boden":["dick"]}}`, `"options":{"Boden":["dick"]}`, "r"},
		{"GET me/orders", inOrder, `"product":{"title":"Pizza"}`, `"product":null`, "l"},
		{"GET me/addresses", `{"data":[{"id":1,"name":"Home",@,"isDefault":true}]}`, `"address":{"address":"Ritterstr. 1","extras":"2. OG"}`, `"address":"Ritterstr. 1, 2. OG"`, "r"},
	} {
		got, notes := read(t, c.call, c.frame, c.in)
		want := c.out
		if body, _, _ := envelope.Unwrap([]byte(strings.Replace(c.frame, "@", c.out, 1))); !strings.HasSuffix(c.frame, "@") {
			want = string(body)
		}
		if strings.HasPrefix(c.out, "[") && strings.HasPrefix(c.frame, `{"data":[null,`) {
			want = c.out
		}
		kinds := ""
		for _, n := range notes {
			kinds += string("rlun"[n.Kind])
		}
		if got != want || kinds != c.notes || kinds == "" {
			t.Errorf("%s: %s\n got %s %s\nwant %s %s\n%+v", c.call, strings.Replace(c.frame, "@", c.in, 1), got, kinds, want, c.notes, notes)
		}
	}
}

// TestWhatConformsPassesByteForByte: values that look like a deviation and are none.
func TestWhatConformsPassesByteForByte(t *testing.T) {
	for _, c := range []struct{ call, frame, in string }{
		{product, inSize, `8.5`},
		{product, inSize, `8.50`},
		{product, inSize, `1e1`},
		{product, inSize, `-1`},
		{product, inProduct, `,"poster":null`},
		{product, inProduct, `,"poster":"/b.jpg","media":{"poster":{"url":"/a.jpg"}}`},
		{"GET products/categories", inCategory, `"name":"A < B & C > D <3 &co R&D"`},
		{"GET products/categories", inCategory, `"name":"Fish &notes; Chips"`},
		{"GET products/categories", inCategory, `"name":"\u00dcber\/unter"`},
		{"GET me/orders", inOrder, `"options":{"data":["dick"]}`}, // a choice of that name
		{"GET pages", inPage, `"name":"A","text":"<p>a &lt;b&gt; c</p>"`},
		{"GET settings", inSetting, `"value":null`},
		{"GET settings", inSetting, `"value":"<b>&amp;</b>"`}, // HTML, or the code of a tag
		{"GET settings", inSetting, `"value":"https://tag.example/?a=1&copy=2"`},
		{"GET working-hours", inNext, `"2026-11-28T18:00:00+01:00"`},
		{"GET working-hours", inNext, `"2026-11-28T17:00:00.000000Z"`},
		{"GET working-hours", inMonday, `[{"start":"11:00","end":"22:30"}]`},
		{"GET working-hours", inHours, `{"monday":[{"start":"00:00","end":"24:00"}],"tuesday":[{"start":"00:00","end":"24:00"}]}`},
		{"GET areas", `{"data":[],"meta":[]}@`, ``},
		{"GET areas", inArea, `"minimumOrder":-1,"deliveryPrice":-0.0,"freeDeliveryThreshold":-1`}, // a threshold below 0 is none
		{"GET taxes", inTax, `100`},
		{"GET taxes", inTax, `1e2`},
		{"GET products/categories", inCategory, `"name":"A"},{"id":9007199254740991,"name":"B"},{"id":"9007199254740993","name":"C"`},
		{"GET products/categories/{id}/products", `{"d\u0061ta":[],"meta":{"category":{"d\u0061ta":{"\u0069d":3,"name":"Pizza"}}}}@`, ``},
		{"POST checkout/v2", `{"data":{"items":[{"type":"productItem","qty":-1,"price":-8.5}]}}@`, ``}, // a line that was taken back
		{"GET me/transactions", `{"data":[{"description":"A","oldProfit":-1,"amount":-2.5,"newProfit":-3.5,"date":"2026-11-28T18:00:00+01:00"}],"meta":{"pagination":{"total":0,"current_page":1,"per_page":10,"total_pages":0}}}@`, ``},
		{"POST checkout/quote", `{"data":{"total":0,"discounts":[{"name":"A","value":-1}]}}@`, ``},
	} {
		body, _, err := envelope.Unwrap([]byte(strings.Replace(c.frame, "@", c.in, 1)))
		if got, notes := read(t, c.call, c.frame, c.in); err != nil || got != string(body) || len(notes) > 0 {
			t.Errorf("%s became %s: %+v", body, got, notes)
		}
	}
}

// TestOptionalMembers: an optional member that is null or empty where the contract has neither costs itself, so the client checks nothing again.
func TestOptionalMembers(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	var emptied func(n *node, value any, to string) (any, int)
	emptied = func(n *node, value any, to string) (any, int) {
		count := 0
		switch t := value.(type) {
		case []any:
			for i := range t {
				var of int
				t[i], of = emptied(&nodes[n.items], t[i], to)
				count += of
			}
		case map[string]any:
			for name, inner := range t {
				m := n.member(name)
				switch {
				case m == nil:
				case m.required:
					var of int
					t[name], of = emptied(&nodes[m.node], inner, to)
					count += of
				default:
					t[name] = json.RawMessage(to)
					count++
				}
			}
		}
		return value, count
	}
	all := 0
	for i, call := range calls {
		for _, to := range []string{`null`, `""`, `[]`, `{}`, `false`, `"?"`} {
			example := exampleOf(t, doc, call.name)
			changed, count := emptied(&nodes[calls[i].node], example, to)
			body, err := json.Marshal(changed)
			if err != nil {
				t.Fatal(err)
			}
			all += count
			out, notes := Read(call.node, body, options(t))
			told := slices.ContainsFunc(notes, func(n Note) bool { return n.Kind == Unknown || n.Kind == Unread })
			var value any
			if err := json.Unmarshal(out, &value); err != nil {
				t.Fatal(err)
			}
			if wrong := breach(schemaOf(t, doc, call.name).VisitJSON(value, openapi3.MultiErrors())); wrong != "" && !told {
				t.Errorf("%s: %s became %s: %s", call.name, body, out, wrong)
			}
		}
	}
	if all < 300 {
		t.Errorf("only %d members", all)
	}
}

// TestExamplesPassByteForByte: each example of the contract conforms, so it passes as it came.
func TestExamplesPassByteForByte(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			for status, response := range op.Responses.Map() {
				media := response.Value.Content.Get("application/json")
				if status[0] != '2' || media == nil {
					continue
				}
				body, err := json.Marshal(media.Example)
				if err != nil {
					t.Fatal(err)
				}
				call := fmt.Sprintf("%s %s", method, strings.TrimPrefix(path, "/"))
				schema := media.Schema.Value
				if typed := schema.Type != nil; typed != (Of(call) != 0) {
					t.Errorf("%s: the table and the contract disagree whether its response is open", call)
				}
				out, notes := Read(Of(call), body, options(t))
				if !bytes.Equal(out, body) || len(notes) > 0 {
					t.Errorf("%s: %s became %s: %+v", call, body, out, notes)
				}
				seen++
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d examples", seen)
	}
}

// responseOf returns the response of a call in the contract.
func responseOf(tb testing.TB, doc *openapi3.T, call string) *openapi3.MediaType {
	method, path, _ := strings.Cut(call, " ")
	for status, response := range doc.Paths.Value("/" + path).GetOperation(method).Responses.Map() {
		if media := response.Value.Content.Get("application/json"); status[0] == '2' && media != nil {
			return media
		}
	}
	tb.Fatalf("%s has no response", call)
	return nil
}

// schemaOf returns the schema of a call's response in the contract.
func schemaOf(tb testing.TB, doc *openapi3.T, call string) *openapi3.Schema {
	return responseOf(tb, doc, call).Schema.Value
}

// exampleOf returns a copy of the example of a call's response in the contract.
func exampleOf(tb testing.TB, doc *openapi3.T, call string) (example any) {
	raw, err := json.Marshal(responseOf(tb, doc, call).Example)
	if err == nil {
		err = json.Unmarshal(raw, &example)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return example
}

// breach returns where a value does not conform to a schema; limits of texts and whether a number is whole are not read.
func breach(err error) string {
	switch e := err.(type) {
	case openapi3.MultiError:
		for _, one := range e {
			if found := breach(one); found != "" {
				return found
			}
		}
		return ""
	case *openapi3.SchemaError:
		if inner, ok := e.Origin.(openapi3.MultiError); ok {
			return breach(inner)
		}
		if slices.Contains([]string{"pattern", "minLength", "maxLength", "format"}, e.SchemaField) || strings.Contains(e.Reason, "integer") {
			return ""
		}
	case nil:
		return ""
	}
	return err.Error()
}

// FuzzRead: what is read is JSON, and conforms to the contract but for what the notes tell; a second reading changes nothing and rewrites nothing; and without
// notes nothing was changed.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{"data":[{"id":1,"name":"A","sizes":[{"id":1,"price":"8,50"}]}],"meta":[]}`, `[{"key":"A","value":true},null]`, `{"1":{"id":1,"name":{"de":"A"}}}`,
		`{"monday":["11:00","14:00"],"Tue":"18:00-24:00","3":[{"start":"00:00","end":"2:00"}]}`, `"[{\"id\":1}]"`, `{"data":{"data":{"data":null}}}`,
		`{"poster":"/a.jpg","media":[],"id":1,"name":"&amp;amp;","price":"","discount":null}`, `[[],[],[],[],[],[],[]]`, `{"id":"","data":{"id":7}}`, `{"mo":["","0"],"Tu":"0-0","2":[{"000":"0"}]}`, `{"meta":[]}`,
		`{"data":[[],{"data":[]},["11:00","14:00"],"18:00-24:00",{"7":["1:00","2:00"]},7,null],"meta":{"isOpenNow":1}}`,
	} {
		for i := range calls {
			f.Add(uint8(i), []byte(seed))
		}
	}
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		f.Fatal(err)
	}
	var schemas []*openapi3.Schema
	for _, call := range calls {
		schemas = append(schemas, schemaOf(f, doc, call.name))
	}
	f.Fuzz(func(t *testing.T, call uint8, body []byte) {
		if _, _, err := rawjson.Read(body); err != nil {
			return
		}
		of, o := int(call)%len(calls), options(t)
		o.Whole = body
		if err := holds(body, calls[of].node, schemas[of], o); err != nil {
			t.Fatal(err)
		}
	})
}

// holds checks what is true of every reading (FuzzRead, TestAnythingAnywhere).
func holds(body []byte, schema Schema, contract *openapi3.Schema, o Options) error {
	out, notes := Read(schema, body, o)
	if _, _, err := rawjson.Read(out); err != nil {
		return fmt.Errorf("%s became %s, which is not JSON", body, out)
	}
	if len(notes) == 0 && !bytes.Equal(out, body) {
		return fmt.Errorf("%s became %s without a note", body, out)
	}
	told := slices.ContainsFunc(notes, func(n Note) bool { return n.Kind == Unknown || n.Kind == Unread })
	if with := rawjson.Find(out, "meta"); !told && !(with.Found() && nodes[schema].member("meta") == nil) { // of those data is read
		var value any
		if json.Unmarshal(out, &value) == nil {
			if wrong := breach(contract.VisitJSON(value, openapi3.MultiErrors())); wrong != "" {
				return fmt.Errorf("%s became %s, which does not conform: %s", body, out, wrong)
			}
		}
	}
	again, later := Read(schema, out, o)
	if !bytes.Equal(again, out) {
		return fmt.Errorf("a second reading of %s makes %s of %s", body, again, out)
	}
	for _, n := range later {
		if n.Kind == Rewritten || n.Kind == LeftOut {
			return fmt.Errorf("a second reading of %s notes %+v", out, n)
		}
	}
	return nil
}

// menuOf is a category's products of about 57 KB.
func menuOf(price string) []byte {
	dish := `{"id":7,"name":"Gericht","description":"Mit hausgemachter Soße, Kräutern und Öl – täglich frisch","sizes":[{"id":1,"name":"klein","price":` + price + `},{"id":2,"name":"groß","price":11}],` +
		`"extras":[{"id":21,"name":"Oliven","prices":[{"sizeId":1,"price":1.2},{"sizeId":2,"price":1.5}]}],"variants":[{"id":31,"name":"Boden","type":"select","required":true,"options":[{"id":311,"name":"dünn","price":0,"hasChild":false},{"id":312,"name":"dick","price":1,"hasChild":false}]}],"additives":[],"allergens":[{"name":"A","description":"Gluten"}]}`
	return []byte(`{"data":[` + dish + strings.Repeat(","+dish, 57_000/len(dish)) + `],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`)
}

// BenchmarkRead is the fill of a cached response: its validation and its reading (docs/bench.md).
func BenchmarkRead(b *testing.B) {
	schema, o := Of("GET products/categories/{id}/products"), options(b)
	for _, c := range []struct {
		name, price string
		read        bool
	}{{"validated", "8.5", false}, {"conforming", "8.5", true}, {"deviating", `"8,50"`, true}} {
		body := menuOf(c.price)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				inner, _, err := envelope.Unwrap(body)
				if err != nil {
					b.Fatal(err)
				}
				if c.read {
					Read(schema, inner, o)
				}
			}
		})
	}
}
