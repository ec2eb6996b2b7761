namespace System.Runtime.CompilerServices;

public sealed class CallerMemberNameAttribute : Attribute { }
public sealed class CallerFilePathAttribute : Attribute { }
public sealed class CompilerGeneratedAttribute : Attribute { }
public sealed class ExtensionAttribute : Attribute { }
public sealed class InternalsVisibleToAttribute : Attribute { }
public sealed class MethodImplAttribute : Attribute { }
public enum MethodImplOptions { NoInlining, AggressiveInlining, Synchronized }
public class ConditionalWeakTable<K, V> { public V GetValue(K key, Func<K, V> make); }
public static class RuntimeHelpers { }
public class CallSite { }
public class CallSite<T> : CallSite { public T Target; public static CallSite<T> Create(CallSiteBinder binder); }
public abstract class CallSiteBinder { }
public static class Unsafe { }
