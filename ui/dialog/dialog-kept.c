#include "config.h"

#include "ui/dialog/dialog-kept.h"

#include <stdlib.h>

#include "src/base/strbuf.h"
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

/* Where it is in the list; `count` if it is not. */
static size_t find(const struct dialog_kept *kept, uint64_t serial,
		   uint32_t revision, int part)
{
	size_t at = 0;

	while (at < kept->count && (kept->list[at].serial != serial ||
				    kept->list[at].revision != revision ||
				    kept->list[at].part != part))
		at++;
	return at;
}

void dialog_kept_put(struct dialog_kept *kept, uint64_t serial,
		     uint32_t revision, int part, struct slice text)
{
	size_t at = find(kept, serial, revision, part);
	struct dialog_kept_part *new;

	if (at < kept->count)
		drop(kept, at);
	if (!text.len)
		return;
	ALLOC_GROW(kept->list, kept->count + 1, kept->cap);
	new = &kept->list[kept->count++];
	*new = (struct dialog_kept_part){ serial, revision, part, STRBUF_INIT };
	strbuf_addslice(&new->text, text);
}

struct slice dialog_kept_text(const struct dialog_kept *kept, uint64_t serial,
			      uint32_t revision, int part)
{
	size_t at = find(kept, serial, revision, part);

	return at < kept->count ? strbuf_slice(&kept->list[at].text)
				: SLICE("");
}

void dialog_kept_forget(struct dialog_kept *kept, uint64_t serial)
{
	for (size_t i = kept->count; i-- > 0;)
		if (kept->list[i].serial == serial)
			drop(kept, i);
}
