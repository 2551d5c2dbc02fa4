//! # Busy bits in memory with one port
//!
//! **Purpose.** What [`crate::memory::BitMemory`] is in a build with `single_port`: memory that reads or writes one word of
//! sixteen in a clock, such as the four large RAMs of an iCE40 UP5K, or a compiled RAM. It is much larger there than memory
//! with two ports.
//!
//! **Interface.** That of [`crate::memory::BitMemory`]. A bit is written by reading its word in the clock *w* of
//! `write_enable` and writing the word, changed, in *w* + 1. With `whole` the word is written in *w* itself: each of its bits
//! gets `write_data`.
//!
//! **Timing.** A word that is read in any other clock is there one clock later and shows every write up to the clock of its
//! address. Banks of 16,384 words change their words each for itself, so that no choice between banks lies between reading
//! and writing.
//!
//! **Invariants.** For them the surroundings must see to it that there is no write in *w* + 1 (`arming` keeps them apart) and
//! that nobody wants what is read in *w* and *w* + 1 (`arming` has the cursor pause).

/// Words of a bank, as a power of two: the UP5K's RAM.
const BANK_BITS: usize = 14;

/// One clock's inputs.
#[derive(Clone, Copy)]
pub(crate) struct Port {
    /// Which bit to write.
    pub slot: usize,
    /// Its new value.
    pub value: bool,
    /// Writes.
    pub enable: bool,
    /// All bits of the word.
    pub whole: bool,
    /// Which word to read.
    pub word: usize,
}

/// The memory in Rust-HDL's simulator.
#[derive(Default)]
pub(crate) struct SinglePort {
    words: Vec<u16>,
    /// The bit that is written in this clock, and its word as it was read in the clock before.
    changing: Option<(usize, bool, u16)>,
}

impl SinglePort {
    /// 2^`slot_bits` bits, all clear.
    pub fn new(slot_bits: u32) -> Self {
        Self {
            words: vec![0; 1 << (slot_bits - 4)],
            changing: None,
        }
    }

    /// One clock. Returns what the read port shows then: the opposite of what was there where that must not matter.
    pub fn clock(&mut self, port: Port) -> u16 {
        let mask = self.words.len() - 1;
        let (written, read) = ((port.slot >> 4) & mask, port.word & mask);
        let changing = self.changing.take();
        if port.enable && port.whole {
            self.words[written] = if port.value { 0xffff } else { 0 };
        } else if let Some((slot, value, word)) = changing {
            let bit = 1 << (slot & 15);
            self.words[(slot >> 4) & mask] = if value { word | bit } else { word & !bit };
        } else if port.enable {
            self.changing = Some((port.slot, port.value, self.words[written]));
        } else {
            return self.words[read];
        }
        !self.words[read]
    }
}

/// The body of the Verilog module.
pub(crate) fn verilog(slot_bits: usize) -> String {
    let word_bits = slot_bits - 4;
    let bank_bits = word_bits.min(BANK_BITS);
    let banks = 1 << (word_bits - bank_bits);
    let (top, bank_top) = (word_bits - 1, bank_bits - 1);
    let mut text = format!(
        "\
reg changes;
reg [{slot_top}:0] slot;
reg value;
initial changes = 1'b0;
wire clears = write_enable & whole;
wire writes = clears | changes;
wire [{top}:0] word = (changes & ~clears) ? slot[{slot_top}:4] : write_enable ? write_address[{slot_top}:4] : read_address[{top}:0];
wire [15:0] one_bit = 16'h0001 << slot[3:0];
always @(posedge clock) begin
   changes <= write_enable & ~whole & ~changes;
   slot <= write_address[{slot_top}:0];
   value <= write_data;
end
",
        slot_top = slot_bits - 1,
    );
    for bank in 0..banks {
        let selected = if banks == 1 {
            "1'b1".to_owned()
        } else {
            format!(
                "word[{top}:{bank_bits}] == {}'d{bank}",
                word_bits - bank_bits
            )
        };
        text += &format!(
            "
reg [15:0] busy_{bank} [{last}:0];
reg [15:0] read_{bank};
wire selected_{bank} = {selected};
wire [15:0] changed_{bank} = clears ? {{16{{write_data}}}} : value ? (read_{bank} | one_bit) : (read_{bank} & ~one_bit);
always @(posedge clock) begin
   if (selected_{bank}) begin
      if (writes) busy_{bank}[word[{bank_top}:0]] <= changed_{bank};
      else read_{bank} <= busy_{bank}[word[{bank_top}:0]];
   end
end
",
            last = (1 << bank_bits) - 1,
        );
    }
    text += "\n";
    if banks == 1 {
        text += "always @(*) read_data = read_0;\n";
    } else {
        text += &format!(
            "reg [{}:0] bank;\nalways @(posedge clock) bank <= word[{top}:{bank_bits}];\nalways @(*) begin\n   case (bank)\n",
            word_bits - bank_bits - 1
        );
        for bank in 1..banks {
            text += &format!(
                "      {}'d{bank}: read_data = read_{bank};\n",
                word_bits - bank_bits
            );
        }
        text += "      default: read_data = read_0;\n   endcase\nend\n";
    }
    text
}
