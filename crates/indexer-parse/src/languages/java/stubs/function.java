package java.util.function;

public interface Function<T, R> {
  R apply(T value);
}

public interface BiFunction<T, U, R> {
  R apply(T a, U b);
}

public interface UnaryOperator<T> {
  T apply(T value);
}

public interface BinaryOperator<T> {
  T apply(T a, T b);
}

public interface Supplier<T> {
  T get();
}

public interface Consumer<T> {
  void accept(T value);
}

public interface BiConsumer<T, U> {
  void accept(T a, U b);
}

public interface Predicate<T> {
  boolean test(T value);
}

public interface BiPredicate<T, U> {
  boolean test(T a, U b);
}

public interface ToIntFunction<T> {
  int applyAsInt(T value);
}

public interface ToLongFunction<T> {
  long applyAsLong(T value);
}

public interface IntFunction<R> {
  R apply(int value);
}
