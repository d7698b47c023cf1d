package check

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
)

// Order says whether a customer can place an order at the backend.
type Order struct {
	Possible bool `json:"possible"`
	// By, How and Paid say who can order, how the order reaches the customer, and how it is paid.
	By   []string `json:"by,omitempty"`
	How  []string `json:"how,omitempty"`
	Paid []string `json:"paid,omitempty"`
	// Prevented is the first thing that prevents an order.
	Prevented string `json:"prevented,omitempty"`
	// Placed describes the order that Options.Order placed, and how to find it at the backend.
	Placed string `json:"placed,omitempty"`
}

// String is the verdict as a sentence.
func (o *Order) String() string {
	if !o.Possible {
		return "No order can be placed: " + o.Prevented + "."
	}
	return fmt.Sprintf("An order can be placed: by %s; %s; paid by %s.", strings.Join(o.By, ", "), strings.Join(o.How, ", "), strings.Join(o.Paid, ", "))
}

// settle decides by what was read whether an order can be placed, in the order in which a customer meets the obstacles.
func (r *run) settle() (o Order) {
	on, accounts := r.shop().On, r.has("GET me", OK) || r.values["GET me"] != nil
	if on("ALLOW_GUEST_CHECKOUT") {
		o.By = append(o.By, "guests")
	}
	if accounts {
		o.By = append(o.By, "customers with an account")
	}
	if r.values["GET tables/{id}"] != nil {
		o.By, o.How = append(o.By, "guests at a table"), []string{"table"}
	}
	for _, way := range []string{"curbside", "delivery", "takeaway"} {
		switch {
		case !on("ALLOW_" + strings.ToUpper(way)):
		case way == "delivery" && len(r.areas()) == 0 && !(accounts && on("USES_NEW_ADDRESS_SYSTEM")):
			r.remark("delivery", Deviates, "ALLOW_DELIVERY is on, and GET areas lists no area to deliver to")
		default:
			o.How = append(o.How, way)
		}
	}
	for _, p := range items(r.values["GET checkout/payment-providers"]) {
		way := shorten(text(p["name"]))
		if p["displayOption"] == "direct" {
			way += " (on the spot)"
		}
		o.Paid = append(o.Paid, way)
	}
	hours, _ := r.values["GET working-hours"].(map[string]any)
	meta, _ := hours["meta"].(map[string]any)
	blocked := slices.IndexFunc(r.report.Rows, func(row Row) bool { return row.blocks })
	_, _, untaxed := r.taxed(0)
	if untaxed != "" {
		for i := range r.report.Rows {
			if row := &r.report.Rows[i]; row.op.name == "GET taxes" && row.Cost != "" {
				row.Cost = noOrder
			}
		}
	}
	switch {
	case blocked >= 0:
		o.Prevented = r.report.Rows[blocked].trouble()
	case r.has("POST checkout/v2", Absent) && !slices.ContainsFunc(call("POST checkout/v2").or, func(name string) bool { return r.has(name, OK) }):
		o.Prevented = "POST checkout/v2 is missing, and so are POST checkout and POST me/orders, as far as they were called"
	case len(items(r.values["GET settings"])) == 0:
		o.Prevented = "GET settings has no setting in the contract's shape"
	case len(items(r.values["GET products/categories"])) == 0:
		o.Prevented = "GET products/categories has no category in the contract's shape"
	case r.choice() == nil:
		o.Prevented = "GET products/categories/{id}/products has no dish in the contract's shape with a size and its price"
	case untaxed != "":
		o.Prevented = untaxed + ", so no total is known"
	case len(o.Paid) == 0:
		o.Prevented = "checkout/payment-providers has no payment provider"
	case meta["isActive"] == false:
		o.Prevented = "the shop is not active (isActive of working-hours)"
	case on("HAS_BRANCH") && len(items(r.values["GET branches"])) == 0:
		o.Prevented = "HAS_BRANCH is on, and GET branches lists none"
	case len(o.By) == 0:
		o.Prevented = "nobody may order: ALLOW_GUEST_CHECKOUT is off, and GET me without a token is not 401, so there are no accounts"
	case len(o.How) == 0 && on("ALLOW_DELIVERY"):
		o.Prevented = "there is no way to get the food: delivery is the only one, and GET areas lists no area"
	case len(o.How) == 0:
		o.Prevented = "there is no way to get the food: ALLOW_DELIVERY, ALLOW_TAKEAWAY and ALLOW_CURBSIDE are off"
	default:
		o.Possible = true
		return o
	}
	return Order{Prevented: o.Prevented}
}

// areas returns the areas whose amounts are known.
func (r *run) areas() []map[string]any {
	return slices.DeleteFunc(slices.Clone(items(r.values["GET areas"])), func(area map[string]any) bool {
		return slices.ContainsFunc([]string{"minimumOrder", "deliveryPrice", "freeDeliveryThreshold"}, func(of string) bool { return cents(area[of]) == nil })
	})
}

