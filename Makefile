# Rastro: `make` alone lists what can be done.

GO       ?= go
# The tag that a build is of, or comes after: v1.2.0, or v1.2.0+5.g1a2b3c4 five
# commits later. Empty, where there is none, is v0.0.0-dev.
VERSION  ?= $(shell git describe --tags --match 'v[0-9]*' 2>/dev/null | sed 's/-\([0-9]*\)-\(g[0-9a-f]*\)$$/+\1.\2/')
COMMIT   ?= $(shell git describe --always --exclude '*' --abbrev=40 --dirty 2>/dev/null)
GOVULNCHECK ?= golang.org/x/vuln/cmd/govulncheck@v1.8.0
STATICCHECK ?= honnef.co/go/tools/cmd/staticcheck@v0.8.2
FUZZTIME ?= 10s
FUZZ     ?=

# What make bench measures: empty is everything. See docs/benchmarks/README.md.
SIZES    ?=
LOADS    ?=
ONLY     ?=
ROUNDS   ?= 3
SECONDS  ?= 5
BENCH    ?=

# What make chaos injects, and how often; MINUTES, unless it is 0, ends the kills earlier.
MINUTES        ?= 0
KILLS_SQLITE   ?= 1000
KILLS_POSTGRES ?= 300
TIMES          ?= 10
CONNECTIONS    ?= 10000
SLOW           ?= 2000
IMPORT_ROWS    ?= 4000

# How many leaders make failover takes down.
TAKEDOWNS ?= 10

# As the program is released. What tests build of it is then compiled already.
export CGO_ENABLED = 0

# Without the path of this folder in them, packages that another clone has compiled are
# not compiled again.
export GOFLAGS += -trimpath

# A program under the race detector sleeps a second before it ends, for goroutines that
# are still running. The tests wait for theirs.
export GORACE = atexit_sleep_ms=0

# A cached pass proves nothing about the machine it runs on now, and that is
# what a CI run is asked about.
FRESH := $(if $(filter true,$(CI)),-count=1)

.PHONY: help build verifier test test-race test-browser test-network test-plain e2e deps lint corpus fmt bench bench-lots bench-console bench-pages bench-files bench-people bench-changes bench-spread microbench attack chaos failover fuzz vuln sbom clean
.NOTPARALLEL:

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 16

build: ## build the static binary bin/rastro
	$(GO) build -trimpath -buildvcs=false -ldflags '-X rastro/internal/cli.Version=$(VERSION) -X rastro/internal/cli.Commit=$(COMMIT)' -o bin/rastro ./cmd/rastro

verifier: ## build bin/rastro-verify for Linux, macOS and Windows
	@for at in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do \
		out=bin/rastro-verify-$$(echo $$at | tr / -)$$(case $$at in windows/*) echo .exe;; esac); \
		GOOS=$${at%/*} GOARCH=$${at#*/} $(GO) build -trimpath -buildvcs=false -ldflags '-s -w' -o $$out ./cmd/rastro-verify && wc -c $$out || exit 1; \
	done

# The race detector looks where there is concurrency. SQLite's own code, C that
# was translated to Go, is left out of it: that takes three quarters of the time
# and guards memory that only SQLite sees.
RACE := -race -gcflags=modernc.org/...=-race=false

# These tests of the stores, and of imports of much, serve one caller at a time. The detector would triple their
# time and see nothing that it does not see in TestStoreConcurrent and the others. No other package may
# have tests of these names: they would never run.
ALONE := ^(TestStore|TestStoreVolume|TestDerived|TestDerivedErased|TestDerivedRepair|TestRebuildLeft|TestTamper|TestKeyTamper|TestPlans|TestReadCosts|TestFillLots|TestAttackEveryTable|TestAttackOriginOverFalsifiedRows|TestAttackRecallOverFalsifiedRows|TestAttackRecallOverFalsifiedJournal|TestAttackRenamedHarvest|TestWaybillOfManyInvoices|TestRowsOfManyHarvests|TestAPageOfProposalsIsBounded|TestImportBadFiles|TestHostileFilesWithoutAKind)$$

