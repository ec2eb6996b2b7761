namespace System.Collections.ObjectModel;

public class Collection<T> : System.Collections.Generic.IList<T> { protected System.Collections.Generic.IList<T> Items { get; } public int Count { get; } public T this[int index] { get; set; } }
public class ReadOnlyCollection<T> : System.Collections.Generic.IReadOnlyList<T>, System.Collections.Generic.IList<T> { public int Count { get; } public T this[int index] { get; } }
public class ObservableCollection<T> : Collection<T> { }
public abstract class KeyedCollection<K, T> : Collection<T> { public T this[K key] { get; } public bool Contains(K key); public System.Collections.Generic.IEqualityComparer<K> Comparer { get; } protected System.Collections.Generic.IDictionary<K, T> Dictionary { get; } }
public class ReadOnlyDictionary<K, V> : System.Collections.Generic.IDictionary<K, V> { }
