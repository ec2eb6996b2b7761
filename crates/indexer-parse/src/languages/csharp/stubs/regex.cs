namespace System.Text.RegularExpressions;

public class Regex {
  public static string Escape(string text);
  public bool IsMatch(string text);
  public Match Match(string text);
  public MatchCollection Matches(string text);
  public string Replace(string text, string with);
  public RegexOptions Options { get; }
}
public class Capture { public int Index { get; } public int Length { get; } public string Value { get; } }
public class Group : Capture { public bool Success { get; } public string Name { get; } }
public class Match : Group { public GroupCollection Groups { get; } public Match NextMatch(); }
public class GroupCollection : System.Collections.Generic.IEnumerable<Group> { public Group this[string name] { get; } }
public class MatchCollection : System.Collections.Generic.IEnumerable<Match> { public Match this[int at] { get; } public int Count { get; } }
public enum RegexOptions { None, IgnoreCase, Multiline, ExplicitCapture, Compiled, Singleline, IgnorePatternWhitespace, RightToLeft, ECMAScript, CultureInvariant }
public delegate string MatchEvaluator(Match match);
