namespace System.Runtime.InteropServices;

public sealed class ComVisibleAttribute : Attribute { }
public sealed class DllImportAttribute : Attribute { }
public sealed class GuidAttribute : Attribute { }
public sealed class StructLayoutAttribute : Attribute { }
public static class Marshal { }
public static class RuntimeInformation { public static string FrameworkDescription { get; } }
