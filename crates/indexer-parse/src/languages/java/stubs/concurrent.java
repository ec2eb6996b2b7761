package java.util.concurrent;

public interface ConcurrentMap<K, V> extends Map<K, V> {}
public class ConcurrentHashMap<K, V> implements ConcurrentMap<K, V> {}
public class CopyOnWriteArrayList<E> implements List<E> {}
public class CopyOnWriteArraySet<E> implements Set<E> {}
public interface BlockingQueue<E> extends Queue<E> {
  E take();
  void put(E item);
}
public class LinkedBlockingQueue<E> implements BlockingQueue<E> {}
public class ArrayBlockingQueue<E> implements BlockingQueue<E> {}
public class ConcurrentLinkedQueue<E> implements Queue<E> {}
public class ConcurrentLinkedDeque<E> implements Deque<E> {}

public interface Callable<V> {
  V call();
}

public interface Future<V> {
  V get();
  boolean cancel(boolean interrupt);
  boolean isDone();
  boolean isCancelled();
}

public class CompletableFuture<T> implements Future<T> {
  public T join();
  public boolean complete(T value);
  public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action);
  public static <U> CompletableFuture<U> completedFuture(U value);
  public static <U> CompletableFuture<U> supplyAsync(Supplier<U> supplier);
  public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> function);
  public <U> CompletableFuture<U> thenCompose(Function<? super T, CompletableFuture<U>> function);
}
