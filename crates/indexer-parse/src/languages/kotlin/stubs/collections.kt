package kotlin.collections

interface Iterator<T> {
    fun hasNext(): Boolean
    fun next(): T
}
interface MutableIterator<T> : Iterator<T> {
    fun remove()
}
interface ListIterator<T> : Iterator<T> {
    fun hasPrevious(): Boolean
    fun previous(): T
}
interface Iterable<T> {
    fun iterator(): Iterator<T>
}
interface MutableIterable<T> : Iterable<T>
interface Collection<E> : Iterable<E> {
    val size: Int
    fun contains(element: E): Boolean
    fun containsAll(elements: Collection<E>): Boolean
    fun isEmpty(): Boolean
}
interface MutableCollection<E> : Collection<E>, MutableIterable<E> {
    fun add(element: E): Boolean
    fun addAll(elements: Collection<E>): Boolean
    fun clear()
    fun remove(element: E): Boolean
    fun removeAll(elements: Collection<E>): Boolean
    fun retainAll(elements: Collection<E>): Boolean
}
interface List<E> : Collection<E> {
    fun get(index: Int): E
    fun indexOf(element: E): Int
    fun lastIndexOf(element: E): Int
    fun listIterator(): ListIterator<E>
    fun subList(fromIndex: Int, toIndex: Int): List<E>
}
interface MutableList<E> : List<E>, MutableCollection<E> {
    fun removeAt(index: Int): E
    fun set(index: Int, element: E): E
    fun add(index: Int, element: E)
    fun add(element: E): Boolean
}
interface Set<E> : Collection<E>
interface MutableSet<E> : Set<E>, MutableCollection<E>
class Entry<K, V>(val key: K, val value: V)
interface Map<K, V> {
    val entries: Set<Entry<K, V>>
    val keys: Set<K>
    val size: Int
    val values: Collection<V>
    fun containsKey(key: K): Boolean
    fun containsValue(value: V): Boolean
    fun get(key: K): V?
    fun getOrDefault(key: K, defaultValue: V): V
    fun isEmpty(): Boolean
    fun iterator(): Iterator<Entry<K, V>>
}
interface MutableMap<K, V> : Map<K, V> {
    fun clear()
    fun put(key: K, value: V): V?
    fun putAll(from: Map<K, V>)
    fun remove(key: K): V?
    fun set(key: K, value: V)
    fun putIfAbsent(key: K, value: V): V?
    fun computeIfAbsent(key: K, mapping: (K) -> V): V
}
class ArrayList<E>(size: Int = 0) : MutableList<E>
class LinkedHashMap<K, V>(size: Int = 0) : MutableMap<K, V>
class HashMap<K, V>(size: Int = 0) : MutableMap<K, V>
class LinkedHashSet<E>(size: Int = 0) : MutableSet<E>
class HashSet<E>(size: Int = 0) : MutableSet<E>
class ArrayDeque<E>(size: Int = 0) : MutableList<E> {
    fun addFirst(element: E)
    fun addLast(element: E)
    fun removeFirst(): E
    fun removeFirstOrNull(): E?
    fun removeLast(): E
    fun removeLastOrNull(): E?
    fun first(): E
    fun last(): E
    fun firstOrNull(): E?
    fun lastOrNull(): E?
}
class Grouping<T, K>
class IndexedValue<T>(val index: Int, val value: T)

fun <T> listOf(vararg elements: T): List<T>
fun <T> listOfNotNull(vararg elements: T?): List<T>
fun <T> emptyList(): List<T>
fun <T> mutableListOf(vararg elements: T): MutableList<T>
fun <T> arrayListOf(vararg elements: T): ArrayList<T>
fun <T> setOf(vararg elements: T): Set<T>
fun <T> emptySet(): Set<T>
fun <T> mutableSetOf(vararg elements: T): MutableSet<T>
fun <T> hashSetOf(vararg elements: T): HashSet<T>
fun <T> linkedSetOf(vararg elements: T): LinkedHashSet<T>
fun <K, V> mapOf(vararg pairs: Pair<K, V>): Map<K, V>
fun <K, V> emptyMap(): Map<K, V>
fun <K, V> mutableMapOf(vararg pairs: Pair<K, V>): MutableMap<K, V>
fun <K, V> hashMapOf(vararg pairs: Pair<K, V>): HashMap<K, V>
fun <K, V> linkedMapOf(vararg pairs: Pair<K, V>): LinkedHashMap<K, V>
fun <E> buildList(builderAction: MutableList<E>.() -> Unit): List<E>
fun <E> buildSet(builderAction: MutableSet<E>.() -> Unit): Set<E>
fun <K, V> buildMap(builderAction: MutableMap<K, V>.() -> Unit): Map<K, V>

