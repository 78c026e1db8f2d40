# What a person can do with this checkout. `make` alone lists it.
#
# Variables: CHARTS=0 builds without charts and needs no package beside Swift;
#            SWIFT=path names another compiler; SCENARIO=file names another question;
#            SITE_PATH=path is where `make docs` is published below a host's root.

SWIFT    ?= swift
CHARTS   ?= 1
SCENARIO ?= scenarios/twitter.json

# gnuplot draws the charts; the header speaks to it, and brings the Boost libraries along.
PACKAGES := gnuplot-nox libgnuplot-iostream-dev
# Tests run the real SQLite beside the model of it; without it they say that they skip.
PROBE := libsqlite3-dev
# What --version says beside the number.
COMMIT   := $(shell git describe --always --dirty --abbrev=12 2>/dev/null)
RECORD   = CACHESIM_COMMIT=$(COMMIT) CACHESIM_DEPENDENCIES="$$(.ci/dependencies)"
PREFIX   ?= /usr/local
SYSTEM   := $(shell uname -s)
SOURCES  := Package.swift Sources Tests Benchmarks Fuzzing Examples

# The package manager writes a package's traits into the compiler's arguments in the order of a hash
# table, and other arguments compile everything anew: with one order, a second build does nothing.
# For building alone: tests run with the usual, random hashes, so that they see what depends on them.
ORDERED := SWIFT_DETERMINISTIC_HASHING=1

# The temporary folder of the tests, in which nothing may be left.
SCRATCH := .build/scratch

# The fuzzer's build, and for how long it looks.
FUZZ         := .build-fuzz
FUZZ_SECONDS ?= 20
# As the package manager compiles the target, and with the fuzzer's counters. What targets share is
# shared within a package, which the package manager names by its folder.
FUZZ_FLAGS = -O -parse-as-library -sanitize=fuzzer -swift-version 6 -I $(FUZZ) \
  -I .build/release/Modules -Xcc -fmodule-map-file=.build/release/CMemoryHints.build/module.modulemap \
  -Xcc -fmodule-map-file=.build/release/EmbeddedFiles.build/module.modulemap \
  -package-name $$(basename "$$PWD" | tr A-Z a-z | tr -c 'a-z0-9\n' _) \
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny \
  -enable-upcoming-feature MemberImportVisibility

# How many times as many documents the fuzzers of structure make as in `make test`.
FUZZ_ROUNDS ?= 50

# The packages that depend on this one from outside.
EXAMPLES := CacheBudget CacheUnderTest OwnPolicy OwnStrategy OwnWorkload

# With the standard library inside, the program starts faster and runs where Swift is not.
# Swift offers that on Linux only.
# Without debug information, a sixth of the compiler's time is saved.
RELEASE := -c release -debug-info-format none
ifeq ($(SYSTEM),Linux)
# What no library looks up need not be listed: the linker then leaves out what is not called.
RELEASE += --static-swift-stdlib -Xlinker --no-export-dynamic
endif
ifeq ($(CHARTS),0)
TRAITS := --disable-default-traits
endif
# Apple's toolchain comes without the fuzzer's library.
ifeq ($(SYSTEM),Linux)
FUZZED := fuzz
endif

.DEFAULT_GOAL := help
.PHONY: help run build test tested examples fuzz check lint format generate docs site reports \
  reports-check check-pages wheel check-wheel check-tools check-fleet bench bench-large install placed stage dist \
  deb clean packages probe

help: ## lists what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

run: build ## answers scenarios/twitter.json (another: SCENARIO=file), and says where the report is
	@.build/release/cachesim run $(SCENARIO)

# Progress goes to stderr, so that `make run` puts nothing but the answer on stdout.
build: packages ## builds the program in release (without charts: CHARTS=0)
	@echo "Building cachesim in release; the first time takes some minutes." >&2
	@$(SWIFT) package resolve >&2
	@$(ORDERED) $(RECORD) $(SWIFT) build $(RELEASE) --product cachesim $(TRAITS) >&2

# The reports that every change is compared with: libraries' presets, several users, recorded
# networks and articles, which take seconds each; `make check` compares with all.
QUICK_REPORTS := libraries shared-device commute articles

# One build has the tests and the program that they start. It is optimised, as simulations take
# several times as long otherwise, but for the tests' and the command's own code (Package.swift,
# which reads CACHESIM_TESTED); tests see what is internal, and assertions are those of a debug
# build, so that each simulation of a test checks its conservation laws. Its folder is its own, since
# the program that `make build` makes has other flags. While you work on something,
# `swift test --filter NAME` builds what changed in seconds, without optimisation.
CHECKED = $(TRAITS) -c release -debug-info-format none -Xswiftc -warnings-as-errors \
  --scratch-path .build-tests
