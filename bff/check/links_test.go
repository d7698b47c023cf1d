package check

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// The client and the check build the same links: both are tested with the same cases.
func TestLinksAreThoseOfTheClient(t *testing.T) {
	data, err := os.ReadFile("../../client/src/domain/links.golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]map[string]*string
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	for kind, link := range map[string]func(string) string{"network": networkLink, "whatsapp": whatsappLink} {
		if len(golden[kind]) < 5 {
			t.Fatalf("%s: only %d cases", kind, len(golden[kind]))
		}
		for value, want := range golden[kind] {
			if want == nil {
				want = new(string)
			}
			if got := link(value); got != *want {
				t.Errorf("%s %q: %q, want %q", kind, value, got, *want)
			}
		}
	}
}

func TestLinksNamesWhatTheShopCannotUse(t *testing.T) {
	r := &run{report: &Report{}, values: map[string]any{"GET settings": []any{
		map[string]any{"key": "FACEBOOK", "value": "@loeffel"},
		map[string]any{"key": "TIKTOK", "value": "www.tiktok.com/@loeffel"},
		map[string]any{"key": "WHATSAPP", "value": "call us"},
		map[string]any{"key": "INSTAGRAM", "value": nil},
	}}}
	r.links()
	var topics []string
	for _, remark := range r.report.Remarks {
		topics = append(topics, remark.Topic)
	}
	if got := strings.Join(topics, ", "); got != "setting FACEBOOK, setting WHATSAPP" {
		t.Errorf("named: %s", got)
	}
}
