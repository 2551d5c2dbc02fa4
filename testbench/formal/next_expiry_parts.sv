// Stands for the look-ahead in next_expiry.sv: does what look_ahead.sv proves of it, of a busy bit that the top watches
// and that nobody writes from the question to the answer.
module carillon_look_ahead #(
    parameter WHEELS = 1,
    parameter SLOT_BITS = 12
) (
    input clock, clear, write_enable, write_data, ask, wheel_present,
    input [19:0] write_address, slot,
    input [15:0] wheel_base,
    input [20:0] wheel_size,
    output searching, done, found,
    output [19:0] distance
);
    localparam LONGEST = 26;
    (* anyseq *) wire answers, any_found;
    (* anyseq *) wire [19:0] any_distance;
    // Assigned by the top: which slot, counted over all wheels, is watched, and whether it is busy.
    (* keep *) wire [15:0] watched;
    (* keep *) wire is_busy;

    reg begun = 0, pending = 0;
    reg [4:0] age = 0;
    reg [15:0] first = 0, from = 0;
    reg [20:0] size = 0;
    assign searching = pending && !done, done = pending && answers && !clear;
    assign found = any_found, distance = any_distance;
    always @(posedge clock) begin
        begun <= 1;
        pending <= (ask || (pending && !done)) && !clear;
        age <= ask ? 1 : age + 1;
        if (ask) begin
            first <= {wheel_base, 4'd0};
            size <= wheel_size;
            from <= slot;
        end
    end

    // The slot that is found, in its wheel; and the distance of the watched one.
    wire [15:0] mask = size[15:0] - 1;
    wire [15:0] answer = (from + distance[15:0]) & mask;
    wire in_wheel = watched >= first && watched - first < size;
    wire [15:0] to_watched = (watched - first - from) & mask;
    always @* begin
        assert (!begun || !(ask && pending));
        if (begun && ask) assert (wheel_size != 0 && (wheel_size & (wheel_size - 1)) == 0 && slot < wheel_size);
        if (pending) answered_in_time_of_search: assume (age < LONGEST || answers);
        if (done && found) begin
            distance_in_wheel: assume (distance < size);
            if (in_wheel && answer == watched - first) found_is_busy: assume (is_busy);
        end
        if (done && in_wheel && is_busy) nearest_is_found: assume (found && distance <= to_watched);
    end
endmodule
