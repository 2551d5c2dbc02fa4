# The programs: `carillon`, its laboratory and the site.

## The simulated SoC and Appendix A

# The models of Appendix A, so that all three find what one of them has built; CARILLON_MODELS= builds all.
soc hardware-assist appendix-a: export CARILLON_MODELS ?= full10x2,timer10x2

.PHONY: soc
# Only this program is built: another that does not compile is no obstacle.
soc: compilers rust-targets $(VENV)/installed-soc ## run a program on the simulated SoC: PROGRAM=app_counter_chip, PROGRAM=--help
	name='$(firstword $(PROGRAM))'
	if [[ -f firmware/src/bin/$$name.rs ]]; then ($(build_firmware) --bin "$$name"); fi
	cargo run $(LOCKED) --release -p carillon --features soc --bin carillon -- soc $(PROGRAM)

.PHONY: hardware-assist
hardware-assist: compilers firmware $(VENV)/installed-soc ## cost of timers to a processor, into docs/measured (30 min)
	cargo run $(LOCKED) --release -p carillon --features soc --bin carillon -- hardware-assist

.PHONY: appendix-a
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
