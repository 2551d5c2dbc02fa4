//! The header is what cbindgen writes from the source. `CARILLON_WRITE=1 cargo test -p carillon-c --test header` writes
//! it.

use std::path::Path;

#[test]
fn header_is_what_cbindgen_writes() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let configuration = cbindgen::Config::from_file(here.join("cbindgen.toml")).expect("it is well-formed");
    let bindings = cbindgen::Builder::new()
        .with_src(here.join("src/lib.rs"))
        .with_config(configuration)
        .generate()
        .expect("C can express it");
    let mut written = Vec::new();
    bindings.write(&mut written);
    let header = here.join("carillon_queues.h");
    if std::env::var_os("CARILLON_WRITE").is_some() {
        std::fs::write(&header, &written).expect("writable");
    }
    let found = std::fs::read(&header).expect("checked in");
    assert!(found == written, "carillon_queues.h differs: write it as this file says");
}
