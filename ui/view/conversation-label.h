#ifndef JPD_VIEW_CONVERSATION_LABEL_H
#define JPD_VIEW_CONVERSATION_LABEL_H

#include <stdint.h>

#include "src/base/strbuf.h"
#include "src/store/conversation.h"
#include "ui/text/face.h"

/* "WAITING", "STREAMING", … translated; its glyph (GLYPH_… or a character);
 * its face. State is always glyph and word or age, never colour alone. */
const char *state_word(enum conversation_state state);
/* The same for programs: not translated. */
const char *state_name(enum conversation_state state);
uint32_t state_glyph(enum conversation_state state);
enum face state_face(enum conversation_state state);

/* The title, else the first message's, else "Untitled" and the id;
 * sanitised. */
void conversation_title(struct strbuf *out, const struct conversation *conv);

/* When it last did something, as its host or we saw it; or TIMESTAMP_NONE. */
int64_t conversation_active_ms(const struct conversation *conv);
/*
 * How long it waits, or ago that is; of the wall clock. Seconds are told only
 * while somebody is asked for: an idle screen has nothing that moves within a
 * minute.
 */
void conversation_add_age(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms);
/* "840", "3.4k", "128k": a number of tokens. */
void conversation_add_tokens(struct strbuf *out, int64_t n);

#endif
