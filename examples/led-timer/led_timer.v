// SPDX-License-Identifier: MIT OR Apache-2.0
// A counter chip behind a host without a processor: it arms a slot, and at each interrupt turns an LED on or off,
// acknowledges the event and arms the slot that is due next.
`default_nettype none

module led_timer #(
    parameter integer CLOCK_HZ = 12_000_000,
    parameter integer TICK_HZ  = 1_000,
    parameter integer TICKS    = 500         // From one change of the LED to the next, 1 to 4,095.
) (
    input  wire clock,
    input  wire reset_n,                     // Asynchronous, low, such as a button.
    output reg  led
);
    // Word addresses, and the bits used here: docs/registers.md.
    localparam [5:0] STATUS = 5, PRESCALE = 6, CTRL = 4, ARM = 12, EVENT = 14, EVENT_ACK = 16, INTR_ENABLE = 18;
    localparam [31:0] ENABLE = 1, EVENTS = 1;

    // `reset_n` passes two flip-flops; they begin with a reset.
    (* ASYNC_REG = "TRUE" *) reg [1:0] released = 2'b00;
    always @(posedge clock) released <= {released[0], reset_n};
    wire reset = ~released[1];

    localparam [2:0] WAIT_UNTIL_READY = 0, SET_TICK = 1, SET_INTERRUPT = 2, START = 3, ARM_SLOT = 4, WAIT = 5,
        READ_EVENT = 6, ACKNOWLEDGE = 7;
    reg [2:0] step;
    // The tick that is due next: one wheel owns all 4,096 slots, so bits 11:0 are its slot and those above its lap.
    reg [19:0] due;
    reg [3:0] event_number;

    reg cyc, we;
    reg [5:0] adr;
    reg [31:0] dat;
    wire irq, ack, err, stall;
    wire [31:0] word;

    // What each step asks of the chip; WAIT asks nothing.
    always @(*) begin
        we = 1'b1;
        case (step)
            SET_TICK: {adr, dat} = {PRESCALE, CLOCK_HZ / TICK_HZ};
            SET_INTERRUPT: {adr, dat} = {INTR_ENABLE, EVENTS};
            START: {adr, dat} = {CTRL, ENABLE};
            ARM_SLOT: {adr, dat} = {ARM, due[19:12], 12'd0, due[11:0]};
            READ_EVENT: {we, adr, dat} = {1'b0, EVENT, 32'd0};
            // The event's sequence number, and `disarm`.
            ACKNOWLEDGE: {adr, dat} = {EVENT_ACK, 5'd0, event_number, 22'd0, 1'b1};
            default: {we, adr, dat} = {1'b0, STATUS, 32'd0};
        endcase
    end

    // A classic master: `cyc` is `stb` too, and stays until the answer.
    always @(posedge clock) begin
        cyc <= ~(cyc & ack);
        if (cyc & ack) begin
            step <= step + 3'd1;
            case (step)
                // `ready`, in bit 0.
                WAIT_UNTIL_READY: if (!word[0]) step <= WAIT_UNTIL_READY;
                READ_EVENT: event_number <= word[26:23];
                ACKNOWLEDGE: begin
                    led <= ~led;
                    due <= due + TICKS[19:0];
                    step <= ARM_SLOT;
                end
                default: ;
            endcase
        end
        if (step == WAIT) begin
            cyc <= 1'b0;
            if (irq) step <= READ_EVENT;
        end
        if (reset) begin
            cyc <= 1'b0;
            step <= WAIT_UNTIL_READY;
            due <= TICKS[19:0];
            led <= 1'b0;
        end
    end

    carillon_counter_wishbone chip (
        .clock(clock), .reset(reset), .irq(irq), .wb_cyc(cyc), .wb_stb(cyc), .wb_we(we), .wb_sel(4'hf), .wb_adr(adr),
        .wb_dat_w(dat), .wb_dat_r(word), .wb_ack(ack), .wb_err(err), .wb_stall(stall)
    );

    // The chip refuses none of these, and a classic master waits for `ack` alone.
    wire unused = &{1'b0, err, stall, word[31:27], word[22:1]};
endmodule

`default_nettype wire
