//! The chip on a Linux system, from a program: `/dev/uioN`.
//!
//! The kernel's driver `uio_pdrv_genirq` maps the registers into the program, and turns the interrupt into something to
//! read: each read of the device waits for one and gives how many there have been. The kernel masks the interrupt as it
//! comes; writing 1 to the device lets the next one through. The device tree to go with it is in `docs/cable.md`.

extern crate std;

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::Path;
use std::time::Duration;

use memmap2::{MmapOptions, MmapRaw};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::{Mmio, MmioError, RegisterBlock};
use crate::bus::RegisterBus;

/// What the kernel maps at least.
const PAGE: usize = 4096;

/// A chip that the kernel has mapped, as a bus, and its interrupt.
#[derive(Debug)]
pub struct Uio {
    registers: Mmio,
    /// The mapping in which `registers` lie. Never moved, and unmapped after the last access.
    _mapping: MmapRaw,
    interrupt: File,
}

impl Uio {
    /// The chip of `/dev/uioN`, whose registers begin `offset` bytes into the device's first map, as
    /// `/sys/class/uio/uioN/maps/map0/offset` says: 0 if the chip's address is that of a page.
    ///
    /// # Safety
    /// The device's first map must be a Carillon chip's registers, and nobody else may use them meanwhile.
    ///
    /// # Errors
    /// Those of the operating system; `InvalidInput` if `offset` is no multiple of 4 or the chip does not end within the
    /// first page.
    pub unsafe fn open(path: impl AsRef<Path>, offset: usize) -> io::Result<Self> {
        let device = OpenOptions::new().read(true).write(true).open(path)?;
        // SAFETY: that of this function.
        unsafe { Self::of(&device, offset, device.try_clone()?) }
    }

    /// The same with the registers in one file and the interrupt in another.
    ///
    /// # Safety
    /// The first page of `registers` must hold a Carillon chip's registers at `offset`, or memory that stands for them, at least
    /// that long for as long as the value lives, and nobody else may use them meanwhile.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub unsafe fn of(registers: &File, offset: usize, interrupt: File) -> io::Result<Self> {
        let size = size_of::<RegisterBlock>();
        let fits = offset.checked_add(size).is_some_and(|end| end <= PAGE);
        if !fits || !offset.is_multiple_of(align_of::<RegisterBlock>()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mapping = MmapOptions::new().len(PAGE).map_raw(registers)?;
        let base = mapping.as_mut_ptr().wrapping_add(offset);
        // SAFETY: the registers lie within the mapping, which lives as long as `Uio` does, since `Mmio` never leaves it;
        // and who has called this vouches that they are a chip's and that nobody else uses them.
        let registers = unsafe { Mmio::new(base.cast()) }.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Self {
            registers,
            _mapping: mapping,
            interrupt,
        })
    }

    /// Lets the next interrupt through. To be called before the first wait, and after each interrupt was serviced.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn enable_interrupt(&mut self) -> io::Result<()> {
        self.interrupt.write_all(&1u32.to_ne_bytes())
    }

    /// Waits for an interrupt; returns how many there have been since the device was made, or `None` if none came within
    /// `patience`. Without `patience` it waits for as long as it takes. The kernel then keeps the interrupt masked:
    /// service the chip, and [`enable_interrupt`](Self::enable_interrupt).
    ///
    /// # Errors
    /// Those of the operating system; `UnexpectedEof` if the device has gone.
    pub fn wait(&mut self, patience: Option<Duration>) -> io::Result<Option<u32>> {
        let patience = patience
            .map(Timespec::try_from)
            .transpose()
            .map_err(|_| io::ErrorKind::InvalidInput)?;
        let mut descriptors = [PollFd::from_borrowed_fd(
            self.interrupt.as_fd(),
            PollFlags::IN,
        )];
        let ready = loop {
            match poll(&mut descriptors, patience.as_ref()) {
                Err(rustix::io::Errno::INTR) => {}
                other => break other?,
            }
        };
        if ready == 0 {
            return Ok(None);
        }
        let mut count = [0; 4];
        self.interrupt.read_exact(&mut count)?;
        Ok(Some(u32::from_ne_bytes(count)))
    }

    /// The device, to wait for it together with others (`poll`, `epoll`, an executor): readable when an interrupt has come.
    pub const fn device(&self) -> &File {
        &self.interrupt
    }
}

impl RegisterBus for Uio {
    type Error = MmioError;

    fn read(&mut self, offset: u32) -> Result<u32, MmioError> {
        self.registers.read(offset)
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), MmioError> {
        self.registers.write(offset, value)
    }
}
