#include "config.h"

#include "src/dashboard/app/workspace-trust.h"

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "ui/text/lookalike.h"
#include "ui/text/sanitize.h"

void workspace_trust_tell(struct app *app)
{
	const struct options *options = &app->options;
	size_t unasked = options_unasked(options);

	for (size_t i = 0; i < options->problem_count; i++)
		app_say(app, FACE_ERROR, _("an option does not count: %s"),
			options->problems[i]);
	if (unasked)
		app_say(app, FACE_WAITING,
			Q_("the workspace asks for %zu setting that only you "
			   "can grant; :trust shows it",
			   "the workspace asks for %zu settings that only you "
			   "can grant; :trust shows them",
			   unasked),
			unasked);
}

static const char *answer_name(enum trust_word answer)
{
	if (answer == TRUST_ALLOWED)
		return _("allowed");
	return answer == TRUST_DENIED ? _("refused") : _("not asked");
}

void workspace_trust_add(const struct app *app, struct strbuf *out)
{
	const struct options *options = &app->options;

	if (!options->wish_count) {
		strbuf_addf(out, "%s\n", _("The workspace asks for nothing."));
		return;
	}
	strbuf_addf(out,
		    _("The workspace %s wishes for what only you can "
		      "allow:"),
		    options->place ? options->place : "");
	strbuf_addstr(out, "\n\n");
	for (size_t i = 0; i < options->wish_count; i++) {
		const struct options_wish *wish = &options->wishes[i];

		strbuf_addf(out, "%s: ", answer_name(wish->answer));
		sanitize_visible(out, slice_str(wish->name), NULL);
		strbuf_addstr(out, "\n  ");
		sanitize_visible(out, slice_str(wish->value), NULL);
		strbuf_addch(out, '\n');
		lookalike_add_warning(out, "  ", slice_str(wish->name));
		lookalike_add_warning(out, "  ", slice_str(wish->value));
		strbuf_addch(out, '\n');
	}
	strbuf_addf(out, "%s\n",
		    _("\":trust allow\" allows all of this from the next start "
		      "on, \":trust refuse\" leaves it out for good, \":trust "
		      "revoke\" forgets your answers. An answer is about "
		      "exactly this content."));
}

void workspace_trust_written(struct app *app)
{
	if (app->trust_drawn && app->trust_seen_ms < 0)
		app->trust_seen_ms = app->now_ms;
}

static bool is_read(const struct app *app)
{
	return app->trust_seen_ms >= 0 &&
	       app->now_ms - app->trust_seen_ms >= app->options.guard_ms;
}

static void set_answers(struct app *app, enum trust_word word)
{
	for (size_t i = 0; i < app->options.wish_count; i++) {
		struct options_wish *wish = &app->options.wishes[i];
		struct effect *effect = effect_add(&app->effects, EFFECT_TRUST);

		wish->answer = word;
		effect->name = xstrdup(wish->name);
		effect->word = word;
		strbuf_addstr(&effect->text, wish->value);
	}
}

int workspace_trust_answer(struct app *app, struct slice argument,
			   struct strbuf *err)
{
	static const struct {
		const char *name;
		enum trust_word word;
	} words[] = {
		{ "allow", TRUST_ALLOWED },
		{ "refuse", TRUST_DENIED },
		{ "revoke", TRUST_UNASKED },
	};
	size_t i = 0;

	while (i < ARRAY_SIZE(words) && !slice_is(argument, words[i].name))
		i++;
	if (i == ARRAY_SIZE(words)) {
		strbuf_setf(err,
			    _("trust is allow, refuse or revoke, not "
			      "'%.*s'"),
			    (int)argument.len, argument.ptr);
		return -1;
	}
	if (!app->options.wish_count || !app->options.place) {
		strbuf_setf(err, "%s", _("The workspace asks for nothing."));
		return -1;
	}
	if (words[i].word == TRUST_ALLOWED && !is_read(app)) {
		strbuf_setf(err, _("read it first, to its end: :trust"));
		return -1;
	}
	set_answers(app, words[i].word);
	app_say(app, FACE_OK, _("this holds from the next start on"));
	return 0;
}
