package gateway

import (
	"net/http"
	"sync/atomic"
	"time"
)

// dates holds the value of Date for the current second.
type dates struct{ now atomic.Pointer[dateLine] }

type dateLine struct {
	second int64
	text   []byte
}

func (d *dates) at(now time.Time) []byte {
	second := now.Unix()
	if l := d.now.Load(); l != nil && l.second == second {
		return l.text
	}
	l := &dateLine{second, now.UTC().AppendFormat(nil, http.TimeFormat)}
	d.now.Store(l)
	return l.text
}
