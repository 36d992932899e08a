#ifndef JPD_VIEW_CONVERSATION_LABEL_H
#define JPD_VIEW_CONVERSATION_LABEL_H

#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/store/conversation.h"
#include "ui/text/face.h"

/*
 * "WAITING", "STREAMING", … translated; its glyph (GLYPH_… or a character); its
 * face. A state is always shown by glyph and word or age, never by colour
 * alone.
 */
const char *state_word(enum conversation_state state);
/* The same for programs: not translated. */
const char *state_name(enum conversation_state state);
uint32_t state_glyph(enum conversation_state state);
enum face state_face(enum conversation_state state);

/* The title, otherwise that of the first message, otherwise "Untitled" and the
 * id; sanitised. */
void conversation_title(struct strbuf *out, const struct conversation *conv);

/* Who wrote an item: the agent that its host names, or "Assistant"; sanitised,
 * one line. */
void conversation_add_writer(struct strbuf *out,
			     const struct conversation *conv,
			     const struct item *item);

/* When it was last active, by the host or by us; or TIMESTAMP_NONE. */
int64_t conversation_active_ms(const struct conversation *conv);
/*
 * Its waiting time, or its age; by the wall clock. Seconds are shown only while
 * a request is pending: nothing on an idle screen changes within a minute.
 */
void conversation_add_age(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms);
/* "840", "3.4k", "128k": a number of tokens. */
void conversation_add_tokens(struct strbuf *out, int64_t n);

#endif
