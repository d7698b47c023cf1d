package check

import (
	"net/url"
	"regexp"
	"strings"
)

// networks are the settings that lead to a page on a social network.
var networks = []string{"FACEBOOK", "INSTAGRAM", "PINTEREST", "LINKEDIN", "TWITTER", "TRIPADVISOR", "TIKTOK"}

var (
	schemeless = regexp.MustCompile(`(?i)^(?:http:)?//`)
	hostFirst  = regexp.MustCompile(`(?i)^[a-z0-9-]+(\.[a-z0-9-]+)+(/|$)`)
	chatPage   = regexp.MustCompile(`(?i)^https://(wa\.me|(api\.|chat\.|www\.)?whatsapp\.com)/.`)
	dialable   = regexp.MustCompile(`^\d{5,20}$`)
	forbidden  = regexp.MustCompile("[\x00-\x20\x7f-\u00a0\u2028\u2029\ufeff\\\\]")
	notDialled = regexp.MustCompile(`[\s()./-]`)
)

// links lists the settings of social networks from which the shop can't build a link.
func (r *run) links() {
	for _, key := range networks {
		if v, _ := r.setting(key); strings.TrimSpace(v) != "" && networkLink(v) == "" {
			r.remark("setting "+key, Warning, "%q is no web address: the shop shows no link", v)
		}
	}
	if v, _ := r.setting("WHATSAPP"); strings.TrimSpace(v) != "" && whatsappLink(v) == "" {
		r.remark("setting WHATSAPP", Warning, "%q is neither a phone number nor a chat address: the shop shows no link", v)
	}
}

// networkLink returns the link that the client builds from a network's setting (client/src/domain/redirect.ts), "" for none.
func networkLink(value string) string {
	written := strings.TrimSpace(value)
	if !strings.HasPrefix(strings.ToLower(written), "https://") {
		bare := schemeless.ReplaceAllString(written, "")
		if !hostFirst.MatchString(bare) {
			return ""
		}
		written = "https://" + bare
	}
	u, err := url.Parse(written)
	if err != nil || u.Host == "" || u.User != nil || forbidden.MatchString(written) {
		return ""
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// whatsappLink returns the chat link that the client builds from WHATSAPP, "" for none.
func whatsappLink(value string) string {
	if chat := networkLink(value); chat != "" {
		if chatPage.MatchString(chat) {
			return chat
		}
		return ""
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
