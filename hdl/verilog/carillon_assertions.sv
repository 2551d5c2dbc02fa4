// SPDX-License-Identifier: MIT OR Apache-2.0
// Assertions about the pins of a Carillon counter chip with Wishbone or APB, for your own bench. Not for synthesis.
// Those of AXI4-Lite and of the timer chip are in carillon_axi_timer_assertions.sv.
//
// Compile this file with the chip and bind one module to it; the parameters are those of the chip's header:
//
//     bind carillon_counter_wishbone carillon_wishbone_assertions #(
//         .WHEELS(1), .SLOT_BITS(12), .FIFO_BITS(4), .FEATURES(0)
//     ) assertions (.*);
//
// `FEATURES` has bit 0 set with an alarm, bit 1 with look-ahead, bit 2 with coalescing, bit 3 with wheel modes: it is
// bits 19:16 of `PARAMS`. In Verilator: `--assert`, and `--binary --timing` if the bench needs them.
//
// Asserted of the bus: every accepted transfer is answered once, within 50 clocks, unless the master drops it; nothing
// else is answered; a transfer fails if and only if there is no such register or a write is of a part of a word.
// A write of no byte is a read.
//
// Asserted of what the host reads, whatever it writes:
//   - `ID` and `PARAMS` are those of the chip; write-only registers and reserved bits read 0;
//   - `irq` is high if and only if a bit of `INTR_STATE`, as read a clock later, is enabled;
//   - `EVENT.sequence` counts the events that have been popped; while none is popped, `EVENT` and `EVENT_TICK` stay;
//   - ticks of events never go back, and no tick of an event or of the cursor is ahead of `NOW`, read later; `NOW` and
//     the cursor never go back;
//   - an event is of a slot that has been armed since the reset; and, where it has been disarmed, of one that has been
//     armed again since the FIFO was found to be empty. A late event is of such a slot as well;
//   - `STATUS.running` is 1 only with `ready`, and stays until the next reset.
//
// It looks at the low halves of 64-bit times, and takes it that less than 2^31 ticks pass between two reads.

