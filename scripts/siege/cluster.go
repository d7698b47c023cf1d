package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// A cluster is a Redis, several gateways that share it, and nginx in front of them, as docs/operator.md describes under "Several
// instances".
type cluster struct {
	redis      *redisServer
	gateways   []*gateway
	front      *peer
	restaurant *restaurant
}

// clusterConf balances customers over the gateways. nginx tries the next one if an instance is down, but never repeats what
// could be an order: that would need non_idempotent.
const clusterConf = `worker_processes 1; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; worker_rlimit_nofile 4000;
events { worker_connections 2000; }
http {
  access_log off;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream shops { %[2]s keepalive 32; }
  server {
    listen %[3]s backlog=4096;
    location / {
      proxy_pass http://shops; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for; proxy_connect_timeout 1s; proxy_next_upstream error timeout; proxy_next_upstream_tries 3;
    }
  }
}
`

func (s *siege) newCluster(n int) (*cluster, error) {
	m := &cluster{}
	var err error
	if m.redis, err = s.redisServer(); err != nil {
		return nil, err
	}
	if m.restaurant, err = s.restaurant(1); err != nil {
		m.close()
		return nil, err
	}
	var servers strings.Builder
	for i := range n {
		g, err := s.gateway(fmt.Sprintf("cluster-%d", i), m.restaurant.main().url(), map[string]string{"TABLEFRONT_REDIS_URL": "redis://" + m.redis.addr})
		if err != nil {
			m.close()
			return nil, err
		}
		m.gateways = append(m.gateways, g)
		fmt.Fprintf(&servers, "server %s max_fails=1 fail_timeout=1s; ", g.addr)
	}
	m.front, err = s.nginx(func(dir, addr string) string { return fmt.Sprintf(clusterConf, dir, servers.String(), addr) })
	if err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *cluster) close() {
	if m.front != nil {
		m.front.close()
	}
	for _, g := range m.gateways {
		g.kill()
	}
	if m.restaurant != nil {
		m.restaurant.close()
	}
	m.redis.kill()
}

// clusterFaults runs three instances behind nginx with one Redis: customers click twice on two of them, instances are killed under
// load, one is purged, Redis is killed and restarted (docs/threat-model.md T17, docs/failures.md F17, F27).
func clusterFaults(s *siege) ([]line, error) {
	m, err := s.newCluster(3)
	if err != nil {
		return nil, err
	}
	defer m.close()
	var lines []line
	for _, step := range []func(*siege, *cluster) ([]line, error){doubleClicks, instanceKills, purges, redisOutage} {
		more, err := step(s, m)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// order sends one checkout to an address, repeated with the same key while there is no response, as the client does.
func (m *cluster) order(ctx context.Context, addr string, client *http.Client, order int) (outcome, string) {
	v := &visitor{base: "http://" + addr, client: client, cookie: map[string]string{}, from: fmt.Sprintf("10.%d.%d.%d", order>>16&255, order>>8&255, order&255)}
	body := fmt.Sprintf(`{"cart":{"items":[]},"notes":"@@order=%d@@","deliverType":"takeaway"}`, order)
	key := fmt.Sprintf("cluster-order-%d", order)
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(15 * time.Millisecond) {
		a, err := v.send(ctx, "POST", "/api/checkout/v2", body, "Idempotency-Key", key)
		if err != nil {
			continue
		}
		text := string(a.body)
		switch {
		case a.status == http.StatusOK && strings.Contains(text, fmt.Sprintf(`"code":"C-%d"`, order)):
			return confirmed, text
		case strings.Contains(text, "outcome_unknown"):
			return unknownOutcome, text
		case !strings.Contains(text, `"requestId"`): // an error of nginx itself
			continue
		case a.status == http.StatusTooManyRequests:
			continue
		default:
			return rejected, fmt.Sprintf("%d %.80s", a.status, text)
		}
	}
	return noOutcome, "no response"
}

// doubleClicks submits each order twice at the same moment, to two different instances.
func doubleClicks(s *siege, m *cluster) ([]line, error) {
	var duplicated, unlike atomic.Int64
	var example atomic.Pointer[string]
	client := browsers(64, 20*time.Second)
	m.restaurant.main().setScript(func(_ http.ResponseWriter, r *http.Request, body []byte) bool {
		if order, ok := orderOf(body); ok && passesXSRF(r) {
			time.Sleep(time.Duration(order%40) * time.Millisecond) // so that clicks overlap before, while and after it is accepted
		}
		return false
	})
	defer m.restaurant.main().setScript(nil)
	inParallel(12, s.doubles, func(_, i int) {
		order := 100_000 + i
		var wg sync.WaitGroup
		for click := range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				what, text := m.order(context.Background(), m.gateways[(i+click)%len(m.gateways)].addr, client, order)
				if what != confirmed {
					example.CompareAndSwap(nil, &text)
					unlike.Add(1)
				}
			}()
		}
		wg.Wait()
		if m.restaurant.orders.times(order) != 1 {
			duplicated.Add(1)
		}
	})
	reached := fmt.Sprintf("%d; %d clicks with another outcome", duplicated.Load(), unlike.Load())
	if e := example.Load(); e != nil {
		reached += ", e.g. " + *e
	}
	return []line{{
		figure: fmt.Sprintf("%s double clicks, each half on another of three instances with one Redis: not exactly one order", thousands(s.doubles)), bound: "0, both get its code",
		reached: reached, passed: duplicated.Load() == 0 && unlike.Load() == 0,
	}}, nil
}

