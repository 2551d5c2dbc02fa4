# The crates that other programs link, as their users build them, and the library for C.

.PHONY: check-api check-panics check-packages
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

# Needs the target: rustup target add riscv32imac-unknown-none-elf
.PHONY: sizes
sizes: ## code and memory of the timer queues on riscv32, into docs/measured/queue-sizes.md
	PYTHONPATH=hdl/common $(PYTHON) -B queues/size/measure.py

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