# Each benchmark once, on little data: whether it runs, not how fast. No test reads short.
# These go to the tests themselves, because go test with -bench runs one package at a time.
ONCE := -args -test.short -test.bench=. -test.benchtime=1x

# One package more at a time than there are processors: many tests wait, for servers,
# locks and disks.
SIDE := -p $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# Nobody debugs a test of a run, and stack traces do not need the tables of debuggers.
# Linking without them takes a third less time, for a hundred programs.
LINK := -ldflags='-s -w'

# Tests live for seconds and make a lot of garbage. Collecting it half as often takes a tenth less
# processor time. Tests of memory collect by themselves, or measure a server that runs as in production.
test test-race test-browser test-network test-plain: export GOGC = 200

# A step that fails does not keep the next ones from running: a run tells all that is wrong.
# Three calls at a time: where one of them waits, compiles or is down to its last package,
# the others use the processors. Lint comes last, after the browser, whose call ends first: it
# waits for nothing, so it keeps all processors busy, and the tests have compiled what it reads. What it
# finds is told again at the end, where it is not lost among the tests.
test: ## install what the tests need, run every test, with the race detector where there is concurrency, the browser, every benchmark once, and lint
	@scripts/install-test-deps others
	@began=$$(date +%s); \
	run() { $(MAKE) --no-print-directory $$1; was=$$?; echo "$$1 ended after $$(($$(date +%s) - began)) s"; return $$was; }; \
	run test-race & race=$$!; \
	run test-plain & plain=$$!; \
	run test-browser; browser=$$?; \
	run test-network; network=$$?; \
	run lint; lint=$$?; \
	wait $$race; race=$$?; \
	wait $$plain; plain=$$?; \
	[ $$lint = 0 ] || $(MAKE) --no-print-directory lint; \
	[ "$$race $$browser $$network $$plain $$lint" = '0 0 0 0 0' ]

test-race:
	@failed=0; set -x; \
	CGO_ENABLED=1 $(GO) test $(RACE) -vet=off $(LINK) $(SIDE) -skip '$(ALONE)' -timeout 40m $(FRESH) $$(scripts/test-packages race) || failed=1; \
	CGO_ENABLED=1 $(GO) test $(RACE) -vet=off $(LINK) $(SIDE) -run "$$(scripts/test-packages race-tests)" -timeout 40m $(FRESH) $$(scripts/test-packages race-some) || failed=1; \
	exit $$failed

# The browser takes several times as long under the race detector, and shows it nothing
# that the tests do not. It waits more than it computes, so it has a call of its own.
test-browser:
	@scripts/install-test-deps clients
	$(GO) test -vet=off $(LINK) -parallel $$(( $$(getconf _NPROCESSORS_ONLN) + 1 )) -timeout 40m $(FRESH) ./e2e

# These add and remove network addresses. A browser that loads a page at that moment gives up
# (ERR_NETWORK_CHANGED), so they run after it.
NETWORK := internal/failover\|internal/chaos
test-network:
	$(GO) test -vet=off $(LINK) -timeout 40m $(FRESH) ./internal/failover ./internal/chaos $(ONCE)

# The benchmarks do not run under the detector either.
test-plain:
	@failed=0; set -x; \
	$(GO) test -vet=off $(LINK) $(SIDE) -timeout 40m $(FRESH) $$(scripts/test-packages plain | grep -v '/\($(NETWORK)\)$$') $(ONCE) || failed=1; \
	$(GO) test -vet=off $(LINK) $(SIDE) -run '$(ALONE)' -timeout 40m $(FRESH) ./internal/store/sqlite ./internal/store/postgres ./internal/taxdocs ./internal/web/console/intake $$(scripts/test-packages race-bench) $(ONCE) || failed=1; \
	exit $$failed

