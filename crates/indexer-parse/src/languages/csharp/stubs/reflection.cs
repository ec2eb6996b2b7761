namespace System.Reflection;

public interface ICustomAttributeProvider { object[] GetCustomAttributes(bool inherit); }
public abstract class MemberInfo : ICustomAttributeProvider {
  public string Name { get; }
  public Type DeclaringType { get; }
  public Type ReflectedType { get; }
  public MemberTypes MemberType { get; }
  public Module Module { get; }
}
public class TypeInfo : Type { public Type AsType(); }
public abstract class MethodBase : MemberInfo {
  public ParameterInfo[] GetParameters();
  public Type[] GetGenericArguments();
  public object Invoke(object target, object[] arguments);
  public bool IsPublic { get; }
  public bool IsStatic { get; }
  public bool IsAbstract { get; }
  public bool IsVirtual { get; }
  public bool IsPrivate { get; }
}
public abstract class MethodInfo : MethodBase {
  public Type ReturnType { get; }
  public ParameterInfo ReturnParameter { get; }
  public MethodInfo GetBaseDefinition();
  public MethodInfo MakeGenericMethod(params Type[] arguments);
  public Delegate CreateDelegate(Type type);
}
public abstract class ConstructorInfo : MethodBase { }
public abstract class PropertyInfo : MemberInfo {
  public Type PropertyType { get; }
  public bool CanRead { get; }
  public bool CanWrite { get; }
  public MethodInfo GetMethod { get; }
  public MethodInfo SetMethod { get; }
  public MethodInfo GetGetMethod();
  public MethodInfo GetSetMethod();
  public ParameterInfo[] GetIndexParameters();
}
public abstract class FieldInfo : MemberInfo { public Type FieldType { get; } public bool IsStatic { get; } public bool IsPublic { get; } public bool IsInitOnly { get; } }
public abstract class EventInfo : MemberInfo { public Type EventHandlerType { get; } }
public class ParameterInfo { public string Name { get; } public Type ParameterType { get; } public int Position { get; } public object DefaultValue { get; } public bool HasDefaultValue { get; } public MemberInfo Member { get; } }
public abstract class Assembly { public string FullName { get; } public string Location { get; } public static Assembly GetExecutingAssembly(); public static Assembly GetEntryAssembly(); public static Assembly Load(string name); public AssemblyName GetName(); public Type[] GetTypes(); public Type[] GetExportedTypes(); public Type GetType(string name); }
public sealed class AssemblyName { public string Name { get; } public Version Version { get; } public string FullName { get; } }
public abstract class Module { }
public abstract class Binder { }
public enum BindingFlags { Default, IgnoreCase, DeclaredOnly, Instance, Static, Public, NonPublic, FlattenHierarchy }
public enum MemberTypes { Constructor, Event, Field, Method, Property, TypeInfo, Custom, NestedType, All }
public class TargetInvocationException : ApplicationException { }
public class AmbiguousMatchException : SystemException { }
public class DefaultMemberAttribute : Attribute { }
public class AssemblyVersionAttribute : Attribute { }
public class AssemblyFileVersionAttribute : Attribute { }
public class AssemblyTitleAttribute : Attribute { }
public class AssemblyDescriptionAttribute : Attribute { }
public class AssemblyCompanyAttribute : Attribute { }
public class AssemblyProductAttribute : Attribute { }
public class AssemblyCopyrightAttribute : Attribute { }
public class AssemblyTrademarkAttribute : Attribute { }
public class AssemblyCultureAttribute : Attribute { }
public class AssemblyConfigurationAttribute : Attribute { }
public class AssemblyInformationalVersionAttribute : Attribute { }
