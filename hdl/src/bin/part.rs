//! temporary
use carillon_hdl::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut b = if a[1].starts_with("full") {
        Build::full()
    } else {
        Build::minimal()
    };
    b.look_ahead = a[1] == "fulln";
    if let Some(w) = a.get(2) {
        b.wheels = w.parse().unwrap();
    }
    if let Some(w) = a.get(3) {
        b.slot_bits = w.parse().unwrap();
    }
    print!("{}", generate(&b).unwrap());
}
