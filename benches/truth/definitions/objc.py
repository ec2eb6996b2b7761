# What Objective-C files below a folder define, by clang's own parser: `python3 objc.py FOLDER`, with PyPI's libclang 18.
# A line each with file, line, kind and name. Apple's headers are not needed: all that a file imports from outside is an
# empty file, what it names of the system is declared here where the parser must know it is a type or a macro, and clang
# reads on behind what it does not know.
import os
import re
import sys
import tempfile
from clang import cindex
from clang.cindex import CursorKind as K

PRELUDE = """
typedef signed char BOOL; typedef long NSInteger; typedef unsigned long NSUInteger; typedef double CGFloat;
typedef double NSTimeInterval; typedef unsigned long size_t; typedef unsigned char uint8_t; typedef unsigned int uint32_t;
typedef int int32_t; typedef unsigned long uint64_t; typedef long int64_t; typedef unsigned short uint16_t;
#define NS_ENUM(T, N) enum N : T N; enum N : T
#define NS_CLOSED_ENUM NS_ENUM
#define NS_OPTIONS NS_ENUM
#define NS_ERROR_ENUM(D, N) enum N : long N; enum N : long
#define NS_ASSUME_NONNULL_BEGIN
#define NS_ASSUME_NONNULL_END
#define FOUNDATION_EXPORT extern
#define FOUNDATION_EXTERN extern
#define UIKIT_EXTERN extern
#define IBOutlet
#define IBAction void
#define IBInspectable
#define API_AVAILABLE(...)
#define API_UNAVAILABLE(...)
#define API_DEPRECATED(...)
#define API_DEPRECATED_WITH_REPLACEMENT(...)
#define NS_AVAILABLE(...)
#define NS_DEPRECATED(...)
#define NS_SWIFT_NAME(...)
#define NS_SWIFT_UNAVAILABLE(...)
#define NS_FORMAT_FUNCTION(...)
#define __OSX_AVAILABLE_STARTING(...)
""" + "".join(
    f"#define {name}\n"
    for name in """NS_UNAVAILABLE NS_DESIGNATED_INITIALIZER NS_REQUIRES_SUPER NS_NOESCAPE NS_SWIFT_NONISOLATED NS_SWIFT_SENDABLE
    NS_SWIFT_UI_ACTOR NS_STRING_ENUM NS_EXTENSIBLE_STRING_ENUM NS_TYPED_ENUM NS_TYPED_EXTENSIBLE_ENUM NS_RETURNS_RETAINED
    NS_INLINE NS_REFINED_FOR_SWIFT NS_ROOT_CLASS NS_VALID_UNTIL_END_OF_SCOPE UI_APPEARANCE_SELECTOR NS_REQUIRES_NIL_TERMINATION
    CF_RETURNS_RETAINED CF_RETURNS_NOT_RETAINED NS_SWIFT_DISABLE_ASYNC""".split()
)

KINDS = {
    K.OBJC_INTERFACE_DECL: "class",
    K.OBJC_PROTOCOL_DECL: "protocol",
    K.OBJC_INSTANCE_METHOD_DECL: "method",
    K.OBJC_CLASS_METHOD_DECL: "method",
    K.OBJC_PROPERTY_DECL: "property",
    K.OBJC_IVAR_DECL: "field",
    K.FUNCTION_DECL: "function",
    K.STRUCT_DECL: "struct",
    K.ENUM_DECL: "enum",
    K.ENUM_CONSTANT_DECL: "enumerator",
    K.FIELD_DECL: "field",
    K.TYPEDEF_DECL: "typedef",
    K.VAR_DECL: "variable",
    K.MACRO_DEFINITION: "macro",
}
INSIDE = {
    K.OBJC_INTERFACE_DECL,
    K.OBJC_PROTOCOL_DECL,
    K.OBJC_CATEGORY_DECL,
    K.OBJC_IMPLEMENTATION_DECL,
    K.OBJC_CATEGORY_IMPL_DECL,
    K.STRUCT_DECL,
    K.ENUM_DECL,
    K.UNION_DECL,
    K.LINKAGE_SPEC,
    K.UNEXPOSED_DECL,
}


