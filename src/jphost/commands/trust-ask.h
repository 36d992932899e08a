#ifndef JPD_COMMANDS_TRUST_ASK_H
#define JPD_COMMANDS_TRUST_ASK_H

#include <stdbool.h>
#include <stdio.h>

#include "src/base/strbuf.h"
#include "src/jphost/config/config-trust.h"
#include "src/jphost/workspace/workspace.h"

/* Write a wish in full, with hidden characters visible. */
void trust_wish_add(struct strbuf *out, const struct config_wish *wish);

/* Have a terminal keep the text that follows in its order, or reorder it. */
void trust_keep_order(FILE *to, bool keep);

/* Whether a user at the terminal can see and answer questions. */
bool trust_ask_can(void);
/*
 * Show the wishes without an answer and ask for one, which is saved and put
 * into ws->trust. Only a typed "yes" allows them, after all were shown. -1 with
 * a sentence if it cannot be saved.
 */
int trust_ask(struct workspace *ws, const struct config_wishes *wishes,
	      struct strbuf *err);

/* Ask one question in the same way; the answer is not saved. */
enum trust_word trust_ask_one(const char *question,
			      const struct config_wish *wish);

/*
 * Before a turn in the conversation `id`, or in a new one if NULL: ask the user
 * if possible, and report in one line what is left out. -1 with a sentence.
 */
int trust_consult(struct workspace *ws, const char *id, bool ask,
		  struct strbuf *err);

#endif
