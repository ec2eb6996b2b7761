package java.lang;

public class Object {
  public boolean equals(Object other);
  public int hashCode();
  public String toString();
  public final Class<?> getClass();
  public final void notify();
  public final void notifyAll();
  public final void wait();
  protected Object clone();
  protected void finalize();
}

public class array·<T> {
  public final int length;
  public T element·();
  public array·<T> clone();
}

public final class String implements CharSequence, Comparable<String> {
  public char charAt(int index);
  public int compareTo(String other);
  public String concat(String other);
  public boolean contains(CharSequence part);
  public boolean endsWith(String end);
  public boolean equalsIgnoreCase(String other);
  public static String format(String format, Object... args);
  public String formatted(Object... args);
  public byte[] getBytes();
  public int indexOf(String part);
  public boolean isBlank();
  public boolean isEmpty();
  public static String join(CharSequence separator, Object... parts);
  public int lastIndexOf(String part);
  public int length();
  public Stream<String> lines();
  public boolean matches(String pattern);
  public String repeat(int count);
  public String replace(CharSequence from, CharSequence to);
  public String replaceAll(String pattern, String to);
  public String[] split(String pattern);
  public boolean startsWith(String start);
  public String strip();
  public String substring(int from, int to);
  public char[] toCharArray();
  public String toLowerCase();
  public String toUpperCase();
  public String trim();
  public static String valueOf(Object value);
}

public interface CharSequence {
  int length();
  char charAt(int index);
  CharSequence subSequence(int from, int to);
}

public interface Comparable<T> {
  int compareTo(T other);
}

public interface Iterable<T> {
  Iterator<T> iterator();
  default void forEach(Consumer<? super T> action) {}
}

public interface Runnable {
  void run();
}

public interface AutoCloseable {
  void close();
}

public final class Class<T> {
  public T cast(Object object);
  public ClassLoader getClassLoader();
  public Class<?> getComponentType();
  public T[] getEnumConstants();
  public array·<Class<?>> getInterfaces();
  public String getName();
  public String getPackageName();
  public String getSimpleName();
  public Class<? super T> getSuperclass();
  public String getTypeName();
  public boolean isAssignableFrom(Class<?> other);
  public boolean isInstance(Object object);
  public boolean isInterface();
  public T newInstance();
}

public class ClassLoader {
  public Class<?> loadClass(String name);
}

public abstract class Enum<E> implements Comparable<E> {
  public final String name();
  public final int ordinal();
  public final Class<E> getDeclaringClass();
  public static array·<E> values();
  public static E valueOf(String name);
}

public class Throwable {
  public Throwable fillInStackTrace();
  public Throwable getCause();
  public String getLocalizedMessage();
  public String getMessage();
  public StackTraceElement[] getStackTrace();
  public Throwable[] getSuppressed();
  public Throwable initCause(Throwable cause);
  public void printStackTrace();
  public void addSuppressed(Throwable other);
  public void setStackTrace(StackTraceElement[] trace);
}

public class Exception extends Throwable {}
public class RuntimeException extends Exception {}
public class Error extends Throwable {}
public class IllegalArgumentException extends RuntimeException {}
public class IllegalStateException extends RuntimeException {}
public class UnsupportedOperationException extends RuntimeException {}
public class NullPointerException extends RuntimeException {}

public final class StringBuilder implements CharSequence {
  public StringBuilder append(Object value);
  public StringBuilder insert(int at, Object value);
  public StringBuilder delete(int from, int to);
  public StringBuilder deleteCharAt(int at);
  public StringBuilder reverse();
  public int length();
  public void setLength(int length);
}

public class ThreadLocal<T> {
  public T get();
  public void set(T value);
  public void remove();
  public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier);
}

public class Thread implements Runnable {
  public static Thread currentThread();
  public ClassLoader getContextClassLoader();
  public final String getName();
}

public class Integer implements Comparable<Integer> {
  public int intValue();
  public static int parseInt(String text);
  public static Integer valueOf(int value);
}
public class Long implements Comparable<Long> {
  public static Long valueOf(long value);
}
public class Boolean {
  public boolean booleanValue();
  public static Boolean valueOf(boolean value);
}
public class Double {}
public class Float {}
public class Short {}
public class Byte {}
public class Character {}
public class Number {}
public class Void {}
