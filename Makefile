.DEFAULT_GOAL := help
.PHONY: help run test test-unit test-changed test-all test-containers flaky mutants stryker simulate lint types build clean bench overload soak seed drill \
	k6-smoke images tools rehearse-restore nemesis

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: node_modules ## start the whole product on http://localhost:8080 (Ctrl-C stops it)
	@npm run --silent start

test: node_modules ## run the tests of each commit against real servers
	@npm run --silent test

test-unit: node_modules ## run the tests that need no servers
	@npm run --silent test -- --unit

test-changed: node_modules ## run the tests that your change can touch (SINCE=origin/main)
	@npm run --silent test -- --changed $(or $(SINCE),origin/main)

test-all: node_modules ## run every test, also the long ones and those of the product's images, as at night
	@npm run --silent test -- --all
	@$(MAKE) --no-print-directory test-containers

flaky: node_modules ## run tests many times and name those that fail (SELECT="game/test/clocks rooms.spec.ts" TIMES=20)
	@npm run --silent flaky -- --times $(or $(TIMES),20) $(SELECT)

mutants: node_modules ## break rules of the product one by one, and name those that their test does not notice (PROJECTS="economy game")
	@npm run --silent mutants -- $(PROJECTS)

stryker: node_modules ## break each expression of the deciders, and report how many of these mutants tests notice (PROJECTS="rules game")
	@npm run --silent stryker -- $(PROJECTS)

simulate: node_modules ## play games in a simulation with crashes and faults (SEEDS=2000 FROM=0)
	@npm run --silent simulate -- --seeds $(or $(SEEDS),2000) --from $(or $(FROM),0)

test-containers: images ## run the fault tests on the product's images
	@npm run --silent test:containers

lint: node_modules ## style, dead code, rules of the house, statements against the schema
	@npm run --silent lint

types: node_modules ## check every type
	@npm run --silent types

build: node_modules ## build the web app
	@npm run --silent build

images: node_modules ## build an image of each service, and say how much it adds to its base (VERSION=1.2.3)
	@npm run --silent images

bench: node_modules ## measure moves over real sockets in the running product (scripts/README.md lists other measurements)
	@npm run --silent bench:moves

overload: node_modules ## send one, two and five times what the running product carries, and look at what it rejects
	@npm run --silent overload

soak: node_modules ## play for two hours at half load, and look for what grows (npm run soak -- --minutes 5)
	@npm run --silent soak

seed: node_modules ## fill the running product with people to try it with
	@npm run --silent seed

drill: node_modules ## replace every process of the running product while people play, and look for what was lost
	@npm run --silent drill -- rolling-restart

k6-smoke: node_modules ## play a game in the running product with k6 (npm run k6 has more scenarios)
	@npm run --silent k6 -- smoke

tools: node_modules ## install helm and k6 with Go, which some tests are skipped without
	@npm run --silent tools

rehearse-restore: node_modules ## restore the databases of a product that was lost during play, and look for what was lost
	@npm run --silent rehearse:restore

nemesis: node_modules ## play while processes, servers and networks fail, and look for what was lost (MINUTES=10 SEED=1 ONLY=kill)
	@npm run --silent nemesis -- --minutes $(or $(MINUTES),10) --seed $(or $(SEED),1) --only "$(ONLY)"

clean: node_modules ## forget all local data
	@npm run --silent clean

node_modules: package-lock.json
	npm ci --no-audit --no-fund --loglevel=error
	@touch node_modules
