#include "config.h"

#include <stdbool.h>

#include "src/base/i18n.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/bars.h"
#include "ui/view/conversation-label.h"
#include "ui/view/elapsed.h"

/* A title is not cut below this while something else can shrink. */
#define TITLE_MIN_COLS 12

/* "34/s", "12s": the rate, or the duration so far. */
static void add_detail(struct strbuf *out,
		       const struct pane_title_options *options,
		       enum conversation_state state)
{
	int64_t span = options->now_ms - options->conv->state_since_ms;

	if (state == CONVERSATION_STREAMING) {
		strbuf_addf(out, " %d/s", options->rate);
	} else if (state == CONVERSATION_WAITING && span >= 1000) {
		strbuf_addch(out, ' ');
		elapsed_add_age(out, span);
	}
}

static void add_state(struct strbuf *out,
		      const struct pane_title_options *options, bool whole)
{
	const struct conversation *conv = options->conv;
	enum conversation_state state = conversation_state(conv);

	if (conv->unreadable && state == CONVERSATION_IDLE)
		strbuf_addstr(out, _("unreadable"));
	else
		strbuf_addstr(out, state_word(state));
	if (whole)
		add_detail(out, options, state);
}

/* How much of the model's context the last answer used. */
static void add_context(struct strbuf *out, const struct conversation *conv)
{
	int64_t used = conv->context_used;
	struct strbuf limit = STRBUF_INIT;

	if (conv->context_limit <= 0 || used <= 0)
		return;
	conversation_add_tokens(&limit, conv->context_limit);
	/* TRANSLATORS: of the tokens that a model takes, as in "43% of 200k";
	 * at most 14 columns. */
	strbuf_addf(out, _("%d%% of %s"),
		    used >= conv->context_limit
			    ? 100
			    : (int)((double)used * 100 /
				    (double)conv->context_limit),
		    limit.buf);
	strbuf_addstr(out, "  ");
	strbuf_release(&limit);
}

enum { INFO_NONE, INFO_ZOOMED, INFO_PLACE, INFO_ALL };

/* Add what precedes the state; the less room, the less of it. */
static void add_info(struct strbuf *out,
		     const struct pane_title_options *options, int level)
{
	if (level >= INFO_ALL)
		add_context(out, options->conv);
	if (level >= INFO_PLACE && options->turns > 1) {
		/* TRANSLATORS: where a view is that does not follow the end;
		 * at most 20 columns. */
		strbuf_addf(out, _("turn %zu of %zu"), options->turn,
			    options->turns);
		if (options->percent > 0)
			strbuf_addf(out, " %d%%", options->percent);
		strbuf_addstr(out, "  ");
	}
	if (level >= INFO_ZOOMED && options->zoomed) {
		strbuf_addstr(out, _("zoomed"));
		strbuf_addstr(out, "  ");
	}
}

/* Drop parts until `want` columns of `room` are left for the title. */
static void fit_right(struct strbuf *info, struct strbuf *state,
		      const struct pane_title_options *options, int room,
		      int want)
{
	for (int level = INFO_ALL; level >= INFO_NONE; level--) {
		strbuf_reset(info);
		strbuf_reset(state);
		add_info(info, options, level);
		add_state(state, options, true);
		if (width_text(strbuf_slice(info)) +
			    width_text(strbuf_slice(state)) + 1 + want <=
		    room)
			return;
	}
	strbuf_reset(state);
	add_state(state, options, false);
}

/* " 1 Refactor config      turn 3 of 24  STREAMING 34/s ", abbreviated if it is
 * narrow. */
static void draw_title(struct canvas *cv, struct rect at, int x,
		       const struct pane_title_options *options)
{
	enum face face = options->focused ? FACE_TITLE_FOCUS : FACE_TITLE;
	struct strbuf title = STRBUF_INIT, cut = STRBUF_INIT;
	struct strbuf info = STRBUF_INIT, state = STRBUF_INIT;
	int room = at.x + at.w - 1 - x, want, cols, end;

	conversation_title(&title, options->conv);
	want = width_text(strbuf_slice(&title));
	if (want > TITLE_MIN_COLS)
		want = TITLE_MIN_COLS;
	fit_right(&info, &state, options, room, want);
	cols = width_text(strbuf_slice(&info)) +
	       width_text(strbuf_slice(&state));
	/* The state matters more than a stub of the title. */
	width_elide_middle(&cut, strbuf_slice(&title), room - cols - 1,
			   (room - cols - 1) / 2);
	end = x + canvas_text(cv, at, x, at.y, strbuf_slice(&cut), face);
	if (cols <= room)
		x = at.x + at.w - 1 - cols;
	/* The line closes the pane above; a focused title has its own look. */
	if (!options->focused && x - end > 2)
		canvas_hline(cv, end + 1, at.y, x - end - 2, FACE_BORDER);
	x += canvas_text(cv, at, x, at.y, strbuf_slice(&info), FACE_TITLE);
	canvas_text(cv, at, x, at.y, strbuf_slice(&state),
		    state_face(conversation_state(options->conv)));
	strbuf_release(&title);
	strbuf_release(&cut);
	strbuf_release(&info);
	strbuf_release(&state);
}

void pane_title_draw(struct canvas *cv, struct rect at,
		     const struct pane_title_options *options)
{
	enum face face = options->focused ? FACE_TITLE_FOCUS : FACE_TITLE;
	struct strbuf number = STRBUF_INIT;
	int x;

	if (at.w < 1 || at.h < 1)
		return;
	at.h = 1;
	canvas_fill(cv, at, face);
	strbuf_addf(&number, " %d ", options->number);
	/* The same title on another host is another conversation. */
	if (options->conv && options->host) {
		sanitize_line(&number, slice_str(options->host));
		strbuf_addstr(&number, ": ");
	}
	x = at.x + canvas_text(cv, at, at.x, at.y, strbuf_slice(&number), face);
	if (options->conv) {
		draw_title(cv, at, x, options);
	} else {
		strbuf_setf(&number, _("empty (%s: open)"), options->open_way);
		canvas_text(cv, at, x, at.y, strbuf_slice(&number), FACE_DIM);
	}
	if (options->focused)
		canvas_select(cv, at);
	strbuf_release(&number);
}
