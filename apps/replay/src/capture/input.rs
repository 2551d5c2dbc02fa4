//! Where a capture's bytes come from: a file, standard input, either compressed with gzip or not.

use std::fs::File;
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

#[cfg(feature = "gzip")]
use flate2::read::MultiGzDecoder;

use super::CaptureError;
use super::swapped::Swapped;

/// Bytes that tell what a file is.
const MAGIC_BYTES: usize = 6;

/// The first bytes of captures: pcap in both byte orders with micro- and nanoseconds, pcap as Kuznetzov changed it,
/// pcapng.
const CAPTURES: [[u8; 4]; 7] = [
    [0xd4, 0xc3, 0xb2, 0xa1],
    [0xa1, 0xb2, 0xc3, 0xd4],
    [0x4d, 0x3c, 0xb2, 0xa1],
    [0xa1, 0xb2, 0x3c, 0x4d],
    [0x34, 0xcd, 0xb2, 0xa1],
    BIG_KUZNETZOV,
    [0x0a, 0x0d, 0x0d, 0x0a],
];

/// Kuznetzov's in the byte order that the parser does not read.
const BIG_KUZNETZOV: [u8; 4] = [0xa1, 0xb2, 0xcd, 0x34];

/// The first bytes of what is no capture but is often taken for one.
const OTHERS: [(&[u8], &str); 5] = [
    (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
    (b"\xfd7zXZ\x00", "compressed with xz"),
    (b"BZh", "compressed with bzip2"),
    (b"\x04\x22\x4d\x18", "compressed with lz4"),
    (b"snoop\x00", "a snoop file"),
];

/// Whether a capture or its end has been read, shared with whoever reads it through a parser that does not tell.
#[derive(Debug, Clone, Default)]
pub(super) struct Progress {
    bytes: Arc<AtomicU64>,
    failure: Arc<OnceLock<ErrorKind>>,
}

impl Progress {
    /// Bytes read so far, uncompressed.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Why reading has failed. A compressed file that ends early has not failed: it is cut off.
    pub fn failure(&self) -> Option<ErrorKind> {
        self.failure.get().copied()
    }
}

/// Fills whatever buffer it is given, as the parser takes a short read for the end.
struct Filling<R> {
    input: R,
    progress: Progress,
}

impl<R: Read> Read for Filling<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(bytes) => filled += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break,
                Err(error) => {
                    let _ = self.progress.failure.set(error.kind());
                    break;
                }
            }
        }
        self.progress.bytes.fetch_add(filled as u64, Ordering::Relaxed);
        Ok(filled)
    }
}

/// A file, or standard input where the path is `-`.
pub(super) fn open(path: &Path) -> Result<Box<dyn Read + Send>, CaptureError> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(CaptureError::Unreadable(error.kind())),
    }
}

/// The capture in `input`, uncompressed, refused after its first bytes where it is none.
pub(super) fn recognise<'a>(
    input: impl Read + Send + 'a,
) -> Result<(Box<dyn Read + Send + 'a>, Progress), CaptureError> {
    let (start, input) = start_of(input)?;
    if !start.starts_with(&[0x1f, 0x8b]) {
        return checked(&start, input);
    }
    #[cfg(feature = "gzip")]
    {
        let (start, input) = start_of(MultiGzDecoder::new(input))?;
        checked(&start, input)
    }
    #[cfg(not(feature = "gzip"))]
    Err(CaptureError::Other("compressed with gzip"))
}

/// The first bytes of `input`, and all of it.
fn start_of<'a>(mut input: impl Read + Send + 'a) -> Result<(Vec<u8>, impl Read + Send + 'a), CaptureError> {
    let mut start = Vec::new();
    match input.by_ref().take(MAGIC_BYTES as u64).read_to_end(&mut start) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {}
        Err(error) => return Err(CaptureError::Unreadable(error.kind())),
    }
    Ok((start.clone(), Cursor::new(start).chain(input)))
}

/// `input`, if it starts as a capture does.
fn checked<'a>(
    start: &[u8],
    input: impl Read + Send + 'a,
) -> Result<(Box<dyn Read + Send + 'a>, Progress), CaptureError> {
    if start.is_empty() {
        return Err(CaptureError::Empty);
    }
    if let Some((_, what)) = OTHERS.iter().find(|(magic, _)| start.starts_with(magic)) {
        return Err(CaptureError::Other(what));
    }
    if !CAPTURES.iter().any(|magic| start.starts_with(magic)) {
        return Err(CaptureError::NotACapture);
    }
    let progress = Progress::default();
    let input: Box<dyn Read + Send + 'a> =
        if start.starts_with(&BIG_KUZNETZOV) { Box::new(Swapped::new(input)) } else { Box::new(input) };
    let filling = Filling { input, progress: progress.clone() };
    Ok((Box::new(filling), progress))
}
