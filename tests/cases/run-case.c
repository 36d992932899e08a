/*
 * Plays cases: sessions in files, against the app without a process, a terminal
 * or a sleep (doc/HACKING describes the language). TAP, one test per file.
 *
 *     run-case [--update] FILE...
 *     run-case --languages "de fr" FILE...
 *
 * --update writes the actual screens and sent lines into the files, so that the
 * difference can be reviewed. --languages plays them in English and in others
 * (tests/cases/play-language.c).
 */
#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proto/host-message.h"
#include "proto/json-write.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/state.h"
#include "src/dashboard/app/workspace-trust.h"
#include "src/dashboard/layers/layers.h"
#include "tests/cases/play.h"

#define START_WALL_MS ((int64_t)1767268800000) /* 2026-01-01 12:00 UTC */
#define START_MS      1000
#define FRAME_MS      16
#define WORK_MAX      100000 /* calls of app_work() */

void play_input(struct play *play, struct input input)
{
	input.host = play->host;
	input.wall_offset_ms = play->start_wall_ms - START_MS;
	if (play->plain && input.kind == INPUT_KEY)
		plain_key(play->plain, input.key);
	else
		app_input(play->app, &input, play->now_ms);
}

/* --- Time and frames, as in the loop --- */

static void settle(struct play *play)
{
	play_take_sent(play);
	for (int left = WORK_MAX; app_work(play->app); left--) {
		if (!left) {
			play_fail(play, "there is no end of work");
			break;
		}
	}
	if (play->plain) {
		play_plain_frame(play);
	} else if (play->app->dirty && !play->app->exiting) {
		/* A frame that the terminal does not accept is drawn unseen. */
		app_draw(play->app,
			 play->stalled ? &play->unseen : &play->canvas);
		play_language_frame(play);
		if (play->stalled)
			play->app->dirty = true;
		else
			play_input(play, (struct input){
						 .kind = INPUT_FRAME_WRITTEN });
	}
	play_take_effects(play);
	play_take_sent(play);
}

/* The one frame that a stalled terminal still accepts. */
static void take_frame(struct play *play)
{
	bool stalled = play->stalled;

	play->stalled = false;
	play->app->dirty = true;
	settle(play);
	play->stalled = stalled;
}

static void pass(struct play *play, int64_t ms)
{
	int64_t end_ms = play->now_ms + ms;

	while (play->now_ms < end_ms) {
		int64_t wake_ms = app_wake_ms(play->app);

		if (wake_ms < 0 || wake_ms > end_ms)
			wake_ms = end_ms;
		if (wake_ms <= play->now_ms)
			wake_ms = play->now_ms + FRAME_MS;
		play->now_ms = wake_ms > end_ms ? end_ms : wake_ms;
		play_input(play, (struct input){ .kind = INPUT_QUIET });
		play_input(play, (struct input){ .kind = INPUT_TICK });
		settle(play);
	}
}

static void start(struct play *play)
{
	static const char caps[] =
		"{\"type\":\"init\",\"version\":1,\"workspace\":{\"root\":"
		"\"/home/ann/jp-dev\",\"storage\":\"/home/ann/jp-dev/.jp\","
		"\"id\":\"abcde\"},\"config\":{},\"args\":[],\"log_level\":0,"
		"\"capabilities\":[\"subscribe\",\"respond\",\"query\","
		"\"reason\",\"modify\",\"withdraw\",\"deadline\",\"status\",\"notice\","
		"\"exact\",\"cancel_query\",\"tool_output\"]}";
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	if (play->app)
		return;
	if (!play->init.len)
		strbuf_addstr(&play->init, caps);
	if (host_message_decode(&init, strbuf_slice(&play->init), &err) ||
	    options_read(&play->options, &init, &err))
		play_fail(play, "bad init: %s", err.buf);
	play->app = app_new(&play->options, layers_all, play->now_ms,
			    play->start_wall_ms - START_MS);
	hosts_surroundings(play->app->hosts, play->jphost, play->deaf);
	app_add_host(play->app, "jp", &init);
	workspace_trust_tell(play->app);
	if (!play->state.len || play_restore(play))
		app_state_begin(play->app);
	play_input(play, (struct input){ .kind = INPUT_RESIZE,
					 .cols = play->cols,
					 .rows = play->rows });
	play_plain_start(play);
	settle(play);
	host_message_release(&init);
	strbuf_release(&err);
}

