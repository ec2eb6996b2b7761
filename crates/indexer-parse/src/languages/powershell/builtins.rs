//! What the language brings along.

use super::words::holds;

/// Commands of the modules that every session has, and their short names, sorted.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "%", "?", "add-content", "add-member", "add-type", "cat", "cd", "clear-content", "clear-host", "clear-item",
    "clear-variable", "cls", "compare-object", "convert-path", "convertfrom-csv", "convertfrom-json",
    "convertfrom-securestring", "convertfrom-stringdata", "convertto-csv", "convertto-html", "convertto-json",
    "convertto-securestring", "convertto-xml", "copy", "copy-item", "cp", "curl", "del", "diff", "dir",
    "disable-psbreakpoint", "echo", "enable-psbreakpoint", "enter-pssession", "exit", "exit-pssession",
    "export-alias", "export-clixml", "export-csv", "export-modulemember", "foreach", "foreach-object",
    "format-custom", "format-hex", "format-list", "format-table", "format-wide", "gc", "gci", "gcm", "get-acl",
    "get-alias", "get-childitem", "get-ciminstance", "get-clipboard", "get-command", "get-content", "get-credential",
    "get-culture", "get-date", "get-error", "get-event", "get-executionpolicy", "get-filehash", "get-help",
    "get-history", "get-host", "get-item", "get-itemproperty", "get-job", "get-location", "get-member", "get-module",
    "get-process", "get-psbreakpoint", "get-pscallstack", "get-psdrive", "get-psprovider", "get-random",
    "get-service", "get-typedata", "get-uiculture", "get-unique", "get-variable", "get-wmiobject", "gm", "group",
    "group-object", "iex", "ii", "import-clixml", "import-csv", "import-module", "import-powershelldatafile",
    "invoke-command", "invoke-expression", "invoke-history", "invoke-item", "invoke-restmethod", "invoke-webrequest",
    "iwr", "join-path", "join-string", "kill", "ls", "man", "measure", "measure-command", "measure-object", "mkdir",
    "mount", "move", "move-item", "mv", "new-alias", "new-event", "new-guid", "new-item", "new-itemproperty",
    "new-module", "new-object", "new-psdrive", "new-pssession", "new-temporaryfile", "new-timespan", "new-variable",
    "ni", "out-default", "out-file", "out-host", "out-null", "out-string", "pop-location", "popd", "ps",
    "push-location", "pushd", "pwd", "read-host", "receive-job", "register-argumentcompleter", "register-objectevent",
    "remove-alias", "remove-event", "remove-item", "remove-itemproperty", "remove-job", "remove-module",
    "remove-psbreakpoint", "remove-psdrive", "remove-pssession", "remove-variable", "ren", "rename-item",
    "resolve-path", "restart-service", "rm", "rmdir", "select", "select-object", "select-string", "select-xml",
    "send-mailmessage", "set", "set-acl", "set-alias", "set-clipboard", "set-content", "set-culture", "set-date",
    "set-executionpolicy", "set-item", "set-itemproperty", "set-location", "set-psbreakpoint", "set-strictmode",
    "set-variable", "show-command", "sleep", "sort", "sort-object", "split-path", "start-job", "start-process",
    "start-service", "start-sleep", "start-transcript", "stop-job", "stop-process", "stop-service", "stop-transcript",
    "tee", "tee-object", "test-connection", "test-modulemanifest", "test-path", "trace-command", "type",
    "unblock-file", "update-formatdata", "update-typedata", "wait-event", "wait-job", "wait-process", "where",
    "where-object", "write-debug", "write-error", "write-host", "write-information", "write-output", "write-progress",
    "write-verbose", "write-warning",
];

/// Types and attributes with a short name, sorted.
#[rustfmt::skip]
const TYPES: &[&str] = &[
    "alias", "allowemptycollection", "allowemptystring", "allownull", "argumentcompleter", "array", "bigint", "bool",
    "byte", "char", "cmdletbinding", "datetime", "decimal", "double", "dscproperty", "dscresource", "dynamicparam",
    "flags", "float", "guid", "hashtable", "int", "int16", "int32", "int64", "ipaddress", "long", "mailaddress",
    "math", "notnullorempty", "nullstring", "object", "outputtype", "parameter", "psaliasproperty", "pscredential",
    "pscustomobject", "psdefaultvalue", "psmoduleinfo", "psnoteproperty", "psobject", "psscriptmethod",
    "psscriptproperty", "psvariable", "ref", "regex", "runspace", "sbyte", "scriptblock", "securestring", "short",
    "single", "string", "supportswildcards", "suppressmessageattribute", "switch", "timespan", "type", "uint",
    "uint16", "uint32", "uint64", "ulong", "uri", "ushort", "validatecount", "validatelength", "validatenotnull",
    "validatenotnullorempty", "validatepattern", "validaterange", "validatescript", "validateset", "version", "void",
    "wmi", "xml",
];

/// True for a command or type that is there without a module.
pub(super) fn is_there(name: &str) -> bool {
    holds(COMMANDS, name) || holds(TYPES, name)
}

#[cfg(test)]
mod tests {
    #[test]
    fn lists_are_sorted() {
        assert!(super::COMMANDS.is_sorted() && super::TYPES.is_sorted());
    }
}
