namespace System.Diagnostics;

public static class Debug { }
public static class Trace { }
public class Debugger { }
public class Process : IDisposable { }
public class ProcessStartInfo { }
public class Stopwatch { public static Stopwatch StartNew(); public TimeSpan Elapsed { get; } public long ElapsedMilliseconds { get; } public long ElapsedTicks { get; } public void Start(); public void Stop(); public void Reset(); public void Restart(); }
public class StackTrace { }
public class StackFrame { }
public class TraceSource { }
public class TraceListener { }
public class Activity : IDisposable { public static Activity Current { get; } }
public class ActivitySource { }
public enum TraceLevel { Off, Error, Warning, Info, Verbose }
public enum TraceEventType { Critical, Error, Warning, Information, Verbose }
public class FileVersionInfo { }
public sealed class ConditionalAttribute : Attribute { }
public sealed class DebuggerDisplayAttribute : Attribute { }
public sealed class DebuggerStepThroughAttribute : Attribute { }
public sealed class DebuggerBrowsableAttribute : Attribute { }
public sealed class DebuggerNonUserCodeAttribute : Attribute { }
public sealed class DebuggerHiddenAttribute : Attribute { }
public enum DebuggerBrowsableState { Never, Collapsed, RootHidden }
public class UnreachableException : Exception { }
