//! The checked-in Verilog and VHDL are what the source says.

use std::process::Command;

#[test]
fn generated_verilog_is_up_to_date() {
    let output = Command::new(env!("CARGO_BIN_EXE_checked-in")).arg("--check").output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
