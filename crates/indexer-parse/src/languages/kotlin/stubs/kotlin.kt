package kotlin

open class Any {
    open fun equals(other: Any?): Boolean
    open fun hashCode(): Int
    open fun toString(): String
}

object Unit
class Nothing

interface Comparable<T> {
    fun compareTo(other: T): Int
}
interface Annotation
interface AutoCloseable {
    fun close()
}
interface Function<R>
interface Lazy<T> {
    val value: T
    fun getValue(): T
    fun isInitialized(): Boolean
}

interface CharSequence {
    val length: Int
    fun get(index: Int): Char
    fun subSequence(startIndex: Int, endIndex: Int): CharSequence
}

class String : Comparable<String>, CharSequence {
    fun plus(other: Any?): String
}

abstract class Number {
    fun toByte(): Byte
    fun toChar(): Char
    fun toDouble(): Double
    fun toFloat(): Float
    fun toInt(): Int
    fun toLong(): Long
    fun toShort(): Short
    fun toUByte(): UByte
    fun toUInt(): UInt
    fun toULong(): ULong
}

class Boolean : Comparable<Boolean> {
    fun and(other: Boolean): Boolean
    fun not(): Boolean
    fun or(other: Boolean): Boolean
    fun xor(other: Boolean): Boolean
}

class Char : Comparable<Char> {
    val code: Int
    fun toChar(): Char
    fun toInt(): Int
    fun minus(other: Int): Char
    fun plus(other: Int): Char
    fun rangeTo(other: Char): CharRange
}

class Byte : Number, Comparable<Byte> {
    fun plus(other: Int): Int
    fun minus(other: Int): Int
    fun times(other: Int): Int
    fun div(other: Int): Int
    fun rem(other: Int): Int
}
class Short : Number, Comparable<Short> {
    fun plus(other: Int): Int
    fun minus(other: Int): Int
    fun times(other: Int): Int
    fun div(other: Int): Int
    fun rem(other: Int): Int
}
class Int : Number, Comparable<Int> {
    fun and(other: Int): Int
    fun or(other: Int): Int
    fun xor(other: Int): Int
    fun inv(): Int
    fun shl(bitCount: Int): Int
    fun shr(bitCount: Int): Int
    fun ushr(bitCount: Int): Int
    fun plus(other: Int): Int
    fun plus(other: Long): Long
    fun plus(other: Double): Double
    fun minus(other: Int): Int
    fun minus(other: Long): Long
    fun minus(other: Double): Double
    fun times(other: Int): Int
    fun times(other: Long): Long
    fun times(other: Double): Double
    fun div(other: Int): Int
    fun div(other: Long): Long
    fun div(other: Double): Double
    fun rem(other: Int): Int
    fun rem(other: Long): Long
    fun rangeTo(other: Int): IntRange
    fun rangeUntil(other: Int): IntRange
    fun coerceAtLeast(minimumValue: Int): Int
    fun coerceAtMost(maximumValue: Int): Int
    fun coerceIn(minimumValue: Int, maximumValue: Int): Int
    fun until(to: Int): IntRange
    fun downTo(to: Int): IntRange
    fun countOneBits(): Int
    fun countLeadingZeroBits(): Int
    fun countTrailingZeroBits(): Int
    companion object {
        const val MAX_VALUE: Int
        const val MIN_VALUE: Int
        const val SIZE_BITS: Int
        const val SIZE_BYTES: Int
    }
}
class Long : Number, Comparable<Long> {
    fun and(other: Long): Long
    fun or(other: Long): Long
    fun xor(other: Long): Long
    fun inv(): Long
    fun shl(bitCount: Int): Long
    fun shr(bitCount: Int): Long
    fun ushr(bitCount: Int): Long
    fun plus(other: Long): Long
    fun minus(other: Long): Long
    fun times(other: Long): Long
    fun div(other: Long): Long
    fun rem(other: Long): Long
    fun rangeTo(other: Long): LongRange
    fun rangeUntil(other: Long): LongRange
    fun coerceAtLeast(minimumValue: Long): Long
    fun coerceAtMost(maximumValue: Long): Long
    fun coerceIn(minimumValue: Long, maximumValue: Long): Long
    fun until(to: Long): LongRange
    fun downTo(to: Long): LongRange
    fun countOneBits(): Int
    fun countLeadingZeroBits(): Int
    fun countTrailingZeroBits(): Int
    companion object {
        const val MAX_VALUE: Long
        const val MIN_VALUE: Long
        const val SIZE_BITS: Int
        const val SIZE_BYTES: Int
    }
}
class Float : Number, Comparable<Float> {
    fun plus(other: Float): Float
    fun minus(other: Float): Float
    fun times(other: Float): Float
    fun div(other: Float): Float
    fun rem(other: Float): Float
}
class Double : Number, Comparable<Double> {
    fun plus(other: Double): Double
    fun minus(other: Double): Double
    fun times(other: Double): Double
    fun div(other: Double): Double
    fun rem(other: Double): Double
    fun isNaN(): Boolean
}
class UByte : Comparable<UByte>
class UShort : Comparable<UShort>
class UInt : Comparable<UInt>
class ULong : Comparable<ULong>

