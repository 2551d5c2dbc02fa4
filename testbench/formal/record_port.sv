// Proof of carillon_timer_port (hdl/src/timer_chip/port.rs), the timer chip's master of the memory bus.
//
// Proved, for a memory of any latency, with stalls and errors:
//   - each transfer that is asked for is answered once, and no other: in the clock in which the memory has done it;
//   - on the bus it is what was asked for, and does not change until it is answered; it is asked for again after an
//     error, and after nothing else; so the memory does it with success once;
//   - one transfer at a time: nothing is asked of the memory while it has a transfer that it has not answered;
//   - `free` is high exactly where nothing waits for its answer, or the answer comes; `failed` tells every error, and
//     `failing` is high from the clock after an error to that of the answer;
//   - `cyc` is high exactly while a transfer waits for its answer, and `stb` not without it.
//
// Assumed: `clear` is high in the first clock; `ask` comes with `free` only, and not in a clock of `clear`
// (engine.rs leaves its states then); the memory answers what it has accepted, once, with `ack` or with `err`,
// and forgets it when `cyc` falls.
module record_port (
    input clock, clear, ask, write,
    input [29:0] address,
    input [3:0] select,
    input [31:0] data,
    input memory_ack, memory_err, memory_stall
);
    wire free, answered, failing, failed, memory_cyc, memory_stb, memory_we;
    wire [3:0] memory_sel;
    wire [29:0] memory_adr;
    wire [31:0] memory_dat_w;

    carillon_timer_port chip (
        .clock(clock), .clear(clear), .ask(ask), .write(write), .address(address), .select(select), .data(data),
        .free(free), .answered(answered), .failing(failing), .failed(failed), .memory_cyc(memory_cyc),
        .memory_stb(memory_stb), .memory_we(memory_we), .memory_sel(memory_sel), .memory_adr(memory_adr),
        .memory_dat_w(memory_dat_w), .memory_ack(memory_ack), .memory_err(memory_err), .memory_stall(memory_stall)
    );

    // The transfer that waits for its answer; what the memory has accepted and not answered.
    reg started = 0, waiting = 0, accepted = 0, erred = 0;
    reg [66:0] asked;
    wire accepts = memory_cyc && memory_stb && !memory_stall;
    wire answers = memory_ack || memory_err;
    always @(posedge clock) begin
        started <= 1;
        if (memory_ack) waiting <= 0;
        if (ask) waiting <= 1;
        if (ask) asked <= {write, select, address, data};
        accepted <= memory_cyc && (accepted || accepts) && !answers;
        erred <= (erred || memory_err) && !memory_ack;
        if (clear) {waiting, accepted, erred} <= 0;
    end

    always @* begin
        if (!started) first_clock: assume (clear);
        ask_when_free: assume (!(ask && !free));
        no_ask_in_clear: assume (!(ask && clear));
        memory_answers_one_way: assume (!(memory_ack && memory_err));
        if (answers) memory_answers_accepted: assume (accepted || accepts);
        if (started) begin
            assert (answered == (waiting && memory_ack) && failed == (waiting && memory_err));
            assert (free == (!waiting || memory_ack));
            assert (memory_cyc == waiting);
            assert (!memory_stb || (waiting && !accepted));
            if (waiting) assert (memory_stb || accepted);
            if (waiting) assert ({memory_we, memory_sel, memory_adr, memory_dat_w} == asked);
            assert (failing == erred);
            assert (!(erred && !waiting) && !(accepted && !waiting));
        end
    end

    // Reachable: an answer in the clock of acceptance, a later one, a transfer repeated twice, one after another.
    reg [1:0] errors = 0;
    reg past_answered = 0;
    always @(posedge clock) begin
        errors <= ask || clear ? 0 : errors + (failed && errors != 3);
        past_answered <= answered && ask;
    end
    always @* if (started) begin
        cover (answered && accepts);
        cover (answered && accepted && errors == 2);
        cover (past_answered && memory_stb && memory_stall && asked == 67'h5);
        cover (failing && memory_stall);
    end
endmodule
