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
    /// Gowin GW1NR-LV9QN88PC6/I5, 8,640 LUT4, 26 block RAMs of 18 kbit; QFN-88.
    #[serde(rename = "gw1nr-9c-qn88p")]
    Gw1nr9cQn88p,
    /// Gowin GW2AR-LV18QN88C8/I7, 20,736 LUT4, 46 block RAMs of 18 kbit; QFN-88.
    #[serde(rename = "gw2ar-18c-qn88")]
    Gw2ar18cQn88,
    /// Cologne Chip GateMate CCGM1A1, 20,480 cells of two LUT trees, 32 block RAMs of 40 kbit; 324 balls.
    Ccgm1a1,
}

/// What decides the tools and the form of the constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Synthesised by `synth_ice40`, placed by `nextpnr-ice40`, constrained by a PCF.
    Ice40,
    /// Synthesised by `synth_ecp5`, placed by `nextpnr-ecp5`, constrained by an LPF.
    Ecp5,
    /// Synthesised by `synth_gowin`, placed by `nextpnr-himbaechel`, constrained by a CST.
    Gowin,
    /// Synthesised by `synth_gatemate`, placed by `nextpnr-himbaechel`, constrained by a CCF.
    GateMate,
}

impl Family {
    /// The family's name in a plan.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ice40 => "ice40",
            Self::Ecp5 => "ecp5",
            Self::Gowin => "gowin",
            Self::GateMate => "gatemate",
        }
    }

    /// The ending of the constraints' file.
    pub fn constraints(self) -> &'static str {
        match self {
            Self::Ice40 => "pcf",
            Self::Ecp5 => "lpf",
            Self::Gowin => "cst",
            Self::GateMate => "ccf",
        }
    }
}

impl Part {
    /// The part's family.
    pub fn family(self) -> Family {
        match self {
            Self::Ice40up5kSg48 | Self::Ice40hx8kCt256 => Family::Ice40,
            Self::Ecp5At25fCabga381 | Self::Ecp5At85fCabga381 | Self::Ecp5At25fCsfbga285 => Family::Ecp5,
            Self::Gw1nr9cQn88p | Self::Gw2ar18cQn88 => Family::Gowin,
            Self::Ccgm1a1 => Family::GateMate,
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
            Self::Gw1nr9cQn88p => "GW1NR-9C",
            Self::Gw2ar18cQn88 => "GW2AR-18C",
            Self::Ccgm1a1 => "CCGM1A1",
        }
    }

    /// Yosys' command of synthesis.
    pub fn synthesis(self) -> &'static str {
        match self {
            Self::Ice40up5kSg48 => "synth_ice40 -device u -spram",
            Self::Ice40hx8kCt256 => "synth_ice40 -device hx",
            Self::Gw1nr9cQn88p => "synth_gowin -family gw1n",
            Self::Gw2ar18cQn88 => "synth_gowin -family gw2a",
            Self::Ccgm1a1 => "synth_gatemate -luttree -nomx8",
            Self::Ecp5At25fCabga381 | Self::Ecp5At85fCabga381 | Self::Ecp5At25fCsfbga285 => "synth_ecp5 -nodsp",
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
            Self::Gw1nr9cQn88p => &["--device", "GW1NR-LV9QN88PC6/I5", "--vopt", "family=GW1N-9C"],
            Self::Gw2ar18cQn88 => &["--device", "GW2AR-LV18QN88C8/I7", "--vopt", "family=GW2A-18C"],
            Self::Ccgm1a1 => &["--device", "CCGM1A1"],
        }
    }

    /// The packer's options that name the part.
    pub fn pack(self) -> &'static [&'static str] {
        match self {
            Self::Gw1nr9cQn88p => &["-d", "GW1N-9C"],
            Self::Gw2ar18cQn88 => &["-d", "GW2A-18C"],
            _ => &[],
        }
    }
}
