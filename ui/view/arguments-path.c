#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/view/arguments-private.h"

bool arguments_names_path(struct slice key)
{
	static const char *const names[] = {
		"path", "file",      "filename", "file_path", "filepath",
		"dir",  "directory", "cwd",      "source",    "destination",
		"dest", "target",    "from",     "to",        "root",
	};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (slice_is(key, names[i]))
			return true;
	}
	return false;
}

/* Append the path without ".", ".." and doubled slashes: as text only, for
 * what a link on disk makes of it we cannot know. */
static void add_normal(struct strbuf *out, struct slice path)
{
	size_t base = out->len;

	while (path.len) {
		const char *slash = memchr(path.ptr, '/', path.len);
		size_t len = slash ? (size_t)(slash - path.ptr) : path.len;
		struct slice part = slice_of(path.ptr, len);

		path = slice_skip(path, len + (slash != NULL));
		if (!len || slice_is(part, "."))
			continue;
		if (slice_is(part, "..")) {
			while (out->len > base && out->buf[out->len - 1] != '/')
				strbuf_setlen(out, out->len - 1);
			if (out->len > base)
				strbuf_setlen(out, out->len - 1);
			continue;
		}
		strbuf_addch(out, '/');
		strbuf_addslice(out, part);
	}
}

void arguments_put_path(struct arguments_writer *w, struct slice key,
			struct slice path, int indent)
{
	struct slice root = slice_str(w->options->root);
	struct strbuf whole = STRBUF_INIT, normal = STRBUF_INIT;
	struct strbuf clean = STRBUF_INIT;
	bool absolute = path.len && *path.ptr == '/';
	bool within;

	while (root.len > 1 && root.ptr[root.len - 1] == '/')
		root.len--;
	if (!root.len || !path.len || !arguments_names_path(key) ||
	    memchr(path.ptr, '\n', path.len) || path.len > 4096 ||
	    memmem(path.ptr, path.len, "://", 3))
		return;
	if (!absolute) {
		strbuf_addslice(&whole, root);
		strbuf_addch(&whole, '/');
	}
	strbuf_addslice(&whole, path);
	add_normal(&normal, strbuf_slice(&whole));
	within = slice_starts_with(strbuf_slice(&normal), root) &&
		 (normal.len == root.len || normal.buf[root.len] == '/');
	if (!within) {
		sanitize_visible(&clean, strbuf_slice(&normal), NULL);
		arguments_put(w, slice_str(_("  outside the workspace: ")),
			      indent, true, FACE_WAITING);
		arguments_put(w, strbuf_slice(&clean), indent, true,
			      FACE_WAITING);
	} else if (absolute || memmem(path.ptr, path.len, "..", 2)) {
		struct slice rest = slice_skip(
			strbuf_slice(&normal),
			normal.len == root.len ? root.len : root.len + 1);

		sanitize_visible(&clean, rest.len ? rest : SLICE("."), NULL);
		arguments_put(w, slice_str(_("  in the workspace: ")), indent,
			      true, FACE_DIM);
		arguments_put(w, strbuf_slice(&clean), indent, true, FACE_DIM);
	}
	strbuf_release(&whole);
	strbuf_release(&normal);
	strbuf_release(&clean);
}
