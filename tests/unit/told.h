#ifndef JPD_TESTS_UNIT_TOLD_H
#define JPD_TESTS_UNIT_TOLD_H

#include "src/store/conversation.h"

/* A host's events about a conversation, for tests of the resulting state. */

/* Push an event; `respond`: it waits for an answer. */
void told_event(struct conversation *conv, const char *raw, bool respond,
		int64_t now_ms);
/* Replace the history. */
void told_history(struct conversation *conv, const char *const *raws,
		  size_t count);

#define LOAD(conv, ...)                                                      \
	do {                                                                 \
		static const char *const raws_[] = { __VA_ARGS__ };          \
		told_history(conv, raws_, sizeof(raws_) / sizeof(raws_[0])); \
	} while (0)

#endif
