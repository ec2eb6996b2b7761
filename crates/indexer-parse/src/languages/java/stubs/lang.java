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

public abstract class Number implements Serializable {
  public byte byteValue();
  public short shortValue();
  public int intValue();
  public long longValue();
  public float floatValue();
  public double doubleValue();
}

public final class Byte extends Number implements Comparable<Byte> {
  public static final byte MAX_VALUE;
  public static final byte MIN_VALUE;
  public static int compare(byte one, byte other);
  public int compareTo(Byte other);
  public static byte parseByte(String text);
  public static String toString(byte value);
  public static Byte valueOf(byte value);
}

public final class Short extends Number implements Comparable<Short> {
  public static final short MAX_VALUE;
  public static final short MIN_VALUE;
  public static int compare(short one, short other);
  public int compareTo(Short other);
  public static short parseShort(String text);
  public static String toString(short value);
  public static Short valueOf(short value);
}

public final class Integer extends Number implements Comparable<Integer> {
  public static final int MAX_VALUE;
  public static final int MIN_VALUE;
  public static int compare(int one, int other);
  public int compareTo(Integer other);
  public static int parseInt(String text);
  public static String toString(int value);
  public static Integer valueOf(int value);
  public static int bitCount(int value);
  public static int max(int one, int other);
  public static int min(int one, int other);
  public static int signum(int value);
  public static int sum(int one, int other);
  public static String toBinaryString(int value);
  public static String toHexString(int value);
}

public final class Long extends Number implements Comparable<Long> {
  public static final long MAX_VALUE;
  public static final long MIN_VALUE;
  public static int compare(long one, long other);
  public int compareTo(Long other);
  public static long parseLong(String text);
  public static String toString(long value);
  public static Long valueOf(long value);
  public static int bitCount(long value);
  public static long max(long one, long other);
  public static long min(long one, long other);
  public static int signum(long value);
  public static long sum(long one, long other);
  public static String toBinaryString(long value);
  public static String toHexString(long value);
}

public final class Float extends Number implements Comparable<Float> {
  public static final float MAX_VALUE;
  public static final float MIN_VALUE;
  public static int compare(float one, float other);
  public int compareTo(Float other);
  public static float parseFloat(String text);
  public static String toString(float value);
  public static Float valueOf(float value);
  public static final float NaN;
  public static final float NEGATIVE_INFINITY;
  public static final float POSITIVE_INFINITY;
  public static boolean isFinite(float value);
  public static boolean isInfinite(float value);
  public boolean isInfinite();
  public static boolean isNaN(float value);
  public boolean isNaN();
  public static int floatToIntBits(float value);
  public static float intBitsToFloat(int bits);
}

public final class Double extends Number implements Comparable<Double> {
  public static final double MAX_VALUE;
  public static final double MIN_VALUE;
  public static int compare(double one, double other);
  public int compareTo(Double other);
  public static double parseDouble(String text);
  public static String toString(double value);
  public static Double valueOf(double value);
  public static final double NaN;
  public static final double NEGATIVE_INFINITY;
  public static final double POSITIVE_INFINITY;
  public static boolean isFinite(double value);
  public static boolean isInfinite(double value);
  public boolean isInfinite();
  public static boolean isNaN(double value);
  public boolean isNaN();
  public static long doubleToLongBits(double value);
  public static double longBitsToDouble(long bits);
}

public final class Boolean implements Serializable, Comparable<Boolean> {
  public static final Boolean FALSE;
  public static final Boolean TRUE;
  public boolean booleanValue();
  public static int compare(boolean one, boolean other);
  public static boolean parseBoolean(String text);
  public static String toString(boolean value);
  public static Boolean valueOf(boolean value);
}

public final class Character implements Serializable, Comparable<Character> {
  public static final char MAX_VALUE;
  public static final char MIN_VALUE;
  public char charValue();
  public static int compare(char one, char other);
  public static int getNumericValue(char one);
  public static boolean isDigit(char one);
  public static boolean isLetter(char one);
  public static boolean isLetterOrDigit(char one);
  public static boolean isLowerCase(char one);
  public static boolean isUpperCase(char one);
  public static boolean isWhitespace(char one);
  public static String toString(char one);
  public static char[] toChars(int one);
  public static Character valueOf(char one);
}

public final class Math {
  public static final double E;
  public static final double PI;
  public static double ceil(double value);
  public static double floor(double value);
  public static int floorMod(int one, int other);
  public static double pow(double base, double exponent);
  public static double random();
  public static double rint(double value);
  public static double sqrt(double value);
  public static int toIntExact(long value);
}

public final class System {
  public static long currentTimeMillis();
  public static String getProperty(String name);
  public static String getenv(String name);
  public static int identityHashCode(Object of);
  public static String lineSeparator();
  public static long nanoTime();
}

public class Void {}
