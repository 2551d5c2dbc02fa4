// The Carillon counter chip, version 0.1.0. Generated from Rust-HDL; do not edit.
//
//   wheels     1
//   slots      65536 in all, to be shared out at run time
//   FIFO       64 events
//   features   none
//   bus        Wishbone B4
//   PARAMS     0x00000D01
//
// To make it again:
//   carillon generate --wheels 1 --slots 65536 --fifo 64 --bus wishbone

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

    // Stub signals
    reg  bus_adapter$clock;
    reg  bus_adapter$reset;
    reg  bus_adapter$wb_cyc;
    reg  bus_adapter$wb_stb;
    reg  bus_adapter$wb_we;
    reg  [3:0] bus_adapter$wb_sel;
    reg  [5:0] bus_adapter$wb_adr;
    reg  [31:0] bus_adapter$wb_dat_w;
    wire  bus_adapter$wb_ack;
    wire  bus_adapter$wb_err;
    wire  bus_adapter$wb_stall;
    wire  bus_adapter$execute;
    wire  bus_adapter$write;
    wire  bus_adapter$whole;
    wire  [5:0] bus_adapter$address;
    wire  [31:0] bus_adapter$data;
    reg  bus_adapter$done;
    reg  bus_adapter$failed;
    reg  core$clock;
    reg  core$reset;
    wire  core$irq;
    reg  core$execute;
    reg  core$write;
    reg  core$whole;
    reg  [5:0] core$address;
    reg  [31:0] core$data;
    wire  core$done;
    wire  core$failed;
    wire  [31:0] core$read_data;

    // Sub module instances
    carillon$bus_adapter bus_adapter(
        .clock(bus_adapter$clock),
        .reset(bus_adapter$reset),
        .wb_cyc(bus_adapter$wb_cyc),
        .wb_stb(bus_adapter$wb_stb),
        .wb_we(bus_adapter$wb_we),
        .wb_sel(bus_adapter$wb_sel),
        .wb_adr(bus_adapter$wb_adr),
        .wb_dat_w(bus_adapter$wb_dat_w),
        .wb_ack(bus_adapter$wb_ack),
        .wb_err(bus_adapter$wb_err),
        .wb_stall(bus_adapter$wb_stall),
        .execute(bus_adapter$execute),
        .write(bus_adapter$write),
        .whole(bus_adapter$whole),
        .address(bus_adapter$address),
        .data(bus_adapter$data),
        .done(bus_adapter$done),
        .failed(bus_adapter$failed)
    );
    carillon$core core(
        .clock(core$clock),
        .reset(core$reset),
        .irq(core$irq),
        .execute(core$execute),
        .write(core$write),
        .whole(core$whole),
        .address(core$address),
        .data(core$data),
        .done(core$done),
        .failed(core$failed),
        .read_data(core$read_data)
    );

    // Update code
    always @(*) begin
        bus_adapter$clock = clock;
        core$clock = clock;
        bus_adapter$reset = reset;
        core$reset = reset;
        irq = core$irq;
        bus_adapter$wb_cyc = wb_cyc;
        bus_adapter$wb_stb = wb_stb;
        bus_adapter$wb_we = wb_we;
        bus_adapter$wb_sel = wb_sel;
        bus_adapter$wb_adr = wb_adr;
        bus_adapter$wb_dat_w = wb_dat_w;
        wb_dat_r = core$read_data;
        wb_ack = bus_adapter$wb_ack;
        wb_err = bus_adapter$wb_err;
        wb_stall = bus_adapter$wb_stall;
        core$execute = bus_adapter$execute;
        core$write = bus_adapter$write;
        core$whole = bus_adapter$whole;
        core$address = bus_adapter$address;
        core$data = bus_adapter$data;
        bus_adapter$done = core$done;
        bus_adapter$failed = core$failed;
    end

endmodule // carillon


module carillon$bus_adapter(clock,reset,wb_cyc,wb_stb,wb_we,wb_sel,wb_adr,wb_dat_w,wb_ack,wb_err,wb_stall,execute,write,whole,address,data,done,failed);

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
    reg  access$clock;
    reg  access$reset;
    reg  access$start;
    reg  access$start_write;
    reg  access$start_whole;
    reg  [5:0] access$start_address;
    reg  [31:0] access$start_data;
    wire  access$busy;
    wire  access$execute;
    wire  access$write;
    wire  access$whole;
    wire  [5:0] access$address;
    wire  [31:0] access$data;
    reg  access$done;
    reg  wanted$d;
    wire  wanted$q;
    reg  wanted$clock;
    reg  acknowledging$d;
    wire  acknowledging$q;
    reg  acknowledging$clock;
    reg  refusing$d;
    wire  refusing$q;
    reg  refusing$clock;

    // Local signals
    reg  accepted;
    reg  answered;

    // Sub module instances
    carillon$bus_adapter$access access(
        .clock(access$clock),
        .reset(access$reset),
        .start(access$start),
        .start_write(access$start_write),
        .start_whole(access$start_whole),
        .start_address(access$start_address),
        .start_data(access$start_data),
        .busy(access$busy),
        .execute(access$execute),
        .write(access$write),
        .whole(access$whole),
        .address(access$address),
        .data(access$data),
        .done(access$done)
    );
    carillon$bus_adapter$wanted wanted(
        .d(wanted$d),
        .q(wanted$q),
        .clock(wanted$clock)
    );
    carillon$bus_adapter$acknowledging acknowledging(
        .d(acknowledging$d),
        .q(acknowledging$q),
        .clock(acknowledging$clock)
    );
    carillon$bus_adapter$refusing refusing(
        .d(refusing$d),
        .q(refusing$q),
        .clock(refusing$clock)
    );

    // Update code
    always @(*) begin
        wanted$clock = clock;
        acknowledging$clock = clock;
        refusing$clock = clock;
        wanted$d = wanted$q;
        acknowledging$d = acknowledging$q;
        refusing$d = refusing$q;
        access$clock = clock;
        accepted = wb_cyc & wb_stb & ~access$busy;
        access$reset = reset;
        access$start = accepted;
        access$start_write = wb_we;
        access$start_whole = &wb_sel;
        access$start_address = wb_adr;
        access$start_data = wb_dat_w;
        access$done = done;
        wb_stall = access$busy;
        wanted$d = accepted | (wanted$q & wb_cyc);
        answered = done & wanted$q & wb_cyc;
        acknowledging$d = answered & ~failed;
        refusing$d = answered & failed;
        if (reset) begin
            wanted$d = 1'b0;
            acknowledging$d = 1'b0;
            refusing$d = 1'b0;
        end
        wb_ack = acknowledging$q;
        wb_err = refusing$q;
        execute = access$execute;
        write = access$write;
        whole = access$whole;
        address = access$address;
        data = access$data;
    end

endmodule // carillon$bus_adapter


module carillon$bus_adapter$access(clock,reset,start,start_write,start_whole,start_address,start_data,busy,execute,write,whole,address,data,done);

    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  start;
    input wire  start_write;
    input wire  start_whole;
    input wire  [5:0] start_address;
    input wire  [31:0] start_data;
    output reg  busy;
    output reg  execute;
    output reg  write;
    output reg  whole;
    output reg  [5:0] address;
    output reg  [31:0] data;
    input wire  done;

    // Stub signals
    reg  executing$d;
    wire  executing$q;
    reg  executing$clock;
    reg  waiting$d;
    wire  waiting$q;
    reg  waiting$clock;
    reg  finished$d;
    wire  finished$q;
    reg  finished$clock;
    reg  held_write$d;
    wire  held_write$q;
    reg  held_write$clock;
    reg  held_whole$d;
    wire  held_whole$q;
    reg  held_whole$clock;
    reg  [5:0] held_address$d;
    wire  [5:0] held_address$q;
    reg  held_address$clock;
    reg  [31:0] held_data$d;
    wire  [31:0] held_data$q;
    reg  held_data$clock;

    // Sub module instances
    carillon$bus_adapter$access$executing executing(
        .d(executing$d),
        .q(executing$q),
        .clock(executing$clock)
    );
    carillon$bus_adapter$access$waiting waiting(
        .d(waiting$d),
        .q(waiting$q),
        .clock(waiting$clock)
    );
    carillon$bus_adapter$access$finished finished(
        .d(finished$d),
        .q(finished$q),
        .clock(finished$clock)
    );
    carillon$bus_adapter$access$held_write held_write(
        .d(held_write$d),
        .q(held_write$q),
        .clock(held_write$clock)
    );
    carillon$bus_adapter$access$held_whole held_whole(
        .d(held_whole$d),
        .q(held_whole$q),
        .clock(held_whole$clock)
    );
    carillon$bus_adapter$access$held_address held_address(
        .d(held_address$d),
        .q(held_address$q),
        .clock(held_address$clock)
    );
    carillon$bus_adapter$access$held_data held_data(
        .d(held_data$d),
        .q(held_data$q),
        .clock(held_data$clock)
    );

    // Update code
    always @(*) begin
        executing$clock = clock;
        waiting$clock = clock;
        finished$clock = clock;
        held_write$clock = clock;
        held_whole$clock = clock;
        held_address$clock = clock;
        held_data$clock = clock;
        executing$d = executing$q;
        waiting$d = waiting$q;
        finished$d = finished$q;
        held_write$d = held_write$q;
        held_whole$d = held_whole$q;
        held_address$d = held_address$q;
        held_data$d = held_data$q;
        busy = executing$q | waiting$q | finished$q;
        executing$d = start;
        waiting$d = executing$q | (waiting$q & ~done);
        finished$d = waiting$q & done;
        if (start) begin
            held_write$d = start_write;
            held_whole$d = start_whole;
            held_address$d = start_address;
            held_data$d = start_data;
        end
        if (reset) begin
            executing$d = 1'b0;
            waiting$d = 1'b0;
            finished$d = 1'b0;
        end
        execute = executing$q;
        write = held_write$q;
        whole = held_whole$q;
        address = held_address$q;
        data = held_data$q;
    end

endmodule // carillon$bus_adapter$access


module carillon$bus_adapter$access$executing(d,q,clock);

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

endmodule // carillon$bus_adapter$access$executing


module carillon$bus_adapter$access$finished(d,q,clock);

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

endmodule // carillon$bus_adapter$access$finished


module carillon$bus_adapter$access$held_address(d,q,clock);

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

endmodule // carillon$bus_adapter$access$held_address


module carillon$bus_adapter$access$held_data(d,q,clock);

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

endmodule // carillon$bus_adapter$access$held_data


module carillon$bus_adapter$access$held_whole(d,q,clock);

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

endmodule // carillon$bus_adapter$access$held_whole


module carillon$bus_adapter$access$held_write(d,q,clock);

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

endmodule // carillon$bus_adapter$access$held_write


module carillon$bus_adapter$access$waiting(d,q,clock);

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

endmodule // carillon$bus_adapter$access$waiting


module carillon$bus_adapter$acknowledging(d,q,clock);

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

endmodule // carillon$bus_adapter$acknowledging


module carillon$bus_adapter$refusing(d,q,clock);

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

endmodule // carillon$bus_adapter$refusing


module carillon$bus_adapter$wanted(d,q,clock);

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

endmodule // carillon$bus_adapter$wanted


