// What files of Groovy define, by its compiler (2.4) before names are resolved: file, line, kind and name.
//
//     groovy groovy.groovy FOLDER
//
// Files that it does not take (newer ones) are left out; their number is told.

import org.codehaus.groovy.control.CompilationUnit
import org.codehaus.groovy.control.Phases

def root = new File(args[0])
def files = []
root.eachFileRecurse { if (it.file && it.name.endsWith('.groovy')) files << it }
int wrong = 0
files.sort().each { file ->
    def path = root.toPath().relativize(file.toPath()).toString()
    def row = { node, kind, name -> if (node.lineNumber > 0) println([path, node.lineNumber, kind, name].join('\t')) }
    def unit = new CompilationUnit()
    try {
        unit.addSource(file)
        unit.compile(Phases.CONVERSION)
    } catch (Throwable ignored) {
        wrong++
        return
    }
    unit.AST.classes.each { type ->
        def name = type.nameWithoutPackage.tokenize('$').last()
        // Classes without a name have a number.
        if (name.isInteger()) return
        if (type.script) {
            type.methods.findAll { !(it.name in ['run', 'main']) }.each { row(it, 'function', it.name) }
            return
        }
        row(type, 'class', name)
        type.declaredConstructors.each { row(it, 'constructor', name) }
        type.methods.findAll { !it.synthetic }.each { row(it, 'method', it.name) }
        type.fields.findAll { !it.synthetic }.each { row(it, 'field', it.name) }
        type.properties.each { row(it, 'field', it.name) }
    }
}
System.err.println("$wrong of ${files.size()} files are left out")
