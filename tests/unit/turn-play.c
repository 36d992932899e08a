#include "config.h"

#include "tests/unit/turn-play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"

struct story *disk;
bool disk_full;
int64_t play_offset_ms, play_slept_ms;
const char *play_config = "";

int workspace_append(const struct workspace *ws, const char *id,
		     const struct slice *events, size_t count, int64_t now_ms,
		     struct strbuf *err)
{
	(void)ws;
	(void)now_ms;
	assert_string_equal(id, "17");
	if (disk_full) {
		strbuf_setf(err, "no space left");
		return -1;
	}
	for (size_t i = 0; i < count; i++) {
		ALLOC_GROW(disk->told, disk->count + 1, disk->cap);
		disk->told[disk->count++].json =
			xmemdupz(events[i].ptr, events[i].len);
	}
	return 0;
}

void story_hear(void *user, struct slice raw, enum respond_kind respond,
		int64_t deadline_ms)
{
	struct story *story = user;
	struct event event = EVENT_INIT;
	struct strbuf err = STRBUF_INIT;
	struct told *told;

	assert_int_equal(event_decode(&event, raw, &err), 0);
	assert_string_equal(event.type, event_kind_name(event.kind));
	event_release(&event);
	ALLOC_GROW(story->told, story->count + 1, story->cap);
	told = &story->told[story->count++];
	told->json = xmemdupz(raw.ptr, raw.len);
	told->respond = respond;
	told->deadline_ms = deadline_ms;
}

static void hear_closed(void *user, const char *id, enum prompt_voice voice,
			enum prompt_outcome outcome)
{
	struct story *story = user;

	strbuf_addf(&story->closed, "%s %s %s;", id, prompt_voice_name(voice),
		    prompt_outcome_name(outcome));
}

void story_ignore(void *user, struct slice line)
{
	(void)user;
	(void)line;
}

void story_forget(struct story *story)
{
	for (size_t i = 0; i < story->count; i++)
		free(story->told[i].json);
	free(story->told);
	strbuf_release(&story->closed);
	memset(story, 0, sizeof(*story));
	strbuf_init(&story->closed);
}

static int64_t offset_ms(void)
{
	return play_offset_ms;
}

static int64_t slept_ms(void)
{
	return play_slept_ms;
}

static const struct turn_clock clock_of_play = { offset_ms, slept_ms };

void play_script(struct play *play, const char *script)
{
	int fd;

	memset(play, 0, sizeof(*play));
	strbuf_init(&play->heard.closed);
	strbuf_init(&play->stored.closed);
	disk = &play->stored;
	disk_full = false;
	snprintf(play->script, sizeof(play->script), "turn-XXXXXX");
	fd = mkstemp(play->script);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, script, strlen(script)), strlen(script));
	close(fd);
}

void play_begin(struct play *play, const char *script, int64_t timeout_ms,
		enum fallback fallback)
{
	struct turn_options options = {
		.conversation = "17",
		.content = SLICE("Please fix it"),
		.author = "ann",
		.timeout_ms = timeout_ms,
		.fallback = fallback,
		.clock = &clock_of_play,
		.config = slice_str(play_config),
		.sink = { &play->heard, story_hear, hear_closed },
	};
	struct strbuf provider = STRBUF_INIT, err = STRBUF_INIT;

	play_offset_ms = play_slept_ms = 0;
	play_script(play, script);
	strbuf_addf(&provider, "replay:%s", play->script);
	options.provider = provider.buf;
	play->now_ms = 1773839946800;
	play->turn = turn_new(&options, play->now_ms, &err);
	if (!play->turn)
		print_message("%s\n", err.buf);
	unlink(play->script);
	play_config = "";
	assert_non_null(play->turn);
	strbuf_release(&provider);
}

void play_end(struct play *play)
{
	turn_free(play->turn);
	story_forget(&play->heard);
	story_forget(&play->stored);
}

/* Run until only an answer can help, or until the end. */
void play_run(struct play *play)
{
	for (int i = 0; i < 100000 && !play->over; i++) {
		int64_t wake_ms;

		play->over = !turn_run(play->turn, play->now_ms);
		if (play->over)
			return;
		wake_ms = turn_wake_ms(play->turn);
		if (wake_ms == -1)
			return;
		if (wake_ms > play->now_ms)
			play->now_ms = wake_ms;
	}
	assert_true(play->over);
}

void play_run_to(struct play *play, int64_t now_ms)
{
	while (turn_wake_ms(play->turn) != -1 &&
	       turn_wake_ms(play->turn) <= now_ms && !play->over) {
		if (turn_wake_ms(play->turn) > play->now_ms)
			play->now_ms = turn_wake_ms(play->turn);
		play->over = !turn_run(play->turn, play->now_ms);
	}
	play->now_ms = now_ms;
}

