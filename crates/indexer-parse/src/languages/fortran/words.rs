//! Words of the language, in lower case.

/// Functions and subroutines that the language has, sorted.
#[rustfmt::skip]
const INTRINSICS: &[&str] = &[
    "abs", "achar", "acos", "acosh", "adjustl", "adjustr", "aimag", "aint", "all", "allocated", "alog", "alog10", "amax0",
    "amax1", "amin0", "amin1", "amod", "anint", "any", "asin", "asinh", "associated", "atan", "atan2", "atanh",
    "atomic_add", "atomic_and", "atomic_cas", "atomic_define", "atomic_fetch_add", "atomic_or", "atomic_ref",
    "bessel_j0", "bessel_j1", "bessel_jn", "bessel_y0", "bessel_y1", "bessel_yn", "bge", "bgt", "bit_size", "ble",
    "blt", "btest", "cabs", "ccos", "ceiling", "cexp", "char", "clog", "cmplx", "co_broadcast", "co_max", "co_min",
    "co_reduce", "co_sum", "command_argument_count", "conjg", "cos", "cosh", "coshape", "count", "cpu_time", "cshift",
    "csin", "csqrt", "dabs", "dacos", "dasin", "datan", "datan2", "date_and_time", "dble", "dcmplx", "dconjg", "dcos",
    "dcosh", "ddim", "dexp", "digits", "dim", "dimag", "dint", "dlog", "dlog10", "dmax1", "dmin1", "dmod", "dnint",
    "dot_product", "dprod", "dreal", "dshiftl", "dshiftr", "dsign", "dsin", "dsinh", "dsqrt", "dtan", "dtanh",
    "eoshift", "epsilon", "erf", "erfc", "erfc_scaled", "execute_command_line", "exit", "exp", "exponent",
    "extends_type_of", "findloc", "float", "floor", "flush", "fraction", "gamma", "get_command",
    "get_command_argument", "get_environment_variable", "getarg", "huge", "hypot", "iabs", "iachar", "iall", "iand",
    "iany", "iargc", "ibclr", "ibits", "ibset", "ichar", "idim", "idint", "idnint", "ieor", "ifix", "image_index",
    "index", "int", "ior", "iparity", "is_contiguous", "is_iostat_end", "is_iostat_eor", "ishft", "ishftc", "isign",
    "kind", "lbound", "lcobound", "leadz", "len", "len_trim", "lge", "lgt", "lle", "llt", "log", "log10", "log_gamma",
    "logical", "maskl", "maskr", "matmul", "max", "max0", "max1", "maxexponent", "maxloc", "maxval", "merge",
    "merge_bits", "min", "min0", "min1", "minexponent", "minloc", "minval", "mod", "modulo", "move_alloc", "mvbits",
    "nearest", "new_line", "nint", "norm2", "not", "null", "num_images", "pack", "parity", "popcnt", "poppar",
    "precision", "present", "product", "radix", "random_init", "random_number", "random_seed", "range", "rank", "real",
    "reduce", "repeat", "reshape", "rrspacing", "same_type_as", "scale", "scan", "selected_char_kind",
    "selected_int_kind", "selected_real_kind", "set_exponent", "shape", "shifta", "shiftl", "shiftr", "sign", "sin",
    "sinh", "size", "sizeof", "sngl", "spacing", "spread", "sqrt", "storage_size", "sum", "system_clock", "tan",
    "tanh", "this_image", "tiny", "trailz", "transfer", "transpose", "trim", "ubound", "ucobound", "unpack", "verify",
];

/// Modules that come with compilers or libraries of the standard, sorted.
const MODULES: &[&str] = &[
    "ieee_arithmetic",
    "ieee_exceptions",
    "ieee_features",
    "iso_c_binding",
    "iso_fortran_env",
    "mpi",
    "mpi_f08",
    "omp_lib",
    "openacc",
];

/// Words with which statements begin that name nothing themselves, sorted.
#[rustfmt::skip]
const STATEMENTS: &[&str] = &[
    "abstract", "allocatable", "allocate", "assign", "associate", "asynchronous", "backspace", "bind", "block", "call",
    "case", "change", "class", "close", "codimension", "common", "concurrent", "contains", "contiguous", "continue",
    "critical", "cycle", "data", "deallocate", "default", "dimension", "do", "else", "elseif", "elsewhere", "endfile",
    "entry", "enumerator", "equivalence", "error", "event", "exit", "external", "fail", "final", "flush", "forall",
    "form", "format", "generic", "go", "goto", "if", "implicit", "import", "in", "inquire", "intent", "intrinsic",
    "is", "lock", "namelist", "none", "nullify", "open", "optional", "parameter", "pause", "pointer", "post", "print",
    "private", "procedure", "protected", "public", "rank", "read", "return", "rewind", "save", "select", "sequence",
    "stop", "sync", "target", "team", "then", "to", "type", "unlock", "value", "volatile", "wait", "where", "while",
    "write",
];

/// Words before the one that says what a procedure is, sorted.
const PREFIXES: &[&str] = &[
    "attributes",
    "character",
    "class",
    "complex",
    "double",
    "doubleprecision",
    "elemental",
    "impure",
    "integer",
    "logical",
    "module",
    "non_recursive",
    "precision",
    "pure",
    "real",
    "recursive",
    "simple",
    "type",
];

/// Words with which a declaration of a type begins, sorted.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "character", "class", "complex", "double", "doubleprecision", "integer", "logical", "procedure", "real", "type",
];

pub(super) fn is_there(name: &str) -> bool {
    crate::text::holds(INTRINSICS, name)
}

pub(super) fn is_outside(module: &str) -> bool {
    crate::text::holds(MODULES, module)
}

pub(super) fn begins_statement(word: &str) -> bool {
    crate::text::holds(STATEMENTS, word)
}

pub(super) fn is_prefix(word: &str) -> bool {
    crate::text::holds(PREFIXES, word)
}

pub(super) fn is_type(word: &str) -> bool {
    crate::text::holds(TYPES, word)
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        for list in [super::INTRINSICS, super::MODULES, super::STATEMENTS, super::PREFIXES, super::TYPES] {
            assert!(list.is_sorted());
        }
    }
}
