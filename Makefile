# Rastro: `make` alone lists what can be done.

GO       ?= go
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
FUZZTIME ?= 10s

# A cached pass proves nothing about the machine it runs on now, and that is
# what a CI run is asked about.
FRESH := $(if $(filter true,$(CI)),-count=1)

.PHONY: help build test deps lint fmt bench fuzz clean
.NOTPARALLEL:

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 8

build: ## build the static binary bin/rastro
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-X rastro/internal/cli.Version=$(VERSION)' -o bin/rastro ./cmd/rastro

test: deps lint ## install what the tests need, lint, run every test with the race detector
	CGO_ENABLED=1 $(GO) test -race -timeout 20m $(FRESH) ./...

deps: ## install what the tests need beyond Go (Debian, as root)
	@scripts/install-test-deps

lint: ## check gofmt and go vet
	@files=$$(gofmt -l .) && test -z "$$files" || { echo "not formatted (make fmt):" $$files; exit 1; }
	$(GO) vet ./...

fmt: ## format the source
	gofmt -w .

bench: ## run the benchmarks
	$(GO) test -run '^$$' -bench . -benchtime 1s ./...

fuzz: ## run every fuzz target for FUZZTIME (10s)
	@GO='$(GO)' scripts/fuzz $(FUZZTIME)

clean: ## remove what build made
	rm -rf bin
