// SPDX-License-Identifier: MIT OR Apache-2.0
// Assertions about the pins of either Carillon chip with AXI4-Lite, and of a timer chip with Wishbone, for your own
// bench. Not for synthesis. Compile this file with the chip, and bind a module to it or put one beside it. They have
// run in Icarus Verilog.

// Which words both chips have. `PARAMS` is what the register of that name reads; `TIMER` is 1 of a timer chip.
package carillon_words;
    function automatic is_there(input integer timer, input [31:0] params, input [20:0] of);
        if (timer != 0) begin
            case (of[5:0])
                7, 11, 23: is_there = 0;
                20: is_there = params[22];
                27: is_there = params[23];
                default: is_there = of[5:0] < 28;
            endcase
            // A timer's word, or a register in the other half.
            is_there = of[20] || (is_there && of[19:6] == 0);
        end else begin
            case (of[5:3])
                0, 1: is_there = of[5:0] != 7;
                2: is_there = of[2:0] == 4 ? params[18] : of[2:0] < 6 || params[16];
                3: is_there = params[17] && of[2:0] < params[3:0];
                4: is_there = of[2:0] < params[3:0];
                5: is_there = params[19] && of[2:0] < params[3:0];
                default: is_there = 0;
            endcase
        end
    endfunction
endpackage

// AXI4-Lite of either chip, of which `PARAMS` is what the register of that name reads:
//
//     bind carillon_timer_axi_lite carillon_axi_lite_assertions #(.TIMER(1), .PARAMS(32'h0000_08a1)) assertions (.*);
//
// Asserted: a response stays, with what it tells, until it is taken; there is one for each
// write, of an address and a datum, and one for each read, in order, and no other; it is SLVERR if and only if there is
// no such register or the write is of a part of a word, and then a read shows 0, else OKAY; it comes within `LONGEST`
// clocks in which none before it waits for the master (0: any time; a timer chip's depends on its memory); `ID` and
// `PARAMS` are those of the chip; nothing is answered in the clock after a reset.
module carillon_axi_lite_assertions #(
    parameter TIMER = 0,
    parameter [31:0] PARAMS = 32'h0000_08c1,
    // Two accesses, of 52 clocks each at most: one of the other kind may come first.
    parameter LONGEST = TIMER ? 0 : 104,
    parameter ADDRESS_BITS = TIMER ? 23 : 8
) (
    input wire clock,
    input wire reset,
    input wire [ADDRESS_BITS-1:0] s_axi_awaddr,
    input wire s_axi_awvalid,
    input wire s_axi_awready,
    input wire [3:0] s_axi_wstrb,
    input wire s_axi_wvalid,
    input wire s_axi_wready,
    input wire [1:0] s_axi_bresp,
    input wire s_axi_bvalid,
    input wire s_axi_bready,
    input wire [ADDRESS_BITS-1:0] s_axi_araddr,
    input wire s_axi_arvalid,
    input wire s_axi_arready,
    input wire [31:0] s_axi_rdata,
    input wire [1:0] s_axi_rresp,
    input wire s_axi_rvalid,
    input wire s_axi_rready
);
    import carillon_words::*;
    // What was accepted and is not answered yet: at most two of each, as one may wait while one is answered.
    reg [20:0] write_words [0:3], read_words [0:3];
    reg [3:0] strobes [0:3];
    reg [2:0] addresses, data, answered, reads, shown;
    reg begun, past_reset, held_write, held_read, there, whole;
    reg [1:0] past_bresp, past_rresp;
    reg [31:0] past_rdata;
    integer write_clocks, read_clocks;
    initial {begun, past_reset} = 0;

    always @(posedge clock) begin
        begun <= begun || reset;
        past_reset <= reset;
        if (reset) begin
            {addresses, data, answered, reads, shown, held_write, held_read} <= 0;
            write_clocks <= 0;
            read_clocks <= 0;
        end else if (begun) begin
            if (past_reset) assert (!s_axi_bvalid && !s_axi_rvalid) else $error("a response after a reset");
            if (held_write) assert (s_axi_bvalid && s_axi_bresp == past_bresp)
                else $error("a write's response does not stay");
            if (held_read) assert (s_axi_rvalid && s_axi_rresp == past_rresp && s_axi_rdata == past_rdata)
                else $error("a read's response does not stay");
            if (s_axi_bvalid && !held_write) begin
                assert (addresses != answered && data != answered) else $error("a response without a write");
                there = is_there(TIMER, PARAMS, write_words[answered[1:0]]);
                whole = &strobes[answered[1:0]] || strobes[answered[1:0]] == 0;
                assert (s_axi_bresp == (there && whole ? 2'd0 : 2'd2))
                    else $error("word %d, strobes %b: bresp is %d", write_words[answered[1:0]],
                        strobes[answered[1:0]], s_axi_bresp);
            end
            if (s_axi_rvalid && !held_read) begin
                assert (reads != shown) else $error("a response without a read");
                there = is_there(TIMER, PARAMS, read_words[shown[1:0]]);
                assert (s_axi_rresp == (there ? 2'd0 : 2'd2))
                    else $error("word %d: rresp is %d", read_words[shown[1:0]], s_axi_rresp);
                assert (there || s_axi_rdata == 0) else $error("a refused read shows %h", s_axi_rdata);
                if (read_words[shown[1:0]] == 0)
                    assert (s_axi_rdata == (TIMER ? 32'h43415254 : 32'h4341524c)) else $error("ID is %h", s_axi_rdata);
                if (read_words[shown[1:0]] == 2)
                    assert (s_axi_rdata == PARAMS) else $error("PARAMS is %h", s_axi_rdata);
            end
            held_write <= s_axi_bvalid && !s_axi_bready;
            held_read <= s_axi_rvalid && !s_axi_rready;
            {past_bresp, past_rresp, past_rdata} <= {s_axi_bresp, s_axi_rresp, s_axi_rdata};
            if (s_axi_bvalid && s_axi_bready) answered <= answered + 1;
            if (s_axi_rvalid && s_axi_rready) shown <= shown + 1;
            if (s_axi_awvalid && s_axi_awready) begin
                write_words[addresses[1:0]] <= 21'(s_axi_awaddr[ADDRESS_BITS-1:2]);
                addresses <= addresses + 1;
            end
            if (s_axi_wvalid && s_axi_wready) begin
                strobes[data[1:0]] <= s_axi_wstrb;
                data <= data + 1;
            end
            if (s_axi_arvalid && s_axi_arready) begin
                read_words[reads[1:0]] <= 21'(s_axi_araddr[ADDRESS_BITS-1:2]);
                reads <= reads + 1;
            end
            write_clocks <= addresses != answered && data != answered && !s_axi_bvalid ? write_clocks + 1 : 0;
            read_clocks <= reads != shown && !s_axi_rvalid ? read_clocks + 1 : 0;
            if (LONGEST != 0) assert (write_clocks <= LONGEST && read_clocks <= LONGEST)
                else $error("no response for %d clocks", LONGEST);
        end
    end
