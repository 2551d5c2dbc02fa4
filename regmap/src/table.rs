//! The macro that turns the table of `map.rs` into its parts: nothing there is written twice.

/// Bytes from one register to the next in an array.
pub(crate) const STRIDE: u32 = 4;

/// A field from the columns of its row; `bits` is `[msb, lsb]` or `[bit]`.
pub(crate) const fn field(
    name: &'static str,
    bits: &[u32],
    access: crate::Access,
    reset: Option<u32>,
    doc: &'static str,
) -> crate::Field {
    let (msb, lsb) = (bits[0], bits[bits.len() - 1]);
    assert!(lsb <= msb && msb < 32, "bits are written [msb:lsb], both below 32");
    crate::Field { name, offset: lsb, width: msb - lsb + 1, access, reset, doc: doc.trim_ascii() }
}

/// A field's reset column: a value, or `build` where the build decides.
macro_rules! reset_column {
    (build) => {
        None
    };
    ($value:tt) => {
        Some($value)
    };
}

/// From the table: `offset` and `reset` (one constant for each register), `fields` (one module for each register, one
/// constant for each field) and `REGISTERS`.
///
/// A register's row is `NAME module offset Access {fields}`, with `x count` for an array and `if Feature` for a
/// register that only some builds have. A field's row is `NAME [msb:lsb] Access reset;`. The documentation comments
/// become the descriptions of both.
macro_rules! register_table {
    ($(
        $(#[doc = $register_doc:literal])+
        $register:ident $module:ident $offset:literal $access:ident $(x $count:literal)? $(if $feature:ident)? {
            $(
                $(#[doc = $field_doc:literal])+
                $field:ident [$($bit:literal):+] $field_access:ident $reset:tt;
            )+
        }
    )+) => {
        /// The byte offset of each register from the chip's base address; of an array, its element 0.
        pub mod offset {
            $(
                #[doc = concat!("Byte offset of `", stringify!($register), "`.")]
                pub const $register: u32 = $offset;
            )+

            /// The byte offset of element `index` of the array at `base`.
            /// Does not know the array's length: keep `index` below its [`Register::count`](crate::Register::count).
            pub const fn element(base: u32, index: u32) -> u32 {
                base + index * crate::table::STRIDE
            }
        }

        /// The word of each register after reset; bits that the build decides (`PARAMS`, the slots of wheel 0) count
        /// as 0.
        pub mod reset {
            $(
                #[doc = concat!("`", stringify!($register), "` after reset.")]
                pub const $register: u32 = crate::register::compose(super::fields::$module::FIELDS);
            )+
        }

        /// The fields, in one module for each register.
        pub mod fields {
            $(
                $(#[doc = $register_doc])+
                pub mod $module {
                    #[allow(unused_imports, reason = "only some modules name constants in their reset column")]
                    use super::super::super::ID_VALUE;
                    #[allow(unused_imports, reason = "as above")]
                    use crate::version::*;
                    use crate::{Access, Field};
                    $(
                        $(#[doc = $field_doc])+
                        pub const $field: Field = crate::table::field(
                            stringify!($field),
                            &[$($bit),+],
                            Access::$field_access,
                            $crate::table::reset_column!($reset),
                            concat!($($field_doc),+),
                        );
                    )+

                    /// All fields of the register, from the lowest bit up.
                    pub const FIELDS: &[Field] = &[$($field),+];
                }
            )+
        }

        /// The whole map, in order of offsets.
        pub const REGISTERS: &[crate::Register] = &[
            $(
                crate::Register {
                    name: stringify!($register),
                    offset: offset::$register,
                    access: crate::Access::$access,
                    reset: reset::$register,
                    count: [$($count,)? 1][0],
                    stride: crate::table::STRIDE,
                    feature: [$(Some(crate::Feature::$feature),)? None][0],
                    fields: fields::$module::FIELDS,
                    doc: concat!($($register_doc),+).trim_ascii(),
                },
            )+
        ];
    };
}

pub(crate) use {register_table, reset_column};
