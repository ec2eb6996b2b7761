package scala

class Any {
  def ==(that: Any): Boolean
  def !=(that: Any): Boolean
  def equals(that: Any): Boolean
  def hashCode(): Int
  def toString(): String
  def ## : Int
  def getClass(): Class[Any]
  def eq(that: AnyRef): Boolean
  def ne(that: AnyRef): Boolean
}
class AnyRef extends Any
class AnyVal extends Any
class Nothing
class Null
class Unit extends AnyVal

def println(x: Any = null): Unit
def print(x: Any): Unit
def require(requirement: Boolean, message: => Any = null): Unit
def assert(assertion: Boolean, message: => Any = null): Unit
def assume(assumption: Boolean, message: => Any = null): Unit
def identity[A](x: A): A
def implicitly[T](implicit e: T): T
def summon[T](implicit e: T): T
def locally[T](x: T): T
def classOf[T]: Class[T]
def ??? : Nothing

class Boolean extends AnyVal {
  def &&(x: Boolean): Boolean
  def ||(x: Boolean): Boolean
  def &(x: Boolean): Boolean
  def |(x: Boolean): Boolean
  def ^(x: Boolean): Boolean
}
class Byte extends AnyVal {
  def toInt: Int
  def toLong: Long
  def toChar: Char
  def &(x: Int): Int
  def |(x: Int): Int
  def +(x: Int): Int
  def -(x: Int): Int
}
class Short extends AnyVal {
  def toInt: Int
  def toLong: Long
}
class Char extends AnyVal {
  def toInt: Int
  def toLong: Long
  def toByte: Byte
  def toShort: Short
  def toUpper: Char
  def toLower: Char
  def isDigit: Boolean
  def isLetter: Boolean
  def isLetterOrDigit: Boolean
  def isWhitespace: Boolean
  def isUpper: Boolean
  def isLower: Boolean
  def asDigit: Int
  def <(x: Int): Boolean
  def >(x: Int): Boolean
  def <=(x: Int): Boolean
  def >=(x: Int): Boolean
  def +(x: Int): Int
  def -(x: Int): Int
}
class Int extends AnyVal {
  def toByte: Byte
  def toShort: Short
  def toChar: Char
  def toLong: Long
  def toFloat: Float
  def toDouble: Double
  def toInt: Int
  def <(x: Int): Boolean
  def >(x: Int): Boolean
  def <=(x: Int): Boolean
  def >=(x: Int): Boolean
  def &(x: Int): Int
  def |(x: Int): Int
  def ^(x: Int): Int
  def <<(x: Int): Int
  def >>(x: Int): Int
  def >>>(x: Int): Int
  def %(x: Int): Int
  def until(end: Int): Range
  def to(end: Int): Range
  def max(that: Int): Int
  def min(that: Int): Int
  def abs: Int
  def toHexString: String
  def toBinaryString: String
}
class Long extends AnyVal {
  def toInt: Int
  def toLong: Long
  def toDouble: Double
  def toByte: Byte
  def <(x: Long): Boolean
  def >(x: Long): Boolean
  def <=(x: Long): Boolean
  def >=(x: Long): Boolean
  def +(x: Long): Long
  def -(x: Long): Long
  def max(that: Long): Long
  def min(that: Long): Long
}
class Float extends AnyVal {
  def toInt: Int
  def toDouble: Double
}
class Double extends AnyVal {
  def toInt: Int
  def toLong: Long
  def toFloat: Float
  def toDouble: Double
  def <(x: Double): Boolean
  def >(x: Double): Boolean
}

