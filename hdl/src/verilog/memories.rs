//! The memories' modules.

use crate::circuit::memory::Memory;

/// The name of a memory's module.
pub fn module_name(memory: &Memory) -> &'static str {
    match memory {
        Memory::Bits { .. } | Memory::SinglePort { .. } => "carillon_bit_memory",
        Memory::Entries { read_first: false, .. } => "carillon_memory",
        Memory::Entries { read_first: true, .. } => "carillon_memory_read_first",
        Memory::Words { .. } => "carillon_memory_one_port",
    }
}

/// The parameters of its module: `WIDTH` and `ADDRESS_BITS`, or `ADDRESS_BITS` and `ONE_PORT`.
pub fn parameters(memory: &Memory, width: usize) -> Vec<(&'static str, String)> {
    let bits = |bits: &usize| ("ADDRESS_BITS", bits.to_string());
    match memory {
        Memory::Bits { address_bits } => vec![bits(address_bits), ("ONE_PORT", "0".to_owned())],
        Memory::SinglePort { address_bits } => {
            vec![bits(address_bits), ("ONE_PORT", "1".to_owned())]
        }
        Memory::Entries { address_bits, .. } | Memory::Words { address_bits } => {
            vec![("WIDTH", width.to_string()), bits(address_bits)]
        }
    }
}

/// The width of a port as Verilog; `None` where it is a single bit.
pub fn width(memory: &Memory, port: &str) -> Option<&'static str> {
    let bits = matches!(memory, Memory::Bits { .. } | Memory::SinglePort { .. });
    match port {
        "write_address" | "address" => Some("ADDRESS_BITS"),
        "read_address" if bits => Some("ADDRESS_BITS - 4"),
        "read_address" => Some("ADDRESS_BITS"),
        "write_data" if bits => None,
        "read_data" if bits => Some("16"),
        "write_data" | "read_data" => Some("WIDTH"),
        _ => None,
    }
}

/// Its module.
pub fn module(memory: &Memory) -> &'static str {
    match memory {
        Memory::Bits { .. } | Memory::SinglePort { .. } => BITS,
        Memory::Entries { read_first: false, .. } => ENTRIES,
        Memory::Entries { read_first: true, .. } => READ_FIRST,
        Memory::Words { .. } => WORDS,
    }
}

const ENTRIES: &str = "\
// # A memory of words
//
// `read_data` is the word at last clock's `read_address`. A word that is read at the edge of its write may be anything.
module carillon_memory #(
    parameter WIDTH        = 32,             // Bits of a word.
    parameter ADDRESS_BITS = 5               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output reg  [WIDTH-1:0] read_data
);
    (* no_rw_check *) reg [WIDTH-1:0] entries [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule
";

const READ_FIRST: &str = "\
// # A memory of words that shows the old one
//
// `read_data` is the word at last clock's `read_address`, as it was before a write at the same edge.
module carillon_memory_read_first #(
    parameter WIDTH        = 32,             // Bits of a word.
    parameter ADDRESS_BITS = 5               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    input  wire [ADDRESS_BITS-1:0] read_address,
    output reg  [WIDTH-1:0] read_data
);
    reg [WIDTH-1:0] entries [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) entries[write_address] <= write_data;
        read_data <= entries[read_address];
    end
endmodule
";

const WORDS: &str = "\
// # A memory of words with one port
//
// Reads or writes a word in a clock. `read_data` is the word at last clock's `address`, and stays while a word is
// written.
module carillon_memory_one_port #(
    parameter WIDTH        = 16,             // Bits of a word.
    parameter ADDRESS_BITS = 8               // There are 2^ADDRESS_BITS words.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] address,
    input  wire [WIDTH-1:0] write_data,
    input  wire write_enable,
    output reg  [WIDTH-1:0] read_data
);
    reg [WIDTH-1:0] words [(1 << ADDRESS_BITS)-1:0];

    always @(posedge clock) begin
        if (write_enable) words[address] <= write_data;
        else read_data <= words[address];
    end
endmodule
";

