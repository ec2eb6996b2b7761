//! What is used without a reference in Python.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "setUp tearDown setUpClass tearDownClass setup teardown setup_module teardown_module setup_class \
                teardown_class setup_method teardown_method load_tests setUpModule tearDownModule _generate_next_value_ \
                _missing_ _ignore_ _order_ _repr_html_ _repr_pretty_ _ipython_display_ _asdict _replace _fields",
    marks: "",
    lookups: "getattr hasattr globals locals vars __dict__ __getattr__ methodcaller attrgetter eval exec dir \
                  import_module",
    computed: ",getattr methodcaller attrgetter globals()[ locals()[ eval( exec(",
    ..Conventions::BASE
};
