//! What every shader has.

use super::super::c::expressions;
use crate::walk::Walk;
use indexer_core::ExprId;

/// Functions and types of the language, sorted; names that begin with `gl_` are its variables.
#[rustfmt::skip]
pub(super) const NAMES: &[&str] = &[
    "EmitMeshTasksEXT", "EmitStreamVertex", "EmitVertex", "EndPrimitive", "EndStreamPrimitive", "SetMeshOutputsEXT",
    "abs", "accelerationStructureEXT", "accelerationStructureNV", "acos", "acosh", "all", "allInvocations", "any",
    "anyInvocation", "asin", "asinh", "atan", "atanh", "atomicAdd", "atomicAnd", "atomicCompSwap", "atomicCounter",
    "atomicCounterDecrement", "atomicCounterIncrement", "atomicExchange", "atomicMax", "atomicMin", "atomicOr",
    "atomicXor", "atomic_uint", "barrier", "bitCount", "bitfieldExtract", "bitfieldInsert", "bitfieldReverse", "bool",
    "bvec2", "bvec3", "bvec4", "ceil", "clamp", "controlBarrier", "cos", "cosh", "cross", "dFdx", "dFdxCoarse",
    "dFdxFine", "dFdy", "dFdyCoarse", "dFdyFine", "debugPrintfEXT", "degrees", "determinant", "distance", "dmat2",
    "dmat2x2", "dmat2x3", "dmat2x4", "dmat3", "dmat3x2", "dmat3x3", "dmat3x4", "dmat4", "dmat4x2", "dmat4x3",
    "dmat4x4", "dot", "double", "dvec2", "dvec3", "dvec4", "equal", "executeCallableEXT", "exp", "exp2", "f16vec2",
    "f16vec3", "f16vec4", "faceforward", "findLSB", "findMSB", "float", "float16_t", "float32_t", "float64_t",
    "floatBitsToInt", "floatBitsToUint", "floor", "fma", "fract", "frexp", "ftransform", "fwidth", "fwidthCoarse",
    "fwidthFine", "greaterThan", "greaterThanEqual", "groupMemoryBarrier", "i64vec2", "ignoreIntersectionEXT",
    "iimage1D", "iimage1DArray", "iimage2D", "iimage2DArray", "iimage2DMS", "iimage2DMSArray", "iimage2DRect",
    "iimage3D", "iimageBuffer", "iimageCube", "iimageCubeArray", "image1D", "image1DArray", "image2D", "image2DArray",
    "image2DMS", "image2DMSArray", "image2DRect", "image3D", "imageAtomicAdd", "imageAtomicAnd",
    "imageAtomicCompSwap", "imageAtomicExchange", "imageAtomicMax", "imageAtomicMin", "imageAtomicOr",
    "imageAtomicXor", "imageBuffer", "imageCube", "imageCubeArray", "imageLoad", "imageSamples", "imageSize",
    "imageStore", "imulExtended", "int", "int16_t", "int32_t", "int64_t", "int8_t", "intBitsToFloat",
    "interpolateAtCentroid", "interpolateAtOffset", "interpolateAtSample", "inverse", "inversesqrt", "isampler1D",
    "isampler1DArray", "isampler2D", "isampler2DArray", "isampler2DMS", "isampler2DMSArray", "isampler2DRect",
    "isampler3D", "isamplerBuffer", "isamplerCube", "isamplerCubeArray", "isinf", "isnan", "isubpassInput",
    "isubpassInputMS", "itexture1D", "itexture1DArray", "itexture2D", "itexture2DArray", "itexture2DMS",
    "itexture2DMSArray", "itexture2DRect", "itexture3D", "itextureBuffer", "itextureCube", "itextureCubeArray",
    "ivec2", "ivec3", "ivec4", "ldexp", "length", "lessThan", "lessThanEqual", "log", "log2", "mat2", "mat2x2",
    "mat2x3", "mat2x4", "mat3", "mat3x2", "mat3x3", "mat3x4", "mat4", "mat4x2", "mat4x3", "mat4x4", "matrixCompMult",
    "max", "memoryBarrier", "memoryBarrierBuffer", "memoryBarrierImage", "memoryBarrierShared", "min", "mix", "mod",
    "modf", "noise1", "nonuniformEXT", "normalize", "not", "notEqual", "outerProduct", "packDouble2x32",
    "packHalf2x16", "packSnorm2x16", "packSnorm4x8", "packUnorm2x16", "packUnorm4x8", "pow", "radians",
    "rayQueryConfirmIntersectionEXT", "rayQueryEXT", "rayQueryGenerateIntersectionEXT",
    "rayQueryGetIntersectionBarycentricsEXT", "rayQueryGetIntersectionTEXT", "rayQueryGetIntersectionTypeEXT",
    "rayQueryInitializeEXT", "rayQueryProceedEXT", "rayQueryTerminateEXT", "reflect", "refract",
    "reportIntersectionEXT", "round", "roundEven", "sampler", "sampler1D", "sampler1DArray", "sampler1DArrayShadow",
    "sampler1DShadow", "sampler2D", "sampler2DArray", "sampler2DArrayShadow", "sampler2DMS", "sampler2DMSArray",
    "sampler2DRect", "sampler2DRectShadow", "sampler2DShadow", "sampler3D", "samplerBuffer", "samplerCube",
    "samplerCubeArray", "samplerCubeArrayShadow", "samplerCubeShadow", "samplerShadow", "shadow1D", "shadow2D",
    "shadow2DProj", "sign", "sin", "sinh", "smoothstep", "sqrt", "step", "subgroupAdd", "subgroupAll",
    "subgroupAllEqual", "subgroupAny", "subgroupBallot", "subgroupBarrier", "subgroupBroadcast",
    "subgroupBroadcastFirst", "subgroupElect", "subgroupExclusiveAdd", "subgroupInclusiveAdd", "subgroupMax",
    "subgroupMin", "subgroupShuffle", "subgroupShuffleXor", "subpassInput", "subpassInputMS", "subpassLoad", "tan",
    "tanh", "terminateRayEXT", "texelFetch", "texelFetchOffset", "texture", "texture1D", "texture1DArray",
    "texture2D", "texture2DArray", "texture2DLod", "texture2DMS", "texture2DMSArray", "texture2DProj",
    "texture2DRect", "texture3D", "textureBuffer", "textureCube", "textureCubeArray", "textureCubeLod",
    "textureGather", "textureGatherOffset", "textureGatherOffsets", "textureGrad", "textureGradOffset", "textureLod",
    "textureLodOffset", "textureOffset", "textureProj", "textureProjGrad", "textureProjLod", "textureQueryLevels",
    "textureQueryLod", "textureSamples", "textureSize", "traceRayEXT", "transpose", "trunc", "u16vec2", "u16vec4",
    "u64vec2", "u8vec2", "u8vec3", "u8vec4", "uaddCarry", "uimage1D", "uimage1DArray", "uimage2D", "uimage2DArray",
    "uimage2DMS", "uimage2DMSArray", "uimage2DRect", "uimage3D", "uimageBuffer", "uimageCube", "uimageCubeArray",
    "uint", "uint16_t", "uint32_t", "uint64_t", "uint8_t", "uintBitsToFloat", "umulExtended", "unpackDouble2x32",
    "unpackHalf2x16", "unpackSnorm2x16", "unpackSnorm4x8", "unpackUnorm2x16", "unpackUnorm4x8", "usampler1D",
    "usampler1DArray", "usampler2D", "usampler2DArray", "usampler2DMS", "usampler2DMSArray", "usampler2DRect",
    "usampler3D", "usamplerBuffer", "usamplerCube", "usamplerCubeArray", "usubBorrow", "usubpassInput",
    "usubpassInputMS", "utexture1D", "utexture1DArray", "utexture2D", "utexture2DArray", "utexture2DMS",
    "utexture2DMSArray", "utexture2DRect", "utexture3D", "utextureBuffer", "utextureCube", "utextureCubeArray",
    "uvec2", "uvec3", "uvec4", "vec2", "vec3", "vec4", "void",
];

/// True for a name of the language: it is no use of anything that a file declares.
fn is_given(name: &str) -> bool {
    name.starts_with("gl_") || name.starts_with("GL_") || crate::text::holds(NAMES, name)
}

/// A name that is used.
pub(super) fn identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    given(walk).unwrap_or_else(|| expressions::identifier(walk))
}

/// A type that is named.
pub(super) fn type_identifier(walk: &mut Walk<'_, '_>) -> ExprId {
    given(walk).unwrap_or_else(|| expressions::type_identifier(walk))
}

fn given(walk: &mut Walk<'_, '_>) -> Option<ExprId> {
    if !is_given(walk.text()) {
        return None;
    }
    walk.neither();
    Some(ExprId::UNKNOWN)
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_sorted() {
        assert!(super::NAMES.is_sorted());
    }
}
