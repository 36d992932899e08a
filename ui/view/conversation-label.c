#include "config.h"

#include "ui/view/conversation-label.h"

#include <string.h>

#include "src/base/i18n.h"
#include "ui/text/sanitize.h"
#include "ui/view/canvas.h"

static const struct {
	const char *word;
	uint32_t glyph;
	enum face face;
} states[] = {
	[CONVERSATION_WAITING] = { N_("WAITING"), '!', FACE_WAITING },
	[CONVERSATION_FAILED] = { N_("FAILED"), 'x', FACE_FAILED },
	[CONVERSATION_STREAMING] = { N_("STREAMING"), GLYPH_DOT, FACE_RUNNING },
	[CONVERSATION_RUNNING] = { N_("RUNNING"), GLYPH_DOT, FACE_RUNNING },
	[CONVERSATION_LOST] = { N_("LOST"), '?', FACE_LOST },
	[CONVERSATION_IDLE] = { N_("IDLE"), ' ', FACE_DIM },
};

const char *state_word(enum conversation_state state)
{
	return _(states[state].word);
}

const char *state_name(enum conversation_state state)
{
	return states[state].word;
}

uint32_t state_glyph(enum conversation_state state)
{
	return states[state].glyph;
}

enum face state_face(enum conversation_state state)
{
	return states[state].face;
}

void conversation_title(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf text = STRBUF_INIT;

	sanitize_line(&text, slice_str(conv->title));
	if (strspn(text.buf, " ") == text.len) {
		strbuf_reset(&text);
		strbuf_addf(&text, _("Untitled %s"), conv->id);
		sanitize_line(out, strbuf_slice(&text));
	} else {
		strbuf_addslice(out, strbuf_slice(&text));
	}
	strbuf_release(&text);
}
