//! Bundles of wires, one for each register that another part takes part in.

use crate::circuit::Part;
use rust_hdl::prelude::*;

/// A wire of the register file, and the registers that it stands for.
pub struct Wire {
    /// What it is called.
    pub name: &'static str,
    /// Their byte offsets.
    pub offsets: &'static [u32],
}

/// The wires of a bundle, which a chip declares with the macro `wires`.
pub trait Wires: Part + Default {
    /// In the order of [`wires`](Self::wires).
    const LIST: &'static [Wire];

    /// The wires.
    fn wires(&mut self) -> impl Iterator<Item = &mut Signal<Out, Bit>>;
}

/// A wire for each of some registers, or for several that a wire stands for, called as in the map, whose module
/// `offset` is in scope.
macro_rules! wires {
    ($(#[$doc:meta])+ $name:ident; $($wire:ident: $($register:ident)+;)+) => {
        $(#[$doc])+
        #[derive(LogicInterface, Default)]
        #[allow(non_snake_case, reason = "registers are called as in the map")]
        pub struct $name {
            $(
                #[doc = concat!("Of", $(" `", stringify!($register), "`",)+ ".")]
                pub $wire: Signal<Out, Bit>,
            )+
        }

        impl $crate::circuit::Part for $name {}

        impl $crate::shared::register_file::wires::Wires for $name {
            const LIST: &'static [$crate::shared::register_file::wires::Wire] = &[$(
                $crate::shared::register_file::wires::Wire { name: stringify!($wire), offsets: &[$(offset::$register),+] }
            ),+];

            fn wires(&mut self) -> impl Iterator<Item = &mut Signal<Out, Bit>> {
                [$(&mut self.$wire),+].into_iter()
            }
        }
    };
}
pub(crate) use wires;
