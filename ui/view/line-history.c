#include "config.h"

#include "ui/view/line-history.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void line_history_release(struct line_history *history)
{
	free_strings(history->list, history->count);
	*history = (struct line_history){ 0 };
}

static size_t find(const struct line_history *history, struct slice text)
{
	size_t at = 0;

	while (at < history->count && !slice_is(text, history->list[at]))
		at++;
	return at;
}

void line_history_append(struct line_history *history, struct slice text)
{
	size_t at = find(history, text);

	if (at < history->count || at == LINE_HISTORY_MAX || !text.len ||
	    text.len > LINE_HISTORY_MAX_BYTES)
		return;
	history->list = xreallocarray(history->list, at + 1, sizeof(char *));
	history->list[at] = xmemdupz(text.ptr, text.len);
	history->count++;
}

void line_history_add(struct line_history *history, struct slice text)
{
	size_t at = find(history, text);
	char *mine;

	if (!text.len || text.len > LINE_HISTORY_MAX_BYTES)
		return;
	if (at == LINE_HISTORY_MAX)
		free(history->list[--history->count]);
	line_history_append(history, text);
	at = find(history, text);
	mine = history->list[at];
	memmove(history->list + 1, history->list, at * sizeof(char *));
	history->list[0] = mine;
}
