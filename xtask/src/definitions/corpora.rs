//! The repositories whose definitions are known, a row a language.

use super::words::Lexicon;
use super::{Corpus, Oracle};

const BASE: Corpus = Corpus {
    id: "",
    repository: "",
    folder: "",
    part: "",
    endings: &[],
    oracle: Oracle::Words(&Lexicon::C),
    floor: 0.97,
};

/// In alphabetic order of the ids.
pub(super) const CORPORA: &[Corpus] = &[
    Corpus {
        id: "astro",
        repository: "withastro/astro",
        folder: "lang/astro",
        part: "packages",
        oracle: Oracle::Program(&["env", "KIND=astro", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "bash",
        repository: "bats-core/bats-core",
        folder: "lang/bats-core",
        endings: &["bash", "bats", "sh"],
        oracle: Oracle::Ctags("Sh", "f"),
        ..BASE
    },
    Corpus {
        id: "c",
        repository: "jqlang/jq",
        folder: "lang/jq",
        part: "src",
        endings: &["c", "h"],
        oracle: Oracle::Ctags("C", "defgmstuv"),
        ..BASE
    },
    Corpus {
        id: "clojure",
        repository: "riemann/riemann",
        folder: "lang/riemann",
        endings: &["clj"],
        oracle: Oracle::Program(&["clojure"], "clojure.clj"),
        ..BASE
    },
    Corpus {
        id: "cmake",
        repository: "Kitware/CMake",
        folder: "lang/CMake",
        part: "Modules",
        oracle: Oracle::Program(&["python3"], "cmake.py"),
        ..BASE
    },
    Corpus {
        id: "cpp",
        repository: "nlohmann/json",
        folder: "lang/json",
        part: "include",
        endings: &["hpp"],
        oracle: Oracle::Ctags("C++", "cdefgmnstuv"),
        ..BASE
    },
    Corpus {
        id: "csharp",
        repository: "JamesNK/Newtonsoft.Json",
        folder: "lang/Newtonsoft.Json",
        part: "Src/Newtonsoft.Json",
        endings: &["cs"],
        oracle: Oracle::Ctags("C#", "ceEfgimnps"),
        ..BASE
    },
    Corpus {
        id: "cuda",
        repository: "NVIDIA/cuda-samples",
        folder: "lang/cuda-samples",
        // ctags reads CUDA as C, which has no classes.
        endings: &["cu", "cuh"],
        oracle: Oracle::Ctags("C++", "cdefgmnstuv"),
        ..BASE
    },
    Corpus {
        id: "dart",
        repository: "dart-lang/http",
        folder: "lang/http",
        endings: &["dart"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("class", "class"),
                ("mixin", "mixin"),
                ("enum", "enum"),
                ("extension", "extension"),
                ("get", "accessor"),
                ("set", "accessor"),
            ],
            between: &["type"],
            signs: "$",
            spans: &[("/*", "*/"), ("\"\"\"", "\"\"\""), ("'''", "'''")],
            quotes: "\"'",
            not_after: &[".", "mixin"],
            not_before: &[":", ",", ")", "=", ".", ";", "]", "?", "on"],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "elixir",
        repository: "phoenixframework/phoenix",
        folder: "lang/phoenix",
        endings: &["ex", "exs"],
        oracle: Oracle::Program(&["elixir"], "elixir.exs"),
        ..BASE
    },
    Corpus {
        id: "erlang",
        repository: "ninenines/cowboy",
        folder: "lang/cowboy",
        part: "src",
        // ctags takes sentences of long texts, which examples have, for functions.
        endings: &["erl", "hrl"],
        oracle: Oracle::Ctags("Erlang", "dfmrt"),
        ..BASE
    },
    Corpus {
        id: "fortran",
        repository: "fortran-lang/fpm",
        folder: "lang/fpm",
        oracle: Oracle::Program(&["python3"], "fortran.py"),
        ..BASE
    },
    Corpus {
        id: "fsharp",
        repository: "fsprojects/FAKE",
        folder: "lang/FAKE",
        part: "src/app",
        oracle: Oracle::Program(&["python3"], "fsharp.py"),
        ..BASE
    },
    Corpus {
        id: "glsl",
        repository: "SaschaWillems/Vulkan",
        folder: "lang/Vulkan",
        part: "shaders/glsl",
        oracle: Oracle::Program(&["python3"], "glsl.py"),
        ..BASE
    },
    Corpus {
        id: "go",
        repository: "gin-gonic/gin",
        folder: "lang/gin",
        endings: &["go"],
        oracle: Oracle::Ctags("Go", "acfimnstv"),
        ..BASE
    },
    Corpus {
        id: "graphql",
        repository: "octokit/graphql-schema",
        folder: "lang/octokit-schema",
        endings: &["graphql"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("enum", "enum"),
                ("input", "input"),
                ("interface", "interface"),
                ("scalar", "scalar"),
                ("type", "type"),
                ("union", "union"),
                ("directive", "directive"),
            ],
            between: &["@"],
            comments: &["#"],
            spans: &[("\"\"\"", "\"\"\"")],
            not_before: &[":", "("],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "groovy",
        repository: "nextflow-io/nextflow",
        folder: "lang/nextflow",
        part: "modules/nextflow/src/main",
        oracle: Oracle::Program(&["groovy"], "groovy.groovy"),
        ..BASE
    },
    Corpus {
        id: "haskell",
        repository: "haskell/aeson",
        folder: "lang/aeson",
        endings: &["hs"],
        oracle: Oracle::Program(&["runghc", "--ghc-arg=-package", "--ghc-arg=ghc"], "haskell.hs"),
        ..BASE
    },
    Corpus {
        id: "hcl",
        repository: "GoogleCloudPlatform/cloud-foundation-fabric",
        folder: "lang/cloud-foundation-fabric",
        part: "modules",
        endings: &["tf"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("data", "data"),
                ("module", "module"),
                ("output", "output"),
                ("resource", "resource"),
                ("variable", "variable"),
            ],
            signs: "-",
            comments: &["#", "//"],
            quotes: "",
            labels: true,
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "java",
        repository: "google/gson",
        folder: "lang/gson",
        endings: &["java"],
        oracle: Oracle::Ctags("Java", "acefgimp"),
        ..BASE
    },
    Corpus {
        id: "javascript",
        repository: "eslint/eslint",
        folder: "lang/eslint",
        part: "lib",
        oracle: Oracle::Program(&["env", "KIND=js", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "julia",
        repository: "JuliaData/DataFrames.jl",
        folder: "lang/DataFrames.jl",
        endings: &["jl"],
        oracle: Oracle::Ctags("Julia", "cfgmst"),
        ..BASE
    },
    Corpus {
        id: "jupyter",
        repository: "rasbt/LLMs-from-scratch",
        folder: "lang/LLMs-from-scratch",
        oracle: Oracle::Program(&["env", "KIND=jupyter", "python3"], "python.py"),
        ..BASE
    },
    Corpus {
        id: "kotlin",
        repository: "square/okio",
        folder: "lang/okio",
        endings: &["kt", "kts"],
        // ctags takes locals and functions without a name for members.
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("class", "class"),
                ("fun", "function"),
                ("interface", "interface"),
                ("object", "object"),
                ("typealias", "typealias"),
            ],
            paths: &["."],
            spans: &[("/*", "*/"), ("\"\"\"", "\"\"\"")],
            not_after: &[".", ":"],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "lua",
        repository: "nvim-telescope/telescope.nvim",
        folder: "lang/telescope.nvim",
        endings: &["lua"],
        // ctags takes locals that hold functions for functions.
        oracle: Oracle::Words(&Lexicon {
            words: &[("function", "function")],
            paths: &[".", ":"],
            comments: &["--"],
            spans: &[("--[[", "]]"), ("[[", "]]")],
            quotes: "\"'",
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "make",
        repository: "gregkh/linux",
        folder: "lang/linux",
        part: "arch",
        oracle: Oracle::Program(&["python3"], "make.py"),
        ..BASE
    },
    Corpus {
        id: "metal",
        repository: "huggingface/candle",
        folder: "lang/candle",
        part: "candle-metal-kernels",
        // ctags takes instantiations of templates for variables.
        endings: &["metal"],
        oracle: Oracle::Ctags("C++", "cdefgmnstu"),
        ..BASE
    },
    Corpus {
        id: "nix",
        repository: "nix-community/home-manager",
        folder: "lang/home-manager",
        part: "modules/services",
        oracle: Oracle::Program(&["python3"], "nix.py"),
        ..BASE
    },
    Corpus {
        id: "objc",
        repository: "SDWebImage/SDWebImage",
        folder: "lang/SDWebImage",
        endings: &["h", "m"],
        oracle: Oracle::Program(&["python3"], "objc.py"),
        ..BASE
    },
    Corpus {
        id: "ocaml",
        repository: "ocaml/dune",
        folder: "lang/dune",
        part: "src",
        endings: &["ml"],
        oracle: Oracle::Program(
            &["ocaml", "-I", "+compiler-libs", "ocamlcommon.cma", "unix.cma"],
            "ocaml.ml",
        ),
        ..BASE
    },
    Corpus {
        id: "ocaml_interface",
        repository: "ocaml/dune",
        folder: "lang/dune",
        part: "src",
        endings: &["mli"],
        oracle: Oracle::Program(
            &["env", "ENDING=mli", "ocaml", "-I", "+compiler-libs", "ocamlcommon.cma", "unix.cma"],
            "ocaml.ml",
        ),
        ..BASE
    },
    Corpus {
        id: "perl",
        repository: "mojolicious/mojo",
        folder: "lang/mojo",
        part: "lib",
        endings: &["pm", "pl"],
        oracle: Oracle::Ctags("Perl", "cps"),
        ..BASE
    },
    Corpus {
        id: "php",
        repository: "Seldaek/monolog",
        folder: "lang/monolog",
        endings: &["php"],
        oracle: Oracle::Ctags("PHP", "cdfint"),
        ..BASE
    },
    Corpus {
        id: "powershell",
        repository: "pester/Pester",
        folder: "lang/Pester",
        part: "src",
        endings: &["ps1", "psm1"],
        // ctags knows no classes, and takes each variable that is assigned for one that is defined.
        oracle: Oracle::Ctags("PowerShell", "f"),
        ..BASE
    },
    Corpus {
        id: "proto",
        repository: "googleapis/googleapis",
        folder: "lang/googleapis",
        part: "google/cloud/dialogflow",
        endings: &["proto"],
        oracle: Oracle::Ctags("Protobuf", "pmfegsr"),
        ..BASE
    },
    Corpus {
        id: "python",
        repository: "scrapy/scrapy",
        folder: "lang/scrapy",
        oracle: Oracle::Program(&["env", "KIND=python", "python3"], "python.py"),
        ..BASE
    },
    Corpus {
        id: "r",
        repository: "tidyverse/dplyr",
        folder: "lang/dplyr",
        endings: &["R"],
        oracle: Oracle::Ctags("R", "f"),
        ..BASE
    },
    Corpus {
        id: "ruby",
        repository: "rack/rack",
        folder: "lang/rack",
        endings: &["rb"],
        // ctags takes uses of constants for definitions (`{ A => b }`).
        oracle: Oracle::Ctags("Ruby", "cfmSAa"),
        // A file that the grammar does not read to its end, and aliases of operators.
        floor: 0.97,
        ..BASE
    },
    Corpus {
        id: "rust",
        repository: "BurntSushi/ripgrep",
        folder: "lang/ripgrep",
        // ctags takes the types of constants for their names.
        endings: &["rs"],
        oracle: Oracle::Ctags("Rust", "nsgfPMmeti"),
        ..BASE
    },
    Corpus {
        id: "scala",
        repository: "typelevel/cats",
        folder: "lang/cats",
        endings: &["scala"],
        oracle: Oracle::Words(&Lexicon {
            words: &[("class", "class"), ("trait", "trait"), ("object", "object"), ("def", "function")],
            spans: &[("/*", "*/"), ("\"\"\"", "\"\"\"")],
            not_after: &["."],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "solidity",
        repository: "OpenZeppelin/openzeppelin-contracts",
        folder: "lang/openzeppelin-contracts",
        endings: &["sol"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("contract", "contract"),
                ("interface", "interface"),
                ("library", "library"),
                ("struct", "struct"),
                ("enum", "enum"),
                ("event", "event"),
                ("error", "error"),
                ("function", "function"),
                ("modifier", "modifier"),
            ],
            quotes: "\"'",
            not_before: &["=", ",", ")", ".", ";"],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "sql",
        repository: "timescale/timescaledb",
        folder: "lang/timescaledb",
        // What stands elsewhere is mostly of another licence.
        part: "test/sql",
        oracle: Oracle::Program(&["python3"], "sql.py"),
        ..BASE
    },
    Corpus {
        id: "starlark",
        repository: "bazel-contrib/rules_python",
        folder: "lang/rules_python",
        oracle: Oracle::Program(&["env", "KIND=starlark", "python3"], "python.py"),
        ..BASE
    },
    Corpus {
        id: "svelte",
        repository: "skeletonlabs/skeleton",
        folder: "lang/skeleton",
        oracle: Oracle::Program(&["env", "KIND=svelte", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "swift",
        repository: "Alamofire/Alamofire",
        folder: "lang/Alamofire",
        endings: &["swift"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("class", "class"),
                ("struct", "struct"),
                ("enum", "enum"),
                ("protocol", "protocol"),
                ("actor", "actor"),
                ("func", "function"),
                ("typealias", "typealias"),
                ("associatedtype", "associatedtype"),
            ],
            spans: &[("/*", "*/"), ("\"\"\"", "\"\"\"")],
            not_before: &[":"],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "thrift",
        repository: "apache/thrift",
        folder: "lang/thrift",
        endings: &["thrift"],
        oracle: Oracle::Words(&Lexicon {
            words: &[
                ("struct", "struct"),
                ("exception", "exception"),
                ("union", "union"),
                ("enum", "enum"),
                ("service", "service"),
            ],
            comments: &["//", "#"],
            quotes: "\"'",
            not_after: &[".", ",", ")"],
            ..Lexicon::C
        }),
        ..BASE
    },
    Corpus {
        id: "tsx",
        repository: "TanStack/query",
        folder: "lang/query",
        part: "packages",
        oracle: Oracle::Program(&["env", "KIND=tsx", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "typescript",
        repository: "vuejs/core",
        folder: "lang/vue",
        part: "packages",
        oracle: Oracle::Program(&["env", "KIND=ts", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "vue",
        repository: "koel/koel",
        folder: "lang/koel",
        part: "resources/assets/js",
        oracle: Oracle::Program(&["env", "KIND=vue", "node"], "scripts.cjs"),
        ..BASE
    },
    Corpus {
        id: "zig",
        repository: "zigtools/zls",
        folder: "lang/zls",
        endings: &["zig"],
        oracle: Oracle::Words(&Lexicon {
            words: &[("fn", "function")],
            comments: &["//", "\\\\"],
            spans: &[],
            ..Lexicon::C
        }),
        ..BASE
    },
];
