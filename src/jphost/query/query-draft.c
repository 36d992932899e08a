#include "config.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/jphost/query/query-ask.h"

struct slice query_ask_arguments(const struct query_ask *ask)
{
	struct json_member arguments;

	if (ask->edited.len)
		return strbuf_slice(&ask->edited);
	json_find(query_ask_event(ask), "arguments", &arguments);
	return arguments.value;
}

void query_ask_edit(struct query_ask *ask)
{
	const char *text = ask->prompts[0].draft;

	strbuf_reset(&ask->draft);
	if (text) {
		strbuf_addstr(&ask->draft, text);
	} else {
		json_write_pretty(&ask->draft, query_ask_arguments(ask), 0);
		strbuf_addch(&ask->draft, '\n');
	}
	strbuf_addch(query_ask_out(ask), '\n');
	ask->is_text = text;
	ask->mode = ASK_EDITOR;
}

/* A result is delivered as the user left it, who has seen all of it. */
static void take_text(struct query_ask *ask, struct slice text)
{
	bool first = ask->prompts[0].edit_first;
	struct strbuf json = STRBUF_INIT;

	ask->prompts[0].edit_first = false;
	if (!text.len ||
	    (!first && slice_equal(text, strbuf_slice(&ask->draft)))) {
		query_ask_shortly(ask);
		return;
	}
	json_write_string(&json, text);
	ask->sink.answer(ask->sink.user, ask->prompts[0].id,
			 strbuf_slice(&json));
	strbuf_release(&json);
}

static void take_arguments(struct query_ask *ask, struct slice text)
{
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;
	struct strbuf err = STRBUF_INIT;

	ask->prompts[0].edit_first = false;
	if (text.len && json_check(text, NULL, &err)) {
		strbuf_addf(query_ask_out(ask),
			    _("the arguments are not valid JSON: %s\n"),
			    err.buf);
	} else if (text.len && json_type_of(text) != JSON_OBJECT) {
		strbuf_addstr(query_ask_out(ask),
			      _("the arguments are not a JSON object\n"));
	} else {
		json_write_compact(&before, strbuf_slice(&ask->draft));
		json_write_compact(&after, text);
	}
	if (!after.len ||
	    slice_equal(strbuf_slice(&before), strbuf_slice(&after))) {
		query_ask_shortly(ask);
	} else {
		/* Edited arguments must be read before they are signed. */
		strbuf_reset(&ask->edited);
		strbuf_addslice(&ask->edited, strbuf_slice(&after));
		query_ask_again(ask);
	}
	strbuf_release(&before);
	strbuf_release(&after);
	strbuf_release(&err);
}

void query_ask_edited(struct query_ask *ask, struct slice text)
{
	if (ask->mode != ASK_EDITOR)
		return;
	if (ask->is_text)
		take_text(ask, text);
	else
		take_arguments(ask, text);
}
