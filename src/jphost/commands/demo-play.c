#include "config.h"

#include "src/jphost/commands/demo-play.h"
#include "src/jphost/config/config-load.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/turn/turn.h"

/* Between turns of a history, as if the user were reading. */
#define READING_MS 90000

static char *string_member(struct slice line, const char *key)
{
	struct strbuf text = STRBUF_INIT;

	json_find_text(line, key, &text);
	return strbuf_detach(&text);
}

static int64_t number_member(struct slice line, const char *key)
{
	struct json_member member;
	int64_t number = 0;

	json_find(line, key, &member);
	json_int64(member.value, &number);
	return number;
}

static void read_line(struct demo_play *play, struct slice line)
{
	struct json_member member;
	struct demo_turn *turn;

	if (json_find(line, "conversation", &member)) {
		play->title = string_member(member.value, "title");
		play->age_ms = number_member(member.value, "age_min") * 60000;
		play->start_ms = number_member(member.value, "start_ms");
	} else if (json_find(line, "turn", &member)) {
		ALLOC_GROW(play->turns, play->count + 1, play->cap);
		turn = &play->turns[play->count++];
		turn->past = json_string_is(member.value, "past");
		turn->request = string_member(line, "request");
		strbuf_init(&turn->script);
	} else {
		assert(play->count);
		turn = &play->turns[play->count - 1];
		strbuf_addslice(&turn->script, line);
		strbuf_addch(&turn->script, '\n');
	}
}

void demo_play_read(struct demo_play *play, const char *text)
{
	memset(play, 0, sizeof(*play));
	play->start_ms = -1;
	while (*text) {
		size_t len = strcspn(text, "\n");

		read_line(play, slice_of(text, len));
		text += len + (text[len] == '\n');
	}
}

void demo_play_release(struct demo_play *play)
{
	for (size_t i = 0; i < play->count; i++) {
		free(play->turns[i].request);
		strbuf_release(&play->turns[i].script);
	}
	free(play->turns);
	free(play->title);
	free(play->conversation);
	memset(play, 0, sizeof(*play));
}

int demo_play_write_script(const struct demo_turn *turn, int round,
			   const char *path, struct strbuf *err)
{
	const char *at = turn->script.buf, *mark;
	FILE *file = fopen(path, "we");
	int failed;

	if (!file) {
		strbuf_setf(err, "cannot write '%s': %s", path,
			    strerror(errno));
		return -1;
	}
	while ((mark = strstr(at, "@N@"))) {
		fwrite(at, 1, (size_t)(mark - at), file);
		fprintf(file, "%d", round);
		at = mark + strlen("@N@");
	}
	fputs(at, file);
	failed = ferror(file);
	if (fclose(file) || failed) {
		strbuf_setf(err, "cannot write '%s': %s", path,
			    strerror(errno));
		return -1;
	}
	return 0;
}

/* Collect the ids of pending calls, to approve them. */
static void hear(void *user, struct slice raw, enum respond_kind respond,
		 int64_t deadline_ms)
{
	struct strbuf *waiting = user;
	struct event_peek peek;

	(void)deadline_ms;
	if (respond != RESPOND_TOOL_APPROVAL || !event_peek(&peek, raw))
		return;
	json_id_add(waiting, peek.id);
	strbuf_addch(waiting, '\n');
}

static void approve_all(struct turn *turn, struct strbuf *waiting,
			int64_t now_ms)
{
	struct strbuf err = STRBUF_INIT;
	char *id = waiting->buf;

	while (*id) {
		char *end = strchr(id, '\n');

		*end = '\0';
		turn_approve(turn, id, ACTION_APPROVE, slice_of(NULL, 0), NULL,
			     PROMPT_VOICE_TERMINAL, now_ms, &err);
		id = end + 1;
	}
	strbuf_reset(waiting);
	strbuf_release(&err);
}

/* Run a turn with a simulated clock. Returns its end time, or -1. */
static int64_t run_past(struct turn_options *options, int64_t now_ms,
			struct strbuf *err)
{
	struct strbuf waiting = STRBUF_INIT;
	struct turn *turn;

	options->sink = (struct turn_sink){ &waiting, hear, NULL };
	turn = turn_new(options, now_ms, err);
	if (!turn)
		return -1;
	while (turn_run(turn, now_ms)) {
		int64_t wake_ms = turn_wake_ms(turn);

		if (wake_ms == -1 && waiting.len)
			approve_all(turn, &waiting, now_ms);
		else if (wake_ms == -1)
			turn_cancel(turn, now_ms); /* none in history */
		else if (wake_ms > now_ms)
			now_ms = wake_ms;
	}
	if (turn_failed(turn)) {
		strbuf_setf(err, "a conversation of the demo failed");
		now_ms = -1;
	}
	turn_free(turn);
	strbuf_release(&waiting);
	return now_ms;
}

int demo_play_write_past(struct demo_play *play, const struct workspace *ws,
			 const char *scratch, int64_t now_ms,
			 struct strbuf *err)
{
	struct conversation_lock lock = CONVERSATION_LOCK_INIT;
	struct strbuf provider = STRBUF_INIT;
	struct turn_options options = { .workspace = ws, .timeout_ms = -1 };
	int64_t at_ms = now_ms - play->age_ms;
	int ret = -1;

	for (size_t i = 0; i < play->count; i++)
		at_ms -= play->turns[i].past ? READING_MS : 0;
	play->conversation =
		config_new_conversation(ws, play->title, at_ms, err);
	if (!play->conversation ||
	    workspace_lock(ws, play->conversation, &lock, err) != LOCK_TAKEN)
		goto out;
	strbuf_addf(&provider, "replay:%s", scratch);
	options.conversation = play->conversation;
	options.lock = &lock;
	options.provider = provider.buf;
	for (size_t i = 0; i < play->count; i++) {
		const struct demo_turn *turn = &play->turns[i];
		int64_t end_ms;

		if (!turn->past)
			continue;
		options.content = slice_str(turn->request);
		if (demo_play_write_script(turn, 0, scratch, err))
			goto out;
		end_ms = run_past(&options, at_ms, err);
		if (end_ms < 0)
			goto out;
		at_ms = end_ms > at_ms + READING_MS ? end_ms
						    : at_ms + READING_MS;
	}
	ret = 0;
out:
	workspace_unlock(&lock);
	strbuf_release(&provider);
	return ret;
}
