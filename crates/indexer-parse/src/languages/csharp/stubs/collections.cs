namespace System.Collections.Generic;

public interface IEnumerator<T> : IDisposable { T Current { get; } bool MoveNext(); void Reset(); }
public interface IEnumerable<T> : IEnumerable { IEnumerator<T> GetEnumerator(); }
public interface IAsyncEnumerator<T> { T Current { get; } }
public interface IAsyncEnumerable<T> { IEnumerator<T> GetEnumerator(); }
public interface ICollection<T> : IEnumerable<T> {
  int Count { get; }
  bool IsReadOnly { get; }
  void Add(T item);
  void Clear();
  bool Contains(T item);
  void CopyTo(T[] array, int at);
  bool Remove(T item);
}
public interface IReadOnlyCollection<T> : IEnumerable<T> { int Count { get; } }
public interface IList<T> : ICollection<T> {
  T this[int index] { get; set; }
  int IndexOf(T item);
  void Insert(int index, T item);
  void RemoveAt(int index);
}
public interface IReadOnlyList<T> : IReadOnlyCollection<T> { T this[int index] { get; } }
public interface ISet<T> : ICollection<T> { void UnionWith(IEnumerable<T> other); }
public interface IDictionary<K, V> : ICollection<KeyValuePair<K, V>> {
  V this[K key] { get; set; }
  ICollection<K> Keys { get; }
  ICollection<V> Values { get; }
  void Add(K key, V value);
  bool ContainsKey(K key);
  bool Remove(K key);
  bool TryGetValue(K key, out V value);
}
public interface IReadOnlyDictionary<K, V> : IReadOnlyCollection<KeyValuePair<K, V>> {
  V this[K key] { get; }
  IEnumerable<K> Keys { get; }
  IEnumerable<V> Values { get; }
  bool ContainsKey(K key);
  bool TryGetValue(K key, out V value);
}
public interface IComparer<T> { int Compare(T a, T b); }
public interface IEqualityComparer<T> { bool Equals(T a, T b); int GetHashCode(T value); }
public abstract class Comparer<T> : IComparer<T> { public static Comparer<T> Default { get; } }
public abstract class EqualityComparer<T> : IEqualityComparer<T> { public static EqualityComparer<T> Default { get; } }
public struct KeyValuePair<K, V> { public K Key { get; } public V Value { get; } }
public static class KeyValuePair { }
public class List<T> : IList<T>, IReadOnlyList<T> {
  public T this[int index] { get; set; }
  public int Count { get; }
  public int Capacity { get; set; }
  public IEnumerator<T> GetEnumerator();
  public void AddRange(IEnumerable<T> items);
  public System.Collections.ObjectModel.ReadOnlyCollection<T> AsReadOnly();
  public int BinarySearch(T item);
  public bool Exists(Predicate<T> test);
  public T Find(Predicate<T> test);
  public List<T> FindAll(Predicate<T> test);
  public int FindIndex(Predicate<T> test);
  public T FindLast(Predicate<T> test);
  public void ForEach(Action<T> action);
  public List<T> GetRange(int at, int count);
  public void InsertRange(int at, IEnumerable<T> items);
  public int RemoveAll(Predicate<T> test);
  public void RemoveRange(int at, int count);
  public void Reverse();
  public void Sort();
  public T[] ToArray();
  public bool TrueForAll(Predicate<T> test);
}
public class Dictionary<K, V> : IDictionary<K, V>, IReadOnlyDictionary<K, V> {
  public IEqualityComparer<K> Comparer { get; }
  public V this[K key] { get; set; }
  public int Count { get; }
  public ICollection<K> Keys { get; }
  public ICollection<V> Values { get; }
  public bool ContainsValue(V value);
  public bool TryAdd(K key, V value);
  public IEnumerator<KeyValuePair<K, V>> GetEnumerator();
}
public class SortedDictionary<K, V> : IDictionary<K, V> { }
public class SortedList<K, V> : IDictionary<K, V> { }
public class HashSet<T> : ISet<T> { public bool Add(T item); public int RemoveWhere(Predicate<T> test); }
public class SortedSet<T> : ISet<T> { }
public class LinkedList<T> : ICollection<T> { public LinkedListNode<T> First { get; } public LinkedListNode<T> Last { get; } }
public class LinkedListNode<T> { public T Value { get; set; } public LinkedListNode<T> Next { get; } public LinkedListNode<T> Previous { get; } }
public class Queue<T> : IReadOnlyCollection<T> { public void Enqueue(T item); public T Dequeue(); public T Peek(); public int Count { get; } }
public class Stack<T> : IReadOnlyCollection<T> { public void Push(T item); public T Pop(); public T Peek(); public int Count { get; } }
public class KeyNotFoundException : SystemException { }
