//! Words of the language, and what it brings along.

/// Commands that nest, sorted; they are written in any case.
#[rustfmt::skip]
const CONTROL: &[&str] = &[
    "block", "break", "continue", "else", "elseif", "endblock", "endforeach", "endfunction", "endif",
    "endmacro", "endwhile", "foreach", "function", "if", "macro", "return", "while",
];

/// Commands of the language, sorted.
#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "add_compile_definitions", "add_compile_options", "add_custom_command", "add_custom_target",
    "add_definitions", "add_dependencies", "add_executable", "add_library", "add_link_options",
    "add_subdirectory", "add_test", "aux_source_directory", "build_command", "build_name", "cmake_diagnostic",
    "cmake_file_api", "cmake_host_system_information", "cmake_instrumentation", "cmake_language",
    "cmake_minimum_required", "cmake_parse_arguments", "cmake_path", "cmake_pkg_config", "cmake_policy",
    "configure_file", "create_test_sourcelist", "ctest_build", "ctest_configure", "ctest_coverage",
    "ctest_empty_binary_directory", "ctest_memcheck", "ctest_read_custom_files", "ctest_run_script",
    "ctest_sleep", "ctest_start", "ctest_submit", "ctest_test", "ctest_update", "ctest_upload",
    "define_property", "discover_tests", "enable_language", "enable_testing", "exec_program", "execute_process",
    "export", "export_library_dependencies", "file", "find_file", "find_library", "find_package", "find_path",
    "find_program", "fltk_wrap_ui", "get_cmake_property", "get_directory_property", "get_filename_component",
    "get_property", "get_source_file_property", "get_target_property", "get_test_property", "include",
    "include_directories", "include_external_msproject", "include_guard", "include_regular_expression",
    "install", "install_files", "install_programs", "install_targets", "link_directories", "link_libraries",
    "list", "load_cache", "load_command", "make_directory", "mark_as_advanced", "math", "message", "option",
    "output_required_files", "project", "qt_wrap_cpp", "qt_wrap_ui", "remove", "remove_definitions",
    "separate_arguments", "set", "set_directory_properties", "set_property", "set_source_files_properties",
    "set_target_properties", "set_tests_properties", "site_name", "source_group", "string", "subdir_depends",
    "subdirs", "target_compile_definitions", "target_compile_features", "target_compile_options",
    "target_include_directories", "target_link_directories", "target_link_libraries", "target_link_options",
    "target_precompile_headers", "target_sources", "try_compile", "try_run", "unset", "use_mangled_mesa",
    "utility_source", "variable_requires", "variable_watch", "write_file",
];

/// Variables that the language gives, beside those of a prefix, sorted.
#[rustfmt::skip]
const VARIABLES: &[&str] = &[
    "AIX", "ANDROID", "APPLE", "ARGC", "ARGN", "ARGV", "ARGV0", "ARGV1", "ARGV2", "ARGV3", "ARGV4", "BORLAND",
    "BSD", "BUILD_SHARED_LIBS", "BUILD_TESTING", "CACHE", "CYGWIN", "ENV", "EXECUTABLE_OUTPUT_PATH", "GHSMULTI",
    "IOS", "LIBRARY_OUTPUT_PATH", "LINUX", "MINGW", "MSVC", "MSVC10", "MSVC11", "MSVC12", "MSVC14", "MSVC60",
    "MSVC70", "MSVC71", "MSVC80", "MSVC90", "MSVC_IDE", "MSVC_TOOLSET_VERSION", "MSVC_VERSION", "MSYS",
    "UNIX", "WASI", "WIN32", "WINCE", "WINDOWS_PHONE", "WINDOWS_STORE", "XCODE",
    "XCODE_VERSION",
];

/// What such variables begin with.
const PREFIXES: &[&str] = &["CMAKE_", "CPACK_", "CTEST_", "PROJECT_"];

/// True for a command that is a word of the language, in whatever case.
pub(super) fn is_control(name: &str) -> bool {
    name.len() <= 11 && crate::text::holds(CONTROL, &name.to_ascii_lowercase())
}

/// True for a command, in lower case, or a variable that nobody declares.
pub(super) fn is_there(name: &str) -> bool {
    let is_prefixed = || PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    crate::text::holds(COMMANDS, name) || crate::text::holds(VARIABLES, name) || is_prefixed()
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_are_sorted() {
        assert!(super::CONTROL.is_sorted() && super::COMMANDS.is_sorted() && super::VARIABLES.is_sorted());
    }
}
