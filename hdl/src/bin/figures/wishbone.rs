//! A Wishbone master for the scenes, and the rows that show it.

use crate::recorder::{Row, hexadecimal, level, word};
use crate::stage::Stage;
use carillon_hdl::counter_chip::top::WishboneTop;
use carillon_regmap::counter_chip::Build;
use carillon_regmap::counter_chip::{REGISTERS, field, offset};

/// The scenes' chip with Wishbone: small, so that its FIFO is soon full.
pub const BUILD: Build = Build { slot_bits: 10, fifo_bits: 1, ..Build::full() };

/// The register at a word address.
pub fn register(address: u64) -> String {
    REGISTERS
        .iter()
        .find_map(|register| {
            (0..register.count).find(|index| register.element(*index) == Some(4 * address as u32)).map(|index| {
                match register.is_array() {
                    true => format!("{}[{index}]", register.name),
                    false => register.name.to_owned(),
                }
            })
        })
        .unwrap_or_default()
}

/// The bus in a few lines.
pub fn rows() -> Vec<Row> {
    vec![
        level("wb_stb", "wb_stb"),
        level("wb_we", "wb_we"),
        word("wb_adr", "wb_adr", register).while_high("wb_stb"),
        level("wb_ack", "wb_ack"),
    ]
}

/// The same with the words, before others.
pub fn rows_with_data() -> Vec<Row> {
    vec![
        level("wb_cyc", "wb_cyc"),
        level("wb_stb", "wb_stb"),
        level("wb_we", "wb_we"),
        word("wb_adr", "wb_adr", register).while_high("wb_stb"),
        word("wb_dat_w", "wb_dat_w", hexadecimal).while_high("wb_we"),
        level("wb_stall", "wb_stall"),
        level("wb_ack", "wb_ack"),
        word("wb_dat_r", "wb_dat_r", hexadecimal).while_high("wb_ack"),
    ]
}

impl Stage<WishboneTop> {
    /// A chip with wheels of these sizes and ticks of `prescale` clocks, not yet enabled; events interrupt.
    pub fn wishbone(prescale: u32, sizes: &[u32]) -> Self {
        let mut stage = Self::new(WishboneTop::new(&BUILD), BUILD.slot_bits);
        stage.write(offset::PRESCALE, prescale);
        for (wheel, size) in sizes.iter().enumerate() {
            stage.write(offset::WHEEL_SIZE + 4 * wheel as u32, *size);
        }
        stage.write(offset::INTR_ENABLE, field::intr_enable::EVENT.mask());
        assert_eq!(stage.read(offset::ERROR), 0, "the scene's set-up is refused");
        stage
    }

    /// Starts time.
    pub fn enable(&mut self) {
        self.write(offset::CTRL, field::ctrl::ENABLE.mask());
    }

    /// Arms a slot.
    pub fn arm(&mut self, wheel: u32, slot: u32, lap: u32) {
        let word = field::arm::WHEEL.put(wheel) | field::arm::SLOT.put(slot);
        self.write(offset::ARM, word | field::arm::LAP.put(lap));
    }

    /// Pops an event and clears its bit.
    pub fn acknowledge(&mut self, sequence: u32) {
        let word = field::event_ack::SEQUENCE.put(sequence) | field::event_ack::DISARM.mask();
        self.write(offset::EVENT_ACK, word);
    }

    /// Writes a register, as a classic master does.
    pub fn write(&mut self, offset: u32, word: u32) {
        self.transfer(offset, Some(word));
    }

    /// Reads a register, as a classic master does.
    pub fn read(&mut self, offset: u32) -> u32 {
        self.transfer(offset, None)
    }

    fn transfer(&mut self, offset: u32, word: Option<u32>) -> u32 {
        self.chip.wb_cyc.next = true;
        self.chip.wb_stb.next = true;
        self.chip.wb_we.next = word.is_some();
        self.chip.wb_sel.next = 15.into();
        self.chip.wb_adr.next = u64::from(offset / 4).into();
        self.chip.wb_dat_w.next = u64::from(word.unwrap_or(0)).into();
        let mut answer = None;
        while answer.is_none() {
            answer = self.clock(|chip| {
                assert!(!chip.wb_err.val(), "refused: {offset:#X}");
                let word: u64 = chip.wb_dat_r.val().into();
                chip.wb_ack.val().then_some(word as u32)
            });
        }
        self.chip.wb_cyc.next = false;
        self.chip.wb_stb.next = false;
        self.chip.wb_we.next = false;
        answer.unwrap_or_default()
    }
}
