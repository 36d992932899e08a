#include "config.h"

#include "ui/transcript/transcript-markdown.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "ui/text/sanitize.h"
#include "ui/transcript/transcript-consent.h"
#include "ui/transcript/transcript-item.h"
#include "ui/view/conversation-label.h"

enum { NAME_MAX_BYTES = 60 };

/* Add a blank line between blocks, however the last one ended. */
static void begin_block(struct strbuf *out)
{
	if (!out->len)
		return;
	strbuf_end_line(out);
	strbuf_addch(out, '\n');
}

static size_t longest_run(struct slice text, char c)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < text.len; i++) {
		run = text.ptr[i] == c ? run + 1 : 0;
		longest = run > longest ? run : longest;
	}
	return longest;
}

static void add_fenced(struct strbuf *out, struct slice text, const char *info)
{
	size_t ticks = longest_run(text, '`') + 1;

	if (ticks < 3)
		ticks = 3;
	begin_block(out);
	strbuf_addchars(out, '`', ticks);
	strbuf_addf(out, "%s\n", info);
	strbuf_addslice(out, text);
	if (text.len && text.ptr[text.len - 1] != '\n')
		strbuf_addch(out, '\n');
	strbuf_addchars(out, '`', ticks);
	strbuf_addch(out, '\n');
}

/* Add foreign words within a line: a name, a model. */
static void add_code_span(struct strbuf *out, const char *text)
{
	struct strbuf clean = STRBUF_INIT;
	size_t ticks;

	sanitize_visible(&clean, slice_str(text), NULL);
	ticks = longest_run(strbuf_slice(&clean), '`') + 1;
	strbuf_addchars(out, '`', ticks);
	if (ticks > 1)
		strbuf_addf(out, " %s ", clean.buf);
	else
		strbuf_addslice(out, strbuf_slice(&clean));
	strbuf_addchars(out, '`', ticks);
	strbuf_release(&clean);
}

static void add_quoted(struct strbuf *out, struct slice text)
{
	begin_block(out);
	for (;;) {
		const char *newline =
			text.len ? memchr(text.ptr, '\n', text.len) : NULL;
		size_t len = newline ? (size_t)(newline - text.ptr) : text.len;

		strbuf_addstr(out, "> ");
		strbuf_add(out, text.ptr, len);
		strbuf_addch(out, '\n');
		if (!newline)
			break;
		text = slice_skip(text, len + 1);
	}
}

static void add_text(struct strbuf *out, struct slice text)
{
	begin_block(out);
	strbuf_addslice(out, text);
}

static void add_heading(struct strbuf *out, int level, const char *who,
			int64_t at_ms)
{
	struct strbuf clean = STRBUF_INIT;

	sanitize_line(&clean, slice_str(who));
	begin_block(out);
	strbuf_addchars(out, '#', (size_t)level);
	strbuf_addf(out, " %s", clean.buf);
	if (at_ms != TIMESTAMP_NONE) {
		strbuf_addstr(out, ", ");
		timestamp_add_rfc3339(out, at_ms);
	}
	strbuf_addch(out, '\n');
	strbuf_release(&clean);
}

/* Add it as valid JSON, with nothing hidden: it is the record of what ran. */
static void add_fenced_json(struct strbuf *out, struct slice json)
{
	struct strbuf pretty = STRBUF_INIT, clean = STRBUF_INIT;

	json_write_pretty(&pretty, json, 0);
	sanitize_json(&clean, strbuf_slice(&pretty));
	add_fenced(out, strbuf_slice(&clean), "json");
	strbuf_release(&pretty);
	strbuf_release(&clean);
}

static const char *const state_words[] = {
	[TOOL_WAITING] = N_("waiting"), [TOOL_RUNNING] = N_("running"),
	[TOOL_OK] = N_("ok"),           [TOOL_FAILED] = N_("failed"),
	[TOOL_SKIPPED] = N_("skipped"), [TOOL_INTERRUPTED] = N_("interrupted"),
};

const char *transcript_tool_state(enum tool_state state)
{
	return _(state_words[state]);
}

static void add_consent(struct strbuf *out, const struct item *item)
{
	if (item->consent != CONSENT_NONE)
		add_quoted(out, slice_str(transcript_consent(item->consent)));
}