class String extends AnyRef {
  def length: Int
  def charAt(index: Int): Char
  def apply(index: Int): Char
  def +(that: Any): String
  def *(n: Int): String
  def substring(beginIndex: Int, endIndex: Int = 0): String
  def trim(): String
  def strip(): String
  def split(regex: String, limit: Int = 0): Array[String]
  def toLowerCase(): String
  def toUpperCase(): String
  def toInt: Int
  def toLong: Long
  def toDouble: Double
  def toBoolean: Boolean
  def toIntOption: Option[Int]
  def toCharArray(): Array[Char]
  def getBytes(charset: Any = null): Array[Byte]
  def startsWith(prefix: String): Boolean
  def endsWith(suffix: String): Boolean
  def indexOf(str: Any, fromIndex: Int = 0): Int
  def lastIndexOf(str: Any, fromIndex: Int = 0): Int
  def contains(s: Any): Boolean
  def isEmpty: Boolean
  def nonEmpty: Boolean
  def replace(a: Any, b: Any): String
  def replaceAll(a: String, b: String): String
  def matches(regex: String): Boolean
  def concat(that: String): String
  def compareTo(that: String): Int
  def equalsIgnoreCase(that: String): Boolean
  def stripMargin: String
  def stripPrefix(prefix: String): String
  def stripSuffix(suffix: String): String
  def stripLineEnd: String
  def capitalize: String
  def reverse: String
  def head: Char
  def last: Char
  def tail: String
  def init: String
  def size: Int
  def take(n: Int): String
  def drop(n: Int): String
  def takeRight(n: Int): String
  def dropRight(n: Int): String
  def takeWhile(p: Char => Boolean): String
  def dropWhile(p: Char => Boolean): String
  def filter(p: Char => Boolean): String
  def filterNot(p: Char => Boolean): String
  def foreach[U](f: Char => U): Unit
  def forall(p: Char => Boolean): Boolean
  def exists(p: Char => Boolean): Boolean
  def linesIterator: Iterator[String]
  def format(args: Any*): String
  def formatted(fmt: String): String
  def mkString(start: String = "", sep: String = "", end: String = ""): String
  def toList: List[Char]
  def toSeq: Seq[Char]
  def iterator: Iterator[Char]
  def indices: Range
  def r: Regex
  def slice(from: Int, until: Int): String
  def hashCode(): Int
}
class Symbol
class StringContext(parts: String*) {
  def s(args: Any*): String
}
class Class[T] {
  def getName(): String
  def getSimpleName(): String
}
class Regex {
  def findFirstIn(source: String): Option[String]
  def replaceAllIn(source: String, replacement: String): String
}

class Option[A](value: A) {
  def get: A
  def isEmpty: Boolean
  def isDefined: Boolean
  def nonEmpty: Boolean
  def getOrElse(default: => A): A
  def orElse(alternative: => Option[A]): Option[A]
  def orNull: A
  def map[B](f: A => B): Option[B]
  def flatMap[B](f: A => Option[B]): Option[B]
  def fold[B](ifEmpty: => B)(f: A => B): B
  def filter(p: A => Boolean): Option[A]
  def filterNot(p: A => Boolean): Option[A]
  def withFilter(p: A => Boolean): Option[A]
  def foreach[U](f: A => U): Unit
  def exists(p: A => Boolean): Boolean
  def forall(p: A => Boolean): Boolean
  def contains(elem: Any): Boolean
  def collect[B](pf: A => B): Option[B]
  def head: A
  def iterator: Iterator[A]
  def toList: List[A]
  def toSeq: Seq[A]
  def toRight[X](left: => X): Either[X, A]
  def toLeft[X](right: => X): Either[A, X]
  def empty[B]: Option[B]
}
case class Some[A](value: A) extends Option[A]
object None extends Option[Nothing]

class Either[A, B] {
  def map[C](f: B => C): Either[A, C]
  def flatMap[C](f: B => Either[A, C]): Either[A, C]
  def leftMap[C](f: A => C): Either[C, B]
  def fold[C](fa: A => C, fb: B => C): C
  def foreach[U](f: B => U): Unit
  def getOrElse(or: => B): B
  def isLeft: Boolean
  def isRight: Boolean
  def swap: Either[B, A]
  def toOption: Option[B]
  def exists(p: B => Boolean): Boolean
  def forall(p: B => Boolean): Boolean
}
case class Left[A, B](value: A) extends Either[A, B]
case class Right[A, B](value: B) extends Either[A, B]

class Iterator[A](elems: A*) {
  def hasNext: Boolean
  def next(): A
  def head: A
  def map[B](f: A => B): Iterator[B]
  def flatMap[B](f: A => Any): Iterator[B]
  def filter(p: A => Boolean): Iterator[A]
  def filterNot(p: A => Boolean): Iterator[A]
  def withFilter(p: A => Boolean): Iterator[A]
  def foreach[U](f: A => U): Unit
  def exists(p: A => Boolean): Boolean
  def forall(p: A => Boolean): Boolean
  def find(p: A => Boolean): Option[A]
  def take(n: Int): Iterator[A]
  def drop(n: Int): Iterator[A]
  def takeWhile(p: A => Boolean): Iterator[A]
  def dropWhile(p: A => Boolean): Iterator[A]
  def zipWithIndex: Iterator[(A, Int)]
  def foldLeft[B](z: B)(op: (B, A) => B): B
  def toList: List[A]
  def toSeq: Seq[A]
  def toVector: Vector[A]
  def toArray: Array[A]
  def toSet: Set[A]
  def mkString(start: String = "", sep: String = "", end: String = ""): String
  def size: Int
  def isEmpty: Boolean
  def nonEmpty: Boolean
}

