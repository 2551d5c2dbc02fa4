//! Methods of traits on the queues themselves, which then need no import, and the other way round.

/// Methods of a trait that may fail, as methods of a queue.
macro_rules! as_trait {
    ($Trait:ident; $($(#[$attribute:meta])* $name:ident($($argument:ident: $kind:ty),*) -> $result:ty;)*) => {
        $(
            #[doc = concat!("As [`", stringify!($Trait), "::", stringify!($name), "`].\n\n# Errors\nAs there.")]
            $(#[$attribute])*
            pub fn $name(&mut self, $($argument: $kind),*) -> $result {
                $Trait::$name(self, $($argument),*)
            }
        )*
    };
}
pub(crate) use as_trait;

/// Methods of a trait that a queue has by itself: those that look at it, and those that change it.
macro_rules! as_inherent {
    (
        & { $($look:ident($($seen:ident: $Seen:ty),*) -> $Look:ty;)* }
        &mut { $($change:ident($($given:ident: $Given:ty),*) -> $Change:ty;)* }
    ) => {
        $(
            #[inline(always)]
            fn $look(&self, $($seen: $Seen),*) -> $Look {
                self.$look($($seen),*)
            }
        )*
        $(
            #[inline(always)]
            fn $change(&mut self, $($given: $Given),*) -> $Change {
                self.$change($($given),*)
            }
        )*
    };
}
pub(crate) use as_inherent;
