//! Counts of the cases that a run has reached.

/// A structure of counts that are added up, those with words also as a table, and of fields that are combined by a
/// function of their own.
#[macro_export]
macro_rules! counts {
    (
        $(#[$about:meta])+
        pub struct $of:ident {
            $($(#[$doc:meta])+ $name:ident$(: $what:literal)?;)+
        }
        $($(#[$other_doc:meta])+ $other:ident: $type:ty, $combine:path;)*
    ) => {
        $(#[$about])+
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $of {
            $($(#[$doc])+ pub $name: u64,)+
            $($(#[$other_doc])+ pub $other: $type,)*
        }

        impl $of {
            /// The counts with what they count, those that are worth telling.
            pub fn table(&self) -> Vec<(&'static str, u64)> {
                [$($(($what, self.$name),)?)+].to_vec()
            }
        }

        impl ::core::ops::AddAssign for $of {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)+
                $(self.$other = $combine(self.$other, other.$other);)*
            }
        }
    };
}
