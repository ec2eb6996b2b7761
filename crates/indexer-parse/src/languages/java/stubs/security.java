package java.security;

public interface Principal {
  String getName();
}

public interface Key {
  String getAlgorithm();
  byte[] getEncoded();
  String getFormat();
}

public abstract class MessageDigest {
  public static MessageDigest getInstance(String algorithm);
  public byte[] digest();
  public String getAlgorithm();
  public int getDigestLength();
  public void reset();
  public void update(byte[] bytes);
}
