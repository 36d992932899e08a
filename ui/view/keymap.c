#include "config.h"

#include "ui/view/keymap.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"

static struct binding *find(const struct keymap *keymap, struct key key)
{
	for (size_t i = 0; i < keymap->count; i++)
		if (key_equal(keymap->bindings[i].key, key))
			return &keymap->bindings[i];
	return NULL;
}

/* Keys are kept in the order in which they were bound. */
static void bind_key(struct keymap *keymap, struct key key,
		     enum command_id command)
{
	struct binding *old = find(keymap, key);

	if (old) {
		size_t at = (size_t)(old - keymap->bindings);

		memmove(old, old + 1,
			(--keymap->count - at) * sizeof(*keymap->bindings));
	}
	if (command == COMMAND_NONE)
		return;
	ALLOC_GROW(keymap->bindings, keymap->count + 1, keymap->cap);
	keymap->bindings[keymap->count++] = (struct binding){ key, command };
}

static void bind_defaults(struct keymap *keymap, enum command_id command)
{
	struct slice keys = slice_str(command_keys(command));

	while (keys.len) {
		struct key key;
		bool is_key;

		if (keys.ptr[0] == ' ') {
			keys = slice_skip(keys, 1);
			continue;
		}
		is_key = key_parse(&keys, &key);
		assert(is_key);
		bind_key(keymap, key, command);
	}
}

void keymap_init(struct keymap *keymap)
{
	*keymap = (struct keymap){ 0 };
	for (int id = COMMAND_NONE + 1; id < COMMAND_COUNT; id++)
		bind_defaults(keymap, (enum command_id)id);
}

void keymap_release(struct keymap *keymap)
{
	if (!keymap)
		return;
	free(keymap->bindings);
	*keymap = (struct keymap){ 0 };
}

enum command_id keymap_find(const struct keymap *keymap, struct key key)
{
	const struct binding *found = find(keymap, key);

	return found ? found->command : COMMAND_NONE;
}

int keymap_bind(struct keymap *keymap, struct slice key, struct slice command,
		struct strbuf *err)
{
	struct slice rest = key;
	struct key parsed;
	enum command_id id = command_find(command);

	if (!key_parse(&rest, &parsed) || rest.len) {
		strbuf_setf(err, _("not a key: '%.*s'"), (int)key.len,
			    key.ptr ? key.ptr : "");
		return -1;
	}
	if (id == COMMAND_NONE && !slice_is(command, "none")) {
		strbuf_setf(err, _("unknown command: '%.*s'"), (int)command.len,
			    command.ptr ? command.ptr : "");
		return -1;
	}
	bind_key(keymap, parsed, id);
	return 0;
}

int keymap_bind_line(struct keymap *keymap, struct slice line,
		     struct strbuf *err)
{
	const char *blank = memchr(line.ptr, ' ', line.len);
	struct slice key = line, command;

	if (!blank) {
		strbuf_setf(err, _("a key and a command, as in 'Z zoom'"));
		return -1;
	}
	key.len = (size_t)(blank - line.ptr);
	command = slice_skip_blanks(slice_skip(line, key.len));
	return keymap_bind(keymap, key, command, err);
}

enum command_id keymap_taken_by(const struct keymap *keymap, struct slice line)
{
	size_t blank = strcspn(line.ptr, " ");
	struct slice text = slice_of(line.ptr, blank);
	struct slice command = slice_skip_blanks(slice_skip(line, blank));
	enum command_id to = command_find(command), from = COMMAND_NONE;
	struct key key;

	if (to != COMMAND_NONE && key_parse(&text, &key) && !text.len)
		from = keymap_find(keymap, key);
	return from == to ? COMMAND_NONE : from;
}

void keymap_keys(struct strbuf *out, const struct keymap *keymap,
		 enum command_id command)
{
	bool first = true;

	for (size_t i = 0; i < keymap->count; i++) {
		if (keymap->bindings[i].command != command)
			continue;
		if (!first)
			strbuf_addstr(out, ", ");
		key_format_shown(out, keymap->bindings[i].key);
		first = false;
	}
}

static bool add_first(struct strbuf *out, const struct keymap *keymap,
		      enum command_id command, enum key_sym from)
{
	for (size_t i = 0; i < keymap->count; i++) {
		const struct binding *binding = &keymap->bindings[i];

		if (binding->command != command || binding->key.sym < from)
			continue;
		key_format_shown(out, binding->key);
		return true;
	}
	return false;
}

void keymap_first_key(struct strbuf *out, const struct keymap *keymap,
		      enum command_id command)
{
	add_first(out, keymap, command, KEY_SYM_NONE);
}

void keymap_way(struct strbuf *out, const struct keymap *keymap,
		enum command_id command)
{
	if (!add_first(out, keymap, command, KEY_SYM_NONE))
		strbuf_addf(out, ":%s", command_name(command));
}

bool keymap_first_function_key(struct strbuf *out, const struct keymap *keymap,
			       enum command_id command)
{
	return add_first(out, keymap, command, KEY_SYM_F1);
}
