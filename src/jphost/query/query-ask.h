#ifndef JPD_QUERY_QUERY_ASK_H
#define JPD_QUERY_QUERY_ASK_H

#include "src/jphost/query/query-prompt.h"

/* State shared by struct query_ask's files; no other file includes this. */

static inline struct slice query_ask_event(const struct query_ask *ask)
{
	return strbuf_slice(&ask->prompts[0].event);
}

static inline bool query_ask_is_approval(const struct query_ask *ask)
{
	return ask->prompts[0].respond == RESPOND_TOOL_APPROVAL;
}

struct strbuf *query_ask_out(struct query_ask *ask);
/* Write only the prompt line; what it is about is already on the screen. */
void query_ask_shortly(struct query_ask *ask);

/* --- query-draft.c: in the editor --- */

/* The arguments that an approval would sign. */
struct slice query_ask_arguments(const struct query_ask *ask);
void query_ask_edit(struct query_ask *ask);

/* --- query-menu.c: Ctrl-C while nothing is being asked --- */

void query_menu_show(struct query_ask *ask);
void query_menu_leave(struct query_ask *ask);
void query_menu_input(struct query_ask *ask, struct slice bytes);

#endif
