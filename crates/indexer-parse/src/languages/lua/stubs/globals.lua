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
function table.foreach(t, f) end
function table.foreachi(t, f) end
function table.getn(t) end
function table.insert(list, ...) end
function table.maxn(t) end
function table.move(from, i, j, to, into) end
function table.pack(...) end
function table.remove(list, at) end
function table.sort(list, less) end
function table.unpack(list, i, j) end

math = {}
function math.abs(x) return 0 end
function math.acos(x) return 0 end
function math.asin(x) return 0 end
function math.atan(y, x) return 0 end
function math.atan2(y, x) return 0 end
function math.ceil(x) return 0 end
function math.cos(x) return 0 end
function math.cosh(x) return 0 end
function math.deg(x) return 0 end
function math.exp(x) return 0 end
function math.floor(x) return 0 end
function math.fmod(x, y) return 0 end
function math.frexp(x) return 0 end
function math.ldexp(x, e) return 0 end
function math.log(x, base) return 0 end
function math.log10(x) return 0 end
function math.max(x, ...) return 0 end
function math.min(x, ...) return 0 end
function math.mod(x, y) return 0 end
function math.modf(x) return 0 end
function math.pow(x, y) return 0 end
function math.rad(x) return 0 end
function math.random(m, n) return 0 end
function math.sin(x) return 0 end
function math.sinh(x) return 0 end
function math.sqrt(x) return 0 end
function math.tan(x) return 0 end
function math.tanh(x) return 0 end
function math.tointeger(x) return 0 end
function math.randomseed(x, y) end
function math.type(x) end
function math.ult(x, y) end

os = {}
function os.clock() return 0 end
function os.date(format, time) return "" end
function os.difftime(a, b) return 0 end
function os.execute(command) end
function os.exit(code, close) end
function os.getenv(name) return "" end
function os.remove(name) end
function os.rename(from, to) end
function os.setlocale(locale, category) end
function os.time(of) return 0 end
function os.tmpname() return "" end

coroutine = {}
function coroutine.close(co) end
function coroutine.create(f) end
function coroutine.isyieldable(co) end
function coroutine.resume(co, ...) end
function coroutine.running() end
function coroutine.status(co) end
function coroutine.wrap(f) end
function coroutine.yield(...) end

debug = {}
function debug.debug() end
function debug.getfenv(o) end
function debug.gethook(co) end
function debug.getinfo(co, f, what) end
function debug.getlocal(co, f, n) end
function debug.getmetatable(value) end
function debug.getregistry() end
function debug.getupvalue(f, n) end
function debug.getuservalue(u, n) end
function debug.setfenv(o, to) end
function debug.sethook(co, hook, mask, count) end
function debug.setlocal(co, level, n, value) end
function debug.setmetatable(value, to) end
function debug.setupvalue(f, n, value) end
function debug.setuservalue(u, value, n) end
function debug.upvalueid(f, n) end
function debug.upvaluejoin(f, n, g, m) end
function debug.traceback(co, message, level) return "" end

utf8 = {}
function utf8.codepoint(s, i, j) end
function utf8.codes(s) end
function utf8.len(s, i, j) return 0 end
function utf8.offset(s, n, i) end
function utf8.char(...) return "" end

package = {}
package.config = ""
package.cpath = ""
package.path = ""
package.loaded = {}
package.loaders = {}
package.preload = {}
package.searchers = {}
function package.loadlib(path, name) end
function package.searchpath(name, path) end
function package.seeall(module) end

function tostring(value) return "" end
function tonumber(value, base) return 0 end
function type(value) return "" end
