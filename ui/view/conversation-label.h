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

/* The title, or "Untitled" and the id; sanitised. */
void conversation_title(struct strbuf *out, const struct conversation *conv);

#endif
