//! Tells the linker where the memories are: those of the simulated SoC, or with CARILLON_LAYOUT=rom or =ram those of a
//! board's SoC. What is for a board is linked as the bytes that are loaded, not as an ELF file.
//!
//! Functions and variables are placed by name. The order in which the compiler hands them over follows from hashes of
//! the path of the checkout, and where a function lies decides what it shares the processor's small cache with.

fn main() {
    println!("cargo::rerun-if-changed=layouts");
    println!("cargo::rerun-if-env-changed=CARILLON_LAYOUT");
    let layout = std::env::var("CARILLON_LAYOUT").ok();
    println!("cargo::rustc-link-search={}/layouts", env!("CARGO_MANIFEST_DIR"));
    println!("cargo::rustc-link-arg=-T{}.x", layout.as_deref().unwrap_or("soc"));
    println!("cargo::rustc-link-arg=-Tlink.x");
    println!("cargo::rustc-link-arg=--sort-section=name");
    if layout.is_some() {
        println!("cargo::rustc-link-arg=--oformat=binary");
    }
}
