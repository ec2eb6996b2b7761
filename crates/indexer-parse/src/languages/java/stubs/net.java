package java.net;

public final class URI implements Comparable<URI> {
  public static URI create(String text);
  public String getAuthority();
  public String getFragment();
  public String getHost();
  public String getPath();
  public int getPort();
  public String getQuery();
  public String getScheme();
  public boolean isAbsolute();
  public URI normalize();
  public URI relativize(URI other);
  public URI resolve(String path);
  public String toASCIIString();
  public URL toURL();
}

public final class URL {
  public String getFile();
  public String getHost();
  public String getPath();
  public int getPort();
  public String getProtocol();
  public String getQuery();
  public String toExternalForm();
  public URI toURI();
}

public class InetAddress {
  public static InetAddress getByName(String host);
  public static InetAddress getLocalHost();
  public static InetAddress getLoopbackAddress();
  public byte[] getAddress();
  public String getCanonicalHostName();
  public String getHostAddress();
  public String getHostName();
  public boolean isLoopbackAddress();
}