// instanceKills kills one instance after the other while customers browse and order through nginx. A response that nginx has
// forwarded in part when its instance is killed is cut and can't be repeated; the other instances answer everything else.
func instanceKills(s *siege, m *cluster) ([]line, error) {
	client := browsers(64, 20*time.Second)
	ctx := context.Background()
	var reads, failed, duplicated, lost, untrue, unknown, kills atomic.Int64
	var example atomic.Pointer[string]
	done := make(chan struct{})
	var background sync.WaitGroup
	for w := range 4 {
		background.Add(1)
		go func() {
			defer background.Done()
			v := &visitor{base: "http://" + m.front.addr, client: client, cookie: map[string]string{}, from: fmt.Sprintf("10.200.0.%d", w)}
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
				}
				a, err := v.send(ctx, "GET", []string{"/api/settings", "/", "/api/products/menus"}[n%3], "", "Accept", "*/*")
				reads.Add(1)
				if err != nil || a.status != http.StatusOK {
					failed.Add(1)
					text := fmt.Sprint(err)
					if err == nil {
						text = fmt.Sprintf("%d %.60s", a.status, a.body)
					}
					example.CompareAndSwap(nil, &text)
				}
			}
		}()
	}
	var chaos error
	background.Add(1)
	go func() {
		defer background.Done()
		for n := 0; ; n++ {
			select {
			case <-done:
				return
			case <-time.After(700 * time.Millisecond):
			}
			g := m.gateways[n%len(m.gateways)]
			g.kill()
			kills.Add(1)
			time.Sleep(300 * time.Millisecond)
			if err := g.start(); err != nil {
				chaos = err
				return
			}
		}
	}()
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
	var placed atomic.Int64
	inParallel(12, 12, func(_, _ int) {
		for {
			n := int(placed.Add(1))
			if n > s.clusterOrders && (kills.Load() >= 3 || n > 100*s.clusterOrders) {
				return
			}
			order := 300_000 + n
			what, text := m.order(ctx, m.front.addr, client, order)
			times := m.restaurant.orders.times(order)
			switch {
			case times > 1:
				duplicated.Add(1)
			case what == confirmed && times == 0:
				lost.Add(1)
			case what == rejected && times > 0, what == noOutcome:
				untrue.Add(1)
				example.CompareAndSwap(nil, &text)
			case what == unknownOutcome:
				unknown.Add(1)
			}
		}
	})
	close(done)
	background.Wait()
	if chaos != nil {
		return nil, chaos
	}
	orders := int(placed.Load()) - 12
	reached := fmt.Sprintf("%d; %d; %d; %d of %s (%d reported as unknown)", duplicated.Load(), lost.Load(), untrue.Load(), failed.Load(), thousands(int(reads.Load())), unknown.Load())
	if e := example.Load(); e != nil {
		reached += ", e.g. " + *e
	}
	return []line{{
		figure: fmt.Sprintf("%s orders through nginx while one of three instances is killed (SIGKILL) %d times: duplicated; lost; other wrong outcomes; pages, settings and menus not answered", thousands(orders), kills.Load()), bound: "0; 0; 0; ≤ one per kill",
		reached: reached, passed: duplicated.Load()+lost.Load()+untrue.Load() == 0 && failed.Load() <= kills.Load() && kills.Load() >= 3 && reads.Load() > 0 && unknown.Load() < int64(orders)/2,
	}}, nil
}