int play_approve(struct play *play, const char *id, enum respond_action action,
		 const char *extra)
{
	struct strbuf err = STRBUF_INIT;
	int ret = turn_approve(play->turn, id, action,
			       slice_str(action == ACTION_MODIFY ? extra : ""),
			       action == ACTION_REJECT ? extra : NULL,
			       PROMPT_VOICE_PLUGIN, play->now_ms, &err);

	assert_int_equal(!ret, !err.len);
	strbuf_release(&err);
	return ret;
}

int play_answer(struct play *play, const char *id, const char *json)
{
	struct strbuf err = STRBUF_INIT;
	int ret = turn_answer(play->turn, id, slice_str(json),
			      PROMPT_VOICE_TERMINAL, play->now_ms, &err);

	assert_int_equal(!ret, !err.len);
	strbuf_release(&err);
	return ret;
}

/* --- The events as words --- */

bool told_has_type(const struct told *told, const char *type)
{
	struct json_member member;

	json_find(slice_str(told->json), "type", &member);
	return json_string_is(member.value, type);
}

size_t story_count(const struct story *story, const char *type)
{
	size_t count = 0;

	for (size_t i = 0; i < story->count; i++)
		count += told_has_type(&story->told[i], type);
	return count;
}

/* The n-th (from 0) event of a type; it must be there. */
const struct told *story_find(const struct story *story, const char *type,
			      size_t n)
{
	for (size_t i = 0; i < story->count; i++) {
		if (told_has_type(&story->told[i], type) && !n--)
			return &story->told[i];
	}
	fail_msg("no %s", type);
	return NULL;
}

void assert_member(const struct told *told, const char *key, const char *raw)
{
	struct json_member member;
	char *got;

	json_find(slice_str(told->json), key, &member);
	got = xmemdupz(member.value.ptr, member.value.len);
	assert_string_equal(got, raw);
	free(got);
}

static bool is_stored_kind(const struct told *told)
{
	return !told_has_type(told, "conversation_status") &&
	       !told_has_type(told, "prompt_closed") &&
	       !told_has_type(told, "notice") &&
	       !told_has_type(told, "tool_call_output") &&
	       !told_has_type(told, "query_complete");
}

/* The text of a message or reasoning, otherwise false. */
static bool text_of(const struct told *told, struct strbuf *head,
		    struct strbuf *text)
{
	struct json_member part, time;
	bool reasoning = json_find(slice_str(told->json), "reasoning", &part);

	if (!reasoning && !json_find(slice_str(told->json), "message", &part))
		return false;
	if (!told_has_type(told, "chat_response"))
		return false;
	json_find(slice_str(told->json), "timestamp", &time);
	strbuf_setf(head, "%.*s %s ", (int)time.value.len, time.value.ptr,
		    reasoning ? "reasoning" : "message");
	return json_string_add(text, part.value);
}

/* How its prompt ended is in prompt_closed, and stored with the answer. */
static void add_told(struct strbuf *out, const char *json)
{
	const char *beside =
		strstr(json, ",\"metadata\":{\"jphost\":{\"voice\"");

	strbuf_addf(out, "\n%.*s%s",
		    beside ? (int)(beside - json) : (int)strlen(json), json,
		    beside ? "}" : "");
}

/* One line per event; consecutive chunks of a text are joined. */
static char *summary(const struct story *story, bool join)
{
	struct strbuf out = STRBUF_INIT, open = STRBUF_INIT;
	struct strbuf head = STRBUF_INIT, text = STRBUF_INIT;

	for (size_t i = 0; i < story->count; i++) {
		const struct told *told = &story->told[i];

		if (!is_stored_kind(told))
			continue;
		strbuf_reset(&text);
		if (text_of(told, &head, &text)) {
			if (!join || !slice_equal(strbuf_slice(&head),
						  strbuf_slice(&open)))
				strbuf_addf(&out, "\n%s", head.buf);
			strbuf_setf(&open, "%s", head.buf);
			strbuf_addslice(&out, strbuf_slice(&text));
			continue;
		}
		strbuf_reset(&open);
		add_told(&out, told->json);
	}
	strbuf_release(&open);
	strbuf_release(&head);
	strbuf_release(&text);
	return strbuf_detach(&out);
}

void assert_exact(const struct play *play)
{
	char *told = summary(&play->heard, true);
	char *stored = summary(&play->stored, false);

	assert_string_equal(told, stored);
	free(told);
	free(stored);
}

void assert_statuses(const struct play *play, const char *expected)
{
	struct strbuf got = STRBUF_INIT;

	for (size_t i = 0; i < play->heard.count; i++) {
		struct json_member member;

		if (!told_has_type(&play->heard.told[i], "conversation_status"))
			continue;
		json_find(slice_str(play->heard.told[i].json), "state",
			  &member);
		strbuf_addch(&got, ' ');
		json_string_add(&got, member.value);
	}
	assert_string_equal(got.buf, expected);
	strbuf_release(&got);
}
