# All of it works from a fresh clone: every target sets up what it needs. See CONTRIBUTING.md.
PYTHON ?= python3
PORT ?= 8000
BIN := .venv/bin
PY := $(BIN)/python
export PORT
export SITE_URL
export DOC_LANG
export SOURCE_DATE_EPOCH ?= 1767225600

.PHONY: help venv serve site test check lint catalogs bench audit chromium data pins clean

help:
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

serve: venv node_modules/.stamp ## build the site and serve it on 127.0.0.1 (PORT=8000)
	@$(PY) -m _site.build --serve --port $(PORT)

site: venv node_modules/.stamp ## build the site into build/site
	@$(PY) -m _site.build

test: venv node_modules/.stamp chromium data ## run everything
	$(PY) -m pytest -m "not long"

check: venv data ## the fast part of the tests: no site, no browser
	$(PY) -m pytest -m "not site and not browser and not slow and not long"

lint: venv data ## ruff, mypy, import-linter, sphinx-lint, catalogs
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/sphinx-lint --enable all --disable line-too-long,default-role rulebook docs tests conf.py
	$(PY) -m _site.md_lint
	$(PY) -m _site.catalogs --check
	$(PY) -m _site.po_lint

catalogs: venv ## extract messages and update every .po
	@$(PY) -m _site.catalogs

bench: venv data ## speed, as ratios
	$(PY) -m tests.bench

audit: venv node_modules/.stamp chromium ## what depends on the clock or on heavy tools
	@$(PY) -m _site.build
	$(PY) -m pytest -m long
	$(PY) -m tests.audit

data: venv
	@$(PY) -m _site.data

chromium: venv
	@$(PY) -m _site.chromium

venv: .venv/.stamp

.venv/.stamp: pyproject.toml constraints.txt
	@echo "== Python packages into .venv (a minute or two)"
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=/path/to/python3" if sys.version_info < (3, 11) else 0)'
	@test -x $(PY) || $(PYTHON) -m venv .venv
	@$(PY) -m pip install --disable-pip-version-check -q -c constraints.txt hatchling editables
	@$(PY) -m pip install --disable-pip-version-check -q -c constraints.txt --no-build-isolation -e '.[docs,test]'
	@touch $@

node_modules/.stamp: package.json package-lock.json
	@echo "== npm packages into node_modules"
	@node -e 'if (parseInt(process.versions.node) < 20) { console.error("Node 20 or newer is needed"); process.exit(1) }'
	@npm ci --silent
	@touch $@

pins: ## write constraints.txt anew from what is installed
	@{ head -n 1 constraints.txt; $(PY) -m pip freeze --exclude-editable; } > build/pins && mv build/pins constraints.txt

clean: ## remove everything that is built
	rm -rf build dist rulebook/data