class Array<T>(size: Int, init: (Int) -> T) : Iterable<T> {
    val size: Int
    fun get(index: Int): T
    fun set(index: Int, value: T)
    fun iterator(): Iterator<T>
}
class ByteArray(size: Int) : Iterable<Byte> {
    val size: Int
    fun get(index: Int): Byte
    fun set(index: Int, value: Byte)
    fun iterator(): Iterator<Byte>
}
class ShortArray(size: Int) : Iterable<Short> {
    val size: Int
    fun get(index: Int): Short
    fun set(index: Int, value: Short)
    fun iterator(): Iterator<Short>
}
class IntArray(size: Int) : Iterable<Int> {
    val size: Int
    fun get(index: Int): Int
    fun set(index: Int, value: Int)
    fun iterator(): Iterator<Int>
}
class LongArray(size: Int) : Iterable<Long> {
    val size: Int
    fun get(index: Int): Long
    fun set(index: Int, value: Long)
    fun iterator(): Iterator<Long>
}
class FloatArray(size: Int) : Iterable<Float> {
    val size: Int
    fun get(index: Int): Float
    fun set(index: Int, value: Float)
}
class DoubleArray(size: Int) : Iterable<Double> {
    val size: Int
    fun get(index: Int): Double
    fun set(index: Int, value: Double)
}
class CharArray(size: Int) : Iterable<Char> {
    val size: Int
    fun get(index: Int): Char
    fun set(index: Int, value: Char)
}
class BooleanArray(size: Int) : Iterable<Boolean> {
    val size: Int
    fun get(index: Int): Boolean
    fun set(index: Int, value: Boolean)
}

class Pair<A, B>(val first: A, val second: B) {
    fun toList(): List<A>
}
class Triple<A, B, C>(val first: A, val second: B, val third: C)

class Result<T> {
    val isFailure: Boolean
    val isSuccess: Boolean
    fun exceptionOrNull(): Throwable?
    fun getOrNull(): T?
    fun getOrThrow(): T
    companion object {
        fun <T> failure(exception: Throwable): Result<T>
        fun <T> success(value: T): Result<T>
    }
}

open class Throwable(open val message: String? = null, open val cause: Throwable? = null) {
    fun addSuppressed(exception: Throwable)
    fun printStackTrace()
    fun stackTraceToString(): String
    val stackTrace: Array<Any>
    val suppressedExceptions: List<Throwable>
}
open class Error(message: String? = null, cause: Throwable? = null) : Throwable(message, cause)
open class Exception(message: String? = null, cause: Throwable? = null) : Throwable(message, cause)
open class RuntimeException(message: String? = null, cause: Throwable? = null) : Exception(message, cause)
open class IllegalArgumentException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class IllegalStateException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class IndexOutOfBoundsException(message: String? = null) : RuntimeException(message)
open class UnsupportedOperationException(message: String? = null, cause: Throwable? = null) : RuntimeException(message, cause)
open class NumberFormatException(message: String? = null) : IllegalArgumentException(message)
open class NullPointerException(message: String? = null) : RuntimeException(message)
open class ClassCastException(message: String? = null) : RuntimeException(message)
open class AssertionError(message: Any? = null, cause: Throwable? = null) : Error()
open class NoSuchElementException(message: String? = null) : RuntimeException(message)
open class ConcurrentModificationException(message: String? = null) : RuntimeException(message)
open class ArithmeticException(message: String? = null) : RuntimeException(message)
open class NotImplementedError(message: String? = null) : Error(message)

