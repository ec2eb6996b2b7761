package java.time;

public abstract class ZoneId {
  public static ZoneId of(String id);
  public static ZoneId systemDefault();
  public String getId();
}

public final class ZoneOffset extends ZoneId implements Comparable<ZoneOffset> {
  public static final ZoneOffset UTC;
  public static ZoneOffset ofHours(int hours);
  public static ZoneOffset ofTotalSeconds(int seconds);
  public int compareTo(ZoneOffset other);
  public int getTotalSeconds();
}

public final class Duration implements Comparable<Duration> {
  public static final Duration ZERO;
  public static Duration ofMillis(long count);
  public static Duration ofNanos(long count);
  public static Duration ofSeconds(long count);
  public int compareTo(Duration other);
  public int getNano();
  public long getSeconds();
  public boolean isNegative();
  public boolean isZero();
  public Duration minus(Duration other);
  public Duration plus(Duration other);
  public long toMillis();
  public long toNanos();
}

public final class Instant implements Comparable<Instant> {
  public static final Instant EPOCH;
  public static Instant now();
  public static Instant ofEpochMilli(long millis);
  public static Instant ofEpochSecond(long seconds);
  public int compareTo(Instant other);
  public long getEpochSecond();
  public int getNano();
  public boolean isAfter(Instant other);
  public boolean isBefore(Instant other);
  public Instant minus(Duration by);
  public Instant plus(Duration by);
  public long toEpochMilli();
}
