#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/turn/turn-state.h"

/* What a turn reports, and which of that is stored. */

void turn_tell(const struct turn_sink *sink, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms)
{
	sink->event(sink->user, strbuf_slice(event), respond, deadline_ms);
}

void turn_push(struct turn *turn, const struct strbuf *event,
	       enum respond_kind respond, int64_t deadline_ms)
{
	turn_tell(&turn->sink, event, respond, deadline_ms);
}

void turn_push_plain(struct turn *turn, struct strbuf *event)
{
	turn_push(turn, event, RESPOND_NONE, -1);
	strbuf_release(event);
}

void turn_keep(struct turn *turn, struct strbuf *event)
{
	ALLOC_GROW(turn->pending, turn->pending_count + 1, turn->pending_cap);
	turn->pending[turn->pending_count++] = *event;
	strbuf_init(event);
}

void turn_forget_kept(struct turn *turn)
{
	for (size_t i = 0; i < turn->pending_count; i++)
		strbuf_release(&turn->pending[i]);
	turn->pending_count = 0;
}

int turn_append_kept(struct turn *turn, int64_t now_ms, struct strbuf *err)
{
	struct slice *events;
	int ret;

	if (!turn->pending_count)
		return 0;
	if (turn->lock && workspace_lock_keep(turn->lock, err))
		return -1;
	events = xcalloc(turn->pending_count, sizeof(*events));
	for (size_t i = 0; i < turn->pending_count; i++)
		events[i] = strbuf_slice(&turn->pending[i]);
	ret = workspace_append(turn->workspace, turn->conversation, events,
			       turn->pending_count, turn_stamp_ms(turn, now_ms),
			       err);
	free(events);
	return ret;
}

void turn_close_text(struct turn *turn)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->open_part == CHAT_NONE)
		return;
	event_write_response(&event, turn->open_part,
			     strbuf_slice(&turn->open_text),
			     turn->open_since_ms);
	turn_keep(turn, &event);
	strbuf_reset(&turn->open_text);
	turn->open_part = CHAT_NONE;
}

void turn_set_status(struct turn *turn, enum event_state status, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	if (turn->status == status)
		return;
	turn->status = status;
	event_write_status(&event, status, false, turn_stamp_ms(turn, now_ms));
	turn_push_plain(turn, &event);
}

/* Takes the text of `event`. */
static void keep_beside(struct turn *turn, struct strbuf *event)
{
	if (turn->beside_count == TURN_BESIDE_MAX) {
		strbuf_release(&turn->beside[0]);
		turn->beside_count--;
		memmove(&turn->beside[0], &turn->beside[1],
			turn->beside_count * sizeof(turn->beside[0]));
	}
	turn->beside[turn->beside_count++] = *event;
}

