//! What the linker must know.

use indexer_core::{
    ClassRules, FilePlace, Files, LinkRules, ModulePlace, ModuleQuery, Namespace, PackageRules, path,
};

/// Folders whose files are parts of one module, which includes them.
const ROOTS: &[&str] = &["benchmark", "docs", "ext", "src", "test"];

/// Fields and functions that nearly everything has, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "args", "axes", "body", "close", "cols", "columns", "copy", "count", "data", "delete", "dims", "eltype", "first", "get",
    "getindex", "hash", "head", "id", "index", "io", "isempty", "iterate", "key", "keys", "kind", "kwargs", "last", "length",
    "lock", "mod", "name", "names", "next", "open", "parent", "path", "push!", "read", "rows", "setindex!", "show", "size",
    "sort", "state", "string", "sum", "type", "value", "values", "write",
];

/// Names that `Base` and `Core` give to every module, sorted.
#[rustfmt::skip]
const BASE: &[&str] = &[
    "AbstractArray", "AbstractDict", "AbstractFloat", "AbstractMatrix", "AbstractRange", "AbstractString",
    "AbstractVector", "Any", "ArgumentError", "Array", "AssertionError", "Base", "BigFloat", "BigInt", "Bool",
    "BoundsError", "Char", "Cint", "Colon", "Complex", "Core", "Csize_t", "Cvoid", "Dict", "DimensionMismatch",
    "DomainError", "ErrorException", "Exception", "Expr", "Float16", "Float32", "Float64", "Function", "IO",
    "IOBuffer", "Inf", "Int", "Int128", "Int16", "Int32", "Int64", "Int8", "Integer", "Iterators", "KeyError",
    "LineNumberNode", "Main", "Matrix", "MethodError", "Missing", "Module", "NTuple", "NaN", "NamedTuple", "Nothing",
    "Number", "Pair", "Ptr", "QuoteNode", "Rational", "Real", "Ref", "Regex", "Set", "Signed", "Some", "String",
    "SubArray", "SubString", "Symbol", "Task", "Threads", "Tuple", "Type", "TypeVar", "UInt", "UInt16", "UInt32",
    "UInt64", "UInt8", "UndefRefError", "Union", "UnionAll", "UnitRange", "Unsigned", "Val", "Vararg", "VersionNumber",
    "WeakRef", "abs", "all", "allunique", "any", "append!", "applicable", "axes", "bitstring", "broadcast",
    "broadcast!", "cat", "ceil", "checkbounds", "checkindex", "chomp", "clamp", "close", "cmp", "coalesce",
    "codeunits", "collect", "complex", "convert", "copy", "copy!", "copyto!", "cos", "count", "cumsum", "deepcopy",
    "delete!", "deleteat!", "diff", "div", "dropdims", "eachcol", "eachindex", "eachrow", "eachslice", "eltype",
    "empty", "empty!", "endswith", "enumerate", "eof", "error", "esc", "eval", "evalfile", "exit", "exp", "extrema",
    "false", "fetch", "fieldcount", "fieldname", "fieldnames", "fieldtype", "fill", "fill!", "filter", "filter!",
    "findall", "findfirst", "findlast", "findmax", "findmin", "findnext", "first", "firstindex", "fld", "floor",
    "flush", "foldl", "foreach", "gensym", "get", "get!", "getfield", "getindex", "getproperty", "hash", "haskey",
    "hasmethod", "hasproperty", "hcat", "identity", "ifelse", "in", "include", "insert!", "intersect", "invoke", "isa",
    "isabspath", "isassigned", "isbits", "isbitstype", "isconcretetype", "isdefined", "isdir", "isdisjoint", "isempty",
    "isequal", "isfile", "isfinite", "isimmutable", "isinf", "isinteger", "isless", "ismissing", "ismutable", "isnan",
    "isnothing", "ispath", "issorted", "issubset", "iszero", "iterate", "join", "joinpath", "keys", "keytype", "kron",
    "last", "lastindex", "length", "lock", "log", "lowercase", "lpad", "map", "map!", "mapfoldl", "mapreduce", "match",
    "max", "maximum", "methods", "min", "minimum", "missing", "mkdir", "mkpath", "mod", "mod1", "nameof", "names",
    "ncodeunits", "ndims", "new", "nfields", "nonmissingtype", "nothing", "notify", "ntuple", "numerator", "objectid",
    "occursin", "oftype", "one", "ones", "only", "open", "pairs", "parent", "parse", "permutedims", "pi", "pointer",
    "pop!", "popfirst!", "prepend!", "print", "println", "printstyled", "prod", "promote", "promote_type", "push!",
    "pushfirst!", "put!", "pwd", "rand", "randn", "range", "read", "readdir", "readline", "readlines", "real",
    "redirect_stdout", "reduce", "reinterpret", "rem", "repeat", "replace", "replace!", "repr", "reshape", "resize!",
    "rethrow", "reverse", "reverse!", "rm", "round", "rpad", "rsplit", "run", "seek", "selectdim", "setdiff",
    "setdiff!", "setfield!", "setindex!", "setproperty!", "show", "showerror", "sign", "similar", "sin", "size",
    "sizehint!", "sizeof", "skip", "skipmissing", "sleep", "something", "sort", "sort!", "sortperm", "splice!",
    "split", "sprint", "sqrt", "startswith", "stderr", "stdin", "stdout", "step", "stride", "string", "strip", "sum",
    "supertype", "symdiff", "take!", "throw", "time", "time_ns", "touch", "transpose", "true", "trues", "trunc",
    "tuple", "typeassert", "typejoin", "typemax", "typemin", "typeof", "undef", "union", "union!", "unique", "unique!",
    "unlock", "unsafe_load", "uppercase", "valtype", "values", "vcat", "vec", "view", "wait", "walkdir", "write",
    "xor", "yield", "zero", "zeros", "zip",
];

