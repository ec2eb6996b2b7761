package kotlin.jvm

annotation class JvmField
annotation class JvmName(val name: String)
annotation class JvmOverloads
annotation class JvmStatic
annotation class JvmSynthetic
annotation class JvmInline
annotation class JvmMultifileClass
annotation class JvmSuppressWildcards
annotation class JvmWildcard
annotation class JvmDefault
annotation class JvmRecord
annotation class Synchronized
annotation class Strictfp
annotation class Throws(vararg val exceptionClasses: Any)
annotation class Transient
annotation class Volatile
annotation class PurelyImplements
