// SPDX-License-Identifier: MIT OR Apache-2.0
// What the parts of both Carillon chips share. Version 0.1.0.
// Generated from Rust-HDL; do not edit.

// No module here has a delay, so none has a time scale, whatever others have.
// verilator lint_off TIMESCALEMOD
`default_nettype none

// # The register bus
//
// **Purpose.** Carries one access at a time between a bus adapter and a chip's registers.
//
// **Interface.** A bus adapter puts execute high for one clock, with write, whole (all four bytes are written),
// address (of a word) and data, which stay until the next execute. The chip answers each with one clock of
// done, in the next clock or later, and with it failed: there is no such register, or a write was not whole.
//
// **Timing.** read_data stands from the clock after done to the next execute. Two accesses are at least four
// clocks apart, and the second comes two clocks after the first's done or later. Bus adapter and chip share the
// reset pin; CTRL.reset leaves the bus adapter alone.
//
// **Invariants.** An access that a reset cuts short has no done, or one in the clock after the reset began, which
// the bus adapter does not take for an answer. Both sides' promises are in testbench/formal/register_bus.sv.

// # One access of the register bus
//
// **Purpose.** What all bus adapters share: makes one access at a time, with all that belongs to it in registers.
//
// **Interface.** `start` for one clock with `start_*` begins an access; nobody starts one while `busy`. To the core:
// `bus_execute` for one clock with `bus_write`, `bus_whole`, `bus_address` and `bus_data`; from it `bus_done` for one
// clock.
//
// **Timing.** Started in clock a, executed in a+1, `bus_done` in a+2 or later, `busy` from a+1 to the clock after
// `bus_done`. So two accesses are executed at least four clocks apart, and what was read stands on the bus, from the
// clock after `bus_done`, for three clocks at the least.
//
// **Invariants.** Each start is executed once. What is written does not change before the next
// access is executed.
module carillon_access (
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

// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_memory #(
    parameter WIDTH        = 32,             // Bits of a word.
    parameter ADDRESS_BITS = 5               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output reg  [WIDTH-1:0] read_data
);
    (* no_rw_check *) reg [WIDTH-1:0] entries [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # The interrupt
//
// **Purpose.** Gathers the reasons to interrupt the host into one level-triggered line.
//
// **Interface.** Levels (`event_level`, `error_level`), what sets a sticky bit (`alarm_reached`, `late_overflow`,
// `half_period`); `INTR_STATE`, `INTR_ENABLE` and `INTR_TEST` writes as strobes with `data`; `state`,
// `attention` and `irq` out. Bits: 0 event, 1 alarm, 2 error, 3 late overflow, 4 half period.
//
// **Timing.** `irq` and `attention` are registers, one clock behind `state` and `INTR_ENABLE`.
//
// **Invariants.** What sets a bit in the clock in which the bit is cleared wins. `irq` stays high while any enabled
// bit of `state` is set. `attention` is `irq` without its bit 0.
module carillon_interrupt (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Clears state and enables.
    input  wire event_level,                 // Events are announced.
    input  wire error_level,                 // An error bit is set.
    input  wire alarm_reached,               // Now is at or past the alarm.
    input  wire late_overflow,               // A late event was lost.
    input  wire half_period,                 // Now crossed a multiple of 2^31.
    input  wire write_state,                 // `INTR_STATE` is written.
    input  wire write_enables,               // `INTR_ENABLE` is written.
    input  wire write_test,                  // `INTR_TEST` is written.
    input  wire [4:0] data,                  // The five low bits of the word written.
    output wire [4:0] state,                 // `INTR_STATE`.
    output wire attention,                   // Something other than an event asks for the host.
    output wire irq                          // The line to the host.
);
    reg [4:0] held;                          // The bits of `INTR_STATE` that stay until they are cleared.
    reg [4:0] enabled;                       // Which bits of `INTR_STATE` raise the line: `INTR_ENABLE`.
    reg other;                               // An enabled bit other than the event's was set one clock ago.
    reg line;                                // An enabled bit of `INTR_STATE` was set one clock ago.

    wire [4:0] levels = {2'd0, error_level, 1'b0, event_level};
    wire [4:0] strobes = {half_period, late_overflow, 1'b0, alarm_reached, 1'b0};
    wire [4:0] forced = write_test ? data : 5'd0;
    wire [4:0] cleared = write_state ? data : 5'd0;
    wire [4:0] asking = state & enabled;
    wire asking_other = |asking[4:1];

    assign state = held | levels;
    assign attention = other;
    assign irq = line;

    always @(posedge clock) begin
        held <= (held & ~cleared) | forced | strobes;
        if (write_enables) enabled <= data;
        other <= asking_other;
        line <= asking_other | asking[0];
        if (clear) begin
            held <= 5'd0;
            enabled <= 5'd0;
            other <= 1'b0;
            line <= 1'b0;
        end
    end
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
module carillon_now (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Sets the count to zero.
    input  wire [4:0] advance,               // Ticks to add at the next edge, 0 to 16.
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

    wire [10:0] sum = {1'b0, part_0} + {6'd0, advance};
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

// # Coalescing
//
// **Purpose.** Announces events to the host in groups, as network cards do with packets: the interrupt waits until
// enough events are there, or the oldest has waited long enough.
//
// **Interface.** `write` is a strobe with `data`: `INTR_COALESCE`. The event FIFO's
// `event_valid`, `event_level` (how many events it has) and `fifo_full` come in, and a strobe for each `tick` of now.
// `announced` is the level that interrupts.
//
// **Timing.** While nothing is to wait (count below 2, or age 0), `announced` is `event_valid`. Otherwise it rises two
// clocks after `event_level` has come to the count, three clocks after the `tick` that makes the age full, one clock
// after `fifo_full`; always with `event_valid` high. New settings hold two clocks after `write`.
//
// **Invariants.** `announced` is high only with `event_valid`, and once it has risen it stays until the FIFO is empty,
// whatever the host sets meanwhile. The age counts from the clock in which `event_valid` rises and no pop restarts it;
// so no event waits longer, unannounced, than the age's ticks (and the clocks above).
//
// The settings are kept inverted: a comparison subtracts them, which takes them inverted.
module carillon_coalescing (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Back to no waiting.
    input  wire write,                       // `INTR_COALESCE` is written.
    input  wire [23:0] data,                 // The 24 low bits of the word written.
    input  wire event_valid,                 // The FIFO's head is an event.
    input  wire [10:0] event_level,          // Events in the FIFO.
    input  wire fifo_full,                   // The FIFO is full.
    input  wire tick,                        // Now goes on by one.
    output wire announced                    // The host is told of the events.
);
    localparam [7:0] LEAST_COUNT = 8'd2;

    reg [7:0] count_inverted;                // `INTR_COALESCE.count`, inverted.
    reg [15:0] age_inverted;                 // `INTR_COALESCE.age`, inverted, in ticks.
    reg waiting;                             // Events are to wait: the count is 2 or more and the age not 0.
    reg enough;                              // One clock ago there were as many events as the count, or more.
    reg [15:0] waited;                       // Ticks for which the FIFO has had an event, modulo 2^16.
    reg old;                                 // One clock ago the events had waited for the age.
    reg open;                                // The wait is over for all events until the FIFO is empty.

    wire [7:0] count = ~count_inverted;
    wire [15:0] age = ~age_inverted;
    wire [10:0] limit = {3'd0, count};

    assign announced = event_valid & (~waiting | open);

    always @(posedge clock) begin
        if (write) begin
            count_inverted <= ~data[7:0];
            age_inverted <= ~data[23:8];
        end
        waiting <= (count >= LEAST_COUNT) & |age;
        enough <= event_level >= limit;
        old <= event_valid & (waited >= age);
        if (event_valid) begin
            if (tick) waited <= waited + 16'd1;
        end else begin
            waited <= 16'd0;
        end
        open <= event_valid & (open | ~waiting | enough | old | fifo_full);
        if (clear) begin
            count_inverted <= 8'hff;
            age_inverted <= 16'hffff;
            waiting <= 1'b0;
            waited <= 16'd0;
            open <= 1'b0;
        end
    end
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
module carillon_time_base (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets the part of a tick that has passed.
    input  wire enable,                      // Lets time pass.
    input  wire [23:0] prescale,             // Clocks a tick, 1 or more.
    output wire tick                         // A tick passes at the next edge.
);
    localparam [12:0] MINUS_ONE = 13'h0fff;
    localparam [12:0] MINUS_THREE = 13'h0ffd;

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
    wire [12:0] step =
        counting & fresh ? MINUS_THREE :
        counting ? MINUS_ONE :
        13'd0;
    wire [12:0] high_step = counting ? MINUS_ONE : 13'd0;
    wire [12:0] difference = {1'b0, low} + step;
    wire [12:0] high_difference = {1'b0, high} + high_step;
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

// # A memory that is written by the bit and read by the word
//
// `read_data` is the word at last clock's `read_address`.
//
// With two ports a bit that is read at the edge of its write may be anything. With one port a write takes two clocks:
// the bit's word is read, changed, and written back in the next; with `whole` all of its bits get `write_data`, and a
// word can be written in every clock. Then `read_data` may be anything in the two clocks after `write_enable`.
module carillon_bit_memory #(
    parameter ADDRESS_BITS   = 12,           // There are 2^ADDRESS_BITS bits, 5 or more.
    parameter [0:0] ONE_PORT = 0             // 1: of memory with one port.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire whole,
    input  wire [ADDRESS_BITS-5:0] read_address,
    output wire [15:0] read_data
);
    // Block RAM with a narrow port for writes and a wide one for reads, which Yosys has to be told to take; with
    // CARILLON_BIT_ENABLES defined, words with a write enable for each bit, for families whose tools cannot do it. Below
    // 64 words the memory among the look-up tables, or flip-flops, cost less, and is written so.
    generate
        if (ONE_PORT) begin : one_port
            carillon_bit_memory_one_port #(.ADDRESS_BITS(ADDRESS_BITS)) bits (
                .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
                .whole(whole), .read_address(read_address), .read_data(read_data)
            );
        end else if (ADDRESS_BITS >= 10) begin : block_ram
            reg [15:0] word;
            integer i;

            assign read_data = word;

`ifdef CARILLON_BIT_ENABLES
            reg [15:0] busy [(1 << (ADDRESS_BITS - 4))-1:0];

            always @(posedge clock) begin
                if (write_enable) begin
                    for (i = 0; i <= 15; i = i + 1)
                        if (write_address[3:0] == i[3:0]) busy[write_address[ADDRESS_BITS-1:4]][i] <= write_data;
                end
                word <= busy[read_address];
            end
