# Rastro: `make` alone lists what can be done.

GO       ?= go
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME ?= 10s
FUZZ     ?=

# What make bench measures: empty is everything. See docs/benchmarks/README.md.
SIZES    ?=
LOADS    ?=
ONLY     ?=
ROUNDS   ?= 3
SECONDS  ?= 5
BENCH    ?=

# A cached pass proves nothing about the machine it runs on now, and that is
# what a CI run is asked about.
FRESH := $(if $(filter true,$(CI)),-count=1)

.PHONY: help build test e2e deps lint fmt bench bench-lots bench-console microbench fuzz clean
.NOTPARALLEL:

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1\t/p' Makefile | expand -t 16

build: ## build the static binary bin/rastro
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-X rastro/internal/cli.Version=$(VERSION)' -o bin/rastro ./cmd/rastro

# The browser and the benchmarks take several times as long under the race
# detector, and show it nothing that the tests do not.
test: deps lint ## install what the tests need, lint, run every test with the race detector, the browser, and every benchmark once
	CGO_ENABLED=1 $(GO) test -race -timeout 20m $(FRESH) $$($(GO) list ./... | grep -v '/e2e$$')
	$(GO) test -timeout 20m $(FRESH) ./e2e
	$(GO) test -run '^$$' -bench . -benchtime 1x -timeout 20m ./...

e2e: deps ## open the pages in a real browser (part of test); pictures stay in e2e/test-results
	@mkdir -p e2e/test-results
	E2E_ARTIFACTS='$(CURDIR)/e2e/test-results' $(GO) test -count=1 ./e2e

deps: ## install what the tests need beyond Go (Debian, as root)
	@scripts/install-test-deps

lint: ## check gofmt and go vet
	@files=$$(gofmt -l .) && test -z "$$files" || { echo "not formatted (make fmt):" $$files; exit 1; }
	$(GO) vet ./...

fmt: ## format the source
	gofmt -w .

bench: build ## measure Rastro beside its peers (SIZES, LOADS, ONLY, ROUNDS, SECONDS)
	@bench/install-deps
	CGO_ENABLED=0 $(GO) build -C bench/peers -o $(CURDIR)/bin/peers .
	CGO_ENABLED=0 $(GO) build -o bin/bench ./bench
	bin/bench -sizes '$(SIZES)' -loads '$(LOADS)' -only '$(ONLY)' -rounds $(ROUNDS) -seconds $(SECONDS)s $(BENCH)
	$(if $(LOADS),,$(MAKE) bench-lots bench-console)

bench-lots: ## measure traces in worlds of 10 000 and 1 000 000 lots, and the EU's file of 5 000 plots
	for lots in 10000 1000000; do \
		RASTRO_BENCH_LOTS=$$lots $(GO) test -run '^$$' -bench 'Lots/lots/of_200$$' -benchtime 500x -timeout 20m ./internal/store/sqlite || exit 1; done
	RASTRO_BENCH_LOTS=1000000 $(GO) test -run '^$$' -bench 'Lots/lots/of_100000$$' -benchtime 4x -timeout 20m ./internal/store/sqlite
	RASTRO_BENCH_PLOTS=5000 $(GO) test -run '^$$' -bench 'EUDR/.*/.*/arquivo' -benchtime 3x -timeout 20m ./internal/api

bench-console: ## measure the console's pages over 1 000 000 records, and imports
	RASTRO_BENCH_RECORDS=1000000 $(GO) test -run '^$$' -bench 'Pages$$' -benchtime 100x -timeout 20m ./internal/web/console
	RASTRO_BENCH_ROWS=200000 $(GO) test -run '^$$' -bench 'Import$$' -benchtime 3x -timeout 20m ./internal/cli

microbench: ## run the Go benchmarks
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...

fuzz: ## run every fuzz target for FUZZTIME (10s), or those that FUZZ names; lists what failed at the end
	@GO='$(GO)' scripts/fuzz '$(FUZZTIME)' '$(FUZZ)'

clean: ## remove what build made
	rm -rf bin