/// The folder whose files share names with this one: the innermost that is usual for sources, else its own.
fn root(file: &str) -> &str {
    let folder = path::parent(file);
    let is_root = |of: &&str| ROOTS.binary_search(&path::file_name(of)).is_ok();
    path::ancestors(folder).find(is_root).unwrap_or(folder)
}

/// Two files that declare themselves as different modules see nothing of each other.
fn are_of_one(from: FilePlace<'_>, file: FilePlace<'_>) -> bool {
    let (one, other) = (from.package, file.package);
    root(from.path) == root(file.path) && (one == other || one.is_empty() || other.is_empty())
}

const SOURCES: PackageRules = PackageRules {
    by_name: false,
    in_folders: true,
    package: |file| root(file.path).to_owned(),
    located: None,
    near: |package, file| root(file) == package,
    offers: |package, file| root(file.path) == package,
    sees: are_of_one,
    global: Namespace(0),
    coexist: |_, _| true,
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "julia",
    conventions: &super::conventions::CONVENTIONS,
    standard_packages: &["Base"],
    implicit: |name| crate::text::holds(BASE, name).then_some("Base"),
    commodity: |name| crate::text::holds(COMMODITIES, name),
    packages: Some(&SOURCES),
    // A function may have several methods.
    functions_overload: true,
    classes: Some(&ClassRules { bare_members: false, ..ClassRules::BASE }),
    root: module,
    ..LinkRules::BASE
};

/// `using A`: the package of this repository that has `src/A.jl`, what `include` names, or what is installed.
fn module(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    if query.level > 0 {
        return ModulePlace::Unknown;
    }
    if query.first.ends_with(".jl") {
        return crate::shapes::by_path(files, &query);
    }
    let named = files.named(&format!("{}.jl", query.first));
    let of: Vec<&str> =
        named.iter().map(|one| path::parent(one)).filter(|one| path::file_name(one) == "src").collect();
    match of[..] {
        [] if query.first.is_empty() => ModulePlace::Unknown,
        [] => ModulePlace::External(query.first.to_owned()),
        [folder] => ModulePlace::Folder(folder.to_owned()),
        _ => ModulePlace::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted() {
        assert!(BASE.is_sorted() && COMMODITIES.is_sorted() && ROOTS.is_sorted());
    }

    #[test]
    fn files_of_one_folder_of_sources_are_of_one_module() {
        assert_eq!(root("lib/A/src/b/c.jl"), "lib/A/src");
        assert_eq!(root("a/b.jl"), "a");
        assert_eq!(root("test/b.jl"), "test");
    }
}
