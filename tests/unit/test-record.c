#include "config.h"

#include "src/dashboard/app/app.h"
#include "src/dashboard/app/commands.h"
#include "src/dashboard/app/prompt-dialog.h"
#include "src/dashboard/io/record.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/dashboard/layers/layers.h"
#include "tests/unit/happen.h"
#include "tests/unit/test.h"

#define INIT "{\"type\":\"init\",\"version\":1,\"capabilities\":[]}"

/* A recording of an app, in a temporary folder. */
struct session {
	char folder[64], path[80];
	struct record *record;
	struct app *app;
};

static void begin(struct session *s)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct options options;

	strcpy(s->folder, "/tmp/test-record-XXXXXX");
	assert_non_null(mkdtemp(s->folder));
	snprintf(s->path, sizeof(s->path), "%s/a.case", s->folder);
	s->record = record_open(s->path, SLICE(INIT), &err);
	assert_non_null(s->record);
	options_init(&options);
	s->app = app_new(&options, layers_all, 1000, 0);
	record_start(s->record, s->app, 1000);
	assert_int_equal(host_message_decode(&init, SLICE(INIT), &err), 0);
	app_add_host(s->app, "jp", &init);
	app_resize(s->app, 80, 24, 1000);
	record_screen(s->record, SLICE("TERM: xterm\n"));
	options_release(&options);
}

/* Close it, and read its text. */
static void end(struct session *s, struct strbuf *text)
{
	int fd;

	record_close(s->record);
	fd = open(s->path, O_RDONLY);
	assert_true(fd >= 0);
	assert_int_equal(file_read(fd, text, 1 << 20), 0);
	close(fd);
	unlink(s->path);
	rmdir(s->folder);
	app_free(s->app);
}

static void assert_has(const struct strbuf *text, const char *part)
{
	if (!strstr(text->buf, part))
		fail_msg("no '%s' in\n%s", part, text->buf);
}