// What is common to all buses: accesses as they are accepted and answered.
module carillon_assertions #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 12,
    parameter FIFO_BITS = 4,
    parameter FEATURES = 0,
    // How many clocks before the answer `irq` was what INTR_STATE shows.
    parameter IRQ_BEFORE = 1
) (
    input wire clock,
    input wire reset,
    input wire irq,
    // A transfer is accepted; whether it writes, whether a write is of a whole word, which word, and the data.
    input wire accepted,
    input wire write,
    input wire whole,
    input wire [5:0] address,
    input wire [31:0] data,
    // The transfer before is answered, or given up by the master.
    input wire answered,
    input wire failed,
    input wire dropped,
    input wire [31:0] word
);
    localparam ID = 0, VERSION = 1, PARAMS = 2, SCRATCH = 3, CTRL = 4, STATUS = 5, PRESCALE = 6, NOW_LO = 8,
        CURSOR_LO = 10, ARM = 12, DISARM = 13, EVENT = 14, EVENT_TICK = 15, EVENT_ACK = 16, INTR_STATE = 17,
        INTR_ENABLE = 18, INTR_TEST = 19, INTR_COALESCE = 20, ERRORS = 21, ALARM_LO = 22, ALARM_HI = 23, NEXT = 24,
        WHEEL_SIZE = 32, WHEEL_MODE = 40;
    localparam LONGEST = 50;
    // From a disarm on until no event of its slot can come into the FIFO any more.
    localparam SETTLED = 32;

    function is_there(input [5:0] of);
        case (of) inside
            7: is_there = 0;
            INTR_COALESCE: is_there = FEATURES >> 2 & 1;
            ALARM_LO, ALARM_HI: is_there = FEATURES & 1;
            [NEXT : NEXT + 7]: is_there = (FEATURES >> 1 & 1) && of < NEXT + WHEELS;
            [WHEEL_SIZE : WHEEL_SIZE + 7]: is_there = of < WHEEL_SIZE + WHEELS;
            [WHEEL_MODE : WHEEL_MODE + 7]: is_there = (FEATURES >> 3 & 1) && of < WHEEL_MODE + WHEELS;
            default: is_there = of < NEXT;
        endcase
    endfunction

    // The transfer under way.
    reg pending, writes, wholes;
    reg [5:0] at;
    reg [31:0] written;
    integer clocks;

    // What the host knows. Of each slot: 0, never armed; 1, armed; else disarmed, in the era that the number tells.
    // An era ends where the FIFO is found to be empty and no disarm is recent.
    integer slots [0:WHEELS * (1 << SLOT_BITS) - 1];
    integer era, calm, n;
    reg [31:0] enables, past_event, past_event_tick, last_tick, last_now, last_cursor;
    reg [3:0] pops;
    reg knows_event, knows_tick, knows_last_tick, knows_now, knows_cursor, knows_enables, knows_pops, was_running;
    // A reset has been seen.
    reg resets;
    reg [3:0] past_irq;
    wire past = IRQ_BEFORE == 0 ? irq : past_irq[IRQ_BEFORE - 1];
    wire soft_reset = accepted && write && whole && address == CTRL && data[1];
    wire [22:0] place = data[22:0];
    wire [31:0] slot_number = place[19:0] + (place[22:20] << SLOT_BITS);
    wire is_slot = place[22:20] < WHEELS && place[19:0] < (1 << SLOT_BITS);
    wire [31:0] event_number = word[19:0] + (word[22:20] << SLOT_BITS);
    wire [31:0] past_event_number = past_event[19:0] + (past_event[22:20] << SLOT_BITS);
    wire event_is_slot = word[22:20] < WHEELS && word[19:0] < (1 << SLOT_BITS);

    task forget;
        begin
            for (n = 0; n < WHEELS * (1 << SLOT_BITS); n = n + 1) slots[n] = 0;
            era = 2;
            calm = 0;
            {pops, enables} = 0;
            {knows_event, knows_tick, knows_last_tick, knows_now, knows_cursor, was_running} = 0;
            knows_pops = 1;
        end
    endtask

    initial begin
        forget;
        {pending, knows_enables, past_irq, resets} = 0;
    end

    // What a read shows.
    task read;
        case (at)
            ID: assert (word == 32'h4341524c) else $error("ID is %h", word);
            PARAMS: assert (word == {12'd0, FEATURES[3:0], 3'd0, FIFO_BITS[3:0], SLOT_BITS[4:0], WHEELS[3:0]})
                else $error("PARAMS is %h", word);
            STATUS: begin
                assert (word[31:5] == 0) else $error("reserved bits of STATUS: %h", word);
                assert (word[0] || !word[1]) else $error("STATUS.running without ready: %h", word);
                assert (word[1] || !was_running) else $error("STATUS.running falls: %h", word);
                if (word[1]) was_running = 1;
            end
            NOW_LO: begin
                if (knows_now) assert ($signed(word - last_now) >= 0) else $error("NOW_LO goes back to %h", word);
                if (knows_last_tick)
                    assert ($signed(word - last_tick) >= 0)
                        else $error("an event at %h, NOW_LO is %h", last_tick, word);
                if (knows_cursor)
                    assert ($signed(word - last_cursor) >= 0) else $error("cursor %h, NOW_LO is %h", last_cursor, word);
                knows_now = 1;
                last_now = word;
            end
            CURSOR_LO: begin
                if (knows_cursor)
                    assert ($signed(word - last_cursor) >= 0) else $error("CURSOR_LO goes back to %h", word);
                knows_cursor = 1;
                last_cursor = word;
            end
            EVENT: begin
                assert (!word[27]) else $error("a reserved bit of EVENT: %h", word);
                if (word[31]) begin
                    if (knows_pops) assert (word[26:23] == pops)
                        else $error("EVENT.sequence is %d, not %d", word[26:23], pops);
                    assert (event_is_slot) else $error("an event of a slot that is not there: %h", word);
                    if (event_is_slot) assert (slots[event_number] == 1 || slots[event_number] >= era)
                        else $error("an event of a slot that is not armed: %h", word);
                    if (knows_event) assert ({word[30], word[22:0]} == {past_event[30], past_event[22:0]})
                        else $error("EVENT changes from %h to %h", past_event, word);
                    {knows_event, knows_pops} = 2'b11;
                    pops = word[26:23];
                    past_event = word;
                end else begin
                    assert (!knows_event) else $error("an event goes without an acknowledgement");
                    if (calm >= SETTLED) era = era + 1;
                end
            end
            EVENT_TICK: if (knows_event) begin
                if (knows_tick) assert (word == past_event_tick) else $error("EVENT_TICK changes to %h", word);
                if (knows_last_tick)
                    assert ($signed(word - last_tick) >= 0) else $error("EVENT_TICK goes back to %h", word);
                knows_tick = 1;
                knows_last_tick = 1;
                past_event_tick = word;
                last_tick = word;
            end
            INTR_STATE: begin
                assert (word[31:5] == 0) else $error("reserved bits of INTR_STATE: %h", word);
                if (knows_enables)
                    assert (past == ((word & enables) != 0)) else $error("INTR_STATE is %h, irq is %b", word, past);
            end
            INTR_ENABLE: if (knows_enables) assert (word == enables) else $error("INTR_ENABLE is %h", word);
            ARM, DISARM, EVENT_ACK, INTR_TEST: assert (word == 0) else $error("a write-only register reads %h", word);
            default: ;
        endcase
    endtask

    // What a write means, as it is accepted.
    task act;
        case (address)
            ARM: if (is_slot) slots[slot_number] = 1;
            DISARM: if (is_slot && slots[slot_number] == 1) begin
                slots[slot_number] = era;
                calm = 0;
            end
            EVENT_ACK: if (knows_event && data[26:23] == pops) begin
                if (data[0] && slots[past_event_number] == 1) begin
                    slots[past_event_number] = era;
                    calm = 0;
                end
                pops = pops + 1;
                {knows_event, knows_tick} = 0;
            end else if (!knows_event) begin
                // Whether there was an event, the host has not read.
                knows_pops = 0;
                knows_tick = 0;
                calm = 0;
            end
            INTR_ENABLE: begin
                enables = data & 32'h1f;
                knows_enables = 1;
            end
            default: ;
        endcase
    endtask

    always @(posedge clock) begin
        past_irq <= {past_irq[2:0], irq};
        if (calm < SETTLED) calm = calm + 1;
        if (reset) begin
            forget;
            {pending, resets, knows_enables} = 3'b011;
        end else begin
            if (answered) begin
                assert (pending) else $error("an answer without a transfer");
                assert (failed == (!is_there(at) || (writes && !wholes)))
                    else $error("word %d: failed is %b", at, failed);
                if (pending && !failed && !writes && resets) read;
                pending = 0;
            end
            if (dropped) pending = 0;
            clocks = pending ? clocks + 1 : 0;
            assert (clocks < LONGEST) else $error("no answer for %d clocks", clocks);
            if (accepted) begin
                assert (!pending) else $error("a transfer is accepted before the one before is answered");
                {pending, writes, wholes, at, written} = {1'b1, write, whole, address, data};
                if (write && whole && is_there(address)) act;
                if (soft_reset) begin
                    forget;
                    {resets, knows_enables} = 2'b11;
                end
            end
        end
    end
endmodule

// Wishbone B4, classic or pipelined.
module carillon_wishbone_assertions #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 12,
    parameter FIFO_BITS = 4,
    parameter FEATURES = 0
) (
    input wire clock,
    input wire reset,
    input wire irq,
    input wire wb_cyc,
    input wire wb_stb,
    input wire wb_we,
    input wire [3:0] wb_sel,
    input wire [5:0] wb_adr,
    input wire [31:0] wb_dat_w,
    input wire [31:0] wb_dat_r,
    input wire wb_ack,
    input wire wb_err,
    input wire wb_stall
);
    reg past_cyc, begun;
    initial {past_cyc, begun} = 0;
    always @(posedge clock) begin
        past_cyc <= wb_cyc && !reset;
        begun <= begun || reset;
        if (begun && !reset) begin
            assert (!(wb_ack && wb_err)) else $error("wb_ack and wb_err at once");
            assert (!(wb_ack || wb_err) || past_cyc) else $error("an answer without wb_cyc in the clock before");
        end
    end
    carillon_assertions #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .FEATURES(FEATURES)
    ) common (
        .clock(clock), .reset(reset || !begun), .irq(irq), .accepted(wb_cyc && wb_stb && !wb_stall),
        .write(wb_we && |wb_sel), .whole(&wb_sel), .address(wb_adr), .data(wb_dat_w), .answered(wb_ack || wb_err),
        .failed(wb_err), .dropped(!wb_cyc), .word(wb_dat_r)
    );
endmodule

// APB4.
module carillon_apb_assertions #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 12,
    parameter FIFO_BITS = 4,
    parameter FEATURES = 0
) (
    input wire clock,
    input wire reset,
    input wire irq,
    input wire psel,
    input wire penable,
    input wire pwrite,
    input wire [3:0] pstrb,
    input wire [7:0] paddr,
    input wire [31:0] pwdata,
    input wire [31:0] prdata,
    input wire pready,
    input wire pslverr
);
    reg under_way, begun;
    initial {under_way, begun} = 0;
    always @(posedge clock) begin
        begun <= begun || reset;
        under_way <= psel && !pready && !reset;
        if (begun && !reset) assert (!pslverr || pready) else $error("pslverr without pready");
    end
    carillon_assertions #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .FEATURES(FEATURES)
    ) common (
        .clock(clock), .reset(reset || !begun), .irq(irq), .accepted(psel && !under_way && !penable),
        .write(pwrite && |pstrb),
        .whole(&pstrb), .address(paddr[7:2]), .data(pwdata), .answered(psel && pready), .failed(pslverr),
        .dropped(!psel), .word(prdata)
    );
endmodule
