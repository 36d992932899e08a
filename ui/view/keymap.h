#ifndef JPD_VIEW_KEYMAP_H
#define JPD_VIEW_KEYMAP_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/strbuf.h"
#include "ui/view/command.h"
#include "ui/view/key.h"

/* Which key does what. Starts with the defaults of the command table. */
struct binding {
	struct key key;
	enum command_id command;
};

struct keymap {
	struct binding *bindings;
	size_t count, cap;
};

void keymap_init(struct keymap *keymap); /* with the defaults */
void keymap_release(struct keymap *keymap);
enum command_id keymap_find(const struct keymap *keymap, struct key key);
/* Bind a key (as text); "none" unbinds it. -1 with a sentence in `err`. */
int keymap_bind(struct keymap *keymap, struct slice key, struct slice command,
		struct strbuf *err);
/* The same from one text: "Z zoom". */
int keymap_bind_line(struct keymap *keymap, struct slice line,
		     struct strbuf *err);
/*
 * The command that loses its key by such a line; COMMAND_NONE if there is none
 * or the key is only unbound. `line` ends with a NUL.
 */
enum command_id keymap_taken_by(const struct keymap *keymap, struct slice line);
/* Append the keys of a command, "a, F2"; nothing if it has none. */
void keymap_keys(struct strbuf *out, const struct keymap *keymap,
		 enum command_id command);
/* The first of its keys, with which hints name a command. */
void keymap_first_key(struct strbuf *out, const struct keymap *keymap,
		      enum command_id command);
/* The same; ":name" if it has none. */
void keymap_way(struct strbuf *out, const struct keymap *keymap,
		enum command_id command);
/* Its first key that is not text: F1 and up. False: there is none. */
bool keymap_first_function_key(struct strbuf *out, const struct keymap *keymap,
			       enum command_id command);

#endif
