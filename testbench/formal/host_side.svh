// carillon_counter_host (hdl/src/counter_chip/host.rs) with everything that comes from the other parts left to the
// solver, beside a register bus. The proofs of the host's side include this; `WHEELS`, `SLOT_BITS`, `FIFO_BITS` and
// `FULL` (all options) say what the build has.
//
// Assumed: `reset` is high in the first clock; `clear` comes one clock after `reset` or `soft_reset`, as
// core.rs wires it; the bus keeps what register_bus.sv and the bus adapters' proofs say; `NEXT`, now and the
// cursor are answered once, within 31 clocks, and not after a `clear` (look_ahead.sv, tick_counts.sv, integration.sv);
// so an ARM while running is judged or refused (arming.sv, late_check.sv); a size is refused in the clock after it is
// written (wheels.sv).
`include "words.svh"
    (* anyseq *) wire reset, execute, write, whole, size_refused, next_done, next_found, ready, arm_refused, late_lost, time_done, arm_judged;
    (* anyseq *) wire event_valid, event_more, event_late, fifo_full, tick, half_period, behind;
    (* anyseq *) wire [5:0] address;
    (* anyseq *) wire [31:0] data, event_tick, time_word;
    (* anyseq *) wire [19:0] next_distance, event_slot;
    (* anyseq *) wire [2:0] event_wheel;
    (* anyseq *) wire [3:0] event_sequence;
    (* anyseq *) wire [10:0] event_level;
    wire done, failed, irq, enable, running, soft_reset, arm, disarm, pop, show_place, show_tick, write_size, write_mode;
    wire ask_next, ask_time;
    wire [1:0] which_time;
    wire [31:0] read_data;
    wire [23:0] prescale;
    wire [2:0] wheel, wheel_index;
    wire [19:0] slot;
    wire [7:0] lap;
    reg clear = 0;

    carillon_counter_host #(
        .WHEELS(WHEELS), .SLOT_BITS(SLOT_BITS), .FIFO_BITS(FIFO_BITS), .ALARM(FULL != 0), .LOOK_AHEAD(FULL != 0),
        .COALESCING(FULL != 0), .WHEEL_MODES(FULL != 0)
    ) chip (
        .clock(clock), .clear(clear), .bus_execute(execute), .bus_write(write), .bus_whole(whole), .bus_address(address), .bus_data(data),
        .bus_done(done), .bus_failed(failed), .bus_read_data(read_data), .irq(irq), .enable(enable), .prescale(prescale),
        .event_sequence(event_sequence),
        .running(running), .soft_reset(soft_reset), .arm(arm), .disarm(disarm), .wheel(wheel), .slot(slot), .lap(lap),
        .pop(pop), .show_place(show_place), .show_tick(show_tick), .wheel_index(wheel_index), .write_size(write_size), .write_mode(write_mode), .ask_next(ask_next),
        .size_refused(size_refused), .next_done(next_done),
        .next_found(next_found), .next_distance(next_distance), .ready(ready), .arm_refused(arm_refused),
        .late_lost(late_lost), .event_valid(event_valid), .event_more(event_more), .event_late(event_late),
        .event_wheel(event_wheel), .event_slot(event_slot), .event_tick(event_tick), .event_level(event_level),
        .fifo_full(fifo_full), .arm_judged(arm_judged), .tick(tick), .half_period(half_period),
        .ask_time(ask_time), .which_time(which_time), .time_done(time_done), .time_word(time_word), .behind(behind)
    );
    wire pending, finished, past_reset;
    wire [5:0] waited;
    register_bus #(.FRONT(0)) bus (
        .clock(clock), .reset(reset), .execute(execute), .write(write), .whole(whole), .address(address), .data(data),
        .done(done), .pending(pending), .finished(finished), .clocks(waited), .past_reset(past_reset)
    );

    // The map: which words there are (hdl/src/circuit/word_map.rs), and those that can be read.
    function here(input [5:0] word);
        here = word == WORD_WHEEL_SIZE || (word <= WORD_INTR_TEST && word != 7) || word == WORD_ERROR
            || (FULL && (word == WORD_INTR_COALESCE || word == WORD_ALARM_LO || word == WORD_ALARM_HI))
            || (word >= WORD_WHEEL_SIZE && word < WORD_WHEEL_SIZE + WHEELS)
            || (FULL && (word >= WORD_NEXT && word < WORD_NEXT + WHEELS
                || word >= WORD_WHEEL_MODE && word < WORD_WHEEL_MODE + WHEELS));
    endfunction
    wire is_next = FULL && address >= WORD_NEXT && address < WORD_NEXT + WHEELS;
    wire is_time = address[5:2] == WORD_NOW_LO / 4;
    wire is_slow = is_next || is_time;
    // An ARM while running is done when it is judged or refused.
    reg arm_waits = 0;
    wire decided = arm_waits && (arm_judged || arm_refused);
    wire answered = next_done || time_done || decided;

    // The clock after execute: a write or what fails is answered in it, a read in the next one (`third`), or when what
    // it asks for has come.
    reg started = 0, second = 0, third = 0;
    reg looking = 0, past_write_size = 0;
    (* hierconn *) wire \chip.register_file.executed ;
    (* hierconn *) wire \chip.register_file.showing ;
    (* hierconn *) wire \chip.arm_waits ;
    wire act = second && write && whole;
    always @(posedge clock) begin
        started <= started || clear;
        second <= execute;
        third <= second && !write && here(address) && !is_slow && !clear;
        clear <= reset || soft_reset;
        looking <= (execute && !write && is_slow) || (looking && !answered && !clear);
        arm_waits <= !clear && (arm || (arm_waits && !decided));
        past_write_size <= write_size;
    end
    always @* begin
        if (!started && !clear) first_clock: assume (reset);
        next_answers_asked: assume (!next_done || (looking && is_next && !second));
        time_answers_asked: assume (!time_done || (looking && is_time && !second));
        answered_in_time: assume (!(looking || arm_waits) || answered || waited < 32);
        refused_after_write: assume (!size_refused || past_write_size);
`ifndef PORTS_ONLY
        // Invariants for the induction.
        if (second) assert ((pending && waited == 1) || past_reset);
        if (third) assert ((pending && waited == 2) || past_reset);
        assert (\chip.register_file.showing == third || !started);
        assert (!(second && third));
        assert (\chip.register_file.executed == second || !started);
        if (looking && !past_reset) assert (is_slow && !write && pending);
        if (pending) assert (second || third || looking || arm_waits);
        if (arm_waits && !past_reset) assert (address == WORD_ARM && write && whole && pending && !second);
        assert (\chip.arm_waits == arm_waits || !started);
        assert (!(looking && arm_waits) || past_reset);
        if (past_reset) assert (clear);
        else if (clear) assert (!pending && !second && !third);
`endif
    end
