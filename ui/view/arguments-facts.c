#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/base/strmap.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"
#include "ui/view/arguments-private.h"

/* Facts about arguments, without building their rows. */

#define EDIT_MEMBERS_MAX 64 /* of an object that may be an edit */

void arguments_facts_init(struct arguments_facts *facts)
{
	*facts = (struct arguments_facts){ .lookalikes = STRBUF_INIT };
}

void arguments_facts_release(struct arguments_facts *facts)
{
	strbuf_release(&facts->lookalikes);
	arguments_facts_init(facts);
}

bool arguments_suspicious(const struct arguments_facts *facts)
{
	return facts->hidden || facts->duplicates || facts->malformed ||
	       facts->lookalikes.len;
}

void arguments_facts_reset(struct arguments_facts *facts, size_t bytes)
{
	if (!facts)
		return;
	strbuf_reset(&facts->lookalikes);
	*facts = (struct arguments_facts){ .bytes = bytes,
					   .lookalikes = facts->lookalikes };
}

bool arguments_is_command(struct slice key)
{
	static const char *const names[] = { "command", "cmd",  "script",
					     "shell",   "bash", "code",
					     "args",    "argv", "program",
					     "query",   "sql",  "url" };

	return slice_is_one_of(key, names, ARRAY_SIZE(names));
}

bool arguments_is_prose(struct slice key)
{
	return !arguments_is_command(key) && !arguments_names_path(key);
}

static size_t count_twice(struct slice value, int depth)
{
	struct json_walk walk = json_walk_begin(value);
	struct json_member m;
	struct strmap names;
	struct strbuf name = STRBUF_INIT;
	size_t twice = 0;

	strmap_init(&names);
	while (json_walk_next(&walk, &m)) {
		if (m.type >= JSON_ARRAY && depth < ARGUMENTS_NESTING_MAX)
			twice += count_twice(m.value, depth + 1);
		if (!walk.object)
			continue;
		strbuf_reset(&name);
		json_string_add(&name, json_quoted_key(m.key));
		twice +=
			strmap_put(&names, strbuf_slice(&name), &names) != NULL;
	}
	strmap_release(&names);
	strbuf_release(&name);
	return twice;
}

size_t arguments_count_twice(struct slice value)
{
	return count_twice(value, 0);
}

/* Whether decoding to UTF-8 replaces something: no diff shows what. */
static bool is_replaced(struct slice value)
{
	struct strbuf text = STRBUF_INIT;
	bool replaced = json_string_add(&text, value) &&
			memmem(text.buf, text.len, "\xef\xbf\xbd", 3);

	strbuf_release(&text);
	return replaced;
}

bool arguments_may_have_edits(struct slice object)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member m;
	size_t count = 0;

	while (json_walk_next(&walk, &m)) {
		if (++count > EDIT_MEMBERS_MAX || is_replaced(m.value))
			return false;
	}
	return !count_twice(object, ARGUMENTS_NESTING_MAX);
}

bool arguments_find_new(struct slice object, const struct json_member *m,
			struct json_member *found)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member each;
	bool any = false;

	while (json_walk_next(&walk, &each)) {
		if (each.type != JSON_STRING ||
		    !arguments_is_edit(m->key, each.key))
			continue;
		*found = each;
		any = true;
	}
	return any;
}

/* --- Facts only --- */

static void look_at(struct arguments_writer *w, struct slice text)
{
	struct escape_list escapes = { 0 };
	struct strbuf visible = STRBUF_INIT;

	arguments_make_visible(w, &visible, text, &escapes, NULL);
	escape_list_release(&escapes);
	strbuf_release(&visible);
}

static void look_at_key(struct arguments_writer *w, struct slice key)
{
	struct strbuf name = STRBUF_INIT;

	json_string_add(&name, json_quoted_key(key));
	look_at(w, strbuf_slice(&name));
	strbuf_release(&name);
}

