#[test]
fn size() { panic!("{}", size_of::<carillon_driver::facility::TimerEntry<u32>>()); }
