package java.lang;

public class Object {
  public boolean equals(Object other);
  public int hashCode();
  public String toString();
  public final Class getClass();
}
