// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon timer chip, version 0.1.0. Generated from Rust-HDL; do not edit.
//
//   wheels     1 of at most 1024 slots
//   FIFO       2 events
//   periodic   no
//   look-ahead no
//   coalescing no
//   memory     behind its port, 2 words of 32 bits a record, links of 16 bits
//   bus        Wishbone B4
//   PARAMS     0x000002A1
//
// To make it again:
//   carillon generate --chip timer --slots 1024 --fifo 2

`default_nettype none

// # The timer chip with its Wishbone bus adapter
//
// **Purpose.** Pins and wires, and the upper address of the window, which the bus adapter for the registers does not
// know.
//
// **Interface.** The host's side: a 32-bit slave with 21 address bits, `wb_*`. Bit 20 set means the word of the timer
// that the others name; else bits 5 to 0 mean a register and those between must be 0. The memory's side: a pipelined
// master, `memory_*`; with memory inside it asks for nothing.
//
// **Timing.** That of `wishbone`; the window's address is kept from the clock in which a
// transfer is accepted.
//
// **Invariants.** The upper address belongs to the access that is executed, as it changes only when the next one is
// accepted.
module carillon (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    output wire irq,                         // The interrupt line.
    input  wire wb_cyc,                      // A bus cycle is under way.
    input  wire wb_stb,                      // The master asks for a transfer.
    input  wire wb_we,                       // It is a write.
    input  wire [3:0] wb_sel,                // Which bytes.
    input  wire [20:0] wb_adr,               // Which word.
    input  wire [31:0] wb_dat_w,             // The word to write.
    output wire [31:0] wb_dat_r,             // The word read.
    output wire wb_ack,                      // The transfer is done.
    output wire wb_err,                      // The transfer has failed.
    output wire wb_stall,                    // No transfer is accepted in this clock.
    output wire memory_cyc,                  // A bus cycle to the records' memory is under way.
    output wire memory_stb,                  // A transfer is asked for.
    output wire memory_we,                   // It is a write.
    output wire [3:0] memory_sel,            // Which bytes.
    output wire [29:0] memory_adr,           // Which word.
    output wire [31:0] memory_dat_w,         // The word to write.
    input  wire [31:0] memory_dat_r,         // The word read.
    input  wire memory_ack,                  // The transfer is done.
    input  wire memory_err,                  // The transfer has failed.
    input  wire memory_stall                 // No transfer is accepted in this clock.
);
    reg window;                              // The latest transfer accepted is to the timers' window.
    reg [19:0] index;                        // Low 20 bits of the word address: in the window the timer.
    reg stray;                               // Unless in the window: the address is beyond the registers.

    wire bus_adapter_bus_execute, bus_adapter_bus_write, bus_adapter_bus_whole;
    wire [5:0] bus_adapter_bus_address;
    wire [31:0] bus_adapter_bus_data;
    wire core_bus_done, core_bus_failed;

    carillon_bus_adapter bus_adapter (
        .clock(clock), .reset(reset), .wb_cyc(wb_cyc), .wb_stb(wb_stb), .wb_we(wb_we), .wb_sel(wb_sel),
        .wb_adr(wb_adr[5:0]), .wb_dat_w(wb_dat_w), .wb_ack(wb_ack), .wb_err(wb_err), .wb_stall(wb_stall),
        .bus_execute(bus_adapter_bus_execute), .bus_write(bus_adapter_bus_write), .bus_whole(bus_adapter_bus_whole),
        .bus_address(bus_adapter_bus_address), .bus_data(bus_adapter_bus_data), .bus_done(core_bus_done),
        .bus_failed(core_bus_failed)
    );

    carillon_core core (
        .clock(clock), .reset(reset), .bus_execute(bus_adapter_bus_execute), .bus_write(bus_adapter_bus_write),
        .bus_whole(bus_adapter_bus_whole), .bus_address(bus_adapter_bus_address), .bus_data(bus_adapter_bus_data),
        .bus_done(core_bus_done), .bus_failed(core_bus_failed), .bus_read_data(wb_dat_r), .window(window),
        .index(index), .stray(stray), .irq(irq), .memory_cyc(memory_cyc), .memory_stb(memory_stb),
        .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr), .memory_dat_w(memory_dat_w),
        .memory_dat_r(memory_dat_r), .memory_ack(memory_ack), .memory_err(memory_err), .memory_stall(memory_stall)
    );

    always @(posedge clock) begin
        if (wb_cyc & wb_stb & ~wb_stall) begin
            window <= wb_adr[20];
            index <= wb_adr[19:0];
            stray <= |wb_adr[19:6];
        end
    end
endmodule

// # Wishbone B4 bus adapter
//
// **Purpose.** Carries the transfers of a Wishbone master to the register bus.
//
// **Interface.** A 32-bit slave with word addresses, classic and pipelined. `wb_err` ends a transfer that found no
// register or wrote part of a word (`wb_sel` neither 1111 nor 0000). A write of no byte is executed as a read, which
// changes nothing. Reads ignore `wb_sel`. The word read goes from the core to its pins, past this part.
//
// **Timing.** Accepted (`wb_stall` low) in clock a, executed in a+1, answered in the clock after `done`: a+3, where
// the core answers at once. `wb_stall` is high from a+1 to the clock after `done`, so a write takes four clocks and a
// read five. `wb_ack` and `wb_err` are registers, high for one clock.
//
// **Invariants.** Each accepted transfer is executed once and answered once, unless the master drops `wb_cyc` first:
// then it is executed and not answered, and a cycle begun meanwhile waits until it is done. `wb_ack` and `wb_err` are
// never high together, nor without `wb_cyc` in the clock before.
module carillon_bus_adapter (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the transfer under way.
    input  wire wb_cyc,                      // A bus cycle is under way.
    input  wire wb_stb,                      // The master asks for a transfer.
    input  wire wb_we,                       // It is a write.
    input  wire [3:0] wb_sel,                // Which bytes.
    input  wire [5:0] wb_adr,                // Which word.
    input  wire [31:0] wb_dat_w,             // The word to write.
    output wire wb_ack,                      // The transfer is done.
    output wire wb_err,                      // The transfer has failed.
    output wire wb_stall,                    // No transfer is accepted in this clock.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done,                    // The access is done.
    input  wire bus_failed                   // With `done`: it has failed.
);
    reg wanted;                              // The bus cycle of the latest transfer accepted still lasts.
    reg acknowledging;                       // One clock ago the core answered that the access is done.
    reg refusing;                            // One clock ago the core answered that the access has failed.

    wire accepted = wb_cyc & wb_stb & ~wb_stall;
    wire answered = bus_done & wanted & wb_cyc;

    carillon_bus_adapter_access access (
        .clock(clock), .reset(reset), .start(accepted), .start_write(wb_we & |wb_sel), .start_whole(&wb_sel),
        .start_address(wb_adr), .start_data(wb_dat_w), .busy(wb_stall), .bus_execute(bus_execute),
        .bus_write(bus_write), .bus_whole(bus_whole), .bus_address(bus_address), .bus_data(bus_data),
        .bus_done(bus_done)
    );

    assign wb_ack = acknowledging;
    assign wb_err = refusing;

    always @(posedge clock) begin
        wanted <= accepted | (wanted & wb_cyc);
        acknowledging <= answered & ~bus_failed;
        refusing <= answered & bus_failed;
        if (reset) begin
            wanted <= 1'b0;
            acknowledging <= 1'b0;
            refusing <= 1'b0;
        end
    end
endmodule

// # One access of the register bus
//
// **Purpose.** What all bus adapters share: makes one access at a time, with all that belongs to it in registers.
//
// **Interface.** `start` for one clock with `start_*` begins an access; nobody starts one while `busy`. To the core:
// `execute` for one clock with `write`, `whole`, `address` and `data`; from it `done` for one clock.
//
// **Timing.** Started in clock a, executed in a+1, `done` in a+2 or later, `busy` from a+1 to the clock after `done`.
// So two accesses are executed at least four clocks apart, and what was read stands on the bus, from the clock after
// `done`, for three clocks at the least.
//
// **Invariants.** Each start is executed once. What is written does not change before the next
// access is executed.
module carillon_bus_adapter_access (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Forgets the access under way.
    input  wire start,                       // Begins an access.
    input  wire start_write,                 // It is a write.
    input  wire start_whole,                 // Of all four bytes.
    input  wire [5:0] start_address,         // Its word address.
    input  wire [31:0] start_data,           // The word to write.
    output wire busy,                        // An access is under way.
    output wire bus_execute,                 // An access is made in this clock.
    output wire bus_write,                   // It is a write.
    output wire bus_whole,                   // It writes all four bytes.
    output wire [5:0] bus_address,           // Its word address.
    output wire [31:0] bus_data,             // The word written.
    input  wire bus_done                     // The access is done.
);
    reg executing;                           // The access is executed in this clock.
    reg waiting;                             // The access was executed, and its answer is awaited.
    reg finished;                            // The access was answered one clock ago.
    reg held_write;                          // The access, or the latest one, is a write.
    reg held_whole;                          // If the access held is a write: it is of all four bytes.
    reg [5:0] held_address;                  // Word address of the access, or of the latest one.
    reg [31:0] held_data;                    // The word given with the access, or with the latest one.

    assign busy = executing | waiting | finished;
    assign bus_execute = executing;
    assign bus_write = held_write;
    assign bus_whole = held_whole;
    assign bus_address = held_address;
    assign bus_data = held_data;

    always @(posedge clock) begin
        executing <= start;
        waiting <= executing | (waiting & ~bus_done);
        finished <= waiting & bus_done;
        if (start) begin
            held_write <= start_write;
            held_whole <= start_whole;
            held_address <= start_address;
            held_data <= start_data;
        end
        if (reset) begin
            executing <= 1'b0;
            waiting <= 1'b0;
            finished <= 1'b0;
        end
    end
endmodule

// # The timer chip but for its bus adapter
//
// **Purpose.** Joins the registers with what keeps the timers.
//
// **Interface.** The register bus (see `register_bus`). `window` and `index` name a timer's word,
// `stray` an address outside. The `memory_*` ports are a pipelined Wishbone master's; with memory inside it asks for
// nothing.
//
// **Timing.** With `execute` in clock *e*: `done` of a write in *e* + 1, of a read in *e* + 2, of a timer's word when
// the command is taken or the look is answered. A setting shows in *e* + 2. A read shows what was true in the clock
// of `done`.
//
// **Invariants.** A reset, of the pin or of `CTRL.reset`, reaches all parts one clock later. Only the pin ends a
// transfer of the memory in the next clock: rule 3.20 of Wishbone B4.
module carillon_core (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `done` on.
    input  wire window,                      // Register bus: the access is to the window.
    input  wire [19:0] index,                // Register bus: to this timer's word.
    input  wire stray,                       // Register bus: the access is to no register.
    output wire irq,                         // The interrupt line.
    output wire memory_cyc,                  // A bus cycle to the records' memory is under way.
    output wire memory_stb,                  // A transfer is asked for.
    output wire memory_we,                   // It is a write.
    output wire [3:0] memory_sel,            // Which bytes.
    output wire [29:0] memory_adr,           // Which word.
    output wire [31:0] memory_dat_w,         // The word to write.
    input  wire [31:0] memory_dat_r,         // The word read.
    input  wire memory_ack,                  // The transfer is done.
    input  wire memory_err,                  // The transfer has failed.
    input  wire memory_stall                 // No transfer is accepted in this clock.
);
    // The bits of `INTR_STATE` that there are: `EVENT`, `ERROR` and `HALF_PERIOD`.
    localparam [4:0] INTERRUPTS = 5'd21;
    localparam [5:0] TIMER_WORD = 6'd13;

    reg clearing;                            // A reset, of the pin or of `CTRL`, in the clock before.

    wire register_file_written_CTRL, register_file_written_PRESCALE, register_file_written_TIMER,
        register_file_written_TIMER_WORD, register_file_written_EVENT_ACK, register_file_written_INTR_STATE,
        register_file_written_INTR_ENABLE, register_file_written_INTR_TEST, register_file_written_ERROR,
        register_file_written_START_MODE, register_file_written_TIMERS, register_file_written_WHEEL_BITS,
        register_file_written_MEMORY_BASE, register_file_selected_STATUS, register_file_selected_NOW_LO,
        register_file_selected_NOW_HI, register_file_selected_CURSOR_LO, register_file_selected_EVENT,
        register_file_selected_EVENT_TICK, register_file_selected_INTR_STATE, register_file_selected_ERROR,
        register_file_selected_TIMER_WORD, register_file_asked_TIMER_WORD;
    wire registers_setting_refused, registers_word_done, registers_refused, registers_command, registers_starting,
        registers_stopping, registers_absolute, registers_pop, registers_enable, registers_locked,
        registers_initialise, registers_soft_reset, registers_error_level;
    wire [3:0] registers_sequence_number;
    wire [10:0] registers_errors;
    wire [15:0] registers_timer, registers_timers, registers_slot_mask;
    wire [23:0] registers_prescale;
    wire [29:0] registers_base;
    wire [31:0] read_back_word;
    wire [4:0] interrupt_state;
    wire keeper_ready, keeper_size_refused, keeper_taken, keeper_deadline_refused, keeper_looked_up,
        keeper_half_period, keeper_behind, keeper_too_far, keeper_full, keeper_event_valid, keeper_memory_failed,
        keeper_memory_failing;
    wire [6:0] keeper_event_generation;
    wire [15:0] keeper_event_timer;
    wire [31:0] keeper_shown, keeper_now_low, keeper_now_high, keeper_at, keeper_event_tick;
    wire [5:0] address =
        window ? TIMER_WORD :
        stray ? 6'd63 :
        bus_address;

    carillon_register_file register_file (
        .clock(clock), .clear(clearing), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .refused(registers_setting_refused),
        .postponed(register_file_written_TIMER_WORD), .answered(registers_word_done), .live(read_back_word),
        .written_CTRL(register_file_written_CTRL), .written_PRESCALE(register_file_written_PRESCALE),
        .written_TIMER(register_file_written_TIMER), .written_TIMER_WORD(register_file_written_TIMER_WORD),
        .written_EVENT_ACK(register_file_written_EVENT_ACK), .written_INTR_STATE(register_file_written_INTR_STATE),
        .written_INTR_ENABLE(register_file_written_INTR_ENABLE), .written_INTR_TEST(register_file_written_INTR_TEST),
        .written_ERROR(register_file_written_ERROR), .written_START_MODE(register_file_written_START_MODE),
        .written_TIMERS(register_file_written_TIMERS), .written_WHEEL_BITS(register_file_written_WHEEL_BITS),
        .written_MEMORY_BASE(register_file_written_MEMORY_BASE), .selected_STATUS(register_file_selected_STATUS),
        .selected_NOW_LO(register_file_selected_NOW_LO), .selected_NOW_HI(register_file_selected_NOW_HI),
        .selected_CURSOR_LO(register_file_selected_CURSOR_LO), .selected_EVENT(register_file_selected_EVENT),
        .selected_EVENT_TICK(register_file_selected_EVENT_TICK),
        .selected_INTR_STATE(register_file_selected_INTR_STATE), .selected_ERROR(register_file_selected_ERROR),
        .selected_TIMER_WORD(register_file_selected_TIMER_WORD), .asked_TIMER_WORD(register_file_asked_TIMER_WORD)
    );

    carillon_registers registers (
        .clock(clock), .clear(clearing), .write(bus_write), .data(bus_data), .window(window), .index(index),
        .write_ctrl(register_file_written_CTRL), .write_prescale(register_file_written_PRESCALE),
        .write_timer(register_file_written_TIMER), .write_timer_word(register_file_written_TIMER_WORD),
        .write_event_ack(register_file_written_EVENT_ACK), .write_error(register_file_written_ERROR),
        .write_start_mode(register_file_written_START_MODE), .write_timers(register_file_written_TIMERS),
        .write_wheel_bits(register_file_written_WHEEL_BITS), .write_memory_base(register_file_written_MEMORY_BASE),
        .ask_timer_word(register_file_asked_TIMER_WORD), .access_failed(bus_failed),
        .setting_refused(registers_setting_refused), .word_done(registers_word_done), .refused(registers_refused),
        .command(registers_command), .starting(registers_starting), .stopping(registers_stopping),
        .absolute(registers_absolute), .timer(registers_timer), .taken(keeper_taken), .looked_up(keeper_looked_up),
        .deadline_refused(keeper_deadline_refused), .size_refused(keeper_size_refused), .ready(keeper_ready),
        .too_far(keeper_too_far), .memory_failed(keeper_memory_failed), .memory_failing(keeper_memory_failing),
        .event_valid(keeper_event_valid), .pop(registers_pop), .sequence_number(registers_sequence_number),
        .enable(registers_enable), .locked(registers_locked), .initialise(registers_initialise),
        .soft_reset(registers_soft_reset), .prescale(registers_prescale), .timers(registers_timers),
        .slot_mask(registers_slot_mask), .base(registers_base), .errors(registers_errors),
        .error_level(registers_error_level)
    );

    carillon_read_back read_back (
        .is_status(register_file_selected_STATUS), .is_now_lo(register_file_selected_NOW_LO),
        .is_now_hi(register_file_selected_NOW_HI), .is_cursor(register_file_selected_CURSOR_LO),
        .is_event(register_file_selected_EVENT), .is_event_tick(register_file_selected_EVENT_TICK),
        .is_intr_state(register_file_selected_INTR_STATE), .is_error(register_file_selected_ERROR),
        .is_timer(register_file_selected_TIMER_WORD), .refused(registers_refused), .shown(keeper_shown),
        .ready(keeper_ready), .locked(registers_locked), .fifo_full(keeper_full), .behind(keeper_behind),
        .memory_failing(keeper_memory_failing), .now_low(keeper_now_low), .now_high(keeper_now_high),
        .cursor(keeper_at), .event_valid(keeper_event_valid), .event_timer(keeper_event_timer),
        .event_generation(keeper_event_generation), .event_tick(keeper_event_tick),
        .sequence_number(registers_sequence_number), .intr_state(interrupt_state), .errors(registers_errors),
        .word(read_back_word)
    );

    carillon_interrupt interrupt (
        .clock(clock), .clear(clearing), .event_level(keeper_event_valid), .error_level(registers_error_level),
        .half_period(keeper_half_period), .write_state(register_file_written_INTR_STATE),
        .write_enables(register_file_written_INTR_ENABLE), .write_test(register_file_written_INTR_TEST),
        .data(bus_data[4:0] & INTERRUPTS), .state(interrupt_state), .irq(irq)
    );

    carillon_keeper keeper (
        .clock(clock), .clear(clearing), .reset(reset), .enable(registers_enable), .prescale(registers_prescale),
        .initialise(registers_initialise), .timers(registers_timers), .slot_mask(registers_slot_mask),
        .base(registers_base), .command(registers_command), .starting(registers_starting),
        .stopping(registers_stopping), .absolute(registers_absolute), .timer(registers_timer), .word(bus_data),
        .pop(registers_pop), .ready(keeper_ready), .size_refused(keeper_size_refused), .taken(keeper_taken),
        .deadline_refused(keeper_deadline_refused), .looked_up(keeper_looked_up), .shown(keeper_shown),
        .now_low(keeper_now_low), .now_high(keeper_now_high), .half_period(keeper_half_period), .at(keeper_at),
        .behind(keeper_behind), .too_far(keeper_too_far), .full(keeper_full), .event_valid(keeper_event_valid),
        .event_timer(keeper_event_timer), .event_generation(keeper_event_generation), .event_tick(keeper_event_tick),
        .memory_failed(keeper_memory_failed), .memory_failing(keeper_memory_failing), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_dat_r(memory_dat_r), .memory_ack(memory_ack), .memory_err(memory_err),
        .memory_stall(memory_stall)
    );

    always @(posedge clock) clearing <= reset | registers_soft_reset;
endmodule

// # The register file
//
// **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
// written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of the
// register map.
//
// **Interface.** The register bus (see `register_bus`). `written_*` is a strobe for each register whose write makes
// some part do something. `selected_*` is high for each register that shows what a part does, which is then to be on
// `live`, where all else is 0; some of these words take time (`asked_*`) and are there with `answered`. Every other
// register that can be read is a constant, or shows what was written last: to add one, add its row to the map. One
// that makes a part do something, or shows what a part does, needs its wire in the lists below as well.
//
// **Timing.** With `execute` in clock *e*: `failed`, `asked_*` and `written_*` in *e* + 1; `done` of a write or of a
// failed access in *e* + 1, of a read in *e* + 2, of a word that is asked for in the clock of `answered`, *e* + 2 or
// later, of a write that is postponed in that of `answered`, *e* + 1 or later. `read_data` is a register: it shows
// from the clock after `done` what was true in that clock. A read that is executed in the clock before `clear` is
// forgotten; after `clear` `read_data` is 0.
//
// **Invariants.** Each access has one `done`. At most one strobe is high, and none with `failed`. Nothing that is read
// changes by being read. What is written in *e* stands in memory before the next `execute`.
//
// **What is kept** lies in one memory, which has what was written last. A flip-flop for each register says whether it
// was written since the last reset; if not, its word after reset is shown. So a reset takes one clock, and what the
// memory begins with does not matter. Bits without a field are written too, and are 0 in the register behind the
// memory, which takes each word over first, since a block RAM is slow to show one.
module carillon_register_file (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `done` on.
    input  wire refused,                     // What is written in this clock does not count.
    // What is written in this clock takes time: it is done when `answered` comes.
    input  wire postponed,
    input  wire answered,                    // The word asked for is there, or what was postponed is done.
    input  wire [31:0] live,                 // What is selected of the other parts; 0 where nothing is.
    output wire written_CTRL,
    output wire written_PRESCALE,
    output wire written_TIMER,
    output wire written_TIMER_WORD,
    output wire written_EVENT_ACK,
    output wire written_INTR_STATE,
    output wire written_INTR_ENABLE,
    output wire written_INTR_TEST,
    output wire written_ERROR,
    output wire written_START_MODE,
    output wire written_TIMERS,
    output wire written_WHEEL_BITS,
    output wire written_MEMORY_BASE,
    output wire selected_STATUS,
    output wire selected_NOW_LO,
    output wire selected_NOW_HI,
    output wire selected_CURSOR_LO,
    output wire selected_EVENT,
    output wire selected_EVENT_TICK,
    output wire selected_INTR_STATE,
    output wire selected_ERROR,
    output wire selected_TIMER_WORD,
    output wire asked_TIMER_WORD
);
    localparam [26:0] MAPPED = 27'h76ff77f;  // Bit n: there is a register at word n.
    localparam [13:0] SLOW = 14'h2000;       // Bit n: the register at word n takes time to read.

    reg executed;                            // An access was made in the clock before.
    reg acting;                              // It was a write that found its register.
    reg failing;                             // It found no register, or wrote part of a word.
    reg asking;                              // It was a read of a word that takes time.
    reg silent;                              // The access shows no word: a write, or one that failed.
    reg showing;                             // A read is done; its word is taken over at the next edge.
    reg keeping;                             // What was written goes to memory, unless refused late.
    reg [31:0] stored;                       // The word from memory, without bits that have no field.
    reg [31:0] answer;                       // The word read; 0 after a write or a reset.
    reg is_ctrl;                             // The access is to `CTRL` (0x010).
    reg is_prescale;                         // The access is to `PRESCALE` (0x018).
    reg is_timer;                            // The access is to `TIMER` (0x030).
    reg is_timer_word;                       // The access is to `TIMER_WORD` (0x034).
    reg is_event_ack;                        // The access is to `EVENT_ACK` (0x040).
    reg is_intr_state;                       // The access is to `INTR_STATE` (0x044).
    reg is_intr_enable;                      // The access is to `INTR_ENABLE` (0x048).
    reg is_intr_test;                        // The access is to `INTR_TEST` (0x04C).
    reg is_error;                            // The access is to `ERROR` (0x054).
    reg is_start_mode;                       // The access is to `START_MODE` (0x058).
    reg is_timers;                           // The access is to `TIMERS` (0x060).
    reg is_wheel_bits;                       // The access is to `WHEEL_BITS` (0x064).
    reg is_memory_base;                      // The access is to `MEMORY_BASE` (0x068).
    reg is_status;                           // The access is to `STATUS` (0x014).
    reg is_now_lo;                           // The access is to `NOW_LO` (0x020).
    reg is_now_hi;                           // The access is to `NOW_HI` (0x024).
    reg is_cursor_lo;                        // The access is to `CURSOR_LO` (0x028).
    reg is_event;                            // The access is to `EVENT` (0x038).
    reg is_event_tick;                       // The access is to `EVENT_TICK` (0x03C).
    reg holds_scratch;                       // `SCRATCH` (0x00C) has been written since the last reset.
    reg holds_ctrl;                          // `CTRL` (0x010) has been written since the last reset.
    reg holds_prescale;                      // `PRESCALE` (0x018) has been written since the last reset.
    reg holds_intr_enable;                   // `INTR_ENABLE` (0x048) has been written since the last reset.
    reg begins_id;                           // `ID` (0x000), or one of the same word, shows its reset word.
    reg begins_version;                      // `VERSION` (0x004), or one of the same word, shows its reset word.
    reg begins_params;                       // `PARAMS` (0x008), or one of the same word, shows its reset word.
    reg begins_prescale;                     // `PRESCALE` (0x018), or one of the same word, shows its reset word.
    reg hides_0;                             // From bit 0 on up to the next one, memory is not shown.
    reg hides_1;                             // From bit 1 on up to the next one, memory is not shown.
    reg hides_2;                             // From bit 2 on up to the next one, memory is not shown.
    reg hides_3;                             // From bit 3 on up to the next one, memory is not shown.
    reg hides_4;                             // From bit 4 on up to the next one, memory is not shown.
    reg hides_5;                             // From bit 5 on up to the next one, memory is not shown.
    reg hides_24;                            // From bit 24 on up to the next one, memory is not shown.

    wire [31:0] memory_read_data;
    wire [26:0] selected_0 = MAPPED >> bus_address;
    wire [13:0] selected_1 = SLOW >> bus_address;
    wire known = selected_0[0] & (bus_whole | ~bus_write);
    wire held = (~bus_address[4] & (bus_address[2:0] == 3'd3) & holds_scratch)
        | ((bus_address[3:0] == 4'd4) & holds_ctrl) | ((bus_address[4:1] == 4'd3) & holds_prescale)
        | ((bus_address[4:0] == 5'd18) & holds_intr_enable);
    wire [30:0] untouched = {begins_id, 4'd0, begins_id, begins_id, 1'b0, begins_id, 5'd0, begins_id, 1'b0,
        begins_id, 1'b0, begins_id, 2'd0, begins_id | begins_params, begins_version, begins_params, begins_id,
        begins_params, begins_id, 1'b0, begins_id, 1'b0, begins_params | begins_prescale};
    wire [31:0] word = live | stored | {1'b0, untouched};

    carillon_register_file_memory memory (
        .clock(clock), .write_address(bus_address), .write_data(bus_data), .write_enable(keeping),
        .read_address(bus_address), .read_data(memory_read_data)
    );

    assign written_CTRL = acting & is_ctrl;
    assign written_PRESCALE = acting & is_prescale;
    assign written_TIMER = acting & is_timer;
    assign written_TIMER_WORD = acting & is_timer_word;
    assign written_EVENT_ACK = acting & is_event_ack;
    assign written_INTR_STATE = acting & is_intr_state;
    assign written_INTR_ENABLE = acting & is_intr_enable;
    assign written_INTR_TEST = acting & is_intr_test;
    assign written_ERROR = acting & is_error;
    assign written_START_MODE = acting & is_start_mode;
    assign written_TIMERS = acting & is_timers;
    assign written_WHEEL_BITS = acting & is_wheel_bits;
    assign written_MEMORY_BASE = acting & is_memory_base;
    assign selected_STATUS = is_status;
    assign selected_NOW_LO = is_now_lo;
    assign selected_NOW_HI = is_now_hi;
    assign selected_CURSOR_LO = is_cursor_lo;
    assign selected_EVENT = is_event;
    assign selected_EVENT_TICK = is_event_tick;
    assign selected_INTR_STATE = is_intr_state;
    assign selected_ERROR = is_error;
    assign selected_TIMER_WORD = is_timer_word;
    assign asked_TIMER_WORD = asking & is_timer_word;
    assign bus_done = (executed & silent & ~postponed) | showing | answered;
    assign bus_failed = failing;
    assign bus_read_data = answer;

    always @(posedge clock) begin
        executed <= bus_execute;
        acting <= bus_execute & bus_write & known;
        failing <= bus_execute & ~known;
        asking <= bus_execute & ~bus_write & selected_1[0];
        silent <= bus_write | ~known;
        is_ctrl <= bus_address[3:0] == 4'd4;
        is_prescale <= bus_address[4:1] == 4'd3;
        is_timer <= bus_address[3:0] == 4'd12;
        is_timer_word <= bus_address[3:0] == 4'd13;
        is_event_ack <= (bus_address[4:3] == 2'd2) & (bus_address[1:0] == 2'd0);
        is_intr_state <= bus_address[4:0] == 5'd17;
        is_intr_enable <= bus_address[4:0] == 5'd18;
        is_intr_test <= bus_address[4] & (bus_address[1:0] == 2'd3);
        is_error <= bus_address[4] & bus_address[2] & bus_address[0];
        is_start_mode <= bus_address[4] & bus_address[2] & ~bus_address[0];
        is_timers <= (bus_address[4:3] == 2'd3) & (bus_address[1:0] == 2'd0);
        is_wheel_bits <= (bus_address[4:3] == 2'd3) & bus_address[0];
        is_memory_base <= (bus_address[4:3] == 2'd3) & bus_address[1];
        is_status <= (bus_address[4:2] == 3'd1) & bus_address[0];
        is_now_lo <= bus_address[4:0] == 5'd8;
        is_now_hi <= (bus_address[4:2] == 3'd2) & bus_address[0];
        is_cursor_lo <= bus_address[4:1] == 4'd5;
        is_event <= bus_address[3:0] == 4'd14;
        is_event_tick <= bus_address[2:0] == 3'd7;
        showing <= executed & ~silent & ~(asking | clear);
        keeping <= acting & ~refused & ~clear;
        if (keeping & ~bus_address[4] & (bus_address[2:0] == 3'd3)) holds_scratch <= 1'b1;
        if (keeping & is_ctrl) holds_ctrl <= 1'b1;
        if (keeping & is_prescale) holds_prescale <= 1'b1;
        if (keeping & is_intr_enable) holds_intr_enable <= 1'b1;
        if (clear) begin
            holds_scratch <= 1'b0;
            holds_ctrl <= 1'b0;
            holds_prescale <= 1'b0;
            holds_intr_enable <= 1'b0;
        end
        begins_id <= bus_address[4:0] == 5'd0;
        begins_version <= bus_address[4:0] == 5'd1;
        begins_params <= bus_address[4:0] == 5'd2;
        begins_prescale <= (bus_address[4:1] == 4'd3) & ~holds_prescale;
        hides_0 <= ~held;
        hides_1 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4:0] == 5'd18);
        hides_2 <= ~held | (bus_address[3:0] == 4'd4);
        hides_3 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4:0] == 5'd18);
        hides_4 <= ~held | (bus_address[3:0] == 4'd4);
        hides_5 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4:0] == 5'd18);
        hides_24 <= ~held | (bus_address[3:0] == 4'd4) | (bus_address[4:1] == 4'd3) | (bus_address[4:0] == 5'd18);
        if (bus_done | clear) begin
            answer <= word;
            if (silent | clear) answer <= 32'd0;
        end
        stored <= {hides_24 ? 8'd0 : memory_read_data[31:24], hides_5 ? 19'd0 : memory_read_data[23:5],
            ~hides_4 & memory_read_data[4], ~hides_3 & memory_read_data[3], ~hides_2 & memory_read_data[2],
            ~hides_1 & memory_read_data[1], ~hides_0 & memory_read_data[0]};
    end

    wire unused = &{1'b0, selected_0[26:1], selected_1[13:1]};
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_register_file_memory (
    input  wire clock,
    input  wire [5:0] write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire [5:0] read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [63:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # What the host sets and commands
//
// **Purpose.** Keeps the settings, hands commands to the list engine, and remembers what was refused.
//
// **Interface.** One `write_*` or `ask_*` strobe at a time, of the register file; `data`, `write`, `window` and
// `index` stay as they are from the clock before it on. Settings and strobes go to the other parts; `setting_refused`
// says that one is not taken. A command to the list engine waits on `command` until it is `taken`; a look is answered
// when it is `looked_up`. `word_done` ends a command or a look, with `refused` if it was not done.
//
// **Timing.** Settings show in the clock after the strobe. A command waits from the clock after the strobe on; it is
// refused in that clock or later.
//
// **Invariants.** Each command and each look has one `word_done`. What is refused changes nothing but its bit of
// `errors`. The settings that a sweep uses never change from its beginning to the next reset.
module carillon_registers (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire write,                       // The access is a write.
    input  wire [31:0] data,                 // The word written.
    input  wire window,                      // The access is to the window.
    input  wire [19:0] index,                // To this timer's word.
    input  wire write_ctrl,                  // `CTRL` is written.
    input  wire write_prescale,              // `PRESCALE` is written.
    input  wire write_timer,                 // `TIMER` is written.
    input  wire write_timer_word,            // A timer's word is written.
    input  wire write_event_ack,             // `EVENT_ACK` is written.
    input  wire write_error,                 // `ERROR` is written.
    input  wire write_start_mode,            // `START_MODE` is written.
    input  wire write_timers,                // `TIMERS` is written.
    input  wire write_wheel_bits,            // `WHEEL_BITS` is written.
    input  wire write_memory_base,           // `MEMORY_BASE` is written.
    input  wire ask_timer_word,              // A timer's word is asked for.
    input  wire access_failed,               // An access has found no register, or has written part of a word.
    output wire setting_refused,             // A setting is written and not taken.
    output wire word_done,                   // The command or the look is done.
    output wire refused,                     // With `word_done`: it was refused.
    output wire command,                     // A command waits.
    output wire starting,                    // It is a start.
    output wire stopping,                    // It is a stop.
    output wire absolute,                    // The start's word is a deadline.
    output wire [15:0] timer,                // The command's timer.
    input  wire taken,                       // It is taken.
    input  wire looked_up,                   // The look is done.
    input  wire deadline_refused,            // The deadline of the start that was taken is too far ahead.
    input  wire size_refused,                // The sizes, or sizes and base, do not fit.
    input  wire ready,                       // The records are initialised.
    input  wire too_far,                     // The cursor is 2^22 ticks or more behind.
    input  wire memory_failed,               // The memory has answered with an error.
    input  wire memory_failing,              // It has done so last.
    input  wire event_valid,                 // The FIFO's head is an event.
    output wire pop,                         // The FIFO drops its head.
    output wire [3:0] sequence_number,       // Events acknowledged, modulo 16.
    output wire enable,                      // Time passes.
    output wire locked,                      // Initialisation has been asked for.
    output wire initialise,                  // Sweeps the records.
    output wire soft_reset,                  // Everything but the bus adapter goes through its reset.
    output wire [23:0] prescale,             // Clocks a tick.
    output wire [15:0] timers,               // How many timers there are.
    output wire [15:0] slot_mask,            // The slots of a wheel less one.
    output wire [29:0] base,                 // The word address of record 0.
    output wire [10:0] errors,               // `ERROR`.
    output wire error_level                  // Some bit of `ERROR` is set.
);
    localparam [4:0] FEWEST_WHEEL_BITS = 5'd4;
    localparam [4:0] MOST_WHEEL_BITS = 5'd10;
    localparam [23:0] RESET_CLOCKS = 24'd1;
    localparam [15:0] RESET_MASK = 16'd15;

    reg waiting;                             // A command or a look waits or is under way.
    reg judged;                              // Whether it may be done has been decided.
    reg acceptable;                          // It may be done.
    reg unready;                             // The records were not initialised in the clock before.
    reg strange;                             // The timer's number is out of range.
    reg too_much;                            // The interval or the mode is out of range.
    reg too_late;                            // It is a start, and the cursor is too far behind.
    reg looking;                             // The look was taken, and its answer is awaited.
    reg some_data;                           // The word on the bus is not 0: a start.
    reg too_long;                            // The word is longer than any interval.
    reg bad_timer;                           // The number named is none of a timer's.
    reg bad_count;                           // The word is no number of timers.
    reg bad_wheel;                           // The word is no size of a wheel.
    reg no_clocks;                           // The word is a prescaler of 0.
    reg sequence_right;                      // The word names the head of the FIFO.
    reg enabled;                             // `CTRL.enable`.
    reg is_locked;                           // `STATUS.locked`.
    reg [23:0] clocks_a_tick;                // `PRESCALE`.
    reg [19:0] number;                       // `TIMER`.
    reg mode_absolute;                       // `START_MODE.absolute`.
    reg mode_periodic;                       // `START_MODE.periodic`.
    reg mode_used;                           // A start was done in the clock before: its mode is over.
    reg [15:0] count;                        // `TIMERS`.
    reg [15:0] mask;                         // The slots of a wheel less one, of `WHEEL_BITS`.
    reg [29:0] record_0;                     // `MEMORY_BASE`, the word address of record 0.
    reg [3:0] pops;                          // Events acknowledged since the last reset, modulo 16.
    reg [10:0] sticky_errors;                // `ERROR`.
    reg some_error;                          // Some bit of `ERROR` was set in the clock before.

    wire [19:0] named = window ? index : number;
    wire [15:0] given_timers = data[15:0];
    wire [4:0] wheel_bits = data[4:0];
    wire [3:0] sequence_given = data[30:27];
    wire begins = write_timer_word | ask_timer_word;
    wire pending = begins | waiting;
    wire starts = write & (some_data | mode_absolute);
    wire bad_interval = starts & ((too_long & ~mode_absolute) | mode_periodic);
    wire fresh = waiting & judged & ~looking & ~memory_failing;
    wire ready_error = fresh & unready;
    wire timer_error = fresh & strange;
    wire interval_error = fresh & too_much;
    wire behind_error = fresh & too_late;
    wire is_refused = (fresh & ~acceptable) | (waiting & memory_failing);
    wire ends = is_refused | (taken & write) | (looking & looked_up);
    wire settles = ~is_locked;
    wire initialises = write_ctrl & data[2] & ~data[1];
    wire acknowledged = write_event_ack & event_valid & sequence_right;
    wire size_error = size_refused | (settles & ((write_timers & bad_count) | (write_wheel_bits & bad_wheel)));
    wire locked_error = is_locked
        & (write_prescale | write_timers | write_wheel_bits | write_memory_base | initialises);
    wire empty_error = write_event_ack & ~event_valid;
    wire stale_error = write_event_ack & event_valid & ~sequence_right;
    wire zero_error = write_prescale & settles & no_clocks;
    wire too_soon = write_ctrl & data[0] & ~data[1] & ~ready;
    wire [10:0] new_errors = {memory_failed, behind_error, interval_error | deadline_refused, access_failed,
        ready_error | too_soon, zero_error, stale_error, empty_error, locked_error, size_error, timer_error};
    wire [10:0] cleared_errors = write_error ? data[10:0] : 11'd0;

    assign command = waiting & acceptable & ~looking & ~memory_failing;
    assign starting = starts;
    assign stopping = write & ~starts;
    assign absolute = mode_absolute;
    assign timer = named[15:0];
    assign soft_reset = write_ctrl & data[1];
    assign setting_refused = zero_error | (write_prescale & is_locked) | too_soon;
    assign word_done = ends;
    assign refused = is_refused;
    assign pop = acknowledged;
    assign sequence_number = pops;
    assign enable = enabled;
    assign locked = is_locked;
    assign initialise = initialises & ~is_locked;
    assign prescale = clocks_a_tick;
    assign timers = count;
    assign slot_mask = mask;
    assign base = record_0;
    assign errors = sticky_errors;
    assign error_level = some_error;

    always @(posedge clock) begin
        bad_timer <= named >= {4'd0, count};
        some_data <= |data;
        too_long <= |data[31:23];
        bad_count <= |data[31:16] | ~|data;
        bad_wheel <= |data[31:5] | (wheel_bits < FEWEST_WHEEL_BITS) | (wheel_bits > MOST_WHEEL_BITS);
        no_clocks <= ~|data[23:0];
        sequence_right <= sequence_given == pops;
        unready <= ~ready;
        strange <= ready & bad_timer;
        too_much <= ready & ~bad_timer & bad_interval;
        too_late <= ready & ~bad_timer & ~bad_interval & starts & too_far;
        judged <= pending;
        acceptable <= pending & ready & ~bad_timer & ~bad_interval & ~(starts & too_far);
        if (taken) looking <= 1'b1;
        if (ends) begin
            waiting <= 1'b0;
            looking <= 1'b0;
        end
        if (begins) waiting <= 1'b1;
        if (write_start_mode) begin
            mode_absolute <= data[0];
            mode_periodic <= data[1];
        end
        mode_used <= ends & starts;
        if (mode_used) begin
            mode_absolute <= 1'b0;
            mode_periodic <= 1'b0;
        end
        if (write_prescale & settles & ~no_clocks) clocks_a_tick <= data[23:0];
        if (write_timer) number <= data[19:0];
        if (write_timers & settles & ~bad_count) count <= given_timers;
        if (write_wheel_bits & settles & ~bad_wheel) mask <= ~(16'hffff << wheel_bits);
        if (write_memory_base & settles) record_0 <= data[29:0];
        if (initialises) is_locked <= 1'b1;
        if (size_refused) is_locked <= 1'b0;
        if (write_ctrl) enabled <= data[0] & ready;
        if (acknowledged) pops <= pops + 4'd1;
        sticky_errors <= (sticky_errors & ~cleared_errors) | new_errors;
        some_error <= |sticky_errors;
        if (clear) begin
            waiting <= 1'b0;
            looking <= 1'b0;
            enabled <= 1'b0;
            is_locked <= 1'b0;
            clocks_a_tick <= RESET_CLOCKS;
            number <= 20'd0;
            mode_absolute <= 1'b0;
            mode_periodic <= 1'b0;
            mode_used <= 1'b0;
            count <= 16'd0;
            mask <= RESET_MASK;
            record_0 <= 30'd0;
            pops <= 4'd0;
            sticky_errors <= 11'd0;
            some_error <= 1'b0;
        end
    end
endmodule

// # What a read shows of the other parts
//
// **Purpose.** The word that the register file is to show of a register that it does not keep itself; 0 where it is
// another one.
//
// **Interface.** `is_*` says which register is read, `word` what it shows. With `is_timer`, which is of a timer's
// word, `shown` is the word, if the look was not `refused`.
//
// **Timing.** None: it has no registers. The register file takes `word` over in the clock in which the access is done.
module carillon_read_back (
    input  wire is_status,                   // `STATUS` is read.
    input  wire is_now_lo,                   // `NOW_LO` is read.
    input  wire is_now_hi,                   // `NOW_HI` is read.
    input  wire is_cursor,                   // `CURSOR_LO` is read.
    input  wire is_event,                    // `EVENT` is read.
    input  wire is_event_tick,               // `EVENT_TICK` is read.
    input  wire is_intr_state,               // `INTR_STATE` is read.
    input  wire is_error,                    // `ERROR` is read.
    input  wire is_timer,                    // A timer's word or `NEXT_EXPIRY` is read.
    input  wire refused,                     // The look was refused.
    input  wire [31:0] shown,                // What the look shows.
    input  wire ready,                       // The records are initialised.
    input  wire locked,                      // Initialisation has been asked for.
    input  wire fifo_full,                   // The FIFO is full.
    input  wire behind,                      // The cursor is behind now.
    input  wire memory_failing,              // The memory has answered with an error last.
    input  wire [31:0] now_low,              // The low half of now.
    input  wire [31:0] now_high,             // Its high half.
    input  wire [31:0] cursor,               // The low half of the tick whose slot is next.
    input  wire event_valid,                 // The FIFO's head is an event.
    input  wire [15:0] event_timer,          // Its timer.
    input  wire [6:0] event_generation,      // Its generation.
    input  wire [31:0] event_tick,           // Its tick.
    input  wire [3:0] sequence_number,       // Events acknowledged, modulo 16.
    input  wire [4:0] intr_state,            // `INTR_STATE`.
    input  wire [10:0] errors,               // `ERROR`.
    output wire [31:0] word                  // What is to be shown.
);
    wire [31:0] event_word = {1'b0, sequence_number, event_generation, 4'd0, event_timer} | 32'h80000000;
    wire [5:0] status = {memory_failing, behind, fifo_full, event_valid, locked, ready};
    wire [31:0] of_time =
        is_cursor ? cursor :
        is_now_hi ? now_high :
        is_now_lo ? now_low :
        32'd0;
    wire [31:0] of_event =
        is_event_tick & event_valid ? event_tick :
        is_event & event_valid ? event_word :
        32'd0;
    wire [10:0] of_status =
        is_error ? errors :
        is_intr_state ? {6'd0, intr_state} :
        is_status ? {5'd0, status} :
        11'd0;
    wire [31:0] of_timer = is_timer & ~refused ? shown : 32'd0;

    assign word = of_time | of_event | {21'd0, of_status} | of_timer;
endmodule

// # The interrupt
//
// **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//
// **Interface.** Levels (`event_level`, `error_level`), what sets a sticky bit (`half_period`); `INTR_STATE`,
// `INTR_ENABLE` and `INTR_TEST` writes as strobes with `data`. Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4
// half period.
//
// **Invariants.** What sets a bit in the clock in which the bit is cleared wins. `irq` stays high while any enabled
// bit of `state` is set.
module carillon_interrupt (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Clears state and enables.
    input  wire event_level,                 // Events are announced.
    input  wire error_level,                 // An error bit is set.
    input  wire half_period,                 // Now crossed a multiple of 2^31.
    input  wire write_state,                 // `INTR_STATE` is written.
    input  wire write_enables,               // `INTR_ENABLE` is written.
    input  wire write_test,                  // `INTR_TEST` is written.
    input  wire [4:0] data,                  // The five low bits of the word written.
    output wire [4:0] state,                 // `INTR_STATE`.
    output wire irq                          // The line to the host.
);
    reg [4:0] held;                          // The bits of `INTR_STATE` that stay until they are cleared.
    reg [4:0] enabled;                       // Which bits of `INTR_STATE` raise the line: `INTR_ENABLE`.
    reg line;                                // An enabled bit of `INTR_STATE` was set one clock ago.

    wire [2:0] levels = {error_level, 1'b0, event_level};
    wire [4:0] strobes = {half_period, 4'd0};
    wire [4:0] forced = write_test ? data : 5'd0;
    wire [4:0] cleared = write_state ? data : 5'd0;
    wire [4:0] asking = state & enabled;
    wire asking_other = |asking[4:1];

    assign state = held | {2'd0, levels};
    assign irq = line;

    always @(posedge clock) begin
        held <= (held & ~cleared) | forced | strobes;
        if (write_enables) enabled <= data;
        line <= asking_other | asking[0];
        if (clear) begin
            held <= 5'd0;
            enabled <= 5'd0;
            line <= 1'b0;
        end
    end
endmodule

// # What keeps the timers: the timer chip without its registers
//
// **Purpose.** Joins time base, cursor, busy bits, list engine, event FIFO and the port to the records' memory.
//
// **Interface.** A command with its `timer` and `word` waits until it is `taken`; see
// `engine`. `pop` drops the head of the event FIFO. `base` is the word address of record 0.
// The `memory_*` ports are a pipelined Wishbone master's.
//
// **Timing.** With memory that answers in the next clock, in clocks after `taken`: a start is done after 24, a stop
// after 16; from the step to a record to the push of its event 8. With wide records these are 28, 18 and 10.
//
// **Invariants.** The cursor asks for no slot while a start is under way, so a timer is linked before its tick is
// looked at. The busy bits have one writer, the list engine.
module carillon_keeper (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to the state after a reset.
    // The reset pin: ends a transfer of the memory. `clear` follows in the next clock.
    input  wire reset,
    input  wire enable,                      // Time passes.
    input  wire [23:0] prescale,             // Clocks a tick.
    input  wire initialise,                  // Sweeps the records.
    input  wire [15:0] timers,               // How many timers there are.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    input  wire [29:0] base,                 // The word address of record 0.
    input  wire command,                     // A command waits.
    input  wire starting,                    // It is a start.
    input  wire stopping,                    // It is a stop.
    input  wire absolute,                    // The start's word is a deadline.
    input  wire [15:0] timer,                // The command's timer.
    input  wire [31:0] word,                 // The start's interval or deadline.
    input  wire pop,                         // The FIFO drops its head.
    output wire ready,                       // The records are initialised.
    output wire size_refused,                // The sizes do not fit.
    output wire taken,                       // The command is taken.
    output wire deadline_refused,            // The deadline of the start that was taken is too far ahead.
    output wire looked_up,                   // The look is done.
    output wire [31:0] shown,                // What it shows.
    output wire [31:0] now_low,              // Now, low half.
    output wire [31:0] now_high,             // Now, high half.
    output wire half_period,                 // Now has crossed a multiple of 2^31.
    output wire [31:0] at,                   // Low half of the next tick to visit.
    output wire behind,                      // The cursor is behind now.
    output wire too_far,                     // It is 2^22 ticks or more behind.
    output wire full,                        // The FIFO is full.
    output wire event_valid,                 // The FIFO's head is an event.
    output wire [15:0] event_timer,          // Its timer.
    output wire [6:0] event_generation,      // Its generation.
    output wire [31:0] event_tick,           // Low half of its tick.
    output wire memory_failed,               // The memory has answered with an error.
    output wire memory_failing,              // It has done so last.
    output wire memory_cyc,                  // A bus cycle is under way.
    output wire memory_stb,                  // A transfer is asked for.
    output wire memory_we,                   // It is a write.
    output wire [3:0] memory_sel,            // Which bytes.
    output wire [29:0] memory_adr,           // Which word.
    output wire [31:0] memory_dat_w,         // The word to write.
    input  wire [31:0] memory_dat_r,         // The word read.
    input  wire memory_ack,                  // The transfer is done.
    input  wire memory_err,                  // The transfer has failed.
    input  wire memory_stall                 // No transfer is accepted in this clock.
);
    reg previous_half;                       // Bit 31 of now one clock ago; 0 after a reset.

    wire time_base_tick;
    wire scan_busy, scan_looked;
    wire [5:0] scan_word_address;
    wire [15:0] busy_bits_read_data;
    wire engine_pause, engine_visited, engine_busy_write, engine_busy, engine_push, engine_ask, engine_ask_write,
        engine_ask_field;
    wire [3:0] engine_ask_select;
    wire [6:0] engine_generation;
    wire [9:0] engine_slot;
    wire [15:0] engine_record, engine_ask_record;
    wire [31:0] engine_ask_data;
    wire events_room;
    wire port_free, port_answered;
    wire half = now_low[31];
    wire [16:0] two_words = {engine_ask_record, engine_ask_field};

    carillon_keeper_time_base time_base (
        .clock(clock), .clear(clear), .enable(enable), .prescale(prescale), .tick(time_base_tick)
    );

    carillon_keeper_scan scan (
        .clock(clock), .clear(clear), .tick(time_base_tick), .pause(engine_pause), .slot_mask(slot_mask[9:0]),
        .word_data(busy_bits_read_data), .visited(engine_visited), .word_address(scan_word_address), .at(at),
        .busy(scan_busy), .behind(behind), .too_far(too_far), .looked(scan_looked)
    );

    carillon_keeper_now now (
        .clock(clock), .clear(clear), .advance(time_base_tick), .low(now_low), .high(now_high)
    );

    carillon_keeper_busy_bits busy_bits (
        .clock(clock), .write_address(engine_slot), .write_data(engine_busy), .write_enable(engine_busy_write),
        .read_address(scan_word_address), .read_data(busy_bits_read_data)
    );

    carillon_keeper_engine engine (
        .clock(clock), .clear(clear), .initialise(initialise), .timers(timers), .slot_mask(slot_mask),
        .overlaps(|(base[16:0] & two_words)), .now(now_low), .command(command), .starting(starting),
        .stopping(stopping), .absolute(absolute), .timer(timer), .word(word), .at(at[23:0]), .stopped(scan_busy),
        .behind(behind), .too_far(too_far), .looked(scan_looked), .room(events_room), .ready(ready),
        .size_refused(size_refused), .taken(taken), .deadline_refused(deadline_refused), .looked_up(looked_up),
        .shown(shown), .pause(engine_pause), .visited(engine_visited), .busy_write(engine_busy_write),
        .busy(engine_busy), .slot(engine_slot), .push(engine_push), .record(engine_record),
        .generation(engine_generation), .ask(engine_ask), .ask_write(engine_ask_write),
        .ask_record(engine_ask_record), .ask_field(engine_ask_field), .ask_select(engine_ask_select),
        .ask_data(engine_ask_data), .free(port_free), .answered(port_answered), .read_data(memory_dat_r)
    );

    carillon_keeper_events events (
        .clock(clock), .clear(clear), .push(engine_push), .timer(engine_record), .generation(engine_generation),
        .tick(at), .pop(pop), .room(events_room), .valid(event_valid), .head_timer(event_timer),
        .head_generation(event_generation), .head_tick(event_tick)
    );

    carillon_keeper_port port (
        .clock(clock), .clear(clear | reset), .ask(engine_ask), .write(engine_ask_write),
        .address(base | {13'd0, two_words}), .select(engine_ask_select), .data(engine_ask_data), .free(port_free),
        .answered(port_answered), .failing(memory_failing), .failed(memory_failed), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_ack(memory_ack), .memory_err(memory_err), .memory_stall(memory_stall)
    );

    assign half_period = half ^ previous_half;
    assign full = ~events_room;

    always @(posedge clock) previous_half <= half & ~clear;
endmodule

// # The time base: the clock divided into ticks
//
// **Purpose.** Divides the clock by `PRESCALE`.
//
// **Interface.** While `enable` is high, one tick passes every `prescale` clocks (1 to 2^24 - 1), at the edge of a
// clock in which `tick` is high. `prescale` is set at least two clocks before `enable` rises for the first time, and
// not changed afterwards.
//
// **Timing.** The first tick passes `prescale` + 1 clocks after `enable` has risen. `tick` is a register. While
// `enable` is low the count stands, so a pause keeps the part of a tick that has passed.
//
// **Invariants.** A tick of *p* clocks is one clock that loads *p* and *p* - 1 that count down, the first of them by
// three and the others by one; the borrow comes in the last. A tick of one clock loads in each. The upper half counts
// a clock after the lower one has borrowed, and `last_part` says in time that the next borrow is the last: so no carry
// is longer than a half.
module carillon_keeper_time_base (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets the part of a tick that has passed.
    input  wire enable,                      // Lets time pass.
    input  wire [23:0] prescale,             // Clocks a tick, 1 or more.
    output wire tick                         // A tick passes at the next edge.
);
    localparam [11:0] MINUS_THREE = 12'hffd;

    reg [11:0] low;                          // Lower 12 bits of the clocks left after this one, plus 2 if fresh.
    reg [11:0] high;                         // Upper 12 bits of the clocks left, a clock behind the lower ones.
    reg counting;                            // The clocks of a tick are counted down; else they are loaded.
    reg fresh;                               // The count was just loaded: its first step is by three.
    reg borrowed;                            // The lower half has borrowed: the upper half is to count.
    reg last_part;                           // The upper half is used up: the next borrow ends the tick.
    reg every_clock;                         // A tick lasts one clock.
    reg low_only;                            // A tick lasts fewer than 2^12 clocks.
    reg ticking;                             // The last clock of a tick was one clock ago.

    wire [11:0] prescale_high = prescale[23:12];
    wire [11:0] step =
        counting & fresh ? MINUS_THREE :
        counting ? 12'hfff :
        12'd0;
    wire [11:0] high_step = counting ? 12'hfff : 12'd0;
    wire [12:0] difference = {1'b0, low} + {1'b0, step};
    wire [12:0] high_difference = {1'b0, high} + {1'b0, high_step};
    wire borrows = counting & ~difference[12];
    wire ends = counting ? borrows & last_part : every_clock;

    assign tick = ticking;

    always @(posedge clock) begin
        every_clock <= prescale == 24'd1;
        low_only <= ~|prescale_high;
        if (enable) begin
            counting <= ~ends;
            fresh <= ~counting;
            borrowed <= borrows;
            if (counting) begin
                low <= difference[11:0];
                if (borrowed) high <= high_difference[11:0];
                last_part <= ~high_difference[12];
            end else begin
                low <= prescale[11:0];
                high <= prescale_high;
                last_part <= low_only;
            end
        end
        ticking <= enable & ends;
        if (clear) begin
            counting <= 1'b0;
            every_clock <= 1'b0;
            ticking <= 1'b0;
        end
    end
endmodule

// # The timer chip's cursor
//
// **Purpose.** Visits the slots of every tick, in order, and stops at each busy one until its list has been visited.
// It follows now and never passes it. With several wheels it visits, when wheel 0 begins a lap, the slots of the
// higher wheels that begin in that tick, from the highest down, and then wheel 0's.
//
// **Interface.** `word_address` goes to the busy bits, `word_data` comes back. `slot_mask` is the number of slots of a
// wheel less one, a power of two less one, 16 slots or more. `at` is the next tick to visit. With `busy` its slot on
// `wheel` is busy; `visited` says that the list has been dealt with. While `pause` is high no slot is asked for.
//
// **Timing.** A look takes four clocks: the word of `at` is read, masked, searched, and `at` moves to the first busy
// slot or past the slots looked at: one slot, or all to the end of the word if 16 ticks or more are to be visited. At
// 128 or more it runs: an empty word of 16 slots a clock, until it meets one that is not empty, which it then looks at
// as above, or until the lap ends. With several wheels a look at the beginning of a word takes a clock more, and each
// higher wheel's slot a look.
//
// **Invariants.** A look that begins in clock *c* is about ticks that are not after now in *c*, and sees the busy bits
// as written up to *c*. `at` never goes past a slot that was busy then without `visited`. Four clocks after the last
// one without `pause`, `at` stands still, and from the next clock on `wheel` is the one that is looked at or visited
// next: those above it have been dealt with.
module carillon_keeper_scan (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to tick 0: the next visit is tick 1.
    input  wire tick,                        // Now goes on by one.
    input  wire pause,                       // No slot may be asked for.
    input  wire [9:0] slot_mask,             // The slots of a wheel less one.
    input  wire [15:0] word_data,            // The word at last clock's `word_address`.
    input  wire visited,                     // The list of the slot at `at` has been visited.
    output wire [5:0] word_address,          // The word to read.
    output wire [31:0] at,                   // Low half of the next tick to visit.
    output wire busy,                        // The slot of `at` on `wheel` is busy; `at` stands still.
    output wire behind,                      // The cursor is behind now.
    output wire too_far,                     // It is 2^22 ticks or more behind.
    output wire looked                       // Slots have been looked at.
);
    localparam [31:0] RESET_TICK = 32'd1;
    localparam [2:0] STATE_LOOK = 3'd0;
    localparam [2:0] STATE_MASK = 3'd1;
    localparam [2:0] STATE_SEARCH = 3'd2;
    localparam [2:0] STATE_MOVE = 3'd3;
    localparam [2:0] STATE_RUN = 3'd4;
    localparam [2:0] STATE_STOP = 3'd5;

    reg [2:0] state;                         // What the cursor is doing.
    reg [31:0] next_tick;                    // Low half of the tick that the cursor is at.
    reg [4:0] step;                          // Ticks that the cursor goes on by at the next edge, 0 to 16.
    reg whole;                               // The look is at the rest of the word, not at one slot only.
    reg [15:0] word;                         // Busy slots of the word of one clock ago, those looked at.
    reg found;                               // The look found a busy slot, whose visit is not done.
    reg [5:0] fetch;                         // The word after the one that was read one clock ago.
    reg fetched;                             // In a run: the word read one clock ago is to be judged next.
    reg judged;                              // In a run: the word read two clocks ago is judged now.
    reg empty;                               // The word read two clocks ago has no busy slot.
    reg met;                                 // A run has met a word with a busy slot: a look follows.

    wire lag_sixteen, lag_many;
    wire first_found;
    wire [3:0] first_position;
    wire [3:0] offset = next_tick[3:0];
    wire [5:0] at_word = next_tick[9:4];
    wire [5:0] address = state == STATE_RUN ? fetch : at_word;
    wire [5:0] in_wheel = address & slot_mask[9:4];
    wire [15:0] mask = whole ? 16'hffff << offset : 16'd1 << offset;
    wire [4:0] stop =
        first_found ? {1'b0, first_position} :
        whole ? 5'd16 :
        {1'b0, offset} + 5'd1;
    wire [4:0] passed = stop - {1'b0, offset};

    carillon_keeper_scan_lag lag (
        .clock(clock), .clear(clear), .tick(tick), .step(step), .some(behind), .sixteen(lag_sixteen), .many(lag_many),
        .too_many(too_far)
    );

    carillon_keeper_scan_first first (
        .word(word), .found(first_found), .position(first_position)
    );

    assign word_address = in_wheel;
    assign looked = (state == STATE_MOVE) | ((state == STATE_RUN) & judged);
    assign at = next_tick;
    assign busy = state == STATE_STOP;

    always @(posedge clock) begin
        step <= 5'd0;
        next_tick <= next_tick + {27'd0, step};
        fetch <= address + 6'd1;
        word <= word_data & mask;
        fetched <= 1'b0;
        judged <= fetched;
        empty <= ~|word_data;
        case (state)
            STATE_LOOK: begin
                whole <= lag_sixteen;
                if (behind & ~pause) begin
                    state <= STATE_MASK;
                    if (lag_many & ~|offset & ~met) begin
                        fetched <= 1'b1;
                        state <= STATE_RUN;
                    end
                end
            end
            STATE_MASK: state <= STATE_SEARCH;
            STATE_SEARCH: begin
                met <= 1'b0;
                step <= passed;
                found <= first_found;
                state <= STATE_MOVE;
            end
            STATE_MOVE: begin
                state <= STATE_LOOK;
                if (found) state <= STATE_STOP;
            end
            STATE_RUN: begin
                fetched <= fetched & lag_many & ~pause;
                if (judged) begin
                    if (empty) begin
                        step <= 5'd16;
                    end else begin
                        met <= 1'b1;
                        fetched <= 1'b0;
                        judged <= 1'b0;
                        state <= STATE_LOOK;
                    end
                end
                if (~fetched & ~judged) begin
                    fetched <= 1'b0;
                    state <= STATE_LOOK;
                end
            end
            STATE_STOP: begin
                if (visited) begin
                    step <= 5'd1;
                    found <= 1'b0;
                    state <= STATE_MOVE;
                end
            end
            default: ;
        endcase
        if (clear) begin
            state <= STATE_LOOK;
            next_tick <= RESET_TICK;
            step <= 5'd0;
            found <= 1'b0;
            fetched <= 1'b0;
            judged <= 1'b0;
            met <= 1'b0;
        end
    end

    wire unused = &{1'b0, slot_mask[3:0]};
endmodule

// # How far the timer chip's cursor is behind now
//
// **Purpose.** Counts the ticks that have come and have not been visited: one count instead of two times and their
// difference.
//
// **Interface.** `tick` adds one, `step` (0 to 16 slots visited) takes off. `some`, `sixteen` and `many` say that
// there is at least 1, 16 or 128; `too_many` that there are 2^22 or more, or have been a few clocks ago.
//
// **Timing.** What comes in clock *c* shows in *c* + 1, but for `too_many`, which is some clocks older.
//
// **Invariants.** The count is `low` + 1024 `high`. A carry into `high` leaves 1024 or more in `low`, a borrow from it
// less than 1536, and `low` stays above 400 while there is anything in `high`: so `low` alone answers, and `high` has
// time to settle. Up to 2^42 ticks are counted.
module carillon_keeper_scan_lag (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the count to zero.
    input  wire tick,                        // Now goes on by one.
    input  wire [4:0] step,                  // Slots that have been visited.
    output wire some,                        // At least one tick is to be visited.
    output wire sixteen,                     // At least 16 are.
    output wire many,                        // At least 128 are.
    output wire too_many                     // At least 2^22 are.
);
    reg [11:0] low;                          // Ticks behind now, less the blocks of 1024 in the upper count.
    reg [31:0] high;                         // Blocks of 1024 ticks: the upper count.
    reg carry;                               // A block goes from the lower count to the upper one.
    reg borrow;                              // A block goes from the upper count to the lower one.
    reg some_high;                           // The upper count was not 0 one clock ago.
    reg far;                                 // The upper count was 2^12 or more one clock ago: 2^22 ticks.

    wire [11:0] sum = low - {7'd0, step};
    wire [11:0] rest = tick ? sum + 12'd1 : sum;
    wire [1:0] upper =
        borrow ? rest[11:10] + 2'd1 :
        carry ? rest[11:10] - 2'd1 :
        rest[11:10];
    wire [31:0] move_high =
        borrow ? 32'hffffffff :
        carry ? 32'd1 :
        32'd0;

    assign some = |low;
    assign sixteen = |low[11:4];
    assign many = |low[11:7];
    assign too_many = far;

    always @(posedge clock) begin
        high <= high + move_high;
        low <= {upper, rest[9:0]};
        carry <= low[11] & ~carry;
        borrow <= some_high & ~borrow & ~|low[11:9];
        some_high <= |high;
        far <= |high[31:12];
        if (clear) begin
            low <= 12'd0;
            high <= 32'd0;
            carry <= 1'b0;
            borrow <= 1'b0;
            some_high <= 1'b0;
            far <= 1'b0;
        end
    end
endmodule

// # Find the first set bit of a word
//
// **Purpose.** Tells the cursor which slot of a memory word is the first busy one.
//
// **Interface.** `word` in, `found` and `position` (0 to 15, the lowest set bit; 15 when none is set) out.
//
// **Timing.** Combinational: four groups of four bits side by side, then the first group that is not empty. The
// highest bit of a group need not be looked at: it is the answer when no other is.
//
// **Invariants.** `found` is the or of all bits; with `found`, bit `position` is set and none below it.
module carillon_keeper_scan_first (
    input  wire [15:0] word,                 // Sixteen candidates, one a bit.
    output wire found,                       // At least one candidate is set.
    output wire [3:0] position               // The lowest set candidate.
);
    wire any_0 = |word[3:0];
    wire any_1 = |word[7:4];
    wire any_2 = |word[11:8];
    wire any_3 = |word[15:12];
    wire [1:0] first_0 =
        word[0] ? 2'd0 :
        word[1] ? 2'd1 :
        word[2] ? 2'd2 :
        2'd3;
    wire [2:0] first_1 =
        word[4] ? 3'd4 :
        word[5] ? 3'd5 :
        word[6] ? 3'd6 :
        3'd7;
    wire [3:0] first_2 =
        word[8] ? 4'd8 :
        word[9] ? 4'd9 :
        word[10] ? 4'd10 :
        4'd11;
    wire [3:0] first_3 =
        word[12] ? 4'd12 :
        word[13] ? 4'd13 :
        word[14] ? 4'd14 :
        4'd15;

    assign found = any_0 | any_1 | any_2 | any_3;
    assign position =
        any_0 ? {2'd0, first_0} :
        any_1 ? {1'b0, first_1} :
        any_2 ? first_2 :
        first_3;
endmodule

// # A 64-bit counter whose carries are settled before they are needed
//
// **Purpose.** Counts now where all 64 bits are compared in every clock: for the alarm, and in the timer chip. A plain
// 64-bit adder would be the slowest path of the chip.
//
// **Interface.** `advance` (0 to 16 ticks) is added at each rising edge; `clear` sets the count to zero and wins.
//
// **Timing.** The outputs are registers. All 64 bits change at the same edge, so a reader never sees a torn value.
//
// **Invariants.** The count is cut into 10 + 11 + 11 + 16 + 16 bits. A carry leaves the low part at most once in 64
// clocks (1024 ticks at 16 a clock). `full_*` say which of the parts above it are all ones, up to three clocks late,
// and are always settled when a carry arrives: so no carry is longer than one part.
module carillon_keeper_now (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the count to zero.
    input  wire advance,                     // Ticks to add at the next edge, 0 to 16.
    output wire [31:0] low,                  // Bits 31 to 0 of the count.
    output wire [31:0] high                  // Bits 63 to 32 of the count.
);
    reg [9:0] part_0;                        // Bits 9 to 0 of the count.
    reg [10:0] part_1;                       // Bits 20 to 10 of the count.
    reg [10:0] part_2;                       // Bits 31 to 21 of the count.
    reg [15:0] part_3;                       // Bits 47 to 32 of the count.
    reg [15:0] part_4;                       // Bits 63 to 48 of the count.
    reg full_1;                              // Bits 20 to 10 are all ones, as known one clock late.
    reg full_2;                              // Bits 31 to 10 are all ones, as known up to two clocks late.
    reg full_3;                              // Bits 47 to 10 are all ones, as known up to three clocks late.

    wire [10:0] sum = {1'b0, part_0} + {10'd0, advance};
    wire carry = sum[10];

    assign low = {part_2, part_1, part_0};
    assign high = {part_4, part_3};

    always @(posedge clock) begin
        part_0 <= sum[9:0];
        full_1 <= &part_1;
        full_2 <= full_1 & &part_2;
        full_3 <= full_2 & &part_3;
        if (carry) part_1 <= part_1 + 11'd1;
        if (carry & full_1) part_2 <= part_2 + 11'd1;
        if (carry & full_2) part_3 <= part_3 + 16'd1;
        if (carry & full_3) part_4 <= part_4 + 16'd1;
        if (clear) begin
            part_0 <= 10'd0;
            part_1 <= 11'd0;
            part_2 <= 11'd0;
            part_3 <= 16'd0;
            part_4 <= 16'd0;
            full_1 <= 1'b0;
            full_2 <= 1'b0;
            full_3 <= 1'b0;
        end
    end
endmodule

// # The timer chip's busy bits
//
// **Purpose.** One bit for each slot, for a cursor that wants whole words. (The counter chip's cursor looks at a slot
// or asks whether a word is empty.)
//
// **Interface.** Written one bit at a time, read sixteen at a time.
//
// **Timing.** Data follow their address by one clock and show every write up to the clock of the address (write
// first).
//
// **Invariants.** Block RAM may give anything for a bit that is written while it is read; so the bit written is kept
// for a clock and put in its place.
module carillon_keeper_busy_bits (
    input  wire clock,                       // The one clock.
    input  wire [9:0] write_address,         // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire write_enable,                // Writes at the next edge.
    input  wire [5:0] read_address,          // Which word of sixteen bits to read.
    output wire [15:0] read_data             // The word at last clock's `read_address`; bit 0 is its lowest slot.
);
    reg [15:0] written;                      // Has a 1 at the bit written in the clock of the read, if any.
    reg written_data;                        // The write port's value one clock ago.

    wire [15:0] bits_read_data;
    wire [5:0] written_word = write_address[9:4] ^ read_address;

    carillon_keeper_busy_bits_bits bits (
        .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
        .read_address(read_address), .read_data(bits_read_data)
    );

    assign read_data = written_data ? bits_read_data | written : bits_read_data & ~written;

    always @(posedge clock) begin
        written <= 16'd0;
        if (write_enable & ~|written_word) written <= 16'd1 << write_address[3:0];
        written_data <= write_data;
    end
endmodule

// # A memory that is written by the bit and read by the word
//
// `read_data` is the word at last clock's `read_address`. A bit that is read at the edge of its write may be anything.
module carillon_keeper_busy_bits_bits (
    input  wire clock,
    input  wire [9:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire [5:0] read_address,
    output reg  [15:0] read_data
);
    (* ram_style = "block", no_rw_check *) reg [15:0] busy [63:0];

    integer i;

    always @(posedge clock) begin
        if (write_enable) begin
            for (i = 0; i <= 15; i = i + 1)
                if (write_address[3:0] == i[3:0]) busy[write_address[9:4]][i] <= write_data;
        end
        read_data <= busy[read_address];
    end
endmodule

// # The timer chip's list engine
//
// **Purpose.** Keeps the lists of timers in the records' memory: starts, stops and looks at timers, and visits the
// lists of busy slots. The record's format is in docs/timer-chip.md.
//
// With several wheels a timer is started on the highest one on which its slot is not the cursor's, and the visit of a
// slot of a higher wheel puts each timer that is due in one of the slot's ticks on the next lower wheel.
//
// **Interface.** `command` with `starting` or `stopping` (neither is a look), `timer` and `word` waits for `taken`. A
// look's word is `shown` when `looked_up`. `initialise` looks whether the records fit, a record a clock, and sweeps
// them; `ready` says that it is done. A visit begins when the cursor is `stopped` at tick `at` on `wheel` and ends
// with `visited`. `push` puts {`record`, `generation`, `at`} into the FIFO. `busy_write` writes the busy bit of
// `slot`. The `ask_*` ports go to the records' port.
//
// **Timing.** One state a transfer and a few between; with memory of one clock a transfer takes two. `now` counts for
// a start in the clock after `taken`. From that clock to the end of the start `pause` is high.
//
// Wide records have the link to the previous record in a word of its own, so it takes a transfer more to read or write
// both.
//
// **Invariants.** Between two commands and visits, each link has its mirror; only the states of links, of the tick due
// and of the period write. `next_record` is a record of the list that is being visited, or its head: a command that
// unlinks it moves it on, and with several wheels a start that links a timer at the end of the list moves it back to
// that timer. A list that is left not empty keeps its busy bit. A record is visited only with `room`.
module carillon_keeper_engine (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets everything; the records must be initialised again.
    input  wire initialise,                  // Sweeps the records.
    input  wire [15:0] timers,               // How many timers there are.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    // The word of `ask_record` and `ask_field` has a bit that the base address has as well.
    input  wire overlaps,
    input  wire [31:0] now,                  // Low half of now.
    input  wire command,                     // A command waits.
    input  wire starting,                    // It is a start.
    input  wire stopping,                    // It is a stop.
    input  wire absolute,                    // The start's word is a deadline.
    input  wire [15:0] timer,                // The command's timer.
    input  wire [31:0] word,                 // The start's interval or deadline.
    input  wire [23:0] at,                   // The tick that the cursor is at.
    input  wire stopped,                     // The cursor stands at a busy slot.
    input  wire behind,                      // The cursor is behind now.
    input  wire too_far,                     // The cursor is too far behind for ticks left to be told.
    input  wire looked,                      // The cursor has looked at slots.
    input  wire room,                        // The FIFO has a place.
    output wire ready,                       // The records are initialised.
    output wire size_refused,                // The sizes, or sizes and base, do not fit, so the sweep does not begin.
    output wire taken,                       // The command is taken.
    output wire deadline_refused,            // The deadline of the start that was taken is too far ahead.
    output wire looked_up,                   // The look is done.
    output wire [31:0] shown,                // What it shows.
    output wire pause,                       // The cursor must not ask for a slot.
    output wire visited,                     // The list of the cursor's slot has been visited.
    output wire busy_write,                  // Writes a busy bit.
    output wire busy,                        // Its new value.
    output wire [9:0] slot,                  // Its slot.
    output wire push,                        // `record` has expired.
    output wire [15:0] record,               // The timer at hand.
    output wire [6:0] generation,            // Its generation.
    output wire ask,                         // Port: begins a transfer.
    output wire ask_write,                   // Port: it is a write.
    output wire [15:0] ask_record,           // Port: of this record.
    output wire ask_field,                   // Port: which of its words.
    output wire [3:0] ask_select,            // Port: which bytes.
    output wire [31:0] ask_data,             // Port: what is written.
    input  wire free,                        // Port: a transfer may begin.
    input  wire answered,                    // Port: the transfer is done.
    input  wire [31:0] read_data             // Port: the word read.
);
    localparam [3:0] NEXT_BYTES = 4'd3;
    localparam [3:0] PREVIOUS_BYTES = 4'd12;
    localparam [1:0] TWO_TURNS = 2'd2;
    localparam [4:0] STATE_REST = 5'd0;
    localparam [4:0] STATE_FIT = 5'd1;
    localparam [4:0] STATE_SWEEP_LINKS = 5'd2;
    localparam [4:0] STATE_SWEEP_DUE = 5'd3;
    localparam [4:0] STATE_IDLE = 5'd4;
    localparam [4:0] STATE_HEAD = 5'd5;
    localparam [4:0] STATE_HEAD_WAIT = 5'd6;
    localparam [4:0] STATE_STEP = 5'd7;
    localparam [4:0] STATE_BEGIN = 5'd8;
    localparam [4:0] STATE_DEADLINE = 5'd9;
    localparam [4:0] STATE_READ_LINKS = 5'd10;
    localparam [4:0] STATE_READ_DUE = 5'd11;
    localparam [4:0] STATE_DECIDE = 5'd12;
    localparam [4:0] STATE_COUNT = 5'd13;
    localparam [4:0] STATE_ANSWER = 5'd14;
    localparam [4:0] STATE_COMPARE = 5'd15;
    localparam [4:0] STATE_UNLINK_NEXT = 5'd16;
    localparam [4:0] STATE_UNLINK_PREVIOUS = 5'd17;
    localparam [4:0] STATE_FREE = 5'd18;
    localparam [4:0] STATE_READ_HEAD = 5'd23;
    localparam [4:0] STATE_READ_HEAD_WAIT = 5'd24;
    localparam [4:0] STATE_LINK_NEXT = 5'd25;
    localparam [4:0] STATE_LINK_PREVIOUS = 5'd26;
    localparam [4:0] STATE_LINK_SELF = 5'd27;
    localparam [4:0] STATE_WRITE_DUE = 5'd28;

    reg [4:0] state;                         // What the engine is doing.
    reg [15:0] current;                      // The record at hand: a timer's, or in the sweep any.
    reg [15:0] next_link;                    // The next record, as read from the record at hand.
    reg [15:0] previous_link;                // The previous record; for linking, the last one of the list.
    reg [15:0] head;                         // Head of the slot that is meant; in the sweep the last record.
    reg [16:0] head_beyond;                  // Bits of the head's number that no link can hold.
    reg [15:0] next_record;                  // The record that the visit comes to next, or the head.
    reg [7:0] info;                          // Bit 7: the record's timer is periodic; 6 to 0: its generation.
    reg is_start;                            // The command under way is a start.
    reg is_stop;                             // The command under way is a stop.
    reg is_look;                             // The command under way is a look.
    reg initialised;                         // The sweep has written all records.
    reg visiting;                            // The list of the cursor's slot is being visited.
    reg kept;                                // The visit must leave its slot's busy bit set.
    reg [1:0] turns;                         // Steps of waiting work that go before the next command.
    reg at_last;                             // One clock ago the record at hand was that of the head.
    reg overlapped;                          // One clock ago a record had an address bit of the base.
    reg writes_busy;                         // A busy bit is written at the next edge.
    reg written;                             // The busy bit that is written becomes 1, else 0.
    reg [9:0] written_slot;                  // The slot that was meant one clock ago: that of the busy bit.
    reg refuses_size;                        // The sizes or the base were found wrong one clock ago.
    reg worked;                              // One clock ago a visit, or the cursor, had work to do.
    reg counts;                              // The tick due becomes now plus the interval.
    reg compares;                            // The deadline is compared with now.
    reg takes_deadline;                      // The tick due becomes the deadline, or the next tick.
    reg counts_left;                         // The tick due is replaced by the ticks left.

    wire expiry_too_far;
    wire [23:0] expiry_due, expiry_left;
    wire placing_reached;
    wire [15:0] of_wheel_slot;
    wire wants = (state == STATE_SWEEP_LINKS) | (state == STATE_SWEEP_DUE) | (state == STATE_HEAD)
        | (state == STATE_READ_LINKS) | (state == STATE_READ_DUE) | (state == STATE_UNLINK_NEXT)
        | (state == STATE_UNLINK_PREVIOUS) | (state == STATE_FREE) | (state == STATE_READ_HEAD)
        | (state == STATE_LINK_NEXT) | (state == STATE_LINK_PREVIOUS) | (state == STATE_LINK_SELF)
        | (state == STATE_WRITE_DUE);
    wire turn = state == STATE_IDLE ? looked : state == STATE_STEP;
    wire [15:0] next_value =
        state == STATE_UNLINK_NEXT ? next_link :
        state == STATE_LINK_SELF ? head :
        current;
    wire [15:0] previous_value =
        (state == STATE_UNLINK_PREVIOUS) | (state == STATE_LINK_SELF) ? previous_link :
        current;
    wire writes_due = (state == STATE_SWEEP_DUE) | (state == STATE_WRITE_DUE);
    wire [15:0] read_next = read_data[15:0];
    wire [15:0] read_previous = read_data[31:16];
    wire [15:0] tick =
        initialised ? ((state == STATE_IDLE) | (state == STATE_HEAD) | (state == STATE_HEAD_WAIT)
            | (state == STATE_STEP) ? at[15:0] : expiry_due[15:0]) :
        16'hffff;
    wire may_take = ~|turns | ~worked;
    wire linked = next_link != current;
    wire work = (visiting & room) | (~visiting & behind);
    wire takes = (state == STATE_IDLE) & command & may_take;
    wire is_command = is_start | is_stop;
    wire [7:0] read_info = read_data[31:24];
    wire [6:0] next_generation = read_data[30:24] + 7'd1;
    wire [16:0] head_sum = {1'b0, timers} + {1'b0, of_wheel_slot};
    wire go = wants & free;
    wire [31:0] links = {previous_value, next_value};

    carillon_keeper_engine_expiry expiry (
        .clock(clock), .clear(clear), .now(now), .word(word),
        .load_interval((state == STATE_IDLE) & command & may_take), .read_data(read_data[23:0]),
        .load_due((state == STATE_DECIDE) & answered & ~is_start), .count_from_now(counts), .compare(compares),
        .take_deadline(takes_deadline), .count_left(counts_left), .none_left(~linked | too_far), .due(expiry_due),
        .too_far(expiry_too_far), .left(expiry_left)
    );

    carillon_keeper_engine_placing placing (
        .clock(clock), .read_due(read_data[23:0]), .at(at), .reached(placing_reached)
    );

    carillon_keeper_engine_of_wheel of_wheel (
        .tick(tick), .slot_mask(slot_mask), .slot(of_wheel_slot)
    );

    assign ask_write = ~((state == STATE_HEAD) | (state == STATE_READ_LINKS) | (state == STATE_READ_DUE)
        | (state == STATE_READ_HEAD));
    assign ask_record =
        (state == STATE_HEAD) | (state == STATE_READ_HEAD) | (state == STATE_LINK_PREVIOUS) ? head :
        (state == STATE_UNLINK_NEXT) | (state == STATE_LINK_NEXT) ? previous_link :
        state == STATE_UNLINK_PREVIOUS ? next_link :
        current;
    assign ask_field = (state == STATE_FIT) | (state == STATE_SWEEP_DUE) | (state == STATE_READ_DUE)
        | (state == STATE_WRITE_DUE);
    assign ask_select =
        (state == STATE_UNLINK_NEXT) | (state == STATE_LINK_NEXT) ? NEXT_BYTES :
        (state == STATE_UNLINK_PREVIOUS) | (state == STATE_LINK_PREVIOUS) ? PREVIOUS_BYTES :
        4'd15;
    assign deadline_refused = (state == STATE_DEADLINE) & expiry_too_far;
    assign looked_up = state == STATE_ANSWER;
    assign visited = (state == STATE_STEP) & (current == head);
    assign push = (state == STATE_COMPARE) & placing_reached;
    assign ask = go;
    assign ask_data = writes_due ? {info, expiry_due} : links;
    assign taken = takes;
    assign ready = initialised;
    assign pause = is_start;
    assign busy_write = writes_busy;
    assign busy = written;
    assign slot = written_slot;
    assign size_refused = refuses_size;
    assign record = current;
    assign generation = info[6:0];
    assign shown = {linked, info[6:0], expiry_left};

    always @(posedge clock) begin
        counts <= 1'b0;
        compares <= 1'b0;
        takes_deadline <= 1'b0;
        counts_left <= 1'b0;
        refuses_size <= 1'b0;
        writes_busy <= 1'b0;
        written <= 1'b0;
        worked <= work;
        written_slot <= of_wheel_slot[9:0];
        if (~initialised) written_slot <= current[9:0] & slot_mask[9:0];
        head <= head_sum[15:0];
        head_beyond <= head_sum & 17'h10000;
        at_last <= current == head;
        overlapped <= 1'b0;
        case (state)
            STATE_REST: begin
                at_last <= 1'b0;
                current <= 16'd0;
                info <= 8'd0;
                if (initialise) begin
                    state <= STATE_FIT;
                    if (|head_beyond | ~|timers) begin
                        refuses_size <= 1'b1;
                        state <= STATE_REST;
                    end
                end
            end
            STATE_FIT: begin
                head <= head;
                overlapped <= overlaps;
                current <= current + 16'd1;
                if (at_last) begin
                    current <= 16'd0;
                    state <= STATE_SWEEP_LINKS;
                end
                if (overlapped) begin
                    refuses_size <= 1'b1;
                    state <= STATE_REST;
                end
            end
            STATE_SWEEP_LINKS: begin
                head <= head;
                if (free) state <= STATE_SWEEP_DUE;
            end
            STATE_SWEEP_DUE: begin
                head <= head;
                writes_busy <= 1'b1;
                if (free) begin
                    current <= current + 16'd1;
                    state <= STATE_SWEEP_LINKS;
                    if (at_last) begin
                        initialised <= 1'b1;
                        state <= STATE_IDLE;
                    end
                end
            end
            STATE_IDLE: begin
                is_start <= 1'b0;
                is_stop <= 1'b0;
                is_look <= 1'b0;
                if (command & may_take) begin
                    is_start <= starting;
                    is_stop <= stopping;
                    is_look <= ~starting & ~stopping;
                    current <= timer;
                    counts <= starting & ~absolute;
                    compares <= starting & absolute;
                    state <= STATE_BEGIN;
                end else if (visiting) begin
                    if (room) begin
                        current <= next_record;
                        state <= STATE_STEP;
                    end
                end else if (stopped) begin
                    state <= STATE_HEAD;
                end
            end
            STATE_HEAD: begin
                if (free) state <= STATE_HEAD_WAIT;
            end
            STATE_HEAD_WAIT: begin
                kept <= 1'b0;
                next_record <= read_next;
                if (answered) begin
                    visiting <= 1'b1;
                    state <= STATE_IDLE;
                end
            end
            STATE_STEP: begin
                state <= STATE_READ_LINKS;
                if (current == head) begin
                    writes_busy <= ~kept;
                    visiting <= 1'b0;
                    state <= STATE_IDLE;
                end
            end
            STATE_BEGIN: begin
                state <= STATE_READ_LINKS;
                takes_deadline <= compares;
                if (compares) state <= STATE_DEADLINE;
            end
            STATE_DEADLINE: begin
                state <= STATE_READ_LINKS;
                if (expiry_too_far) state <= STATE_IDLE;
            end
            STATE_READ_LINKS: begin
                if (free) state <= STATE_READ_DUE;
            end
            STATE_READ_DUE: begin
                if (answered) begin
                    next_link <= read_next;
                    previous_link <= read_previous;
                    state <= STATE_DECIDE;
                end
            end
            STATE_DECIDE: begin
                info <= read_info;
                if (is_command) info <= {1'b0, next_generation};
                if (answered) begin
                    if (is_look) begin
                        counts_left <= 1'b1;
                        state <= STATE_COUNT;
                    end else if (is_command) begin
                        if (linked) begin
                            state <= STATE_UNLINK_NEXT;
                        end else if (is_start) begin
                            state <= STATE_READ_HEAD;
                        end else begin
                            state <= STATE_WRITE_DUE;
                        end
                    end else begin
                        state <= STATE_COMPARE;
                    end
                end
            end
            STATE_COUNT: state <= STATE_ANSWER;
            STATE_ANSWER: state <= STATE_IDLE;
            STATE_COMPARE: begin
                next_record <= next_link;
                if (placing_reached) begin
                    state <= STATE_UNLINK_NEXT;
                end else begin
                    kept <= 1'b1;
                    state <= STATE_IDLE;
                end
            end
            STATE_UNLINK_NEXT: begin
                if (current == next_record) next_record <= next_link;
                if (free) state <= STATE_UNLINK_PREVIOUS;
            end
            STATE_UNLINK_PREVIOUS: begin
                if (free) begin
                    state <= STATE_FREE;
                    if (is_start) state <= STATE_READ_HEAD;
                end
            end
            STATE_FREE: begin
                if (free) begin
                    state <= STATE_IDLE;
                    if (is_stop) state <= STATE_WRITE_DUE;
                end
            end
            STATE_READ_HEAD: begin
                if (free) state <= STATE_READ_HEAD_WAIT;
            end
            STATE_READ_HEAD_WAIT: begin
                if (answered) begin
                    previous_link <= read_previous;
                    state <= STATE_LINK_NEXT;
                end
            end
            STATE_LINK_NEXT: begin
                writes_busy <= 1'b1;
                written <= 1'b1;
                kept <= 1'b1;
                if (free) state <= STATE_LINK_PREVIOUS;
            end
            STATE_LINK_PREVIOUS: begin
                if (free) state <= STATE_LINK_SELF;
            end
            STATE_LINK_SELF: begin
                if (free) state <= STATE_WRITE_DUE;
            end
            STATE_WRITE_DUE: begin
                if (free) state <= STATE_IDLE;
            end
            default: ;
        endcase
        if (turn & |turns) turns <= turns - 2'd1;
        if (takes) turns <= TWO_TURNS;
        if (clear) begin
            state <= STATE_REST;
            is_start <= 1'b0;
            is_stop <= 1'b0;
            is_look <= 1'b0;
            initialised <= 1'b0;
            visiting <= 1'b0;
            turns <= 2'd0;
        end
    end
endmodule

// # The arithmetic of the timer chip's list engine
//
// **Purpose.** Works out when a timer is due and how many ticks are left, with one adder.
//
// **Interface.** `interval` and `due` are the two registers. `compare` changes nothing; `take_deadline` comes in the
// clock after it.
//
// **Timing.** An operation in clock *c* shows in *c* + 1. Whether a deadline has passed is decided in the clock of
// `compare`; `too_far`, in the next clock, says that it was more than 2^23 ticks after now. `left` is for the clock
// after `count_left`: the ticks left, up to 2^23, or 0 with `none_left` or where the tick had passed, by up to 2^22.
//
// **Invariants.** `due` is a tick modulo 2^24. Both registers are 0 from `clear` to the first operation: they are
// written to each record as memory is initialised.
module carillon_keeper_engine_expiry (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Makes both registers 0.
    input  wire [31:0] now,                  // Low half of now.
    input  wire [31:0] word,                 // What the host gives.
    input  wire load_interval,               // The interval takes it.
    input  wire [23:0] read_data,            // What the memory gives.
    input  wire load_due,                    // `due` takes its low 24 bits.
    input  wire count_from_now,              // `due` becomes now and the interval.
    input  wire compare,                     // Compares the deadline with now.
    // `due` becomes the deadline, or the tick after that of `compare` if it has passed.
    input  wire take_deadline,
    input  wire count_left,                  // `due` becomes the ticks left.
    input  wire none_left,                   // There are none.
    output wire [23:0] due,                  // The tick at which the timer is due, modulo 2^24.
    output wire too_far,                     // The deadline is more than 2^23 ticks after now.
    output wire [23:0] left                  // The ticks left.
);
    reg [31:0] held_interval;                // The command's word, or the period that was read.
    reg [23:0] held_due;                     // The tick due, modulo 2^24; after a look the ticks left.
    reg [9:0] ahead;                         // Bits 31 to 22 of the sum of one clock ago: its sign and size.
    reg past_parity;                         // Bit 0 of now one clock ago.

    wire [31:0] base =
        count_left ? ~{8'd0, held_due} :
        take_deadline ? (now[0] == past_parity ? 32'd1 : 32'd0) :
        held_interval;
    wire [31:0] addend = compare ? ~now : now;
    wire [31:0] sum = base + addend;
    wire passed = ahead[9];

    assign too_far = ~ahead[9] & |ahead[8:1];
    assign due = held_due;
    assign left = none_left | ~|ahead[1:0] ? 24'd0 : held_due;

    always @(posedge clock) begin
        past_parity <= now[0];
        ahead <= sum[31:22];
        if (load_interval) held_interval <= word;
        if (load_due) held_due <= read_data;
        if (count_from_now | take_deadline) held_due <= sum[23:0];
        if (take_deadline & ~passed) held_due <= held_interval[23:0];
        if (count_left) held_due <= ~sum[23:0];
        if (clear) begin
            held_interval <= 32'd0;
            held_due <= 24'd0;
        end
    end
endmodule

// # Where a timer is put
//
// **Purpose.** Compares the tick at which a timer is due with the cursor's, wheel by wheel.
//
// **Interface.** `due`, `read_due` and `at` are ticks modulo 2^24. `reached` says that a timer in the slot that is
// visited, which is due at `read_due`, is so in one of the slot's ticks; on wheel 0, in the cursor's.
//
// **Timing.** `reached` follows its inputs a clock later.
//
// **Invariants.** The highest wheel's share of a tick is all bits above the other wheels'.
module carillon_keeper_engine_placing (
    input  wire clock,                       // The one clock.
    input  wire [23:0] read_due,             // That of the timer that is visited, as it is read.
    input  wire [23:0] at,                   // The cursor's.
    output wire reached                      // The timer that is visited is due in the slot.
);
    reg is_reached;                          // The timer read one clock ago is due in the slot visited.

    wire [23:0] read_differs = read_due ^ at;
    wire differs_0 = |read_differs;

    assign reached = is_reached;

    always @(posedge clock) is_reached <= ~differs_0;
endmodule

// # The slot of a tick on one of the wheels
//
// **Purpose.** Numbers the slots of all wheels: the one that a tick has on a wheel.
//
// **Interface.** Wheel *k* of 2^w slots takes bits *kw* to *kw* + *w* - 1 of the `tick`, and its slots follow those of
// the wheels below. With one wheel `slot_mask`, its slots less one, is the host's choice; with several it is
// fixed, and `wheel` says which one is meant.
//
// **Timing.** Without a clock: `slot` follows its inputs.
//
// **Invariants.** No two slots of any wheels have one number, and each is less than the number of all slots.
module carillon_keeper_engine_of_wheel (
    input  wire [15:0] tick,                 // The tick.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    output wire [15:0] slot                  // The slot's number.
);
    assign slot = tick & slot_mask;
endmodule

// # The timer chip's event FIFO
//
// **Purpose.** Keeps which timers have expired, and when, until the host has acknowledged them.
//
// **Interface.** `push` puts `timer`, `generation` and `tick` behind the others; it must not come without `room`.
// `pop` drops the head. `valid` says that the head shown is an event. Depth 2^1 to 2^10.
//
// **Timing.** An event that is pushed in clock *c* is shown, where it is the head, from *c* + 2 on. After a pop the
// next head is there in the next clock.
//
// **Invariants.** Events leave in the order in which they came; `level` counts them.
module carillon_keeper_events (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Empties the FIFO.
    input  wire push,                        // A timer has expired.
    input  wire [15:0] timer,                // Its number.
    input  wire [6:0] generation,            // The generation of its start.
    input  wire [31:0] tick,                 // Low half of the tick at which it was due.
    input  wire pop,                         // Drops the head.
    output wire room,                        // There is a place.
    output wire valid,                       // The head is an event.
    output wire [15:0] head_timer,           // The head's timer.
    output wire [6:0] head_generation,       // The head's generation.
    output wire [31:0] head_tick             // The head's tick.
);
    reg write_pointer;                       // The entry that the next event goes to.
    reg read_pointer;                        // The entry of the head.
    reg [1:0] level;                         // Events in the FIFO.
    reg head_valid;                          // There is a head, and it was pushed two clocks ago or more.

    wire [22:0] timers_read_data;
    wire [1:0] after_push = push ? level + 2'd1 : level;
    wire next_read = pop ? read_pointer + 1'b1 : read_pointer;

    carillon_keeper_events_timers timers (
        .clock(clock), .write_address(write_pointer), .write_data({timer, generation}), .write_enable(push),
        .read_address(next_read), .read_data(timers_read_data)
    );

    carillon_keeper_events_ticks ticks (
        .clock(clock), .write_address(write_pointer), .write_data(tick), .write_enable(push),
        .read_address(next_read), .read_data(head_tick)
    );

    assign room = ~level[1];
    assign valid = head_valid;
    assign head_generation = timers_read_data[6:0];
    assign head_timer = timers_read_data[22:7];

    always @(posedge clock) begin
        if (push) write_pointer <= write_pointer + 1'b1;
        level <= after_push;
        head_valid <= |level;
        if (pop) begin
            level <= after_push - 2'd1;
            head_valid <= level > 2'd1;
        end
        read_pointer <= next_read;
        if (clear) begin
            write_pointer <= 1'b0;
            read_pointer <= 1'b0;
            level <= 2'd0;
            head_valid <= 1'b0;
        end
    end
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_keeper_events_timers (
    input  wire clock,
    input  wire write_address,
    input  wire [22:0] write_data,
    input  wire write_enable,
    input  wire read_address,
    output reg  [22:0] read_data
);
    (* no_rw_check *) reg [22:0] entries [1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_keeper_events_ticks (
    input  wire clock,
    input  wire write_address,
    input  wire [31:0] write_data,
    input  wire write_enable,
    input  wire read_address,
    output reg  [31:0] read_data
);
    (* no_rw_check *) reg [31:0] entries [1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # The port to the records' memory
//
// **Purpose.** Reads and writes the memory that holds the timer chip's lists: the master of a pipelined Wishbone B4
// bus of 32 bits, with word addresses.
//
// **Interface.** `ask` with `write`, `address`, `select` and `data` begins a transfer; it must come with `free` only.
// `answered` ends it, and in that clock the word read is on the bus.
//
// **Timing.** Asked for in clock *c*, on the bus from *c* + 1, where it stays until it is accepted (`memory_stall`
// low). The memory may answer in the clock in which it accepts or in any later one. A new transfer may be asked for in
// the clock of `answered`. All outputs to the memory are registers.
//
// **Invariants.** At most one transfer is under way, and its request does not change. A transfer that ends with
// `memory_err` is repeated, so each is `answered` once; `failing` is high from the clock after an error to that of the
// answer. `clear` drops the bus cycle; the memory must then forget what it has accepted.
module carillon_keeper_port (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Drops the transfer under way.
    input  wire ask,                         // Begins a transfer.
    input  wire write,                       // It is a write.
    input  wire [29:0] address,              // Its word.
    input  wire [3:0] select,                // The bytes that it writes.
    input  wire [31:0] data,                 // What it writes.
    output wire free,                        // A transfer may be asked for.
    output wire answered,                    // The transfer is done.
    output wire failing,                     // The last answer was an error, and the transfer is repeated.
    output wire failed,                      // An error has come in.
    output wire memory_cyc,                  // A bus cycle is under way.
    output wire memory_stb,                  // A transfer is asked for.
    output wire memory_we,                   // It is a write.
    output wire [3:0] memory_sel,            // Which bytes.
    output wire [29:0] memory_adr,           // Which word.
    output wire [31:0] memory_dat_w,         // The word to write.
    input  wire memory_ack,                  // The transfer is done.
    input  wire memory_err,                  // The transfer has failed.
    input  wire memory_stall                 // No transfer is accepted in this clock.
);
    reg under_way;                           // A transfer was begun and is not done.
    reg asking;                              // The transfer is on the bus and not yet accepted.
    reg repeating;                           // The transfer has met an error and is repeated.
    reg held_write;                          // The transfer, or the latest one, is a write.
    reg [29:0] held_address;                 // Word address of the transfer, or of the latest one.
    reg [3:0] held_select;                   // Which bytes the transfer, or the latest one, is of.
    reg [31:0] held_data;                    // The word given with the transfer, or with the latest one.

    wire done = under_way & memory_ack;
    wire refused = under_way & memory_err;

    assign free = done | ~under_way;
    assign answered = done;
    assign failing = repeating;
    assign failed = refused;
    assign memory_cyc = under_way;
    assign memory_stb = asking;
    assign memory_we = held_write;
    assign memory_sel = held_select;
    assign memory_adr = held_address;
    assign memory_dat_w = held_data;

    always @(posedge clock) begin
        if (~memory_stall) asking <= 1'b0;
        if (refused) begin
            asking <= 1'b1;
            repeating <= 1'b1;
        end
        if (done) begin
            under_way <= 1'b0;
            asking <= 1'b0;
            repeating <= 1'b0;
        end
        if (ask) begin
            under_way <= 1'b1;
            asking <= 1'b1;
            held_write <= write;
            held_address <= address;
            held_select <= select;
            held_data <= data;
        end
        if (clear) begin
            under_way <= 1'b0;
            asking <= 1'b0;
            repeating <= 1'b0;
        end
    end
endmodule

`default_nettype wire
