package site

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"
	"unicode"

	"tablefront/bff/site/shop"
)

// menuCategories and menuDishes limit the menu in the structured data: a whole menu would be larger than the page. Search
// engines find every dish by the sitemap and its own address.
const menuCategories, menuDishes = 30, 120

// reservationAddress opens the reservation form; a test compares its parameter with client/src/navigation/paths.ts.
const reservationAddress = "/?reservation=1"

type object map[string]any

// put sets a property, unless its value is empty.
func (o object) put(key string, value any) {
	if !reflect.ValueOf(value).IsZero() {
		o[key] = value
	}
}

// structured returns the page's structured data: schema.org Restaurant with opening hours, menu and actions. A data block
// needs no permission of the policy.
func (f *facts) structured() string {
	base := f.s.c.PublicURL
	r := object{"@context": "https://schema.org", "@type": "Restaurant", "name": f.shopName()}
	r.put("@id", f.absolute("/#restaurant"))
	r.put("url", f.absolute("/"))
	r.put("image", f.absolutePicture(f.PictureOf("LOGO")))
	r.put("telephone", cmp.Or(f.Text("PHONE"), f.s.c.ShopPhone))
	r.put("email", f.Text("CONTACT_EMAIL"))
	r.put("currenciesAccepted", f.s.c.Currency)
	if a := f.Text("ADDRESS"); a != "" {
		r["address"] = object{"@type": "PostalAddress", "streetAddress": oneLine(a), "addressCountry": strings.ToUpper(f.s.c.Country)}
	}
	if lat, lng, ok := Coordinates(f.Text("RESTAURANT_COORDINATES")); ok {
		r["geo"] = object{"@type": "GeoCoordinates", "latitude": lat, "longitude": lng}
	}
	var same []string
	for _, key := range []string{"FACEBOOK", "INSTAGRAM", "PINTEREST", "LINKEDIN", "TWITTER", "TRIPADVISOR", "TIKTOK"} {
		if strings.HasPrefix(shop.OriginOf(f.Text(key)), "https://") {
			same = append(same, f.Text(key))
		}
	}
	r.put("sameAs", same)
	r.put("openingHoursSpecification", f.openingHours())
	if f.Raw["settings"] != nil {
		r["acceptsReservations"] = f.On("RESERVATION_ENABLED")
	}
	var methods []string
	if f.On("ALLOW_DELIVERY") {
		methods = append(methods, "http://purl.org/goodrelations/v1#DeliveryModeOwnFleet")
	}
	if f.On("ALLOW_TAKEAWAY") || f.On("ALLOW_CURBSIDE") {
		methods = append(methods, "http://purl.org/goodrelations/v1#DeliveryModePickUp")
	}
	var actions []any
	if base != "" && len(methods) > 0 {
		actions = append(actions, object{"@type": "OrderAction", "target": f.entryPoint("/"), "deliveryMethod": methods})
	}
	if base != "" && f.On("RESERVATION_ENABLED") {
		actions = append(actions, object{"@type": "ReserveAction", "target": f.entryPoint(reservationAddress), "result": object{"@type": "FoodEstablishmentReservation"}})
	}
	r.put("potentialAction", actions)
	if f.at.Home() {
		r.put("hasMenu", f.menu())
	} else {
		r.put("hasMenu", f.absolute("/"))
	}
	return string(encoded(r))
}

// absolutePicture is the absolute form of a picture's address, which is a path if the shop itself serves it.
func (f *facts) absolutePicture(address string) string {
	if strings.HasPrefix(address, "/") {
		return f.absolute(address)
	}
	return address
}

// absolute is the absolute form of a path, empty if the shop's own address is not known.
func (f *facts) absolute(path string) string {
	if f.s.c.PublicURL == "" {
		return ""
	}
	return f.s.c.PublicURL + path
}

// entryPoint is the start of an action, the same page on every device.
func (f *facts) entryPoint(path string) object {
	return object{
		"@type": "EntryPoint", "urlTemplate": f.absolute(path), "inLanguage": f.lang,
		"actionPlatform": []string{"https://schema.org/DesktopWebPlatform", "https://schema.org/MobileWebPlatform"},
	}
}

func (f *facts) openingHours() (hours []any) {
	for _, day := range []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"} {
		for _, h := range f.Hours.Data[strings.ToLower(day)] {
			if h.End == "24:00" {
				h.End = "23:59"
			}
			hours = append(hours, object{"@type": "OpeningHoursSpecification", "dayOfWeek": "https://schema.org/" + day, "opens": h.Start, "closes": h.End})
		}
	}
	return hours
}

// menu returns the shop's menu by sections, nil if it is empty.
func (f *facts) menu() object {
	var sections []any
	left := menuDishes
	items := func(kind string, dishes []shop.Dish) (items []any) {
		for _, d := range dishes {
			if left > 0 && d.Name != "" {
				left--
				items = append(items, f.menuItem(kind, d))
			}
		}
		return items
	}
	if menus := items("menu", f.Menus); len(menus) > 0 {
		sections = append(sections, object{"@type": "MenuSection", "name": f.Say("Menus"), "hasMenuItem": menus})
	}
	for i, c := range f.Categories {
		if i == menuCategories || c.Name == "" {
			break
		}
		section := object{"@type": "MenuSection", "name": c.Name}
		section.put("description", cut(strings.TrimSpace(c.Description), 200))
		if left > 0 {
			section.put("hasMenuItem", items("product", f.Dishes(i)))
		}
		sections = append(sections, section)
	}
	if len(sections) == 0 {
		return nil
	}
	return object{"@type": "Menu", "inLanguage": f.lang, "hasMenuSection": sections}
}

func (f *facts) menuItem(kind string, d shop.Dish) object {
	item := object{"@type": "MenuItem", "name": d.Name}
	item.put("image", f.absolutePicture(f.Picture(d.Media.Poster.URL)))
	item.put("description", cut(oneLine(strings.TrimSpace(d.Description)), 200))
	item.put("url", f.absolute(shop.Address(kind, d.ID.Text())))
	price := shop.Discounted(d.Price, d.Discount.Number)
	if kind == "product" {
		if price = ""; len(d.Sizes) > 0 {
			price = shop.Amount(d.Sizes[0].Price)
		}
	}
	if price != "" {
		item["offers"] = object{"@type": "Offer", "price": price, "priceCurrency": f.s.c.Currency}
	}
	return item
}

// Coordinates parses the setting RESTAURANT_COORDINATES, "lat, lng", as the client does (client/src/domain/golden.json).
func Coordinates(s string) (lat, lng float64, ok bool) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) })
	if len(parts) != 2 {
		return 0, 0, false
	}
	lat, err1 := strconv.ParseFloat(parts[0], 64)
	lng, err2 := strconv.ParseFloat(parts[1], 64)
	ok = err1 == nil && err2 == nil && lat >= -90 && lat <= 90 && lng >= -180 && lng <= 180
	return lat, lng, ok
}