fun <T, R> Iterable<T>.map(transform: (T) -> R): List<R>
fun <T, R> Iterable<T>.mapNotNull(transform: (T) -> R?): List<R>
fun <T, R> Iterable<T>.mapIndexed(transform: (Int, T) -> R): List<R>
fun <T, R> Iterable<T>.flatMap(transform: (T) -> Iterable<R>): List<R>
fun <T> Iterable<Iterable<T>>.flatten(): List<T>
fun <T> Iterable<T>.filter(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.filterNot(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.filterNotNull(): List<T>
fun <T> Iterable<T>.filterIndexed(predicate: (Int, T) -> Boolean): List<T>
fun <R> Iterable<Any>.filterIsInstance(): List<R>
fun <T> Iterable<T>.forEach(action: (T) -> Unit)
fun <T> Iterable<T>.forEachIndexed(action: (Int, T) -> Unit)
fun <T> Iterable<T>.onEach(action: (T) -> Unit): List<T>
fun <T> Iterable<T>.find(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.findLast(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.first(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.first(): T
fun <T> Iterable<T>.firstOrNull(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.firstOrNull(): T?
fun <T> Iterable<T>.last(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.last(): T
fun <T> Iterable<T>.lastOrNull(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.lastOrNull(): T?
fun <T> Iterable<T>.single(predicate: (T) -> Boolean): T
fun <T> Iterable<T>.single(): T
fun <T> Iterable<T>.singleOrNull(predicate: (T) -> Boolean): T?
fun <T> Iterable<T>.singleOrNull(): T?
fun <T> Iterable<T>.elementAt(index: Int): T
fun <T> Iterable<T>.any(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.any(): Boolean
fun <T> Iterable<T>.all(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.none(predicate: (T) -> Boolean): Boolean
fun <T> Iterable<T>.none(): Boolean
fun <T> Iterable<T>.count(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.count(): Int
fun <T> Iterable<T>.indexOfFirst(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.indexOfLast(predicate: (T) -> Boolean): Int
fun <T> Iterable<T>.sumOf(selector: (T) -> Int): Int
fun <T> Iterable<T>.sum(): T
fun <T> Iterable<T>.maxOrNull(): T?
fun <T> Iterable<T>.minOrNull(): T?
fun <T> Iterable<T>.maxOf(selector: (T) -> Int): Int
fun <T> Iterable<T>.minOf(selector: (T) -> Int): Int
fun <T> Iterable<T>.maxByOrNull(selector: (T) -> Any): T?
fun <T> Iterable<T>.minByOrNull(selector: (T) -> Any): T?
fun <T, R> Iterable<T>.fold(initial: R, operation: (R, T) -> R): R
fun <T, R> Iterable<T>.foldIndexed(initial: R, operation: (Int, R, T) -> R): R
fun <T> Iterable<T>.reduce(operation: (T, T) -> T): T
fun <T, K> Iterable<T>.groupBy(keySelector: (T) -> K): Map<K, List<T>>
fun <T, K> Iterable<T>.associateBy(keySelector: (T) -> K): Map<K, T>
fun <T, V> Iterable<T>.associateWith(valueSelector: (T) -> V): Map<T, V>
fun <T, K, V> Iterable<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V>
fun <T> Iterable<T>.partition(predicate: (T) -> Boolean): Pair<List<T>, List<T>>
fun <T> Iterable<T>.sortedBy(selector: (T) -> Any): List<T>
fun <T> Iterable<T>.sortedByDescending(selector: (T) -> Any): List<T>
fun <T> Iterable<T>.sorted(): List<T>
fun <T> Iterable<T>.sortedWith(comparator: Any): List<T>
fun <T> Iterable<T>.sortedDescending(): List<T>
fun <T> Iterable<T>.reversed(): List<T>
fun <T> Iterable<T>.shuffled(): List<T>
fun <T> Iterable<T>.distinct(): List<T>
fun <T> Iterable<T>.distinctBy(selector: (T) -> Any): List<T>
fun <T> Iterable<T>.take(n: Int): List<T>
fun <T> Iterable<T>.takeWhile(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.takeLast(n: Int): List<T>
fun <T> Iterable<T>.drop(n: Int): List<T>
fun <T> Iterable<T>.dropLast(n: Int): List<T>
fun <T> Iterable<T>.dropWhile(predicate: (T) -> Boolean): List<T>
fun <T> Iterable<T>.chunked(size: Int): List<List<T>>
fun <T> Iterable<T>.windowed(size: Int): List<List<T>>
fun <T> Iterable<T>.slice(indices: IntRange): List<T>
fun <T, R> Iterable<T>.zip(other: Iterable<R>): List<Pair<T, R>>
fun <T> Iterable<T>.zipWithNext(): List<Pair<T, T>>
fun <T> Iterable<T>.withIndex(): Iterable<IndexedValue<T>>
fun <T> Iterable<T>.joinToString(separator: CharSequence, prefix: CharSequence, postfix: CharSequence, limit: Int, truncated: CharSequence, transform: (T) -> CharSequence): String
fun <T> Iterable<T>.toList(): List<T>
fun <T> Iterable<T>.toMutableList(): MutableList<T>
fun <T> Iterable<T>.toSet(): Set<T>
fun <T> Iterable<T>.toMutableSet(): MutableSet<T>
fun <T> Iterable<T>.toHashSet(): HashSet<T>
fun <T> Iterable<T>.toTypedArray(): Array<T>
fun <T> Iterable<T>.asSequence(): Sequence<T>
fun <T> Iterable<T>.asIterable(): Iterable<T>
fun <T> Iterable<T>.plus(element: T): List<T>
fun <T> Iterable<T>.minus(element: T): List<T>
fun <T> Iterable<T>.contains(element: T): Boolean
fun <T> Iterable<T>.indexOf(element: T): Int
fun <T> Iterable<T>.lastIndexOf(element: T): Int
fun <T> Iterable<T>.union(other: Iterable<T>): Set<T>
fun <T> Iterable<T>.intersect(other: Iterable<T>): Set<T>
fun <T> Iterable<T>.subtract(other: Iterable<T>): Set<T>
fun <K, V> Iterable<Pair<K, V>>.toMap(): Map<K, V>
fun <T> Iterable<T>.getOrNull(index: Int): T?
fun <T> Iterable<T>.getOrElse(index: Int, defaultValue: (Int) -> T): T
fun <T> Iterable<T>.isNotEmpty(): Boolean
fun <T> Iterable<T>.isEmpty(): Boolean
fun <T> Iterable<T>.isNullOrEmpty(): Boolean
fun <T> Iterable<T>.orEmpty(): List<T>
fun <T> Iterable<T>.ifEmpty(defaultValue: () -> Iterable<T>): List<T>
val <T> Iterable<T>.indices: IntRange
val <T> Iterable<T>.lastIndex: Int
fun <T> Iterable<T>.binarySearch(element: T): Int
fun <T> Iterable<T>.asReversed(): List<T>
fun <T> MutableList<T>.sort()
fun <T> MutableList<T>.sortBy(selector: (T) -> Any)
fun <T> MutableList<T>.removeFirst(): T
fun <T> MutableList<T>.removeLast(): T
fun <T> MutableList<T>.removeAll(predicate: (T) -> Boolean): Boolean
fun <T> MutableList<T>.reverse()
fun <T> MutableList<T>.fill(value: T)
fun <T> MutableCollection<T>.addAll(elements: Iterable<T>): Boolean
fun <T> MutableCollection<T>.plusAssign(element: T)
fun <T> MutableCollection<T>.minusAssign(element: T)
fun ByteArray.copyInto(destination: ByteArray, destinationOffset: Int, startIndex: Int, endIndex: Int): ByteArray
fun ByteArray.copyOf(): ByteArray
fun ByteArray.copyOf(newSize: Int): ByteArray
fun ByteArray.copyOfRange(fromIndex: Int, toIndex: Int): ByteArray
fun ByteArray.fill(element: Byte, fromIndex: Int, toIndex: Int)
fun ByteArray.contentEquals(other: ByteArray?): Boolean
fun ByteArray.contentHashCode(): Int
fun ByteArray.contentToString(): String
fun ByteArray.decodeToString(): String
fun ByteArray.decodeToString(startIndex: Int, endIndex: Int): String
fun ByteArray.asList(): List<Byte>
fun ByteArray.sliceArray(indices: IntRange): ByteArray
fun ByteArray.plus(elements: ByteArray): ByteArray
fun IntArray.copyOf(): IntArray
fun IntArray.copyOf(newSize: Int): IntArray
fun IntArray.copyInto(destination: IntArray, destinationOffset: Int, startIndex: Int, endIndex: Int): IntArray
fun IntArray.fill(element: Int, fromIndex: Int, toIndex: Int)
fun <T> Array<T>.copyInto(destination: Array<T>, destinationOffset: Int, startIndex: Int, endIndex: Int): Array<T>
fun <T> Array<T>.copyOf(): Array<T>
fun <T> Array<T>.copyOf(newSize: Int): Array<T>
fun <T> Array<T>.copyOfRange(fromIndex: Int, toIndex: Int): Array<T>
fun <T> Array<T>.asList(): List<T>
fun <T> Array<T>.fill(element: T)
fun <T> Array<T>.contentEquals(other: Array<T>?): Boolean
fun <T> Array<T>.contentHashCode(): Int
fun <T> Array<T>.contentToString(): String

fun <K, V, R> Map<K, V>.map(transform: (Entry<K, V>) -> R): List<R>
fun <K, V, R> Map<K, V>.mapNotNull(transform: (Entry<K, V>) -> R?): List<R>
fun <K, V, R> Map<K, V>.mapValues(transform: (Entry<K, V>) -> R): Map<K, R>
fun <K, V, R> Map<K, V>.mapKeys(transform: (Entry<K, V>) -> R): Map<R, V>
fun <K, V, R> Map<K, V>.flatMap(transform: (Entry<K, V>) -> Iterable<R>): List<R>
fun <K, V> Map<K, V>.filter(predicate: (Entry<K, V>) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterNot(predicate: (Entry<K, V>) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterKeys(predicate: (K) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.filterValues(predicate: (V) -> Boolean): Map<K, V>
fun <K, V> Map<K, V>.forEach(action: (Entry<K, V>) -> Unit)
fun <K, V> Map<K, V>.any(predicate: (Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.all(predicate: (Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.none(predicate: (Entry<K, V>) -> Boolean): Boolean
fun <K, V> Map<K, V>.count(predicate: (Entry<K, V>) -> Boolean): Int
fun <K, V> Map<K, V>.toList(): List<Pair<K, V>>
fun <K, V> Map<K, V>.toMap(): Map<K, V>
fun <K, V> Map<K, V>.toMutableMap(): MutableMap<K, V>
fun <K, V> Map<K, V>.getValue(key: K): V
fun <K, V> Map<K, V>.getOrElse(key: K, defaultValue: () -> V): V
fun <K, V> Map<K, V>.contains(key: K): Boolean
fun <K, V> Map<K, V>.isNotEmpty(): Boolean
fun <K, V> Map<K, V>.isNullOrEmpty(): Boolean
fun <K, V> Map<K, V>.orEmpty(): Map<K, V>
fun <K, V> Map<K, V>.plus(other: Map<K, V>): Map<K, V>
fun <K, V> Map<K, V>.minus(key: K): Map<K, V>
fun <K, V> Map<K, V>.asSequence(): Sequence<Entry<K, V>>
fun <K, V> Map<K, V>.toSortedMap(): Map<K, V>
fun <K, V> MutableMap<K, V>.getOrPut(key: K, defaultValue: () -> V): V
