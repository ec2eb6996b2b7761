namespace System;

public class Object {
  public virtual bool Equals(object other);
  public static bool Equals(object a, object b);
  public virtual int GetHashCode();
  public Type GetType();
  protected object MemberwiseClone();
  public static bool ReferenceEquals(object a, object b);
  public virtual string ToString();
}
public class array·<T> : Collections.Generic.IList<T>, ICloneable {
  public int Length { get; }
  public long LongLength { get; }
  public int Rank { get; }
  public T this[int index] { get; set; }
  public object Clone();
  public void CopyTo(Array target, int index);
  public int GetLength(int dimension);
  public Collections.Generic.IEnumerator<T> GetEnumerator();
}
public abstract class Array {
  public int Length { get; }
  public static void Copy(Array from, Array to, int length);
  public static void Copy(Array from, int at, Array to, int where, int length);
  public static T[] Empty<T>();
  public static int IndexOf<T>(T[] array, T value);
  public static void Reverse(Array array);
  public static void Sort(Array array);
}
public abstract class ValueType { }
public abstract class Enum : ValueType {
  public bool HasFlag(Enum flag);
  public static object Parse(Type type, string text);
  public static string GetName(Type type, object value);
  public static string[] GetNames(Type type);
  public static Array GetValues(Type type);
  public static bool IsDefined(Type type, object value);
}
public sealed class String : IComparable, ICloneable, IConvertible, IComparable<string>, IEquatable<string>, Collections.Generic.IEnumerable<char> {
  public static string Empty;
  public char this[int index] { get; }
  public int Length { get; }
  public static int Compare(string a, string b);
  public static string Concat(params object[] parts);
  public int CompareTo(string other);
  public bool Contains(string part);
  public bool EndsWith(string end);
  public bool Equals(string other);
  public static bool Equals(string a, string b);
  public static string Format(string format, params object[] parts);
  public Collections.Generic.IEnumerator<char> GetEnumerator();
  public int IndexOf(string part);
  public int IndexOfAny(char[] any);
  public string Insert(int at, string part);
  public static string Intern(string text);
  public static bool IsNullOrEmpty(string text);
  public static bool IsNullOrWhiteSpace(string text);
  public static string Join(string separator, params object[] parts);
  public int LastIndexOf(string part);
  public string Normalize();
  public string PadLeft(int width);
  public string PadRight(int width);
  public string Remove(int from);
  public string Replace(string from, string to);
  public string[] Split(params char[] separators);
  public bool StartsWith(string start);
  public string Substring(int from);
  public char[] ToCharArray();
  public string ToLower();
  public string ToLowerInvariant();
  public string ToUpper();
  public string ToUpperInvariant();
  public string Trim();
  public string TrimEnd(params char[] any);
  public string TrimStart(params char[] any);
}
public struct Boolean : IComparable, IConvertible, IEquatable<bool> {
  public static bool Parse(string text);
}
public struct Char : IComparable, IConvertible, IEquatable<char> {
  public static bool IsDigit(char one);
  public static bool IsLetter(char one);
  public static bool IsLetterOrDigit(char one);
  public static bool IsLower(char one);
  public static bool IsUpper(char one);
  public static bool IsWhiteSpace(char one);
  public static char ToLower(char one);
  public static char ToLowerInvariant(char one);
  public static char ToUpper(char one);
  public static char ToUpperInvariant(char one);
}
public struct Byte : IComparable, IConvertible, IFormattable, IEquatable<byte> { }
public struct SByte : IComparable, IConvertible, IFormattable, IEquatable<sbyte> { }
public struct Int16 : IComparable, IConvertible, IFormattable, IEquatable<short> { }
public struct UInt16 : IComparable, IConvertible, IFormattable, IEquatable<ushort> { }
public struct Int32 : IComparable, IConvertible, IFormattable, IEquatable<int> {
  public static int Parse(string text);
}
public struct UInt32 : IComparable, IConvertible, IFormattable, IEquatable<uint> { }
public struct Int64 : IComparable, IConvertible, IFormattable, IEquatable<long> {
  public static long Parse(string text);
}
public struct UInt64 : IComparable, IConvertible, IFormattable, IEquatable<ulong> { }
public struct IntPtr { }
public struct UIntPtr { }
public struct Single : IComparable, IConvertible, IFormattable, IEquatable<float> { }
public struct Double : IComparable, IConvertible, IFormattable, IEquatable<double> {
  public static double Parse(string text);
}
public struct Decimal : IComparable, IConvertible, IFormattable, IEquatable<decimal> {
  public static decimal Parse(string text);
}
public struct Nullable<T> {
  public bool HasValue { get; }
  public T Value { get; }
  public T GetValueOrDefault();
  public T GetValueOrDefault(T other);
}
public struct DateTime : IComparable, IConvertible, IFormattable, IEquatable<DateTime> {
  public static DateTime MaxValue;
  public static DateTime MinValue;
  public static DateTime Now { get; }
  public static DateTime UtcNow { get; }
  public static DateTime Today { get; }
  public DateTime Date { get; }
  public TimeSpan TimeOfDay { get; }
  public DateTimeKind Kind { get; }
  public int Year { get; }
  public int Month { get; }
  public int Day { get; }
  public int Hour { get; }
  public int Minute { get; }
  public int Second { get; }
  public long Ticks { get; }
  public DateTime Add(TimeSpan span);
  public DateTime AddDays(double count);
  public DateTime AddHours(double count);
  public DateTime AddMinutes(double count);
  public DateTime AddSeconds(double count);
  public DateTime ToLocalTime();
  public DateTime ToUniversalTime();
}
public enum DateTimeKind { Unspecified, Utc, Local }
public struct DateTimeOffset : IComparable, IFormattable, IEquatable<DateTimeOffset> {
  public static DateTimeOffset MinValue;
  public static DateTimeOffset Now { get; }
  public static DateTimeOffset UtcNow { get; }
  public DateTime DateTime { get; }
  public DateTime UtcDateTime { get; }
  public DateTime LocalDateTime { get; }
  public TimeSpan Offset { get; }
  public DateTimeOffset ToLocalTime();
  public DateTimeOffset ToUniversalTime();
}
public struct DateOnly { }
public struct TimeOnly { }
public struct TimeSpan : IComparable, IFormattable, IEquatable<TimeSpan> {
  public static TimeSpan Zero;
  public static TimeSpan MaxValue;
  public static TimeSpan MinValue;
  public double TotalMilliseconds { get; }
  public double TotalSeconds { get; }
  public static TimeSpan FromDays(double count);
  public static TimeSpan FromHours(double count);
  public static TimeSpan FromMinutes(double count);
  public static TimeSpan FromMilliseconds(double count);
  public static TimeSpan FromSeconds(double count);
  public static TimeSpan FromTicks(long count);
  public TimeSpan Add(TimeSpan other);
}
public struct Guid : IComparable, IFormattable, IEquatable<Guid> {
  public static Guid Empty;
  public static Guid NewGuid();
  public static Guid Parse(string text);
  public byte[] ToByteArray();
}
public abstract class Type : Reflection.MemberInfo {
  public static Type[] EmptyTypes;
  public string FullName { get; }
  public string Namespace { get; }
  public string AssemblyQualifiedName { get; }
  public Type BaseType { get; }
  public Reflection.Assembly Assembly { get; }
  public Reflection.TypeInfo GetTypeInfo();
  public Type GetElementType();
  public Type[] GetGenericArguments();
  public Type GetGenericTypeDefinition();
  public Type[] GetInterfaces();
  public Type MakeGenericType(params Type[] arguments);
  public static Type GetType(string name);
  public Reflection.ConstructorInfo GetConstructor(Type[] types);
  public Reflection.ConstructorInfo[] GetConstructors();
  public Reflection.MethodInfo GetMethod(string name);
  public Reflection.MethodInfo[] GetMethods();
  public Reflection.PropertyInfo GetProperty(string name);
  public Reflection.PropertyInfo[] GetProperties();
  public Reflection.FieldInfo GetField(string name);
  public Reflection.FieldInfo[] GetFields();
  public bool IsAssignableFrom(Type other);
  public bool IsInstanceOfType(object value);
  public bool IsSubclassOf(Type other);
  public bool IsGenericType { get; }
  public bool IsInterface { get; }
  public bool IsAbstract { get; }
  public bool IsClass { get; }
  public bool IsEnum { get; }
  public bool IsArray { get; }
  public bool IsValueType { get; }
}
public class Exception {
  public virtual string Message { get; }
  public Exception InnerException { get; }
  public virtual string StackTrace { get; }
  public virtual string Source { get; set; }
  public virtual Collections.IDictionary Data { get; }
  public Reflection.MethodBase TargetSite { get; }
  public virtual Exception GetBaseException();
}
public class SystemException : Exception { }
public class ApplicationException : Exception { }
public class ArgumentException : SystemException { public virtual string ParamName { get; } }
public class ArgumentNullException : ArgumentException { }
public class ArgumentOutOfRangeException : ArgumentException { }
public class ArithmeticException : SystemException { }
public class AggregateException : Exception { }
public class DivideByZeroException : ArithmeticException { }
public class FormatException : SystemException { }
public class IndexOutOfRangeException : SystemException { }
public class InvalidCastException : SystemException { }
public class InvalidOperationException : SystemException { }
public class MissingMethodException : SystemException { }
public class NotImplementedException : SystemException { }
public class NotSupportedException : SystemException { }
public class NullReferenceException : SystemException { }
public class ObjectDisposedException : InvalidOperationException { }
public class OperationCanceledException : SystemException { }
public class OutOfMemoryException : SystemException { }
public class OverflowException : ArithmeticException { }
public class StackOverflowException : SystemException { }
public class TimeoutException : SystemException { }
public class TypeInitializationException : SystemException { }
public class UnauthorizedAccessException : SystemException { }
public class Uri {
  public string Host { get; }
  public string OriginalString { get; }
  public string Query { get; }
  public string Scheme { get; }
  public int Port { get; }
}
public class UriBuilder { }
public enum UriKind { RelativeOrAbsolute, Absolute, Relative }
public class Version { public int Major { get; } public int Minor { get; } }
public class Random { public int Next(); public int Next(int max); public double NextDouble(); }
public class Lazy<T> { public T Value { get; } public bool IsValueCreated { get; } }
public class WeakReference { public object Target { get; } public bool IsAlive { get; } }
public class Tuple<A, B> { public A Item1 { get; } public B Item2 { get; } }
public class Tuple<A, B, C> { public A Item1 { get; } public B Item2 { get; } public C Item3 { get; } }
public abstract class Attribute { }
public sealed class AttributeUsageAttribute : Attribute { }
public sealed class FlagsAttribute : Attribute { }
public sealed class ObsoleteAttribute : Attribute { }
public sealed class SerializableAttribute : Attribute { }
public sealed class NonSerializedAttribute : Attribute { }
public sealed class ThreadStaticAttribute : Attribute { }
public sealed class CLSCompliantAttribute : Attribute { }
public sealed class ParamArrayAttribute : Attribute { }
public enum AttributeTargets { All, Assembly, Class, Constructor, Delegate, Enum, Event, Field, GenericParameter, Interface, Method, Module, Parameter, Property, ReturnValue, Struct }
public static class Activator { public static object CreateInstance(Type type); public static T CreateInstance<T>(); }
public static class BitConverter { }
public static class Buffer { }
public static class Console {
  public static IO.TextWriter Out { get; }
  public static IO.TextWriter Error { get; }
  public static IO.TextReader In { get; }
  public static string ReadLine();
}
public static class Convert { }
public static class Environment { public static string NewLine { get; } }
public static class GC { }
public static class Math { }
public static class MathF { }
public static class Nullable { public static Type GetUnderlyingType(Type type); }
public static class AppContext { }
public class AppDomain { public static AppDomain CurrentDomain { get; } }
public abstract class Delegate { public Reflection.MethodInfo Method { get; } public object Target { get; } }
public abstract class MulticastDelegate : Delegate { }
public sealed class DBNull { public static DBNull Value; }
public class EventArgs { public static EventArgs Empty; }
public enum StringComparison { CurrentCulture, CurrentCultureIgnoreCase, InvariantCulture, InvariantCultureIgnoreCase, Ordinal, OrdinalIgnoreCase }
public abstract class StringComparer : Collections.Generic.IEqualityComparer<string> {
  public static StringComparer Ordinal { get; }
  public static StringComparer OrdinalIgnoreCase { get; }
  public static StringComparer InvariantCulture { get; }
  public static StringComparer InvariantCultureIgnoreCase { get; }
  public static StringComparer CurrentCulture { get; }
}
public enum StringSplitOptions { None, RemoveEmptyEntries, TrimEntries }
public enum TypeCode { Empty, Object, DBNull, Boolean, Char, SByte, Byte, Int16, UInt16, Int32, UInt32, Int64, UInt64, Single, Double, Decimal, DateTime, String }
public enum MidpointRounding { ToEven, AwayFromZero }
public enum DayOfWeek { Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday }
public struct RuntimeTypeHandle { }
public struct Span<T> { public int Length { get; } public T this[int index] { get; } }
public struct ReadOnlySpan<T> { public int Length { get; } public T this[int index] { get; } }
public struct Memory<T> { public int Length { get; } public Span<T> Span { get; } }
public struct ReadOnlyMemory<T> { public int Length { get; } public ReadOnlySpan<T> Span { get; } }
public struct ArraySegment<T> { public T[] Array { get; } public int Offset { get; } public int Count { get; } }
public interface ICloneable { object Clone(); }
public interface IComparable { int CompareTo(object other); }
public interface IComparable<T> { int CompareTo(T other); }
public interface IConvertible { TypeCode GetTypeCode(); }
public interface IDisposable { void Dispose(); }
public interface IAsyncDisposable { Threading.Tasks.ValueTask DisposeAsync(); }
public interface IEquatable<T> { bool Equals(T other); }
public interface IFormattable { string ToString(string format, IFormatProvider provider); }
public interface IFormatProvider { object GetFormat(Type type); }
public interface ICustomFormatter { string Format(string format, object value, IFormatProvider provider); }
public interface IServiceProvider { object GetService(Type type); }
public interface IProgress<T> { void Report(T value); }
public interface IObservable<T> { IDisposable Subscribe(IObserver<T> observer); }
public interface IObserver<T> { void OnNext(T value); void OnError(Exception error); void OnCompleted(); }
public delegate void Action();
public delegate void Action<A>(A a);
public delegate void Action<A, B>(A a, B b);
public delegate void Action<A, B, C>(A a, B b, C c);
public delegate void Action<A, B, C, D>(A a, B b, C c, D d);
public delegate R Func<R>();
public delegate R Func<A, R>(A a);
public delegate R Func<A, B, R>(A a, B b);
public delegate R Func<A, B, C, R>(A a, B b, C c);
public delegate R Func<A, B, C, D, R>(A a, B b, C c, D d);
public delegate bool Predicate<T>(T value);
public delegate int Comparison<T>(T a, T b);
public delegate R Converter<T, R>(T value);
public delegate void EventHandler(object sender, EventArgs e);
public delegate void EventHandler<T>(object sender, T e);
public delegate void AsyncCallback(IAsyncResult result);
public interface IAsyncResult { object AsyncState { get; } bool IsCompleted { get; } }
