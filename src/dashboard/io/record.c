#include "config.h"

#include "src/dashboard/io/record.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "proto/secrets.h"
#include "src/base/case-text.h"
#include "src/base/file.h"
#include "src/base/i18n.h"
#include "src/base/timestamp.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/prompt-dialog.h"

#define LINE_MAX ((size_t)64 << 20) /* of a host's line; as in host.c */

/* An incomplete line. */
struct record_part {
	struct strbuf bytes;
	size_t left_out; /* bytes dropped: it is too long */
};

struct record {
	int fd; /* -1: given up */
	char *path;
	struct app *app;
	struct secrets secrets;
	struct strbuf first_line; /* until the head is written */
	struct strbuf head;       /* until the screen is known */
	struct strbuf text;       /* not written yet */
	bool headed;
	int64_t start_ms, last_ms;
	int host;     /* host of the last words */
	bool sending; /* the last line was sent by us, at last_ms */
	bool hidden;  /* part of a secret was typed */
	struct record_part *parts; /* of each host */
	size_t part_count;
};

struct record *record_open(const char *path, struct slice first_line,
			   struct strbuf *err)
{
	struct record *record;
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0) {
		file_fail(err, _("cannot record to"), path);
		return NULL;
	}
	record = xcalloc(1, sizeof(*record));
	record->fd = fd;
	record->path = xstrdup(path);
	secrets_init(&record->secrets);
	strbuf_init(&record->first_line);
	strbuf_init(&record->head);
	strbuf_init(&record->text);
	secrets_add_line(&record->secrets, &record->first_line, first_line);
	return record;
}

void record_close(struct record *record)
{
	struct strbuf err = STRBUF_INIT;

	if (!record)
		return;
	/* A case made from the recording ends with a visible frame. */
	record->sending = false;
	strbuf_addstr(&record->text, "flow\n");
	record_flush(record, &err);
	if (record->fd >= 0)
		close(record->fd);
	for (size_t i = 0; i < record->part_count; i++)
		strbuf_release(&record->parts[i].bytes);
	free(record->parts);
	free(record->path);
	secrets_release(&record->secrets);
	strbuf_release(&record->first_line);
	strbuf_release(&record->head);
	strbuf_release(&record->text);
	strbuf_release(&err);
	free(record);
}

/* Write the time since the last word, and the host of the next. */
static void begin(struct record *record, int host, int64_t now_ms)
{
	record->sending = false;
	if (now_ms > record->last_ms) {
		strbuf_addf(&record->text, "tick %lld\n",
			    (long long)(now_ms - record->last_ms));
		record->last_ms = now_ms;
	}
	if (host >= 0 && host != record->host) {
		record->host = host;
		strbuf_addf(&record->text, "about %s\n",
			    record->app->hosts->list[host].name);
	}
}

/* Lines sent at the same moment form one block. */
static void on_sent(void *data, int host, struct slice line, bool secret)
{
	struct record *record = data;
	int64_t now_ms = record->app->now_ms;

	if (record->fd < 0)
		return;
	if (!record->sending || host != record->host ||
	    now_ms > record->last_ms) {
		begin(record, host, now_ms);
		strbuf_addstr(&record->text, "sent\n");
	}
	record->sending = true;
	while (line.len && line.ptr[line.len - 1] == '\n')
		line.len--;
	strbuf_addstr(&record->text, "> ");
	if (secret)
		secrets_add_answer(&record->secrets, &record->text, line);
	else
		secrets_add_line(&record->secrets, &record->text, line);
	strbuf_addch(&record->text, '\n');
}

void record_start(struct record *record, struct app *app, int64_t now_ms)
{
	if (!record)
		return;
	record->app = app;
	record->start_ms = record->last_ms = now_ms;
	app->on_sent = on_sent;
	app->on_sent_data = record;
}

void record_screen(struct record *record, struct slice about)
{
	const struct app *app;

	if (!record || record->headed)
		return;
	app = record->app;
	strbuf_addstr(&record->head,
		      "# A session of " PACKAGE_STRING
		      ". Secrets that could be told from other texts are "
		      "left out;\n# read it before you give it away.\n");
	while (about.len) {
		struct slice line = slice_take_line(&about);

		strbuf_addf(&record->head, "# %.*s\n", (int)line.len, line.ptr);
	}
	strbuf_addstr(&record->head, "clock ");
	timestamp_add_rfc3339(&record->head,
			      record->start_ms + app->wall_offset_ms);
	strbuf_addf(&record->head, "\nsize %d %d\n", app->cols, app->rows);
	if (app->options.plain)
		strbuf_addstr(&record->head, "plain\n");
	if (app->hosts->jphost)
		strbuf_addstr(&record->head, "jphost\n");
	if (app->hosts->parent_deaf)
		strbuf_addstr(&record->head, "deaf\n");
	if (terminal_place_is_known(&app->options.here)) {
		strbuf_addstr(&record->head, "here ");
		terminal_place_write(&record->head, &app->options.here);
		strbuf_addch(&record->head, '\n');
	}
	strbuf_addf(&record->head, "init %s\n", record->first_line.buf);
	/* Frames reach the terminal only when the recording says so. */
	strbuf_addstr(&record->head, "stall\n");
	record->headed = true;
}

int record_flush(struct record *record, struct strbuf *err)
{
	int ret = 0;

	if (!record || record->fd < 0 || !record->headed || !record->text.len)
		return 0;
	strbuf_insert(&record->text, 0, record->head.buf, record->head.len);
	if (file_write(record->fd, strbuf_slice(&record->text))) {
		ret = file_fail(err, _("the recording ends here: cannot write"),
				record->path);
		close(record->fd);
		record->fd = -1;
	}
	strbuf_reset(&record->head);
	strbuf_reset(&record->text);
	return ret;
}