module carillon$core(clock,reset,irq,execute,write,whole,address,data,done,failed,read_data);

    // Module arguments
    input wire  clock;
    input wire  reset;
    output reg  irq;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  [31:0] data;
    output reg  done;
    output reg  failed;
    output reg  [31:0] read_data;

    // Constant declarations
    localparam  multi_wheel = 1'b0;

    // Stub signals
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
    wire  host$ask_time;
    wire  [1:0] host$which_time;
    reg  host$time_done;
    reg  [31:0] host$time_word;
    reg  host$behind;
    reg  time_base$clock;
    reg  time_base$clear;
    reg  time_base$enable;
    reg  [23:0] time_base$prescale;
    wire  time_base$tick_now;
    wire  [31:0] time_base$now_low;
    wire  [31:0] time_base$now_high;
    wire  time_base$half_period;
    reg  busy_bits$clock;
    reg  [19:0] busy_bits$write_address;
    reg  busy_bits$write_data;
    reg  busy_bits$write_enable;
    reg  busy_bits$whole;
    reg  [15:0] busy_bits$read_address;
    wire  [15:0] busy_bits$read_data;
    reg  wheels$clock;
    reg  wheels$clear;
    reg  [2:0] wheels$index;
    reg  wheels$write_size;
    reg  wheels$write_mode;
    reg  [31:0] wheels$data;
    reg  [2:0] wheels$select;
    reg  [2:0] wheels$late_check_select;
    reg  wheels$step;
    reg  [2:0] wheels$step_wheel;
    reg  [19:0] wheels$step_slot;
    reg  [7:0] wheels$step_lap;
    reg  [2:0] wheels$visited;
    wire  wheels$size_refused;
    wire  [3:0] wheels$count;
    wire  [19:0] wheels$last_slot;
    wire  wheels$selected_present;
    wire  [20:0] wheels$selected_size;
    wire  [15:0] wheels$selected_base;
    wire  [19:0] wheels$selected_slot;
    wire  [7:0] wheels$selected_lap;
    wire  [19:0] wheels$late_check_slot;
    wire  [7:0] wheels$late_check_lap;
    wire  wheels$hold;
    wire  wheels$auto_clear;
    reg  arming$clock;
    reg  arming$clear;
    reg  arming$arm;
    reg  arming$disarm;
    reg  [2:0] arming$wheel;
    reg  [19:0] arming$slot;
    reg  [7:0] arming$lap;
    reg  arming$selected_present;
    reg  [20:0] arming$selected_size;
    reg  [15:0] arming$selected_base;
    reg  arming$clear_request;
    reg  [19:0] arming$clear_address;
    reg  arming$pause_clearing;
    wire  arming$selects;
    wire  [2:0] arming$select_wheel;
    wire  arming$refused;
    wire  arming$ready;
    wire  arming$cleared;
    wire  arming$write_enable;
    wire  [19:0] arming$write_address;
    wire  arming$write_data;
    wire  arming$write_whole;
    wire  arming$pause_reading;
    wire  arming$written_arm;
    wire  [2:0] arming$written_wheel;
    wire  [19:0] arming$written_slot;
    wire  [7:0] arming$written_lap;
    reg  late_check$clock;
    reg  late_check$clear;
    reg  late_check$armed;
    reg  [2:0] late_check$wheel;
    reg  [19:0] late_check$slot;
    reg  [7:0] late_check$lap;
    reg  [19:0] late_check$next_slot;
    reg  [7:0] late_check$next_lap;
    reg  [19:0] late_check$upper_slot;
    reg  [7:0] late_check$upper_lap;
    reg  late_check$room;
    reg  late_check$late_taken;
    wire  [2:0] late_check$late_check_wheel;
    wire  late_check$late;
    wire  [2:0] late_check$late_wheel;
    wire  [19:0] late_check$late_slot;
    wire  late_check$late_lost;
    reg  look_ahead$clock;
    reg  look_ahead$clear;
    reg  look_ahead$write_enable;
    reg  [19:0] look_ahead$write_address;
    reg  look_ahead$write_data;
    reg  look_ahead$ask;
    reg  look_ahead$wheel_present;
    reg  [15:0] look_ahead$wheel_base;
    reg  [19:0] look_ahead$wheel_size;
    reg  [19:0] look_ahead$slot;
    wire  look_ahead$searching;
    wire  look_ahead$done;
    wire  look_ahead$found;
    wire  [19:0] look_ahead$distance;
    reg  cursor$clock;
    reg  cursor$clear;
    reg  cursor$running;
    reg  [31:0] cursor$now_low;
    reg  [31:0] cursor$now_high;
    reg  [19:0] cursor$last_slot;
    reg  [15:0] cursor$word_data;
    reg  cursor$pause;
    reg  cursor$room;
    reg  cursor$hold;
    reg  cursor$auto_clear;
    reg  cursor$acknowledged;
    reg  cursor$cleared;
    reg  cursor$cascading;
    reg  cursor$cascade_upper;
    reg  cursor$cascade_ask;
    reg  [15:0] cursor$cascade_word;
    reg  [3:0] cursor$cascade_offset;
    wire  [15:0] cursor$word_address;
    wire  [19:0] cursor$next_slot;
    wire  [7:0] cursor$lap;
    wire  [31:0] cursor$ticks_low;
    wire  [31:0] cursor$ticks_high;
    wire  cursor$behind;
    wire  cursor$ready_for_cascade;
    wire  cursor$cascade_taken;
    wire  cursor$cascade_done;
    wire  cursor$cascade_again;
    wire  cursor$event_commit;
    wire  [19:0] cursor$event_slot;
    wire  cursor$clear_bit;
    reg  cascade$clock;
    reg  cascade$clear;
    reg  cascade$start;
    reg  [3:0] cascade$count;
    reg  cascade$granted;
    reg  [20:0] cascade$selected_size;
    reg  [15:0] cascade$selected_base;
    reg  [19:0] cascade$selected_slot;
    reg  [7:0] cascade$selected_lap;
    reg  cascade$taken;
    reg  cascade$done;
    reg  cascade$again;
    wire  cascade$cascading;
    wire  [2:0] cascade$wheel;
    wire  cascade$upper;
    wire  [19:0] cascade$slot;
    wire  cascade$ask;
    wire  [15:0] cascade$word;
    wire  [3:0] cascade$offset;
    wire  cascade$step;
    wire  [19:0] cascade$step_slot;
    wire  [7:0] cascade$step_lap;
    reg  event_fifo$clock;
    reg  event_fifo$clear;
    reg  event_fifo$take;
    reg  event_fifo$take_held;
    reg  [2:0] event_fifo$wheel;
    reg  [19:0] event_fifo$slot;
    reg  event_fifo$late;
    reg  [2:0] event_fifo$late_wheel;
    reg  [19:0] event_fifo$late_slot;
    reg  [31:0] event_fifo$push_tick;
    reg  event_fifo$pop;
    wire  event_fifo$room;
    wire  event_fifo$late_taken;
    wire  event_fifo$acknowledged;
    wire  event_fifo$valid;
    wire  event_fifo$more;
    wire  [10:0] event_fifo$entries;
    wire  event_fifo$head_late;
    wire  [2:0] event_fifo$head_wheel;
    wire  [19:0] event_fifo$head_slot;
    wire  [31:0] event_fifo$head_tick;
    reg  clearing$d;
    wire  clearing$q;
    reg  clearing$clock;
    reg  [31:0] finished_low$d;
    wire  [31:0] finished_low$q;
    reg  finished_low$clock;
    reg  [31:0] finished_high$d;
    wire  [31:0] finished_high$q;
    reg  finished_high$clock;
    reg  [19:0] found_address$d;
    wire  [19:0] found_address$q;
    reg  found_address$clock;

    // Local signals
    reg  [31:0] cursor_low;
    reg  [31:0] cursor_high;
    reg  granted;
    reg  [19:0] cascade_address;

    // Sub module instances
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
        .ask_time(host$ask_time),
        .which_time(host$which_time),
        .time_done(host$time_done),
        .time_word(host$time_word),
        .behind(host$behind)
    );
    carillon$time_base time_base(
        .clock(time_base$clock),
        .clear(time_base$clear),
        .enable(time_base$enable),
        .prescale(time_base$prescale),
        .tick_now(time_base$tick_now),
        .now_low(time_base$now_low),
        .now_high(time_base$now_high),
        .half_period(time_base$half_period)
    );
    carillon$busy_bits busy_bits(
        .clock(busy_bits$clock),
        .write_address(busy_bits$write_address),
        .write_data(busy_bits$write_data),
        .write_enable(busy_bits$write_enable),
        .whole(busy_bits$whole),
        .read_address(busy_bits$read_address),
        .read_data(busy_bits$read_data)
    );
    carillon$wheels wheels(
        .clock(wheels$clock),
        .clear(wheels$clear),
        .index(wheels$index),
        .write_size(wheels$write_size),
        .write_mode(wheels$write_mode),
        .data(wheels$data),
        .select(wheels$select),
        .late_check_select(wheels$late_check_select),
        .step(wheels$step),
        .step_wheel(wheels$step_wheel),
        .step_slot(wheels$step_slot),
        .step_lap(wheels$step_lap),
        .visited(wheels$visited),
        .size_refused(wheels$size_refused),
        .count(wheels$count),
        .last_slot(wheels$last_slot),
        .selected_present(wheels$selected_present),
        .selected_size(wheels$selected_size),
        .selected_base(wheels$selected_base),
        .selected_slot(wheels$selected_slot),
        .selected_lap(wheels$selected_lap),
        .late_check_slot(wheels$late_check_slot),
        .late_check_lap(wheels$late_check_lap),
        .hold(wheels$hold),
        .auto_clear(wheels$auto_clear)
    );
    carillon$arming arming(
        .clock(arming$clock),
        .clear(arming$clear),
        .arm(arming$arm),
        .disarm(arming$disarm),
        .wheel(arming$wheel),
        .slot(arming$slot),
        .lap(arming$lap),
        .selected_present(arming$selected_present),
        .selected_size(arming$selected_size),
        .selected_base(arming$selected_base),
        .clear_request(arming$clear_request),
        .clear_address(arming$clear_address),
        .pause_clearing(arming$pause_clearing),
        .selects(arming$selects),
        .select_wheel(arming$select_wheel),
        .refused(arming$refused),
        .ready(arming$ready),
        .cleared(arming$cleared),
        .write_enable(arming$write_enable),
        .write_address(arming$write_address),
        .write_data(arming$write_data),
        .write_whole(arming$write_whole),
        .pause_reading(arming$pause_reading),
        .written_arm(arming$written_arm),
        .written_wheel(arming$written_wheel),
        .written_slot(arming$written_slot),
        .written_lap(arming$written_lap)
    );
    carillon$late_check late_check(
        .clock(late_check$clock),
        .clear(late_check$clear),
        .armed(late_check$armed),
        .wheel(late_check$wheel),
        .slot(late_check$slot),
        .lap(late_check$lap),
        .next_slot(late_check$next_slot),
        .next_lap(late_check$next_lap),
        .upper_slot(late_check$upper_slot),
        .upper_lap(late_check$upper_lap),
        .room(late_check$room),
        .late_taken(late_check$late_taken),
        .late_check_wheel(late_check$late_check_wheel),
        .late(late_check$late),
        .late_wheel(late_check$late_wheel),
        .late_slot(late_check$late_slot),
        .late_lost(late_check$late_lost)
    );
    carillon$look_ahead look_ahead(
        .clock(look_ahead$clock),
        .clear(look_ahead$clear),
        .write_enable(look_ahead$write_enable),
        .write_address(look_ahead$write_address),
        .write_data(look_ahead$write_data),
        .ask(look_ahead$ask),
        .wheel_present(look_ahead$wheel_present),
        .wheel_base(look_ahead$wheel_base),
        .wheel_size(look_ahead$wheel_size),
        .slot(look_ahead$slot),
        .searching(look_ahead$searching),
        .done(look_ahead$done),
        .found(look_ahead$found),
        .distance(look_ahead$distance)
    );
    carillon$cursor cursor(
        .clock(cursor$clock),
        .clear(cursor$clear),
        .running(cursor$running),
        .now_low(cursor$now_low),
        .now_high(cursor$now_high),
        .last_slot(cursor$last_slot),
        .word_data(cursor$word_data),
        .pause(cursor$pause),
        .room(cursor$room),
        .hold(cursor$hold),
        .auto_clear(cursor$auto_clear),
        .acknowledged(cursor$acknowledged),
        .cleared(cursor$cleared),
        .cascading(cursor$cascading),
        .cascade_upper(cursor$cascade_upper),
        .cascade_ask(cursor$cascade_ask),
        .cascade_word(cursor$cascade_word),
        .cascade_offset(cursor$cascade_offset),
        .word_address(cursor$word_address),
        .next_slot(cursor$next_slot),
        .lap(cursor$lap),
        .ticks_low(cursor$ticks_low),
        .ticks_high(cursor$ticks_high),
        .behind(cursor$behind),
        .ready_for_cascade(cursor$ready_for_cascade),
        .cascade_taken(cursor$cascade_taken),
        .cascade_done(cursor$cascade_done),
        .cascade_again(cursor$cascade_again),
        .event_commit(cursor$event_commit),
        .event_slot(cursor$event_slot),
        .clear_bit(cursor$clear_bit)
    );
    carillon$cascade cascade(
        .clock(cascade$clock),
        .clear(cascade$clear),
        .start(cascade$start),
        .count(cascade$count),
        .granted(cascade$granted),
        .selected_size(cascade$selected_size),
        .selected_base(cascade$selected_base),
        .selected_slot(cascade$selected_slot),
        .selected_lap(cascade$selected_lap),
        .taken(cascade$taken),
        .done(cascade$done),
        .again(cascade$again),
        .cascading(cascade$cascading),
        .wheel(cascade$wheel),
        .upper(cascade$upper),
        .slot(cascade$slot),
        .ask(cascade$ask),
        .word(cascade$word),
        .offset(cascade$offset),
        .step(cascade$step),
        .step_slot(cascade$step_slot),
        .step_lap(cascade$step_lap)
    );
    carillon$event_fifo event_fifo(
        .clock(event_fifo$clock),
        .clear(event_fifo$clear),
        .take(event_fifo$take),
        .take_held(event_fifo$take_held),
        .wheel(event_fifo$wheel),
        .slot(event_fifo$slot),
        .late(event_fifo$late),
        .late_wheel(event_fifo$late_wheel),
        .late_slot(event_fifo$late_slot),
        .push_tick(event_fifo$push_tick),
        .pop(event_fifo$pop),
        .room(event_fifo$room),
        .late_taken(event_fifo$late_taken),
        .acknowledged(event_fifo$acknowledged),
        .valid(event_fifo$valid),
        .more(event_fifo$more),
        .entries(event_fifo$entries),
        .head_late(event_fifo$head_late),
        .head_wheel(event_fifo$head_wheel),
        .head_slot(event_fifo$head_slot),
        .head_tick(event_fifo$head_tick)
    );
    carillon$clearing clearing(
        .d(clearing$d),
        .q(clearing$q),
        .clock(clearing$clock)
    );
    carillon$finished_low finished_low(
        .d(finished_low$d),
        .q(finished_low$q),
        .clock(finished_low$clock)
    );
    carillon$finished_high finished_high(
        .d(finished_high$d),
        .q(finished_high$q),
        .clock(finished_high$clock)
    );
    carillon$found_address found_address(
        .d(found_address$d),
        .q(found_address$q),
        .clock(found_address$clock)
    );

    // Update code
    always @(*) begin
        clearing$clock = clock;
        finished_low$clock = clock;
        finished_high$clock = clock;
        found_address$clock = clock;
        clearing$d = clearing$q;
        finished_low$d = finished_low$q;
        finished_high$d = finished_high$q;
        found_address$d = found_address$q;
        host$clock = clock;
        time_base$clock = clock;
        busy_bits$clock = clock;
        wheels$clock = clock;
        arming$clock = clock;
        late_check$clock = clock;
        look_ahead$clock = clock;
        cursor$clock = clock;
        cascade$clock = clock;
        event_fifo$clock = clock;
        clearing$d = reset | host$soft_reset;
        host$clear = clearing$q;
        time_base$clear = clearing$q;
        wheels$clear = clearing$q;
        arming$clear = clearing$q;
        late_check$clear = clearing$q;
        look_ahead$clear = clearing$q;
        cursor$clear = clearing$q;
        cascade$clear = clearing$q;
        event_fifo$clear = clearing$q;
        host$execute = execute;
        host$write = write;
        host$whole = whole;
        host$address = address;
        host$data = data;
        done = host$done;
        failed = host$failed;
        read_data = host$read_data;
        irq = host$irq;
        time_base$enable = host$enable;
        time_base$prescale = host$prescale;
        cursor$running = host$running;
        cursor$now_low = time_base$now_low;
        cursor$now_high = time_base$now_high;
        host$now_low = time_base$now_low;
        host$now_high = time_base$now_high;
        host$tick = time_base$tick_now;
        host$half_period = time_base$half_period;
        finished_low$d = cursor$ticks_low;
        finished_high$d = cursor$ticks_high;
        if (cascade$cascading) begin
            finished_low$d = finished_low$q;
            finished_high$d = finished_high$q;
        end
        cursor_low = cursor$ticks_low;
        cursor_high = cursor$ticks_high;
        if (multi_wheel) begin
            cursor_low = finished_low$q;
            cursor_high = finished_high$q;
        end
        host$time_done = host$ask_time;
        host$time_word = time_base$now_low;
        if (host$which_time[32'h0]) begin
            host$time_word = time_base$now_high;
        end
        if (host$which_time[32'h1]) begin
            host$time_word = cursor_low;
            if (host$which_time[32'h0]) begin
                host$time_word = cursor_high;
            end
        end
        host$behind = cursor$behind | cascade$cascading;
        wheels$index = host$wheel_index;
        wheels$data = data;
        wheels$write_size = host$write_size;
        wheels$write_mode = host$write_mode;
        host$size_refused = wheels$size_refused;
        granted = 1'b0;
        if (execute) begin
            wheels$select = host$wheel_index;
        end
        else if (arming$selects) begin
            wheels$select = arming$select_wheel;
        end
        else begin
            wheels$select = cascade$wheel;
            granted = 1'b1;
        end
        wheels$visited = cascade$wheel;
        arming$arm = host$arm;
        arming$disarm = host$disarm;
        arming$wheel = host$wheel;
        arming$slot = host$slot;
        arming$lap = host$lap;
        arming$selected_present = wheels$selected_present;
        arming$selected_size = wheels$selected_size;
        arming$selected_base = wheels$selected_base;
        host$ready = arming$ready;
        host$arm_refused = arming$refused;
        busy_bits$write_enable = arming$write_enable;
        busy_bits$write_address = arming$write_address;
        busy_bits$write_data = arming$write_data;
        busy_bits$whole = arming$write_whole;
        cascade_address = (((cascade$word) & 20'hfffff) << 32'h4) | ((cascade$offset) & 20'hfffff);
        if (cursor$event_commit) begin
            found_address$d = cursor$event_slot;
            if (cascade$upper) begin
                found_address$d = cascade_address;
            end
        end
        arming$clear_request = cursor$clear_bit;
        arming$clear_address = found_address$q;
        cursor$cleared = arming$cleared;
        look_ahead$write_enable = arming$write_enable;
        look_ahead$write_address = arming$write_address;
        look_ahead$write_data = arming$write_data;
        look_ahead$ask = host$ask_next;
        look_ahead$wheel_present = wheels$selected_present & arming$ready;
        look_ahead$wheel_base = wheels$selected_base;
        look_ahead$wheel_size = wheels$selected_size[(32'h0)+:(20)];
        look_ahead$slot = cursor$next_slot;
        if (multi_wheel & |host$wheel_index) begin
            look_ahead$slot = wheels$selected_slot;
        end
        arming$pause_clearing = host$ask_next | look_ahead$searching;
        host$next_done = look_ahead$done;
        host$next_found = look_ahead$found;
        host$next_distance = look_ahead$distance;
        late_check$armed = arming$written_arm;
        late_check$wheel = arming$written_wheel;
        late_check$slot = arming$written_slot;
        late_check$lap = arming$written_lap;
        late_check$next_slot = cursor$next_slot;
        late_check$next_lap = cursor$lap;
        wheels$late_check_select = late_check$late_check_wheel;
        late_check$upper_slot = wheels$late_check_slot;
        late_check$upper_lap = wheels$late_check_lap;
        late_check$room = event_fifo$room;
        late_check$late_taken = event_fifo$late_taken;
        busy_bits$read_address = cursor$word_address;
        cursor$word_data = busy_bits$read_data;
        cursor$pause = arming$pause_reading;
        cursor$last_slot = wheels$last_slot;
        cursor$hold = wheels$hold;
        cursor$auto_clear = wheels$auto_clear;
        cursor$room = event_fifo$room;
        cursor$acknowledged = event_fifo$acknowledged;
        cursor$cascading = cascade$cascading;
        cursor$cascade_upper = cascade$upper;
        cursor$cascade_ask = cascade$ask;
        cursor$cascade_word = cascade$word;
        cursor$cascade_offset = cascade$offset;
        cascade$start = cursor$ready_for_cascade;
        cascade$count = wheels$count;
        cascade$granted = granted;
        cascade$selected_size = wheels$selected_size;
        cascade$selected_base = wheels$selected_base;
        cascade$selected_slot = wheels$selected_slot;
        cascade$selected_lap = wheels$selected_lap;
        cascade$taken = cursor$cascade_taken;
        cascade$done = cursor$cascade_done;
        cascade$again = cursor$cascade_again;
        wheels$step = cascade$step;
        wheels$step_wheel = cascade$wheel;
        wheels$step_slot = cascade$step_slot;
        wheels$step_lap = cascade$step_lap;
        event_fifo$take = cursor$event_commit;
        event_fifo$take_held = wheels$hold;
        event_fifo$wheel = cascade$wheel;
        event_fifo$slot = cursor$event_slot;
        if (cascade$upper) begin
            event_fifo$slot = cascade$slot;
        end
        event_fifo$late = late_check$late;
        event_fifo$late_wheel = late_check$late_wheel;
        event_fifo$late_slot = late_check$late_slot;
        event_fifo$push_tick = cursor$ticks_low;
        event_fifo$pop = host$pop;
        host$event_valid = event_fifo$valid;
        host$event_more = event_fifo$more;
        host$event_late = event_fifo$head_late;
        host$event_wheel = event_fifo$head_wheel;
        host$event_slot = event_fifo$head_slot;
        host$event_tick = event_fifo$head_tick;
        host$event_level = event_fifo$entries;
        host$fifo_full = ~event_fifo$room;
        host$late_lost = late_check$late_lost;
    end

endmodule // carillon$core


module carillon$arming(clock,clear,arm,disarm,wheel,slot,lap,selected_present,selected_size,selected_base,clear_request,clear_address,pause_clearing,selects,select_wheel,refused,ready,cleared,write_enable,write_address,write_data,write_whole,pause_reading,written_arm,written_wheel,written_slot,written_lap);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  arm;
    input wire  disarm;
    input wire  [2:0] wheel;
    input wire  [19:0] slot;
    input wire  [7:0] lap;
    input wire  selected_present;
    input wire  [20:0] selected_size;
    input wire  [15:0] selected_base;
    input wire  clear_request;
    input wire  [19:0] clear_address;
    input wire  pause_clearing;
    output reg  selects;
    output reg  [2:0] select_wheel;
    output reg  refused;
    output reg  ready;
    output reg  cleared;
    output reg  write_enable;
    output reg  [19:0] write_address;
    output reg  write_data;
    output reg  write_whole;
    output reg  pause_reading;
    output reg  written_arm;
    output reg  [2:0] written_wheel;
    output reg  [19:0] written_slot;
    output reg  [7:0] written_lap;

    // Constant declarations
    localparam  slot_mask = 20'hffff;
    localparam  top_slot = 20'hffff;
    localparam  multi_wheel = 1'b0;
    localparam  modes = 1'b0;
    localparam  single_port = 1'b0;

    // Stub signals
    reg  looking_up$d;
    wire  looking_up$q;
    reg  looking_up$clock;
    reg  checking$d;
    wire  checking$q;
    reg  checking$clock;
    reg  refusing$d;
    wire  refusing$q;
    reg  refusing$clock;
    reg  arming$d;
    wire  arming$q;
    reg  arming$clock;
    reg  command_sets$d;
    wire  command_sets$q;
    reg  command_sets$clock;
    reg  [2:0] command_wheel$d;
    wire  [2:0] command_wheel$q;
    reg  command_wheel$clock;
    reg  [19:0] command_slot$d;
    wire  [19:0] command_slot$q;
    reg  command_slot$clock;
    reg  [7:0] command_lap$d;
    wire  [7:0] command_lap$q;
    reg  command_lap$clock;
    reg  sweeping$d;
    wire  sweeping$q;
    reg  sweeping$clock;
    reg  clearing$d;
    wire  clearing$q;
    reg  clearing$clock;
    reg  bit_enable$d;
    wire  bit_enable$q;
    reg  bit_enable$clock;
    reg  [19:0] bit_address$d;
    wire  [19:0] bit_address$q;
    reg  bit_address$clock;
    reg  bit_data$d;
    wire  bit_data$q;
    reg  bit_data$clock;

    // Local signals
    reg  may_clear;
    reg  [20:0] low_slot;
    reg  [19:0] beyond;
    reg  in_range;
    reg  [19:0] wheel_start;

    // Sub module instances
    carillon$arming$looking_up looking_up(
        .d(looking_up$d),
        .q(looking_up$q),
        .clock(looking_up$clock)
    );
    carillon$arming$checking checking(
        .d(checking$d),
        .q(checking$q),
        .clock(checking$clock)
    );
    carillon$arming$refusing refusing(
        .d(refusing$d),
        .q(refusing$q),
        .clock(refusing$clock)
    );
    carillon$arming$arming arming(
        .d(arming$d),
        .q(arming$q),
        .clock(arming$clock)
    );
    carillon$arming$command_sets command_sets(
        .d(command_sets$d),
        .q(command_sets$q),
        .clock(command_sets$clock)
    );
    carillon$arming$command_wheel command_wheel(
        .d(command_wheel$d),
        .q(command_wheel$q),
        .clock(command_wheel$clock)
    );
    carillon$arming$command_slot command_slot(
        .d(command_slot$d),
        .q(command_slot$q),
        .clock(command_slot$clock)
    );
    carillon$arming$command_lap command_lap(
        .d(command_lap$d),
        .q(command_lap$q),
        .clock(command_lap$clock)
    );
    carillon$arming$sweeping sweeping(
        .d(sweeping$d),
        .q(sweeping$q),
        .clock(sweeping$clock)
    );
    carillon$arming$clearing clearing(
        .d(clearing$d),
        .q(clearing$q),
        .clock(clearing$clock)
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

    // Update code
    always @(*) begin
        looking_up$clock = clock;
        checking$clock = clock;
        refusing$clock = clock;
        arming$clock = clock;
        command_sets$clock = clock;
        command_wheel$clock = clock;
        command_slot$clock = clock;
        command_lap$clock = clock;
        sweeping$clock = clock;
        clearing$clock = clock;
        bit_enable$clock = clock;
        bit_address$clock = clock;
        bit_data$clock = clock;
        looking_up$d = looking_up$q;
        checking$d = checking$q;
        refusing$d = refusing$q;
        arming$d = arming$q;
        command_sets$d = command_sets$q;
        command_wheel$d = command_wheel$q;
        command_slot$d = command_slot$q;
        command_lap$d = command_lap$q;
        sweeping$d = sweeping$q;
        clearing$d = clearing$q;
        bit_enable$d = bit_enable$q;
        bit_address$d = bit_address$q;
        bit_data$d = bit_data$q;
        looking_up$d = arm | disarm;
        checking$d = looking_up$q;
        if (arm | disarm) begin
            command_sets$d = arm;
            command_wheel$d = wheel;
            command_slot$d = slot;
            command_lap$d = lap;
        end
        low_slot = ((command_slot$q & slot_mask) & 21'h1fffff);
        beyond = command_slot$q & ~slot_mask;
        in_range = selected_present & ~|beyond & (low_slot < selected_size);
        wheel_start = 32'h0;
        if (multi_wheel) begin
            wheel_start = ((selected_base) & 20'hfffff) << 32'h4;
        end
        may_clear = modes & ~(single_port & (looking_up$q | bit_enable$q));
        bit_enable$d = 1'b0;
        bit_data$d = 1'b0;
        arming$d = 1'b0;
        refusing$d = 1'b0;
        clearing$d = 1'b0;
        if (sweeping$q) begin
            bit_enable$d = 1'b1;
            bit_address$d = (bit_address$q + 32'h1) & slot_mask;
            if (bit_enable$q & (bit_address$q == top_slot)) begin
                bit_enable$d = 1'b0;
                sweeping$d = 1'b0;
            end
        end
        else if (checking$q) begin
            refusing$d = ~in_range;
            bit_enable$d = in_range;
            bit_address$d = (wheel_start + command_slot$q) & slot_mask;
            bit_data$d = command_sets$q;
            arming$d = in_range & command_sets$q;
        end
        else if (clear_request & ~clearing$q & ~pause_clearing & may_clear) begin
            clearing$d = 1'b1;
            bit_enable$d = 1'b1;
            bit_address$d = clear_address;
        end
        if (clear) begin
            looking_up$d = 1'b0;
            checking$d = 1'b0;
            refusing$d = 1'b0;
            arming$d = 1'b0;
            clearing$d = 1'b0;
            sweeping$d = 1'b1;
            bit_enable$d = 1'b0;
            bit_address$d = top_slot;
        end
        selects = looking_up$q;
        select_wheel = command_wheel$q;
        refused = refusing$q;
        ready = ~sweeping$q;
        cleared = clearing$q;
        write_enable = bit_enable$q;
        write_address = bit_address$q;
        write_data = bit_data$q;
        write_whole = sweeping$q;
        pause_reading = single_port & (checking$q | clear_request | bit_enable$q);
        written_arm = arming$q;
        written_wheel = command_wheel$q;
        written_slot = command_slot$q;
        written_lap = command_lap$q;
    end

endmodule // carillon$arming


module carillon$arming$arming(d,q,clock);

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

endmodule // carillon$arming$arming


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


module carillon$arming$checking(d,q,clock);

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

endmodule // carillon$arming$checking


module carillon$arming$clearing(d,q,clock);

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

endmodule // carillon$arming$clearing


module carillon$arming$command_lap(d,q,clock);

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

endmodule // carillon$arming$command_lap


module carillon$arming$command_sets(d,q,clock);

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

endmodule // carillon$arming$command_sets


module carillon$arming$command_slot(d,q,clock);

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

endmodule // carillon$arming$command_slot


module carillon$arming$command_wheel(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$arming$command_wheel


module carillon$arming$looking_up(d,q,clock);

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

endmodule // carillon$arming$looking_up


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


module carillon$busy_bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Constant declarations
    localparam  word_mask = 16'hfff;
    localparam  one_bit = 16'h1;
    localparam  keeps = 1'b1;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  [15:0] written$d;
    wire  [15:0] written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;

    // Local signals
    reg  [15:0] written_word;

    // Sub module instances
    carillon$busy_bits$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$busy_bits$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$busy_bits$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        bits$clock = clock;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$write_enable = write_enable;
        bits$whole = whole;
        bits$read_address = read_address;
        written_word = (write_address[(32'h4)+:(16)] ^ read_address) & word_mask;
        written$d = 32'h0;
        if (write_enable & ~|written_word & keeps) begin
            written$d = one_bit << write_address[(32'h0)+:(4)];
        end
        written_data$d = write_data;
        read_data = bits$read_data & ~written$q;
        if (written_data$q) begin
            read_data = bits$read_data | written$q;
        end
    end

endmodule // carillon$busy_bits


module carillon$busy_bits$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [15:0] busy [4095:0];
    wire [15:0] slot = write_address[15:0];
    wire [11:0] word = read_address[11:0];
    integer i;
    initial for (i = 0; i <= 4095; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[15:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$busy_bits$bits


module carillon$busy_bits$written(d,q,clock);

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

endmodule // carillon$busy_bits$written


module carillon$busy_bits$written_data(d,q,clock);

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

endmodule // carillon$busy_bits$written_data


module carillon$cascade(clock,clear,start,count,granted,selected_size,selected_base,selected_slot,selected_lap,taken,done,again,cascading,wheel,upper,slot,ask,word,offset,step,step_slot,step_lap);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  start;
    input wire  [3:0] count;
    input wire  granted;
    input wire  [20:0] selected_size;
    input wire  [15:0] selected_base;
    input wire  [19:0] selected_slot;
    input wire  [7:0] selected_lap;
    input wire  taken;
    input wire  done;
    input wire  again;
    output reg  cascading;
    output reg  [2:0] wheel;
    output reg  upper;
    output reg  [19:0] slot;
    output reg  ask;
    output reg  [15:0] word;
    output reg  [3:0] offset;
    output reg  step;
    output reg  [19:0] step_slot;
    output reg  [7:0] step_lap;

    // Constant declarations
    localparam  multi_wheel = 1'b0;
    localparam  lowest = 3'b0;
    localparam  one_wheel = 4'h1;

    // Enums
    localparam State$Idle = 0;
    localparam State$Pick = 1;
    localparam State$Look = 2;
    localparam State$Ask = 3;
    localparam State$Wait = 4;

    // Stub signals
    reg  [2:0] state$d;
    wire  [2:0] state$q;
    reg  state$clock;
    reg  [2:0] level$d;
    wire  [2:0] level$q;
    reg  level$clock;
    reg  climbing$d;
    wire  climbing$q;
    reg  climbing$clock;
    reg  picked$d;
    wire  picked$q;
    reg  picked$clock;
    reg  [15:0] visit_word$d;
    wire  [15:0] visit_word$q;
    reg  visit_word$clock;
    reg  [19:0] visit_slot$d;
    wire  [19:0] visit_slot$q;
    reg  visit_slot$clock;
    reg  [20:0] visit_size$d;
    wire  [20:0] visit_size$q;
    reg  visit_size$clock;
    reg  [19:0] next_slot$d;
    wire  [19:0] next_slot$q;
    reg  next_slot$clock;
    reg  [7:0] next_lap$d;
    wire  [7:0] next_lap$q;
    reg  next_lap$clock;
    reg  at_zero$d;
    wire  at_zero$q;
    reg  at_zero$clock;
    reg  at_last$d;
    wire  at_last$q;
    reg  at_last$clock;
    reg  highest$d;
    wire  highest$q;
    reg  highest$clock;

    // Local signals
    reg  picking;
    reg  [20:0] following;
    reg  is_upper;

    // Sub module instances
    carillon$cascade$state state(
        .d(state$d),
        .q(state$q),
        .clock(state$clock)
    );
    carillon$cascade$level level(
        .d(level$d),
        .q(level$q),
        .clock(level$clock)
    );
    carillon$cascade$climbing climbing(
        .d(climbing$d),
        .q(climbing$q),
        .clock(climbing$clock)
    );
    carillon$cascade$picked picked(
        .d(picked$d),
        .q(picked$q),
        .clock(picked$clock)
    );
    carillon$cascade$visit_word visit_word(
        .d(visit_word$d),
        .q(visit_word$q),
        .clock(visit_word$clock)
    );
    carillon$cascade$visit_slot visit_slot(
        .d(visit_slot$d),
        .q(visit_slot$q),
        .clock(visit_slot$clock)
    );
    carillon$cascade$visit_size visit_size(
        .d(visit_size$d),
        .q(visit_size$q),
        .clock(visit_size$clock)
    );
    carillon$cascade$next_slot next_slot(
        .d(next_slot$d),
        .q(next_slot$q),
        .clock(next_slot$clock)
    );
    carillon$cascade$next_lap next_lap(
        .d(next_lap$d),
        .q(next_lap$q),
        .clock(next_lap$clock)
    );
    carillon$cascade$at_zero at_zero(
        .d(at_zero$d),
        .q(at_zero$q),
        .clock(at_zero$clock)
    );
    carillon$cascade$at_last at_last(
        .d(at_last$d),
        .q(at_last$q),
        .clock(at_last$clock)
    );
    carillon$cascade$highest highest(
        .d(highest$d),
        .q(highest$q),
        .clock(highest$clock)
    );

    // Update code
    always @(*) begin
        state$clock = clock;
        level$clock = clock;
        climbing$clock = clock;
        picked$clock = clock;
        visit_word$clock = clock;
        visit_slot$clock = clock;
        visit_size$clock = clock;
        next_slot$clock = clock;
        next_lap$clock = clock;
        at_zero$clock = clock;
        at_last$clock = clock;
        highest$clock = clock;
        state$d = state$q;
        level$d = level$q;
        climbing$d = climbing$q;
        picked$d = picked$q;
        visit_word$d = visit_word$q;
        visit_slot$d = visit_slot$q;
        visit_size$d = visit_size$q;
        next_slot$d = next_slot$q;
        next_lap$d = next_lap$q;
        at_zero$d = at_zero$q;
        at_last$d = at_last$q;
        highest$d = highest$q;
        following = ((visit_slot$q) & 21'h1fffff) + 32'h1;
        picking = state$q == State$Pick;
        if (picking) begin
            at_zero$d = ~|selected_slot;
            highest$d = ((level$q) & 4'hf) + one_wheel == count;
            visit_word$d = selected_base + selected_slot[(32'h4)+:(16)];
            visit_slot$d = selected_slot;
            visit_size$d = selected_size;
            next_lap$d = selected_lap;
        end
        is_upper = level$q != lowest;
        ask = 1'b0;
        step = 1'b0;
        picked$d = granted;
        case (state$q)
            State$Idle:
                begin
                    picked$d = 1'b0;
                    if (start) begin
                        climbing$d = 1'b1;
                        level$d = 32'h1;
                        state$d = State$Pick;
                        if (count == one_wheel) begin
                            level$d = 32'h0;
                            visit_word$d = 32'h0;
                            visit_slot$d = 32'h0;
                            state$d = State$Ask;
                        end
                    end
                end
            State$Pick:
                begin
                    if (picked$q) begin
                        picked$d = 1'b0;
                        state$d = State$Look;
                    end
                end
            State$Look:
                begin
                    next_slot$d = following[(32'h0)+:(20)];
                    at_last$d = following == visit_size$q;
                    picked$d = 1'b0;
                    if (climbing$q & at_zero$q & ~highest$q) begin
                        level$d = level$q + 32'h1;
                        state$d = State$Pick;
                    end
                    else begin
                        climbing$d = 1'b0;
                        state$d = State$Ask;
                    end
                end
            State$Ask:
                begin
                    ask = 1'b1;
                    if (taken) begin
                        state$d = State$Wait;
                    end
                end
            State$Wait:
                begin
                    if (again) begin
                        state$d = State$Ask;
                    end
                    if (done) begin
                        step = is_upper;
                        level$d = level$q - 32'h1;
                        picked$d = 1'b0;
                        state$d = State$Pick;
                        if (~|level$q[(32'h1)+:(2)]) begin
                            level$d = 32'h0;
                            visit_word$d = 32'h0;
                            visit_slot$d = 32'h0;
                            state$d = State$Ask;
                            if (~is_upper) begin
                                state$d = State$Idle;
                            end
                        end
                    end
                end
        endcase
        if (clear | ~multi_wheel) begin
            state$d = State$Idle;
            level$d = 32'h0;
            picked$d = 1'b0;
        end
        cascading = state$q != State$Idle;
        wheel = level$q;
        upper = is_upper;
        slot = visit_slot$q;
        word = visit_word$q;
        offset = visit_slot$q[(32'h0)+:(4)];
        step_slot = next_slot$q;
        step_lap = next_lap$q;
        if (at_last$q) begin
            step_slot = 32'h0;
            step_lap = next_lap$q + 32'h1;
        end
    end

endmodule // carillon$cascade


module carillon$cascade$at_last(d,q,clock);

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

endmodule // carillon$cascade$at_last


module carillon$cascade$at_zero(d,q,clock);

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

endmodule // carillon$cascade$at_zero


module carillon$cascade$climbing(d,q,clock);

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

endmodule // carillon$cascade$climbing


module carillon$cascade$highest(d,q,clock);

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

endmodule // carillon$cascade$highest


module carillon$cascade$level(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cascade$level


module carillon$cascade$next_lap(d,q,clock);

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

endmodule // carillon$cascade$next_lap


module carillon$cascade$next_slot(d,q,clock);

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

endmodule // carillon$cascade$next_slot


module carillon$cascade$picked(d,q,clock);

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

endmodule // carillon$cascade$picked


module carillon$cascade$state(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Enums
    localparam State$Idle = 0;
    localparam State$Pick = 1;
    localparam State$Look = 2;
    localparam State$Ask = 3;
    localparam State$Wait = 4;

    // Update code (custom)
    initial begin
       q = 64'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cascade$state


module carillon$cascade$visit_size(d,q,clock);

    // Module arguments
    input wire  [20:0] d;
    output reg  [20:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 21'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$cascade$visit_size


module carillon$cascade$visit_slot(d,q,clock);

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

endmodule // carillon$cascade$visit_slot


module carillon$cascade$visit_word(d,q,clock);

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

endmodule // carillon$cascade$visit_word


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


module carillon$cursor(clock,clear,running,now_low,now_high,last_slot,word_data,pause,room,hold,auto_clear,acknowledged,cleared,cascading,cascade_upper,cascade_ask,cascade_word,cascade_offset,word_address,next_slot,lap,ticks_low,ticks_high,behind,ready_for_cascade,cascade_taken,cascade_done,cascade_again,event_commit,event_slot,clear_bit);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  running;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    input wire  [19:0] last_slot;
    input wire  [15:0] word_data;
    input wire  pause;
    input wire  room;
    input wire  hold;
    input wire  auto_clear;
    input wire  acknowledged;
    input wire  cleared;
    input wire  cascading;
    input wire  cascade_upper;
    input wire  cascade_ask;
    input wire  [15:0] cascade_word;
    input wire  [3:0] cascade_offset;
    output reg  [15:0] word_address;
    output reg  [19:0] next_slot;
    output reg  [7:0] lap;
    output reg  [31:0] ticks_low;
    output reg  [31:0] ticks_high;
    output reg  behind;
    output reg  ready_for_cascade;
    output reg  cascade_taken;
    output reg  cascade_done;
    output reg  cascade_again;
    output reg  event_commit;
    output reg  [19:0] event_slot;
    output reg  clear_bit;

    // Constant declarations
    localparam  word_mask = 16'hfff;
    localparam  modes = 1'b0;
    localparam  one_slot = 5'b1;

    // Stub signals
    reg  ticks$clock;
    reg  ticks$clear;
    reg  [4:0] ticks$advance;
    wire  [31:0] ticks$low;
    wire  [31:0] ticks$high;
    reg  backlog$clock;
    reg  backlog$clear;
    reg  [31:0] backlog$now_low;
    reg  [31:0] backlog$now_high;
    reg  [31:0] backlog$cursor_low;
    reg  [31:0] backlog$cursor_high;
    reg  [10:0] backlog$issued;
    wire  backlog$one;
    wire  backlog$two;
    wire  backlog$far;
    wire  backlog$behind;
    reg  fetch$clock;
    reg  fetch$clear;
    reg  fetch$allowed;
    reg  fetch$one;
    reg  fetch$two;
    reg  fetch$far;
    reg  [3:0] fetch$last_place;
    reg  [15:0] fetch$before_last_word;
    reg  fetch$single_word;
    reg  fetch$squash;
    reg  fetch$reload;
    reg  [15:0] fetch$visit_word;
    reg  [3:0] fetch$visit_offset;
    reg  [4:0] fetch$visit_left;
    reg  fetch$visit_last;
    reg  fetch$visit_edge;
    reg  [10:0] fetch$visited;
    reg  fetch$cascade_ask;
    reg  [15:0] fetch$cascade_word;
    reg  [3:0] fetch$cascade_offset;
    wire  [15:0] fetch$word_address;
    wire  fetch$ticket;
    wire  [15:0] fetch$ticket_mask;
    wire  [3:0] fetch$ticket_end;
    wire  fetch$ticket_ends_word;
    wire  fetch$ticket_cascade;
    wire  [10:0] fetch$issued;
    wire  fetch$at_edge;
    reg  [15:0] first$word;
    wire  first$found;
    wire  [3:0] first$position;
    reg  [15:0] before_last_word$d;
    wire  [15:0] before_last_word$q;
    reg  before_last_word$clock;
    reg  single_word$d;
    wire  single_word$q;
    reg  single_word$clock;
    reg  searched$d;
    wire  searched$q;
    reg  searched$clock;
    reg  [15:0] searched_word$d;
    wire  [15:0] searched_word$q;
    reg  searched_word$clock;
    reg  [3:0] searched_end$d;
    wire  [3:0] searched_end$q;
    reg  searched_end$clock;
    reg  searched_ends_word$d;
    wire  searched_ends_word$q;
    reg  searched_ends_word$clock;
    reg  searched_cascade$d;
    wire  searched_cascade$q;
    reg  searched_cascade$clock;
    reg  valid$d;
    wire  valid$q;
    reg  valid$clock;
    reg  found$d;
    wire  found$q;
    reg  found$clock;
    reg  [3:0] place$d;
    wire  [3:0] place$q;
    reg  place$clock;
    reg  at_end$d;
    wire  at_end$q;
    reg  at_end$clock;
    reg  completes_word$d;
    wire  completes_word$q;
    reg  completes_word$clock;
    reg  cascade$d;
    wire  cascade$q;
    reg  cascade$clock;
    reg  [15:0] visit_word$d;
    wire  [15:0] visit_word$q;
    reg  visit_word$clock;
    reg  [3:0] visit_offset$d;
    wire  [3:0] visit_offset$q;
    reg  visit_offset$clock;
    reg  visit_last$d;
    wire  visit_last$q;
    reg  visit_last$clock;
    reg  [7:0] visit_lap$d;
    wire  [7:0] visit_lap$q;
    reg  visit_lap$clock;
    reg  visit_edge$d;
    wire  visit_edge$q;
    reg  visit_edge$clock;
    reg  [4:0] visit_left$d;
    wire  [4:0] visit_left$q;
    reg  visit_left$clock;
    reg  [4:0] step$d;
    wire  [4:0] step$q;
    reg  step$clock;
    reg  flushing$d;
    wire  flushing$q;
    reg  flushing$clock;
    reg  reloading$d;
    wire  reloading$q;
    reg  reloading$clock;
    reg  holding$d;
    wire  holding$q;
    reg  holding$clock;
    reg  clearing_bit$d;
    wire  clearing_bit$q;
    reg  clearing_bit$clock;
    reg  edge_ready$d;
    wire  edge_ready$q;
    reg  edge_ready$clock;
    reg  may_issue$d;
    wire  may_issue$q;
    reg  may_issue$clock;

    // Local signals
    reg  blocked;
    reg  taken;
    reg  reaches_end;
    reg  edge_due;
    reg  word_done;
    reg  of_wheel_0;
    reg  redirect;
    reg  asks;
    reg  will_hold;
    reg  will_clear_bit;
    reg  [4:0] passed;
    reg  [15:0] last_word;
    reg  [4:0] stop;

    // Sub module instances
    carillon$cursor$ticks ticks(
        .clock(ticks$clock),
        .clear(ticks$clear),
        .advance(ticks$advance),
        .low(ticks$low),
        .high(ticks$high)
    );
    carillon$cursor$backlog backlog(
        .clock(backlog$clock),
        .clear(backlog$clear),
        .now_low(backlog$now_low),
        .now_high(backlog$now_high),
        .cursor_low(backlog$cursor_low),
        .cursor_high(backlog$cursor_high),
        .issued(backlog$issued),
        .one(backlog$one),
        .two(backlog$two),
        .far(backlog$far),
        .behind(backlog$behind)
    );
    carillon$cursor$fetch fetch(
        .clock(fetch$clock),
        .clear(fetch$clear),
        .allowed(fetch$allowed),
        .one(fetch$one),
        .two(fetch$two),
        .far(fetch$far),
        .last_place(fetch$last_place),
        .before_last_word(fetch$before_last_word),
        .single_word(fetch$single_word),
        .squash(fetch$squash),
        .reload(fetch$reload),
        .visit_word(fetch$visit_word),
        .visit_offset(fetch$visit_offset),
        .visit_left(fetch$visit_left),
        .visit_last(fetch$visit_last),
        .visit_edge(fetch$visit_edge),
        .visited(fetch$visited),
        .cascade_ask(fetch$cascade_ask),
        .cascade_word(fetch$cascade_word),
        .cascade_offset(fetch$cascade_offset),
        .word_address(fetch$word_address),
        .ticket(fetch$ticket),
        .ticket_mask(fetch$ticket_mask),
        .ticket_end(fetch$ticket_end),
        .ticket_ends_word(fetch$ticket_ends_word),
        .ticket_cascade(fetch$ticket_cascade),
        .issued(fetch$issued),
        .at_edge(fetch$at_edge)
    );
    carillon$cursor$first first(
        .word(first$word),
        .found(first$found),
        .position(first$position)
    );
    carillon$cursor$before_last_word before_last_word(
        .d(before_last_word$d),
        .q(before_last_word$q),
        .clock(before_last_word$clock)
    );
    carillon$cursor$single_word single_word(
        .d(single_word$d),
        .q(single_word$q),
        .clock(single_word$clock)
    );
    carillon$cursor$searched searched(
        .d(searched$d),
        .q(searched$q),
        .clock(searched$clock)
    );
    carillon$cursor$searched_word searched_word(
        .d(searched_word$d),
        .q(searched_word$q),
        .clock(searched_word$clock)
    );
    carillon$cursor$searched_end searched_end(
        .d(searched_end$d),
        .q(searched_end$q),
        .clock(searched_end$clock)
    );
    carillon$cursor$searched_ends_word searched_ends_word(
        .d(searched_ends_word$d),
        .q(searched_ends_word$q),
        .clock(searched_ends_word$clock)
    );
    carillon$cursor$searched_cascade searched_cascade(
        .d(searched_cascade$d),
        .q(searched_cascade$q),
        .clock(searched_cascade$clock)
    );
    carillon$cursor$valid valid(
        .d(valid$d),
        .q(valid$q),
        .clock(valid$clock)
    );
    carillon$cursor$found found(
        .d(found$d),
        .q(found$q),
        .clock(found$clock)
    );
    carillon$cursor$place place(
        .d(place$d),
        .q(place$q),
        .clock(place$clock)
    );
    carillon$cursor$at_end at_end(
        .d(at_end$d),
        .q(at_end$q),
        .clock(at_end$clock)
    );
    carillon$cursor$completes_word completes_word(
        .d(completes_word$d),
        .q(completes_word$q),
        .clock(completes_word$clock)
    );
    carillon$cursor$cascade cascade(
        .d(cascade$d),
        .q(cascade$q),
        .clock(cascade$clock)
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
    carillon$cursor$visit_last visit_last(
        .d(visit_last$d),
        .q(visit_last$q),
        .clock(visit_last$clock)
    );
    carillon$cursor$visit_lap visit_lap(
        .d(visit_lap$d),
        .q(visit_lap$q),
        .clock(visit_lap$clock)
    );
    carillon$cursor$visit_edge visit_edge(
        .d(visit_edge$d),
        .q(visit_edge$q),
        .clock(visit_edge$clock)
    );
    carillon$cursor$visit_left visit_left(
        .d(visit_left$d),
        .q(visit_left$q),
        .clock(visit_left$clock)
    );
    carillon$cursor$step step(
        .d(step$d),
        .q(step$q),
        .clock(step$clock)
    );
    carillon$cursor$flushing flushing(
        .d(flushing$d),
        .q(flushing$q),
        .clock(flushing$clock)
    );
    carillon$cursor$reloading reloading(
        .d(reloading$d),
        .q(reloading$q),
        .clock(reloading$clock)
    );
    carillon$cursor$holding holding(
        .d(holding$d),
        .q(holding$q),
        .clock(holding$clock)
    );
    carillon$cursor$clearing_bit clearing_bit(
        .d(clearing_bit$d),
        .q(clearing_bit$q),
        .clock(clearing_bit$clock)
    );
    carillon$cursor$edge_ready edge_ready(
        .d(edge_ready$d),
        .q(edge_ready$q),
        .clock(edge_ready$clock)
    );
    carillon$cursor$may_issue may_issue(
        .d(may_issue$d),
        .q(may_issue$q),
        .clock(may_issue$clock)
    );

    // Update code
    always @(*) begin
        before_last_word$clock = clock;
        single_word$clock = clock;
        searched$clock = clock;
        searched_word$clock = clock;
        searched_end$clock = clock;
        searched_ends_word$clock = clock;
        searched_cascade$clock = clock;
        valid$clock = clock;
        found$clock = clock;
        place$clock = clock;
        at_end$clock = clock;
        completes_word$clock = clock;
        cascade$clock = clock;
        visit_word$clock = clock;
        visit_offset$clock = clock;
        visit_last$clock = clock;
        visit_lap$clock = clock;
        visit_edge$clock = clock;
        visit_left$clock = clock;
        step$clock = clock;
        flushing$clock = clock;
        reloading$clock = clock;
        holding$clock = clock;
        clearing_bit$clock = clock;
        edge_ready$clock = clock;
        may_issue$clock = clock;
        before_last_word$d = before_last_word$q;
        single_word$d = single_word$q;
        searched$d = searched$q;
        searched_word$d = searched_word$q;
        searched_end$d = searched_end$q;
        searched_ends_word$d = searched_ends_word$q;
        searched_cascade$d = searched_cascade$q;
        valid$d = valid$q;
        found$d = found$q;
        place$d = place$q;
        at_end$d = at_end$q;
        completes_word$d = completes_word$q;
        cascade$d = cascade$q;
        visit_word$d = visit_word$q;
        visit_offset$d = visit_offset$q;
        visit_last$d = visit_last$q;
        visit_lap$d = visit_lap$q;
        visit_edge$d = visit_edge$q;
        visit_left$d = visit_left$q;
        step$d = step$q;
        flushing$d = flushing$q;
        reloading$d = reloading$q;
        holding$d = holding$q;
        clearing_bit$d = clearing_bit$q;
        edge_ready$d = edge_ready$q;
        may_issue$d = may_issue$q;
        ticks$clock = clock;
        backlog$clock = clock;
        fetch$clock = clock;
        last_word = last_slot[(32'h4)+:(16)];
        before_last_word$d = (last_word - 32'h1) & word_mask;
        single_word$d = ~|last_word;
        asks = cascade_ask & may_issue$q;
        fetch$clear = clear;
        fetch$allowed = may_issue$q;
        fetch$one = backlog$one;
        fetch$two = backlog$two;
        fetch$far = backlog$far;
        fetch$last_place = last_slot[(32'h0)+:(4)];
        fetch$before_last_word = before_last_word$q;
        fetch$single_word = single_word$q;
        fetch$reload = reloading$q | cascading | ~running;
        fetch$visit_word = visit_word$q;
        fetch$visit_offset = visit_offset$q;
        fetch$visit_left = visit_left$q;
        fetch$visit_last = visit_last$q;
        fetch$visit_edge = visit_edge$q;
        fetch$visited = ticks$low[(32'h0)+:(11)];
        fetch$cascade_ask = asks;
        fetch$cascade_word = cascade_word;
        fetch$cascade_offset = cascade_offset;
        word_address = fetch$word_address;
        cascade_taken = asks;
        searched$d = fetch$ticket;
        searched_word$d = word_data & fetch$ticket_mask;
        searched_end$d = fetch$ticket_end;
        searched_ends_word$d = fetch$ticket_ends_word;
        searched_cascade$d = fetch$ticket_cascade;
        first$word = searched_word$q;
        valid$d = searched$q;
        found$d = first$found;
        place$d = searched_end$q;
        if (first$found) begin
            place$d = first$position;
        end
        reaches_end = ~first$found | (first$position == searched_end$q);
        at_end$d = reaches_end;
        completes_word$d = searched$q & searched_ends_word$q & reaches_end;
        cascade$d = searched_cascade$q;
        taken = valid$q & found$q & room;
        blocked = found$q & ~room;
        word_done = completes_word$q & ~blocked;
        of_wheel_0 = valid$q & ~(cascade$q & cascade_upper);
        redirect = valid$q & (blocked | ~at_end$q | cascade$q | (found$q & (hold | auto_clear)));
        passed = ((place$q) & 5'h1f) - ((visit_offset$q) & 5'h1f);
        step$d = 32'h0;
        if (valid$q & ~cascade$q) begin
            step$d = passed + one_slot;
            if (blocked) begin
                step$d = passed;
            end
        end
        if (of_wheel_0) begin
            visit_offset$d = place$q + 32'h1;
            visit_edge$d = 1'b0;
            if (blocked) begin
                visit_offset$d = place$q;
                visit_edge$d = visit_edge$q;
            end
        end
        if (word_done) begin
            visit_offset$d = 32'h0;
            visit_word$d = (visit_word$q + 32'h1) & word_mask;
            visit_last$d = visit_word$q == before_last_word$q;
            if (visit_last$q) begin
                visit_word$d = 32'h0;
                visit_last$d = single_word$q;
                visit_lap$d = visit_lap$q + 32'h1;
                visit_edge$d = 1'b1;
            end
        end
        stop = 32'h10;
        if (visit_last$q) begin
            stop = ((last_slot[(32'h0)+:(4)]) & 5'h1f) + one_slot;
        end
        visit_left$d = stop - ((visit_offset$q) & 5'h1f);
        fetch$squash = redirect;
        flushing$d = redirect;
        reloading$d = flushing$q;
        if (redirect) begin
            searched$d = 1'b0;
            valid$d = 1'b0;
            completes_word$d = 1'b0;
        end
        will_hold = modes & ((holding$q & ~acknowledged) | (taken & hold));
        will_clear_bit = modes & ((clearing_bit$q & ~cleared) | (taken & auto_clear));
        holding$d = will_hold;
        clearing_bit$d = will_clear_bit;
        may_issue$d = running & ~pause & ~redirect & ~flushing$q & ~will_hold & ~will_clear_bit;
        event_commit = taken;
        event_slot = (((visit_word$q) & 20'hfffff) << 32'h4) | ((place$q) & 20'hfffff);
        clear_bit = clearing_bit$q;
        cascade_done = valid$q & cascade$q & ~blocked;
        cascade_again = valid$q & cascade$q & blocked;
        edge_due = fetch$at_edge & ~fetch$ticket & ~searched$q & ~valid$q & ~cascading & ~edge_ready$q & may_issue$q & (backlog$one | backlog$far);
        edge_ready$d = edge_due;
        if (edge_due) begin
            step$d = one_slot;
        end
        ready_for_cascade = edge_ready$q;
        ticks$clear = clear;
        ticks$advance = step$q;
        backlog$clear = clear;
        backlog$now_low = now_low;
        backlog$now_high = now_high;
        backlog$cursor_low = ticks$low;
        backlog$cursor_high = ticks$high;
        backlog$issued = fetch$issued;
        behind = backlog$behind;
        next_slot = (((visit_word$q) & 20'hfffff) << 32'h4) | ((visit_offset$q) & 20'hfffff);
        lap = visit_lap$q;
        ticks_low = ticks$low;
        ticks_high = ticks$high;
        if (clear) begin
            searched$d = 1'b0;
            valid$d = 1'b0;
            completes_word$d = 1'b0;
            visit_word$d = 32'h0;
            visit_offset$d = 32'h1;
            visit_lap$d = 32'h0;
            visit_edge$d = 1'b0;
            step$d = 32'h0;
            flushing$d = 1'b0;
            reloading$d = 1'b0;
            holding$d = 1'b0;
            clearing_bit$d = 1'b0;
            edge_ready$d = 1'b0;
            may_issue$d = 1'b0;
        end
        if (~running) begin
            visit_last$d = single_word$q;
        end
    end

endmodule // carillon$cursor


module carillon$cursor$at_end(d,q,clock);

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

endmodule // carillon$cursor$at_end


module carillon$cursor$backlog(clock,clear,now_low,now_high,cursor_low,cursor_high,issued,one,two,far,behind);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [31:0] now_low;
    input wire  [31:0] now_high;
    input wire  [31:0] cursor_low;
    input wire  [31:0] cursor_high;
    input wire  [10:0] issued;
    output reg  one;
    output reg  two;
    output reg  far;
    output reg  behind;

    // Stub signals
    reg  at_least_one$d;
    wire  at_least_one$q;
    reg  at_least_one$clock;
    reg  at_least_two$d;
    wire  at_least_two$q;
    reg  at_least_two$clock;
    reg  at_least_32$d;
    wire  at_least_32$q;
    reg  at_least_32$clock;
    reg  not_at_now$d;
    wire  not_at_now$q;
    reg  not_at_now$clock;
    reg  low_differs$d;
    wire  low_differs$q;
    reg  low_differs$clock;
    reg  part_1_differs$d;
    wire  part_1_differs$q;
    reg  part_1_differs$clock;
    reg  part_2_differs$d;
    wire  part_2_differs$q;
    reg  part_2_differs$clock;
    reg  part_3_differs$d;
    wire  part_3_differs$q;
    reg  part_3_differs$clock;
    reg  part_4_differs$d;
    wire  part_4_differs$q;
    reg  part_4_differs$clock;
    reg  part_5_differs$d;
    wire  part_5_differs$q;
    reg  part_5_differs$clock;
    reg  upper_differs$d;
    wire  upper_differs$q;
    reg  upper_differs$clock;
    reg  far_differs$d;
    wire  far_differs$q;
    reg  far_differs$clock;
    reg  block$d;
    wire  block$q;
    reg  block$clock;
    reg  block_then$d;
    wire  block_then$q;
    reg  block_then$clock;
    reg  last_block$d;
    wire  last_block$q;
    reg  last_block$clock;
    reg  last_block_then$d;
    wire  last_block_then$q;
    reg  last_block_then$clock;

    // Local signals
    reg  [9:0] now_part;
    reg  [9:0] not_issued;
    reg  [9:0] sum_bits;
    reg  [9:0] carries;
    reg  is_issued;
    reg  is_next;
    reg  [9:0] ahead;
    reg  blocks_ahead;
    reg  far_part_differs;
    reg  any_differs;

    // Sub module instances
    carillon$cursor$backlog$at_least_one at_least_one(
        .d(at_least_one$d),
        .q(at_least_one$q),
        .clock(at_least_one$clock)
    );
    carillon$cursor$backlog$at_least_two at_least_two(
        .d(at_least_two$d),
        .q(at_least_two$q),
        .clock(at_least_two$clock)
    );
    carillon$cursor$backlog$at_least_32 at_least_32(
        .d(at_least_32$d),
        .q(at_least_32$q),
        .clock(at_least_32$clock)
    );
    carillon$cursor$backlog$not_at_now not_at_now(
        .d(not_at_now$d),
        .q(not_at_now$q),
        .clock(not_at_now$clock)
    );
    carillon$cursor$backlog$low_differs low_differs(
        .d(low_differs$d),
        .q(low_differs$q),
        .clock(low_differs$clock)
    );
    carillon$cursor$backlog$part_1_differs part_1_differs(
        .d(part_1_differs$d),
        .q(part_1_differs$q),
        .clock(part_1_differs$clock)
    );
    carillon$cursor$backlog$part_2_differs part_2_differs(
        .d(part_2_differs$d),
        .q(part_2_differs$q),
        .clock(part_2_differs$clock)
    );
    carillon$cursor$backlog$part_3_differs part_3_differs(
        .d(part_3_differs$d),
        .q(part_3_differs$q),
        .clock(part_3_differs$clock)
    );
    carillon$cursor$backlog$part_4_differs part_4_differs(
        .d(part_4_differs$d),
        .q(part_4_differs$q),
        .clock(part_4_differs$clock)
    );
    carillon$cursor$backlog$part_5_differs part_5_differs(
        .d(part_5_differs$d),
        .q(part_5_differs$q),
        .clock(part_5_differs$clock)
    );
    carillon$cursor$backlog$upper_differs upper_differs(
        .d(upper_differs$d),
        .q(upper_differs$q),
        .clock(upper_differs$clock)
    );
    carillon$cursor$backlog$far_differs far_differs(
        .d(far_differs$d),
        .q(far_differs$q),
        .clock(far_differs$clock)
    );
    carillon$cursor$backlog$block block(
        .d(block$d),
        .q(block$q),
        .clock(block$clock)
    );
    carillon$cursor$backlog$block_then block_then(
        .d(block_then$d),
        .q(block_then$q),
        .clock(block_then$clock)
    );
    carillon$cursor$backlog$last_block last_block(
        .d(last_block$d),
        .q(last_block$q),
        .clock(last_block$clock)
    );
    carillon$cursor$backlog$last_block_then last_block_then(
        .d(last_block_then$d),
        .q(last_block_then$q),
        .clock(last_block_then$clock)
    );

    // Update code
    always @(*) begin
        at_least_one$clock = clock;
        at_least_two$clock = clock;
        at_least_32$clock = clock;
        not_at_now$clock = clock;
        low_differs$clock = clock;
        part_1_differs$clock = clock;
        part_2_differs$clock = clock;
        part_3_differs$clock = clock;
        part_4_differs$clock = clock;
        part_5_differs$clock = clock;
        upper_differs$clock = clock;
        far_differs$clock = clock;
        block$clock = clock;
        block_then$clock = clock;
        last_block$clock = clock;
        last_block_then$clock = clock;
        at_least_one$d = at_least_one$q;
        at_least_two$d = at_least_two$q;
        at_least_32$d = at_least_32$q;
        not_at_now$d = not_at_now$q;
        low_differs$d = low_differs$q;
        part_1_differs$d = part_1_differs$q;
        part_2_differs$d = part_2_differs$q;
        part_3_differs$d = part_3_differs$q;
        part_4_differs$d = part_4_differs$q;
        part_5_differs$d = part_5_differs$q;
        upper_differs$d = upper_differs$q;
        far_differs$d = far_differs$q;
        block$d = block$q;
        block_then$d = block_then$q;
        last_block$d = last_block$q;
        last_block_then$d = last_block_then$q;
        low_differs$d = now_low[(32'h0)+:(10)] != cursor_low[(32'h0)+:(10)];
        part_1_differs$d = now_low[(32'ha)+:(4)] != cursor_low[(32'ha)+:(4)];
        part_2_differs$d = now_low[(32'he)+:(9)] != cursor_low[(32'he)+:(9)];
        part_3_differs$d = now_low[(32'h17)+:(9)] != cursor_low[(32'h17)+:(9)];
        part_4_differs$d = now_high[(32'h0)+:(16)] != cursor_high[(32'h0)+:(16)];
        part_5_differs$d = now_high[(32'h10)+:(16)] != cursor_high[(32'h10)+:(16)];
        far_part_differs = part_2_differs$q | part_3_differs$q | part_4_differs$q | part_5_differs$q;
        any_differs = part_1_differs$q | far_part_differs;
        upper_differs$d = any_differs;
        far_differs$d = far_part_differs;
        not_at_now$d = any_differs | low_differs$q;
        block$d = cursor_low[32'ha];
        block_then$d = block$q;
        last_block$d = &cursor_low[(32'ha)+:(4)];
        last_block_then$d = last_block$q;
        ahead = now_low[(32'h0)+:(10)] - issued[(32'h0)+:(10)];
        blocks_ahead = (upper_differs$q & (issued[32'ha] == block_then$q) & (now_low[(32'h0)+:(10)] >= issued[(32'h0)+:(10)])) | (far_differs$q & ~last_block_then$q);
        now_part = now_low[(32'h0)+:(10)];
        not_issued = ~issued[(32'h0)+:(10)];
        sum_bits = now_part ^ not_issued;
        carries = (now_part | not_issued) << 32'h1;
        is_issued = &sum_bits;
        is_next = sum_bits == carries;
        at_least_one$d = ~is_issued;
        at_least_two$d = ~is_issued & ~is_next;
        at_least_32$d = |(ahead >> 32'h5) | blocks_ahead;
        if (clear) begin
            at_least_one$d = 1'b0;
            at_least_two$d = 1'b0;
            at_least_32$d = 1'b0;
            not_at_now$d = 1'b0;
            low_differs$d = 1'b0;
            part_1_differs$d = 1'b0;
            part_2_differs$d = 1'b0;
            part_3_differs$d = 1'b0;
            part_4_differs$d = 1'b0;
            part_5_differs$d = 1'b0;
            upper_differs$d = 1'b0;
            far_differs$d = 1'b0;
        end
        one = at_least_one$q;
        two = at_least_two$q;
        far = at_least_32$q;
        behind = not_at_now$q;
    end

endmodule // carillon$cursor$backlog


module carillon$cursor$backlog$at_least_32(d,q,clock);

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

endmodule // carillon$cursor$backlog$at_least_32


module carillon$cursor$backlog$at_least_one(d,q,clock);

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

endmodule // carillon$cursor$backlog$at_least_one


module carillon$cursor$backlog$at_least_two(d,q,clock);

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

endmodule // carillon$cursor$backlog$at_least_two


module carillon$cursor$backlog$block(d,q,clock);

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

endmodule // carillon$cursor$backlog$block


module carillon$cursor$backlog$block_then(d,q,clock);

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

endmodule // carillon$cursor$backlog$block_then


module carillon$cursor$backlog$far_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$far_differs


module carillon$cursor$backlog$last_block(d,q,clock);

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

endmodule // carillon$cursor$backlog$last_block


module carillon$cursor$backlog$last_block_then(d,q,clock);

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

endmodule // carillon$cursor$backlog$last_block_then


module carillon$cursor$backlog$low_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$low_differs


module carillon$cursor$backlog$not_at_now(d,q,clock);

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

endmodule // carillon$cursor$backlog$not_at_now


module carillon$cursor$backlog$part_1_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$part_1_differs


module carillon$cursor$backlog$part_2_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$part_2_differs


module carillon$cursor$backlog$part_3_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$part_3_differs


module carillon$cursor$backlog$part_4_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$part_4_differs


module carillon$cursor$backlog$part_5_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$part_5_differs


module carillon$cursor$backlog$upper_differs(d,q,clock);

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

endmodule // carillon$cursor$backlog$upper_differs


module carillon$cursor$before_last_word(d,q,clock);

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

endmodule // carillon$cursor$before_last_word


module carillon$cursor$cascade(d,q,clock);

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

endmodule // carillon$cursor$cascade


module carillon$cursor$clearing_bit(d,q,clock);

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

endmodule // carillon$cursor$clearing_bit


module carillon$cursor$completes_word(d,q,clock);

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

endmodule // carillon$cursor$completes_word


module carillon$cursor$edge_ready(d,q,clock);

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

endmodule // carillon$cursor$edge_ready


module carillon$cursor$fetch(clock,clear,allowed,one,two,far,last_place,before_last_word,single_word,squash,reload,visit_word,visit_offset,visit_left,visit_last,visit_edge,visited,cascade_ask,cascade_word,cascade_offset,word_address,ticket,ticket_mask,ticket_end,ticket_ends_word,ticket_cascade,issued,at_edge);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  allowed;
    input wire  one;
    input wire  two;
    input wire  far;
    input wire  [3:0] last_place;
    input wire  [15:0] before_last_word;
    input wire  single_word;
    input wire  squash;
    input wire  reload;
    input wire  [15:0] visit_word;
    input wire  [3:0] visit_offset;
    input wire  [4:0] visit_left;
    input wire  visit_last;
    input wire  visit_edge;
    input wire  [10:0] visited;
    input wire  cascade_ask;
    input wire  [15:0] cascade_word;
    input wire  [3:0] cascade_offset;
    output reg  [15:0] word_address;
    output reg  ticket;
    output reg  [15:0] ticket_mask;
    output reg  [3:0] ticket_end;
    output reg  ticket_ends_word;
    output reg  ticket_cascade;
    output reg  [10:0] issued;
    output reg  at_edge;

    // Constant declarations
    localparam  stops_at_edge = 1'b0;
    localparam  word_mask = 16'hfff;
    localparam  all_ones = 16'hffff;
    localparam  one_bit = 16'h1;
    localparam  one_slot = 5'b1;
    localparam  whole_word = 5'b10000;

    // Stub signals
    reg  [15:0] word$d;
    wire  [15:0] word$q;
    reg  word$clock;
    reg  [3:0] offset$d;
    wire  [3:0] offset$q;
    reg  offset$clock;
    reg  [4:0] left$d;
    wire  [4:0] left$q;
    reg  left$clock;
    reg  last$d;
    wire  last$q;
    reg  last$clock;
    reg  stopped$d;
    wire  stopped$q;
    reg  stopped$clock;
    reg  [10:0] ticks$d;
    wire  [10:0] ticks$q;
    reg  ticks$clock;
    reg  single_before$d;
    wire  single_before$q;
    reg  single_before$clock;
    reg  none_before$d;
    wire  none_before$q;
    reg  none_before$clock;
    reg  valid$d;
    wire  valid$q;
    reg  valid$clock;
    reg  [15:0] mask$d;
    wire  [15:0] mask$q;
    reg  mask$clock;
    reg  [3:0] end_place$d;
    wire  [3:0] end_place$q;
    reg  end_place$clock;
    reg  ends_word$d;
    wire  ends_word$q;
    reg  ends_word$clock;
    reg  cascade$d;
    wire  cascade$q;
    reg  cascade$clock;

    // Local signals
    reg  may;
    reg  issues_rest;
    reg  issues_single;
    reg  wraps;
    reg  [4:0] count;
    reg  [3:0] last_end;
    reg  [3:0] asked_offset;
    reg  [4:0] last_size;
    reg  is_before_last;

    // Sub module instances
    carillon$cursor$fetch$word word(
        .d(word$d),
        .q(word$q),
        .clock(word$clock)
    );
    carillon$cursor$fetch$offset offset(
        .d(offset$d),
        .q(offset$q),
        .clock(offset$clock)
    );
    carillon$cursor$fetch$left left(
        .d(left$d),
        .q(left$q),
        .clock(left$clock)
    );
    carillon$cursor$fetch$last last(
        .d(last$d),
        .q(last$q),
        .clock(last$clock)
    );
    carillon$cursor$fetch$stopped stopped(
        .d(stopped$d),
        .q(stopped$q),
        .clock(stopped$clock)
    );
    carillon$cursor$fetch$ticks ticks(
        .d(ticks$d),
        .q(ticks$q),
        .clock(ticks$clock)
    );
    carillon$cursor$fetch$single_before single_before(
        .d(single_before$d),
        .q(single_before$q),
        .clock(single_before$clock)
    );
    carillon$cursor$fetch$none_before none_before(
        .d(none_before$d),
        .q(none_before$q),
        .clock(none_before$clock)
    );
    carillon$cursor$fetch$valid valid(
        .d(valid$d),
        .q(valid$q),
        .clock(valid$clock)
    );
    carillon$cursor$fetch$mask mask(
        .d(mask$d),
        .q(mask$q),
        .clock(mask$clock)
    );
    carillon$cursor$fetch$end_place end_place(
        .d(end_place$d),
        .q(end_place$q),
        .clock(end_place$clock)
    );
    carillon$cursor$fetch$ends_word ends_word(
        .d(ends_word$d),
        .q(ends_word$q),
        .clock(ends_word$clock)
    );
    carillon$cursor$fetch$cascade cascade(
        .d(cascade$d),
        .q(cascade$q),
        .clock(cascade$clock)
    );

    // Update code
    always @(*) begin
        word$clock = clock;
        offset$clock = clock;
        left$clock = clock;
        last$clock = clock;
        stopped$clock = clock;
        ticks$clock = clock;
        single_before$clock = clock;
        none_before$clock = clock;
        valid$clock = clock;
        mask$clock = clock;
        end_place$clock = clock;
        ends_word$clock = clock;
        cascade$clock = clock;
        word$d = word$q;
        offset$d = offset$q;
        left$d = left$q;
        last$d = last$q;
        stopped$d = stopped$q;
        ticks$d = ticks$q;
        single_before$d = single_before$q;
        none_before$d = none_before$q;
        valid$d = valid$q;
        mask$d = mask$q;
        end_place$d = end_place$q;
        ends_word$d = ends_word$q;
        cascade$d = cascade$q;
        may = allowed & ~stopped$q;
        issues_rest = may & far;
        issues_single = may & ~far & ((two & single_before$q) | (one & none_before$q));
        single_before$d = issues_single;
        none_before$d = ~issues_single & ~issues_rest;
        last_end = 32'hf;
        last_size = whole_word;
        if (last$q) begin
            last_end = last_place;
        end
        wraps = left$q == one_slot;
        count = 32'h1;
        if (issues_rest) begin
            wraps = 1'b1;
            count = left$q;
        end
        is_before_last = word$q == before_last_word;
        if (is_before_last | single_word) begin
            last_size = ((last_place) & 5'h1f) + one_slot;
        end
        if (issues_rest | issues_single) begin
            ticks$d = ticks$q + ((count) & 11'h7ff);
            offset$d = offset$q + 32'h1;
            left$d = left$q - one_slot;
            if (wraps) begin
                offset$d = 32'h0;
                left$d = last_size;
                word$d = (word$q + 32'h1) & word_mask;
                last$d = is_before_last;
                if (last$q) begin
                    word$d = 32'h0;
                    last$d = single_word;
                    stopped$d = stops_at_edge;
                end
            end
        end
        if (reload) begin
            word$d = visit_word;
            offset$d = visit_offset;
            left$d = visit_left;
            last$d = visit_last;
            stopped$d = visit_edge & stops_at_edge;
            ticks$d = visited;
        end
        word_address = word$q;
        asked_offset = offset$q;
        ends_word$d = wraps;
        cascade$d = 1'b0;
        valid$d = issues_rest | issues_single;
        if (cascade_ask & stops_at_edge) begin
            word_address = cascade_word;
            asked_offset = cascade_offset;
            ends_word$d = 1'b0;
            cascade$d = 1'b1;
            valid$d = 1'b1;
        end
        mask$d = one_bit << asked_offset;
        end_place$d = asked_offset;
        if (issues_rest) begin
            mask$d = all_ones << asked_offset;
            end_place$d = last_end;
        end
        if (squash | clear) begin
            valid$d = 1'b0;
        end
        if (clear) begin
            single_before$d = 1'b0;
            none_before$d = 1'b0;
        end
        ticket = valid$q;
        ticket_mask = mask$q;
        ticket_end = end_place$q;
        ticket_ends_word = ends_word$q;
        ticket_cascade = cascade$q;
        issued = ticks$q;
        at_edge = stopped$q;
    end

endmodule // carillon$cursor$fetch


module carillon$cursor$fetch$cascade(d,q,clock);

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

endmodule // carillon$cursor$fetch$cascade


module carillon$cursor$fetch$end_place(d,q,clock);

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

endmodule // carillon$cursor$fetch$end_place


module carillon$cursor$fetch$ends_word(d,q,clock);

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

endmodule // carillon$cursor$fetch$ends_word


module carillon$cursor$fetch$last(d,q,clock);

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

endmodule // carillon$cursor$fetch$last


module carillon$cursor$fetch$left(d,q,clock);

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

endmodule // carillon$cursor$fetch$left


module carillon$cursor$fetch$mask(d,q,clock);

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

endmodule // carillon$cursor$fetch$mask


module carillon$cursor$fetch$none_before(d,q,clock);

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

endmodule // carillon$cursor$fetch$none_before


module carillon$cursor$fetch$offset(d,q,clock);

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

endmodule // carillon$cursor$fetch$offset


module carillon$cursor$fetch$single_before(d,q,clock);

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

endmodule // carillon$cursor$fetch$single_before


module carillon$cursor$fetch$stopped(d,q,clock);

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

endmodule // carillon$cursor$fetch$stopped


module carillon$cursor$fetch$ticks(d,q,clock);

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

endmodule // carillon$cursor$fetch$ticks


module carillon$cursor$fetch$valid(d,q,clock);

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

endmodule // carillon$cursor$fetch$valid


module carillon$cursor$fetch$word(d,q,clock);

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

endmodule // carillon$cursor$fetch$word


module carillon$cursor$first(word,found,position);

    // Module arguments
    input wire  [15:0] word;
    output reg  found;
    output reg  [3:0] position;

    // Local signals
    reg  any_0;
    reg  any_1;
    reg  any_2;
    reg  any_3;
    reg  [3:0] first_0;
    reg  [3:0] first_1;
    reg  [3:0] first_2;
    reg  [3:0] first_3;

    // Update code
    always @(*) begin
        any_0 = |word[(32'h0)+:(4)];
        any_1 = |word[(32'h4)+:(4)];
        any_2 = |word[(32'h8)+:(4)];
        any_3 = |word[(32'hc)+:(4)];
        found = any_0 | any_1 | any_2 | any_3;
        first_0 = 32'h3;
        if (word[32'h0]) begin
            first_0 = 32'h0;
        end
        else if (word[32'h1]) begin
            first_0 = 32'h1;
        end
        else if (word[32'h2]) begin
            first_0 = 32'h2;
        end
        first_1 = 32'h7;
        if (word[32'h4]) begin
            first_1 = 32'h4;
        end
        else if (word[32'h5]) begin
            first_1 = 32'h5;
        end
        else if (word[32'h6]) begin
            first_1 = 32'h6;
        end
        first_2 = 32'hb;
        if (word[32'h8]) begin
            first_2 = 32'h8;
        end
        else if (word[32'h9]) begin
            first_2 = 32'h9;
        end
        else if (word[32'ha]) begin
            first_2 = 32'ha;
        end
        first_3 = 32'hf;
        if (word[32'hc]) begin
            first_3 = 32'hc;
        end
        else if (word[32'hd]) begin
            first_3 = 32'hd;
        end
        else if (word[32'he]) begin
            first_3 = 32'he;
        end
        position = first_3;
        if (any_0) begin
            position = first_0;
        end
        else if (any_1) begin
            position = first_1;
        end
        else if (any_2) begin
            position = first_2;
        end
    end

endmodule // carillon$cursor$first


module carillon$cursor$flushing(d,q,clock);

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

endmodule // carillon$cursor$flushing


module carillon$cursor$found(d,q,clock);

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

endmodule // carillon$cursor$found


module carillon$cursor$holding(d,q,clock);

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

endmodule // carillon$cursor$holding


module carillon$cursor$may_issue(d,q,clock);

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

endmodule // carillon$cursor$may_issue


module carillon$cursor$place(d,q,clock);

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

endmodule // carillon$cursor$place


module carillon$cursor$reloading(d,q,clock);

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

endmodule // carillon$cursor$reloading


module carillon$cursor$searched(d,q,clock);

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

endmodule // carillon$cursor$searched


module carillon$cursor$searched_cascade(d,q,clock);

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

endmodule // carillon$cursor$searched_cascade


module carillon$cursor$searched_end(d,q,clock);

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

endmodule // carillon$cursor$searched_end


module carillon$cursor$searched_ends_word(d,q,clock);

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

endmodule // carillon$cursor$searched_ends_word


module carillon$cursor$searched_word(d,q,clock);

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

endmodule // carillon$cursor$searched_word


module carillon$cursor$single_word(d,q,clock);

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

endmodule // carillon$cursor$single_word


module carillon$cursor$step(d,q,clock);

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

endmodule // carillon$cursor$step


module carillon$cursor$ticks(clock,clear,advance,low,high);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [4:0] advance;
    output reg  [31:0] low;
    output reg  [31:0] high;

    // Stub signals
    reg  [9:0] part_0$d;
    wire  [9:0] part_0$q;
    reg  part_0$clock;
    reg  [10:0] part_1$d;
    wire  [10:0] part_1$q;
    reg  part_1$clock;
    reg  [10:0] part_2$d;
    wire  [10:0] part_2$q;
    reg  part_2$clock;
    reg  [15:0] part_3$d;
    wire  [15:0] part_3$q;
    reg  part_3$clock;
    reg  [15:0] part_4$d;
    wire  [15:0] part_4$q;
    reg  part_4$clock;
    reg  full_1$d;
    wire  full_1$q;
    reg  full_1$clock;
    reg  full_2$d;
    wire  full_2$q;
    reg  full_2$clock;
    reg  full_3$d;
    wire  full_3$q;
    reg  full_3$clock;

    // Local signals
    reg  [10:0] sum;
    reg  carry;

    // Sub module instances
    carillon$cursor$ticks$part_0 part_0(
        .d(part_0$d),
        .q(part_0$q),
        .clock(part_0$clock)
    );
    carillon$cursor$ticks$part_1 part_1(
        .d(part_1$d),
        .q(part_1$q),
        .clock(part_1$clock)
    );
    carillon$cursor$ticks$part_2 part_2(
        .d(part_2$d),
        .q(part_2$q),
        .clock(part_2$clock)
    );
    carillon$cursor$ticks$part_3 part_3(
        .d(part_3$d),
        .q(part_3$q),
        .clock(part_3$clock)
    );
    carillon$cursor$ticks$part_4 part_4(
        .d(part_4$d),
        .q(part_4$q),
        .clock(part_4$clock)
    );
    carillon$cursor$ticks$full_1 full_1(
        .d(full_1$d),
        .q(full_1$q),
        .clock(full_1$clock)
    );
    carillon$cursor$ticks$full_2 full_2(
        .d(full_2$d),
        .q(full_2$q),
        .clock(full_2$clock)
    );
    carillon$cursor$ticks$full_3 full_3(
        .d(full_3$d),
        .q(full_3$q),
        .clock(full_3$clock)
    );

    // Update code
    always @(*) begin
        part_0$clock = clock;
        part_1$clock = clock;
        part_2$clock = clock;
        part_3$clock = clock;
        part_4$clock = clock;
        full_1$clock = clock;
        full_2$clock = clock;
        full_3$clock = clock;
        part_0$d = part_0$q;
        part_1$d = part_1$q;
        part_2$d = part_2$q;
        part_3$d = part_3$q;
        part_4$d = part_4$q;
        full_1$d = full_1$q;
        full_2$d = full_2$q;
        full_3$d = full_3$q;
        sum = ((part_0$q) & 11'h7ff) + ((advance) & 11'h7ff);
        carry = sum[32'ha];
        part_0$d = sum[(32'h0)+:(10)];
        full_1$d = &part_1$q;
        full_2$d = full_1$q & &part_2$q;
        full_3$d = full_2$q & &part_3$q;
        if (carry) begin
            part_1$d = part_1$q + 32'h1;
        end
        if (carry & full_1$q) begin
            part_2$d = part_2$q + 32'h1;
        end
        if (carry & full_2$q) begin
            part_3$d = part_3$q + 32'h1;
        end
        if (carry & full_3$q) begin
            part_4$d = part_4$q + 32'h1;
        end
        if (clear) begin
            part_0$d = 32'h0;
            part_1$d = 32'h0;
            part_2$d = 32'h0;
            part_3$d = 32'h0;
            part_4$d = 32'h0;
            full_1$d = 1'b0;
            full_2$d = 1'b0;
            full_3$d = 1'b0;
        end
        low = ((part_0$q) & 32'hffffffff) | (((part_1$q) & 32'hffffffff) << 32'ha) | (((part_2$q) & 32'hffffffff) << 32'h15);
        high = ((part_3$q) & 32'hffffffff) | (((part_4$q) & 32'hffffffff) << 32'h10);
    end

endmodule // carillon$cursor$ticks


module carillon$cursor$ticks$full_1(d,q,clock);

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

endmodule // carillon$cursor$ticks$full_1


module carillon$cursor$ticks$full_2(d,q,clock);

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

endmodule // carillon$cursor$ticks$full_2


module carillon$cursor$ticks$full_3(d,q,clock);

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

endmodule // carillon$cursor$ticks$full_3


module carillon$cursor$ticks$part_0(d,q,clock);

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

endmodule // carillon$cursor$ticks$part_0


module carillon$cursor$ticks$part_1(d,q,clock);

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

endmodule // carillon$cursor$ticks$part_1


module carillon$cursor$ticks$part_2(d,q,clock);

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

endmodule // carillon$cursor$ticks$part_2


module carillon$cursor$ticks$part_3(d,q,clock);

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

endmodule // carillon$cursor$ticks$part_3


module carillon$cursor$ticks$part_4(d,q,clock);

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

endmodule // carillon$cursor$ticks$part_4


module carillon$cursor$valid(d,q,clock);

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

endmodule // carillon$cursor$valid


module carillon$cursor$visit_edge(d,q,clock);

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

endmodule // carillon$cursor$visit_edge


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


module carillon$cursor$visit_last(d,q,clock);

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

endmodule // carillon$cursor$visit_last


module carillon$cursor$visit_left(d,q,clock);

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

endmodule // carillon$cursor$visit_left


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


module carillon$event_fifo(clock,clear,take,take_held,wheel,slot,late,late_wheel,late_slot,push_tick,pop,room,late_taken,acknowledged,valid,more,entries,head_late,head_wheel,head_slot,head_tick);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  take;
    input wire  take_held;
    input wire  [2:0] wheel;
    input wire  [19:0] slot;
    input wire  late;
    input wire  [2:0] late_wheel;
    input wire  [19:0] late_slot;
    input wire  [31:0] push_tick;
    input wire  pop;
    output reg  room;
    output reg  late_taken;
    output reg  acknowledged;
    output reg  valid;
    output reg  more;
    output reg  [10:0] entries;
    output reg  head_late;
    output reg  [2:0] head_wheel;
    output reg  [19:0] head_slot;
    output reg  [31:0] head_tick;

    // Constant declarations
    localparam  depth = 11'b1000000;
    localparam  one = 11'b1;
    localparam  pointer_mask = 10'b111111;
    localparam  modes = 1'b0;
    localparam  multi_wheel = 1'b0;

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
    reg  [10:0] taken$d;
    wire  [10:0] taken$q;
    reg  taken$clock;
    reg  filling$d;
    wire  filling$q;
    reg  filling$clock;
    reg  filling_held$d;
    wire  filling_held$q;
    reg  filling_held$clock;
    reg  filling_late$d;
    wire  filling_late$q;
    reg  filling_late$clock;
    reg  [2:0] filling_wheel$d;
    wire  [2:0] filling_wheel$q;
    reg  filling_wheel$clock;
    reg  [19:0] filling_slot$d;
    wire  [19:0] filling_slot$q;
    reg  filling_slot$clock;
    reg  timing$d;
    wire  timing$q;
    reg  timing$clock;
    reg  [9:0] write_pointer$d;
    wire  [9:0] write_pointer$q;
    reg  write_pointer$clock;
    reg  [9:0] tick_pointer$d;
    wire  [9:0] tick_pointer$q;
    reg  tick_pointer$clock;
    reg  [9:0] held_pointer$d;
    wire  [9:0] held_pointer$q;
    reg  held_pointer$clock;
    reg  held$d;
    wire  held$q;
    reg  held$clock;
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
    reg  has_room;
    reg  takes_late;
    reg  [10:0] after_take;
    reg  [10:0] after_fill;
    reg  [9:0] next_read;
    reg  has_more;
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
    carillon$event_fifo$taken taken(
        .d(taken$d),
        .q(taken$q),
        .clock(taken$clock)
    );
    carillon$event_fifo$filling filling(
        .d(filling$d),
        .q(filling$q),
        .clock(filling$clock)
    );
    carillon$event_fifo$filling_held filling_held(
        .d(filling_held$d),
        .q(filling_held$q),
        .clock(filling_held$clock)
    );
    carillon$event_fifo$filling_late filling_late(
        .d(filling_late$d),
        .q(filling_late$q),
        .clock(filling_late$clock)
    );
    carillon$event_fifo$filling_wheel filling_wheel(
        .d(filling_wheel$d),
        .q(filling_wheel$q),
        .clock(filling_wheel$clock)
    );
    carillon$event_fifo$filling_slot filling_slot(
        .d(filling_slot$d),
        .q(filling_slot$q),
        .clock(filling_slot$clock)
    );
    carillon$event_fifo$timing timing(
        .d(timing$d),
        .q(timing$q),
        .clock(timing$clock)
    );
    carillon$event_fifo$write_pointer write_pointer(
        .d(write_pointer$d),
        .q(write_pointer$q),
        .clock(write_pointer$clock)
    );
    carillon$event_fifo$tick_pointer tick_pointer(
        .d(tick_pointer$d),
        .q(tick_pointer$q),
        .clock(tick_pointer$clock)
    );
    carillon$event_fifo$held_pointer held_pointer(
        .d(held_pointer$d),
        .q(held_pointer$q),
        .clock(held_pointer$clock)
    );
    carillon$event_fifo$held held(
        .d(held$d),
        .q(held$q),
        .clock(held$clock)
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
        taken$clock = clock;
        filling$clock = clock;
        filling_held$clock = clock;
        filling_late$clock = clock;
        filling_wheel$clock = clock;
        filling_slot$clock = clock;
        timing$clock = clock;
        write_pointer$clock = clock;
        tick_pointer$clock = clock;
        held_pointer$clock = clock;
        held$clock = clock;
        read_pointer$clock = clock;
        level$clock = clock;
        head_valid$clock = clock;
        taken$d = taken$q;
        filling$d = filling$q;
        filling_held$d = filling_held$q;
        filling_late$d = filling_late$q;
        filling_wheel$d = filling_wheel$q;
        filling_slot$d = filling_slot$q;
        timing$d = timing$q;
        write_pointer$d = write_pointer$q;
        tick_pointer$d = tick_pointer$q;
        held_pointer$d = held_pointer$q;
        held$d = held$q;
        read_pointer$d = read_pointer$q;
        level$d = level$q;
        head_valid$d = head_valid$q;
        places$clock = clock;
        ticks$clock = clock;
        has_room = ~|(taken$q & depth);
        takes_late = late & has_room & ~take;
        filling$d = take | takes_late;
        filling_held$d = take & take_held & modes;
        filling_late$d = ~take;
        filling_wheel$d = 32'h0;
        filling_slot$d = late_slot;
        if (multi_wheel) begin
            filling_wheel$d = late_wheel;
        end
        if (take) begin
            filling_slot$d = slot;
            if (multi_wheel) begin
                filling_wheel$d = wheel;
            end
        end
        after_take = taken$q;
        if (take | takes_late) begin
            after_take = taken$q + one;
        end
        taken$d = after_take;
        if (pop) begin
            taken$d = after_take - one;
        end
        places$write_enable = filling$q;
        places$write_address = write_pointer$q;
        places$write_data = ((filling_slot$q) & 24'hffffff) | (((filling_wheel$q) & 24'hffffff) << 32'h14) | (((filling_late$q) & 24'hffffff) << 32'h17);
        timing$d = filling$q;
        tick_pointer$d = write_pointer$q;
        if (filling$q) begin
            write_pointer$d = (write_pointer$q + 32'h1) & pointer_mask;
        end
        ticks$write_enable = timing$q;
        ticks$write_address = tick_pointer$q;
        ticks$write_data = push_tick;
        after_fill = level$q;
        if (timing$q) begin
            after_fill = level$q + one;
        end
        has_more = level$q > one;
        level$d = after_fill;
        next_read = read_pointer$q;
        head_valid$d = |level$q;
        if (pop) begin
            level$d = after_fill - one;
            next_read = (read_pointer$q + 32'h1) & pointer_mask;
            head_valid$d = has_more;
        end
        read_pointer$d = next_read;
        places$read_address = next_read;
        ticks$read_address = next_read;
        acknowledged = 1'b0;
        if (filling$q & filling_held$q) begin
            held$d = 1'b1;
            held_pointer$d = write_pointer$q;
        end
        if (pop & held$q & (read_pointer$q == held_pointer$q)) begin
            acknowledged = 1'b1;
            held$d = 1'b0;
        end
        room = has_room;
        late_taken = takes_late;
        valid = head_valid$q;
        more = head_valid$q & has_more;
        entries = level$q;
        head = places$read_data;
        head_slot = head[(32'h0)+:(20)];
        head_wheel = head[(32'h14)+:(3)];
        head_late = head[32'h17];
        head_tick = ticks$read_data;
        if (clear) begin
            taken$d = 32'h0;
            filling$d = 1'b0;
            timing$d = 1'b0;
            write_pointer$d = 32'h0;
            read_pointer$d = 32'h0;
            level$d = 32'h0;
            head_valid$d = 1'b0;
            held$d = 1'b0;
        end
    end

endmodule // carillon$event_fifo


module carillon$event_fifo$filling(d,q,clock);

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

endmodule // carillon$event_fifo$filling


module carillon$event_fifo$filling_held(d,q,clock);

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

endmodule // carillon$event_fifo$filling_held


module carillon$event_fifo$filling_late(d,q,clock);

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

endmodule // carillon$event_fifo$filling_late


module carillon$event_fifo$filling_slot(d,q,clock);

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

endmodule // carillon$event_fifo$filling_slot


module carillon$event_fifo$filling_wheel(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$event_fifo$filling_wheel


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


module carillon$event_fifo$held(d,q,clock);

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

endmodule // carillon$event_fifo$held


module carillon$event_fifo$held_pointer(d,q,clock);

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

endmodule // carillon$event_fifo$held_pointer


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
    (* no_rw_check *) reg [23:0] entries [63:0];
    wire [5:0] write_entry = write_address[5:0];
    wire [5:0] read_entry = read_address[5:0];

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


module carillon$event_fifo$taken(d,q,clock);

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

endmodule // carillon$event_fifo$taken


module carillon$event_fifo$tick_pointer(d,q,clock);

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

endmodule // carillon$event_fifo$tick_pointer


module carillon$event_fifo$ticks(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [31:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [31:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [31:0] entries [63:0];
    wire [5:0] write_entry = write_address[5:0];
    wire [5:0] read_entry = read_address[5:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$event_fifo$ticks


module carillon$event_fifo$timing(d,q,clock);

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

endmodule // carillon$event_fifo$timing


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


module carillon$finished_high(d,q,clock);

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

endmodule // carillon$finished_high


module carillon$finished_low(d,q,clock);

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

endmodule // carillon$finished_low


module carillon$found_address(d,q,clock);

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

endmodule // carillon$found_address


module carillon$host(clock,clear,execute,write,whole,address,data,done,failed,read_data,irq,enable,prescale,running,soft_reset,arm,disarm,wheel,slot,lap,pop,wheel_index,write_size,write_mode,ask_next,size_refused,next_done,next_found,next_distance,ready,arm_refused,late_lost,event_valid,event_more,event_late,event_wheel,event_slot,event_tick,event_level,fifo_full,now_low,now_high,tick,half_period,ask_time,which_time,time_done,time_word,behind);

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
    output reg  ask_time;
    output reg  [1:0] which_time;
    input wire  time_done;
    input wire  [31:0] time_word;
    input wire  behind;

    // Stub signals
    reg  register_file$clock;
    reg  register_file$clear;
    reg  register_file$execute;
    reg  register_file$write;
    reg  register_file$whole;
    reg  [5:0] register_file$address;
    reg  [31:0] register_file$data;
    reg  register_file$refused;
    reg  register_file$refused_late;
    reg  register_file$answered;
    reg  [31:0] register_file$live;
    wire  register_file$done;
    wire  register_file$failed;
    wire  register_file$written$CTRL;
    wire  register_file$written$PRESCALE;
    wire  register_file$written$ARM;
    wire  register_file$written$DISARM;
    wire  register_file$written$EVENT_ACK;
    wire  register_file$written$INTR_STATE;
    wire  register_file$written$INTR_ENABLE;
    wire  register_file$written$INTR_TEST;
    wire  register_file$written$INTR_COALESCE;
    wire  register_file$written$ERROR;
    wire  register_file$written$ALARM_LO;
    wire  register_file$written$ALARM_HI;
    wire  register_file$written$WHEEL_SIZE;
    wire  register_file$written$WHEEL_MODE;
    wire  register_file$selected$STATUS;
    wire  register_file$selected$TIME;
    wire  register_file$selected$EVENT;
    wire  register_file$selected$EVENT_TICK;
    wire  register_file$selected$INTR_STATE;
    wire  register_file$selected$ERROR;
    wire  register_file$selected$NEXT;
    wire  register_file$asked$TIME;
    wire  register_file$asked$NEXT;
    wire  [31:0] register_file$read_data;
    reg  registers$clock;
    reg  registers$clear;
    reg  [31:0] registers$data;
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
    wire  registers$refused;
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

    // Local signals
    reg  [7:0] status_word;
    reg  [7:0] state_word;
    reg  [7:0] error_word;
    reg  shows_event;
    reg  shows_attention;
    reg  shows_tick;
    reg  shows_next;
    reg  [31:0] event_word;
    reg  [31:0] tick_word;
    reg  [31:0] shown_time;
    reg  [31:0] next_word;

    // Sub module instances
    carillon$host$register_file register_file(
        .clock(register_file$clock),
        .clear(register_file$clear),
        .execute(register_file$execute),
        .write(register_file$write),
        .whole(register_file$whole),
        .address(register_file$address),
        .data(register_file$data),
        .refused(register_file$refused),
        .refused_late(register_file$refused_late),
        .answered(register_file$answered),
        .live(register_file$live),
        .done(register_file$done),
        .failed(register_file$failed),
        .written$CTRL(register_file$written$CTRL),
        .written$PRESCALE(register_file$written$PRESCALE),
        .written$ARM(register_file$written$ARM),
        .written$DISARM(register_file$written$DISARM),
        .written$EVENT_ACK(register_file$written$EVENT_ACK),
        .written$INTR_STATE(register_file$written$INTR_STATE),
        .written$INTR_ENABLE(register_file$written$INTR_ENABLE),
        .written$INTR_TEST(register_file$written$INTR_TEST),
        .written$INTR_COALESCE(register_file$written$INTR_COALESCE),
        .written$ERROR(register_file$written$ERROR),
        .written$ALARM_LO(register_file$written$ALARM_LO),
        .written$ALARM_HI(register_file$written$ALARM_HI),
        .written$WHEEL_SIZE(register_file$written$WHEEL_SIZE),
        .written$WHEEL_MODE(register_file$written$WHEEL_MODE),
        .selected$STATUS(register_file$selected$STATUS),
        .selected$TIME(register_file$selected$TIME),
        .selected$EVENT(register_file$selected$EVENT),
        .selected$EVENT_TICK(register_file$selected$EVENT_TICK),
        .selected$INTR_STATE(register_file$selected$INTR_STATE),
        .selected$ERROR(register_file$selected$ERROR),
        .selected$NEXT(register_file$selected$NEXT),
        .asked$TIME(register_file$asked$TIME),
        .asked$NEXT(register_file$asked$NEXT),
        .read_data(register_file$read_data)
    );
    carillon$host$registers registers(
        .clock(registers$clock),
        .clear(registers$clear),
        .data(registers$data),
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
        .refused(registers$refused),
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
        register_file$clock = clock;
        registers$clock = clock;
        interrupt$clock = clock;
        alarm$clock = clock;
        coalescing$clock = clock;
        register_file$clear = clear;
        register_file$execute = execute;
        register_file$write = write;
        register_file$whole = whole;
        register_file$address = address;
        register_file$data = data;
        register_file$refused = registers$refused;
        register_file$refused_late = size_refused;
        register_file$answered = next_done | time_done;
        done = register_file$done;
        failed = register_file$failed;
        read_data = register_file$read_data;
        wheel_index = address[(32'h0)+:(3)];
        write_mode = register_file$written$WHEEL_MODE;
        ask_next = register_file$asked$NEXT;
        ask_time = register_file$asked$TIME;
        which_time = address[(32'h0)+:(2)];
        registers$clear = clear;
        registers$data = data;
        registers$write_ctrl = register_file$written$CTRL;
        registers$write_prescale = register_file$written$PRESCALE;
        registers$write_arm = register_file$written$ARM;
        registers$write_disarm = register_file$written$DISARM;
        registers$write_event_ack = register_file$written$EVENT_ACK;
        registers$write_error = register_file$written$ERROR;
        registers$write_wheel_size = register_file$written$WHEEL_SIZE;
        registers$access_failed = register_file$failed;
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
        alarm$write_low = register_file$written$ALARM_LO;
        alarm$write_high = register_file$written$ALARM_HI;
        alarm$data = data;
        alarm$now_low = now_low;
        alarm$now_high = now_high;
        coalescing$clear = clear;
        coalescing$write = register_file$written$INTR_COALESCE;
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
        interrupt$write_state = register_file$written$INTR_STATE;
        interrupt$write_enables = register_file$written$INTR_ENABLE;
        interrupt$write_test = register_file$written$INTR_TEST;
        interrupt$data = data[(32'h0)+:(5)];
        irq = interrupt$irq;
        status_word = 32'h0;
        if (register_file$selected$STATUS) begin
            status_word = ((ready) & 8'hff) | (((registers$running) & 8'hff) << 32'h1) | (((event_valid) & 8'hff) << 32'h2) | (((fifo_full) & 8'hff) << 32'h3) | (((behind) & 8'hff) << 32'h4);
        end
        state_word = 32'h0;
        if (register_file$selected$INTR_STATE) begin
            state_word = ((interrupt$state) & 8'hff);
        end
        error_word = 32'h0;
        if (register_file$selected$ERROR) begin
            error_word = registers$errors;
        end
        shows_event = register_file$selected$EVENT & event_valid;
        event_word = 32'h0;
        if (shows_event) begin
            event_word = ((event_slot) & 32'hffffffff) | (((event_wheel) & 32'hffffffff) << 32'h14) | (((registers$sequence_number) & 32'hffffffff) << 32'h17) | (((event_more) & 32'hffffffff) << 32'h1d) | (((event_late) & 32'hffffffff) << 32'h1e) | (((event_valid) & 32'hffffffff) << 32'h1f);
        end
        shows_attention = register_file$selected$EVENT & interrupt$attention;
        shows_tick = register_file$selected$EVENT_TICK & event_valid;
        tick_word = 32'h0;
        if (shows_tick) begin
            tick_word = event_tick;
        end
        shown_time = 32'h0;
        if (register_file$selected$TIME) begin
            shown_time = time_word;
        end
        shows_next = register_file$selected$NEXT & next_found;
        next_word = 32'h0;
        if (shows_next) begin
            next_word = ((next_distance) & 32'hffffffff) | (((next_found) & 32'hffffffff) << 32'h1f);
        end
        register_file$live = ((status_word | state_word | error_word) & 32'hffffffff) | event_word | (((shows_attention) & 32'hffffffff) << 32'h1c) | tick_word | shown_time | next_word;
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
    localparam  present = 1'b0;

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
    localparam  present = 1'b0;

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
    localparam  present = 1'b0;

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
    localparam  present = 1'b0;

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
    localparam  present = 1'b0;

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
    localparam  present = 1'b0;
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


module carillon$host$register_file(clock,clear,execute,write,whole,address,data,refused,refused_late,answered,live,done,failed,written$CTRL,written$PRESCALE,written$ARM,written$DISARM,written$EVENT_ACK,written$INTR_STATE,written$INTR_ENABLE,written$INTR_TEST,written$INTR_COALESCE,written$ERROR,written$ALARM_LO,written$ALARM_HI,written$WHEEL_SIZE,written$WHEEL_MODE,selected$STATUS,selected$TIME,selected$EVENT,selected$EVENT_TICK,selected$INTR_STATE,selected$ERROR,selected$NEXT,asked$TIME,asked$NEXT,read_data);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  [31:0] data;
    input wire  refused;
    input wire  refused_late;
    input wire  answered;
    input wire  [31:0] live;
    output reg  done;
    output reg  failed;
    output reg  written$CTRL;
    output reg  written$PRESCALE;
    output reg  written$ARM;
    output reg  written$DISARM;
    output reg  written$EVENT_ACK;
    output reg  written$INTR_STATE;
    output reg  written$INTR_ENABLE;
    output reg  written$INTR_TEST;
    output reg  written$INTR_COALESCE;
    output reg  written$ERROR;
    output reg  written$ALARM_LO;
    output reg  written$ALARM_HI;
    output reg  written$WHEEL_SIZE;
    output reg  written$WHEEL_MODE;
    output reg  selected$STATUS;
    output reg  selected$TIME;
    output reg  selected$EVENT;
    output reg  selected$EVENT_TICK;
    output reg  selected$INTR_STATE;
    output reg  selected$ERROR;
    output reg  selected$NEXT;
    output reg  asked$TIME;
    output reg  asked$NEXT;
    output reg  [31:0] read_data;

    // Constant declarations
    localparam  mapped = 64'h1002fff7f;
    localparam  readable = 64'h10026cf7f;
    localparam  slow = 64'hf00;

    // Stub signals
    reg  memory$clock;
    reg  [9:0] memory$write_address;
    reg  [31:0] memory$write_data;
    reg  memory$write_enable;
    reg  [9:0] memory$read_address;
    wire  [31:0] memory$read_data;
    reg  executed$d;
    wire  executed$q;
    reg  executed$clock;
    reg  acting$d;
    wire  acting$q;
    reg  acting$clock;
    reg  failing$d;
    wire  failing$q;
    reg  failing$clock;
    reg  asking$d;
    wire  asking$q;
    reg  asking$clock;
    reg  silent$d;
    wire  silent$q;
    reg  silent$clock;
    reg  keeping$d;
    wire  keeping$q;
    reg  keeping$clock;
    reg  [31:0] answer$d;
    wire  [31:0] answer$q;
    reg  answer$clock;
    reg  is_ctrl$d;
    wire  is_ctrl$q;
    reg  is_ctrl$clock;
    reg  is_prescale$d;
    wire  is_prescale$q;
    reg  is_prescale$clock;
    reg  is_arm$d;
    wire  is_arm$q;
    reg  is_arm$clock;
    reg  is_disarm$d;
    wire  is_disarm$q;
    reg  is_disarm$clock;
    reg  is_event_ack$d;
    wire  is_event_ack$q;
    reg  is_event_ack$clock;
    reg  is_intr_state$d;
    wire  is_intr_state$q;
    reg  is_intr_state$clock;
    reg  is_intr_enable$d;
    wire  is_intr_enable$q;
    reg  is_intr_enable$clock;
    reg  is_intr_test$d;
    wire  is_intr_test$q;
    reg  is_intr_test$clock;
    reg  is_error$d;
    wire  is_error$q;
    reg  is_error$clock;
    reg  is_wheel_size$d;
    wire  is_wheel_size$q;
    reg  is_wheel_size$clock;
    reg  is_status$d;
    wire  is_status$q;
    reg  is_status$clock;
    reg  is_time$d;
    wire  is_time$q;
    reg  is_time$clock;
    reg  is_event$d;
    wire  is_event$q;
    reg  is_event$clock;
    reg  is_event_tick$d;
    wire  is_event_tick$q;
    reg  is_event_tick$clock;
    reg  shows_0$d;
    wire  shows_0$q;
    reg  shows_0$clock;
    reg  shows_1$d;
    wire  shows_1$q;
    reg  shows_1$clock;
    reg  shows_5$d;
    wire  shows_5$q;
    reg  shows_5$clock;
    reg  shows_13$d;
    wire  shows_13$q;
    reg  shows_13$clock;
    reg  shows_16$d;
    wire  shows_16$q;
    reg  shows_16$clock;
    reg  shows_20$d;
    wire  shows_20$q;
    reg  shows_20$clock;
    reg  shows_21$d;
    wire  shows_21$q;
    reg  shows_21$clock;
    reg  shows_24$d;
    wire  shows_24$q;
    reg  shows_24$clock;
    reg  holds_scratch$d;
    wire  holds_scratch$q;
    reg  holds_scratch$clock;
    reg  holds_ctrl$d;
    wire  holds_ctrl$q;
    reg  holds_ctrl$clock;
    reg  holds_prescale$d;
    wire  holds_prescale$q;
    reg  holds_prescale$clock;
    reg  holds_intr_enable$d;
    wire  holds_intr_enable$q;
    reg  holds_intr_enable$clock;
    reg  holds_wheel_size_0$d;
    wire  holds_wheel_size_0$q;
    reg  holds_wheel_size_0$clock;

    // Local signals
    reg  known;
    reg  keep;
    reg  [31:0] word;

    // Sub module instances
    carillon$host$register_file$memory memory(
        .clock(memory$clock),
        .write_address(memory$write_address),
        .write_data(memory$write_data),
        .write_enable(memory$write_enable),
        .read_address(memory$read_address),
        .read_data(memory$read_data)
    );
    carillon$host$register_file$executed executed(
        .d(executed$d),
        .q(executed$q),
        .clock(executed$clock)
    );
    carillon$host$register_file$acting acting(
        .d(acting$d),
        .q(acting$q),
        .clock(acting$clock)
    );
    carillon$host$register_file$failing failing(
        .d(failing$d),
        .q(failing$q),
        .clock(failing$clock)
    );
    carillon$host$register_file$asking asking(
        .d(asking$d),
        .q(asking$q),
        .clock(asking$clock)
    );
    carillon$host$register_file$silent silent(
        .d(silent$d),
        .q(silent$q),
        .clock(silent$clock)
    );
    carillon$host$register_file$keeping keeping(
        .d(keeping$d),
        .q(keeping$q),
        .clock(keeping$clock)
    );
    carillon$host$register_file$answer answer(
        .d(answer$d),
        .q(answer$q),
        .clock(answer$clock)
    );
    carillon$host$register_file$is_ctrl is_ctrl(
        .d(is_ctrl$d),
        .q(is_ctrl$q),
        .clock(is_ctrl$clock)
    );
    carillon$host$register_file$is_prescale is_prescale(
        .d(is_prescale$d),
        .q(is_prescale$q),
        .clock(is_prescale$clock)
    );
    carillon$host$register_file$is_arm is_arm(
        .d(is_arm$d),
        .q(is_arm$q),
        .clock(is_arm$clock)
    );
    carillon$host$register_file$is_disarm is_disarm(
        .d(is_disarm$d),
        .q(is_disarm$q),
        .clock(is_disarm$clock)
    );
    carillon$host$register_file$is_event_ack is_event_ack(
        .d(is_event_ack$d),
        .q(is_event_ack$q),
        .clock(is_event_ack$clock)
    );
    carillon$host$register_file$is_intr_state is_intr_state(
        .d(is_intr_state$d),
        .q(is_intr_state$q),
        .clock(is_intr_state$clock)
    );
    carillon$host$register_file$is_intr_enable is_intr_enable(
        .d(is_intr_enable$d),
        .q(is_intr_enable$q),
        .clock(is_intr_enable$clock)
    );
    carillon$host$register_file$is_intr_test is_intr_test(
        .d(is_intr_test$d),
        .q(is_intr_test$q),
        .clock(is_intr_test$clock)
    );
    carillon$host$register_file$is_error is_error(
        .d(is_error$d),
        .q(is_error$q),
        .clock(is_error$clock)
    );
    carillon$host$register_file$is_wheel_size is_wheel_size(
        .d(is_wheel_size$d),
        .q(is_wheel_size$q),
        .clock(is_wheel_size$clock)
    );
    carillon$host$register_file$is_status is_status(
        .d(is_status$d),
        .q(is_status$q),
        .clock(is_status$clock)
    );
    carillon$host$register_file$is_time is_time(
        .d(is_time$d),
        .q(is_time$q),
        .clock(is_time$clock)
    );
    carillon$host$register_file$is_event is_event(
        .d(is_event$d),
        .q(is_event$q),
        .clock(is_event$clock)
    );
    carillon$host$register_file$is_event_tick is_event_tick(
        .d(is_event_tick$d),
        .q(is_event_tick$q),
        .clock(is_event_tick$clock)
    );
    carillon$host$register_file$shows_0 shows_0(
        .d(shows_0$d),
        .q(shows_0$q),
        .clock(shows_0$clock)
    );
    carillon$host$register_file$shows_1 shows_1(
        .d(shows_1$d),
        .q(shows_1$q),
        .clock(shows_1$clock)
    );
    carillon$host$register_file$shows_5 shows_5(
        .d(shows_5$d),
        .q(shows_5$q),
        .clock(shows_5$clock)
    );
    carillon$host$register_file$shows_13 shows_13(
        .d(shows_13$d),
        .q(shows_13$q),
        .clock(shows_13$clock)
    );
    carillon$host$register_file$shows_16 shows_16(
        .d(shows_16$d),
        .q(shows_16$q),
        .clock(shows_16$clock)
    );
    carillon$host$register_file$shows_20 shows_20(
        .d(shows_20$d),
        .q(shows_20$q),
        .clock(shows_20$clock)
    );
    carillon$host$register_file$shows_21 shows_21(
        .d(shows_21$d),
        .q(shows_21$q),
        .clock(shows_21$clock)
    );
    carillon$host$register_file$shows_24 shows_24(
        .d(shows_24$d),
        .q(shows_24$q),
        .clock(shows_24$clock)
    );
    carillon$host$register_file$holds_scratch holds_scratch(
        .d(holds_scratch$d),
        .q(holds_scratch$q),
        .clock(holds_scratch$clock)
    );
    carillon$host$register_file$holds_ctrl holds_ctrl(
        .d(holds_ctrl$d),
        .q(holds_ctrl$q),
        .clock(holds_ctrl$clock)
    );
    carillon$host$register_file$holds_prescale holds_prescale(
        .d(holds_prescale$d),
        .q(holds_prescale$q),
        .clock(holds_prescale$clock)
    );
    carillon$host$register_file$holds_intr_enable holds_intr_enable(
        .d(holds_intr_enable$d),
        .q(holds_intr_enable$q),
        .clock(holds_intr_enable$clock)
    );
    carillon$host$register_file$holds_wheel_size_0 holds_wheel_size_0(
        .d(holds_wheel_size_0$d),
        .q(holds_wheel_size_0$q),
        .clock(holds_wheel_size_0$clock)
    );

    // Update code
    always @(*) begin
        executed$clock = clock;
        executed$d = executed$q;
        acting$clock = clock;
        acting$d = acting$q;
        failing$clock = clock;
        failing$d = failing$q;
        asking$clock = clock;
        asking$d = asking$q;
        silent$clock = clock;
        silent$d = silent$q;
        keeping$clock = clock;
        keeping$d = keeping$q;
        answer$clock = clock;
        answer$d = answer$q;
        is_ctrl$clock = clock;
        is_ctrl$d = is_ctrl$q;
        is_prescale$clock = clock;
        is_prescale$d = is_prescale$q;
        is_arm$clock = clock;
        is_arm$d = is_arm$q;
        is_disarm$clock = clock;
        is_disarm$d = is_disarm$q;
        is_event_ack$clock = clock;
        is_event_ack$d = is_event_ack$q;
        is_intr_state$clock = clock;
        is_intr_state$d = is_intr_state$q;
        is_intr_enable$clock = clock;
        is_intr_enable$d = is_intr_enable$q;
        is_intr_test$clock = clock;
        is_intr_test$d = is_intr_test$q;
        is_error$clock = clock;
        is_error$d = is_error$q;
        is_wheel_size$clock = clock;
        is_wheel_size$d = is_wheel_size$q;
        is_status$clock = clock;
        is_status$d = is_status$q;
        is_time$clock = clock;
        is_time$d = is_time$q;
        is_event$clock = clock;
        is_event$d = is_event$q;
        is_event_tick$clock = clock;
        is_event_tick$d = is_event_tick$q;
        shows_0$clock = clock;
        shows_0$d = shows_0$q;
        shows_1$clock = clock;
        shows_1$d = shows_1$q;
        shows_5$clock = clock;
        shows_5$d = shows_5$q;
        shows_13$clock = clock;
        shows_13$d = shows_13$q;
        shows_16$clock = clock;
        shows_16$d = shows_16$q;
        shows_20$clock = clock;
        shows_20$d = shows_20$q;
        shows_21$clock = clock;
        shows_21$d = shows_21$q;
        shows_24$clock = clock;
        shows_24$d = shows_24$q;
        holds_scratch$clock = clock;
        holds_scratch$d = holds_scratch$q;
        holds_ctrl$clock = clock;
        holds_ctrl$d = holds_ctrl$q;
        holds_prescale$clock = clock;
        holds_prescale$d = holds_prescale$q;
        holds_intr_enable$clock = clock;
        holds_intr_enable$d = holds_intr_enable$q;
        holds_wheel_size_0$clock = clock;
        holds_wheel_size_0$d = holds_wheel_size_0$q;
        memory$clock = clock;
        // The access.
        known = (mapped[address] & (whole | ~write));
        executed$d = execute;
        acting$d = ((execute & write) & known);
        failing$d = (execute & ~known);
        asking$d = ((execute & ~write) & slow[address]);
        silent$d = (write | ~readable[address]);
        is_ctrl$d = ((address & 6'b1111) == 6'b100);
        is_prescale$d = ((address & 6'b1110) == 6'b110);
        is_arm$d = ((address & 6'b1111) == 6'b1100);
        is_disarm$d = ((address & 6'b1111) == 6'b1101);
        is_event_ack$d = ((address & 6'b10011) == 6'b10000);
        is_intr_state$d = ((address & 6'b10111) == 6'b10001);
        is_intr_enable$d = ((address & 6'b10011) == 6'b10010);
        is_intr_test$d = ((address & 6'b10011) == 6'b10011);
        is_error$d = ((address & 6'b10100) == 6'b10100);
        is_wheel_size$d = ((address & 6'b100000) == 6'b100000);
        is_status$d = ((address & 6'b11101) == 6'b101);
        is_time$d = ((address & 6'b1100) == 6'b1000);
        is_event$d = ((address & 6'b1111) == 6'b1110);
        is_event_tick$d = ((address & 6'b111) == 6'b111);
        written$CTRL = (acting$q & is_ctrl$q);
        written$PRESCALE = (acting$q & is_prescale$q);
        written$ARM = (acting$q & is_arm$q);
        written$DISARM = (acting$q & is_disarm$q);
        written$EVENT_ACK = (acting$q & is_event_ack$q);
        written$INTR_STATE = (acting$q & is_intr_state$q);
        written$INTR_ENABLE = (acting$q & is_intr_enable$q);
        written$INTR_TEST = (acting$q & is_intr_test$q);
        written$INTR_COALESCE = (acting$q & 1'b0);
        written$ERROR = (acting$q & is_error$q);
        written$ALARM_LO = (acting$q & 1'b0);
        written$ALARM_HI = (acting$q & 1'b0);
        written$WHEEL_SIZE = (acting$q & is_wheel_size$q);
        written$WHEEL_MODE = (acting$q & 1'b0);
        selected$STATUS = is_status$q;
        selected$TIME = is_time$q;
        selected$EVENT = is_event$q;
        selected$EVENT_TICK = is_event_tick$q;
        selected$INTR_STATE = is_intr_state$q;
        selected$ERROR = is_error$q;
        selected$NEXT = 1'b0;
        asked$TIME = (asking$q & is_time$q);
        asked$NEXT = (asking$q & 1'b0);
        done = ((executed$q & ~asking$q) | answered);
        failed = failing$q;
        // What is kept.
        keeping$d = ((acting$q & ~refused) & ~clear);
        keep = (keeping$q & ~refused_late);
        if ((keep & ((address & 6'b11011) == 6'b11))) begin
            holds_scratch$d = 1'b1;
        end
        if ((keep & ((address & 6'b1111) == 6'b100))) begin
            holds_ctrl$d = 1'b1;
        end
        if ((keep & ((address & 6'b1110) == 6'b110))) begin
            holds_prescale$d = 1'b1;
        end
        if ((keep & ((address & 6'b10011) == 6'b10010))) begin
            holds_intr_enable$d = 1'b1;
        end
        if ((keep & ((address & 6'b100000) == 6'b100000))) begin
            holds_wheel_size_0$d = 1'b1;
        end
        if (clear) begin
            holds_scratch$d = 1'b0;
            holds_ctrl$d = 1'b0;
            holds_prescale$d = 1'b0;
            holds_intr_enable$d = 1'b0;
            holds_wheel_size_0$d = 1'b0;
        end
        memory$read_address = 10'b0;
        memory$read_address[(32'h0)+:(6)] = address;
        memory$read_address[(32'h6)+:(1)] = (((((((address & 6'b11011) == 6'b11) & holds_scratch$q) | (((address & 6'b1111) == 6'b100) & holds_ctrl$q)) | (((address & 6'b1110) == 6'b110) & holds_prescale$q)) | (((address & 6'b10011) == 6'b10010) & holds_intr_enable$q)) | (((address & 6'b100000) == 6'b100000) & holds_wheel_size_0$q));
        memory$write_address = 10'b0;
        memory$write_address[(32'h0)+:(6)] = address;
        memory$write_address[(32'h6)+:(1)] = 1'b1;
        memory$write_data = data;
        memory$write_enable = keep;
        // What a read shows.
        word = live;
        shows_0$d = (((((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11111) == 6'b10)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1111) == 6'b100)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b10011) == 6'b10010)) | ((address & 6'b100000) == 6'b100000));
        if (shows_0$q) begin
            word[(32'h0)+:(1)] = (live[(32'h0)+:(1)] | memory$read_data[(32'h0)+:(1)]);
        end
        shows_1$d = ((((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11111) == 6'b10)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b10011) == 6'b10010)) | ((address & 6'b100000) == 6'b100000));
        if (shows_1$q) begin
            word[(32'h1)+:(4)] = (live[(32'h1)+:(4)] | memory$read_data[(32'h1)+:(4)]);
        end
        shows_5$d = (((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11111) == 6'b10)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b100000) == 6'b100000));
        if (shows_5$q) begin
            word[(32'h5)+:(8)] = (live[(32'h5)+:(8)] | memory$read_data[(32'h5)+:(8)]);
        end
        shows_13$d = ((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b100000) == 6'b100000));
        if (shows_13$q) begin
            word[(32'hd)+:(3)] = (live[(32'hd)+:(3)] | memory$read_data[(32'hd)+:(3)]);
        end
        shows_16$d = (((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11111) == 6'b10)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b100000) == 6'b100000));
        if (shows_16$q) begin
            word[(32'h10)+:(4)] = (live[(32'h10)+:(4)] | memory$read_data[(32'h10)+:(4)]);
        end
        shows_20$d = ((((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110)) | ((address & 6'b100000) == 6'b100000));
        if (shows_20$q) begin
            word[(32'h14)+:(1)] = (live[(32'h14)+:(1)] | memory$read_data[(32'h14)+:(1)]);
        end
        shows_21$d = (((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11011) == 6'b11)) | ((address & 6'b1110) == 6'b110));
        if (shows_21$q) begin
            word[(32'h15)+:(3)] = (live[(32'h15)+:(3)] | memory$read_data[(32'h15)+:(3)]);
        end
        shows_24$d = ((((address & 6'b111111) == 6'b0) | ((address & 6'b11111) == 6'b1)) | ((address & 6'b11011) == 6'b11));
        if (shows_24$q) begin
            word[(32'h18)+:(8)] = (live[(32'h18)+:(8)] | memory$read_data[(32'h18)+:(8)]);
        end
        if (done) begin
            answer$d = word;
            if (silent$q) begin
                answer$d = 32'h0;
            end
        end
        read_data = answer$q;
    end

endmodule // carillon$host$register_file


module carillon$host$register_file$acting(d,q,clock);

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

endmodule // carillon$host$register_file$acting


module carillon$host$register_file$answer(d,q,clock);

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

endmodule // carillon$host$register_file$answer


module carillon$host$register_file$asking(d,q,clock);

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

endmodule // carillon$host$register_file$asking


module carillon$host$register_file$executed(d,q,clock);

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

endmodule // carillon$host$register_file$executed


module carillon$host$register_file$failing(d,q,clock);

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

endmodule // carillon$host$register_file$failing


module carillon$host$register_file$holds_ctrl(d,q,clock);

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

endmodule // carillon$host$register_file$holds_ctrl


module carillon$host$register_file$holds_intr_enable(d,q,clock);

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

endmodule // carillon$host$register_file$holds_intr_enable


module carillon$host$register_file$holds_prescale(d,q,clock);

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

endmodule // carillon$host$register_file$holds_prescale


module carillon$host$register_file$holds_scratch(d,q,clock);

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

endmodule // carillon$host$register_file$holds_scratch


module carillon$host$register_file$holds_wheel_size_0(d,q,clock);

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

endmodule // carillon$host$register_file$holds_wheel_size_0


module carillon$host$register_file$is_arm(d,q,clock);

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

endmodule // carillon$host$register_file$is_arm


module carillon$host$register_file$is_ctrl(d,q,clock);

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

endmodule // carillon$host$register_file$is_ctrl


module carillon$host$register_file$is_disarm(d,q,clock);

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

endmodule // carillon$host$register_file$is_disarm


module carillon$host$register_file$is_error(d,q,clock);

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

endmodule // carillon$host$register_file$is_error


module carillon$host$register_file$is_event(d,q,clock);

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

endmodule // carillon$host$register_file$is_event


module carillon$host$register_file$is_event_ack(d,q,clock);

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

endmodule // carillon$host$register_file$is_event_ack


module carillon$host$register_file$is_event_tick(d,q,clock);

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

endmodule // carillon$host$register_file$is_event_tick


module carillon$host$register_file$is_intr_enable(d,q,clock);

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

endmodule // carillon$host$register_file$is_intr_enable


module carillon$host$register_file$is_intr_state(d,q,clock);

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

endmodule // carillon$host$register_file$is_intr_state


module carillon$host$register_file$is_intr_test(d,q,clock);

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

endmodule // carillon$host$register_file$is_intr_test


module carillon$host$register_file$is_prescale(d,q,clock);

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

endmodule // carillon$host$register_file$is_prescale


module carillon$host$register_file$is_status(d,q,clock);

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

endmodule // carillon$host$register_file$is_status


module carillon$host$register_file$is_time(d,q,clock);

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

endmodule // carillon$host$register_file$is_time


module carillon$host$register_file$is_wheel_size(d,q,clock);

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

endmodule // carillon$host$register_file$is_wheel_size


module carillon$host$register_file$keeping(d,q,clock);

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

endmodule // carillon$host$register_file$keeping


module carillon$host$register_file$memory(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [31:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [31:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [31:0] entries [127:0];
    wire [6:0] write_entry = write_address[6:0];
    wire [6:0] read_entry = read_address[6:0];
    initial begin
       entries[0] = 32'h4341524c;
       entries[1] = 32'h100;
       entries[2] = 32'hd01;
       entries[3] = 32'h0;
       entries[4] = 32'h0;
       entries[6] = 32'h1;
       entries[18] = 32'h0;
       entries[32] = 32'h10000;
    end

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$host$register_file$memory


module carillon$host$register_file$shows_0(d,q,clock);

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

endmodule // carillon$host$register_file$shows_0


module carillon$host$register_file$shows_1(d,q,clock);

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

endmodule // carillon$host$register_file$shows_1


module carillon$host$register_file$shows_13(d,q,clock);

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

endmodule // carillon$host$register_file$shows_13


module carillon$host$register_file$shows_16(d,q,clock);

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

endmodule // carillon$host$register_file$shows_16


module carillon$host$register_file$shows_20(d,q,clock);

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

endmodule // carillon$host$register_file$shows_20


module carillon$host$register_file$shows_21(d,q,clock);

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

endmodule // carillon$host$register_file$shows_21


module carillon$host$register_file$shows_24(d,q,clock);

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

endmodule // carillon$host$register_file$shows_24


module carillon$host$register_file$shows_5(d,q,clock);

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

endmodule // carillon$host$register_file$shows_5


module carillon$host$register_file$silent(d,q,clock);

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

endmodule // carillon$host$register_file$silent


module carillon$host$registers(clock,clear,data,write_ctrl,write_prescale,write_arm,write_disarm,write_event_ack,write_error,write_wheel_size,access_failed,arm_refused,size_refused,ready,event_valid,event_wheel,event_slot,refused,enable,prescale,running,soft_reset,arm,disarm,wheel,slot,lap,pop,write_size,sequence_number,errors,error_level);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [31:0] data;
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
    output reg  refused;
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
        enabled$clock = clock;
        started$clock = clock;
        clocks_a_tick$clock = clock;
        pops$clock = clock;
        sticky_errors$clock = clock;
        some_error$clock = clock;
        clocks_given$clock = clock;
        sequence_right$clock = clock;
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
        refused = locked | prescale_zero | not_ready;
        new_errors = ((arm_refused) & 8'hff) | (((size_refused) & 8'hff) << 32'h1) | (((locked) & 8'hff) << 32'h2) | (((ack_empty) & 8'hff) << 32'h3) | (((ack_stale) & 8'hff) << 32'h4) | (((prescale_zero) & 8'hff) << 32'h5) | (((not_ready) & 8'hff) << 32'h6) | (((access_failed) & 8'hff) << 32'h7);
        cleared_errors = 32'h0;
        if (write_error) begin
            cleared_errors = data[(32'h0)+:(8)];
        end
        sticky_errors$d = (sticky_errors$q & ~cleared_errors) | new_errors;
        some_error$d = |sticky_errors$q;
        enable = enabled$q;
        prescale = clocks_a_tick$q;
        running = started$q;
        sequence_number = pops$q;
        errors = sticky_errors$q;
        error_level = some_error$q;
        if (clear) begin
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


module carillon$late_check(clock,clear,armed,wheel,slot,lap,next_slot,next_lap,upper_slot,upper_lap,room,late_taken,late_check_wheel,late,late_wheel,late_slot,late_lost);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  armed;
    input wire  [2:0] wheel;
    input wire  [19:0] slot;
    input wire  [7:0] lap;
    input wire  [19:0] next_slot;
    input wire  [7:0] next_lap;
    input wire  [19:0] upper_slot;
    input wire  [7:0] upper_lap;
    input wire  room;
    input wire  late_taken;
    output reg  [2:0] late_check_wheel;
    output reg  late;
    output reg  [2:0] late_wheel;
    output reg  [19:0] late_slot;
    output reg  late_lost;

    // Constant declarations
    localparam  multi_wheel = 1'b0;
    localparam  slot_mask = 20'hffff;

    // Stub signals
    reg  after_1$d;
    wire  after_1$q;
    reg  after_1$clock;
    reg  after_2$d;
    wire  after_2$q;
    reg  after_2$clock;
    reg  after_3$d;
    wire  after_3$q;
    reg  after_3$clock;
    reg  judging$d;
    wire  judging$q;
    reg  judging$clock;
    reg  [2:0] judged_wheel$d;
    wire  [2:0] judged_wheel$q;
    reg  judged_wheel$clock;
    reg  [19:0] judged_slot$d;
    wire  [19:0] judged_slot$q;
    reg  judged_slot$clock;
    reg  [7:0] judged_lap$d;
    wire  [7:0] judged_lap$q;
    reg  judged_lap$clock;
    reg  passed_zero$d;
    wire  passed_zero$q;
    reg  passed_zero$clock;
    reg  late_verdict$d;
    wire  late_verdict$q;
    reg  late_verdict$clock;
    reg  waiting$d;
    wire  waiting$q;
    reg  waiting$clock;
    reg  [2:0] waiting_wheel$d;
    wire  [2:0] waiting_wheel$q;
    reg  waiting_wheel$clock;
    reg  [19:0] waiting_slot$d;
    wire  [19:0] waiting_slot$q;
    reg  waiting_slot$clock;
    reg  lost$d;
    wire  lost$q;
    reg  lost$clock;

    // Local signals
    reg  [7:0] laps_ahead;
    reg  [7:0] upper_laps_ahead;
    reg  passed;

    // Sub module instances
    carillon$late_check$after_1 after_1(
        .d(after_1$d),
        .q(after_1$q),
        .clock(after_1$clock)
    );
    carillon$late_check$after_2 after_2(
        .d(after_2$d),
        .q(after_2$q),
        .clock(after_2$clock)
    );
    carillon$late_check$after_3 after_3(
        .d(after_3$d),
        .q(after_3$q),
        .clock(after_3$clock)
    );
    carillon$late_check$judging judging(
        .d(judging$d),
        .q(judging$q),
        .clock(judging$clock)
    );
    carillon$late_check$judged_wheel judged_wheel(
        .d(judged_wheel$d),
        .q(judged_wheel$q),
        .clock(judged_wheel$clock)
    );
    carillon$late_check$judged_slot judged_slot(
        .d(judged_slot$d),
        .q(judged_slot$q),
        .clock(judged_slot$clock)
    );
    carillon$late_check$judged_lap judged_lap(
        .d(judged_lap$d),
        .q(judged_lap$q),
        .clock(judged_lap$clock)
    );
    carillon$late_check$passed_zero passed_zero(
        .d(passed_zero$d),
        .q(passed_zero$q),
        .clock(passed_zero$clock)
    );
    carillon$late_check$late_verdict late_verdict(
        .d(late_verdict$d),
        .q(late_verdict$q),
        .clock(late_verdict$clock)
    );
    carillon$late_check$waiting waiting(
        .d(waiting$d),
        .q(waiting$q),
        .clock(waiting$clock)
    );
    carillon$late_check$waiting_wheel waiting_wheel(
        .d(waiting_wheel$d),
        .q(waiting_wheel$q),
        .clock(waiting_wheel$clock)
    );
    carillon$late_check$waiting_slot waiting_slot(
        .d(waiting_slot$d),
        .q(waiting_slot$q),
        .clock(waiting_slot$clock)
    );
    carillon$late_check$lost lost(
        .d(lost$d),
        .q(lost$q),
        .clock(lost$clock)
    );

    // Update code
    always @(*) begin
        after_1$clock = clock;
        after_2$clock = clock;
        after_3$clock = clock;
        judging$clock = clock;
        judged_wheel$clock = clock;
        judged_slot$clock = clock;
        judged_lap$clock = clock;
        passed_zero$clock = clock;
        late_verdict$clock = clock;
        waiting$clock = clock;
        waiting_wheel$clock = clock;
        waiting_slot$clock = clock;
        lost$clock = clock;
        after_1$d = after_1$q;
        after_2$d = after_2$q;
        after_3$d = after_3$q;
        judging$d = judging$q;
        judged_wheel$d = judged_wheel$q;
        judged_slot$d = judged_slot$q;
        judged_lap$d = judged_lap$q;
        passed_zero$d = passed_zero$q;
        late_verdict$d = late_verdict$q;
        waiting$d = waiting$q;
        waiting_wheel$d = waiting_wheel$q;
        waiting_slot$d = waiting_slot$q;
        lost$d = lost$q;
        after_1$d = armed;
        after_2$d = after_1$q;
        after_3$d = after_2$q;
        judging$d = after_3$q;
        if (after_1$q) begin
            judged_slot$d = slot & slot_mask;
            judged_lap$d = lap;
            if (multi_wheel) begin
                judged_wheel$d = wheel;
            end
        end
        late_check_wheel = judged_wheel$q;
        laps_ahead = judged_lap$q - next_lap;
        passed_zero$d = laps_ahead[32'h7] | (~|laps_ahead & (judged_slot$q < next_slot));
        upper_laps_ahead = judged_lap$q - upper_lap;
        passed = passed_zero$q;
        if (|judged_wheel$q & multi_wheel) begin
            passed = upper_laps_ahead[32'h7] | (~|upper_laps_ahead & (judged_slot$q < upper_slot));
        end
        lost$d = 1'b0;
        if (waiting$q & (late_taken | ~room)) begin
            waiting$d = 1'b0;
            lost$d = ~late_taken;
        end
        late_verdict$d = judging$q & passed;
        if (late_verdict$q) begin
            waiting$d = 1'b1;
            waiting_wheel$d = judged_wheel$q;
            waiting_slot$d = judged_slot$q;
            if (waiting$q & ~late_taken) begin
                lost$d = 1'b1;
            end
        end
        if (clear) begin
            after_1$d = 1'b0;
            after_2$d = 1'b0;
            after_3$d = 1'b0;
            judging$d = 1'b0;
            late_verdict$d = 1'b0;
            waiting$d = 1'b0;
            lost$d = 1'b0;
        end
        late = waiting$q;
        late_wheel = waiting_wheel$q;
        late_slot = waiting_slot$q;
        late_lost = lost$q;
    end

endmodule // carillon$late_check


module carillon$late_check$after_1(d,q,clock);

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

endmodule // carillon$late_check$after_1


module carillon$late_check$after_2(d,q,clock);

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

endmodule // carillon$late_check$after_2


module carillon$late_check$after_3(d,q,clock);

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

endmodule // carillon$late_check$after_3


module carillon$late_check$judged_lap(d,q,clock);

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

endmodule // carillon$late_check$judged_lap


module carillon$late_check$judged_slot(d,q,clock);

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

endmodule // carillon$late_check$judged_slot


module carillon$late_check$judged_wheel(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$late_check$judged_wheel


module carillon$late_check$judging(d,q,clock);

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

endmodule // carillon$late_check$judging


module carillon$late_check$late_verdict(d,q,clock);

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

endmodule // carillon$late_check$late_verdict


module carillon$late_check$lost(d,q,clock);

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

endmodule // carillon$late_check$lost


module carillon$late_check$passed_zero(d,q,clock);

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

endmodule // carillon$late_check$passed_zero


module carillon$late_check$waiting(d,q,clock);

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

endmodule // carillon$late_check$waiting


module carillon$late_check$waiting_slot(d,q,clock);

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

endmodule // carillon$late_check$waiting_slot


module carillon$late_check$waiting_wheel(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$late_check$waiting_wheel


module carillon$look_ahead(clock,clear,write_enable,write_address,write_data,ask,wheel_present,wheel_base,wheel_size,slot,searching,done,found,distance);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  ask;
    input wire  wheel_present;
    input wire  [15:0] wheel_base;
    input wire  [19:0] wheel_size;
    input wire  [19:0] slot;
    output reg  searching;
    output reg  done;
    output reg  found;
    output reg  [19:0] distance;

    // Constant declarations
    localparam  present = 1'b0;
    localparam  multi_wheel = 1'b0;
    localparam  three_levels = 1'b1;
    localparam  four_levels = 1'b0;
    localparam  highest = 3'b11;
    localparam  all_bits = 16'hffff;
    localparam  bits_beyond = 16'hfffe;
    localparam  one_bit = 16'h1;
    localparam  level_one = 3'b1;
    localparam  level_two = 3'b10;
    localparam  level_three = 3'b11;

    // Stub signals
    reg  level_0$clock;
    reg  level_0$write_enable;
    reg  [19:0] level_0$write_address;
    reg  level_0$write_data;
    reg  [15:0] level_0$read_address;
    wire  [15:0] level_0$read_data;
    wire  level_0$above_enable;
    wire  [19:0] level_0$above_address;
    wire  level_0$above_data;
    reg  level_1$clock;
    reg  level_1$write_enable;
    reg  [19:0] level_1$write_address;
    reg  level_1$write_data;
    reg  [15:0] level_1$read_address;
    wire  [15:0] level_1$read_data;
    wire  level_1$above_enable;
    wire  [19:0] level_1$above_address;
    wire  level_1$above_data;
    reg  level_2$clock;
    reg  level_2$write_enable;
    reg  [19:0] level_2$write_address;
    reg  level_2$write_data;
    reg  [15:0] level_2$read_address;
    wire  [15:0] level_2$read_data;
    wire  level_2$above_enable;
    wire  [19:0] level_2$above_address;
    wire  level_2$above_data;
    reg  level_3$clock;
    reg  level_3$write_enable;
    reg  [19:0] level_3$write_address;
    reg  level_3$write_data;
    reg  [15:0] level_3$read_address;
    wire  [15:0] level_3$read_data;
    wire  level_3$above_enable;
    wire  [19:0] level_3$above_address;
    wire  level_3$above_data;
    reg  [15:0] summary$d;
    wire  [15:0] summary$q;
    reg  summary$clock;
    reg  [15:0] find_first$word;
    wire  find_first$found;
    wire  [3:0] find_first$position;
    reg  active$d;
    wire  active$q;
    reg  active$clock;
    reg  again$d;
    wire  again$q;
    reg  again$clock;
    reg  [15:0] base$d;
    wire  [15:0] base$q;
    reg  base$clock;
    reg  [15:0] last_word$d;
    wire  [15:0] last_word$q;
    reg  last_word$clock;
    reg  [19:0] size$d;
    wire  [19:0] size$q;
    reg  size$clock;
    reg  [19:0] origin$d;
    wire  [19:0] origin$q;
    reg  origin$clock;
    reg  climbing$d;
    wire  climbing$q;
    reg  climbing$clock;
    reg  climb_begins$d;
    wire  climb_begins$q;
    reg  climb_begins$clock;
    reg  [2:0] climb_level$d;
    wire  [2:0] climb_level$q;
    reg  climb_level$clock;
    reg  [19:0] climb_bit$d;
    wire  [19:0] climb_bit$q;
    reg  climb_bit$clock;
    reg  reading$d;
    wire  reading$q;
    reg  reading$clock;
    reg  read_highest$d;
    wire  read_highest$q;
    reg  read_highest$clock;
    reg  [2:0] read_level$d;
    wire  [2:0] read_level$q;
    reg  read_level$clock;
    reg  [15:0] read_word$d;
    wire  [15:0] read_word$q;
    reg  read_word$clock;
    reg  [15:0] read_mask$d;
    wire  [15:0] read_mask$q;
    reg  read_mask$clock;
    reg  judging$d;
    wire  judging$q;
    reg  judging$clock;
    reg  judged_highest$d;
    wire  judged_highest$q;
    reg  judged_highest$clock;
    reg  judged_beyond$d;
    wire  judged_beyond$q;
    reg  judged_beyond$clock;
    reg  [2:0] judged_level$d;
    wire  [2:0] judged_level$q;
    reg  judged_level$clock;
    reg  [15:0] judged_word$d;
    wire  [15:0] judged_word$q;
    reg  judged_word$clock;
    reg  [15:0] judged_bits$d;
    wire  [15:0] judged_bits$q;
    reg  judged_bits$clock;
    reg  concluding$d;
    wire  concluding$q;
    reg  concluding$clock;
    reg  [19:0] hit_slot$d;
    wire  [19:0] hit_slot$q;
    reg  hit_slot$clock;
    reg  hit_before$d;
    wire  hit_before$q;
    reg  hit_before$clock;
    reg  answer_done$d;
    wire  answer_done$q;
    reg  answer_done$clock;
    reg  answer_found$d;
    wire  answer_found$q;
    reg  answer_found$clock;
    reg  [19:0] answer_distance$d;
    wire  [19:0] answer_distance$q;
    reg  answer_distance$clock;

    // Local signals
    reg  [15:0] wheel_word;
    reg  [19:0] position;
    reg  [19:0] end_slot;
    reg  [15:0] word;
    reg  [15:0] read_address;
    reg  [19:0] first_bit;
    reg  hit;
    reg  miss;
    reg  summary_enable;
    reg  summary_data;
    reg  [15:0] summary_bit;

    // Sub module instances
    carillon$look_ahead$level_0 level_0(
        .clock(level_0$clock),
        .write_enable(level_0$write_enable),
        .write_address(level_0$write_address),
        .write_data(level_0$write_data),
        .read_address(level_0$read_address),
        .read_data(level_0$read_data),
        .above_enable(level_0$above_enable),
        .above_address(level_0$above_address),
        .above_data(level_0$above_data)
    );
    carillon$look_ahead$level_1 level_1(
        .clock(level_1$clock),
        .write_enable(level_1$write_enable),
        .write_address(level_1$write_address),
        .write_data(level_1$write_data),
        .read_address(level_1$read_address),
        .read_data(level_1$read_data),
        .above_enable(level_1$above_enable),
        .above_address(level_1$above_address),
        .above_data(level_1$above_data)
    );
    carillon$look_ahead$level_2 level_2(
        .clock(level_2$clock),
        .write_enable(level_2$write_enable),
        .write_address(level_2$write_address),
        .write_data(level_2$write_data),
        .read_address(level_2$read_address),
        .read_data(level_2$read_data),
        .above_enable(level_2$above_enable),
        .above_address(level_2$above_address),
        .above_data(level_2$above_data)
    );
    carillon$look_ahead$level_3 level_3(
        .clock(level_3$clock),
        .write_enable(level_3$write_enable),
        .write_address(level_3$write_address),
        .write_data(level_3$write_data),
        .read_address(level_3$read_address),
        .read_data(level_3$read_data),
        .above_enable(level_3$above_enable),
        .above_address(level_3$above_address),
        .above_data(level_3$above_data)
    );
    carillon$look_ahead$summary summary(
        .d(summary$d),
        .q(summary$q),
        .clock(summary$clock)
    );
    carillon$look_ahead$find_first find_first(
        .word(find_first$word),
        .found(find_first$found),
        .position(find_first$position)
    );
    carillon$look_ahead$active active(
        .d(active$d),
        .q(active$q),
        .clock(active$clock)
    );
    carillon$look_ahead$again again(
        .d(again$d),
        .q(again$q),
        .clock(again$clock)
    );
    carillon$look_ahead$base base(
        .d(base$d),
        .q(base$q),
        .clock(base$clock)
    );
    carillon$look_ahead$last_word last_word(
        .d(last_word$d),
        .q(last_word$q),
        .clock(last_word$clock)
    );
    carillon$look_ahead$size size(
        .d(size$d),
        .q(size$q),
        .clock(size$clock)
    );
    carillon$look_ahead$origin origin(
        .d(origin$d),
        .q(origin$q),
        .clock(origin$clock)
    );
    carillon$look_ahead$climbing climbing(
        .d(climbing$d),
        .q(climbing$q),
        .clock(climbing$clock)
    );
    carillon$look_ahead$climb_begins climb_begins(
        .d(climb_begins$d),
        .q(climb_begins$q),
        .clock(climb_begins$clock)
    );
    carillon$look_ahead$climb_level climb_level(
        .d(climb_level$d),
        .q(climb_level$q),
        .clock(climb_level$clock)
    );
    carillon$look_ahead$climb_bit climb_bit(
        .d(climb_bit$d),
        .q(climb_bit$q),
        .clock(climb_bit$clock)
    );
    carillon$look_ahead$reading reading(
        .d(reading$d),
        .q(reading$q),
        .clock(reading$clock)
    );
    carillon$look_ahead$read_highest read_highest(
        .d(read_highest$d),
        .q(read_highest$q),
        .clock(read_highest$clock)
    );
    carillon$look_ahead$read_level read_level(
        .d(read_level$d),
        .q(read_level$q),
        .clock(read_level$clock)
    );
    carillon$look_ahead$read_word read_word(
        .d(read_word$d),
        .q(read_word$q),
        .clock(read_word$clock)
    );
    carillon$look_ahead$read_mask read_mask(
        .d(read_mask$d),
        .q(read_mask$q),
        .clock(read_mask$clock)
    );
    carillon$look_ahead$judging judging(
        .d(judging$d),
        .q(judging$q),
        .clock(judging$clock)
    );
    carillon$look_ahead$judged_highest judged_highest(
        .d(judged_highest$d),
        .q(judged_highest$q),
        .clock(judged_highest$clock)
    );
    carillon$look_ahead$judged_beyond judged_beyond(
        .d(judged_beyond$d),
        .q(judged_beyond$q),
        .clock(judged_beyond$clock)
    );
    carillon$look_ahead$judged_level judged_level(
        .d(judged_level$d),
        .q(judged_level$q),
        .clock(judged_level$clock)
    );
    carillon$look_ahead$judged_word judged_word(
        .d(judged_word$d),
        .q(judged_word$q),
        .clock(judged_word$clock)
    );
    carillon$look_ahead$judged_bits judged_bits(
        .d(judged_bits$d),
        .q(judged_bits$q),
        .clock(judged_bits$clock)
    );
    carillon$look_ahead$concluding concluding(
        .d(concluding$d),
        .q(concluding$q),
        .clock(concluding$clock)
    );
    carillon$look_ahead$hit_slot hit_slot(
        .d(hit_slot$d),
        .q(hit_slot$q),
        .clock(hit_slot$clock)
    );
    carillon$look_ahead$hit_before hit_before(
        .d(hit_before$d),
        .q(hit_before$q),
        .clock(hit_before$clock)
    );
    carillon$look_ahead$answer_done answer_done(
        .d(answer_done$d),
        .q(answer_done$q),
        .clock(answer_done$clock)
    );
    carillon$look_ahead$answer_found answer_found(
        .d(answer_found$d),
        .q(answer_found$q),
        .clock(answer_found$clock)
    );
    carillon$look_ahead$answer_distance answer_distance(
        .d(answer_distance$d),
        .q(answer_distance$q),
        .clock(answer_distance$clock)
    );

    // Update code
    always @(*) begin
        summary$clock = clock;
        active$clock = clock;
        again$clock = clock;
        base$clock = clock;
        last_word$clock = clock;
        size$clock = clock;
        origin$clock = clock;
        climbing$clock = clock;
        climb_begins$clock = clock;
        climb_level$clock = clock;
        climb_bit$clock = clock;
        reading$clock = clock;
        read_highest$clock = clock;
        read_level$clock = clock;
        read_word$clock = clock;
        read_mask$clock = clock;
        judging$clock = clock;
        judged_highest$clock = clock;
        judged_beyond$clock = clock;
        judged_level$clock = clock;
        judged_word$clock = clock;
        judged_bits$clock = clock;
        concluding$clock = clock;
        hit_slot$clock = clock;
        hit_before$clock = clock;
        answer_done$clock = clock;
        answer_found$clock = clock;
        answer_distance$clock = clock;
        summary$d = summary$q;
        active$d = active$q;
        again$d = again$q;
        base$d = base$q;
        last_word$d = last_word$q;
        size$d = size$q;
        origin$d = origin$q;
        climbing$d = climbing$q;
        climb_begins$d = climb_begins$q;
        climb_level$d = climb_level$q;
        climb_bit$d = climb_bit$q;
        reading$d = reading$q;
        read_highest$d = read_highest$q;
        read_level$d = read_level$q;
        read_word$d = read_word$q;
        read_mask$d = read_mask$q;
        judging$d = judging$q;
        judged_highest$d = judged_highest$q;
        judged_beyond$d = judged_beyond$q;
        judged_level$d = judged_level$q;
        judged_word$d = judged_word$q;
        judged_bits$d = judged_bits$q;
        concluding$d = concluding$q;
        hit_slot$d = hit_slot$q;
        hit_before$d = hit_before$q;
        answer_done$d = answer_done$q;
        answer_found$d = answer_found$q;
        answer_distance$d = answer_distance$q;
        level_0$clock = clock;
        level_1$clock = clock;
        level_2$clock = clock;
        level_3$clock = clock;
        level_0$write_enable = write_enable & present;
        level_0$write_address = write_address;
        level_0$write_data = write_data;
        level_1$write_enable = level_0$above_enable;
        level_1$write_address = level_0$above_address;
        level_1$write_data = level_0$above_data;
        level_2$write_enable = level_1$above_enable & three_levels;
        level_2$write_address = level_1$above_address;
        level_2$write_data = level_1$above_data;
        level_3$write_enable = level_2$above_enable & four_levels;
        level_3$write_address = level_2$above_address;
        level_3$write_data = level_2$above_data;
        if (four_levels) begin
            summary_enable = level_3$above_enable;
            summary_data = level_3$above_data;
            summary_bit = one_bit << level_3$above_address[(32'h0)+:(4)];
        end
        else if (three_levels) begin
            summary_enable = level_2$above_enable;
            summary_data = level_2$above_data;
            summary_bit = one_bit << level_2$above_address[(32'h0)+:(4)];
        end
        else begin
            summary_enable = level_1$above_enable;
            summary_data = level_1$above_data;
            summary_bit = one_bit << level_1$above_address[(32'h0)+:(4)];
        end
        if (summary_enable) begin
            summary$d = summary$q & ~summary_bit;
            if (summary_data) begin
                summary$d = summary$q | summary_bit;
            end
        end
        find_first$word = judged_bits$q;
        first_bit = (((judged_word$q) & 20'hfffff) << 32'h4) | ((find_first$position) & 20'hfffff);
        hit = judging$q & find_first$found & ~judged_beyond$q;
        miss = judging$q & (judged_beyond$q | (~find_first$found & judged_highest$q));
        word = level_0$read_data;
        if (read_level$q == level_one) begin
            word = level_1$read_data;
        end
        if (three_levels & (read_level$q == level_two)) begin
            word = level_2$read_data;
        end
        if (four_levels & (read_level$q == level_three)) begin
            word = level_3$read_data;
        end
        if (read_level$q == highest) begin
            word = summary$q;
        end
        judging$d = reading$q;
        judged_highest$d = read_highest$q;
        judged_beyond$d = ~|read_level$q & (read_word$q > last_word$q);
        judged_level$d = read_level$q;
        judged_word$d = read_word$q;
        judged_bits$d = word & read_mask$q;
        reading$d = climbing$q;
        read_highest$d = climb_level$q == highest;
        read_level$d = climb_level$q;
        read_address = climb_bit$q[(32'h4)+:(16)];
        read_mask$d = bits_beyond << climb_bit$q[(32'h0)+:(4)];
        if (climb_begins$q) begin
            read_mask$d = all_bits << climb_bit$q[(32'h0)+:(4)];
        end
        climb_begins$d = 1'b0;
        climb_level$d = climb_level$q + 32'h1;
        climb_bit$d = climb_bit$q >> 32'h4;
        if (climb_level$q == highest) begin
            climbing$d = 1'b0;
        end
        concluding$d = 1'b0;
        hit_before$d = hit;
        if (hit) begin
            hit_slot$d = first_bit;
            climbing$d = 1'b0;
            judging$d = 1'b0;
            reading$d = |judged_level$q;
            read_highest$d = 1'b0;
            read_level$d = judged_level$q - 32'h1;
            read_address = first_bit[(32'h0)+:(16)];
            read_mask$d = all_bits;
            concluding$d = ~|judged_level$q;
        end
        read_word$d = read_address;
        level_0$read_address = read_address;
        level_1$read_address = read_address;
        level_2$read_address = read_address;
        level_3$read_address = read_address;
        if (miss) begin
            again$d = 1'b1;
            climbing$d = ~again$q;
            climb_begins$d = 1'b1;
            climb_level$d = level_one;
            climb_bit$d = ((base$q) & 20'hfffff);
            origin$d = origin$q - size$q;
            concluding$d = again$q;
        end
        wheel_word = 32'h0;
        if (multi_wheel) begin
            wheel_word = wheel_base;
        end
        position = (((wheel_word) & 20'hfffff) << 32'h4) + slot;
        end_slot = wheel_size - 32'h1;
        if (ask & present) begin
            active$d = 1'b1;
            again$d = 1'b0;
            base$d = wheel_word;
            last_word$d = wheel_word + end_slot[(32'h4)+:(16)];
            size$d = wheel_size;
            origin$d = position;
            climbing$d = wheel_present;
            climb_begins$d = 1'b1;
            climb_level$d = 32'h0;
            climb_bit$d = position;
            concluding$d = ~wheel_present;
        end
        if (concluding$q) begin
            active$d = 1'b0;
        end
        answer_done$d = concluding$q;
        answer_found$d = hit_before$q;
        answer_distance$d = hit_slot$q - origin$q;
        if (clear) begin
            active$d = 1'b0;
            climbing$d = 1'b0;
            reading$d = 1'b0;
            judging$d = 1'b0;
            concluding$d = 1'b0;
            answer_done$d = 1'b0;
        end
        searching = active$q;
        done = answer_done$q;
        found = answer_found$q;
        distance = answer_distance$q;
    end

endmodule // carillon$look_ahead


module carillon$look_ahead$active(d,q,clock);

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

endmodule // carillon$look_ahead$active


module carillon$look_ahead$again(d,q,clock);

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

endmodule // carillon$look_ahead$again


module carillon$look_ahead$answer_distance(d,q,clock);

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

endmodule // carillon$look_ahead$answer_distance


module carillon$look_ahead$answer_done(d,q,clock);

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

endmodule // carillon$look_ahead$answer_done


module carillon$look_ahead$answer_found(d,q,clock);

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

endmodule // carillon$look_ahead$answer_found


module carillon$look_ahead$base(d,q,clock);

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

endmodule // carillon$look_ahead$base


module carillon$look_ahead$climb_begins(d,q,clock);

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

endmodule // carillon$look_ahead$climb_begins


module carillon$look_ahead$climb_bit(d,q,clock);

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

endmodule // carillon$look_ahead$climb_bit


module carillon$look_ahead$climb_level(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$look_ahead$climb_level


module carillon$look_ahead$climbing(d,q,clock);

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

endmodule // carillon$look_ahead$climbing


module carillon$look_ahead$concluding(d,q,clock);

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

endmodule // carillon$look_ahead$concluding


module carillon$look_ahead$find_first(word,found,position);

    // Module arguments
    input wire  [15:0] word;
    output reg  found;
    output reg  [3:0] position;

    // Local signals
    reg  any_0;
    reg  any_1;
    reg  any_2;
    reg  any_3;
    reg  [3:0] first_0;
    reg  [3:0] first_1;
    reg  [3:0] first_2;
    reg  [3:0] first_3;

    // Update code
    always @(*) begin
        any_0 = |word[(32'h0)+:(4)];
        any_1 = |word[(32'h4)+:(4)];
        any_2 = |word[(32'h8)+:(4)];
        any_3 = |word[(32'hc)+:(4)];
        found = any_0 | any_1 | any_2 | any_3;
        first_0 = 32'h3;
        if (word[32'h0]) begin
            first_0 = 32'h0;
        end
        else if (word[32'h1]) begin
            first_0 = 32'h1;
        end
        else if (word[32'h2]) begin
            first_0 = 32'h2;
        end
        first_1 = 32'h7;
        if (word[32'h4]) begin
            first_1 = 32'h4;
        end
        else if (word[32'h5]) begin
            first_1 = 32'h5;
        end
        else if (word[32'h6]) begin
            first_1 = 32'h6;
        end
        first_2 = 32'hb;
        if (word[32'h8]) begin
            first_2 = 32'h8;
        end
        else if (word[32'h9]) begin
            first_2 = 32'h9;
        end
        else if (word[32'ha]) begin
            first_2 = 32'ha;
        end
        first_3 = 32'hf;
        if (word[32'hc]) begin
            first_3 = 32'hc;
        end
        else if (word[32'hd]) begin
            first_3 = 32'hd;
        end
        else if (word[32'he]) begin
            first_3 = 32'he;
        end
        position = first_3;
        if (any_0) begin
            position = first_0;
        end
        else if (any_1) begin
            position = first_1;
        end
        else if (any_2) begin
            position = first_2;
        end
    end

endmodule // carillon$look_ahead$find_first


module carillon$look_ahead$hit_before(d,q,clock);

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

endmodule // carillon$look_ahead$hit_before


module carillon$look_ahead$hit_slot(d,q,clock);

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

endmodule // carillon$look_ahead$hit_slot


module carillon$look_ahead$judged_beyond(d,q,clock);

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

endmodule // carillon$look_ahead$judged_beyond


module carillon$look_ahead$judged_bits(d,q,clock);

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

endmodule // carillon$look_ahead$judged_bits


module carillon$look_ahead$judged_highest(d,q,clock);

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

endmodule // carillon$look_ahead$judged_highest


module carillon$look_ahead$judged_level(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$look_ahead$judged_level


module carillon$look_ahead$judged_word(d,q,clock);

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

endmodule // carillon$look_ahead$judged_word


module carillon$look_ahead$judging(d,q,clock);

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

endmodule // carillon$look_ahead$judging


module carillon$look_ahead$last_word(d,q,clock);

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

endmodule // carillon$look_ahead$last_word


module carillon$look_ahead$level_0(clock,write_enable,write_address,write_data,read_address,read_data,above_enable,above_address,above_data);

    // Module arguments
    input wire  clock;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;
    output reg  above_enable;
    output reg  [19:0] above_address;
    output reg  above_data;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  written$d;
    wire  written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;
    reg  [15:0] written_word$d;
    wire  [15:0] written_word$q;
    reg  written_word$clock;

    // Sub module instances
    carillon$look_ahead$level_0$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_0$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_0$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );
    carillon$look_ahead$level_0$written_word written_word(
        .d(written_word$d),
        .q(written_word$q),
        .clock(written_word$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written_word$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        written_word$d = written_word$q;
        bits$clock = clock;
        bits$write_enable = write_enable;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$whole = 1'b0;
        bits$read_address = read_address;
        if (write_enable) begin
            bits$read_address = write_address[(32'h4)+:(16)];
        end
        written$d = write_enable;
        written_data$d = write_data;
        written_word$d = write_address[(32'h4)+:(16)];
        read_data = bits$read_data;
        above_enable = written$q & (written_data$q | ~|bits$read_data);
        above_address = ((written_word$q) & 20'hfffff);
        above_data = written_data$q;
    end

endmodule // carillon$look_ahead$level_0


module carillon$look_ahead$level_0$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Constant declarations
    localparam  word_mask = 16'h1;
    localparam  one_bit = 16'h1;
    localparam  keeps = 1'b1;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  [15:0] written$d;
    wire  [15:0] written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;

    // Local signals
    reg  [15:0] written_word;

    // Sub module instances
    carillon$look_ahead$level_0$bits$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_0$bits$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_0$bits$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        bits$clock = clock;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$write_enable = write_enable;
        bits$whole = whole;
        bits$read_address = read_address;
        written_word = (write_address[(32'h4)+:(16)] ^ read_address) & word_mask;
        written$d = 32'h0;
        if (write_enable & ~|written_word & keeps) begin
            written$d = one_bit << write_address[(32'h0)+:(4)];
        end
        written_data$d = write_data;
        read_data = bits$read_data & ~written$q;
        if (written_data$q) begin
            read_data = bits$read_data | written$q;
        end
    end

endmodule // carillon$look_ahead$level_0$bits


module carillon$look_ahead$level_0$bits$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [15:0] busy [1:0];
    wire [4:0] slot = write_address[4:0];
    wire [0:0] word = read_address[0:0];
    integer i;
    initial for (i = 0; i <= 1; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[4:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$look_ahead$level_0$bits$bits


module carillon$look_ahead$level_0$bits$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_0$bits$written


module carillon$look_ahead$level_0$bits$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_0$bits$written_data


module carillon$look_ahead$level_0$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_0$written


module carillon$look_ahead$level_0$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_0$written_data


module carillon$look_ahead$level_0$written_word(d,q,clock);

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

endmodule // carillon$look_ahead$level_0$written_word


module carillon$look_ahead$level_1(clock,write_enable,write_address,write_data,read_address,read_data,above_enable,above_address,above_data);

    // Module arguments
    input wire  clock;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;
    output reg  above_enable;
    output reg  [19:0] above_address;
    output reg  above_data;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  written$d;
    wire  written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;
    reg  [15:0] written_word$d;
    wire  [15:0] written_word$q;
    reg  written_word$clock;

    // Sub module instances
    carillon$look_ahead$level_1$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_1$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_1$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );
    carillon$look_ahead$level_1$written_word written_word(
        .d(written_word$d),
        .q(written_word$q),
        .clock(written_word$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written_word$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        written_word$d = written_word$q;
        bits$clock = clock;
        bits$write_enable = write_enable;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$whole = 1'b0;
        bits$read_address = read_address;
        if (write_enable) begin
            bits$read_address = write_address[(32'h4)+:(16)];
        end
        written$d = write_enable;
        written_data$d = write_data;
        written_word$d = write_address[(32'h4)+:(16)];
        read_data = bits$read_data;
        above_enable = written$q & (written_data$q | ~|bits$read_data);
        above_address = ((written_word$q) & 20'hfffff);
        above_data = written_data$q;
    end

endmodule // carillon$look_ahead$level_1


module carillon$look_ahead$level_1$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Constant declarations
    localparam  word_mask = 16'h1;
    localparam  one_bit = 16'h1;
    localparam  keeps = 1'b1;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  [15:0] written$d;
    wire  [15:0] written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;

    // Local signals
    reg  [15:0] written_word;

    // Sub module instances
    carillon$look_ahead$level_1$bits$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_1$bits$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_1$bits$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        bits$clock = clock;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$write_enable = write_enable;
        bits$whole = whole;
        bits$read_address = read_address;
        written_word = (write_address[(32'h4)+:(16)] ^ read_address) & word_mask;
        written$d = 32'h0;
        if (write_enable & ~|written_word & keeps) begin
            written$d = one_bit << write_address[(32'h0)+:(4)];
        end
        written_data$d = write_data;
        read_data = bits$read_data & ~written$q;
        if (written_data$q) begin
            read_data = bits$read_data | written$q;
        end
    end

endmodule // carillon$look_ahead$level_1$bits


module carillon$look_ahead$level_1$bits$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [15:0] busy [1:0];
    wire [4:0] slot = write_address[4:0];
    wire [0:0] word = read_address[0:0];
    integer i;
    initial for (i = 0; i <= 1; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[4:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$look_ahead$level_1$bits$bits


module carillon$look_ahead$level_1$bits$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_1$bits$written


module carillon$look_ahead$level_1$bits$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_1$bits$written_data


module carillon$look_ahead$level_1$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_1$written


module carillon$look_ahead$level_1$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_1$written_data


module carillon$look_ahead$level_1$written_word(d,q,clock);

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

endmodule // carillon$look_ahead$level_1$written_word


module carillon$look_ahead$level_2(clock,write_enable,write_address,write_data,read_address,read_data,above_enable,above_address,above_data);

    // Module arguments
    input wire  clock;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;
    output reg  above_enable;
    output reg  [19:0] above_address;
    output reg  above_data;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  written$d;
    wire  written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;
    reg  [15:0] written_word$d;
    wire  [15:0] written_word$q;
    reg  written_word$clock;

    // Sub module instances
    carillon$look_ahead$level_2$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_2$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_2$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );
    carillon$look_ahead$level_2$written_word written_word(
        .d(written_word$d),
        .q(written_word$q),
        .clock(written_word$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written_word$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        written_word$d = written_word$q;
        bits$clock = clock;
        bits$write_enable = write_enable;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$whole = 1'b0;
        bits$read_address = read_address;
        if (write_enable) begin
            bits$read_address = write_address[(32'h4)+:(16)];
        end
        written$d = write_enable;
        written_data$d = write_data;
        written_word$d = write_address[(32'h4)+:(16)];
        read_data = bits$read_data;
        above_enable = written$q & (written_data$q | ~|bits$read_data);
        above_address = ((written_word$q) & 20'hfffff);
        above_data = written_data$q;
    end

endmodule // carillon$look_ahead$level_2


module carillon$look_ahead$level_2$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Constant declarations
    localparam  word_mask = 16'h1;
    localparam  one_bit = 16'h1;
    localparam  keeps = 1'b1;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  [15:0] written$d;
    wire  [15:0] written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;

    // Local signals
    reg  [15:0] written_word;

    // Sub module instances
    carillon$look_ahead$level_2$bits$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_2$bits$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_2$bits$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        bits$clock = clock;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$write_enable = write_enable;
        bits$whole = whole;
        bits$read_address = read_address;
        written_word = (write_address[(32'h4)+:(16)] ^ read_address) & word_mask;
        written$d = 32'h0;
        if (write_enable & ~|written_word & keeps) begin
            written$d = one_bit << write_address[(32'h0)+:(4)];
        end
        written_data$d = write_data;
        read_data = bits$read_data & ~written$q;
        if (written_data$q) begin
            read_data = bits$read_data | written$q;
        end
    end

endmodule // carillon$look_ahead$level_2$bits


module carillon$look_ahead$level_2$bits$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [15:0] busy [1:0];
    wire [4:0] slot = write_address[4:0];
    wire [0:0] word = read_address[0:0];
    integer i;
    initial for (i = 0; i <= 1; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[4:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$look_ahead$level_2$bits$bits


module carillon$look_ahead$level_2$bits$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_2$bits$written


module carillon$look_ahead$level_2$bits$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_2$bits$written_data


module carillon$look_ahead$level_2$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_2$written


module carillon$look_ahead$level_2$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_2$written_data


module carillon$look_ahead$level_2$written_word(d,q,clock);

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

endmodule // carillon$look_ahead$level_2$written_word


module carillon$look_ahead$level_3(clock,write_enable,write_address,write_data,read_address,read_data,above_enable,above_address,above_data);

    // Module arguments
    input wire  clock;
    input wire  write_enable;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;
    output reg  above_enable;
    output reg  [19:0] above_address;
    output reg  above_data;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  written$d;
    wire  written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;
    reg  [15:0] written_word$d;
    wire  [15:0] written_word$q;
    reg  written_word$clock;

    // Sub module instances
    carillon$look_ahead$level_3$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_3$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_3$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );
    carillon$look_ahead$level_3$written_word written_word(
        .d(written_word$d),
        .q(written_word$q),
        .clock(written_word$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written_word$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        written_word$d = written_word$q;
        bits$clock = clock;
        bits$write_enable = write_enable;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$whole = 1'b0;
        bits$read_address = read_address;
        if (write_enable) begin
            bits$read_address = write_address[(32'h4)+:(16)];
        end
        written$d = write_enable;
        written_data$d = write_data;
        written_word$d = write_address[(32'h4)+:(16)];
        read_data = bits$read_data;
        above_enable = written$q & (written_data$q | ~|bits$read_data);
        above_address = ((written_word$q) & 20'hfffff);
        above_data = written_data$q;
    end

endmodule // carillon$look_ahead$level_3


module carillon$look_ahead$level_3$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Constant declarations
    localparam  word_mask = 16'h1;
    localparam  one_bit = 16'h1;
    localparam  keeps = 1'b1;

    // Stub signals
    reg  bits$clock;
    reg  [19:0] bits$write_address;
    reg  bits$write_data;
    reg  bits$write_enable;
    reg  bits$whole;
    reg  [15:0] bits$read_address;
    wire  [15:0] bits$read_data;
    reg  [15:0] written$d;
    wire  [15:0] written$q;
    reg  written$clock;
    reg  written_data$d;
    wire  written_data$q;
    reg  written_data$clock;

    // Local signals
    reg  [15:0] written_word;

    // Sub module instances
    carillon$look_ahead$level_3$bits$bits bits(
        .clock(bits$clock),
        .write_address(bits$write_address),
        .write_data(bits$write_data),
        .write_enable(bits$write_enable),
        .whole(bits$whole),
        .read_address(bits$read_address),
        .read_data(bits$read_data)
    );
    carillon$look_ahead$level_3$bits$written written(
        .d(written$d),
        .q(written$q),
        .clock(written$clock)
    );
    carillon$look_ahead$level_3$bits$written_data written_data(
        .d(written_data$d),
        .q(written_data$q),
        .clock(written_data$clock)
    );

    // Update code
    always @(*) begin
        written$clock = clock;
        written_data$clock = clock;
        written$d = written$q;
        written_data$d = written_data$q;
        bits$clock = clock;
        bits$write_address = write_address;
        bits$write_data = write_data;
        bits$write_enable = write_enable;
        bits$whole = whole;
        bits$read_address = read_address;
        written_word = (write_address[(32'h4)+:(16)] ^ read_address) & word_mask;
        written$d = 32'h0;
        if (write_enable & ~|written_word & keeps) begin
            written$d = one_bit << write_address[(32'h0)+:(4)];
        end
        written_data$d = write_data;
        read_data = bits$read_data & ~written$q;
        if (written_data$q) begin
            read_data = bits$read_data | written$q;
        end
    end

endmodule // carillon$look_ahead$level_3$bits


module carillon$look_ahead$level_3$bits$bits(clock,write_address,write_data,write_enable,whole,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [19:0] write_address;
    input wire  write_data;
    input wire  write_enable;
    input wire  whole;
    input wire  [15:0] read_address;
    output reg  [15:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [15:0] busy [1:0];
    wire [4:0] slot = write_address[4:0];
    wire [0:0] word = read_address[0:0];
    integer i;
    initial for (i = 0; i <= 1; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[4:4]][slot[3:0]] <= write_data;
       read_data <= busy[word];
    end
endmodule // carillon$look_ahead$level_3$bits$bits


module carillon$look_ahead$level_3$bits$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_3$bits$written


module carillon$look_ahead$level_3$bits$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_3$bits$written_data


module carillon$look_ahead$level_3$written(d,q,clock);

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

endmodule // carillon$look_ahead$level_3$written


module carillon$look_ahead$level_3$written_data(d,q,clock);

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

endmodule // carillon$look_ahead$level_3$written_data


module carillon$look_ahead$level_3$written_word(d,q,clock);

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

endmodule // carillon$look_ahead$level_3$written_word


module carillon$look_ahead$origin(d,q,clock);

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

endmodule // carillon$look_ahead$origin


module carillon$look_ahead$read_highest(d,q,clock);

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

endmodule // carillon$look_ahead$read_highest


module carillon$look_ahead$read_level(d,q,clock);

    // Module arguments
    input wire  [2:0] d;
    output reg  [2:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 3'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$look_ahead$read_level


module carillon$look_ahead$read_mask(d,q,clock);

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

endmodule // carillon$look_ahead$read_mask


module carillon$look_ahead$read_word(d,q,clock);

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

endmodule // carillon$look_ahead$read_word


module carillon$look_ahead$reading(d,q,clock);

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

endmodule // carillon$look_ahead$reading


module carillon$look_ahead$size(d,q,clock);

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

endmodule // carillon$look_ahead$size


module carillon$look_ahead$summary(d,q,clock);

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

endmodule // carillon$look_ahead$summary


module carillon$time_base(clock,clear,enable,prescale,tick_now,now_low,now_high,half_period);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  enable;
    input wire  [23:0] prescale;
    output reg  tick_now;
    output reg  [31:0] now_low;
    output reg  [31:0] now_high;
    output reg  half_period;

    // Constant declarations
    localparam  one_clock = 24'h1;

    // Stub signals
    reg  now$clock;
    reg  now$clear;
    reg  [4:0] now$advance;
    wire  [31:0] now$low;
    wire  [31:0] now$high;
    reg  [23:0] elapsed$d;
    wire  [23:0] elapsed$q;
    reg  elapsed$clock;
    reg  at_end$d;
    wire  at_end$q;
    reg  at_end$clock;
    reg  every_clock$d;
    wire  every_clock$q;
    reg  every_clock$clock;
    reg  ticking$d;
    wire  ticking$q;
    reg  ticking$clock;
    reg  previous_half$d;
    wire  previous_half$q;
    reg  previous_half$clock;

    // Local signals
    reg  ends;
    reg  half;

    // Sub module instances
    carillon$time_base$now now(
        .clock(now$clock),
        .clear(now$clear),
        .advance(now$advance),
        .low(now$low),
        .high(now$high)
    );
    carillon$time_base$elapsed elapsed(
        .d(elapsed$d),
        .q(elapsed$q),
        .clock(elapsed$clock)
    );
    carillon$time_base$at_end at_end(
        .d(at_end$d),
        .q(at_end$q),
        .clock(at_end$clock)
    );
    carillon$time_base$every_clock every_clock(
        .d(every_clock$d),
        .q(every_clock$q),
        .clock(every_clock$clock)
    );
    carillon$time_base$ticking ticking(
        .d(ticking$d),
        .q(ticking$q),
        .clock(ticking$clock)
    );
    carillon$time_base$previous_half previous_half(
        .d(previous_half$d),
        .q(previous_half$q),
        .clock(previous_half$clock)
    );

    // Update code
    always @(*) begin
        elapsed$clock = clock;
        at_end$clock = clock;
        every_clock$clock = clock;
        ticking$clock = clock;
        previous_half$clock = clock;
        elapsed$d = elapsed$q;
        at_end$d = at_end$q;
        every_clock$d = every_clock$q;
        ticking$d = ticking$q;
        previous_half$d = previous_half$q;
        now$clock = clock;
        now$clear = clear;
        every_clock$d = prescale == one_clock;
        ends = enable & (at_end$q | every_clock$q);
        ticking$d = ends;
        tick_now = ticking$q;
        if (enable) begin
            at_end$d = elapsed$q == prescale;
            elapsed$d = elapsed$q + 32'h1;
        end
        if (ends) begin
            at_end$d = 1'b0;
            elapsed$d = 32'h2;
        end
        now$advance = ((ticking$q) & 5'h1f);
        now_low = now$low;
        now_high = now$high;
        half = now$low[32'h1f];
        previous_half$d = half;
        half_period = half ^ previous_half$q;
        if (clear) begin
            elapsed$d = 32'h2;
            at_end$d = 1'b0;
            every_clock$d = 1'b0;
            ticking$d = 1'b0;
            previous_half$d = 1'b0;
        end
    end

endmodule // carillon$time_base


module carillon$time_base$at_end(d,q,clock);

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

endmodule // carillon$time_base$at_end


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


module carillon$time_base$every_clock(d,q,clock);

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

endmodule // carillon$time_base$every_clock


module carillon$time_base$now(clock,clear,advance,low,high);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [4:0] advance;
    output reg  [31:0] low;
    output reg  [31:0] high;

    // Stub signals
    reg  [9:0] part_0$d;
    wire  [9:0] part_0$q;
    reg  part_0$clock;
    reg  [10:0] part_1$d;
    wire  [10:0] part_1$q;
    reg  part_1$clock;
    reg  [10:0] part_2$d;
    wire  [10:0] part_2$q;
    reg  part_2$clock;
    reg  [15:0] part_3$d;
    wire  [15:0] part_3$q;
    reg  part_3$clock;
    reg  [15:0] part_4$d;
    wire  [15:0] part_4$q;
    reg  part_4$clock;
    reg  full_1$d;
    wire  full_1$q;
    reg  full_1$clock;
    reg  full_2$d;
    wire  full_2$q;
    reg  full_2$clock;
    reg  full_3$d;
    wire  full_3$q;
    reg  full_3$clock;

    // Local signals
    reg  [10:0] sum;
    reg  carry;

    // Sub module instances
    carillon$time_base$now$part_0 part_0(
        .d(part_0$d),
        .q(part_0$q),
        .clock(part_0$clock)
    );
    carillon$time_base$now$part_1 part_1(
        .d(part_1$d),
        .q(part_1$q),
        .clock(part_1$clock)
    );
    carillon$time_base$now$part_2 part_2(
        .d(part_2$d),
        .q(part_2$q),
        .clock(part_2$clock)
    );
    carillon$time_base$now$part_3 part_3(
        .d(part_3$d),
        .q(part_3$q),
        .clock(part_3$clock)
    );
    carillon$time_base$now$part_4 part_4(
        .d(part_4$d),
        .q(part_4$q),
        .clock(part_4$clock)
    );
    carillon$time_base$now$full_1 full_1(
        .d(full_1$d),
        .q(full_1$q),
        .clock(full_1$clock)
    );
    carillon$time_base$now$full_2 full_2(
        .d(full_2$d),
        .q(full_2$q),
        .clock(full_2$clock)
    );
    carillon$time_base$now$full_3 full_3(
        .d(full_3$d),
        .q(full_3$q),
        .clock(full_3$clock)
    );

    // Update code
    always @(*) begin
        part_0$clock = clock;
        part_1$clock = clock;
        part_2$clock = clock;
        part_3$clock = clock;
        part_4$clock = clock;
        full_1$clock = clock;
        full_2$clock = clock;
        full_3$clock = clock;
        part_0$d = part_0$q;
        part_1$d = part_1$q;
        part_2$d = part_2$q;
        part_3$d = part_3$q;
        part_4$d = part_4$q;
        full_1$d = full_1$q;
        full_2$d = full_2$q;
        full_3$d = full_3$q;
        sum = ((part_0$q) & 11'h7ff) + ((advance) & 11'h7ff);
        carry = sum[32'ha];
        part_0$d = sum[(32'h0)+:(10)];
        full_1$d = &part_1$q;
        full_2$d = full_1$q & &part_2$q;
        full_3$d = full_2$q & &part_3$q;
        if (carry) begin
            part_1$d = part_1$q + 32'h1;
        end
        if (carry & full_1$q) begin
            part_2$d = part_2$q + 32'h1;
        end
        if (carry & full_2$q) begin
            part_3$d = part_3$q + 32'h1;
        end
        if (carry & full_3$q) begin
            part_4$d = part_4$q + 32'h1;
        end
        if (clear) begin
            part_0$d = 32'h0;
            part_1$d = 32'h0;
            part_2$d = 32'h0;
            part_3$d = 32'h0;
            part_4$d = 32'h0;
            full_1$d = 1'b0;
            full_2$d = 1'b0;
            full_3$d = 1'b0;
        end
        low = ((part_0$q) & 32'hffffffff) | (((part_1$q) & 32'hffffffff) << 32'ha) | (((part_2$q) & 32'hffffffff) << 32'h15);
        high = ((part_3$q) & 32'hffffffff) | (((part_4$q) & 32'hffffffff) << 32'h10);
    end

endmodule // carillon$time_base$now


module carillon$time_base$now$full_1(d,q,clock);

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

endmodule // carillon$time_base$now$full_1


module carillon$time_base$now$full_2(d,q,clock);

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

endmodule // carillon$time_base$now$full_2


module carillon$time_base$now$full_3(d,q,clock);

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

endmodule // carillon$time_base$now$full_3


module carillon$time_base$now$part_0(d,q,clock);

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

endmodule // carillon$time_base$now$part_0


module carillon$time_base$now$part_1(d,q,clock);

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

endmodule // carillon$time_base$now$part_1


module carillon$time_base$now$part_2(d,q,clock);

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

endmodule // carillon$time_base$now$part_2


module carillon$time_base$now$part_3(d,q,clock);

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

endmodule // carillon$time_base$now$part_3


module carillon$time_base$now$part_4(d,q,clock);

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

endmodule // carillon$time_base$now$part_4


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


module carillon$time_base$ticking(d,q,clock);

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

endmodule // carillon$time_base$ticking


module carillon$wheels(clock,clear,index,write_size,write_mode,data,select,late_check_select,step,step_wheel,step_slot,step_lap,visited,size_refused,count,last_slot,selected_present,selected_size,selected_base,selected_slot,selected_lap,late_check_slot,late_check_lap,hold,auto_clear);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  [2:0] index;
    input wire  write_size;
    input wire  write_mode;
    input wire  [31:0] data;
    input wire  [2:0] select;
    input wire  [2:0] late_check_select;
    input wire  step;
    input wire  [2:0] step_wheel;
    input wire  [19:0] step_slot;
    input wire  [7:0] step_lap;
    input wire  [2:0] visited;
    output reg  size_refused;
    output reg  [3:0] count;
    output reg  [19:0] last_slot;
    output reg  selected_present;
    output reg  [20:0] selected_size;
    output reg  [15:0] selected_base;
    output reg  [19:0] selected_slot;
    output reg  [7:0] selected_lap;
    output reg  [19:0] late_check_slot;
    output reg  [7:0] late_check_lap;
    output reg  hold;
    output reg  auto_clear;

    // Constant declarations
    localparam  multi_wheel = 1'b0;
    localparam  modes = 1'b0;
    localparam  capacity = 21'h10000;
    localparam  size_mask = 21'h1ffff;
    localparam  top_slot = 20'hffff;
    localparam  above = 21'h1f0000;
    localparam  above_words = 17'b11111000000000000;
    localparam  all_words = 17'b1000000000000;
    localparam  most = 4'h1;
    localparam  one_wheel = 4'h1;
    localparam  one_bit = 8'h1;
    localparam  no_wheel = 3'b0;

    // Stub signals
    reg  sizes$clock;
    reg  [9:0] sizes$write_address;
    reg  [20:0] sizes$write_data;
    reg  sizes$write_enable;
    reg  [9:0] sizes$read_address;
    wire  [20:0] sizes$read_data;
    reg  bases$clock;
    reg  [9:0] bases$write_address;
    reg  [16:0] bases$write_data;
    reg  bases$write_enable;
    reg  [9:0] bases$read_address;
    wire  [16:0] bases$read_data;
    reg  positions$clock;
    reg  [9:0] positions$write_address;
    reg  [27:0] positions$write_data;
    reg  positions$write_enable;
    reg  [9:0] positions$read_address;
    wire  [27:0] positions$read_data;
    reg  late_check_positions$clock;
    reg  [9:0] late_check_positions$write_address;
    reg  [27:0] late_check_positions$write_data;
    reg  late_check_positions$write_enable;
    reg  [9:0] late_check_positions$read_address;
    wire  [27:0] late_check_positions$read_data;
    reg  [20:0] size_0$d;
    wire  [20:0] size_0$q;
    reg  size_0$clock;
    reg  [19:0] top_0$d;
    wire  [19:0] top_0$q;
    reg  top_0$clock;
    reg  [3:0] present$d;
    wire  [3:0] present$q;
    reg  present$clock;
    reg  [7:0] holds$d;
    wire  [7:0] holds$q;
    reg  holds$clock;
    reg  [7:0] auto_clears$d;
    wire  [7:0] auto_clears$q;
    reg  auto_clears$clock;
    reg  visited_holds$d;
    wire  visited_holds$q;
    reg  visited_holds$clock;
    reg  visited_clears$d;
    wire  visited_clears$q;
    reg  visited_clears$clock;
    reg  [20:0] candidate$d;
    wire  [20:0] candidate$q;
    reg  candidate$clock;
    reg  checking$d;
    wire  checking$q;
    reg  checking$clock;
    reg  fits$d;
    wire  fits$q;
    reg  fits$clock;
    reg  [16:0] end_word$d;
    wire  [16:0] end_word$q;
    reg  end_word$clock;
    reg  shown_zero$d;
    wire  shown_zero$q;
    reg  shown_zero$clock;
    reg  shown_present$d;
    wire  shown_present$q;
    reg  shown_present$clock;

    // Local signals
    reg  [7:0] index_bit;
    reg  in_order;
    reg  too_large;
    reg  [16:0] last_word;
    reg  [16:0] base;
    reg  store;
    reg  [27:0] new_position;
    reg  [27:0] position;
    reg  [27:0] late_check_position;

    // Sub module instances
    carillon$wheels$sizes sizes(
        .clock(sizes$clock),
        .write_address(sizes$write_address),
        .write_data(sizes$write_data),
        .write_enable(sizes$write_enable),
        .read_address(sizes$read_address),
        .read_data(sizes$read_data)
    );
    carillon$wheels$bases bases(
        .clock(bases$clock),
        .write_address(bases$write_address),
        .write_data(bases$write_data),
        .write_enable(bases$write_enable),
        .read_address(bases$read_address),
        .read_data(bases$read_data)
    );
    carillon$wheels$positions positions(
        .clock(positions$clock),
        .write_address(positions$write_address),
        .write_data(positions$write_data),
        .write_enable(positions$write_enable),
        .read_address(positions$read_address),
        .read_data(positions$read_data)
    );
    carillon$wheels$late_check_positions late_check_positions(
        .clock(late_check_positions$clock),
        .write_address(late_check_positions$write_address),
        .write_data(late_check_positions$write_data),
        .write_enable(late_check_positions$write_enable),
        .read_address(late_check_positions$read_address),
        .read_data(late_check_positions$read_data)
    );
    carillon$wheels$size_0 size_0(
        .d(size_0$d),
        .q(size_0$q),
        .clock(size_0$clock)
    );
    carillon$wheels$top_0 top_0(
        .d(top_0$d),
        .q(top_0$q),
        .clock(top_0$clock)
    );
    carillon$wheels$present present(
        .d(present$d),
        .q(present$q),
        .clock(present$clock)
    );
    carillon$wheels$holds holds(
        .d(holds$d),
        .q(holds$q),
        .clock(holds$clock)
    );
    carillon$wheels$auto_clears auto_clears(
        .d(auto_clears$d),
        .q(auto_clears$q),
        .clock(auto_clears$clock)
    );
    carillon$wheels$visited_holds visited_holds(
        .d(visited_holds$d),
        .q(visited_holds$q),
        .clock(visited_holds$clock)
    );
    carillon$wheels$visited_clears visited_clears(
        .d(visited_clears$d),
        .q(visited_clears$q),
        .clock(visited_clears$clock)
    );
    carillon$wheels$candidate candidate(
        .d(candidate$d),
        .q(candidate$q),
        .clock(candidate$clock)
    );
    carillon$wheels$checking checking(
        .d(checking$d),
        .q(checking$q),
        .clock(checking$clock)
    );
    carillon$wheels$fits fits(
        .d(fits$d),
        .q(fits$q),
        .clock(fits$clock)
    );
    carillon$wheels$end_word end_word(
        .d(end_word$d),
        .q(end_word$q),
        .clock(end_word$clock)
    );
    carillon$wheels$shown_zero shown_zero(
        .d(shown_zero$d),
        .q(shown_zero$q),
        .clock(shown_zero$clock)
    );
    carillon$wheels$shown_present shown_present(
        .d(shown_present$d),
        .q(shown_present$q),
        .clock(shown_present$clock)
    );

    // Update code
    always @(*) begin
        size_0$clock = clock;
        top_0$clock = clock;
        present$clock = clock;
        holds$clock = clock;
        auto_clears$clock = clock;
        visited_holds$clock = clock;
        visited_clears$clock = clock;
        candidate$clock = clock;
        checking$clock = clock;
        fits$clock = clock;
        end_word$clock = clock;
        shown_zero$clock = clock;
        shown_present$clock = clock;
        size_0$d = size_0$q;
        top_0$d = top_0$q;
        present$d = present$q;
        holds$d = holds$q;
        auto_clears$d = auto_clears$q;
        visited_holds$d = visited_holds$q;
        visited_clears$d = visited_clears$q;
        candidate$d = candidate$q;
        checking$d = checking$q;
        fits$d = fits$q;
        end_word$d = end_word$q;
        shown_zero$d = shown_zero$q;
        shown_present$d = shown_present$q;
        sizes$clock = clock;
        bases$clock = clock;
        positions$clock = clock;
        late_check_positions$clock = clock;
        sizes$read_address = ((select) & 10'h3ff);
        bases$read_address = ((select) & 10'h3ff);
        positions$read_address = ((select) & 10'h3ff);
        late_check_positions$read_address = ((late_check_select) & 10'h3ff);
        shown_zero$d = select == no_wheel;
        shown_present$d = ((select) & 4'hf) < present$q;
        base = 32'h0;
        selected_size = 32'h0;
        selected_present = shown_zero$q;
        if (shown_zero$q) begin
            selected_size = size_0$q;
        end
        else if (multi_wheel) begin
            base = bases$read_data;
            selected_present = shown_present$q;
            if (shown_present$q) begin
                selected_size = sizes$read_data;
            end
        end
        selected_base = base[(32'h0)+:(16)];
        position = positions$read_data;
        selected_slot = position[(32'h0)+:(20)];
        selected_lap = position[(32'h14)+:(8)];
        late_check_position = late_check_positions$read_data;
        late_check_slot = late_check_position[(32'h0)+:(20)];
        late_check_lap = late_check_position[(32'h14)+:(8)];
        candidate$d = data[(32'h0)+:(21)] - 32'h1;
        last_word = base + ((candidate$q[(32'h4)+:(16)]) & 17'h1ffff);
        too_large = |data[(32'h15)+:(11)] | |(candidate$q & above) | |(last_word & above_words);
        in_order = (((index) & 4'hf) <= present$q) & (((index) & 4'hf) < most);
        checking$d = write_size;
        fits$d = in_order & ~too_large & |candidate$q;
        end_word$d = last_word + 32'h1;
        size_refused = checking$q & ~fits$q;
        store = checking$q & fits$q;
        if (store) begin
            if (multi_wheel) begin
                present$d = ((index) & 4'hf) + one_wheel;
            end
            if (index == no_wheel) begin
                size_0$d = data[(32'h0)+:(21)] & size_mask;
                top_0$d = candidate$q[(32'h0)+:(20)] & top_slot;
            end
        end
        sizes$write_enable = store & multi_wheel;
        sizes$write_address = ((index) & 10'h3ff);
        sizes$write_data = data[(32'h0)+:(21)];
        bases$write_enable = store & multi_wheel;
        bases$write_address = ((index + 32'h1) & 10'h3ff);
        bases$write_data = end_word$q;
        new_position = 32'h1;
        positions$write_address = ((index) & 10'h3ff);
        if (step) begin
            new_position = ((step_slot) & 28'hfffffff) | (((step_lap) & 28'hfffffff) << 32'h14);
            positions$write_address = ((step_wheel) & 10'h3ff);
        end
        positions$write_enable = (store | step) & multi_wheel;
        positions$write_data = new_position;
        late_check_positions$write_enable = (store | step) & multi_wheel;
        late_check_positions$write_address = ((index) & 10'h3ff);
        if (step) begin
            late_check_positions$write_address = ((step_wheel) & 10'h3ff);
        end
        late_check_positions$write_data = new_position;
        index_bit = one_bit << index;
        if (write_mode & modes) begin
            holds$d = holds$q & ~index_bit;
            auto_clears$d = auto_clears$q & ~index_bit;
            if (data[32'h0]) begin
                holds$d = holds$q | index_bit;
            end
            if (data[32'h1]) begin
                auto_clears$d = auto_clears$q | index_bit;
            end
        end
        visited_holds$d = holds$q[visited];
        visited_clears$d = auto_clears$q[visited];
        hold = visited_holds$q;
        auto_clear = visited_clears$q;
        count = present$q;
        last_slot = top_0$q;
        if (clear) begin
            bases$write_enable = multi_wheel;
            bases$write_address = 32'h1;
            bases$write_data = all_words;
            checking$d = 1'b0;
            present$d = one_wheel;
            size_0$d = capacity;
            top_0$d = top_slot;
            holds$d = 32'h0;
            auto_clears$d = 32'h0;
            visited_holds$d = 1'b0;
            visited_clears$d = 1'b0;
        end
    end

endmodule // carillon$wheels


module carillon$wheels$auto_clears(d,q,clock);

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

endmodule // carillon$wheels$auto_clears


module carillon$wheels$bases(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [16:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [16:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [16:0] entries [7:0];
    wire [2:0] write_entry = write_address[2:0];
    wire [2:0] read_entry = read_address[2:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$wheels$bases


module carillon$wheels$candidate(d,q,clock);

    // Module arguments
    input wire  [20:0] d;
    output reg  [20:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 21'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$wheels$candidate


module carillon$wheels$checking(d,q,clock);

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

endmodule // carillon$wheels$checking


module carillon$wheels$end_word(d,q,clock);

    // Module arguments
    input wire  [16:0] d;
    output reg  [16:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 17'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$wheels$end_word


module carillon$wheels$fits(d,q,clock);

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

endmodule // carillon$wheels$fits


module carillon$wheels$holds(d,q,clock);

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

endmodule // carillon$wheels$holds


module carillon$wheels$late_check_positions(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [27:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [27:0] read_data;

    // Update code (custom)
    reg [27:0] entries [7:0];
    wire [2:0] write_entry = write_address[2:0];
    wire [2:0] read_entry = read_address[2:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$wheels$late_check_positions


module carillon$wheels$positions(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [27:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [27:0] read_data;

    // Update code (custom)
    reg [27:0] entries [7:0];
    wire [2:0] write_entry = write_address[2:0];
    wire [2:0] read_entry = read_address[2:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$wheels$positions


module carillon$wheels$present(d,q,clock);

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

endmodule // carillon$wheels$present


module carillon$wheels$shown_present(d,q,clock);

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

endmodule // carillon$wheels$shown_present


module carillon$wheels$shown_zero(d,q,clock);

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

endmodule // carillon$wheels$shown_zero


module carillon$wheels$size_0(d,q,clock);

    // Module arguments
    input wire  [20:0] d;
    output reg  [20:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 21'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$wheels$size_0


module carillon$wheels$sizes(clock,write_address,write_data,write_enable,read_address,read_data);

    // Module arguments
    input wire  clock;
    input wire  [9:0] write_address;
    input wire  [20:0] write_data;
    input wire  write_enable;
    input wire  [9:0] read_address;
    output reg  [20:0] read_data;

    // Update code (custom)
    (* no_rw_check *) reg [20:0] entries [7:0];
    wire [2:0] write_entry = write_address[2:0];
    wire [2:0] read_entry = read_address[2:0];

    always @(posedge clock) begin
       if (write_enable) entries[write_entry] <= write_data;
       read_data <= entries[read_entry];
    end
endmodule // carillon$wheels$sizes


module carillon$wheels$top_0(d,q,clock);

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

endmodule // carillon$wheels$top_0


module carillon$wheels$visited_clears(d,q,clock);

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

endmodule // carillon$wheels$visited_clears


module carillon$wheels$visited_holds(d,q,clock);

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

endmodule // carillon$wheels$visited_holds
