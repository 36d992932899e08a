#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/base/strbuf.h"
#include "src/base/xalloc.h"

/*
 * `jp query STEP...` that looks like the real one of 2026-08 from outside: its
 * lock, its log, its prompts' bytes and what it reads. Other commands only
 * report that they were called. The steps:
 *
 *   say:TEXT       the model's text
 *   ask:NAME:TEXT  a call of a tool that asks; consecutive ones form a cycle
 *   bool:TEXT      a tool asks for yes or no
 *   row:TEXT       prints TEXT as if it were a prompt of jp
 *   spell:TEXT     the same letter by letter, with its keys as they are
 *   beside:TEXT    the same in both ways over each prompt, after $FAKE_GO
 *   early          a call and a prompt for it are printed before it is asked
 *                  about, which then waits for $FAKE_GO
 *   text:LABEL     asks for a text
 *   wait           until the file $FAKE_GO exists, which is removed
 *   slow           keys are read only after that; a note tells of the first
 *   fail:TEXT      reports an error and exits with 1
 *   die            by SIGKILL
 *   dies:STEP      the same, during an answer: when its key was read, a text is
 *                  open, the text was pasted, Enter was read, the editor is
 *                  run, or has ended (key text paste enter editor edited)
 *   status:N       the exit status
 *
 * $FAKE_NOTES gets a line for each key, decision, question and size.
 */
#define EDITED_MAX ((size_t)1 << 20)

struct call {
	char name[32];
	char command[128];
};

static struct termios cooked;
static int log_fd, notes_fd, tty_fd;
static bool slow, early;
static const char *beside;
static volatile sig_atomic_t resized, ending;

static void put(int fd, struct slice text)
{
	if (file_write(fd, text))
		exit(1);
}

static void __attribute__((format(printf, 2, 3)))
tell(int fd, const char *format, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	va_start(args, format);
	strbuf_vaddf(&text, format, args);
	va_end(args);
	put(fd, strbuf_slice(&text));
	strbuf_release(&text);
}

/* SIGKILL at this step of an answer. */
static const char *dies = "";

static void reached(const char *step)
{
	if (!strcmp(dies, step))
		raise(SIGKILL);
}

static void note_size(void)
{
	struct winsize size;

	ioctl(tty_fd, TIOCGWINSZ, &size);
	tell(notes_fd, "size %dx%d\n", size.ws_col, size.ws_row);
}

static void on_winch(int number)
{
	(void)number;
	resized = 1;
}

/* While it asks it ignores the signal, and exits afterwards. */
static void on_term(int number)
{
	(void)number;
	ending = 1;
}

static size_t columns(void)
{
	struct winsize size;

	return ioctl(tty_fd, TIOCGWINSZ, &size) || !size.ws_col ? 80
								: size.ws_col;
}

static void wait_for_go(void)
{
	const char *go = getenv("FAKE_GO");
	bool waits = false;

	while (go && unlink(go)) {
		struct pollfd key = { tty_fd, POLLIN, 0 };

		if (resized) {
			resized = 0;
			note_size();
		}
		if (slow && !waits && poll(&key, 1, 0) == 1) {
			tell(notes_fd, "typed\n");
			waits = true;
		}
		poll(NULL, 0, 20);
	}
}

/* --- The log --- */

static void trace(const char *target, const char *message, const char *fields)
{
	tell(log_fd,
	     "{\"timestamp\":\"2026-11-28T15:06:05.256736Z\",\"level\":"
	     "\"TRACE\",\"fields\":{\"message\":\"%s\"%s},\"target\":\"%s\"}\n",
	     message, fields, target);
}

/* `event` is JSON with quotes that need at most one backslash. */
static void stream(const char *event)
{
	struct strbuf fields = STRBUF_INIT;

	strbuf_addstr(&fields, ",\"event\":\"");
	for (; *event; event++) {
		if (*event == '"' || *event == '\\')
			strbuf_addch(&fields, '\\');
		strbuf_addch(&fields, *event);
	}
	strbuf_addch(&fields, '"');
	trace("jp_llm::provider::llamacpp", "Received event from Llamacpp API.",
	      fields.buf);
	strbuf_release(&fields);
}

