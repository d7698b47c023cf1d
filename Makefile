# Tablefront. On a new machine with Go and Node, `make run` and `make test` install everything else they need.
# `make` lists the targets. Linux and macOS with GNU make 3.81 or newer; on Windows, inside WSL.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

# One set of flags for build, test and vet, so that the standard library is compiled once. gin's MessagePack support (6 MB) is left out, since it is not used.
# Without debug information compiling takes an eighth less time: `make DEBUGGER=1 build` includes it.
export GOFLAGS := -trimpath -buildvcs=false -tags=nomsgpack $(if $(DEBUGGER),,-ldflags=-w -gcflags=all=-dwarf=false)
export npm_config_loglevel := error
export npm_config_update_notifier := false
# Node 24: the machine's own, or the one that scripts/setup installs.
export PATH := $(CURDIR)/node_modules/.bin:$(CURDIR)/scripts/node/node_modules/.bin:$(PATH)

VERSION := $(shell node -p "require('./package.json').version" 2>/dev/null || echo 0.0.0)
GO_DIRS := bff check client contracts scripts tablecards
# A higher GOGC makes compiling a sixth faster. It applies to compiling only, so tests are compiled in a step of their own.
COMPILING := GOGC=400
COMPILE := $(COMPILING) go list -export -test -deps
# What runs under the race detector: the packages of the gateway that know of goroutines. The others have nothing to detect.
RACED = $$(grep -rlE '\bgo (func|[a-zA-Z.]+)\(|\b(safego|sync|httptest)\b|Parallel\(\)' --include='*.go' bff | xargs -n 1 dirname | sort -u | sed 's,^,./,')
SINGLE = $$(go list ./... | grep -vxF "$$(go list $(RACED))")
# The tests that the race detector shortens or skips (bff/raced), as an expression of -run, and their packages.
UNRACED_FILES = $$(grep -rlE 'raced\.(Skip|Is)\b' bff --include='*_test.go')
UNRACED = ^($$(awk '/^func Test/ {name = $$2; sub(/\(.*/, "", name)} /raced\.(Skip|Is)/ {print name}' $(UNRACED_FILES) | sort -u | paste -sd '|' -))\$$
UNRACED_PACKAGES = $$(dirname $(UNRACED_FILES) | sort -u | sed 's,^,./,')
# The folder of the brand that is built (docs/brand.md).
export BRAND ?= client/brand
$(if $(wildcard $(BRAND)/*),,$(error BRAND=$(BRAND) is no folder with files of a brand (docs/brand.md)))
CLIENT_SOURCES := $(shell find $(BRAND) client/src client/tools client/index.html client/vite.config.ts client/*.build.ts contracts/types.ts contracts/bff-types.ts package-lock.json -type f)

##@ Use
.PHONY: run
run: build ## install, build and start the shop with a mock backend at http://127.0.0.1:8080 (needs Go, Node and access to their registries)
	@node scripts/run.ts

.PHONY: dev
dev: build ## the same with Vite and hot reload at http://127.0.0.1:5173; Ctrl-C stops everything
	@node scripts/run.ts --dev

.PHONY: mock
mock: setup ## the client with mocks in the browser, without a server: http://127.0.0.1:5174
	@TABLEFRONT_DEV_PORT=$${TABLEFRONT_DEV_PORT:-5174} vite --config client/vite.config.ts --mode mock

.PHONY: demo
demo: export DEMO_BASE ?= /
demo: setup ## the client with mocks as a static site in client/dist-mock, a second brand in its folder nord; DEMO_BASE=/folder/ sets its base path
	@vite build --config client/vite.config.ts --mode mock --logLevel error
	@BRAND=examples/brand DEMO_BASE=$${DEMO_BASE}nord/ VITE_SCENARIO=nord vite build --config client/vite.config.ts --mode mock --logLevel error --outDir dist-mock/nord
	@cp client/dist-mock/index.html client/dist-mock/404.html # static hosts answer an address of the shop with it
	@echo 'npx vite preview --config client/vite.config.ts --mode mock shows both: http://127.0.0.1:4173$(DEMO_BASE) and http://127.0.0.1:4173$(DEMO_BASE)nord/'

##@ Make
.PHONY: build
build: setup bin/tablefront ## the executable bin/tablefront, with the client embedded

.PHONY: bin/tablefront # Go knows what is new
bin/tablefront: client/dist/licenses.txt
	@go build -ldflags '-s -w -X main.version=$(VERSION)' -o $@ ./bff

# .gitkeep stays, also if the build fails: without it a new clone has no folder to embed.
client/dist/index.html: $(CLIENT_SOURCES) scripts/precompress.ts scripts/budgets.ts .cache/brand | setup
	@rm -rf client/dist/* client/dist/.vite
	@vite build --config client/vite.config.ts --logLevel warn
	@node scripts/precompress.ts client/dist
	@node scripts/budgets.ts client/dist
	@rm -r client/dist/.vite
	@touch client/dist/index.html

# The brand of the last build: another one builds the client again.
.PHONY: FORCE
.cache/brand: FORCE
	@mkdir -p .cache
	@echo '$(BRAND)' | cmp -s - $@ || echo '$(BRAND)' >$@

# The licence texts of everything in the executable: `tablefront licenses`, and /licenses.txt at the shop.
client/dist/licenses.txt: client/dist/index.html go.mod go.sum LICENSE $(wildcard scripts/licenses/*.go)
	@$(COMPILING) go run ./scripts/licenses $@

.PHONY: gen
gen: setup ## generate the types and upstream.yaml from the contracts
	@node scripts/gen.ts

.PHONY: format
format: setup .cache/tools/gofumpt ## format all code
	@oxfmt .
	@.cache/tools/gofumpt -w $(GO_DIRS)

# The example's own packages: a commerce engine, 170 MB.
examples/vendure/node_modules: examples/vendure/package-lock.json | setup
	@cd examples/vendure && npm ci --no-audit --no-fund --ignore-scripts && touch node_modules

.PHONY: vendure
vendure: build examples/vendure/node_modules ## start the shop in front of Vendure, a real commerce engine (examples/vendure), at http://127.0.0.1:8080
	@node examples/vendure/run.mjs

##@ Prove
.PHONY: test
test: setup ## everything: checks, unit tests and browser tests; SHUFFLE=1 runs the unit tests in random order
	@bash scripts/setup browser servers
	@bash scripts/test

BASE ?= HEAD
.PHONY: changed
changed: setup .cache/tools/gofumpt ## the files and unit tests of what changed since a commit: BASE=main (default: what is not committed); make check has the checks of the whole
	@files() { { git diff --name-only --diff-filter=d $(BASE) -- "$$@"; git ls-files --others --exclude-standard -- "$$@"; } | sort -u; }; \
	text=$$(files); if [ -n "$$text" ]; then oxfmt --check --no-error-on-unmatched-pattern $$text; fi; \
	scripts=$$(files '*.ts' '*.tsx' '*.mjs' '*.cjs'); if [ -n "$$scripts" ]; then oxlint $$scripts; fi; \
	go=$$(files '*.go'); if [ -n "$$go" ]; then \
	out=$$(.cache/tools/gofumpt -l $$go); if [ -n "$$out" ]; then echo "not formatted (make format):"; echo "$$out"; exit 1; fi; \
	packages=$$(dirname $$go | sort -u | sed 's|^|./|'); go vet $$packages; go test -vet=off $$packages; fi
	@vitest run --config client/vitest.config.ts --changed $(BASE) --passWithNoTests

.PHONY: unit
unit: setup ## the unit tests of client, mocks and scripts
	@vitest run --config client/vitest.config.ts $(if $(SHUFFLE),--sequence.shuffle)

.PHONY: check
check: check-go check-ts ## all static checks

.PHONY: check-go
check-go: client/dist/licenses.txt .cache/tools/gofumpt # the client first: Go reads client/dist, and Vite empties it while it builds
	@out=$$(.cache/tools/gofumpt -l $(GO_DIRS)); if [ -n "$$out" ]; then echo "not formatted (make format):"; echo "$$out"; exit 1; fi
	@$(COMPILE) ./... >/dev/null
	@$(COMPILING) go vet ./...
	@$(COMPILING) .cache/tools/staticcheck ./...
	@out=$$($(COMPILING) .cache/tools/deadcode ./... | { grep -vE '/(redistest|freeaddr|eventually|raced)/' || true; }); if [ -n "$$out" ]; then echo "only tests use:"; echo "$$out"; exit 1; fi

# Not `go tool`, which would compile the standard library again. Without optimisation, since they run only once.
.cache/tools/gofumpt: go.mod go.sum | setup
	@$(COMPILING) go build -gcflags='honnef.co/go/tools/...=-N -l -dwarf=false' -o .cache/tools/ tool && touch $@

.PHONY: check-ts
check-ts: setup .cache/tools/gofumpt
	@oxfmt --check .
	@oxlint .
	@depcruise --config .dependency-cruiser.cjs --output-type err client/src client/tools mocks
	@knip --no-progress
	@node scripts/prose.ts
	@node scripts/browsers.ts
	@out=$$(redocly lint --format=summary contracts/openapi.yaml contracts/upstream.yaml contracts/bff.yaml 2>&1) || { echo "$$out"; exit 1; }
	@node scripts/gen.ts --check
	@$(MAKE) --no-print-directory .cache/canaries

# Whether the checks find faults is tried again when a check has changed.
.cache/canaries: package-lock.json .dependency-cruiser.cjs .oxlintrc.json redocly.yaml $(wildcard scripts/*.ts) scripts/prose.yaml
	@node scripts/canaries.ts
	@touch $@

.PHONY: test-go
test-go: check-go ## Go tests; those of the program with the race detector
	@bash scripts/setup servers
	@$(COMPILE) -race $(RACED) >/dev/null
	@go test -race -vet=off -timeout 1h $(if $(SHUFFLE),-shuffle=on) -parallel 4 $(RACED)
	@# These would be ten times as slow under the race detector and gain nothing.
	@go test -vet=off -timeout 1h $(if $(SHUFFLE),-shuffle=on) -parallel 4 $(SINGLE) & tools=$$!; failed=0; \
	go test -vet=off -timeout 1h $(if $(SHUFFLE),-shuffle=on) -parallel 4 -run "$(UNRACED)" $(UNRACED_PACKAGES) || failed=1; \
	wait $$tools && exit $$failed

.PHONY: e2e
# Two files of stories need the tools.
e2e: build $(if $(STORIES),$(if $(findstring images,$(STORIES))$(findstring contract,$(STORIES)),scripts/tools/node_modules),scripts/tools/node_modules) ## user stories in Chromium through the real BFF and the mock backend; STORIES='checkout -g tip' selects, E2E_LOOKS=all sees each screen in every language and scheme
	@bash scripts/setup browser
	@playwright test --config client/playwright.config.ts $(STORIES)

# A mock server, an image service and Lighthouse; in the root they would double what the first `make run` installs.
scripts/tools/node_modules: scripts/tools/package-lock.json | setup
	@cd scripts/tools && npm ci --no-audit --no-fund --ignore-scripts && touch node_modules

.PHONY: walks
walks: build ## make the walks of CONTRIBUTING.md, test each, and restore the files
	@bash scripts/setup browser
	@node scripts/walks.ts

.PHONY: test-vendure
test-vendure: build examples/vendure/node_modules ## the shop in front of Vendure: its stories, 60 random carts to the cent (examples/vendure)
	@bash scripts/setup browser
	@playwright test --config examples/vendure/playwright.config.ts

.PHONY: gallery
gallery: build ## screenshots of every screen and state in three widths and languages, light and dark, beside those of GALLERY_BEFORE=folder: gallery/index.html; also the pictures of docs/ and the table of docs/look.md
	@bash scripts/setup browser
	@playwright test --config client/e2e/gallery/playwright.config.ts
	@node client/e2e/gallery/index.ts

# Both come from the distribution. Playwright's own builds of them are not Debian's, and its BiDi needs a newer Firefox than the ESR.
.PHONY: engines
engines: build ## place an order in Firefox ESR and WebKitGTK at 375 and 1280 px, and trouble the service worker in all three engines, with screenshots in gallery/engines (Debian or Ubuntu)
	@scripts/engines/setup
	@node --no-warnings scripts/engines/run.ts

##@ Measure
.PHONY: bench
bench: build .cache/tools/gofumpt ## CPU per request of the gateway, as a ratio to net/http in the same run (docs/bench.md)
	@go test -vet=off -run '^$$' -bench BenchmarkRequest -cpu 1 -benchtime 10x -count 6 -timeout 1h ./bff | tee bin/bench.txt
	@go test -vet=off -run '^$$' -bench BenchmarkFill -cpu 1 -benchtime 30x -count 6 ./bff | tee -a bin/bench.txt
	@go test -vet=off -run '^$$' -bench BenchmarkOrders -benchtime 1000x -count 6 ./bff/orders | tee -a bin/bench.txt
	@node scripts/bench.ts

.PHONY: bench-client
bench-client: build scripts/tools/node_modules ## client performance: Lighthouse on every screen, 2,000 products, what opens from the menu (docs/bench-client.md); BENCH_CLIENT=--short only the menu
	@bash scripts/setup browser
	@node --no-warnings scripts/bench-client.ts $(BENCH_CLIENT)

.PHONY: siege
siege: build ## attack the executable from outside for half an hour (docs/siege.md); ATTACKS=cluster,memory selects attacks
	@scripts/debian siege nginx:nginx-light redis-server
	@go test -vet=off ./scripts/siege -run 'TestSiege|TestEveryAttack' -v -timeout 2h -long -only '$(ATTACKS)' -report $(CURDIR)/docs/siege.md
	@$(if $(ATTACKS),:,IDENTITY_RUNS=1000 vitest run --config client/vitest.config.ts client/src/features/checkout/identity.model.test.ts)

##@ Ship
.PHONY: release
release: setup ## reproducible executables for six platforms with checksums and SBOM, in dist/
	@bash scripts/release $(VERSION)

##@ Set up
.PHONY: setup
setup: ## install Node 24, npm packages and Go modules into this folder, if missing
	@bash scripts/setup

.PHONY: help
help: ## this text
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  \033[1m%-16s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST); echo