/* --- The words of the language --- */

static void do_keys(struct play *play, const char *args)
{
	struct slice text = slice_str(args);

	while (text.len) {
		struct key key;

		if (text.ptr[0] == ' ') {
			text = slice_skip(text, 1);
			continue;
		}
		if (!key_parse(&text, &key)) {
			play_fail(play, "no key: '%s'", text.ptr);
			return;
		}
		play_input(play,
			   (struct input){ .kind = INPUT_KEY, .key = key });
		if (play->releases)
			play_input(play, (struct input){ .kind = INPUT_LET_GO,
							 .key = key });
		settle(play);
	}
}

/* Keys that arrive together. */
static void do_type(struct play *play, const char *args)
{
	for (const char *c = args; *c; c++)
		play_input(play, (struct input){
					 .kind = INPUT_KEY,
					 .key = { .ch = (unsigned char)*c } });
}

static void do_tick(struct play *play, const char *args)
{
	pass(play, atoi(args));
}

static void do_history(struct play *play, const char *args)
{
	const char *blank = strchr(args, ' ');

	if (blank)
		free(strmap_put(&play->histories,
				slice_of(args, (size_t)(blank - args)),
				xstrdup(blank + 1)));
	else
		play_fail(play, "history ID [...]");
}

static void do_flood(struct play *play, const char *args)
{
	int count = atoi(args);
	const char *line = strchr(args, ' ');

	for (int i = 0; line && i < count; i++)
		play_host_line(play, slice_str(line + 1));
	settle(play);
}

#define AT "\"timestamp\":\"2026-01-01 12:00:00.0\""

/*
 * The events of most cases, abbreviated:
 *
 *     event SUB {...}           pushed as it is
 *     say SUB TEXT              a chunk of a message
 *     tool SUB ID NAME {...}    a tool call that waits for approval
 *     question SUB ID "k":v,... an inquiry that waits for an answer
 */
static bool do_event(struct play *play, const char *word, const char *args)
{
	struct slice rest = slice_str(args), sub = case_text_take(&rest), id,
		     name;
	struct strbuf line = STRBUF_INIT, text = STRBUF_INIT;
	bool known = true;

	strbuf_addf(&line, "{\"type\":\"event\",\"sub_id\":\"%.*s\"",
		    (int)sub.len, sub.ptr);
	if (!strcmp(word, "event")) {
		strbuf_addf(&line, ",\"data\":%s}", rest.ptr);
	} else if (!strcmp(word, "say")) {
		case_text_unescape(&text, rest);
		strbuf_addstr(&line, ",\"data\":{" AT ",\"type\":"
				     "\"chat_response\",\"message\":");
		json_write_string(&line, strbuf_slice(&text));
		strbuf_addstr(&line, "}}");
	} else if (!strcmp(word, "tool")) {
		id = case_text_take(&rest);
		name = case_text_take(&rest);
		strbuf_addf(&line,
			    ",\"respond\":\"tool_approval\",\"data\":{" AT
			    ",\"type\":\"tool_call_request\",\"id\":\"%.*s\","
			    "\"name\":\"%.*s\",\"arguments\":%s}}",
			    (int)id.len, id.ptr, (int)name.len, name.ptr,
			    rest.ptr);
	} else if (!strcmp(word, "question")) {
		id = case_text_take(&rest);
		strbuf_addf(&line,
			    ",\"respond\":\"inquiry\",\"data\":{" AT
			    ",\"type\":\"inquiry_request\",\"id\":\"%.*s\","
			    "%s}}",
			    (int)id.len, id.ptr, rest.ptr);
	} else {
		known = false;
	}
	if (known)
		play_host_line(play, strbuf_slice(&line));
	strbuf_release(&line);
	strbuf_release(&text);
	return known;
}

