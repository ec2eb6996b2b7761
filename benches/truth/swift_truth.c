// Prints what swiftc wrote into an index store, a line an occurrence: file, line, column, roles, kind, USR, name and the
// USR of what it stands in, with tabs between. Compile against libIndexStore of a toolchain of Swift:
//
//     swift build --disable-sandbox --enable-index-store
//     cc swift_truth.c -o swift_truth -L<toolchain>/lib -lIndexStore -Wl,-rpath,<toolchain>/lib
//     ./swift_truth .build/debug/index/store | sort -u | python3 swift_truth.py $PWD | gzip -9n > OUT.jsonl.gz
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef void *Ref;
typedef struct {
    const char *data;
    size_t length;
} Text;

extern Ref indexstore_store_create(const char *, Ref *);
extern bool indexstore_store_units_apply_f(Ref, unsigned, void *, bool (*)(void *, Text));
extern Ref indexstore_unit_reader_create(Ref, const char *, Ref *);
extern void indexstore_unit_reader_dispose(Ref);
extern bool indexstore_unit_reader_is_system_unit(Ref);
extern bool indexstore_unit_reader_dependencies_apply_f(Ref, void *, bool (*)(void *, Ref));
extern int indexstore_unit_dependency_get_kind(Ref);
extern Text indexstore_unit_dependency_get_name(Ref);
extern Text indexstore_unit_dependency_get_filepath(Ref);
extern Ref indexstore_record_reader_create(Ref, const char *, Ref *);
extern void indexstore_record_reader_dispose(Ref);
extern bool indexstore_record_reader_occurrences_apply_f(Ref, void *, bool (*)(void *, Ref));
extern Ref indexstore_occurrence_get_symbol(Ref);
extern uint64_t indexstore_occurrence_get_roles(Ref);
extern void indexstore_occurrence_get_line_col(Ref, unsigned *, unsigned *);
extern bool indexstore_occurrence_relations_apply_f(Ref, void *, bool (*)(void *, Ref));
extern uint64_t indexstore_symbol_relation_get_roles(Ref);
extern Ref indexstore_symbol_relation_get_symbol(Ref);
extern int indexstore_symbol_get_kind(Ref);
extern Text indexstore_symbol_get_name(Ref);
extern Text indexstore_symbol_get_usr(Ref);

// A unit depends on the record of its own source.
enum { RECORD = 2, CALLED_BY = 1 << 13, CONTAINED_BY = 1 << 16 };

static Ref store;
static Text file;

static bool around(void *into, Ref relation) {
    uint64_t roles = indexstore_symbol_relation_get_roles(relation);
    if (roles & (CALLED_BY | CONTAINED_BY))
        *(Text *)into = indexstore_symbol_get_usr(indexstore_symbol_relation_get_symbol(relation));
    return true;
}

static bool occurrence(void *unused, Ref one) {
    (void)unused;
    unsigned line, column;
    Ref symbol = indexstore_occurrence_get_symbol(one);
    indexstore_occurrence_get_line_col(one, &line, &column);
    Text name = indexstore_symbol_get_name(symbol), usr = indexstore_symbol_get_usr(symbol), outer = {"", 0};
    indexstore_occurrence_relations_apply_f(one, &outer, around);
    printf("%.*s\t%u\t%u\t%llu\t%d\t%.*s\t%.*s\t%.*s\n", (int)file.length, file.data, line, column,
           (unsigned long long)indexstore_occurrence_get_roles(one), indexstore_symbol_get_kind(symbol),
           (int)usr.length, usr.data, (int)name.length, name.data, (int)outer.length, outer.data);
    return true;
}

static bool dependency(void *unused, Ref one) {
    (void)unused;
    Text name = indexstore_unit_dependency_get_name(one), path = indexstore_unit_dependency_get_filepath(one);
    bool is_swift = path.length > 6 && !strncmp(path.data + path.length - 6, ".swift", 6);
    if (indexstore_unit_dependency_get_kind(one) != RECORD || !is_swift) return true;
    char record[4096];
    snprintf(record, sizeof record, "%.*s", (int)name.length, name.data);
    Ref error = 0, reader = indexstore_record_reader_create(store, record, &error);
    if (!reader) return true;
    file = path;
    indexstore_record_reader_occurrences_apply_f(reader, 0, occurrence);
    indexstore_record_reader_dispose(reader);
    return true;
}

static bool unit(void *unused, Text name) {
    (void)unused;
    char text[4096];
    snprintf(text, sizeof text, "%.*s", (int)name.length, name.data);
    Ref error = 0, reader = indexstore_unit_reader_create(store, text, &error);
    if (!reader) return true;
    if (!indexstore_unit_reader_is_system_unit(reader))
        indexstore_unit_reader_dependencies_apply_f(reader, 0, dependency);
    indexstore_unit_reader_dispose(reader);
    return true;
}

int main(int count, char **arguments) {
    Ref error = 0;
    store = count > 1 ? indexstore_store_create(arguments[1], &error) : 0;
    if (!store) return 1;
    indexstore_store_units_apply_f(store, 0, 0, unit);
    return 0;
}
