package java.util.stream;

public interface Stream<T> {
  static <U> Stream<U> of(U... items);
  static <U> Stream<U> empty();
  static <U> Stream<U> concat(Stream<? extends U> a, Stream<? extends U> b);
  boolean allMatch(Predicate<? super T> predicate);
  boolean anyMatch(Predicate<? super T> predicate);
  boolean noneMatch(Predicate<? super T> predicate);
  <R> R collect(Object collector);
  long count();
  Stream<T> distinct();
  Stream<T> filter(Predicate<? super T> predicate);
  Optional<T> findAny();
  Optional<T> findFirst();
  <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> function);
  void forEach(Consumer<? super T> action);
  void forEachOrdered(Consumer<? super T> action);
  Stream<T> limit(long count);
  <R> Stream<R> map(Function<? super T, ? extends R> function);
  Object mapToInt(ToIntFunction<? super T> function);
  Optional<T> max(Comparator<? super T> order);
  Optional<T> min(Comparator<? super T> order);
  Stream<T> onClose(Runnable action);
  Stream<T> peek(Consumer<? super T> action);
  Stream<T> skip(long count);
  Stream<T> sorted();
  List<T> toList();
  Iterator<T> iterator();
}
