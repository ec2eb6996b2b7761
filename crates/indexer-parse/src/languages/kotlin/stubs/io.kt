package kotlin.io

fun println(message: Any?)
fun println()
fun print(message: Any?)
fun readLine(): String?
fun readln(): String
