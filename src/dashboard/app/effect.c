#include "config.h"

#include "src/dashboard/app/effect.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void effect_release(struct effect *effect)
{
	strbuf_release(&effect->text);
	free(effect->name);
	effect->name = NULL;
}

void effect_queue_release(struct effect_queue *queue)
{
	for (size_t i = 0; i < queue->count; i++)
		effect_release(&queue->list[i]);
	free(queue->list);
	*queue = (struct effect_queue){ 0 };
}

struct effect *effect_find(const struct effect_queue *queue,
			   enum effect_kind kind)
{
	for (size_t i = 0; i < queue->count; i++)
		if (queue->list[i].kind == kind)
			return &queue->list[i];
	return NULL;
}

struct effect *effect_add(struct effect_queue *queue, enum effect_kind kind)
{
	bool each = kind == EFFECT_COPY || kind == EFFECT_SAVE ||
		    kind == EFFECT_RULE || kind == EFFECT_TRUST;
	struct effect *effect = each ? NULL : effect_find(queue, kind);

	if (effect) {
		effect_release(effect);
	} else {
		ALLOC_GROW(queue->list, queue->count + 1, queue->cap);
		effect = &queue->list[queue->count++];
	}
	*effect = (struct effect){ .kind = kind, .text = STRBUF_INIT };
	return effect;
}

bool effect_take(struct effect_queue *queue, struct effect *effect)
{
	if (!queue->count)
		return false;
	*effect = queue->list[0];
	memmove(queue->list, queue->list + 1,
		--queue->count * sizeof(*queue->list));
	return true;
}
