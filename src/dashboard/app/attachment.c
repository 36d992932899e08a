#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/draft.h"
#include "src/dashboard/app/pane.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * Files and a schema to send inline with the next message of a conversation.
 * They belong to its draft until the host has accepted it.
 */

#define FILES_MAX 16
#define ALL_BYTES ((size_t)3 << 20) /* the outbox has room for 8 MiB */

void app_reading_release(struct app_reading *reading)
{
	free(reading->path);
	free(reading->conversation);
	*reading = (struct app_reading){ 0 };
}

static void release(struct attachment *file)
{
	free(file->path);
	free(file->file);
	strbuf_release(&file->text);
	*file = (struct attachment){ .text = STRBUF_INIT };
}

void attachments_clear(struct attached *attached)
{
	for (size_t i = 0; i < attached->count; i++)
		release(&attached->files[i]);
	free(attached->files);
	if (attached->schema.path)
		release(&attached->schema);
	*attached = (struct attached){ 0 };
}

bool attachments_any(const struct attached *attached)
{
	return attached->count || attached->schema.path;
}

static const char *name_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

void attachments_describe(const struct attached *attached, struct strbuf *out)
{
	for (size_t i = 0; i < attached->count; i++) {
		const struct attachment *file = &attached->files[i];

		strbuf_addf(out, "%s%zu %s (", i ? ", " : "", i + 1,
			    name_of(file->path));
		strbuf_addf(out, Q_("%'zu byte", "%'zu bytes", file->text.len),
			    file->text.len);
		strbuf_addch(out, ')');
	}
	if (!attached->schema.path)
		return;
	if (attached->count)
		strbuf_addstr(out, "; ");
	strbuf_addf(out, _("schema: %s"), name_of(attached->schema.path));
}

void attachments_write(const struct attached *attached, struct strbuf *out)
{
	for (size_t i = 0; i < attached->count; i++) {
		const struct attachment *file = &attached->files[i];

		strbuf_addstr(out, i ? ",{" : "[{");
		json_write_member(out, "type", SLICE("file_content"));
		json_write_member(out, "path", slice_str(file->path));
		json_write_member(out, "content", strbuf_slice(&file->text));
		strbuf_addch(out, '}');
	}
	if (attached->count)
		strbuf_addch(out, ']');
}

int app_file_ask(struct app *app, enum app_file_use use, struct slice path,
		 struct strbuf *err)
{
	struct conversation *conv = app_conversation_here(app, err);
	struct app_reading *reading = &app->own->reading;

	if (!conv)
		return -1;
	if (app->options.read_only) {
		strbuf_setf(err, _("read-only: nothing is sent"));
		return -1;
	}
	app_reading_release(reading);
	reading->use = use;
	reading->path = xmemdupz(path.ptr, path.len);
	reading->host = conv->host;
	reading->conversation = xstrdup(conv->id);
	effect_add(&app->effects, EFFECT_READ)->name = xstrdup(reading->path);
	return 0;
}

/* Whether the focused conversation's host accepts messages. */
static int check(struct app *app, bool files, struct strbuf *err)
{
	struct pane *pane = app_focused(app);

	if (!pane || !pane->conv)
		return 0; /* app_file_ask() reports it */
	if (!hosts_can(app->hosts, pane->conv->host, CAPABILITY_QUERY)) {
		strbuf_setf(err,
			    _("this host cannot send messages (start it with "
			      "--provider)"));
		return -1;
	}
	if (files &&
	    app->hosts->list[pane->conv->host].dialect == DIALECT_JP8) {
		strbuf_setf(err, _("this host does not accept files"));
		return -1;
	}
	return 0;
}

int attachment_add(struct app *app, struct slice path, struct strbuf *err)
{
	return check(app, true, err) ||
			       app_file_ask(app, FILE_ATTACH, path, err)
		       ? -1
		       : 0;
}

int attachment_add_schema(struct app *app, struct slice path,
			  struct strbuf *err)
{
	return check(app, false, err) ||
			       app_file_ask(app, FILE_SCHEMA, path, err)
		       ? -1
		       : 0;
}

static struct attached *focused(struct app *app)
{
	struct draft *draft = draft_here(app);

	return draft && attachments_any(&draft->attached) ? &draft->attached
							  : NULL;
}

void attachment_list(struct app *app)
{
	struct attached *attached = focused(app);
	struct strbuf text = STRBUF_INIT;

	if (attached)
		attachments_describe(attached, &text);
	app_say(app, FACE_DIM, "%s", attached ? text.buf : _("no attachments"));
	strbuf_release(&text);
}

