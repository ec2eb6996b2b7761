namespace System.Runtime.Serialization;

public interface ISerializable { void GetObjectData(SerializationInfo info, StreamingContext context); }
public interface IFormatterConverter { }
public sealed class SerializationInfo : System.Collections.Generic.IEnumerable<SerializationEntry> { }
public struct SerializationEntry { public string Name { get; } public object Value { get; } public Type ObjectType { get; } }
public struct StreamingContext { public object Context { get; } }
public enum StreamingContextStates { All, File, Persistence, Remoting }
public class SerializationException : SystemException { }
public abstract class SerializationBinder { }
public class FormatterConverter : IFormatterConverter { }
public sealed class DataContractAttribute : Attribute { public string Name { get; set; } public bool IsReference { get; set; } }
public sealed class DataMemberAttribute : Attribute { public string Name { get; set; } public int Order { get; set; } public bool IsRequired { get; set; } public bool EmitDefaultValue { get; set; } }
public sealed class EnumMemberAttribute : Attribute { public string Value { get; set; } }
public sealed class IgnoreDataMemberAttribute : Attribute { }
public sealed class KnownTypeAttribute : Attribute { }
public sealed class OnDeserializedAttribute : Attribute { }
public sealed class OnDeserializingAttribute : Attribute { }
public sealed class OnSerializedAttribute : Attribute { }
public sealed class OnSerializingAttribute : Attribute { }
