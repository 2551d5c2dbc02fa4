// Proof of carillon$registers (hdl/src/registers.rs): that it gives the other parts what their proofs assume of it.
// (What each register reads and does is tested elsewhere; this is only about the control of the other parts.)
//
// Proved, for any traffic on the register bus:
//   - an arm or a disarm, never both, only when `ready` and once the chip has been started (arming.sv, visits.sv);
//   - a pop only when the FIFO shows an event, by a whole write to the bus (event_fifo.sv);
//   - the prescaler is never 0; it and the wheel's size keep their values from the first start (`running`) to the next
//     clear, and the last slot is 1 to the memory's last (time_base.sv, cursor.sv, visits.sv);
//   - `enable` is never high unless the chip is running and `ready` (visits.sv).
//
// Assumed: `clear` is high in the first clock; `ready` falls only by a clear (arming.sv); an event is shown only while
// running (the FIFO is cleared along with it, and there is nothing to push before time goes on or an arm is judged).
module registers #(
    parameter SLOT_BITS = 10
) (
    input clock,
    input clear,
    input execute,
    input write,
    input whole,
    input [5:0] address,
    input [31:0] data,
    input access_refused,
    input ready,
    input arm_refused,
    input event_valid,
    input [2:0] event_wheel,
    input [19:0] event_slot
);
    localparam CAPACITY = 1 << SLOT_BITS;
    wire enable, arm, disarm, pop, running;
    wire [23:0] prescale;
    wire [19:0] last_slot;

    \carillon$registers chip (
        .clock(clock), .clear(clear), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .enable(enable), .prescale(prescale), .last_slot(last_slot), .arm(arm), .disarm(disarm), .pop(pop),
        .running(running), .access_refused(access_refused), .ready(ready), .arm_refused(arm_refused),
        .event_valid(event_valid), .event_wheel(event_wheel), .event_slot(event_slot)
    );

    reg started = 0, past_clear, past_ready, past_running;
    reg [23:0] past_prescale;
    reg [19:0] past_last;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_ready <= ready;
        past_running <= running;
        past_prescale <= prescale;
        past_last <= last_slot;
    end

    always @* begin
        if (!started) assume (clear);
        if (started) begin
            assume (ready || !past_ready || past_clear);
            assume (!ready || !past_clear);
            assume (running || !event_valid);
            assert (!(arm && disarm));
            assert ((ready && running) || !(arm || disarm));
            assert (!pop || (event_valid && execute && write && whole));
            assert (prescale != 0);
            assert (last_slot != 0 && last_slot < CAPACITY);
            assert ((ready && running) || !enable);
            if (past_clear) assert (!enable && !running && prescale == 1 && last_slot == CAPACITY - 1);
            else if (past_running) assert (running && prescale == past_prescale && last_slot == past_last);

            // Invariant for the induction.
            assert (!running || ready);
        end
    end

    always @* if (started && !past_clear) begin
        cover (arm && enable && last_slot == 9 && prescale == 77);
        cover (pop && disarm);
        cover (running && !enable && last_slot == 1);
    end
endmodule
