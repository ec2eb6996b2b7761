//! Closed lists whose members have a word.

/// An enumeration without fields, with the word of each member: `as_str` gives it. Whoever reads the words back, as
/// serde and clap do, derives that as for any other enumeration.
///
/// ```
/// indexer_core::worded! {
///     /// How sure it is.
///     #[derive(Clone, Copy)]
///     pub enum Certainty {
///         /// It is proved.
///         Proven = "proven",
///         /// It may be so.
///         Likely = "likely",
///     }
/// }
/// assert_eq!(Certainty::Likely.as_str(), "likely");
/// ```
#[macro_export]
macro_rules! worded {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        $vis enum $name { $($(#[$of])* $variant,)+ }

        impl $name {
            /// Its word.
            $vis const fn as_str(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }
    };
}
