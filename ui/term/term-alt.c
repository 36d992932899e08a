#include "config.h"

#include "ui/term/term-alt.h"

static bool is_esc(const struct term_event *event)
{
	return event->kind == TERM_EVENT_KEY && !event->repeat &&
	       key_is_sym(event->key, KEY_SYM_ESCAPE);
}

static bool is_special(const struct term_event *event)
{
	return event->kind == TERM_EVENT_KEY &&
	       event->key.sym != KEY_SYM_NONE &&
	       event->key.sym != KEY_SYM_ESCAPE && !(event->key.mods & KEY_ALT);
}

bool term_alt_next(struct term_alt *alt, struct term_input *in,
		   struct term_event *event)
{
	if (alt->kept) {
		*event = alt->event;
		alt->kept = false;
		return true;
	}
	while (term_input_next(in, event)) {
		if (alt->holds && is_special(event)) {
			event->key.mods |= KEY_ALT;
			alt->holds = false;
			return true;
		}
		if (alt->holds) {
			alt->event = *event;
			alt->kept = true;
			*event = alt->esc;
			alt->holds = false;
			return true;
		}
		/* Another sequence has begun: this may belong to it. */
		if (!is_esc(event) || term_input_timeout_ms(in) < 0)
			return true;
		alt->esc = *event;
		alt->holds = true;
	}
	return false;
}
