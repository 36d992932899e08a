#include "config.h"

#include "tests/unit/term-read.h"

#include "tests/unit/test.h"

struct term_input *term_read_new(const char *term, bool utf8)
{
	struct term_input_options options = { .term = term,
					      .utf8 = utf8,
					      .esc_ms = 50 };
	struct term_input *in = term_input_new(&options);

	assert_non_null(in);
	return in;
}

static void add_mouse(struct strbuf *out, struct mouse mouse)
{
	static const char *const actions[] = { "press", "release", "drag",
					       "wheel" };

	strbuf_addf(out, "%s(%d %d,%d %u)", actions[mouse.action], mouse.button,
		    mouse.x, mouse.y, mouse.mods);
}

/* One event as a word, for comparison. */
static void add_event(struct strbuf *out, const struct term_event *event)
{
	if (out->len)
		strbuf_addch(out, ' ');
	switch (event->kind) {
	case TERM_EVENT_KEY:
		strbuf_addstr(out, event->repeat ? "again:" : "");
		key_format(out, event->key);
		break;
	case TERM_EVENT_LET_GO:
		strbuf_addstr(out, "up:");
		key_format(out, event->key);
		break;
	case TERM_EVENT_MOUSE:
		add_mouse(out, event->mouse);
		break;
	case TERM_EVENT_PASTE:
		strbuf_addf(out, "paste(");
		strbuf_addslice(out, event->text);
		strbuf_addstr(out, event->cut ? ")cut" : ")");
		break;
	case TERM_EVENT_FOCUS:
		strbuf_addstr(out, event->focused ? "focus" : "unfocus");
		break;
	case TERM_EVENT_STATUS:
		strbuf_addstr(out, "status");
		break;
	case TERM_EVENT_OTHER:
		strbuf_addstr(out, "other");
		break;
	case TERM_EVENT_NONE:
		strbuf_addstr(out, "NONE");
		break;
	}
}

void term_read_take(struct strbuf *out, struct term_input *in)
{
	struct term_event event;

	while (term_input_next(in, &event))
		add_event(out, &event);
}

void term_read_alt(struct strbuf *out, struct term_alt *alt,
		   struct term_input *in, struct slice bytes, bool idle)
{
	struct term_event event;

	term_input_feed(in, bytes);
	if (idle)
		term_input_idle(in);
	while (term_alt_next(alt, in, &event))
		add_event(out, &event);
}

void term_read_bytes(struct strbuf *out, struct term_input *in,
		     struct slice bytes, bool idle)
{
	term_input_feed(in, bytes);
	term_read_take(out, in);
	if (idle) {
		term_input_idle(in);
		term_read_take(out, in);
		assert_int_equal(term_input_timeout_ms(in), -1);
	}
}
