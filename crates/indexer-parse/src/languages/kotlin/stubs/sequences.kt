package kotlin.sequences

interface Sequence<T> {
    fun iterator(): Iterator<T>
}

fun <T> sequenceOf(vararg elements: T): Sequence<T>
fun <T> emptySequence(): Sequence<T>
fun <T> generateSequence(nextFunction: () -> T?): Sequence<T>
fun <T> generateSequence(seed: T?, nextFunction: (T) -> T?): Sequence<T>
fun <T, R> Sequence<T>.map(transform: (T) -> R): Sequence<R>
fun <T, R> Sequence<T>.mapNotNull(transform: (T) -> R?): Sequence<R>
fun <T, R> Sequence<T>.mapIndexed(transform: (Int, T) -> R): Sequence<R>
fun <T, R> Sequence<T>.flatMap(transform: (T) -> Sequence<R>): Sequence<R>
fun <T> Sequence<T>.filter(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.filterNot(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.filterNotNull(): Sequence<T>
fun <R> Sequence<Any>.filterIsInstance(): Sequence<R>
fun <T> Sequence<T>.forEach(action: (T) -> Unit)
fun <T> Sequence<T>.forEachIndexed(action: (Int, T) -> Unit)
fun <T> Sequence<T>.onEach(action: (T) -> Unit): Sequence<T>
fun <T> Sequence<T>.find(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.first(predicate: (T) -> Boolean): T
fun <T> Sequence<T>.first(): T
fun <T> Sequence<T>.firstOrNull(predicate: (T) -> Boolean): T?
fun <T> Sequence<T>.firstOrNull(): T?
fun <T> Sequence<T>.last(): T
fun <T> Sequence<T>.single(): T
fun <T> Sequence<T>.any(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.all(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.none(predicate: (T) -> Boolean): Boolean
fun <T> Sequence<T>.count(): Int
fun <T> Sequence<T>.sumOf(selector: (T) -> Int): Int
fun <T, R> Sequence<T>.fold(initial: R, operation: (R, T) -> R): R
fun <T, K> Sequence<T>.groupBy(keySelector: (T) -> K): Map<K, List<T>>
fun <T, K, V> Sequence<T>.associate(transform: (T) -> Pair<K, V>): Map<K, V>
fun <T, K> Sequence<T>.associateBy(keySelector: (T) -> K): Map<K, T>
fun <T> Sequence<T>.sortedBy(selector: (T) -> Any): Sequence<T>
fun <T> Sequence<T>.sorted(): Sequence<T>
fun <T> Sequence<T>.distinct(): Sequence<T>
fun <T> Sequence<T>.take(n: Int): Sequence<T>
fun <T> Sequence<T>.takeWhile(predicate: (T) -> Boolean): Sequence<T>
fun <T> Sequence<T>.drop(n: Int): Sequence<T>
fun <T> Sequence<T>.plus(element: T): Sequence<T>
fun <T> Sequence<T>.joinToString(separator: CharSequence, prefix: CharSequence, postfix: CharSequence, limit: Int, truncated: CharSequence, transform: (T) -> CharSequence): String
fun <T> Sequence<T>.toList(): List<T>
fun <T> Sequence<T>.toMutableList(): MutableList<T>
fun <T> Sequence<T>.toSet(): Set<T>
