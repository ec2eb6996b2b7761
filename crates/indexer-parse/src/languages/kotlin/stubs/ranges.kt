package kotlin.ranges

interface ClosedRange<T> {
    val endInclusive: T
    val start: T
}
open class IntProgression : Iterable<Int> {
    val first: Int
    val last: Int
    val step: Int
    fun step(step: Int): IntProgression
    fun reversed(): IntProgression
}
class IntRange : IntProgression, ClosedRange<Int>
open class LongProgression : Iterable<Long> {
    val first: Long
    val last: Long
    val step: Long
    fun step(step: Long): LongProgression
    fun reversed(): LongProgression
}
class LongRange : LongProgression, ClosedRange<Long>
class CharRange : Iterable<Char>, ClosedRange<Char>
