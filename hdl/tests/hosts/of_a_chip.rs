// A host on each bus of a chip: included for each of the chips, whose tops have the same names and pins of a host.

use super::{CLOCKS_A_BIT, Host, checksum};
use rust_hdl::prelude::*;

macro_rules! clocked_top {
    ($name:ident, $top:ty) => {
        impl $name {
            pub fn new(chip: $top) -> Self {
                let mut host = Self(Box::new(chip));
                host.0.reset.next = true;
                host.idle();
                host.clock();
                host.clock();
                host.0.reset.next = false;
                host.clock();
                host
            }

            fn clock(&mut self) {
                for clk in [false, true] {
                    self.0.clock.next = Clock { clk };
                    assert!(simulate(&mut *self.0, 100), "the circuit does not settle");
                }
            }
        }

        pub struct $name(Box<$top>);
    };
}

clocked_top!(Wishbone, WishboneTop);
clocked_top!(Apb, ApbTop);
clocked_top!(AxiLite, AxiLiteTop);
clocked_top!(Uart, UartTop);
clocked_top!(Spi, SpiTop);

impl Wishbone {
    fn idle(&mut self) {}

    fn transfer(&mut self, address: u32, word: Option<u32>) -> Option<u32> {
        self.0.wb_cyc.next = true;
        self.0.wb_stb.next = true;
        self.0.wb_we.next = word.is_some();
        self.0.wb_sel.next = 0xf.into();
        self.0.wb_adr.next = u64::from(address / 4).into();
        self.0.wb_dat_w.next = u64::from(word.unwrap_or(0)).into();
        while !self.0.wb_ack.val() && !self.0.wb_err.val() {
            self.clock();
        }
        let answer: u64 = self.0.wb_dat_r.val().into();
        let done = self.0.wb_ack.val().then_some(answer as u32);
        self.0.wb_cyc.next = false;
        self.clock();
        self.clock();
        done
    }
}

impl Host for Wishbone {
    fn read(&mut self, address: u32) -> Option<u32> {
        self.transfer(address, None)
    }
    fn write(&mut self, address: u32, word: u32) -> Option<()> {
        self.transfer(address, Some(word)).map(|_| ())
    }
    fn irq(&self) -> bool {
        self.0.irq.val()
    }
}

impl Apb {
    fn idle(&mut self) {}

    /// A setup clock, the access phase, and two clocks without a transfer: a write is answered before what it changes
    /// has come to `irq`.
    fn transfer(&mut self, address: u32, word: Option<u32>) -> Option<u32> {
        self.0.psel.next = true;
        self.0.penable.next = false;
        self.0.paddr.next = u64::from(address).into();
        self.0.pwrite.next = word.is_some();
        self.0.pstrb.next = 0xf.into();
        self.0.pwdata.next = u64::from(word.unwrap_or(0)).into();
        self.clock();
        self.0.penable.next = true;
        while !self.0.pready.val() {
            self.clock();
        }
        let answer: u64 = self.0.prdata.val().into();
        let done = (!self.0.pslverr.val()).then_some(answer as u32);
        self.0.psel.next = false;
        self.0.penable.next = false;
        self.clock();
        self.clock();
        done
    }
}

impl Host for Apb {
    fn read(&mut self, address: u32) -> Option<u32> {
        self.transfer(address, None)
    }
    fn write(&mut self, address: u32, word: u32) -> Option<()> {
        self.transfer(address, Some(word)).map(|_| ())
    }
    fn irq(&self) -> bool {
        self.0.irq.val()
    }
}

impl AxiLite {
    fn idle(&mut self) {}

    /// The response is taken. A write is answered before what it changes has come to `irq`, five clocks after execute.
    fn settle(&mut self) {
        self.clock();
        self.clock();
    }
}

