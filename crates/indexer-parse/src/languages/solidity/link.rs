//! What the linker must know.

use indexer_core::{
    ClassRules, Conversion, Files, Linearization, LinkRules, LiteralKind, ModulePlace, ModuleQuery, Protocol,
    Surface, SymbolKind, Visibility, path,
};

/// Members that nearly every contract has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "allowance", "approve", "balance", "balanceOf", "call", "decode", "delegatecall", "encode", "get", "length",
    "name", "owner", "pop", "push", "send", "sender", "set", "sub", "symbol", "totalSupply", "transfer", "transferFrom",
    "value",
];

/// What is there without a declaration, sorted.
#[rustfmt::skip]
const BUILTINS: &[&str] = &[
    "abi", "addmod", "array$", "assert", "blobhash", "block", "blockhash", "ecrecover", "gasleft", "integer$",
    "keccak256", "msg", "mulmod", "now", "payable", "require", "revert", "ripemd160", "selfdestruct", "sha256", "text$",
    "tx", "type", "type$",
];

pub(super) const RULES: LinkRules = LinkRules {
    results_are_written: true,
    language: "solidity",
    conventions: &super::conventions::CONVENTIONS,
    standard_packages: &["solidity"],
    linearization: Linearization::C3,
    last_base_first: true,
    implicit: |name| (crate::text::holds(BUILTINS, name) || is_primitive(name)).then_some("solidity"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    reaches: |visibility, of, from| visibility != Visibility::Private || of == from,
    root,
    protocol: Protocol {
        literal: |kind| match kind {
            LiteralKind::Integer => Some("integer$"),
            LiteralKind::String => Some("text$"),
            LiteralKind::Boolean => Some("bool"),
            _ => None,
        },
        ..Protocol::BASE
    },
    classes: Some(&CLASSES),
    declared_types: true,
    fields_are_called: true,
    extension_functions: true,
    attached_functions: true,
    // `public` and `external` of a contract; whoever imports a file names all that stands outside of them.
    surface: &Surface::PACKAGES,
    ..LinkRules::BASE
};

/// Contracts have no root, and nothing is converted unless it fits into what it becomes.
const CLASSES: ClassRules = ClassRules {
    root: |_: SymbolKind| None,
    converts,
    combined,
    array: super::types::ARRAY,
    only_functions_fit_functions: true,
    ..ClassRules::BASE
};

/// A type of the language itself that is written as one word.
pub(super) fn is_primitive(name: &str) -> bool {
    matches!(name, "address" | "bool" | "string" | "bytes") || bits(name).is_some()
}

/// The kind of number or bytes of a type, and its width in bits.
fn bits(name: &str) -> Option<(&'static str, u32)> {
    let kinds = [("uint", 1), ("int", 1), ("bytes", 8)];
    kinds.into_iter().find_map(|(kind, unit)| {
        let width: u32 = name.strip_prefix(kind)?.parse().ok()?;
        (width > 0 && width * unit <= 256).then_some((kind, width * unit))
    })
}

/// What is passed unasked: numbers as wider ones, literals as what holds them. `None` where both are of the repository.
fn converts(from: &str, to: &str) -> Option<Conversion> {
    let fits = match (from, to) {
        ("", "") => return None,
        ("integer$", to) => matches!(bits(to), Some(("uint" | "int", _))),
        ("text$", to) => matches!(to, "string" | "bytes") || matches!(bits(to), Some(("bytes", _))),
        (from, to) if from == to => true,
        (from, to) => match (bits(from), bits(to)) {
            (Some(("uint", narrow)), Some(("int", wide))) => narrow < wide,
            (Some((a, narrow)), Some((b, wide))) => a == b && narrow <= wide,
            _ => false,
        },
    };
    Some(if fits { Conversion::Widens } else { Conversion::Never })
}

/// Of two numbers or runs of bytes the wider one; a literal is what the other is.
fn combined(left: &str, right: &str) -> &'static str {
    let wider = match (left, right) {
        ("integer$", "integer$") => return "integer$",
        ("integer$", other) | (other, "integer$") => other,
        _ => match (bits(left), bits(right)) {
            (Some((a, wide)), Some((b, narrow))) if a == b => {
                if wide < narrow {
                    right
                } else {
                    left
                }
            }
            _ => return "",
        },
    };
    WORDS.iter().find(|word| **word == wider).copied().unwrap_or("")
}

