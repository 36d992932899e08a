#include "config.h"

#include "src/jphost/provider/model-output.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

struct model_output_entry {
	bool notice;
	enum chat_part part;
	const char *kind;
	bool person_only;
	size_t tail; /* bytes at the end for the user only */
	struct strbuf text;
};

void model_output_init(struct model_output *output, char *const *secrets)
{
	memset(output, 0, sizeof(*output));
	output->filter.secrets = secrets;
	strbuf_init(&output->filter.held);
	strbuf_init(&output->given);
}

void model_output_forget(struct model_output *output)
{
	for (size_t i = 0; i < output->count; i++)
		strbuf_release(&output->entries[i].text);
	output->count = 0;
	strbuf_reset(&output->filter.held);
	memset(output->spoke, 0, sizeof(output->spoke));
	memset(output->broken, 0, sizeof(output->broken));
}

void model_output_release(struct model_output *output)
{
	model_output_forget(output);
	free(output->entries);
	strbuf_release(&output->filter.held);
	strbuf_release(&output->given);
}

static struct model_output_entry *add(struct model_output *output)
{
	struct model_output_entry *entry;

	ALLOC_GROW(output->entries, output->count + 1, output->cap);
	entry = &output->entries[output->count++];
	memset(entry, 0, sizeof(*entry));
	strbuf_init(&entry->text);
	return entry;
}

/* The text of this part that is still growing. */
static struct strbuf *text_of(struct model_output *output, enum chat_part part)
{
	struct model_output_entry *last =
		output->count ? &output->entries[output->count - 1] : NULL;

	if (!last || last->notice || last->part != part) {
		last = add(output);
		last->part = part;
	}
	return &last->text;
}

static void drop_empty(struct model_output *output)
{
	if (output->count && !output->entries[output->count - 1].text.len)
		output->count--;
}

void model_output_end_text(struct model_output *output)
{
	if (!output->filter.held.len)
		return;
	secret_filter_flush(&output->filter,
			    text_of(output, output->held_part));
}

void model_output_text(struct model_output *output, enum chat_part part,
		       struct slice text)
{
	struct strbuf *out;

	if (output->held_part != part)
		model_output_end_text(output);
	output->held_part = part;
	out = text_of(output, part);
	if (output->broken[part])
		strbuf_addstr(out, "\n\n");
	output->broken[part] = false;
	output->spoke[part] = true;
	secret_filter_feed(&output->filter, text, out);
	drop_empty(output);
}

void model_output_break(struct model_output *output)
{
	model_output_end_text(output);
	for (int part = 0; part < 2; part++) {
		output->broken[part] =
			output->broken[part] || output->spoke[part];
		output->spoke[part] = false;
	}
}

static void add_notice(struct model_output *output, const char *kind,
		       bool person_only, struct slice text, size_t tail)
{
	struct model_output_entry *entry;

	model_output_end_text(output);
	entry = add(output);
	entry->notice = true;
	entry->kind = kind;
	entry->person_only = person_only;
	entry->tail = tail;
	strbuf_addslice(&entry->text, text);
	secret_hide(&entry->text, output->filter.secrets);
}

void model_output_notice(struct model_output *output, const char *kind,
			 bool person_only, struct slice text)
{
	add_notice(output, kind, person_only, text, 0);
}

void model_output_notice_with_tail(struct model_output *output,
				   const char *kind, struct slice text,
				   size_t tail)
{
	add_notice(output, kind, false, text, tail);
}

bool model_output_take(struct model_output *output, struct provider_item *item)
{
	const struct model_output_entry *first = output->entries;

	if (!output->count)
		return false;
	strbuf_release(&output->given);
	output->given = first->text;
	item->kind = first->notice ? PROVIDER_NOTICE : PROVIDER_CHUNK;
	item->part = first->part;
	item->notice_kind = first->kind;
	item->person_only = first->person_only;
	item->text = strbuf_slice(&output->given);
	item->tail = first->tail < item->text.len ? first->tail : 0;
	output->count--;
	memmove(output->entries, output->entries + 1,
		output->count * sizeof(*output->entries));
	return true;
}
