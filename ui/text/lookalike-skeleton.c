#include "config.h"

#include "src/base/strmap.h"
#include "src/base/utf8.h"
#include "ui/text/lookalike.h"
#include "ui/text/unicode/codepoint.h"
#include "ui/text/unicode/unicode-data.h"

static const struct unicode_run *find_run(const struct unicode_run *runs,
					  size_t count, uint32_t cp)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (cp < runs[mid].first)
			high = mid;
		else if (cp - runs[mid].first >= runs[mid].count)
			low = mid + 1;
		else
			return &runs[mid];
	}
	return NULL;
}

struct slice lookalike_of(uint32_t cp)
{
	const struct unicode_run *run;

	if (cp < unicode_lookalikes[0].first)
		return slice_of(NULL, 0);
	run = find_run(unicode_lookalikes, unicode_lookalike_count, cp);
	if (run)
		return slice_of(run->text + (cp - run->first), 1);
	run = find_run(unicode_long_lookalikes, unicode_long_lookalike_count,
		       cp);
	return run ? slice_str(run->text) : slice_of(NULL, 0);
}

/* ASCII has look-alikes of its own; the table lists one of each pair. */
static void add_ascii(struct strbuf *out, char c)
{
	switch (c) {
	case '0':
		strbuf_addch(out, 'O');
		break;
	case '1':
	case 'I':
	case '|':
		strbuf_addch(out, 'l');
		break;
	case 'm':
		strbuf_addstr(out, "rn");
		break;
	case '"':
		strbuf_addstr(out, "''");
		break;
	case '`':
		strbuf_addch(out, '\'');
		break;
	default:
		strbuf_addch(out, c);
	}
}

static void add_decomposed(struct strbuf *out, uint32_t cp)
{
	uint32_t parts[CODEPOINT_PARTS_MAX];
	size_t count = codepoint_decompose(cp, parts);

	for (size_t i = 0; i < count; i++) {
		struct slice like = lookalike_of(parts[i]);
		char bytes[4];

		if (like.len)
			strbuf_addslice(out, like);
		else if (parts[i] < 0x80)
			add_ascii(out, (char)parts[i]);
		else
			strbuf_add(out, bytes, utf8_encode(parts[i], bytes));
	}
}

/* Append `text` normalized so that look-alikes become equal. */
static void add_skeleton(struct strbuf *out, struct slice text)
{
	size_t pos = 0;

	while (pos < text.len) {
		uint32_t cp;

		pos += utf8_decode(text.ptr + pos, text.len - pos, &cp);
		add_decomposed(out, cp);
	}
}

static bool is_ascii(struct slice text)
{
	for (size_t i = 0; i < text.len; i++)
		if (text.ptr[i] & 0x80)
			return false;
	return true;
}

/* Lines as they are, their skeletons, and the skeletons of lines with non-ASCII
 * characters: a change from "l" to "1" is visible. */
struct line_sets {
	struct strmap same, looks, foreign;
};

static void add_line(struct line_sets *sets, struct slice line,
		     struct strbuf *skeleton)
{
	strbuf_reset(skeleton);
	add_skeleton(skeleton, line);
	strmap_put(&sets->same, line, sets);
	strmap_put(&sets->looks, strbuf_slice(skeleton), sets);
	if (!is_ascii(line))
		strmap_put(&sets->foreign, strbuf_slice(skeleton), sets);
}

static bool looks_like_another(const struct line_sets *sets, struct slice line,
			       struct strbuf *skeleton)
{
	if (!line.len || strmap_get(&sets->same, line))
		return false;
	strbuf_reset(skeleton);
	add_skeleton(skeleton, line);
	return strmap_get(is_ascii(line) ? &sets->foreign : &sets->looks,
			  strbuf_slice(skeleton)) != NULL;
}

void lookalike_find_same(struct slice before, struct slice after,
			 lookalike_found *found, void *data)
{
	struct line_sets sets = { STRMAP_INIT, STRMAP_INIT, STRMAP_INIT };
	struct strbuf skeleton = STRBUF_INIT;
	struct slice rest = after;

	while (before.len)
		add_line(&sets, slice_take_line(&before), &skeleton);
	while (rest.len) {
		struct slice line = slice_take_line(&rest);
		size_t start = line.len ? (size_t)(line.ptr - after.ptr) : 0;

		if (looks_like_another(&sets, line, &skeleton))
			found(data, start, start + line.len);
	}
	strbuf_release(&skeleton);
	strmap_release(&sets.same);
	strmap_release(&sets.looks);
	strmap_release(&sets.foreign);
}