annotation class Deprecated(val message: String, val replaceWith: ReplaceWith, val level: DeprecationLevel)
annotation class ReplaceWith(val expression: String, vararg val imports: String)
annotation class OptIn(vararg val markerClass: Any)
annotation class RequiresOptIn(val message: String, val level: Any)
annotation class Suppress(vararg val names: String)
annotation class PublishedApi
annotation class SinceKotlin(val version: String)
annotation class DslMarker
annotation class ExperimentalUnsignedTypes
annotation class OverloadResolutionByLambdaReturnType
annotation class ExperimentalStdlibApi
annotation class UnsafeVariance
enum class DeprecationLevel {
    WARNING,
    ERROR,
    HIDDEN
}
enum class LazyThreadSafetyMode {
    SYNCHRONIZED,
    PUBLICATION,
    NONE
}

fun <T, R> T.let(block: (T) -> R): R
fun <T> T.also(block: (T) -> Unit): T
fun <T> T.apply(block: T.() -> Unit): T
fun <T, R> T.run(block: T.() -> R): R
fun <R> run(block: () -> R): R
fun <T, R> with(receiver: T, block: T.() -> R): R
fun <T> T.takeIf(predicate: (T) -> Boolean): T?
fun <T> T.takeUnless(predicate: (T) -> Boolean): T?
fun <A, B> A.to(that: B): Pair<A, B>
fun <T, R> T.runCatching(block: T.() -> R): Result<R>
fun <R> runCatching(block: () -> R): Result<R>
fun <T> Result<T>.onFailure(action: (Throwable) -> Unit): Result<T>
fun <T> Result<T>.onSuccess(action: (T) -> Unit): Result<T>
fun <T> Result<T>.getOrElse(onFailure: (Throwable) -> T): T
fun <T> Result<T>.getOrDefault(defaultValue: T): T
fun <T> lazy(initializer: () -> T): Lazy<T>
fun <T> lazy(mode: LazyThreadSafetyMode, initializer: () -> T): Lazy<T>
fun <T> lazyOf(value: T): Lazy<T>
fun repeat(times: Int, action: (Int) -> Unit)
fun <T : AutoCloseable?, R> T.use(block: (T) -> R): R
fun require(value: Boolean, lazyMessage: () -> Any)
fun require(value: Boolean)
fun check(value: Boolean, lazyMessage: () -> Any)
fun check(value: Boolean)
fun <T> requireNotNull(value: T?, lazyMessage: () -> Any): T
fun <T> requireNotNull(value: T?): T
fun <T> checkNotNull(value: T?, lazyMessage: () -> Any): T
fun <T> checkNotNull(value: T?): T
fun assert(value: Boolean)
fun assert(value: Boolean, lazyMessage: () -> Any)
fun error(message: Any) = null
fun TODO(reason: String) = null
fun TODO() = null
fun <T> arrayOf(vararg elements: T): Array<T>
fun <T> arrayOfNulls(size: Int): Array<T>
fun <T> emptyArray(): Array<T>
fun byteArrayOf(vararg elements: Byte): ByteArray
fun shortArrayOf(vararg elements: Short): ShortArray
fun intArrayOf(vararg elements: Int): IntArray
fun longArrayOf(vararg elements: Long): LongArray
fun charArrayOf(vararg elements: Char): CharArray
fun booleanArrayOf(vararg elements: Boolean): BooleanArray
fun doubleArrayOf(vararg elements: Double): DoubleArray
fun floatArrayOf(vararg elements: Float): FloatArray
