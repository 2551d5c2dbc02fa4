# Programs for processors beside a chip.

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
