package java.math;

public class BigInteger extends Number implements Comparable<BigInteger> {
  public static final BigInteger ONE;
  public static final BigInteger TEN;
  public static final BigInteger ZERO;
  public static BigInteger valueOf(long value);
  public BigInteger abs();
  public BigInteger add(BigInteger other);
  public int compareTo(BigInteger other);
  public BigInteger divide(BigInteger other);
  public int intValueExact();
  public long longValueExact();
  public BigInteger mod(BigInteger other);
  public BigInteger multiply(BigInteger other);
  public BigInteger negate();
  public BigInteger pow(int exponent);
  public int signum();
  public BigInteger subtract(BigInteger other);
  public byte[] toByteArray();
}

public class BigDecimal extends Number implements Comparable<BigDecimal> {
  public static final BigDecimal ONE;
  public static final BigDecimal TEN;
  public static final BigDecimal ZERO;
  public static BigDecimal valueOf(long value);
  public BigDecimal abs();
  public BigDecimal add(BigDecimal other);
  public int compareTo(BigDecimal other);
  public BigDecimal divide(BigDecimal other);
  public int intValueExact();
  public long longValueExact();
  public BigDecimal multiply(BigDecimal other);
  public BigDecimal negate();
  public int scale();
  public BigDecimal setScale(int scale);
  public int signum();
  public BigDecimal subtract(BigDecimal other);
  public BigInteger toBigInteger();
  public String toPlainString();
}