/* Words before the start, and after it. */
static bool do_setup(struct play *play, const char *word, const char *args)
{
	if (!strcmp(word, "size")) {
		sscanf(args, "%d %d", &play->cols, &play->rows);
	} else if (!strcmp(word, "clock")) {
		play->start_wall_ms = timestamp_parse(slice_str(args));
	} else if (!strcmp(word, "init")) {
		strbuf_addstr(&play->init, args);
	} else if (!strcmp(word, "state")) {
		case_text_unescape(&play->state, slice_str(args));
		/* In a recording it comes after the start. */
		if (play->app)
			play_restore(play);
	} else if (!strcmp(word, "auto")) {
		play->automatic = true;
		play->conversations = (size_t)atoi(args);
	} else if (!strcmp(word, "history")) {
		do_history(play, args);
	} else if (!strcmp(word, "jphost")) {
		play->jphost = "/usr/bin/jp-dashboard";
	} else if (!strcmp(word, "deaf")) {
		play->deaf = true;
	} else if (!strcmp(word, "here")) {
		terminal_place_read(&play->options.here, slice_str(args));
	} else if (!strcmp(word, "releases")) {
		play->releases = true;
	} else if (!strcmp(word, "plain")) {
		play->options.plain = true;
	} else if (!strcmp(word, "guard")) {
		play->options.guard_ms = atoi(args);
	} else if (!strcmp(word, "popup")) {
		play->options.popup = strcmp(args, "manual");
	} else {
		return false;
	}
	return true;
}

/* Inputs, as in a recording (app/input.h). */
static bool do_input(struct play *play, const char *word, const char *args)
{
	struct strbuf line = STRBUF_INIT;
	struct input input;
	bool known;

	strbuf_addf(&line, "%s%s%s", word, *args ? " " : "", args);
	known = input_parse(&input, strbuf_slice(&line));
	strbuf_release(&line);
	if (!known)
		return false;
	if (input.kind == INPUT_RESIZE) {
		play->cols = input.cols;
		play->rows = input.rows;
	}
	if (input.kind == INPUT_EFFECT_DONE)
		play_check_done(play, word, &input.done);
	play_input(play, input);
	/* A deaf host has not exited. */
	if (input.kind == INPUT_HOST_CLOSED &&
	    !hosts_is_deaf(play->app->hosts, play->host))
		play_input(play, (struct input){ .kind = INPUT_HOST_GONE });
	input_release(&input);
	return true;
}

/* Words that act on the play. */
static bool do_word(struct play *play, const char *word, const char *args)
{
	static const struct {
		const char *word;
		void (*run)(struct play *play, const char *args);
	} words[] = {
		{ "flood", do_flood },
		{ "key", do_keys },
		{ "type", do_type },
		{ "tick", do_tick },

	};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		if (strcmp(words[i].word, word))
			continue;
		words[i].run(play, args);
		return true;
	}
	if (!strcmp(word, "welcome"))
		app_welcome(play->app);
	else if (!strcmp(word, "freeze"))
		/* The program is busy for so long; keys queue up. */
		play->now_ms += atoi(args);
	else if (!strcmp(word, "stall") || !strcmp(word, "flow"))
		play->stalled = *word == 's';
	else if (!strcmp(word, "frame"))
		take_frame(play);
	else
		return do_input(play, word, args);
	return true;
}

/* A block of expected lines follows: those that begin with `mark`. */
static const char *expect(struct play *play, const char *at, char mark,
			  const struct strbuf *came, const char *what)
{
	struct strbuf wanted = STRBUF_INIT;

	while (*at == mark) {
		const char *nl = strchr(at, '\n');
		size_t len = nl ? (size_t)(nl - at) + 1 : strlen(at);

		strbuf_add(&wanted, at, len);
		at += len;
		play->line++;
	}
	strbuf_addslice(&play->out, strbuf_slice(came));
	if (!slice_equal(strbuf_slice(&wanted), strbuf_slice(came)) &&
	    !play->update && !(play->foreign && mark == '|'))
		play_fail(play, "another %s came\nwanted\n%scame\n%s", what,
			  wanted.buf, came->buf);
	strbuf_release(&wanted);
	return at;
}

static const char *play_line(struct play *play, const char *at)
{
	const char *nl = strchr(at, '\n');
	size_t len = nl ? (size_t)(nl - at) : strlen(at);
	char *line = xmemdupz(at, len);
	char *blank = strchr(line, ' ');
	const char *args = blank ? blank + 1 : "";
	struct strbuf came = STRBUF_INIT;

	strbuf_addf(&play->out, "%s\n", line);
	at += len + (nl != NULL);
	play->line++;
	if (blank)
		*blank = '\0';
	if (!*line || *line == '#' || do_setup(play, line, args))
		goto out;
	start(play);
	if (!strcmp(line, "screen")) {
		play_screen(play, &came);
		at = expect(play, at, '|', &came, "screen");
	} else if (!strcmp(line, "sent")) {
		play_sent(play, &came);
		at = expect(play, at, '>', &came, "line");
	} else if (!strcmp(line, "remembered")) {
		play_remembered(play, &came);
		at = expect(play, at, '>', &came, "state");
	} else if (!do_event(play, line, args) &&
		   !play_hosts(play, line, args) &&
		   !play_plain(play, line, args) &&
		   !play_effects(play, line, args) &&
		   !play_look(play, line, args) && !do_word(play, line, args)) {
		play_fail(play, "unknown word '%s'", line);
	}
	settle(play);
out:
	strbuf_release(&came);
	free(line);
	return at;
}

