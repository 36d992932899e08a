#include "config.h"

#include "src/dashboard/app/rule-answers.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"
#include "src/store/stored-rule.h"
#include "ui/text/sanitize.h"
#include "ui/view/conversation-label.h"

/*
 * Rules: answering without asking, with a message, and listing and revoking
 * them. They are in memory; with the option `rules_file` also in a file, which
 * the loop reads and writes.
 */

/* Whether the arguments are what they look like to the rule's author. */
static bool is_plain(struct slice arguments)
{
	struct arguments_facts facts;
	bool plain;

	arguments_facts_init(&facts);
	arguments_inspect(&facts, arguments);
	plain = !arguments_suspicious(&facts);
	arguments_facts_release(&facts);
	return plain;
}

static void tell(struct app *app, const struct rule *rule,
		 const struct conversation *conv)
{
	const struct rule_terms *terms = rule_terms(rule);
	struct strbuf tool = STRBUF_INIT, title = STRBUF_INIT;

	sanitize_visible(&tool, slice_str(terms->tool), NULL);
	conversation_title(&title, conv);
	/* TRANSLATORS: in the bottom line, at most 50 columns without what is
	 * put in; R is the key that lists the rules. */
	app_say(app, terms->allow ? FACE_OK : FACE_WAITING,
		terms->allow ? _("rule %llu approved %s in \"%s\" (%llu so "
				 "far; R: rules)")
			     : _("rule %llu rejected %s in \"%s\" (%llu so "
				 "far; R: rules)"),
		(unsigned long long)rule_serial(rule), tool.buf, title.buf,
		(unsigned long long)rule_count(rule));
	strbuf_release(&tool);
	strbuf_release(&title);
}

struct rule_call app_rule_call(const struct app *app, const struct prompt *p)
{
	return (struct rule_call){
		.host = app->hosts->list[p->host].name,
		.workspace = app->hosts->list[p->host].init.workspace_root,
		.conversation = p->conversation,
		.tool = p->event.name ? p->event.name : "",
		.arguments =
			slice_of(p->event.arguments, p->event.arguments_len),
	};
}

/* Whether rules may answer it at all. */
static bool is_for_rules(const struct app *app, const struct prompt *p)
{
	return p->kind == RESPOND_TOOL_APPROVAL && p->event.name && !p->again &&
	       !app->exiting && !app->options.read_only &&
	       !app->hosts->list[p->host].gone &&
	       hosts_can(app->hosts, p->host, CAPABILITY_RESPOND) &&
	       is_plain(slice_of(p->event.arguments, p->event.arguments_len));
}

bool app_rules_answered(struct app *app, const struct prompt *p)
{
	struct rule_call call = app_rule_call(app, p);
	struct strbuf err = STRBUF_INIT;
	struct conversation *conv;
	const struct rule *rule;
	bool answered, allow;
	char *id;

	if (!app->rules.count || !is_for_rules(app, p))
		return false;
	rule = rules_answer(&app->rules, &call);
	if (!rule)
		return false;
	allow = rule_terms(rule)->allow;
	conv = store_find(app->store, p->host, p->conversation);
	id = xstrdup(p->id);
	tell(app, rule, conv);
	answered = !hosts_respond_approval(
		app->hosts, p->serial, allow ? ACTION_APPROVE : ACTION_REJECT,
		slice_of(NULL, 0), NULL, &err);
	if (answered && conv)
		conversation_decided(conv, id,
				     allow ? CONSENT_RULE_APPROVED
					   : CONSENT_RULE_REJECTED);
	free(id);
	strbuf_release(&err);
	return answered;
}

bool app_rule_begin(struct app *app, const struct prompt *p, bool allow)
{
	struct rule_call call = app_rule_call(app, p);

	if (dialog_rule_begin(&app->approval.rule, allow, call.arguments,
			      call.workspace))
		return true;
	app_prompt_note(app, _("cannot make a rule: these arguments can be "
			       "read in more than one way"));
	return false;
}

/* Add a pending request to the review's list. */
static void list_waiting(struct app *app, const struct prompt *p,
			 struct strbuf *out)
{
	struct strbuf title = STRBUF_INIT, name = STRBUF_INIT;

	conversation_title(&title,
			   store_find(app->store, p->host, p->conversation));
	sanitize_visible(&name, slice_str(p->event.name), NULL);
	strbuf_addf(out, "\n  \"%s\": %s ", title.buf, name.buf);
	sanitize_visible(out,
			 slice_of(p->event.arguments, p->event.arguments_len),
			 NULL);
	strbuf_release(&title);
	strbuf_release(&name);
}

void app_rule_review(struct app *app, const struct prompt *p)
{
	struct dialog_rule *d = &app->approval.rule;
	struct rule_call call = app_rule_call(app, p);
	struct rule_terms terms = dialog_rule_terms(d, &call);
	struct strbuf title = STRBUF_INIT;
	const struct prompts *ps = &app->store->prompts;
	bool any = false;

	conversation_title(&title,
			   store_find(app->store, p->host, p->conversation));
	strbuf_reset(&d->review);
	d->listed = ps->last_number;
	dialog_rule_describe(
		&d->review, &terms,
		&(struct dialog_rule_words){ .conversation = title.buf,
					     .file = app->options.rules_file });
	strbuf_addstr(&d->review,
		      _("\n\nIt answers later requests without asking you, "
			"except those with hidden or look-alike characters or "
			"malformed arguments. R lists and revokes rules."));
	for (size_t i = 0; i < ps->count; i++) {
		const struct prompt *other = ps->waiting[i];
		struct rule_call theirs = app_rule_call(app, other);

		if (other == p || !is_for_rules(app, other) ||
		    !rule_terms_fit(&terms, &theirs))
			continue;
		if (!any)
			strbuf_addstr(&d->review,
				      _("\n\nIt also answers these requests, "
					"which are waiting now:"));
		any = true;
		list_waiting(app, other, &d->review);
	}
	strbuf_release(&title);
}

