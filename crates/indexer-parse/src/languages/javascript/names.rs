//! Names that the language and its hosts give.

/// The modules that Node.js brings, sorted.
#[rustfmt::skip]
pub(super) const NODE_MODULES: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto",
    "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https", "inspector",
    "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring", "readline", "repl",
    "sea", "sqlite", "stream", "string_decoder", "sys", "test", "timers", "tls", "trace_events", "tty",
    "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
];

/// Members of the standard library, browsers, Node.js and the usual test tools that are too common to
/// guess by, sorted.
#[rustfmt::skip]
pub(super) const COMMODITIES: &[&str] = &[
    "abort", "activeElement", "add", "addEventListener", "address", "all", "allSettled", "altKey",
    "animate", "any", "append", "appendChild", "appendFile", "appendFileSync", "apply", "argv",
    "arrayBuffer", "assign", "at", "attachShadow", "attributes", "background", "backgroundColor",
    "basename", "bind", "blob", "body", "border", "bottom", "bubbles", "buffer", "byteLength", "call",
    "cancel", "cancelable", "catch", "changedTouches", "charAt", "charCodeAt", "charset", "checkValidity",
    "checked", "childElementCount", "childNodes", "children", "classList", "className", "clear",
    "clientHeight", "clientWidth", "clientX", "clientY", "clone", "cloneNode", "close", "closest", "code",
    "codePointAt", "color", "compareDocumentPosition", "composed", "composedPath", "concat", "constructor",
    "contentDocument", "contentWindow", "contenteditable", "cookie", "copyFile", "copyFileSync",
    "copyWithin", "create", "createComment", "createDocumentFragment", "createElement", "createElementNS",
    "createEvent", "createRange", "createReadStream", "createServer", "createTextNode", "createWriteStream",
    "cssText", "ctrlKey", "currentTarget", "cursor", "cwd", "data", "dataset", "debug", "default",
    "defaultPrevented", "defaultView", "defineProperties", "defineProperty", "delete", "deltaX", "deltaY",
    "description", "destroy", "destroyed", "dirname", "disabled", "disconnect", "dispatchEvent", "display",
    "document", "documentElement", "done", "elementFromPoint", "elements", "emit", "encoding", "end",
    "endsWith", "entries", "env", "error", "eventNames", "eventPhase", "every", "exec", "exists",
    "existsSync", "exit", "exitCode", "extname", "fileURLToPath", "files", "fill", "filter", "finally",
    "find", "findIndex", "findLast", "findLastIndex", "firstChild", "firstElementChild", "flags", "flat",
    "flatMap", "flush", "focus", "fontFamily", "fontSize", "fontWeight", "forEach", "format", "freeze",
    "from", "fromCharCode", "fromEntries", "get", "getAllResponseHeaders", "getAttribute", "getAttributeNS",
    "getAttributeNames", "getBoundingClientRect", "getClientRects", "getComputedStyle", "getContext",
    "getElementById", "getElementsByClassName", "getElementsByTagName", "getHeader", "getItem",
    "getModifierState", "getOwnPropertyDescriptor", "getOwnPropertyNames", "getPropertyValue",
    "getPrototypeOf", "getResponseHeader", "getRootNode", "getSelection", "getTime", "global", "groups",
    "has", "hasAttribute", "hasAttributes", "hasChildNodes", "hasFocus", "hasOwn", "hasOwnProperty",
    "hasPointerCapture", "hash", "headers", "headersSent", "height", "hidden", "hidePopover", "host",
    "hostname", "href", "hrtime", "htmlFor", "id", "importNode", "includes", "index", "indexOf", "info",
    "innerHTML", "innerHeight", "innerText", "innerWidth", "input", "insertAdjacentElement",
    "insertAdjacentHTML", "insertAdjacentText", "insertBefore", "is", "isArray", "isConnected",
    "isContentEditable", "isDirectory", "isEqualNode", "isFile", "isIntersecting", "isPrototypeOf",
    "isSameNode", "isSymbolicLink", "isTrusted", "join", "json", "key", "keyCode", "keys", "lastChild",
    "lastElementChild", "lastIndex", "lastIndexOf", "layerX", "left", "length", "letterSpacing",
    "lineHeight", "listen", "listenerCount", "listeners", "localAddress", "localName", "localeCompare",
    "log", "lstat", "lstatSync", "map", "margin", "marginBottom", "marginLeft", "marginRight", "marginTop",
    "match", "matchAll", "max", "maxHeight", "maxWidth", "memoryUsage", "message", "metaKey", "method",
    "min", "minHeight", "minWidth", "mkdir", "mkdirSync", "mock", "mockClear", "mockImplementation",
    "mockReset", "mockRestore", "mockReturnValue", "mtime", "mtimeMs", "multiple", "name", "namespaceURI",
    "naturalHeight", "naturalWidth", "next", "nextElementSibling", "nextSibling", "nextTick", "nodeName",
    "nodeType", "nodeValue", "normalize", "now", "observe", "off", "offsetHeight", "offsetLeft",
    "offsetParent", "offsetTop", "offsetWidth", "offsetX", "offsetY", "on", "once", "onclick", "onerror",
    "onload", "onprogress", "opacity", "open", "options", "origin", "outerHTML", "outerHeight",
    "outerWidth", "overflow", "overrideMimeType", "ownKeys", "ownerDocument", "padEnd", "padStart",
    "padding", "pageX", "pageY", "parentElement", "parentNode", "parse", "path", "pathToFileURL",
    "pathname", "pause", "pid", "pipe", "platform", "play", "pointerId", "pointerType", "pop", "port",
    "position", "prependListener", "preventDefault", "previousElementSibling", "previousSibling",
    "propertyIsEnumerable", "protocol", "prototype", "push", "querySelector", "querySelectorAll", "race",
    "raw", "rawHeaders", "read", "readAsArrayBuffer", "readAsDataURL", "readAsText", "readFile",
    "readFileSync", "readOnly", "readable", "readdir", "readdirSync", "readyState", "realpath",
    "realpathSync", "reduce", "reduceRight", "reject", "relatedTarget", "remoteAddress", "remove",
    "removeAllListeners", "removeAttribute", "removeAttributeNS", "removeChild", "removeEventListener",
    "removeHeader", "removeListener", "removeProperty", "rename", "renameSync", "repeat", "replace",
    "replaceAll", "replaceChild", "replaceChildren", "replaceWith", "reportValidity", "requestFullscreen",
    "reset", "resolve", "response", "responseText", "responseType", "responseURL", "responseXML", "resume",
    "return", "reverse", "right", "rmSync", "screenX", "screenY", "scrollBy", "scrollHeight",
    "scrollIntoView", "scrollLeft", "scrollTo", "scrollTop", "scrollWidth", "search", "select", "selected",
    "selectedIndex", "selectedOptions", "selectionEnd", "selectionStart", "send", "set", "setAttribute",
    "setAttributeNS", "setCustomValidity", "setEncoding", "setHeader", "setItem", "setMaxListeners",
    "setPointerCapture", "setProperty", "setPrototypeOf", "setRangeText", "setRequestHeader",
    "setSelectionRange", "shadowRoot", "shift", "shiftKey", "signal", "size", "slice", "socket", "some",
    "sort", "source", "splice", "split", "srcElement", "stack", "start", "startsWith", "stat", "statSync",
    "status", "statusCode", "statusMessage", "statusText", "stderr", "stdin", "stdout", "stop",
    "stopImmediatePropagation", "stopPropagation", "stringify", "style", "subarray", "submit", "substr",
    "substring", "tabIndex", "tagName", "target", "test", "text", "textAlign", "textContent", "then",
    "throw", "time", "timeEnd", "toBe", "toBeDefined", "toBeFalsy", "toBeNull", "toBeTruthy",
    "toBeUndefined", "toContain", "toEqual", "toFixed", "toHaveBeenCalled", "toHaveBeenCalledTimes",
    "toHaveBeenCalledWith", "toHaveLength", "toHaveProperty", "toISOString", "toJSON", "toLocaleString",
    "toLowerCase", "toMatch", "toMatchInlineSnapshot", "toMatchObject", "toMatchSnapshot", "toStrictEqual",
    "toString", "toThrow", "toUpperCase", "toggleAttribute", "top", "touches", "trace", "transform",
    "transition", "translateX", "trim", "trimEnd", "trimStart", "type", "unlink", "unlinkSync", "unobserve",
    "unpipe", "unshift", "update", "url", "validity", "value", "valueOf", "values", "versions",
    "visibility", "visibilityState", "warn", "whiteSpace", "width", "willValidate", "withCredentials",
    "writable", "writableEnded", "write", "writeFile", "writeFileSync", "writeHead", "zIndex",
];

#[cfg(test)]
mod tests {
    use super::super::implicit::GLOBALS;
    use super::*;
    use crate::text::holds;

    #[test]
    fn lists_are_sorted_so_that_they_can_be_searched() {
        for list in [GLOBALS, NODE_MODULES, COMMODITIES] {
            assert!(list.is_sorted());
        }
        assert!(holds(GLOBALS, "Promise") && holds(NODE_MODULES, "fs") && holds(COMMODITIES, "map"));
    }
}
