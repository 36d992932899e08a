#ifndef JPD_TOML_TOML_H
#define JPD_TOML_TOML_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/toml/config-tree.h"

/* Maximum bytes of a document, and nesting of its tables and lists. */
#define TOML_BYTES_MAX ((size_t)4 << 20)
#define TOML_DEPTH_MAX 64

/*
 * Read a TOML 1.1 document (toml.io), as jp does. Dates and times become
 * strings, as do inf and nan. NULL with a sentence in `err` that begins with
 * the line: "line 3: …".
 */
struct config_tree *toml_read(struct slice text, struct strbuf *err);

#endif
