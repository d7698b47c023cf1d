package reading

import (
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// TestJoinPages: the paginators of real backends are followed; a further page that may not be asked for is told.
func TestJoinPages(t *testing.T) {
	for name, c := range map[string]struct {
		form string // with the elements, the page, the number of pages and the address of the next page
		last string // what the address of the next page of the last one is
		host string // of the next page
		err  error
	}{
		"Fractal":                  {`{"data":[%d],"meta":{"pagination":{"current_page":%d,"total_pages":%d,"links":{"next":%s}}}}`, "null", "", nil},
		"Laravel's resources":      {`{"data":[%d],"meta":{"current_page":%d,"last_page":%d},"links":{"next":%s}}`, "null", "", nil},
		"Laravel's paginator":      {`{"data":[%d],"current_page":%d,"last_page":"%d","next_page_url":%s}`, "null", "", nil},
		"Laravel's, in data":       {`{"data":{"data":[%d],"current_page":%d,"last_page":%d,"next_page_url":%s}}`, "null", "", nil},
		"without a number":         {`{"data":[%d],"x":[%d,%d],"links":{"next":%s}}`, "null", "", nil},
		"without a number, beside": {`{"data":[%d],"x":[%d,%d],"next_page_url":%s}`, `""`, "", nil},
		"Strapi's":                 {`{"data":[%d],"meta":{"pagination":{"page":%d,"pageSize":1,"pageCount":%d,"x":%s}}}`, "null", "", nil},
		"Nest's":                   {`{"data":[%d],"meta":{"currentPage":%d,"totalPages":%d,"x":%s}}`, "null", "", nil},
		"JSON:API":                 {`{"data":[%d],"x":[%d,%d],"links":{"next":{"href":%s}}}`, "null", "", nil},
		"a header":                 {`{"data":[%d],"x":[%d,%d,%s]}Link: <https://backend.example/api/areas?page=1>; rel="prev", <https://backend.example/api/areas?page=%d>; rel="next"`, "null", "", nil},
		"Stripe's":                 {`{"data":[%d],"x":[%d,%d,%s],"has_more":true}`, "null", "", ErrPages},
		"at another host":          {`{"data":[%d],"x":[%d,%d],"links":{"next":%s}}`, "null", "http://10.0.0.7:8000", ErrPages},
		"another, with numbers":    {`{"data":[%d],"meta":{"current_page":%d,"last_page":%d},"links":{"next":%s}}`, "null", "http://10.0.0.7:8000", nil},
	} {
		asked := url.URL{Scheme: "https", Host: "backend.example", Path: "/api/areas"}
		page := func(query string) (Page, error) {
			values, err := url.ParseQuery(query)
			if err != nil {
				t.Fatal(err)
			}
			at, err := strconv.Atoi(values.Get("page"))
			if err != nil {
				t.Fatal(err)
			}
			next := c.last
			if at < 3 {
				next = strconv.Quote(c.host + "/api/areas?page=" + strconv.Itoa(at+1))
			}
			form, link, _ := strings.Cut(c.form, "Link: ")
			switch {
			case at == 3:
				link = ""
			case link != "":
				link = fmt.Sprintf(link, at+1)
			}
			return Page{fmt.Appendf(nil, `[%d]`, at), fmt.Appendf(nil, form, at, at, 3, next), []string{link}}, nil
		}
		first, _ := page("page=1")
		want := "[1,2,3]"
		if c.err != nil {
			want = "[1]"
		}
		if got, err := JoinPages(first, asked, page); string(got) != want || !errors.Is(err, c.err) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}
