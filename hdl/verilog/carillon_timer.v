// SPDX-License-Identifier: MIT OR Apache-2.0
// The Carillon timer chip behind its register bus. Version 0.1.0.
// With it goes carillon_shared.v.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The timer chip but for its bus adapter
//
// **Purpose.** Joins the registers with what keeps the timers.
//
// **Interface.** The register bus (see carillon_shared.v). `window` and `index` name a timer's word,
// `stray` an address outside. The `memory_*` ports are a pipelined Wishbone master's; with memory inside it asks for
// nothing.
//
// **Timing.** With `bus_execute` in clock *e*: `bus_done` of a write in *e* + 1, of a read in *e* + 2, of a timer's
// word when the command is taken or the look is answered; of `NEXT_EXPIRY` when it is answered. A setting shows in *e*
// + 2. A read shows what was true in the clock of `bus_done`.
//
// **Invariants.** A reset, of the pin or of `CTRL.reset`, reaches all parts one clock later. Only the pin ends a
// transfer of the memory in the next clock: rule 3.20 of Wishbone B4.
module carillon_timer #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer FIFO_BITS  = 4,        // Room for 2^FIFO_BITS events, 1 to 10.
    parameter integer PERIODIC   = 0,        // 1: periodic timers; a record has four words.
    parameter integer WIDE       = 0,        // 1: up to 2^20 timers; a record has four words.
    parameter integer TIMER_BITS = 0,        // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
    parameter integer LOOK_AHEAD = 0,        // 1: `NEXT_EXPIRY`.
    parameter integer COALESCING = 0         // 1: `INTR_COALESCE`.
) (
    input  wire clock,                       // The one clock.
    input  wire reset,                       // Synchronous reset, high.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `bus_done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `bus_done` on.
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
    // A parameter out of its range: no tool finds the module that is named after the fault, and each says so.
    generate
        if (WHEELS < 1 || WHEELS > 3) WHEELS_must_be_1_to_3 wrong ();
        if (SLOT_BITS < 10 || SLOT_BITS > 15) SLOT_BITS_must_be_10_to_15 wrong ();
        if (FIFO_BITS < 1 || FIFO_BITS > 10) FIFO_BITS_must_be_1_to_10 wrong ();
        if (PERIODIC < 0 || PERIODIC > 1) PERIODIC_must_be_0_or_1 wrong ();
        if (WIDE < 0 || WIDE > 1) WIDE_must_be_0_or_1 wrong ();
        if (TIMER_BITS != 0 && (TIMER_BITS < 4 || TIMER_BITS > 15)) TIMER_BITS_must_be_0_or_4_to_15 wrong ();
        if (LOOK_AHEAD < 0 || LOOK_AHEAD > 1) LOOK_AHEAD_must_be_0_or_1 wrong ();
        if (COALESCING < 0 || COALESCING > 1) COALESCING_must_be_0_or_1 wrong ();
        if (WIDE != 0 && TIMER_BITS != 0) WIDE_must_be_0_with_TIMER_BITS wrong ();
        if (WHEELS * (SLOT_BITS + 1 - WHEELS) > 24) SLOT_BITS_must_be_less_with_these_WHEELS wrong ();
    endgenerate

    localparam [0:0] INSIDE = TIMER_BITS != 0;
    localparam [0:0] LOOKS_AHEAD = LOOK_AHEAD != 0;
    // The bits of `INTR_STATE` that there are: `EVENT`, `ERROR` and `HALF_PERIOD`.
    localparam [4:0] INTERRUPTS = 5'd21;
    localparam [5:0] TIMER_WORD = 6'd13;

    reg clearing;                            // A reset, of the pin or of `CTRL`, in the clock before.

    wire written_ctrl, written_prescale, written_timer, written_timer_word, written_event_ack, written_intr_state,
        written_intr_enable, written_intr_test, written_intr_coalesce, written_error, written_start_mode,
        written_timers, written_wheel_bits, written_memory_base, selected_status, selected_now_lo, selected_now_hi,
        selected_cursor_lo, selected_event, selected_event_tick, selected_intr_state, selected_error,
        selected_timer_word, selected_next_expiry, asked_timer_word, asked_next_expiry;
    wire registers_setting_refused, registers_word_done, registers_refused, registers_command, registers_starting,
        registers_stopping, registers_periodic, registers_absolute, registers_pop, registers_enable,
        registers_locked, registers_initialise, registers_soft_reset, registers_error_level;
    wire [3:0] registers_sequence_number;
    wire [10:0] registers_errors;
    wire [15:0] registers_slot_mask;
    wire [19:0] registers_timer;
    wire [20:0] registers_timers;
    wire [23:0] registers_prescale;
    wire [29:0] registers_base;
    wire [31:0] read_back_word;
    wire interrupt_attention;
    wire [4:0] interrupt_state;
    wire coalescing_announced;
    wire keeper_ready, keeper_size_refused, keeper_taken, keeper_deadline_refused, keeper_looked_up, keeper_tick,
        keeper_half_period, keeper_behind, keeper_too_far, keeper_full, keeper_event_valid, keeper_memory_failed,
        keeper_memory_failing, keeper_memory_cyc, keeper_memory_stb;
    wire [6:0] keeper_event_generation;
    wire [10:0] keeper_event_count;
    wire [19:0] keeper_event_timer;
    wire [31:0] keeper_shown, keeper_now_low, keeper_now_high, keeper_at, keeper_event_tick;
    wire records_ack;
    wire [31:0] records_dat_r;
    wire [5:0] address =
        window ? TIMER_WORD :
        stray ? 6'd63 :
        bus_address;
    wire ahead = selected_next_expiry & LOOKS_AHEAD;

    carillon_timer_register_file #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .PERIODIC(PERIODIC != 0), .WIDE(WIDE != 0),
        .TIMER_BITS(TIMER_BITS), .LOOK_AHEAD(LOOK_AHEAD != 0), .COALESCING(COALESCING != 0)
    ) register_file (
        .clock(clock), .clear(clearing), .bus_execute(bus_execute), .bus_write(bus_write), .bus_whole(bus_whole),
        .bus_address(address), .bus_data(bus_data), .bus_done(bus_done), .bus_failed(bus_failed),
        .bus_read_data(bus_read_data), .refused(registers_setting_refused), .refused_late(1'b0),
        .postponed(written_timer_word), .answered(registers_word_done), .live(read_back_word),
        .written_ctrl(written_ctrl), .written_prescale(written_prescale), .written_timer(written_timer),
        .written_timer_word(written_timer_word), .written_event_ack(written_event_ack),
        .written_intr_state(written_intr_state), .written_intr_enable(written_intr_enable),
        .written_intr_test(written_intr_test), .written_intr_coalesce(written_intr_coalesce),
        .written_error(written_error), .written_start_mode(written_start_mode), .written_timers(written_timers),
        .written_wheel_bits(written_wheel_bits), .written_memory_base(written_memory_base),
        .selected_status(selected_status), .selected_now_lo(selected_now_lo), .selected_now_hi(selected_now_hi),
        .selected_cursor_lo(selected_cursor_lo), .selected_event(selected_event),
        .selected_event_tick(selected_event_tick), .selected_intr_state(selected_intr_state),
        .selected_error(selected_error), .selected_timer_word(selected_timer_word),
        .selected_next_expiry(selected_next_expiry), .asked_timer_word(asked_timer_word),
        .asked_next_expiry(asked_next_expiry)
    );

    carillon_timer_registers #(
        .WHEELS(WHEELS), .WHEEL_BITS(SLOT_BITS + 1 - WHEELS), .PERIODIC(PERIODIC != 0), .WIDE(WIDE != 0),
        .TIMER_BITS(TIMER_BITS)
    ) registers (
        .clock(clock), .clear(clearing), .write(bus_write), .data(bus_data), .window(window), .index(index),
        .write_ctrl(written_ctrl), .write_prescale(written_prescale), .write_timer(written_timer),
        .write_timer_word(written_timer_word), .write_event_ack(written_event_ack), .write_error(written_error),
        .write_start_mode(written_start_mode), .write_timers(written_timers), .write_wheel_bits(written_wheel_bits),
        .write_memory_base(written_memory_base), .ask_timer_word(asked_timer_word),
        .ask_next_expiry(asked_next_expiry), .ahead(ahead), .access_failed(bus_failed),
        .setting_refused(registers_setting_refused), .word_done(registers_word_done), .refused(registers_refused),
        .command(registers_command), .starting(registers_starting), .stopping(registers_stopping),
        .periodic(registers_periodic), .absolute(registers_absolute), .timer(registers_timer), .taken(keeper_taken),
        .looked_up(keeper_looked_up), .deadline_refused(keeper_deadline_refused), .size_refused(keeper_size_refused),
        .ready(keeper_ready), .too_far(keeper_too_far), .memory_failed(keeper_memory_failed),
        .memory_failing(keeper_memory_failing), .event_valid(keeper_event_valid), .pop(registers_pop),
        .sequence_number(registers_sequence_number), .enable(registers_enable), .locked(registers_locked),
        .initialise(registers_initialise), .soft_reset(registers_soft_reset), .prescale(registers_prescale),
        .timers(registers_timers), .slot_mask(registers_slot_mask), .base(registers_base), .errors(registers_errors),
        .error_level(registers_error_level)
    );

    carillon_timer_read_back read_back (
        .is_status(selected_status), .is_now_lo(selected_now_lo), .is_now_hi(selected_now_hi),
        .is_cursor(selected_cursor_lo), .is_event(selected_event), .is_event_tick(selected_event_tick),
        .is_intr_state(selected_intr_state), .is_error(selected_error), .is_timer(selected_timer_word | ahead),
        .refused(registers_refused), .shown(keeper_shown), .ready(keeper_ready), .locked(registers_locked),
        .fifo_full(keeper_full), .behind(keeper_behind), .memory_failing(keeper_memory_failing),
        .now_low(keeper_now_low), .now_high(keeper_now_high), .cursor(keeper_at), .event_valid(keeper_event_valid),
        .event_timer(keeper_event_timer), .event_generation(keeper_event_generation), .event_tick(keeper_event_tick),
        .sequence_number(registers_sequence_number), .intr_state(interrupt_state), .errors(registers_errors),
        .word(read_back_word)
    );

    carillon_interrupt interrupt (
        .clock(clock), .clear(clearing), .event_level(coalescing_announced), .error_level(registers_error_level),
        .alarm_reached(1'b0), .late_overflow(1'b0), .half_period(keeper_half_period),
        .write_state(written_intr_state), .write_enables(written_intr_enable), .write_test(written_intr_test),
        .data(bus_data[4:0] & INTERRUPTS), .state(interrupt_state), .attention(interrupt_attention), .irq(irq)
    );

    carillon_timer_keeper #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_BITS(SLOT_BITS + 1 - WHEELS), .FIFO_BITS(FIFO_BITS),
        .PERIODIC(PERIODIC != 0), .WIDE(WIDE != 0), .LOOK_AHEAD(LOOK_AHEAD != 0)
    ) keeper (
        .clock(clock), .clear(clearing), .reset(reset), .enable(registers_enable), .prescale(registers_prescale),
        .initialise(registers_initialise), .timers(registers_timers), .slot_mask(registers_slot_mask),
        .base(registers_base), .command(registers_command), .starting(registers_starting),
        .stopping(registers_stopping), .periodic(registers_periodic), .absolute(registers_absolute), .ahead(ahead),
        .timer(registers_timer), .word(bus_data), .pop(registers_pop), .ready(keeper_ready),
        .size_refused(keeper_size_refused), .taken(keeper_taken), .deadline_refused(keeper_deadline_refused),
        .looked_up(keeper_looked_up), .shown(keeper_shown), .tick(keeper_tick), .now_low(keeper_now_low),
        .now_high(keeper_now_high), .half_period(keeper_half_period), .at(keeper_at), .behind(keeper_behind),
        .too_far(keeper_too_far), .full(keeper_full), .event_count(keeper_event_count),
        .event_valid(keeper_event_valid), .event_timer(keeper_event_timer),
        .event_generation(keeper_event_generation), .event_tick(keeper_event_tick),
        .memory_failed(keeper_memory_failed), .memory_failing(keeper_memory_failing), .memory_cyc(keeper_memory_cyc),
        .memory_stb(keeper_memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_dat_r(INSIDE ? records_dat_r : memory_dat_r),
        .memory_ack(INSIDE ? records_ack : memory_ack), .memory_err(~INSIDE & memory_err),
        .memory_stall(~INSIDE & memory_stall)
    );

    generate
        if (COALESCING != 0) begin : with_coalescing
            carillon_coalescing coalescing (
                .clock(clock), .clear(clearing), .write(written_intr_coalesce), .data(bus_data[23:0]),
                .event_valid(keeper_event_valid), .event_level(keeper_event_count), .fifo_full(keeper_full),
                .tick(keeper_tick), .announced(coalescing_announced)
            );
        end else begin : without_coalescing
            assign coalescing_announced = keeper_event_valid;

            wire unused = &{1'b0, written_intr_coalesce, keeper_tick, keeper_event_count};
        end

        if (INSIDE) begin : with_records
            carillon_timer_records #(
                .SLOT_BITS(SLOT_BITS), .PERIODIC(PERIODIC != 0), .TIMER_BITS(TIMER_BITS)
            ) records (
                .clock(clock), .stb(keeper_memory_stb), .we(memory_we), .sel(memory_sel), .adr(memory_adr),
                .dat_w(memory_dat_w), .dat_r(records_dat_r), .ack(records_ack)
            );
        end else begin : without_records
            assign records_dat_r = 32'd0;
            assign records_ack = 1'b0;

            wire unused = &{1'b0, memory_we, memory_sel, memory_adr, memory_dat_w};
        end
    endgenerate

    assign memory_cyc = keeper_memory_cyc & ~INSIDE;
    assign memory_stb = keeper_memory_stb & ~INSIDE;

    always @(posedge clock) clearing <= reset | registers_soft_reset;

    wire unused = &{1'b0, interrupt_attention};
endmodule

// # The register file
//
// **Purpose.** The bus side of the register map: answers every access, tells the other parts which register is
// written, keeps what can be read back, and gathers the word that a read shows. All of it follows from the rows of the
// register map.
//
// **Interface.** The register bus (see carillon_shared.v). `written_*` is a strobe for each register whose write
// makes some part do something. `selected_*` is high for each register that shows what a part does, which is then to
// be on `live`, where all else is 0; some of these words take time (`asked_*`) and are there with `answered`. Every
// other register that can be read is a constant, or shows what was written last: to add one, add its row to the map.
// One that makes a part do something, or shows what a part does, needs its wire in the lists below as well. `refused`
// and, a clock later, `refused_late` say that a write does not count, `postponed` that it is not done at once.
//
// **Timing.** With `bus_execute` in clock *e*: `bus_failed`, `asked_*` and `written_*` in *e* + 1; `bus_done` of a
// write or of a failed access in *e* + 1, of a read in *e* + 2, of a word that is asked for in the clock of `answered`,
// *e* + 2 or later, of a write that is postponed in that of `answered`, *e* + 1 or later. `read_data` is a register: it
// shows from the clock after `bus_done` what was true in that clock. `refused` and `postponed` belong to *e* + 1,
// `refused_late` to *e* + 2. A read that is executed in the clock before `clear` is forgotten; after `clear`
// `read_data` is 0.
//
// **Invariants.** Each access has one `bus_done`. At most one strobe is high, and none with `bus_failed`. Nothing that
// is read changes by being read. What is written in *e* stands in memory before the next `bus_execute`.
//
// **What is kept** lies in one memory, which has what was written last. A flip-flop for each register says whether it
// was written since the last reset; if not, its word after reset is shown. So a reset takes one clock, and what the
// memory begins with does not matter. Bits without a field are written too, and are 0 in the register behind the
// memory, which takes each word over first, since a block RAM is slow to show one.
module carillon_timer_register_file #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer FIFO_BITS  = 4,        // Room for 2^FIFO_BITS events, 1 to 10.
    parameter [0:0] PERIODIC     = 0,        // 1: periodic timers; a record has four words.
    parameter [0:0] WIDE         = 0,        // 1: up to 2^20 timers; a record has four words.
    parameter integer TIMER_BITS = 0,        // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
    parameter [0:0] LOOK_AHEAD   = 0,        // 1: `NEXT_EXPIRY`.
    parameter [0:0] COALESCING   = 0         // 1: `INTR_COALESCE`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to reset values.
    input  wire bus_execute,                 // An access is made in this clock.
    input  wire bus_write,                   // It is a write.
    input  wire bus_whole,                   // It writes all four bytes.
    input  wire [5:0] bus_address,           // Its word address.
    input  wire [31:0] bus_data,             // The word written.
    output wire bus_done,                    // The access is done.
    output wire bus_failed,                  // With `bus_done`: it has failed.
    output wire [31:0] bus_read_data,        // The word read, from the clock after `bus_done` on.
    input  wire refused,                     // What is written in this clock does not count.
    input  wire refused_late,                // What was written in the clock before does not count.
    // What is written in this clock takes time: it is done when `answered` comes.
    input  wire postponed,
    input  wire answered,                    // The word asked for is there, or what was postponed is done.
    input  wire [31:0] live,                 // What is selected of the other parts; 0 where nothing is.
    output wire written_ctrl,
    output wire written_prescale,
    output wire written_timer,
    output wire written_timer_word,
    output wire written_event_ack,
    output wire written_intr_state,
    output wire written_intr_enable,
    output wire written_intr_test,
    output wire written_intr_coalesce,
    output wire written_error,
    output wire written_start_mode,
    output wire written_timers,
    output wire written_wheel_bits,
    output wire written_memory_base,
    output wire selected_status,
    output wire selected_now_lo,
    output wire selected_now_hi,
    output wire selected_cursor_lo,
    output wire selected_event,
    output wire selected_event_tick,
    output wire selected_intr_state,
    output wire selected_error,
    output wire selected_timer_word,
    output wire selected_next_expiry,
    output wire asked_timer_word,
    output wire asked_next_expiry
);
    // Word addresses.
    localparam [5:0] ADDR_ID            = 6'h00;
    localparam [5:0] ADDR_VERSION       = 6'h01;
    localparam [5:0] ADDR_PARAMS        = 6'h02;
    localparam [5:0] ADDR_SCRATCH       = 6'h03;
    localparam [5:0] ADDR_CTRL          = 6'h04;
    localparam [5:0] ADDR_STATUS        = 6'h05;
    localparam [5:0] ADDR_PRESCALE      = 6'h06;
    localparam [5:0] ADDR_NOW_LO        = 6'h08;
    localparam [5:0] ADDR_NOW_HI        = 6'h09;
    localparam [5:0] ADDR_CURSOR_LO     = 6'h0a;
    localparam [5:0] ADDR_TIMER         = 6'h0c;
    localparam [5:0] ADDR_TIMER_WORD    = 6'h0d;
    localparam [5:0] ADDR_EVENT         = 6'h0e;
    localparam [5:0] ADDR_EVENT_TICK    = 6'h0f;
    localparam [5:0] ADDR_EVENT_ACK     = 6'h10;
    localparam [5:0] ADDR_INTR_STATE    = 6'h11;
    localparam [5:0] ADDR_INTR_ENABLE   = 6'h12;
    localparam [5:0] ADDR_INTR_TEST     = 6'h13;
    localparam [5:0] ADDR_INTR_COALESCE = 6'h14;
    localparam [5:0] ADDR_ERROR         = 6'h15;
    localparam [5:0] ADDR_START_MODE    = 6'h16;
    localparam [5:0] ADDR_TIMERS        = 6'h18;
    localparam [5:0] ADDR_WHEEL_BITS    = 6'h19;
    localparam [5:0] ADDR_MEMORY_BASE   = 6'h1a;
    localparam [5:0] ADDR_NEXT_EXPIRY   = 6'h1b;

    localparam [31:0] ID      = 32'h4341_5254;
    localparam [31:0] VERSION = 32'h0000_0100;
    localparam [31:0] PARAMS  = {8'd0, LOOK_AHEAD, COALESCING, WIDE, TIMER_BITS[3:0], PERIODIC, 3'd0, FIFO_BITS[3:0],
        SLOT_BITS[4:0], WHEELS[3:0]};

    reg executed;                            // An access was made in the clock before.
    reg acting;                              // It was a write that found its register.
    reg failing;                             // It found no register, or wrote part of a word.
    reg asking;                              // It was a read of a word that takes time.
    reg silent;                              // The access shows no word: a write, or one that failed.
    reg showing;                             // A read is done; its word is taken over at the next edge.
    reg keeping;                             // What was written goes to memory, unless refused late.
    reg [31:0] hidden;                       // Bits of the word from memory that are not shown.
    reg [31:0] stored;                       // The word from memory, without bits that have no field.
    reg [31:0] untouched;                    // The word after reset, while the register was not written.
    reg [31:0] answer;                       // The word read; 0 after a write or a reset.
    reg is_ctrl;                             // The access is to `CTRL`.
    reg is_prescale;                         // The access is to `PRESCALE`.
    reg is_timer;                            // The access is to `TIMER`.
    reg is_timer_word;                       // The access is to `TIMER_WORD`.
    reg is_event_ack;                        // The access is to `EVENT_ACK`.
    reg is_intr_state;                       // The access is to `INTR_STATE`.
    reg is_intr_enable;                      // The access is to `INTR_ENABLE`.
    reg is_intr_test;                        // The access is to `INTR_TEST`.
    reg is_intr_coalesce;                    // The access is to `INTR_COALESCE`.
    reg is_error;                            // The access is to `ERROR`.
    reg is_start_mode;                       // The access is to `START_MODE`.
    reg is_timers;                           // The access is to `TIMERS`.
    reg is_wheel_bits;                       // The access is to `WHEEL_BITS`.
    reg is_memory_base;                      // The access is to `MEMORY_BASE`.
    reg is_status;                           // The access is to `STATUS`.
    reg is_now_lo;                           // The access is to `NOW_LO`.
    reg is_now_hi;                           // The access is to `NOW_HI`.
    reg is_cursor_lo;                        // The access is to `CURSOR_LO`.
    reg is_event;                            // The access is to `EVENT`.
    reg is_event_tick;                       // The access is to `EVENT_TICK`.
    reg is_next_expiry;                      // The access is to `NEXT_EXPIRY`.
    reg holds_scratch;                       // `SCRATCH` has been written since the last reset.
    reg holds_ctrl;                          // `CTRL` has been written since the last reset.
    reg holds_prescale;                      // `PRESCALE` has been written since the last reset.
    reg holds_intr_enable;                   // `INTR_ENABLE` has been written since the last reset.
    reg holds_intr_coalesce;                 // `INTR_COALESCE` has been written since the last reset.

    wire [31:0] memory_read_data;

    // What there is at an address; none of these is a flip-flop.
    reg there;                               // There is a register.
    reg slow;                                // It takes time to read.
    reg held;                                // It has been written since the last reset.
    reg [31:0] fields;                       // Its bits that show what was written.
    reg [31:0] first;                        // What it shows until it is written.

    wire known = there & (bus_whole | ~bus_write);
    wire keep = keeping & ~refused_late;

    always @* begin
        there = 1'b1;
        slow = 1'b0;
        held = 1'b0;
        fields = 32'd0;
        first = 32'd0;
        case (bus_address)
            ADDR_STATUS, ADDR_NOW_LO, ADDR_NOW_HI, ADDR_CURSOR_LO, ADDR_TIMER, ADDR_EVENT, ADDR_EVENT_TICK,
            ADDR_EVENT_ACK, ADDR_INTR_STATE, ADDR_INTR_TEST, ADDR_ERROR, ADDR_START_MODE, ADDR_TIMERS,
            ADDR_WHEEL_BITS, ADDR_MEMORY_BASE: ;
            ADDR_TIMER_WORD: slow = 1'b1;
            ADDR_ID: first = ID;
            ADDR_VERSION: first = VERSION;
            ADDR_PARAMS: first = PARAMS;
            ADDR_SCRATCH: begin
                held = holds_scratch;
                fields = 32'hffff_ffff;
            end
            ADDR_CTRL: begin
                held = holds_ctrl;
                fields = 32'd1;
            end
            ADDR_PRESCALE: begin
                held = holds_prescale;
                fields = 32'h00ff_ffff;
                first = 32'd1;
            end
            ADDR_INTR_ENABLE: begin
                held = holds_intr_enable;
                fields = 32'h0000_0015;
            end
            ADDR_INTR_COALESCE: if (COALESCING) begin
                held = holds_intr_coalesce;
                fields = 32'h00ff_ffff;
            end else there = 1'b0;
            ADDR_NEXT_EXPIRY: if (LOOK_AHEAD) slow = 1'b1; else there = 1'b0;
            default: there = 1'b0;
        endcase
    end

    carillon_memory #(.WIDTH(32), .ADDRESS_BITS(6)) memory (
        .clock(clock), .write_address(bus_address), .write_data(bus_data), .write_enable(keep),
        .read_address(bus_address), .read_data(memory_read_data)
    );

    assign written_ctrl = acting & is_ctrl;
    assign written_prescale = acting & is_prescale;
    assign written_timer = acting & is_timer;
    assign written_timer_word = acting & is_timer_word;
    assign written_event_ack = acting & is_event_ack;
    assign written_intr_state = acting & is_intr_state;
    assign written_intr_enable = acting & is_intr_enable;
    assign written_intr_test = acting & is_intr_test;
    assign written_intr_coalesce = acting & is_intr_coalesce;
    assign written_error = acting & is_error;
    assign written_start_mode = acting & is_start_mode;
    assign written_timers = acting & is_timers;
    assign written_wheel_bits = acting & is_wheel_bits;
    assign written_memory_base = acting & is_memory_base;
    assign selected_status = is_status;
    assign selected_now_lo = is_now_lo;
    assign selected_now_hi = is_now_hi;
    assign selected_cursor_lo = is_cursor_lo;
    assign selected_event = is_event;
    assign selected_event_tick = is_event_tick;
    assign selected_intr_state = is_intr_state;
    assign selected_error = is_error;
    assign selected_timer_word = is_timer_word;
    assign selected_next_expiry = is_next_expiry;
    assign asked_timer_word = asking & is_timer_word;
    assign asked_next_expiry = asking & is_next_expiry;
    assign bus_done = (executed & silent & ~postponed) | showing | answered;
    assign bus_failed = failing;
    assign bus_read_data = answer;

    integer n;

    always @(posedge clock) begin
        executed <= bus_execute;
        acting <= bus_execute & bus_write & known;
        failing <= bus_execute & ~known;
        asking <= bus_execute & ~bus_write & there & slow;
        silent <= bus_write | ~known;
        is_ctrl <= bus_address == ADDR_CTRL;
        is_prescale <= bus_address == ADDR_PRESCALE;
        is_timer <= bus_address == ADDR_TIMER;
        is_timer_word <= bus_address == ADDR_TIMER_WORD;
        is_event_ack <= bus_address == ADDR_EVENT_ACK;
        is_intr_state <= bus_address == ADDR_INTR_STATE;
        is_intr_enable <= bus_address == ADDR_INTR_ENABLE;
        is_intr_test <= bus_address == ADDR_INTR_TEST;
        is_intr_coalesce <= bus_address == ADDR_INTR_COALESCE;
        is_error <= bus_address == ADDR_ERROR;
        is_start_mode <= bus_address == ADDR_START_MODE;
        is_timers <= bus_address == ADDR_TIMERS;
        is_wheel_bits <= bus_address == ADDR_WHEEL_BITS;
        is_memory_base <= bus_address == ADDR_MEMORY_BASE;
        is_status <= bus_address == ADDR_STATUS;
        is_now_lo <= bus_address == ADDR_NOW_LO;
        is_now_hi <= bus_address == ADDR_NOW_HI;
        is_cursor_lo <= bus_address == ADDR_CURSOR_LO;
        is_event <= bus_address == ADDR_EVENT;
        is_event_tick <= bus_address == ADDR_EVENT_TICK;
        is_next_expiry <= bus_address == ADDR_NEXT_EXPIRY;
        showing <= executed & ~silent & ~(asking | clear);
        keeping <= acting & ~refused & ~clear;
        if (keep) begin
            if (bus_address == ADDR_SCRATCH) holds_scratch <= 1'b1;
            if (is_ctrl) holds_ctrl <= 1'b1;
            if (is_prescale) holds_prescale <= 1'b1;
            if (is_intr_enable) holds_intr_enable <= 1'b1;
            if (is_intr_coalesce) holds_intr_coalesce <= COALESCING;
        end
        if (clear) begin
            holds_scratch <= 1'b0;
            holds_ctrl <= 1'b0;
            holds_prescale <= 1'b0;
            holds_intr_enable <= 1'b0;
            holds_intr_coalesce <= 1'b0;
        end
        // Kept inverted, so that no reset below needs an inverter.
        hidden <= {32{~held}} | ~fields;
        // Each flip-flop is reset where its bit is not shown: that costs no look-up table, as a mask would.
        stored <= memory_read_data;
        for (n = 0; n < 32; n = n + 1)
            if (hidden[n]) stored[n] <= 1'b0;
        untouched <= {32{~held}} & first;
        if (bus_done | clear) answer <= silent | clear ? 32'd0 : live | stored | untouched;
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
module carillon_timer_registers #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer WHEEL_BITS = 10,       // 2^WHEEL_BITS of them for each wheel.
    parameter [0:0] PERIODIC     = 0,        // 1: periodic timers; a record has four words.
    parameter [0:0] WIDE         = 0,        // 1: up to 2^20 timers; a record has four words.
    parameter integer TIMER_BITS = 0         // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
) (
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
    input  wire ask_next_expiry,             // `NEXT_EXPIRY` is asked for.
    input  wire ahead,                       // The look is at the next expiry, not at a timer.
    input  wire access_failed,               // An access has found no register, or has written part of a word.
    output wire setting_refused,             // A setting is written and not taken.
    output wire word_done,                   // The command or the look is done.
    output wire refused,                     // With `word_done`: it was refused.
    output wire command,                     // A command waits.
    output wire starting,                    // It is a start.
    output wire stopping,                    // It is a stop.
    output wire periodic,                    // The start is of a periodic timer.
    output wire absolute,                    // The start's word is a deadline.
    output wire [19:0] timer,                // The command's timer.
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
    output wire [20:0] timers,               // How many timers there are.
    output wire [15:0] slot_mask,            // The slots of a wheel less one.
    output wire [29:0] base,                 // The word address of record 0.
    output wire [10:0] errors,               // `ERROR`.
    output wire error_level                  // Some bit of `ERROR` is set.
);
    localparam [0:0] ONE_WHEEL = WHEELS == 1;
    localparam [0:0] INSIDE = TIMER_BITS != 0;
    localparam [0:0] LIMITED = WIDE != 0 || TIMER_BITS != 0;
    localparam [20:0] MOST_TIMERS = TIMER_BITS == 0 ? 1 << 20 : 1 << TIMER_BITS;
    localparam [31:0] BEYOND_COUNT = WIDE ? 32'hffe00000 : 32'hffff0000;
    localparam [4:0] FEWEST_WHEEL_BITS = WHEELS == 1 ? 5'd4 : WHEEL_BITS[4:0];
    localparam [4:0] MOST_WHEEL_BITS = WHEEL_BITS[4:0];
    localparam [15:0] RESET_MASK = WHEELS == 1 ? 15 : (1 << WHEEL_BITS) - 1;
    localparam [23:0] RESET_CLOCKS = 24'd1;

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
    reg [20:0] count;                        // `TIMERS`.
    reg [15:0] mask;                         // The slots of a wheel less one, of `WHEEL_BITS`.
    reg [29:0] record_0;                     // `MEMORY_BASE`, the word address of record 0.
    reg [3:0] pops;                          // Events acknowledged since the last reset, modulo 16.
    reg [10:0] sticky_errors;                // `ERROR`.
    reg some_error;                          // Some bit of `ERROR` was set in the clock before.

    wire [19:0] named = window ? index : number;
    wire [20:0] given_timers = data[20:0] & ~BEYOND_COUNT[20:0];
    wire [4:0] wheel_bits = data[4:0];
    wire [3:0] sequence_given = data[30:27];
    wire begins = write_timer_word | ask_timer_word | ask_next_expiry;
    wire pending = begins | waiting;
    wire stray = bad_timer & ~ahead;
    wire starts = write & (some_data | mode_absolute);
    wire bad_interval = starts & ((too_long & ~mode_absolute) | (mode_periodic & (mode_absolute | ~PERIODIC)));
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
    wire memory_error = memory_failed;
    wire [10:0] new_errors = {memory_error, behind_error, interval_error | deadline_refused, access_failed,
        ready_error | too_soon, zero_error, stale_error, empty_error, locked_error, size_error, timer_error};
    wire [10:0] cleared_errors = write_error ? data[10:0] : 11'd0;

    assign command = waiting & acceptable & ~looking & ~memory_failing;
    assign starting = starts;
    assign stopping = write & ~starts;
    assign periodic = mode_periodic;
    assign absolute = mode_absolute;
    assign timer = named;
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
        bad_timer <= {1'b0, named} >= count;
        some_data <= |data;
        too_long <= |data[31:23];
        bad_count <= |(data & BEYOND_COUNT) | ~|data | (LIMITED & (given_timers > MOST_TIMERS));
        bad_wheel <= |data[31:5] | (wheel_bits < FEWEST_WHEEL_BITS) | (wheel_bits > MOST_WHEEL_BITS);
        no_clocks <= ~|data[23:0];
        sequence_right <= sequence_given == pops;
        unready <= ~ready;
        strange <= ready & stray;
        too_much <= ready & ~stray & bad_interval;
        too_late <= ready & ~stray & ~bad_interval & starts & too_far;
        judged <= pending;
        acceptable <= pending & ready & ~stray & ~bad_interval & ~(starts & too_far);
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
        if (write_wheel_bits & settles & ~bad_wheel & ONE_WHEEL) mask <= ~(16'hffff << wheel_bits);
        if (write_memory_base & settles & ~INSIDE) record_0 <= data[29:0];
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
            count <= 21'd0;
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
// word, `shown` is the word, if the look was not `refused`; so it is of `NEXT_EXPIRY`.
//
// **Timing.** None: it has no registers. The register file takes `word` over in the clock in which the access is done.
module carillon_timer_read_back (
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
    input  wire [19:0] event_timer,          // Its timer.
    input  wire [6:0] event_generation,      // Its generation.
    input  wire [31:0] event_tick,           // Its tick.
    input  wire [3:0] sequence_number,       // Events acknowledged, modulo 16.
    input  wire [4:0] intr_state,            // `INTR_STATE`.
    input  wire [10:0] errors,               // `ERROR`.
    output wire [31:0] word                  // What is to be shown.
);
    wire [31:0] event_word = {1'b0, sequence_number, event_generation, event_timer} | 32'h80000000;
    wire [10:0] status = {5'd0, memory_failing, behind, fifo_full, event_valid, locked, ready};
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
        is_status ? status :
        11'd0;
    wire [31:0] of_timer = is_timer & ~refused ? shown : 32'd0;

    assign word = of_time | of_event | {21'd0, of_status} | of_timer;
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
module carillon_timer_keeper #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer WHEEL_BITS = 10,       // 2^WHEEL_BITS of them for each wheel.
    parameter integer FIFO_BITS  = 4,        // Room for 2^FIFO_BITS events, 1 to 10.
    parameter [0:0] PERIODIC     = 0,        // 1: periodic timers; a record has four words.
    parameter [0:0] WIDE         = 0,        // 1: up to 2^20 timers; a record has four words.
    parameter [0:0] LOOK_AHEAD   = 0         // 1: `NEXT_EXPIRY`.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to the state after a reset.
    // The reset pin: ends a transfer of the memory. `clear` follows in the next clock.
    input  wire reset,
    input  wire enable,                      // Time passes.
    input  wire [23:0] prescale,             // Clocks a tick.
    input  wire initialise,                  // Sweeps the records.
    input  wire [20:0] timers,               // How many timers there are.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    input  wire [29:0] base,                 // The word address of record 0.
    input  wire command,                     // A command waits.
    input  wire starting,                    // It is a start.
    input  wire stopping,                    // It is a stop.
    input  wire periodic,                    // The start is of a periodic timer.
    input  wire absolute,                    // The start's word is a deadline.
    input  wire ahead,                       // A look is at the next expiry, not at a timer.
    input  wire [19:0] timer,                // The command's timer.
    input  wire [31:0] word,                 // The start's interval or deadline.
    input  wire pop,                         // The FIFO drops its head.
    output wire ready,                       // The records are initialised.
    output wire size_refused,                // The sizes do not fit.
    output wire taken,                       // The command is taken.
    output wire deadline_refused,            // The deadline of the start that was taken is too far ahead.
    output wire looked_up,                   // The look is done.
    output wire [31:0] shown,                // What it shows.
    output wire tick,                        // Now goes on by one.
    output wire [31:0] now_low,              // Now, low half.
    output wire [31:0] now_high,             // Now, high half.
    output wire half_period,                 // Now has crossed a multiple of 2^31.
    output wire [31:0] at,                   // Low half of the next tick to visit.
    output wire behind,                      // The cursor is behind now.
    output wire too_far,                     // It is 2^22 ticks or more behind.
    output wire full,                        // The FIFO is full.
    output wire [10:0] event_count,          // Events in the FIFO.
    output wire event_valid,                 // The FIFO's head is an event.
    output wire [19:0] event_timer,          // Its timer.
    output wire [6:0] event_generation,      // Its generation.
    output wire [31:0] event_tick,           // Low half of its tick.
    output wire memory_failed,               // The memory has answered with an error.
    output wire memory_failing,              // It has done so last.
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
    localparam [0:0] FOUR_WORDS_A_RECORD = PERIODIC | WIDE;

    reg previous_half;                       // Bit 31 of now one clock ago; 0 after a reset.

    wire scan_busy, scan_looked;
    wire [1:0] scan_wheel;
    wire [15:0] scan_word_address;
    wire [15:0] busy_bits_read_data;
    wire engine_search, engine_pause, engine_visited, engine_busy_write, engine_busy, engine_push, engine_ask,
        engine_ask_write;
    wire [1:0] engine_ask_field;
    wire [3:0] engine_ask_select;
    wire [6:0] engine_generation;
    wire [15:0] engine_slot;
    wire [20:0] engine_record, engine_ask_record;
    wire [31:0] engine_shown, engine_ask_data;
    wire next_expiry_done, next_expiry_none;
    wire [24:0] next_expiry_ticks;
    wire events_room;
    wire port_free, port_answered;
    wire half = now_low[31];
    wire [29:0] two_words = {8'd0, {engine_ask_record, 1'b0} | {20'd0, engine_ask_field}};
    wire [29:0] four_words = {7'd0, engine_ask_record, engine_ask_field};
    wire [29:0] record_word = FOUR_WORDS_A_RECORD ? four_words : two_words;

    carillon_time_base time_base (
        .clock(clock), .clear(clear), .enable(enable), .prescale(prescale), .tick(tick)
    );

    carillon_timer_scan #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) scan (
        .clock(clock), .clear(clear), .tick(tick), .pause(engine_pause), .slot_mask(slot_mask),
        .word_data(busy_bits_read_data), .visited(engine_visited), .word_address(scan_word_address), .at(at),
        .busy(scan_busy), .wheel(scan_wheel), .behind(behind), .too_far(too_far), .looked(scan_looked)
    );

    carillon_now now (
        .clock(clock), .clear(clear), .advance({4'd0, tick}), .low(now_low), .high(now_high)
    );

    carillon_timer_busy_bits #(.SLOT_BITS(SLOT_BITS)) busy_bits (
        .clock(clock), .write_address({4'd0, engine_slot}), .write_data(engine_busy),
        .write_enable(engine_busy_write), .read_address(scan_word_address), .read_data(busy_bits_read_data)
    );

    carillon_timer_engine #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_BITS(WHEEL_BITS), .PERIODIC(PERIODIC), .WIDE(WIDE)
    ) engine (
        .clock(clock), .clear(clear), .initialise(initialise), .timers(timers), .slot_mask(slot_mask),
        .overlaps(|(base & record_word)), .now(now_low), .command(command), .starting(starting), .stopping(stopping),
        .periodic(periodic), .absolute(absolute), .ahead(ahead), .searched(next_expiry_done), .timer(timer),
        .word(word), .at(at), .wheel(scan_wheel), .stopped(scan_busy), .behind(behind), .too_far(too_far),
        .looked(scan_looked), .room(events_room), .ready(ready), .size_refused(size_refused), .taken(taken),
        .deadline_refused(deadline_refused), .looked_up(looked_up), .shown(engine_shown), .search(engine_search),
        .pause(engine_pause), .visited(engine_visited), .busy_write(engine_busy_write), .busy(engine_busy),
        .slot(engine_slot), .push(engine_push), .record(engine_record), .generation(engine_generation),
        .ask(engine_ask), .ask_write(engine_ask_write), .ask_record(engine_ask_record), .ask_field(engine_ask_field),
        .ask_select(engine_ask_select), .ask_data(engine_ask_data), .free(port_free), .answered(port_answered),
        .read_data(memory_dat_r)
    );

    carillon_timer_events #(.FIFO_BITS(FIFO_BITS)) events (
        .clock(clock), .clear(clear), .push(engine_push), .timer(engine_record[19:0]), .generation(engine_generation),
        .tick(at), .pop(pop), .room(events_room), .count(event_count), .valid(event_valid), .head_timer(event_timer),
        .head_generation(event_generation), .head_tick(event_tick)
    );

    carillon_timer_port port (
        .clock(clock), .clear(clear | reset), .ask(engine_ask), .write(engine_ask_write),
        .address(base | record_word), .select(engine_ask_select), .data(engine_ask_data), .free(port_free),
        .answered(port_answered), .failing(memory_failing), .failed(memory_failed), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_ack(memory_ack), .memory_err(memory_err), .memory_stall(memory_stall)
    );

    generate
        if (LOOK_AHEAD) begin : with_next_expiry
            carillon_timer_next_expiry #(
                .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .WHEEL_BITS(WHEEL_BITS)
            ) next_expiry (
                .clock(clock), .clear(clear), .write_enable(engine_busy_write), .write_address({4'd0, engine_slot}),
                .write_data(engine_busy), .ask(engine_search), .slot_mask(slot_mask), .at(at), .now(now_low),
                .too_far(too_far), .done(next_expiry_done), .ticks(next_expiry_ticks), .none(next_expiry_none)
            );
        end else begin : without_next_expiry
            assign next_expiry_done = 1'b0;
            assign next_expiry_ticks = 25'd0;
            assign next_expiry_none = 1'b0;

            wire unused = &{1'b0, engine_search};
        end
    endgenerate

    assign shown = ahead ? {next_expiry_none, 6'd0, next_expiry_ticks} : engine_shown;
    assign half_period = half ^ previous_half;
    assign full = ~events_room;

    always @(posedge clock) previous_half <= half & ~clear;

    wire unused = &{1'b0, engine_record[20]};
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
module carillon_timer_scan #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer WHEEL_BITS = 10        // 2^WHEEL_BITS of them for each wheel.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to tick 0: the next visit is tick 1.
    input  wire tick,                        // Now goes on by one.
    input  wire pause,                       // No slot may be asked for.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    input  wire [15:0] word_data,            // The word at last clock's `word_address`.
    input  wire visited,                     // The list of the slot at `at` has been visited.
    output wire [15:0] word_address,         // The word to read.
    output wire [31:0] at,                   // Low half of the next tick to visit.
    output wire busy,                        // The slot of `at` on `wheel` is busy; `at` stands still.
    output wire [1:0] wheel,                 // Which wheel is looked at or visited.
    output wire behind,                      // The cursor is behind now.
    output wire too_far,                     // It is 2^22 ticks or more behind.
    output wire looked                       // Slots have been looked at.
);
    localparam [0:0] SEVERAL = WHEELS > 1;
    localparam [0:0] THREE = WHEELS > 2;
    localparam [15:0] WORD_MASK = (1 << (WHEEL_BITS - 4)) - 1;
    localparam [23:0] BELOW_1 = (1 << WHEEL_BITS) - 1;
    localparam [23:0] BELOW_2 = (1 << (2 * WHEEL_BITS)) - 1;
    localparam [31:0] RESET_TICK = 32'd1;
    localparam [2:0] STATE_LOOK = 3'd0;
    localparam [2:0] STATE_MASK = 3'd1;
    localparam [2:0] STATE_SEARCH = 3'd2;
    localparam [2:0] STATE_MOVE = 3'd3;
    localparam [2:0] STATE_RUN = 3'd4;
    localparam [2:0] STATE_STOP = 3'd5;

    reg [2:0] state;                         // What the cursor is doing.
    reg [1:0] level;                         // Wheel at hand: down from the highest that begins a slot.
    reg entered;                             // The highest wheel to look at in this tick has been found.
    reg [31:0] next_tick;                    // Low half of the tick that the cursor is at.
    reg [4:0] step;                          // Ticks that the cursor goes on by at the next edge, 0 to 16.
    reg whole;                               // The look is at the rest of the word, not at one slot only.
    reg [15:0] word;                         // Busy slots of the word of one clock ago, those looked at.
    reg found;                               // The look found a busy slot, whose visit is not done.
    reg [15:0] fetch;                        // The word after the one that was read one clock ago.
    reg fetched;                             // In a run: the word read one clock ago is to be judged next.
    reg judged;                              // In a run: the word read two clocks ago is judged now.
    reg empty;                               // The word read two clocks ago has no busy slot.
    reg met;                                 // A run has met a word with a busy slot: a look follows.

    wire lag_sixteen, lag_many;
    wire first_found;
    wire [3:0] first_position;
    wire [15:0] of_wheel_slot;
    wire [23:0] at_low = next_tick[23:0];
    wire [1:0] highest = SEVERAL & ~|(at_low & BELOW_1) ? (THREE & ~|(at_low & BELOW_2) ? 2'd2 : 2'd1) : 2'd0;
    wire upper = SEVERAL & |level;
    wire [3:0] offset = upper ? of_wheel_slot[3:0] : next_tick[3:0];
    wire [15:0] at_word = next_tick[19:4];
    wire [15:0] address = state == STATE_RUN ? fetch : at_word;
    wire [15:0] in_wheel = {4'd0, address[11:0] & slot_mask[15:4]};
    wire ends_lap = SEVERAL & ~|in_wheel;
    wire enters = SEVERAL & ~entered & ~|offset;
    wire [15:0] mask = whole ? 16'hffff << offset : 16'd1 << offset;
    wire [4:0] stop =
        first_found ? {1'b0, first_position} :
        whole ? 5'd16 :
        {1'b0, offset} + 5'd1;
    wire [4:0] passed = stop - {1'b0, offset};

    carillon_timer_lag lag (
        .clock(clock), .clear(clear), .tick(tick), .step(step), .some(behind), .sixteen(lag_sixteen), .many(lag_many),
        .too_many(too_far)
    );

    carillon_find_first first (
        .word(word), .found(first_found), .position(first_position)
    );

    carillon_timer_wheel_slot #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) of_wheel (
        .tick(at_low), .wheel(level), .slot_mask(slot_mask), .slot(of_wheel_slot)
    );

    assign word_address = upper ? {4'd0, of_wheel_slot[15:4]} : in_wheel;
    assign looked = (state == STATE_MOVE) | ((state == STATE_RUN) & judged);
    assign at = next_tick;
    assign busy = state == STATE_STOP;
    assign wheel = level;

    always @(posedge clock) begin
        step <= 5'd0;
        next_tick <= next_tick + {27'd0, step};
        if (|step) entered <= 1'b0;
        fetch <= (address + 16'd1) & WORD_MASK;
        word <= word_data & mask;
        fetched <= 1'b0;
        judged <= fetched;
        empty <= ~|word_data;
        case (state)
            STATE_LOOK: begin
                whole <= lag_sixteen & ~upper;
                if (SEVERAL & ~entered) begin
                    level <= highest;
                    entered <= 1'b1;
                end
                if (behind & ~pause & ~enters) begin
                    state <= STATE_MASK;
                    if (lag_many & ~|offset & ~met & ~upper) begin
                        fetched <= 1'b1;
                        state <= STATE_RUN;
                    end
                end
            end
            STATE_MASK: state <= STATE_SEARCH;
            STATE_SEARCH: begin
                met <= 1'b0;
                if (~upper) step <= passed;
                found <= first_found;
                state <= STATE_MOVE;
            end
            STATE_MOVE: begin
                state <= STATE_LOOK;
                if (found) begin
                    state <= STATE_STOP;
                end else if (upper) begin
                    level <= level - 2'd1;
                end
            end
            STATE_RUN: begin
                fetched <= fetched & lag_many & ~pause & ~ends_lap;
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
                    if (~upper) step <= 5'd1;
                    found <= 1'b0;
                    state <= STATE_MOVE;
                end
            end
            default: ;
        endcase
        if (clear) begin
            state <= STATE_LOOK;
            level <= 2'd0;
            entered <= 1'b0;
            next_tick <= RESET_TICK;
            step <= 5'd0;
            found <= 1'b0;
            fetched <= 1'b0;
            judged <= 1'b0;
            met <= 1'b0;
        end
    end
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
module carillon_timer_lag (
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
module carillon_timer_wheel_slot #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer WHEEL_BITS = 10        // 2^WHEEL_BITS of them for each wheel.
) (
    input  wire [23:0] tick,                 // The tick.
    input  wire [1:0] wheel,                 // On this wheel.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    output wire [15:0] slot                  // The slot's number.
);
    localparam [0:0] SEVERAL = WHEELS > 1;
    localparam [4:0] SHIFT_1 = WHEEL_BITS[4:0];
    localparam [4:0] SHIFT_2 = WHEEL_BITS[4:0] << 1;
    localparam [15:0] FIRST_1 = 1 << WHEEL_BITS;
    localparam [15:0] FIRST_2 = 2 << WHEEL_BITS;
    localparam [1:0] WHEEL_1 = 2'd1;
    localparam [1:0] WHEEL_2 = 2'd2;

    wire [23:0] digit =
        SEVERAL & (wheel == WHEEL_2) ? tick >> SHIFT_2 :
        SEVERAL & (wheel == WHEEL_1) ? tick >> SHIFT_1 :
        tick;
    wire [15:0] first =
        SEVERAL & (wheel == WHEEL_2) ? FIRST_2 :
        SEVERAL & (wheel == WHEEL_1) ? FIRST_1 :
        16'd0;

    assign slot = (digit[15:0] & slot_mask) | first;

    wire unused = &{1'b0, digit[23:16]};
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
module carillon_timer_busy_bits #(
    parameter integer SLOT_BITS = 10         // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
) (
    input  wire clock,                       // The one clock.
    input  wire [19:0] write_address,        // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire write_enable,                // Writes at the next edge.
    input  wire [15:0] read_address,         // Which word of sixteen bits to read.
    output wire [15:0] read_data             // The word at last clock's `read_address`; bit 0 is its lowest slot.
);
    localparam [15:0] WORD_MASK = (1 << (SLOT_BITS - 4)) - 1;

    reg [15:0] written;                      // Has a 1 at the bit written in the clock of the read, if any.
    reg written_data;                        // The write port's value one clock ago.

    wire [15:0] bits_read_data;
    wire [15:0] written_word = (write_address[19:4] ^ read_address) & WORD_MASK;

    carillon_bit_memory #(.ADDRESS_BITS(SLOT_BITS), .ONE_PORT(0)) bits (
        .clock(clock), .write_address(write_address[SLOT_BITS-1:0]), .write_data(write_data),
        .write_enable(write_enable), .whole(1'b0), .read_address(read_address[SLOT_BITS-5:0]),
        .read_data(bits_read_data)
    );

    assign read_data = written_data ? bits_read_data | written : bits_read_data & ~written;

    always @(posedge clock) begin
        written <= 16'd0;
        if (write_enable & ~|written_word) written <= 16'd1 << write_address[3:0];
        written_data <= write_data;
    end

    wire unused = &{1'b0, write_address, read_address};
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
// look's word is `shown` when `looked_up`. A look with `ahead` is at the busy bits: `search` begins it, `searched`
// ends it. `initialise` looks whether the records fit, a record a clock, and sweeps them; `ready` says that it is
// done. A visit begins when the cursor is `stopped` at tick `at` on `wheel` and ends with `visited`. `push` puts
// {`record`, `generation`, `at`} into the FIFO. `busy_write` writes the busy bit of `slot`. The `ask_*` ports go to
// the records' port.
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
module carillon_timer_engine #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer WHEEL_BITS = 10,       // 2^WHEEL_BITS of them for each wheel.
    parameter [0:0] PERIODIC     = 0,        // 1: periodic timers; a record has four words.
    parameter [0:0] WIDE         = 0         // 1: up to 2^20 timers; a record has four words.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets everything; the records must be initialised again.
    input  wire initialise,                  // Sweeps the records.
    input  wire [20:0] timers,               // How many timers there are.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    // The word of `ask_record` and `ask_field` has a bit that the base address has as well.
    input  wire overlaps,
    input  wire [31:0] now,                  // Low half of now.
    input  wire command,                     // A command waits.
    input  wire starting,                    // It is a start.
    input  wire stopping,                    // It is a stop.
    input  wire periodic,                    // The start is of a periodic timer.
    input  wire absolute,                    // The start's word is a deadline.
    input  wire ahead,                       // The look is at the busy bits, not at a timer.
    input  wire searched,                    // The busy bits have been searched.
    input  wire [19:0] timer,                // The command's timer.
    input  wire [31:0] word,                 // The start's interval or deadline.
    input  wire [31:0] at,                   // The tick that the cursor is at.
    input  wire [1:0] wheel,                 // The wheel whose slot the cursor looks at or stands at.
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
    output wire search,                      // Searches the busy bits, which are not written until `searched`.
    output wire pause,                       // The cursor must not ask for a slot.
    output wire visited,                     // The list of the cursor's slot has been visited.
    output wire busy_write,                  // Writes a busy bit.
    output wire busy,                        // Its new value.
    output wire [15:0] slot,                 // Its slot.
    output wire push,                        // `record` has expired.
    output wire [20:0] record,               // The timer at hand.
    output wire [6:0] generation,            // Its generation.
    output wire ask,                         // Port: begins a transfer.
    output wire ask_write,                   // Port: it is a write.
    output wire [20:0] ask_record,           // Port: of this record.
    output wire [1:0] ask_field,             // Port: which of its words.
    output wire [3:0] ask_select,            // Port: which bytes.
    output wire [31:0] ask_data,             // Port: what is written.
    input  wire free,                        // Port: a transfer may begin.
    input  wire answered,                    // Port: the transfer is done.
    input  wire [31:0] read_data             // Port: the word read.
);
    localparam [20:0] LINK_MASK = WIDE ? 21'h1fffff : 21'h00ffff;
    localparam [0:0] SEVERAL = WHEELS > 1;
    localparam [1:0] HIGHEST_WHEEL = WHEELS[1:0] - 2'd1;
    localparam [15:0] WHEEL_OF_SLOT = (1 << SLOT_BITS) - (1 << WHEEL_BITS);
    localparam [1:0] LAST_FIELD = PERIODIC | WIDE ? 2'd3 : 2'd1;
    localparam [1:0] PREVIOUS_FIELD = WIDE ? 2'd3 : 2'd0;
    localparam [3:0] NEXT_BYTES = WIDE ? 4'b1111 : 4'b0011;
    localparam [3:0] PREVIOUS_BYTES = WIDE ? 4'b1111 : 4'b1100;
    localparam [1:0] DUE_FIELD = 2'd1;
    localparam [1:0] PERIOD_FIELD = 2'd2;
    localparam [1:0] TWO_TURNS = 2'd2;
    localparam [5:0] STATE_REST = 6'd0;
    localparam [5:0] STATE_FIT = 6'd1;
    localparam [5:0] STATE_SWEEP_LINKS = 6'd2;
    localparam [5:0] STATE_SWEEP_DUE = 6'd3;
    localparam [5:0] STATE_IDLE = 6'd4;
    localparam [5:0] STATE_HEAD = 6'd5;
    localparam [5:0] STATE_HEAD_WAIT = 6'd6;
    localparam [5:0] STATE_STEP = 6'd7;
    localparam [5:0] STATE_BEGIN = 6'd8;
    localparam [5:0] STATE_DEADLINE = 6'd9;
    localparam [5:0] STATE_READ_LINKS = 6'd10;
    localparam [5:0] STATE_READ_DUE = 6'd11;
    localparam [5:0] STATE_DECIDE = 6'd12;
    localparam [5:0] STATE_COUNT = 6'd13;
    localparam [5:0] STATE_ANSWER = 6'd14;
    localparam [5:0] STATE_COMPARE = 6'd15;
    localparam [5:0] STATE_UNLINK_NEXT = 6'd16;
    localparam [5:0] STATE_UNLINK_PREVIOUS = 6'd17;
    localparam [5:0] STATE_FREE = 6'd18;
    localparam [5:0] STATE_READ_PERIOD = 6'd19;
    localparam [5:0] STATE_PERIOD_WAIT = 6'd20;
    localparam [5:0] STATE_REPEAT = 6'd21;
    localparam [5:0] STATE_SETTLE = 6'd22;
    localparam [5:0] STATE_READ_HEAD = 6'd23;
    localparam [5:0] STATE_READ_HEAD_WAIT = 6'd24;
    localparam [5:0] STATE_LINK_NEXT = 6'd25;
    localparam [5:0] STATE_LINK_PREVIOUS = 6'd26;
    localparam [5:0] STATE_LINK_SELF = 6'd27;
    localparam [5:0] STATE_WRITE_DUE = 6'd28;
    localparam [5:0] STATE_WRITE_PERIOD = 6'd29;
    localparam [5:0] STATE_SWEEP_PREVIOUS = 6'd30;
    localparam [5:0] STATE_READ_PREVIOUS = 6'd31;
    localparam [5:0] STATE_LINK_PREVIOUS_OF_SELF = 6'd32;
    localparam [5:0] STATE_AHEAD = 6'd33;

    reg [5:0] state;                         // What the engine is doing.
    reg [20:0] current;                      // The record at hand: a timer's, or in the sweep any.
    reg [20:0] next_link;                    // The next record, as read from the record at hand.
    reg [20:0] previous_link;                // The previous record; for linking, the last one of the list.
    reg [20:0] head;                         // Head of the slot that is meant; in the sweep the last record.
    reg [21:0] head_beyond;                  // Bits of the head's number that no link can hold.
    reg [20:0] next_record;                  // The record that the visit comes to next, or the head.
    reg [7:0] info;                          // Bit 7: the record's timer is periodic; 6 to 0: its generation.
    reg is_start;                            // The command under way is a start.
    reg is_stop;                             // The command under way is a stop.
    reg is_look;                             // The command under way is a look.
    reg is_periodic;                         // If the command under way is a start: it is periodic.
    reg initialised;                         // The sweep has written all records.
    reg visiting;                            // The list of the cursor's slot is being visited.
    reg kept;                                // The visit must leave its slot's busy bit set.
    reg settled;                             // With several wheels: one clock of settling is over.
    reg [1:0] turns;                         // Steps of waiting work that go before the next command.
    reg at_last;                             // One clock ago the record at hand was that of the head.
    reg overlapped;                          // One clock ago a record had an address bit of the base.
    reg writes_busy;                         // A busy bit is written at the next edge.
    reg written;                             // The busy bit that is written becomes 1, else 0.
    reg [15:0] written_slot;                 // The slot that was meant one clock ago: that of the busy bit.
    reg refuses_size;                        // The sizes or the base were found wrong one clock ago.
    reg worked;                              // One clock ago a visit, or the cursor, had work to do.
    reg counts;                              // The tick due becomes now plus the interval.
    reg compares;                            // The deadline is compared with now.
    reg takes_deadline;                      // The tick due becomes the deadline, or the next tick.
    reg adds;                                // The tick due goes on by the period.
    reg counts_left;                         // The tick due is replaced by the ticks left.

    wire expiry_too_far;
    wire [23:0] expiry_due, expiry_left;
    wire [31:0] expiry_interval;
    wire placing_reached;
    wire [1:0] placing_place;
    wire [15:0] of_wheel_slot;
    wire wants = (state == STATE_SWEEP_LINKS) | (state == STATE_SWEEP_DUE) | (state == STATE_HEAD)
        | (state == STATE_READ_LINKS) | (state == STATE_READ_DUE) | (state == STATE_UNLINK_NEXT)
        | (state == STATE_UNLINK_PREVIOUS) | (state == STATE_FREE) | (state == STATE_READ_PERIOD)
        | (state == STATE_READ_HEAD) | (state == STATE_LINK_NEXT) | (state == STATE_LINK_PREVIOUS)
        | (state == STATE_LINK_SELF) | (state == STATE_WRITE_DUE) | (state == STATE_WRITE_PERIOD)
        | (state == STATE_SWEEP_PREVIOUS) | (state == STATE_READ_PREVIOUS) | (state == STATE_LINK_PREVIOUS_OF_SELF);
    wire turn = state == STATE_IDLE ? looked : state == STATE_STEP;
    wire [20:0] next_value =
        state == STATE_UNLINK_NEXT ? next_link :
        state == STATE_LINK_SELF ? head :
        current;
    wire [20:0] previous_value =
        (state == STATE_UNLINK_PREVIOUS) | (state == STATE_LINK_SELF) | (state == STATE_LINK_PREVIOUS_OF_SELF)
            ? previous_link :
        current;
    wire writes_due = (state == STATE_SWEEP_DUE) | (state == STATE_WRITE_DUE);
    wire writes_period = (state == STATE_WRITE_PERIOD) & PERIODIC;
    wire [20:0] read_next = read_data[20:0] & LINK_MASK;
    wire [20:0] read_previous = WIDE ? read_next : {5'd0, read_data[31:16]};
    wire [23:0] tick =
        initialised ? ((state == STATE_IDLE) | (state == STATE_HEAD) | (state == STATE_HEAD_WAIT)
            | (state == STATE_STEP) ? at[23:0] : expiry_due) :
        24'hffffff;
    wire may_take = ~|turns | ~worked;
    wire upper = SEVERAL & |wheel;
    wire linked = next_link != current;
    wire work = (visiting & room) | (~visiting & behind);
    wire takes = (state == STATE_IDLE) & command & may_take;
    wire is_command = is_start | is_stop;
    wire [7:0] read_info = read_data[31:24];
    wire [6:0] next_generation = read_data[30:24] + 7'd1;
    wire migrates = upper & ~is_command;
    wire [1:0] of_wheel_wheel =
        initialised ? ((state == STATE_IDLE) | (state == STATE_HEAD) | (state == STATE_HEAD_WAIT)
            | (state == STATE_STEP) ? wheel : migrates ? wheel - 2'd1 : placing_place) :
        HIGHEST_WHEEL;
    wire [15:0] slot_at = of_wheel_slot;
    wire [21:0] head_sum = {1'b0, timers} + {6'd0, slot_at};
    wire go = wants & free;
    wire [31:0] links =
        WIDE ? (ask_field == PREVIOUS_FIELD ? {11'd0, previous_value} : {11'd0, next_value}) :
        {11'd0, next_value} | {previous_value[15:0], 16'd0};

    carillon_timer_expiry expiry (
        .clock(clock), .clear(clear), .now(now), .word(word),
        .load_interval((state == STATE_IDLE) & command & may_take), .read_data(read_data),
        .load_period((state == STATE_PERIOD_WAIT) & answered & PERIODIC),
        .load_due((state == STATE_DECIDE) & answered & ~is_start), .count_from_now(counts), .compare(compares),
        .take_deadline(takes_deadline), .add_interval(adds), .count_left(counts_left), .none_left(~linked | too_far),
        .interval(expiry_interval), .due(expiry_due), .too_far(expiry_too_far), .left(expiry_left)
    );

    carillon_timer_placing #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) placing (
        .clock(clock), .due(expiry_due), .read_due(read_data[23:0]), .at(at[23:0]), .wheel(wheel),
        .reached(placing_reached), .place(placing_place)
    );

    carillon_timer_wheel_slot #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) of_wheel (
        .tick(tick), .wheel(of_wheel_wheel), .slot_mask(slot_mask), .slot(of_wheel_slot)
    );

    assign ask_write = ~((state == STATE_HEAD) | (state == STATE_READ_LINKS) | (state == STATE_READ_DUE)
        | (state == STATE_READ_PERIOD) | (state == STATE_READ_HEAD) | (state == STATE_READ_PREVIOUS));
    assign ask_record =
        (state == STATE_HEAD) | (state == STATE_READ_HEAD) | (state == STATE_LINK_PREVIOUS) ? head :
        (state == STATE_UNLINK_NEXT) | (state == STATE_LINK_NEXT) ? previous_link :
        state == STATE_UNLINK_PREVIOUS ? next_link :
        current;
    assign ask_field =
        state == STATE_FIT ? LAST_FIELD :
        (state == STATE_SWEEP_DUE) | (state == STATE_READ_DUE) | (state == STATE_WRITE_DUE) ? DUE_FIELD :
        (state == STATE_UNLINK_PREVIOUS) | (state == STATE_READ_HEAD) | (state == STATE_LINK_PREVIOUS)
            | (state == STATE_SWEEP_PREVIOUS) | (state == STATE_READ_PREVIOUS)
            | (state == STATE_LINK_PREVIOUS_OF_SELF) ? PREVIOUS_FIELD :
        (state == STATE_READ_PERIOD) | (state == STATE_WRITE_PERIOD) ? PERIOD_FIELD :
        2'd0;
    assign ask_select =
        (state == STATE_UNLINK_NEXT) | (state == STATE_LINK_NEXT) ? NEXT_BYTES :
        (state == STATE_UNLINK_PREVIOUS) | (state == STATE_LINK_PREVIOUS) ? PREVIOUS_BYTES :
        4'd15;
    assign deadline_refused = (state == STATE_DEADLINE) & expiry_too_far;
    assign looked_up = (state == STATE_ANSWER) | ((state == STATE_AHEAD) & searched);
    assign search = (state == STATE_IDLE) & command & may_take & ahead;
    assign visited = (state == STATE_STEP) & (current == head);
    assign push = (state == STATE_COMPARE) & placing_reached & ~upper;
    assign ask = go;
    assign ask_data =
        writes_period ? expiry_interval :
        writes_due ? {info, expiry_due} :
        links;
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
        adds <= 1'b0;
        counts_left <= 1'b0;
        refuses_size <= 1'b0;
        writes_busy <= 1'b0;
        written <= 1'b0;
        worked <= work;
        written_slot <= slot_at;
        if (~initialised) written_slot <= current[15:0] & (slot_mask | WHEEL_OF_SLOT);
        head <= head_sum[20:0] & LINK_MASK;
        head_beyond <= head_sum & ~{1'b0, LINK_MASK};
        at_last <= current == head;
        overlapped <= 1'b0;
        case (state)
            STATE_REST: begin
                at_last <= 1'b0;
                current <= 21'd0;
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
                current <= (current + 21'd1) & LINK_MASK;
                if (at_last) begin
                    current <= 21'd0;
                    state <= STATE_SWEEP_LINKS;
                end
                if (overlapped) begin
                    refuses_size <= 1'b1;
                    state <= STATE_REST;
                end
            end
            STATE_SWEEP_LINKS: begin
                head <= head;
                if (free) begin
                    state <= STATE_SWEEP_DUE;
                    if (WIDE) state <= STATE_SWEEP_PREVIOUS;
                end
            end
            STATE_SWEEP_DUE: begin
                head <= head;
                writes_busy <= 1'b1;
                if (free) begin
                    current <= (current + 21'd1) & LINK_MASK;
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
                    is_periodic <= periodic & PERIODIC;
                    current <= {1'b0, timer & LINK_MASK[19:0]};
                    counts <= starting & ~absolute;
                    compares <= starting & absolute;
                    state <= STATE_BEGIN;
                    if (ahead) state <= STATE_AHEAD;
                end else if (visiting) begin
                    if (room) begin
                        current <= next_record & LINK_MASK;
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
                if (free) begin
                    state <= STATE_READ_DUE;
                    if (WIDE) state <= STATE_READ_PREVIOUS;
                end
            end
            STATE_READ_DUE: begin
                if (answered) begin
                    if (~WIDE) next_link <= read_next;
                    previous_link <= read_previous;
                    state <= STATE_DECIDE;
                end
            end
            STATE_DECIDE: begin
                info <= read_info;
                if (is_command) begin
                    info <= {1'b0, next_generation};
                    if (is_start & is_periodic) info <= {is_periodic, next_generation};
                end
                if (answered) begin
                    if (is_look) begin
                        counts_left <= 1'b1;
                        state <= STATE_COUNT;
                    end else if (is_command) begin
                        if (linked) begin
                            state <= STATE_UNLINK_NEXT;
                        end else if (is_start) begin
                            state <= STATE_READ_HEAD;
                            if (SEVERAL) state <= STATE_SETTLE;
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
                    if (is_start | migrates) begin
                        state <= STATE_READ_HEAD;
                    end else if (~is_stop & info[7] & PERIODIC) begin
                        state <= STATE_READ_PERIOD;
                    end
                end
            end
            STATE_FREE: begin
                if (free) begin
                    state <= STATE_IDLE;
                    if (is_stop) state <= STATE_WRITE_DUE;
                end
            end
            STATE_READ_PERIOD: begin
                if (free & PERIODIC) state <= STATE_PERIOD_WAIT;
            end
            STATE_PERIOD_WAIT: begin
                if (answered & PERIODIC) begin
                    adds <= 1'b1;
                    state <= STATE_REPEAT;
                end
            end
            STATE_REPEAT: begin
                if (PERIODIC) state <= STATE_SETTLE;
            end
            STATE_SETTLE: begin
                settled <= SEVERAL & ~settled;
                if (~SEVERAL | settled) state <= STATE_READ_HEAD;
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
                if (~migrates) kept <= 1'b1;
                if (free) state <= STATE_LINK_PREVIOUS;
            end
            STATE_LINK_PREVIOUS: begin
                if (free) state <= STATE_LINK_SELF;
            end
            STATE_LINK_SELF: begin
                if (SEVERAL & (next_record == head)) next_record <= current;
                if (free) begin
                    state <= STATE_WRITE_DUE;
                    if (WIDE) begin
                        state <= STATE_LINK_PREVIOUS_OF_SELF;
                    end else if (migrates) begin
                        state <= STATE_IDLE;
                    end
                end
            end
            STATE_WRITE_DUE: begin
                if (free) begin
                    state <= STATE_IDLE;
                    if (is_start & is_periodic & PERIODIC) state <= STATE_WRITE_PERIOD;
                end
            end
            STATE_WRITE_PERIOD: begin
                if (free) state <= STATE_IDLE;
            end
            STATE_SWEEP_PREVIOUS: begin
                head <= head;
                if (free) state <= STATE_SWEEP_DUE;
            end
            STATE_READ_PREVIOUS: begin
                if (answered) begin
                    next_link <= read_next;
                    state <= STATE_READ_DUE;
                end
            end
            STATE_LINK_PREVIOUS_OF_SELF: begin
                if (free) begin
                    state <= STATE_WRITE_DUE;
                    if (migrates) state <= STATE_IDLE;
                end
            end
            STATE_AHEAD: begin
                if (searched) state <= STATE_IDLE;
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
            settled <= 1'b0;
            turns <= 2'd0;
        end
    end

    wire unused = &{1'b0, at[31:24]};
endmodule

// # The arithmetic of the timer chip's list engine
//
// **Purpose.** Works out when a timer is due and how many ticks are left, with one adder.
//
// **Interface.** `interval` and `due` are the two registers. `load_interval` takes the host's `word`, `load_period`
// and `load_due` what is read. One operation at a time changes `due`: `count_from_now` (now + interval),
// `take_deadline` (the interval, which is a tick then, or the tick after `compare` if it has passed), `add_interval`
// (due + interval), `count_left` (due - now). `compare` changes nothing; `take_deadline` comes in the clock after it.
//
// **Timing.** An operation in clock *c* shows in *c* + 1. Whether a deadline has passed is decided in the clock of
// `compare`; `too_far`, in the next clock, says that it was more than 2^23 ticks after now. `left` is for the clock
// after `count_left`: the ticks left, up to 2^23, or 0 with `none_left` or where the tick had passed, by up to 2^22.
//
// **Invariants.** `due` is a tick modulo 2^24. Both registers are 0 from `clear` to the first operation: they are
// written to each record as memory is initialised.
module carillon_timer_expiry (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Makes both registers 0.
    input  wire [31:0] now,                  // Low half of now.
    input  wire [31:0] word,                 // What the host gives.
    input  wire load_interval,               // The interval takes it.
    input  wire [31:0] read_data,            // What the memory gives.
    input  wire load_period,                 // The interval takes it.
    input  wire load_due,                    // `due` takes its low 24 bits.
    input  wire count_from_now,              // `due` becomes now and the interval.
    input  wire compare,                     // Compares the deadline with now.
    // `due` becomes the deadline, or the tick after that of `compare` if it has passed.
    input  wire take_deadline,
    input  wire add_interval,                // `due` goes on by the interval.
    input  wire count_left,                  // `due` becomes the ticks left.
    input  wire none_left,                   // There are none.
    output wire [31:0] interval,             // The interval, or the deadline.
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
    wire [31:0] addend =
        add_interval ? {8'd0, held_due} :
        compare ? ~now :
        now;
    wire [31:0] sum = base + addend;
    wire passed = ahead[9];

    assign too_far = ~ahead[9] & |ahead[8:1];
    assign interval = held_interval;
    assign due = held_due;
    assign left = none_left | ~|ahead[1:0] ? 24'd0 : held_due;

    always @(posedge clock) begin
        past_parity <= now[0];
        ahead <= sum[31:22];
        if (load_interval) held_interval <= word;
        if (load_period) held_interval <= read_data;
        if (load_due) held_due <= read_data[23:0];
        if (count_from_now | take_deadline | add_interval) held_due <= sum[23:0];
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
// **Interface.** `due`, `read_due` and `at` are ticks modulo 2^24; the cursor visits a slot of `wheel` or is about to.
// `place` is the wheel for a timer that is started and is `due`. `reached` says that a timer in the slot that is
// visited, which is due at `read_due`, is so in one of the slot's ticks; on wheel 0, in the cursor's.
//
// **Timing.** `reached` follows its inputs a clock later. `place` follows `wheel`, and `due` and `at` a clock later.
//
// **Invariants.** `place` is the highest wheel on which the two ticks have different slots, but not below `wheel`: the
// timers of the slot that is visited have still to go down, and one that is started meanwhile goes behind them. The
// highest wheel's share of a tick is all bits above the other wheels'.
module carillon_timer_placing #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer WHEEL_BITS = 10        // 2^WHEEL_BITS of them for each wheel.
) (
    input  wire clock,                       // The one clock.
    input  wire [23:0] due,                  // The tick at which the timer that is started is due.
    input  wire [23:0] read_due,             // That of the timer that is visited, as it is read.
    input  wire [23:0] at,                   // The cursor's.
    input  wire [1:0] wheel,                 // The wheel that the cursor visits.
    output wire reached,                     // The timer that is visited is due in the slot.
    output wire [1:0] place                  // The wheel for a timer that is started.
);
    localparam [23:0] SHARE_0 = WHEELS > 1 ? (1 << WHEEL_BITS) - 1 : 24'hffffff;
    localparam [23:0] SHARE_1 = WHEELS == 1 ? 0 : (WHEELS > 2 ? 1 << (2 * WHEEL_BITS) : 0) - (1 << WHEEL_BITS);
    localparam [23:0] SHARE_2 = WHEELS > 2 ? ~((1 << (2 * WHEEL_BITS)) - 1) : 0;

    reg [1:0] highest;                       // Highest wheel on which due and cursor differed a clock ago, or 0.
    reg is_reached;                          // The timer read one clock ago is due in the slot visited.

    wire [23:0] differs = due ^ at;
    wire [23:0] read_differs = read_due ^ at;
    wire differs_0 = |(read_differs & SHARE_0);
    wire differs_1 = |(read_differs & SHARE_1);
    wire differs_2 = |(read_differs & SHARE_2);

    assign place = highest < wheel ? wheel : highest;
    assign reached = is_reached;

    always @(posedge clock) begin
        highest <= 2'd0;
        if (|(differs & SHARE_1)) highest <= 2'd1;
        if (|(differs & SHARE_2)) highest <= 2'd2;
        is_reached <= ~differs_2 & (~differs_1 | wheel[1]) & (~differs_0 | |wheel);
    end
endmodule

// # When a timer can expire next
//
// **Purpose.** Finds what `NEXT_EXPIRY` shows: the ticks from now to the first visit of a busy slot, of all wheels. A
// timer that runs is in a busy slot and does not expire before its visit, so none expires earlier.
//
// **Interface.** `write_*` follow the write port of the busy bits. `ask` has the slots of each wheel searched, from
// the one that is visited at the tick `at` or next after it; `done` says that `ticks` and `none` are there. From `ask`
// to `done` nobody may write a busy bit.
//
// **Timing.** Each wheel takes 2 clocks more than `look_ahead`, and all of them 2 more: with *m* wheels
// `done` comes at most 28 *m* + 2 clocks after `ask` up to 2^12 slots, 36 *m* + 2 up to 2^15.
//
// **Invariants.** `at` is taken with `ask`: meanwhile the cursor passes only slots that are not busy. A slot of the
// tick `at` that the cursor has dealt with is looked at once more, and a slot stays busy when its last timer is
// stopped: so the answer may be too early, never too late. While the cursor is `too_far` behind it is 0.
module carillon_timer_next_expiry #(
    parameter integer WHEELS     = 1,        // Timing wheels, 1 to 3.
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter integer WHEEL_BITS = 10        // 2^WHEEL_BITS of them for each wheel.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets the question.
    input  wire write_enable,                // A busy bit is written.
    input  wire [19:0] write_address,        // Which one.
    input  wire write_data,                  // Its new value.
    input  wire ask,                         // Begins a search.
    input  wire [15:0] slot_mask,            // The slots of a wheel less one.
    input  wire [31:0] at,                   // Low half of the next tick to visit.
    input  wire [31:0] now,                  // Low half of now.
    input  wire too_far,                     // The cursor is too far behind for ticks left to be told.
    output wire done,                        // The answer is there.
    output wire [24:0] ticks,                // No timer that runs expires in fewer ticks.
    output wire none                         // No slot is busy.
);
    localparam [0:0] SEVERAL = WHEELS > 1;
    localparam [1:0] HIGHEST_WHEEL = WHEELS[1:0] - 2'd1;
    localparam [23:0] BELOW_1 = (1 << WHEEL_BITS) - 1;
    localparam [23:0] BELOW_2 = (1 << (2 * WHEEL_BITS)) - 1;
    localparam [4:0] SHIFT_1 = WHEEL_BITS[4:0];
    localparam [4:0] SHIFT_2 = WHEEL_BITS[4:0] << 1;
    localparam [1:0] WHEEL_1 = 2'd1;
    localparam [2:0] STATE_REST = 3'd0;
    localparam [2:0] STATE_SEARCH = 3'd1;
    localparam [2:0] STATE_WAIT = 3'd2;
    localparam [2:0] STATE_COMPARE = 3'd3;
    localparam [2:0] STATE_SUBTRACT = 3'd4;

    reg [2:0] state;                         // What the search is doing.
    reg [1:0] wheel;                         // The wheel that is searched.
    reg [31:0] from;                         // Low half of the cursor's tick when the search was asked for.
    reg found;                               // The search of the wheel found a busy slot.
    reg [23:0] ahead;                        // Ticks from the cursor's tick to the visit of that slot.
    reg [23:0] earliest;                     // The fewest such ticks on the wheels searched so far, or 0.
    reg any;                                 // One of the wheels searched so far has a busy slot.
    reg answered;                            // The search ended one clock ago.
    reg [24:0] left;                         // Ticks from now to the earliest visit found, or 0.

    wire look_ahead_searching, look_ahead_done, look_ahead_found;
    wire [19:0] look_ahead_distance;
    wire [15:0] of_wheel_slot;
    wire [23:0] below = SEVERAL & |wheel ? (wheel == WHEEL_1 ? BELOW_1 : BELOW_2) : 24'd0;
    wire [23:0] distance =
        SEVERAL & |wheel ? (wheel == WHEEL_1 ? {4'd0, look_ahead_distance} << SHIFT_1
            : {4'd0, look_ahead_distance} << SHIFT_2) :
        {4'd0, look_ahead_distance};
    wire [23:0] low = from[23:0];
    wire [31:0] late = now - from;
    wire [25:0] difference = {2'd0, earliest} - late[25:0];

    carillon_look_ahead #(.WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS)) look_ahead (
        .clock(clock), .clear(clear), .write_enable(write_enable), .write_address(write_address),
        .write_data(write_data), .ask(state == STATE_SEARCH), .wheel_present(1'b1),
        .wheel_base({4'd0, of_wheel_slot[15:4] & ~slot_mask[15:4]}), .wheel_size({5'd0, slot_mask} + 21'd1),
        .slot({4'd0, of_wheel_slot & slot_mask}), .searching(look_ahead_searching), .done(look_ahead_done),
        .found(look_ahead_found), .distance(look_ahead_distance)
    );

    carillon_timer_wheel_slot #(.WHEELS(WHEELS), .WHEEL_BITS(WHEEL_BITS)) of_wheel (
        .tick(low + below), .wheel(wheel), .slot_mask(slot_mask), .slot(of_wheel_slot)
    );

    assign done = answered;
    assign ticks = left;
    assign none = ~any;

    always @(posedge clock) begin
        answered <= 1'b0;
        case (state)
            STATE_REST: begin
                wheel <= 2'd0;
                if (ask) begin
                    from <= at;
                    any <= 1'b0;
                    earliest <= 24'd0;
                    state <= STATE_SEARCH;
                end
            end
            STATE_SEARCH: state <= STATE_WAIT;
            STATE_WAIT: begin
                found <= look_ahead_found;
                ahead <= (((low ^ below) + 24'd1) & below) + distance;
                if (look_ahead_done) state <= STATE_COMPARE;
            end
            STATE_COMPARE: begin
                if (found & (~any | (ahead < earliest))) begin
                    any <= 1'b1;
                    earliest <= ahead;
                end
                wheel <= wheel + 2'd1;
                state <= STATE_SEARCH;
                if (wheel == HIGHEST_WHEEL) state <= STATE_SUBTRACT;
            end
            STATE_SUBTRACT: begin
                left <= difference[24:0];
                if (difference[25] | too_far | ~any) left <= 25'd0;
                answered <= 1'b1;
                state <= STATE_REST;
            end
            default: ;
        endcase
        if (clear) begin
            state <= STATE_REST;
            answered <= 1'b0;
        end
    end

    wire unused = &{1'b0, late[31:26], look_ahead_searching};
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
module carillon_timer_events #(
    parameter integer FIFO_BITS = 4          // Room for 2^FIFO_BITS events, 1 to 10.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Empties the FIFO.
    input  wire push,                        // A timer has expired.
    input  wire [19:0] timer,                // Its number.
    input  wire [6:0] generation,            // The generation of its start.
    input  wire [31:0] tick,                 // Low half of the tick at which it was due.
    input  wire pop,                         // Drops the head.
    output wire room,                        // There is a place.
    output wire [10:0] count,                // How many there are.
    output wire valid,                       // The head is an event.
    output wire [19:0] head_timer,           // The head's timer.
    output wire [6:0] head_generation,       // The head's generation.
    output wire [31:0] head_tick             // The head's tick.
);
    localparam [10:0] DEPTH = 1 << FIFO_BITS;
    localparam [10:0] LEVEL_MASK = (2 << FIFO_BITS) - 1;
    localparam [9:0] POINTER_MASK = (1 << FIFO_BITS) - 1;

    reg [9:0] write_pointer;                 // The entry that the next event goes to.
    reg [9:0] read_pointer;                  // The entry of the head.
    reg [10:0] level;                        // Events in the FIFO.
    reg head_valid;                          // There is a head, and it was pushed two clocks ago or more.

    wire [26:0] timers_read_data;
    wire [10:0] after_push = push ? (level + 11'd1) & LEVEL_MASK : level;
    wire [9:0] next_read = pop ? (read_pointer + 10'd1) & POINTER_MASK : read_pointer;
    wire [26:0] head = timers_read_data;

    carillon_memory #(.WIDTH(27), .ADDRESS_BITS(FIFO_BITS)) timers (
        .clock(clock), .write_address(write_pointer[FIFO_BITS-1:0]), .write_data({timer, generation}),
        .write_enable(push), .read_address(next_read[FIFO_BITS-1:0]), .read_data(timers_read_data)
    );

    carillon_memory #(.WIDTH(32), .ADDRESS_BITS(FIFO_BITS)) ticks (
        .clock(clock), .write_address(write_pointer[FIFO_BITS-1:0]), .write_data(tick), .write_enable(push),
        .read_address(next_read[FIFO_BITS-1:0]), .read_data(head_tick)
    );

    assign room = ~|(level & DEPTH);
    assign count = level;
    assign valid = head_valid;
    assign head_generation = head[6:0];
    assign head_timer = head[26:7];

    always @(posedge clock) begin
        if (push) write_pointer <= (write_pointer + 10'd1) & POINTER_MASK;
        level <= after_push;
        head_valid <= |level;
        if (pop) begin
            level <= (after_push - 11'd1) & LEVEL_MASK;
            head_valid <= level > 11'd1;
        end
        read_pointer <= next_read;
        if (clear) begin
            write_pointer <= 10'd0;
            read_pointer <= 10'd0;
            level <= 11'd0;
            head_valid <= 1'b0;
        end
    end

    wire unused = &{1'b0, write_pointer, next_read};
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
module carillon_timer_port (
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

// # The records' memory inside the chip
//
// **Purpose.** Holds the records of all timers and the heads of all slots, where they are not behind the memory port.
//
// **Interface.** A Wishbone slave as `carillon_timer_port` wants it: `stb` is high for one clock, with
// `we`, `sel` and `adr`, a record's word with the base address 0. Of the heads only word 0 is kept, as nobody reads
// the others.
//
// **Timing.** Accepted in clock *c*, `ack` in *c* + 1 with `dat_r`. Each column reads or writes one word of 16 bits in
// a clock, so that memory with one port will do, such as the four large RAMs of an iCE40 UP5K.
//
// **Invariants.** The records from 2^`TIMER_BITS` on are heads. At most 2^`SLOT_BITS` follow, so that the low bits of
// their numbers are all different.
module carillon_timer_records #(
    parameter integer SLOT_BITS  = 10,       // 2^SLOT_BITS busy bits for all wheels, 10 to 15.
    parameter [0:0] PERIODIC     = 0,        // 1: periodic timers; a record has four words.
    parameter integer TIMER_BITS = 0         // 4 to 15: memory inside, for 2^TIMER_BITS timers; 0: none.
) (
    input  wire clock,                       // The one clock.
    input  wire stb,                         // A transfer is asked for.
    input  wire we,                          // It is a write.
    input  wire [3:0] sel,                   // Which bytes; both of a half or none.
    input  wire [29:0] adr,                  // Which word.
    input  wire [31:0] dat_w,                // The word to write.
    output wire [31:0] dat_r,                // The word read.
    output wire ack                          // The transfer is done.
);
    localparam [15:0] HEAD_BITS = ~((1 << TIMER_BITS) - 1);
    localparam [1:0] DUE_FIELD = 2'd1;
    localparam [1:0] PERIOD_FIELD = 2'd2;

    reg answering;                           // A transfer was asked for one clock ago.
    reg was_head;                            // The record named one clock ago was a head.
    reg [1:0] was_field;                     // Which word of the record was named one clock ago.

    wire [15:0] previous_links_read_data;
    wire [15:0] next_links_read_data;
    wire [15:0] previous_heads_read_data;
    wire [15:0] next_heads_read_data;
    wire [15:0] due_high_read_data;
    wire [15:0] due_low_read_data;
    wire [15:0] period_high_read_data;
    wire [15:0] period_low_read_data;
    wire [15:0] record = PERIODIC ? adr[17:2] : adr[16:1];
    wire [1:0] field = PERIODIC ? adr[1:0] : {1'b0, adr[0]};
    wire head = |(record & HEAD_BITS);
    wire write_high = stb & we & sel[2];
    wire write_low = stb & we & sel[0];
    wire [15:0] high = dat_w[31:16];
    wire [15:0] low = dat_w[15:0];
    wire [15:0] read_high =
        PERIODIC & (was_field == PERIOD_FIELD) ? period_high_read_data :
        was_field == DUE_FIELD ? due_high_read_data :
        was_head ? previous_heads_read_data :
        previous_links_read_data;
    wire [15:0] read_low =
        PERIODIC & (was_field == PERIOD_FIELD) ? period_low_read_data :
        was_field == DUE_FIELD ? due_low_read_data :
        was_head ? next_heads_read_data :
        next_links_read_data;

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) previous_links (
        .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(high),
        .write_enable(write_high & ~head & ~|field), .read_data(previous_links_read_data)
    );

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) next_links (
        .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(low), .write_enable(write_low & ~head & ~|field),
        .read_data(next_links_read_data)
    );

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(SLOT_BITS)) previous_heads (
        .clock(clock), .address(record[SLOT_BITS-1:0]), .write_data(high), .write_enable(write_high & head & ~|field),
        .read_data(previous_heads_read_data)
    );

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(SLOT_BITS)) next_heads (
        .clock(clock), .address(record[SLOT_BITS-1:0]), .write_data(low), .write_enable(write_low & head & ~|field),
        .read_data(next_heads_read_data)
    );

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) due_high (
        .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(high),
        .write_enable(write_high & ~head & (field == DUE_FIELD)), .read_data(due_high_read_data)
    );

    carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) due_low (
        .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(low),
        .write_enable(write_low & ~head & (field == DUE_FIELD)), .read_data(due_low_read_data)
    );

    generate
        if (PERIODIC) begin : with_period_low
            carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) period_high (
                .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(high),
                .write_enable(write_high & ~head & (field == PERIOD_FIELD)), .read_data(period_high_read_data)
            );

            carillon_memory_one_port #(.WIDTH(16), .ADDRESS_BITS(TIMER_BITS)) period_low (
                .clock(clock), .address(record[TIMER_BITS-1:0]), .write_data(low),
                .write_enable(write_low & ~head & (field == PERIOD_FIELD)), .read_data(period_low_read_data)
            );
        end else begin : without_period_low
            assign period_high_read_data = 16'd0;
            assign period_low_read_data = 16'd0;
        end
    endgenerate

    assign dat_r = {read_high, read_low};
    assign ack = answering;

    always @(posedge clock) begin
        answering <= stb;
        was_head <= head;
        was_field <= field;
    end

    wire unused = &{1'b0, sel[1], sel[3], adr[29:18], record};
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
