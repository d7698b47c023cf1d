package check

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
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

// on reports whether a setting is on, as the shop reads it.
func (r *run) on(key string) bool {
	value, _ := r.setting(key)
	return !slices.Contains([]string{"", "0", "false", "off", "no"}, strings.ToLower(strings.TrimSpace(value)))
}

// usable returns the elements of a list that conform to their schema.
func (r *run) usable(list any, schema string) []map[string]any {
	return slices.DeleteFunc(items(list), func(o map[string]any) bool { return against(r.contract.schema(schema), o, "$") != nil })
}

// settle decides whether an order can be placed, in the order in which a customer meets the obstacles.
func (r *run) settle() (o Order) {
	prevented := func(format string, args ...any) Order { return Order{Prevented: fmt.Sprintf(format, args...)} }
	for i := range r.report.Rows {
		if row := &r.report.Rows[i]; row.blocks {
			return prevented("%s %s", row.Call, row.trouble())
		}
	}
	providers := r.usable(r.values["GET checkout/payment-providers"], "PaymentProvider")
	hours, _ := r.values["GET working-hours"].(map[string]any)
	meta, _ := hours["meta"].(map[string]any)
	switch {
	case len(r.usable(r.values["GET settings"], "Setting")) == 0:
		return prevented("GET settings has no setting in the contract's shape")
	case len(r.usable(r.values["GET products/categories"], "Category")) == 0:
		return prevented("GET products/categories has no category in the contract's shape")
	case r.dish() == nil:
		return prevented("GET products/categories/{id}/products has no dish in the contract's shape with a size")
	case len(providers) == 0:
		return prevented("checkout/payment-providers has no payment provider")
	case meta["isActive"] == false:
		return prevented("the shop is not active (isActive of working-hours)")
	case r.on("HAS_BRANCH") && len(items(r.values["GET branches"])) == 0:
		return prevented("HAS_BRANCH is on, and GET branches lists none")
	}
	accounts := r.accounts || r.values["GET me"] != nil
	if r.on("ALLOW_GUEST_CHECKOUT") {
		o.By = append(o.By, "guests")
	}
	if accounts {
		o.By = append(o.By, "customers with an account")
	}
	if r.values["GET tables/{id}"] != nil {
		o.By, o.How = append(o.By, "guests at a table"), []string{"table"}
	}
	o.How = append(o.How, r.ways(accounts)...)
	for _, p := range providers {
		way := shorten(text(p["name"]))
		if p["displayOption"] == "direct" {
			way += " (on the spot)"
		}
		o.Paid = append(o.Paid, way)
	}
	switch {
	case len(o.By) == 0:
		return prevented("nobody may order: ALLOW_GUEST_CHECKOUT is off, and GET me without a token is not 401, so there are no accounts")
	case len(o.How) == 0 && r.on("ALLOW_DELIVERY"):
		return prevented("there is no way to get the food: delivery is the only one, and GET areas lists no area")
	case len(o.How) == 0:
		return prevented("there is no way to get the food: ALLOW_DELIVERY, ALLOW_TAKEAWAY and ALLOW_CURBSIDE are off")
	}
	o.Possible = true
	return o
}

// ways lists how an order can reach a customer.
func (r *run) ways(accounts bool) (ways []string) {
	areas := len(r.usable(r.values["GET areas"], "Area"))
	if r.on("ALLOW_DELIVERY") && (areas > 0 || accounts && r.on("USES_NEW_ADDRESS_SYSTEM")) {
		ways = append(ways, "delivery")
	} else if r.on("ALLOW_DELIVERY") {
		r.remark("delivery", Deviates, "ALLOW_DELIVERY is on, and GET areas lists no area to deliver to")
	}
	for way, key := range map[string]string{"takeaway": "ALLOW_TAKEAWAY", "curbside": "ALLOW_CURBSIDE"} {
		if r.on(key) {
			ways = append(ways, way)
		}
	}
	slices.Sort(ways)
	return ways
}

// choice is a dish with its first size and the first option of each required choice.
type choice struct {
	product, size map[string]any
	options       []any
	cents         int64
}

// dish returns a dish that can be ordered and is not sold out, nil for none.
func (r *run) dish() *choice {
	whole, _ := r.values["GET products/categories/{id}/products"].(map[string]any)
	for _, product := range r.usable(whole["data"], "Product") {
		sizes := slices.DeleteFunc(items(product["sizes"]), soldOut)
		if len(sizes) > 0 && !soldOut(product) {
			c := &choice{product: product, size: sizes[0], options: []any{}, cents: cents(sizes[0]["price"])}
			c.choose(product["variants"])
			return c
		}
	}
	return nil
}

