//! The SoC's registers: the other side of the table in hdl/litex/soc.py.
#![allow(unsafe_code, reason = "registers are reached by their addresses, which hdl/litex/soc.py fixes")]

use carillon_driver::device::MachineTimer;
use carillon_driver::mmio::{Mmio, TimerMmio};
use carillon_driver::rate::TickRate;
use core::cell::Cell;
use core::num::NonZeroU32;
use critical_section::Mutex;
use volatile_register::{RO, RW};

const CHIP: usize = 0x8200_0000;
const TIMER_CHIP: usize = 0x8300_0000;
const MTIME: usize = 0x8400_0000;
const MTIMECMP: usize = MTIME + 8;
const UART: usize = 0xF000_0800;
const TIMER: usize = 0xF000_1000;
const EVENTS: usize = 0xF000_1800;
const PROBE: usize = 0xF000_2000;
const SPI: usize = 0xF000_2800;
const SPI_CHIP: usize = 0xF000_3000;
const LINE: usize = 0xF000_3800;
const LINE_CHIP: usize = 0xF000_4000;
const TIMER_CHIP_EVENTS: usize = 0xF000_4800;

/// Of the processor, the chips and `mtime`, in Hz.
pub const CLOCK: NonZeroU32 = NonZeroU32::new(100_000_000).unwrap();

/// The processor's interrupts, as bits of its mask.
pub mod irq {
    /// LiteX's timer.
    pub const TIMER: usize = 1 << 1;
    /// The chip.
    pub const CHIP: usize = 1 << 2;
    /// A word from the simulator.
    pub const PROBE: usize = 1 << 3;
    /// The chip beyond SPI.
    pub const SPI_CHIP: usize = 1 << 4;
    /// The chip beyond the serial line.
    pub const LINE_CHIP: usize = 1 << 5;
    /// The timer chip.
    pub const TIMER_CHIP: usize = 1 << 6;
    /// All chips. One that the program has not taken keeps silent.
    pub const CHIPS: usize = CHIP | TIMER_CHIP | SPI_CHIP | LINE_CHIP;
}

/// LiteX's UART.
#[repr(C)]
struct Uart {
    rxtx: RW<u32>,
    txfull: RO<u32>,
    rxempty: RO<u32>,
    ev_status: RO<u32>,
    ev_pending: RW<u32>,
    ev_enable: RW<u32>,
    txempty: RO<u32>,
}

/// What takes a byte from the UART's buffer, in `ev_pending`.
const RECEIVED: u32 = 1 << 1;

/// LiteX's SPI master, a byte at a time.
#[repr(C)]
struct Spi {
    control: RW<u32>,
    status: RO<u32>,
    mosi: RW<u32>,
    miso: RO<u32>,
    cs: RW<u32>,
}

/// Starts a transfer of eight bits, in `control`.
const EIGHT_BITS: u32 = 8 << 8 | 1;
/// The device is selected as `sel` says, not for each transfer, in `cs`.
const BY_HAND: u32 = 1 << 16;

/// LiteX's timer, a down counter.
#[repr(C)]
struct Timer {
    load: RW<u32>,
    reload: RW<u32>,
    en: RW<u32>,
    update_value: RW<u32>,
    value: RO<u32>,
    ev_status: RO<u32>,
    ev_pending: RW<u32>,
    ev_enable: RW<u32>,
}

/// The event manager of a level.
#[repr(C)]
struct Events {
    status: RO<u32>,
    pending: RW<u32>,
    enable: RW<u32>,
}

/// Words to and from the simulator.
#[repr(C)]
struct Probe {
    tell: RW<u32>,
    finish: RW<u32>,
    ask: RO<u32>,
    waits: RO<u32>,
    take: RW<u32>,
    events: Events,
}

/// The registers at an address of the table above.
fn block<T>(address: usize) -> &'static T {
    let pointer: *const T = core::ptr::with_exposed_provenance(address);
    // SAFETY: hdl/litex/soc.py maps this block there for good; its cells are volatile.
    unsafe { &*pointer }
}

