namespace System.IO;

public abstract class Stream : IDisposable {
  public static Stream Null;
  public virtual long Length { get; }
  public virtual long Position { get; set; }
  public virtual bool CanRead { get; }
  public virtual bool CanSeek { get; }
  public virtual bool CanWrite { get; }
  public void Close();
  public void CopyTo(Stream target);
  public void Dispose();
  public virtual void Flush();
  public virtual int ReadByte();
  public virtual void WriteByte(byte one);
}
public class MemoryStream : Stream { public byte[] ToArray(); public byte[] GetBuffer(); }
public class FileStream : Stream { public string Name { get; } }
public class BufferedStream : Stream { }
public abstract class TextReader : IDisposable {
  public void Close();
  public void Dispose();
  public virtual int Peek();
  public virtual string ReadLine();
  public virtual string ReadToEnd();
}
public abstract class TextWriter : IDisposable {
  public static TextWriter Null;
  public virtual string NewLine { get; set; }
  public virtual IFormatProvider FormatProvider { get; }
  public void Close();
  public void Dispose();
  public virtual void Flush();
}
public class StreamReader : TextReader { public Stream BaseStream { get; } public bool EndOfStream { get; } }
public class StreamWriter : TextWriter { public Stream BaseStream { get; } public bool AutoFlush { get; set; } }
public class StringReader : TextReader { }
public class StringWriter : TextWriter { public Text.StringBuilder GetStringBuilder(); }
public class BinaryReader : IDisposable { public Stream BaseStream { get; } public byte[] ReadBytes(int count); }
public class BinaryWriter : IDisposable { public Stream BaseStream { get; } }
public static class File { public static string ReadAllText(string path); public static string[] ReadAllLines(string path); public static bool Exists(string path); public static StreamReader OpenText(string path); }
public static class Directory { public static bool Exists(string path); }
public static class Path { public static string Combine(params string[] parts); public static string GetFileName(string path); public static string GetDirectoryName(string path); public static string GetFullPath(string path); public static string GetExtension(string path); }
public abstract class FileSystemInfo { public string FullName { get; } public string Name { get; } public bool Exists { get; } }
public class FileInfo : FileSystemInfo { public DirectoryInfo Directory { get; } public long Length { get; } }
public class DirectoryInfo : FileSystemInfo { public DirectoryInfo Parent { get; } public FileInfo[] GetFiles(); }
public class IOException : SystemException { }
public class FileNotFoundException : IOException { }
public class DirectoryNotFoundException : IOException { }
public class EndOfStreamException : IOException { }
public class InvalidDataException : SystemException { }
public enum FileMode { CreateNew, Create, Open, OpenOrCreate, Truncate, Append }
public enum FileAccess { Read, Write, ReadWrite }
public enum FileShare { None, Read, Write, ReadWrite, Delete }
public enum SeekOrigin { Begin, Current, End }
