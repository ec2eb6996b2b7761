namespace System.Collections;

public interface IEnumerator { object Current { get; } bool MoveNext(); void Reset(); }
public interface IEnumerable { IEnumerator GetEnumerator(); }
public interface ICollection : IEnumerable { int Count { get; } object SyncRoot { get; } void CopyTo(Array array, int at); }
public interface IList : ICollection {
  object this[int index] { get; set; }
  int Add(object item);
  void Clear();
  bool Contains(object item);
  int IndexOf(object item);
  void Insert(int index, object item);
  void Remove(object item);
  void RemoveAt(int index);
}
public interface IDictionary : ICollection {
  object this[object key] { get; set; }
  ICollection Keys { get; }
  ICollection Values { get; }
  void Add(object key, object value);
  bool Contains(object key);
}
public interface IComparer { int Compare(object a, object b); }
public interface IEqualityComparer { }
public interface IDictionaryEnumerator : IEnumerator { DictionaryEntry Entry { get; } object Key { get; } object Value { get; } }
public struct DictionaryEntry { public object Key { get; } public object Value { get; } }
public class ArrayList : IList { }
public class Hashtable : IDictionary { }
public class BitArray : ICollection { }
public class CollectionBase : IList { }
