#include "config.h"

#include "src/jphost/jp/jp-error.h"

#include <string.h>

/* A longer line is not an error's name. */
#define WORDS_MAX 300

static struct slice trimmed(struct slice line)
{
	while (line.len && strchr(" \r\t|", line.ptr[line.len - 1]))
		line.len--;
	while (line.len && strchr(" \r\t|", line.ptr[0]))
		line = slice_skip(line, 1);
	if (line.len > WORDS_MAX)
		line.len = 0;
	return line;
}

/* jp always prints this line, with the path of its log. */
static bool is_about_log(struct slice line)
{
	return slice_starts_with(line, SLICE("Full trace log written to:"));
}

void jp_error_add(struct strbuf *out, struct slice printed)
{
	struct slice title = slice_of(NULL, 0), detail = title;

	while (printed.len) {
		struct slice line = slice_take_line(&printed);
		bool below = line.len && strchr(" |", line.ptr[0]);
		struct slice words = trimmed(line);

		if (!words.len || is_about_log(words))
			continue;
		if (below) {
			detail = words;
		} else {
			title = words;
			detail.len = 0;
		}
	}
	strbuf_addslice(out, title);
	if (title.len && detail.len)
		strbuf_addstr(out, ": ");
	strbuf_addslice(out, detail);
}