void turn_tell_text(struct turn *turn, const char *kind,
		    enum notice_level level, struct slice text, int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	event_write_notice(&event, kind, level, text,
			   turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	keep_beside(turn, &event);
}

void turn_replay_beside(const struct turn *turn, const struct turn_sink *sink)
{
	for (size_t i = 0; i < turn->beside_count; i++)
		turn_tell(sink, &turn->beside[i], RESPOND_NONE, -1);
	if (turn->usage.len)
		turn_tell(sink, &turn->usage, RESPOND_NONE, -1);
}

void turn_release_beside(struct turn *turn)
{
	for (size_t i = 0; i < turn->beside_count; i++)
		strbuf_release(&turn->beside[i]);
	strbuf_release(&turn->usage);
}

/* Write a sentence about a changed attached file; false if none has changed. */
static bool next_changed_file(struct turn *turn, struct strbuf *sentence)
{
	const char *path =
		notices_changed(turn->notices, turn->workspace->root);

	if (path)
		strbuf_setf(sentence, "The attached file `%s` has changed.",
			    path);
	return path != NULL;
}

/* Called in turn_new(), so this only queues and sends no event. */
static void queue_changed_files(struct turn *turn)
{
	bool wanted =
		notices_want(slice_str(turn->config), "workspace.changed");
	struct strbuf sentence = STRBUF_INIT;

	while (next_changed_file(turn, &sentence)) {
		if (wanted)
			notices_push(turn->notices, strbuf_slice(&sentence));
	}
	strbuf_release(&sentence);
}

void turn_notify(struct turn *turn, const char *kind, struct slice message,
		 int64_t now_ms)
{
	if (!turn->notices)
		return;
	/* The settings are for the model only: the user sees every notice. */
	if (notices_want(slice_str(turn->config), kind))
		notices_push(turn->notices, message);
	turn_tell_text(turn, kind, NOTICE_INFO, message, now_ms);
}

void turn_save_notices(const struct turn *turn)
{
	notices_save(turn->notices, turn->workspace, turn->conversation);
}

void turn_deliver_notices(struct turn *turn, struct strbuf *out, int64_t now_ms)
{
	struct strbuf message = STRBUF_INIT;

	if (!turn->notices)
		return;
	while (next_changed_file(turn, &message))
		turn_notify(turn, "workspace.changed", strbuf_slice(&message),
			    now_ms);
	strbuf_release(&message);
	notices_deliver(turn->notices, out);
}

/* A notice of the provider: shown to the user now, to the model next time. */
void turn_tell_notice(struct turn *turn, const struct provider_item *item,
		      int64_t now_ms)
{
	const char *kind = item->notice_kind;
	struct slice text = item->text;

	turn_tell_text(turn, kind,
		       item->person_only ? NOTICE_INFO : NOTICE_WARNING,
		       item->text, now_ms);
	if (item->person_only)
		return;
	text.len -= item->tail;
	if (turn->notices && notices_want(slice_str(turn->config), kind))
		notices_push(turn->notices, text);
}

void turn_tell_usage(struct turn *turn, const struct provider_item *item,
		     int64_t now_ms)
{
	struct strbuf event = STRBUF_INIT;

	turn_limits_use(&turn->limits, TURN_LIMIT_TOKENS, item->input_tokens);
	turn_limits_use(&turn->limits, TURN_LIMIT_TOKENS, item->output_tokens);

	event_write_usage(&event, item->input_tokens, item->output_tokens,
			  turn_stamp_ms(turn, now_ms));
	turn_push(turn, &event, RESPOND_NONE, -1);
	strbuf_release(&turn->usage);
	turn->usage = event;
}

static int add_attachment(struct strbuf *out, struct slice attachment,
			  struct strbuf *err)
{
	struct json_member type, content;
	struct strbuf name = STRBUF_INIT;

	json_find(attachment, "type", &type);
	if (!json_string_is(type.value, "file_content") ||
	    !json_find(attachment, "content", &content) ||
	    content.type != JSON_STRING) {
		json_string_add(&name, type.value);
		strbuf_setf(err, "cannot attach a '%s'", name.buf);
		strbuf_release(&name);
		return -1;
	}
	strbuf_addstr(out, "\n\nAttached file");
	if (json_find_text(attachment, "path", &name))
		strbuf_addf(out, " `%s`", name.buf);
	/* More backquotes than a source file is likely to contain. */
	strbuf_addstr(out, ":\n\n`````\n");
	json_string_add(out, content.value);
	strbuf_end_line(out);
	strbuf_addstr(out, "`````\n");
	strbuf_release(&name);
	return 0;
}

/*
 * Write the request's text followed by its attachments, for which jp has no
 * member. -1 with a sentence if one is of an unknown kind.
 */
static int write_content(struct strbuf *out, struct slice content,
			 struct slice attachments, struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(attachments);
	struct json_member member;

	strbuf_addslice(out, content);
	while (json_walk_next(&walk, &member)) {
		if (add_attachment(out, member.value, err))
			return -1;
	}
	return 0;
}

/* The author as jp names it: `user.name`. False if none is configured. */
static bool add_author(struct strbuf *author,
		       const struct turn_options *options)
{
	struct json_member name;

	if (options->author) {
		strbuf_addstr(author, options->author);
		return true;
	}
	return json_find_path(options->config, &name, "user", "name", NULL) &&
	       json_string_add(author, name.value) && author->len;
}

int turn_store_start(struct turn *turn, const struct turn_options *options,
		     int64_t now_ms, struct strbuf *err)
{
	struct strbuf content = STRBUF_INIT, event = STRBUF_INIT;
	struct strbuf author = STRBUF_INIT;
	int ret = -1;

	if (turn->notices) {
		queue_changed_files(turn);
		notices_deliver(turn->notices, &content);
	}
	if (write_content(&content, options->content, options->attachments,
			  err))
		goto out;
	event_write_turn_start(&event, turn_stamp_ms(turn, now_ms));
	turn_keep(turn, &event);
	event_write_request(&event, strbuf_slice(&content),
			    add_author(&author, options) ? author.buf : NULL,
			    options->schema, turn_stamp_ms(turn, now_ms));
	turn_keep(turn, &event);
	ret = turn_append_kept(turn, now_ms, err);
out:
	strbuf_release(&author);
	strbuf_release(&content);
	return ret;
}
