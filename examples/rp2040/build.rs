//! Puts the memory map where the linker looks for it.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=memory.x");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    std::fs::copy("memory.x", out.join("memory.x"))?;
    println!("cargo::rustc-link-search={}", out.display());
    Ok(())
}
