//! What is used without a reference in C#.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "Main Dispose Finalize GetEnumerator MoveNext Current Deconstruct GetAwaiter Add Awake Start Update \
                FixedUpdate LateUpdate OnEnable OnDisable OnDestroy OnValidate Reset OnGUI EqualityContract \
                PrintMembers Slice Count Length IsExternalInit ModuleInitializerAttribute IsUnmanagedAttribute \
                RequiredMemberAttribute CompilerFeatureRequiredAttribute SetsRequiredMembersAttribute \
                CallerArgumentExpressionAttribute EmbeddedAttribute InterceptsLocationAttribute",
    marks: "extern partial",
    lookups: "GetMethod GetField GetProperty GetType GetNestedType InvokeMember nameof GetMethods GetFields",
    computed: "GetMethod( GetField( GetProperty(",
    ..Conventions::BASE
};
