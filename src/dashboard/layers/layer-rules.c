#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/layers/layers.h"
#include "ui/text/wrap.h"
#include "ui/view/conversation-label.h"

/* The rules that answer without asking, to view and revoke. */

#define PAGE_RULES 6 /* each has several rows */

static void *init(void)
{
	return xcalloc(1, sizeof(size_t));
}

/* The index of the selected rule. */
static size_t *selected_rule(const struct app *app)
{
	return layer_data(app, LAYER_RULES);
}

static int open_rules(struct app *app, int what, struct slice text,
		      struct strbuf *err)
{
	(void)what;
	(void)text;
	(void)err;
	*selected_rule(app) = 0;
	return 0;
}

static void press_key(struct app *app, struct key key)
{
	size_t *selected = selected_rule(app);
	long step = layer_step(key, PAGE_RULES);

	if (!step && key_is(key, 'd', 0) && app->rules.count)
		app_rule_revoke(app, app->rules.list[*selected]);
	else if (!step)
		layer_last_key(app, key, COMMAND_RULES);
	*selected = layer_moved(*selected, step, app->rules.count);
}

static void wheel(struct app *app, int rows)
{
	size_t *selected = selected_rule(app);

	*selected = layer_moved(*selected, rows < 0 ? -1 : 1, app->rules.count);
}

static void click(struct app *app, size_t row)
{
	*selected_rule(app) = layer_moved(row, 0, app->rules.count);
}

/* The title of the rule's conversation, otherwise its id. */
static void add_title(struct app *app, struct strbuf *out,
		      const struct rule_terms *terms)
{
	const struct conversation *conv = NULL;

	for (size_t i = 0; i < app->hosts->count && !conv; i++) {
		const char *name = app->hosts->list[i].name;

		if (name && !strcmp(name, terms->host))
			conv = store_find(app->store, (int)i,
					  terms->conversation);
	}
	if (conv)
		conversation_title(out, conv);
	else
		strbuf_addstr(out, terms->conversation);
}

static void add_rule(struct app *app, struct rows *rows, int cols, size_t i)
{
	const struct rule *rule = app->rules.list[i];
	const struct rule_terms *terms = rule_terms(rule);
	bool selected = i == *selected_rule(app);
	struct wrap_options wrap = { .cols = cols,
				     .indent = 2,
				     .face = selected ? FACE_SELECTED
						      : FACE_DEFAULT };
	struct strbuf text = STRBUF_INIT, title = STRBUF_INIT;

	if (terms->conversation)
		add_title(app, &title, terms);
	strbuf_addf(&text, "%llu  ", (unsigned long long)rule_serial(rule));
	dialog_rule_describe(&text, terms,
			     &(struct dialog_rule_words){
				     .conversation = title.buf,
				     .file = app_rule_file(app, rule) });
	strbuf_addf(&text,
		    Q_("  Answered %llu request.", "  Answered %llu requests.",
		       rule_count(rule)),
		    (unsigned long long)rule_count(rule));
	wrap_text(rows, strbuf_slice(&text), &wrap);
	strbuf_release(&text);
	strbuf_release(&title);
}

static int64_t draw(struct app *app, struct canvas *cv, struct rect room)
{
	struct rect in = dialog_frame_padded(cv, room, 100,
					     layer_box_rows(room), _("Rules"));
	struct dialog_text text;
	size_t *ends;

	if (in.w < 1 || in.h < 1)
		return -1;
	dialog_text_init(&text);
	ends = xcalloc(app->rules.count + 1, sizeof(*ends));
	for (size_t i = 0; i < app->rules.count; i++) {
		add_rule(app, &text.rows, in.w, i);
		ends[i] = text.rows.count;
	}
	if (!app->rules.count)
		wrap_text(&text.rows,
			  slice_str(_("No rules. Y and N in an approval make "
				      "one; it lasts until its turn or the "
				      "dashboard ends.")),
			  &(struct wrap_options){ .cols = in.w });
	dialog_text_made(&text, in.w);
	dialog_text_draw_list(&text, cv, in, ends, app->rules.count,
			      *selected_rule(app));
	free(ends);
	dialog_text_release(&text);
	return -1;
}

static const struct hint hints[] = {
	{ "j k", N_("select") },
	{ "d", N_("revoke") },
	{ "Esc", N_("close") },
};

const struct layer_ops layer_rules = {
	.hints = hints,
	.hint_count = ARRAY_SIZE(hints),
	.init = init,
	.release = free,
	.open = open_rules,
	.key = press_key,
	.wheel = wheel,
	.click = click,
	.draw = draw,
};