macro_rules! words {
    ($($width:literal)+; $($length:literal)+) => {
        /// Types that operators give.
        const WORDS: &[&str] = &[
            $(concat!("uint", $width), concat!("int", $width),)+
            $(concat!("bytes", $length),)+
        ];
    };
}

words! {
    8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200 208 216 224 232 240 248 256;
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
}

/// A path beside the file or from the root of the repository, as `remappings.txt` or `foundry.toml` map it, or below a package
/// of the repository (`@scope/name/path`).
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let place = |path: String| ModulePlace::File { path, inside: Vec::new() };
    if !query.first.starts_with('.')
        && let Some(found) = remapped(files, &query).or_else(|| in_package(files, query.first))
    {
        return place(found);
    }
    crate::shapes::by_path(files, &query)
}

/// The file to which the longest prefix of the nearest list of such leads.
fn remapped(files: &dyn Files, query: &ModuleQuery<'_>) -> Option<String> {
    let mut folder = path::parent(query.from);
    loop {
        for name in ["remappings.txt", "foundry.toml"] {
            let manifest = files.manifest(&path::join(folder, name));
            let mut maps: Vec<_> = manifest.into_iter().flat_map(|one| &one.maps).collect();
            maps.sort_by_key(|map| std::cmp::Reverse(map.pattern.len()));
            for map in maps {
                let prefix = map.pattern.trim_end_matches('*');
                let Some(rest) = query.first.strip_prefix(prefix) else { continue };
                let target = map.targets.first().map_or("", |target| target.trim_end_matches('*'));
                let found = path::resolve(folder, &format!("{target}{rest}"));
                if let Some(found) = found.filter(|found| files.is_file(found)) {
                    return Some(found);
                }
            }
        }
        if folder.is_empty() {
            return None;
        }
        folder = path::parent(folder);
    }
}

/// The file below the folder of a package of the repository whose name the path begins with.
fn in_package(files: &dyn Files, written: &str) -> Option<String> {
    let ends = written.match_indices('/').map(|(at, _)| at).take(2);
    ends.into_iter().find_map(|end| {
        let (name, rest) = (&written[..end], &written[end + 1..]);
        let manifests = files.packages(name);
        let [manifest] = manifests.as_slice() else { return None };
        path::resolve(path::parent(manifest), rest).filter(|found| files.is_file(found))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_into_wider_ones_and_literals_into_what_holds_them() {
        use Conversion::{Never, Widens};
        for (from, to, is) in [
            ("uint8", "uint256", Widens),
            ("uint256", "uint8", Never),
            ("uint8", "int16", Widens),
            ("int8", "uint256", Never),
            ("bytes4", "bytes32", Widens),
            ("bytes32", "bytes", Never),
            ("integer$", "uint8", Widens),
            ("integer$", "address", Never),
            ("text$", "bytes", Widens),
            ("text$", "bytes32", Widens),
            ("", "address", Never),
        ] {
            assert_eq!(converts(from, to), Some(is), "{from} {to}");
        }
        assert_eq!(converts("", ""), None);
    }

    #[test]
    fn operators_give_the_wider_of_two() {
        assert_eq!(combined("uint8", "uint256"), "uint256");
        assert_eq!(combined("integer$", "uint64"), "uint64");
        assert_eq!(combined("bytes4", "bytes4"), "bytes4");
        assert_eq!(combined("uint8", "address"), "");
        assert_eq!(combined("", "uint8"), "");
    }
}