// choice is a dish with a size and the first option of each required choice.
type choice struct {
	product, size map[string]any
	options       []any
	cents         int64
}

// choice returns a dish that can be ordered, nil for none: not sold out, and with a known price.
func (r *run) choice() *choice {
	for _, d := range items(r.values[dishes]) {
		for _, size := range items(d["sizes"]) {
			price := cents(size["price"])
			if price == nil || *price < 0 || d["available"] == false || size["available"] == false {
				continue
			}
			if c := (&choice{product: d, size: size, options: []any{}, cents: *price}); c.choose(d["variants"]) {
				return c
			}
		}
	}
	return nil
}

// choose chooses the first option of each required choice, and of those that the option brings. It fails if the price of one is unknown.
func (c *choice) choose(variants any) bool {
	for _, v := range items(variants) {
		options := items(v["options"])
		if v["required"] != true || len(options) == 0 {
			continue
		}
		price := cents(options[0]["price"])
		if price == nil {
			return false
		}
		member := "optionId"
		if v["type"] == "select" {
			member = "value"
		}
		c.options = append(c.options, map[string]any{"variantId": v["id"], member: options[0]["id"]})
		if c.cents += *price; !c.choose(options[0]["child"]) {
			return false
		}
	}
	return true
}

// cents is an amount in cents, nil if it is unknown.
func cents(v any) *int64 {
	if f, known := v.(float64); known {
		c := int64(math.Round(f * 100))
		return &c
	}
	return nil
}

func money(c int64) float64 { return float64(c) / 100 }

// cart is a cart with one line; fee is the delivery's.
func (r *run) cart(c *choice, qty, fee int64) (cart map[string]any, total int64) {
	price := qty*c.cents + fee
	percent, tax, _ := r.taxed(price)
	return map[string]any{
		"items": []any{map[string]any{
			"type": "productItem", "productId": c.product["id"], "sizeId": c.size["id"], "qty": qty, "price": money(qty * c.cents), "extraIds": []any{}, "optionIds": c.options,
		}},
		"source": "web", "taxPercent": percent, "price": money(price), "total": money(price + tax), "delivery": money(fee), "discount": 0, "tax": money(tax), "tip": 0,
	}, price + tax
}

// taxed returns the sum of the taxes that are added, in percent, and the tax of an amount in cents; unknown says why they are not known.
func (r *run) taxed(price int64) (percent float64, tax int64, unknown string) {
	list, read := r.values["GET taxes"].([]any)
	if !read && !r.has("GET taxes", Absent) {
		return 0, 0, "GET taxes can't be read"
	}
	for _, t := range items(list) {
		value, known := t["value"].(float64)
		included, told := t["included"]
		switch {
		case !known:
			return 0, 0, "GET taxes has a tax whose value can't be read"
		case told && included != true && included != false:
			return 0, 0, "GET taxes has a tax that may be included in the prices or not"
		case included != true:
			percent += value
		}
	}
	return percent, int64(math.Round(float64(price) * percent / 100)), ""
}

// quoted is a body of POST checkout/quote: one dish, with nothing chosen yet. Nil if there is no dish.
func (r *run) quoted() any {
	if _, _, untaxed := r.taxed(0); r.choice() == nil || untaxed != "" {
		return nil
	}
	cart, _ := r.cart(r.choice(), 1, 0)
	return map[string]any{"cart": cart}
}

// provider is how the order is paid: on the spot where there is that.
func (r *run) provider() map[string]any {
	all := items(r.values["GET checkout/payment-providers"])
	return all[max(0, slices.IndexFunc(all, func(p map[string]any) bool { return p["displayOption"] == "direct" }))]
}

// submission is the body of the order that Options.Order places, with a description of it.
func (r *run) submission(ctx context.Context) (body map[string]any, description string) {
	c, provider := r.choice(), r.provider()
	way := "delivery" // whose area may be far away: only where there is nothing else
	for _, w := range r.report.Order.How {
		if w == "takeaway" || w == "curbside" && way == "delivery" {
			way = w
		}
	}
	var qty, fee int64 = 1, 0
	body = map[string]any{
		"name": "Tablefront Check", "email": "check@example.org", "phone": "+4930901820", "deliverType": way, "deliverAt": "now",
		"notes": "This order was placed by tablefront check. Nothing has to be prepared.", "terms": true, "issueInvoice": false, "useProfit": false,
		"paymentType": provider["id"], "takeaway": way == "takeaway",
	}
	if way == "delivery" {
		area := r.areas()[0]
		if c.cents > 0 {
			qty = max(1, (*cents(area["minimumOrder"])+c.cents-1)/c.cents)
		}
		if free := *cents(area["freeDeliveryThreshold"]); free <= 0 || qty*c.cents < free {
			fee = *cents(area["deliveryPrice"])
		}
		body["areaId"], body["zipcode"], body["address"] = area["id"], area["zipcode"], "Teststraße 1"
	}
	cart, total := r.cart(c, qty, fee)
	body["cart"] = cart
	if quoted := r.quote(ctx, body); quoted != nil {
		total, cart["total"] = *quoted, money(*quoted)
	}
	return body, fmt.Sprintf("%d × %s, %s, %.2f, %s", qty, shorten(text(c.product["name"])), way, money(total), shorten(text(provider["name"])))
}

