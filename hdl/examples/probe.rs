//! Temporary.
use carillon_hdl::{Build, generate};
fn main() {
    std::fs::write(
        "hdl/verilog/carillon_4096x16.v",
        generate(&Build::minimal()).unwrap(),
    )
    .unwrap();
    std::fs::write(
        "hdl/verilog/carillon_full.v",
        generate(&Build::full()).unwrap(),
    )
    .unwrap();
}