`else
            (* ram_style = "block", no_rw_check *) reg busy [(1 << ADDRESS_BITS)-1:0];

            always @(posedge clock) begin
                if (write_enable) busy[write_address] <= write_data;
                for (i = 0; i <= 15; i = i + 1) word[i] <= busy[{read_address, i[3:0]}];
            end
`endif

            wire unused = whole;
        end else begin : any_memory
            (* no_rw_check *) reg [15:0] busy [(1 << (ADDRESS_BITS - 4))-1:0];
            reg [15:0] word;
            integer i;

            assign read_data = word;

            always @(posedge clock) begin
                if (write_enable) begin
                    for (i = 0; i <= 15; i = i + 1)
                        if (write_address[3:0] == i[3:0]) busy[write_address[ADDRESS_BITS-1:4]][i] <= write_data;
                end
                word <= busy[read_address];
            end

            wire unused = whole;
        end
    endgenerate
endmodule

// # A memory with one port, written by the bit and read by the word
//
// Banks of 16,384 words, the UP5K's RAM, change their words each for itself: so no choice between banks lies between
// reading and writing. How it is read and written says `carillon_bit_memory`.
module carillon_bit_memory_one_port #(
    parameter ADDRESS_BITS = 12              // There are 2^ADDRESS_BITS bits, 5 or more.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire whole,
    input  wire [ADDRESS_BITS-5:0] read_address,
    output wire [15:0] read_data
);
    localparam WORD_BITS = ADDRESS_BITS - 4;
    localparam BANK_BITS = WORD_BITS < 14 ? WORD_BITS : 14;
    localparam BANKS     = 1 << (WORD_BITS - BANK_BITS);

    reg writes;                              // A word is written: it was read one clock ago.
    reg [ADDRESS_BITS-1:0] slot;             // The bit that is written.
    reg value;                               // Its new value.
    reg all_bits;                            // The other bits of its word get it too.
    reg [WORD_BITS-1:0] bank;                // The bank that was read one clock ago.

    wire [WORD_BITS-1:0] word =
        writes ? slot[ADDRESS_BITS-1:4] :
        write_enable ? write_address[ADDRESS_BITS-1:4] :
        read_address;
    wire [15:0] marked = all_bits ? 16'hffff : 16'h0001 << slot[3:0];
    wire [16*BANKS-1:0] words_read;
    wire [WORD_BITS-1:0] write_bank = write_address[ADDRESS_BITS-1:4] >> BANK_BITS;

    assign read_data = words_read[16 * bank +: 16];

    always @(posedge clock) begin
        writes <= write_enable;
        slot <= write_address;
        value <= write_data;
        all_bits <= whole;
        bank <= read_address >> BANK_BITS;
    end

    genvar n;
    generate
        for (n = 0; n < BANKS; n = n + 1) begin : banks
            reg [15:0] busy [(1 << BANK_BITS)-1:0];
            reg [15:0] read;
            reg changes;                     // The word is written into this bank.

            assign words_read[16*n +: 16] = read;

            always @(posedge clock) begin
                changes <= write_enable & (write_bank == n);
                if (changes) busy[word[BANK_BITS-1:0]] <= value ? read | marked : read & ~marked;
                else read <= busy[word[BANK_BITS-1:0]];
            end
        end
    endgenerate

    wire unused = &{1'b0, word};
endmodule

// # A memory of words that shows the old one
//
// `read_data` is the word at last clock's `read_address`, as it was before a write at the same edge.
module carillon_memory_read_first #(
    parameter WIDTH        = 32,             // Bits of a word.
    parameter ADDRESS_BITS = 5               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output reg  [WIDTH-1:0] read_data
);
    reg [WIDTH-1:0] entries [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule

// # Which slot is busy next?
//
// **Purpose.** The hierarchical bit vector of FlexQueue over the busy bits of all wheels: a bit of one level says
// whether a word of sixteen of the level below has a bit set, up to a level of one word. The lowest level is a copy
// of the busy bits, so that a search never takes a read from the cursor.
//
// **Interface.** `write_*` follow the write port of the busy bits. `ask`, with a wheel's numbers and the slot to
// start from, is answered by `done`, with `found` and `distance`, the slots from that one to the next busy one; 0 is
// the slot itself. From `ask` on and while `searching` is high, nobody may write.
//
// **Nodes.** The words of all levels are numbered as the nodes of a tree: bit *b* of word *n* stands for the node
// 16*n* + *b*. That is a word of the level below or, with bit 2^`SLOT_BITS` set, a slot. So the highest bit that is
// set in a node tells its level, and one register holds all that a search must know of where it is.
//
// **Timing.** A search reads the slot's own word, goes up a level while no bit is set further on, then down to the
// first slot below the bit found; each word takes two clocks. When the wheel's end comes first, a second search
// starts where the wheel does. With *n* levels, `done` comes 8 *n* + 2 clocks after `ask` at the latest: 26 up to
// 2^12 slots, 34 up to 2^16, 42 up to 2^20; 2 clocks after it if the wheel is absent.
//
// **Invariants.** No write comes while a search is under way, and one that came in the clock of `ask` climbs ahead
// of it, two clocks a level: so the answer is that of the busy bits as they stood after `ask`. Wheels begin at a
// word; so the wheel's end is passed only between words.
module carillon_look_ahead #(
    parameter integer WHEELS    = 1,         // Timing wheels.
    parameter integer SLOT_BITS = 12         // 2^SLOT_BITS slots in all wheels together.
) (
    input  wire clock,                       // The one clock.
    input  wire clear,                       // Forgets the question.
    input  wire write_enable,                // A busy bit is written.
    input  wire [19:0] write_address,        // Which one.
    input  wire write_data,                  // Its new value.
    input  wire ask,                         // Looks for the next busy slot of a wheel.
    input  wire wheel_present,               // The wheel exists.
    input  wire [15:0] wheel_base,           // The first word of its busy bits.
    input  wire [20:0] wheel_size,           // Its size in slots.
    input  wire [19:0] slot,                 // The slot to start from.
    output wire searching,                   // Nobody may write a busy bit.
    output wire done,                        // The answer is there.
    output wire found,                       // The wheel has a busy slot.
    output wire [19:0] distance              // How many slots it is away, if there is one.
);
    localparam [0:0] MULTI_WHEEL = WHEELS > 1;
    localparam [0:0] FOUR_LEVELS = SLOT_BITS > 12;
    localparam [0:0] FIVE_LEVELS = SLOT_BITS > 16;
    localparam [20:0] FIRST_SLOT = 1 << SLOT_BITS;
    localparam [20:0] FIRST_WORD_0 = 1 << (SLOT_BITS - 4);
    localparam [20:0] FIRST_WORD_1 = 1 << (SLOT_BITS - 8);
    localparam [20:0] FIRST_WORD_2 = (1 << SLOT_BITS) >> 12;
    localparam [20:0] FIRST_WORD_3 = (1 << SLOT_BITS) >> 16;
    localparam [20:0] NODE_MASK = (2 << SLOT_BITS) - 1;
    localparam [19:0] SLOT_MASK = (1 << SLOT_BITS) - 1;
    localparam [15:0] WORD_MASK = (1 << (SLOT_BITS - 4)) - 1;
    localparam [17:0] LIMIT_MASK = (4 << (SLOT_BITS - 4)) - 1;

    reg active;                              // A question is not yet answered.
    reg again;                               // The last search: from the wheel's start, or of an absent wheel.
    reg [15:0] base;                         // The wheel's first word in the memory.
    reg [15:0] from_word;                    // The search's first word, counted from the wheel's first.
    reg [3:0] from_bit;                      // The lowest bit to look at in the next word.
    reg from_none;                           // The next word has no bit to look at.
    reg [17:0] limit_inverted;               // Twice the word where the wheel ends, plus 1 if inside; inverted.
    reg [19:0] size;                         // Slots of the wheel, modulo those of the memory.
    reg [19:0] origin_inverted;              // The slot of the memory that distances count from, inverted.
    reg asked;                               // A question about a wheel that exists came one clock ago.
    reg begins;                              // A search begins in this clock: its first word is read.
    reg reading;                             // The node's word comes out of the memory in this clock.
    reg judging;                             // The node's word came one clock ago; the next node is chosen.
    reg [15:0] candidates;                   // The set bits of the word of one clock ago, those to look at.
    reg arrived;                             // A search has ended, at a slot or at none.
    reg [20:0] node;                         // Where the search is: a word or a slot, as a node of the tree.
    reg answer_done;                         // The question was answered one clock ago.
    reg answer_found;                        // The node of one clock ago was a slot before the wheel's end.
    reg [19:0] answer_distance;              // How many slots away the node of one clock ago was.

    wire level_0_above_enable, level_0_above_data;
    wire [15:0] level_0_read_data;
    wire [19:0] level_0_above_address;
    wire level_1_above_enable, level_1_above_data;
    wire [15:0] level_1_read_data;
    wire [19:0] level_1_above_address;
    wire level_2_above_enable, level_2_above_data;
    wire [15:0] level_2_read_data;
    wire [19:0] level_2_above_address;
    wire level_3_above_enable, level_3_above_data;
    wire [15:0] level_3_read_data;
    wire [19:0] level_3_above_address;
    wire level_4_above_enable, level_4_above_data;
    wire [15:0] level_4_read_data;
    wire [19:0] level_4_above_address;
    wire find_first_found;
    wire [3:0] find_first_position;
    wire in_level_0 = |(node & FIRST_WORD_0);
    wire [15:0] word =
        in_level_0 ? level_0_read_data :
        |(node & FIRST_WORD_1) ? level_1_read_data :
        FOUR_LEVELS & |(node & FIRST_WORD_2) ? level_2_read_data :
        FIVE_LEVELS & |(node & FIRST_WORD_3) ? level_3_read_data :
        FIVE_LEVELS ? level_4_read_data :
        FOUR_LEVELS ? level_3_read_data :
        level_2_read_data;
    wire at_top = ~|node[20:1];
    wire [15:0] first_word = (base + from_word) & WORD_MASK;
    wire [20:0] onward =
        begins ? FIRST_WORD_0 | {5'd0, first_word} :
        judging ? (find_first_found ? ({node[16:0], 4'd0} & NODE_MASK) | {17'd0, find_first_position}
            : {4'd0, node[20:4]}) :
        node;
    wire [19:0] origin = ~origin_inverted & SLOT_MASK;
    wire [17:0] limit = ~limit_inverted & LIMIT_MASK;
    wire [20:0] place = {1'b0, node[19:0] & SLOT_MASK};
    wire in_wheel = |(node & FIRST_SLOT) & ({place[20:4], 1'b0} < limit);
    wire [16:0] wheel_word = MULTI_WHEEL ? {1'b0, wheel_base} : 17'd0;

    carillon_vector_level #(.BITS(SLOT_BITS)) level_0 (
        .clock(clock), .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .read_address(onward[15:0]), .read_data(level_0_read_data), .above_enable(level_0_above_enable),
        .above_address(level_0_above_address), .above_data(level_0_above_data)
    );

    carillon_vector_level #(.BITS(SLOT_BITS - 4)) level_1 (
        .clock(clock), .write_enable(level_0_above_enable), .write_address(level_0_above_address),
        .write_data(level_0_above_data), .read_address(onward[15:0]), .read_data(level_1_read_data),
        .above_enable(level_1_above_enable), .above_address(level_1_above_address), .above_data(level_1_above_data)
    );

    carillon_vector_level #(.BITS(SLOT_BITS - 8)) level_2 (
        .clock(clock), .write_enable(level_1_above_enable), .write_address(level_1_above_address),
        .write_data(level_1_above_data), .read_address(onward[15:0]), .read_data(level_2_read_data),
        .above_enable(level_2_above_enable), .above_address(level_2_above_address), .above_data(level_2_above_data)
    );

    carillon_find_first find_first (
        .word(candidates), .found(find_first_found), .position(find_first_position)
    );

    generate
        if (FOUR_LEVELS) begin : with_level_3
            carillon_vector_level #(.BITS(SLOT_BITS - 12)) level_3 (
                .clock(clock), .write_enable(level_2_above_enable), .write_address(level_2_above_address),
                .write_data(level_2_above_data), .read_address(onward[15:0]), .read_data(level_3_read_data),
                .above_enable(level_3_above_enable), .above_address(level_3_above_address),
                .above_data(level_3_above_data)
            );
        end else begin : without_level_3
            assign level_3_read_data = 16'd0;
            assign level_3_above_enable = 1'b0;
            assign level_3_above_address = 20'd0;
            assign level_3_above_data = 1'b0;

            wire unused = &{1'b0, level_2_above_enable, level_2_above_address, level_2_above_data};
        end

        if (FIVE_LEVELS) begin : with_level_4
            carillon_vector_level #(.BITS(SLOT_BITS - 16)) level_4 (
                .clock(clock), .write_enable(level_3_above_enable), .write_address(level_3_above_address),
                .write_data(level_3_above_data), .read_address(onward[15:0]), .read_data(level_4_read_data),
                .above_enable(level_4_above_enable), .above_address(level_4_above_address),
                .above_data(level_4_above_data)
            );
        end else begin : without_level_4
            assign level_4_read_data = 16'd0;
            assign level_4_above_enable = 1'b0;
            assign level_4_above_address = 20'd0;
            assign level_4_above_data = 1'b0;

            wire unused = &{1'b0, level_3_above_enable, level_3_above_address, level_3_above_data};
        end
    endgenerate

    assign searching = active;
    assign done = answer_done;
    assign found = answer_found;
    assign distance = answer_distance;

    always @(posedge clock) begin
        judging <= reading;
        candidates <= word & (16'hffff << from_bit);
        if (from_none) candidates <= 16'd0;
        reading <= 1'b0;
        arrived <= 1'b0;
        if (judging) begin
            from_none <= 1'b0;
            if (find_first_found) begin
                from_bit <= 4'd0;
                arrived <= in_level_0;
                reading <= ~in_level_0;
            end else begin
                from_bit <= node[3:0] + 4'd1;
                from_none <= &node[3:0];
                arrived <= at_top;
                reading <= ~at_top;
            end
        end
        begins <= asked;
        if (begins) begin
            reading <= 1'b1;
            from_none <= 1'b0;
        end
        node <= onward;
        if (begins & ~again) origin_inverted <= ~{first_word, from_bit} & SLOT_MASK;
        answer_done <= 1'b0;
        answer_found <= in_wheel;
        answer_distance <= (place[19:0] - origin) & SLOT_MASK;
        if (arrived) begin
            if (in_wheel | again) begin
                answer_done <= 1'b1;
                active <= 1'b0;
            end else begin
                again <= 1'b1;
                begins <= 1'b1;
                from_word <= 16'd0;
                from_bit <= 4'd0;
                origin_inverted <= (origin_inverted + size) & SLOT_MASK;
            end
        end
        asked <= 1'b0;
        if (ask) begin
            active <= 1'b1;
            again <= ~wheel_present;
            asked <= wheel_present;
            arrived <= ~wheel_present;
            node <= 21'd0;
            base <= wheel_word[15:0] & WORD_MASK;
            from_word <= slot[19:4] & WORD_MASK;
            from_bit <= slot[3:0];
            size <= wheel_size[19:0] & SLOT_MASK;
            limit_inverted <= ~(({wheel_word + wheel_size[20:4], 1'b0} & LIMIT_MASK) | {17'd0, |wheel_size[3:0]})
                & LIMIT_MASK;
        end
        if (clear) begin
            active <= 1'b0;
            asked <= 1'b0;
            begins <= 1'b0;
            reading <= 1'b0;
            judging <= 1'b0;
            arrived <= 1'b0;
            answer_done <= 1'b0;
        end
    end

    wire unused = &{1'b0, level_4_above_enable, level_4_above_address, level_4_above_data};
endmodule

// # One level of the hierarchical bit vector
//
// **Purpose.** Keeps the bits of one level, and tells the level above when a word of sixteen has become busy or empty.
//
// **Interface.** A write of one bit, `write_*`. `above_*` is the write that the level above must make of it. In a
// clock that does not follow a write, `read_address` names a word to read.
//
// **Timing.** A word that is written is read back in the next clock, and in the one after that the bit above is
// written: whether the word has a bit set. Words follow their address by one clock.
//
// **Invariants.** A word may be read back while another of its bits is written, and block RAM may then give anything
// for that bit: what is wrongly handed on is put right by the write that comes behind. So two clocks after the last
// write to a word the bit above is set if, and only if, the word is not empty.
module carillon_vector_level #(
    parameter integer BITS = 12              // There are 2^BITS bits, 0 to 20.
) (
    input  wire clock,                       // The one clock.
    input  wire write_enable,                // Writes at the next edge.
    input  wire [19:0] write_address,        // Which bit to write.
    input  wire write_data,                  // Its new value.
    input  wire [15:0] read_address,         // Which word to read, in a clock that does not follow a write.
    output wire [15:0] read_data,            // The word at last clock's address.
    output wire above_enable,                // The level above must write.
    output wire [19:0] above_address,        // Which of its bits.
    output wire above_data                   // The bit's new value.
);
    localparam MEMORY_BITS = BITS < 5 ? 5 : BITS;
    localparam [19:0] PLACE = BITS < 4 ? 15 : (1 << BITS) - 1;
    localparam [15:0] WORD = BITS < 4 ? 0 : (1 << (BITS - 4)) - 1;
    localparam [19:0] FIRST_ABOVE = (1 << BITS) >> 4;
    localparam [15:0] USED = BITS < 4 ? ((1 << (1 << BITS)) - 1) << (1 << BITS) : 65535;

    reg written;                             // A bit was written one clock ago; its word is read back.
    reg [15:0] written_word;                 // Word of the write address of one clock ago.
    reg read_back;                           // A bit was written two clocks ago; its word is here.
    reg [15:0] read_back_word;               // Word of the write address of two clocks ago.

    wire [15:0] bits_read_data;
    wire [19:0] bits_write_address = write_address & PLACE;
    wire [15:0] read_word = written ? written_word : read_address;
    wire [15:0] bits_read_address = read_word & WORD;
    wire [15:0] seen = bits_read_data & USED;

    carillon_bit_memory #(.ADDRESS_BITS(MEMORY_BITS), .ONE_PORT(0)) bits (
        .clock(clock), .write_address(bits_write_address[MEMORY_BITS-1:0]), .write_data(write_data),
        .write_enable(write_enable), .whole(1'b0), .read_address(bits_read_address[MEMORY_BITS-5:0]),
        .read_data(bits_read_data)
    );

    assign read_data = seen;
    assign above_enable = read_back;
    assign above_address = FIRST_ABOVE | {4'd0, read_back_word};
    assign above_data = |seen;

    always @(posedge clock) begin
        written <= write_enable;
        written_word <= write_address[19:4] & WORD;
        read_back <= written;
        read_back_word <= written_word;
    end

    wire unused = &{1'b0, bits_write_address, bits_read_address};
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
module carillon_find_first (
    input  wire [15:0] word,                 // Sixteen candidates, one a bit.
    output wire found,                       // At least one candidate is set.
    output wire [3:0] position               // The lowest set candidate.
);
    wire any_0 = |word[3:0];
    wire any_1 = |word[7:4];
    wire any_2 = |word[11:8];
    wire any_3 = |word[15:12];
    wire [3:0] first_0 =
        word[0] ? 4'd0 :
        word[1] ? 4'd1 :
        word[2] ? 4'd2 :
        4'd3;
    wire [3:0] first_1 =
        word[4] ? 4'd4 :
        word[5] ? 4'd5 :
        word[6] ? 4'd6 :
        4'd7;
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
        any_0 ? first_0 :
        any_1 ? first_1 :
        any_2 ? first_2 :
        first_3;
endmodule

// # A memory of words with one port
//
// Reads or writes a word in a clock. `read_data` is the word at last clock's `address`, and stays while a word is
// written.
module carillon_memory_one_port #(
    parameter WIDTH        = 16,             // Bits of a word.
    parameter ADDRESS_BITS = 8               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    output reg  [WIDTH-1:0] read_data
);
    reg [WIDTH-1:0] words [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) words[address] <= write_data;
        else read_data <= words[address];
    end
endmodule

`default_nettype wire
// verilator lint_on TIMESCALEMOD