TESTED := .build-tests/release/cachesim

# The test runner's closing line comes last, unless the tests left something behind.
test: packages probe lint tested ## builds without warnings, checks style and numbers, and runs all tests
	@.ci/reports check $(TESTED) $(QUICK_REPORTS)
	@CACHESIM_PROGRAM=$(TESTED) \
	  .ci/tests $(SCRATCH) $(SWIFT) test --skip-build --disable-xctest $(CHECKED)

tested: packages probe
	@echo "Building the program and its tests; the first time takes some minutes." >&2
	@$(SWIFT) package --scratch-path .build-tests resolve >&2
	@$(ORDERED) $(RECORD) CACHESIM_TESTED=1 $(SWIFT) build --build-tests --quiet $(CHECKED) >&2

# Each is a package of its own; one build folder serves them all, so that cachesim is built once.
examples: ## builds and tests the packages under Examples from outside
	@for example in $(EXAMPLES); do \
	  options="--package-path Examples/$$example --scratch-path .build-examples --quiet \
	    -debug-info-format none"; \
	  $(ORDERED) $(SWIFT) build --build-tests $$options && \
	  $(SWIFT) test --skip-build --disable-xctest $$options || exit; \
	done

generate: tested ## writes what comes from the code anew: schema, dictionaries, pages, lists, code in articles
	@CACHESIM_WRITE_GOLDEN=1 $(SWIFT) test --skip-build --disable-xctest $(CHECKED) \
	  --filter 'GeneratedFileTests|TranscriptTests|LessonTests|AccuracyTests|ResultVersionTests'

docs: ## makes one site of the pages and the library's documentation, in .build-docs/site
	@.ci/docs $(SWIFT) .build-docs $(SITE_PATH)
	@.ci/site .build-docs/site .build-docs/CacheSimKit

site: ## makes the site of the pages alone, in .build-docs/site
	@.ci/site .build-docs/site

# Only what is fuzzed is compiled for it; the rest is the release build's. Objects are taken from the
# linker's list: the build's folder may hold some of files that are gone.
fuzz: build ## lets the toolchain's fuzzer read headers for FUZZ_SECONDS, 20 by default
	@mkdir -p $(FUZZ)
	@$(SWIFT)c $(FUZZ_FLAGS) -wmo -module-name HTTPCaching \
	  -emit-module -emit-module-path $(FUZZ)/HTTPCaching.swiftmodule \
	  -c $$(find Sources/HTTPCaching -name '*.swift') -o $(FUZZ)/HTTPCaching.o
	@$(SWIFT)c $(FUZZ_FLAGS) Fuzzing/HeaderFuzzer.swift $(FUZZ)/HTTPCaching.o \
	  $$(grep -E '/(SimCore|EmbeddedFiles|CMemoryHints).build/' .build/release/cachesim.product/Objects.LinkFileList) \
	  -o $(FUZZ)/HeaderFuzzer
	@mkdir -p $(FUZZ)/corpus
	@$(FUZZ)/HeaderFuzzer -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -timeout=5 \
	  -artifact_prefix=$(FUZZ)/ $(FUZZ)/corpus Fuzzing/Corpus >$(FUZZ)/log 2>&1 \
	  || { tail -n 30 $(FUZZ)/log >&2; exit 1; }
	@echo "Headers were fuzzed: $$(tail -n 1 $(FUZZ)/log)"

# What takes long, and what seldom breaks, beside all tests with all their cases, and FUZZ_ROUNDS
# times as many documents of odd structure. Here tests start the program that is shipped.
check: packages probe lint ## all tests with all cases, examples, all reports, pages, fuzzers, for an hour
	@$(MAKE) --no-print-directory -j2 tested build
	@$(MAKE) --no-print-directory -j2 examples $(FUZZED) reports-check check-pages check-wheel check-tools \
	  check-fleet
	@.ci/availability .build/release
	@CACHESIM_CASES=all CACHESIM_FUZZ_ROUNDS=$(FUZZ_ROUNDS) CACHESIM_PROGRAM=.build/release/cachesim \
	  .ci/tests $(SCRATCH) $(SWIFT) test --skip-build --disable-xctest $(CHECKED)

lint: ## checks the form of the Swift sources
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