const BITS: &str = "\
// # A memory that is written by the bit and read by the word
//
// `read_data` is the word at last clock's `read_address`.
//
// With two ports a bit that is read at the edge of its write may be anything. With one port a write takes two clocks:
// the bit's word is read, changed, and written back in the next; with `whole` all of its bits get `write_data`, and a
// word can be written in every clock. Then `read_data` may be anything in the two clocks after `write_enable`.
module carillon_bit_memory #(
    parameter ADDRESS_BITS   = 12,           // There are 2^ADDRESS_BITS bits, 5 or more.
    parameter [0:0] ONE_PORT = 0             // 1: of memory with one port.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire whole,
    input  wire [ADDRESS_BITS-5:0] read_address,
    output wire [15:0] read_data
);
    // Block RAM with a narrow port for writes and a wide one for reads, which Yosys has to be told to take; with
    // CARILLON_BIT_ENABLES defined, words with a write enable for each bit, for families whose tools cannot do it. Below
    // 64 words the memory among the look-up tables, or flip-flops, cost less, and is written so.
    generate
        if (ONE_PORT) begin : one_port
            carillon_bit_memory_one_port #(.ADDRESS_BITS(ADDRESS_BITS)) bits (
                .clock(clock), .write_address(write_address), .write_data(write_data), .write_enable(write_enable),
                .whole(whole), .read_address(read_address), .read_data(read_data)
            );
        end else if (ADDRESS_BITS >= 10) begin : block_ram
            reg [15:0] word;
            integer i;

            assign read_data = word;

`ifdef CARILLON_BIT_ENABLES
            reg [15:0] busy [(1 << (ADDRESS_BITS - 4))-1:0];

            always @(posedge clock) begin
                if (write_enable) begin
                    for (i = 0; i <= 15; i = i + 1)
                        if (write_address[3:0] == i[3:0]) busy[write_address[ADDRESS_BITS-1:4]][i] <= write_data;
                end
                word <= busy[read_address];
            end
`else
            (* ram_style = \"block\", no_rw_check *) reg busy [(1 << ADDRESS_BITS)-1:0];

            always @(posedge clock) begin
                if (write_enable) busy[write_address] <= write_data;
                for (i = 0; i <= 15; i = i + 1) word[i] <= busy[{read_address, i[3:0]}];
            end
`endif

            wire unused = whole;
        end else begin : any_memory
            (* no_rw_check *) reg [15:0] busy [(1 << (ADDRESS_BITS - 4))-1:0];
            reg [15:0] word;
            integer i;

            assign read_data = word;

            always @(posedge clock) begin
                if (write_enable) begin
                    for (i = 0; i <= 15; i = i + 1)
                        if (write_address[3:0] == i[3:0]) busy[write_address[ADDRESS_BITS-1:4]][i] <= write_data;
                end
                word <= busy[read_address];
            end

            wire unused = whole;
        end
    endgenerate
endmodule

// # A memory with one port, written by the bit and read by the word
//
// Banks of 16,384 words, the UP5K's RAM, change their words each for itself: so no choice between banks lies between
// reading and writing. How it is read and written says `carillon_bit_memory`.
module carillon_bit_memory_one_port #(
    parameter ADDRESS_BITS = 12              // There are 2^ADDRESS_BITS bits, 5 or more.
) (
    input  wire clock,
    input  wire [ADDRESS_BITS-1:0] write_address,
    input  wire write_data,
    input  wire write_enable,
    input  wire whole,
    input  wire [ADDRESS_BITS-5:0] read_address,
    output wire [15:0] read_data
);
    localparam WORD_BITS = ADDRESS_BITS - 4;
    localparam BANK_BITS = WORD_BITS < 14 ? WORD_BITS : 14;
    localparam BANKS     = 1 << (WORD_BITS - BANK_BITS);

    reg writes;                              // A word is written: it was read one clock ago.
    reg [ADDRESS_BITS-1:0] slot;             // The bit that is written.
    reg value;                               // Its new value.
    reg all_bits;                            // The other bits of its word get it too.
    reg [WORD_BITS-1:0] bank;                // The bank that was read one clock ago.

    wire [WORD_BITS-1:0] word =
        writes ? slot[ADDRESS_BITS-1:4] :
        write_enable ? write_address[ADDRESS_BITS-1:4] :
        read_address;
    wire [15:0] marked = all_bits ? 16'hffff : 16'h0001 << slot[3:0];
    wire [16*BANKS-1:0] words_read;
    wire [WORD_BITS-1:0] write_bank = write_address[ADDRESS_BITS-1:4] >> BANK_BITS;

    assign read_data = words_read[16 * bank +: 16];

    always @(posedge clock) begin
        writes <= write_enable;
        slot <= write_address;
        value <= write_data;
        all_bits <= whole;
        bank <= read_address >> BANK_BITS;
    end

    genvar n;
    generate
        for (n = 0; n < BANKS; n = n + 1) begin : banks
            reg [15:0] busy [(1 << BANK_BITS)-1:0];
            reg [15:0] read;
            reg changes;                     // The word is written into this bank.

            assign words_read[16*n +: 16] = read;

            always @(posedge clock) begin
                changes <= write_enable & (write_bank == n);
                if (changes) busy[word[BANK_BITS-1:0]] <= value ? read | marked : read & ~marked;
                else read <= busy[word[BANK_BITS-1:0]];
            end
        end
    endgenerate

    wire unused = &{1'b0, word};
endmodule
";
