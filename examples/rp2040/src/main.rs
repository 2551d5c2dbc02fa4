//! A Raspberry Pi Pico with an iCEBreaker on SPI0; the wiring is in the README. It asks nothing of the chip while no
//! timer is due: it sleeps until the interrupt line rises.
#![no_std]
#![no_main]

mod program;

use core::fmt::Write;
use cortex_m::peripheral::NVIC;
use embedded_hal_bus::spi::ExclusiveDevice;
use panic_halt as _;
use rp2040_hal::clocks::init_clocks_and_plls;
use rp2040_hal::fugit::RateExtU32;
use rp2040_hal::gpio::{FunctionSpi, FunctionUart, Interrupt, PinState, Pins};
use rp2040_hal::uart::{DataBits, StopBits, UartConfig, UartPeripheral};
use rp2040_hal::{Clock, Sio, Spi, Watchdog, pac};

/// The board's crystal, in Hz.
const CRYSTAL: u32 = 12_000_000;
/// Clocks of the chip in a tick: a millisecond at the iCEBreaker's 48 MHz.
const PRESCALE: u32 = 48_000;

/// What the RP2040 loads first: how to read its flash.
#[unsafe(link_section = ".boot2")]
#[used]
#[expect(unsafe_code, reason = "the boot ROM finds it by its section")]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_GENERIC_03H;

#[rp2040_hal::entry]
fn main() -> ! {
    let mut peripherals = pac::Peripherals::take().expect("taken once");
    let mut watchdog = Watchdog::new(peripherals.WATCHDOG);
    let clocks = init_clocks_and_plls(
        CRYSTAL,
        peripherals.XOSC,
        peripherals.CLOCKS,
        peripherals.PLL_SYS,
        peripherals.PLL_USB,
        &mut peripherals.RESETS,
        &mut watchdog,
    )
    .expect("the crystal is there");
    let sio = Sio::new(peripherals.SIO);
    let pins = Pins::new(peripherals.IO_BANK0, peripherals.PADS_BANK0, sio.gpio_bank0, &mut peripherals.RESETS);

    let serial = (pins.gpio0.into_function::<FunctionUart>(), pins.gpio1.into_function::<FunctionUart>());
    let mut output = UartPeripheral::new(peripherals.UART0, serial, &mut peripherals.RESETS)
        .enable(UartConfig::new(115_200.Hz(), DataBits::Eight, None, StopBits::One), clocks.peripheral_clock.freq())
        .expect("a rate that there is");

    let wires = (
        pins.gpio19.into_function::<FunctionSpi>(),
        pins.gpio16.into_function::<FunctionSpi>(),
        pins.gpio18.into_function::<FunctionSpi>(),
    );
    let bus = Spi::<_, _, _, 8>::new(peripherals.SPI0, wires).init(
        &mut peripherals.RESETS,
        clocks.peripheral_clock.freq(),
        4.MHz(),
        embedded_hal::spi::MODE_0,
    );
    let select = pins.gpio17.into_push_pull_output_in_state(PinState::High);
    let device = ExclusiveDevice::new_no_delay(bus, select).expect("the pin takes any level");

    // The pin's interrupt stays masked in the processor: pending, it ends `wfi`, and no handler runs.
    let irq = pins.gpio20.into_pull_down_input();
    irq.set_interrupt_enabled(Interrupt::LevelHigh, true);
    let sleep = || {
        cortex_m::asm::wfi();
        NVIC::unpend(pac::Interrupt::IO_IRQ_BANK0);
    };
    cortex_m::interrupt::disable();
    unmask();

    match program::run(device, irq, PRESCALE, &mut output, sleep) {
        Ok(()) => {}
        Err(error) => {
            // Nobody is left to tell.
            let _ = writeln!(output, "{error}\r");
        }
    }
    loop {
        cortex_m::asm::wfi();
    }
}

/// Lets the pins' interrupt wake the processor.
#[expect(unsafe_code, reason = "interrupts are disabled, so that no critical section can be broken by it")]
fn unmask() {
    // SAFETY: interrupts are disabled for good, so no handler runs and no critical section relies on the mask.
    unsafe { NVIC::unmask(pac::Interrupt::IO_IRQ_BANK0) };
}