impl Host for AxiLite {
    fn read(&mut self, address: u32) -> Option<u32> {
        self.0.s_axi_araddr.next = u64::from(address).into();
        self.0.s_axi_arvalid.next = true;
        self.0.s_axi_rready.next = true;
        self.clock();
        self.0.s_axi_arvalid.next = false;
        while !self.0.s_axi_rvalid.val() {
            self.clock();
        }
        let (word, response): (u64, u64) = (
            self.0.s_axi_rdata.val().into(),
            self.0.s_axi_rresp.val().into(),
        );
        self.settle();
        (response == 0).then_some(word as u32)
    }
    fn write(&mut self, address: u32, word: u32) -> Option<()> {
        self.0.s_axi_awaddr.next = u64::from(address).into();
        self.0.s_axi_awvalid.next = true;
        self.0.s_axi_wdata.next = u64::from(word).into();
        self.0.s_axi_wstrb.next = 0xf.into();
        self.0.s_axi_wvalid.next = true;
        self.0.s_axi_bready.next = true;
        self.clock();
        self.0.s_axi_awvalid.next = false;
        self.0.s_axi_wvalid.next = false;
        while !self.0.s_axi_bvalid.val() {
            self.clock();
        }
        let response: u64 = self.0.s_axi_bresp.val().into();
        self.settle();
        (response == 0).then_some(())
    }
    fn irq(&self) -> bool {
        self.0.irq.val()
    }
}

impl Uart {
    fn idle(&mut self) {
        self.0.uart_rx.next = true;
    }

    fn hold(&mut self, level: bool) {
        self.0.uart_rx.next = level;
        for _ in 0..CLOCKS_A_BIT {
            self.clock();
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.hold(false);
            for bit in 0..8 {
                self.hold(byte >> bit & 1 != 0);
            }
            self.hold(true);
        }
    }

    fn receive(&mut self) -> u8 {
        while self.0.uart_tx.val() {
            self.clock();
        }
        for _ in 0..CLOCKS_A_BIT / 2 {
            self.clock();
        }
        let mut byte = 0;
        for bit in 0..8 {
            self.hold(true);
            byte |= u8::from(self.0.uart_tx.val()) << bit;
        }
        self.hold(true);
        byte
    }
}

impl Host for Uart {
    fn read(&mut self, address: u32) -> Option<u32> {
        self.send(&[2, 1]);
        self.send(&(address / 4).to_be_bytes());
        Some(u32::from_be_bytes([(); 4].map(|()| self.receive())))
    }
    fn write(&mut self, address: u32, word: u32) -> Option<()> {
        self.send(&[1, 1]);
        self.send(&(address / 4).to_be_bytes());
        self.send(&word.to_be_bytes());
        // Nothing is answered; the access ends some clocks after the last stop bit.
        self.hold(true);
        self.hold(true);
        Some(())
    }
    fn irq(&self) -> bool {
        self.0.irq.val()
    }
}

impl Spi {
    fn idle(&mut self) {
        self.0.spi_cs_n.next = true;
    }

    fn frame(&mut self, frame: [u8; 9]) -> [u8; 9] {
        self.0.spi_cs_n.next = false;
        let answer = frame.map(|byte| {
            let mut answer = 0;
            for bit in (0..8).rev() {
                self.0.spi_sck.next = false;
                self.0.spi_mosi.next = byte >> bit & 1 != 0;
                (0..4).for_each(|_| self.clock());
                answer |= u8::from(self.0.spi_miso.val()) << bit;
                self.0.spi_sck.next = true;
                (0..4).for_each(|_| self.clock());
            }
            answer
        });
        self.0.spi_sck.next = false;
        self.clock();
        self.0.spi_cs_n.next = true;
        (0..2).for_each(|_| self.clock());
        answer
    }
}

impl Host for Spi {
    fn read(&mut self, address: u32) -> Option<u32> {
        let mut frame = [0; 9];
        frame[0] = address as u8 | 2;
        frame[1] = checksum(&frame[..1]);
        let answer = self.frame(frame);
        assert_eq!(answer[8], checksum(&answer[2..8]));
        let word = answer[4..8].try_into().expect("four bytes");
        (answer[3] == carillon_hdl::shared::bus_adapter::spi::STATUS_DONE)
            .then_some(u32::from_be_bytes(word))
    }
    fn write(&mut self, address: u32, word: u32) -> Option<()> {
        let mut frame = [0; 9];
        frame[0] = address as u8 | 1;
        frame[1..5].copy_from_slice(&word.to_be_bytes());
        frame[5] = checksum(&frame[..5]);
        let answer = self.frame(frame);
        assert_eq!(answer[8], checksum(&answer[6..8]));
        (answer[7] == carillon_hdl::shared::bus_adapter::spi::STATUS_DONE).then_some(())
    }
    fn irq(&self) -> bool {
        self.0.irq.val()
    }
}
