#include "config.h"

#include "proto/pending.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

void pending_init(struct pending *pending)
{
	*pending = (struct pending)PENDING_INIT;
}

void pending_release(struct pending *pending)
{
	if (!pending)
		return;
	for (size_t i = 0; i < pending->count; i++)
		pending_request_release(&pending->requests[i]);
	free(pending->requests);
	pending_init(pending);
}

void pending_request_release(struct pending_request *request)
{
	if (!request)
		return;
	free(request->conversation);
	request->conversation = NULL;
}

const char *pending_add(struct pending *pending, enum plugin_message_type type,
			const char *conversation, uint64_t tag, int64_t now_ms)
{
	struct pending_request *request;

	ALLOC_GROW(pending->requests, pending->count + 1, pending->cap);
	request = &pending->requests[pending->count++];
	*request = (struct pending_request){
		.type = type,
		.conversation = conversation ? xstrdup(conversation) : NULL,
		.sent_ms = now_ms,
		.tag = tag,
	};
	pending->last_id++;
	snprintf(request->id, sizeof(request->id), "%" PRIu64,
		 pending->last_id);
	return request->id;
}

int pending_take(struct pending *pending, const char *id,
		 struct pending_request *request)
{
	size_t i = 0;

	while (id && i < pending->count && strcmp(pending->requests[i].id, id))
		i++;
	if (i == pending->count)
		return -1;
	*request = pending->requests[i];
	pending->count--;
	memmove(&pending->requests[i], &pending->requests[i + 1],
		(pending->count - i) * sizeof(*pending->requests));
	return 0;
}