int attachment_remove(struct app *app, struct slice number, struct strbuf *err)
{
	struct attached *attached = focused(app);
	size_t n = 0;

	if (!number.len && attached)
		attachments_clear(attached);
	for (size_t i = 0; i < number.len && n <= FILES_MAX; i++)
		n = number.ptr[i] >= '0' && number.ptr[i] <= '9'
			    ? 10 * n + (size_t)(number.ptr[i] - '0')
			    : FILES_MAX + 1;
	if (number.len) {
		if (!attached || !n || n > attached->count) {
			strbuf_setf(err, _("no such file: %.*s"),
				    (int)number.len, number.ptr);
			return -1;
		}
		release(&attached->files[n - 1]);
		attached->count--;
		memmove(&attached->files[n - 1], &attached->files[n],
			(attached->count - n + 1) * sizeof(*attached->files));
	}
	attachment_list(app);
	return 0;
}

/* Whether it is text: UTF-8 without controls. */
static bool is_text(struct slice text)
{
	if (utf8_valid_prefix(text.ptr, text.len) < text.len)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (c == 0x7f || (c < 0x20 && !memchr("\t\n\f\r\033", c, 5)))
			return false;
	}
	return true;
}

static size_t all_bytes(const struct attached *attached)
{
	size_t sum = 0;

	for (size_t i = 0; i < attached->count; i++)
		sum += attached->files[i].text.len;
	return sum;
}

static struct attachment make(const char *path, const struct effect_done *done)
{
	struct attachment file = { .path = xstrdup(path), .text = STRBUF_INIT };

	file.file = done->file ? xstrdup(done->file) : NULL;
	strbuf_addslice(&file.text, done->text);
	return file;
}

/* The index for a file, which may have been attached before, by this path or
 * another. */
static size_t place_for(const struct attached *attached, const char *path,
			const char *file)
{
	for (size_t i = 0; i < attached->count; i++) {
		const struct attachment *other = &attached->files[i];

		if (!strcmp(other->path, path) ||
		    (file && other->file && !strcmp(other->file, file)))
			return i;
	}
	return attached->count;
}

static void attach(struct app *app, struct attached *attached, const char *path,
		   const struct effect_done *done)
{
	struct slice text = done->text;
	size_t at = place_for(attached, path, done->file);
	size_t before = at < attached->count ? attached->files[at].text.len : 0;

	if (!is_text(text)) {
		app_say(app, FACE_ERROR, _("'%s' is a binary file"), path);
		return;
	}
	if (at == FILES_MAX ||
	    all_bytes(attached) - before + text.len > ALL_BYTES) {
		app_say(app, FACE_ERROR, _("'%s' exceeds the attachment limit"),
			path);
		return;
	}
	if (at < attached->count) {
		release(&attached->files[at]);
	} else {
		attached->files =
			xreallocarray(attached->files, ++attached->count,
				      sizeof(*attached->files));
	}
	attached->files[at] = make(path, done);
	attachment_list(app);
}

/* Position of a byte as in editors: from 1, in characters. */
static void place_of(struct slice text, size_t at, size_t *line, size_t *col)
{
	*line = *col = 1;
	for (size_t i = 0; i < at && i < text.len; i++) {
		if (text.ptr[i] == '\n') {
			++*line;
			*col = 1;
		} else {
			*col += ((unsigned char)text.ptr[i] & 0xc0) != 0x80;
		}
	}
}

static void take_schema(struct app *app, struct attached *attached,
			const char *path, const struct effect_done *done)
{
	struct slice text = done->text;
	struct strbuf err = STRBUF_INIT;
	size_t at = 0, line, col;

	if (json_check(text, &at, &err)) {
		place_of(text, at, &line, &col);
		app_say(app, FACE_ERROR,
			_("'%s' is not valid JSON: line %zu, column %zu: %s"),
			path, line, col, err.buf);
	} else if (json_type_of(text) != JSON_OBJECT) {
		app_say(app, FACE_ERROR, _("'%s' is not a JSON object"), path);
	} else {
		if (attached->schema.path)
			release(&attached->schema);
		attached->schema = make(path, done);
		attachment_list(app);
	}
	strbuf_release(&err);
}

void app_file_read(struct app *app, const struct effect_done *done)
{
	struct app_reading *reading = &app->own->reading;
	struct conversation *conv =
		reading->conversation ? store_find(app->store, reading->host,
						   reading->conversation)
				      : NULL;
	struct strbuf err = STRBUF_INIT;

	if (done->why)
		app_say(app, FACE_ERROR, "%s", done->why);
	else if (conv && reading->use == FILE_ATTACH)
		attach(app, &draft_get(app, conv)->attached, reading->path,
		       done);
	else if (conv && reading->use == FILE_SCHEMA)
		take_schema(app, &draft_get(app, conv)->attached, reading->path,
			    done);
	else if (conv && hosts_push(app->hosts, conv, done->text, &err))
		app_say(app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
	app_reading_release(reading);
	hosts_pump(app->hosts);
}
