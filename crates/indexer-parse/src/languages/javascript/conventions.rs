//! What is used without a reference in JavaScript and TypeScript.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "toJSON toString valueOf then constructor connectedCallback disconnectedCallback \
                attributeChangedCallback adoptedCallback render ngOnInit ngOnDestroy ngOnChanges ngAfterViewInit",
    marks: "exported global globals @expose",
    lookups: "this[ ]( [` eval window[ globalThis[ global[",
    computed: "this[ window[ globalThis[ global[ eval(",
    adds_to_outside: |path| path.ends_with(".d.ts"),
    ..Conventions::BASE
};
