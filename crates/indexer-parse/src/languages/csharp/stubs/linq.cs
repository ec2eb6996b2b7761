namespace System.Linq;

using System.Collections.Generic;

public interface IGrouping<K, T> : IEnumerable<T> { K Key { get; } }
public interface ILookup<K, T> : IEnumerable<IGrouping<K, T>> { IEnumerable<T> this[K key] { get; } }
public interface IOrderedEnumerable<T> : IEnumerable<T> { }
public interface IQueryable { Expressions.Expression Expression { get; } Type ElementType { get; } IQueryProvider Provider { get; } }
public interface IQueryable<T> : IEnumerable<T>, IQueryable { }
public interface IOrderedQueryable<T> : IQueryable<T> { }
public interface IQueryProvider { }
public static class Queryable { }
public static class Enumerable {
  public static T Aggregate<T>(this IEnumerable<T> of, Func<T, T, T> add);
  public static A Aggregate<T, A>(this IEnumerable<T> of, A from, Func<A, T, A> add);
  public static bool All<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static bool Any<T>(this IEnumerable<T> of);
  public static bool Any<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IEnumerable<T> Append<T>(this IEnumerable<T> of, T item);
  public static IEnumerable<T> AsEnumerable<T>(this IEnumerable<T> of);
  public static double Average<T>(this IEnumerable<T> of, Func<T, double> value);
  public static IEnumerable<R> Cast<R>(this System.Collections.IEnumerable of);
  public static IEnumerable<T> Concat<T>(this IEnumerable<T> of, IEnumerable<T> other);
  public static bool Contains<T>(this IEnumerable<T> of, T item);
  public static int Count<T>(this IEnumerable<T> of);
  public static int Count<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IEnumerable<T> DefaultIfEmpty<T>(this IEnumerable<T> of);
  public static IEnumerable<T> Distinct<T>(this IEnumerable<T> of);
  public static T ElementAt<T>(this IEnumerable<T> of, int index);
  public static T ElementAtOrDefault<T>(this IEnumerable<T> of, int index);
  public static IEnumerable<R> Empty<R>();
  public static IEnumerable<T> Except<T>(this IEnumerable<T> of, IEnumerable<T> other);
  public static T First<T>(this IEnumerable<T> of);
  public static T First<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static T FirstOrDefault<T>(this IEnumerable<T> of);
  public static T FirstOrDefault<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IEnumerable<IGrouping<K, T>> GroupBy<T, K>(this IEnumerable<T> of, Func<T, K> key);
  public static IEnumerable<T> Intersect<T>(this IEnumerable<T> of, IEnumerable<T> other);
  public static T Last<T>(this IEnumerable<T> of);
  public static T Last<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static T LastOrDefault<T>(this IEnumerable<T> of);
  public static T LastOrDefault<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static R Max<T, R>(this IEnumerable<T> of, Func<T, R> value);
  public static R Min<T, R>(this IEnumerable<T> of, Func<T, R> value);
  public static IEnumerable<R> OfType<R>(this System.Collections.IEnumerable of);
  public static IOrderedEnumerable<T> OrderBy<T, K>(this IEnumerable<T> of, Func<T, K> key);
  public static IOrderedEnumerable<T> OrderByDescending<T, K>(this IEnumerable<T> of, Func<T, K> key);
  public static IEnumerable<T> Prepend<T>(this IEnumerable<T> of, T item);
  public static IEnumerable<int> Range(int from, int count);
  public static IEnumerable<R> Repeat<R>(R item, int count);
  public static IEnumerable<T> Reverse<T>(this IEnumerable<T> of);
  public static IEnumerable<R> Select<T, R>(this IEnumerable<T> of, Func<T, R> make);
  public static IEnumerable<R> SelectMany<T, R>(this IEnumerable<T> of, Func<T, IEnumerable<R>> make);
  public static bool SequenceEqual<T>(this IEnumerable<T> of, IEnumerable<T> other);
  public static T Single<T>(this IEnumerable<T> of);
  public static T Single<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static T SingleOrDefault<T>(this IEnumerable<T> of);
  public static T SingleOrDefault<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IEnumerable<T> Skip<T>(this IEnumerable<T> of, int count);
  public static IEnumerable<T> SkipWhile<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static int Sum<T>(this IEnumerable<T> of, Func<T, int> value);
  public static IEnumerable<T> Take<T>(this IEnumerable<T> of, int count);
  public static IEnumerable<T> TakeWhile<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IOrderedEnumerable<T> ThenBy<T, K>(this IOrderedEnumerable<T> of, Func<T, K> key);
  public static IOrderedEnumerable<T> ThenByDescending<T, K>(this IOrderedEnumerable<T> of, Func<T, K> key);
  public static T[] ToArray<T>(this IEnumerable<T> of);
  public static Dictionary<K, T> ToDictionary<T, K>(this IEnumerable<T> of, Func<T, K> key);
  public static Dictionary<K, V> ToDictionary<T, K, V>(this IEnumerable<T> of, Func<T, K> key, Func<T, V> value);
  public static HashSet<T> ToHashSet<T>(this IEnumerable<T> of);
  public static List<T> ToList<T>(this IEnumerable<T> of);
  public static ILookup<K, T> ToLookup<T, K>(this IEnumerable<T> of, Func<T, K> key);
  public static IEnumerable<T> Union<T>(this IEnumerable<T> of, IEnumerable<T> other);
  public static IEnumerable<T> Where<T>(this IEnumerable<T> of, Func<T, bool> test);
  public static IEnumerable<T> Where<T>(this IEnumerable<T> of, Func<T, int, bool> test);
  public static IEnumerable<R> Zip<A, B, R>(this IEnumerable<A> of, IEnumerable<B> other, Func<A, B, R> make);
}
