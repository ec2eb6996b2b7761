//! What runtimes and tools use by its name or by a mark beside it, language by language.
#![cfg_attr(not(feature = "languages"), allow(dead_code, reason = "what no language of the program needs"))]

use indexer_core::Conventions;

/// Of C and its kin.
pub(crate) const C: Conventions = Conventions {
    names: "JNI_OnLoad JNI_OnUnload LLVMFuzzerTestOneInput LLVMFuzzerInitialize DllMain WinMain wWinMain wmain \
                DriverEntry _start _init _fini begin end get tuple_size tuple_element swap abi_tag",
    marks: "__attribute__ __attribute __declspec #pragma asm __asm__ EXPORT_SYMBOL",
    lookups: "##",
    ..Conventions::BASE
};

/// Of Rust.
pub(crate) const RUST: Conventions = Conventions {
    names: "drop",
    marks: "#[no_mangle #[export_name #[used #[link_section global_asm!",
    lookups: "paste! concat_idents!",
    restricts_to_modules: true,
    ..Conventions::BASE
};

/// Of Go.
pub(crate) const GO: Conventions = Conventions {
    names: "init main",
    marks: "//export //go:linkname",
    lookups: "MethodByName",
    ..Conventions::BASE
};

/// Of Java.
pub(crate) const JAVA: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace readObjectNoData serialVersionUID \
                serialPersistentFields finalize main premain agentmain valueOf values",
    marks: "native",
    lookups: "getMethod getDeclaredMethod getDeclaredField getField forName findVirtual findStatic loadClass",
    ..Conventions::BASE
};

/// Of Kotlin.
pub(crate) const KOTLIN: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace serialVersionUID main getValue setValue \
                provideDelegate iterator hasNext next contains invoke compareTo rangeTo rangeUntil",
    marks: "operator external expect actual",
    lookups: "getMethod getDeclaredMethod getDeclaredField forName memberProperties declaredMembers functions",
    ..Conventions::BASE
};

/// Of Scala.
pub(crate) const SCALA: Conventions = Conventions {
    names: "readObject writeObject readResolve writeReplace serialVersionUID main apply unapply unapplySeq \
                map flatMap foreach withFilter selectDynamic applyDynamic updateDynamic update",
    marks: "implicit given using extension inline",
    lookups: "getMethod getDeclaredMethod getDeclaredField forName",
    ..Conventions::BASE
};

/// Of Groovy.
pub(crate) const GROOVY: Conventions = Conventions {
    names: "call methodMissing propertyMissing getProperty setProperty invokeMethod main",
    marks: "",
    lookups: "invokeMethod metaClass getMethod forName \"$ \"${",
    ..Conventions::BASE
};

/// Of C#.
pub(crate) const CSHARP: Conventions = Conventions {
    names: "Main Dispose Finalize GetEnumerator MoveNext Current Deconstruct GetAwaiter Add Awake Start Update \
                FixedUpdate LateUpdate OnEnable OnDisable OnDestroy OnValidate Reset OnGUI EqualityContract \
                PrintMembers Slice Count Length IsExternalInit ModuleInitializerAttribute IsUnmanagedAttribute \
                RequiredMemberAttribute CompilerFeatureRequiredAttribute SetsRequiredMembersAttribute \
                CallerArgumentExpressionAttribute EmbeddedAttribute InterceptsLocationAttribute",
    marks: "extern partial",
    lookups: "GetMethod GetField GetProperty GetType GetNestedType InvokeMember nameof GetMethods GetFields",
    ..Conventions::BASE
};

/// Of PHP.
pub(crate) const PHP: Conventions = Conventions {
    names: "main",
    marks: "",
    lookups: "call_user_func call_user_func_array method_exists is_callable function_exists ->$ ::$ ->{ compact \
                  property_exists getMethod getMethods",
    ..Conventions::BASE
};