class Iterable[A](elems: A*) {
  def head: A
  def last: A
  def headOption: Option[A]
  def lastOption: Option[A]
  def size: Int
  def isEmpty: Boolean
  def nonEmpty: Boolean
  def iterator: Iterator[A]
  def foreach[U](f: A => U): Unit
  def exists(p: A => Boolean): Boolean
  def forall(p: A => Boolean): Boolean
  def count(p: A => Boolean): Int
  def find(p: A => Boolean): Option[A]
  def contains(elem: Any): Boolean
  def foldLeft[B](z: B)(op: (B, A) => B): B
  def foldRight[B](z: B)(op: (A, B) => B): B
  def fold[B](z: B)(op: (B, B) => B): B
  def reduce(op: (A, A) => A): A
  def reduceLeft(op: (A, A) => A): A
  def reduceOption(op: (A, A) => A): Option[A]
  def max: A
  def min: A
  def maxBy[B](f: A => B): A
  def minBy[B](f: A => B): A
  def sum: A
  def mkString(start: String = "", sep: String = "", end: String = ""): String
  def groupBy[K](f: A => K): Map[K, Seq[A]]
  def toList: List[A]
  def toSeq: Seq[A]
  def toIndexedSeq: IndexedSeq[A]
  def toVector: Vector[A]
  def toArray: Array[A]
  def toSet: Set[A]
  def empty[B]: Iterable[B]
}
class Seq[A](elems: A*) extends Iterable[A] {
  def apply(index: Int): A
  def length: Int
  def tail: Seq[A]
  def init: Seq[A]
  def map[B](f: A => B): Seq[B]
  def flatMap[B](f: A => Any): Seq[B]
  def filter(p: A => Boolean): Seq[A]
  def filterNot(p: A => Boolean): Seq[A]
  def withFilter(p: A => Boolean): Seq[A]
  def collect[B](pf: A => B): Seq[B]
  def collectFirst[B](pf: A => B): Option[B]
  def take(n: Int): Seq[A]
  def drop(n: Int): Seq[A]
  def takeRight(n: Int): Seq[A]
  def dropRight(n: Int): Seq[A]
  def takeWhile(p: A => Boolean): Seq[A]
  def dropWhile(p: A => Boolean): Seq[A]
  def slice(from: Int, until: Int): Seq[A]
  def partition(p: A => Boolean): (Seq[A], Seq[A])
  def span(p: A => Boolean): (Seq[A], Seq[A])
  def splitAt(n: Int): (Seq[A], Seq[A])
  def reverse: Seq[A]
  def sorted: Seq[A]
  def sortBy[B](f: A => B): Seq[A]
  def sortWith(lt: (A, A) => Boolean): Seq[A]
  def distinct: Seq[A]
  def indices: Range
  def zip[B](that: Iterable[B]): Seq[(A, B)]
  def zipWithIndex: Seq[(A, Int)]
  def lift(index: Int): Option[A]
  def indexOf(elem: Any): Int
  def indexWhere(p: A => Boolean): Int
  def lengthCompare(n: Int): Int
  def startsWith(that: Any): Boolean
  def endsWith(that: Any): Boolean
  def empty[B]: Seq[B]
  def fill[B](n: Int)(elem: => B): Seq[B]
}
class IndexedSeq[A](elems: A*) extends Seq[A]
class List[A](elems: A*) extends Seq[A] {
  def tail: List[A]
  def map[B](f: A => B): List[B]
  def flatMap[B](f: A => Any): List[B]
  def filter(p: A => Boolean): List[A]
  def filterNot(p: A => Boolean): List[A]
  def withFilter(p: A => Boolean): List[A]
  def collect[B](pf: A => B): List[B]
  def take(n: Int): List[A]
  def drop(n: Int): List[A]
  def takeWhile(p: A => Boolean): List[A]
  def dropWhile(p: A => Boolean): List[A]
  def reverse: List[A]
  def sorted: List[A]
  def sortBy[B](f: A => B): List[A]
  def distinct: List[A]
  def partition(p: A => Boolean): (List[A], List[A])
  def zip[B](that: Iterable[B]): List[(A, B)]
  def zipWithIndex: List[(A, Int)]
  def empty[B]: List[B]
}
object Nil extends List[Nothing]
class Vector[A](elems: A*) extends IndexedSeq[A] {
  def map[B](f: A => B): Vector[B]
  def filter(p: A => Boolean): Vector[A]
  def take(n: Int): Vector[A]
  def drop(n: Int): Vector[A]
  def empty[B]: Vector[B]
}
class Range extends Seq[Int] {
  def by(step: Int): Range
  def start: Int
  def end: Int
}
class Array[A](elems: A*) extends Seq[A] {
  def update(index: Int, value: A): Unit
  def map[B](f: A => B): Array[B]
  def filter(p: A => Boolean): Array[A]
  def tail: Array[A]
  def take(n: Int): Array[A]
  def drop(n: Int): Array[A]
  def clone(): Array[A]
}
class Set[A](elems: A*) extends Iterable[A] {
  def apply(elem: A): Boolean
  def map[B](f: A => B): Set[B]
  def flatMap[B](f: A => Any): Set[B]
  def filter(p: A => Boolean): Set[A]
  def filterNot(p: A => Boolean): Set[A]
  def withFilter(p: A => Boolean): Set[A]
  def collect[B](pf: A => B): Set[B]
  def union(that: Set[A]): Set[A]
  def diff(that: Set[A]): Set[A]
  def intersect(that: Set[A]): Set[A]
  def subsetOf(that: Set[A]): Boolean
  def empty[B]: Set[B]
}
class Map[K, V](elems: (K, V)*) extends Iterable[(K, V)] {
  def apply(key: K): V
  def get(key: K): Option[V]
  def getOrElse(key: K, default: => V): V
  def contains(key: K): Boolean
  def keys: Iterable[K]
  def keySet: Set[K]
  def values: Iterable[V]
  def updated(key: K, value: V): Map[K, V]
  def removed(key: K): Map[K, V]
  def map[B](f: ((K, V)) => B): Seq[B]
  def flatMap[B](f: ((K, V)) => Any): Seq[B]
  def filter(p: ((K, V)) => Boolean): Map[K, V]
  def filterNot(p: ((K, V)) => Boolean): Map[K, V]
  def withFilter(p: ((K, V)) => Boolean): Map[K, V]
  def mapValues[W](f: V => W): Map[K, W]
  def collect[B](pf: ((K, V)) => B): Seq[B]
  def toMap: Map[K, V]
  def empty[A, B]: Map[A, B]
}

