#ifndef JPD_PROTO_PENDING_H
#define JPD_PROTO_PENDING_H

#include <stddef.h>
#include <stdint.h>

#include "proto/plugin-message.h"

/*
 * Requests that are not answered yet, oldest first. An answer names its request
 * by `id`; one without an id belongs to the oldest, because a host answers in
 * order.
 */
struct pending_request {
	char id[24];
	enum plugin_message_type type;
	char *conversation; /* or NULL; owned */
	int64_t sent_ms;
	uint64_t tag; /* for the caller's use */
};

struct pending {
	struct pending_request *requests;
	size_t count, cap;
	uint64_t last_id;
};

#define PENDING_INIT          \
	{                     \
		NULL, 0, 0, 0 \
	}

void pending_init(struct pending *pending);
void pending_release(struct pending *pending);
/*
 * Record a request and give it an id, which is valid until the next call that
 * changes `pending`.
 */
const char *pending_add(struct pending *pending, enum plugin_message_type type,
			const char *conversation, uint64_t tag, int64_t now_ms);
/*
 * Remove the request that an answer belongs to: by `id`, or the oldest if that
 * is NULL. 0 and `*request` (release it with pending_request_release()), or -1
 * if there is none.
 */
int pending_take(struct pending *pending, const char *id,
		 struct pending_request *request);
void pending_request_release(struct pending_request *request);

#endif
