package kotlin.annotation

annotation class MustBeDocumented
annotation class Repeatable
annotation class Retention(val value: AnnotationRetention)
annotation class Target(vararg val allowedTargets: AnnotationTarget)
enum class AnnotationRetention {
    SOURCE,
    BINARY,
    RUNTIME
}
enum class AnnotationTarget {
    CLASS,
    ANNOTATION_CLASS,
    TYPE_PARAMETER,
    PROPERTY,
    FIELD,
    LOCAL_VARIABLE,
    VALUE_PARAMETER,
    CONSTRUCTOR,
    FUNCTION,
    PROPERTY_GETTER,
    PROPERTY_SETTER,
    TYPE,
    EXPRESSION,
    FILE,
    TYPEALIAS
}
