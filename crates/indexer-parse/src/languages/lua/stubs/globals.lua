-- What every file has: the types that values flow through.

boolean = {}
boolean.__index = boolean

number = {}
number.__index = number

string = {}
string.__index = string
function string:byte(i, j) return 0 end
function string.char(...) return "" end
function string.dump(f, strip) return "" end
function string:find(pattern, init, plain) return 0 end
function string.format(format, ...) return "" end
function string:gmatch(pattern) end
function string:gsub(pattern, by, n) return "" end
function string:len() return 0 end
function string:lower() return "" end
function string:match(pattern, init) return "" end
function string.pack(format, ...) return "" end
function string.packsize(format) return 0 end
function string:rep(n, between) return "" end
function string:reverse() return "" end
function string:sub(i, j) return "" end
function string.unpack(format, text, position) end
function string:upper() return "" end

file = {}
file.__index = file
function file:close() end
function file:flush() return self end
function file:lines(...) end
function file:read(...) return "" end
function file:seek(whence, offset) return 0 end
function file:setvbuf(mode, size) end
function file:write(...) return self end

io = {}
io.stderr = setmetatable({}, file)
io.stdin = setmetatable({}, file)
io.stdout = setmetatable({}, file)
function io.close(f) end
function io.input(f) return setmetatable({}, file) end
function io.lines(name, ...) end
function io.open(name, mode) return setmetatable({}, file) end
function io.output(f) return setmetatable({}, file) end
function io.popen(program, mode) return setmetatable({}, file) end
function io.read(...) return "" end
function io.tmpfile() return setmetatable({}, file) end
function io.type(value) return "" end
function io.write(...) return setmetatable({}, file) end

table = {}
function table.concat(list, between, i, j) return "" end

os = {}
function os.clock() return 0 end
function os.date(format, time) return "" end
function os.getenv(name) return "" end
function os.time(of) return 0 end
function os.tmpname() return "" end

function tostring(value) return "" end
function tonumber(value, base) return 0 end
function type(value) return "" end
