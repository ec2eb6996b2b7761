package java.util.concurrent.atomic;

public class AtomicReference<V> {
  public V get();
  public void set(V value);
  public V getAndSet(V value);
  public boolean compareAndSet(V expected, V value);
}

public class AtomicBoolean {
  public boolean get();
  public void set(boolean value);
  public boolean getAndSet(boolean value);
  public boolean compareAndSet(boolean expected, boolean value);
}

public class AtomicInteger extends Number {
  public int get();
  public void set(int value);
  public int addAndGet(int more);
  public int decrementAndGet();
  public int getAndAdd(int more);
  public int getAndDecrement();
  public int getAndIncrement();
  public int getAndSet(int value);
  public int incrementAndGet();
  public boolean compareAndSet(int expected, int value);
}

public class AtomicLong extends Number {
  public long get();
  public void set(long value);
  public long addAndGet(long more);
  public long decrementAndGet();
  public long getAndAdd(long more);
  public long getAndDecrement();
  public long getAndIncrement();
  public long getAndSet(long value);
  public long incrementAndGet();
  public boolean compareAndSet(long expected, long value);
}

public class AtomicIntegerArray {
  public int get(int index);
  public int length();
}

public class AtomicLongArray {
  public long get(int index);
  public int length();
}