static void chunk(const char *delta, const char *finish)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "{\"id\":\"a\",\"choices\":[{\"index\":0,\"delta\":{%s},"
		    "\"finish_reason\":%s}]}",
		    delta, finish);
	stream(event.buf);
	strbuf_release(&event);
}

/* --- Keys --- */

static void raw_mode(bool on)
{
	struct termios raw = cooked;

	cfmakeraw(&raw);
	tcsetattr(tty_fd, TCSANOW, on ? &raw : &cooked);
}

static char read_key(void)
{
	char key;
	ssize_t n;

	do
		n = read(tty_fd, &key, 1);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		exit(1);
	tell(notes_fd, "key %02x\n", (unsigned char)key);
	return key;
}

/* --- Prompts as drawn by inquire --- */

/* Draw `plain`, wrapped at the width, with a green letter before it. */
static void draw_row(const char *plain)
{
	size_t len = strlen(plain), cols = columns();

	tell(tty_fd, "\x1b[38;5;10m%c\x1b[39m", plain[0]);
	for (size_t i = 1; i < len; i++) {
		if (i % cols == 0)
			tell(tty_fd, "\r\n");
		tell(tty_fd, "%c", plain[i]);
	}
}

/* What a tool prints to look like a prompt: no mode is set, no key is read. */
static void imitate(const char *row, bool spelled)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "\r\n\x1b[?25l\x1b[38;5;10m?\x1b[39m %s  \r\x1b[%zuC", row,
		    strlen(row) + 3);
	strbuf_addstr(&text, "\x1b[?25h");
	for (size_t i = 0; spelled && i < text.len; i++) {
		tell(tty_fd, "%c", text.buf[i]);
		poll(NULL, 0, 2);
	}
	if (!spelled)
		put(tty_fd, strbuf_slice(&text));
	strbuf_release(&text);
}

static char menu(const char *message, const char *keys)
{
	struct strbuf row = STRBUF_INIT;
	size_t cols = columns(), width;
	char key;

	raw_mode(true);
	strbuf_addf(&row, "? %s [%s]", message, keys);
	width = row.len + 1;
	tell(tty_fd, "\x1b[?2004h\x1b[?25l");
	draw_row(row.buf);
	tell(tty_fd, "  \r");
	if (width % cols)
		tell(tty_fd, "\x1b[%zuC", width % cols);
	tell(tty_fd, "\x1b[?25h");
	tell(notes_fd, "prompt %s\n", message);
	if (slow)
		wait_for_go();
	if (beside) {
		wait_for_go();
		imitate(beside, true);
		imitate(beside, false);
		tell(notes_fd, "beside\n");
	}
	do
		key = read_key();
	while (key != 0x1b && key != 0x03 &&
	       (!strchr(keys, key) || key == ','));
	reached("key");
	strbuf_addf(&row, " %c", key);
	row.buf[0] = '>';
	tell(tty_fd, "\x1b[?25l");
	if (width / cols)
		tell(tty_fd, "\x1b[%zuA", width / cols);
	tell(tty_fd, "\r");
	draw_row(row.buf);
	tell(tty_fd, "\x1b[K\r\n\x1b[?25h\x1b[?25h\x1b[?2004l");
	raw_mode(false);
	strbuf_release(&row);
	return key;
}

/* Skip a terminal's answer, but return the row of a cursor report. */
static int read_reply(void)
{
	int row = 0;
	char c = read_key(); /* [ */

	c = read_key();
	while (c < '@' || c > '~') {
		if (c >= '0' && c <= '9' && row < 1000)
			row = row * 10 + (c - '0');
		if (c == ';')
			break;
		c = read_key();
	}
	while (c < '@' || c > '~')
		c = read_key();
	return c == 'R' ? row : 0;
}

static void draw_text(int row, const char *label, const char *text)
{
	tell(tty_fd,
	     "\x1b[0m\x1b[?25l\x1b[%d;1H\x1b[J\x1b[38;5;10m%s\x1b[38;5;14m "
	     "\x1b[38;5;5m\x1b[0m\x1b[37m%s\x1b[0m\x1b"
	     "7\x1b"
	     "8\x1b[?25h",
	     row, label, text);
}