/* Whether both sides of an edit look the same. */
static void look_at_edit(struct arguments_writer *w, struct slice object,
			 const struct json_member *m)
{
	struct strbuf text[2] = { STRBUF_INIT, STRBUF_INIT };
	struct strbuf visible[2] = { STRBUF_INIT, STRBUF_INIT };
	struct json_member other;

	if (m->type == JSON_STRING && arguments_find_new(object, m, &other)) {
		json_string_add(&text[0], m->value);
		json_string_add(&text[1], other.value);
		sanitize_visible(&visible[0], strbuf_slice(&text[0]), NULL);
		sanitize_visible(&visible[1], strbuf_slice(&text[1]), NULL);
		arguments_note_same(w, strbuf_slice(&visible[0]),
				    strbuf_slice(&visible[1]));
	}
	for (size_t i = 0; i < 2; i++) {
		strbuf_release(&text[i]);
		strbuf_release(&visible[i]);
	}
}

static void look_into(struct arguments_writer *w, struct slice value, int depth)
{
	struct json_walk walk = json_walk_begin(value);
	bool edits = walk.object && arguments_may_have_edits(value);
	struct strbuf text = STRBUF_INIT;
	struct json_member m;

	while (json_walk_next(&walk, &m)) {
		if (walk.object)
			look_at_key(w, m.key);
		if (edits)
			look_at_edit(w, value, &m);
		if (m.type >= JSON_ARRAY && depth < ARGUMENTS_NESTING_MAX) {
			look_into(w, m.value, depth + 1);
			continue;
		}
		strbuf_reset(&text);
		w->prose = m.type == JSON_STRING && arguments_is_prose(m.key);
		if (m.type == JSON_STRING)
			json_bytes_add(&text, m.value);
		else
			strbuf_addslice(&text, m.value);
		look_at(w, strbuf_slice(&text));
		w->prose = false;
	}
	strbuf_release(&text);
}

void arguments_inspect(struct arguments_facts *facts, struct slice raw)
{
	const struct arguments_options options = { 0 };
	struct arguments_writer w = { NULL, &options, facts, false, false };
	struct strbuf err = STRBUF_INIT;

	arguments_facts_reset(facts, raw.len);
	facts->malformed =
		json_type_of(raw) != JSON_OBJECT || json_check(raw, NULL, &err);
	if (facts->malformed) {
		look_at(&w, raw);
	} else {
		facts->duplicates = arguments_count_twice(raw);
		look_into(&w, raw, 0);
	}
	strbuf_release(&err);
}

void arguments_inspect_text(struct arguments_facts *facts, struct slice text)
{
	const struct arguments_options options = { 0 };
	struct arguments_writer w = { NULL, &options, facts, true, false };

	arguments_facts_reset(facts, text.len);
	look_at(&w, text);
}

/* --- Warnings --- */

void arguments_warning_row(struct rows *rows, int cols, const char *text)
{
	const struct wrap_options wrap = { .cols = cols, .face = FACE_WAITING };

	wrap_text(rows, slice_str(text), &wrap);
}

void arguments_warning_rows(struct rows *rows, int cols,
			    const struct arguments_facts *f)
{
	struct strbuf text = STRBUF_INIT;

	if (f->malformed)
		arguments_warning_row(
			rows, cols,
			_("! These arguments are not a JSON object; they are "
			  "shown unchanged."));
	if (f->hidden) {
		strbuf_addf(&text,
			    Q_("! Hidden characters in %zu place are shown as "
			       "escapes.",
			       "! Hidden characters in %zu places are shown "
			       "as escapes.",
			       f->hidden),
			    f->hidden);
		arguments_warning_row(rows, cols, text.buf);
	}
	if (f->duplicates)
		arguments_warning_row(
			rows, cols,
			_("! A name stands twice; programs differ in which "
			  "of the two counts."));
	if (f->lookalikes.len) {
		strbuf_reset(&text);
		strbuf_addf(&text,
			    _("! Letters of several scripts that look "
			      "alike: %s"),
			    f->lookalikes.buf);
		arguments_warning_row(rows, cols, text.buf);
	}
	strbuf_release(&text);
}
