# Everything that is built or fetched lands in build/, which git ignores.
GO      ?= go
ENVOYS  := 1.40.0 1.36.4
GATEWAY := serve
WASM    := build/plugin.wasm
SOURCES := go.mod go.sum $(shell find plugin -name '*.go' -o -name '*.s')

.PHONY: help build demo test vet mutate faults race permutations fuzz soak capacity bench clients conformance envoys reference clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: $(WASM) ## Compile the filter to build/plugin.wasm

$(WASM): $(SOURCES)
	GOOS=wasip1 GOARCH=wasm $(GO) build -buildmode=c-shared -ldflags='-s -w' -o $@ ./plugin

envoys: ## Fetch the Envoy binaries that the tests and the demo run
	@for v in $(ENVOYS); do sh envoy/fetch.sh $$v >/dev/null || exit 1; done

demo: $(WASM) ## Break a payment's connection and retry it: at the server, then through mcponce (GATEWAY=envoy: in an Envoy)
	@$(GO) build -o build/bin/demo ./examples/demo
	@build/bin/demo -gateway $(GATEWAY) -wasm $(WASM)

vet: ## Check formatting, and vet for both targets
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$unformatted" ] || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	GOOS=wasip1 GOARCH=wasm $(GO) vet ./plugin/... ./host/probe/plugin
	GOOS=wasip1 GOARCH=wasm $(GO) vet -tags faults ./plugin/...

test: vet envoys $(WASM) ## Run everything: native tests, scenarios on real Envoys, both demos
	$(GO) test -count=1 -timeout 15m ./...
	@$(MAKE) --no-print-directory demo
	@$(MAKE) --no-print-directory demo GATEWAY=envoy

race: ## Run the native tests and the host's under the race detector (needs gcc)
	$(GO) test -count=1 -run '^TestRetryOnAnotherWorker|^TestFailurePolicy' ./host # compiles the filters: under the detector that takes minutes
	$(GO) test -race -count=1 -timeout 60m ./plugin/... ./host/...

mutate: envoys ## Take safeguards out one at a time; a test must fail for each
	$(GO) run ./build/mutate $(ONLY)

faults: envoys ## Break a call at every moment in every way, on three gateways, and send it again: docs/FAULTS.md
	$(GO) run ./envoy/faults

reference: ## Write the table of configuration fields and the schema to where they are shown
	$(GO) run ./build/reference

clients: envoys ## Run the MCP SDKs through mcponce, and write docs/CLIENTS.md (needs npm, node, cargo, python3)
	$(GO) run ./envoy/clients

conformance: envoys ## The official conformance suite must say the same through mcponce (needs npm, Linux on x64)
	$(GO) run ./envoy/conformance

permutations: ## Send ten thousand random permutations of calls through the filter
	$(GO) test -count=1 -run '^TestPermutedCalls' ./host -permutations 10000

FUZZTIME := 1m
fuzz: ## Fuzz what reads JSON, key headers and answers, FUZZTIME for each target (default 1m)
	@for target in jsonrpc:FuzzParse jsonrpc:FuzzCanonical mcp:FuzzKeyHeader mcp:FuzzCollector; do \
		$(GO) test -run '^$$' -fuzz "^$${target#*:}\$$" -fuzztime $(FUZZTIME) $(FUZZFLAGS) ./plugin/$${target%:*} || exit 1; done

soak: envoys ## Hold an Envoy under mixed load for MINUTES (default 60) against what the server executed
	$(GO) test -count=1 -timeout 0 -v ./envoy/soak -minutes $(or $(MINUTES),60)

capacity: envoys ## Fill the store with 1,000,000 keys, and measure what an entry costs (15 minutes, 2 GB)
	$(GO) test -count=1 -timeout 1h -v -run '^TestMemoryStaysWithinTheConfiguredBound$$' -bench CostOf -benchtime 1x ./envoy -keys 1000000

bench: envoys $(WASM) ## Measure what it costs beside Envoy alone and beside the alternatives: docs/BENCHMARKS.md
	$(GO) vet -C envoy/bench ./...
	$(GO) test -C envoy/bench -count=1 ./...
	$(GO) build -o build/bin/mcponce ./host/cmd/mcponce
	GOOS=wasip1 GOARCH=wasm $(GO) build -C envoy/bench -buildmode=c-shared -ldflags='-s -w' -o $(CURDIR)/build/empty.wasm ./empty
	GOOS=wasip1 GOARCH=wasm $(GO) build -C envoy/bench -buildmode=c-shared -ldflags='-s -w' -o $(CURDIR)/build/reading.wasm ./reading
	$(GO) build -C envoy/bench -o $(CURDIR)/build/bin/bench .
	build/bin/bench -envoy "$$(sh envoy/fetch.sh $(firstword $(ENVOYS)))" -wasm $(CURDIR)/$(WASM) -empty $(CURDIR)/build/empty.wasm \
		-reading $(CURDIR)/build/reading.wasm -mcponce build/bin/mcponce $(or $(BENCH),-out docs/BENCHMARKS.md)

clean: ## Remove what was built; the fetched Envoys stay
	rm -rf build/*.wasm build/bin build/cache
