//! Words of the language, and what databases bring along, in lower case.

use std::cmp::Ordering;

/// Words that are no names, unless they are in quotes.
#[rustfmt::skip]
pub(super) const RESERVED: &[&str] = &[
    "all", "alter", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "begin", "between", "both", "by",
    "call", "case", "cast", "check", "cluster", "collate", "column", "comment", "commit", "constraint", "copy",
    "create", "cross", "current_date", "current_role", "current_time", "current_timestamp", "current_user",
    "deallocate", "declare", "default", "deferrable", "delete", "desc", "distinct", "do", "drop", "each", "else",
    "elseif", "elsif", "end", "except", "exception", "execute", "exists", "explain", "fetch", "for", "foreign",
    "from", "full", "function", "go", "grant", "group", "having", "if", "ilike", "in", "index", "initially", "inner",
    "insert", "intersect", "into", "is", "isnull", "join", "lateral", "leading", "left", "like", "limit", "localtime",
    "localtimestamp", "lock", "loop", "materialized", "merge", "natural", "not", "notnull", "null", "of", "offset",
    "on", "only", "or", "order", "outer", "over", "overlaps", "partition", "perform", "prepare", "primary",
    "procedure", "raise", "references", "refresh", "reindex", "return", "returning", "returns", "revoke", "right",
    "rollback", "savepoint", "schema", "select", "sequence", "session_user", "set", "similar", "some", "start",
    "symmetric", "table", "tablespace", "then", "to", "trailing", "transaction", "trigger", "truncate", "union",
    "unique", "unlogged", "update", "using", "vacuum", "values", "variadic", "view", "when", "where", "while",
    "window", "with", "within", "without",
];

/// Functions that databases bring along.
#[rustfmt::skip]
pub(super) const FUNCTIONS: &[&str] = &[
    "abs", "acos", "age", "any_value", "array_agg", "array_append", "array_cat", "array_dims", "array_fill",
    "array_length", "array_lower", "array_ndims", "array_position", "array_positions", "array_prepend",
    "array_remove", "array_replace", "array_to_json", "array_to_string", "array_upper", "ascii", "asin", "atan",
    "atan2", "avg", "bit_and", "bit_length", "bit_or", "bool_and", "bool_or", "btrim", "cardinality", "cast", "cbrt",
    "ceil", "ceiling", "char_length", "character_length", "charindex", "chr", "clock_timestamp", "coalesce",
    "col_description", "concat", "concat_ws", "convert", "convert_from", "convert_to", "corr", "cos", "cot", "count",
    "covar_pop", "covar_samp", "cume_dist", "currval", "date", "date_add", "date_bin", "date_diff", "date_format",
    "date_part", "date_sub", "date_trunc", "dateadd", "datediff", "datename", "datepart", "decode", "degrees",
    "dense_rank", "div", "encode", "enum_first", "enum_last", "enum_range", "every", "exp", "extract", "first_value",
    "float", "floor", "format", "format_type", "gcd", "gen_random_uuid", "generate_series", "generate_subscripts",
    "get_bit", "get_byte", "getdate", "getutcdate", "greatest", "group_concat", "grouping", "has_column_privilege",
    "has_database_privilege", "has_function_privilege", "has_schema_privilege", "has_table_privilege", "host", "hour",
    "ifnull", "iif", "inet_client_addr", "initcap", "instr", "isfinite", "isnull", "json_agg", "json_array_elements",
    "json_build_array", "json_build_object", "json_each", "json_extract", "json_object", "json_object_agg",
    "json_populate_record", "json_to_record", "jsonb_agg", "jsonb_array_elements", "jsonb_array_length",
    "jsonb_build_array", "jsonb_build_object", "jsonb_each", "jsonb_each_text", "jsonb_extract_path",
    "jsonb_extract_path_text", "jsonb_object_agg", "jsonb_object_keys", "jsonb_pretty", "jsonb_set",
    "jsonb_strip_nulls", "jsonb_to_record", "jsonb_to_recordset", "jsonb_typeof", "julianday", "justify_days",
    "justify_hours", "justify_interval", "lag", "last_insert_id", "last_value", "lastval", "lcm", "lead", "least",
    "left", "len", "length", "ln", "localtimestamp", "locate", "log", "log10", "log2", "lower", "lpad", "ltrim",
    "make_date", "make_interval", "make_timestamp", "make_timestamptz", "masklen", "max", "md5", "median", "min",
    "minute", "mod", "mode", "month", "newid", "nextval", "now", "nth_value", "ntile", "nullif", "num_nonnulls",
    "num_nulls", "obj_description", "object_id", "octet_length", "overlay", "parse_ident", "percent_rank",
    "percentile_cont", "percentile_disc", "pg_advisory_lock", "pg_advisory_unlock", "pg_advisory_xact_lock",
    "pg_backend_pid", "pg_cancel_backend", "pg_column_size", "pg_database_size", "pg_get_constraintdef",
    "pg_get_expr", "pg_get_functiondef", "pg_get_indexdef", "pg_get_viewdef", "pg_indexes_size", "pg_relation_size",
    "pg_size_pretty", "pg_sleep", "pg_terminate_backend", "pg_total_relation_size", "pg_typeof", "pi", "position",
    "pow", "power", "quarter", "query_to_xml", "quote_ident", "quote_literal", "quote_nullable", "radians", "raise",
    "rand", "random", "randomblob", "range_agg", "rank", "regexp_match", "regexp_matches", "regexp_replace",
    "regexp_split_to_array", "regexp_split_to_table", "regr_slope", "repeat", "replace", "replicate", "reverse",
    "right", "round", "row", "row_number", "row_to_json", "rpad", "rtrim", "schema_name", "second", "set_config",
    "setseed", "setval", "sha256", "sign", "sin", "split_part", "sqrt", "square", "statement_timestamp", "stddev",
    "stddev_pop", "stddev_samp", "str", "strftime", "string_agg", "string_to_array", "strpos", "stuff", "substr",
    "substring", "sum", "sysdate", "tan", "timeofday", "timestamp", "to_char", "to_date", "to_hex", "to_json",
    "to_jsonb", "to_number", "to_regclass", "to_regproc", "to_timestamp", "to_tsquery", "to_tsvector",
    "transaction_timestamp", "translate", "trim", "trunc", "truncate", "try_cast", "try_convert", "txid_current",
    "typeof", "unistr", "unixepoch", "unnest", "upper", "user", "uuid_generate_v4", "var_pop", "var_samp", "variance",
    "version", "width_bucket", "xmlagg", "xmlelement", "xmlforest", "year",
];

