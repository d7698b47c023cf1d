package gateway

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tablefront/bff/cache"
	"tablefront/bff/rawjson"
	"tablefront/bff/reading"
	"tablefront/bff/upstream"
)

// judge returns the verdict on a complete answer to a call (docs/wire.md section 3). It is the only judgement of a status in the pipeline. members are those of a
// success, and unreadable is why it has no browser's side.
func judge(call *Call, r *upstream.Response, members []rawjson.Member, unreadable error) upstream.Verdict {
	public := call.Class != cache.Never
	switch {
	case r.Status == http.StatusBadGateway, r.Status == http.StatusServiceUnavailable, r.Status == http.StatusGatewayTimeout:
		return upstream.Unwell
	case r.Status >= 300 && r.Status < 400, r.Status >= 500 && r.Status != http.StatusNotImplemented:
		return upstream.Failed // a redirect has a remedy of its own
	case r.Status < 300:
		return judgeSuccess(call, r, members, unreadable)
	case call.Optional && (r.Status == http.StatusMethodNotAllowed || r.Status == http.StatusNotImplemented):
		return upstream.Absent // frameworks say so without a body
	case r.Status >= 500:
		return upstream.Failed
	case !isOwnJSON(r.Body) && (public || call == callCheck):
		return foreign(call)
	case call == callCheck && slices.Contains(undecided, r.Status):
		return upstream.Failed
	case !public:
		return upstream.Rejected
	}
	switch r.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return upstream.PerUser
	case http.StatusNotFound, http.StatusGone:
		if strings.Contains(call.Path, "{") {
			return upstream.Gone
		}
		if call.Optional {
			return upstream.Absent
		}
	}
	return upstream.Rejected
}

// undecided are the statuses that say nothing about a payment: who asked, how often or in which way was wrong, not the payment.
var undecided = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusRequestTimeout, statusXSRF, http.StatusMisdirectedRequest, http.StatusTooManyRequests}

func judgeSuccess(call *Call, r *upstream.Response, members []rawjson.Member, unreadable error) upstream.Verdict {
	public := call.Class != cache.Never
	switch {
	case r.Status == http.StatusNoContent && call.Empty != "":
		return upstream.Absent
	case len(r.Body) == 0:
		if public || call == callCheck && r.Status != http.StatusNoContent {
			return foreign(call)
		}
		return upstream.Good
	case saysNo(r.Body, members, call):
		return upstream.Refused
	case unreadable != nil, call == callCheck && !isOwnJSON(r.Body):
		return foreign(call)
	}
	return upstream.Good
}

// foreign is the verdict on an answer that is not the backend's own. It is a failure of the host; but of a call that may be missing, or with a part of the customer's
// choice, it proves nothing: a firewall answers a page to a strange id.
func foreign(call *Call) upstream.Verdict {
	if call.Class != cache.Never && !call.Optional && !strings.Contains(call.Path, "{") {
		return upstream.Unwell
	}
	return upstream.Failed
}

// isOwnJSON reports whether a body is JSON, which the pages of proxies, firewalls and web servers are not.
func isOwnJSON(body []byte) bool {
	_, _, err := rawjson.Read(body)
	return err == nil
}

// saysNo reports whether a success says that it is none: `success: false` or a word like it, `status: "error"`, an `error` beside nothing,
// or `data: null` where a public call or an order has something to say; of an order also `placed: false`, of an order or a payment that it is rejected.
// PHP writes false for what it could not do.
func saysNo(body []byte, members []rawjson.Member, call *Call) bool {
	public, check := call.Class != cache.Never, call == callCheck
	if len(members) == 0 {
		root := string(bytes.TrimSpace(body))
		return root == "false" || public && root == "null"
	}
	root := claimOf(body, members)
	within, _ := rawjson.Members(root.data)
	data := claimOf(root.data, within)
	switch {
	case root.no, root.failed, data.no, check && data.failed, (check || call.Pay) && (root.rejected || data.rejected):
		return true
	case root.failure && !root.yes && !root.named && isNothing(root.data), call.Pay && data.isError() && !root.yes:
		return true
	case string(root.data) == "null":
		return public || call.Pay && !root.yes && !root.pays
	}
	return string(root.data) == "false" && !root.yes
}

// claim is what the members of an object say about the success of its call.
type claim struct {
	yes, no bool
	// failed: its status says so, which in `data` is that of an order or a payment.
	failed   bool
	failure  bool // there is an error
	rejected bool // an order that is not to be prepared, a payment that is not made
	named    bool // it has an id: something was made
	coded    bool // it has a code, an order's or an error's
	pays     bool // it has the address of a payment page
	data     []byte
}

// isError reports whether what is in place of an order is an error.
func (c claim) isError() bool { return (c.failure || c.failed) && !c.named && !c.coded }