static void run_editor(struct strbuf *text)
{
	char path[] = "/tmp/fake-edit-XXXXXX";
	int fd = mkstemp(path);
	struct strbuf command = STRBUF_INIT;

	put(fd, strbuf_slice(text));
	strbuf_addf(&command, "%s %s", getenv("JP_EDITOR"), path);
	reached("editor");
	tell(notes_fd, "editor %d\n", system(command.buf));
	reached("edited");
	lseek(fd, 0, SEEK_SET);
	strbuf_reset(text);
	file_read(fd, text, EDITED_MAX);
	close(fd);
	unlink(path);
	strbuf_release(&command);
}

/* Read a pasted text to its end. */
static void read_paste(struct strbuf *text)
{
	static const char end[] = "\x1b[201~";

	do
		strbuf_addch(text, read_key());
	while (text->len < 6 || memcmp(text->buf + text->len - 6, end, 6));
	strbuf_setlen(text, text->len - 6);
}

/* Handle one key of a text: false if it ends the text. */
static bool edit_key(struct strbuf *text, char key)
{
	if (key == 0x15) {
		strbuf_reset(text);
	} else if (key == 0x1b) {
		char seq[8] = "";
		size_t len = 0;

		while (len < 5 && (!len || seq[len - 1] < '@' || len == 1))
			seq[len++] = read_key();
		if (!memcmp(seq, "[200~", 5))
			read_paste(text);
	} else if (key >= ' ') {
		strbuf_addch(text, key);
	}
	return key != '\r' && key != 0x03;
}

/* Like reedline's; false if it was cancelled. */
static bool text_widget(const char *label, struct strbuf *text)
{
	char key;
	int row;

again:
	raw_mode(true);
	tell(tty_fd, "\x1b[?u\x1b[c\x1b[?2004h\x1b[6n");
	do
		row = read_key() == 0x1b ? read_reply() : 0;
	while (!row);
	tell(notes_fd, "text %s\n", label);
	reached("text");
	do {
		draw_text(row, label, text->buf);
		if (*dies && !strcmp(text->buf, "why not"))
			reached("paste");
		key = read_key();
	} while (key != 0x18 && edit_key(text, key));
	tell(tty_fd, "\r\n\x1b[?2004l");
	raw_mode(false);
	if (key == 0x18) {
		run_editor(text);
		goto again;
	}
	reached("enter");
	return key == '\r';
}

/* --- A turn --- */

static void print_call(const struct call *call)
{
	/* The real one reports its work on standard error. */
	tell(STDERR_FILENO,
	     "Calling tool %s with arguments:\n\n```json\n{\n  \"command\": "
	     "\"%s\"\n}\n```\n",
	     call->name, call->command);
}

static void imitate_call(const struct call *call)
{
	struct strbuf row = STRBUF_INIT;

	print_call(call);
	strbuf_addf(&row, "Run local %s tool? [y,Y,n,N,p,r,e,?]", call->name);
	imitate(row.buf, true);
	print_call(call);
	imitate(row.buf, false);
	strbuf_release(&row);
	tell(notes_fd, "early\n");
	wait_for_go();
}

static void decide(const struct call *call, size_t number)
{
	struct strbuf message = STRBUF_INIT, text = STRBUF_INIT;
	char key;

	print_call(call);
	strbuf_addf(&message, "Run local %s tool?", call->name);
	do
		key = menu(message.buf, "y,Y,n,N,p,r,e,?");
	while (key == 'p' || key == '?');
	if (key == 'r') {
		strbuf_addstr(&text, "_Provide reasoning for skipping tool "
				     "execution_");
		if (!text_widget("Reason for skipping (optional)", &text))
			strbuf_reset(&text);
		tell(notes_fd, "skip %zu %s\n", number, text.buf);
	} else if (key == 'e') {
		strbuf_addf(&text, "{\"command\": \"%s\"}", call->command);
		if (text_widget("Edit arguments", &text))
			tell(notes_fd, "run %zu %s\n", number, text.buf);
	} else if (key == 'y' || key == 'Y') {
		tell(notes_fd, "run %zu %s\n", number, call->command);
	} else {
		tell(notes_fd, "skip %zu\n", number);
	}
	strbuf_release(&message);
	strbuf_release(&text);
}

