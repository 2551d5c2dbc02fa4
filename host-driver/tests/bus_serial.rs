//! The serial line of a microcontroller: `embedded_io`'s traits and a delay.
#![cfg(feature = "embedded-io")]

use std::collections::{BTreeMap, VecDeque};
use std::convert::Infallible;

use carillon_driver::bus::RegisterBus;
use carillon_driver::bus::serial::{EmbeddedIo, EmbeddedIoError, SerialLine};
use carillon_driver::bus::uart::{Care, Timing, UartBus, UartError};
use carillon_regmap::counter_chip::{ID_VALUE, offset};
use embedded_hal::delay::DelayNs;
use embedded_io::{ErrorType, Read, ReadReady, Write};

/// A UART with the chip's protocol behind it: registers that hold what they are given.
#[derive(Default)]
struct Stream {
    frame: Vec<u8>,
    words: BTreeMap<u8, u32>,
    answers: VecDeque<u8>,
    flushed: usize,
    /// Answers that do not come.
    deaf: u32,
}

impl ErrorType for Stream {
    type Error = Infallible;
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        assert!(!self.answers.is_empty(), "a read that would block for ever");
        // One at a time, as UARTs do.
        buffer[0] = self.answers.pop_front().unwrap();
        Ok(1)
    }
}

impl ReadReady for Stream {
    fn read_ready(&mut self) -> Result<bool, Infallible> {
        Ok(!self.answers.is_empty())
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        self.frame.push(bytes[0]);
        let at = *self.frame.get(5).unwrap_or(&0);
        match (self.frame[0], self.frame.len()) {
            (4, 6) if self.deaf > 0 => {
                self.deaf -= 1;
                self.frame.clear();
            }
            (4, 6) => {
                let word = self.words.get(&at).copied().unwrap_or(0);
                self.answers.extend(word.to_be_bytes());
                self.frame.clear();
            }
            (3, 10) => {
                let word = u32::from_be_bytes(self.frame[6..].try_into().unwrap());
                self.words.insert(at, word);
                self.frame.clear();
            }
            _ => {}
        }
        Ok(1)
    }

    fn flush(&mut self) -> Result<(), Infallible> {
        self.flushed += 1;
        Ok(())
    }
}

/// Counts what it is asked to wait.
#[derive(Default)]
struct Delay(u64);

impl DelayNs for Delay {
    fn delay_ns(&mut self, nanoseconds: u32) {
        self.0 += u64::from(nanoseconds);
    }
}

fn bus(deaf: u32) -> UartBus<EmbeddedIo<Stream, Delay>> {
    let mut stream = Stream { deaf, ..Stream::default() };
    stream.words.insert(0, ID_VALUE);
    let line = EmbeddedIo::new(stream, Delay::default());
    UartBus::new(line, Timing::baud(115_200))
}

#[test]
fn embedded_io_carries_accesses_and_leaves_nothing_in_the_buffer() {
    let mut bus = bus(0);
    bus.resynchronise().unwrap();
    assert_eq!(bus.read(offset::ID), Ok(ID_VALUE));
    bus.write(offset::ALARM_HI, 0x0102_0304).unwrap();
    assert_eq!(bus.read(offset::ALARM_HI), Ok(0x0102_0304));
    let (stream, delay) = bus.release().release();
    assert!(stream.flushed >= 10 && stream.answers.is_empty());
    assert!((140_000_000..200_000_000).contains(&delay.0), "{}", delay.0);
}

#[test]
fn embedded_io_answer_that_does_not_come_ends_after_the_timeout() {
    let mut bus = bus(1);
    assert_eq!(bus.read(offset::ID), Ok(ID_VALUE));
    assert_eq!(bus.repairs().silences, 1);
    let (_, delay) = bus.release().release();
    // The answer, then the silence of 2^14 bits.
    assert!((145_000_000..200_000_000).contains(&delay.0), "{}", delay.0);

    let timing = Timing::baud(115_200).with_attempts(2).with_care(Care::Plain);
    let mut bus = UartBus::new(self::bus(u32::MAX).release(), timing);
    let silent = UartError::Silent { offset: offset::ID };
    assert_eq!(bus.read(offset::ID), Err(silent));
}

#[test]
fn embedded_io_stream_that_has_ended_is_an_error() {
    struct Ended;
    impl ErrorType for Ended {
        type Error = Infallible;
    }
    impl Read for Ended {
        fn read(&mut self, _: &mut [u8]) -> Result<usize, Infallible> {
            Ok(0)
        }
    }
    impl ReadReady for Ended {
        fn read_ready(&mut self) -> Result<bool, Infallible> {
            Ok(true)
        }
    }
    impl Write for Ended {
        fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
            Ok(bytes.len())
        }
        fn flush(&mut self) -> Result<(), Infallible> {
            Ok(())
        }
    }
    let mut line = EmbeddedIo::new(Ended, Delay::default());
    assert_eq!(line.receive(&mut [0; 4], 10), Err(EmbeddedIoError::Closed));
    assert_eq!(line.be_silent(10), Err(EmbeddedIoError::Closed));
}

/// A stream that is always ready, as one whose reads take nothing out of its buffer.
#[test]
fn embedded_io_stream_that_babbles_without_end_is_an_error() {
    #[derive(Default)]
    struct Babbling(u64);
    impl ErrorType for Babbling {
        type Error = Infallible;
    }
    impl Read for Babbling {
        fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
            self.0 += 1;
            assert!(self.0 < 10_000_000, "it does not end");
            buffer[0] = 0x55;
            Ok(1)
        }
    }
    impl ReadReady for Babbling {
        fn read_ready(&mut self) -> Result<bool, Infallible> {
            Ok(true)
        }
    }
    impl Write for Babbling {
        fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
            Ok(bytes.len())
        }
        fn flush(&mut self) -> Result<(), Infallible> {
            Ok(())
        }
    }
    let mut line = EmbeddedIo::new(Babbling::default(), Delay::default());
    assert_eq!(line.be_silent(150_000), Err(EmbeddedIoError::Babbling));
    let mut bus = UartBus::new(line, Timing::baud(115_200));
    let babbling = UartError::Line(EmbeddedIoError::Babbling);
    assert_eq!(bus.resynchronise(), Err(babbling));
}

/// A thread that was held finds its deadline passed: what has come meanwhile is discarded all the same.
#[cfg(all(unix, feature = "serialport"))]
#[test]
fn port_silence_that_is_over_discards_what_has_come() {
    use carillon_driver::bus::serial::Port;
    use serialport::{SerialPort, TTYPort};
    use std::io::Write;
    use std::time::{Duration, Instant};

    let (mut chip, board) = TTYPort::pair().expect("a pseudo-terminal");
    let name = board.name().expect("its path");
    drop(board);
    let mut port = Port::open(&name, 115_200).expect("the other end");
    chip.write_all(b"late").expect("written");
    // As soon as it is there.
    let started = Instant::now();
    let mut first = [0; 1];
    assert_eq!(port.receive(&mut first, 5_000_000), Ok(1));
    assert_eq!(&first, b"l");
    port.be_silent(0).expect("silent");
    assert_eq!(port.receive(&mut first, 0), Ok(0));
    assert!(started.elapsed() < Duration::from_secs(60));
}