static void the_file_is_new_and_for_us_alone(void **state)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct session s;
	struct stat st;

	(void)state;
	begin(&s);
	assert_int_equal(stat(s.path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_null(record_open(s.path, SLICE(INIT), &err));
	assert_non_null(strstr(err.buf, s.path));
	end(&s, &text);
	assert_has(&text, "# TERM: xterm\n");
	assert_has(&text, "size 80 24\ninit " INIT "\nstall\n");
	assert_has(&text, "sent\n> {\"type\":\"ready\"}\n");
	strbuf_release(&text);
	strbuf_release(&err);
}

static void note(struct session *s, struct input input, int64_t now_ms)
{
	record_input(s->record, &input, now_ms);
}

static void note_bytes(struct session *s, const char *bytes, int64_t now_ms)
{
	char copy[64];

	strcpy(copy, bytes);
	note(s,
	     (struct input){ .kind = INPUT_HOST_BYTES,
			     .bytes = copy,
			     .byte_count = strlen(copy) },
	     now_ms);
}

static void lines_are_whole_whatever_the_pieces(void **state)
{
	struct strbuf text = STRBUF_INIT;
	struct session s;

	(void)state;
	begin(&s);
	note_bytes(&s, "{\"a\":1}\n{\"b\"", 1000);
	note_bytes(&s, ":2}", 1005);
	note_bytes(&s, "\n{\"c\":3}\n{\"d\":", 1007);
	note(&s, (struct input){ .kind = INPUT_KEY, .key = { .ch = '<' } },
	     1010);
	note(&s,
	     (struct input){ .kind = INPUT_PASTE,
			     .text = SLICE("one\ntwo\\ PASSWORD=x") },
	     1010);
	end(&s, &text);
	assert_has(&text, "host {\"a\":1}\ntick 7\nhost {\"b\":2}\n"
			  "host {\"c\":3}\ntick 3\nkey <lt>\n"
			  "paste one\\ntwo\\\\ PASSWORD=***\nflow\n");
	strbuf_release(&text);
}

static void happen(struct session *s, struct input input, int64_t now_ms)
{
	record_input(s->record, &input, now_ms);
	app_input(s->app, &input, now_ms);
}

static void feed(struct session *s, const char *line, int64_t now_ms)
{
	struct strbuf bytes = STRBUF_INIT;

	strbuf_addf(&bytes, "%s\n", line);
	happen(s,
	       (struct input){ .kind = INPUT_HOST_BYTES,
			       .bytes = bytes.buf,
			       .byte_count = bytes.len },
	       now_ms);
	strbuf_release(&bytes);
}

static void press(struct session *s, struct key key, int64_t now_ms)
{
	happen(s, (struct input){ .kind = INPUT_KEY, .key = key }, now_ms);
}

/* A dialog asks for a secret, and is on the screen. */
static void ask_for_a_secret(struct session *s)
{
	struct canvas cv;

	begin(s);
	s->app->hosts->list[0].init.capabilities |= 1u << CAPABILITY_RESPOND;
	feed(s,
	     "{\"type\":\"event\",\"sub_id\":\"s1\",\"respond\":\"inquiry\","
	     "\"data\":{\"type\":\"inquiry_request\",\"id\":\"i1\","
	     "\"question\":{\"text\":\"Password?\",\"answer_type\":"
	     "{\"type\":\"secret\"}}}}",
	     1000);
	if (s->app->layer != LAYER_PROMPT)
		app_command(s->app, COMMAND_ANSWER);
	assert_true(app_hides_input(s->app));
	s->app->options.guard_ms = 0;
	canvas_init(&cv);
	app_draw(s->app, &cv);
	app_happen(s->app, INPUT_FRAME_WRITTEN, 2000);
	canvas_release(&cv);
}

static void a_secret_is_neither_typed_nor_sent(void **state)
{
	static const char secret[] = "hunter2";
	struct strbuf text = STRBUF_INIT;
	struct session s;

	(void)state;
	ask_for_a_secret(&s);
	for (size_t i = 0; secret[i]; i++)
		press(&s, (struct key){ .ch = (unsigned char)secret[i] },
		      3000 + (int64_t)i);
	note(&s,
	     (struct input){ .kind = INPUT_PASTE,
			     .text = SLICE("pasted"),
			     .flag = true },
	     3100);
	happen(&s, (struct input){ .kind = INPUT_QUIET }, 4999);
	press(&s, (struct key){ .sym = KEY_SYM_ENTER }, 5000);
	end(&s, &text);
	assert_null(strstr(text.buf, "hunter2"));
	assert_null(strstr(text.buf, "pasted"));
	assert_null(strstr(text.buf, "key h"));
	assert_has(&text, "tick 2000\nkey *\ntick 1\nnoise\n");
	assert_has(&text, "key <Enter>\n");
	assert_has(&text, "\"inquiry_id\":\"i1\",\"answer\":\"*\"");
	strbuf_release(&text);
}

/* Its replay would send another answer, or none. */
static void a_secret_that_was_not_taken_is_typed_anew(void **state)
{
	struct key letter = { .ch = 'h' };
	struct key delete = { .ch = 'u', .mods = KEY_CTRL };
	struct strbuf text = STRBUF_INIT;
	struct session s;

	(void)state;
	ask_for_a_secret(&s);
	/* It was typed for what was there before. */
	s.app->desk.burst = DESK_BURST_CUT;
	s.app->desk.burst_seen_ms = PROMPT_LOCK_NEVER;
	press(&s, letter, 3000);
	assert_int_equal(s.app->inquiry.editor.text.len, 0);
	s.app->desk.burst = DESK_BURST_NONE;
	press(&s, letter, 4000);
	press(&s, letter, 4001);
	assert_int_equal(s.app->inquiry.editor.text.len, 2);
	press(&s, delete, 4002);
	assert_int_equal(s.app->inquiry.editor.text.len, 0);
	press(&s, (struct key){ .sym = KEY_SYM_ENTER }, 5000);
	end(&s, &text);
	assert_has(&text,
		   "key *\ntick 1000\nkey <C-u>\nkey *\ntick 1\nnoise\n");
	assert_has(&text, "tick 1\nnoise\ntick 998\nkey <C-u>\nkey <Enter>\n");
	strbuf_release(&text);
}

static void what_cannot_be_written_is_told_once(void **state)
{
	struct rlimit was, none = { 0, 0 };
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct session s;

	(void)state;
	begin(&s);
	assert_int_equal(record_flush(s.record, &err), 0);
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &was);
	none.rlim_max = was.rlim_max;
	setrlimit(RLIMIT_FSIZE, &none);
	note(&s, (struct input){ .kind = INPUT_RESUME }, 1000);
	assert_int_equal(record_flush(s.record, &err), -1);
	assert_non_null(strstr(err.buf, s.path));
	note(&s, (struct input){ .kind = INPUT_RESUME }, 1000);
	feed(&s, "{}", 1001);
	assert_int_equal(record_flush(s.record, &err), 0);
	setrlimit(RLIMIT_FSIZE, &was);
	end(&s, &text);
	assert_has(&text, "{\"type\":\"ready\"}\n");
	assert_null(strstr(text.buf, "resume"));
	strbuf_release(&text);
	strbuf_release(&err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_file_is_new_and_for_us_alone),
		cmocka_unit_test(lines_are_whole_whatever_the_pieces),
		cmocka_unit_test(a_secret_is_neither_typed_nor_sent),
		cmocka_unit_test(a_secret_that_was_not_taken_is_typed_anew),
		cmocka_unit_test(what_cannot_be_written_is_told_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