/// Of Ruby.
pub(crate) const RUBY: Conventions = Conventions {
    names: "initialize method_missing respond_to_missing inherited included extended prepended method_added \
                const_missing to_s to_str to_a to_ary to_h to_hash to_proc inspect hash each coerce call \
                marshal_dump marshal_load initialize_copy initialize_dup initialize_clone",
    marks: "",
    lookups: "send public_send __send__ define_method const_get method respond_to instance_method \
                  instance_variable_get class_eval module_eval instance_eval alias_method constantize",
    ..Conventions::BASE
};

/// Of Python.
pub(crate) const PYTHON: Conventions = Conventions {
    names: "setUp tearDown setUpClass tearDownClass setup teardown setup_module teardown_module setup_class \
                teardown_class setup_method teardown_method load_tests setUpModule tearDownModule _generate_next_value_ \
                _missing_ _ignore_ _order_ _repr_html_ _repr_pretty_ _ipython_display_ _asdict _replace _fields",
    marks: "",
    lookups: "getattr hasattr globals locals vars __dict__ __getattr__ methodcaller attrgetter eval exec dir \
                  import_module",
    ..Conventions::BASE
};

/// Of JavaScript and TypeScript.
pub(crate) const JAVASCRIPT: Conventions = Conventions {
    names: "toJSON toString valueOf then constructor connectedCallback disconnectedCallback \
                attributeChangedCallback adoptedCallback render ngOnInit ngOnDestroy ngOnChanges ngAfterViewInit",
    marks: "exported global globals @expose",
    lookups: "this[ ]( [` eval window[ globalThis[ global[",
    adds_to_outside: |path| path.ends_with(".d.ts"),
    ..Conventions::BASE
};

/// Of Swift.
pub(crate) const SWIFT: Conventions = Conventions {
    names: "main body CodingKeys encode buildBlock buildExpression buildOptional buildEither buildArray \
                buildPartialBlock buildFinalResult buildLimitedAvailability dynamicallyCall wrappedValue \
                projectedValue makeBody makeUIView updateUIView makeIterator next callAsFunction deinit",
    marks: "@objc @objcMembers @IBAction @IBOutlet @NSManaged @_cdecl @_silgen_name dynamic",
    lookups: "Selector NSSelectorFromString NSClassFromString perform forKey",
    blocks_conform: true,
    ..Conventions::BASE
};

/// Of Elixir and Erlang.
pub(crate) const ELIXIR: Conventions = Conventions {
    names: "child_spec init start_link code_change terminate handle_call handle_cast handle_info",
    marks: "@on_load @before_compile @after_compile @on_definition @derive @spec_from",
    lookups: "apply to_atom to_existing_atom function_exported? :\"",
    constants_are_read: true,
    ..Conventions::BASE
};

/// Of Lua.
pub(crate) const LUA: Conventions = Conventions {
    names: "init setup update draw load",
    marks: "",
    lookups: "_G _ENV loadstring load rawget self[ ](",
    ..Conventions::BASE
};

/// Of shells.
pub(crate) const BASH: Conventions =
    Conventions { names: "main", marks: "", lookups: "eval $", ..Conventions::BASE };

/// Of PowerShell.
pub(crate) const POWERSHELL: Conventions =
    Conventions { names: "Main", marks: "", lookups: "Invoke-Expression iex & $", ..Conventions::BASE };

/// Of Solidity.
pub(crate) const SOLIDITY: Conventions =
    Conventions { names: "receive fallback constructor", marks: "", lookups: "", ..Conventions::BASE };

/// Of Dart.
pub(crate) const DART: Conventions = Conventions {
    names: "main build createState initState dispose didChangeDependencies noSuchMethod toJson fromJson",
    marks: "external @pragma",
    lookups: "Symbol invoke",
    ..Conventions::BASE
};

/// Of Perl.
pub(crate) const PERL: Conventions = Conventions {
    names: "import unimport AUTOLOAD DESTROY BEGIN END CLONE TIEHASH TIEARRAY TIESCALAR",
    marks: "",
    lookups: "can ->$ &$ &{ __PACKAGE__ eval",
    ..Conventions::BASE
};

/// Of Julia.
pub(crate) const JULIA: Conventions =
    Conventions { names: "main", marks: "", lookups: "getfield eval Symbol", ..Conventions::BASE };