trait Product
trait Serializable
trait Equals
trait Ordering[T] {
  def compare(x: T, y: T): Int
}
trait Ordered[T] {
  def compare(that: T): Int
}
trait Numeric[T]
class BigInt
class BigDecimal
class deprecated(message: String, since: String)
class inline
class noinline
class volatile
class transient
class throws[T]
class SerialVersionUID(value: Long)
class FunctionalInterface
class Override
class Function1[A, B] {
  def apply(x: A): B
  def andThen[C](g: B => C): A => C
  def compose[C](g: C => A): C => B
}
class PartialFunction[A, B] {
  def apply(x: A): B
  def isDefinedAt(x: A): Boolean
  def lift: A => Option[B]
  def orElse[C, D](that: PartialFunction[C, D]): PartialFunction[C, D]
}

class Try[A](value: => A) {
  def get: A
  def isSuccess: Boolean
  def isFailure: Boolean
  def getOrElse(default: => A): A
  def orElse(default: => Try[A]): Try[A]
  def map[B](f: A => B): Try[B]
  def flatMap[B](f: A => Try[B]): Try[B]
  def filter(p: A => Boolean): Try[A]
  def foreach[U](f: A => U): Unit
  def fold[B](fa: Throwable => B, fb: A => B): B
  def recover[B](pf: Throwable => B): Try[A]
  def toOption: Option[A]
  def toEither: Either[Throwable, A]
  def failed: Try[Throwable]
}
case class Success[A](value: A) extends Try[A]
case class Failure[A](exception: Throwable) extends Try[A]
class Future[A](value: => A) {
  def map[B](f: A => B): Future[B]
  def flatMap[B](f: A => Future[B]): Future[B]
  def filter(p: A => Boolean): Future[A]
  def withFilter(p: A => Boolean): Future[A]
  def foreach[U](f: A => U): Unit
  def onComplete[U](f: Try[A] => U): Unit
  def recover[B](pf: Throwable => B): Future[A]
  def isCompleted: Boolean
  def value: Option[Try[A]]
  def successful[B](result: B): Future[B]
}
class Promise[A] {
  def future: Future[A]
  def success(value: A): Promise[A]
  def failure(cause: Throwable): Promise[A]
}
class DynamicVariable[A](init: A) {
  def value: A
  def withValue[B](newval: A)(thunk: => B): B
}
class Buffer[A](elems: A*) extends Seq[A] {
  def append(elem: A): Buffer[A]
  def prepend(elem: A): Buffer[A]
  def update(index: Int, elem: A): Unit
  def remove(index: Int): A
  def insert(index: Int, elem: A): Unit
  def clear(): Unit
}
class ListBuffer[A](elems: A*) extends Buffer[A]
class ArrayBuffer[A](elems: A*) extends Buffer[A]
class Queue[A](elems: A*) extends Buffer[A] {
  def enqueue(elem: A): Queue[A]
  def dequeue(): A
}
class ListMap[K, V](elems: (K, V)*) extends Map[K, V]
class HashMap[K, V](elems: (K, V)*) extends Map[K, V] {
  def put(key: K, value: V): Option[V]
  def remove(key: K): Option[V]
  def update(key: K, value: V): Unit
}
class LinkedHashMap[K, V](elems: (K, V)*) extends HashMap[K, V]
class TreeMap[K, V](elems: (K, V)*) extends Map[K, V]
class HashSet[A](elems: A*) extends Set[A]
