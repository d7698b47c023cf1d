package tablecards

import (
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"tablefront/bff/site/shop"
)

// parse is the program's, in short.
func parse(f *flag.FlagSet, _ string, args []string, _ io.Writer) (int, bool) {
	return exitUsage, f.Parse(args) == nil
}

func TestTableCards(t *testing.T) {
	down := false
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if down {
			http.Error(w, "gone", http.StatusBadGateway)
			return
		}
		answers := map[string]string{
			"/api/settings":             `[{"key":"SITE_TITLE","value":"Löffel & Söhne"},{"key":"LOGO","value":null,"media":{"poster":{"url":"/logo.svg"}}}]`,
			"/bff/config":               `{"language":"de","pictures":"https://backend.example","proxyPictures":false}`,
			"/api/languages":            `[{"name":"de"},{"name":"ar"},{"name":"tr"},{"name":"sv"},{"name":"fr"}]`,
			"/api/translations?lang=de": `{"Scan to order":"Scannen und bestellen"}`,
			"/api/translations?lang=ar": `{"Scan to order":"امسح الرمز واطلب"}`,
			"/api/translations?lang=tr": `{}`,
			"/api/translations?lang=sv": `{}`,
		}
		if r.Header.Get("X-Branch") != "" {
			answers["/api/settings"] = `[{"key":"SITE_TITLE","value":"Mitte"},{"key":"LOGO","value":"logo.png"}]`
		}
		answer, ok := answers[r.URL.RequestURI()]
		if !ok {
			t.Errorf("asked for %s", r.URL.RequestURI())
		}
		_, _ = io.WriteString(w, answer)
	}))
	defer shop.Close()
	print := func(args ...string) (page, errs string, code int) {
		var out, problems strings.Builder
		code = Main(args, parse, &out, &problems)
		return out.String(), problems.String(), code
	}

	page, _, code := print("--shop", shop.URL+"/", "--tables", "T7-KLEE\t Am Fenster <1>, 08..10, Ü_1\nTerrasse1..Terrasse2, T7-KLEE Window")
	if code != exitOK {
		t.Fatal(code)
	}
	for what, n := range map[string]int{
		"<svg": 7, "<path d=\"M": 7, ">Window<": 1, "Am Fenster": 0, ">08<": 1, ">10<": 1, ">Terrasse2<": 1,
		`src="https://backend.example/logo.svg"`: 7, "Löffel &amp; Söhne": 9,
		`lang="de" dir="auto">Scannen und bestellen`: 7, "امسح الرمز واطلب": 7, `lang="tr" dir="auto">Sipariş için tarayın`: 7, `lang="en" dir="auto">Scan to order`: 7, `lang="fr"`: 0,
		strings.TrimPrefix(shop.URL, "http://") + "/?table=%C3%9C_1<": 1,
	} {
		if got := strings.Count(page, what); got != n {
			t.Errorf("%s is there %d times, not %d", what, got, n)
		}
	}

	page, _, _ = print("--shop", shop.URL, "--tables", "1", "--languages", "ar", "--branch", "https://mitte.example/")
	if !strings.Contains(page, "Mitte") || !strings.Contains(page, "https://mitte.example/logo.png") || strings.Contains(page, "Scannen") {
		t.Errorf("the branch's card: %s", page)
	}

	for _, wrong := range []string{"", "12..1", "1..5000", "T1..U9", "a/b", "..", "1..900, x1..x900"} {
		if _, errs, code := print("--shop", shop.URL, "--tables", wrong); code != exitUsage || errs == "" {
			t.Errorf("%q: %d %s", wrong, code, errs)
		}
	}
	if _, errs, code := print("--tables", "1"); code != exitUsage || !strings.Contains(errs, "--shop is missing") {
		t.Errorf("no shop: %d %s", code, errs)
	}
	if _, errs, code := print("--shop", "order.example", "--tables", "1"); code != exitUsage || !strings.Contains(errs, "https://order.example") {
		t.Errorf("an address without scheme: %d %s", code, errs)
	}
	down = true
	if page, errs, code := print("--shop", shop.URL, "--tables", "1"); code != exitFailed || page != "" || !strings.Contains(errs, "502") {
		t.Errorf("a shop that is down: %d %s", code, errs)
	}
}

func TestTheLogoIsOneThatAFileCanShow(t *testing.T) {
	const proxied = `/bff/picture?url=https%3A%2F%2Fmitte.example%2Flogo.png`
	for logo, want := range map[string]string{"data:image/png;base64,AA": "data:image/png;base64,AA", "javascript:alert(1)": "", "logo.png": "https://order.example" + proxied} {
		facts := shop.New(shop.Branch{URL: "https://mitte.example"}, "", "https://backend.example", true)
		facts.Branches = []shop.Branch{facts.Branch}
		facts.Raw["settings"] = fmt.Appendf(nil, `[{"key":"LOGO","value":%q}]`, logo)
		facts.Read()
		if got := (&page{Shop: "https://order.example"}).picture(facts); string(got) != want {
			t.Errorf("%s: %s", logo, got)
		}
	}
}

// A scanner finds a code by three squares of seven modules in its corners, and needs four light modules around it.
func TestTheCodeOfATableCanBeScanned(t *testing.T) {
	code, err := page{}.Code("https://order.example/?table=1")
	if err != nil {
		t.Fatal(err)
	}
	dark := strings.Split(code.Path, "h1v1h-1z")
	for at := range 7 {
		for _, corner := range [][2]int{{4 + at, 4}, {4, 4 + at}, {code.Side - 5 - at, 4}, {4, code.Side - 5 - at}} {
			if !slices.Contains(dark, fmt.Sprintf("M%d %d", corner[0], corner[1])) {
				t.Fatalf("%v is light", corner)
			}
		}
	}
	if strings.Contains(code.Path, "M3 ") || strings.Contains(code.Path, " 3h") {
		t.Error("no quiet zone")
	}
}
