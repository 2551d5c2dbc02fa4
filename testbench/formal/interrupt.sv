// Proof of the interrupt: carillon_counter_host with INTR_STATE, INTR_ENABLE, INTR_TEST and `irq`
// (hdl/src/counter_chip/host.rs, hdl/src/shared/interrupt.rs).
//
// Proved, for any accesses and anything that the other parts may tell:
//   - a bit of INTR_STATE is 1 if and only if its cause is owed, or its level is high, or INTR_TEST has forced it;
//   - a cause is owed from the clock after it came until 1 is written to its bit; one that comes in the very clock of
//     that write is owed anew: none is lost;
//   - the level of `event` is that of the coalescing, or `event_valid` where there is none; that of `error` is high one
//     clock after some bit of ERROR is set, until one clock after the last is cleared;
//   - INTR_ENABLE is what was last written;
//   - `irq` is high one clock after some bit is 1 in both, and at no other time; EVENT.attention likewise, without
//     `event`;
//   - a clear ends all of it.
//
// Assumed: what host_side.svh says.
module interrupt #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 10,
    parameter FIFO_BITS = 1,
    parameter FULL = 0
) (
    input clock
);
`include "host_side.svh"
    (* hierconn *) wire [7:0] \chip.registers.sticky_errors ;
    (* hierconn *) wire \chip.alarm_reached ;
    (* hierconn *) wire \chip.coalescing_announced ;
    (* hierconn *) wire [4:0] \chip.interrupt.state ;
    (* hierconn *) wire [4:0] \chip.interrupt.enabled ;
    (* hierconn *) wire \chip.interrupt.attention ;
    (* hierconn *) wire [4:0] \chip.interrupt.held ;
    (* hierconn *) wire \chip.registers.some_error ;

    wire [4:0] causes = {half_period, late_lost, 1'b0, \chip.alarm_reached , 1'b0};
    wire [4:0] acknowledged = act && address == WORD_INTR_STATE ? data[4:0] : 0;
    wire [4:0] tested = act && address == WORD_INTR_TEST ? data[4:0] : 0;
    reg [4:0] owed = 0, forced = 0, enables = 0;
    reg error_level = 0, asks = 0, asks_other = 0;
    wire [4:0] state = owed | forced | {2'b0, error_level, 1'b0, \chip.coalescing_announced };

    always @(posedge clock) begin
        owed <= (owed & ~acknowledged) | causes;
        forced <= (forced & ~acknowledged) | tested;
        if (act && address == WORD_INTR_ENABLE) enables <= data[4:0];
        error_level <= \chip.registers.sticky_errors != 0;
        asks <= (state & enables) != 0;
        asks_other <= (state & enables & ~5'd1) != 0;
        if (clear) begin
            {owed, forced, enables} <= 0;
            {error_level, asks, asks_other} <= 0;
        end
    end

    always @* begin
        if (started) begin
            assert (\chip.interrupt.state == state);
            assert (\chip.interrupt.enabled == enables);
            assert (\chip.interrupt.attention == asks_other);
            assert (irq == asks);
            if (!FULL) assert (\chip.coalescing_announced == event_valid && !\chip.alarm_reached );
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.interrupt.held == (owed | forced));
            assert (\chip.registers.some_error == error_level);
`endif
        end
    end

    // Reachable: each cause raises irq by itself, one that comes as it is acknowledged, and quiet again.
    reg anew = 0, was_high = 0;
    always @(posedge clock) begin
        anew <= ((acknowledged & causes & owed) != 0);
        was_high <= (was_high || irq) && !clear;
    end
    always @* if (started && !clear) begin
        cover (irq && enables == 1 && owed == 0 && forced == 0);
        cover (irq && enables == 2 && owed == 2 && forced == 0);
        cover (irq && enables == 4 && owed == 0 && forced == 0);
        cover (irq && enables == 8 && owed == 8 && forced == 0);
        cover (irq && enables == 16 && owed == 16 && forced == 0);
        cover (irq && forced == 31);
        cover (anew && irq);
        cover (was_high && !irq && enables == 31);
    end
endmodule
