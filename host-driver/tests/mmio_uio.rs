//! Linux's `/dev/uioN`, with a file for the registers and a pair of sockets for the interrupt.
#![cfg(all(feature = "uio", target_os = "linux"))]
#![allow(unsafe_code, reason = "the file that stands for the registers is the test's own")]

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use carillon_driver::bus::RegisterBus;
use carillon_driver::mmio::{MmioError, Uio};
use carillon_regmap::counter_chip::{ID_VALUE, offset};

/// The registers begin here in the mapped page, as where a chip's address is not that of a page.
const OFFSET: usize = 0x300;

/// A device, the file behind its registers, and the kernel's end of its interrupt.
fn device() -> (Uio, File, UnixStream) {
    let mut registers = tempfile::tempfile().unwrap();
    registers.set_len(4096).unwrap();
    registers.seek(SeekFrom::Start(OFFSET as u64)).unwrap();
    registers.write_all(&ID_VALUE.to_ne_bytes()).unwrap();
    let (kernel, interrupt) = UnixStream::pair().unwrap();
    let interrupt = File::from(OwnedFd::from(interrupt));
    // SAFETY: the page is a file of this test, which nobody else writes while the device lives.
    let uio = unsafe { Uio::of(&registers, OFFSET, interrupt) }.unwrap();
    (uio, registers, kernel)
}

#[test]
fn uio_registers_are_those_of_the_mapped_page() {
    let (mut uio, mut registers, _kernel) = device();
    assert_eq!(uio.read(offset::ID), Ok(ID_VALUE));
    uio.write(offset::SCRATCH, 0x1234_5678).unwrap();
    assert_eq!(uio.read(offset::SCRATCH), Ok(0x1234_5678));
    assert_eq!(uio.read(5), Err(MmioError::Misaligned { offset: 5 }));
    drop(uio);
    let place = OFFSET as u64 + u64::from(offset::SCRATCH);
    registers.seek(SeekFrom::Start(place)).unwrap();
    let mut word = [0; 4];
    registers.read_exact(&mut word).unwrap();
    assert_eq!(u32::from_ne_bytes(word), 0x1234_5678);
}

#[test]
fn uio_interrupt_is_waited_for_and_let_through_again() {
    let (mut uio, _registers, mut kernel) = device();
    let moment = Some(Duration::from_millis(1));
    assert_eq!(uio.wait(moment).unwrap(), None, "none has come");
    uio.enable_interrupt().unwrap();
    let mut enabled = [0; 4];
    kernel.read_exact(&mut enabled).unwrap();
    assert_eq!(u32::from_ne_bytes(enabled), 1);
    for count in [1u32, 2] {
        kernel.write_all(&count.to_ne_bytes()).unwrap();
        assert_eq!(uio.wait(None).unwrap(), Some(count));
    }
    assert_eq!(uio.wait(moment).unwrap(), None, "each is told once");
    drop(kernel);
    let gone = uio.wait(None).unwrap_err();
    assert_eq!(gone.kind(), ErrorKind::UnexpectedEof);
}

#[test]
fn uio_registers_beyond_the_page_are_refused() {
    let (_uio, registers, kernel) = device();
    for offset in [2, 4096 - 255, 4096, usize::MAX] {
        let interrupt = File::from(OwnedFd::from(kernel.try_clone().unwrap()));
        // SAFETY: as above; nothing is mapped.
        let refused = unsafe { Uio::of(&registers, offset, interrupt) };
        assert_eq!(refused.unwrap_err().kind(), ErrorKind::InvalidInput);
    }
    // SAFETY: there is no such device.
    let missing = unsafe { Uio::open("/dev/no-such-uio", 0) };
    assert_eq!(missing.unwrap_err().kind(), ErrorKind::NotFound);
}
