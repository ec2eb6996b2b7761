// What scalac says of every name of a set of files: a plugin of the compiler that runs behind `typer`. The truth of Scala in
// `refs` is made by it. With the jars of scala-compiler, scala-library, scala-reflect 2.13.16 and jline in CP:
//
//   java -cp $CP scala.tools.nsc.Main -usejavacp -d classes scala_truth.scala
//   echo '<plugin><name>truth</name><classname>Truth</classname></plugin>' > classes/scalac-plugin.xml
//   jar cf truth.jar -C classes .
//   java -cp $CP scala.tools.nsc.Main -usejavacp -language:experimental.macros -Yrangepos -Xplugin:truth.jar \
//     -P:truth:root=CHECKOUT -P:truth:out=truth.jsonl -d out FILES
import scala.collection.mutable
import scala.tools.nsc.{Global, Phase}
import scala.tools.nsc.plugins.{Plugin, PluginComponent}
import scala.reflect.internal.util.{NoPosition, Position, SourceFile}

class Truth(val global: Global) extends Plugin {
  val name = "truth"
  val description = "writes what each name leads to"
  var root, out = ""
  override def init(options: List[String], error: String => Unit): Boolean = {
    options.foreach {
      case o if o.startsWith("root=") => root = o.drop(5)
      case o if o.startsWith("out=") => out = o.drop(4)
      case _ =>
    }
    true
  }
  val components = List[PluginComponent](new Component(global, this))
}

class Component(val global: Global, plugin: Truth) extends PluginComponent {
  import global._
  val phaseName = "truth"
  val runsAfter = List("typer")
  override val runsBefore = List("patmat")
  def newPhase(prev: Phase): Phase = new StdPhase(prev) {
    val lines = mutable.ArrayBuffer[String]()
    override def run(): Unit = {
      super.run()
      val w = new java.io.PrintWriter(plugin.out, "UTF-8")
      lines.foreach(w.println)
      w.close()
    }
    def apply(unit: CompilationUnit): Unit = lines ++= new Reader(unit).rows()
  }

  def quoted(s: String): String = "\"" + s.flatMap {
    case '"' => "\\\""
    case '\\' => "\\\\"
    case c if c < ' ' => f"\\u${c.toInt}%04x"
    case c => c.toString
  } + "\""

  def relative(file: SourceFile): Option[String] = {
    val path = file.file.canonicalPath
    if (path.startsWith(plugin.root + "/")) Some(path.drop(plugin.root.length + 1)) else None
  }

  final case class Site(file: String, line: Int, start: Int)

  class Reader(unit: CompilationUnit) {
    val source = unit.source
    val file = relative(source).getOrElse("")
    val text = source.content
    def line(offset: Int) = source.offsetToLine(offset) + 1
    def column(offset: Int) = offset - source.lineToOffset(source.offsetToLine(offset)) + 1

    /** The identifier tokens: offset to name. */
    val tokens: Map[Int, String] = {
      val found = mutable.Map[Int, String]()
      val scanner = new syntaxAnalyzer.UnitScanner(unit)
      scanner.init()
      import scala.tools.nsc.ast.parser.Tokens
      while (scanner.token != Tokens.EOF) {
        if (scanner.token == Tokens.IDENTIFIER || scanner.token == Tokens.BACKQUOTED_IDENT) found(scanner.offset) = scanner.name.decoded
        scanner.nextToken()
      }
      found.toMap
    }
    /** The line of the function around. */
    var function: Option[Int] = None
    val defs = mutable.LinkedHashMap[Int, String]()
    val refs = mutable.LinkedHashMap[Int, String]()
    val exts, locs = mutable.Set[Int]()

    def plain(name: Name): String = name.decoded.trim.stripSuffix("_=")

    def kind(sym: Symbol): String =
      if (sym.isParameter && !sym.isParamAccessor) "param"
      else if (sym.isTypeParameter) "type_param"
      else if (sym.isTrait) "trait"
      else if (sym.isModule || sym.isModuleClass || sym.isClass) "class"
      else if (sym.isType) "type_alias"
      else if (sym.isLocalToBlock && !sym.isMethod) "local"
      else if (sym.isConstructor) "constructor"
      else if (sym.isGetter || sym.isSetter || sym.isVal || sym.isVar || sym.isParamAccessor || sym.isLazy) "field"
      else if (sym.isMethod) "method"
      else "field"