def rows(cursor, path, text, out):
    for one in cursor.get_children():
        place = one.location
        if place.file is None or place.file.name != path:
            continue
        # What a macro or the compiler makes has its name nowhere in the text: the words of a selector are.
        word = one.spelling.split(":")[0]
        stands = text[place.offset :].startswith(word.encode())
        if one.kind in (K.OBJC_INSTANCE_METHOD_DECL, K.OBJC_CLASS_METHOD_DECL):
            stands |= text[place.offset : place.offset + 1] in (b"-", b"+")
        if one.kind in KINDS and word and stands and "(" not in word:
            out.add((place.line, KINDS[one.kind], one.spelling))
        if one.kind in INSIDE:
            rows(one, path, text, out)


def imported(text, outside, own):
    """Makes an empty file for each that is imported and not of the repository, so that clang reads on."""
    for line in text.decode("utf8", "replace").splitlines():
        word, rest = (line.strip().lstrip("#").strip() + " ").split(" ", 1)
        if not line.strip().startswith("#") or word not in ("import", "include") or not any(q in rest for q in '<"'):
            continue
        path = os.path.normpath(os.path.join("/", rest.replace("<", '"').replace(">", '"').split('"')[1]))
        if os.path.basename(path) not in own:
            os.makedirs(outside + os.path.dirname(path), exist_ok=True)
            open(outside + path, "a").close()


def classes(texts):
    """Names of classes that the files only use: before a `*`, and not declared."""
    text = b"\n".join(texts).decode("utf8", "replace")
    used = set(re.findall(r"\b([A-Z]{2}[A-Za-z]+)\b(?:<[\w\s*,]*>)?\s*\*", text))
    used |= set(re.findall(r"@interface\s+(?:\w+\s*:\s*)?(\w+)", text))
    return used - set(re.findall(r"@interface\s+(\w+)\s*(?:<[^>]*>)?\s*:", text))


def read(index, outside, path, folders):
    text = open(path, "rb").read()
    if path.endswith(".h") and not any(word in text for word in (b"@interface", b"@protocol", b"@implementation")):
        return set()
    arguments = ["-x", "objective-c", "-target", "arm64-apple-ios13", "-fblocks", "-fobjc-arc", "-w", "-nostdinc"]
    arguments += ["-ferror-limit=0", "-include", outside + "/prelude.h"]
    arguments += [word for folder in folders + [outside] for word in ("-I", folder)]
    # 0x200: go on behind what cannot be read.
    options = cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD | 0x200
    unit = index.parse(path, args=arguments, options=options)
    if os.environ.get("DIAGNOSTICS"):
        for one in unit.diagnostics:
            if one.severity >= 3 and one.location.file and one.location.file.name == path:
                print(f"{path}:{one.location.line} {one.spelling}", file=sys.stderr)
    out = set()
    rows(unit.cursor, path, text, out)
    return out


def main():
    root = os.path.abspath(sys.argv[1])
    index = cindex.Index.create()
    files, headers = [], set()
    for folder, folders, names in sorted(os.walk(root)):
        folders[:] = sorted(one for one in folders if one != ".git")
        found = [os.path.join(folder, name) for name in sorted(names) if name.endswith((".m", ".h"))]
        headers |= {os.path.dirname(path) for path in found if path.endswith(".h")}
        headers |= {os.path.dirname(os.path.dirname(path)) for path in found if path.endswith(".h")}
        files += found
    own = {os.path.basename(path) for path in files}
    with tempfile.TemporaryDirectory() as outside:
        with open(outside + "/prelude.h", "w") as file:
            file.write(PRELUDE)
        texts = [open(path, "rb").read() for path in files]
        for text in texts:
            imported(text, outside, own)
        with open(outside + "/prelude.h", "a") as file:
            file.writelines(f"@interface {name}\n@end\n" for name in sorted(classes(texts)))
        for path in files:
            # What a link leads to is read under its own path.
            if not os.path.islink(path):
                for line, kind, spelling in sorted(read(index, outside, path, sorted(headers))):
                    print(f"{os.path.relpath(path, root)}\t{line}\t{kind}\t{spelling}")


main()
