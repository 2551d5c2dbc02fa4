//! The chip in a Linux program: `/dev/uioN`.
//!
//! The kernel's driver `uio_pdrv_genirq` maps the registers into the program. Each read of the device waits for an
//! interrupt and returns how many there have been. The kernel masks the interrupt when it arrives; writing 1 to the
//! device enables the next one. `docs/cable.md` has the device tree.

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

/// The least that the kernel maps.
const PAGE: usize = 4096;

/// A chip that the kernel has mapped, as a bus, and its interrupt.
#[derive(Debug)]
pub struct Uio {
    registers: Mmio,
    /// The mapping that contains `registers`. Never moved, and unmapped after the last access.
    _mapping: MmapRaw,
    interrupt: File,
}

impl Uio {
    /// The chip of `/dev/uioN`. Its registers start `offset` bytes into the device's first map, the value in
    /// `/sys/class/uio/uioN/maps/map0/offset`: 0 if the chip's address is that of a page.
    ///
    /// # Safety
    /// The device's first map must be a Carillon chip's registers, and nobody else may use them meanwhile.
    ///
    /// # Errors
    /// Those of the operating system; `InvalidInput` if `offset` is no multiple of 4 or the chip does not end within
    /// the first page.
    pub unsafe fn open(path: impl AsRef<Path>, offset: usize) -> io::Result<Self> {
        let device = OpenOptions::new().read(true).write(true).open(path)?;
        // SAFETY: as required of this function's caller.
        unsafe { Self::of(&device, offset, device.try_clone()?) }
    }

    /// The chip with its registers in one file and its interrupt in another.
    ///
    /// # Safety
    /// The first page of `registers` must contain a Carillon chip's registers at `offset`, or memory in their place,
    /// and must exist for as long as the value lives. Nobody else may use the registers meanwhile.
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
        // SAFETY: the registers lie within the mapping, which lives as long as `Uio` does, since `Mmio` never leaves
        // it; and the caller of this function guarantees that they are a chip's and that nobody else uses them.
        let registers = unsafe { Mmio::new(base.cast()) }.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(Self { registers, _mapping: mapping, interrupt })
    }

    /// Enables the next interrupt. Call it before the first wait, and after each interrupt was serviced.
    ///
    /// # Errors
    /// Those of the operating system.
    pub fn enable_interrupt(&mut self) -> io::Result<()> {
        self.interrupt.write_all(&1u32.to_ne_bytes())
    }

    /// Waits for an interrupt; returns how many there have been since the device was made, or `None` on a timeout of
    /// `patience`. Without `patience` it waits forever. The kernel then keeps the interrupt masked: service the chip,
    /// and call [`enable_interrupt`](Self::enable_interrupt).
    ///
    /// # Errors
    /// Those of the operating system; `UnexpectedEof` if the device has gone.
    pub fn wait(&mut self, patience: Option<Duration>) -> io::Result<Option<u32>> {
        let patience = patience.map(Timespec::try_from).transpose().map_err(|_| io::ErrorKind::InvalidInput)?;
        let mut descriptors = [PollFd::from_borrowed_fd(self.interrupt.as_fd(), PollFlags::IN)];
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

    /// The device, to wait for it together with others (`poll`, `epoll`, an executor): readable when an interrupt has
    /// arrived.
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
