package main

import (
	"math"
	"testing"
)

// The model's formula agrees with a simulation: random requests, of which the first after the expiry refreshes the entry.
func TestRefreshes(t *testing.T) {
	for _, c := range []struct{ rate, fresh float64 }{{0.01, 30}, {0.2, 30}, {5, 15}} {
		const length = 2e6
		n, until := 0.0, 0.0
		random := uint64(42)
		for at := 0.0; at < length; {
			random = random*6364136223846793005 + 1442695040888963407
			at += -math.Log(float64(random>>11+1)/(1<<53)) / c.rate
			if at >= until {
				n++
				until = at + c.fresh
			}
		}
		if got := refreshes(c.rate, c.fresh, length); math.Abs(got/n-1) > 0.02 {
			t.Errorf("%v: the model has %.0f, the simulation %.0f", c, got, n)
		}
	}
}

func TestSharesAddUp(t *testing.T) {
	sum := 0.0
	for _, s := range shares(500) {
		sum += s
	}
	if math.Abs(sum-1) > 1e-9 {
		t.Error(sum)
	}
}

// More load never needs less.
func TestNeedGrows(t *testing.T) {
	p := requestCosts{page: 50, asset: 30, cached: 20, unchanged: 10, forwarded: 60, order: 300, refresh: 4000, small: 300, renew: map[int]float64{few: 500, many: 900}, assets: 8, empty: 20000, perBranch: 300}
	cores, memory, calls, without := p.need(10, 1000, 100)
	for _, c := range [][3]float64{{20, 1000, 100}, {10, 5000, 100}, {10, 1000, 500}} {
		c2, m2, k2, w2 := p.need(int(c[0]), c[1], c[2])
		if c2 < cores || m2 < memory || k2 < calls || w2 < without {
			t.Errorf("%v needs less: %.2f %.0f %.0f %.0f", c, c2, m2, k2, w2)
		}
	}
	if calls >= without {
		t.Errorf("the cache saves nothing: %.0f of %.0f", calls, without)
	}
}
