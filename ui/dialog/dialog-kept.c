#include "config.h"

#include "ui/dialog/dialog-kept.h"

#include <stdlib.h>

#include "src/base/xalloc.h"

struct dialog_kept_part {
	uint64_t serial;
	uint32_t revision;
	int part;
	struct strbuf text;
};

void dialog_kept_release(struct dialog_kept *kept)
{
	for (size_t i = 0; i < kept->count; i++)
		strbuf_release(&kept->list[i].text);
	free(kept->list);
	*kept = (struct dialog_kept){ 0 };
}

static void drop(struct dialog_kept *kept, size_t at)
{
	strbuf_release(&kept->list[at].text);
	kept->list[at] = kept->list[--kept->count];
}

void dialog_kept_put(struct dialog_kept *kept, uint64_t serial,
		     uint32_t revision, int part, struct slice text)
{
	struct dialog_kept_part *new;

	if (!text.len)
		return;
	ALLOC_GROW(kept->list, kept->count + 1, kept->cap);
	new = &kept->list[kept->count++];
	*new = (struct dialog_kept_part){ serial, revision, part, STRBUF_INIT };
	strbuf_addslice(&new->text, text);
}

bool dialog_kept_take(struct dialog_kept *kept, uint64_t serial,
		      uint32_t revision, int part, struct strbuf *out)
{
	for (size_t i = 0; i < kept->count; i++) {
		const struct dialog_kept_part *p = &kept->list[i];

		if (p->serial != serial || p->revision != revision ||
		    p->part != part)
			continue;
		strbuf_addslice(out, strbuf_slice(&p->text));
		drop(kept, i);
		return true;
	}
	return false;
}

void dialog_kept_forget(struct dialog_kept *kept, uint64_t serial)
{
	for (size_t i = kept->count; i-- > 0;)
		if (kept->list[i].serial == serial)
			drop(kept, i);
}