/// Types that databases bring along.
#[rustfmt::skip]
pub(super) const TYPES: &[&str] = &[
    "anyarray", "anycompatible", "anyelement", "anyenum", "anynonarray", "anyrange", "bigint", "bigserial", "binary",
    "bit", "blob", "bool", "boolean", "box", "bpchar", "bytea", "char", "character", "cidr", "circle", "clob",
    "cstring", "date", "daterange", "datetime", "datetime2", "datetimeoffset", "dec", "decimal", "double",
    "double_precision", "enum", "event_trigger", "fdw_handler", "float", "float4", "float8", "geography", "geometry",
    "hstore", "image", "index_am_handler", "inet", "int", "int1", "int2", "int4", "int4range", "int8", "int8range",
    "integer", "internal", "interval", "json", "jsonb", "jsonpath", "language_handler", "line", "long", "longblob",
    "longtext", "lseg", "macaddr", "mediumblob", "mediumint", "mediumtext", "money", "name", "national", "nchar",
    "ntext", "number", "numeric", "numrange", "nvarchar", "nvarchar2", "oid", "path", "pg_lsn", "point", "polygon",
    "precision", "real", "record", "regclass", "regconfig", "regnamespace", "regoper", "regproc", "regprocedure",
    "regrole", "regtype", "rowversion", "serial", "serial4", "serial8", "signed", "smalldatetime", "smallint",
    "smallmoney", "smallserial", "sql_variant", "sysname", "table_am_handler", "text", "tid", "time", "timestamp",
    "timestamptz", "timetz", "tinyblob", "tinyint", "tinytext", "trigger", "tsquery", "tsrange", "tstzrange",
    "tsvector", "uniqueidentifier", "unsigned", "uuid", "varbinary", "varbit", "varchar", "varchar2", "varying",
    "void", "xid", "xml", "year",
];

/// True for a word of the language, in whatever case.
pub(super) fn is_reserved(word: &str) -> bool {
    is_among(RESERVED, word)
}

/// True where one of these, which are sorted and in lower case, is the word in whatever case.
pub(super) fn is_among(sorted: &[&str], word: &str) -> bool {
    let compare =
        |one: &&str| -> Ordering { one.bytes().cmp(word.bytes().map(|byte| byte.to_ascii_lowercase())) };
    sorted.binary_search_by(compare).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        for list in [RESERVED, FUNCTIONS, TYPES] {
            assert!(list.is_sorted());
        }
        assert!(is_reserved("SELECT") && !is_reserved("selected"));
    }
}
