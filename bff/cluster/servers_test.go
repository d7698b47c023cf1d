package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"tablefront/bff/cluster/redistest"
	"tablefront/bff/eventually"
	"tablefront/bff/orders"
)

// server is a real Redis.
type server struct {
	addr string
	kill func()
	*redis.Client
}

// startServer starts one on a port of its own; the test is skipped where there is none.
func startServer(t *testing.T, args ...string) server {
	t.Helper()
	addr, kill := redistest.Start(t, args...)
	s := server{addr, kill, redis.NewClient(&redis.Options{Addr: addr})}
	t.Cleanup(func() { _ = s.Close() })
	eventually.True(t, "redis-server answers", func() bool { return s.Ping(t.Context()).Err() == nil })
	return s
}

func connect(t *testing.T, address string) *Redis {
	t.Helper()
	r, err := Open(address, Options{Shop: "https://shop.example", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// place places an order and reports how often it was sent.
func place(ctx context.Context, j *orders.Journal, key string) (sent int, a orders.Answer, err error) {
	a, err = j.Do(ctx, attempt(key), func(context.Context) (orders.Answer, error) {
		sent++
		return orders.Answer{Status: 200, Body: []byte(`{"code":"` + key + `"}`)}, nil
	})
	return sent, a, err
}

// A master dies: its replica takes over, orders go on, and a repeat of an order from before is not sent again.
func TestSentinel(t *testing.T) {
	master := startServer(t, "--appendonly", "yes", "--appendfsync", "always")
	host, port, _ := net.SplitHostPort(master.addr)
	replica := startServer(t, "--replicaof", host+" "+port, "--appendonly", "yes", "--appendfsync", "always")
	eventually.True(t, "the replica is in step", func() bool {
		info, err := replica.Info(t.Context(), "replication").Result()
		return err == nil && strings.Contains(info, "master_link_status:up")
	})
	config := filepath.Join(t.TempDir(), "sentinel.conf")
	text := fmt.Sprintf("sentinel monitor shop %s %s 1\nsentinel down-after-milliseconds shop 500\nsentinel failover-timeout shop 3000\n", host, port)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	sentinel := startServer(t, config, "--sentinel")
	eventually.True(t, "the sentinel knows the replica", func() bool {
		known, err := sentinel.Do(t.Context(), "SENTINEL", "REPLICAS", "shop").Slice()
		return err == nil && len(known) == 1
	})
	r := connect(t, "redis+sentinel://"+sentinel.addr+"/0?master_name=shop")
	j := journalOf(t, r)
	if sent, _, err := place(t.Context(), j, "key-before"); err != nil || sent != 1 {
		t.Fatal(sent, err)
	}
	eventually.True(t, "the replica has the order", func() bool {
		keys, err := replica.Keys(t.Context(), "*order*").Result()
		return err == nil && len(keys) == 1
	})
	master.kill()
	var refused error
	eventually.True(t, "orders go on", func() bool {
		sent, _, err := place(t.Context(), j, "key-after")
		if err != nil && (sent != 0 || !errors.Is(err, orders.ErrUnwritable)) {
			t.Fatalf("sent %d times, %v", sent, err)
		}
		if err != nil {
			refused = err
		}
		return err == nil
	})
	if sent, a, err := place(t.Context(), j, "key-before"); err != nil || sent != 0 || !a.Replayed {
		t.Errorf("a repeat after the failover: sent %d times, %+v, %v", sent, a, err)
	}
	if refused != nil && failures(t, r)["orders"] == 0 {
		t.Errorf("orders were refused (%v) and no failure is counted", refused)
	}
}

// Three masters share the keys: everything that instances share works across them.
func TestRedisCluster(t *testing.T) {
	var nodes []server
	for i := range 3 {
		n := startServer(t, "--cluster-enabled", "yes", "--appendonly", "yes", "--appendfsync", "always")
		if err := n.ClusterAddSlotsRange(t.Context(), i*16384/3, (i+1)*16384/3-1).Err(); err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			host, port, _ := net.SplitHostPort(n.addr)
			if err := nodes[0].ClusterMeet(t.Context(), host, port).Err(); err != nil {
				t.Fatal(err)
			}
		}
		nodes = append(nodes, n)
	}
	for _, n := range nodes {
		eventually.True(t, "the cluster is formed", func() bool {
			info, err := n.ClusterInfo(t.Context()).Result()
			return err == nil && strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3")
		})
	}
	address := "redis+cluster://" + nodes[0].addr + "?addr=" + nodes[1].addr
	one, two := connect(t, address), connect(t, address)
	first, second := journalOf(t, one), journalOf(t, two)
	const n = 30
	for i := range n {
		key := fmt.Sprintf("key-%05d", i)
		if sent, _, err := place(t.Context(), first, key); err != nil || sent != 1 {
			t.Fatal(sent, err)
		}
		if sent, a, err := place(t.Context(), second, key); err != nil || sent != 0 || !a.Replayed {
			t.Fatalf("the other instance sent it %d times: %+v, %v", sent, a, err)
		}
	}
	if records, err := two.OrderRecords(t.Context()); err != nil || len(records) != n {
		t.Errorf("%d orders are listed, %v", len(records), err)
	}
	purged := make(chan string, 1)
	two.Subscribe(func(prefix string) { purged <- prefix })
	eventually.True(t, "the other instance is told", func() bool {
		if err := one.PublishPurge(t.Context(), "host "); err != nil {
			t.Fatal(err)
		}
		select {
		case <-purged:
			return true
		default: // published again below
			return false
		}
	})
	if wait, err := one.Take(t.Context(), "client", 1, time.Minute); err != nil || wait != 0 {
		t.Error(wait, err)
	}
	if wait, err := two.Take(t.Context(), "client", 1, time.Minute); err != nil || wait <= 0 {
		t.Errorf("the limit is not shared: %v, %v", wait, err)
	}
}

// A call that the library repeats finds what its first attempt wrote, and is that attempt.
func TestABeginThatIsRepeatedBegins(t *testing.T) {
	r := connect(t, "redis://"+startServer(t).addr)
	j := &journal{r: r}
	a := attempt("key-00001")
	var id orders.ID
	id[0] = 1
	now := time.Now()
	rec := orders.Record{State: orders.Sent, Call: "POST checkout", Branch: a.Branch, Began: now, Expires: now.Add(time.Hour), RequestID: a.RequestID}
	for range 2 {
		there, err := j.get(t.Context(), id, strings.Repeat("t", tokenSize), rec.Append(nil), life(rec), lease.Milliseconds())
		if err != nil || there != nil {
			t.Errorf("%+v, %v", there, err)
		}
	}
	if there, err := j.get(t.Context(), id, strings.Repeat("u", tokenSize), rec.Append(nil), life(rec), lease.Milliseconds()); err != nil || there == nil {
		t.Errorf("another attempt: %+v, %v", there, err)
	}
}

// told is an io.Writer that passes on each line of a log.
type told chan string

func (c told) Write(line []byte) (int, error) { c <- string(line); return len(line), nil }

// A Redis that may lose what it has acknowledged is told at the start; one with the settings of docs/operator.md is not.
func TestARedisWithoutPersistenceIsTold(t *testing.T) {
	lines := make(told, 10)
	for _, args := range [][]string{{"--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction"}, {"--appendonly", "no", "--maxmemory-policy", "allkeys-lru"}} {
		s := startServer(t, args...)
		r, err := Open("redis://"+s.addr, Options{Shop: "https://shop.example", Log: slog.New(slog.NewTextHandler(lines, nil))})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = r.Close() })
	}
	seen := map[string]bool{}
	for range 3 { // all of the second one
		line := <-lines
		for _, setting := range []string{"maxmemory-policy", "appendonly", "appendfsync"} {
			seen[setting] = seen[setting] || strings.Contains(line, "may lose orders") && strings.Contains(line, "setting="+setting)
		}
	}
	if len(lines) > 0 || !seen["maxmemory-policy"] || !seen["appendonly"] || !seen["appendfsync"] {
		t.Errorf("%v, and %d more lines", seen, len(lines))
	}
}
