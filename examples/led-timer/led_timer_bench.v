// SPDX-License-Identifier: MIT OR Apache-2.0
// The LED changes every 1,500 ticks of 8 clocks, through more than a lap of 4,096 ticks, and does so after a reset too.
`timescale 1ns/1ns

module led_timer_bench;
    localparam CLOCKS = 1500 * 8;
    reg clock = 0, reset_n = 0;
    wire led;
    integer faults = 0, clocks = 0, changes = 0, last = 0;
    always #5 clock = ~clock;

    led_timer #(.CLOCK_HZ(8_000), .TICK_HZ(1_000), .TICKS(1500)) dut (.clock(clock), .reset_n(reset_n), .led(led));

    reg past = 0;
    always @(negedge clock) begin
        clocks = clocks + 1;
        if (led !== past && reset_n) begin
            if (changes > 0 && clocks - last != CLOCKS) faults = faults + 1;
            changes = changes + 1;
            last = clocks;
        end
        past = led;
    end

    task run(input integer wanted);
        begin
            changes = 0;
            #23 reset_n = 1;
            repeat (4200 + CLOCKS * wanted) @(negedge clock);
            if (changes < wanted - 1 || changes > wanted) faults = faults + 1;
            $display("%0d changes", changes);
            #3 reset_n = 0;
            repeat (5) @(negedge clock);
            if (led !== 0) faults = faults + 1;
        end
    endtask

    initial begin
        repeat (5) @(negedge clock);
        run(4);
        run(1);
        if (faults == 0) $display("PASS");
        else $display("FAIL: %0d faults", faults);
        $finish;
    end
endmodule
