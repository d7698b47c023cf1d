package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const categoriesOfAShop = 12

// group opens a restaurant group of n branches with responses of a real shop's size.
func (s *siege) group(n int) (*restaurant, error) {
	r, err := s.restaurant(n)
	if err != nil {
		return nil, err
	}
	setting := strings.Builder{}
	for i := range 120 {
		fmt.Fprintf(&setting, `{"key":"KEY_%d","value":"%s"},`, i, strings.Repeat(string(rune('a'+i%26)), 130))
	}
	settings := `{"data":[` + setting.String() + `{"key":"SITE_TITLE","value":"Capacity"}]}`
	var categories, products []string
	for i := 1; i <= categoriesOfAShop; i++ {
		categories = append(categories, fmt.Sprintf(`{"id":%d,"name":"Category %d","description":""}`, i, i))
	}
	for i := range 40 {
		products = append(products, fmt.Sprintf(`{"id":%d,"name":"Dish %d of the house","description":"%s","sizes":[{"id":1,"name":"small","price":8.5},{"id":2,"name":"large","price":11}],"extras":[],"variants":[],"additives":[],"allergens":[]}`, i+1, i, randomWords(1300, uint64(i))))
	}
	dishes := `{"data":[` + strings.Join(products, ",") + `],"meta":{"category":{"data":` + categories[0] + `}}}`
	script := func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		if _, err := req.Cookie("XSRF-TOKEN"); err != nil && req.Method == http.MethodGet {
			http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: fmt.Sprintf("xsrf-%d", time.Now().UnixNano()), Path: "/"})
		}
		switch path := strings.TrimPrefix(req.URL.Path, "/api/"); {
		case path == "settings":
			reply(w, 200, settings)
		case path == "products/categories":
			reply(w, 200, `{"data":[`+strings.Join(categories, ",")+`]}`)
		case strings.HasPrefix(path, "products/categories/"):
			reply(w, 200, dishes)
		case path == "products/menus":
			reply(w, 200, `{"data":[]}`)
		default:
			return false
		}
		return true
	}
	for _, h := range r.hosts {
		h.setScript(script)
	}
	return r, nil
}

// randomWords returns text that compresses about as well as real text.
func randomWords(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 7))
	words := strings.Fields("with fresh tomatoes basil mozzarella and our own oven baked bread rice noodles chicken beef lentils garlic oil served warm spicy sauce herbs lemon cream mushrooms peppers onions cheese salad seasonal vegetables grilled slowly cooked")
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[random.IntN(len(words))] + strconv.Itoa(random.IntN(50)) + " ")
	}
	return b.String()[:n]
}

var capacitySettings = map[string]string{"TABLEFRONT_CACHE_BYTES": "536870912", "TABLEFRONT_CACHE_TTL": "30s", "TABLEFRONT_LIMIT_FACTOR": "0", "TABLEFRONT_LOG_LEVEL": "info"}
