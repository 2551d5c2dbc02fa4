// Proof of carillon_coalescing (hdl/src/shared/coalescing.rs).
//
// Proved, for any FIFO, any ticks and any settings, changed at any time:
//   - INTR_COALESCE is what was last written, or no waiting after a clear;
//   - `announced` is never high without `event_valid`, so nothing is announced while the FIFO shows no event;
//   - once announced, it stays so until `event_valid` falls, whatever is written meanwhile;
//   - where nothing is to wait (count below 2 or age 0, one clock before), it is `event_valid`;
//   - it is high two clocks after the FIFO has had `count` events, two clocks after `age` ticks have passed since
//     `event_valid` rose, and one clock after the FIFO was full, if `event_valid` has stood; so no event waits longer
//     than `age` ticks and three clocks;
//   - it rises for no other reason.
//
// Assumed: `clear` is high in the first clock.
module coalescing (
    input clock,
    input clear,
    input write,
    input [23:0] data,
    input event_valid,
    input [10:0] event_level,
    input fifo_full,
    input tick
);
    wire [23:0] settings;
    wire announced;

    carillon_coalescing chip (
        .clock(clock), .clear(clear), .write(write), .data(data), .event_valid(event_valid), .event_level(event_level),
        .fifo_full(fifo_full), .tick(tick), .announced(announced)
    );
    (* hierconn *) wire [7:0] \chip.count_inverted ;
    (* hierconn *) wire [15:0] \chip.age_inverted ;
    assign settings = ~{\chip.age_inverted , \chip.count_inverted };
    (* hierconn *) wire \chip.waiting ;
    (* hierconn *) wire \chip.enough ;
    (* hierconn *) wire \chip.old ;
    (* hierconn *) wire \chip.open ;
    (* hierconn *) wire [15:0] \chip.waited ;

    localparam FOREVER = 17'd65538;
    wire [7:0] count = settings[7:0];
    wire [15:0] age = settings[23:8];
    wire waits = count >= 2 && age >= 1;
    // Ticks in which the head has been an event, up to this clock.
    reg [16:0] ticks = 0;
    wire enough = event_level >= count;
    wire old = event_valid && ticks >= age;

    reg started = 0, past_clear = 0;
    reg [23:0] written;
    reg past_waits = 0, past_valid = 0, past_announced = 0, past_full = 0;
    reg [1:0] were_enough = 0, were_old = 0;
    always @(posedge clock) begin
        started <= 1;
        past_clear <= clear;
        if (write) written <= data;
        ticks <= !event_valid ? 0 : tick && ticks != FOREVER ? ticks + 1 : ticks;
        past_waits <= waits && !clear;
        past_valid <= event_valid && !clear;
        past_announced <= announced && !clear;
        past_full <= fifo_full;
        were_enough <= {were_enough[0], enough};
        were_old <= {were_old[0], old};
        if (clear) begin
            written <= 0;
            ticks <= 0;
        end
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        else begin
            assert (settings == written);
            assert (!announced || event_valid);
            if (past_announced && event_valid) assert (announced);
            if (!past_waits) assert (announced == event_valid);
            if (past_valid && event_valid && (were_enough[1] || were_old[1] || past_full)) assert (announced);
            if (past_waits && announced && !past_announced) begin
                assert (past_valid && (were_enough[1] || were_old[1] || past_full));
            end
`ifndef PORTS_ONLY
            // Invariants for the induction.
            assert (\chip.waiting == past_waits);
            assert (\chip.enough == were_enough[0]);
            assert (\chip.old == were_old[0] || \chip.open || past_clear);
            assert (!\chip.open || past_valid);
            assert (\chip.open || !past_announced);
            assert (past_valid || ticks == 0);
            assert (ticks <= FOREVER && (ticks > 65535 || \chip.waited == ticks));
            assert (ticks < 65536 || were_old[0] || \chip.open );
            assert (ticks < 65537 || \chip.open );
`endif
        end
    end

    // Reachable: each reason to announce, alone; an event that waits; and one that is acknowledged while it waits.
    wire by_age = were_old[1], by_count = were_enough[1], by_level = past_full;
    always @* if (started && !clear) begin
        cover (past_waits && announced && !past_announced && by_age && !by_count && !by_level && age == 3);
        cover (past_waits && announced && !past_announced && !by_age && by_count && !by_level && count == 5);
        cover (past_waits && announced && !past_announced && !by_age && !by_count && by_level && count == 5);
        cover (past_waits && past_valid && !event_valid && !past_announced);
        cover (past_waits && event_valid && !announced && ticks == 2 && age == 3);
    end
endmodule
