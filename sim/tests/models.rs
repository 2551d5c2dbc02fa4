//! Which model is chosen, and what the refusal says.

use carillon_regmap::counter_chip::Build;
use carillon_sim::{Model, ModelError};

#[test]
fn find_takes_the_smallest_capacity_with_that_depth() {
    assert_eq!(Model::find(1, 2), Ok(Model::Tiny));
    assert_eq!(Model::find(1024, 2), Ok(Model::Tiny));
    assert_eq!(Model::find(1025, 2), Ok(Model::Medium16x2));
    assert_eq!(Model::find(1025, 16), Ok(Model::Minimal));
    assert_eq!(Model::find(1024, 16), Ok(Model::Small10x16));
    assert_eq!(Model::find(65_536, 16), Ok(Model::Medium16x16));
    assert_eq!(Model::find(65_537, 16), Ok(Model::Large20x16));
    assert_eq!(Model::find(1 << 20, 16), Ok(Model::Large20x16));
    assert_eq!(Model::find(5, 256), Ok(Model::Medium16x256));
}

#[test]
fn find_refuses_too_many_slots() {
    let error = Model::find(65_537, 64).unwrap_err();
    assert_eq!(error, ModelError::TooManySlots { slots: 65_537, fifo_depth: 64, largest: 65_536 });
    assert!(error.to_string().contains("65537"), "{error}");
}

#[test]
fn find_refuses_a_depth_that_is_not_built() {
    for fifo_depth in [0, 1, 3, 8, 1024] {
        assert_eq!(Model::find(10, fifo_depth), Err(ModelError::NoSuchDepth { fifo_depth }));
    }
}

#[test]
fn refusal_lists_every_model() {
    let message = Model::find(10, 3).unwrap_err().to_string();
    for model in Model::all() {
        assert!(message.contains(&model.to_string()), "{model} is missing in: {message}");
    }
}

#[test]
fn plain_models_are_sorted_and_found() {
    let sizes = |model: &Model| (model.slots(), model.fifo_depth());
    let plain: Vec<_> =
        Model::all().iter().filter(|model| Model::find(model.slots(), model.fifo_depth()) == Ok(**model)).collect();
    assert!(plain.len() >= 8, "{plain:?}");
    assert!(plain.is_sorted_by(|a, b| sizes(a) < sizes(b)), "{plain:?}");
}

#[test]
fn of_finds_each_model_by_its_build() {
    for model in Model::all() {
        assert_eq!(Model::of(&model.build()), Ok(*model));
    }
    assert_eq!(Model::of(&Build::minimal()), Ok(Model::Minimal));
    assert_eq!(Model::of(&Build::full()), Ok(Model::Full));
}

#[test]
fn of_refuses_a_build_that_is_none_of_the_models() {
    let build = Build { alarm: true, ..Build::minimal() };
    let error = Model::of(&build).unwrap_err();
    assert_eq!(error, ModelError::NoSuchBuild { build });
    assert!(error.to_string().contains("--alarm"), "{error}");
}

#[test]
fn find_full_takes_the_smallest_with_the_wheels_and_that_depth() {
    assert_eq!(Model::find_full(1, 1, 4), Ok(Model::OneWheelFull));
    assert_eq!(Model::find_full(2, 1, 4), Ok(Model::EightWheels));
    assert_eq!(Model::find_full(4, 1024, 2), Ok(Model::Full10x2));
    assert_eq!(Model::find_full(4, 4096, 16), Ok(Model::Full));
    assert_eq!(Model::find_full(4, 4097, 16), Ok(Model::Full16x16));
    let error = Model::find_full(5, 4096, 16).unwrap_err();
    let said = "no model with all options has 5 wheels, 4096 slots in all, and a FIFO of 16 events; choose one of: ";
    assert!(error.to_string().starts_with(said), "{error}");
}
