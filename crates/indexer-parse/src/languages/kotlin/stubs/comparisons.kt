package kotlin.comparisons

fun <T> minOf(a: T, b: T): T
fun <T> minOf(a: T, b: T, c: T): T
fun <T> maxOf(a: T, b: T): T
fun <T> maxOf(a: T, b: T, c: T): T
fun <T> compareBy(selector: (T) -> Any): Any
fun <T> compareByDescending(selector: (T) -> Any): Any
fun <T> compareValues(a: T, b: T): Int
