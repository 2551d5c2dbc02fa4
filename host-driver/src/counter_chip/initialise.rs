//! Initialising the chip from any state.

use carillon_regmap::Feature;
use carillon_regmap::counter_chip::field::{ctrl, prescale, wheel_mode, wheel_size};
use carillon_regmap::counter_chip::offset;

use super::wheels::MIN_WHEEL_SLOTS;
use super::{CounterChip, CounterChipError, Wheel, WheelMode, Wheels};
use crate::bus::RegisterBus;
use crate::chip::{Coalescing, Interrupts, MAX_PRESCALE};

/// Slots in a word of the chip's memory. Each wheel occupies whole words.
pub const WORD_SLOTS: u32 = 16;

/// Reads of `STATUS` allowed in addition to one for each clock of clearing the memory.
const SPARE_POLLS: u32 = 64;

/// The chip's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Configuration<'a> {
    /// Clocks per tick, 1 to [`MAX_PRESCALE`].
    pub prescale: u32,
    /// Each wheel from wheel 0 up; wheels beyond are absent. Each occupies whole words of [`WORD_SLOTS`] of the chip's
    /// capacity.
    pub wheels: &'a [Wheel],
    /// When events interrupt; [`Coalescing::NONE`] for builds without coalescing.
    pub coalescing: Coalescing,
    /// The interrupts to enable.
    pub interrupts: Interrupts,
}

impl<B: RegisterBus> CounterChip<B> {
    /// Resets the chip, waits until its memory is clear, configures it and starts it: this moment is tick 0.
    ///
    /// The chip loses all previous state. The configuration is checked before the first transfer. Takes up to
    /// 2^`slot_bits` clocks. Besides the reads of [`reset`](Self::reset): seven writes and six reads with one wheel,
    /// and one write and two reads more for each further wheel, each wheel with a mode, and coalescing.
    ///
    /// If it fails in between, the chip counts as not initialised. May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::PrescaleOutOfRange`], [`CounterChipError::WheelCountOutOfRange`],
    /// [`CounterChipError::WheelSizeOutOfRange`], [`CounterChipError::MissingFeature`] for settings that do not fit
    /// this chip, which is not accessed; [`CounterChipError::NotReady`] and [`CounterChipError::NotAccepted`] if it
    /// does not respond as specified, or is reset meanwhile, for which there is [`CounterChipError::NotRunning`] as
    /// well; [`CounterChipError::Bus`].
    pub fn initialise(&mut self, configuration: &Configuration<'_>) -> Result<(), CounterChipError<B::Error>> {
        let wheels = self.check(configuration)?;
        self.reset()?;
        self.each_setting(configuration, Self::write_checked)?;
        self.write(offset::ERROR, super::HostErrors::ALL.word())?;
        self.clear_interrupts(Interrupts::ALL)?;
        self.enable_interrupts(configuration.interrupts)?;
        self.resume()?;
        // A reset since then would have undone them; the last read says that there was none before it.
        self.each_setting(configuration, Self::expect_setting)?;
        self.expect_setting(offset::INTR_ENABLE, configuration.interrupts.word())?;
        if !self.status()?.running {
            return Err(CounterChipError::NotRunning);
        }
        self.wheels = wheels;
        Ok(())
    }

    /// Each setting that a running chip keeps and that can be read, with its word, in the order in which they are made.
    fn each_setting(
        &mut self,
        configuration: &Configuration<'_>,
        make: impl Fn(&mut Self, u32, u32) -> Result<(), CounterChipError<B::Error>>,
    ) -> Result<(), CounterChipError<B::Error>> {
        // Wheel 0 has the whole capacity after a reset, each size must fit beside those before it, and a write removes
        // the wheels above it: write them in this order.
        for (index, wheel) in (0..).zip(configuration.wheels) {
            let at = offset::element(offset::WHEEL_SIZE, index);
            make(self, at, wheel_size::SLOTS.put(wheel.slots))?;
        }
        for (index, wheel) in (0..).zip(configuration.wheels) {
            if wheel.mode != WheelMode::default() {
                let at = offset::element(offset::WHEEL_MODE, index);
                make(self, at, mode_word(wheel.mode))?;
            }
        }
        let clocks = prescale::CLOCKS.put(configuration.prescale);
        make(self, offset::PRESCALE, clocks)?;
        if configuration.coalescing != Coalescing::NONE {
            make(self, offset::INTR_COALESCE, configuration.coalescing.word())?;
        }
        Ok(())
    }

