use carillon_hdl::*;
use rust_hdl::prelude::*;
fn main() {
    let which = std::env::args().nth(1).unwrap();
    macro_rules! go {
        ($x:expr) => {{
            let mut c = $x;
            c.connect_all();
            println!("{}", generate_verilog_unchecked(&c));
        }};
    }
    match which.as_str() {
        "cursor" => go!(cursor::Cursor::new(12, false)),
        "cursorm" => go!(cursor::Cursor::new(12, true)),
        "arming" => go!(arming::Arming::new(12, false, false)),
        "judge" => go!(judge::Judge::new(false)),
        "judgem" => go!(judge::Judge::new(true)),
        "fifo" => go!(event_fifo::EventFifo::new(4, false, false)),
        "time" => go!(time_base::TimeBase::default()),
        "wheels" => go!(wheels::Wheels::new(&Build::full())),
        "cascade" => go!(cascade::Cascade::new(true)),
        _ => {}
    }
}