void record_text(struct record *record, const char *word, struct slice text)
{
	struct strbuf shown = STRBUF_INIT;

	if (!record || record->fd < 0)
		return;
	begin(record, -1, record->app->now_ms);
	secrets_add_text(&shown, text);
	strbuf_addf(&record->text, "%s%s", word, text.len ? " " : "");
	case_text_escape(&record->text, strbuf_slice(&shown));
	strbuf_addch(&record->text, '\n');
	strbuf_release(&shown);
}

static struct record_part *part_of(struct record *record, int host)
{
	while (record->part_count <= (size_t)host) {
		record->parts =
			xreallocarray(record->parts, record->part_count + 1,
				      sizeof(*record->parts));
		record->parts[record->part_count++] =
			(struct record_part){ .bytes = STRBUF_INIT };
	}
	return &record->parts[host];
}

static void end_line(struct record *record, int host, struct slice line,
		     size_t left_out, int64_t now_ms)
{
	begin(record, host, now_ms);
	if (left_out) {
		strbuf_addf(&record->text,
			    "# a line of %zu bytes is left out\n", left_out);
		return;
	}
	strbuf_addstr(&record->text, "host ");
	secrets_add_line(&record->secrets, &record->text, line);
	strbuf_addch(&record->text, '\n');
}

static void add_bytes(struct record *record, int host, struct slice bytes,
		      int64_t now_ms)
{
	struct record_part *part = part_of(record, host);

	while (bytes.len) {
		bool ends = memchr(bytes.ptr, '\n', bytes.len);
		struct slice line = slice_take_line(&bytes);

		if (part->bytes.len || !ends) {
			if (part->left_out ||
			    part->bytes.len + line.len > LINE_MAX)
				part->left_out += line.len;
			else
				strbuf_addslice(&part->bytes, line);
			line = strbuf_slice(&part->bytes);
		}
		if (!ends)
			break;
		end_line(record, host, line,
			 part->left_out ? part->left_out + part->bytes.len : 0,
			 now_ms);
		strbuf_reset(&part->bytes);
		part->left_out = 0;
	}
}

/*
 * The field is still empty, as the keys came with the question, or were deleted:
 * remove the mark that a replay may have in its own.
 */
static void take_back(struct record *record, int64_t now_ms)
{
	begin(record, -1, now_ms);
	strbuf_addstr(&record->text, "key <C-u>\n");
	record->hidden = false;
}

/* One mark replaces all of the typed text; each edit would show its length. */
static bool hide(struct record *record, const struct input *input,
		 int64_t now_ms)
{
	struct key key = input->key;
	bool typed = input->kind == INPUT_KEY || input->kind == INPUT_PASTE ||
		     input->kind == INPUT_LET_GO;
	bool leaves = input->kind == INPUT_KEY &&
		      (key.sym == KEY_SYM_ENTER || key_is_escape(key));

	if (!typed)
		return false;
	if (record->hidden && app_hides_input(record->app) &&
	    input->kind != INPUT_LET_GO &&
	    !record->app->inquiry.editor.text.len)
		take_back(record, now_ms);
	if (leaves || !app_hides_input(record->app)) {
		record->hidden = false;
		return false;
	}
	/* A release would show which key it was. */
	if (input->kind == INPUT_LET_GO)
		return true;
	begin(record, -1, now_ms);
	strbuf_addstr(&record->text, record->hidden ? "noise\n" : "key *\n");
	record->hidden = true;
	return true;
}

/* Whether an answer depends on which frame was visible. */
static bool frame_matters(const struct app *app)
{
	return app->options.plain || app->layer == LAYER_PROMPT ||
	       app->desk.burst != DESK_BURST_NONE;
}

static bool is_of_host(enum input_kind kind)
{
	return kind == INPUT_HOST_STDERR || kind == INPUT_HOST_GONE ||
	       kind == INPUT_HOST_CLOSED || kind == INPUT_HOST_FAILED;
}

/* Add the input, without secrets in its texts. */
static void add_input(struct record *record, const struct input *input,
		      int64_t now_ms)
{
	struct strbuf line = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf why = STRBUF_INIT;
	struct input shown = *input;

	secrets_add_text(&text, input->kind == INPUT_EFFECT_DONE
					? input->done.text
					: input->text);
	shown.text = shown.done.text = strbuf_slice(&text);
	if (input->kind == INPUT_EFFECT_DONE && input->done.why) {
		secrets_add_text(&why, slice_str(input->done.why));
		shown.done.why = why.buf;
	}
	if (input_format(&line, &shown)) {
		begin(record, is_of_host(input->kind) ? input->host : -1,
		      now_ms);
		strbuf_addf(&record->text, "%s\n", line.buf);
	}
	strbuf_release(&line);
	strbuf_release(&text);
	strbuf_release(&why);
}

void record_input(struct record *record, const struct input *input,
		  int64_t now_ms)
{
	if (!record || record->fd < 0)
		return;
	if (input->kind == INPUT_HOST_BYTES)
		add_bytes(record, input->host,
			  slice_of(input->bytes, input->byte_count), now_ms);
	else if (!hide(record, input, now_ms) &&
		 (input->kind != INPUT_FRAME_WRITTEN ||
		  frame_matters(record->app)))
		add_input(record, input, now_ms);
}
