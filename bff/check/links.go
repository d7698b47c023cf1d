package check

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"
)

// outside are the settings that lead to a page outside of the shop: on a social network, on a map, in an app store.
var outside = []string{"FACEBOOK", "INSTAGRAM", "PINTEREST", "LINKEDIN", "TWITTER", "TRIPADVISOR", "TIKTOK", "MAP_URL", "IOS", "ANDROID", "HUAWEI"}

var (
	scheme     = regexp.MustCompile(`(?i)^(https?:)?//`)
	hostFirst  = regexp.MustCompile(`(?i)^[a-z0-9-]+(\.[a-z0-9-]+)+(/|$)`)
	chatPage   = regexp.MustCompile(`(?i)^https://(wa\.me|(api\.|chat\.|www\.)?whatsapp\.com)/.+`)
	dialable   = regexp.MustCompile(`^\d{5,20}$`)
	forbidden  = regexp.MustCompile("[\x00-\x20\x7f-\u00a0\u2028\u2029\ufeff\\\\]")
	notDialled = regexp.MustCompile(`[\s()./-]`)
)

// links lists the settings from which the shop can't build a link.
func (r *run) links() {
	for _, key := range outside {
		if v, _ := r.setting(key); strings.TrimSpace(v) != "" && networkLink(v) == "" {
			r.remark("setting "+key, Warning, "%q is no web address: the shop shows no link", v)
		}
	}
	if v, _ := r.setting("WHATSAPP"); strings.TrimSpace(v) != "" && whatsappLink(v) == "" {
		r.remark("setting WHATSAPP", Warning, "%q is neither a phone number nor a chat address: the shop shows no link", v)
	}
}

// networkLink returns the link that the client builds from a setting (client/src/domain/redirect.ts), "" for none.
func networkLink(value string) string {
	link := strings.TrimSpace(value)
	if bare := scheme.ReplaceAllString(link, ""); hostFirst.MatchString(bare) {
		link = "https://" + bare
	}
	u, err := url.Parse(link)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || forbidden.MatchString(link) {
		return ""
	}
	u.Path = cmp.Or(u.Path, "/")
	return u.String()
}

// whatsappLink returns the chat link that the client builds from WHATSAPP, "" for none.
func whatsappLink(value string) string {
	if chat := networkLink(value); chat != "" {
		return chatPage.FindString(chat)
	}
	number := strings.TrimSpace(value)
	if rest, abroad := strings.CutPrefix(number, "+"); abroad {
		number = "00" + rest
	}
	number = notDialled.ReplaceAllString(number, "")
	if !dialable.MatchString(number) {
		return ""
	}
	return "https://wa.me/" + number
}