static void add_call(struct strbuf *out, const struct item *item,
		     const struct item_content *content)
{
	const struct event *call = &content->event;
	const struct event *response = &content->response;
	struct slice raw = slice_of(call->arguments, call->arguments_len);
	struct strbuf clean = STRBUF_INIT;

	begin_block(out);
	strbuf_addf(out, "### %s ", _("Tool call"));
	add_code_span(out, call->name ? call->name : "");
	strbuf_addf(out, ", %s\n", transcript_tool_state(item->tool_state));
	add_consent(out, item);
	if (raw.len && json_is_valid(raw)) {
		add_fenced_json(out, raw);
	} else if (raw.len) {
		sanitize_record(&clean, raw, NULL);
		add_fenced(out, strbuf_slice(&clean), "");
	}
	if (content->notice.len)
		add_quoted(out, strbuf_slice(&content->notice));
	if (content->has_response)
		add_fenced(out, slice_of(response->text, response->text_len),
			   "");
	else if (item->live && item->live->output.len)
		add_fenced(out, strbuf_slice(&item->live->output), "");
	strbuf_release(&clean);
}

/* Add the text of a list item: its further lines are indented. */
static void add_continued(struct strbuf *out, const char *text)
{
	struct strbuf clean = STRBUF_INIT;

	sanitize_record(&clean, slice_str(text ? text : ""), NULL);
	for (size_t i = 0; i < clean.len; i++) {
		strbuf_addch(out, clean.buf[i]);
		if (clean.buf[i] == '\n')
			strbuf_addstr(out, "  ");
	}
	strbuf_release(&clean);
}

static void add_inquiry(struct strbuf *out, const struct conversation *conv,
			const struct item *item,
			const struct item_content *content)
{
	const struct event *question = &content->event;
	const struct event *response = &content->response;
	struct strbuf why = STRBUF_INIT, asked = STRBUF_INIT;

	add_heading(out, 3, _("Question"), question->at_ms);
	sanitize_record(&asked, slice_of(question->text, question->text_len),
			NULL);
	add_quoted(out, strbuf_slice(&asked));
	if (question->option_count)
		begin_block(out);
	for (size_t i = 0; i < question->option_count; i++) {
		const struct inquiry_option *option = &question->options[i];

		strbuf_addstr(out, "- ");
		add_continued(out, option->label);
		if (option->description) {
			strbuf_addstr(out, "\n  ");
			add_continued(out, option->description);
		}
		strbuf_addch(out, '\n');
	}
	add_consent(out, item);
	if (!content->has_response) {
		if (item_answered_here(item))
			add_quoted(out, slice_str(_("answered")));
		else if (transcript_item_waits(conv,
					       (size_t)(item - conv->items)))
			add_quoted(out, slice_str(_("waiting")));
		else if (item->consent == CONSENT_NONE)
			add_text(out, slice_str(_("Not answered.")));
	} else if (response->answer) {
		add_text(out, slice_str(_("Answer:")));
		add_fenced_json(out, slice_str(response->answer));
	} else {
		transcript_item_no_answer(&why, response);
		add_quoted(out, strbuf_slice(&why));
	}
	strbuf_release(&why);
	strbuf_release(&asked);
}

/* Add all of an unknown event except its metadata. */
static void add_other(struct strbuf *out, const struct conversation *conv,
		      const struct item *item)
{
	struct strbuf raw = STRBUF_INIT, pretty = STRBUF_INIT;
	struct json_walk walk;
	struct json_member member;

	if (item->record == NO_RECORD)
		return;
	walk = json_walk_begin(event_log_raw(&conv->log, item->record));
	strbuf_addch(&raw, '{');
	while (json_walk_next(&walk, &member)) {
		if (slice_is(member.key, "metadata"))
			continue;
		if (raw.len > 1)
			strbuf_addch(&raw, ',');
		strbuf_addch(&raw, '"');
		strbuf_addslice(&raw, member.key);
		strbuf_addstr(&raw, "\":");
		strbuf_addslice(&raw, member.value);
	}
	strbuf_addch(&raw, '}');
	json_write_pretty(&pretty, strbuf_slice(&raw), 0);
	add_fenced(out, strbuf_slice(&pretty), "json");
	strbuf_release(&raw);
	strbuf_release(&pretty);
}

