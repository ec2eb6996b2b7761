package java.io

interface Closeable : AutoCloseable {
    override fun close()
}
interface Flushable {
    fun flush()
}