    def isLocal(sym: Symbol): Boolean = {
      val own = if (sym.isGetter || sym.isSetter) sym.accessed.orElse(sym) else sym
      sym.isParameter && !sym.isParamAccessor || sym.isTypeParameter || sym.isTypeSkolem || sym.isExistentiallyBound ||
        sym.isLocalToBlock && (!sym.isMethod || sym.isLazy) && !sym.isClass && !sym.isModule ||
        own.isParamAccessor && own.isPrivateThis && !sym.isGetter
    }

    /** Where a symbol is declared: the place of its name. */
    def site(sym: Symbol): Option[Site] = {
      val pos = sym.pos
      if (!pos.isDefined || !pos.source.file.exists) None
      else relative(pos.source).map(path => Site(path, pos.source.offsetToLine(pos.point) + 1, pos.source.offsetToLine(if (pos.isRange) pos.start else pos.point) + 1))
    }

    def use(offset: Int, name: Name, sym0: Symbol, call: Boolean, imported: Boolean, more: List[Symbol] = Nil): Unit = {
      val text = plain(name)
      if (!tokens.get(offset).exists(t => t == text || t.stripSuffix("_=") == text)) return
      if (sym0 == null || sym0 == NoSymbol || sym0.isError) return
      var sym = sym0
      if (sym.isModuleClass) sym = sym.sourceModule.orElse(sym)
      if (sym.isOverloaded) return
      // A parameter of a class that is a member of it as well is that member, wherever it is named.
      if (sym.isParameter && sym.owner.isConstructor) {
        val member = sym.owner.owner.info.member(sym.name.getterName)
        if (member != NoSymbol && !member.isOverloaded && member.isGetter) sym = member
      }
      if (sym.hasPackageFlag) return
      if (isLocal(sym)) { locs += offset; return }
      site(sym) match {
        case Some(s) =>
          val also = (more.filter(!_.isSynthetic) ++ List(sym.companionClass, sym.companionModule).filter(c => c != NoSymbol && (imported || sym.isModule && sym.isSynthetic)))
            .flatMap(site).filter(_ != s).distinct
          val alts = if (also.isEmpty) "" else also.map(a => s"[${quoted(a.file)},${a.line},${a.start}]").mkString(",\"alts\":[", ",", "]")
          val within = function.filter(_ => call).fold("")(at => s",\"in\":[${quoted(file)},$at,$at]")
          val row = s"""{"t":"ref","name":${quoted(text)},"text":${quoted(text)},"kind":${quoted(kind(sym))},"def_file":${quoted(s.file)},"def_line":${s.line},"def_start":${s.start},"ref_file":${quoted(file)},"ref_line":${line(offset)},"ref_col":${column(offset)},"call":$call,"import":$imported$alts$within}"""
          if (!refs.contains(offset)) refs(offset) = row
        case None => exts += offset
      }
    }

    def define(tree: DefTree): Unit = {
      val sym = tree.symbol
      val pos = tree.namePos
      if (sym == null || sym == NoSymbol || !pos.isDefined || sym.isPackageClass || sym.hasPackageFlag) return
      val offset = pos.point
      val text = plain(tree.name)
      if (!tokens.get(offset).contains(text) || defs.contains(offset)) return
      if (sym.isSynthetic && !sym.isModule) return
      val p = tree.pos
      val (from, to) = if (p.isRange) (line(p.start), line(p.end)) else (line(offset), line(offset))
      // A parameter of a class that is a member of it as well is one for all.
      val local = isLocal(sym) && sym.getterIn(sym.owner) == NoSymbol
      defs(offset) = s"""{"t":"def","sym":"","name":${quoted(text)},"text":${quoted(text)},"kind":${quoted(kind(sym))},"file":${quoted(file)},"line":${line(offset)},"col":${column(offset)},"start":$from,"end":$to,"local":$local}"""
    }

