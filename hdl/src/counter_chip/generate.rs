//! The builds that are verified.

use carillon_regmap::BusAdapter;
use carillon_regmap::counter_chip::Build;

/// The shortest bit: the fewest states for the proofs.
const SHORTEST_BIT: u32 = carillon_regmap::MIN_CLOCKS_A_BIT;

const SMALL: Build = Build {
    slot_bits: 10,
    fifo_bits: 1,
    ..Build::minimal()
};

const fn with(build: Build, bus_adapter: BusAdapter) -> Build {
    Build {
        bus_adapter,
        ..build
    }
}

/// The chips that the proofs, the simulators and the mutants are about, by the names of their files without `.v`.
///
/// The smallest sizes are for the proofs and for every bus adapter; 4096 slots are what the documents speak of; 65,536
/// show that nothing depends on the size.
pub const VERIFIED: [(&str, Build); 10] = [
    ("carillon_1024x2", SMALL),
    ("carillon_1024x2_axi_lite", with(SMALL, BusAdapter::AxiLite)),
    ("carillon_1024x2_apb", with(SMALL, BusAdapter::Apb)),
    (
        "carillon_1024x2_uart",
        with(
            SMALL,
            BusAdapter::Uart {
                clocks_a_bit: SHORTEST_BIT,
            },
        ),
    ),
    ("carillon_1024x2_spi", with(SMALL, BusAdapter::Spi)),
    (
        "carillon_1024x2_full",
        Build {
            slot_bits: 10,
            fifo_bits: 1,
            ..Build::full()
        },
    ),
    (
        "carillon_1024x2_single_port",
        Build {
            slot_bits: 10,
            fifo_bits: 1,
            single_port: true,
            ..Build::full()
        },
    ),
    ("carillon_4096x16", Build::minimal()),
    ("carillon_4096x16_full", Build::full()),
    (
        "carillon_65536x64",
        Build {
            slot_bits: 16,
            fifo_bits: 6,
            ..Build::minimal()
        },
    ),
];