e2e: deps ## open the pages in a real browser (part of test); pictures stay in e2e/test-results
	@mkdir -p e2e/test-results
	E2E_ARTIFACTS='$(CURDIR)/e2e/test-results' $(GO) test -count=1 ./e2e

deps: ## install what the tests need beyond Go (Debian, as root)
	@scripts/install-test-deps

# Collecting garbage less often takes a fifth less time, and a gigabyte or two.
lint: ## check gofmt, go vet and staticcheck
	@files=$$(gofmt -l .) && test -z "$$files" || { echo "not formatted (make fmt):" $$files; exit 1; }
	GOGC=400 $(GO) vet ./...
	GOGC=400 $(GO) run $(STATICCHECK) ./...
	cd clients/go && $(GO) vet . && $(GO) run $(STATICCHECK) .

corpus: ## print how well texts of clerks are read: precision, recall, false alerts, wrong readings (docs/corpus.md)
	$(GO) test -count=1 -v -run '^TestFigures$$' ./internal/corpus

fmt: ## format the source
	gofmt -w .

bench: build ## measure Rastro next to its peers (SIZES, LOADS, ONLY, ROUNDS, SECONDS)
	@bench/install-deps
	$(GO) build -C bench/peers -o $(CURDIR)/bin/peers .
	$(GO) build -o bin/bench ./bench
	bin/bench -sizes '$(SIZES)' -loads '$(LOADS)' -only '$(ONLY)' -rounds $(ROUNDS) -seconds $(SECONDS)s $(BENCH)
	$(if $(LOADS),,$(MAKE) bench-lots bench-console bench-files bench-changes)

bench-lots: ## measure traces in worlds of 10 000 and 1 000 000 lots, a lot with 1 000 000 children, and the EU's file of 5 000 plots
	for lots in 10000 1000000; do \
		RASTRO_BENCH_LOTS=$$lots $(GO) test -run '^$$' -bench 'Lots/lots/of_200$$' -benchtime 500x -timeout 40m ./internal/store/sqlite || exit 1; done
	RASTRO_BENCH_LOTS=1000000 $(GO) test -run '^$$' -bench 'Lots/lots/of_100000$$' -benchtime 4x -timeout 40m ./internal/store/sqlite
	RASTRO_BENCH_CHILDREN=1000000 $(GO) test -run '^$$' -bench 'Children' -benchtime 1x -timeout 40m ./internal/store/sqlite
	RASTRO_BENCH_PLOTS=5000 $(GO) test -run '^$$' -bench 'EUDR/.*/.*/arquivo' -benchtime 3x -timeout 40m ./internal/api

bench-console: ## measure the console's pages over 1 000 000 records, and imports
	RASTRO_BENCH_RECORDS=1000000 $(GO) test -run '^$$' -bench 'Pages$$' -benchtime 100x -timeout 40m ./internal/web/console/...
	RASTRO_BENCH_ROWS=200000 $(GO) test -run '^$$' -bench 'Import$$' -benchtime 3x -timeout 40m ./internal/cli

bench-pages: build ## compare processor time and size of pages and calls with another build (BEFORE=/path/to/rastro)
	$(GO) run ./bench/pages before='$(BEFORE)' now=bin/rastro

bench-files: ## measure attaching 25 MiB, copies of the largest pictures, records with files, and imports of tax documents
	$(GO) test -run '^$$' -bench 'Attach$$' -benchtime 40x -timeout 40m ./internal/attach
	$(GO) test -run '^$$' -bench 'Records$$' -benchtime 2000x -timeout 40m ./internal/attach
	$(GO) test -run '^$$' -bench 'LargestPicture' -benchtime 5x -timeout 40m ./internal/attach/photo
	$(GO) test -run '^$$' -bench '^Benchmark(DryRun|Write)$$' -benchtime 10x -timeout 40m ./internal/taxdocs

