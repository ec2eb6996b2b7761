namespace System.Threading.Tasks;

public class Task : IAsyncResult, IDisposable {
  public static Task CompletedTask { get; }
  public AggregateException Exception { get; }
  public bool IsCanceled { get; }
  public bool IsCompleted { get; }
  public bool IsFaulted { get; }
  public TaskStatus Status { get; }
  public Task ConfigureAwait(bool same);
  public Task ContinueWith(Action<Task> next);
  public static Task Delay(int milliseconds);
  public static Task FromCanceled(CancellationToken token);
  public static Task<R> FromCanceled<R>(CancellationToken token);
  public static Task FromException(Exception error);
  public static Task<R> FromException<R>(Exception error);
  public static Task<R> FromResult<R>(R value);
  public static Task<R> Run<R>(Func<R> work);
  public void Wait();
  public static Task WhenAll(params Task[] all);
  public static Task<Task> WhenAny(params Task[] all);
}
public class Task<T> : Task {
  public T Result { get; }
  public Task<T> ConfigureAwait(bool same);
}
public struct ValueTask { public Task AsTask(); public ValueTask ConfigureAwait(bool same); }
public struct ValueTask<T> : Task<T> { public ValueTask<T> ConfigureAwait(bool same); }
public class TaskCompletionSource<T> { public Task<T> Task { get; } public void SetResult(T value); public bool TrySetResult(T value); }
public class TaskFactory { }
public abstract class TaskScheduler { }
public class TaskCanceledException : OperationCanceledException { }
public enum TaskStatus { Created, Running, RanToCompletion, Canceled, Faulted }
public static class Parallel { }
