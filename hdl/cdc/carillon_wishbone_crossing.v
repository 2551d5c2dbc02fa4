// SPDX-License-Identifier: MIT OR Apache-2.0
// Carries a Wishbone host's transfers to a Carillon chip in another clock domain, and the chip's interrupt back.
`default_nettype none

// # Wishbone between two clock domains
//
// **Interface.** On the host's side a Wishbone B4 slave as the chip is one, classic and pipelined, and `irq`; on the
// chip's side the master of one chip. The two clocks may have any ratio and phase; each reset is synchronous to its
// clock. Of one transfer at a time, a toggle goes over to the chip and one comes back; what goes with them stands still
// meanwhile.
//
// **Promises.** Each transfer that the host's side accepts is executed once at the chip, and answered once, with the
// word and as `ack` or `err` as the chip has answered it, unless
// - the host drops `wb_cyc` or is reset: it gets no answer, the transfer is executed all the same, and the next one is
//   accepted when it is done;
// - the chip is reset: a transfer that the chip's side has under way, and each that reaches it during the reset, is
//   answered by `wb_err`. It was executed before the reset or is never executed.
// So neither side waits for the other one's reset, as long as the other one's clock runs. A transfer takes, besides the
// chip's own clocks, up to four clocks of the host and four of the chip.
//
// `irq` is two to three clocks late. After the write that ends its cause is answered it may stay for so long.
//
// **First values.** The two toggles have no reset. Without first values (not on an FPGA), hold both resets for four
// clocks of the slower clock at the same time.
module carillon_wishbone_crossing #(
    parameter integer ADDRESS_BITS = 6       // Counter chip: 6; timer chip: 21.
) (
    input  wire host_clock,
    input  wire host_reset,
    output wire irq,
    input  wire wb_cyc,
    input  wire wb_stb,
    input  wire wb_we,
    input  wire [3:0] wb_sel,
    input  wire [ADDRESS_BITS-1:0] wb_adr,
    input  wire [31:0] wb_dat_w,
    output reg  [31:0] wb_dat_r,
    output reg  wb_ack,
    output reg  wb_err,
    output wire wb_stall,
    input  wire chip_clock,
    input  wire chip_reset,
    input  wire chip_irq,
    output reg  chip_cyc,
    output reg  chip_stb,
    output reg  chip_we,
    output reg  [3:0] chip_sel,
    output reg  [ADDRESS_BITS-1:0] chip_adr,
    output reg  [31:0] chip_dat_w,
    input  wire [31:0] chip_dat_r,
    input  wire chip_ack,
    input  wire chip_err,
    input  wire chip_stall
);
    // The toggles, and each in the other domain.
    reg request = 1'b0, answer = 1'b0;
    (* ASYNC_REG = "TRUE" *) reg [1:0] request_there = 2'b00, answer_here = 2'b00, irq_here = 2'b00;

    // The host's side. `asked` and `told` stand still from one toggle to the other.
    reg [ADDRESS_BITS+36:0] asked;
    reg [32:0] told;
    reg was_under_way = 1'b0, wanted;
    wire under_way = request ^ answer_here[1];
    wire accepted = wb_cyc & wb_stb & ~wb_stall & ~host_reset;
    wire answered = was_under_way & ~under_way & wanted & wb_cyc & ~host_reset;
    assign wb_stall = under_way | was_under_way | wb_ack | wb_err;
    assign irq = irq_here[1];

    always @(posedge host_clock) begin
        answer_here <= {answer_here[0], answer};
        irq_here <= {irq_here[0], chip_irq};
        was_under_way <= under_way;
        wanted <= (accepted | (wanted & wb_cyc)) & ~host_reset;
        if (accepted) begin
            asked <= {wb_we, wb_sel, wb_adr, wb_dat_w};
            request <= ~request;
        end
        wb_ack <= answered & ~told[32];
        wb_err <= answered & told[32];
        if (answered) wb_dat_r <= told[31:0];
    end

    // The chip's side.
    wire to_do = request_there[1] ^ answer;
    wire done = chip_cyc & (chip_ack | chip_err);

    always @(posedge chip_clock) begin
        request_there <= {request_there[0], request};
        if (to_do & ~chip_cyc) begin
            {chip_we, chip_sel, chip_adr, chip_dat_w} <= asked;
            chip_cyc <= 1'b1;
            chip_stb <= 1'b1;
        end
        if (chip_stb & ~chip_stall) chip_stb <= 1'b0;
        if (done | chip_reset) begin
            chip_cyc <= 1'b0;
            chip_stb <= 1'b0;
        end
        if (done | (chip_reset & to_do)) begin
            told <= {chip_err | chip_reset, chip_dat_r};
            answer <= ~answer;
        end
    end
endmodule

`default_nettype wire
