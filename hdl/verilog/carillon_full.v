// The Carillon counter chip: 4 wheel, 4096 slots, a FIFO of 16 events, Wishbone B4.
// Version 0.1.0. Generated from Rust-HDL; do not edit. To make it again:
//   cargo run -p carillon-hdl --bin generate -- --slots 4096 --fifo 16

module carillon(clock,reset,irq,wb_cyc,wb_stb,wb_we,wb_sel,wb_adr,wb_dat_w,wb_dat_r,wb_ack,wb_err,wb_stall);

    // Module arguments
    input wire  clock;
    input wire  reset;
    output reg  irq;
    input wire  wb_cyc;
    input wire  wb_stb;
    input wire  wb_we;
    input wire  [3:0] wb_sel;
    input wire  [5:0] wb_adr;
    input wire  [31:0] wb_dat_w;
    output reg  [31:0] wb_dat_r;
    output reg  wb_ack;
    output reg  wb_err;
    output reg  wb_stall;

    // Constant declarations
    localparam  top_slot = 20'hfff;
    localparam  least_size = 32'h2;
    localparam  capacity = 32'h1000;

    // Stub signals
    reg  front$clock;
    reg  front$reset;
    reg  front$wb_cyc;
    reg  front$wb_stb;
    reg  front$wb_we;
    reg  [3:0] front$wb_sel;
    reg  [5:0] front$wb_adr;
    reg  [31:0] front$wb_dat_w;
    wire  front$wb_ack;
    wire  front$wb_err;
    wire  front$wb_stall;
    wire  front$execute;
    wire  front$write;
    wire  front$whole;
    wire  [5:0] front$address;
    wire  [31:0] front$data;
    reg  front$done;
    reg  front$failed;
    reg  host$clock;
    reg  host$clear;
    reg  host$execute;
    reg  host$write;
    reg  host$whole;
    reg  [5:0] host$address;
    reg  [31:0] host$data;
    wire  host$done;
    wire  host$failed;
    wire  [31:0] host$read_data;
    wire  host$irq;
    wire  host$enable;
    wire  [23:0] host$prescale;
    wire  host$running;
    wire  host$soft_reset;
    wire  host$arm;
    wire  host$disarm;
    wire  [2:0] host$wheel;
    wire  [19:0] host$slot;
    wire  [7:0] host$lap;
    wire  host$pop;
    wire  [2:0] host$wheel_index;
    wire  host$write_size;
    wire  host$write_mode;
    wire  host$ask_next;
    reg  host$size_refused;
    reg  [20:0] host$shown_size;
    reg  [1:0] host$shown_mode;
    reg  host$next_done;
    reg  host$next_found;
    reg  [19:0] host$next_distance;
    reg  host$ready;
    reg  host$arm_refused;
    reg  host$late_lost;
    reg  host$event_valid;
    reg  host$event_more;
    reg  host$event_late;
    reg  [2:0] host$event_wheel;
    reg  [19:0] host$event_slot;
    reg  [31:0] host$event_tick;
    reg  [10:0] host$event_level;
    reg  host$fifo_full;
    reg  [31:0] host$now_low;
    reg  [31:0] host$now_high;
    reg  host$tick;
    reg  host$half_period;
    reg  [31:0] host$cursor_low;
    reg  [31:0] host$cursor_high;
    reg  host$behind;
    reg  time_base$clock;
    reg  time_base$clear;
    reg  time_base$enable;
    reg  [23:0] time_base$prescale;
    wire  [31:0] time_base$now_low;
    wire  [31:0] time_base$now_high;
    wire  time_base$half_period;
    reg  busy_bits$clock;
    reg  [19:0] busy_bits$write_address;
    reg  busy_bits$write_data;
    reg  busy_bits$write_enable;
    reg  [15:0] busy_bits$read_address;
    wire  [15:0] busy_bits$read_data;
    reg  arming$clock;
    reg  arming$clear;
    reg  arming$arm;
    reg  arming$disarm;
    reg  [2:0] arming$wheel;
    reg  [19:0] arming$slot;
    reg  [7:0] arming$lap;
    reg  [19:0] arming$last_slot;
    reg  [19:0] arming$next_slot;
    reg  [7:0] arming$next_lap;
    reg  arming$late_taken;
    reg  arming$full;
    wire  arming$refused;
    wire  arming$ready;
    wire  arming$write_enable;
    wire  [19:0] arming$write_address;
    wire  arming$write_data;
    wire  arming$late;
    wire  [19:0] arming$late_slot;
    wire  arming$late_lost;
    reg  cursor$clock;
    reg  cursor$clear;
    reg  [31:0] cursor$now_low;
    reg  [31:0] cursor$now_high;
    reg  [19:0] cursor$last_slot;
    reg  [15:0] cursor$word_data;
    reg  cursor$write_enable;
    reg  [19:0] cursor$write_address;
    reg  cursor$write_data;
    reg  cursor$room;
    wire  [15:0] cursor$word_address;
    wire  [19:0] cursor$next_slot;
    wire  [7:0] cursor$lap;
    wire  [31:0] cursor$cursor_low;
    wire  [31:0] cursor$cursor_high;
    wire  cursor$event_strobe;
    wire  [19:0] cursor$event_slot;
    reg  event_fifo$clock;
    reg  event_fifo$clear;
    reg  event_fifo$push;
    reg  event_fifo$push_late;
    reg  [2:0] event_fifo$push_wheel;
    reg  [19:0] event_fifo$push_slot;
    reg  [31:0] event_fifo$push_tick;
    reg  event_fifo$pop;
    wire  event_fifo$valid;
    wire  event_fifo$more;
    wire  event_fifo$room;
    wire  event_fifo$full;
    wire  event_fifo$head_late;
    wire  [2:0] event_fifo$head_wheel;
    wire  [19:0] event_fifo$head_slot;
    wire  [31:0] event_fifo$head_tick;
    reg  [19:0] highest_slot$d;
    wire  [19:0] highest_slot$q;
    reg  highest_slot$clock;
    reg  refused_size$d;
    wire  refused_size$q;
    reg  refused_size$clock;
    reg  clearing$d;
    wire  clearing$q;
    reg  clearing$clock;

    // Local signals
    reg  [19:0] size_less_one;
    reg  push_late;

    // Sub module instances
    carillon$front front(
        .clock(front$clock),
        .reset(front$reset),
        .wb_cyc(front$wb_cyc),
        .wb_stb(front$wb_stb),
        .wb_we(front$wb_we),
        .wb_sel(front$wb_sel),
        .wb_adr(front$wb_adr),
        .wb_dat_w(front$wb_dat_w),
        .wb_ack(front$wb_ack),
        .wb_err(front$wb_err),
        .wb_stall(front$wb_stall),
        .execute(front$execute),
        .write(front$write),
        .whole(front$whole),
        .address(front$address),
        .data(front$data),
        .done(front$done),
        .failed(front$failed)
    );
    carillon$host host(
        .clock(host$clock),
        .clear(host$clear),
        .execute(host$execute),
        .write(host$write),
        .whole(host$whole),
        .address(host$address),
        .data(host$data),
        .done(host$done),
        .failed(host$failed),
        .read_data(host$read_data),
        .irq(host$irq),
        .enable(host$enable),
        .prescale(host$prescale),
        .running(host$running),
        .soft_reset(host$soft_reset),
        .arm(host$arm),
        .disarm(host$disarm),
        .wheel(host$wheel),
        .slot(host$slot),
        .lap(host$lap),
        .pop(host$pop),
        .wheel_index(host$wheel_index),
        .write_size(host$write_size),
        .write_mode(host$write_mode),
        .ask_next(host$ask_next),
        .size_refused(host$size_refused),
        .shown_size(host$shown_size),
        .shown_mode(host$shown_mode),
        .next_done(host$next_done),
        .next_found(host$next_found),
        .next_distance(host$next_distance),
        .ready(host$ready),
        .arm_refused(host$arm_refused),
        .late_lost(host$late_lost),
        .event_valid(host$event_valid),
        .event_more(host$event_more),
        .event_late(host$event_late),
        .event_wheel(host$event_wheel),
        .event_slot(host$event_slot),
        .event_tick(host$event_tick),
        .event_level(host$event_level),
        .fifo_full(host$fifo_full),
        .now_low(host$now_low),
        .now_high(host$now_high),
        .tick(host$tick),
        .half_period(host$half_period),
        .cursor_low(host$cursor_low),
        .cursor_high(host$cursor_high),
        .behind(host$behind)
    );
    carillon$time_base time_base(
        .clock(time_base$clock),
        .clear(time_base$clear),
        .enable(time_base$enable),
        .prescale(time_base$prescale),
        .now_low(time_base$now_low),
        .now_high(time_base$now_high),
        .half_period(time_base$half_period)
    );
    carillon$busy_bits busy_bits(
        .clock(busy_bits$clock),
        .write_address(busy_bits$write_address),
        .write_data(busy_bits$write_data),
        .write_enable(busy_bits$write_enable),
        .read_address(busy_bits$read_address),
        .read_data(busy_bits$read_data)
    );
    carillon$arming arming(
        .clock(arming$clock),
        .clear(arming$clear),
        .arm(arming$arm),
        .disarm(arming$disarm),
        .wheel(arming$wheel),
        .slot(arming$slot),
        .lap(arming$lap),
        .last_slot(arming$last_slot),
        .next_slot(arming$next_slot),
        .next_lap(arming$next_lap),
        .late_taken(arming$late_taken),
        .full(arming$full),
        .refused(arming$refused),
        .ready(arming$ready),
        .write_enable(arming$write_enable),
        .write_address(arming$write_address),
        .write_data(arming$write_data),
        .late(arming$late),
        .late_slot(arming$late_slot),
        .late_lost(arming$late_lost)
    );
    carillon$cursor cursor(
        .clock(cursor$clock),
        .clear(cursor$clear),
        .now_low(cursor$now_low),
        .now_high(cursor$now_high),
        .last_slot(cursor$last_slot),
        .word_data(cursor$word_data),
        .write_enable(cursor$write_enable),
        .write_address(cursor$write_address),
        .write_data(cursor$write_data),
        .room(cursor$room),
        .word_address(cursor$word_address),
        .next_slot(cursor$next_slot),
        .lap(cursor$lap),
        .cursor_low(cursor$cursor_low),
        .cursor_high(cursor$cursor_high),
        .event_strobe(cursor$event_strobe),
        .event_slot(cursor$event_slot)
    );
    carillon$event_fifo event_fifo(
        .clock(event_fifo$clock),
        .clear(event_fifo$clear),
        .push(event_fifo$push),
        .push_late(event_fifo$push_late),
        .push_wheel(event_fifo$push_wheel),
        .push_slot(event_fifo$push_slot),
        .push_tick(event_fifo$push_tick),
        .pop(event_fifo$pop),
        .valid(event_fifo$valid),
        .more(event_fifo$more),
        .room(event_fifo$room),
        .full(event_fifo$full),
        .head_late(event_fifo$head_late),
        .head_wheel(event_fifo$head_wheel),
        .head_slot(event_fifo$head_slot),
        .head_tick(event_fifo$head_tick)
    );
    carillon$highest_slot highest_slot(
        .d(highest_slot$d),
        .q(highest_slot$q),
        .clock(highest_slot$clock)
    );
    carillon$refused_size refused_size(
        .d(refused_size$d),
        .q(refused_size$q),
        .clock(refused_size$clock)
    );
    carillon$clearing clearing(
        .d(clearing$d),
        .q(clearing$q),
        .clock(clearing$clock)
    );

    // Update code
    always @(*) begin
        clearing$clock = clock;
        highest_slot$clock = clock;
        refused_size$clock = clock;
        clearing$d = clearing$q;
        highest_slot$d = highest_slot$q;
        refused_size$d = refused_size$q;
        front$clock = clock;
        host$clock = clock;
        time_base$clock = clock;
        busy_bits$clock = clock;
        arming$clock = clock;
        cursor$clock = clock;
        event_fifo$clock = clock;
        clearing$d = reset | host$soft_reset;
        front$reset = reset;
        host$clear = clearing$q;
        time_base$clear = clearing$q;
        arming$clear = clearing$q;
        cursor$clear = clearing$q;
        event_fifo$clear = clearing$q;
        front$wb_cyc = wb_cyc;
        front$wb_stb = wb_stb;
        front$wb_we = wb_we;
        front$wb_sel = wb_sel;
        front$wb_adr = wb_adr;
        front$wb_dat_w = wb_dat_w;
        front$done = host$done;
        front$failed = host$failed;
        wb_dat_r = host$read_data;
        wb_ack = front$wb_ack;
        wb_err = front$wb_err;
        wb_stall = front$wb_stall;
        host$execute = front$execute;
        host$write = front$write;
        host$whole = front$whole;
        host$address = front$address;
        host$data = front$data;
        size_less_one = front$data[(32'h0)+:(20)] - 32'h1;
        refused_size$d = 1'b0;
        if (host$write_size) begin
            if ((front$data >= least_size) & (front$data <= capacity)) begin
                highest_slot$d = size_less_one & top_slot;
            end
            else begin
                refused_size$d = 1'b1;
            end
        end
        if (clearing$q) begin
            highest_slot$d = top_slot;
        end
        host$size_refused = refused_size$q;
        host$shown_size = ((highest_slot$q) & 21'h1fffff) + 32'h1;
        host$shown_mode = 32'h0;
        host$next_done = 1'b0;
        host$next_found = 1'b0;
        host$next_distance = 32'h0;
        time_base$enable = host$enable;
        time_base$prescale = host$prescale;
        host$now_low = time_base$now_low;
        host$now_high = time_base$now_high;
        host$tick = 1'b0;
        host$half_period = time_base$half_period;
        cursor$now_low = time_base$now_low;
        cursor$now_high = time_base$now_high;
        arming$arm = host$arm;
        arming$disarm = host$disarm;
        arming$wheel = host$wheel;
        arming$slot = host$slot;
        arming$lap = host$lap;
        arming$last_slot = highest_slot$q;
        arming$next_slot = cursor$next_slot;
        arming$next_lap = cursor$lap;
        host$ready = arming$ready;
        host$arm_refused = arming$refused;
        busy_bits$write_enable = arming$write_enable;
        busy_bits$write_address = arming$write_address;
        busy_bits$write_data = arming$write_data;
        cursor$write_enable = arming$write_enable;
        cursor$write_address = arming$write_address;
        cursor$write_data = arming$write_data;
        busy_bits$read_address = cursor$word_address;
        cursor$word_data = busy_bits$read_data;
        cursor$last_slot = highest_slot$q;
        cursor$room = event_fifo$room;
        host$cursor_low = cursor$cursor_low;
        host$cursor_high = cursor$cursor_high;
        host$behind = (time_base$now_low != cursor$cursor_low) | (time_base$now_high != cursor$cursor_high);
        push_late = arming$late & ~cursor$event_strobe & ~event_fifo$full;
        arming$late_taken = push_late;
        arming$full = event_fifo$full;
        event_fifo$push = cursor$event_strobe | push_late;
        event_fifo$push_late = push_late;
        event_fifo$push_wheel = 32'h0;
        event_fifo$push_slot = cursor$event_slot;
        if (push_late) begin
            event_fifo$push_slot = arming$late_slot;
        end
        event_fifo$push_tick = cursor$cursor_low;
        event_fifo$pop = host$pop;
        host$event_valid = event_fifo$valid;
        host$event_more = event_fifo$more;
        host$event_late = event_fifo$head_late;
        host$event_wheel = event_fifo$head_wheel;
        host$event_slot = event_fifo$head_slot;
        host$event_tick = event_fifo$head_tick;
        host$event_level = 32'h0;
        host$fifo_full = event_fifo$full;
        host$late_lost = arming$late_lost;
        irq = host$irq;
    end

endmodule // carillon


module carillon$arming(clock,clear,arm,disarm,wheel,slot,lap,last_slot,next_slot,next_lap,late_taken,full,refused,ready,write_enable,write_address,write_data,late,late_slot,late_lost);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  arm;
    input wire  disarm;
    input wire  [2:0] wheel;
    input wire  [19:0] slot;
    input wire  [7:0] lap;
    input wire  [19:0] last_slot;
    input wire  [19:0] next_slot;
    input wire  [7:0] next_lap;
    input wire  late_taken;
    input wire  full;
    output reg  refused;
    output reg  ready;
    output reg  write_enable;
    output reg  [19:0] write_address;
    output reg  write_data;
    output reg  late;
    output reg  [19:0] late_slot;
    output reg  late_lost;

    // Constant declarations
    localparam  slot_mask = 20'hfff;
    localparam  top_slot = 20'hfff;
    localparam  no_wheel = 3'b0;

    // Stub signals
    reg  refusing$d;
    wire  refusing$q;
    reg  refusing$clock;
    reg  sweeping$d;
    wire  sweeping$q;
    reg  sweeping$clock;
    reg  bit_enable$d;
    wire  bit_enable$q;
    reg  bit_enable$clock;
    reg  [19:0] bit_address$d;
    wire  [19:0] bit_address$q;
    reg  bit_address$clock;
    reg  bit_data$d;
    wire  bit_data$q;
    reg  bit_data$clock;
    reg  [7:0] bit_lap$d;
    wire  [7:0] bit_lap$q;
    reg  bit_lap$clock;
    reg  judging$d;
    wire  judging$q;
    reg  judging$clock;
    reg  [19:0] judged_slot$d;
    wire  [19:0] judged_slot$q;
    reg  judged_slot$clock;
    reg  [7:0] judged_lap$d;
    wire  [7:0] judged_lap$q;
    reg  judged_lap$clock;
    reg  late_pending$d;
    wire  late_pending$q;
    reg  late_pending$clock;
    reg  [19:0] pending_slot$d;
    wire  [19:0] pending_slot$q;
    reg  pending_slot$clock;
    reg  lost$d;
    wire  lost$q;
    reg  lost$clock;

    // Local signals
    reg  [7:0] lap_difference;
    reg  passed;
    reg  out_of_range;

    // Sub module instances
    carillon$arming$refusing refusing(
        .d(refusing$d),
        .q(refusing$q),
        .clock(refusing$clock)
    );
    carillon$arming$sweeping sweeping(
        .d(sweeping$d),
        .q(sweeping$q),
        .clock(sweeping$clock)
    );
    carillon$arming$bit_enable bit_enable(
        .d(bit_enable$d),
        .q(bit_enable$q),
        .clock(bit_enable$clock)
    );
    carillon$arming$bit_address bit_address(
        .d(bit_address$d),
        .q(bit_address$q),
        .clock(bit_address$clock)
    );
    carillon$arming$bit_data bit_data(
        .d(bit_data$d),
        .q(bit_data$q),
        .clock(bit_data$clock)
    );
    carillon$arming$bit_lap bit_lap(
        .d(bit_lap$d),
        .q(bit_lap$q),
        .clock(bit_lap$clock)
    );
    carillon$arming$judging judging(
        .d(judging$d),
        .q(judging$q),
        .clock(judging$clock)
    );
    carillon$arming$judged_slot judged_slot(
        .d(judged_slot$d),
        .q(judged_slot$q),
        .clock(judged_slot$clock)
    );
    carillon$arming$judged_lap judged_lap(
        .d(judged_lap$d),
        .q(judged_lap$q),
        .clock(judged_lap$clock)
    );
    carillon$arming$late_pending late_pending(
        .d(late_pending$d),
        .q(late_pending$q),
        .clock(late_pending$clock)
    );
    carillon$arming$pending_slot pending_slot(
        .d(pending_slot$d),
        .q(pending_slot$q),
        .clock(pending_slot$clock)
    );
    carillon$arming$lost lost(
        .d(lost$d),
        .q(lost$q),
        .clock(lost$clock)
    );

    // Update code
    always @(*) begin
        refusing$clock = clock;
        sweeping$clock = clock;
        bit_enable$clock = clock;
        bit_address$clock = clock;
        bit_data$clock = clock;
        bit_lap$clock = clock;
        judging$clock = clock;
        judged_slot$clock = clock;
        judged_lap$clock = clock;
        late_pending$clock = clock;
        pending_slot$clock = clock;
        lost$clock = clock;
        refusing$d = refusing$q;
        sweeping$d = sweeping$q;
        bit_enable$d = bit_enable$q;
        bit_address$d = bit_address$q;
        bit_data$d = bit_data$q;
        bit_lap$d = bit_lap$q;
        judging$d = judging$q;
        judged_slot$d = judged_slot$q;
        judged_lap$d = judged_lap$q;
        late_pending$d = late_pending$q;
        pending_slot$d = pending_slot$q;
        lost$d = lost$q;
        out_of_range = (wheel != no_wheel) | (slot > last_slot);
        refusing$d = (arm | disarm) & out_of_range;
        bit_enable$d = 1'b0;
        bit_data$d = 1'b0;
        if (sweeping$q) begin
            bit_enable$d = 1'b1;
            bit_address$d = (bit_address$q + 32'h1) & slot_mask;
            if (bit_enable$q & (bit_address$q == top_slot)) begin
                bit_enable$d = 1'b0;
                sweeping$d = 1'b0;
            end
        end
        else begin
            if ((arm | disarm) & ~out_of_range) begin
                bit_enable$d = 1'b1;
                bit_address$d = slot & slot_mask;
                bit_data$d = arm;
                bit_lap$d = lap;
            end
        end
        judging$d = bit_enable$q & bit_data$q;
        judged_slot$d = bit_address$q;
        judged_lap$d = bit_lap$q;
        lap_difference = judged_lap$q - next_lap;
        passed = lap_difference[32'h7] | (~|lap_difference & (judged_slot$q < next_slot));
        lost$d = 1'b0;
        if (late_pending$q & (late_taken | full)) begin
            late_pending$d = 1'b0;
            lost$d = ~late_taken;
        end
        if (judging$q & passed) begin
            late_pending$d = 1'b1;
            pending_slot$d = judged_slot$q;
            if (late_pending$q & ~late_taken) begin
                lost$d = 1'b1;
            end
        end
        if (clear) begin
            refusing$d = 1'b0;
            sweeping$d = 1'b1;
            bit_enable$d = 1'b0;
            bit_address$d = top_slot;
            judging$d = 1'b0;
            late_pending$d = 1'b0;
            lost$d = 1'b0;
        end
        refused = refusing$q;
        ready = ~sweeping$q;
        write_enable = bit_enable$q;
        write_address = bit_address$q;
        write_data = bit_data$q;
        late = late_pending$q;
        late_slot = pending_slot$q;
        late_lost = lost$q;
    end

endmodule // carillon$arming


module carillon$arming$bit_address(d,q,clock);

    // Module arguments
    input wire  [19:0] d;
    output reg  [19:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 20'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$bit_address


module carillon$arming$bit_data(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$bit_data


module carillon$arming$bit_enable(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$bit_enable


module carillon$arming$bit_lap(d,q,clock);

    // Module arguments
    input wire  [7:0] d;
    output reg  [7:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 8'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$bit_lap


module carillon$arming$judged_lap(d,q,clock);

    // Module arguments
    input wire  [7:0] d;
    output reg  [7:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 8'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$judged_lap


module carillon$arming$judged_slot(d,q,clock);

    // Module arguments
    input wire  [19:0] d;
    output reg  [19:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 20'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$judged_slot


module carillon$arming$judging(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$judging


module carillon$arming$late_pending(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$late_pending


module carillon$arming$lost(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$lost


module carillon$arming$pending_slot(d,q,clock);

    // Module arguments
    input wire  [19:0] d;
    output reg  [19:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 20'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$pending_slot


module carillon$arming$refusing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$refusing


module carillon$arming$sweeping(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$sweeping


module carillon$busy_bits(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    reg [15:0] busy [255:0];
    wire [11:0] slot = write_address[11:0];
    wire [7:0] word = read_address[7:0];
    integer i;
    initial for (i = 0; i <= 255; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[11:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$busy_bits


module carillon$clearing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$clearing


module carillon$cursor(clock,clear,now_low,now_high,last_slot,word_data,write_enable,write_address,write_data,room,word_address,next_slot,lap,cursor_low,cursor_high,event_strobe,event_slot);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    input wire  [19:0] last_slot;
    input wire  [15:0] word_data;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  room;
    output reg  [15:0] word_address;
    output reg  [19:0] next_slot;
    output reg  [7:0] lap;
    output reg  [31:0] cursor_low;
    output reg  [31:0] cursor_high;
    output reg  event_strobe;
    output reg  [19:0] event_slot;

    // Constant declarations
    localparam  all_ones = 16'hffff;
    localparam  one_bit = 16'h1;
    localparam  whole_word = 10'b10000;
    localparam  word_mask = 16'hff;

    // Stub signals
    reg  ticks$clock;
    reg  ticks$clear;
    reg  [4:0] ticks$advance;
    wire  [31:0] ticks$low;
    wire  [31:0] ticks$high;
    wire  ticks$crossing;
    reg  [15:0] first$word;
    wire  first$found;
    wire  [3:0] first$position;
    reg  [15:0] visit_word$d;
    wire  [15:0] visit_word$q;
    reg  visit_word$clock;
    reg  [3:0] visit_offset$d;
    wire  [3:0] visit_offset$q;
    reg  visit_offset$clock;
    reg  [7:0] visit_lap$d;
    wire  [7:0] visit_lap$q;
    reg  visit_lap$clock;
    reg  looking$d;
    wire  looking$q;
    reg  looking$clock;
    reg  upper_differs$d;
    wire  upper_differs$q;
    reg  upper_differs$clock;
    reg  crossed$d;
    wire  crossed$q;
    reg  crossed$clock;
    reg  [15:0] forward_set$d;
    wire  [15:0] forward_set$q;
    reg  forward_set$clock;
    reg  [15:0] forward_clear$d;
    wire  [15:0] forward_clear$q;
    reg  forward_clear$clock;
    reg  event_now$d;
    wire  event_now$q;
    reg  event_now$clock;
    reg  [15:0] event_word$d;
    wire  [15:0] event_word$q;
    reg  event_word$clock;
    reg  [3:0] event_offset$d;
    wire  [3:0] event_offset$q;
    reg  event_offset$clock;

    // Local signals
    reg  [9:0] backlog;
    reg  borrow;
    reg  [4:0] available;
    reg  in_last_word;
    reg  [4:0] stop;
    reg  [4:0] space;
    reg  reaches_stop;
    reg  [4:0] reach;
    reg  [15:0] merged;
    reg  [4:0] first_offset;
    reg  busy_in_reach;
    reg  [4:0] new_offset;
    reg  [15:0] following_word;
    reg  [15:0] fetch;
    reg  [15:0] written_word;
    reg  [15:0] written_bit;

    // Sub module instances
    carillon$cursor$ticks ticks(
        .clock(ticks$clock),
        .clear(ticks$clear),
        .advance(ticks$advance),
        .low(ticks$low),
        .high(ticks$high),
        .crossing(ticks$crossing)
    );
    carillon$cursor$first first(
        .word(first$word),
        .found(first$found),
        .position(first$position)
    );
    carillon$cursor$visit_word visit_word(
        .d(visit_word$d),
        .q(visit_word$q),
        .clock(visit_word$clock)
    );
    carillon$cursor$visit_offset visit_offset(
        .d(visit_offset$d),
        .q(visit_offset$q),
        .clock(visit_offset$clock)
    );
    carillon$cursor$visit_lap visit_lap(
        .d(visit_lap$d),
        .q(visit_lap$q),
        .clock(visit_lap$clock)
    );
    carillon$cursor$looking looking(
        .d(looking$d),
        .q(looking$q),
        .clock(looking$clock)
    );
    carillon$cursor$upper_differs upper_differs(
        .d(upper_differs$d),
        .q(upper_differs$q),
        .clock(upper_differs$clock)
    );
    carillon$cursor$crossed crossed(
        .d(crossed$d),
        .q(crossed$q),
        .clock(crossed$clock)
    );
    carillon$cursor$forward_set forward_set(
        .d(forward_set$d),
        .q(forward_set$q),
        .clock(forward_set$clock)
    );
    carillon$cursor$forward_clear forward_clear(
        .d(forward_clear$d),
        .q(forward_clear$q),
        .clock(forward_clear$clock)
    );
    carillon$cursor$event_now event_now(
        .d(event_now$d),
        .q(event_now$q),
        .clock(event_now$clock)
    );
    carillon$cursor$event_word event_word(
        .d(event_word$d),
        .q(event_word$q),
        .clock(event_word$clock)
    );
    carillon$cursor$event_offset event_offset(
        .d(event_offset$d),
        .q(event_offset$q),
        .clock(event_offset$clock)
    );

    // Update code
    always @(*) begin
        visit_word$clock = clock;
        visit_offset$clock = clock;
        visit_lap$clock = clock;
        looking$clock = clock;
        upper_differs$clock = clock;
        crossed$clock = clock;
        forward_set$clock = clock;
        forward_clear$clock = clock;
        event_now$clock = clock;
        event_word$clock = clock;
        event_offset$clock = clock;
        visit_word$d = visit_word$q;
        visit_offset$d = visit_offset$q;
        visit_lap$d = visit_lap$q;
        looking$d = looking$q;
        upper_differs$d = upper_differs$q;
        crossed$d = crossed$q;
        forward_set$d = forward_set$q;
        forward_clear$d = forward_clear$q;
        event_now$d = event_now$q;
        event_word$d = event_word$q;
        event_offset$d = event_offset$q;
        ticks$clock = clock;
        ticks$clear = clear;
        ticks$advance = 32'h0;
        backlog = now_low[(32'h0)+:(10)] - ticks$low[(32'h0)+:(10)];
        borrow = now_low[(32'h0)+:(10)] < ticks$low[(32'h0)+:(10)];
        upper_differs$d = (now_low[(32'ha)+:(22)] != ticks$low[(32'ha)+:(22)]) | (now_high != ticks$high);
        crossed$d = ticks$crossing;
        available = backlog[(32'h0)+:(5)];
        if ((backlog > whole_word) | (upper_differs$q & ~borrow & ~crossed$q)) begin
            available = 32'h10;
        end
        in_last_word = visit_word$q == last_slot[(32'h4)+:(16)];
        stop = 32'h10;
        following_word = (visit_word$q + 32'h1) & word_mask;
        if (in_last_word) begin
            stop = ((last_slot[(32'h0)+:(4)]) & 5'h1f) + 32'h1;
            following_word = 32'h0;
        end
        space = stop - ((visit_offset$q) & 5'h1f);
        reaches_stop = available >= space;
        reach = ((visit_offset$q) & 5'h1f) + available;
        if (reaches_stop) begin
            reach = stop;
        end
        merged = (word_data & ~forward_clear$q) | forward_set$q;
        first$word = merged & (all_ones << visit_offset$q);
        first_offset = ((first$position) & 5'h1f);
        busy_in_reach = first$found & (first_offset < reach);
        fetch = visit_word$q;
        new_offset = ((visit_offset$q) & 5'h1f);
        event_now$d = 1'b0;
        event_word$d = visit_word$q;
        event_offset$d = first$position;
        looking$d = 1'b1;
        if (looking$q) begin
            new_offset = reach;
            if (busy_in_reach) begin
                new_offset = first_offset;
                if (room) begin
                    new_offset = first_offset + 32'h1;
                    event_now$d = 1'b1;
                end
            end
            if (reaches_stop) begin
                fetch = following_word;
            end
            looking$d = ~reaches_stop;
        end
        ticks$advance = new_offset - ((visit_offset$q) & 5'h1f);
        visit_offset$d = new_offset[(32'h0)+:(4)];
        if (new_offset == stop) begin
            looking$d = 1'b1;
            visit_offset$d = 32'h0;
            visit_word$d = following_word;
            if (in_last_word) begin
                visit_lap$d = visit_lap$q + 32'h1;
            end
        end
        written_word = write_address[(32'h4)+:(16)];
        written_bit = one_bit << write_address[(32'h0)+:(4)];
        forward_set$d = 32'h0;
        forward_clear$d = 32'h0;
        if (write_enable & (written_word == fetch)) begin
            if (write_data) begin
                forward_set$d = written_bit;
            end
            else begin
                forward_clear$d = written_bit;
            end
        end
        if (clear) begin
            visit_word$d = 32'h0;
            visit_offset$d = 32'h1;
            visit_lap$d = 32'h0;
            looking$d = 1'b0;
            upper_differs$d = 1'b0;
            crossed$d = 1'b0;
            event_now$d = 1'b0;
        end
        word_address = fetch;
        next_slot = (((visit_word$q) & 20'hfffff) << 32'h4) | ((visit_offset$q) & 20'hfffff);
        lap = visit_lap$q;
        cursor_low = ticks$low;
        cursor_high = ticks$high;
        event_strobe = event_now$q;
        event_slot = (((event_word$q) & 20'hfffff) << 32'h4) | ((event_offset$q) & 20'hfffff);
    end

endmodule // carillon$cursor


module carillon$cursor$crossed(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$crossed


module carillon$cursor$event_now(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$event_now


module carillon$cursor$event_offset(d,q,clock);

    // Module arguments
    input wire  [3:0] d;
    output reg  [3:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 4'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$event_offset


module carillon$cursor$event_word(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$event_word


module carillon$cursor$first(word,found,position);

    // Module arguments
    input wire  [15:0] word;
    output reg  found;
    output reg  [3:0] position;

    // Local signals
    reg  [6:0] eight;
    reg  [2:0] four;
    reg  one;
    reg  [7:0] low_eight;
    reg  [3:0] low_four;
    reg  [1:0] low_two;
    reg  in_upper_eight;
    reg  in_upper_four;
    reg  in_upper_two;
    reg  in_upper_one;

    // Update code
    always @(*) begin
        low_eight = word[(32'h0)+:(8)];
        in_upper_eight = ~|low_eight;
        eight = low_eight[(32'h0)+:(7)];
        if (in_upper_eight) begin
            eight = word[(32'h8)+:(7)];
        end
        low_four = eight[(32'h0)+:(4)];
        in_upper_four = ~|low_four;
        four = low_four[(32'h0)+:(3)];
        if (in_upper_four) begin
            four = eight[(32'h4)+:(3)];
        end
        low_two = four[(32'h0)+:(2)];
        in_upper_two = ~|low_two;
        one = low_two[32'h0];
        if (in_upper_two) begin
            one = four[32'h2];
        end
        in_upper_one = ~one;
        found = |word;
        position = (((in_upper_eight) & 4'hf) << 32'h3) | (((in_upper_four) & 4'hf) << 32'h2) | (((in_upper_two) & 4'hf) << 32'h1) | ((in_upper_one) & 4'hf);
    end

endmodule // carillon$cursor$first


module carillon$cursor$forward_clear(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$forward_clear


module carillon$cursor$forward_set(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$forward_set


module carillon$cursor$looking(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$looking


module carillon$cursor$ticks(clock,clear,advance,low,high,crossing);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [4:0] advance;
    output reg  [31:0] low;
    output reg  [31:0] high;
    output reg  crossing;

    // Stub signals
    reg  [9:0] low_part$d;
    wire  [9:0] low_part$q;
    reg  low_part$clock;
    reg  [21:0] middle_part$d;
    wire  [21:0] middle_part$q;
    reg  middle_part$clock;
    reg  [31:0] high_part$d;
    wire  [31:0] high_part$q;
    reg  high_part$clock;
    reg  middle_full$d;
    wire  middle_full$q;
    reg  middle_full$clock;

    // Local signals
    reg  [10:0] sum;
    reg  carry;

    // Sub module instances
    carillon$cursor$ticks$low_part low_part(
        .d(low_part$d),
        .q(low_part$q),
        .clock(low_part$clock)
    );
    carillon$cursor$ticks$middle_part middle_part(
        .d(middle_part$d),
        .q(middle_part$q),
        .clock(middle_part$clock)
    );
    carillon$cursor$ticks$high_part high_part(
        .d(high_part$d),
        .q(high_part$q),
        .clock(high_part$clock)
    );
    carillon$cursor$ticks$middle_full middle_full(
        .d(middle_full$d),
        .q(middle_full$q),
        .clock(middle_full$clock)
    );

    // Update code
    always @(*) begin
        low_part$clock = clock;
        middle_part$clock = clock;
        high_part$clock = clock;
        middle_full$clock = clock;
        low_part$d = low_part$q;
        middle_part$d = middle_part$q;
        high_part$d = high_part$q;
        middle_full$d = middle_full$q;
        sum = ((low_part$q) & 11'h7ff) + ((advance) & 11'h7ff);
        carry = sum[32'ha];
        crossing = carry;
        low_part$d = sum[(32'h0)+:(10)];
        if (carry) begin
            middle_part$d = middle_part$q + 32'h1;
            if (middle_full$q) begin
                high_part$d = high_part$q + 32'h1;
            end
        end
        middle_full$d = &middle_part$q;
        if (clear) begin
            low_part$d = 32'h0;
            middle_part$d = 32'h0;
            high_part$d = 32'h0;
            middle_full$d = 1'b0;
        end
        low = ((low_part$q) & 32'hffffffff) | (((middle_part$q) & 32'hffffffff) << 32'ha);
        high = high_part$q;
    end

endmodule // carillon$cursor$ticks


module carillon$cursor$ticks$high_part(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$ticks$high_part


module carillon$cursor$ticks$low_part(d,q,clock);

    // Module arguments
    input wire  [9:0] d;
    output reg  [9:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 10'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$ticks$low_part


module carillon$cursor$ticks$middle_full(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$ticks$middle_full


module carillon$cursor$ticks$middle_part(d,q,clock);

    // Module arguments
    input wire  [21:0] d;
    output reg  [21:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 22'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$ticks$middle_part


module carillon$cursor$upper_differs(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$upper_differs


module carillon$cursor$visit_lap(d,q,clock);

    // Module arguments
    input wire  [7:0] d;
    output reg  [7:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 8'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$visit_lap


module carillon$cursor$visit_offset(d,q,clock);

    // Module arguments
    input wire  [3:0] d;
    output reg  [3:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 4'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$visit_offset


module carillon$cursor$visit_word(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cursor$visit_word


module carillon$event_fifo(clock,clear,push,push_late,push_wheel,push_slot,push_tick,pop,valid,more,room,full,head_late,head_wheel,head_slot,head_tick);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  push;
    input wire  push_late;
    input wire  [2:0] push_wheel;
    input wire  [19:0] push_slot;
    input wire  [31:0] push_tick;
    input wire  pop;
    output reg  valid;
    output reg  more;
    output reg  room;
    output reg  full;
    output reg  head_late;
    output reg  [2:0] head_wheel;
    output reg  [19:0] head_slot;
    output reg  [31:0] head_tick;

    // Constant declarations
    localparam  depth = 11'b10000;
    localparam  one = 11'b1;
    localparam  pointer_mask = 10'b1111;

    // Stub signals
    reg  places$clock;
    reg  [9:0] places$write_address;
    reg  [23:0] places$write_data;
    reg  places$write_enable;
    reg  [9:0] places$read_address;
    wire  [23:0] places$read_data;
    reg  ticks$clock;
    reg  [9:0] ticks$write_address;
    reg  [31:0] ticks$write_data;
    reg  ticks$write_enable;
    reg  [9:0] ticks$read_address;
    wire  [31:0] ticks$read_data;
    reg  [9:0] write_pointer$d;
    wire  [9:0] write_pointer$q;
    reg  write_pointer$clock;
    reg  [9:0] read_pointer$d;
    wire  [9:0] read_pointer$q;
    reg  read_pointer$clock;
    reg  [10:0] level$d;
    wire  [10:0] level$q;
    reg  level$clock;
    reg  head_valid$d;
    wire  head_valid$q;
    reg  head_valid$clock;

    // Local signals
    reg  [9:0] next_read;
    reg  [10:0] after_pop;
    reg  [10:0] after_push;
    reg  [23:0] head;

    // Sub module instances
    carillon$event_fifo$places places(
        .clock(places$clock),
        .write_address(places$write_address),
        .write_data(places$write_data),
        .write_enable(places$write_enable),
        .read_address(places$read_address),
        .read_data(places$read_data)
    );
    carillon$event_fifo$ticks ticks(
        .clock(ticks$clock),
        .write_address(ticks$write_address),
        .write_data(ticks$write_data),
        .write_enable(ticks$write_enable),
        .read_address(ticks$read_address),
        .read_data(ticks$read_data)
    );
    carillon$event_fifo$write_pointer write_pointer(
        .d(write_pointer$d),
        .q(write_pointer$q),
        .clock(write_pointer$clock)
    );
    carillon$event_fifo$read_pointer read_pointer(
        .d(read_pointer$d),
        .q(read_pointer$q),
        .clock(read_pointer$clock)
    );
    carillon$event_fifo$level level(
        .d(level$d),
        .q(level$q),
        .clock(level$clock)
    );
    carillon$event_fifo$head_valid head_valid(
        .d(head_valid$d),
        .q(head_valid$q),
        .clock(head_valid$clock)
    );

    // Update code
    always @(*) begin
        write_pointer$clock = clock;
        read_pointer$clock = clock;
        level$clock = clock;
        head_valid$clock = clock;
        write_pointer$d = write_pointer$q;
        read_pointer$d = read_pointer$q;
        level$d = level$q;
        head_valid$d = head_valid$q;
        places$clock = clock;
        ticks$clock = clock;
        places$write_enable = push;
        places$write_address = write_pointer$q;
        places$write_data = ((push_slot) & 24'hffffff) | (((push_wheel) & 24'hffffff) << 32'h14) | (((push_late) & 24'hffffff) << 32'h17);
        ticks$write_enable = push;
        ticks$write_address = write_pointer$q;
        ticks$write_data = push_tick;
        next_read = read_pointer$q;
        after_pop = level$q;
        if (pop) begin
            next_read = (read_pointer$q + 32'h1) & pointer_mask;
            after_pop = level$q - one;
        end
        after_push = level$q;
        level$d = after_pop;
        if (push) begin
            write_pointer$d = (write_pointer$q + 32'h1) & pointer_mask;
            after_push = level$q + one;
            level$d = after_pop + one;
        end
        read_pointer$d = next_read;
        places$read_address = next_read;
        ticks$read_address = next_read;
        head_valid$d = |after_pop;
        full = level$q == depth;
        room = after_push < depth;
        valid = head_valid$q;
        more = head_valid$q & (level$q > one);
        head = places$read_data;
        head_slot = head[(32'h0)+:(20)];
        head_wheel = head[(32'h14)+:(3)];
        head_late = head[32'h17];
        head_tick = ticks$read_data;
        if (clear) begin
            write_pointer$d = 32'h0;
            read_pointer$d = 32'h0;
            level$d = 32'h0;
            head_valid$d = 1'b0;
        end
    end

endmodule // carillon$event_fifo


module carillon$event_fifo$head_valid(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$event_fifo$head_valid


module carillon$event_fifo$level(d,q,clock);

    // Module arguments
    input wire  [10:0] d;
    output reg  [10:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 11'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$event_fifo$level


module carillon$event_fifo$places(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [23:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [23:0] read_data;

    // Update code (custom)
    reg [23:0] entries [15:0];
    wire [3:0] write_entry = write_address[3:0];
    wire [3:0] read_entry = read_address[3:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$event_fifo$places


module carillon$event_fifo$read_pointer(d,q,clock);

    // Module arguments
    input wire  [9:0] d;
    output reg  [9:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 10'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$event_fifo$read_pointer


module carillon$event_fifo$ticks(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [31:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [31:0] read_data;

    // Update code (custom)
    reg [31:0] entries [15:0];
    wire [3:0] write_entry = write_address[3:0];
    wire [3:0] read_entry = read_address[3:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$event_fifo$ticks


module carillon$event_fifo$write_pointer(d,q,clock);

    // Module arguments
    input wire  [9:0] d;
    output reg  [9:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 10'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$event_fifo$write_pointer


module carillon$front(clock,reset,wb_cyc,wb_stb,wb_we,wb_sel,wb_adr,wb_dat_w,wb_ack,wb_err,wb_stall,execute,write,whole,address,data,done,failed);

    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  wb_cyc;
    input wire  wb_stb;
    input wire  wb_we;
    input wire  [3:0] wb_sel;
    input wire  [5:0] wb_adr;
    input wire  [31:0] wb_dat_w;
    output reg  wb_ack;
    output reg  wb_err;
    output reg  wb_stall;
    output reg  execute;
    output reg  write;
    output reg  whole;
    output reg  [5:0] address;
    output reg  [31:0] data;
    input wire  done;
    input wire  failed;

    // Stub signals
    reg  waiting$d;
    wire  waiting$q;
    reg  waiting$clock;
    reg  failing$d;
    wire  failing$q;
    reg  failing$clock;
    reg  executing$d;
    wire  executing$q;
    reg  executing$clock;
    reg  answering$d;
    wire  answering$q;
    reg  answering$clock;
    reg  request_write$d;
    wire  request_write$q;
    reg  request_write$clock;
    reg  request_whole$d;
    wire  request_whole$q;
    reg  request_whole$clock;
    reg  [5:0] request_address$d;
    wire  [5:0] request_address$q;
    reg  request_address$clock;
    reg  [31:0] request_data$d;
    wire  [31:0] request_data$q;
    reg  request_data$clock;

    // Local signals
    reg  accepted;
    reg  busy;

    // Sub module instances
    carillon$front$waiting waiting(
        .d(waiting$d),
        .q(waiting$q),
        .clock(waiting$clock)
    );
    carillon$front$failing failing(
        .d(failing$d),
        .q(failing$q),
        .clock(failing$clock)
    );
    carillon$front$executing executing(
        .d(executing$d),
        .q(executing$q),
        .clock(executing$clock)
    );
    carillon$front$answering answering(
        .d(answering$d),
        .q(answering$q),
        .clock(answering$clock)
    );
    carillon$front$request_write request_write(
        .d(request_write$d),
        .q(request_write$q),
        .clock(request_write$clock)
    );
    carillon$front$request_whole request_whole(
        .d(request_whole$d),
        .q(request_whole$q),
        .clock(request_whole$clock)
    );
    carillon$front$request_address request_address(
        .d(request_address$d),
        .q(request_address$q),
        .clock(request_address$clock)
    );
    carillon$front$request_data request_data(
        .d(request_data$d),
        .q(request_data$q),
        .clock(request_data$clock)
    );

    // Update code
    always @(*) begin
        executing$clock = clock;
        answering$clock = clock;
        waiting$clock = clock;
        failing$clock = clock;
        request_write$clock = clock;
        request_whole$clock = clock;
        request_address$clock = clock;
        request_data$clock = clock;
        executing$d = executing$q;
        answering$d = answering$q;
        waiting$d = waiting$q;
        failing$d = failing$q;
        request_write$d = request_write$q;
        request_whole$d = request_whole$q;
        request_address$d = request_address$q;
        request_data$d = request_data$q;
        busy = executing$q | waiting$q | answering$q;
        accepted = wb_cyc & wb_stb & ~busy;
        executing$d = accepted;
        if (executing$q) begin
            waiting$d = 1'b1;
        end
        answering$d = 1'b0;
        if (waiting$q & done) begin
            waiting$d = 1'b0;
            answering$d = wb_cyc;
            failing$d = failed;
        end
        if (accepted) begin
            request_write$d = wb_we;
            request_whole$d = &wb_sel;
            request_address$d = wb_adr;
            request_data$d = wb_dat_w;
        end
        if (reset) begin
            executing$d = 1'b0;
            answering$d = 1'b0;
            waiting$d = 1'b0;
        end
        wb_stall = busy;
        wb_ack = answering$q & ~failing$q;
        wb_err = answering$q & failing$q;
        execute = executing$q;
        write = request_write$q;
        whole = request_whole$q;
        address = request_address$q;
        data = request_data$q;
    end

endmodule // carillon$front


module carillon$front$answering(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$answering


module carillon$front$executing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$executing


module carillon$front$failing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$failing


module carillon$front$request_address(d,q,clock);

    // Module arguments
    input wire  [5:0] d;
    output reg  [5:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 6'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$request_address


module carillon$front$request_data(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$request_data


module carillon$front$request_whole(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$request_whole


module carillon$front$request_write(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$request_write


module carillon$front$waiting(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$waiting


module carillon$highest_slot(d,q,clock);

    // Module arguments
    input wire  [19:0] d;
    output reg  [19:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 20'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$highest_slot


module carillon$host(clock,clear,execute,write,whole,address,data,done,failed,read_data,irq,enable,prescale,running,soft_reset,arm,disarm,wheel,slot,lap,pop,wheel_index,write_size,write_mode,ask_next,size_refused,shown_size,shown_mode,next_done,next_found,next_distance,ready,arm_refused,late_lost,event_valid,event_more,event_late,event_wheel,event_slot,event_tick,event_level,fifo_full,now_low,now_high,tick,half_period,cursor_low,cursor_high,behind);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  [31:0] data;
    output reg  done;
    output reg  failed;
    output reg  [31:0] read_data;
    output reg  irq;
    output reg  enable;
    output reg  [23:0] prescale;
    output reg  running;
    output reg  soft_reset;
    output reg  arm;
    output reg  disarm;
    output reg  [2:0] wheel;
    output reg  [19:0] slot;
    output reg  [7:0] lap;
    output reg  pop;
    output reg  [2:0] wheel_index;
    output reg  write_size;
    output reg  write_mode;
    output reg  ask_next;
    input wire  size_refused;
    input wire  [20:0] shown_size;
    input wire  [1:0] shown_mode;
    input wire  next_done;
    input wire  next_found;
    input wire  [19:0] next_distance;
    input wire  ready;
    input wire  arm_refused;
    input wire  late_lost;
    input wire  event_valid;
    input wire  event_more;
    input wire  event_late;
    input wire  [2:0] event_wheel;
    input wire  [19:0] event_slot;
    input wire  [31:0] event_tick;
    input wire  [10:0] event_level;
    input wire  fifo_full;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    input wire  tick;
    input wire  half_period;
    input wire  [31:0] cursor_low;
    input wire  [31:0] cursor_high;
    input wire  behind;

    // Stub signals
    reg  decoder$clock;
    reg  decoder$execute;
    reg  decoder$write;
    reg  decoder$whole;
    reg  [5:0] decoder$address;
    reg  decoder$next_done;
    wire  decoder$done;
    wire  decoder$failed;
    wire  decoder$answering;
    wire  decoder$ask_next;
    wire  decoder$write_scratch;
    wire  decoder$write_ctrl;
    wire  decoder$write_prescale;
    wire  decoder$write_arm;
    wire  decoder$write_disarm;
    wire  decoder$write_event_ack;
    wire  decoder$write_intr_state;
    wire  decoder$write_intr_enable;
    wire  decoder$write_intr_test;
    wire  decoder$write_intr_coalesce;
    wire  decoder$write_error;
    wire  decoder$write_alarm_lo;
    wire  decoder$write_alarm_hi;
    wire  decoder$write_wheel_size;
    wire  decoder$write_wheel_mode;
    reg  registers$clock;
    reg  registers$clear;
    reg  [31:0] registers$data;
    reg  registers$write_scratch;
    reg  registers$write_ctrl;
    reg  registers$write_prescale;
    reg  registers$write_arm;
    reg  registers$write_disarm;
    reg  registers$write_event_ack;
    reg  registers$write_error;
    reg  registers$write_wheel_size;
    reg  registers$access_failed;
    reg  registers$arm_refused;
    reg  registers$size_refused;
    reg  registers$ready;
    reg  registers$event_valid;
    reg  [2:0] registers$event_wheel;
    reg  [19:0] registers$event_slot;
    wire  [31:0] registers$scratch;
    wire  registers$enable;
    wire  [23:0] registers$prescale;
    wire  registers$running;
    wire  registers$soft_reset;
    wire  registers$arm;
    wire  registers$disarm;
    wire  [2:0] registers$wheel;
    wire  [19:0] registers$slot;
    wire  [7:0] registers$lap;
    wire  registers$pop;
    wire  registers$write_size;
    wire  [3:0] registers$sequence_number;
    wire  [7:0] registers$errors;
    wire  registers$error_level;
    reg  read_back$clock;
    reg  read_back$write;
    reg  [5:0] read_back$address;
    reg  read_back$answering;
    reg  [31:0] read_back$scratch;
    reg  read_back$enable;
    reg  read_back$running;
    reg  [23:0] read_back$prescale;
    reg  [20:0] read_back$shown_size;
    reg  [1:0] read_back$shown_mode;
    reg  [3:0] read_back$sequence_number;
    reg  [7:0] read_back$errors;
    reg  read_back$ready;
    reg  read_back$behind;
    reg  [31:0] read_back$now_low;
    reg  [31:0] read_back$now_high;
    reg  [31:0] read_back$cursor_low;
    reg  [31:0] read_back$cursor_high;
    reg  read_back$event_valid;
    reg  read_back$event_more;
    reg  read_back$event_late;
    reg  [2:0] read_back$event_wheel;
    reg  [19:0] read_back$event_slot;
    reg  [31:0] read_back$event_tick;
    reg  read_back$fifo_full;
    reg  read_back$next_found;
    reg  [19:0] read_back$next_distance;
    reg  [4:0] read_back$intr_state;
    reg  [4:0] read_back$intr_enable;
    reg  read_back$attention;
    reg  [23:0] read_back$coalesce;
    reg  [31:0] read_back$alarm_low;
    reg  [31:0] read_back$alarm_high;
    wire  [31:0] read_back$read_data;
    reg  interrupt$clock;
    reg  interrupt$clear;
    reg  interrupt$event_level;
    reg  interrupt$error_level;
    reg  interrupt$alarm_reached;
    reg  interrupt$late_overflow;
    reg  interrupt$half_period;
    reg  interrupt$write_state;
    reg  interrupt$write_enables;
    reg  interrupt$write_test;
    reg  [4:0] interrupt$data;
    wire  [4:0] interrupt$state;
    wire  [4:0] interrupt$enables;
    wire  interrupt$attention;
    wire  interrupt$irq;
    reg  alarm$clock;
    reg  alarm$clear;
    reg  alarm$write_low;
    reg  alarm$write_high;
    reg  [31:0] alarm$data;
    reg  [31:0] alarm$now_low;
    reg  [31:0] alarm$now_high;
    wire  [31:0] alarm$alarm_low;
    wire  [31:0] alarm$alarm_high;
    wire  alarm$reached;
    reg  coalescing$clock;
    reg  coalescing$clear;
    reg  coalescing$write;
    reg  [23:0] coalescing$data;
    reg  coalescing$event_valid;
    reg  [10:0] coalescing$event_level;
    reg  coalescing$fifo_full;
    reg  coalescing$tick;
    wire  [23:0] coalescing$settings;
    wire  coalescing$announced;

    // Sub module instances
    carillon$host$decoder decoder(
        .clock(decoder$clock),
        .execute(decoder$execute),
        .write(decoder$write),
        .whole(decoder$whole),
        .address(decoder$address),
        .next_done(decoder$next_done),
        .done(decoder$done),
        .failed(decoder$failed),
        .answering(decoder$answering),
        .ask_next(decoder$ask_next),
        .write_scratch(decoder$write_scratch),
        .write_ctrl(decoder$write_ctrl),
        .write_prescale(decoder$write_prescale),
        .write_arm(decoder$write_arm),
        .write_disarm(decoder$write_disarm),
        .write_event_ack(decoder$write_event_ack),
        .write_intr_state(decoder$write_intr_state),
        .write_intr_enable(decoder$write_intr_enable),
        .write_intr_test(decoder$write_intr_test),
        .write_intr_coalesce(decoder$write_intr_coalesce),
        .write_error(decoder$write_error),
        .write_alarm_lo(decoder$write_alarm_lo),
        .write_alarm_hi(decoder$write_alarm_hi),
        .write_wheel_size(decoder$write_wheel_size),
        .write_wheel_mode(decoder$write_wheel_mode)
    );
    carillon$host$registers registers(
        .clock(registers$clock),
        .clear(registers$clear),
        .data(registers$data),
        .write_scratch(registers$write_scratch),
        .write_ctrl(registers$write_ctrl),
        .write_prescale(registers$write_prescale),
        .write_arm(registers$write_arm),
        .write_disarm(registers$write_disarm),
        .write_event_ack(registers$write_event_ack),
        .write_error(registers$write_error),
        .write_wheel_size(registers$write_wheel_size),
        .access_failed(registers$access_failed),
        .arm_refused(registers$arm_refused),
        .size_refused(registers$size_refused),
        .ready(registers$ready),
        .event_valid(registers$event_valid),
        .event_wheel(registers$event_wheel),
        .event_slot(registers$event_slot),
        .scratch(registers$scratch),
        .enable(registers$enable),
        .prescale(registers$prescale),
        .running(registers$running),
        .soft_reset(registers$soft_reset),
        .arm(registers$arm),
        .disarm(registers$disarm),
        .wheel(registers$wheel),
        .slot(registers$slot),
        .lap(registers$lap),
        .pop(registers$pop),
        .write_size(registers$write_size),
        .sequence_number(registers$sequence_number),
        .errors(registers$errors),
        .error_level(registers$error_level)
    );
    carillon$host$read_back read_back(
        .clock(read_back$clock),
        .write(read_back$write),
        .address(read_back$address),
        .answering(read_back$answering),
        .scratch(read_back$scratch),
        .enable(read_back$enable),
        .running(read_back$running),
        .prescale(read_back$prescale),
        .shown_size(read_back$shown_size),
        .shown_mode(read_back$shown_mode),
        .sequence_number(read_back$sequence_number),
        .errors(read_back$errors),
        .ready(read_back$ready),
        .behind(read_back$behind),
        .now_low(read_back$now_low),
        .now_high(read_back$now_high),
        .cursor_low(read_back$cursor_low),
        .cursor_high(read_back$cursor_high),
        .event_valid(read_back$event_valid),
        .event_more(read_back$event_more),
        .event_late(read_back$event_late),
        .event_wheel(read_back$event_wheel),
        .event_slot(read_back$event_slot),
        .event_tick(read_back$event_tick),
        .fifo_full(read_back$fifo_full),
        .next_found(read_back$next_found),
        .next_distance(read_back$next_distance),
        .intr_state(read_back$intr_state),
        .intr_enable(read_back$intr_enable),
        .attention(read_back$attention),
        .coalesce(read_back$coalesce),
        .alarm_low(read_back$alarm_low),
        .alarm_high(read_back$alarm_high),
        .read_data(read_back$read_data)
    );
    carillon$host$interrupt interrupt(
        .clock(interrupt$clock),
        .clear(interrupt$clear),
        .event_level(interrupt$event_level),
        .error_level(interrupt$error_level),
        .alarm_reached(interrupt$alarm_reached),
        .late_overflow(interrupt$late_overflow),
        .half_period(interrupt$half_period),
        .write_state(interrupt$write_state),
        .write_enables(interrupt$write_enables),
        .write_test(interrupt$write_test),
        .data(interrupt$data),
        .state(interrupt$state),
        .enables(interrupt$enables),
        .attention(interrupt$attention),
        .irq(interrupt$irq)
    );
    carillon$host$alarm alarm(
        .clock(alarm$clock),
        .clear(alarm$clear),
        .write_low(alarm$write_low),
        .write_high(alarm$write_high),
        .data(alarm$data),
        .now_low(alarm$now_low),
        .now_high(alarm$now_high),
        .alarm_low(alarm$alarm_low),
        .alarm_high(alarm$alarm_high),
        .reached(alarm$reached)
    );
    carillon$host$coalescing coalescing(
        .clock(coalescing$clock),
        .clear(coalescing$clear),
        .write(coalescing$write),
        .data(coalescing$data),
        .event_valid(coalescing$event_valid),
        .event_level(coalescing$event_level),
        .fifo_full(coalescing$fifo_full),
        .tick(coalescing$tick),
        .settings(coalescing$settings),
        .announced(coalescing$announced)
    );

    // Update code
    always @(*) begin
        decoder$clock = clock;
        registers$clock = clock;
        read_back$clock = clock;
        interrupt$clock = clock;
        alarm$clock = clock;
        coalescing$clock = clock;
        decoder$execute = execute;
        decoder$write = write;
        decoder$whole = whole;
        decoder$address = address;
        decoder$next_done = next_done;
        done = decoder$done;
        failed = decoder$failed;
        ask_next = decoder$ask_next;
        wheel_index = address[(32'h0)+:(3)];
        write_mode = decoder$write_wheel_mode;
        registers$clear = clear;
        registers$data = data;
        registers$write_scratch = decoder$write_scratch;
        registers$write_ctrl = decoder$write_ctrl;
        registers$write_prescale = decoder$write_prescale;
        registers$write_arm = decoder$write_arm;
        registers$write_disarm = decoder$write_disarm;
        registers$write_event_ack = decoder$write_event_ack;
        registers$write_error = decoder$write_error;
        registers$write_wheel_size = decoder$write_wheel_size;
        registers$access_failed = decoder$failed;
        registers$arm_refused = arm_refused;
        registers$size_refused = size_refused;
        registers$ready = ready;
        registers$event_valid = event_valid;
        registers$event_wheel = event_wheel;
        registers$event_slot = event_slot;
        enable = registers$enable;
        prescale = registers$prescale;
        running = registers$running;
        soft_reset = registers$soft_reset;
        arm = registers$arm;
        disarm = registers$disarm;
        wheel = registers$wheel;
        slot = registers$slot;
        lap = registers$lap;
        pop = registers$pop;
        write_size = registers$write_size;
        alarm$clear = clear;
        alarm$write_low = decoder$write_alarm_lo;
        alarm$write_high = decoder$write_alarm_hi;
        alarm$data = data;
        alarm$now_low = now_low;
        alarm$now_high = now_high;
        coalescing$clear = clear;
        coalescing$write = decoder$write_intr_coalesce;
        coalescing$data = data[(32'h0)+:(24)];
        coalescing$event_valid = event_valid;
        coalescing$event_level = event_level;
        coalescing$fifo_full = fifo_full;
        coalescing$tick = tick;
        interrupt$clear = clear;
        interrupt$event_level = coalescing$announced;
        interrupt$error_level = registers$error_level;
        interrupt$alarm_reached = alarm$reached;
        interrupt$late_overflow = late_lost;
        interrupt$half_period = half_period;
        interrupt$write_state = decoder$write_intr_state;
        interrupt$write_enables = decoder$write_intr_enable;
        interrupt$write_test = decoder$write_intr_test;
        interrupt$data = data[(32'h0)+:(5)];
        irq = interrupt$irq;
        read_back$write = write;
        read_back$address = address;
        read_back$answering = decoder$answering;
        read_back$scratch = registers$scratch;
        read_back$enable = registers$enable;
        read_back$running = registers$running;
        read_back$prescale = registers$prescale;
        read_back$shown_size = shown_size;
        read_back$shown_mode = shown_mode;
        read_back$sequence_number = registers$sequence_number;
        read_back$errors = registers$errors;
        read_back$ready = ready;
        read_back$behind = behind;
        read_back$now_low = now_low;
        read_back$now_high = now_high;
        read_back$cursor_low = cursor_low;
        read_back$cursor_high = cursor_high;
        read_back$event_valid = event_valid;
        read_back$event_more = event_more;
        read_back$event_late = event_late;
        read_back$event_wheel = event_wheel;
        read_back$event_slot = event_slot;
        read_back$event_tick = event_tick;
        read_back$fifo_full = fifo_full;
        read_back$next_found = next_found;
        read_back$next_distance = next_distance;
        read_back$intr_state = interrupt$state;
        read_back$intr_enable = interrupt$enables;
        read_back$attention = interrupt$attention;
        read_back$coalesce = coalescing$settings;
        read_back$alarm_low = alarm$alarm_low;
        read_back$alarm_high = alarm$alarm_high;
        read_data = read_back$read_data;
    end

endmodule // carillon$host


module carillon$host$alarm(clock,clear,write_low,write_high,data,now_low,now_high,alarm_low,alarm_high,reached);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  write_low;
    input wire  write_high;
    input wire  [31:0] data;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    output reg  [31:0] alarm_low;
    output reg  [31:0] alarm_high;
    output reg  reached;

    // Constant declarations
    localparam  present = 1'b1;

    // Stub signals
    reg  [31:0] low$d;
    wire  [31:0] low$q;
    reg  low$clock;
    reg  [31:0] high$d;
    wire  [31:0] high$q;
    reg  high$clock;
    reg  past$d;
    wire  past$q;
    reg  past$clock;
    reg  chunk_3$clock;
    reg  chunk_3$clear;
    reg  [15:0] chunk_3$value;
    reg  [15:0] chunk_3$other;
    wire  chunk_3$at_least;
    wire  chunk_3$equal;
    reg  chunk_2$clock;
    reg  chunk_2$clear;
    reg  [15:0] chunk_2$value;
    reg  [15:0] chunk_2$other;
    wire  chunk_2$at_least;
    wire  chunk_2$equal;
    reg  chunk_1$clock;
    reg  chunk_1$clear;
    reg  [15:0] chunk_1$value;
    reg  [15:0] chunk_1$other;
    wire  chunk_1$at_least;
    wire  chunk_1$equal;
    reg  chunk_0$clock;
    reg  chunk_0$clear;
    reg  [15:0] chunk_0$value;
    reg  [15:0] chunk_0$other;
    wire  chunk_0$at_least;
    wire  chunk_0$equal;

    // Local signals
    reg  [31:0] low_alarm;
    reg  [31:0] high_alarm;

    // Sub module instances
    carillon$host$alarm$low low(
        .d(low$d),
        .q(low$q),
        .clock(low$clock)
    );
    carillon$host$alarm$high high(
        .d(high$d),
        .q(high$q),
        .clock(high$clock)
    );
    carillon$host$alarm$past past(
        .d(past$d),
        .q(past$q),
        .clock(past$clock)
    );
    carillon$host$alarm$chunk_3 chunk_3(
        .clock(chunk_3$clock),
        .clear(chunk_3$clear),
        .value(chunk_3$value),
        .other(chunk_3$other),
        .at_least(chunk_3$at_least),
        .equal(chunk_3$equal)
    );
    carillon$host$alarm$chunk_2 chunk_2(
        .clock(chunk_2$clock),
        .clear(chunk_2$clear),
        .value(chunk_2$value),
        .other(chunk_2$other),
        .at_least(chunk_2$at_least),
        .equal(chunk_2$equal)
    );
    carillon$host$alarm$chunk_1 chunk_1(
        .clock(chunk_1$clock),
        .clear(chunk_1$clear),
        .value(chunk_1$value),
        .other(chunk_1$other),
        .at_least(chunk_1$at_least),
        .equal(chunk_1$equal)
    );
    carillon$host$alarm$chunk_0 chunk_0(
        .clock(chunk_0$clock),
        .clear(chunk_0$clear),
        .value(chunk_0$value),
        .other(chunk_0$other),
        .at_least(chunk_0$at_least),
        .equal(chunk_0$equal)
    );

    // Update code
    always @(*) begin
        low$clock = clock;
        high$clock = clock;
        past$clock = clock;
        low$d = low$q;
        high$d = high$q;
        past$d = past$q;
        chunk_3$clock = clock;
        chunk_2$clock = clock;
        chunk_1$clock = clock;
        chunk_0$clock = clock;
        if (write_low) begin
            low$d = ~data;
        end
        if (write_high) begin
            high$d = ~data;
        end
        low_alarm = ~low$q;
        high_alarm = ~high$q;
        chunk_3$clear = clear;
        chunk_2$clear = clear;
        chunk_1$clear = clear;
        chunk_0$clear = clear;
        chunk_3$value = now_high[(32'h10)+:(16)];
        chunk_2$value = now_high[(32'h0)+:(16)];
        chunk_1$value = now_low[(32'h10)+:(16)];
        chunk_0$value = now_low[(32'h0)+:(16)];
        chunk_3$other = high_alarm[(32'h10)+:(16)];
        chunk_2$other = high_alarm[(32'h0)+:(16)];
        chunk_1$other = low_alarm[(32'h10)+:(16)];
        chunk_0$other = low_alarm[(32'h0)+:(16)];
        past$d = chunk_3$at_least & (~chunk_3$equal | (chunk_2$at_least & (~chunk_2$equal | (chunk_1$at_least & (~chunk_1$equal | (chunk_0$at_least | chunk_0$equal))))));
        if (clear) begin
            low$d = 32'h0;
            high$d = 32'h0;
            past$d = 1'b0;
        end
        alarm_low = low_alarm;
        alarm_high = high_alarm;
        if (~present) begin
            low$d = 32'h0;
            high$d = 32'h0;
            past$d = 1'b0;
            alarm_low = 32'h0;
            alarm_high = 32'h0;
        end
        reached = past$q;
    end

endmodule // carillon$host$alarm


module carillon$host$alarm$chunk_0(clock,clear,value,other,at_least,equal);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [15:0] value;
    input wire  [15:0] other;
    output reg  at_least;
    output reg  equal;

    // Constant declarations
    localparam  present = 1'b1;

    // Stub signals
    reg  at_least_high$d;
    wire  at_least_high$q;
    reg  at_least_high$clock;
    reg  equal_high$d;
    wire  equal_high$q;
    reg  equal_high$clock;
    reg  at_least_low$d;
    wire  at_least_low$q;
    reg  at_least_low$clock;
    reg  equal_low$d;
    wire  equal_low$q;
    reg  equal_low$clock;
    reg  at_least_both$d;
    wire  at_least_both$q;
    reg  at_least_both$clock;
    reg  equal_both$d;
    wire  equal_both$q;
    reg  equal_both$clock;

    // Local signals
    reg  [7:0] value_high;
    reg  [7:0] value_low;
    reg  [7:0] other_high;
    reg  [7:0] other_low;

    // Sub module instances
    carillon$host$alarm$chunk_0$at_least_high at_least_high(
        .d(at_least_high$d),
        .q(at_least_high$q),
        .clock(at_least_high$clock)
    );
    carillon$host$alarm$chunk_0$equal_high equal_high(
        .d(equal_high$d),
        .q(equal_high$q),
        .clock(equal_high$clock)
    );
    carillon$host$alarm$chunk_0$at_least_low at_least_low(
        .d(at_least_low$d),
        .q(at_least_low$q),
        .clock(at_least_low$clock)
    );
    carillon$host$alarm$chunk_0$equal_low equal_low(
        .d(equal_low$d),
        .q(equal_low$q),
        .clock(equal_low$clock)
    );
    carillon$host$alarm$chunk_0$at_least_both at_least_both(
        .d(at_least_both$d),
        .q(at_least_both$q),
        .clock(at_least_both$clock)
    );
    carillon$host$alarm$chunk_0$equal_both equal_both(
        .d(equal_both$d),
        .q(equal_both$q),
        .clock(equal_both$clock)
    );

    // Update code
    always @(*) begin
        at_least_high$clock = clock;
        equal_high$clock = clock;
        at_least_low$clock = clock;
        equal_low$clock = clock;
        at_least_both$clock = clock;
        equal_both$clock = clock;
        at_least_high$d = at_least_high$q;
        equal_high$d = equal_high$q;
        at_least_low$d = at_least_low$q;
        equal_low$d = equal_low$q;
        at_least_both$d = at_least_both$q;
        equal_both$d = equal_both$q;
        value_high = value[(32'h8)+:(8)];
        value_low = value[(32'h0)+:(8)];
        other_high = other[(32'h8)+:(8)];
        other_low = other[(32'h0)+:(8)];
        at_least_high$d = value_high >= other_high;
        at_least_low$d = value_low >= other_low;
        equal_high$d = value_high == other_high;
        equal_low$d = value_low == other_low;
        at_least_both$d = at_least_high$q & (~equal_high$q | at_least_low$q);
        equal_both$d = equal_high$q & equal_low$q;
        if (clear | ~present) begin
            at_least_high$d = 1'b0;
            at_least_low$d = 1'b0;
            equal_high$d = 1'b0;
            equal_low$d = 1'b0;
            at_least_both$d = 1'b0;
            equal_both$d = 1'b0;
        end
        at_least = at_least_both$q;
        equal = equal_both$q;
    end

endmodule // carillon$host$alarm$chunk_0


module carillon$host$alarm$chunk_0$at_least_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$at_least_both


module carillon$host$alarm$chunk_0$at_least_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$at_least_high


module carillon$host$alarm$chunk_0$at_least_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$at_least_low


module carillon$host$alarm$chunk_0$equal_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$equal_both


module carillon$host$alarm$chunk_0$equal_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$equal_high


module carillon$host$alarm$chunk_0$equal_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_0$equal_low


module carillon$host$alarm$chunk_1(clock,clear,value,other,at_least,equal);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [15:0] value;
    input wire  [15:0] other;
    output reg  at_least;
    output reg  equal;

    // Constant declarations
    localparam  present = 1'b1;

    // Stub signals
    reg  at_least_high$d;
    wire  at_least_high$q;
    reg  at_least_high$clock;
    reg  equal_high$d;
    wire  equal_high$q;
    reg  equal_high$clock;
    reg  at_least_low$d;
    wire  at_least_low$q;
    reg  at_least_low$clock;
    reg  equal_low$d;
    wire  equal_low$q;
    reg  equal_low$clock;
    reg  at_least_both$d;
    wire  at_least_both$q;
    reg  at_least_both$clock;
    reg  equal_both$d;
    wire  equal_both$q;
    reg  equal_both$clock;

    // Local signals
    reg  [7:0] value_high;
    reg  [7:0] value_low;
    reg  [7:0] other_high;
    reg  [7:0] other_low;

    // Sub module instances
    carillon$host$alarm$chunk_1$at_least_high at_least_high(
        .d(at_least_high$d),
        .q(at_least_high$q),
        .clock(at_least_high$clock)
    );
    carillon$host$alarm$chunk_1$equal_high equal_high(
        .d(equal_high$d),
        .q(equal_high$q),
        .clock(equal_high$clock)
    );
    carillon$host$alarm$chunk_1$at_least_low at_least_low(
        .d(at_least_low$d),
        .q(at_least_low$q),
        .clock(at_least_low$clock)
    );
    carillon$host$alarm$chunk_1$equal_low equal_low(
        .d(equal_low$d),
        .q(equal_low$q),
        .clock(equal_low$clock)
    );
    carillon$host$alarm$chunk_1$at_least_both at_least_both(
        .d(at_least_both$d),
        .q(at_least_both$q),
        .clock(at_least_both$clock)
    );
    carillon$host$alarm$chunk_1$equal_both equal_both(
        .d(equal_both$d),
        .q(equal_both$q),
        .clock(equal_both$clock)
    );

    // Update code
    always @(*) begin
        at_least_high$clock = clock;
        equal_high$clock = clock;
        at_least_low$clock = clock;
        equal_low$clock = clock;
        at_least_both$clock = clock;
        equal_both$clock = clock;
        at_least_high$d = at_least_high$q;
        equal_high$d = equal_high$q;
        at_least_low$d = at_least_low$q;
        equal_low$d = equal_low$q;
        at_least_both$d = at_least_both$q;
        equal_both$d = equal_both$q;
        value_high = value[(32'h8)+:(8)];
        value_low = value[(32'h0)+:(8)];
        other_high = other[(32'h8)+:(8)];
        other_low = other[(32'h0)+:(8)];
        at_least_high$d = value_high >= other_high;
        at_least_low$d = value_low >= other_low;
        equal_high$d = value_high == other_high;
        equal_low$d = value_low == other_low;
        at_least_both$d = at_least_high$q & (~equal_high$q | at_least_low$q);
        equal_both$d = equal_high$q & equal_low$q;
        if (clear | ~present) begin
            at_least_high$d = 1'b0;
            at_least_low$d = 1'b0;
            equal_high$d = 1'b0;
            equal_low$d = 1'b0;
            at_least_both$d = 1'b0;
            equal_both$d = 1'b0;
        end
        at_least = at_least_both$q;
        equal = equal_both$q;
    end

endmodule // carillon$host$alarm$chunk_1


module carillon$host$alarm$chunk_1$at_least_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$at_least_both


module carillon$host$alarm$chunk_1$at_least_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$at_least_high


module carillon$host$alarm$chunk_1$at_least_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$at_least_low


module carillon$host$alarm$chunk_1$equal_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$equal_both


module carillon$host$alarm$chunk_1$equal_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$equal_high


module carillon$host$alarm$chunk_1$equal_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_1$equal_low


module carillon$host$alarm$chunk_2(clock,clear,value,other,at_least,equal);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [15:0] value;
    input wire  [15:0] other;
    output reg  at_least;
    output reg  equal;

    // Constant declarations
    localparam  present = 1'b1;

    // Stub signals
    reg  at_least_high$d;
    wire  at_least_high$q;
    reg  at_least_high$clock;
    reg  equal_high$d;
    wire  equal_high$q;
    reg  equal_high$clock;
    reg  at_least_low$d;
    wire  at_least_low$q;
    reg  at_least_low$clock;
    reg  equal_low$d;
    wire  equal_low$q;
    reg  equal_low$clock;
    reg  at_least_both$d;
    wire  at_least_both$q;
    reg  at_least_both$clock;
    reg  equal_both$d;
    wire  equal_both$q;
    reg  equal_both$clock;

    // Local signals
    reg  [7:0] value_high;
    reg  [7:0] value_low;
    reg  [7:0] other_high;
    reg  [7:0] other_low;

    // Sub module instances
    carillon$host$alarm$chunk_2$at_least_high at_least_high(
        .d(at_least_high$d),
        .q(at_least_high$q),
        .clock(at_least_high$clock)
    );
    carillon$host$alarm$chunk_2$equal_high equal_high(
        .d(equal_high$d),
        .q(equal_high$q),
        .clock(equal_high$clock)
    );
    carillon$host$alarm$chunk_2$at_least_low at_least_low(
        .d(at_least_low$d),
        .q(at_least_low$q),
        .clock(at_least_low$clock)
    );
    carillon$host$alarm$chunk_2$equal_low equal_low(
        .d(equal_low$d),
        .q(equal_low$q),
        .clock(equal_low$clock)
    );
    carillon$host$alarm$chunk_2$at_least_both at_least_both(
        .d(at_least_both$d),
        .q(at_least_both$q),
        .clock(at_least_both$clock)
    );
    carillon$host$alarm$chunk_2$equal_both equal_both(
        .d(equal_both$d),
        .q(equal_both$q),
        .clock(equal_both$clock)
    );

    // Update code
    always @(*) begin
        at_least_high$clock = clock;
        equal_high$clock = clock;
        at_least_low$clock = clock;
        equal_low$clock = clock;
        at_least_both$clock = clock;
        equal_both$clock = clock;
        at_least_high$d = at_least_high$q;
        equal_high$d = equal_high$q;
        at_least_low$d = at_least_low$q;
        equal_low$d = equal_low$q;
        at_least_both$d = at_least_both$q;
        equal_both$d = equal_both$q;
        value_high = value[(32'h8)+:(8)];
        value_low = value[(32'h0)+:(8)];
        other_high = other[(32'h8)+:(8)];
        other_low = other[(32'h0)+:(8)];
        at_least_high$d = value_high >= other_high;
        at_least_low$d = value_low >= other_low;
        equal_high$d = value_high == other_high;
        equal_low$d = value_low == other_low;
        at_least_both$d = at_least_high$q & (~equal_high$q | at_least_low$q);
        equal_both$d = equal_high$q & equal_low$q;
        if (clear | ~present) begin
            at_least_high$d = 1'b0;
            at_least_low$d = 1'b0;
            equal_high$d = 1'b0;
            equal_low$d = 1'b0;
            at_least_both$d = 1'b0;
            equal_both$d = 1'b0;
        end
        at_least = at_least_both$q;
        equal = equal_both$q;
    end

endmodule // carillon$host$alarm$chunk_2


module carillon$host$alarm$chunk_2$at_least_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$at_least_both


module carillon$host$alarm$chunk_2$at_least_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$at_least_high


module carillon$host$alarm$chunk_2$at_least_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$at_least_low


module carillon$host$alarm$chunk_2$equal_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$equal_both


module carillon$host$alarm$chunk_2$equal_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$equal_high


module carillon$host$alarm$chunk_2$equal_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_2$equal_low


module carillon$host$alarm$chunk_3(clock,clear,value,other,at_least,equal);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [15:0] value;
    input wire  [15:0] other;
    output reg  at_least;
    output reg  equal;

    // Constant declarations
    localparam  present = 1'b1;

    // Stub signals
    reg  at_least_high$d;
    wire  at_least_high$q;
    reg  at_least_high$clock;
    reg  equal_high$d;
    wire  equal_high$q;
    reg  equal_high$clock;
    reg  at_least_low$d;
    wire  at_least_low$q;
    reg  at_least_low$clock;
    reg  equal_low$d;
    wire  equal_low$q;
    reg  equal_low$clock;
    reg  at_least_both$d;
    wire  at_least_both$q;
    reg  at_least_both$clock;
    reg  equal_both$d;
    wire  equal_both$q;
    reg  equal_both$clock;

    // Local signals
    reg  [7:0] value_high;
    reg  [7:0] value_low;
    reg  [7:0] other_high;
    reg  [7:0] other_low;

    // Sub module instances
    carillon$host$alarm$chunk_3$at_least_high at_least_high(
        .d(at_least_high$d),
        .q(at_least_high$q),
        .clock(at_least_high$clock)
    );
    carillon$host$alarm$chunk_3$equal_high equal_high(
        .d(equal_high$d),
        .q(equal_high$q),
        .clock(equal_high$clock)
    );
    carillon$host$alarm$chunk_3$at_least_low at_least_low(
        .d(at_least_low$d),
        .q(at_least_low$q),
        .clock(at_least_low$clock)
    );
    carillon$host$alarm$chunk_3$equal_low equal_low(
        .d(equal_low$d),
        .q(equal_low$q),
        .clock(equal_low$clock)
    );
    carillon$host$alarm$chunk_3$at_least_both at_least_both(
        .d(at_least_both$d),
        .q(at_least_both$q),
        .clock(at_least_both$clock)
    );
    carillon$host$alarm$chunk_3$equal_both equal_both(
        .d(equal_both$d),
        .q(equal_both$q),
        .clock(equal_both$clock)
    );

    // Update code
    always @(*) begin
        at_least_high$clock = clock;
        equal_high$clock = clock;
        at_least_low$clock = clock;
        equal_low$clock = clock;
        at_least_both$clock = clock;
        equal_both$clock = clock;
        at_least_high$d = at_least_high$q;
        equal_high$d = equal_high$q;
        at_least_low$d = at_least_low$q;
        equal_low$d = equal_low$q;
        at_least_both$d = at_least_both$q;
        equal_both$d = equal_both$q;
        value_high = value[(32'h8)+:(8)];
        value_low = value[(32'h0)+:(8)];
        other_high = other[(32'h8)+:(8)];
        other_low = other[(32'h0)+:(8)];
        at_least_high$d = value_high >= other_high;
        at_least_low$d = value_low >= other_low;
        equal_high$d = value_high == other_high;
        equal_low$d = value_low == other_low;
        at_least_both$d = at_least_high$q & (~equal_high$q | at_least_low$q);
        equal_both$d = equal_high$q & equal_low$q;
        if (clear | ~present) begin
            at_least_high$d = 1'b0;
            at_least_low$d = 1'b0;
            equal_high$d = 1'b0;
            equal_low$d = 1'b0;
            at_least_both$d = 1'b0;
            equal_both$d = 1'b0;
        end
        at_least = at_least_both$q;
        equal = equal_both$q;
    end

endmodule // carillon$host$alarm$chunk_3


module carillon$host$alarm$chunk_3$at_least_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$at_least_both


module carillon$host$alarm$chunk_3$at_least_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$at_least_high


module carillon$host$alarm$chunk_3$at_least_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$at_least_low


module carillon$host$alarm$chunk_3$equal_both(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$equal_both


module carillon$host$alarm$chunk_3$equal_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$equal_high


module carillon$host$alarm$chunk_3$equal_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$chunk_3$equal_low


module carillon$host$alarm$high(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$high


module carillon$host$alarm$low(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$low


module carillon$host$alarm$past(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$alarm$past


module carillon$host$coalescing(clock,clear,write,data,event_valid,event_level,fifo_full,tick,settings,announced);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  write;
    input wire  [23:0] data;
    input wire  event_valid;
    input wire  [10:0] event_level;
    input wire  fifo_full;
    input wire  tick;
    output reg  [23:0] settings;
    output reg  announced;

    // Constant declarations
    localparam  present = 1'b1;
    localparam  no_count = 8'hff;
    localparam  no_age = 16'hffff;
    localparam  least_count = 8'h2;

    // Stub signals
    reg  [7:0] count_inverted$d;
    wire  [7:0] count_inverted$q;
    reg  count_inverted$clock;
    reg  [15:0] age_inverted$d;
    wire  [15:0] age_inverted$q;
    reg  age_inverted$clock;
    reg  waiting$d;
    wire  waiting$q;
    reg  waiting$clock;
    reg  enough$d;
    wire  enough$q;
    reg  enough$clock;
    reg  [15:0] waited$d;
    wire  [15:0] waited$q;
    reg  waited$clock;
    reg  old$d;
    wire  old$q;
    reg  old$clock;
    reg  open$d;
    wire  open$q;
    reg  open$clock;

    // Local signals
    reg  [7:0] count;
    reg  [15:0] age;
    reg  [10:0] limit;

    // Sub module instances
    carillon$host$coalescing$count_inverted count_inverted(
        .d(count_inverted$d),
        .q(count_inverted$q),
        .clock(count_inverted$clock)
    );
    carillon$host$coalescing$age_inverted age_inverted(
        .d(age_inverted$d),
        .q(age_inverted$q),
        .clock(age_inverted$clock)
    );
    carillon$host$coalescing$waiting waiting(
        .d(waiting$d),
        .q(waiting$q),
        .clock(waiting$clock)
    );
    carillon$host$coalescing$enough enough(
        .d(enough$d),
        .q(enough$q),
        .clock(enough$clock)
    );
    carillon$host$coalescing$waited waited(
        .d(waited$d),
        .q(waited$q),
        .clock(waited$clock)
    );
    carillon$host$coalescing$old old(
        .d(old$d),
        .q(old$q),
        .clock(old$clock)
    );
    carillon$host$coalescing$open open(
        .d(open$d),
        .q(open$q),
        .clock(open$clock)
    );

    // Update code
    always @(*) begin
        count_inverted$clock = clock;
        age_inverted$clock = clock;
        waiting$clock = clock;
        enough$clock = clock;
        waited$clock = clock;
        old$clock = clock;
        open$clock = clock;
        count_inverted$d = count_inverted$q;
        age_inverted$d = age_inverted$q;
        waiting$d = waiting$q;
        enough$d = enough$q;
        waited$d = waited$q;
        old$d = old$q;
        open$d = open$q;
        if (write) begin
            count_inverted$d = ~data[(32'h0)+:(8)];
            age_inverted$d = ~data[(32'h8)+:(16)];
        end
        count = ~count_inverted$q;
        age = ~age_inverted$q;
        waiting$d = (count >= least_count) & |age;
        limit = ((count) & 11'h7ff);
        enough$d = event_level >= limit;
        old$d = event_valid & (waited$q >= age);
        if (~event_valid) begin
            waited$d = 32'h0;
        end
        else if (tick) begin
            waited$d = waited$q + 32'h1;
        end
        open$d = event_valid & (open$q | ~waiting$q | enough$q | old$q | fifo_full);
        if (clear) begin
            count_inverted$d = no_count;
            age_inverted$d = no_age;
            waiting$d = 1'b0;
            waited$d = 32'h0;
            open$d = 1'b0;
        end
        settings = ((count) & 24'hffffff) | (((age) & 24'hffffff) << 32'h8);
        if (~present) begin
            count_inverted$d = 32'h0;
            age_inverted$d = 32'h0;
            waiting$d = 1'b0;
            enough$d = 1'b0;
            waited$d = 32'h0;
            old$d = 1'b0;
            open$d = 1'b0;
            settings = 32'h0;
        end
        announced = event_valid & (~waiting$q | open$q);
    end

endmodule // carillon$host$coalescing


module carillon$host$coalescing$age_inverted(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$age_inverted


module carillon$host$coalescing$count_inverted(d,q,clock);

    // Module arguments
    input wire  [7:0] d;
    output reg  [7:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 8'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$count_inverted


module carillon$host$coalescing$enough(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$enough


module carillon$host$coalescing$old(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$old


module carillon$host$coalescing$open(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$open


module carillon$host$coalescing$waited(d,q,clock);

    // Module arguments
    input wire  [15:0] d;
    output reg  [15:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 16'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$waited


module carillon$host$coalescing$waiting(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$coalescing$waiting


module carillon$host$decoder(clock,execute,write,whole,address,next_done,done,failed,answering,ask_next,write_scratch,write_ctrl,write_prescale,write_arm,write_disarm,write_event_ack,write_intr_state,write_intr_enable,write_intr_test,write_intr_coalesce,write_error,write_alarm_lo,write_alarm_hi,write_wheel_size,write_wheel_mode);

    // Module arguments
    input wire  clock;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  next_done;
    output reg  done;
    output reg  failed;
    output reg  answering;
    output reg  ask_next;
    output reg  write_scratch;
    output reg  write_ctrl;
    output reg  write_prescale;
    output reg  write_arm;
    output reg  write_disarm;
    output reg  write_event_ack;
    output reg  write_intr_state;
    output reg  write_intr_enable;
    output reg  write_intr_test;
    output reg  write_intr_coalesce;
    output reg  write_error;
    output reg  write_alarm_lo;
    output reg  write_alarm_hi;
    output reg  write_wheel_size;
    output reg  write_wheel_mode;

    // Constant declarations
    localparam  at_scratch = 6'b11;
    localparam  at_ctrl = 6'b100;
    localparam  at_prescale = 6'b110;
    localparam  at_arm = 6'b1100;
    localparam  at_disarm = 6'b1101;
    localparam  at_event_ack = 6'b10000;
    localparam  at_intr_state = 6'b10001;
    localparam  at_intr_enable = 6'b10010;
    localparam  at_intr_test = 6'b10011;
    localparam  at_intr_coalesce = 6'b10100;
    localparam  at_error = 6'b10101;
    localparam  at_alarm_lo = 6'b10110;
    localparam  at_alarm_hi = 6'b10111;
    localparam  at_next = 3'b11;
    localparam  at_wheel_size = 3'b100;
    localparam  at_wheel_mode = 3'b101;
    localparam  with_alarm = 1'b1;
    localparam  with_coalescing = 1'b1;
    localparam  with_look_ahead = 1'b1;
    localparam  with_wheel_modes = 1'b1;
    localparam  mapped_low = 32'hfffff7f;
    localparam  mapped_high = 32'hf0f;
    localparam  wheels_present = 8'hf;

    // Stub signals
    reg  executed$d;
    wire  executed$q;
    reg  executed$clock;
    reg  failing$d;
    wire  failing$q;
    reg  failing$clock;
    reg  asking$d;
    wire  asking$q;
    reg  asking$clock;
    reg  scratch$d;
    wire  scratch$q;
    reg  scratch$clock;
    reg  ctrl$d;
    wire  ctrl$q;
    reg  ctrl$clock;
    reg  prescale$d;
    wire  prescale$q;
    reg  prescale$clock;
    reg  arm$d;
    wire  arm$q;
    reg  arm$clock;
    reg  disarm$d;
    wire  disarm$q;
    reg  disarm$clock;
    reg  event_ack$d;
    wire  event_ack$q;
    reg  event_ack$clock;
    reg  intr_state$d;
    wire  intr_state$q;
    reg  intr_state$clock;
    reg  intr_enable$d;
    wire  intr_enable$q;
    reg  intr_enable$clock;
    reg  intr_test$d;
    wire  intr_test$q;
    reg  intr_test$clock;
    reg  intr_coalesce$d;
    wire  intr_coalesce$q;
    reg  intr_coalesce$clock;
    reg  error$d;
    wire  error$q;
    reg  error$clock;
    reg  alarm_lo$d;
    wire  alarm_lo$q;
    reg  alarm_lo$clock;
    reg  alarm_hi$d;
    wire  alarm_hi$q;
    reg  alarm_hi$clock;
    reg  wheel_size$d;
    wire  wheel_size$q;
    reg  wheel_size$clock;
    reg  wheel_mode$d;
    wire  wheel_mode$q;
    reg  wheel_mode$clock;

    // Local signals
    reg  [4:0] place;
    reg  [2:0] group;
    reg  [2:0] wheel;
    reg  known;
    reg  wheel_present;
    reg  writing;
    reg  asked_done;

    // Sub module instances
    carillon$host$decoder$executed executed(
        .d(executed$d),
        .q(executed$q),
        .clock(executed$clock)
    );
    carillon$host$decoder$failing failing(
        .d(failing$d),
        .q(failing$q),
        .clock(failing$clock)
    );
    carillon$host$decoder$asking asking(
        .d(asking$d),
        .q(asking$q),
        .clock(asking$clock)
    );
    carillon$host$decoder$scratch scratch(
        .d(scratch$d),
        .q(scratch$q),
        .clock(scratch$clock)
    );
    carillon$host$decoder$ctrl ctrl(
        .d(ctrl$d),
        .q(ctrl$q),
        .clock(ctrl$clock)
    );
    carillon$host$decoder$prescale prescale(
        .d(prescale$d),
        .q(prescale$q),
        .clock(prescale$clock)
    );
    carillon$host$decoder$arm arm(
        .d(arm$d),
        .q(arm$q),
        .clock(arm$clock)
    );
    carillon$host$decoder$disarm disarm(
        .d(disarm$d),
        .q(disarm$q),
        .clock(disarm$clock)
    );
    carillon$host$decoder$event_ack event_ack(
        .d(event_ack$d),
        .q(event_ack$q),
        .clock(event_ack$clock)
    );
    carillon$host$decoder$intr_state intr_state(
        .d(intr_state$d),
        .q(intr_state$q),
        .clock(intr_state$clock)
    );
    carillon$host$decoder$intr_enable intr_enable(
        .d(intr_enable$d),
        .q(intr_enable$q),
        .clock(intr_enable$clock)
    );
    carillon$host$decoder$intr_test intr_test(
        .d(intr_test$d),
        .q(intr_test$q),
        .clock(intr_test$clock)
    );
    carillon$host$decoder$intr_coalesce intr_coalesce(
        .d(intr_coalesce$d),
        .q(intr_coalesce$q),
        .clock(intr_coalesce$clock)
    );
    carillon$host$decoder$error error(
        .d(error$d),
        .q(error$q),
        .clock(error$clock)
    );
    carillon$host$decoder$alarm_lo alarm_lo(
        .d(alarm_lo$d),
        .q(alarm_lo$q),
        .clock(alarm_lo$clock)
    );
    carillon$host$decoder$alarm_hi alarm_hi(
        .d(alarm_hi$d),
        .q(alarm_hi$q),
        .clock(alarm_hi$clock)
    );
    carillon$host$decoder$wheel_size wheel_size(
        .d(wheel_size$d),
        .q(wheel_size$q),
        .clock(wheel_size$clock)
    );
    carillon$host$decoder$wheel_mode wheel_mode(
        .d(wheel_mode$d),
        .q(wheel_mode$q),
        .clock(wheel_mode$clock)
    );

    // Update code
    always @(*) begin
        executed$clock = clock;
        failing$clock = clock;
        asking$clock = clock;
        scratch$clock = clock;
        ctrl$clock = clock;
        prescale$clock = clock;
        arm$clock = clock;
        disarm$clock = clock;
        event_ack$clock = clock;
        intr_state$clock = clock;
        intr_enable$clock = clock;
        intr_test$clock = clock;
        intr_coalesce$clock = clock;
        error$clock = clock;
        alarm_lo$clock = clock;
        alarm_hi$clock = clock;
        wheel_size$clock = clock;
        wheel_mode$clock = clock;
        executed$d = executed$q;
        failing$d = failing$q;
        asking$d = asking$q;
        scratch$d = scratch$q;
        ctrl$d = ctrl$q;
        prescale$d = prescale$q;
        arm$d = arm$q;
        disarm$d = disarm$q;
        event_ack$d = event_ack$q;
        intr_state$d = intr_state$q;
        intr_enable$d = intr_enable$q;
        intr_test$d = intr_test$q;
        intr_coalesce$d = intr_coalesce$q;
        error$d = error$q;
        alarm_lo$d = alarm_lo$q;
        alarm_hi$d = alarm_hi$q;
        wheel_size$d = wheel_size$q;
        wheel_mode$d = wheel_mode$q;
        place = address[(32'h0)+:(5)];
        group = address[(32'h3)+:(3)];
        wheel = address[(32'h0)+:(3)];
        known = mapped_low[place];
        if (address[32'h5]) begin
            known = mapped_high[place];
        end
        wheel_present = wheels_present[wheel];
        executed$d = execute;
        failing$d = execute & (~known | (write & ~whole));
        asking$d = with_look_ahead & execute & ~write & wheel_present & (group == at_next);
        writing = execute & write & whole;
        scratch$d = writing & (address == at_scratch);
        ctrl$d = writing & (address == at_ctrl);
        prescale$d = writing & (address == at_prescale);
        arm$d = writing & (address == at_arm);
        disarm$d = writing & (address == at_disarm);
        event_ack$d = writing & (address == at_event_ack);
        intr_state$d = writing & (address == at_intr_state);
        intr_enable$d = writing & (address == at_intr_enable);
        intr_test$d = writing & (address == at_intr_test);
        intr_coalesce$d = with_coalescing & writing & (address == at_intr_coalesce);
        error$d = writing & (address == at_error);
        alarm_lo$d = with_alarm & writing & (address == at_alarm_lo);
        alarm_hi$d = with_alarm & writing & (address == at_alarm_hi);
        wheel_size$d = writing & wheel_present & (group == at_wheel_size);
        wheel_mode$d = with_wheel_modes & writing & wheel_present & (group == at_wheel_mode);
        asked_done = with_look_ahead & next_done;
        done = (executed$q & ~asking$q) | asked_done;
        failed = failing$q;
        answering = executed$q | asked_done;
        ask_next = asking$q;
        write_scratch = scratch$q;
        write_ctrl = ctrl$q;
        write_prescale = prescale$q;
        write_arm = arm$q;
        write_disarm = disarm$q;
        write_event_ack = event_ack$q;
        write_intr_state = intr_state$q;
        write_intr_enable = intr_enable$q;
        write_intr_test = intr_test$q;
        write_intr_coalesce = intr_coalesce$q;
        write_error = error$q;
        write_alarm_lo = alarm_lo$q;
        write_alarm_hi = alarm_hi$q;
        write_wheel_size = wheel_size$q;
        write_wheel_mode = wheel_mode$q;
    end

endmodule // carillon$host$decoder


module carillon$host$decoder$alarm_hi(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$alarm_hi


module carillon$host$decoder$alarm_lo(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$alarm_lo


module carillon$host$decoder$arm(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$arm


module carillon$host$decoder$asking(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$asking


module carillon$host$decoder$ctrl(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$ctrl


module carillon$host$decoder$disarm(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$disarm


module carillon$host$decoder$error(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$error


module carillon$host$decoder$event_ack(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$event_ack


module carillon$host$decoder$executed(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$executed


module carillon$host$decoder$failing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$failing


module carillon$host$decoder$intr_coalesce(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$intr_coalesce


module carillon$host$decoder$intr_enable(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$intr_enable


module carillon$host$decoder$intr_state(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$intr_state


module carillon$host$decoder$intr_test(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$intr_test


module carillon$host$decoder$prescale(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$prescale


module carillon$host$decoder$scratch(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$scratch


module carillon$host$decoder$wheel_mode(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$wheel_mode


module carillon$host$decoder$wheel_size(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$decoder$wheel_size


module carillon$host$interrupt(clock,clear,event_level,error_level,alarm_reached,late_overflow,half_period,write_state,write_enables,write_test,data,state,enables,attention,irq);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  event_level;
    input wire  error_level;
    input wire  alarm_reached;
    input wire  late_overflow;
    input wire  half_period;
    input wire  write_state;
    input wire  write_enables;
    input wire  write_test;
    input wire  [4:0] data;
    output reg  [4:0] state;
    output reg  [4:0] enables;
    output reg  attention;
    output reg  irq;

    // Stub signals
    reg  [4:0] held$d;
    wire  [4:0] held$q;
    reg  held$clock;
    reg  [4:0] enabled$d;
    wire  [4:0] enabled$q;
    reg  enabled$clock;
    reg  other$d;
    wire  other$q;
    reg  other$clock;
    reg  line$d;
    wire  line$q;
    reg  line$clock;

    // Local signals
    reg  [4:0] strobes;
    reg  [4:0] levels;
    reg  [4:0] forced;
    reg  [4:0] cleared;
    reg  [4:0] asking;
    reg  asking_other;

    // Sub module instances
    carillon$host$interrupt$held held(
        .d(held$d),
        .q(held$q),
        .clock(held$clock)
    );
    carillon$host$interrupt$enabled enabled(
        .d(enabled$d),
        .q(enabled$q),
        .clock(enabled$clock)
    );
    carillon$host$interrupt$other other(
        .d(other$d),
        .q(other$q),
        .clock(other$clock)
    );
    carillon$host$interrupt$line line(
        .d(line$d),
        .q(line$q),
        .clock(line$clock)
    );

    // Update code
    always @(*) begin
        held$clock = clock;
        enabled$clock = clock;
        other$clock = clock;
        line$clock = clock;
        held$d = held$q;
        enabled$d = enabled$q;
        other$d = other$q;
        line$d = line$q;
        levels = ((event_level) & 5'h1f) | (((error_level) & 5'h1f) << 32'h2);
        strobes = (((alarm_reached) & 5'h1f) << 32'h1) | (((late_overflow) & 5'h1f) << 32'h3) | (((half_period) & 5'h1f) << 32'h4);
        forced = 32'h0;
        if (write_test) begin
            forced = data;
        end
        cleared = 32'h0;
        if (write_state) begin
            cleared = data;
        end
        held$d = (held$q & ~cleared) | forced | strobes;
        if (write_enables) begin
            enabled$d = data;
        end
        state = held$q | levels;
        enables = enabled$q;
        asking = state & enabled$q;
        asking_other = |asking[(32'h1)+:(4)];
        other$d = asking_other;
        line$d = asking_other | asking[32'h0];
        attention = other$q;
        irq = line$q;
        if (clear) begin
            held$d = 32'h0;
            enabled$d = 32'h0;
            other$d = 1'b0;
            line$d = 1'b0;
        end
    end

endmodule // carillon$host$interrupt


module carillon$host$interrupt$enabled(d,q,clock);

    // Module arguments
    input wire  [4:0] d;
    output reg  [4:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 5'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$interrupt$enabled


module carillon$host$interrupt$held(d,q,clock);

    // Module arguments
    input wire  [4:0] d;
    output reg  [4:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 5'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$interrupt$held


module carillon$host$interrupt$line(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$interrupt$line


module carillon$host$interrupt$other(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$interrupt$other


module carillon$host$read_back(clock,write,address,answering,scratch,enable,running,prescale,shown_size,shown_mode,sequence_number,errors,ready,behind,now_low,now_high,cursor_low,cursor_high,event_valid,event_more,event_late,event_wheel,event_slot,event_tick,fifo_full,next_found,next_distance,intr_state,intr_enable,attention,coalesce,alarm_low,alarm_high,read_data);

    // Module arguments
    input wire  clock;
    input wire  write;
    input wire  [5:0] address;
    input wire  answering;
    input wire  [31:0] scratch;
    input wire  enable;
    input wire  running;
    input wire  [23:0] prescale;
    input wire  [20:0] shown_size;
    input wire  [1:0] shown_mode;
    input wire  [3:0] sequence_number;
    input wire  [7:0] errors;
    input wire  ready;
    input wire  behind;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    input wire  [31:0] cursor_low;
    input wire  [31:0] cursor_high;
    input wire  event_valid;
    input wire  event_more;
    input wire  event_late;
    input wire  [2:0] event_wheel;
    input wire  [19:0] event_slot;
    input wire  [31:0] event_tick;
    input wire  fifo_full;
    input wire  next_found;
    input wire  [19:0] next_distance;
    input wire  [4:0] intr_state;
    input wire  [4:0] intr_enable;
    input wire  attention;
    input wire  [23:0] coalesce;
    input wire  [31:0] alarm_low;
    input wire  [31:0] alarm_high;
    output reg  [31:0] read_data;

    // Constant declarations
    localparam  readable_low = 32'hff6cf7f;
    localparam  readable_high = 32'hf0f;
    localparam  id_at = 12'hbc0;
    localparam  version_at = 12'hfc1;
    localparam  params_at = 12'hfc2;
    localparam  scratch_at = 12'hbc3;
    localparam  ctrl_at = 12'h5c4;
    localparam  status_at = 12'h5c5;
    localparam  prescale_at = 12'h786;
    localparam  now_lo_at = 12'hec8;
    localparam  now_hi_at = 12'hec9;
    localparam  cursor_lo_at = 12'hfca;
    localparam  cursor_hi_at = 12'hfcb;
    localparam  event_at = 12'h34c;
    localparam  event_tick_at = 12'h34d;
    localparam  intr_state_at = 12'h751;
    localparam  intr_enable_at = 12'h750;
    localparam  intr_coalesce_at = 12'h5d4;
    localparam  error_at = 12'h5d5;
    localparam  alarm_lo_at = 12'h5d6;
    localparam  alarm_hi_at = 12'h3c7;
    localparam  next_at = 12'h618;
    localparam  wheel_size_at = 12'ha20;
    localparam  wheel_mode_at = 12'ha28;
    localparam  id_word = 32'h4341524c;
    localparam  version_word = 32'h100;
    localparam  params_word = 32'hf08c4;
    localparam  ones = 32'hffffffff;
    localparam  low_ones = 8'hff;
    localparam  upper_ones = 24'hffffff;
    localparam  top_ones = 32'hff000000;
    localparam  lower_ones = 32'hffffff;

    // Stub signals
    reg  [31:0] answer$d;
    wire  [31:0] answer$q;
    reg  answer$clock;
    reg  silent$d;
    wire  silent$q;
    reg  silent$clock;
    reg  time_low$d;
    wire  time_low$q;
    reg  time_low$clock;
    reg  time_high$d;
    wire  time_high$q;
    reg  time_high$clock;
    reg  time_fork$d;
    wire  time_fork$q;
    reg  time_fork$clock;
    reg  scratch_or_tick$d;
    wire  scratch_or_tick$q;
    reg  scratch_or_tick$clock;
    reg  prescale_or_tick$d;
    wire  prescale_or_tick$q;
    reg  prescale_or_tick$clock;
    reg  event_or_tick$d;
    wire  event_or_tick$q;
    reg  event_or_tick$clock;
    reg  narrow_low$d;
    wire  narrow_low$q;
    reg  narrow_low$clock;
    reg  narrow_high$d;
    wire  narrow_high$q;
    reg  narrow_high$clock;
    reg  error_fork$d;
    wire  error_fork$q;
    reg  error_fork$clock;
    reg  state_fork$d;
    wire  state_fork$q;
    reg  state_fork$clock;
    reg  is_size$d;
    wire  is_size$q;
    reg  is_size$clock;
    reg  is_event$d;
    wire  is_event$q;
    reg  is_event$clock;
    reg  is_id$d;
    wire  is_id$q;
    reg  is_id$clock;
    reg  is_version$d;
    wire  is_version$q;
    reg  is_version$clock;
    reg  is_params$d;
    wire  is_params$q;
    reg  is_params$clock;
    reg  is_ctrl$d;
    wire  is_ctrl$q;
    reg  is_ctrl$clock;
    reg  is_mode$d;
    wire  is_mode$q;
    reg  is_mode$clock;
    reg  option_low$d;
    wire  option_low$q;
    reg  option_low$clock;
    reg  option_high$d;
    wire  option_high$q;
    reg  option_high$clock;
    reg  option_fork$d;
    wire  option_fork$q;
    reg  option_fork$clock;
    reg  is_next$d;
    wire  is_next$q;
    reg  is_next$clock;

    // Local signals
    reg  hit_id;
    reg  hit_version;
    reg  hit_params;
    reg  hit_scratch;
    reg  hit_ctrl;
    reg  hit_status;
    reg  hit_prescale;
    reg  hit_now_lo;
    reg  hit_now_hi;
    reg  hit_cursor_lo;
    reg  hit_cursor_hi;
    reg  hit_event;
    reg  hit_event_tick;
    reg  hit_intr_state;
    reg  hit_intr_enable;
    reg  hit_intr_coalesce;
    reg  hit_error;
    reg  hit_alarm_lo;
    reg  hit_alarm_hi;
    reg  hit_next;
    reg  hit_wheel_size;
    reg  hit_wheel_mode;
    reg  [4:0] place;
    reg  can_read;
    reg  [31:0] event_word;
    reg  [7:0] status_word;
    reg  [31:0] time_low_all;
    reg  [31:0] time_high_all;
    reg  [31:0] time_leaf;
    reg  [31:0] time_word;
    reg  [31:0] scratch_all;
    reg  [31:0] other_all;
    reg  [31:0] other_word;
    reg  [31:0] host_leaf;
    reg  [7:0] narrow_low_all;
    reg  [7:0] narrow_high_all;
    reg  [7:0] narrow_leaf;
    reg  [7:0] error_word;
    reg  [7:0] low_byte;
    reg  [7:0] low_size;
    reg  [7:0] low_event;
    reg  [23:0] upper_size;
    reg  [23:0] upper_event;
    reg  [23:0] upper_bytes;
    reg  [31:0] option_low_all;
    reg  [31:0] option_high_all;
    reg  [31:0] option_leaf;
    reg  [31:0] option_word;
    reg  [31:0] next_word;
    reg  [31:0] rest;
    reg  [31:0] attention_word;
    reg  blank;
    reg  [31:0] lower_all;
    reg  [31:0] top_all;
    reg  [23:0] size_all;
    reg  [23:0] event_all;
    reg  [31:0] id_shown;
    reg  [31:0] version_shown;
    reg  [31:0] params_shown;
    reg  [1:0] mode_shown;
    reg  enable_shown;
    reg  attention_shown;
    reg  [31:0] word;

    // Sub module instances
    carillon$host$read_back$answer answer(
        .d(answer$d),
        .q(answer$q),
        .clock(answer$clock)
    );
    carillon$host$read_back$silent silent(
        .d(silent$d),
        .q(silent$q),
        .clock(silent$clock)
    );
    carillon$host$read_back$time_low time_low(
        .d(time_low$d),
        .q(time_low$q),
        .clock(time_low$clock)
    );
    carillon$host$read_back$time_high time_high(
        .d(time_high$d),
        .q(time_high$q),
        .clock(time_high$clock)
    );
    carillon$host$read_back$time_fork time_fork(
        .d(time_fork$d),
        .q(time_fork$q),
        .clock(time_fork$clock)
    );
    carillon$host$read_back$scratch_or_tick scratch_or_tick(
        .d(scratch_or_tick$d),
        .q(scratch_or_tick$q),
        .clock(scratch_or_tick$clock)
    );
    carillon$host$read_back$prescale_or_tick prescale_or_tick(
        .d(prescale_or_tick$d),
        .q(prescale_or_tick$q),
        .clock(prescale_or_tick$clock)
    );
    carillon$host$read_back$event_or_tick event_or_tick(
        .d(event_or_tick$d),
        .q(event_or_tick$q),
        .clock(event_or_tick$clock)
    );
    carillon$host$read_back$narrow_low narrow_low(
        .d(narrow_low$d),
        .q(narrow_low$q),
        .clock(narrow_low$clock)
    );
    carillon$host$read_back$narrow_high narrow_high(
        .d(narrow_high$d),
        .q(narrow_high$q),
        .clock(narrow_high$clock)
    );
    carillon$host$read_back$error_fork error_fork(
        .d(error_fork$d),
        .q(error_fork$q),
        .clock(error_fork$clock)
    );
    carillon$host$read_back$state_fork state_fork(
        .d(state_fork$d),
        .q(state_fork$q),
        .clock(state_fork$clock)
    );
    carillon$host$read_back$is_size is_size(
        .d(is_size$d),
        .q(is_size$q),
        .clock(is_size$clock)
    );
    carillon$host$read_back$is_event is_event(
        .d(is_event$d),
        .q(is_event$q),
        .clock(is_event$clock)
    );
    carillon$host$read_back$is_id is_id(
        .d(is_id$d),
        .q(is_id$q),
        .clock(is_id$clock)
    );
    carillon$host$read_back$is_version is_version(
        .d(is_version$d),
        .q(is_version$q),
        .clock(is_version$clock)
    );
    carillon$host$read_back$is_params is_params(
        .d(is_params$d),
        .q(is_params$q),
        .clock(is_params$clock)
    );
    carillon$host$read_back$is_ctrl is_ctrl(
        .d(is_ctrl$d),
        .q(is_ctrl$q),
        .clock(is_ctrl$clock)
    );
    carillon$host$read_back$is_mode is_mode(
        .d(is_mode$d),
        .q(is_mode$q),
        .clock(is_mode$clock)
    );
    carillon$host$read_back$option_low option_low(
        .d(option_low$d),
        .q(option_low$q),
        .clock(option_low$clock)
    );
    carillon$host$read_back$option_high option_high(
        .d(option_high$d),
        .q(option_high$q),
        .clock(option_high$clock)
    );
    carillon$host$read_back$option_fork option_fork(
        .d(option_fork$d),
        .q(option_fork$q),
        .clock(option_fork$clock)
    );
    carillon$host$read_back$is_next is_next(
        .d(is_next$d),
        .q(is_next$q),
        .clock(is_next$clock)
    );

    // Update code
    always @(*) begin
        answer$clock = clock;
        silent$clock = clock;
        time_low$clock = clock;
        time_high$clock = clock;
        time_fork$clock = clock;
        scratch_or_tick$clock = clock;
        prescale_or_tick$clock = clock;
        event_or_tick$clock = clock;
        narrow_low$clock = clock;
        narrow_high$clock = clock;
        error_fork$clock = clock;
        state_fork$clock = clock;
        is_size$clock = clock;
        is_event$clock = clock;
        is_id$clock = clock;
        is_version$clock = clock;
        is_params$clock = clock;
        is_ctrl$clock = clock;
        is_mode$clock = clock;
        option_low$clock = clock;
        option_high$clock = clock;
        option_fork$clock = clock;
        is_next$clock = clock;
        answer$d = answer$q;
        silent$d = silent$q;
        time_low$d = time_low$q;
        time_high$d = time_high$q;
        time_fork$d = time_fork$q;
        scratch_or_tick$d = scratch_or_tick$q;
        prescale_or_tick$d = prescale_or_tick$q;
        event_or_tick$d = event_or_tick$q;
        narrow_low$d = narrow_low$q;
        narrow_high$d = narrow_high$q;
        error_fork$d = error_fork$q;
        state_fork$d = state_fork$q;
        is_size$d = is_size$q;
        is_event$d = is_event$q;
        is_id$d = is_id$q;
        is_version$d = is_version$q;
        is_params$d = is_params$q;
        is_ctrl$d = is_ctrl$q;
        is_mode$d = is_mode$q;
        option_low$d = option_low$q;
        option_high$d = option_high$q;
        option_fork$d = option_fork$q;
        is_next$d = is_next$q;
        hit_id = (address & id_at[(32'h6)+:(6)]) == id_at[(32'h0)+:(6)];
        hit_version = (address & version_at[(32'h6)+:(6)]) == version_at[(32'h0)+:(6)];
        hit_params = (address & params_at[(32'h6)+:(6)]) == params_at[(32'h0)+:(6)];
        hit_scratch = (address & scratch_at[(32'h6)+:(6)]) == scratch_at[(32'h0)+:(6)];
        hit_ctrl = (address & ctrl_at[(32'h6)+:(6)]) == ctrl_at[(32'h0)+:(6)];
        hit_status = (address & status_at[(32'h6)+:(6)]) == status_at[(32'h0)+:(6)];
        hit_prescale = (address & prescale_at[(32'h6)+:(6)]) == prescale_at[(32'h0)+:(6)];
        hit_now_lo = (address & now_lo_at[(32'h6)+:(6)]) == now_lo_at[(32'h0)+:(6)];
        hit_now_hi = (address & now_hi_at[(32'h6)+:(6)]) == now_hi_at[(32'h0)+:(6)];
        hit_cursor_lo = (address & cursor_lo_at[(32'h6)+:(6)]) == cursor_lo_at[(32'h0)+:(6)];
        hit_cursor_hi = (address & cursor_hi_at[(32'h6)+:(6)]) == cursor_hi_at[(32'h0)+:(6)];
        hit_event = (address & event_at[(32'h6)+:(6)]) == event_at[(32'h0)+:(6)];
        hit_event_tick = (address & event_tick_at[(32'h6)+:(6)]) == event_tick_at[(32'h0)+:(6)];
        hit_intr_state = (address & intr_state_at[(32'h6)+:(6)]) == intr_state_at[(32'h0)+:(6)];
        hit_intr_enable = (address & intr_enable_at[(32'h6)+:(6)]) == intr_enable_at[(32'h0)+:(6)];
        hit_intr_coalesce = (address & intr_coalesce_at[(32'h6)+:(6)]) == intr_coalesce_at[(32'h0)+:(6)];
        hit_error = (address & error_at[(32'h6)+:(6)]) == error_at[(32'h0)+:(6)];
        hit_alarm_lo = (address & alarm_lo_at[(32'h6)+:(6)]) == alarm_lo_at[(32'h0)+:(6)];
        hit_alarm_hi = (address & alarm_hi_at[(32'h6)+:(6)]) == alarm_hi_at[(32'h0)+:(6)];
        hit_next = (address & next_at[(32'h6)+:(6)]) == next_at[(32'h0)+:(6)];
        hit_wheel_size = (address & wheel_size_at[(32'h6)+:(6)]) == wheel_size_at[(32'h0)+:(6)];
        hit_wheel_mode = (address & wheel_mode_at[(32'h6)+:(6)]) == wheel_mode_at[(32'h0)+:(6)];
        time_low$d = hit_now_lo | hit_cursor_hi | hit_event_tick;
        time_high$d = hit_now_hi | hit_cursor_hi | hit_event_tick;
        time_fork$d = hit_cursor_lo | hit_cursor_hi;
        scratch_or_tick$d = hit_scratch | hit_event_tick;
        prescale_or_tick$d = hit_prescale | hit_event_tick;
        event_or_tick$d = hit_event | hit_event_tick;
        narrow_low$d = hit_status | hit_wheel_size | hit_intr_state;
        narrow_high$d = hit_intr_enable | hit_wheel_size | hit_intr_state;
        error_fork$d = hit_wheel_size | hit_error;
        state_fork$d = hit_intr_state | hit_event;
        is_size$d = hit_wheel_size;
        is_event$d = hit_event;
        is_id$d = hit_id;
        is_version$d = hit_version;
        is_params$d = hit_params;
        is_ctrl$d = hit_ctrl;
        is_mode$d = hit_wheel_mode;
        option_low$d = hit_alarm_lo | hit_intr_coalesce;
        option_high$d = hit_alarm_hi | hit_intr_coalesce;
        option_fork$d = hit_next | hit_intr_coalesce;
        is_next$d = hit_next;
        place = address[(32'h0)+:(5)];
        can_read = readable_low[place];
        if (address[32'h5]) begin
            can_read = readable_high[place];
        end
        silent$d = write | ~can_read;
        event_word = ((event_slot) & 32'hffffffff) | (((event_wheel) & 32'hffffffff) << 32'h14) | (((sequence_number) & 32'hffffffff) << 32'h17) | (((event_more) & 32'hffffffff) << 32'h1d) | (((event_late) & 32'hffffffff) << 32'h1e) | (((event_valid) & 32'hffffffff) << 32'h1f);
        status_word = ((ready) & 8'hff) | (((running) & 8'hff) << 32'h1) | (((event_valid) & 8'hff) << 32'h2) | (((fifo_full) & 8'hff) << 32'h3) | (((behind) & 8'hff) << 32'h4);
        next_word = ((next_distance) & 32'hffffffff) | (((next_found) & 32'hffffffff) << 32'h1f);
        time_low_all = 32'h0;
        if (time_low$q) begin
            time_low_all = ones;
        end
        time_high_all = 32'h0;
        if (time_high$q) begin
            time_high_all = ones;
        end
        time_leaf = (time_low_all & (now_low | time_high_all)) | (time_high_all & now_high);
        time_word = time_leaf;
        if (time_fork$q) begin
            time_word = (time_leaf & cursor_high) | (~time_leaf & cursor_low);
        end
        scratch_all = 32'h0;
        if (scratch_or_tick$q) begin
            scratch_all = ones;
        end
        lower_all = 32'h0;
        if (prescale_or_tick$q) begin
            lower_all = lower_ones;
        end
        top_all = 32'h0;
        if (event_or_tick$q) begin
            top_all = top_ones;
        end
        other_all = lower_all | top_all;
        other_word = ((prescale) & 32'hffffffff) | (event_word & top_ones);
        host_leaf = (scratch_all & (scratch | other_all)) | (other_all & other_word);
        low_size = shown_size[(32'h0)+:(8)];
        low_event = event_word[(32'h0)+:(8)];
        narrow_low_all = 32'h0;
        if (narrow_low$q) begin
            narrow_low_all = low_ones;
        end
        narrow_high_all = 32'h0;
        if (narrow_high$q) begin
            narrow_high_all = low_ones;
        end
        narrow_leaf = (narrow_low_all & (status_word | narrow_high_all)) | (narrow_high_all & ((intr_enable) & 8'hff));
        error_word = narrow_leaf;
        if (error_fork$q) begin
            error_word = (narrow_leaf & low_size) | (~narrow_leaf & errors);
        end
        low_byte = error_word;
        if (state_fork$q) begin
            low_byte = (error_word & ((intr_state) & 8'hff)) | (~error_word & low_event);
        end
        upper_size = ((shown_size[(32'h8)+:(13)]) & 24'hffffff);
        upper_event = ((event_word[(32'h8)+:(16)]) & 24'hffffff);
        size_all = 32'h0;
        if (is_size$q) begin
            size_all = upper_ones;
        end
        event_all = 32'h0;
        if (is_event$q) begin
            event_all = upper_ones;
        end
        upper_bytes = (size_all & upper_size) | (event_all & upper_event);
        option_low_all = 32'h0;
        if (option_low$q) begin
            option_low_all = ones;
        end
        option_high_all = 32'h0;
        if (option_high$q) begin
            option_high_all = ones;
        end
        option_leaf = (option_low_all & (alarm_low | option_high_all)) | (option_high_all & alarm_high);
        option_word = option_leaf;
        if (option_fork$q) begin
            option_word = (option_leaf & ((coalesce) & 32'hffffffff)) | (~option_leaf & next_word);
        end
        id_shown = 32'h0;
        if (is_id$q) begin
            id_shown = id_word;
        end
        version_shown = 32'h0;
        if (is_version$q) begin
            version_shown = version_word;
        end
        params_shown = 32'h0;
        if (is_params$q) begin
            params_shown = params_word;
        end
        mode_shown = 32'h0;
        if (is_mode$q) begin
            mode_shown = shown_mode;
        end
        enable_shown = is_ctrl$q & enable;
        attention_shown = is_event$q & attention;
        attention_word = ((attention_shown) & 32'hffffffff) << 32'h1c;
        rest = id_shown | version_shown | params_shown | ((mode_shown) & 32'hffffffff) | ((enable_shown) & 32'hffffffff) | attention_word | option_word;
        word = (time_word & host_leaf & event_tick) | (time_word ^ host_leaf) | ((low_byte) & 32'hffffffff) | (((upper_bytes) & 32'hffffffff) << 32'h8) | rest;
        blank = silent$q | (event_or_tick$q & ~event_valid) | (is_next$q & ~next_found);
        if (answering) begin
            answer$d = word;
            if (blank) begin
                answer$d = 32'h0;
                if (~silent$q) begin
                    answer$d = attention_word;
                end
            end
        end
        read_data = answer$q;
    end

endmodule // carillon$host$read_back


module carillon$host$read_back$answer(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$answer


module carillon$host$read_back$error_fork(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$error_fork


module carillon$host$read_back$event_or_tick(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$event_or_tick


module carillon$host$read_back$is_ctrl(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_ctrl


module carillon$host$read_back$is_event(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_event


module carillon$host$read_back$is_id(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_id


module carillon$host$read_back$is_mode(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_mode


module carillon$host$read_back$is_next(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_next


module carillon$host$read_back$is_params(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_params


module carillon$host$read_back$is_size(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_size


module carillon$host$read_back$is_version(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$is_version


module carillon$host$read_back$narrow_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$narrow_high


module carillon$host$read_back$narrow_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$narrow_low


module carillon$host$read_back$option_fork(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$option_fork


module carillon$host$read_back$option_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$option_high


module carillon$host$read_back$option_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$option_low


module carillon$host$read_back$prescale_or_tick(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$prescale_or_tick


module carillon$host$read_back$scratch_or_tick(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$scratch_or_tick


module carillon$host$read_back$silent(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$silent


module carillon$host$read_back$state_fork(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$state_fork


module carillon$host$read_back$time_fork(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$time_fork


module carillon$host$read_back$time_high(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$time_high


module carillon$host$read_back$time_low(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$read_back$time_low


module carillon$host$registers(clock,clear,data,write_scratch,write_ctrl,write_prescale,write_arm,write_disarm,write_event_ack,write_error,write_wheel_size,access_failed,arm_refused,size_refused,ready,event_valid,event_wheel,event_slot,scratch,enable,prescale,running,soft_reset,arm,disarm,wheel,slot,lap,pop,write_size,sequence_number,errors,error_level);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [31:0] data;
    input wire  write_scratch;
    input wire  write_ctrl;
    input wire  write_prescale;
    input wire  write_arm;
    input wire  write_disarm;
    input wire  write_event_ack;
    input wire  write_error;
    input wire  write_wheel_size;
    input wire  access_failed;
    input wire  arm_refused;
    input wire  size_refused;
    input wire  ready;
    input wire  event_valid;
    input wire  [2:0] event_wheel;
    input wire  [19:0] event_slot;
    output reg  [31:0] scratch;
    output reg  enable;
    output reg  [23:0] prescale;
    output reg  running;
    output reg  soft_reset;
    output reg  arm;
    output reg  disarm;
    output reg  [2:0] wheel;
    output reg  [19:0] slot;
    output reg  [7:0] lap;
    output reg  pop;
    output reg  write_size;
    output reg  [3:0] sequence_number;
    output reg  [7:0] errors;
    output reg  error_level;

    // Constant declarations
    localparam  reset_clocks = 24'h1;

    // Stub signals
    reg  [31:0] scratch_word$d;
    wire  [31:0] scratch_word$q;
    reg  scratch_word$clock;
    reg  enabled$d;
    wire  enabled$q;
    reg  enabled$clock;
    reg  started$d;
    wire  started$q;
    reg  started$clock;
    reg  [23:0] clocks_a_tick$d;
    wire  [23:0] clocks_a_tick$q;
    reg  clocks_a_tick$clock;
    reg  [3:0] pops$d;
    wire  [3:0] pops$q;
    reg  pops$clock;
    reg  [7:0] sticky_errors$d;
    wire  [7:0] sticky_errors$q;
    reg  sticky_errors$clock;
    reg  some_error$d;
    wire  some_error$q;
    reg  some_error$clock;
    reg  clocks_given$d;
    wire  clocks_given$q;
    reg  clocks_given$clock;
    reg  sequence_right$d;
    wire  sequence_right$q;
    reg  sequence_right$clock;

    // Local signals
    reg  [3:0] sequence_given;
    reg  [7:0] cleared_errors;
    reg  [7:0] new_errors;
    reg  locked;
    reg  ack_empty;
    reg  ack_stale;
    reg  acknowledged;
    reg  prescale_zero;
    reg  not_ready;

    // Sub module instances
    carillon$host$registers$scratch_word scratch_word(
        .d(scratch_word$d),
        .q(scratch_word$q),
        .clock(scratch_word$clock)
    );
    carillon$host$registers$enabled enabled(
        .d(enabled$d),
        .q(enabled$q),
        .clock(enabled$clock)
    );
    carillon$host$registers$started started(
        .d(started$d),
        .q(started$q),
        .clock(started$clock)
    );
    carillon$host$registers$clocks_a_tick clocks_a_tick(
        .d(clocks_a_tick$d),
        .q(clocks_a_tick$q),
        .clock(clocks_a_tick$clock)
    );
    carillon$host$registers$pops pops(
        .d(pops$d),
        .q(pops$q),
        .clock(pops$clock)
    );
    carillon$host$registers$sticky_errors sticky_errors(
        .d(sticky_errors$d),
        .q(sticky_errors$q),
        .clock(sticky_errors$clock)
    );
    carillon$host$registers$some_error some_error(
        .d(some_error$d),
        .q(some_error$q),
        .clock(some_error$clock)
    );
    carillon$host$registers$clocks_given clocks_given(
        .d(clocks_given$d),
        .q(clocks_given$q),
        .clock(clocks_given$clock)
    );
    carillon$host$registers$sequence_right sequence_right(
        .d(sequence_right$d),
        .q(sequence_right$q),
        .clock(sequence_right$clock)
    );

    // Update code
    always @(*) begin
        scratch_word$clock = clock;
        enabled$clock = clock;
        started$clock = clock;
        clocks_a_tick$clock = clock;
        pops$clock = clock;
        sticky_errors$clock = clock;
        some_error$clock = clock;
        clocks_given$clock = clock;
        sequence_right$clock = clock;
        scratch_word$d = scratch_word$q;
        enabled$d = enabled$q;
        started$d = started$q;
        clocks_a_tick$d = clocks_a_tick$q;
        pops$d = pops$q;
        sticky_errors$d = sticky_errors$q;
        some_error$d = some_error$q;
        clocks_given$d = clocks_given$q;
        sequence_right$d = sequence_right$q;
        sequence_given = data[(32'h17)+:(4)];
        sequence_right$d = sequence_given == pops$q;
        clocks_given$d = |data[(32'h0)+:(24)];
        if (write_scratch) begin
            scratch_word$d = data;
        end
        if (write_prescale & ~started$q & clocks_given$q) begin
            clocks_a_tick$d = data[(32'h0)+:(24)];
        end
        soft_reset = write_ctrl & data[32'h1];
        if (write_ctrl) begin
            enabled$d = data[32'h0] & ready;
            if (data[32'h0] & ready) begin
                started$d = 1'b1;
            end
        end
        write_size = write_wheel_size & ~started$q;
        acknowledged = write_event_ack & event_valid & sequence_right$q;
        pop = acknowledged;
        if (acknowledged) begin
            pops$d = pops$q + 32'h1;
        end
        arm = write_arm & started$q;
        disarm = (write_disarm & started$q) | (acknowledged & data[32'h0]);
        lap = data[(32'h18)+:(8)];
        wheel = data[(32'h14)+:(3)];
        slot = data[(32'h0)+:(20)];
        if (write_event_ack) begin
            wheel = event_wheel;
            slot = event_slot;
        end
        locked = (write_prescale | write_wheel_size) & started$q;
        ack_empty = write_event_ack & ~event_valid;
        ack_stale = write_event_ack & event_valid & ~sequence_right$q;
        prescale_zero = write_prescale & ~started$q & ~clocks_given$q;
        not_ready = ((write_arm | write_disarm) & ~started$q) | (write_ctrl & data[32'h0] & ~data[32'h1] & ~ready);
        new_errors = ((arm_refused) & 8'hff) | (((size_refused) & 8'hff) << 32'h1) | (((locked) & 8'hff) << 32'h2) | (((ack_empty) & 8'hff) << 32'h3) | (((ack_stale) & 8'hff) << 32'h4) | (((prescale_zero) & 8'hff) << 32'h5) | (((not_ready) & 8'hff) << 32'h6) | (((access_failed) & 8'hff) << 32'h7);
        cleared_errors = 32'h0;
        if (write_error) begin
            cleared_errors = data[(32'h0)+:(8)];
        end
        sticky_errors$d = (sticky_errors$q & ~cleared_errors) | new_errors;
        some_error$d = |sticky_errors$q;
        scratch = scratch_word$q;
        enable = enabled$q;
        prescale = clocks_a_tick$q;
        running = started$q;
        sequence_number = pops$q;
        errors = sticky_errors$q;
        error_level = some_error$q;
        if (clear) begin
            scratch_word$d = 32'h0;
            enabled$d = 1'b0;
            started$d = 1'b0;
            clocks_a_tick$d = reset_clocks;
            pops$d = 32'h0;
            sticky_errors$d = 32'h0;
            some_error$d = 1'b0;
        end
    end

endmodule // carillon$host$registers


module carillon$host$registers$clocks_a_tick(d,q,clock);

    // Module arguments
    input wire  [23:0] d;
    output reg  [23:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 24'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$clocks_a_tick


module carillon$host$registers$clocks_given(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$clocks_given


module carillon$host$registers$enabled(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$enabled


module carillon$host$registers$pops(d,q,clock);

    // Module arguments
    input wire  [3:0] d;
    output reg  [3:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 4'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$pops


module carillon$host$registers$scratch_word(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$scratch_word


module carillon$host$registers$sequence_right(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$sequence_right


module carillon$host$registers$some_error(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$some_error


module carillon$host$registers$started(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$started


module carillon$host$registers$sticky_errors(d,q,clock);

    // Module arguments
    input wire  [7:0] d;
    output reg  [7:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 8'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$host$registers$sticky_errors


module carillon$refused_size(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$refused_size


module carillon$time_base(clock,clear,enable,prescale,now_low,now_high,half_period);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  enable;
    input wire  [23:0] prescale;
    output reg  [31:0] now_low;
    output reg  [31:0] now_high;
    output reg  half_period;

    // Stub signals
    reg  now$clock;
    reg  now$clear;
    reg  [4:0] now$advance;
    wire  [31:0] now$low;
    wire  [31:0] now$high;
    wire  now$crossing;
    reg  [23:0] elapsed$d;
    wire  [23:0] elapsed$q;
    reg  elapsed$clock;
    reg  previous_half$d;
    wire  previous_half$q;
    reg  previous_half$clock;

    // Local signals
    reg  [23:0] elapsed_plus_one;
    reg  half;

    // Sub module instances
    carillon$time_base$now now(
        .clock(now$clock),
        .clear(now$clear),
        .advance(now$advance),
        .low(now$low),
        .high(now$high),
        .crossing(now$crossing)
    );
    carillon$time_base$elapsed elapsed(
        .d(elapsed$d),
        .q(elapsed$q),
        .clock(elapsed$clock)
    );
    carillon$time_base$previous_half previous_half(
        .d(previous_half$d),
        .q(previous_half$q),
        .clock(previous_half$clock)
    );

    // Update code
    always @(*) begin
        elapsed$clock = clock;
        previous_half$clock = clock;
        elapsed$d = elapsed$q;
        previous_half$d = previous_half$q;
        now$clock = clock;
        now$clear = clear;
        now$advance = 32'h0;
        elapsed_plus_one = elapsed$q + 32'h1;
        if (enable) begin
            elapsed$d = elapsed_plus_one;
            if (elapsed_plus_one == prescale) begin
                elapsed$d = 32'h0;
                now$advance = 32'h1;
            end
        end
        now_low = now$low;
        now_high = now$high;
        half = now$low[32'h1f];
        previous_half$d = half;
        half_period = half ^ previous_half$q;
        if (clear) begin
            elapsed$d = 32'h0;
            previous_half$d = 1'b0;
        end
    end

endmodule // carillon$time_base


module carillon$time_base$elapsed(d,q,clock);

    // Module arguments
    input wire  [23:0] d;
    output reg  [23:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 24'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$elapsed


module carillon$time_base$now(clock,clear,advance,low,high,crossing);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [4:0] advance;
    output reg  [31:0] low;
    output reg  [31:0] high;
    output reg  crossing;

    // Stub signals
    reg  [9:0] low_part$d;
    wire  [9:0] low_part$q;
    reg  low_part$clock;
    reg  [21:0] middle_part$d;
    wire  [21:0] middle_part$q;
    reg  middle_part$clock;
    reg  [31:0] high_part$d;
    wire  [31:0] high_part$q;
    reg  high_part$clock;
    reg  middle_full$d;
    wire  middle_full$q;
    reg  middle_full$clock;

    // Local signals
    reg  [10:0] sum;
    reg  carry;

    // Sub module instances
    carillon$time_base$now$low_part low_part(
        .d(low_part$d),
        .q(low_part$q),
        .clock(low_part$clock)
    );
    carillon$time_base$now$middle_part middle_part(
        .d(middle_part$d),
        .q(middle_part$q),
        .clock(middle_part$clock)
    );
    carillon$time_base$now$high_part high_part(
        .d(high_part$d),
        .q(high_part$q),
        .clock(high_part$clock)
    );
    carillon$time_base$now$middle_full middle_full(
        .d(middle_full$d),
        .q(middle_full$q),
        .clock(middle_full$clock)
    );

    // Update code
    always @(*) begin
        low_part$clock = clock;
        middle_part$clock = clock;
        high_part$clock = clock;
        middle_full$clock = clock;
        low_part$d = low_part$q;
        middle_part$d = middle_part$q;
        high_part$d = high_part$q;
        middle_full$d = middle_full$q;
        sum = ((low_part$q) & 11'h7ff) + ((advance) & 11'h7ff);
        carry = sum[32'ha];
        crossing = carry;
        low_part$d = sum[(32'h0)+:(10)];
        if (carry) begin
            middle_part$d = middle_part$q + 32'h1;
            if (middle_full$q) begin
                high_part$d = high_part$q + 32'h1;
            end
        end
        middle_full$d = &middle_part$q;
        if (clear) begin
            low_part$d = 32'h0;
            middle_part$d = 32'h0;
            high_part$d = 32'h0;
            middle_full$d = 1'b0;
        end
        low = ((low_part$q) & 32'hffffffff) | (((middle_part$q) & 32'hffffffff) << 32'ha);
        high = high_part$q;
    end

endmodule // carillon$time_base$now


module carillon$time_base$now$high_part(d,q,clock);

    // Module arguments
    input wire  [31:0] d;
    output reg  [31:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 32'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$now$high_part


module carillon$time_base$now$low_part(d,q,clock);

    // Module arguments
    input wire  [9:0] d;
    output reg  [9:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 10'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$now$low_part


module carillon$time_base$now$middle_full(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$now$middle_full


module carillon$time_base$now$middle_part(d,q,clock);

    // Module arguments
    input wire  [21:0] d;
    output reg  [21:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 22'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$now$middle_part


module carillon$time_base$previous_half(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$time_base$previous_half
