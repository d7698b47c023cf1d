package gateway

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"testing"
)

// discard is a ResponseWriter that keeps nothing.
type discard struct{ h http.Header }

func (d *discard) Header() http.Header         { return d.h }
func (d *discard) Write(p []byte) (int, error) { return len(p), nil }
func (d *discard) WriteHeader(int)             {}

func BenchmarkHit(b *testing.B) {
	k := newFakeUpstream(b)
	k.on("GET settings", says(string(menuJSON(20<<10))))
	s := openShop(b, k)
	s.get("/api/settings").wants(b, 200, "")
	benchmarkRaw(b, serveRaw(b, s.Gateway))
}

// BenchmarkFloor is the least that net/http does for the same answer: a bare handler.
func BenchmarkFloor(b *testing.B) {
	k := newFakeUpstream(b)
	k.on("GET settings", says(string(menuJSON(20<<10))))
	s := openShop(b, k)
	a := s.get("/api/settings", "Accept-Encoding: gzip")
	server := newServer(b, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		h := w.Header()
		for name, values := range a.Header {
			h[name] = values
		}
		io.WriteString(w, a.body)
	}))
	benchmarkRaw(b, server.Listener.Addr().String())
}

// benchmarkRaw asks for the settings again and again on one connection.
func benchmarkRaw(b *testing.B, addr string) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	request := []byte("GET /api/settings HTTP/1.1\r\nHost: s\r\nAccept-Encoding: gzip\r\n\r\n")
	c.Write(request)
	buf := make([]byte, 64<<10)
	n, err := c.Read(buf)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Write(request)
		if _, err := io.ReadFull(c, buf[:n]); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHitWithoutNetwork(b *testing.B) {
	k := newFakeUpstream(b)
	k.on("GET settings", says(string(menuJSON(20<<10))))
	s := openShop(b, k)
	s.get("/api/settings").wants(b, 200, "")
	r, _ := http.NewRequest(http.MethodGet, "/api/settings", http.NoBody)
	r.RemoteAddr = "127.0.0.1:1"
	w := &discard{h: http.Header{}}
	b.ReportAllocs()
	for b.Loop() {
		clear(w.h)
		s.Gateway.ServeHTTP(w, r)
	}
}

func BenchmarkForward(b *testing.B) {
	k := newFakeUpstream(b)
	k.on("GET me", says(`{"data":{"name":"Ada Lovelace","email":"ada@example.org"}}`))
	s := openShop(b, k)
	addr := serveRaw(b, s.Gateway)
	client := &http.Client{Transport: &http.Transport{}}
	b.ReportAllocs()
	for b.Loop() {
		r, err := client.Get("http://" + addr + "/api/me")
		if err != nil {
			b.Fatal(err)
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		k.seen = k.seen[:0]
	}
}

// menuJSON is an answer of about a size that looks like a menu.
func menuJSON(size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"data":[`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"Pizza Margherita %d","description":"Tomatensoße, Mozzarella, frisches Basilikum und Olivenöl","price":%d.50,"media":{"poster":{"url":"/img/%d.avif"}},"sizes":[{"id":1,"name":"26 cm","price":8.5},{"id":2,"name":"32 cm","price":10.5}],"extras":[],"variants":[]}`, i, i, i%20, i)
	}
	b.WriteString(`]}`)
	return b.Bytes()
}