static int read_file(struct strbuf *text, const char *path)
{
	FILE *file = fopen(path, "r");
	char buffer[4096];
	size_t got;

	if (!file)
		return -1;
	while ((got = fread(buffer, 1, sizeof(buffer), file)))
		strbuf_add(text, buffer, got);
	fclose(file);
	return 0;
}

static void write_file(const struct strbuf *text, const char *path)
{
	FILE *file = fopen(path, "w");

	if (!file)
		return;
	fwrite(text->buf, 1, text->len, file);
	fclose(file);
}

void play_release(struct play *play)
{
	const struct strmap_entry *entry;
	size_t pos = 0;

	while ((entry = strmap_next(&play->histories, &pos)))
		free(entry->value);
	strmap_release(&play->histories);
	play_plain_release(play);
	app_free(play->app);
	options_release(&play->options);
	canvas_release(&play->canvas);
	canvas_release(&play->unseen);
	strbuf_release(&play->out);
	strbuf_release(&play->why);
	for (size_t i = 0; i < play->sent_count; i++)
		strbuf_release(&play->sent[i]);
	free(play->sent);
	effect_queue_release(&play->effects);
	strbuf_release(&play->init);
	strbuf_release(&play->state);
}

/* A sentence made from the file's name: "a-failed-call.case". */
static void add_name(struct strbuf *out, const char *path)
{
	const char *base = strrchr(path, '/');

	for (base = base ? base + 1 : path; *base && *base != '.'; base++)
		strbuf_addch(out, *base == '-' ? ' ' : *base);
}

void play_run(struct play *play, const char *path)
{
	struct strbuf text = STRBUF_INIT;
	const char *at;

	play->file = path;
	play->now_ms = START_MS;
	play->start_wall_ms = START_WALL_MS;
	play->cols = 80;
	play->rows = 24;
	strbuf_init(&play->out);
	strbuf_init(&play->why);
	strbuf_init(&play->init);
	strbuf_init(&play->state);
	options_init(&play->options);
	canvas_init(&play->canvas);
	canvas_init(&play->unseen);
	if (read_file(&text, path))
		play_fail(play, "cannot be read");
	for (at = text.buf; *at && !play->why.len;)
		at = play_line(play, at);
	if (play->app && !prompts_balanced(&play->app->store->prompts))
		play_fail(play, "the accounts are wrong");
	strbuf_release(&text);
}

static bool play_file(const char *path, bool update, int number)
{
	struct strbuf name = STRBUF_INIT;
	struct play play = { .update = update };
	const char *at;
	bool ok;

	play_run(&play, path);
	if (play.update && !play.why.len)
		write_file(&play.out, path);
	ok = !play.why.len;
	add_name(&name, path);
	printf("%s %d - %s\n", ok ? "ok" : "not ok", number, name.buf);
	for (at = play.why.buf; *at;) {
		size_t len = strcspn(at, "\n");

		printf("# %.*s\n", (int)len, at);
		at += len + (at[len] == '\n');
	}
	play_release(&play);
	strbuf_release(&name);
	return ok;
}

int main(int argc, char **argv)
{
	bool update = argc > 1 && !strcmp(argv[1], "--update");
	int first = update ? 2 : 1;
	bool ok = true;

	setenv("TZ", "UTC", 1);
	setlocale(LC_ALL, "C.UTF-8");
	if (argc > 2 && !strcmp(argv[1], "--languages"))
		return play_languages(argv[2], argv + 3, argc - 3) ? 0 : 1;
	if (first >= argc) {
		printf("Bail out! no cases\n");
		return 1;
	}
	printf("1..%d\n", argc - first);
	for (int i = first; i < argc; i++)
		ok &= play_file(argv[i], update, i - first + 1);
	return ok ? 0 : 1;
}
