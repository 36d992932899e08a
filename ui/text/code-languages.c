#include "config.h"

#include <string.h>

#include "src/base/xalloc.h"
#include "ui/text/code-part.h"

/*
 * Words as the languages define them; of the types, the most common ones.
 * Sorted by byte.
 */
static const char *const c_keywords[] = {
	"NULL",    "alignas", "alignof",       "asm",      "auto",     "break",
	"case",    "const",   "constexpr",     "continue", "default",  "do",
	"else",    "enum",    "extern",        "false",    "for",      "goto",
	"if",      "inline",  "nullptr",       "register", "restrict", "return",
	"sizeof",  "static",  "static_assert", "struct",   "switch",   "true",
	"typedef", "typeof",  "union",         "volatile", "while"
};
static const char *const c_types[] = {
	"FILE",      "bool",     "char",      "double",   "float",    "int",
	"int16_t",   "int32_t",  "int64_t",   "int8_t",   "intptr_t", "long",
	"off_t",     "pid_t",    "ptrdiff_t", "short",    "signed",   "size_t",
	"ssize_t",   "time_t",   "uint16_t",  "uint32_t", "uint64_t", "uint8_t",
	"uintptr_t", "unsigned", "va_list",   "void",     "wchar_t"
};
static const char *const cpp_keywords[] = { "alignas",
					    "alignof",
					    "asm",
					    "auto",
					    "break",
					    "case",
					    "catch",
					    "class",
					    "co_await",
					    "co_return",
					    "co_yield",
					    "concept",
					    "const",
					    "const_cast",
					    "consteval",
					    "constexpr",
					    "constinit",
					    "continue",
					    "decltype",
					    "default",
					    "delete",
					    "do",
					    "dynamic_cast",
					    "else",
					    "enum",
					    "explicit",
					    "export",
					    "extern",
					    "false",
					    "final",
					    "for",
					    "friend",
					    "goto",
					    "if",
					    "import",
					    "inline",
					    "mutable",
					    "namespace",
					    "new",
					    "noexcept",
					    "nullptr",
					    "operator",
					    "override",
					    "private",
					    "protected",
					    "public",
					    "reinterpret_cast",
					    "requires",
					    "return",
					    "sizeof",
					    "static",
					    "static_assert",
					    "static_cast",
					    "struct",
					    "switch",
					    "template",
					    "this",
					    "throw",
					    "true",
					    "try",
					    "typedef",
					    "typeid",
					    "typename",
					    "union",
					    "using",
					    "virtual",
					    "volatile",
					    "while" };
static const char *const cpp_types[] = {
	"bool",    "char",       "char16_t",   "char32_t", "char8_t",
	"double",  "float",      "int",        "int16_t",  "int32_t",
	"int64_t", "int8_t",     "long",       "map",      "optional",
	"pair",    "set",        "shared_ptr", "short",    "signed",
	"size_t",  "string",     "uint16_t",   "uint32_t", "uint64_t",
	"uint8_t", "unique_ptr", "unsigned",   "variant",  "vector",
	"void",    "wchar_t"
};
static const char *const rust_keywords[] = {
	"as",     "async",  "await", "break",  "const", "continue",    "crate",
	"dyn",    "else",   "enum",  "extern", "false", "fn",          "for",
	"if",     "impl",   "in",    "let",    "loop",  "macro_rules", "match",
	"mod",    "move",   "mut",   "pub",    "ref",   "return",      "self",
	"static", "struct", "super", "trait",  "true",  "type",        "unsafe",
	"use",    "where",  "while", "yield"
};
static const char *const rust_types[] = { "Self",  "bool", "char", "f32", "f64",
					  "i128",  "i16",  "i32",  "i64", "i8",
					  "isize", "str",  "u128", "u16", "u32",
					  "u64",   "u8",   "usize" };
static const char *const python_keywords[] = {
	"False", "None",   "True",   "and",      "as",     "assert",
	"async", "await",  "break",  "case",     "class",  "continue",
	"def",   "del",    "elif",   "else",     "except", "finally",
	"for",   "from",   "global", "if",       "import", "in",
	"is",    "lambda", "match",  "nonlocal", "not",    "or",
	"pass",  "raise",  "return", "self",     "try",    "while",
	"with",  "yield"
};
static const char *const python_types[] = {
	"Any",      "Callable", "Dict", "Iterable", "Iterator",  "List",
	"Optional", "Sequence", "Set",  "Tuple",    "Union",     "bool",
	"bytes",    "complex",  "dict", "float",    "frozenset", "int",
	"list",     "object",   "set",  "str",      "tuple",     "type"
};
static const char *const javascript_keywords[] = {
	"abstract",  "as",         "async",     "await",     "break",
	"case",      "catch",      "class",     "const",     "continue",
	"debugger",  "declare",    "default",   "delete",    "do",
	"else",      "enum",       "export",    "extends",   "false",
	"finally",   "for",        "from",      "function",  "get",
	"if",        "implements", "import",    "in",        "instanceof",
	"interface", "keyof",      "let",       "namespace", "new",
	"null",      "of",         "private",   "protected", "public",
	"readonly",  "return",     "satisfies", "set",       "static",
	"super",     "switch",     "this",      "throw",     "true",
	"try",       "type",       "typeof",    "undefined", "var",
	"void",      "while",      "with",      "yield"
};
static const char *const javascript_types[] = { "any",    "bigint", "boolean",
						"never",  "number", "object",
						"string", "symbol", "unknown" };
