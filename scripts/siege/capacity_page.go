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
func capacityPage(run capacityRun, p prices, d dayResult) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("# Capacity\n\nHow many cores, how much memory and how many calls to the backend a restaurant group needs. Made by `make capacity`, which measures the inputs, states the model\nand replays a day through the executable to see whether it holds. CPU a request depends on the machine: run it on yours. Measured %s on %d cores, %s%s: beside other work a request costs more.\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH, load())
	w("## What to provide\n\nVisits and orders are those of the busiest hour, of all branches together; one language. A core counts as full at %.0f %%.\n\n| branches | visits an hour | orders an hour | cores | memory | calls to the backend an hour, with copies | without |\n|---|---|---|---|---|---|---|\n", 100*headroom)
	for _, c := range [][3]int{{1, 100, 20}, {1, 1000, 200}, {10, 5_000, 1_000}, {50, 20_000, 4_000}, {100, 100_000, 20_000}, {500, 500_000, 100_000}} {
		cores, memory, kept, without := p.need(c[0], float64(c[1]), float64(c[2]))
		w("| %s | %s | %s | %s | %.0f MiB | %s | %s |\n", thousands(c[0]), thousands(c[1]), thousands(c[2]), coreText(cores), memory, thousands(int(kept)), thousands(int(without)))
	}
	w("\nOne core is enough for most groups; take two, so that a restart has room, and two machines (docs/operator.md, Several machines) so that one may die.\nMemory is the process's; `TABLEFRONT_CACHE_BYTES` bounds the copies in it (20 MiB unless set; a branch of this size needs %.1f MiB: beyond %d branches raise it, or the least used copies are fetched more often).\n\n", p.copies/1024, int(20*1024/max(p.copies, 1)))
	w("## The model\n\n```\nvisit   = page + %d files + %d kept calls + %d × unchanged + %.1f × forwarded            = %.0f µs\norder   = visit + %d kept calls + 1 order + %d forwarded                                  = %.0f µs\nCPU     = visits × visit + orders × (order − visit) + copies fetched × theirs + page with a refreshed timestamp × theirs + seconds × idle\ncopy    : refreshes a second = rate ÷ (1 + rate × fresh)      for each call, language and branch that is asked for\npage    : given a new timestamp at most every 15 s, when somebody comes; made anew only when the menu, a setting or a text has changed\nmemory  = with one branch + further branches × theirs\n```\n\n", p.assets, visitKept, visitUnchanged, visitForwarded, p.visit(), len(orderKept), orderForwarded, p.visit()+p.orderCost())
	w("A copy is fetched when it is asked for after its time (30 s for the catalogue, 15 s for hours and pages), so a busy branch costs the backend two calls a minute for each thing, a quiet one less, and more customers cost nothing more.\nWhat a visit asks for is our assumption, and stands in `scripts/siege/capacity.go`: the first page with its files, six categories looked at, three in ten signed in. Browsers keep the files for a year, so returning visitors cost less.\n\n")
	w("## The inputs, measured\n\nCPU of the process, user and system, a request; %d customers a second who ask %d things each, brotli, answers of a real shop's size (settings 18 KB, a category 61 KB).\n\n| what | µs |\n|---|---|\n", customersASecond, thingsACustomer)
	for _, l := range []struct {
		what string
		cost float64
	}{
		{"a page, kept", p.page},
		{"the same, unchanged (304)", p.unchanged},
		{"a file of the client", p.asset},
		{"a kept call of 61 KB", p.kept},
		{"a forwarded call", p.forwarded},
		{"an order: journaled, and the cookie against forged requests fetched", p.order},
		{"a small copy fetched", p.small},
		{"a copy of 61 KB fetched and unwrapped (packed once, again only when it has changed)", p.refresh},
		{"a page with a refreshed timestamp, its group has 100 branches", p.renew[few]},
		{"the same, 500 branches", p.renew[many]},
		{"a page made and packed, when something in it has changed, 100 branches", p.render[few]},
		{"the same, 500 branches: it names them all", p.render[many]},
		{"a second in which nobody comes", p.idle},
	} {
		w("| %s | %.0f |\n", l.what, l.cost)
	}
	w("\nMemory, resident at its most: %.0f MiB with one branch, %.0f KiB a further branch that is visited. What thousands of connections add at worst, the siege shows (siege.md, memory and slow).\n\n", p.empty/1024, p.perBranch)
	w("## What more branches cost\n\nOf the 100 and the 500, customers visit 50.\n\n| branches | a page, µs | a kept call, µs | a forwarded call, µs |\n|---|---|---|---|\n")
	for _, n := range []int{1, 10, 100, 500} {
		w("| %d | %.0f | %.0f | %.0f |\n", n, p.growth[n][0], p.growth[n][1], p.growth[n][2])
	}
	one, many := p.growth[1], p.growth[500]
	w("\nFrom 1 to 500 branches: × %.2f, × %.2f and × %.2f. Each branch is a host of its own, with its own connections and circuit.\n\n", many[0]/one[0], many[1]/one[1], many[2]/one[2])
	w("## A day, replayed\n\n%s visits and %s orders in %d branches, spread as lunch and dinner are, a day in %d seconds: %s requests, %d failed, the generator at most %s late.\nAt this speed a branch sees the traffic of one that is %.0f times as busy.\n\n| | predicted | measured | off by |\n|---|---|---|---|\n", thousands(run.visits), thousands(run.orders), run.branches, run.seconds, thousands(int(d.requests)), d.failed, milliseconds(d.lateness), 86400/float64(run.seconds))
	for _, l := range d.lines {
		w("| %s | %.1f %s | %.1f %s | %+.0f %% |\n", l.what, l.predicted, l.unit, l.measured, l.unit, 100*l.off())
	}
	for _, l := range d.lines {
		if math.Abs(l.off()) > 0.2 {
			w("\n**%s is not confirmed: off by %+.0f %%.** Reckon with %.1f times what the table says of it.\n", l.what, 100*l.off(), l.measured/max(l.predicted, 1e-9))
		}
	}
	w("\nWithout copies the same day would have asked the backend %s times instead of %s. The command fails when a line is off by more than 20 %%.\n", thousands(int(d.uncached)), thousands(int(d.cached)))
	return b.String()
}

func coreText(cores float64) string {
	if cores < 0.1 {
		return "0.1"
	}
	return strconv.FormatFloat(cores, 'f', 1, 64)
}