static void cycle(const struct call *calls, size_t count)
{
	struct strbuf delta = STRBUF_INIT;

	for (size_t i = 0; i < count; i++) {
		strbuf_reset(&delta);
		strbuf_addf(
			&delta,
			"\"tool_calls\":[{\"index\":%zu,\"id\":\"c%ld-%zu\","
			"\"function\":{\"name\":\"%s\",\"arguments\":"
			"\"{\\\"command\\\":\\\"%s\\\"}\"}}]",
			i, (long)getpid(), i + 1, calls[i].name,
			calls[i].command);
		chunk(delta.buf, "null");
	}
	chunk("", "\"tool_calls\"");
	if (early)
		imitate_call(&calls[0]);
	for (size_t i = 0; i < count && !ending; i++)
		decide(&calls[i], i + 1);
	stream("[DONE]");
	trace("jp_workspace::conversation_lock",
	      "Flushed conversation to disk.", ",\"id\":\"jp-c17700000001\"");
	trace("jp_llm::tool", "Executing tool.", ",\"tool\":\"shell\"");
	strbuf_release(&delta);
}

static void say(const char *text)
{
	struct strbuf delta = STRBUF_INIT;

	strbuf_addf(&delta, "\"content\":\"%s\"", text);
	chunk(delta.buf, "null");
	tell(tty_fd, "%s\n", text);
	strbuf_release(&delta);
}

static void step(const char *word, int *status)
{
	if (!strncmp(word, "say:", 4)) {
		say(word + 4);
	} else if (!strncmp(word, "bool:", 5)) {
		char key = menu(word + 5, "y,Y,n,N,?");

		tell(notes_fd, "answer %c\n", key);
	} else if (!strncmp(word, "row:", 4)) {
		tell(tty_fd,
		     "\x1b[?25l? %s [y,Y,n,N,p,r,e,?]  \r\x1b[%zuC"
		     "\x1b[?25h",
		     word + 4,
		     strlen(word + 4) + strlen("?  [y,Y,n,N,p,r,e,?] "));
		tell(notes_fd, "row\n");
	} else if (!strncmp(word, "spell:", 6)) {
		imitate(word + 6, true);
		tell(notes_fd, "spelled\n");
	} else if (!strncmp(word, "beside:", 7)) {
		beside = word + 7;
	} else if (!strcmp(word, "early")) {
		early = true;
	} else if (!strncmp(word, "text:", 5)) {
		struct strbuf text = STRBUF_INIT;

		text_widget(word + 5, &text);
		tell(notes_fd, "said %s\n", text.buf);
		strbuf_release(&text);
	} else if (!strcmp(word, "wait")) {
		wait_for_go();
	} else if (!strcmp(word, "slow")) {
		slow = true;
	} else if (!strncmp(word, "fail:", 5)) {
		tell(STDERR_FILENO,
		     "%s\n\n    its cause\n\n"
		     "Full trace log written to: /tmp/x\n",
		     word + 5);
		*status = 1;
	} else if (!strncmp(word, "dies:", 5)) {
		dies = word + 5;
	} else if (!strcmp(word, "die")) {
		raise(SIGKILL);
	} else if (!strncmp(word, "status:", 7)) {
		*status = atoi(word + 7);
	}
}

static int query(char **words)
{
	struct call calls[8];
	size_t count = 0;
	int status = 0;

	for (; *words && !ending; words++) {
		if (!strncmp(*words, "ask:", 4) && count < 8) {
			sscanf(*words, "ask:%31[^:]:%127[^\n]",
			       calls[count].name, calls[count].command);
			count++;
			if (words[1] && !strncmp(words[1], "ask:", 4))
				continue;
			cycle(calls, count);
			count = 0;
			continue;
		}
		step(*words, &status);
	}
	return status;
}

