package main

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// capacityPage writes the page.
func capacityPage(run capacityRun, p requestCosts, d dayResult) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("# Capacity\n\nFor operators: how many cores, how much memory and how many calls to the backend a restaurant group needs. Made by `make capacity`, which measures the inputs, computes the model\nand verifies it by replaying a day through the executable. The CPU per request depends on the machine: run it on yours. Measured %s on %d cores, %s%s; on a busy machine a request costs more.\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH, load())
	w("## What to provide\n\nVisits and orders are those of the busiest hour, of all branches together; one language. A core counts as fully used at %.0f %%.\n\n| branches | visits an hour | orders an hour | cores | memory | calls to the backend an hour, with the cache | without |\n|---|---|---|---|---|---|---|\n", 100*headroom)
	for _, c := range [][3]int{{1, 100, 20}, {1, 1000, 200}, {10, 5_000, 1_000}, {50, 20_000, 4_000}, {100, 100_000, 20_000}, {500, 500_000, 100_000}} {
		cores, memory, cached, without := p.need(c[0], float64(c[1]), float64(c[2]))
		w("| %s | %s | %s | %s | %.0f MiB | %s | %s |\n", thousands(c[0]), thousands(c[1]), thousands(c[2]), coreText(cores), memory, thousands(int(cached)), thousands(int(without)))
	}
	w("\nOne core is enough for most groups; take two, to have room for a restart, and two machines ([operator.md](operator.md#several-instances)) to survive the failure of one.\nMemory is the process's; `TABLEFRONT_CACHE_BYTES` limits the cached responses (20 MiB by default; a branch of this size needs %.1f MiB, so raise it for more than %d branches, or the least used responses are fetched more often).\n\n", p.entries/1024, int(20*1024/max(p.entries, 1)))
	w("## The model\n\n```\nvisit   = page + %d files + %d cached calls + %d × unchanged + %.1f × forwarded            = %.0f µs\norder   = visit + %d cached calls + 1 order + %d forwarded                                  = %.0f µs\nCPU     = visits × visit + orders × (order − visit) + refreshed entries × their cost + pages with a refreshed timestamp × their cost + seconds × idle\nentry   : refreshes per second = rate ÷ (1 + rate × fresh)    for each call, language and branch that is requested\npage    : its timestamp is refreshed at most every 15 s, by a request; it is rendered only when the menu, a setting or a text has changed\nmemory  = one branch + further branches × memory per branch\n```\n\n", p.assets, visitCached, visitUnchanged, visitForwarded, p.visit(), len(orderCached), orderForwarded, p.visit()+p.orderCost())
	w("A cache entry is refreshed by the first request after its expiry (30 s for the catalogue, 15 s for hours and pages). So a busy branch makes two calls a minute per response to the backend, a quiet one fewer, independent of the number of customers.\nThe requests of a visit are an assumption, in `scripts/siege/capacity.go`: the first page with its files, six categories opened, three in ten customers signed in. Browsers keep the files for a year, so returning visitors cost less.\n\n")
	w("## The inputs, measured\n\nCPU time of the process per request, user and system; %d customers a second with %d requests each, Brotli, responses of a real shop's size (settings 18 KB, a category 61 KB).\n\n| what | µs |\n|---|---|\n", customersPerSecond, requestsPerCustomer)
	for _, l := range []struct {
		what string
		cost float64
	}{
		{"a cached page", p.page},
		{"the same, unchanged (304)", p.unchanged},
		{"a file of the client", p.asset},
		{"a cached call of 61 KB", p.cached},
		{"a forwarded call", p.forwarded},
		{"an order, written to the journal, with a call for the XSRF cookie", p.order},
		{"a small cache entry refreshed", p.small},
		{"a cache entry of 61 KB refreshed and unwrapped (compressed only if it has changed)", p.refresh},
		{"a page with a refreshed timestamp, 100 branches", p.renew[few]},
		{"the same, 500 branches", p.renew[many]},
		{"a page rendered and compressed after a change, 100 branches", p.render[few]},
		{"the same, 500 branches (a page lists them all)", p.render[many]},
		{"a second without requests", p.idle},
	} {
		w("| %s | %.0f |\n", l.what, l.cost)
	}
	w("\nPeak resident memory: %.0f MiB with one branch, %.0f KiB for each further branch that is visited. [siege.md](siege.md) (memory, slow) measures what thousands of connections add.\n\n", p.empty/1024, p.perBranch)
	w("## The effect of more branches\n\nOf the 100 and 500 branches, 50 are visited.\n\n| branches | a page, µs | a cached call, µs | a forwarded call, µs |\n|---|---|---|---|\n")
	for _, n := range []int{1, 10, 100, 500} {
		w("| %d | %.0f | %.0f | %.0f |\n", n, p.growth[n][0], p.growth[n][1], p.growth[n][2])
	}
	one, many := p.growth[1], p.growth[500]
	w("\nFrom 1 to 500 branches: × %.2f, × %.2f and × %.2f. Each branch is a separate host with its own connections and circuit breaker.\n\n", many[0]/one[0], many[1]/one[1], many[2]/one[2])
	w("## A day, replayed\n\n%s visits and %s orders in %d branches, with peaks at lunch and dinner, a day in %d seconds: %s requests, %d failed, the load generator at most %s late.\nAt this speed a branch has %.0f times its normal traffic.\n\n| | predicted | measured | off by |\n|---|---|---|---|\n", thousands(run.visits), thousands(run.orders), run.branches, run.seconds, thousands(int(d.requests)), d.failed, milliseconds(d.lateness), 86400/float64(run.seconds))
	for _, l := range d.lines {
		w("| %s | %.1f %s | %.1f %s | %+.0f %% |\n", l.what, l.predicted, l.unit, l.measured, l.unit, 100*l.off())
	}
	for _, l := range d.lines {
		if math.Abs(l.off()) > 0.2 {
			w("\n**%s is not confirmed: off by %+.0f %%.** Plan with %.1f times the figure of the table.\n", l.what, 100*l.off(), l.measured/max(l.predicted, 1e-9))
		}
	}
	w("\nWithout the cache the same day would have made %s calls to the backend instead of %s. The command fails if a row is off by more than 20 %%.\n", thousands(int(d.uncached)), thousands(int(d.cached)))
	return b.String()
}

func coreText(cores float64) string {
	if cores < 0.1 {
		return "0.1"
	}
	return strconv.FormatFloat(cores, 'f', 1, 64)
}
