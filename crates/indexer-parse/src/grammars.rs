//! Which grammars make the trees that facts come from.

/// The parser and its grammars with their versions. A change is a change of the sources of this crate, so facts
/// that an older grammar made are not used. `cargo xtask tidy` compares the list with Cargo.lock.
pub const GRAMMARS: &[(&str, &str)] = &[
    ("arborium-thrift", "2.18.2"),
    ("tree-sitter", "0.27.1"),
    ("tree-sitter-bash", "0.25.1"),
    ("tree-sitter-c", "0.24.2"),
    ("tree-sitter-c-sharp", "0.23.5"),
    ("tree-sitter-cpp", "0.23.4"),
    ("tree-sitter-dart", "0.3.0"),
    ("tree-sitter-elixir", "0.3.5"),
    ("tree-sitter-erlang", "0.21.0"),
    ("tree-sitter-go", "0.25.0"),
    ("tree-sitter-graphql", "0.3.0"),
    ("tree-sitter-haskell", "0.24.1"),
    ("tree-sitter-hcl", "1.1.0"),
    ("tree-sitter-java", "0.23.5"),
    ("tree-sitter-javascript", "0.25.0"),
    ("tree-sitter-kotlin-sg", "0.4.1"),
    ("tree-sitter-lua", "0.5.0"),
    ("tree-sitter-php", "0.25.1"),
    ("tree-sitter-proto", "0.6.0"),
    ("tree-sitter-python", "0.25.0"),
    ("tree-sitter-r", "1.3.0"),
    ("tree-sitter-ruby", "0.23.1"),
    ("tree-sitter-rust", "0.24.2"),
    ("tree-sitter-scala", "0.26.9"),
    ("tree-sitter-solidity", "1.2.13"),
    ("tree-sitter-swift", "0.7.4"),
    ("tree-sitter-typescript", "0.23.2"),
    ("tree-sitter-zig", "1.1.2"),
];
