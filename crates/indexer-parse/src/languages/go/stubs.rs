//! Declarations of the standard library, one file a package.

use crate::language::Stub;

macro_rules! stubs {
    ($($package:literal = $file:literal,)+) => {
        /// The part of the standard library through which types flow.
        pub(super) const STUBS: &[Stub] = &[$(Stub {
            package: $package,
            path: concat!($package, "/", $file),
            source: include_str!(concat!("stubs/", $file)),
        }),+];
    };
}

stubs! {
    "builtin" = "builtin.go",
    "bytes" = "bytes.go",
    "context" = "context.go",
    "encoding/json" = "json.go",
    "errors" = "errors.go",
    "fmt" = "fmt.go",
    "io" = "io.go",
    "iter" = "iter.go",
    "maps" = "maps.go",
    "net" = "net.go",
    "net/http" = "http.go",
    "net/http/httptest" = "httptest.go",
    "net/url" = "url.go",
    "os" = "os.go",
    "reflect" = "reflect.go",
    "slices" = "slices.go",
    "strings" = "strings.go",
    "sync" = "sync.go",
    "sync/atomic" = "atomic.go",
    "testing" = "testing.go",
    "time" = "time.go",
}