fn put(cell: &RW<u32>, value: u32) {
    // SAFETY: no register of LiteX that this file names does anything to memory.
    unsafe { cell.write(value) }
}

/// What is handed out once.
struct Once(Mutex<Cell<bool>>);

impl Once {
    const fn new() -> Self {
        Self(Mutex::new(Cell::new(false)))
    }

    /// `Some` the first time; `None` afterwards.
    fn take(&self) -> Option<()> {
        let taken = critical_section::with(|section| self.0.borrow(section).replace(true));
        (!taken).then_some(())
    }
}

/// The chip, the first time; `None` afterwards.
pub fn chip() -> Option<Mmio> {
    static ONCE: Once = Once::new();
    ONCE.take()?;
    put(&block::<Events>(EVENTS).enable, 1);
    // SAFETY: the chip is there (hdl/litex/soc.py), and is handed out once.
    unsafe { Mmio::new(core::ptr::with_exposed_provenance_mut(CHIP)) }
}

/// The timer chip, the first time; `None` afterwards.
pub fn timer_chip() -> Option<TimerMmio> {
    static ONCE: Once = Once::new();
    ONCE.take()?;
    put(&block::<Events>(TIMER_CHIP_EVENTS).enable, 1);
    // SAFETY: the chip is there (hdl/litex/soc.py), and is handed out once.
    unsafe { TimerMmio::new(core::ptr::with_exposed_provenance_mut(TIMER_CHIP)) }
}

/// The processor's own timer, which counts clocks, the first time; `None` afterwards. Its alarm is to be set, or
/// cleared, before interrupts are enabled: after a reset it rings.
pub fn machine_timer() -> Option<MachineTimer> {
    static ONCE: Once = Once::new();
    ONCE.take()?;
    // SAFETY: no program enables interrupts before it has made what the timer drives, which sets the alarm.
    unsafe { riscv::register::mie::set_mtimer() };
    let register = core::ptr::with_exposed_provenance_mut;
    // SAFETY: the registers are there (hdl/litex/soc.py), and are handed out once.
    unsafe { MachineTimer::new(register(MTIME), register(MTIMECMP), TickRate::hertz(CLOCK)) }
}

/// The serial lines.
#[derive(Clone, Copy, Debug)]
pub enum Line {
    /// To whoever uses the SoC.
    Console,
    /// To the chip with a UART.
    Chip,
}

impl Line {
    fn uart(self) -> &'static Uart {
        block(match self {
            Self::Console => UART,
            Self::Chip => LINE,
        })
    }

    /// Sends a byte, once there is room for it.
    pub fn send(self, byte: u8) {
        let uart = self.uart();
        while uart.txfull.read() != 0 {}
        put(&uart.rxtx, byte.into());
    }

    /// Waits until all bytes but the last one have left.
    pub fn flush(self) {
        while self.uart().txempty.read() == 0 {}
    }

    /// Whether a byte has come.
    pub fn has_byte(self) -> bool {
        self.uart().rxempty.read() == 0
    }

    /// The byte that has come, if one has.
    pub fn take(self) -> Option<u8> {
        self.has_byte().then(|| {
            let uart = self.uart();
            let [byte, ..] = uart.rxtx.read().to_le_bytes();
            put(&uart.ev_pending, RECEIVED);
            byte
        })
    }
}

/// Selects the chip with SPI, or no longer.
pub fn spi_select(selected: bool) {
    put(&block::<Spi>(SPI).cs, BY_HAND | u32::from(selected));
}

/// Sends a byte over SPI; returns the one that comes for it.
pub fn spi_exchange(byte: u8) -> u8 {
    let spi = block::<Spi>(SPI);
    put(&spi.mosi, byte.into());
    put(&spi.control, EIGHT_BITS);
    while spi.status.read() & 1 == 0 {}
    let [byte, ..] = spi.miso.read().to_le_bytes();
    byte
}

/// The pins at the interrupt lines of the chips beyond wires.
#[derive(Clone, Copy, Debug)]
pub enum Pin {
    /// Of the chip with SPI.
    Spi,
    /// Of the chip with a UART.
    Line,
}