format: ## brings the Swift sources into form
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

reports: build ## runs the bundled scenarios and rewrites their reports under Reports
	@.ci/reports write .build/release/cachesim

reports-check: build ## fails when a number is not what the reports under Reports say
	@.ci/reports check .build/release/cachesim

# Nothing is installed for it: where Chromium is not, it says so and the rest of `make test` goes on.
check-pages: build ## opens pages of reports in Chromium, and fails when one is wrong
	@.ci/pages .build/release/cachesim

# In Python's standard library alone: nothing is fetched to build a wheel, and its bytes are the program's.
wheel: build ## makes a wheel for Python with the program inside, in .build/dist
	@mkdir -p .build/dist && rm -f .build/dist/cachesim-*.whl
	@Packaging/python/backend.py .build/dist

check-wheel: wheel ## tries the wheel in a fresh virtual environment: tests, types, notebooks
	@.ci/python pandas pyarrow ipykernel matplotlib nbclient mypy pandas-stubs -- \
	  Packaging/python/check .build/dist/cachesim-*.whl

check-tools: build ## opens files for other tools with haralyzer, Chromium's DevTools and Perfetto
	@CACHESIM_CELLS=none .ci/python haralyzer perfetto -- Examples/OtherTools/check

check-fleet: build ## tries the sync engines of Examples/SyncEngine, PyPI's pycrdt over 10,000 runs
	@.ci/python pycrdt==0.14.13 -- Examples/SyncEngine/check

bench: build ## measures speed, one page; AGAINST=COMMIT beside it, WRITE=Docs/Performance.md writes the page
	@$(ORDERED) $(SWIFT) build $(RELEASE) --product Benchmarks $(TRAITS) >&2
	@tables=$$(.build/release/Benchmarks) && echo "$$tables" | Benchmarks/marked.py simulation $(WRITE)
	@Benchmarks/commands $(AGAINST:%=--against %) $(WRITE:%=--write %)
	@$(if $(AGAINST),Benchmarks/against $(WRITE:%=--write %) $(AGAINST))
	@if python3 -m pip --version >/dev/null 2>&1; then Benchmarks/compare-with-libcachesim $(WRITE:%=--write %); \
	  else echo; echo "python3 has no pip: nothing is compared with libcachesim"; fi

bench-large: build ## measures traces of up to 100 million requests, which are made as they are read
	@Benchmarks/large-traces

# The manual and the completions are what the built program says of itself: nothing is built again.
install: build ## installs program, manual and completions below PREFIX, /usr/local by default
	@$(MAKE) --no-print-directory placed
	@echo "cachesim is in $(DESTDIR)$(PREFIX)/bin, its manual is 'man cachesim'."

# Folders are made first: `install -D`, which makes them, is GNU's alone.
placed:
	@.build/release/cachesim manual \
	  --date "$$(git log -1 --format=%cs 2>/dev/null || date +%F)" >.build/cachesim.1
	@install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	@install -m 755 .build/release/cachesim "$(DESTDIR)$(PREFIX)/bin/cachesim"
	@install -m 644 .build/cachesim.1 "$(DESTDIR)$(PREFIX)/share/man/man1/cachesim.1"
	@mkdir -p .build/completions
	@for shell in bash zsh fish; do \
	  .build/release/cachesim --generate-completion-script $$shell >.build/completions/$$shell || exit; \
	done
	@install -m 644 .build/completions/bash "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/cachesim"
	@install -m 644 .build/completions/zsh "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_cachesim"
	@install -m 644 .build/completions/fish "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/cachesim.fish"

# What `install` puts below a folder is what the packages hold.
STAGE := .build/dist/stage
stage: build
	@rm -rf $(STAGE)
	@$(MAKE) --no-print-directory placed DESTDIR= PREFIX=$(STAGE)

dist: stage ## makes a tarball with program, manual, completions and scenarios, in .build/dist
	@Packaging/dist tarball $(STAGE) .build/dist

deb: stage ## makes a Debian package of the same, in .build/dist
	@Packaging/dist deb $(STAGE) .build/dist

clean: ## removes what was built; reports stay
	@rm -rf .build .build-tests $(FUZZ) .build-examples .build-docs

# Installs what is missing when it may, and otherwise says how; never asks for rights by itself.
packages:
ifneq ($(CHARTS),0)
	@.ci/packages $(PACKAGES)
endif

# Tests do without it, so that nothing fails here.
probe:
ifneq ($(CHARTS),0)
	@.ci/packages --optional $(PROBE)
endif
