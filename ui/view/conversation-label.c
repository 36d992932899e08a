#include "config.h"

#include "ui/view/conversation-label.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/text/sanitize.h"
#include "ui/view/canvas.h"
#include "ui/view/elapsed.h"

#define MS_MINUTE INT64_C(60000)

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

static bool is_blank(const struct strbuf *text)
{
	return strspn(text->buf, " ") == text->len;
}

void conversation_title(struct strbuf *out, const struct conversation *conv)
{
	struct strbuf text = STRBUF_INIT;

	sanitize_line(&text, slice_str(conv->title));
	if (is_blank(&text) && conv->called) {
		strbuf_reset(&text);
		sanitize_line(&text, slice_str(conv->called));
	}
	if (is_blank(&text)) {
		strbuf_reset(&text);
		strbuf_addf(&text, _("Untitled %s"), conv->id);
		sanitize_line(out, strbuf_slice(&text));
	} else {
		strbuf_addslice(out, strbuf_slice(&text));
	}
	strbuf_release(&text);
}

void conversation_add_writer(struct strbuf *out,
			     const struct conversation *conv,
			     const struct item *item)
{
	const char *id = agents_name(conv->agents, item->writer);

	sanitize_line(out, slice_str(id ? id : _("Assistant")));
}

int64_t conversation_active_ms(const struct conversation *conv)
{
	/* TIMESTAMP_NONE is less than any time. */
	return conv->last_event_ms > conv->last_activated_ms
		       ? conv->last_event_ms
		       : conv->last_activated_ms;
}

void conversation_add_age(struct strbuf *out, const struct conversation *conv,
			  int64_t now_ms)
{
	int64_t since = conversation_active_ms(conv);

	if (conversation_state(conv) == CONVERSATION_WAITING)
		elapsed_add_age(out, now_ms - conv->state_since_ms);
	else if (conv->unreadable)
		strbuf_addstr(out, _("unreadable"));
	else if (since == TIMESTAMP_NONE)
		return;
	else if (now_ms - since < MS_MINUTE)
		strbuf_addstr(out, _("now"));
	else
		elapsed_add_age(out, now_ms - since);
}

void conversation_add_tokens(struct strbuf *out, int64_t n)
{
	if (n < 1000)
		strbuf_addf(out, "%lld", (long long)n);
	else if (n < 9950)
		strbuf_addf(out, "%lld%s%lldk", (long long)(n + 50) / 1000,
			    i18n_decimal_point(),
			    (long long)(n + 50) / 100 % 10);
	else
		strbuf_addf(out, "%lldk", (long long)(n + 500) / 1000);
}
