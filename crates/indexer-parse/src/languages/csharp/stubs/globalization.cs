namespace System.Globalization;

public class CultureInfo : IFormatProvider {
  public static CultureInfo CurrentCulture { get; set; }
  public static CultureInfo CurrentUICulture { get; set; }
  public static CultureInfo InvariantCulture { get; }
  public string Name { get; }
  public NumberFormatInfo NumberFormat { get; }
  public DateTimeFormatInfo DateTimeFormat { get; }
  public TextInfo TextInfo { get; }
  public static CultureInfo GetCultureInfo(string name);
}
public sealed class NumberFormatInfo : IFormatProvider { public static NumberFormatInfo InvariantInfo { get; } }
public sealed class DateTimeFormatInfo : IFormatProvider { public static DateTimeFormatInfo InvariantInfo { get; } }
public class TextInfo { public string ToTitleCase(string text); }
public class Calendar { }
public enum NumberStyles { None, Any, Integer, Float, Number, HexNumber, AllowThousands, AllowDecimalPoint, AllowLeadingSign, AllowExponent }
public enum DateTimeStyles { None, RoundtripKind, AssumeLocal, AssumeUniversal, AdjustToUniversal, AllowWhiteSpaces }
public enum UnicodeCategory { UppercaseLetter, LowercaseLetter, Surrogate, OtherNotAssigned }