void app_rules_answer_waiting(struct app *app, const struct rule *rule)
{
	const struct prompts *ps = &app->store->prompts;
	uint64_t listed = app->approval.rule.listed;

	for (size_t i = 0; i < ps->count;) {
		const struct prompt *p = ps->waiting[i];
		struct rule_call call = app_rule_call(app, p);

		/* What came or changed since the review was not in its list. A
		 * changed request is not left to the rules that were there
		 * before. After an answer the next one has this index. */
		if (p->number > listed ||
		    !rule_terms_fit(rule_terms(rule), &call) ||
		    !app_rules_answered(app, p))
			i++;
	}
	if (app->layer == LAYER_PANES)
		app_prompt_open_next(app, true);
}

/* --- Rules that outlive the program --- */

static bool is_stored(const struct app *app, const struct rule_terms *terms)
{
	return app->options.rules_file && terms->scope != RULE_TURN &&
	       terms->workspace;
}

static void keep_line(struct app *app, struct slice line)
{
	app->own->stored =
		xreallocarray(app->own->stored, app->own->stored_count + 1,
			      sizeof(*app->own->stored));
	app->own->stored[app->own->stored_count++] =
		xmemdupz(line.ptr, line.len);
}

static bool drop_line(struct app *app, struct slice line)
{
	for (size_t i = 0; i < app->own->stored_count; i++) {
		if (!slice_is(line, app->own->stored[i]))
			continue;
		free(app->own->stored[i]);
		app->own->stored[i] =
			app->own->stored[--app->own->stored_count];
		return true;
	}
	return false;
}

/* Add its line to the file, or remove it. */
static void change_file(struct app *app, const struct rule_terms *terms,
			bool add)
{
	struct effect *change;

	if (!is_stored(app, terms))
		return;
	change = effect_add(&app->effects, EFFECT_RULE);
	change->flag = add;
	stored_rule_write(&change->text, terms);
	/* A reconnected host must find the file's current content. */
	drop_line(app, strbuf_slice(&change->text));
	if (add)
		keep_line(app, strbuf_slice(&change->text));
}

void app_rule_file_failed(struct app *app, bool add, struct slice line,
			  const char *why)
{
	if (!add) {
		app_say(app, FACE_ERROR,
			_("the rule stays in the file, for later runs: %s"),
			why);
		return;
	}
	drop_line(app, line);
	app_say(app, FACE_ERROR, _("the rule lasts until the end only: %s"),
		why);
}

const char *app_rule_file(const struct app *app, const struct rule *rule)
{
	struct strbuf line = STRBUF_INIT;
	bool kept = false;

	if (!is_stored(app, rule_terms(rule)))
		return NULL;
	stored_rule_write(&line, rule_terms(rule));
	for (size_t i = 0; !kept && i < app->own->stored_count; i++)
		kept = slice_is(strbuf_slice(&line), app->own->stored[i]);
	strbuf_release(&line);
	return kept ? app->options.rules_file : NULL;
}

void app_rule_revoke(struct app *app, const struct rule *rule)
{
	change_file(app, rule_terms(rule), false);
	rules_remove(&app->rules, rule_serial(rule));
}

void app_rules_apply(struct app *app, int host)
{
	const struct host *h = &app->hosts->list[host];

	for (size_t i = 0; i < app->own->stored_count; i++) {
		struct strbuf err = STRBUF_INIT;
		struct stored_rule rule;

		if (stored_rule_read(&rule, slice_str(app->own->stored[i])))
			continue;
		if (h->init.workspace_root && !strcmp(rule.host, h->name) &&
		    !strcmp(rule.workspace, h->init.workspace_root) &&
		    !rules_add(&app->rules, &rule.terms, &err))
			app_say(app, FACE_ERROR, _("a rule of the file: %s"),
				err.buf);
		stored_rule_release(&rule);
		strbuf_release(&err);
	}
}

void app_rules_loaded(struct app *app, struct slice text)
{
	size_t line_count = 0, bad = 0, first = 0;

	while (text.len) {
		struct slice line = slice_take_line(&text);
		struct stored_rule rule;

		line_count++;
		if (line.len && !stored_rule_read(&rule, line)) {
			stored_rule_release(&rule);
			keep_line(app, line);
		} else if (line.len && !bad++) {
			first = line_count;
		}
	}
	if (bad)
		app_say(app, FACE_ERROR,
			Q_("%zu line of the rules file is no rule: line %zu",
			   "%zu lines of the rules file are no rules, first "
			   "line %zu",
			   bad),
			bad, first);
	for (size_t i = 0; i < app->hosts->count; i++) {
		if (app->hosts->list[i].name && !app->hosts->list[i].gone)
			app_rules_apply(app, (int)i);
	}
}

void app_rules_unread(struct app *app, const char *why)
{
	app_say(app, FACE_ERROR, "%s", why);
}

const struct rule *app_rule_store(struct app *app, const struct prompt *p)
{
	struct rule_call call = app_rule_call(app, p);
	struct rule_terms terms = dialog_rule_terms(&app->approval.rule, &call);
	struct strbuf err = STRBUF_INIT;
	uint64_t serial = rules_add(&app->rules, &terms, &err);

	if (serial)
		change_file(app, &terms, true);
	else
		app_prompt_note(app, err.buf);
	strbuf_release(&err);
	return rules_get(&app->rules, serial);
}
