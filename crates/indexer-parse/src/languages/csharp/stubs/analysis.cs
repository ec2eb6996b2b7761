namespace System.Diagnostics.CodeAnalysis;

public sealed class AllowNullAttribute : Attribute { }
public sealed class DisallowNullAttribute : Attribute { }
public sealed class DoesNotReturnAttribute : Attribute { }
public sealed class DynamicallyAccessedMembersAttribute : Attribute { }
public sealed class ExcludeFromCodeCoverageAttribute : Attribute { }
public sealed class MaybeNullAttribute : Attribute { }
public sealed class MemberNotNullAttribute : Attribute { }
public sealed class NotNullAttribute : Attribute { }
public sealed class NotNullIfNotNullAttribute : Attribute { }
public sealed class NotNullWhenAttribute : Attribute { }
public sealed class RequiresDynamicCodeAttribute : Attribute { }
public sealed class RequiresUnreferencedCodeAttribute : Attribute { }
public sealed class SetsRequiredMembersAttribute : Attribute { }
public sealed class SuppressMessageAttribute : Attribute { }
public sealed class UnconditionalSuppressMessageAttribute : Attribute { }