    object walker extends Traverser {
      val called = mutable.Set[Tree]()
      /** What stands before a parenthesis that calls `apply`. */
      val applied = mutable.Map[Tree, Symbol]()
      override def traverse(tree: Tree): Unit = {
        tree.attachments.get[analyzer.MacroExpansionAttachment].foreach(a => if (a.expandee ne tree) traverse(a.expandee))
        tree.attachments.get[analyzer.OriginalTreeAttachment].foreach(a => if (a.original ne tree) traverse(a.original))
        tree match {
          case t: TypeTree =>
            if (t.original != null) traverse(t.original)
          case i @ Import(expr, selectors) =>
            traverse(expr)
            selectors.foreach { s =>
              if (s.name != nme.WILDCARD && s.name != null) {
                val term = expr.tpe.member(s.name.toTermName)
                val tpe = expr.tpe.member(s.name.toTypeName)
                val all = (term.alternatives ++ tpe.alternatives).filter(_ != NoSymbol)
                all.headOption.foreach(first => use(s.namePos, s.name, first, false, true, all.tail))
              }
            }
          case d: DefTree =>
            define(d)
            if (d.symbol != null) d.symbol.annotations.foreach(a => if (a.original != null) traverse(a.original))
            val outer = function
            d match {
              case f: DefDef if f.namePos.isDefined && defs.contains(f.namePos.point) && !f.symbol.isAccessor =>
                function = Some(line(f.namePos.point))
              case _: ClassDef | _: ModuleDef => function = None
              case _ =>
            }
            super.traverse(tree)
            function = outer
          case _: ApplyImplicitView | _: ApplyToImplicitArgs => super.traverse(tree)
          case a @ Apply(fun, _) =>
            call(a, strip(fun))
            super.traverse(tree)
          case s @ Select(q, name) =>
            val sym = if (s.symbol != null && s.symbol.isSetter) s.symbol.getterIn(s.symbol.owner).orElse(s.symbol) else s.symbol
            if (s.pos.isDefined) use(s.pos.point, name, sym, called(s), false, applied.get(s).toList)
            super.traverse(tree)
          case s @ SelectFromTypeTree(q, name) =>
            if (s.pos.isDefined) use(s.pos.point, name, s.symbol, false, false)
            super.traverse(tree)
          case i: Ident =>
            if (i.pos.isDefined) use(i.pos.point, i.name, i.symbol, called(i), false, applied.get(i).toList)
          case _ => super.traverse(tree)
        }
      }
      /** Notes what is followed by arguments. */
      def call(whole: Tree, fun: Tree): Unit = fun match {
        case Select(New(tpt), nme.CONSTRUCTOR) =>
          val written = tpt match {
            case t: TypeTree if t.original != null => t.original
            case other => other
          }
          called += (written match {
            case AppliedTypeTree(of, _) => of
            case other => other
          })
        case s @ Select(q, nme.apply) if !tokens.get(s.pos.point).contains("apply") =>
          called += strip(q)
          applied(strip(q)) = s.symbol
        case _ =>
          val isWritten = !whole.pos.isRange || !fun.pos.isRange || whole.pos.end > fun.pos.end || whole.pos.start < fun.pos.start
          if (isWritten) called += fun
      }
      def strip(fun: Tree): Tree = fun match {
        case TypeApply(of, _) => of
        case other => other
      }
    }

    def positions(kind: String, all: Iterable[Int]): Option[String] =
      if (all.isEmpty) None
      else Some(s"""{"t":"$kind","file":${quoted(file)},"pos":${all.toSeq.sorted.map(o => s"[${line(o)},${column(o)},${quoted(tokens(o))}]").mkString("[", ",", "]")}}""")

    def rows(): Seq[String] = {
      if (file.isEmpty) return Nil
      walker.traverse(unit.body)
      // The compiler puts types of its own making where the file writes names too: what is written comes first.
      val known = defs.keySet ++ refs.keySet
      val ext = exts.filterNot(known)
      val loc = locs.filterNot(known ++ ext)
      val undecided = tokens.keySet.filterNot(known ++ ext ++ loc)
      Seq(s"""{"t":"file","file":${quoted(file)}}""") ++ defs.toSeq.sortBy(_._1).map(_._2) ++
        refs.toSeq.filterNot(r => defs.contains(r._1)).sortBy(_._1).map(_._2) ++ positions("ext", ext) ++ positions("loc", loc) ++ positions("undec", undecided)
    }
  }
}
