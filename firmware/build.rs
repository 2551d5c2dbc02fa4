//! Tells the linker where the SoC's memories are.

fn main() {
    println!("cargo::rerun-if-changed=memory.x");
    println!("cargo::rustc-link-search={}", env!("CARGO_MANIFEST_DIR"));
    println!("cargo::rustc-link-arg=-Tmemory.x");
    println!("cargo::rustc-link-arg=-Tlink.x");
}
