//! The memory-mapped bus, over a block of ordinary memory.
#![allow(unsafe_code, reason = "the bus under test takes a raw address")]

use carillon_driver::bus::RegisterBus;
use carillon_driver::mmio::{Mmio, MmioError, RegisterBlock, TimerMmio, TimerRegisterBlock};
use carillon_regmap::counter_chip::REGISTERS;
use carillon_regmap::{Access, timer_chip};

/// 256 bytes, as the chip's address space, each word its own offset.
fn memory() -> Box<[u32; 64]> {
    Box::new(core::array::from_fn(|word| 4 * word as u32))
}

fn mmio(memory: &mut [u32; 64]) -> Mmio {
    // SAFETY: the memory is as large as a register block and outlives the bus in each test, which alone uses it.
    unsafe { Mmio::new(memory.as_mut_ptr().cast::<RegisterBlock>()) }.expect("an aligned address")
}

#[test]
fn mmio_every_register_of_the_map_is_at_its_offset() {
    let mut memory = memory();
    let mut reached = 0;
    for register in REGISTERS {
        for index in 0..register.count {
            let offset = register.offset + index * register.stride;
            let mut bus = mmio(&mut memory);
            let expected = if matches!(register.access, Access::WriteOnly) { 0 } else { offset };
            assert_eq!(bus.read(offset), Ok(expected), "{} {index}", register.name);
            assert_eq!(bus.write(offset, !offset), Ok(()));
            let written = if matches!(register.access, Access::ReadOnly) { offset } else { !offset };
            assert_eq!(memory[offset as usize / 4], written, "{} {index}", register.name);
            reached += 1;
        }
    }
    assert_eq!(reached, 23 + 3 * 8);
}

#[test]
fn mmio_offset_without_a_register_refused() {
    let mut memory = memory();
    let mut bus = mmio(&mut memory);
    for offset in [0x01C, 0x0C0, 0x0FC, 0x100, 0x1000_0000, 0xFFFF_FFFC] {
        assert_eq!(bus.read(offset), Err(MmioError::Unmapped { offset }));
        assert_eq!(bus.write(offset, 1), Err(MmioError::Unmapped { offset }));
    }
    for offset in [1, 2, 3, 0x081, u32::MAX] {
        assert_eq!(bus.read(offset), Err(MmioError::Misaligned { offset }));
        assert_eq!(bus.write(offset, 1), Err(MmioError::Misaligned { offset }));
    }
}

#[test]
fn mmio_null_or_odd_base_refused() {
    // SAFETY: neither address is accepted, so neither is used.
    unsafe {
        assert!(Mmio::new(core::ptr::null_mut()).is_none());
        assert!(Mmio::new(core::ptr::without_provenance_mut(0x1002)).is_none());
    }
}

/// 8 MiB, as the timer chip's address space, and its bus.
fn timer_chip() -> (Vec<u32>, TimerMmio) {
    let mut memory: Vec<u32> = (0..timer_chip::ADDRESS_SPACE / 4).map(|word| 4 * word).collect();
    let base = memory.as_mut_ptr().cast::<TimerRegisterBlock>();
    // SAFETY: the memory is as large as the block, does not move, and the test keeps it for as long as the bus.
    let bus = unsafe { TimerMmio::new(base) }.expect("an aligned address");
    (memory, bus)
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn timer_mmio_registers_and_timers_words_are_at_their_offsets() {
    let (memory, mut bus) = timer_chip();
    let timers = [0, 1, 9_999, (1 << 20) - 1].map(|timer| timer_chip::WINDOW + 4 * timer);
    let registers = timer_chip::REGISTERS.iter().map(|register| register.offset);
    let offsets: Vec<u32> = registers.chain(timers).collect();
    for &offset in &offsets {
        assert_eq!(bus.read(offset), Ok(offset));
        assert_eq!(bus.write(offset, !offset), Ok(()));
        assert_eq!(bus.read(offset), Ok(!offset));
    }
    let changed = memory.iter().zip(0..).filter(|&(&word, at)| word != 4 * at);
    assert_eq!(changed.count(), offsets.len());
}

#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn timer_mmio_offset_without_a_register_refused() {
    let (memory, mut bus) = timer_chip();
    // Every word below the timers' that is no register, those between two registers too.
    let is_register = |&word: &u32| {
        let mut registers = timer_chip::REGISTERS.iter();
        registers.any(|register| register.offset == word)
    };
    let unmapped = (0..timer_chip::WINDOW).step_by(4).filter(|word| !is_register(word));
    assert!(unmapped.clone().next() < Some(0x100), "no hole at all");
    for offset in unmapped.chain([timer_chip::ADDRESS_SPACE, 0xFFFF_FFFC]) {
        assert_eq!(bus.read(offset), Err(MmioError::Unmapped { offset }));
        assert_eq!(bus.write(offset, 1), Err(MmioError::Unmapped { offset }));
    }
    for offset in [1, timer_chip::WINDOW + 2] {
        assert_eq!(bus.read(offset), Err(MmioError::Misaligned { offset }));
    }
    assert!(memory.iter().zip(0..).all(|(&word, at)| word == 4 * at));
    // SAFETY: neither address is accepted, so neither is used.
    unsafe {
        assert!(TimerMmio::new(core::ptr::null_mut()).is_none());
        assert!(TimerMmio::new(core::ptr::without_provenance_mut(0x1002)).is_none());
    }
}

/// Under Miri this also says that no reference to the whole address space is ever made.
#[test]
fn timer_mmio_words_of_timers_that_are_never_used_need_no_memory() {
    let offsets = [0, timer_chip::WINDOW, timer_chip::WINDOW + 4];
    let mut memory = vec![0_u32; timer_chip::WINDOW as usize / 4 + 2].into_boxed_slice();
    for offset in offsets {
        memory[offset as usize / 4] = offset;
    }
    let base = memory.as_mut_ptr().cast::<TimerRegisterBlock>();
    // SAFETY: the registers and the words of two timers are there for as long as the bus, and no other one is used.
    let mut bus = unsafe { TimerMmio::new(base) }.expect("an aligned address");
    for offset in offsets {
        assert_eq!(bus.read(offset), Ok(offset));
        assert_eq!(bus.write(offset, !offset), Ok(()));
        assert_eq!(bus.read(offset), Ok(!offset));
    }
}
