package java.lang

interface Appendable
interface Cloneable
interface Readable
interface Runnable {
    fun run()
}
class Character : Comparable<Character>
class Class<T> {
    val name: String
    val simpleName: String
    val `package`: Package
    val classLoader: ClassLoader
}
abstract class ClassLoader
open class InheritableThreadLocal<T> : ThreadLocal<T>()
class Integer : Number(), Comparable<Integer>
class Object
class Package {
    val name: String
}
abstract class Process
class ProcessBuilder
class Runtime
class StackTraceElement
class StringBuffer : CharSequence, Appendable
class System
open class Thread : Runnable {
    var name: String
    var isDaemon: Boolean
    fun interrupt()
    fun join()
    fun start()
    override fun run()
}
class ThreadGroup
open class ThreadLocal<T>
class Void
open class InterruptedException : Exception()
open class NoSuchFieldException : Exception()
open class NoSuchMethodException : Exception()
open class ClassNotFoundException : Exception()
open class CloneNotSupportedException : Exception()
open class ReflectiveOperationException : Exception()
open class SecurityException : RuntimeException()
open class StackOverflowError : Error()
open class VirtualMachineError : Error()
