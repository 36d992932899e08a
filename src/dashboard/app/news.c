#include "config.h"

#include "src/dashboard/app/news.h"

#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/layer.h"
#include "src/dashboard/app/pane-search.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/state.h"

static void changed(void *user)
{
	struct app *app = user;

	app->dirty = true;
}

static void message(void *user, enum hosts_tone tone, const char *text)
{
	static const enum face faces[] = {
		[HOSTS_DIM] = FACE_DIM,
		[HOSTS_ERROR] = FACE_ERROR,
	};

	app_say(user, faces[tone], "%s", text);
}

static void connected(void *user, int host)
{
	app_rules_apply(user, host);
}

static void listed(void *user, int host)
{
	app_start_panes(user);
	app_state_listed(user, host);
}

static void forget(void *user, int host, bool replaced)
{
	struct app *app = user;

	for (size_t i = app->pane_count; i-- > 0;) {
		struct pane *pane = &app->panes[i];

		if (pane->conv && pane->conv->host == host)
			app_pane_close(app, pane);
	}
	layers_forget(app, host);
	pane_search_clear(app);
	draft_put_away(app, host);
	/* Open the initial panes again. */
	if (replaced)
		app->own->started = false;
}

static void prepended(void *user, const struct conversation *conv, size_t items)
{
	pane_search_shifted(user, conv, items);
}

static void prompt(void *user, const struct prompt *p, enum prompt_arrival how)
{
	app_prompt_came(user, p, how);
}

static void prompt_ended(void *user, const struct prompt *p,
			 enum prompt_end end, const char *outcome)
{
	app_prompt_over(user, p, end, outcome);
}

static void turn_over(void *user, int host, const char *conversation)
{
	struct app *app = user;

	rules_turn_over(&app->rules, app->hosts->list[host].name, conversation);
}

static void query(void *user, struct conversation *conv, enum hosts_outcome how,
		  const char *why)
{
	struct draft *draft = draft_get(user, conv);

	if (how == HOSTS_TAKEN)
		draft_taken(user, draft);
	else if (how == HOSTS_BUSY)
		draft_busy(user, draft, why);
	else
		draft_set_error(draft, why);
}

static void created(void *user, struct conversation *conv,
		    const char *first_message)
{
	app_open_here(user, conv, true);
	if (first_message)
		draft_first(draft_get(user, conv), first_message);
}

static void followed(void *user, struct conversation *conv)
{
	draft_followed(user, conv);
}

static void learned(void *user, bool deaf)
{
	struct app *app = user;

	effect_add(&app->effects, EFFECT_LEARNED)->flag = deaf;
}

static void sent(void *user, int host, struct slice line, bool secret)
{
	struct app *app = user;

	if (app->on_sent)
		app->on_sent(app->on_sent_data, host, line, secret);
}

static void leave(void *user, int code, const char *reason)
{
	app_exit(user, code, reason);
}

struct hosts_events news_events(struct app *app)
{
	return (struct hosts_events){
		.user = app,
		.changed = changed,
		.message = message,
		.connected = connected,
		.listed = listed,
		.forget = forget,
		.prepended = prepended,
		.prompt = prompt,
		.prompt_ended = prompt_ended,
		.turn_over = turn_over,
		.query = query,
		.created = created,
		.followed = followed,
		.learned = learned,
		.sent = sent,
		.leave = leave,
	};
}