// purges purges the cache of one instance and measures when the others follow.
func purges(s *siege, m *cluster) ([]line, error) {
	client := browsers(4, 5*time.Second)
	ctx := context.Background()
	see := func(version string) bool {
		for i, g := range m.gateways {
			a, err := newVisitor(g, client, 40+i).send(ctx, "GET", "/api/settings", "", "Lang", "de")
			if err != nil || !containsText(a.body, "@@version="+version+"@@") {
				return false
			}
		}
		return true
	}
	if !see("0") {
		return nil, fmt.Errorf("the instances do not serve the first version")
	}
	m.restaurant.main().version.Store(7)
	cached := see("0") // settings are fresh for five minutes, so only the purge changes them
	begun := time.Now()
	if r, err := http.Post("http://"+m.gateways[0].metrics+"/purge", "", nil); err == nil {
		_ = r.Body.Close()
	}
	reached, passed := "never", false
	for time.Since(begun) < 5*time.Second {
		if see("7") {
			reached, passed = milliseconds(time.Since(begun)), cached && time.Since(begun) < time.Second
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	return []line{{figure: "from a purge on one instance to new settings on all three", bound: "≤ 1 s", reached: reached, passed: passed}}, nil
}

// redisOutage kills Redis: orders are refused before they are sent, everything else works; then Redis is restarted.
func redisOutage(s *siege, m *cluster) ([]line, error) {
	client := browsers(16, 10*time.Second)
	ctx := context.Background()
	m.redis.kill()
	const orders = 30
	paused, arrived := 0, 0
	for i := range orders {
		order := 500_000 + i
		what, text := m.order(ctx, m.gateways[i%3].addr, client, order)
		if what == rejected && strings.HasPrefix(text, "503") && strings.Contains(text, "orders_paused") {
			paused++
		}
		arrived += m.restaurant.orders.times(order)
	}
	failed, reads := 0, 0
	for i := range 3 * orders {
		a, err := newVisitor(m.gateways[i%3], client, 60+i).send(ctx, "GET", []string{"/api/settings", "/", "/api/products/menus", "/api/areas"}[i%4], "", "Accept", "*/*")
		reads++
		if err != nil || a.status != http.StatusOK {
			failed++
		}
	}
	if err := m.redis.start(); err != nil {
		return nil, err
	}
	back, taken := time.Now(), time.Duration(-1)
	for n := 0; time.Since(back) < 15*time.Second; n++ {
		if what, _ := m.order(ctx, m.front.addr, client, 600_000+n); what == confirmed {
			taken = time.Since(back)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	taketext := "never"
	if taken >= 0 {
		taketext = milliseconds(taken)
	}
	return []line{
		{figure: fmt.Sprintf("Redis is killed, %d orders: refused with 503 orders_paused; sent nevertheless", orders), bound: "all; 0", reached: fmt.Sprintf("%d; %d", paused, arrived), passed: paused == orders && arrived == 0},
		{figure: "pages, settings, menus and areas without Redis; from its restart to the first order", bound: "100 % answered 200; ≤ 5 s", reached: fmt.Sprintf("%d of %d; %s", reads-failed, reads, taketext), passed: failed == 0 && taken >= 0 && taken <= 5*time.Second && paused > 0},
	}, nil
}

// A redisServer runs Debian's Redis with the settings that docs/operator.md asks for: it loses no acknowledged write.
type redisServer struct {
	addr, dir string
	cmd       *exec.Cmd
}

func (s *siege) redisServer() (*redisServer, error) {
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	r := &redisServer{addr: addr, dir: filepath.Join(s.dir, "redis")}
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, err
	}
	return r, r.start()
}

func (r *redisServer) start() error {
	host, port, err := net.SplitHostPort(r.addr)
	if err != nil {
		return err
	}
	r.cmd = exec.Command("redis-server", "--port", port, "--bind", host, "--dir", r.dir, "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction")
	r.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := startLocked(r.cmd); err != nil {
		return fmt.Errorf("redis-server (scripts/siege/run brings it): %w", err)
	}
	return reachable(r.addr)
}

// kill is kill -9; a second one does nothing.
func (r *redisServer) kill() {
	if r.cmd != nil {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
		r.cmd = nil
	}
}
