namespace System.ComponentModel;

public interface IComponent : IDisposable { }
public interface INotifyPropertyChanged { }
public interface INotifyPropertyChanging { }
public interface ITypedList { }
public interface IBindingList { }
public interface ICustomTypeDescriptor { }
public interface ITypeDescriptorContext { }
public class TypeConverter { public bool CanConvertFrom(Type type); public bool CanConvertTo(Type type); public string ConvertToInvariantString(object value); public object ConvertFromInvariantString(string text); }
public abstract class MemberDescriptor { public virtual string Name { get; } public virtual string DisplayName { get; } }
public abstract class PropertyDescriptor : MemberDescriptor { public Type PropertyType { get; } }
public class PropertyDescriptorCollection { }
public class AttributeCollection { }
public class EventDescriptor { }
public class EventDescriptorCollection { }
public static class TypeDescriptor { public static TypeConverter GetConverter(Type type); public static PropertyDescriptorCollection GetProperties(object of); }
public class PropertyChangedEventArgs : EventArgs { public string PropertyName { get; } }
public class PropertyChangingEventArgs : EventArgs { public string PropertyName { get; } }
public delegate void PropertyChangedEventHandler(object sender, PropertyChangedEventArgs e);
public delegate void PropertyChangingEventHandler(object sender, PropertyChangingEventArgs e);
public class AddingNewEventArgs : EventArgs { public object NewObject { get; set; } }
public class ListChangedEventArgs : EventArgs { }
public delegate void AddingNewEventHandler(object sender, AddingNewEventArgs e);
public delegate void ListChangedEventHandler(object sender, ListChangedEventArgs e);
public class BrowsableAttribute : Attribute { }
public class DefaultValueAttribute : Attribute { public object Value { get; } }
public class DescriptionAttribute : Attribute { public string Description { get; } }
public class DisplayNameAttribute : Attribute { }
public class EditorBrowsableAttribute : Attribute { }
public enum EditorBrowsableState { Always, Never, Advanced }
public class TypeConverterAttribute : Attribute { }
public class Win32Exception : Exception { }
