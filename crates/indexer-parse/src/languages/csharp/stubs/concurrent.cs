namespace System.Collections.Concurrent;

public class ConcurrentDictionary<K, V> : System.Collections.Generic.IDictionary<K, V> {
  public V this[K key] { get; set; }
  public V AddOrUpdate(K key, V value, Func<K, V, V> update);
  public V GetOrAdd(K key, Func<K, V> make);
  public bool TryAdd(K key, V value);
  public bool TryRemove(K key, out V value);
}
public class ConcurrentQueue<T> : System.Collections.Generic.IReadOnlyCollection<T> { public void Enqueue(T item); public bool TryDequeue(out T item); }
public class ConcurrentBag<T> : System.Collections.Generic.IReadOnlyCollection<T> { public void Add(T item); }
public class ConcurrentStack<T> : System.Collections.Generic.IReadOnlyCollection<T> { public void Push(T item); }
public class BlockingCollection<T> : System.Collections.Generic.IReadOnlyCollection<T> { public void Add(T item); public T Take(); }
