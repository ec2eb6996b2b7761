-- What the interpreter itself says of a repository while its own tests run: which function each call ran. README.md beside
-- it says how it is run: first as LUA_INIT of the tests, with ROOT and RAW, then as a program, with ROOT, RAW and OUT.

local root = os.getenv("ROOT"):gsub("/*$", "/")

-- The path of a source below the root; nil for others.
local function inside(source)
  if source:sub(1, 1) ~= "@" then return nil end
  local path = source:sub(2):gsub("^%./", "")
  if path:sub(1, 1) ~= "/" then path = root .. path end
  while path:find("/[^/]+/%.%./") do path = path:gsub("/[^/]+/%.%./", "/", 1) end
  path = path:gsub("/%./", "/")
  if path:sub(1, #root) == root and path:sub(-4) == ".lua" then return path:sub(#root + 1) end
  return nil
end

local function trace()
  local calls, known = {}, {}
  local getinfo, sethook = debug.getinfo, debug.sethook
  local named = { global = true, ["local"] = true, method = true, field = true, upvalue = true }
  local function path_of(source)
    local path = known[source]
    if path == nil then
      path = inside(source) or false
      known[source] = path
    end
    return path
  end
  local function hook(event)
    if event ~= "call" then return end
    local caller = getinfo(3, "Sl")
    local from = caller and caller.what ~= "C" and path_of(caller.source)
    if not from then return end
    local callee = getinfo(2, "Sn")
    if not callee.name or not named[callee.namewhat] then return end
    local to = callee.what ~= "C" and path_of(callee.source)
    local key = from .. "\t" .. caller.currentline .. "\t" .. callee.name .. "\t"
      .. (to and to .. "\t" .. callee.linedefined or "\t0")
    calls[key] = true
  end
  for _, name in ipairs({ "create", "wrap" }) do
    local made = coroutine[name]
    coroutine[name] = function(f, ...)
      return made(function(...)
        sethook(hook, "c")
        return f(...)
      end, ...)
    end
  end
  local function write()
    sethook()
    local out = assert(io.open(os.getenv("RAW"), "a"))
    for key in pairs(calls) do out:write(key, "\n") end
    out:close()
    calls = {}
  end
  local exit = os.exit
  os.exit = function(...)
    write()
    exit(...)
  end
  if jit then jit.off() end
  if vim then
    vim.api.nvim_create_autocmd("VimLeavePre", { callback = write })
  else
    -- Kept until the program ends.
    TRACED = setmetatable({}, { __gc = write })
  end
  sethook(hook, "c")
end

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read("a")
  if file then file:close() end
  return text
end

local WORDS = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch("%a+") do
  WORDS[word] = true
end

-- The tokens of a text: kind (name, word, text, or the sign itself), line and column.
local function lex(text)
  local tokens, line, start, at = {}, 1, 1, 1
  if text:sub(1, 1) == "#" then at = text:find("\n") or #text + 1 end
  local function skip(to)
    for found in text:sub(at, to - 1):gmatch("()\n") do
      line, start = line + 1, at + found
    end
    at = to
  end
  while at <= #text do
    local c = text:sub(at, at)
    local level = text:match("^%-%-%[(=*)%[", at)
    if level then
      skip(select(2, text:find("]" .. level .. "]", at, true)) + 1)
    elseif text:find("^%-%-", at) then
      at = text:find("\n", at) or #text + 1
    elseif text:find("^%[=*%[", at) then
      level = text:match("^%[(=*)%[", at)
      tokens[#tokens + 1] = { "text", line, at - start + 1 }
      skip(select(2, text:find("]" .. level .. "]", at, true)) + 1)
    elseif c == '"' or c == "'" then
      tokens[#tokens + 1] = { "text", line, at - start + 1 }
      local to = at + 1
      while text:sub(to, to) ~= c do
        to = to + (text:sub(to, to) == "\\" and 2 or 1)
      end
      skip(to + 1)
    elseif text:find("^[%a_]", at) then
      local word = text:match("^[%w_]+", at)
      tokens[#tokens + 1] = { WORDS[word] and "word" or "name", line, at - start + 1, word }
      at = at + #word
    elseif text:find("^%d", at) then
      at = select(2, text:find("^[%w_.]+", at)) + 1
      tokens[#tokens + 1] = { "number", line, 0 }
    elseif text:find("^%s", at) then
      skip(at + 1)
    else
      tokens[#tokens + 1] = { c, line, at - start + 1 }
      at = at + 1
    end
  end
  return tokens
end

-- The functions of a file that have a name: token, line of the word `function`, last line.
local function functions_of(tokens)
  local all, open = {}, {}
  local opens = { ["function"] = true, ["if"] = true, ["do"] = true, ["repeat"] = true }
  for i, token in ipairs(tokens) do
    local word = token[1] == "word" and token[4]
    if opens[word] then
      local one = { line = token[2] }
      if word == "function" then
        local next = i + 1
        if tokens[next] and tokens[next][1] == "name" then
          while tokens[next + 1] and (tokens[next + 1][1] == "." or tokens[next + 1][1] == ":") do
            one.is_member = true
            next = next + 2
          end
          one.token = tokens[next]
        elseif i > 2 and tokens[i - 1][1] == "=" and tokens[i - 2][1] == "name" then
          one.token = tokens[i - 2]
          local before = tokens[i - 3] and tokens[i - 3][1]
          one.is_member = before == "." or before == "{" or before == "," or before == ";"
        end
        if one.token then
          one.token.defines = true
          all[#all + 1] = one
        end
        one.is_function = true
      end
      open[#open + 1] = one
    elseif word == "end" or word == "until" then
      local one = table.remove(open)
      if one then one.last = token[2] end
    end
  end
  return all
end

-- Other names that `local a, b = c.d, e` and `a = require("b").c` give: by the name that is written, the last names of what it is given.
local function aliases_of(tokens)
  local all = {}
  for i, token in ipairs(tokens) do
    local at, names, index = i + 1, {}, 0
    local function is(kind) return tokens[at] and tokens[at][1] == kind end
    local before = tokens[i - 1] and tokens[i - 1][1]
    local is_local = token[1] == "word" and token[4] == "local"
    if not is_local and token[1] == "name" and before ~= "." and before ~= ":" and is("=") then at = i end
    if is_local or at == i then
      while is("name") do
        names[#names + 1] = tokens[at][4]
        at = at + 1
        if not is(",") then break end
        at = at + 1
      end
      local goes_on = is("=")
      while goes_on do
        at, index = at + 1, index + 1
        local last
        while is("name") do
          last = tokens[at][4]
          at = at + 1
          if last == "require" then
            if is("(") then at = at + 1 end
            if is("text") then at = at + 1 end
            if is(")") then at = at + 1 end
            last = nil
          end
          if not is(".") then break end
          at = at + 1
        end
        goes_on = is(",")
        local next = tokens[at] and tokens[at][1]
        local ends = next == "," or next == "word" or next == "name" or next == ";" or next == nil
        if last and ends and names[index] and names[index] ~= last then
          local of = all[names[index]] or {}
          all[names[index]], of[last] = of, true
        end
      end
    end
  end
  return all
end

local function json(value)
  if type(value) == "string" then return '"' .. value:gsub('[\\"]', "\\%0") .. '"' end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  if #value > 0 then
    for _, item in ipairs(value) do parts[#parts + 1] = json(item) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  local keys = {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for _, key in ipairs(keys) do parts[#parts + 1] = json(key) .. ":" .. json(value[key]) end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function convert()
  local ran, files, seen = {}, {}, {}
  local function note(file)
    if not seen[file] and read(root .. file) then
      seen[file] = true
      files[#files + 1] = file
    end
  end
  for row in io.lines(os.getenv("RAW")) do
    local file, line, name, to, at = row:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.-)$")
    note(file)
    if to ~= "" then note(to) end
    local key = file .. "\t" .. line .. "\t" .. name
    ran[key] = ran[key] or {}
    ran[key][to .. "\t" .. at] = { to, tonumber(at) }
  end
  table.sort(files)
  local out = assert(io.open(os.getenv("OUT"), "w"))
  local tokens, functions, by_line = {}, {}, {}
  for _, file in ipairs(files) do
    out:write(json({ t = "file", file = file }), "\n")
    tokens[file] = lex(read(root .. file))
    functions[file] = functions_of(tokens[file])
    for _, one in ipairs(functions[file]) do
      local key = file .. "\t" .. one.line
      by_line[key] = by_line[key] or {}
      table.insert(by_line[key], one)
    end
  end
  for _, file in ipairs(files) do
    for _, one in ipairs(functions[file]) do
      out:write(json({ t = "def", name = one.token[4], kind = one.is_member and "method" or "function", file = file,
        line = one.token[2], col = one.token[3], start = one.token[2], ["end"] = one.last or one.line }), "\n")
    end
  end
  local counts = { ref = 0, ext = 0, undec = 0 }
  for _, file in ipairs(files) do
    local undecided, external, judged, aliases = {}, {}, {}, aliases_of(tokens[file])
    for i, token in ipairs(tokens[file]) do
      local key = token[2] .. "\t" .. tostring(token[4])
      if token[1] == "name" and not token.defines and not judged[key] then
        local next = tokens[file][i + 1] and tokens[file][i + 1][1]
        local is_call = next == "(" or next == "{" or next == "text"
        local found = is_call and ran[file .. "\t" .. key]
        local targets, is_known = {}, true
        for _, to in pairs(found or {}) do
          if to[1] ~= "" then
            local one
            for _, other in ipairs(by_line[to[1] .. "\t" .. to[2]] or {}) do
              local name = other.token[4]
              if name == token[4] or (aliases[token[4]] or {})[name] then one = other end
            end
            is_known = is_known and one ~= nil
            targets[#targets + 1] = one and { to[1], one.token[2], one.token[2], one }
          end
        end
        table.sort(targets, function(a, b) return a[1] < b[1] or (a[1] == b[1] and a[2] < b[2]) end)
        local place = { token[2], token[3], token[4] }
        if found then judged[key] = true end
        if not found or not is_known then
          undecided[#undecided + 1] = place
          for name in pairs(aliases[token[4]] or {}) do undecided[#undecided + 1] = { token[2], token[3], name } end
        elseif #targets == 0 then
          external[#external + 1] = place
        else
          local first = targets[1]
          local row = { t = "ref", name = token[4], kind = first[4].is_member and "method" or "function",
            def_file = first[1], def_line = first[2], def_start = first[3], ref_file = file, ref_line = token[2],
            ref_col = token[3], call = true }
          local alts = {}
          for k = 2, #targets do alts[#alts + 1] = { targets[k][1], targets[k][2], targets[k][3] } end
          if #alts > 0 then row.alts = alts end
          for _, one in ipairs(functions[file]) do
            if one.line <= token[2] and token[2] <= (one.last or one.line) then
              row["in"] = { file, one.token[2], one.token[2] }
            end
          end
          out:write(json(row), "\n")
          counts.ref = counts.ref + 1
        end
      end
    end
    counts.ext, counts.undec = counts.ext + #external, counts.undec + #undecided
    if #external > 0 then out:write(json({ t = "ext", file = file, pos = external }), "\n") end
    if #undecided > 0 then out:write(json({ t = "undec", file = file, pos = undecided }), "\n") end
  end
  out:close()
  io.stderr:write(("files %d refs %d ext %d undec %d\n"):format(#files, counts.ref, counts.ext, counts.undec))
end

if os.getenv("OUT") then convert() else trace() end
