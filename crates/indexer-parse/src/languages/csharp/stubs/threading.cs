namespace System.Threading;

public struct CancellationToken { public static CancellationToken None { get; } public bool IsCancellationRequested { get; } public bool CanBeCanceled { get; } public void ThrowIfCancellationRequested(); }
public class CancellationTokenSource : IDisposable { public CancellationToken Token { get; } public void Cancel(); public bool IsCancellationRequested { get; } }
public static class Interlocked { }
public static class Monitor { }
public static class Volatile { }
public sealed class Thread { public static Thread CurrentThread { get; } public CultureInfo CurrentCulture { get; set; } public void Start(); public void Join(); }
public static class ThreadPool { }
public static class Timeout { }
public class Timer : IDisposable { }
public class AsyncLocal<T> { public T Value { get; set; } }
public class ThreadLocal<T> { public T Value { get; set; } }
public class SemaphoreSlim : IDisposable { public Tasks.Task WaitAsync(); public int Release(); public void Wait(); }
public class ReaderWriterLockSlim : IDisposable { }
public abstract class WaitHandle : IDisposable { public virtual bool WaitOne(); }
public class EventWaitHandle : WaitHandle { public bool Set(); public bool Reset(); }
public class ManualResetEvent : EventWaitHandle { }
public class ManualResetEventSlim : IDisposable { public void Set(); public void Wait(); }
public class AutoResetEvent : EventWaitHandle { }
public class Mutex : WaitHandle { }
public class SynchronizationContext { }
