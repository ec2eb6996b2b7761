//! What a runtime or a tool uses by its name or by a mark beside it, without a reference that tells of it.

/// The conventions of a language.
struct Conventions {
    /// Ids of the languages, separated by blanks.
    languages: &'static str,
    /// Names that the language, its library or its tools look for, separated by blanks.
    names: &'static str,
    /// What a line that names something says where others use it, separated by blanks.
    marks: &'static str,
    /// By what a text that looks names up while it runs is known, separated by blanks.
    lookups: &'static str,
}

/// What `#` or `@` begins is a mark wherever it stands; other marks are words.
const CONVENTIONS: &[Conventions] = &[
    Conventions {
        languages: "c cpp objc cuda metal",
        names: "JNI_OnLoad JNI_OnUnload LLVMFuzzerTestOneInput LLVMFuzzerInitialize DllMain WinMain wWinMain wmain \
                DriverEntry _start _init _fini begin end get tuple_size tuple_element swap abi_tag",
        marks: "__attribute__ __attribute __declspec #pragma asm __asm__ EXPORT_SYMBOL",
        lookups: "##",
    },
    Conventions {
        languages: "rust",
        names: "drop",
        marks: "#[no_mangle #[export_name #[used #[link_section global_asm!",
        lookups: "paste! concat_idents!",
    },
    Conventions {
        languages: "go",
        names: "init main",
        marks: "//export //go:linkname",
        lookups: "MethodByName",
    },
    Conventions {
        languages: "java",
        names: "readObject writeObject readResolve writeReplace readObjectNoData serialVersionUID \
                serialPersistentFields finalize main premain agentmain valueOf values",
        marks: "native",
        lookups: "getMethod getDeclaredMethod getDeclaredField getField forName findVirtual findStatic loadClass",
    },
    Conventions {
        languages: "kotlin",
        names: "readObject writeObject readResolve writeReplace serialVersionUID main getValue setValue \
                provideDelegate iterator hasNext next contains invoke compareTo rangeTo rangeUntil",
        marks: "operator external expect actual",
        lookups: "getMethod getDeclaredMethod getDeclaredField forName memberProperties declaredMembers functions",
    },
    Conventions {
        languages: "scala",
        names: "readObject writeObject readResolve writeReplace serialVersionUID main apply unapply unapplySeq \
                map flatMap foreach withFilter selectDynamic applyDynamic updateDynamic update",
        marks: "implicit given using extension inline",
        lookups: "getMethod getDeclaredMethod getDeclaredField forName",
    },
    Conventions {
        languages: "groovy",
        names: "call methodMissing propertyMissing getProperty setProperty invokeMethod main",
        marks: "",
        lookups: "invokeMethod metaClass getMethod forName \"$ \"${",
    },
    Conventions {
        languages: "csharp",
        names: "Main Dispose Finalize GetEnumerator MoveNext Current Deconstruct GetAwaiter Add Awake Start Update \
                FixedUpdate LateUpdate OnEnable OnDisable OnDestroy OnValidate Reset OnGUI EqualityContract \
                PrintMembers Slice Count Length IsExternalInit ModuleInitializerAttribute IsUnmanagedAttribute \
                RequiredMemberAttribute CompilerFeatureRequiredAttribute SetsRequiredMembersAttribute \
                CallerArgumentExpressionAttribute EmbeddedAttribute InterceptsLocationAttribute",
        marks: "extern partial",
        lookups: "GetMethod GetField GetProperty GetType GetNestedType InvokeMember nameof GetMethods GetFields",
    },
    Conventions {
        languages: "php",
        names: "main",
        marks: "",
        lookups: "call_user_func call_user_func_array method_exists is_callable function_exists ->$ ::$ ->{ compact \
                  property_exists getMethod getMethods",
    },
    Conventions {
        languages: "ruby",
        names: "initialize method_missing respond_to_missing inherited included extended prepended method_added \
                const_missing to_s to_str to_a to_ary to_h to_hash to_proc inspect hash each coerce call \
                marshal_dump marshal_load initialize_copy initialize_dup initialize_clone",
        marks: "",
        lookups: "send public_send __send__ define_method const_get method respond_to instance_method \
                  instance_variable_get class_eval module_eval instance_eval alias_method constantize",
    },
    Conventions {
        languages: "python jupyter",
        names: "setUp tearDown setUpClass tearDownClass setup teardown setup_module teardown_module setup_class \
                teardown_class setup_method teardown_method load_tests setUpModule tearDownModule _generate_next_value_ \
                _missing_ _ignore_ _order_ _repr_html_ _repr_pretty_ _ipython_display_ _asdict _replace _fields",
        marks: "",
        lookups: "getattr hasattr globals locals vars __dict__ __getattr__ methodcaller attrgetter eval exec dir \
                  import_module",
    },
    Conventions {
        languages: "javascript typescript tsx vue svelte astro",
        names: "toJSON toString valueOf then constructor connectedCallback disconnectedCallback \
                attributeChangedCallback adoptedCallback render ngOnInit ngOnDestroy ngOnChanges ngAfterViewInit",
        marks: "exported global globals @expose",
        lookups: "this[ ]( [` eval window[ globalThis[ global[",
    },
    Conventions {
        languages: "swift",
        names: "main body CodingKeys encode buildBlock buildExpression buildOptional buildEither buildArray \
                buildPartialBlock buildFinalResult buildLimitedAvailability dynamicallyCall wrappedValue \
                projectedValue makeBody makeUIView updateUIView makeIterator next callAsFunction deinit",
        marks: "@objc @objcMembers @IBAction @IBOutlet @NSManaged @_cdecl @_silgen_name dynamic",
        lookups: "Selector NSSelectorFromString NSClassFromString perform forKey",
    },
    Conventions {
        languages: "elixir erlang",
        names: "child_spec init start_link code_change terminate handle_call handle_cast handle_info",
        marks: "@on_load @before_compile @after_compile @on_definition @derive @spec_from",
        lookups: "apply to_atom to_existing_atom function_exported? :\"",
    },
    Conventions {
        languages: "lua",
        names: "init setup update draw load",
        marks: "",
        lookups: "_G _ENV loadstring load rawget self[ ](",
    },
    Conventions { languages: "bash", names: "main", marks: "", lookups: "eval $" },
    Conventions { languages: "powershell", names: "Main", marks: "", lookups: "Invoke-Expression iex & $" },
    Conventions { languages: "solidity", names: "receive fallback constructor", marks: "", lookups: "" },
    Conventions {
        languages: "dart",
        names: "main build createState initState dispose didChangeDependencies noSuchMethod toJson fromJson",
        marks: "external @pragma",
        lookups: "Symbol invoke",
    },
    Conventions {
        languages: "perl",
        names: "import unimport AUTOLOAD DESTROY BEGIN END CLONE TIEHASH TIEARRAY TIESCALAR",
        marks: "",
        lookups: "can ->$ &$ &{ __PACKAGE__ eval",
    },
    Conventions { languages: "julia", names: "main", marks: "", lookups: "getfield eval Symbol" },
];

