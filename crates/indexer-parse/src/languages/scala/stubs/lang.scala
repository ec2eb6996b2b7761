package java.lang

class Throwable(message: String, cause: Throwable) {
  def getMessage(): String
  def getLocalizedMessage(): String
  def getCause(): Throwable
  def initCause(cause: Throwable): Throwable
  def printStackTrace(): Unit
}
class Exception(message: String, cause: Throwable) extends Throwable
class RuntimeException(message: String, cause: Throwable) extends Exception
class IllegalArgumentException(message: String, cause: Throwable) extends RuntimeException
class IllegalStateException(message: String, cause: Throwable) extends RuntimeException
class UnsupportedOperationException(message: String, cause: Throwable) extends RuntimeException
class IndexOutOfBoundsException(message: String) extends RuntimeException
class NumberFormatException(message: String) extends IllegalArgumentException
class NullPointerException(message: String) extends RuntimeException
class ArithmeticException(message: String) extends RuntimeException
class ClassCastException(message: String) extends RuntimeException
class InterruptedException(message: String) extends Exception
class Error(message: String, cause: Throwable) extends Throwable
class AssertionError(message: Any) extends Error

trait CharSequence {
  def length(): Int
  def charAt(index: Int): Char
}
trait Runnable {
  def run(): Unit
}
trait AutoCloseable {
  def close(): Unit
}
class Object
class Thread
class StringBuilder extends CharSequence {
  def append(x: Any): StringBuilder
}
class Integer
class Character
class Iterable[T]
class System
class Math
class Class[T] {
  def getName(): String
  def getSimpleName(): String
}
