//! What is used without a reference in Swift.

use indexer_core::Conventions;

/// The names and marks by which runtimes and tools find what they use.
pub(super) const CONVENTIONS: Conventions = Conventions {
    names: "main body CodingKeys encode buildBlock buildExpression buildOptional buildEither buildArray \
                buildPartialBlock buildFinalResult buildLimitedAvailability dynamicallyCall wrappedValue \
                projectedValue makeBody makeUIView updateUIView makeIterator next callAsFunction deinit",
    marks: "@objc @objcMembers @IBAction @IBOutlet @NSManaged @_cdecl @_silgen_name dynamic",
    lookups: "Selector NSSelectorFromString NSClassFromString perform forKey",
    computed: "NSSelectorFromString( NSClassFromString(",
    blocks_conform: true,
    ..Conventions::BASE
};
