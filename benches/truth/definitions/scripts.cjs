// What the scripts below a folder define: `KIND=vue|svelte|astro|ts|tsx|js node scripts.cjs FOLDER`, a line each with
// file, line, kind and name. The compiler of components says where their scripts stand (@vue/compiler-sfc 3.5, svelte 5.57,
// @astrojs/compiler 2.13) and, of Svelte, which snippets the markup declares; typescript 5.9 reads the scripts. NODE_PATH names the
// folder with these packages.
// Functions, classes, types and their members count wherever they stand, properties of objects too; variables where a
// module begins, not those of functions or blocks, unless they hold a function.
const fs = require('fs')
const path = require('path')
const { pathToFileURL } = require('url')
const ts = require('typescript')

/** Paths of files with this ending, in order; links are not followed. */
function below(folder, ending) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap(one => {
    const file = path.join(folder, one.name)
    if (one.isDirectory()) return one.name === '.git' ? [] : below(file, ending)
    return one.isFile() && file.endsWith(ending) && !file.endsWith('.min.js') ? [file] : []
  })
}

const whole = async () => text => ({ scripts: [[0, text.length]], markup: [] })

/** Scripts as [start, end] in characters, and what the markup declares as [place, kind, name]. */
const READERS = {
  js: whole,
  ts: whole,
  tsx: whole,
  async vue() {
    const { parse } = require('@vue/compiler-sfc')
    return text => {
      const { descriptor } = parse(text, { sourceMap: false })
      const blocks = [descriptor.script, descriptor.scriptSetup].filter(block => block && !block.src)
      return { scripts: blocks.map(block => [block.loc.start.offset, block.loc.end.offset]), markup: [] }
    }
  },
  async svelte() {
    const { parse } = require('svelte/compiler')
    return text => {
      const tree = parse(text, { modern: true })
      const markup = []
      const visit = node => {
        if (Array.isArray(node)) return node.forEach(visit)
        if (!node || typeof node !== 'object') return
        if (node.type === 'SnippetBlock') markup.push([node.expression.start, 'snippet', node.expression.name])
        Object.values(node).forEach(visit)
      }
      visit(tree.fragment)
      const scripts = [tree.module, tree.instance].filter(Boolean)
      return { scripts: scripts.map(one => [one.content.start, one.content.end]), markup }
    }
  },
  async astro() {
    const { parse } = await import(pathToFileURL(require.resolve('@astrojs/compiler')))
    return async text => {
      const { ast } = await parse(text, { position: true })
      // The compiler counts bytes.
      const bytes = Buffer.from(text)
      const place = offset => bytes.subarray(0, offset).toString().length
      const scripts = []
      const visit = node => {
        if (node.type === 'frontmatter' && node.value.trim()) {
          const start = text.indexOf(node.value, place(node.position.start.offset))
          scripts.push([start, start + node.value.length])
        }
        const type = (node.attributes || []).find(one => one.name === 'type')
        const code = !type || /module|javascript/.test(type.value)
        if (node.type === 'element' && node.name === 'script' && code) {
          for (const child of node.children || []) {
            if (child.type !== 'text' || !child.value.trim()) continue
            const start = text.indexOf(child.value, place(node.position.start.offset))
            scripts.push([start, start + child.value.length])
          }
        }
        ;(node.children || []).forEach(visit)
      }
      visit(ast)
      return { scripts, markup: [] }
    }
  },
}

const isFunction = node => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))

/** Calls `found` with each name that this pattern binds. */
function bound(name, found) {
  if (ts.isIdentifier(name)) return found(name)
  name.elements.forEach(one => one.name && bound(one.name, found))
}

const MEMBERS = new Map([
  [ts.SyntaxKind.FunctionDeclaration, 'function'],
  [ts.SyntaxKind.ClassDeclaration, 'class'],
  [ts.SyntaxKind.InterfaceDeclaration, 'interface'],
  [ts.SyntaxKind.TypeAliasDeclaration, 'alias'],
  [ts.SyntaxKind.EnumDeclaration, 'enum'],
  [ts.SyntaxKind.EnumMember, 'enumerator'],
  [ts.SyntaxKind.ModuleDeclaration, 'namespace'],
  [ts.SyntaxKind.MethodDeclaration, 'method'],
  [ts.SyntaxKind.MethodSignature, 'method'],
  [ts.SyntaxKind.GetAccessor, 'accessor'],
  [ts.SyntaxKind.SetAccessor, 'accessor'],
  [ts.SyntaxKind.PropertyDeclaration, 'field'],
  [ts.SyntaxKind.PropertySignature, 'field'],
  [ts.SyntaxKind.PropertyAssignment, 'property'],
])

/** What a script defines, as [place, kind, name]. */
function declared(text, [start, end]) {
  const out = []
  // What stands before keeps its length, so that places are those of the file.
  const script = text.slice(0, start).replace(/[^\n]/g, ' ') + text.slice(start, end)
  const source = ts.createSourceFile('script.tsx', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const plain = ts.createSourceFile('script.ts', script, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
  // `<T>value` and `<T>() => ..` are no elements.
  const tree = plain.parseDiagnostics.length <= source.parseDiagnostics.length ? plain : source
  const visit = node => {
    const kind = MEMBERS.get(node.kind)
    if (kind && node.name && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name))) {
      // `const { a: b } = ..` and `({ a: b } = ..)` read and do not define `a`.
      out.push([node.name.getStart(tree), kind, node.name.text])
    }
    if (ts.isVariableDeclaration(node) && ts.isVariableDeclarationList(node.parent)) {
      const isTop = ts.isVariableStatement(node.parent.parent) && node.parent.parent.parent === tree
      if (isTop) bound(node.name, one => out.push([one.getStart(tree), 'variable', one.text]))
      else if (isFunction(node.initializer) && ts.isIdentifier(node.name)) {
        out.push([node.name.getStart(tree), 'function', node.name.text])
      }
    }
    if (node.kind === ts.SyntaxKind.BinaryExpression && ts.isObjectLiteralExpression(node.left)) return visit(node.right)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return out
}

async function main() {
  const kind = process.env.KIND
  const root = process.argv[2]
  const read = await READERS[kind]()
  for (const file of below(root, '.' + kind).sort()) {
    const text = fs.readFileSync(file, 'utf8')
    let found
    try {
      found = await read(text)
    } catch (error) {
      // What the compiler does not read, it says nothing of.
      console.error(`${path.relative(root, file)}: ${error.message}`)
      continue
    }
    const rows = found.scripts.flatMap(script => declared(text, script)).concat(found.markup)
    for (const [place, what, name] of rows) {
      const line = text.slice(0, place).split('\n').length
      console.log([path.relative(root, file), line, what, name].join('\t'))
    }
  }
}

main()
