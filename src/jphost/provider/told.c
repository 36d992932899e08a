#include "config.h"

#include "src/jphost/provider/told.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

struct told_thing {
	bool notice;
	enum chat_part part;
	const char *kind;
	bool person_only;
	size_t tail; /* bytes at the end for the user only */
	struct strbuf text;
};

void told_init(struct told *told, char *const *secrets)
{
	memset(told, 0, sizeof(*told));
	told->filter.secrets = secrets;
	strbuf_init(&told->filter.held);
	strbuf_init(&told->given);
}

void told_forget(struct told *told)
{
	for (size_t i = 0; i < told->count; i++)
		strbuf_release(&told->things[i].text);
	told->count = 0;
	strbuf_reset(&told->filter.held);
	memset(told->spoke, 0, sizeof(told->spoke));
	memset(told->broken, 0, sizeof(told->broken));
}

void told_release(struct told *told)
{
	told_forget(told);
	free(told->things);
	strbuf_release(&told->filter.held);
	strbuf_release(&told->given);
}

static struct told_thing *add(struct told *told)
{
	struct told_thing *thing;

	ALLOC_GROW(told->things, told->count + 1, told->cap);
	thing = &told->things[told->count++];
	memset(thing, 0, sizeof(*thing));
	strbuf_init(&thing->text);
	return thing;
}

/* The text of this part that is still growing. */
static struct strbuf *text_of(struct told *told, enum chat_part part)
{
	struct told_thing *last =
		told->count ? &told->things[told->count - 1] : NULL;

	if (!last || last->notice || last->part != part) {
		last = add(told);
		last->part = part;
	}
	return &last->text;
}

static void drop_empty(struct told *told)
{
	if (told->count && !told->things[told->count - 1].text.len)
		told->count--;
}

void told_end_text(struct told *told)
{
	if (!told->filter.held.len)
		return;
	secret_filter_flush(&told->filter, text_of(told, told->held_part));
}

void told_text(struct told *told, enum chat_part part, struct slice text)
{
	struct strbuf *out;

	if (told->held_part != part)
		told_end_text(told);
	told->held_part = part;
	out = text_of(told, part);
	if (told->broken[part])
		strbuf_addstr(out, "\n\n");
	told->broken[part] = false;
	told->spoke[part] = true;
	secret_filter_feed(&told->filter, text, out);
	drop_empty(told);
}

void told_break(struct told *told)
{
	told_end_text(told);
	for (int part = 0; part < 2; part++) {
		told->broken[part] = told->broken[part] || told->spoke[part];
		told->spoke[part] = false;
	}
}

static void add_notice(struct told *told, const char *kind, bool person_only,
		       struct slice text, size_t tail)
{
	struct told_thing *thing;

	told_end_text(told);
	thing = add(told);
	thing->notice = true;
	thing->kind = kind;
	thing->person_only = person_only;
	thing->tail = tail;
	strbuf_addslice(&thing->text, text);
	secret_hide(&thing->text, told->filter.secrets);
}

void told_notice(struct told *told, const char *kind, bool person_only,
		 struct slice text)
{
	add_notice(told, kind, person_only, text, 0);
}

void told_notice_with_tail(struct told *told, const char *kind,
			   struct slice text, size_t tail)
{
	add_notice(told, kind, false, text, tail);
}

bool told_take(struct told *told, struct provider_item *item)
{
	const struct told_thing *first = told->things;

	if (!told->count)
		return false;
	strbuf_release(&told->given);
	told->given = first->text;
	item->kind = first->notice ? PROVIDER_NOTICE : PROVIDER_CHUNK;
	item->part = first->part;
	item->notice_kind = first->kind;
	item->person_only = first->person_only;
	item->text = strbuf_slice(&told->given);
	item->tail = first->tail < item->text.len ? first->tail : 0;
	told->count--;
	memmove(told->things, told->things + 1,
		told->count * sizeof(*told->things));
	return true;
}
