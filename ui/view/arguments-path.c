#include "config.h"

#include <string.h>
#include <strings.h>

#include "src/base/ascii.h"
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

	return slice_is_one_of(key, names, ARRAY_SIZE(names));
}

/* Append the path without ".", ".." and double slashes. Textual only: symbolic
 * links on the disk are unknown here. */
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

static bool is_separator(char c)
{
	return c == '/' || c == '\\';
}

/* Whether a part of the path, as Unix or Windows cut it, is "..". */
static bool has_parent(struct slice path)
{
	for (size_t i = 0; i + 1 < path.len; i++) {
		if ((i == 0 || is_separator(path.ptr[i - 1])) &&
		    path.ptr[i] == '.' && path.ptr[i + 1] == '.' &&
		    (i + 2 == path.len || is_separator(path.ptr[i + 2])))
			return true;
	}
	return false;
}

static bool is_file_url(struct slice path)
{
	return path.len > 5 && !strncasecmp(path.ptr, "file:", 5);
}

/* "C:/x", a share of a server, "%TEMP%\\x". */
static bool is_of_windows(struct slice path)
{
	if (path.len < 3)
		return false;
	return (ascii_is_letter(path.ptr[0]) && path.ptr[1] == ':' &&
		is_separator(path.ptr[2])) ||
	       slice_starts_with(path, SLICE("\\\\")) ||
	       (path.ptr[0] == '%' && memchr(path.ptr + 1, '%', path.len - 1) &&
		(memchr(path.ptr, '\\', path.len) ||
		 memchr(path.ptr, '/', path.len)));
}

/* "$HOME/x", "${TMPDIR}/x", "$(pwd)/x". */
static bool begins_with_variable(struct slice path)
{
	return path.len > 1 && path.ptr[0] == '$' &&
	       (ascii_is_letter(path.ptr[1]) || strchr("_{(", path.ptr[1])) &&
	       memchr(path.ptr, '/', path.len);
}

/* Whether it is a path that leads elsewhere, whatever its member's name. */
static bool is_far(struct slice path)
{
	if (path.len < 2 || memchr(path.ptr, ' ', path.len))
		return false;
	return *path.ptr == '/' || *path.ptr == '~' || has_parent(path) ||
	       begins_with_variable(path) || is_file_url(path) ||
	       is_of_windows(path);
}

/* Whether something may expand the path: where that leads is unknown. */
static bool is_expanded(struct slice path)
{
	return *path.ptr == '~' || memchr(path.ptr, '$', path.len) ||
	       memchr(path.ptr, '`', path.len) ||
	       memchr(path.ptr, '\\', path.len) || is_file_url(path) ||
	       is_of_windows(path);
}

static void put_note(struct arguments_writer *w, const char *what,
		     struct slice path, int indent, enum face face)
{
	struct slice words = slice_skip_blanks(slice_str(what));
	struct strbuf clean = STRBUF_INIT;

	sanitize_visible(&clean, path, NULL);
	/* The face may have a background. */
	arguments_put(w, slice_of(what, (size_t)(words.ptr - what)), indent,
		      true, FACE_DEFAULT);
	arguments_put(w, words, indent, true, face);
	arguments_put(w, strbuf_slice(&clean), indent, true, face);
	strbuf_release(&clean);
}

/* Whether a value is to be read as the path of a file. */
static bool is_path(struct slice key, struct slice value)
{
	if (!value.len || value.len > 4096 ||
	    memchr(value.ptr, '\n', value.len))
		return false;
	if (memmem(value.ptr, value.len, "://", 3) && !is_file_url(value))
		return false;
	return arguments_names_path(key) || is_far(value);
}

/* The part of a normalized path below `root`; false if it is not below it. */
static bool is_below(struct slice path, struct slice root, struct slice *rest)
{
	if (!slice_starts_with(path, root))
		return false;
	*rest = slice_skip(path, root.len);
	if (!rest->len)
		return true;
	if (*rest->ptr != '/')
		return false;
	*rest = slice_skip(*rest, 1);
	return true;
}

void arguments_put_path(struct arguments_writer *w, struct slice key,
			struct slice path, int indent)
{
	struct slice root = slice_str(w->options->root), rest;
	struct strbuf whole = STRBUF_INIT, normal = STRBUF_INIT;
	bool absolute;

	/* Some tools strip blanks, too. */
	path = slice_trim(path);
	absolute = path.len && *path.ptr == '/';
	while (root.len > 1 && root.ptr[root.len - 1] == '/')
		root.len--;
	if (!root.len || !is_path(key, path))
		return;
	if (is_expanded(path)) {
		put_note(w, _("  may be outside the workspace: "), path, indent,
			 FACE_WAITING);
		return;
	}
	if (!absolute) {
		strbuf_addslice(&whole, root);
		strbuf_addch(&whole, '/');
	}
	strbuf_addslice(&whole, path);
	add_normal(&normal, strbuf_slice(&whole));
	if (!is_below(strbuf_slice(&normal), root, &rest))
		put_note(w, _("  outside the workspace: "),
			 strbuf_slice(&normal), indent, FACE_WAITING);
	else if (absolute || memmem(path.ptr, path.len, "..", 2))
		put_note(w, _("  in the workspace: "),
			 rest.len ? rest : SLICE("."), indent, FACE_DIM);
	strbuf_release(&whole);
	strbuf_release(&normal);
}
