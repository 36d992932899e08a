#include "config.h"

#include "src/dashboard/io/loop-terminal.h"

#include <string.h>

#include "src/dashboard/app/input.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/say.h"

static void happen(struct loop_terminal *from, struct input input,
		   int64_t now_ms)
{
	hub_input(from->hub, &input, now_ms);
}

static void on_term_event(struct loop_terminal *from,
			  const struct term_event *event, int64_t now_ms)
{
	struct input input = { .key = event->key,
			       .mouse = event->mouse,
			       .text = event->text };

	switch (event->kind) {
	case TERM_EVENT_KEY:
		input.kind = INPUT_KEY;
		input.flag = event->repeat;
		break;
	case TERM_EVENT_LET_GO:
		input.kind = INPUT_LET_GO;
		break;
	case TERM_EVENT_STATUS:
		input.kind = INPUT_FRAME_ARRIVED;
		break;
	case TERM_EVENT_MOUSE:
		input.kind = INPUT_MOUSE;
		break;
	case TERM_EVENT_PASTE:
		input.kind = INPUT_PASTE;
		input.flag = event->cut;
		break;
	case TERM_EVENT_FOCUS:
		input.kind = INPUT_FOCUS;
		input.flag = event->focused;
		break;
	case TERM_EVENT_OTHER:
		input.kind = INPUT_NOISE;
		break;
	case TERM_EVENT_NONE:
		return;
	}
	if (!from->plain) {
		hub_input(from->hub, &input, now_ms);
	} else if (input.kind == INPUT_KEY) {
		record_input(from->hub->record, &input, now_ms);
		plain_key(from->plain, input.key);
	}
}

void loop_terminal_changes(struct loop_terminal *from, int64_t now_ms)
{
	struct term_changes changes = term_changes(from->term);
	struct input input = { .kind = INPUT_RESIZE };

	if (!from->plain && (changes.resized || changes.resumed)) {
		term_size(from->term, &input.cols, &input.rows);
		hub_input(from->hub, &input, now_ms);
	}
	if (changes.resumed)
		happen(from, (struct input){ .kind = INPUT_RESUME }, now_ms);
}

/* Whether the event is not the user's input. */
static bool is_told(const struct term_event *event)
{
	return event->kind == TERM_EVENT_LET_GO ||
	       event->kind == TERM_EVENT_STATUS;
}

static bool next_event(struct loop_terminal *from, struct term_event *event)
{
	if (!from->kept_count)
		return term_next_event(from->term, event);
	*event = from->kept[0];
	from->kept_count--;
	memmove(from->kept, from->kept + 1,
		from->kept_count * sizeof(*from->kept));
	return true;
}

/*
 * Whether more came with an event than key releases, which a slow line delivers
 * together with their presses. The text of an event is freed by the next one,
 * so nothing is read after the first that counts.
 */
static bool more_came(struct loop_terminal *from)
{
	struct term_event *event;

	for (size_t i = 0; i < from->kept_count; i++)
		if (!is_told(&from->kept[i]))
			return true;
	while (from->kept_count < LOOP_TERMINAL_KEPT) {
		event = &from->kept[from->kept_count];
		/* What has begun is more, too. */
		if (!term_next_event(from->term, event))
			return term_is_within_key(from->term);
		from->kept_count++;
		if (!is_told(event))
			return true;
	}
	return true;
}

void loop_terminal_read(struct loop_terminal *from, int64_t now_ms)
{
	struct term_event event;
	bool more;

	from->left = false;
	term_hide_input(from->term, app_hides_input(from->app));
	if (term_input(from->term, now_ms) == TERM_GONE) {
		/* There is no one to tell, and nothing to restore. */
		app_exit(from->app, 1, NULL);
		return;
	}
	/* What locks a dialog comes before keys that were read with it. */
	loop_terminal_changes(from, now_ms);
	more = next_event(from, &event);
	/* Keys that come together were not pressed one by one: they are an
	 * unmarked paste. The first of them is not an answer. Of lines that
	 * wait, one at a time is read. */
	if (more && event.kind == TERM_EVENT_KEY &&
	    (from->plain ? term_has_input(from->term) : more_came(from)))
		happen(from, (struct input){ .kind = INPUT_NOISE }, now_ms);
	while (more) {
		on_term_event(from, &event, now_ms);
		/* Later events are for what is shown then. */
		from->left = app_wants_terminal(from->app);
		more = !from->left && next_event(from, &event);
	}
	loop_terminal_changes(from, now_ms);
	if (term_ground(from->term) != THEME_GROUND_UNKNOWN)
		happen(from,
		       (struct input){ .kind = INPUT_GROUND,
				       .ground = term_ground(from->term) },
		       now_ms);
}
