// Proof of what the host writes: carillon_counter_host with its register file and registers
// (host.rs and registers.rs in hdl/src/counter_chip, hdl/src/shared/register_file.rs). What is only kept and read back
// is in read_back.sv.
//
// Proved, for any accesses and anything that the other parts may tell:
//   - each access is done once: a write and what fails in the clock after execute, a read in the second, or with the
//     word that it asks for, an ARM while running when it is judged or refused. It fails if and only if there is no
//     such register or it writes part of a word;
//   - settings are what was last written, where it was allowed: the prescaler while not running and not 0, `enable`
//     while ready. They change in no other clock, so a read, a failed access and a refused write change nothing;
//   - commands leave in the clock after execute, with what was written, and at no other time: ARM and DISARM while
//     running, a pop for an acknowledgement with the right sequence number while there is an event, a size while not
//     running; an acknowledgement names no wheel and slot, but has the FIFO show them in its clock and in the next one;
//     other commands have it show nothing (both unless a clear comes);
//   - each bit of ERROR is set when its cause comes, cleared when 1 is written to it and no cause comes, and else
//     stays;
//   - what other proofs assume: the prescaler is never 0, and stands from two clocks before `enable` rises to the next
//     clear; nothing is armed or disarmed unless the chip is running and ready, nor twice within four clocks; `enable`
//     is high only then, too.
//
// Assumed: what host_side.svh says; the FIFO counts the pops, and tells so from the second clock after one on
// (event_fifo.sv); `ready` falls only by a clear (arming.sv); an event is shown only while running
// (the FIFO is cleared along with it, and nothing is pushed before time goes on or an arm is judged).
module registers #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 10,
    parameter FIFO_BITS = 1,
    parameter FULL = 0
) (
    input clock
);
`include "host_side.svh"
    (* hierconn *) wire [1:0] \bus.since ;
    wire [1:0] since = \bus.since ;
    (* hierconn *) wire [7:0] \chip.registers.sticky_errors ;

    // The host's view.
    reg [23:0] clocks;
    reg on, locked;
    reg [3:0] acknowledged;
    reg [7:0] errors;

    wire ctrl = act && address == WORD_CTRL;
    wire set_clocks = act && address == WORD_PRESCALE;
    wire armed = act && address == WORD_ARM;
    wire disarmed = act && address == WORD_DISARM;
    wire ack = act && address == WORD_EVENT_ACK;
    wire size = act && address >= WORD_WHEEL_SIZE && address < WORD_WHEEL_SIZE + WHEELS;
    wire right = data[26:23] == acknowledged;
    wire pops = ack && event_valid && right;

    wire [7:0] cleared = act && address == WORD_ERROR ? data[7:0] : 0;
    wire [7:0] causes = {
        second && (!here(address) || (write && !whole)),
        ((armed || disarmed) && !locked) || (ctrl && data[1:0] == 1 && !ready),
        set_clocks && !locked && data[23:0] == 0,
        ack && event_valid && !right,
        ack && !event_valid,
        (set_clocks || size) && locked,
        size_refused,
        arm_refused
    };

    reg past_counted = 0;
    reg past_clear, past_ready, past_enable, past_running, past_pop = 0, past_named = 0;
    reg [23:0] past_prescale, older_prescale;
    reg [2:0] since_command = 0;
    always @(posedge clock) begin
        if (set_clocks && !locked && data[23:0] != 0) clocks <= data[23:0];
        if (ctrl) begin
            on <= data[0] && ready;
            locked <= locked || (data[0] && ready);
        end
        if (pops) acknowledged <= acknowledged + 1;
        errors <= (errors & ~cleared) | causes;
        if (clear) begin
            clocks <= 1;
            {on, locked, acknowledged, errors} <= 0;
        end
        past_clear <= clear;
        past_pop <= pop && !clear;
        past_counted <= pops && !clear;
        past_named <= (arm || disarm) && !pop && !clear;
        past_ready <= ready;
        past_enable <= enable;
        past_running <= running;
        past_prescale <= prescale;
        older_prescale <= past_prescale;
        since_command <= clear ? 0 : arm || disarm ? 3 : since_command == 0 ? 0 : since_command - 1;
    end

    always @* begin
        if (started) begin
            ready_stays: assume (ready || !past_ready || past_clear);
            ready_falls: assume (!ready || !past_clear);
            event_while_running: assume (running || !event_valid);
            pops_counted: assume (past_counted || event_sequence == acknowledged);

            // The bus.
            assert (done == ((second && (write || !here(address)) && !arm) || third || answered));
            assert (failed == (second && (!here(address) || (write && !whole))));
            assert (ask_next == (second && is_next && !write));
            assert (ask_time == (second && is_time && !write));
            assert (which_time == address[1:0]);

            // Settings.
            assert (prescale == clocks && enable == on && running == locked);

            // Commands.
            assert (soft_reset == (ctrl && data[1]));
            arms_as_asked: assert (arm == (armed && locked));
            pops_a_valid_event: assert (pop == pops);
            disarms_as_asked: assert (disarm == ((disarmed && locked) || (pops && data[0])));
            if (pop) pop_names_nothing: assert (wheel == 0 && slot == 0);
            else if (arm || disarm) command_as_written: assert ({lap, 1'b0, wheel, slot} == (data & 32'hff7fffff));
            if ((pop || past_pop) && !clear) popped_is_shown: assert (show_place);
            if ((((arm || disarm) && !pop) || past_named) && !clear) named_not_shown: assert (!show_place);
            assert (write_size == (size && !locked));
            assert (write_mode == (FULL && act && address >= 40 && address < 40 + WHEELS));
            assert (wheel_index == address[2:0]);

            // Errors.
            assert (\chip.registers.sticky_errors == errors);

            // What the other parts may build on.
            prescale_not_zero: assert (prescale != 0);
            off_after_clear: assert (!past_clear || !enable);
            running_begins_again: assert (!past_clear || !running);
            enabled_while_running: assert (!enable || (running && ready));
            one_command: assert (!(arm && disarm));
            commands_when_ready: assert (ready || !(arm || disarm));
            commands_while_running: assert (running || !(arm || disarm));
            commands_apart: assert (!(arm || disarm) || since_command == 0 || clear);
            running_stays: assert (running || !past_running || past_clear);
            if (past_running && !past_clear) prescale_stands: assert (prescale == past_prescale);
            if (enable && !past_enable) prescale_stood: assert (prescale == past_prescale && (prescale == older_prescale || past_clear));
            no_size_while_running: assert (!write_size || !running);

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (!running || ready);
            if (!clear) assert (since_command <= (since == 0 ? 0 : 4 - since));
`endif
        end
    end

    // Reachable: every error, an arm and a disarming acknowledgement, a refused enable, and a pause.
    reg was_enabled = 0;
    always @(posedge clock) was_enabled <= (was_enabled || enable) && !clear;
    always @* if (started && !clear && !past_clear) begin
        cover (errors == 8'h0d);
        cover (errors == 8'h14);
        cover (errors == 8'ha2);
        cover (errors == 8'h40);
        cover (arm && enable && prescale == 77);
        cover (pop && disarm && acknowledged == 1);
        cover (running && !enable && was_enabled);
        cover (write_size);
    end
endmodule