static void add_config(struct strbuf *out, const struct item_content *content)
{
	struct strbuf model = STRBUF_INIT;

	begin_block(out);
	if (content->event.model) {
		add_code_span(&model, content->event.model);
		strbuf_addf(out, _("Model changed to %s"), model.buf);
	} else {
		strbuf_addstr(out, _("Configuration changed"));
	}
	strbuf_addch(out, '\n');
	strbuf_release(&model);
}

static void add_too_large(struct strbuf *out, const struct conversation *conv,
			  const struct item *item)
{
	begin_block(out);
	strbuf_addf(
		out,
		_("An event of %'zu bytes was left out: it is too "
		  "large."),
		item->record == NO_RECORD
			? (size_t)0
			: (size_t)event_log_at(&conv->log, item->record)->len);
}

static void add_item(struct strbuf *out, const struct conversation *conv,
		     const struct item *item,
		     const struct item_content *content)
{
	struct slice text = strbuf_slice(&content->text);
	const char *author = content->event.author;

	switch (item->kind) {
	case ITEM_TURN:
		add_text(out, SLICE("---\n"));
		break;
	case ITEM_REQUEST:
		add_heading(out, 2, author && *author ? author : _("You"),
			    content->event.at_ms);
		if (content->notice.len)
			add_quoted(out, strbuf_slice(&content->notice));
		add_text(out, text);
		break;
	case ITEM_MESSAGE:
		add_text(out, text);
		break;
	case ITEM_REASONING:
		add_heading(out, 3, _("Reasoning"), TIMESTAMP_NONE);
		add_quoted(out, text);
		break;
	case ITEM_DATA:
		add_fenced(out, text, "json");
		break;
	case ITEM_TOOL_CALL:
		add_call(out, item, content);
		break;
	case ITEM_INQUIRY:
		add_inquiry(out, conv, item, content);
		break;
	case ITEM_CONFIG:
		add_config(out, content);
		break;
	case ITEM_COMPACTION:
		add_text(out, slice_str(_("Earlier turns were compacted.")));
		if (text.len)
			add_quoted(out, text);
		break;
	case ITEM_NOTICE:
		add_quoted(out, text);
		break;
	case ITEM_OTHER:
		add_other(out, conv, item);
		break;
	case ITEM_TOO_LARGE:
		add_too_large(out, conv, item);
		break;
	}
}

void transcript_markdown_head(struct strbuf *out,
			      const struct conversation *conv)
{
	struct strbuf title = STRBUF_INIT;

	conversation_title(&title, conv);
	strbuf_addstr(out, "# ");
	sanitize_line(out, strbuf_slice(&title));
	strbuf_addch(out, '\n');
	strbuf_release(&title);
}

static void add_writer(struct strbuf *out, const struct conversation *conv,
		       const struct item *item)
{
	struct strbuf name = STRBUF_INIT;

	conversation_add_writer(&name, conv, item);
	add_heading(out, 2, name.buf, TIMESTAMP_NONE);
	strbuf_release(&name);
}

void transcript_markdown_item(struct strbuf *out,
			      const struct conversation *conv, size_t index)
{
	const struct item *item = &conv->items[index];
	struct item_content content;

	if (transcript_item_is_assistants(item->kind) &&
	    (!index ||
	     !transcript_item_is_assistants(conv->items[index - 1].kind) ||
	     conv->items[index - 1].writer != item->writer))
		add_writer(out, conv, item);
	item_content_load(&content, conv, item);
	add_item(out, conv, item, &content);
	item_content_release(&content);
}

void transcript_markdown(struct strbuf *out, const struct conversation *conv)
{
	transcript_markdown_head(out, conv);
	for (size_t i = 0; i < conv->item_count; i++)
		transcript_markdown_item(out, conv, i);
	/* End the last line of a text, as in any file. */
	strbuf_end_line(out);
}

void transcript_markdown_name(struct strbuf *out,
			      const struct conversation *conv)
{
	const char *title = conv->title && *conv->title ? conv->title
			    : conv->called              ? conv->called
							: conv->id;
	size_t start = out->len;
	bool gap = false;

	for (; *title && out->len - start < NAME_MAX_BYTES; title++) {
		char c = *title;

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) {
			gap = out->len > start;
			continue;
		}
		if (gap)
			strbuf_addch(out, '-');
		gap = false;
		strbuf_addch(out, c);
	}
	if (out->len == start)
		strbuf_addstr(out, "conversation");
	strbuf_addstr(out, ".md");
}
