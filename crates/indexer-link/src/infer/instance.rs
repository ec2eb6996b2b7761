//! Types, their instances and receivers: one as the other.

use crate::value::{Args, TypeId, Value};

/// A type as an instance of it.
pub(crate) fn as_instance(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::Instance(id, args),
        Value::Metatype(id, args) => Value::Type(id, args),
        Value::ReceiverType(id, args) => Value::Receiver(id, args),
        Value::External(text) => Value::Instance(TypeId::External(text), Args::NONE),
        Value::Module(..) | Value::Namespace(..) | Value::Folder(_) => Value::Unknown,
        other => other,
    }
}

/// An instance as its type.
pub(crate) fn as_type(value: Value) -> Value {
    match value {
        Value::Instance(id, args) | Value::Receiver(id, args) => Value::Type(id, args),
        other => other,
    }
}

/// A type as what it is an instance of itself.
pub(crate) fn as_metatype(value: Value) -> Value {
    match value {
        Value::Type(id, args) | Value::ReceiverType(id, args) => Value::Metatype(id, args),
        _ => Value::Unknown,
    }
}

pub(crate) fn as_receiver_type(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::ReceiverType(id, args),
        other => other,
    }
}

pub(crate) fn as_receiver(value: Value) -> Value {
    match value {
        Value::Type(id, args) => Value::Receiver(id, args),
        other => other,
    }
}

/// A receiver as what a call puts in its place: an instance.
pub(crate) fn as_instance_of(receiver: Value) -> Value {
    match receiver {
        Value::Type(id, args) => Value::Instance(id, args),
        Value::ReceiverType(id, args) => Value::Receiver(id, args),
        Value::Super(sym) => Value::Receiver(TypeId::Def(sym), Args::NONE),
        Value::Variant(..) => receiver,
        other => other,
    }
}

/// A value as it is bound to a type parameter.
pub(crate) fn as_plain(value: Value) -> Value {
    match value {
        Value::Receiver(id, args) => Value::Instance(id, args),
        other => other,
    }
}
