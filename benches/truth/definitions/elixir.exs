# What Elixir files below a folder define, by the parser of Elixir itself: `elixir elixir.exs FOLDER`. A line each with
# file, line, kind and name; of a function with several clauses that of the first one.
[root] = System.argv()

defmodule Rows do
  @functions [:def, :defp, :defdelegate]
  @macros [:defmacro, :defmacrop, :defguard, :defguardp]

  def of({word, meta, [head | _]} = node, {rows, seen, path}) when word in @functions or word in @macros do
    kind = if word in @functions, do: "function", else: "macro"
    case head(head) do
      {name, line, arity} when is_atom(name) and name != :unquote -> add(node, {rows, seen, path}, {kind, name, line || meta[:line], arity})
      _ -> {node, {rows, seen, path}}
    end
  end

  def of({word, meta, [{:__aliases__, _, parts} | rest]} = node, {rows, seen, path})
      when word in [:defmodule, :defprotocol] and rest != [] do
    name = parts |> Enum.filter(&is_atom/1) |> Enum.map_join(".", &to_string/1) |> String.split(".") |> List.last()
    {node, {[{meta[:line], "module", name} | rows], seen, [{meta[:line], name} | path]}}
  end

  def of({:defimpl, meta, [{:__aliases__, _, _} | _]} = node, {rows, seen, path}) do
    {node, {rows, seen, [{meta[:line], "impl"} | path]}}
  end

  def of({:test, meta, [name | rest]} = node, {rows, seen, path}) when is_binary(name) and rest != [] do
    {node, {[{meta[:line], "test", name} | rows], seen, path}}
  end

  def of({:@, _, [{word, _, [type]}]} = node, acc) when word in [:type, :typep, :opaque] do
    case typed(type) do
      {name, line, arity} when is_atom(name) -> add(node, acc, {"type", name, line, arity})
      _ -> {node, acc}
    end
  end

  def of({:@, _, [{word, _, [type]}]} = node, {rows, seen, path}) when word in [:callback, :macrocallback] do
    case typed(type) do
      {name, line, _} when is_atom(name) -> {node, {[{line, "callback", name} | rows], seen, path}}
      _ -> {node, {rows, seen, path}}
    end
  end

  def of(node, acc), do: {node, acc}

  def leave({word, meta, _} = node, {rows, seen, [{line, _} | path]})
      when word in [:defmodule, :defprotocol, :defimpl] do
    if meta[:line] == line, do: {node, {rows, seen, path}}, else: {node, {rows, seen, [{line, nil} | path]}}
  end

  def leave(node, acc), do: {node, acc}

  defp add(node, {rows, seen, path}, {kind, name, line, arity}) do
    key = {path, kind == "type", name, arity}
    if MapSet.member?(seen, key),
      do: {node, {rows, seen, path}},
      else: {node, {[{line, kind, name} | rows], MapSet.put(seen, key), path}}
  end

  defp head({:when, _, [head | _]}), do: head(head)
  defp head({name, meta, arguments}) when is_list(arguments), do: {name, meta[:line], length(arguments)}
  defp head({name, meta, _}), do: {name, meta[:line], 0}
  defp head(_), do: nil

  defp typed({:when, _, [type | _]}), do: typed(type)
  defp typed({:"::", _, [head | _]}), do: head(head)
  defp typed(_), do: nil
end

for path <- Path.wildcard(root <> "/**/*.{ex,exs}") |> Enum.sort(),
    {:ok, tree} <- [Code.string_to_quoted(File.read!(path))] do
  {_, {rows, _, _}} = Macro.traverse(tree, {[], MapSet.new(), []}, &Rows.of/2, &Rows.leave/2)
  for {line, kind, name} <- rows, do: IO.puts(Enum.join([Path.relative_to(path, root), line, kind, name], "\t"))
end
