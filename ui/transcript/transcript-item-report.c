#include "config.h"

#include "ui/transcript/transcript-item.h"

#include "proto/json-scan.h"
#include "src/base/i18n.h"
#include "ui/text/sanitize.h"
#include "ui/view/conversation-label.h"

/* What an agent reports besides its texts: its plan, and what it does. */

enum { BYTES_A_COLUMN = 4 };

/* Add a member's string, as one line and no longer than a row. */
static void add_string(struct strbuf *out, struct slice object, const char *key,
		       int cols)
{
	struct json_member member;
	struct strbuf text = STRBUF_INIT;

	if (json_find(object, key, &member) && member.type == JSON_STRING)
		json_string_add(&text, member.value);
	if (text.len > (size_t)cols * BYTES_A_COLUMN)
		strbuf_setlen(&text, (size_t)cols * BYTES_A_COLUMN);
	sanitize_line(out, strbuf_slice(&text));
	strbuf_release(&text);
}

static bool is_state(struct slice object, const char *key, const char *word)
{
	struct json_member state;

	return json_find(object, key, &state) &&
	       json_string_is(state.value, word);
}

static const char *box_of(struct slice entry)
{
	return is_state(entry, "status", "completed")     ? "[x] "
	       : is_state(entry, "status", "in_progress") ? "[>] "
	       : is_state(entry, "status", "failed")      ? "[!] "
							  : "[ ] ";
}

static void add_steps(struct transcript_item *it, struct slice entries)
{
	struct json_walk walk = json_walk_begin(entries);
	size_t most = transcript_item_max_rows(it), left = 0;
	struct json_member entry;

	while (json_walk_next(&walk, &entry)) {
		struct strbuf text = STRBUF_INIT;

		if (it->rows.count >= most) {
			left++;
			continue;
		}
		strbuf_addstr(&text, box_of(entry.value));
		add_string(&text, entry.value, "content", it->cols);
		rows_begin(&it->rows, ITEM_INDENT);
		rows_add(&it->rows, strbuf_slice(&text),
			 is_state(entry.value, "status", "completed")
				 ? FACE_DIM
				 : FACE_DEFAULT);
		strbuf_release(&text);
	}
	if (left)
		transcript_item_add_more(it, left, ROWS_SOURCE_END);
}

static void add_plan(struct transcript_item *it,
		     const struct conversation *conv, const struct item *item,
		     struct slice raw)
{
	struct json_member entries = { .value = slice_of("", 0) }, entry;
	struct strbuf text = STRBUF_INIT, now = STRBUF_INIT;
	size_t count = 0, done = 0;
	struct json_walk walk;

	json_find(raw, "entries", &entries);
	walk = json_walk_begin(entries.value);
	while (json_walk_next(&walk, &entry)) {
		count++;
		done += is_state(entry.value, "status", "completed");
		if (!now.len && is_state(entry.value, "status", "in_progress"))
			add_string(&now, entry.value, "content", it->cols);
	}
	if (item->writer) {
		conversation_add_writer(&text, conv, item);
		strbuf_addstr(&text, "  ");
	}
	strbuf_addf(&text, _("plan: %zu of %zu"), done, count);
	if (now.len)
		strbuf_addf(&text, _(", now: %s"), now.buf);
	transcript_item_begin_fold(it);
	rows_add(&it->rows, strbuf_slice(&text), FACE_NOTICE);
	it->lead = it->rows.count;
	it->unfolded = it->fold > FOLD_CLOSED;
	if (it->unfolded)
		add_steps(it, entries.value);
	strbuf_release(&text);
	strbuf_release(&now);
}

static void add_agent(struct transcript_item *it,
		      const struct conversation *conv, const struct item *item,
		      struct slice raw)
{
	struct strbuf text = STRBUF_INIT;

	conversation_add_writer(&text, conv, item);
	strbuf_addstr(&text, "  ");
	if (is_state(raw, "state", "running"))
		strbuf_addstr(&text, _("running"));
	else if (is_state(raw, "state", "failed"))
		strbuf_addstr(&text, _("failed"));
	else if (is_state(raw, "state", "idle"))
		strbuf_addstr(&text, _("idle"));
	else if (is_state(raw, "state", "done"))
		strbuf_addstr(&text, _("done"));
	else
		add_string(&text, raw, "state", it->cols);
	rows_begin(&it->rows, 0);
	rows_add(&it->rows, strbuf_slice(&text), FACE_DIM);
	it->lead = it->rows.count;
	strbuf_release(&text);
}

bool transcript_item_add_report(struct transcript_item *it,
				const struct conversation *conv,
				const struct item *item)
{
	enum event_kind kind = EVENT_UNKNOWN;

	if (item->record != NO_RECORD)
		kind = event_log_at(&conv->log, item->record)->kind;
	if (kind == EVENT_PLAN)
		add_plan(it, conv, item,
			 event_log_raw(&conv->log, item->record));
	else if (kind == EVENT_AGENT)
		add_agent(it, conv, item,
			  event_log_raw(&conv->log, item->record));
	return kind == EVENT_PLAN || kind == EVENT_AGENT;
}