// quote asks what an order costs, where the backend has quoted a cart before.
func (r *run) quote(ctx context.Context, order map[string]any) *int64 {
	if r.values["POST checkout/quote"] == nil {
		return nil
	}
	asked := maps.Clone(order)
	for _, field := range []string{"name", "email", "phone", "notes", "terms"} {
		delete(asked, field)
	}
	bill, _ := r.do(ctx, call("POST checkout/quote"), step{note: "the order that is placed", body: object(asked)}, r.o.Token).(map[string]any)
	return cents(bill["total"])
}

// has reports whether a call was judged so.
func (r *run) has(name string, verdict Verdict) bool {
	return slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.op.name == name && row.Verdict == verdict })
}

// place places one order and says how to find it at the backend.
func (r *run) place(ctx context.Context) {
	if how := r.report.Order.How; !slices.Contains(how, "takeaway") && !slices.Contains(how, "curbside") && len(r.areas()) == 0 {
		r.remark("order", Warning, "none was placed: that needs takeaway, curbside, or delivery to an area")
		return
	}
	body, description := r.submission(ctx)
	order := step{note: "an order: " + description, body: object(body), key: "check-" + strings.ToLower(rand.Text())}
	older := "POST checkout"
	if r.o.Token != "" {
		older = "POST me/orders"
	}
	var value any
	var row *Row
	for _, name := range []string{"POST checkout/v2", older} {
		value = r.do(ctx, call(name), order, r.o.Token)
		if row = &r.report.Rows[len(r.report.Rows)-1]; row.Verdict != Absent {
			break
		}
	}
	switch {
	case row.Status == 0:
		r.remark("order", Failed, "its outcome is unknown: look for the name Tablefront Check")
		return
	case row.Verdict == Failed, row.Verdict == Absent, value == nil && row.Verdict == Deviates:
		r.report.Order = Order{Prevented: row.trouble()}
		r.report.worsen(Failed)
		return
	}
	answer, _ := value.(map[string]any)
	find := "The answer has no code: look for the name Tablefront Check, and cancel it there."
	if code := cmp.Or(text(answer["code"]), text(answer["id"])); code != "" {
		find = "Look for the code " + shorten(code) + ", or for the name Tablefront Check, and cancel it there: the shop can't."
	}
	if page, err := url.Parse(text(answer["url"])); err == nil && page.Host != "" {
		find += " It waits for its payment at " + page.Host + " and is not paid."
	} else if r.provider()["displayOption"] != "direct" {
		r.remark("payment", Deviates, "the order is to be paid by a provider that is not direct, and its answer has no url: the customer is thanked and can't pay")
	}
	r.report.Order.Placed = "An order was placed: " + description + ". " + find
	r.compare(ctx, answer, body)
}

// compare reads the placed order back, as the customer sees it, and compares it with the cart. Without a login only the answer has it.
func (r *run) compare(ctx context.Context, order, body map[string]any) {
	if code := text(order["code"]); code != "" && r.o.Token != "" {
		order, _ = r.do(ctx, call("GET me/orders/{orderCode}"), step{note: "the order that was placed", ids: []string{code}}, r.o.Token).(map[string]any)
	}
	payment, _ := order["payment"].(map[string]any)
	cart, _ := body["cart"].(map[string]any)
	if payment == nil {
		if r.o.Token != "" {
			r.remark("order", Deviates, "the order that was placed can't be read back: the customer's confirmation and My Orders are empty")
		}
		return
	}
	for _, of := range [][2]string{{"deliver", "delivery"}, {"price", "price"}, {"tax", "tax"}} {
		got, sent := cents(payment[of[0]]), cents(cart[of[1]])
		if got == nil || max(*got-*sent, *sent-*got) > 1 {
			r.remark("order", Deviates, "the order that was placed has %s %v, the cart had %s %v", of[0], payment[of[0]], of[1], cart[of[1]])
		}
	}
	sent, _ := cart["items"].([]any)
	if lines := items(order["items"]); len(lines) != len(sent) {
		r.remark("order", Deviates, "the order that was placed has %d lines, the cart had %d", len(lines), len(sent))
	} else if line, _ := sent[0].(map[string]any); fmt.Sprint(lines[0]["qty"]) != fmt.Sprint(line["qty"]) {
		r.remark("order", Deviates, "the order that was placed has %v pieces, the cart had %v", lines[0]["qty"], line["qty"])
	}
}