    /// Resets the chip like the reset pin, and waits until its memory is clear. All state is lost, including the
    /// wheels: call [`initialise`](Self::initialise) next. One write, and at most one read of `STATUS` for each of the
    /// 2^`slot_bits` clocks that it takes, and a few more. Each that shows a running chip writes again. May be
    /// repeated.
    ///
    /// # Errors
    /// [`CounterChipError::NotReady`] if the memory is not clear then; [`CounterChipError::ImpossibleAnswer`] if a
    /// reserved bit is set; [`CounterChipError::Bus`].
    pub fn reset(&mut self) -> Result<(), CounterChipError<B::Error>> {
        self.wheels = Wheels::NONE;
        self.write(offset::CTRL, ctrl::RESET.mask())?;
        let polls = self.parameters.capacity() + SPARE_POLLS;
        for _ in 0..polls {
            let status = self.status()?;
            if status.running {
                // The write was lost: a chip that was reset does not run.
                self.write(offset::CTRL, ctrl::RESET.mask())?;
            } else if status.ready {
                return Ok(());
            }
        }
        Err(CounterChipError::NotReady { polls })
    }

    /// Changes how the cursor treats a wheel's busy slots, at any time. Events already found do not change. One write.
    /// May be repeated.
    ///
    /// # Errors
    /// [`CounterChipError::MissingFeature`], [`CounterChipError::WheelOutOfRange`]: nothing was written.
    /// [`CounterChipError::Bus`].
    pub fn set_wheel_mode(&mut self, wheel: u32, mode: WheelMode) -> Result<(), CounterChipError<B::Error>> {
        self.expect(Feature::WheelModes)?;
        self.wheel(wheel)?;
        self.write(offset::element(offset::WHEEL_MODE, wheel), mode_word(mode))?;
        self.wheels = self.wheels.with_mode(wheel, mode);
        Ok(())
    }

    fn check(&self, configuration: &Configuration<'_>) -> Result<Wheels, CounterChipError<B::Error>> {
        let clocks = configuration.prescale;
        if !(1..=MAX_PRESCALE).contains(&clocks) {
            return Err(CounterChipError::PrescaleOutOfRange { clocks });
        }
        if configuration.coalescing != Coalescing::NONE {
            self.expect(Feature::Coalescing)?;
        }
        if configuration.wheels.iter().any(|wheel| wheel.mode != WheelMode::default()) {
            self.expect(Feature::WheelModes)?;
        }
        self.fit(configuration.wheels)
    }

    /// Lays the wheels out in the chip's memory.
    pub(super) fn fit(&self, wheels: &[Wheel]) -> Result<Wheels, CounterChipError<B::Error>> {
        let built = self.parameters.wheels;
        let count_error = CounterChipError::WheelCountOutOfRange { wheels: wheels.len(), built };
        if wheels.is_empty() || u32::try_from(wheels.len()).map_or(true, |count| count > built) {
            return Err(count_error);
        }
        let mut capacity = self.parameters.capacity();
        for (index, wheel) in (0..).zip(wheels) {
            let left = wheel
                .slots
                .checked_next_multiple_of(WORD_SLOTS)
                .and_then(|taken| capacity.checked_sub(taken))
                .filter(|_| wheel.slots >= MIN_WHEEL_SLOTS);
            capacity =
                left.ok_or(CounterChipError::WheelSizeOutOfRange { wheel: index, size: wheel.slots, capacity })?;
        }
        Wheels::new(wheels).ok_or(count_error)
    }

    fn write_checked(&mut self, offset: u32, wrote: u32) -> Result<(), CounterChipError<B::Error>> {
        self.write(offset, wrote)?;
        self.expect_setting(offset, wrote)
    }

    fn expect_setting(&mut self, offset: u32, wrote: u32) -> Result<(), CounterChipError<B::Error>> {
        let found = self.read(offset)?;
        if found == wrote { Ok(()) } else { Err(CounterChipError::NotAccepted { offset, wrote, found }) }
    }
}

/// As a word of `WHEEL_MODE`.
fn mode_word(mode: WheelMode) -> u32 {
    wheel_mode::HOLD.put(u32::from(mode.hold)) | wheel_mode::AUTO_CLEAR.put(u32::from(mode.auto_clear))
}
