// Package tablecards is the command table-cards: cards with QR codes for the tables, on a page that the operator prints.
package tablecards

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"rsc.io/qr"

	"tablefront/bff/branches"
	"tablefront/bff/site/shop"
	"tablefront/contracts"
)

const usage = `Usage: tablefront table-cards --tables CODES [--shop ADDRESS] [--languages LIST] [--branch ADDRESS] > cards.html

Writes a page with a card for each table, whose QR code opens the shop at that table: A6, four on a sheet of A4. Open the page in a browser and print
it without margins. Name, logo, languages and words are the running shop's.

CODES are the tables as your order system knows them, separated by commas. 1..12 stands for all from 1 to 12, and a name may follow a code:
--tables "1..12, T7-KLEE Window".

Exit codes: 0 done, 1 the shop does not answer, 2 wrong usage.

`

// Exit codes of Main.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

const (
	// mostCards is more than any restaurant has; more is a misspelt range.
	mostCards = 1000
	// mostLanguages fit on a card.
	mostLanguages = 4
)

//go:embed cards.tmpl
var layout string

// A card is a table's: its code in the link, and its name on the card.
type card struct{ Code, Name string }

// Parse parses flags, which have no arguments. If ok is false, usage or the error has been printed, and code is the exit code.
type Parse func(f *flag.FlagSet, usage string, args []string, errs io.Writer) (code int, ok bool)

// Main is the command table-cards. It returns the exit code: 0 done, 1 the shop does not answer, 2 wrong usage.
func Main(args []string, parse Parse, out, errs io.Writer) int {
	f := flag.NewFlagSet("table-cards", flag.ContinueOnError)
	tables := f.String("tables", "", "the tables")
	address := f.String("shop", os.Getenv("TABLEFRONT_PUBLIC_URL"), "the shop's address for your guests (or TABLEFRONT_PUBLIC_URL)")
	languages := f.String("languages", "", "languages on the cards, such as de,ar; at most four (default: the shop's)")
	branch := f.String("branch", "", "address of the branch whose name and logo are on the cards")
	if code, ok := parse(f, usage, args, errs); !ok {
		return code
	}
	var p page
	var err error
	if p.Cards, err = parseTables(*tables); err == nil {
		if p.Shop, err = branches.ParseHost(*address); err != nil {
			err = fmt.Errorf("--shop %w, such as https://order.example", err)
		}
	}
	if err == nil && *branch != "" {
		if p.Branch, err = branches.ParseHost(*branch); err != nil {
			err = fmt.Errorf("--branch %w", err)
		}
	}
	if err != nil {
		fmt.Fprintln(errs, "table-cards:", err)
		return exitUsage
	}
	if *languages != "" {
		p.Languages = strings.FieldsFunc(*languages, func(r rune) bool { return r == ',' || r == ' ' })
	}
	if err := p.ask(); err != nil {
		fmt.Fprintf(errs, "table-cards: %v\n", err)
		return exitFailed
	}
	if err := template.Must(template.New("").Parse(layout)).Execute(out, p); err != nil {
		fmt.Fprintf(errs, "table-cards: %v\n", err)
		return exitFailed
	}
	return exitOK
}

var (
	tableCode  = regexp.MustCompile(`^[\p{L}\p{N}._~-]{1,64}$`)
	tableRange = regexp.MustCompile(`^(\p{L}*)(\d{1,5})\.\.(\p{L}*)(\d{1,5})$`)
)

// parseTables reads the operator's list of tables. A table that is named twice has one card, with the later name. Codes are not checked with the
// backend, since no call lists tables.
func parseTables(list string) ([]card, error) {
	var cards []card
	add := func(code, name string) {
		if at := slices.IndexFunc(cards, func(c card) bool { return c.Code == code }); at >= 0 {
			cards[at].Name = name
		} else {
			cards = append(cards, card{code, name})
		}
	}
	for part := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		fields := strings.Fields(part)
		if len(fields) == 0 {
			continue
		}
		code, name := fields[0], strings.Join(fields[1:], " ")
		r := tableRange.FindStringSubmatch(code)
		switch {
		case r != nil:
			from, _ := strconv.Atoi(r[2])
			to, _ := strconv.Atoi(r[4])
			if r[3] != "" && r[3] != r[1] || from > to || to-from >= mostCards {
				return nil, fmt.Errorf("%q is no range of tables such as 1..12", code)
			}
			digits := 0
			if strings.HasPrefix(r[2], "0") {
				digits = len(r[2])
			}
			for n := from; n <= to; n++ {
				code := fmt.Sprintf("%s%0*d", r[1], digits, n)
				add(code, strings.TrimSpace(name+" "+code))
			}
		case tableCode.MatchString(code) && !strings.Contains(code, ".."):
			add(code, cmp.Or(name, code))
		default:
			return nil, fmt.Errorf("%q is no table's code: letters, digits and . _ ~ -", code)
		}
	}
	if len(cards) == 0 || len(cards) > mostCards {
		return nil, fmt.Errorf("--tables names %d tables; one to %d can be printed at once", len(cards), mostCards)
	}
	return cards, nil
}

