//! Languages of code that are searched as text only: nothing here reads their structure.

/// Extensions in lower case and the names of the languages, sorted by extension.
#[rustfmt::skip]
const TEXT_LANGUAGES: &[(&str, &str)] = &[
    ("awk", "AWK"), ("bat", "Batch"),
    #[cfg(not(feature = "lang-functional"))]
    ("clj", "Clojure"),
    #[cfg(not(feature = "lang-functional"))]
    ("cljc", "Clojure"),
    #[cfg(not(feature = "lang-functional"))]
    ("cljs", "ClojureScript"),
    #[cfg(not(feature = "lang-infra"))]
    ("cmake", "CMake"),
    ("coffee", "CoffeeScript"),
    ("el", "Emacs Lisp"), ("elm", "Elm"),
    #[cfg(not(feature = "lang-science"))]
    ("f", "Fortran"),
    #[cfg(not(feature = "lang-science"))]
    ("f90", "Fortran"),
    ("fish", "Shell"),
    #[cfg(not(feature = "lang-dotnet"))]
    ("fs", "F#"),
    #[cfg(not(feature = "lang-dotnet"))]
    ("fsx", "F#"),
    #[cfg(not(feature = "lang-systems"))]
    ("glsl", "GLSL"),
    #[cfg(not(feature = "lang-jvm"))]
    ("gradle", "Gradle"),
    #[cfg(not(feature = "lang-jvm"))]
    ("groovy", "Groovy"),
    ("hlsl", "HLSL"),
    #[cfg(not(feature = "lang-heavy"))]
    ("hs", "Haskell"),
    #[cfg(not(feature = "lang-heavy"))]
    ("jl", "Julia"),
    ("lisp", "Lisp"),
    // What is no Objective-C, where that is known by its content.
    ("m", if cfg!(feature = "lang-heavy") { "MATLAB" } else { "Objective-C" }),
    #[cfg(not(feature = "lang-heavy"))]
    ("ml", "OCaml"),
    #[cfg(not(feature = "lang-heavy"))]
    ("mli", "OCaml"),
    ("mm", "Objective-C++"), ("nim", "Nim"),
    #[cfg(not(feature = "lang-infra"))]
    ("nix", "Nix"),
    #[cfg(not(feature = "lang-script"))]
    ("pl", "Perl"),
    #[cfg(not(feature = "lang-script"))]
    ("pm", "Perl"),
    #[cfg(not(feature = "lang-script"))]
    ("ps1", "PowerShell"),
    ("pxd", "Cython"), ("pyx", "Cython"),
    ("rkt", "Racket"), ("s", "Assembly"),
    #[cfg(not(feature = "lang-heavy"))]
    ("scala", "Scala"),
    #[cfg(not(feature = "lang-data"))]
    ("sql", "SQL"),
    #[cfg(not(feature = "lang-heavy"))]
    ("swift", "Swift"),
    ("tcl", "Tcl"),
    ("vb", "Visual Basic"), ("vim", "Vim script"),
    ("wgsl", "WGSL"),
];

/// The name of the language of a file of code that is searched as text only, by its extension; `None` for
/// code that is parsed and for what is no code.
pub fn text_language(path: &str) -> Option<&'static str> {
    let extension = indexer_core::path::extension(path).to_ascii_lowercase();
    let at = TEXT_LANGUAGES.binary_search_by_key(&extension.as_str(), |(extension, _)| extension).ok()?;
    Some(TEXT_LANGUAGES[at].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_language_of_the_list_is_parsed() {
        assert!(TEXT_LANGUAGES.is_sorted());
        for (extension, language) in TEXT_LANGUAGES {
            let path = format!("a.{extension}");
            assert!(crate::language_of(&path, b"").is_none(), "{language} is parsed");
        }
        assert_eq!(text_language("app/Main.NIM"), Some("Nim"));
        assert_eq!(
            (text_language("a.rs"), text_language("a.md"), text_language("Makefile")),
            (None, None, None)
        );
    }
}
