#ifndef JPD_APP_PLAIN_FOLLOW_H
#define JPD_APP_PLAIN_FOLLOW_H

#include "src/dashboard/app/parts.h"

/*
 * How far each conversation was printed. Everything is appended once, when it
 * is complete: texts line by line, calls and questions again when their state
 * changes or someone decided.
 */
struct plain_call {
	uint32_t id; /* of its item */
	enum tool_state state;
	enum consent consent;
};

struct plain_follow {
	const struct conversation *conv;
	bool started;
	uint32_t done;            /* last item printed completely; 0: none */
	uint32_t open;            /* the item being printed, or 0 */
	size_t printed;           /* bytes of its text */
	struct plain_call *calls; /* printed without a result */
	size_t call_count, call_cap;
	enum conversation_state state;
};

struct plain_follows {
	struct plain_follow *list; /* by pane */
	size_t count, cap;
	const struct conversation *speaker; /* whose text was last */
	uint32_t speaking;                  /* which of its items */
	bool tell; /* print all states, changed or not */
};

void plain_follows_release(struct plain_follows *follows);
void plain_follows_tell(struct plain_follows *follows);
/* Append what is new, in whole lines. */
void plain_follows_update(struct plain_follows *follows, struct app *app,
			  struct strbuf *out);

#endif