static const char *const go_keywords[] = {
	"break",  "case",   "chan",        "const",  "continue",  "default",
	"defer",  "else",   "fallthrough", "false",  "for",       "func",
	"go",     "goto",   "if",          "import", "interface", "iota",
	"map",    "nil",    "package",     "range",  "return",    "select",
	"struct", "switch", "true",        "type",   "var"
};
static const char *const go_types[] = {
	"any",    "bool",    "byte",    "comparable", "complex128", "complex64",
	"error",  "float32", "float64", "int",        "int16",      "int32",
	"int64",  "int8",    "rune",    "string",     "uint",       "uint16",
	"uint32", "uint64",  "uint8",   "uintptr"
};
static const char *const java_keywords[] = {
	"abstract",   "assert",    "break",        "case",       "catch",
	"class",      "continue",  "default",      "do",         "else",
	"enum",       "extends",   "false",        "final",      "finally",
	"for",        "goto",      "if",           "implements", "import",
	"instanceof", "interface", "native",       "new",        "null",
	"package",    "permits",   "private",      "protected",  "public",
	"record",     "return",    "sealed",       "static",     "strictfp",
	"super",      "switch",    "synchronized", "this",       "throw",
	"throws",     "transient", "true",         "try",        "var",
	"volatile",   "while",     "yield"
};
static const char *const java_types[] = { "boolean", "byte",  "char",
					  "double",  "float", "int",
					  "long",    "short", "void" };
static const char *const shell_keywords[] = {
	"alias",  "case",     "cd",    "do",    "done",   "echo",   "elif",
	"else",   "esac",     "eval",  "exec",  "exit",   "export", "fi",
	"for",    "function", "if",    "in",    "local",  "read",   "readonly",
	"return", "select",   "set",   "shift", "source", "test",   "then",
	"time",   "trap",     "unset", "until", "while"
};
static const char *const sql_keywords[] = {
	"add",       "all",         "alter",     "and",       "any",
	"as",        "asc",         "begin",     "between",   "by",
	"case",      "cast",        "check",     "collate",   "column",
	"commit",    "constraint",  "create",    "cross",     "database",
	"default",   "delete",      "desc",      "distinct",  "drop",
	"else",      "end",         "escape",    "except",    "exists",
	"explain",   "false",       "fetch",     "filter",    "for",
	"foreign",   "from",        "full",      "function",  "grant",
	"group",     "having",      "if",        "in",        "index",
	"inner",     "insert",      "intersect", "into",      "is",
	"join",      "key",         "lateral",   "left",      "like",
	"limit",     "natural",     "not",       "null",      "offset",
	"on",        "or",          "order",     "outer",     "over",
	"partition", "primary",     "procedure", "recursive", "references",
	"replace",   "returning",   "revoke",    "right",     "rollback",
	"row",       "rows",        "select",    "set",       "table",
	"then",      "transaction", "trigger",   "true",      "truncate",
	"union",     "unique",      "update",    "using",     "values",
	"view",      "when",        "where",     "window",    "with"
};
static const char *const sql_types[] = {
	"bigint",   "bigserial", "blob",      "boolean",   "bytea",
	"char",     "character", "date",      "decimal",   "double",
	"float",    "int",       "integer",   "interval",  "json",
	"jsonb",    "numeric",   "precision", "real",      "serial",
	"smallint", "text",      "time",      "timestamp", "timestamptz",
	"uuid",     "varchar",   "varying"
};
static const char *const json_keywords[] = { "false", "null", "true" };
static const char *const yaml_keywords[] = { "false", "no",   "null", "off",
					     "on",    "true", "yes" };
static const char *const toml_keywords[] = { "false", "true" };

#define WORDS(array)                     \
	{                                \
		array, ARRAY_SIZE(array) \
	}

