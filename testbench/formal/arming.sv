// Proof of carillon_counter_arming (hdl/src/counter_chip/arming.rs), for any wheels and any commands.
//
// Proved:
//   - a command's wheel is asked for in the next clock; three clocks after the command its bit is written, at the
//     slot's place behind the wheel's first, or `refused` tells that the wheel or the slot does not exist, and nothing
//     is written for it; `refused` rises for nothing else;
//   - `written_arm` is high in the clock of an arm's write and only then; its wheel and slot stand until the clock of
//     the next command (the late check needs them);
//   - with modes, a requested clearing is written once, in the clock after the request, unless that is the clock of a
//     command's write or the one before or after it; it waits for that three clocks at most; not in a clock after
//     `pause_clearing`; `cleared` is high in the clock of the write; without modes, never;
//   - but for the sweep's, no write follows another at once, and the address stands for another clock;
//   - nothing else is written once the sweep is over, and the sweep writes zeros only;
//   - after `clear`, `ready` is low for 2^SLOT_BITS + 4 clocks, the sweep has written a zero to each slot (to the one
//     that the solver chooses) when it rises, and it stays high until the next `clear`;
//   - an address on the write port is within the memory; all bits of a word are written by the sweep and by nothing
//     else; addresses are inverted;
//   - with memory of one port, `pause_reading` is high in the clock before a write and in its clock, unless the sweep
//     writes.
//
// Assumed: `clear` is high in the first clock; a command names its wheel and slot, or 0, and then they may come on
// `head_wheel` and `head_slot`, which are those of an event: its slot is one of its wheel's (registers.sv,
// event_fifo.sv, cursor.sv, late_check.sv); commands come one at a time, at least four clocks apart and only when
// `ready` (registers.sv); a wheel that is there lies within the memory, and `selected_last` is its highest slot,
// inverted (wheels.sv); `swept` is the cursor's position of two clocks before, inverted, which is 0 after `clear` and
// goes on with each clock of `sweeping` (integration.sv, cursor.sv); a clearing is requested only when `ready` and with
// the same address, of the memory, until it is `cleared` (cursor.sv).
module arming #(
    parameter SLOT_BITS = 10,
    parameter FULL = 0,
    parameter SINGLE_PORT = 0
) (
    input clock,
    input clear,
    input arm,
    input disarm,
    input [2:0] wheel,
    input [19:0] slot,
    input [2:0] head_wheel,
    input [19:0] head_slot,
    input selected_present,
    input [20:0] selected_size,
    input [15:0] selected_base,
    input clear_request,
    input [19:0] clear_address,
    input pause_clearing,
    input [19:0] anywhere
);
    localparam CAPACITY = 1 << SLOT_BITS;
    (* anyconst *) wire [SLOT_BITS-1:0] watched;
    wire selects, refused, ready, cleared, write_enable, write_data, written_arm;
    wire write_whole, pause_reading, sweeps;
    wire [2:0] select_wheel, written_wheel;
    wire [19:0] write_address, written_slot;
    wire [19:0] write_slot = ~write_address & (CAPACITY - 1);
    // The cursor's position, now and in the two clocks before.
    reg [SLOT_BITS-1:0] position = 0, position_1 = 0, position_2 = 0;
    wire [SLOT_BITS-1:0] swept_inverted = ~position_2;
    wire [20:0] last = ~(selected_size - 21'd1) & (CAPACITY - 1);

    carillon_counter_arming #(
        .WHEELS(FULL ? 4 : 1), .SLOT_BITS(SLOT_BITS), .WHEEL_MODES(FULL != 0), .SINGLE_PORT(SINGLE_PORT != 0)
    ) chip (
        .clock(clock), .clear(clear), .arm(arm), .disarm(disarm), .wheel(wheel), .slot(slot),
        .head_wheel(head_wheel), .head_slot(head_slot),
        .selected_present(selected_present), .selected_last(last[19:0]), .selected_base(selected_base),
        .swept(sweeps ? {{(20 - SLOT_BITS){1'b0}}, swept_inverted} : anywhere),
        .sweeping(sweeps), .clear_request(clear_request), .clear_address(clear_address),
            .pause_clearing(pause_clearing),
        .selects(selects), .select_wheel(select_wheel), .refused(refused), .ready(ready), .cleared(cleared),
        .write_enable(write_enable), .write_address(write_address), .write_data(write_data),
        .write_whole(write_whole), .pause_reading(pause_reading),
        .written_arm(written_arm), .written_wheel(written_wheel), .written_slot(written_slot)
    );

    (* hierconn *) wire \chip.looking_up ;
    (* hierconn *) wire \chip.checking ;
    (* hierconn *) wire \chip.upper_half ;
    (* hierconn *) wire \chip.command_sets ;
    (* hierconn *) wire [2:0] \chip.command_wheel ;
    (* hierconn *) wire [19:0] \chip.command_slot ;
    (* hierconn *) wire \chip.outside ;

    // The reference: what becomes of a command, clock by clock. `since` counts the clocks after it.
    wire command = (arm || disarm) && !clear;
    reg [2:0] since = 7;
    reg commanded = 0, sets;
    reg [2:0] of_wheel;
    reg [19:0] of_slot;
    reg exists;
    reg [19:0] place;
    wire [20:0] start = FULL ? selected_base << 4 : 21'd0;

    // The position one, two and three clocks before.
    wire [20:0] before_1 = sweeping < 1 ? 0 : sweeping - 1, before_2 = sweeping < 2 ? 0 : sweeping - 2,
        before_3 = sweeping < 3 ? 0 : sweeping - 3;
    wire [SLOT_BITS-1:0] sweep_1 = before_1, sweep_2 = before_2, sweep_3 = before_3;
    reg started = 0, past_clear, past_ready, past_cleared, past_request, swept = 0, past_pause = 0;
    reg [19:0] past_address, past_write_slot;
    reg [20:0] sweeping = 0;
    // The write before, the pause before, and for how many clocks a clearing has been kept waiting.
    reg past_write = 0, past_reading_pause = 0;
    reg [2:0] kept_waiting = 0;
    wire in_the_way = since == 2 || since == 4;
    wire waits = past_request && !past_cleared && !past_pause && !cleared;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        past_ready <= ready;
        past_cleared <= cleared;
        past_request <= clear_request && !clear;
        past_pause <= pause_clearing;
        past_address <= clear_address;
        past_write <= write_enable && !clear;
        past_write_slot <= write_slot;
        past_reading_pause <= pause_reading;
        kept_waiting <= waits && !clear ? kept_waiting + (kept_waiting != 7) : 0;

        since <= clear ? 7 : command ? 1 : since == 7 ? 7 : since + 1;
        commanded <= !clear && (commanded || command);
        if (command) begin
            sets <= arm;
            of_wheel <= wheel;
            of_slot <= slot;
        end
        {position, position_1, position_2} <= clear ? 0 : {position + {{(SLOT_BITS - 1){1'b0}}, sweeps}, position,
            position_1};
        exists <= selected_present && of_slot < selected_size;
        place <= start + (of_slot == 0 ? head_slot : of_slot);

        sweeping <= clear ? 0 : sweeping + !ready;
        swept <= !clear && (swept || (write_enable && write_slot == watched && !write_data));
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        one_command: assume (!(arm && disarm));
        commands_when_ready: assume (ready || !(arm || disarm));
        clearing_when_ready: assume (ready || !clear_request);
        if ((arm || disarm) && !clear) commands_apart: assume (since >= 4);
        if (since == 1) event_names_wheel: assume (of_wheel == 0 || head_wheel == 0);
        if (since == 2) event_names_slot: assume (of_slot == 0 || head_slot == 0);
        if (since == 2 && selected_present) event_in_its_wheel: assume (head_slot < selected_size);
        clear_address_in_memory: assume (!clear_request || clear_address < CAPACITY);
        if (selected_present)
            wheel_in_memory: assume (selected_size >= 2 && selected_size <= CAPACITY
                && start + selected_size <= CAPACITY);
        if (started && past_request && !past_cleared && !past_clear)
            clearing_stands: assume (clear_request && clear_address == past_address);

        if (started) begin
            asks_for_the_wheel: assert (selects == (since == 1));
            if (selects) assert (select_wheel == (FULL && of_wheel == 0 ? head_wheel : of_wheel));
            refused_at_once: assert (refused == (since == 3 && !exists));
            write_in_memory: assert (!write_enable || write_address < CAPACITY);
            arm_written_in_its_wheel: assert (written_arm == (since == 3 && exists && sets));
            if (commanded) written_names_stand: assert (written_wheel == of_wheel && written_slot == of_slot);
            if (ready) begin
                if (since == 3) begin
                    assert (!cleared && write_enable == exists);
                    if (exists) command_written: assert (write_slot == place && write_data == sets);
                end else begin
                    nothing_else_written: assert (write_enable == cleared);
                    if (cleared) clearing_written: assert (!write_data && write_address == past_address);
                end
                if (FULL) begin
                    if (cleared) cleared_as_requested: assert (past_request && !past_cleared && !past_pause);
                    if (past_request && !past_cleared && !past_pause) assert (cleared || since == 3 || in_the_way);
                    if (waits) assert (kept_waiting < 3);
                end else assert (!cleared);
            end else begin
                assert (!write_enable || !write_data);
                assert (since == 7 && !cleared);
            end
            if (write_enable) only_the_sweep_whole: assert (write_whole == !ready);
            if (SINGLE_PORT && ready && write_enable) paused_for_writes: assert (pause_reading && past_reading_pause);
            if (past_write && ready) writes_apart: assert (!write_enable);
            if (past_write && past_ready) address_stands: assert (write_slot == past_write_slot);
            if (!SINGLE_PORT) assert (!pause_reading);
            ready_after_the_sweep: assert (ready == (sweeping == CAPACITY + 4));
            if (ready) all_swept: assert (swept);
            ready_stays: assert (ready || !past_ready || past_clear);
            ready_falls: assert (!ready || !past_clear);

`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.looking_up == (since == 1) && \chip.checking == (since == 2));
            assert (since != 0);
            if (past_write && past_ready && ready) assert (since == 4 || past_cleared);
            if (past_write && !past_ready) assert (since == 7 && !past_request);
            if (FULL && kept_waiting != 0) assert ((since >= 3 && since <= 5 && kept_waiting <= since - 2)
                || (since == 1 && kept_waiting <= 3));
            if (commanded) assert (\chip.command_sets == sets && \chip.command_wheel == of_wheel
                && \chip.command_slot == of_slot && \chip.outside == (of_slot >= CAPACITY));
            assert (commanded || since == 7);
            assert (sweeping <= CAPACITY + 4);
            if (!ready) begin
                assert (sweeps == (sweeping < CAPACITY + 3) && write_enable == (sweeping != 0));
                if (sweeping != 0) assert (write_whole);
                if (sweeps) assert (position == sweeping[SLOT_BITS-1:0] && position_1 == sweep_1 && position_2
                    == sweep_2
                    && \chip.upper_half == sweep_3[SLOT_BITS-1]);
                if (write_enable) assert (write_slot == sweep_3);
                if (sweeping > 3 + watched) assert (swept);
                assert (!past_request);
            end
`endif
        end
    end

    // From any state that fulfils what is proved (the sweep alone would take too long).
    always @* if (started && !past_clear) begin
        cover (ready && !past_ready);
        cover (refused && past_ready && of_slot < CAPACITY);
        cover (written_arm && (!FULL || (of_wheel == 2 && write_slot == 100 && of_slot == 4)));
        cover (since == 3 && exists && !sets);
        if (FULL) cover (cleared && since == 5);
        if (FULL) cover (cleared && since == 1);
        if (FULL) cover (past_request && !past_cleared && refused);
        if (FULL) cover (past_request && !past_cleared && past_pause && since == 7);
    end
endmodule
