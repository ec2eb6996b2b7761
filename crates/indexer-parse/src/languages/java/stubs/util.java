package java.util;

public interface Iterator<E> {
  boolean hasNext();
  E next();
  void remove();
}

public interface ListIterator<E> extends Iterator<E> {
  E previous();
}

public interface Enumeration<E> {
  boolean hasMoreElements();
  E nextElement();
}

public interface Collection<E> extends Iterable<E> {
  boolean add(E item);
  boolean addAll(Collection<? extends E> items);
  void clear();
  boolean contains(Object item);
  boolean isEmpty();
  boolean remove(Object item);
  boolean removeIf(Predicate<? super E> filter);
  int size();
  Stream<E> stream();
  Stream<E> parallelStream();
  <T> T[] toArray(T[] array);
}

public interface List<E> extends Collection<E> {
  E get(int index);
  E getFirst();
  E getLast();
  int indexOf(Object item);
  ListIterator<E> listIterator();
  E remove(int index);
  E set(int index, E item);
  void sort(Comparator<? super E> order);
  List<E> subList(int from, int to);
  List<E> reversed();
  static <T> List<T> of(T... items);
  static <T> List<T> copyOf(Collection<? extends T> items);
}

public abstract class AbstractCollection<E> implements Collection<E> {}
public abstract class AbstractList<E> extends AbstractCollection<E> implements List<E> {
  protected int modCount;
}
public class ArrayList<E> extends AbstractList<E> {}
public class Vector<E> implements List<E> {}

public class LinkedList<E> implements List<E>, Deque<E> {}

public interface Set<E> extends Collection<E> {
  static <T> Set<T> of(T... items);
  static <T> Set<T> copyOf(Collection<? extends T> items);
}

public interface SortedSet<E> extends Set<E> {
  E first();
  E last();
}

public interface NavigableSet<E> extends SortedSet<E> {}
public class HashSet<E> implements Set<E> {}
public class LinkedHashSet<E> implements Set<E> {}
public class TreeSet<E> implements NavigableSet<E> {}
public class EnumSet<E> implements Set<E> {
  public static <T> EnumSet<T> of(T first, T... rest);
  public static <T> EnumSet<T> allOf(Class<T> type);
  public static <T> EnumSet<T> noneOf(Class<T> type);
}

public interface Queue<E> extends Collection<E> {
  E element();
  boolean offer(E item);
  E peek();
  E poll();
  E remove();
}

public interface Deque<E> extends Queue<E> {
  void addFirst(E item);
  void addLast(E item);
  E getFirst();
  E getLast();
  E peekFirst();
  E peekLast();
  E pollFirst();
  E pollLast();
  E pop();
  void push(E item);
  E removeFirst();
  E removeLast();
}

public class ArrayDeque<E> implements Deque<E> {}
public class PriorityQueue<E> implements Queue<E> {}
public class Stack<E> extends Vector<E> {
  public E peek();
  public E pop();
  public E push(E item);
}

public interface Map<K, V> {
  void clear();
  V compute(K key, BiFunction<? super K, ? super V, ? extends V> function);
  V computeIfAbsent(K key, Function<? super K, ? extends V> function);
  V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function);
  boolean containsKey(Object key);
  boolean containsValue(Object value);
  Set<Entry<K, V>> entrySet();
  void forEach(BiConsumer<? super K, ? super V> action);
  V get(Object key);
  V getOrDefault(Object key, V other);
  boolean isEmpty();
  Set<K> keySet();
  V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function);
  V put(K key, V value);
  void putAll(Map<? extends K, ? extends V> items);
  V putIfAbsent(K key, V value);
  V remove(Object key);
  V replace(K key, V value);
  int size();
  Collection<V> values();
  static <A, B> Map<A, B> of(A key, B value);
  static <A, B> Map<A, B> copyOf(Map<? extends A, ? extends B> items);
  static <A, B> Entry<A, B> entry(A key, B value);

  interface Entry<K, V> {
    K getKey();
    V getValue();
    V setValue(V value);
  }
}

public interface SortedMap<K, V> extends Map<K, V> {
  K firstKey();
  K lastKey();
}

public interface NavigableMap<K, V> extends SortedMap<K, V> {}
public class HashMap<K, V> implements Map<K, V> {}
public class LinkedHashMap<K, V> extends HashMap<K, V> {}
public class TreeMap<K, V> implements NavigableMap<K, V> {}
public class EnumMap<K, V> implements Map<K, V> {}
public class IdentityHashMap<K, V> implements Map<K, V> {}
public class WeakHashMap<K, V> implements Map<K, V> {}
public class Hashtable<K, V> implements Map<K, V> {}
public class Properties extends Hashtable<Object, Object> {
  public String getProperty(String key);
}

public final class Optional<T> {
  public static <U> Optional<U> empty();
  public static <U> Optional<U> of(U value);
  public static <U> Optional<U> ofNullable(U value);
  public Optional<T> filter(Predicate<? super T> predicate);
  public <U> Optional<U> flatMap(Function<? super T, Optional<U>> function);
  public T get();
  public void ifPresent(Consumer<? super T> action);
  public boolean isEmpty();
  public boolean isPresent();
  public <U> Optional<U> map(Function<? super T, ? extends U> function);
  public T orElse(T other);
  public T orElseGet(Supplier<? extends T> supplier);
  public T orElseThrow();
  public Stream<T> stream();
}

public interface Comparator<T> {
  int compare(T a, T b);
  default Comparator<T> reversed() {}
}

public class Collections {
  public static <T> List<T> emptyList();
  public static <K, V> Map<K, V> emptyMap();
  public static <T> Set<T> emptySet();
  public static <T> List<T> singletonList(T item);
  public static <K, V> Map<K, V> singletonMap(K key, V value);
  public static <T> Set<T> singleton(T item);
  public static <T> List<T> synchronizedList(List<T> list);
  public static <K, V> Map<K, V> synchronizedMap(Map<K, V> map);
  public static <T> Collection<T> unmodifiableCollection(Collection<? extends T> items);
  public static <T> List<T> unmodifiableList(List<? extends T> list);
  public static <K, V> Map<K, V> unmodifiableMap(Map<? extends K, ? extends V> map);
  public static <T> Set<T> unmodifiableSet(Set<? extends T> items);
}

public class Arrays {
  public static <T> List<T> asList(T... items);
  public static <T> T[] copyOf(T[] array, int length);
  public static <T> T[] copyOfRange(T[] array, int from, int to);
  public static <T> Stream<T> stream(T[] array);
}

public final class Objects {
  public static <T> T requireNonNull(T value, String message);
  public static <T> T requireNonNullElse(T value, T other);
}

public class ServiceLoader<S> implements Iterable<S> {
  public static <T> ServiceLoader<T> load(Class<T> type);
}

public final class Currency {
  public static Currency getInstance(String code);
  public String getCurrencyCode();
  public String getDisplayName();
  public String getSymbol();
}

public final class Locale {
  public static final Locale ENGLISH;
  public static final Locale ROOT;
  public static final Locale US;
  public static Locale forLanguageTag(String tag);
  public static Locale getDefault();
  public String getCountry();
  public String getDisplayName();
  public String getLanguage();
  public String getVariant();
  public String toLanguageTag();
}

public final class UUID implements Comparable<UUID> {
  public static UUID fromString(String text);
  public static UUID randomUUID();
  public int compareTo(UUID other);
  public long getLeastSignificantBits();
  public long getMostSignificantBits();
}