bench-people: ## measure sign-in, rights and start beside 100 000 people, 10 000 organisations and 1 000 000 harvests
	RASTRO_BENCH_PEOPLE=100000 $(GO) test -run '^$$' -bench 'Crowd/SQLite' -benchtime 50x -timeout 60m ./internal/organization

bench-changes: ## measure the feed, events to 1 000 live readers at 1 000 creates a second, 8 000 readers that never read, and 100 webhooks with 10 000 events each
	$(GO) test -run '^$$' -bench 'Page$$' -benchtime 200x -timeout 40m ./internal/changes
	$(GO) test -run '^$$' -bench 'Feed$$' -benchtime 2000x -timeout 40m ./internal/livetest
	$(GO) test -run '^$$' -bench 'Live$$' -benchtime 20x -timeout 40m ./internal/livetest
	RASTRO_BENCH_SILENT=8000 $(GO) test -run '^$$' -bench 'SilentReaders$$' -benchtime 200x -timeout 40m ./internal/livetest
	RASTRO_BENCH_EVENTS=10000 $(GO) test -run '^$$' -bench 'Deliveries$$' -benchtime 1x -timeout 90m ./internal/webhook/deliver

# SPREAD_SHARE is the percentage of a processor that each node gets, SPREAD_SECONDS how long each measure takes.
bench-spread: ## measure creates and reads on 1, 2 and 4 Citus workers with an equal share of a processor, moving shards, and a lost worker (needs root, for cgroups)
	$(GO) test -tags spread -run '^$$' -bench 'Spread|Rebalance|LostWorker' -benchtime 1x -timeout 40m ./internal/store/citus

microbench: ## run the Go benchmarks
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...

attack: ## attack the whole server with limited keys, on both engines (a short version is part of test)
	RASTRO_ATTACK=full $(GO) test -count=1 -timeout 40m -run Attack ./internal/...

chaos: deps ## inject faults under load and print a table (KILLS_SQLITE, KILLS_POSTGRES, MINUTES, TIMES, CONNECTIONS, SLOW, IMPORT_ROWS; a short run is part of test)
	@mkdir -p bin
	CHAOS_MINUTES=$(MINUTES) CHAOS_KILLS_SQLITE=$(KILLS_SQLITE) CHAOS_KILLS_POSTGRES=$(KILLS_POSTGRES) CHAOS_TIMES=$(TIMES) CHAOS_CONNECTIONS=$(CONNECTIONS) CHAOS_SLOW=$(SLOW) CHAOS_IMPORT_ROWS=$(IMPORT_ROWS) \
		CHAOS_TABLE='$(CURDIR)/bin/chaos.md' $(GO) test -vet=off -count=1 -timeout 120m ./internal/chaos
	@cat bin/chaos.md

failover: deps ## take down the leader of a PostgreSQL cluster under load and print a table (TAKEDOWNS; a short run is part of test)
	@mkdir -p bin
	FAILOVER_TIMES=$(TAKEDOWNS) FAILOVER_TABLE='$(CURDIR)/bin/failover.md' $(GO) test -vet=off -count=1 -timeout 120m ./internal/failover
	@cat bin/failover.md

fuzz: ## run every fuzz target for FUZZTIME (10s), or those that FUZZ names; lists what failed at the end
	@GO='$(GO)' scripts/fuzz '$(FUZZTIME)' '$(FUZZ)'

vuln: ## look for known vulnerabilities in what is called (needs vuln.go.dev, or a GOVULNDB)
	@GO='$(GO)' GOVULNCHECK='$(GOVULNCHECK)' scripts/vuln

sbom: build ## list everything in the binary, as CycloneDX, in bin/rastro.cdx.json
	bin/rastro version --sbom > bin/rastro.cdx.json

clean: ## remove what build made
	rm -rf bin