endmodule

// A timer chip on Wishbone, with the port of its memory. `PARAMS` is what the register of that name reads.
//
// Asserted of the bus: as of the counter chip; within `LONGEST` clocks (0: any time, as it depends on the memory).
//
// Asserted of what the host reads: `ID` and `PARAMS`; write-only registers and reserved bits read 0; `irq` is high if
// and only if a bit of `INTR_STATE`, as read a clock later, is enabled; `EVENT.sequence` counts the events popped, and
// while none is popped `EVENT` and `EVENT_TICK` stay; ticks of events never go back, none is ahead of `NOW`, read
// later, and `NOW` and the cursor never go back; an event is of a timer that has been started since the reset;
// `STATUS.ready` stays until the next reset.
//
// Asserted of the memory's port: a request stays as it is while it is stalled; nothing is asked for without
// `memory_cyc`; a cycle stays until what was accepted is answered, but for a reset by `CTRL`; `memory_sel` is not 0 in
// a write.
module carillon_timer_wishbone_assertions #(
    parameter [31:0] PARAMS = 32'h0000_08a1,
    parameter LONGEST = 0
) (
    input wire clock,
    input wire reset,
    input wire irq,
    input wire wb_cyc,
    input wire wb_stb,
    input wire wb_we,
    input wire [3:0] wb_sel,
    input wire [20:0] wb_adr,
    input wire [31:0] wb_dat_w,
    input wire [31:0] wb_dat_r,
    input wire wb_ack,
    input wire wb_err,
    input wire wb_stall,
    input wire memory_cyc,
    input wire memory_stb,
    input wire memory_we,
    input wire [3:0] memory_sel,
    input wire [29:0] memory_adr,
    input wire [31:0] memory_dat_w,
    input wire memory_ack,
    input wire memory_err,
    input wire memory_stall
);
    import carillon_words::*;
    localparam ID = 0, PARAMETERS = 2, CTRL = 4, STATUS = 5, NOW_LO = 8, CURSOR_LO = 10, TIMER = 12, TIMER_WORD = 13,
        EVENT = 14, EVENT_TICK = 15, EVENT_ACK = 16, INTR_STATE = 17, INTR_ENABLE = 18, INTR_TEST = 19,
        START_MODE = 22, TIMERS = 24, WHEEL_BITS = 25, MEMORY_BASE = 26;
    localparam [31:0] INTERRUPTS = 32'h15;

    // The transfer under way.
    reg pending, writes, wholes;
    reg [20:0] at;
    integer clocks;
    // What the host knows.
    reg started [0:(1 << 20) - 1];
    reg [19:0] number;
    reg absolute, begun, past_irq, past_cyc, knows_event, knows_tick, knows_last_tick, knows_now, knows_cursor;
    reg knows_pops, knows_enables, was_ready;
    reg [31:0] enables, past_event, past_event_tick, last_tick, last_now, last_cursor;
    reg [3:0] pops;
    // The memory's port.
    reg stalled;
    // Clocks in which a reset by `CTRL` may still reach the port.
    integer resetting;
    reg [66:0] past_request;
    integer owed, n;
    wire [66:0] request = {memory_we, memory_sel, memory_adr, memory_dat_w};

    task forget;
        begin
            for (n = 0; n < 1 << 20; n = n + 1) started[n] = 0;
            {absolute, number, pops, enables} = 0;
            {knows_event, knows_tick, knows_last_tick, knows_now, knows_cursor, was_ready} = 0;
            {knows_pops, knows_enables} = 2'b11;
        end
    endtask

    initial begin
        forget;
        resetting = 0;
        {pending, begun, past_cyc, past_irq, stalled} = 0;
        owed = 0;
        clocks = 0;
    end

    // What a read shows.
    task read(input [31:0] word);
        case (at)
            ID: assert (word == 32'h43415254) else $error("ID is %h", word);
            PARAMETERS: assert (word == PARAMS) else $error("PARAMS is %h", word);
            STATUS: begin
                assert (word[31:6] == 0) else $error("reserved bits of STATUS: %h", word);
                assert (word[0] || !was_ready) else $error("STATUS.ready falls: %h", word);
                if (word[0]) was_ready = 1;
            end
            NOW_LO: begin
                if (knows_now) assert ($signed(word - last_now) >= 0) else $error("NOW_LO goes back to %h", word);
                if (knows_last_tick)
                    assert ($signed(word - last_tick) >= 0)
                        else $error("an event at %h, NOW_LO is %h", last_tick, word);
                if (knows_cursor)
                    assert ($signed(word + 1 - last_cursor) >= 0)
                        else $error("cursor %h, NOW_LO is %h", last_cursor, word);
                knows_now = 1;
                last_now = word;
            end
            CURSOR_LO: begin
                if (knows_cursor)
                    assert ($signed(word - last_cursor) >= 0) else $error("CURSOR_LO goes back to %h", word);
                knows_cursor = 1;
                last_cursor = word;
            end
            EVENT: if (word[31]) begin
                if (knows_pops) assert (word[30:27] == pops)
                    else $error("EVENT.sequence is %d, not %d", word[30:27], pops);
                assert (started[word[19:0]]) else $error("an event of a timer that was not started: %h", word);
                if (knows_event)
                    assert (word == past_event) else $error("EVENT changes from %h to %h", past_event, word);
                {knows_event, knows_pops} = 2'b11;
                pops = word[30:27];
                past_event = word;
            end else assert (!knows_event) else $error("an event goes without an acknowledgement");
            EVENT_TICK: if (knows_event) begin
                if (knows_tick) assert (word == past_event_tick) else $error("EVENT_TICK changes to %h", word);
                if (knows_last_tick)
                    assert ($signed(word - last_tick) >= 0) else $error("EVENT_TICK goes back to %h", word);
                {knows_tick, knows_last_tick} = 2'b11;
                past_event_tick = word;
                last_tick = word;
            end
            INTR_STATE: begin
                assert ((word & ~INTERRUPTS) == 0) else $error("reserved bits of INTR_STATE: %h", word);
                if (knows_enables) assert (past_irq == ((word & enables) != 0))
                    else $error("INTR_STATE is %h, irq is %b", word, past_irq);
            end
            INTR_ENABLE: if (knows_enables) assert (word == enables) else $error("INTR_ENABLE is %h", word);
            TIMER, EVENT_ACK, INTR_TEST, START_MODE, TIMERS, WHEEL_BITS, MEMORY_BASE:
                assert (word == 0) else $error("a write-only register reads %h", word);
            default: ;
        endcase
    endtask

    // What a write means, as it is accepted.
    task act;
        if (wb_adr[20] || wb_adr == TIMER_WORD) begin
            if (wb_dat_w != 0 || absolute) started[wb_adr[20] ? wb_adr[19:0] : number] = 1;
        end else case (wb_adr)
            TIMER: number = wb_dat_w[19:0];
            // It is known again after a reset only: what ends it is a start that may be refused.
            START_MODE: absolute = absolute | wb_dat_w[0];
            EVENT_ACK: if (knows_event && wb_dat_w[30:27] == pops) begin
                pops = pops + 1;
                {knows_event, knows_tick} = 0;
            end else if (!knows_event) {knows_pops, knows_tick} = 0;
            INTR_ENABLE: begin
                enables = wb_dat_w & INTERRUPTS;
                knows_enables = 1;
            end
            CTRL: if (wb_dat_w[1]) forget;
            default: ;
        endcase
    endtask

    always @(posedge clock) begin
        begun <= begun || reset;
        past_irq <= irq;
        past_cyc <= wb_cyc && !reset;
        if (reset) begin
            forget;
            pending = 0;
            clocks = 0;
        end else if (begun) begin
            assert (!(wb_ack && wb_err)) else $error("wb_ack and wb_err at once");
            assert (!(wb_ack || wb_err) || past_cyc) else $error("an answer without wb_cyc in the clock before");
            if (wb_ack || wb_err) begin
                assert (pending) else $error("an answer without a transfer");
                assert (wb_err == (!is_there(1, PARAMS, at) || (writes && !wholes)))
                    else $error("word %d: wb_err is %b", at, wb_err);
                if (pending && wb_ack && !writes) read(wb_dat_r);
                pending = 0;
            end
            if (!wb_cyc) pending = 0;
            clocks = pending ? clocks + 1 : 0;
            if (LONGEST != 0) assert (clocks < LONGEST) else $error("no answer for %d clocks", clocks);
            if (wb_cyc && wb_stb && !wb_stall) begin
                assert (!pending) else $error("a transfer is accepted before the one before is answered");
                {pending, writes, wholes, at} = {1'b1, wb_we && |wb_sel, &wb_sel, wb_adr};
                if (writes && wholes) act;
            end
        end
    end

    always @(posedge clock)
        if (reset) begin
            stalled <= 0;
            owed <= 0;
            resetting <= 0;
        end else if (begun) begin
            assert (!memory_stb || memory_cyc) else $error("memory_stb without memory_cyc");
            resetting <= wb_cyc && wb_stb && !wb_stall && wb_we && &wb_sel && wb_adr == CTRL && wb_dat_w[1] ? 8 :
                resetting - (resetting != 0);
            if (stalled && resetting == 0) assert (memory_cyc && memory_stb && request == past_request)
                else $error("a request to the memory changes while it is stalled");
            if (owed != 0 && resetting == 0) assert (memory_cyc) else $error("memory_cyc falls before the answer");
            if (memory_stb && memory_we) assert (memory_sel != 0) else $error("a write of no byte to the memory");
            stalled <= memory_cyc && memory_stb && memory_stall;
            past_request <= request;
            owed <= memory_cyc ? owed + (memory_stb && !memory_stall) - (memory_ack || memory_err) : 0;
        end
endmodule
