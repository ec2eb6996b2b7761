//! What the linker must know.

use indexer_core::{Entry, Files, LinkRules, ModulePlace, ModuleQuery, Surface, path};

/// What every file has without a module, sorted: values, then types, exceptions and constructors with their marks.
#[rustfmt::skip]
const STDLIB: &[&str] = &[
    "abs", "abs_float", "acos", "asin", "at_exit", "atan", "atan2", "bool_of_string", "bool_of_string_opt", "ceil",
    "char_of_int", "classify_float", "close_in", "close_in_noerr", "close_out", "close_out_noerr",
    "constructor:Assert_failure", "constructor:Division_by_zero", "constructor:End_of_file", "constructor:Error",
    "constructor:Exit", "constructor:Failure", "constructor:Invalid_argument", "constructor:Match_failure",
    "constructor:None", "constructor:Not_found", "constructor:Ok", "constructor:Out_of_memory", "constructor:Some",
    "constructor:Stack_overflow", "constructor:Sys_blocked_io", "constructor:Sys_error", "cos", "decr", "do_at_exit",
    "epsilon_float", "exit", "exp", "failwith", "field:contents", "float", "float_of_int", "float_of_string",
    "float_of_string_opt", "floor", "flush", "flush_all", "fst", "ignore", "in_channel_length", "incr", "infinity",
    "input", "input_byte", "input_char", "input_line", "input_value", "int_of_char", "int_of_float", "int_of_string",
    "int_of_string_opt", "invalid_arg", "log", "log10", "max", "max_float", "max_int", "min", "min_float", "min_int",
    "mod_float", "nan", "neg_infinity", "not", "open_in", "open_in_bin", "open_out", "open_out_bin", "output",
    "output_bytes", "output_char", "output_string", "output_value", "pred", "prerr_endline", "prerr_newline",
    "prerr_string", "print_char", "print_endline", "print_float", "print_int", "print_newline", "print_string", "raise",
    "raise_notrace", "read_int", "read_line", "really_input", "really_input_string", "ref", "seek_in", "seek_out",
    "sin", "snd", "sqrt", "stderr", "stdin", "stdout", "string_of_bool", "string_of_float", "string_of_int", "succ",
    "tan", "truncate", "type:array", "type:bool", "type:bytes", "type:char", "type:exn", "type:float", "type:format",
    "type:format4", "type:format6", "type:in_channel", "type:int", "type:int32", "type:int64", "type:lazy_t",
    "type:list", "type:nativeint", "type:option", "type:out_channel", "type:ref", "type:result", "type:string",
    "type:unit",
];

/// Modules that come with the language, sorted.
#[rustfmt::skip]
const MODULES: &[&str] = &[
    "Arg", "Array", "ArrayLabels", "Atomic", "Bigarray", "Bool", "Buffer", "Bytes", "BytesLabels", "Callback", "Char",
    "Complex", "Condition", "Digest", "Domain", "Dynlink", "Effect", "Either", "Ephemeron", "Event", "Filename", "Float",
    "Format", "Fun", "Gc", "Hashtbl", "In_channel", "Int", "Int32", "Int64", "Lazy", "Lexing", "List", "ListLabels",
    "Map", "Marshal", "MoreLabels", "Mutex", "Nativeint", "Obj", "Oo", "Option", "Out_channel", "Parsing", "Printexc",
    "Printf", "Queue", "Random", "Result", "Scanf", "Semaphore", "Seq", "Set", "Stack", "StdLabels", "Stdlib", "Str",
    "String", "StringLabels", "Sys", "Thread", "Uchar", "Unit", "Unix", "UnixLabels", "Weak",
];

/// Values that many modules have, sorted.
#[rustfmt::skip]
const COMMODITIES: &[&str] = &[
    "add", "all", "append", "bind", "cardinal", "clear", "compare", "concat", "copy", "create", "diff", "empty", "equal",
    "exists", "filter", "filter_map", "find", "find_opt", "fold", "fold_left", "for_all", "get", "hash", "init", "inter",
    "is_empty", "iter", "keys", "length", "make", "map", "mem", "min", "max", "name", "of_list", "of_string", "pp",
    "print", "remove", "return", "run", "set", "singleton", "size", "sort", "sub", "t", "to_dyn", "to_list",
    "to_string", "type:t", "union", "unsafe_get", "update", "values",
];

/// The file of a module is in the folder of who names it. One elsewhere may be of another library, whose name stands
/// before it or not.
fn root(files: &dyn Files, query: ModuleQuery<'_>) -> ModulePlace {
    let mut letters = query.first.chars();
    let Some(first) = letters.next().filter(|first| first.is_uppercase()) else {
        return ModulePlace::Unknown;
    };
    let name = format!("{}{}", first.to_lowercase(), letters.as_str());
    let folder = path::parent(query.from);
    let endings = || ["ml", "mli"].into_iter();
    let beside = endings().filter_map(|ending| path::resolve(folder, &format!("./{name}.{ending}")));
    if let Some(path) = beside.into_iter().find(|path| files.is_file(path)) {
        return ModulePlace::File { path, inside: Vec::new() };
    }
    let elsewhere =
        endings().map(|ending| files.named(&format!("{name}.{ending}"))).find(|all| !all.is_empty());
    match (elsewhere.as_deref(), crate::text::holds(MODULES, query.first)) {
        (None, true) => ModulePlace::External(query.first.to_owned()),
        (Some([only]), false) => ModulePlace::Likely(only.clone()),
        _ => ModulePlace::Unknown,
    }
}

fn module_name(_: &dyn Files, file: &str) -> String {
    let mut letters = path::stem(file).chars();
    letters.next().map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), letters.as_str()))
}

/// A module offers what its interface shows; without one, all that it binds.
const SURFACE: Surface = Surface {
    entry: Some(|files, place| {
        let is_hidden = place.path.ends_with(".ml") && files.is_file(&format!("{}i", place.path));
        let name = module_name(files, place.path);
        (!is_hidden).then_some(Entry { name, why: "public declaration" })
    }),
    ..Surface::BASE
};

pub(super) const RULES: LinkRules = LinkRules {
    language: "ocaml",
    modules_have_members: true,
    commodity: |name| COMMODITIES.contains(&name),
    most_guesses: 2,
    implicit: |name| crate::text::holds(STDLIB, name).then_some("Stdlib"),
    imports_see_scope: true,
    wildcards_shadow: true,
    // Constructors and fields are told apart by the types that are expected.
    told_by_types: |name| name.starts_with("constructor:") || name.starts_with("field:"),
    root,
    module_name,
    surface: &SURFACE,
    ..LinkRules::BASE
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(STDLIB.is_sorted());
        assert!(MODULES.is_sorted());
    }
}