func claimOf(body []byte, members []rawjson.Member) (c claim) {
	var told, isStatus, isCall bool
	for _, m := range members {
		value := m.Value.Of(body)
		text := strings.ToLower(strings.Trim(string(value[:min(len(value), 20)]), `"`))
		off := reading.IsOff(text)
		switch strings.ToLower(m.Name) {
		case "success", "ok", "succeeded", "issuccess":
			c.yes, c.no = c.yes || text == "true" || text == "1", c.no || off
		case "placed", "accepted", "valid":
			c.no = c.no || off
		case "status", "result", "outcome", "type":
			c.yes = c.yes || text == "success" || text == "ok"
			c.failed = c.failed || slices.Contains([]string{"error", "fail", "failed", "failure", "false", "ko", "nok"}, text) || strings.HasSuffix(text, "_failed")
			c.rejected = c.rejected || slices.Contains([]string{"rejected", "cancelled", "canceled", "declined", "failed", "payment_failed"}, text)
			c.failure = c.failure || isErrorStatus(text)
		case "statuscode":
			c.failure = c.failure || isErrorStatus(text)
		case "error", "errors", "errorcode", "errormessage", "haserrors", "exception":
			c.failure = c.failure || !isNothing(value)
		case "id":
			c.named = !isNothing(value)
		case "code":
			isStatus = isErrorStatus(string(value)) // as a number
			c.coded = !isNothing(value)
		case "message", "msg":
			told = !isNothing(value)
		case "jsonrpc":
			isCall = true
		case "url":
			c.pays = strings.HasPrefix(text, "http")
		case "data":
			c.data = value
		}
	}
	if isCall {
		c.named = false // the id is the call's
	}
	if isStatus && told {
		c.failure, c.coded = true, false
	}
	return c
}

// isErrorStatus reports whether a text is a status of HTTP that says no: some answer 200 with it.
func isErrorStatus(text string) bool { return len(text) == 3 && text >= "400" && text < "600" }

// isNothing reports whether a value is missing or empty, or has nothing but such values in it.
func isNothing(raw []byte) bool {
	var value any
	if len(raw) > 0 && json.Unmarshal(raw, &value) != nil {
		return false
	}
	return empty(value)
}

func empty(value any) bool {
	switch v := value.(type) {
	case string:
		return slices.Contains([]string{"", "null", "false", "0"}, strings.ToLower(v))
	case []any:
		return !slices.ContainsFunc(v, func(each any) bool { return !empty(each) })
	case map[string]any:
		for _, each := range v {
			if !empty(each) {
				return false
			}
		}
		return true
	}
	return value == nil || value == false || value == 0.0
}

// nothingDone reports whether an answer to an order says that the order was not carried out, so that its key may be used again after
// the customer corrects a field, signs in or waits. After 408, 409 and 499 that is not certain, nor after a 5xx: proxies such as
// Varnish and Envoy answer 503 with Retry-After also for requests that they had forwarded. `placed: false` is the backend's own word,
// whatever the status: no proxy writes that member.
func nothingDone(status int, verdict upstream.Verdict, body []byte) bool {
	switch {
	case verdict == upstream.Good:
		return false
	case verdict == upstream.Refused, saysNotPlaced(body):
		return true
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == 499:
		return false
	}
	return status >= 400 && status < 500
}

func saysNotPlaced(body []byte) bool {
	return slices.ContainsFunc([][]string{{"placed"}, {"data", "placed"}}, func(path []string) bool {
		return reading.IsOff(strings.Trim(string(rawjson.Find(body, path...).Of(body)), `"`))
	})
}

// outdates reports whether an order was refused for what it contains, so that menu, areas, taxes or payment providers may have changed.
func (a *answer) outdates() bool {
	switch a.Status {
	case http.StatusUnauthorized, http.StatusForbidden, statusXSRF, http.StatusTooManyRequests:
		return false
	}
	return a.Refused && a.fault == nil
}

// judgeSettings is upstream.Request.Judge of a request for the settings.
func judgeSettings(r *upstream.Response) upstream.Verdict {
	a, _ := answerOf(callSettings, r)
	return a.verdict
}

// leadsToLogin reports whether a redirect sends the customer to a login page: the token is expired.
func leadsToLogin(r *upstream.Response) bool {
	if r.Status != http.StatusFound && r.Status != http.StatusSeeOther {
		return false
	}
	to, err := url.Parse(r.Header.Get("Location"))
	return err == nil && strings.HasSuffix(strings.ToLower(strings.TrimRight(to.Path, "/")), "login")
}

// foreignError is the cause of an answer that is not the backend's own JSON, but a page of what stands in front of it.
type foreignError struct{ status int }

func (e foreignError) Error() string {
	return "the answer with status " + strconv.Itoa(e.status) + " is not the backend's own JSON"
}

var (
	errSaidNo  = errors.New("a success that says no")
	errUnread  = errors.New("the response can't be read, and the stored one can")
	errMissing = errors.New("the backend has no such call")
)
