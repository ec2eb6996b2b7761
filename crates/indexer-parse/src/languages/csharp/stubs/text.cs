namespace System.Text;

public sealed class StringBuilder {
  public int Length { get; set; }
  public int Capacity { get; set; }
  public char this[int index] { get; set; }
  public StringBuilder Append(object value);
  public StringBuilder AppendFormat(string format, params object[] parts);
  public StringBuilder AppendLine();
  public StringBuilder AppendLine(string line);
  public StringBuilder Clear();
  public StringBuilder Insert(int at, object value);
  public StringBuilder Remove(int at, int count);
  public StringBuilder Replace(string from, string to);
}
public abstract class Encoding {
  public static Encoding ASCII { get; }
  public static Encoding Default { get; }
  public static Encoding Unicode { get; }
  public static Encoding UTF8 { get; }
  public static Encoding UTF32 { get; }
  public static Encoding GetEncoding(string name);
  public byte[] GetBytes(string text);
  public string GetString(byte[] bytes);
  public int GetByteCount(string text);
}
public class UTF8Encoding : Encoding { }
public class ASCIIEncoding : Encoding { }
public class UnicodeEncoding : Encoding { }
public abstract class Decoder { }
public abstract class Encoder { }
