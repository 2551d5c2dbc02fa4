//! Programs for the processor, from ELF files.

use core::fmt;
use std::path::{Path, PathBuf};

use object::read::elf::{ElfFile32, FileHeader, ProgramHeader};
use object::{Architecture, Endianness, Object, ObjectSection, ObjectSymbol, SectionKind, elf};

/// A function of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, as the compiler mangled it.
    pub name: String,
    /// The byte address of its first instruction.
    pub address: u32,
    /// Its length in bytes.
    pub size: u32,
}

/// A program: bytes and where they belong.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Pieces, each with its physical byte address.
    pub(crate) pieces: Vec<(u32, Vec<u8>)>,
    symbols: Vec<Symbol>,
    code: u64,
    variables: u64,
}

impl Program {
    /// Reads an ELF file of 32-bit RISC-V.
    ///
    /// # Errors
    /// [`ProgramError`]: there is no such file, or it is something else.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, ProgramError> {
        let path = path.as_ref();
        let bytes = std::fs::read(path)
            .map_err(|error| ProgramError::Unreadable { path: path.to_path_buf(), error: error.to_string() })?;
        Self::parse(&bytes).map_err(|what| ProgramError::NotAProgram { path: path.to_path_buf(), what })
    }

    fn parse(bytes: &[u8]) -> Result<Self, String> {
        let file = ElfFile32::<Endianness>::parse(bytes).map_err(|error| error.to_string())?;
        if file.architecture() != Architecture::Riscv32 {
            return Err(format!("its architecture is {:?}", file.architecture()));
        }
        let endian = file.endian();
        let headers = file.elf_header().program_headers(endian, bytes);
        let mut pieces = Vec::new();
        for header in headers.map_err(|error| error.to_string())? {
            if header.p_type(endian) == elf::PT_LOAD && header.p_filesz(endian) > 0 {
                let data = header.data(endian, bytes).map_err(|()| "a segment lies beyond its end".to_owned())?;
                pieces.push((header.p_paddr(endian), data.to_vec()));
            }
        }
        let symbols = file.symbols().filter_map(|symbol| {
            Some(Symbol {
                name: symbol.name().ok()?.to_owned(),
                address: symbol.address().try_into().ok()?,
                size: symbol.size().try_into().ok()?,
            })
        });
        let bytes_of = |kinds: &[SectionKind]| {
            let sections = file.sections();
            let sections = sections.filter(|section| kinds.contains(&section.kind()));
            // What is left for the stack is a section as well.
            let sections = sections.filter(|section| section.name() != Ok(".stack"));
            sections.map(|section| section.size()).sum()
        };
        Ok(Self {
            code: bytes_of(&[SectionKind::Text, SectionKind::ReadOnlyData]),
            variables: bytes_of(&[SectionKind::Data, SectionKind::UninitializedData]),
            pieces,
            symbols: symbols.filter(|symbol| !symbol.name.is_empty()).collect(),
        })
    }

    /// All symbols, in the file's order.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// Bytes of instructions and constants.
    pub const fn code(&self) -> u64 {
        self.code
    }

    /// Bytes of variables, without the stack.
    pub const fn variables(&self) -> u64 {
        self.variables
    }
}

/// There is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// The file cannot be read.
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// The file holds something else.
    NotAProgram {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { path, error } => {
                write!(f, "{} cannot be read: {error}; `make firmware` builds the programs", path.display())
            }
            Self::NotAProgram { path, what } => write!(
                f,
                "{} is no ELF file of 32-bit RISC-V: {what}; `make firmware` builds the programs",
                path.display()
            ),
        }
    }
}

impl core::error::Error for ProgramError {}