func soldOut(thing map[string]any) bool { return thing["available"] == false }

// choose chooses the first option of each required choice, and of those that the option brings.
func (c *choice) choose(variants any) {
	for _, v := range items(variants) {
		options := items(v["options"])
		if v["required"] != true || len(options) == 0 {
			continue
		}
		member := "optionId"
		if v["type"] == "select" {
			member = "value"
		}
		c.options = append(c.options, map[string]any{"variantId": v["id"], member: options[0]["id"]})
		c.cents += cents(options[0]["price"])
		c.choose(options[0]["child"])
	}
}

func cents(v any) int64 {
	f, _ := v.(float64)
	return int64(math.Round(f * 100))
}

func money(c int64) float64 { return float64(c) / 100 }

// line is the cart's line of a dish.
func (c *choice) line(qty int64) map[string]any {
	return map[string]any{
		"type": "productItem", "productId": c.product["id"], "sizeId": c.size["id"], "qty": qty, "price": money(qty * c.cents), "extraIds": []any{}, "optionIds": c.options,
	}
}

// taxed returns the sum of the taxes that are added, in percent, and the tax of an amount in cents.
func (r *run) taxed(price int64) (percent float64, tax int64) {
	for _, t := range r.usable(r.values["GET taxes"], "Tax") {
		if value, _ := t["value"].(float64); t["included"] != true {
			percent += value
		}
	}
	return percent, int64(math.Round(float64(price) * percent / 100))
}

// quoted is a body of POST checkout/quote: one dish, with nothing chosen yet. Nil if there is no dish.
func (r *run) quoted() any {
	c := r.dish()
	if c == nil {
		return nil
	}
	percent, tax := r.taxed(c.cents)
	return map[string]any{"cart": map[string]any{
		"items": []any{c.line(1)}, "source": "web", "taxPercent": percent, "price": money(c.cents), "total": money(c.cents + tax), "delivery": 0, "discount": 0, "tax": money(tax), "tip": 0,
	}}
}

// quote asks what an order costs where the backend has quoted a cart before, and puts its total into the order. It returns the total in cents.
func (r *run) quote(ctx context.Context, order map[string]any) (total int64, has bool) {
	if r.values["POST checkout/quote"] == nil {
		return 0, false
	}
	asked := maps.Clone(order)
	maps.DeleteFunc(asked, func(field string, _ any) bool {
		return slices.Contains([]string{"name", "email", "phone", "notes", "terms"}, field)
	})
	op := r.contract.operation(http.MethodPost, "/checkout/quote")
	bill, _ := r.do(ctx, op, step{note: "the order that is placed", body: object(asked)}, r.o.Token).(map[string]any)
	value, has := bill["total"].(float64)
	if has {
		order["cart"].(map[string]any)["total"] = value //nolint:forcetypeassert // submission made it
	}
	return cents(value), has
}

// submission is the body of the order that Options.Order places, with a description of it.
func (r *run) submission(ctx context.Context) (body map[string]any, description string) {
	c, provider := r.dish(), r.usable(r.values["GET checkout/payment-providers"], "PaymentProvider")[0]
	for _, p := range r.usable(r.values["GET checkout/payment-providers"], "PaymentProvider") {
		if p["displayOption"] == "direct" {
			provider = p
			break
		}
	}
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
		area := r.usable(r.values["GET areas"], "Area")[0]
		fee = cents(area["deliveryPrice"])
		if c.cents > 0 {
			qty = max(1, (cents(area["minimumOrder"])+c.cents-1)/c.cents)
		}
		if free := cents(area["freeDeliveryThreshold"]); free > 0 && qty*c.cents >= free {
			fee = 0
		}
		body["areaId"], body["zipcode"], body["address"] = area["id"], area["zipcode"], "Teststraße 1"
	}
	price := qty*c.cents + fee
	percent, tax := r.taxed(price)
	body["cart"] = map[string]any{
		"items": []any{c.line(qty)}, "source": "web", "taxPercent": percent, "price": money(price), "total": money(price + tax), "delivery": money(fee), "discount": 0, "tax": money(tax), "tip": 0,
	}
	total := price + tax
	if quoted, has := r.quote(ctx, body); has {
		total = quoted
	}
	return body, fmt.Sprintf("%d × %s, %s, %.2f, %s", qty, shorten(text(c.product["name"])), way, money(total), shorten(text(provider["name"])))
}