/* --- Files --- */

static char log_path[4096];

static void open_log(const char *root)
{
	const char *folder = getenv("TMPDIR");
	struct strbuf fields = STRBUF_INIT;
	char config[4096];
	int fd;

	snprintf(log_path, sizeof(log_path), "%s/.tmpXXXXXX",
		 folder ? folder : "/tmp");
	log_fd = mkstemp(log_path);
	snprintf(config, sizeof(config), "%s/jp-config-%ld.json",
		 folder ? folder : "/tmp", (long)getpid());
	fd = open(config, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	tell(fd, "{\"conversation\":{\"tools\":{\"*\":{\"run\":\"ask\"}}}}");
	close(fd);
	trace("jp_cli", "Starting CLI run.", ",\"command\":\"query\"");
	strbuf_addf(&fields, ",\"root\":\"%s\"", root);
	trace("jp_workspace", "Found workspace root.", fields.buf);
	strbuf_reset(&fields);
	strbuf_addf(&fields, ",\"config\":\"%s\"", config);
	trace("jp_config::util", "Configuration details.", fields.buf);
	strbuf_release(&fields);
}

/* Create the silo like jp, and take the lock in it. */
static void take_lock(char *lock, size_t size, const char *root)
{
	struct strbuf silo = STRBUF_INIT, path = STRBUF_INIT;
	int fd;

	strbuf_addf(&silo, "%s/jp", getenv("XDG_DATA_HOME"));
	mkdir(silo.buf, 0700);
	strbuf_addstr(&silo, "/workspace");
	mkdir(silo.buf, 0700);
	strbuf_addf(&silo, "/%s-abcde", strrchr(root, '/') + 1);
	mkdir(silo.buf, 0700);
	strbuf_addf(&path, "%s/.jp", root);
	snprintf(lock, size, "%s/storage", silo.buf);
	if (symlink(path.buf, lock) && errno != EEXIST)
		exit(1);
	snprintf(lock, size, "%s/conversations", silo.buf);
	mkdir(lock, 0700);
	snprintf(lock, size, "%s/locks", silo.buf);
	mkdir(lock, 0700);
	snprintf(lock, size, "%s/locks/jp-c17700000001.lock", silo.buf);
	fd = open(lock, O_RDWR | O_CREAT, 0600);
	if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB))
		exit(1);
	tell(fd,
	     "{\"pid\":%ld,\"session\":\"1\",\"acquired_at\":"
	     "\"2026-11-28T15:06:05+00:00\"}",
	     (long)getpid());
	strbuf_release(&silo);
	strbuf_release(&path);
}

int main(int argc, char **argv)
{
	const char *notes = getenv("FAKE_NOTES"), *root = getenv("FAKE_ROOT");
	char lock[4096];
	int status;

	notes_fd = open(notes ? notes : "/dev/null",
			O_WRONLY | O_APPEND | O_CREAT, 0600);
	if (argc < 2 || strcmp(argv[1], "query") != 0 || !root) {
		printf("plain%s%s, %s\n", argc > 1 ? " " : "",
		       argc > 1 ? argv[1] : "",
		       getenv("JP_EDITOR") ? "edited" : "as it is");
		return 3;
	}
	tty_fd = open("/dev/tty", O_RDWR);
	if (tty_fd < 0 || tcgetattr(tty_fd, &cooked)) {
		printf("no terminal\n");
		return 4;
	}
	signal(SIGWINCH, on_winch);
	signal(SIGTERM, on_term);
	signal(SIGINT, SIG_IGN);
	open_log(root);
	take_lock(lock, sizeof(lock), root);
	note_size();
	trace("jp_cli::cmd::query::turn_loop", "Starting conversation turn.",
	      ",\"model\":\"fake\"");
	trace("jp_llm::provider::llamacpp",
	      "Starting Llamacpp chat completion stream.", "");
	status = query(argv + 2);
	note_size();
	tell(notes_fd, "end\n");
	unlink(lock);
	unlink(log_path);
	return status;
}