fn of(language: &str) -> Option<&'static Conventions> {
    CONVENTIONS.iter().find(|one| has(one.languages, language))
}

fn has(words: &str, word: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// True where the language or its tools look for things of this name.
pub(super) fn is_looked_for(language: &str, name: &str) -> bool {
    of(language).is_some_and(|one| has(one.names, name))
}

/// True where a line that names something says that others than the language's own code use it.
pub(super) fn is_marked(language: &str, line: &str) -> bool {
    of(language).is_some_and(|one| one.marks.split_whitespace().any(|mark| stands_in(line, mark)))
}

/// True where a text makes names of parts while it runs, or has them made.
pub(super) fn looks_names_up(language: &str, text: &str) -> bool {
    of(language).is_some_and(|one| one.lookups.split_whitespace().any(|word| stands_in(text, word)))
}

/// Where a mark stands in a text: as a word where it begins with a letter and ends in one.
fn stands_in(text: &str, mark: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let (first, last) = (mark.chars().next(), mark.chars().next_back());
    memchr::memmem::find_iter(text.as_bytes(), mark).any(|at| {
        let before = text[..at].chars().next_back().filter(|_| first.is_some_and(is_word));
        let after = text[at + mark.len()..].chars().next().filter(|_| last.is_some_and(is_word));
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_says_what_its_runtime_looks_for() {
        assert!(is_looked_for("java", "readResolve") && !is_looked_for("go", "readResolve"));
        assert!(is_looked_for("tsx", "connectedCallback") && !is_looked_for("cobol", "main"));
    }

    #[test]
    fn marks_are_words_or_begin_with_a_sign() {
        assert!(is_marked("kotlin", "    private operator fun plus(a: Int)"));
        assert!(!is_marked("kotlin", "    fun operators()"));
        assert!(is_marked("go", "//export serve"));
        assert!(is_marked("c", "static void isr(void) __attribute__((interrupt));"));
        assert!(!is_marked("python", "operator"));
    }

    #[test]
    fn a_text_looks_names_up_where_it_says_so() {
        assert!(looks_names_up("php", "$this->$name();") && !looks_names_up("php", "$this->name();"));
        assert!(looks_names_up("c", "#define CMD(x) x##Command"));
        assert!(looks_names_up("ruby", "send(\"on_#{x}\")") && !looks_names_up("ruby", "resend(x)"));
    }
}
