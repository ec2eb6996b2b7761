//! What the linker must know.

use indexer_core::{Entry, LinkRules, ModulePlace, Surface, path};

/// What every module has of the Prelude, sorted.
#[rustfmt::skip]
const PRELUDE: &[&str] = &[
    "!!", "$", "$!", "&&", "*", "**", "*>", "+", "++", "-", ".", "/", "/=", ":", "<", "<$", "<$>", "<*", "<*>", "<=", "<>",
    "=<<", "==", ">", ">=", ">>", ">>=", "Applicative", "Bool", "Bounded", "Char", "Double", "EQ", "Either", "Enum",
    "Eq", "False", "FilePath", "Float", "Floating", "Foldable", "Fractional", "Functor", "GT", "IO", "IOError", "Int",
    "Integer", "Integral", "Just", "LT", "Left", "Maybe", "Monad", "MonadFail", "Monoid", "Nothing", "Num", "Ord",
    "Ordering", "Rational", "Read", "ReadS", "Real", "RealFloat", "RealFrac", "Right", "Semigroup", "Show", "ShowS",
    "String", "Traversable", "True", "Word", "^", "^^", "abs", "acos", "all", "and", "any", "appendFile", "asTypeOf",
    "asin", "atan", "break", "ceiling", "compare", "concat", "concatMap", "const", "cos", "curry", "cycle", "div",
    "divMod", "drop", "dropWhile", "either", "elem", "enumFrom", "enumFromThen", "enumFromThenTo", "enumFromTo",
    "error", "errorWithoutStackTrace", "even", "exp", "exponent", "fail", "filter", "flip", "floor", "fmap",
    "foldMap", "foldl", "foldr", "fromEnum", "fromInteger", "fromIntegral", "fst", "gcd", "getChar", "getContents",
    "getLine", "head", "id", "init", "interact", "ioError", "isNaN", "iterate", "last", "lcm", "length", "lex",
    "lines", "log", "lookup", "map", "mapM", "mapM_", "mappend", "max", "maxBound", "maximum", "maybe", "mconcat",
    "mempty", "min", "minBound", "minimum", "mod", "negate", "not", "notElem", "null", "odd", "or", "otherwise", "pi",
    "pred", "print", "product", "properFraction", "pure", "putChar", "putStr", "putStrLn", "quot", "quotRem", "read",
    "readFile", "readIO", "readLn", "readParen", "reads", "readsPrec", "realToFrac", "recip", "rem", "repeat",
    "replicate", "return", "reverse", "round", "scanl", "scanl1", "scanr", "scanr1", "seq", "sequence", "sequenceA",
    "sequence_", "show", "showChar", "showList", "showParen", "showString", "shows", "showsPrec", "significand",
    "signum", "sin", "snd", "span", "splitAt", "sqrt", "subtract", "succ", "sum", "tail", "take", "takeWhile", "tan",
    "toEnum", "toInteger", "toRational", "traverse", "truncate", "uncurry", "undefined", "unlines", "until",
    "unwords", "unzip", "unzip3", "userError", "words", "writeFile", "zip", "zip3", "zipWith", "zipWith3", "||",
];

/// What the list of exports has is public, and a module is known by its whole name. That of a program is run.
const SURFACE: Surface = Surface {
    entry: Some(|_, place| match path::stem(place.path) {
        "Main" => None,
        _ => Some(Entry { name: String::new(), why: "public declaration" }),
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "haskell",
    modules_have_members: true,
    implicit: |name| crate::text::holds(PRELUDE, name).then_some("Prelude"),
    // Modules are known everywhere by their whole names. One that no file declares comes from a package, but for those
    // that builds make.
    has_globals: true,
    imports_are_all: true,
    members_beside_types: true,
    root: |_, query| match query.first.starts_with("Paths_") || query.first.starts_with("PackageInfo_") {
        true => ModulePlace::Unknown,
        false => ModulePlace::External(query.first.to_owned()),
    },
    module_name: |_, file| path::stem(file).to_owned(),
    surface: &SURFACE,
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    #[test]
    fn the_prelude_is_sorted() {
        assert!(super::PRELUDE.is_sorted());
    }
}
