package kotlin.text

interface Appendable {
    fun append(value: Any?): Appendable
}
class StringBuilder : CharSequence, Appendable {
    fun append(value: Any?): StringBuilder
    fun appendLine(value: Any?): StringBuilder
    fun clear(): StringBuilder
    fun deleteAt(index: Int): StringBuilder
    fun insert(index: Int, value: Any?): StringBuilder
    fun reverse(): StringBuilder
    fun setLength(newLength: Int)
    fun toString(): String
}
class Regex(val pattern: String) {
    fun containsMatchIn(input: CharSequence): Boolean
    fun find(input: CharSequence): MatchResult?
    fun findAll(input: CharSequence): Sequence<MatchResult>
    fun matchEntire(input: CharSequence): MatchResult?
    fun matches(input: CharSequence): Boolean
    fun replace(input: CharSequence, replacement: String): String
    fun split(input: CharSequence): List<String>
}
interface MatchResult {
    val groupValues: List<String>
    val range: IntRange
    val value: String
}
class Charset
object Charsets {
    val UTF_8: Charset
    val UTF_16: Charset
    val UTF_16BE: Charset
    val UTF_16LE: Charset
    val UTF_32BE: Charset
    val UTF_32LE: Charset
    val ISO_8859_1: Charset
    val US_ASCII: Charset
}
class CharacterCodingException(message: String?) : Exception(message)

fun buildString(builderAction: StringBuilder.() -> Unit): String
fun buildString(capacity: Int, builderAction: StringBuilder.() -> Unit): String
fun String(chars: CharArray): String
fun String(bytes: ByteArray, charset: Charset): String
fun CharSequence.isEmpty(): Boolean
fun CharSequence.isNotEmpty(): Boolean
fun CharSequence.isBlank(): Boolean
fun CharSequence.isNotBlank(): Boolean
fun CharSequence.isNullOrEmpty(): Boolean
fun CharSequence.isNullOrBlank(): Boolean
fun CharSequence.trim(): String
fun CharSequence.trimStart(): String
fun CharSequence.trimEnd(): String
fun CharSequence.contains(other: CharSequence, ignoreCase: Boolean): Boolean
fun CharSequence.contains(other: CharSequence): Boolean
fun CharSequence.startsWith(prefix: CharSequence): Boolean
fun CharSequence.startsWith(prefix: CharSequence, ignoreCase: Boolean): Boolean
fun CharSequence.endsWith(suffix: CharSequence): Boolean
fun CharSequence.endsWith(suffix: CharSequence, ignoreCase: Boolean): Boolean
fun CharSequence.indexOf(string: String): Int
fun CharSequence.indexOf(string: String, startIndex: Int): Int
fun CharSequence.lastIndexOf(string: String): Int
fun CharSequence.split(vararg delimiters: String): List<String>
fun CharSequence.lines(): List<String>
fun CharSequence.lineSequence(): Sequence<String>
fun CharSequence.first(): Char
fun CharSequence.last(): Char
fun CharSequence.single(): Char
fun CharSequence.firstOrNull(): Char?
fun CharSequence.lastOrNull(): Char?
fun CharSequence.any(predicate: (Char) -> Boolean): Boolean
fun CharSequence.all(predicate: (Char) -> Boolean): Boolean
fun CharSequence.none(predicate: (Char) -> Boolean): Boolean
fun CharSequence.count(predicate: (Char) -> Boolean): Int
fun CharSequence.forEach(action: (Char) -> Unit)
fun CharSequence.forEachIndexed(action: (Int, Char) -> Unit)
fun <R> CharSequence.map(transform: (Char) -> R): List<R>
fun CharSequence.filter(predicate: (Char) -> Boolean): String
fun CharSequence.filterNot(predicate: (Char) -> Boolean): String
fun CharSequence.matches(regex: Regex): Boolean
fun CharSequence.replace(regex: Regex, replacement: String): String
fun CharSequence.toList(): List<Char>
fun CharSequence.iterator(): Iterator<Char>
fun CharSequence.reversed(): CharSequence
fun CharSequence.chunked(size: Int): List<String>
fun CharSequence.removePrefix(prefix: CharSequence): String
fun CharSequence.removeSuffix(suffix: CharSequence): String
fun CharSequence.removeSurrounding(delimiter: CharSequence): String
fun CharSequence.padStart(length: Int, padChar: Char): String
fun CharSequence.padEnd(length: Int, padChar: Char): String
fun CharSequence.repeat(n: Int): String
fun CharSequence.subSequence(range: IntRange): CharSequence
fun CharSequence.take(n: Int): String
fun CharSequence.takeLast(n: Int): String
fun CharSequence.takeWhile(predicate: (Char) -> Boolean): String
fun CharSequence.drop(n: Int): String
fun CharSequence.dropLast(n: Int): String
fun CharSequence.elementAt(index: Int): Char
fun CharSequence.getOrNull(index: Int): Char?
fun CharSequence.indexOfFirst(predicate: (Char) -> Boolean): Int
fun CharSequence.ifEmpty(defaultValue: () -> String): String
fun CharSequence.ifBlank(defaultValue: () -> String): String
val CharSequence.indices: IntRange
val CharSequence.lastIndex: Int
fun String.substring(startIndex: Int): String
fun String.substring(startIndex: Int, endIndex: Int): String
fun String.substring(range: IntRange): String
fun String.substringAfter(delimiter: String): String
fun String.substringAfterLast(delimiter: String): String
fun String.substringBefore(delimiter: String): String
fun String.substringBeforeLast(delimiter: String): String
fun String.replace(oldValue: String, newValue: String): String
fun String.replaceFirst(oldValue: String, newValue: String): String
fun String.replaceFirstChar(transform: (Char) -> Any): String
fun String.lowercase(): String
fun String.uppercase(): String
fun String.capitalize(): String
fun String.decapitalize(): String
fun String.equals(other: String?, ignoreCase: Boolean): Boolean
fun String.compareTo(other: String, ignoreCase: Boolean): Int
fun String.format(vararg args: Any?): String
fun String.trimIndent(): String
fun String.trimMargin(): String
fun String.toBoolean(): Boolean
fun String.toByte(): Byte
fun String.toInt(): Int
fun String.toInt(radix: Int): Int
fun String.toIntOrNull(): Int?
fun String.toLong(): Long
fun String.toLong(radix: Int): Long
fun String.toLongOrNull(): Long?
fun String.toDouble(): Double
fun String.toDoubleOrNull(): Double?
fun String.toFloat(): Float
fun String.toByteArray(charset: Charset): ByteArray
fun String.toByteArray(): ByteArray
fun String.toCharArray(): CharArray
fun String.toRegex(): Regex
fun String.encodeToByteArray(): ByteArray
fun String.encodeToByteArray(startIndex: Int, endIndex: Int): ByteArray
fun String.orEmpty(): String
fun String.concatToString(): String
fun String.prependIndent(indent: String): String
fun CharArray.concatToString(): String
fun CharArray.concatToString(startIndex: Int, endIndex: Int): String
fun Int.toString(radix: Int): String
fun Long.toString(radix: Int): String
fun Char.isDigit(): Boolean
fun Char.isLetter(): Boolean
fun Char.isLetterOrDigit(): Boolean
fun Char.isWhitespace(): Boolean
fun Char.isUpperCase(): Boolean
fun Char.isLowerCase(): Boolean
fun Char.lowercaseChar(): Char
fun Char.uppercaseChar(): Char
fun Char.lowercase(): String
fun Char.uppercase(): String
fun Char.digitToInt(): Int
fun StringBuilder.appendLine(): StringBuilder