impl Pin {
    fn events(self) -> &'static Events {
        block(match self {
            Self::Spi => SPI_CHIP,
            Self::Line => LINE_CHIP,
        })
    }

    /// Lets the pin interrupt while it is high.
    pub fn listen(self) {
        put(&self.events().enable, 1);
    }

    /// Whether it is high.
    pub fn is_high(self) -> bool {
        self.events().status.read() != 0
    }
}

/// Tells the simulator a word.
pub fn tell(word: u32) {
    put(&block::<Probe>(PROBE).tell, word);
}

/// Ends the simulation. 0: all is well.
#[cold]
#[inline(never)]
pub fn finish(status: u32) -> ! {
    put(&block::<Probe>(PROBE).finish, status);
    loop {
        riscv::asm::wfi();
    }
}

/// A word from the simulator, if one waits.
pub fn take_asked() -> Option<u32> {
    let probe = block::<Probe>(PROBE);
    (probe.waits.read() != 0).then(|| {
        let word = probe.ask.read();
        put(&probe.take, 1);
        word
    })
}

/// The simulator's next word, which is on its way.
pub fn next_word() -> u32 {
    loop {
        if let Some(word) = take_asked() {
            return word;
        }
    }
}

/// Lets words from the simulator interrupt.
pub fn listen() {
    put(&block::<Probe>(PROBE).events.enable, 1);
}

/// LiteX's timer: an interrupt every `clocks` clocks from now on.
pub fn tick_every(clocks: u32) {
    let timer = block::<Timer>(TIMER);
    put(&timer.en, 0);
    put(&timer.load, clocks.saturating_sub(1));
    put(&timer.reload, clocks.saturating_sub(1));
    put(&timer.ev_pending, 1);
    put(&timer.ev_enable, 1);
    put(&timer.en, 1);
}

/// LiteX's timer: one interrupt in `clocks` clocks.
pub fn tick_once(clocks: u32) {
    let timer = block::<Timer>(TIMER);
    put(&timer.en, 0);
    put(&timer.load, clocks);
    put(&timer.reload, 0);
    put(&timer.ev_pending, 1);
    put(&timer.ev_enable, 1);
    put(&timer.en, 1);
}

/// LiteX's timer: takes its interrupt back.
pub fn acknowledge_tick() {
    put(&block::<Timer>(TIMER).ev_pending, 1);
}

/// Lets these of [`irq`] interrupt the processor, and no others: VexRiscv's mask.
pub fn set_interrupt_mask(mask: usize) {
    // SAFETY: the register is VexRiscv's own and does nothing else.
    unsafe { core::arch::asm!("csrw 0xBC0, {}", in(reg) mask, options(nomem, nostack)) }
}

/// Those of [`irq`] that are up and let through: VexRiscv's own register.
pub fn pending_interrupts() -> usize {
    let pending: usize;
    // SAFETY: reading the register does nothing.
    unsafe { core::arch::asm!("csrr {}, 0xFC0", out(reg) pending, options(nomem, nostack)) }
    pending
}

/// Where a program can be loaded to: `main_ram` but for its last page on the smallest board, where the loader has its
/// stack.
pub const LOADABLE: core::ops::Range<u32> = 0x4000_0000..0x4000_F000;

/// Writes a byte of a program to be started; nothing outside of [`LOADABLE`].
pub fn load(address: u32, byte: u8) {
    if LOADABLE.contains(&address) {
        let place: *mut u8 = core::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: there is memory, and nothing of the program `boot`, which alone calls this.
        unsafe { place.write_volatile(byte) }
    }
}

/// Starts the program that was loaded, at `address`.
pub fn start_program(address: u32) -> ! {
    // SAFETY: the program takes the processor as after a reset, and nothing of this one is used any more. The word is
    // `fence.i`, which not every RISC-V that the assembler knows has.
    unsafe {
        core::arch::asm!(".4byte 0x0000100F", "jr {}", in(reg) address, options(noreturn));
    }
}
