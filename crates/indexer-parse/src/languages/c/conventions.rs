//! What is used without a reference in C and its kin.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(crate) const CONVENTIONS: Conventions = Conventions {
    names: "JNI_OnLoad JNI_OnUnload LLVMFuzzerTestOneInput LLVMFuzzerInitialize DllMain WinMain wWinMain wmain \
                DriverEntry _start _init _fini begin end get tuple_size tuple_element swap abi_tag",
    marks: "__attribute__ __attribute __declspec #pragma asm __asm__ EXPORT_SYMBOL",
    lookups: "##",
    ..Conventions::BASE
};