// page is what cards.tmpl shows.
type page struct {
	// Shop is the shop's address; Branch the chosen branch's, or "".
	Shop, Branch string
	// Name is the restaurant's; without a title the shop's address.
	Name string
	// Logo is an absolute URL, or "".
	Logo      template.URL
	Languages []string
	// Words say in each language what the card is for.
	Words []words
	Cards []card
}

type words struct{ Language, Text string }

// ask asks the running shop for everything that is not set yet.
func (p *page) ask() error {
	var settings json.RawMessage
	var config struct {
		Language, Pictures string
		ProxyPictures      bool
	}
	var languages []struct{ Name string }
	if err := cmp.Or(p.get("/bff/config", &config), p.get("/api/settings", &settings), p.get("/api/languages", &languages)); err != nil {
		return err
	}
	facts := shop.New(shop.Branch{URL: p.Branch}, "", cmp.Or(config.Pictures, p.Shop), config.ProxyPictures)
	facts.Raw["settings"], facts.Branches = settings, []shop.Branch{facts.Branch}
	facts.Read()
	p.Name = cmp.Or(facts.Text("SITE_TITLE"), p.Short(p.Shop))
	p.Logo = p.picture(facts)
	if p.Languages == nil {
		for _, l := range languages {
			p.Languages = append(p.Languages, l.Name)
		}
	}
	if len(p.Languages) == 0 {
		p.Languages = []string{config.Language}
	}
	const call = "Scan to order"
	for _, lang := range p.Languages[:min(len(p.Languages), mostLanguages)] {
		var texts map[string]string
		if err := p.get("/api/translations?lang="+url.QueryEscape(lang), &texts); err != nil {
			return err
		}
		text := cmp.Or(texts[call], contracts.Texts(lang)[call])
		if text == "" {
			lang, text = "en", call
		}
		p.Words = append(p.Words, words{lang, text})
	}
	return nil
}

// picture is the address of the logo for a page that is a file: of http, https or an image itself.
func (p *page) picture(facts *shop.Facts) template.URL {
	address := facts.PictureOf("LOGO")
	if strings.HasPrefix(address, "/") {
		address = p.Shop + address
	}
	if text := facts.Text("LOGO"); strings.HasPrefix(text, "data:image/") {
		address = text
	}
	return template.URL(address)
}

// get reads a JSON response of the shop.
func (p *page) get(path string, into any) error {
	request, err := http.NewRequest(http.MethodGet, p.Shop+path, http.NoBody)
	if err != nil {
		return err
	}
	if p.Branch != "" {
		request.Header.Set("X-Branch", p.Branch)
	}
	client := http.Client{Timeout: 15 * time.Second}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s%s responded with %s", p.Shop, path, answer.Status)
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, 8<<20)).Decode(into); err != nil {
		return fmt.Errorf("no shop at %s: %s is not read: %w", p.Shop, path, err)
	}
	return nil
}

// Link opens the shop at a table (docs/specification.md section 2).
func (p page) Link(of card) string {
	return p.Shop + "/?table=" + url.QueryEscape(of.Code)
}

// Short is a link as people read it.
func (page) Short(link string) string {
	_, short, _ := strings.Cut(link, "://")
	return short
}

// A qrCode is drawn as an SVG: Path has its dark modules, Side is the length of a side with the quiet zone of four modules that scanners require.
type qrCode struct {
	Path string
	Side int
}

// Code is the QR code of a link.
func (page) Code(link string) (qrCode, error) {
	const quiet = 4
	code, err := qr.Encode(link, qr.M)
	if err != nil {
		return qrCode{}, err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return qrCode{path.String(), code.Size + 2*quiet}, nil
}
