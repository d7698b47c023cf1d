package siege

import (
	"bytes"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A cluster is a Redis, several gateways that share it, and nginx in front of them, as docs/operator.md describes under "Several
// instances".
type cluster struct {
	redis, front *process
	gateways     []*gateway
	restaurant   *restaurant
}

// clusterFaults runs three instances behind nginx with one Redis: customers click twice on two of them, instances are killed under
// load, one is purged, Redis is killed and restarted (docs/threat-model.md T17, docs/failures.md F17, F27).
func clusterFaults(s *siege) []line {
	m := &cluster{redis: s.redis(), restaurant: s.restaurant(1)}
	for range 3 {
		m.gateways = append(m.gateways, s.gateway(m.restaurant.main().url(), "TABLEFRONT_REDIS_URL=redis://"+m.redis.addr))
	}
	m.front = s.nginx(m.gateways)
	return append([]line{doubleClicks(s, m), instanceKills(s, m), purges(s, m)}, redisOutage(s, m)...)
}

// doubleClicks submits each order twice at the same moment, to two different instances.
func doubleClicks(s *siege, m *cluster) line {
	var duplicated atomic.Int64
	var unlike tally
	client := browsers(64, 20*time.Second)
	m.restaurant.main().setScript(func(_ http.ResponseWriter, r *http.Request, body []byte) bool {
		if order, ok := orderOf(body); ok && passesXSRF(r) {
			time.Sleep(time.Duration(order%40) * time.Millisecond) // so that clicks overlap before, while and after it is accepted
		}
		return false
	})
	defer m.restaurant.main().setScript(nil)
	inParallel(12, s.doubles, func(i int) {
		order := 100_000 + i
		var wg sync.WaitGroup
		for click := range 2 {
			wg.Go(func() {
				if what, text := newVisitor(m.gateways[(i+click)%3].addr, client, order).order(order); what != confirmed || !hasCode(text, order) {
					unlike.add("%s", text)
				}
			})
		}
		wg.Wait()
		if m.restaurant.orders.times(order) != 1 {
			duplicated.Add(1)
		}
	})
	return line{
		figure: fmt.Sprintf("%s double clicks, each half on another of three instances with one Redis: not exactly one order", thousands(s.doubles)), bound: "0, both get its code",
		reached: fmt.Sprintf("%d; %d clicks with another outcome%s", duplicated.Load(), unlike.n.Load(), unlike.example()), passed: duplicated.Load() == 0 && unlike.n.Load() == 0,
	}
}

// instanceKills kills one instance after the other while customers browse and order through nginx. A response that nginx has
// forwarded in part when its instance is killed is cut and can't be repeated; the other instances answer everything else.
func instanceKills(s *siege, m *cluster) line {
	client := browsers(64, 20*time.Second)
	var reads, kills, placed atomic.Int64
	var failed tally
	done := make(chan struct{})
	var background sync.WaitGroup
	for w := range 4 {
		background.Go(func() {
			v := newVisitor(m.front.addr, client, 13_000_000+w)
			until(done, 0, func(n int) {
				reads.Add(1)
				if _, failure := v.get([]string{"/api/settings", "/", "/api/products/menus"}[n%3], "Accept", "*/*"); failure != "" {
					failed.add("%s", failure)
				}
			})
		})
	}
	background.Go(func() {
		until(done, 700*time.Millisecond, func(n int) {
			g := m.gateways[n%3]
			g.kill()
			kills.Add(1)
			time.Sleep(300 * time.Millisecond)
			if err := g.start(); err != nil {
				s.Error(err)
			}
		})
	})
	m.restaurant.main().setScript(func(w http.ResponseWriter, r *http.Request, body []byte) bool {
		order, ok := orderOf(body)
		if !ok || !passesXSRF(r) {
			return false
		}
		m.restaurant.orders.take(order) // accepted, and answered later, so that kills happen in between
		time.Sleep(time.Duration(10+order%60) * time.Millisecond)
		reply(w, 200, orderAnswer(order))
		return true
	})
	defer m.restaurant.main().setScript(nil)
	a := newAudit(m.restaurant)
	inParallel(12, 12, func(int) {
		for {
			n := int(placed.Add(1))
			if n > s.clusterOrders && (kills.Load() >= 3 || n > 100*s.clusterOrders) {
				return
			}
			order := 300_000 + n
			what, text := newVisitor(m.front.addr, client, order).order(order)
			a.note(order, what, text, true)
		}
	})
	close(done)
	background.Wait()
	v := a.verdicts()
	return line{
		figure: fmt.Sprintf("%s orders through nginx while one of three instances is killed (SIGKILL) %d times: duplicated; lost; other wrong outcomes; pages, settings and menus not answered", thousands(v.all), kills.Load()), bound: "0; 0; 0; ≤ one per kill",
		reached: fmt.Sprintf("%d; %d; %d; %d of %s (%d reported as unknown)%s%s", v.duplicated, v.lost, v.wrong, failed.n.Load(), thousands(int(reads.Load())), v.unknown, a.wrong.example(), failed.example()),
		passed:  v.duplicated+v.lost+v.wrong == 0 && failed.n.Load() <= kills.Load() && kills.Load() >= 3 && reads.Load() > 0 && v.unknown < v.all/2,
	}
}

// purges purges the cache of one instance and measures when the others follow.
func purges(s *siege, m *cluster) line {
	client := browsers(4, 5*time.Second)
	see := func(version string) bool {
		for i, g := range m.gateways {
			a, failure := newVisitor(g.addr, client, 40+i).get("/api/settings", "Lang", "de")
			if failure != "" || !bytes.Contains(a.body, []byte("@@version="+version+"@@")) {
				return false
			}
		}
		return true
	}
	if !see("0") {
		s.Fatal("the instances do not serve the first version")
	}
	m.restaurant.main().version.Store(7)
	isCached := see("0") // settings are fresh for five minutes, so only the purge changes them
	if r, err := http.Post("http://"+m.gateways[0].metrics+"/purge", "", nil); err == nil {
		_ = r.Body.Close()
	}
	reached, passed := after(time.Second, func() bool { return see("7") })
	return line{figure: "from a purge on one instance to new settings on all three", bound: "≤ 1 s", reached: reached, passed: passed && isCached}
}

// redisOutage kills Redis: orders are refused before they are sent, everything else works; then Redis is restarted.
func redisOutage(s *siege, m *cluster) []line {
	client := browsers(16, 10*time.Second)
	m.redis.kill()
	const orders = 30
	paused, arrived := 0, 0
	for order := 500_000; order < 500_000+orders; order++ {
		what, text := newVisitor(m.gateways[order%3].addr, client, order).order(order)
		if what == rejected && strings.HasPrefix(text, "503") && strings.Contains(text, "orders_paused") {
			paused++
		}
		arrived += m.restaurant.orders.times(order)
	}
	var failed tally
	const reads = 3 * orders
	for i := range reads {
		if _, failure := newVisitor(m.gateways[i%3].addr, client, 60+i).get([]string{"/api/settings", "/", "/api/products/menus", "/api/areas"}[i%4], "Accept", "*/*"); failure != "" {
			failed.add("%s", failure)
		}
	}
	s.must(m.redis.start())
	order := 600_000
	back, isBack := after(5*time.Second, func() bool {
		order++
		what, _ := newVisitor(m.front.addr, client, order).order(order)
		return what == confirmed
	})
	return []line{
		{figure: fmt.Sprintf("Redis is killed, %d orders: refused with 503 orders_paused; sent nevertheless", orders), bound: "all; 0", reached: fmt.Sprintf("%d; %d", paused, arrived), passed: paused == orders && arrived == 0},
		{figure: "pages, settings, menus and areas without Redis; from its restart to the first order", bound: "100 % answered 200; ≤ 5 s", reached: fmt.Sprintf("%d of %d%s; %s", reads-failed.n.Load(), reads, failed.example(), back), passed: failed.n.Load() == 0 && isBack && paused > 0},
	}
}