// place places one order and says how to find it at the backend.
func (r *run) place(ctx context.Context) {
	op := r.contract.operation(http.MethodPost, "/checkout/v2")
	how := r.report.Order.How
	if !slices.Contains(how, "takeaway") && !slices.Contains(how, "curbside") && len(r.usable(r.values["GET areas"], "Area")) == 0 {
		r.remark("order", Warning, "none was placed: that needs takeaway, curbside, or delivery to an area")
		return
	}
	body, description := r.submission(ctx)
	row := Row{op: op, Note: "an order: " + description, Verdict: OK}
	defer func() { r.add(row) }()
	a, err := r.ask(ctx, op.method, op.path, body, func(req *http.Request) {
		r.credentials(req, op, r.o.Token)
		req.Header.Set("Idempotency-Key", "check-"+strings.ToLower(rand.Text()))
	})
	if err != nil {
		row.Verdict, row.Note = Failed, "an order, whose outcome is unknown: look for the name Tablefront Check. "+err.Error()
		return
	}
	row.Status, row.Millis = a.StatusCode, a.received.Sub(a.sent).Milliseconds()
	value, read, deviations := op.judge(a, r.reading())
	row.note(read)
	if !a.success() {
		row.Verdict = Failed
		row.Note += ": " + shorten(string(a.body))
		return
	}
	if row.Deviations = deviations; len(deviations) > 0 {
		row.Verdict = Deviates
	}
	answer, _ := value.(map[string]any)
	placed := "An order was placed: " + description + ". "
	if code := cmp.Or(text(answer["code"]), text(answer["id"])); code != "" {
		placed += "Look for the code " + shorten(code) + ", or for the name Tablefront Check, and cancel it there: the shop can't."
	} else {
		placed += "The answer has no code: look for the name Tablefront Check, and cancel it there."
	}
	if page, err := url.Parse(text(answer["url"])); err == nil && page.Host != "" {
		placed += " It waits for its payment at " + page.Host + " and is not paid."
	}
	r.report.Order.Placed = placed
	if body["paymentType"] != nil && !r.direct(body["paymentType"]) && text(answer["url"]) == "" {
		r.remark("payment", Deviates, "the order is to be paid by a provider that is not direct, and its answer has no url: the customer is thanked and can't pay")
	}
	r.compare(ctx, text(answer["code"]), body)
}

// direct reports whether a provider is paid on the spot.
func (r *run) direct(id any) bool {
	return slices.ContainsFunc(items(r.values["GET checkout/payment-providers"]), func(p map[string]any) bool {
		return text(p["id"]) == text(id) && p["displayOption"] == "direct"
	})
}

// compare reads the placed order back, as a signed-in customer sees it, and compares it with the cart.
func (r *run) compare(ctx context.Context, code string, body map[string]any) {
	if code == "" || r.o.Token == "" {
		return
	}
	order, _ := r.do(ctx, r.contract.operation(http.MethodGet, "/me/orders/{orderCode}"), step{note: "the order that was placed", id: code}, r.o.Token).(map[string]any)
	payment, _ := order["payment"].(map[string]any)
	cart, _ := body["cart"].(map[string]any)
	if payment == nil {
		r.remark("order", Deviates, "the order that was placed can't be read back: the customer's confirmation and My Orders are empty")
		return
	}
	for of, in := range sorted(map[string]string{"price": "price", "deliver": "delivery", "tax": "tax"}) {
		sent, _ := cart[in].(float64)
		if got, _ := payment[of].(float64); math.Abs(got-sent) >= 0.015 {
			r.remark("order", Deviates, "the order that was placed has %s %.2f, the cart had %s %.2f", of, got, in, sent)
		}
	}
	if lines := items(order["items"]); len(lines) != 1 {
		r.remark("order", Deviates, "the order that was placed has %d lines, the cart had 1", len(lines))
	}
}

// trouble says in a few words what is wrong with a call.
func (row *Row) trouble() string {
	if len(row.Deviations) > 0 {
		d := row.Deviations[0]
		return fmt.Sprintf("is not what the contract says (%s: expected %s; got %s)", d.Path, d.Expected, d.Got)
	}
	if row.Status == 0 {
		return "could not be called: " + row.Note
	}
	return strings.TrimRight("is answered with "+strconv.Itoa(row.Status)+" "+row.Note, " .")
}
