//! What the linker must know: as for C++, with what the compiler lets every file see.

use crate::languages::cpp;
use indexer_core::LinkRules;

pub(super) const RULES: LinkRules = LinkRules { implicit, implied_packages: &["cuda"], ..cpp::link::RULES };

/// Types of which there are vectors of one to four.
#[rustfmt::skip]
const OF_VECTORS: &[&str] = &[
    "char", "double", "float", "int", "long", "longlong", "short", "uchar", "uint", "ulong", "ulonglong", "ushort",
];

/// Names that begin like families of functions: each has one for many types, widths or orders.
#[rustfmt::skip]
const FAMILIES: &[&str] = &[
    "__ballot", "__match_", "__nanosleep", "__reduce_", "__shfl", "__syncthreads", "__syncwarp", "__threadfence",
    "atomicAdd", "atomicAnd", "atomicCAS", "atomicDec", "atomicExch", "atomicInc", "atomicMax", "atomicMin", "atomicOr",
    "atomicSub", "atomicXor", "surf1D", "surf2D", "surf3D", "surfCubemap", "tex1D", "tex2D", "tex3D", "texCubemap",
];

/// Other names, sorted.
#[rustfmt::skip]
const OTHERS: &[&str] = &[
    "__activemask", "__all_sync", "__any_sync", "__brev", "__clz", "__clzll", "__cosf", "__expf", "__fdividef", "__ffs", "__ffsll",
    "__float2int_rn", "__fmul_rn", "__int_as_float", "__ldg", "__log2f", "__logf", "__mul24", "__popc", "__popcll", "__powf",
    "__saturatef", "__sincosf", "__sinf", "__trap", "__umul24", "__umulhi", "blockDim", "blockIdx", "clock64",
    "dim3", "gridDim", "rsqrtf", "threadIdx", "warpSize",
];

/// What the runtime declares, whose header the compiler includes unasked.
fn implicit(name: &str) -> Option<&'static str> {
    let is_upper = |rest: &str| rest.starts_with(|first: char| first.is_ascii_uppercase());
    let is_given = name.strip_prefix("cuda").is_some_and(is_upper)
        || is_vector(name.strip_prefix("make_").unwrap_or(name))
        || FAMILIES.iter().any(|family| name.starts_with(family))
        || OTHERS.contains(&name);
    if is_given { Some("cuda") } else { (cpp::link::RULES.implicit)(name) }
}

fn is_vector(name: &str) -> bool {
    let of = name.strip_suffix(['1', '2', '3', '4']);
    of.is_some_and(|of| OF_VECTORS.contains(&of))
}
