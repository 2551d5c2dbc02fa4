//! The FPGAs of the boards, and how the tools are told about them.

use serde::Deserialize;

/// An FPGA in its package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Lattice iCE40 UltraPlus, 5,280 logic cells, 30 block RAMs of 4 kbit, four single-port RAMs of 256 kbit; QFN-48.
    Ice40up5kSg48,
    /// Lattice iCE40 HX, 7,680 logic cells, 32 block RAMs of 4 kbit; 256 balls.
    Ice40hx8kCt256,
    /// Lattice ECP5, 24,288 LUT4, 56 block RAMs of 18 kbit, speed grade 6; 381 balls.
    #[serde(rename = "ecp5-25f-6-cabga381")]
    Ecp5At25fCabga381,
    /// Lattice ECP5, 83,640 LUT4, 208 block RAMs of 18 kbit, speed grade 6; 381 balls.
    #[serde(rename = "ecp5-85f-6-cabga381")]
    Ecp5At85fCabga381,
    /// Lattice ECP5, 24,288 LUT4, 56 block RAMs of 18 kbit, speed grade 8; 285 balls.
    #[serde(rename = "ecp5-25f-8-csfbga285")]
    Ecp5At25fCsfbga285,
}

/// What decides the tools and the form of the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Synthesised by `synth_ice40`, placed by `nextpnr-ice40`, constrained by a PCF.
    Ice40,
    /// Synthesised by `synth_ecp5`, placed by `nextpnr-ecp5`, constrained by an LPF.
    Ecp5,
}

impl Part {
    /// The part's family.
    pub fn family(self) -> Family {
        match self {
            Self::Ice40up5kSg48 | Self::Ice40hx8kCt256 => Family::Ice40,
            Self::Ecp5At25fCabga381 | Self::Ecp5At85fCabga381 | Self::Ecp5At25fCsfbga285 => {
                Family::Ecp5
            }
        }
    }

    /// The part's name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ice40up5kSg48 => "iCE40 UP5K",
            Self::Ice40hx8kCt256 => "iCE40 HX8K",
            Self::Ecp5At25fCabga381 => "ECP5-25F, speed 6",
            Self::Ecp5At85fCabga381 => "ECP5-85F, speed 6",
            Self::Ecp5At25fCsfbga285 => "ECP5-25F, speed 8",
        }
    }

    /// Yosys' command of synthesis.
    pub fn synthesis(self) -> &'static str {
        match self {
            Self::Ice40up5kSg48 => "synth_ice40 -device u -spram",
            Self::Ice40hx8kCt256 => "synth_ice40 -device hx",
            _ => "synth_ecp5 -nodsp",
        }
    }

    /// nextpnr's options that name the part.
    pub fn place_and_route(self) -> &'static [&'static str] {
        match self {
            Self::Ice40up5kSg48 => &["--up5k", "--package", "sg48"],
            Self::Ice40hx8kCt256 => &["--hx8k", "--package", "ct256"],
            Self::Ecp5At25fCabga381 => &["--25k", "--package", "CABGA381", "--speed", "6"],
            Self::Ecp5At85fCabga381 => &["--85k", "--package", "CABGA381", "--speed", "6"],
            Self::Ecp5At25fCsfbga285 => &["--25k", "--package", "CSFBGA285", "--speed", "8"],
        }
    }
}