static const struct code_language languages[] = {
	{
		/* C */
		.names = " c h",
		.scan = code_scan_program,
		.keywords = WORDS(c_keywords),
		.types = WORDS(c_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
		.flags = CODE_DIRECTIVES,
	},
	{
		/* C++ */
		.names = " cpp c++ cc cxx hpp hh h++ cplusplus",
		.scan = code_scan_program,
		.keywords = WORDS(cpp_keywords),
		.types = WORDS(cpp_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
		.flags = CODE_DIRECTIVES | CODE_CAPITAL_TYPES,
	},
	{
		/* Rust */
		.names = " rust rs",
		.scan = code_scan_program,
		.keywords = WORDS(rust_keywords),
		.types = WORDS(rust_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "'",
		.long_quotes = "\"",
		.flags = CODE_CAPITAL_TYPES | CODE_PREFIXED | CODE_RAW_SIGNS |
			 CODE_LIFETIMES | CODE_NESTED,
	},
	{
		/* Python */
		.names = " python py python3 py3 pyi python2 ipython",
		.scan = code_scan_program,
		.keywords = WORDS(python_keywords),
		.types = WORDS(python_types),
		.comment = "#",
		.quotes = "\"'",
		.flags = CODE_TRIPLE_QUOTES | CODE_PREFIXED,
	},
	{
		/* JavaScript */
		.names = " javascript js jsx mjs cjs node typescript ts tsx "
			 "mts cts ",
		.scan = code_scan_program,
		.keywords = WORDS(javascript_keywords),
		.types = WORDS(javascript_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
		.long_quotes = "`",
		.flags = CODE_CAPITAL_TYPES,
	},
	{
		/* Go */
		.names = " go golang",
		.scan = code_scan_program,
		.keywords = WORDS(go_keywords),
		.types = WORDS(go_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
		.long_quotes = "`",
	},
	{
		/* Java */
		.names = " java",
		.scan = code_scan_program,
		.keywords = WORDS(java_keywords),
		.types = WORDS(java_types),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
		.flags = CODE_CAPITAL_TYPES | CODE_TRIPLE_QUOTES,
	},
	{
		/* shell */
		.names = " sh shell bash zsh ksh dash console shellsession "
			 "terminal fish ",
		.scan = code_scan_program,
		.keywords = WORDS(shell_keywords),
		.comment = "#",
		.quotes = "\"'",
		.flags = CODE_VARIABLES | CODE_COMMENT_APART,
	},
	{
		/* SQL */
		.names = " sql postgresql postgres psql mysql sqlite plsql",
		.scan = code_scan_program,
		.keywords = WORDS(sql_keywords),
		.types = WORDS(sql_types),
		.comment = "--",
		.open = "/*",
		.close = "*/",
		.quotes = "'\"",
		.flags = CODE_ANY_CASE | CODE_DOUBLED,
	},
	{
		/* JSON */
		.names = " json jsonc json5 jsonl ndjson geojson",
		.scan = code_scan_json,
		.keywords = WORDS(json_keywords),
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"",
	},
	{
		/* YAML */
		.names = " yaml yml",
		.scan = code_scan_yaml,
		.keywords = WORDS(yaml_keywords),
		.comment = "#",
		.quotes = "\"'",
		.flags = CODE_COMMENT_APART,
	},
	{
		/* TOML */
		.names = " toml ini cfg conf",
		.scan = code_scan_toml,
		.keywords = WORDS(toml_keywords),
		.comment = "#",
		.quotes = "\"'",
		.flags = CODE_TRIPLE_QUOTES,
	},
	{
		/* CSS */
		.names = " css scss less",
		.scan = code_scan_css,
		.comment = "//",
		.open = "/*",
		.close = "*/",
		.quotes = "\"'",
	},
	{
		/* markup */
		.names = " html htm xhtml xml svg xsl xslt vue svelte plist",
		.scan = code_scan_markup,
		.open = "<!--",
		.close = "-->",
		.quotes = "\"'",
	},
	{
		/* diff */
		.names = " diff patch udiff",
		.scan = code_scan_diff,
		.quotes = "",
	},
};

const struct code_language *code_languages(size_t *count)
{
	*count = ARRAY_SIZE(languages);
	return languages;
}

/* `names` has a blank before each name. */
static bool has_name(const char *names, struct slice name)
{
	while (*names++) {
		size_t len = strcspn(names, " ");

		if (slice_equal(slice_of(names, len), name))
			return true;
		names += len;
	}
	return false;
}

const struct code_language *code_language_find(struct slice name)
{
	char lower[16];

	if (!name.len || name.len > sizeof(lower))
		return NULL;
	for (size_t i = 0; i < name.len; i++)
		lower[i] = name.ptr[i] >= 'A' && name.ptr[i] <= 'Z'
				   ? (char)(name.ptr[i] | 0x20)
				   : name.ptr[i];
	name.ptr = lower;
	for (size_t i = 0; i < ARRAY_SIZE(languages); i++)
		if (has_name(languages[i].names, name))
			return &languages[i];
	return NULL;
}

bool code_language_is_diff(const struct code_language *language)
{
	return language && language->scan == code_scan_diff;
}
