// The Carillon counter chip: 1 wheel, 1024 slots, a FIFO of 2 events, SPI.
// Version 0.1.0. Generated from Rust-HDL; do not edit. To make it again:
//   cargo run -p carillon-hdl --bin generate -- --slots 1024 --fifo 2 --front spi

module carillon(clock,reset,irq,spi_sck,spi_cs_n,spi_mosi,spi_miso);

    // Module arguments
    input wire  clock;
    input wire  reset;
    output reg  irq;
    input wire  spi_sck;
    input wire  spi_cs_n;
    input wire  spi_mosi;
    output reg  spi_miso;

    // Stub signals
    reg  front$clock;
    reg  front$reset;
    reg  front$spi_sck;
    reg  front$spi_cs_n;
    reg  front$spi_mosi;
    wire  front$spi_miso;
    wire  front$execute;
    wire  front$write;
    wire  front$whole;
    wire  [5:0] front$address;
    wire  [31:0] front$data;
    reg  front$done;
    reg  front$failed;
    reg  [31:0] front$read_data;
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
    carillon$front front(
        .clock(front$clock),
        .reset(front$reset),
        .spi_sck(front$spi_sck),
        .spi_cs_n(front$spi_cs_n),
        .spi_mosi(front$spi_mosi),
        .spi_miso(front$spi_miso),
        .execute(front$execute),
        .write(front$write),
        .whole(front$whole),
        .address(front$address),
        .data(front$data),
        .done(front$done),
        .failed(front$failed),
        .read_data(front$read_data)
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
        front$clock = clock;
        core$clock = clock;
        front$reset = reset;
        core$reset = reset;
        irq = core$irq;
        front$spi_sck = spi_sck;
        front$spi_cs_n = spi_cs_n;
        front$spi_mosi = spi_mosi;
        spi_miso = front$spi_miso;
        core$execute = front$execute;
        core$write = front$write;
        core$whole = front$whole;
        core$address = front$address;
        core$data = front$data;
        front$done = core$done;
        front$failed = core$failed;
        front$read_data = core$read_data;
    end

endmodule // carillon


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

    // Stub signals
    reg  finishing$d;
    wire  finishing$q;
    reg  finishing$clock;
    reg  [31:0] word_read$d;
    wire  [31:0] word_read$q;
    reg  word_read$clock;
    reg  registers$clock;
    reg  registers$clear;
    reg  registers$execute;
    reg  registers$write;
    reg  registers$whole;
    reg  [5:0] registers$address;
    reg  [31:0] registers$data;
    wire  registers$enable;
    wire  [23:0] registers$prescale;
    wire  [19:0] registers$last_slot;
    wire  registers$soft_reset;
    wire  registers$arm;
    wire  registers$disarm;
    wire  [2:0] registers$wheel;
    wire  [19:0] registers$slot;
    wire  [7:0] registers$lap;
    wire  registers$pop;
    wire  registers$write_intr_state;
    wire  registers$write_intr_enable;
    wire  registers$write_intr_test;
    wire  registers$error_level;
    wire  [31:0] registers$scratch;
    wire  registers$running;
    wire  [3:0] registers$sequence_number;
    wire  [7:0] registers$errors;
    reg  registers$access_refused;
    reg  registers$ready;
    reg  registers$arm_refused;
    reg  registers$event_valid;
    reg  [2:0] registers$event_wheel;
    reg  [19:0] registers$event_slot;
    reg  read_back$clock;
    reg  read_back$execute;
    reg  read_back$write;
    reg  read_back$whole;
    reg  [5:0] read_back$address;
    reg  [31:0] read_back$scratch;
    reg  read_back$enable;
    reg  read_back$running;
    reg  [23:0] read_back$prescale;
    reg  [19:0] read_back$last_slot;
    reg  [3:0] read_back$sequence_number;
    reg  [7:0] read_back$errors;
    reg  read_back$ready;
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
    reg  [4:0] read_back$intr_state;
    reg  [4:0] read_back$intr_enable;
    reg  read_back$attention;
    wire  [31:0] read_back$read_data;
    wire  read_back$failed;
    wire  read_back$refused;
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
    reg  interrupt$clock;
    reg  interrupt$clear;
    reg  interrupt$event_level;
    reg  interrupt$error_level;
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
    reg  clearing$d;
    wire  clearing$q;
    reg  clearing$clock;

    // Local signals
    reg  push_late;

    // Sub module instances
    carillon$finishing finishing(
        .d(finishing$d),
        .q(finishing$q),
        .clock(finishing$clock)
    );
    carillon$word_read word_read(
        .d(word_read$d),
        .q(word_read$q),
        .clock(word_read$clock)
    );
    carillon$registers registers(
        .clock(registers$clock),
        .clear(registers$clear),
        .execute(registers$execute),
        .write(registers$write),
        .whole(registers$whole),
        .address(registers$address),
        .data(registers$data),
        .enable(registers$enable),
        .prescale(registers$prescale),
        .last_slot(registers$last_slot),
        .soft_reset(registers$soft_reset),
        .arm(registers$arm),
        .disarm(registers$disarm),
        .wheel(registers$wheel),
        .slot(registers$slot),
        .lap(registers$lap),
        .pop(registers$pop),
        .write_intr_state(registers$write_intr_state),
        .write_intr_enable(registers$write_intr_enable),
        .write_intr_test(registers$write_intr_test),
        .error_level(registers$error_level),
        .scratch(registers$scratch),
        .running(registers$running),
        .sequence_number(registers$sequence_number),
        .errors(registers$errors),
        .access_refused(registers$access_refused),
        .ready(registers$ready),
        .arm_refused(registers$arm_refused),
        .event_valid(registers$event_valid),
        .event_wheel(registers$event_wheel),
        .event_slot(registers$event_slot)
    );
    carillon$read_back read_back(
        .clock(read_back$clock),
        .execute(read_back$execute),
        .write(read_back$write),
        .whole(read_back$whole),
        .address(read_back$address),
        .scratch(read_back$scratch),
        .enable(read_back$enable),
        .running(read_back$running),
        .prescale(read_back$prescale),
        .last_slot(read_back$last_slot),
        .sequence_number(read_back$sequence_number),
        .errors(read_back$errors),
        .ready(read_back$ready),
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
        .intr_state(read_back$intr_state),
        .intr_enable(read_back$intr_enable),
        .attention(read_back$attention),
        .read_data(read_back$read_data),
        .failed(read_back$failed),
        .refused(read_back$refused)
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
    carillon$interrupt interrupt(
        .clock(interrupt$clock),
        .clear(interrupt$clear),
        .event_level(interrupt$event_level),
        .error_level(interrupt$error_level),
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
    carillon$clearing clearing(
        .d(clearing$d),
        .q(clearing$q),
        .clock(clearing$clock)
    );

    // Update code
    always @(*) begin
        clearing$clock = clock;
        finishing$clock = clock;
        word_read$clock = clock;
        clearing$d = clearing$q;
        finishing$d = finishing$q;
        word_read$d = word_read$q;
        registers$clock = clock;
        read_back$clock = clock;
        time_base$clock = clock;
        busy_bits$clock = clock;
        arming$clock = clock;
        cursor$clock = clock;
        event_fifo$clock = clock;
        interrupt$clock = clock;
        clearing$d = reset | registers$soft_reset;
        registers$clear = clearing$q;
        time_base$clear = clearing$q;
        arming$clear = clearing$q;
        cursor$clear = clearing$q;
        event_fifo$clear = clearing$q;
        interrupt$clear = clearing$q;
        finishing$d = execute;
        done = finishing$q;
        failed = read_back$failed;
        word_read$d = read_back$read_data;
        read_data = word_read$q;
        registers$execute = execute;
        registers$write = write;
        registers$whole = whole;
        registers$address = address;
        registers$data = data;
        read_back$execute = execute;
        read_back$write = write;
        read_back$whole = whole;
        read_back$address = address;
        registers$access_refused = read_back$refused;
        read_back$scratch = registers$scratch;
        read_back$enable = registers$enable;
        read_back$running = registers$running;
        read_back$prescale = registers$prescale;
        read_back$last_slot = registers$last_slot;
        read_back$sequence_number = registers$sequence_number;
        read_back$errors = registers$errors;
        time_base$enable = registers$enable;
        time_base$prescale = registers$prescale;
        read_back$now_low = time_base$now_low;
        read_back$now_high = time_base$now_high;
        cursor$now_low = time_base$now_low;
        cursor$now_high = time_base$now_high;
        arming$arm = registers$arm;
        arming$disarm = registers$disarm;
        arming$wheel = registers$wheel;
        arming$slot = registers$slot;
        arming$lap = registers$lap;
        arming$last_slot = registers$last_slot;
        arming$next_slot = cursor$next_slot;
        arming$next_lap = cursor$lap;
        registers$ready = arming$ready;
        read_back$ready = arming$ready;
        registers$arm_refused = arming$refused;
        busy_bits$write_enable = arming$write_enable;
        busy_bits$write_address = arming$write_address;
        busy_bits$write_data = arming$write_data;
        cursor$write_enable = arming$write_enable;
        cursor$write_address = arming$write_address;
        cursor$write_data = arming$write_data;
        busy_bits$read_address = cursor$word_address;
        cursor$word_data = busy_bits$read_data;
        cursor$last_slot = registers$last_slot;
        cursor$room = event_fifo$room;
        read_back$cursor_low = cursor$cursor_low;
        read_back$cursor_high = cursor$cursor_high;
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
        event_fifo$pop = registers$pop;
        registers$event_valid = event_fifo$valid;
        read_back$event_valid = event_fifo$valid;
        read_back$event_more = event_fifo$more;
        read_back$event_late = event_fifo$head_late;
        registers$event_wheel = event_fifo$head_wheel;
        read_back$event_wheel = event_fifo$head_wheel;
        registers$event_slot = event_fifo$head_slot;
        read_back$event_slot = event_fifo$head_slot;
        read_back$event_tick = event_fifo$head_tick;
        read_back$fifo_full = event_fifo$full;
        interrupt$event_level = event_fifo$valid;
        interrupt$error_level = registers$error_level;
        interrupt$late_overflow = arming$late_lost;
        interrupt$half_period = time_base$half_period;
        interrupt$write_state = registers$write_intr_state;
        interrupt$write_enables = registers$write_intr_enable;
        interrupt$write_test = registers$write_intr_test;
        interrupt$data = registers$data[(32'h0)+:(5)];
        read_back$intr_state = interrupt$state;
        read_back$intr_enable = interrupt$enables;
        read_back$attention = interrupt$attention;
        irq = interrupt$irq;
    end

endmodule // carillon$core


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
    localparam  slot_mask = 20'h3ff;
    localparam  top_slot = 20'h3ff;
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
    reg [15:0] busy [63:0];
    wire [9:0] slot = write_address[9:0];
    wire [5:0] word = read_address[5:0];
    integer i;
    initial for (i = 0; i <= 63; i = i + 1) busy[i] = 16'h0000;

    always @(posedge clock) begin
       if (write_enable) busy[slot[9:4]][slot[3:0]] <= write_data;
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
    localparam  word_mask = 16'h3f;

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
    localparam  depth = 11'b10;
    localparam  one = 11'b1;
    localparam  pointer_mask = 10'b1;

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
    reg [23:0] entries [1:0];
    wire [0:0] write_entry = write_address[0:0];
    wire [0:0] read_entry = read_address[0:0];

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
    reg [31:0] entries [1:0];
    wire [0:0] write_entry = write_address[0:0];
    wire [0:0] read_entry = read_address[0:0];

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


module carillon$finishing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$finishing


module carillon$interrupt(clock,clear,event_level,error_level,late_overflow,half_period,write_state,write_enables,write_test,data,state,enables,attention,irq);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  event_level;
    input wire  error_level;
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

    // Constant declarations
    localparam  other_than_event = 5'b11110;

    // Stub signals
    reg  [4:0] held$d;
    wire  [4:0] held$q;
    reg  held$clock;
    reg  [4:0] enabled$d;
    wire  [4:0] enabled$q;
    reg  enabled$clock;
    reg  line$d;
    wire  line$q;
    reg  line$clock;

    // Local signals
    reg  [4:0] strobes;
    reg  [4:0] levels;
    reg  [4:0] kept;
    reg  [4:0] asking;
    reg  [4:0] asking_other;

    // Sub module instances
    carillon$interrupt$held held(
        .d(held$d),
        .q(held$q),
        .clock(held$clock)
    );
    carillon$interrupt$enabled enabled(
        .d(enabled$d),
        .q(enabled$q),
        .clock(enabled$clock)
    );
    carillon$interrupt$line line(
        .d(line$d),
        .q(line$q),
        .clock(line$clock)
    );

    // Update code
    always @(*) begin
        held$clock = clock;
        enabled$clock = clock;
        line$clock = clock;
        held$d = held$q;
        enabled$d = enabled$q;
        line$d = line$q;
        levels = ((event_level) & 5'h1f) | (((error_level) & 5'h1f) << 32'h2);
        strobes = (((late_overflow) & 5'h1f) << 32'h3) | (((half_period) & 5'h1f) << 32'h4);
        kept = held$q;
        if (write_state) begin
            kept = held$q & ~data;
        end
        if (write_test) begin
            kept = held$q | data;
        end
        held$d = kept | strobes;
        if (write_enables) begin
            enabled$d = data;
        end
        state = held$q | levels;
        enables = enabled$q;
        asking = state & enabled$q;
        asking_other = asking & other_than_event;
        attention = |asking_other;
        line$d = |asking;
        irq = line$q;
        if (clear) begin
            held$d = 32'h0;
            enabled$d = 32'h0;
            line$d = 1'b0;
        end
    end

endmodule // carillon$interrupt


module carillon$interrupt$enabled(d,q,clock);

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

endmodule // carillon$interrupt$enabled


module carillon$interrupt$held(d,q,clock);

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

endmodule // carillon$interrupt$held


module carillon$interrupt$line(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$interrupt$line


module carillon$read_back(clock,execute,write,whole,address,scratch,enable,running,prescale,last_slot,sequence_number,errors,ready,now_low,now_high,cursor_low,cursor_high,event_valid,event_more,event_late,event_wheel,event_slot,event_tick,fifo_full,intr_state,intr_enable,attention,read_data,failed,refused);

    // Module arguments
    input wire  clock;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  [31:0] scratch;
    input wire  enable;
    input wire  running;
    input wire  [23:0] prescale;
    input wire  [19:0] last_slot;
    input wire  [3:0] sequence_number;
    input wire  [7:0] errors;
    input wire  ready;
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
    input wire  [4:0] intr_state;
    input wire  [4:0] intr_enable;
    input wire  attention;
    output reg  [31:0] read_data;
    output reg  failed;
    output reg  refused;

    // Constant declarations
    localparam  at_id = 6'b0;
    localparam  at_version = 6'b1;
    localparam  at_params = 6'b10;
    localparam  at_scratch = 6'b11;
    localparam  at_ctrl = 6'b100;
    localparam  at_status = 6'b101;
    localparam  at_prescale = 6'b110;
    localparam  at_now_lo = 6'b1000;
    localparam  at_now_hi = 6'b1001;
    localparam  at_cursor_lo = 6'b1010;
    localparam  at_cursor_hi = 6'b1011;
    localparam  at_arm = 6'b1100;
    localparam  at_disarm = 6'b1101;
    localparam  at_event = 6'b1110;
    localparam  at_event_tick = 6'b1111;
    localparam  at_event_ack = 6'b10000;
    localparam  at_intr_state = 6'b10001;
    localparam  at_intr_enable = 6'b10010;
    localparam  at_intr_test = 6'b10011;
    localparam  at_error = 6'b10101;
    localparam  at_wheel_size = 6'b100000;
    localparam  id_word = 32'h4341524c;
    localparam  version_word = 32'h100;
    localparam  params_word = 32'h2a1;

    // Stub signals
    reg  [31:0] answer$d;
    wire  [31:0] answer$q;
    reg  answer$clock;
    reg  failing$d;
    wire  failing$q;
    reg  failing$clock;
    reg  behind$d;
    wire  behind$q;
    reg  behind$clock;

    // Local signals
    reg  known;
    reg  [31:0] word;

    // Sub module instances
    carillon$read_back$answer answer(
        .d(answer$d),
        .q(answer$q),
        .clock(answer$clock)
    );
    carillon$read_back$failing failing(
        .d(failing$d),
        .q(failing$q),
        .clock(failing$clock)
    );
    carillon$read_back$behind behind(
        .d(behind$d),
        .q(behind$q),
        .clock(behind$clock)
    );

    // Update code
    always @(*) begin
        answer$clock = clock;
        failing$clock = clock;
        behind$clock = clock;
        answer$d = answer$q;
        failing$d = failing$q;
        behind$d = behind$q;
        known = 1'b1;
        word = 32'h0;
        behind$d = (now_low != cursor_low) | (now_high != cursor_high);
        if (address == at_id) begin
            word = id_word;
        end
        else if (address == at_version) begin
            word = version_word;
        end
        else if (address == at_params) begin
            word = params_word;
        end
        else if (address == at_scratch) begin
            word = scratch;
        end
        else if (address == at_ctrl) begin
            word = ((enable) & 32'hffffffff);
        end
        else if (address == at_status) begin
            word = ((ready) & 32'hffffffff) | (((running) & 32'hffffffff) << 32'h1) | (((event_valid) & 32'hffffffff) << 32'h2) | (((fifo_full) & 32'hffffffff) << 32'h3) | (((behind$q) & 32'hffffffff) << 32'h4);
        end
        else if (address == at_prescale) begin
            word = ((prescale) & 32'hffffffff);
        end
        else if (address == at_now_lo) begin
            word = now_low;
        end
        else if (address == at_now_hi) begin
            word = now_high;
        end
        else if (address == at_cursor_lo) begin
            word = cursor_low;
        end
        else if (address == at_cursor_hi) begin
            word = cursor_high;
        end
        else if (address == at_event) begin
            word = ((attention) & 32'hffffffff) << 32'h1c;
            if (event_valid) begin
                word = ((event_slot) & 32'hffffffff) | (((event_wheel) & 32'hffffffff) << 32'h14) | (((sequence_number) & 32'hffffffff) << 32'h17) | (((attention) & 32'hffffffff) << 32'h1c) | (((event_more) & 32'hffffffff) << 32'h1d) | (((event_late) & 32'hffffffff) << 32'h1e) | (((event_valid) & 32'hffffffff) << 32'h1f);
            end
        end
        else if (address == at_event_tick) begin
            if (event_valid) begin
                word = event_tick;
            end
        end
        else if (address == at_intr_state) begin
            word = ((intr_state) & 32'hffffffff);
        end
        else if (address == at_intr_enable) begin
            word = ((intr_enable) & 32'hffffffff);
        end
        else if (address == at_error) begin
            word = ((errors) & 32'hffffffff);
        end
        else if (address == at_wheel_size) begin
            word = ((last_slot) & 32'hffffffff) + 32'h1;
        end
        else if ((address != at_arm) & (address != at_disarm) & (address != at_event_ack) & (address != at_intr_test)) begin
            known = 1'b0;
        end
        refused = execute & (~known | (write & ~whole));
        failing$d = refused;
        if (execute) begin
            answer$d = 32'h0;
            if (~write) begin
                answer$d = word;
            end
        end
        read_data = answer$q;
        failed = failing$q;
    end

endmodule // carillon$read_back


module carillon$read_back$answer(d,q,clock);

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

endmodule // carillon$read_back$answer


module carillon$read_back$behind(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$read_back$behind


module carillon$read_back$failing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$read_back$failing


module carillon$registers(clock,clear,execute,write,whole,address,data,enable,prescale,last_slot,soft_reset,arm,disarm,wheel,slot,lap,pop,write_intr_state,write_intr_enable,write_intr_test,error_level,scratch,running,sequence_number,errors,access_refused,ready,arm_refused,event_valid,event_wheel,event_slot);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  execute;
    input wire  write;
    input wire  whole;
    input wire  [5:0] address;
    input wire  [31:0] data;
    output reg  enable;
    output reg  [23:0] prescale;
    output reg  [19:0] last_slot;
    output reg  soft_reset;
    output reg  arm;
    output reg  disarm;
    output reg  [2:0] wheel;
    output reg  [19:0] slot;
    output reg  [7:0] lap;
    output reg  pop;
    output reg  write_intr_state;
    output reg  write_intr_enable;
    output reg  write_intr_test;
    output reg  error_level;
    output reg  [31:0] scratch;
    output reg  running;
    output reg  [3:0] sequence_number;
    output reg  [7:0] errors;
    input wire  access_refused;
    input wire  ready;
    input wire  arm_refused;
    input wire  event_valid;
    input wire  [2:0] event_wheel;
    input wire  [19:0] event_slot;

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
    localparam  at_error = 6'b10101;
    localparam  at_wheel_size = 6'b100000;
    localparam  top_slot = 20'h3ff;
    localparam  capacity = 21'h400;
    localparam  least_size = 21'h2;

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
    reg  [19:0] highest_slot$d;
    wire  [19:0] highest_slot$q;
    reg  highest_slot$clock;
    reg  [3:0] pops$d;
    wire  [3:0] pops$q;
    reg  pops$clock;
    reg  [7:0] sticky_errors$d;
    wire  [7:0] sticky_errors$q;
    reg  sticky_errors$clock;

    // Local signals
    reg  writing;
    reg  [20:0] size;
    reg  [19:0] size_less_one;
    reg  size_wrong;
    reg  [3:0] acknowledged_sequence;
    reg  [7:0] new_errors;
    reg  [7:0] kept_errors;
    reg  error_arm_range;
    reg  error_size_range;
    reg  error_locked;
    reg  error_ack_empty;
    reg  error_ack_stale;
    reg  error_prescale_zero;
    reg  error_not_ready;

    // Sub module instances
    carillon$registers$scratch_word scratch_word(
        .d(scratch_word$d),
        .q(scratch_word$q),
        .clock(scratch_word$clock)
    );
    carillon$registers$enabled enabled(
        .d(enabled$d),
        .q(enabled$q),
        .clock(enabled$clock)
    );
    carillon$registers$started started(
        .d(started$d),
        .q(started$q),
        .clock(started$clock)
    );
    carillon$registers$clocks_a_tick clocks_a_tick(
        .d(clocks_a_tick$d),
        .q(clocks_a_tick$q),
        .clock(clocks_a_tick$clock)
    );
    carillon$registers$highest_slot highest_slot(
        .d(highest_slot$d),
        .q(highest_slot$q),
        .clock(highest_slot$clock)
    );
    carillon$registers$pops pops(
        .d(pops$d),
        .q(pops$q),
        .clock(pops$clock)
    );
    carillon$registers$sticky_errors sticky_errors(
        .d(sticky_errors$d),
        .q(sticky_errors$q),
        .clock(sticky_errors$clock)
    );

    // Update code
    always @(*) begin
        scratch_word$clock = clock;
        enabled$clock = clock;
        started$clock = clock;
        clocks_a_tick$clock = clock;
        highest_slot$clock = clock;
        pops$clock = clock;
        sticky_errors$clock = clock;
        scratch_word$d = scratch_word$q;
        enabled$d = enabled$q;
        started$d = started$q;
        clocks_a_tick$d = clocks_a_tick$q;
        highest_slot$d = highest_slot$q;
        pops$d = pops$q;
        sticky_errors$d = sticky_errors$q;
        writing = execute & write & whole;
        size = data[(32'h0)+:(21)];
        size_less_one = data[(32'h0)+:(20)] - 32'h1;
        size_wrong = (size > capacity) | (size < least_size) | |data[(32'h15)+:(11)];
        acknowledged_sequence = data[(32'h17)+:(4)];
        wheel = data[(32'h14)+:(3)];
        slot = data[(32'h0)+:(20)];
        lap = data[(32'h18)+:(8)];
        arm = 1'b0;
        disarm = 1'b0;
        pop = 1'b0;
        write_intr_state = 1'b0;
        write_intr_enable = 1'b0;
        write_intr_test = 1'b0;
        soft_reset = 1'b0;
        kept_errors = sticky_errors$q;
        error_size_range = 1'b0;
        error_locked = 1'b0;
        error_ack_empty = 1'b0;
        error_ack_stale = 1'b0;
        error_prescale_zero = 1'b0;
        error_not_ready = 1'b0;
        if (writing) begin
            if (address == at_scratch) begin
                scratch_word$d = data;
            end
            if (address == at_ctrl) begin
                if (data[32'h1]) begin
                    soft_reset = 1'b1;
                end
                else if (~data[32'h0]) begin
                    enabled$d = 1'b0;
                end
                else if (ready) begin
                    enabled$d = 1'b1;
                    started$d = 1'b1;
                end
                else begin
                    error_not_ready = 1'b1;
                end
            end
            if (address == at_prescale) begin
                if (started$q) begin
                    error_locked = 1'b1;
                end
                else if (|data[(32'h0)+:(24)]) begin
                    clocks_a_tick$d = data[(32'h0)+:(24)];
                end
                else begin
                    error_prescale_zero = 1'b1;
                end
            end
            if (address == at_wheel_size) begin
                if (started$q) begin
                    error_locked = 1'b1;
                end
                else if (size_wrong) begin
                    error_size_range = 1'b1;
                end
                else begin
                    highest_slot$d = size_less_one & top_slot;
                end
            end
            if (address == at_arm) begin
                arm = started$q;
                error_not_ready = ~started$q;
            end
            if (address == at_disarm) begin
                disarm = started$q;
                error_not_ready = ~started$q;
            end
            if (address == at_event_ack) begin
                if (~event_valid) begin
                    error_ack_empty = 1'b1;
                end
                else if (acknowledged_sequence != pops$q) begin
                    error_ack_stale = 1'b1;
                end
                else begin
                    pop = 1'b1;
                    pops$d = pops$q + 32'h1;
                    disarm = data[32'h0];
                    wheel = event_wheel;
                    slot = event_slot;
                end
            end
            if (address == at_intr_state) begin
                write_intr_state = 1'b1;
            end
            if (address == at_intr_enable) begin
                write_intr_enable = 1'b1;
            end
            if (address == at_intr_test) begin
                write_intr_test = 1'b1;
            end
            if (address == at_error) begin
                kept_errors = sticky_errors$q & ~data[(32'h0)+:(8)];
            end
        end
        error_arm_range = arm_refused;
        new_errors = ((error_arm_range) & 8'hff) | (((error_size_range) & 8'hff) << 32'h1) | (((error_locked) & 8'hff) << 32'h2) | (((error_ack_empty) & 8'hff) << 32'h3) | (((error_ack_stale) & 8'hff) << 32'h4) | (((error_prescale_zero) & 8'hff) << 32'h5) | (((error_not_ready) & 8'hff) << 32'h6) | (((access_refused) & 8'hff) << 32'h7);
        sticky_errors$d = kept_errors | new_errors;
        scratch = scratch_word$q;
        running = started$q;
        sequence_number = pops$q;
        errors = sticky_errors$q;
        enable = enabled$q;
        prescale = clocks_a_tick$q;
        last_slot = highest_slot$q;
        error_level = |sticky_errors$q;
        if (clear) begin
            scratch_word$d = 32'h0;
            enabled$d = 1'b0;
            started$d = 1'b0;
            clocks_a_tick$d = 32'h1;
            highest_slot$d = top_slot;
            pops$d = 32'h0;
            sticky_errors$d = 32'h0;
        end
    end

endmodule // carillon$registers


module carillon$registers$clocks_a_tick(d,q,clock);

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

endmodule // carillon$registers$clocks_a_tick


module carillon$registers$enabled(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$registers$enabled


module carillon$registers$highest_slot(d,q,clock);

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

endmodule // carillon$registers$highest_slot


module carillon$registers$pops(d,q,clock);

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

endmodule // carillon$registers$pops


module carillon$registers$scratch_word(d,q,clock);

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

endmodule // carillon$registers$scratch_word


module carillon$registers$started(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$registers$started


module carillon$registers$sticky_errors(d,q,clock);

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

endmodule // carillon$registers$sticky_errors


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


module carillon$word_read(d,q,clock);

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

endmodule // carillon$word_read


module carillon$front(clock,reset,spi_sck,spi_cs_n,spi_mosi,spi_miso,execute,write,whole,address,data,done,failed,read_data);

    // Module arguments
    input wire  clock;
    input wire  reset;
    input wire  spi_sck;
    input wire  spi_cs_n;
    input wire  spi_mosi;
    output reg  spi_miso;
    output reg  execute;
    output reg  write;
    output reg  whole;
    output reg  [5:0] address;
    output reg  [31:0] data;
    input wire  done;
    input wire  failed;
    input wire  [31:0] read_data;

    // Constant declarations
    localparam  frame_end = 7'b1001000;
    localparam  last_of_read = 7'b1111;
    localparam  last_of_write = 7'b101111;
    localparam  command_byte = 4'h0;
    localparam  word_end = 4'h5;
    localparam  status_of_read = 4'h3;
    localparam  status_of_write = 4'h7;
    localparam  checksum_byte = 4'h8;
    localparam  status_done = 8'ha1;
    localparam  status_refused = 8'ha2;
    localparam  status_wrong = 8'ha4;
    localparam  status_unfinished = 8'ha8;

    // Stub signals
    reg  pins$clock;
    reg  pins$spi_sck;
    reg  pins$spi_cs_n;
    reg  pins$spi_mosi;
    wire  pins$selected;
    wire  pins$rising;
    wire  pins$falling;
    wire  pins$host_bit;
    reg  checksum$clock;
    reg  checksum$clear;
    reg  checksum$step;
    reg  checksum$step_bit;
    wire  [7:0] checksum$value;
    wire  checksum$right;
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
    reg  [6:0] place$d;
    wire  [6:0] place$q;
    reg  place$clock;
    reg  [7:0] command$d;
    wire  [7:0] command$q;
    reg  command$clock;
    reg  [31:0] word$d;
    wire  [31:0] word$q;
    reg  word$clock;
    reg  judging$d;
    wire  judging$q;
    reg  judging$clock;
    reg  answering$d;
    wire  answering$q;
    reg  answering$clock;
    reg  asked$d;
    wire  asked$q;
    reg  asked$clock;
    reg  wrong$d;
    wire  wrong$q;
    reg  wrong$clock;
    reg  ended$d;
    wire  ended$q;
    reg  ended$clock;
    reg  refused$d;
    wire  refused$q;
    reg  refused$clock;
    reg  [7:0] reply$d;
    wire  [7:0] reply$q;
    reg  reply$clock;

    // Local signals
    reg  [3:0] byte_number;
    reg  [1:0] byte_of_word;
    reg  byte_start;
    reg  second_half;
    reg  taking;
    reg  writing;
    reg  reading;
    reg  [7:0] status;
    reg  [7:0] answer_byte;

    // Sub module instances
    carillon$front$pins pins(
        .clock(pins$clock),
        .spi_sck(pins$spi_sck),
        .spi_cs_n(pins$spi_cs_n),
        .spi_mosi(pins$spi_mosi),
        .selected(pins$selected),
        .rising(pins$rising),
        .falling(pins$falling),
        .host_bit(pins$host_bit)
    );
    carillon$front$checksum checksum(
        .clock(checksum$clock),
        .clear(checksum$clear),
        .step(checksum$step),
        .step_bit(checksum$step_bit),
        .value(checksum$value),
        .right(checksum$right)
    );
    carillon$front$access access(
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
    carillon$front$place place(
        .d(place$d),
        .q(place$q),
        .clock(place$clock)
    );
    carillon$front$command command(
        .d(command$d),
        .q(command$q),
        .clock(command$clock)
    );
    carillon$front$word word(
        .d(word$d),
        .q(word$q),
        .clock(word$clock)
    );
    carillon$front$judging judging(
        .d(judging$d),
        .q(judging$q),
        .clock(judging$clock)
    );
    carillon$front$answering answering(
        .d(answering$d),
        .q(answering$q),
        .clock(answering$clock)
    );
    carillon$front$asked asked(
        .d(asked$d),
        .q(asked$q),
        .clock(asked$clock)
    );
    carillon$front$wrong wrong(
        .d(wrong$d),
        .q(wrong$q),
        .clock(wrong$clock)
    );
    carillon$front$ended ended(
        .d(ended$d),
        .q(ended$q),
        .clock(ended$clock)
    );
    carillon$front$refused refused(
        .d(refused$d),
        .q(refused$q),
        .clock(refused$clock)
    );
    carillon$front$reply reply(
        .d(reply$d),
        .q(reply$q),
        .clock(reply$clock)
    );

    // Update code
    always @(*) begin
        place$clock = clock;
        command$clock = clock;
        word$clock = clock;
        judging$clock = clock;
        answering$clock = clock;
        asked$clock = clock;
        wrong$clock = clock;
        ended$clock = clock;
        refused$clock = clock;
        reply$clock = clock;
        place$d = place$q;
        command$d = command$q;
        word$d = word$q;
        judging$d = judging$q;
        answering$d = answering$q;
        asked$d = asked$q;
        wrong$d = wrong$q;
        ended$d = ended$q;
        refused$d = refused$q;
        reply$d = reply$q;
        pins$clock = clock;
        checksum$clock = clock;
        access$clock = clock;
        pins$spi_sck = spi_sck;
        pins$spi_cs_n = spi_cs_n;
        pins$spi_mosi = spi_mosi;
        byte_number = place$q[(32'h3)+:(4)];
        byte_of_word = place$q[(32'h3)+:(2)];
        second_half = place$q[32'h5];
        byte_start = ~|place$q[(32'h0)+:(3)];
        writing = command$q[32'h0] & ~command$q[32'h1];
        reading = command$q[32'h1] & ~command$q[32'h0];
        taking = pins$rising & (place$q != frame_end);
        judging$d = 1'b0;
        if (taking) begin
            place$d = place$q + 32'h1;
            if (byte_number == command_byte) begin
                command$d = (command$q << 32'h1) | ((pins$host_bit) & 8'hff);
            end
            else if (byte_number < word_end) begin
                word$d = (word$q << 32'h1) | ((pins$host_bit) & 32'hffffffff);
            end
            judging$d = (reading & (place$q == last_of_read)) | (writing & (place$q == last_of_write));
        end
        access$reset = reset;
        access$start = judging$q & checksum$right & pins$selected & ~access$busy;
        access$start_write = writing;
        access$start_whole = 1'b1;
        access$start_address = command$q[(32'h2)+:(6)];
        access$start_data = word$q;
        access$done = done;
        if (judging$q) begin
            answering$d = 1'b1;
            wrong$d = ~checksum$right;
            asked$d = checksum$right & ~access$busy;
        end
        if (done & asked$q) begin
            ended$d = 1'b1;
            refused$d = failed;
        end
        status = status_unfinished;
        if (ended$q) begin
            status = status_done;
        end
        if (refused$q) begin
            status = status_refused;
        end
        if (wrong$q) begin
            status = status_wrong;
        end
        checksum$clear = judging$q | ~pins$selected;
        checksum$step = taking;
        checksum$step_bit = pins$host_bit;
        if (answering$q) begin
            checksum$step_bit = reply$q[32'h7];
        end
        answer_byte = read_data[(32'h18)+:(8)];
        if (byte_of_word == 32'h1) begin
            answer_byte = read_data[(32'h10)+:(8)];
        end
        if (byte_of_word == 32'h2) begin
            answer_byte = read_data[(32'h8)+:(8)];
        end
        if (byte_of_word == 32'h3) begin
            answer_byte = read_data[(32'h0)+:(8)];
        end
        if (writing | ~second_half) begin
            answer_byte = 32'h0;
        end
        if ((reading & (byte_number == status_of_read)) | (writing & (byte_number == status_of_write))) begin
            answer_byte = status;
        end
        if (byte_number == checksum_byte) begin
            answer_byte = checksum$value;
        end
        if (pins$falling) begin
            reply$d = reply$q << 32'h1;
            if (byte_start) begin
                reply$d = 32'h0;
                if (answering$q) begin
                    reply$d = answer_byte;
                end
            end
        end
        spi_miso = reply$q[32'h7];
        if (reset | ~pins$selected) begin
            place$d = 32'h0;
            if (reset) begin
                place$d = frame_end;
            end
            judging$d = 1'b0;
            answering$d = 1'b0;
            asked$d = 1'b0;
            wrong$d = 1'b0;
            ended$d = 1'b0;
            refused$d = 1'b0;
            reply$d = 32'h0;
        end
        execute = access$execute;
        write = access$write;
        whole = access$whole;
        address = access$address;
        data = access$data;
    end

endmodule // carillon$front


module carillon$front$access(clock,reset,start,start_write,start_whole,start_address,start_data,busy,execute,write,whole,address,data,done);

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
    carillon$front$access$executing executing(
        .d(executing$d),
        .q(executing$q),
        .clock(executing$clock)
    );
    carillon$front$access$waiting waiting(
        .d(waiting$d),
        .q(waiting$q),
        .clock(waiting$clock)
    );
    carillon$front$access$finished finished(
        .d(finished$d),
        .q(finished$q),
        .clock(finished$clock)
    );
    carillon$front$access$held_write held_write(
        .d(held_write$d),
        .q(held_write$q),
        .clock(held_write$clock)
    );
    carillon$front$access$held_whole held_whole(
        .d(held_whole$d),
        .q(held_whole$q),
        .clock(held_whole$clock)
    );
    carillon$front$access$held_address held_address(
        .d(held_address$d),
        .q(held_address$q),
        .clock(held_address$clock)
    );
    carillon$front$access$held_data held_data(
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

endmodule // carillon$front$access


module carillon$front$access$executing(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$access$executing


module carillon$front$access$finished(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$access$finished


module carillon$front$access$held_address(d,q,clock);

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

endmodule // carillon$front$access$held_address


module carillon$front$access$held_data(d,q,clock);

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

endmodule // carillon$front$access$held_data


module carillon$front$access$held_whole(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$access$held_whole


module carillon$front$access$held_write(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$access$held_write


module carillon$front$access$waiting(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$access$waiting


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


module carillon$front$asked(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$asked


module carillon$front$checksum(clock,clear,step,step_bit,value,right);

    // Module arguments
    input wire  clock;
    input wire  clear;
    input wire  step;
    input wire  step_bit;
    output reg  [7:0] value;
    output reg  right;

    // Constant declarations
    localparam  polynomial = 8'h2f;
    localparam  residue = 8'h42;

    // Stub signals
    reg  [7:0] inverted$d;
    wire  [7:0] inverted$q;
    reg  inverted$clock;

    // Local signals
    reg  [7:0] remainder;
    reg  [7:0] shifted;

    // Sub module instances
    carillon$front$checksum$inverted inverted(
        .d(inverted$d),
        .q(inverted$q),
        .clock(inverted$clock)
    );

    // Update code
    always @(*) begin
        inverted$clock = clock;
        inverted$d = inverted$q;
        remainder = ~inverted$q;
        shifted = remainder << 32'h1;
        if (remainder[32'h7] ^ step_bit) begin
            shifted = (remainder << 32'h1) ^ polynomial;
        end
        if (step) begin
            inverted$d = ~shifted;
        end
        if (clear) begin
            inverted$d = 32'h0;
        end
        value = inverted$q;
        right = remainder == residue;
    end

endmodule // carillon$front$checksum


module carillon$front$checksum$inverted(d,q,clock);

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

endmodule // carillon$front$checksum$inverted


module carillon$front$command(d,q,clock);

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

endmodule // carillon$front$command


module carillon$front$ended(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$ended


module carillon$front$judging(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$judging


module carillon$front$pins(clock,spi_sck,spi_cs_n,spi_mosi,selected,rising,falling,host_bit);

    // Module arguments
    input wire  clock;
    input wire  spi_sck;
    input wire  spi_cs_n;
    input wire  spi_mosi;
    output reg  selected;
    output reg  rising;
    output reg  falling;
    output reg  host_bit;

    // Stub signals
    reg  first_sck$d;
    wire  first_sck$q;
    reg  first_sck$clock;
    reg  second_sck$d;
    wire  second_sck$q;
    reg  second_sck$clock;
    reg  third_sck$d;
    wire  third_sck$q;
    reg  third_sck$clock;
    reg  first_select$d;
    wire  first_select$q;
    reg  first_select$clock;
    reg  second_select$d;
    wire  second_select$q;
    reg  second_select$clock;
    reg  first_mosi$d;
    wire  first_mosi$q;
    reg  first_mosi$clock;
    reg  second_mosi$d;
    wire  second_mosi$q;
    reg  second_mosi$clock;

    // Sub module instances
    carillon$front$pins$first_sck first_sck(
        .d(first_sck$d),
        .q(first_sck$q),
        .clock(first_sck$clock)
    );
    carillon$front$pins$second_sck second_sck(
        .d(second_sck$d),
        .q(second_sck$q),
        .clock(second_sck$clock)
    );
    carillon$front$pins$third_sck third_sck(
        .d(third_sck$d),
        .q(third_sck$q),
        .clock(third_sck$clock)
    );
    carillon$front$pins$first_select first_select(
        .d(first_select$d),
        .q(first_select$q),
        .clock(first_select$clock)
    );
    carillon$front$pins$second_select second_select(
        .d(second_select$d),
        .q(second_select$q),
        .clock(second_select$clock)
    );
    carillon$front$pins$first_mosi first_mosi(
        .d(first_mosi$d),
        .q(first_mosi$q),
        .clock(first_mosi$clock)
    );
    carillon$front$pins$second_mosi second_mosi(
        .d(second_mosi$d),
        .q(second_mosi$q),
        .clock(second_mosi$clock)
    );

    // Update code
    always @(*) begin
        first_sck$clock = clock;
        second_sck$clock = clock;
        third_sck$clock = clock;
        first_select$clock = clock;
        second_select$clock = clock;
        first_mosi$clock = clock;
        second_mosi$clock = clock;
        first_sck$d = first_sck$q;
        second_sck$d = second_sck$q;
        third_sck$d = third_sck$q;
        first_select$d = first_select$q;
        second_select$d = second_select$q;
        first_mosi$d = first_mosi$q;
        second_mosi$d = second_mosi$q;
        first_sck$d = spi_sck;
        second_sck$d = first_sck$q;
        third_sck$d = second_sck$q;
        first_select$d = ~spi_cs_n;
        second_select$d = first_select$q;
        first_mosi$d = spi_mosi;
        second_mosi$d = first_mosi$q;
        selected = second_select$q;
        rising = second_select$q & second_sck$q & ~third_sck$q;
        falling = second_select$q & ~second_sck$q & third_sck$q;
        host_bit = second_mosi$q;
    end

endmodule // carillon$front$pins


module carillon$front$pins$first_mosi(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$first_mosi


module carillon$front$pins$first_sck(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$first_sck


module carillon$front$pins$first_select(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$first_select


module carillon$front$pins$second_mosi(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$second_mosi


module carillon$front$pins$second_sck(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$second_sck


module carillon$front$pins$second_select(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$second_select


module carillon$front$pins$third_sck(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$pins$third_sck


module carillon$front$place(d,q,clock);

    // Module arguments
    input wire  [6:0] d;
    output reg  [6:0] q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 7'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$place


module carillon$front$refused(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$refused


module carillon$front$reply(d,q,clock);

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

endmodule // carillon$front$reply


module carillon$front$word(d,q,clock);

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

endmodule // carillon$front$word


module carillon$front$wrong(d,q,clock);

    // Module arguments
    input wire  d;
    output reg  q;
    input wire  clock;

    // Update code (custom)
    initial begin
       q = 1'h0;
    end

    always @(posedge clock) begin
       q <= d;
    end

endmodule // carillon$front$wrong
