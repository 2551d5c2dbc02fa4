//! The Verilog of each memory.

/// From 2 to this power words on, the Verilog asks for block RAM. Fewer cost less in the memory that a
/// family has among its look-up tables, or in flip-flops.
const LEAST_BLOCK_BITS: usize = 6;

/// Words of a bank of memory with one port, as a power of two: the UP5K's RAM.
const BANK_BITS: usize = 14;

/// Memory with one port for whole words.
pub fn words(address_bits: usize, width: usize, address_width: usize) -> String {
    let entry = if address_width > address_bits {
        format!("[{}:0]", address_bits - 1)
    } else {
        String::new()
    };
    format!(
        "    reg [{top}:0] words [{last}:0];

    always @(posedge clock) begin
        if (write_enable) words[address{entry}] <= write_data;
        else read_data <= words[address{entry}];
    end
",
        top = width - 1,
        last = (1 << address_bits) - 1,
    )
}

/// Memory with a port to write a bit and one to read a word.
pub fn bits(address_bits: usize, address_width: usize) -> String {
    let last = (1usize << (address_bits - 4)) - 1;
    // A bit's own write enable makes block RAM so dear to Yosys that it would take thousands of gates instead.
    let style = if address_bits - 4 >= LEAST_BLOCK_BITS {
        "ram_style = \"block\", "
    } else {
        ""
    };
    format!(
        "    (* {style}no_rw_check *) reg [15:0] busy [{last}:0];

    integer i;

    always @(posedge clock) begin
        if (write_enable) begin
            for (i = 0; i <= 15; i = i + 1)
                if (write_address[3:0] == i[3:0]) busy[write_address[{top}:4]][i] <= write_data;
        end
        read_data <= busy[read_address{word}];
    end
",
        top = address_bits - 1,
        word = if address_width > address_bits - 4 {
            format!("[{}:0]", address_bits - 5)
        } else {
            String::new()
        },
    )
}

/// Memory with one port, of as many banks as it takes.
pub fn single_port(address_bits: usize) -> String {
    let word_bits = address_bits - 4;
    let bank_bits = word_bits.min(BANK_BITS);
    let banks = 1 << (word_bits - bank_bits);
    let (top, bank_top, slot_top) = (word_bits - 1, bank_bits - 1, address_bits - 1);
    let (number_bits, kept_top) = (word_bits - bank_bits, bank_bits + 3);
    let mut text = format!(
        "    reg writes = 1'b0;
    reg [{kept_top}:0] slot;
    reg value;
    reg all_bits;
    wire [{bank_top}:0] word = writes ? slot[{kept_top}:4] : write_enable ? write_address[{kept_top}:4] : read_address[{bank_top}:0];
    wire [15:0] marked = all_bits ? 16'hffff : (16'h0001 << slot[3:0]);

    always @(posedge clock) begin
        writes <= write_enable;
        slot <= write_address[{kept_top}:0];
        value <= write_data;
        all_bits <= whole;
    end
",
    );
    for bank in 0..banks {
        let of_bank = if banks == 1 {
            String::new()
        } else {
            format!(
                " & (write_address[{slot_top}:{}] == {number_bits}'d{bank})",
                bank_bits + 4
            )
        };
        text += &format!(
            "
    reg [15:0] busy_{bank} [{last}:0];
    reg [15:0] read_{bank};
    reg writes_{bank} = 1'b0;
    wire [15:0] changed_{bank} = value ? (read_{bank} | marked) : (read_{bank} & ~marked);

    always @(posedge clock) begin
        writes_{bank} <= write_enable{of_bank};
        if (writes_{bank}) busy_{bank}[word] <= changed_{bank};
        else read_{bank} <= busy_{bank}[word];
    end
",
            last = (1 << bank_bits) - 1,
        );
    }
    text += "\n";
    if banks == 1 {
        text += "    assign read_data = read_0;\n";
    } else {
        let bank_top = number_bits - 1;
        text += &format!(
            "    reg [{bank_top}:0] bank;\n\n    always @(posedge clock) bank <= read_address[{top}:{bank_bits}];\n\n    assign read_data =\n"
        );
        for bank in 1..banks {
            text += &format!("        bank == {number_bits}'d{bank} ? read_{bank} :\n");
        }
        text += "        read_0;\n";
    }
    text
}
