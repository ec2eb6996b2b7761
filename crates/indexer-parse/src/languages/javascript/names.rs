//! Names that the language and its hosts give.

/// Names that every file has without an import, sorted.
#[rustfmt::skip]
pub(super) const GLOBALS: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics", "BigInt",
    "BigInt64Array", "BigUint64Array", "Blob", "Boolean", "Buffer", "DataView", "Date", "Error",
    "EvalError", "Event", "EventTarget", "File", "FinalizationRegistry", "Float32Array", "Float64Array",
    "FormData", "Function", "Generator", "GeneratorFunction", "Headers", "Infinity", "Int16Array",
    "Int32Array", "Int8Array", "Intl", "Iterable", "IterableIterator", "Iterator", "JSON", "Map", "Math",
    "MessageChannel", "NaN", "NodeJS", "Number", "Object", "Promise", "PromiseLike", "Proxy", "RangeError",
    "ReadableStream", "ReadonlyArray", "ReadonlyMap", "ReadonlySet", "Record", "ReferenceError", "Reflect",
    "RegExp", "Request", "Response", "Set", "SharedArrayBuffer", "String", "Symbol", "SyntaxError",
    "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array",
    "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet", "WebSocket",
    "WritableStream", "XMLHttpRequest", "__dirname", "__filename", "alert", "atob", "btoa",
    "cancelAnimationFrame", "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto",
    "decodeURI", "decodeURIComponent", "document", "encodeURI", "encodeURIComponent", "escape", "eval",
    "fetch", "global", "globalThis", "history", "isFinite", "isNaN", "localStorage", "location",
    "navigator", "parseFloat", "parseInt", "performance", "process", "queueMicrotask",
    "requestAnimationFrame", "require", "sessionStorage", "setImmediate", "setInterval", "setTimeout",
    "structuredClone", "unescape", "window",
];

/// The modules that Node.js brings, sorted.
#[rustfmt::skip]
pub(super) const NODE_MODULES: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto",
    "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector",
    "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl",
    "sea", "sqlite", "stream", "string_decoder", "sys", "test", "timers", "tls", "trace_events", "tty",
    "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
];

/// Members of the standard library that are too common to guess by, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "abort", "add", "addEventListener", "all", "allSettled", "any", "append", "appendChild", "apply",
    "arrayBuffer", "assign", "at", "bind", "blob", "body", "buffer", "byteLength", "call", "cancel",
    "catch", "charAt", "charCodeAt", "children", "clear", "clone", "close", "code", "codePointAt", "concat",
    "constructor", "copyWithin", "create", "createElement", "data", "debug", "default", "defineProperties",
    "defineProperty", "delete", "description", "destroy", "disconnect", "dispatchEvent", "document", "done",
    "emit", "end", "endsWith", "entries", "error", "every", "exec", "exit", "fill", "filter", "finally",
    "find", "findIndex", "findLast", "findLastIndex", "flags", "flat", "flatMap", "flush", "focus",
    "forEach", "format", "freeze", "from", "fromCharCode", "fromEntries", "get", "getAttribute",
    "getElementById", "getItem", "getOwnPropertyDescriptor", "getOwnPropertyNames", "getPrototypeOf",
    "getTime", "global", "groups", "has", "hasOwn", "hasOwnProperty", "headers", "host", "hostname", "href",
    "id", "includes", "index", "indexOf", "info", "innerHTML", "input", "insertBefore", "is", "isArray",
    "isPrototypeOf", "join", "json", "key", "keys", "lastIndex", "lastIndexOf", "length", "listen",
    "listeners", "localeCompare", "log", "map", "match", "matchAll", "max", "message", "method", "min",
    "name", "next", "normalize", "now", "off", "on", "once", "open", "origin", "ownKeys", "padEnd",
    "padStart", "parse", "path", "pathname", "pipe", "pop", "port", "preventDefault",
    "propertyIsEnumerable", "protocol", "prototype", "push", "querySelector", "querySelectorAll", "race",
    "raw", "read", "reduce", "reduceRight", "reject", "remove", "removeAttribute", "removeChild",
    "removeEventListener", "removeListener", "repeat", "replace", "replaceAll", "reset", "resolve",
    "resume", "return", "reverse", "search", "send", "set", "setAttribute", "setItem", "setPrototypeOf",
    "shift", "signal", "size", "slice", "some", "sort", "source", "splice", "split", "stack", "start",
    "startsWith", "status", "statusText", "stdout", "stop", "stopPropagation", "stringify", "style",
    "subarray", "substr", "substring", "target", "test", "text", "textContent", "then", "throw", "time",
    "timeEnd", "toFixed", "toISOString", "toJSON", "toLocaleString", "toLowerCase", "toString",
    "toUpperCase", "trace", "trim", "trimEnd", "trimStart", "type", "unshift", "update", "url", "value",
    "valueOf", "values", "warn", "write", "writeHead",
];

/// True when the sorted `names` hold `name`.
pub(super) fn holds(names: &[&str], name: &str) -> bool {
    names.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_so_that_they_can_be_searched() {
        for list in [GLOBALS, NODE_MODULES, COMMODITIES] {
            assert!(list.is_sorted());
        }
        assert!(holds(GLOBALS, "Promise") && holds(NODE_MODULES, "fs") && holds(COMMODITIES, "map"));
    }
}
