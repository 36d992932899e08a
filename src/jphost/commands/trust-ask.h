#ifndef JPD_COMMANDS_TRUST_ASK_H
#define JPD_COMMANDS_TRUST_ASK_H

#include <stdbool.h>

#include "src/base/strbuf.h"
#include "src/jphost/config/config-trust.h"
#include "src/jphost/workspace/workspace.h"

/* A wish in full, its hidden characters visible. */
void trust_wish_add(struct strbuf *out, const struct config_wish *wish);

/* Whether somebody is at standard input and sees what is asked. */
bool trust_ask_can(void);
/*
 * Show the wishes that have no answer and ask for one, which is kept and put
 * into ws->trust. Only a typed "yes" allows, after all was on the screen.
 * -1 with a sentence where it cannot be kept.
 */
int trust_ask(struct workspace *ws, const struct config_wishes *wishes,
	      struct strbuf *err);

/* One question about one thing, asked likewise; the answer is not kept. */
enum trust_word trust_ask_one(const char *question,
			      const struct config_wish *wish);

/*
 * Before a turn in the conversation `id`, or with NULL in a new one: ask, if
 * one can, and say in one line what is left out. -1 with a sentence.
 */
int trust_consult(struct workspace *ws, const char *id, bool ask,
		  struct strbuf *err);

#endif
