# frozen_string_literal: true

# What the interpreter itself says of a repository while its own tests run: which definition each call ran, and which
# each constant is. README.md beside it says how it is run.
require 'json'
require 'ripper'
require 'set'
require 'zlib'

module Traced
  ROOT = File.realpath(ENV.fetch('ROOT')) + '/'
  CALLS = Hash.new { |all, key| all[key] = Set.new } # [file, line, name] => [file, line] of definitions, nil for others
  OPENED = Hash.new { |all, key| all[key] = Set.new } # class => [file, line]
  PATHS = Hash.new do |all, path|
    full = File.expand_path(path)
    all[path] = full.start_with?(ROOT) && full.end_with?('.rb', '.ru') ? full.delete_prefix(ROOT) : nil
  end
  OWNER = Module.instance_method(:instance_method)

  CALL = TracePoint.new(:call) do |tp|
    at = caller_locations(2, 1)&.first
    file = at && PATHS[at.path]
    next unless file
    name = tp.callee_id
    name = :new if name == :initialize && at.label == 'new'
    to = PATHS[tp.path]
    CALLS[[file, at.lineno, name]] << (to ? [to, tp.lineno, tp.method_id.to_s] : nil)
  end
  NATIVE = TracePoint.new(:c_call) do |tp|
    file = PATHS[tp.path]
    next unless file
    name = tp.callee_id
    next if name == :new
    to = nil
    if tp.defined_class
      location = begin
        OWNER.bind_call(tp.defined_class, tp.method_id).source_location
      rescue NameError
        nil
      end
      to = [PATHS[location[0]], location[1], tp.method_id.to_s] if location && PATHS[location[0]]
    end
    CALLS[[file, tp.lineno, name]] << to
  end
  NEWS = TracePoint.new(:c_call) do |tp|
    file = tp.callee_id == :initialize || tp.callee_id == :new ? PATHS[tp.path] : nil
    CALLS[[file, tp.lineno, :new]] << nil if file && tp.callee_id == :initialize
  end
  CLASS = TracePoint.new(:class) do |tp|
    file = PATHS[tp.path]
    OPENED[tp.self] << [file, tp.lineno] if file
  end

  # Definitions and constants of one file.
  class Reader
    attr_reader :definitions, :constants

    def initialize(file)
      @definitions, @constants = [], []
      @lines = File.read(ROOT + file).lines
      walk(RubyVM::AbstractSyntaxTree.parse_file(ROOT + file), [Object], nil)
    end

    def around(line)
      all = @definitions.select { |one| one[:is_method] && one[:line] <= line && line <= one[:end] }
      all.max_by { |one| one[:line] }
    end

    private

    def add(name, kind, line, column, node, **more)
      definition = { name: name.to_s, kind: kind, line: line, col: column + 1, end: node.last_lineno, **more }
      @definitions << definition
    end

    # Column of a word in a line, at or behind another one.
    def column(line, word, from = 0)
      text = @lines[line - 1] or return from
      (text.byteindex_of(word.to_s, from) || from)
    end

    def walk(node, nesting, outer)
      return unless node.is_a?(RubyVM::AbstractSyntaxTree::Node)
      children = node.children
      case node.type
      when :CLASS, :MODULE
        path = children[0]
        constants_of(path, nesting, true)
        walk(children[1], nesting, node) if node.type == :CLASS
        name = path.children.last
        add(name, 'class', path.last_lineno, path.last_column - name.to_s.bytesize, node)
        found = resolve_path(path, nesting)
        body = node.type == :CLASS ? children[2] : children[1]
        walk(body, found.is_a?(Module) ? nesting + [found] : nesting + [nil], node)
      when :SCLASS
        walk(children[0], nesting, node)
        walk(children[1], nesting, node)
      when :DEFN
        add(children[0], 'method', node.first_lineno, column(node.first_lineno, children[0], node.first_column + 3), node, is_method: true)
        walk(children[1], nesting, node)
      when :DEFS
        walk(children[0], nesting, node)
        add(children[1], 'method', node.first_lineno, column(node.first_lineno, children[1], children[0].last_column), node, is_method: true)
        walk(children[2], nesting, node)
      when :CDECL
        name = children[0]
        if name.is_a?(Symbol)
          add(name, 'constant', node.first_lineno, node.first_column, node)
        end
        children.each { |one| walk(one, nesting, node) }
      when :CONST
        @constants << [node.first_lineno, node.first_column, children[0], lookup(nesting, children[0])]
      when :COLON2, :COLON3
        constants_of(node, nesting, false)
      when :FCALL
        declared(node, children) if %i[attr_reader attr_writer attr_accessor attr define_method alias_method def_delegators def_delegator def_instance_delegators def_instance_delegator].include?(children[0])
        children.each { |one| walk(one, nesting, node) }
      when :VALIAS, :ALIAS
        name = children[0]
        if name.respond_to?(:type) && name.type == :LIT
          add(name.children[0], 'method', name.first_lineno, name.first_column + (@lines[name.first_lineno - 1].byteslice(name.first_column, 1) == ':' ? 1 : 0), node, alias: true)
        end
      else
        children.each { |one| walk(one, nesting, node) }
      end
    end

    def declared(node, children)
      return unless children[1].respond_to?(:children)
      arguments = children[1].children
      arguments = arguments.first(1) if %i[define_method alias_method].include?(children[0])
      arguments = arguments[1..] if %i[def_delegators def_instance_delegators].include?(children[0])
      arguments.compact.each do |one|
        next unless one.respond_to?(:type) && one.type == :LIT && one.children[0].is_a?(Symbol)
        name = one.children[0]
        add(name, 'accessor', one.first_lineno, one.first_column + 1, node, alias: children[0] == :alias_method, at: node.first_lineno)
        add("#{name}=", 'accessor', one.first_lineno, one.first_column + 1, node, text: name.to_s, at: node.first_lineno) if %i[attr_writer attr_accessor].include?(children[0])
      end
    end

    # Notes the names of a path; the last one of a definition's is none.
    def constants_of(node, nesting, defines)
      case node.type
      when :CONST
        walk(node, nesting, nil)
      when :COLON2
        base, name = node.children
        owner = base ? value(base, nesting) : nil
        base && constants_of_base(base, nesting)
        return if defines
        if name.match?(/\A[A-Z]/)
          found = owner.is_a?(Module) ? in_module(owner, name) : :unknown
          @constants << [node.last_lineno, node.last_column - name.to_s.bytesize, name, found]
        end
      when :COLON3
        return if defines
        name = node.children[0]
        @constants << [node.last_lineno, node.last_column - name.to_s.bytesize, name, in_module(Object, name)]
      end
    end

    def constants_of_base(base, nesting)
      %i[CONST COLON2 COLON3].include?(base.type) ? constants_of(base, nesting, false) : walk(base, nesting, nil)
    end

    def value(node, nesting)
      owner, name = case node.type
                    when :CONST then lookup(nesting, node.children[0])
                    when :COLON3 then in_module(Object, node.children[0])
                    when :COLON2
                      of = node.children[0] ? value(node.children[0], nesting) : nil
                      of.is_a?(Module) ? in_module(of, node.children[1]) : nil
                    end
      owner.is_a?(Module) ? owner.const_get(name, false) : nil
    rescue StandardError, LoadError
      nil
    end

    def resolve_path(path, nesting)
      return value(path, nesting) if path.type == :COLON3 || (path.type == :COLON2 && path.children[0])
      around = nesting.last
      around&.const_defined?(path.children.last, false) ? around.const_get(path.children.last, false) : nil
    end

    # The module that has a constant which a name means, and the name.
    def lookup(nesting, name)
      return :unknown if nesting.include?(nil)
      nesting[1..].reverse_each { |one| return [one, name] if one.const_defined?(name, false) }
      in_module(nesting.last, name)
    end

    def in_module(of, name)
      all = of.ancestors
      all += Object.ancestors unless of.is_a?(Class)
      owner = all.find { |one| one.const_defined?(name, false) }
      owner ? [owner, name] : :unknown
    rescue NameError
      :unknown
    end
  end

  def self.site_of(owner, name)
    value = begin
      owner.const_get(name, false)
    rescue StandardError, LoadError
      return :unknown
    end
    location = owner.const_source_location(name, false)
    sites = []
    sites << [PATHS[location[0]], location[1]] if location && location[0] && PATHS[location[0]]
    sites += OPENED[value].to_a if value.is_a?(Module) && OPENED.key?(value)
    sites.uniq.sort
  end

  def self.run
    [CALL, NATIVE, NEWS, CLASS].each(&:disable)
    loaded = ($LOADED_FEATURES + [$0]).map { |path| PATHS[path] }.compact
    loaded |= CALLS.keys.map(&:first)
    files = loaded.select { |file| file.end_with?('.rb') && File.file?(ROOT + file) }.uniq.sort
    readers = files.to_h { |file| [file, Reader.new(file)] }
    rows = files.map { |file| { t: 'file', file: file } }
    by_line = {}
    readers.each do |file, reader|
      reader.definitions.each do |one|
        (by_line[[file, one[:at] || one[:line]]] ||= []) << one
        row = { t: 'def', name: one[:name], kind: one[:kind], file: file, line: one[:line], col: one[:col], start: one[:line], end: one[:end] }
        text = one[:text]
        text = 'new' if one[:name] == 'initialize'
        text = one[:name].delete_suffix('=') if one[:name].match?(/\A\w+=\z/)
        row[:text] = text if text
        rows << row
      end
    end
    aliases = Hash.new { |all, key| all[key] = [] }
    readers.each do |file, reader|
      reader.definitions.each { |one| aliases[one[:name].delete_suffix('=')] << [file, one] if one[:alias] }
    end
    readers.each do |file, reader|
      undecided, external = [], []
      in_row = lambda do |line|
        around = reader.around(line)
        around ? [file, around[:line], around[:line]] : nil
      end
      known = {}
      reader.constants.each do |line, column, name, found|
        known[[line, column]] = true
        sites = found == :unknown ? :unknown : site_of(*found)
        if sites == :unknown
          undecided << [line, column + 1, name.to_s]
          next
        end
        targets = sites.map { |of, at| [of, at, (by_line[[of, at]] || []).find { |one| one[:name] == name.to_s }] }
        targets = targets.select(&:last)
        if targets.empty?
          (sites.empty? ? external : undecided) << [line, column + 1, name.to_s]
          next
        end
        emit(rows, file, [line, column, name.to_s], targets, in_row.call(line), false)
      end
      previous = nil
      defined = reader.definitions.to_h { |one| [[one[:line], one[:col] - 1], true] }
      seen = {}
      Ripper.lex(File.read(ROOT + file)).each do |(line, column), kind, token, _|
        is_name = %i[on_ident on_const].include?(kind) && previous != :on_symbeg && !known[[line, column]] && !defined[[line, column]]
        previous = kind unless kind == :on_sp
        next unless is_name
        next if seen[[line, token]]
        seen[[line, token]] = true
        found = [token.to_sym, :"#{token}="].filter_map { |one| CALLS.fetch([file, line, one], nil) }.reduce { |a, b| a | b }
        if found.nil?
          undecided << [line, column + 1, token]
          next
        end
        targets = found.compact.map do |of, at, name|
          [of, at, (by_line[[of, at]] || []).find { |one| one[:name] == name || one[:name] == token || (token == 'new' && one[:name] == 'initialize') }]
        end
        # Another name of a method leads to where it is given the name as well.
        if targets.any? { |_, _, one| one && one[:name].delete_suffix('=') != token && token != 'new' }
          targets += (aliases[token] || []).map { |of, one| [of, one[:line], one] }
        end
        if targets.empty?
          external << [line, column + 1, token]
        elsif targets.any? { |one| one[2].nil? }
          undecided << [line, column + 1, token]
        else
          emit(rows, file, [line, column, token], targets, in_row.call(line), true)
        end
      end
      rows << { t: 'ext', file: file, pos: external } unless external.empty?
      rows << { t: 'undec', file: file, pos: undecided } unless undecided.empty?
    end
    Zlib::GzipWriter.open(ENV.fetch('OUT')) do |out|
      rows.each { |row| out.puts JSON.generate(row) }
    end
    warn rows.group_by { |row| row[:t] }.map { |kind, all| "#{kind} #{all.size}" }.join(' ')
    warn "ext #{rows.sum { |row| row[:t] == 'ext' ? row[:pos].size : 0 }} undec #{rows.sum { |row| row[:t] == 'undec' ? row[:pos].size : 0 }}"
  end

  def self.emit(rows, file, (line, column, name), targets, around, call)
    targets = targets.uniq { |of, _, one| [of, one[:line]] }
    targets.sort_by! { |of, _, one| [of, one[:line]] }
    of, _, one = targets.first
    row = { t: 'ref', name: name, kind: one[:kind], def_file: of, def_line: one[:line], def_start: one[:line],
            ref_file: file, ref_line: line, ref_col: column + 1, call: call }
    row[:alts] = targets[1..].map { |other, _, def_| [other, def_[:line], def_[:line]] } if targets.size > 1
    row[:in] = around if around
    rows << row
  end
end

class String
  def byteindex_of(word, from)
    found = byteslice(from..)&.b&.index(word.b)
    found && from + found
  end
end

[Traced::CALL, Traced::NATIVE, Traced::NEWS, Traced::CLASS].each(&:enable)
if ENV['AT'] == 'minitest'
  require 'minitest'
  Minitest.after_run { Traced.run }
else
  at_exit { Traced.run }
end
