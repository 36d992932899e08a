#ifndef JPD_PROTO_MEMBER_H
#define JPD_PROTO_MEMBER_H

#include <stddef.h>
#include <stdint.h>

#include "proto/host-message.h"
#include "proto/json-scan.h"

/*
 * How the decoders read a member's value. Private to proto/. A value of another
 * type counts as missing, and the last of duplicates wins.
 */

/* The text of a string (owned), or NULL. */
char *member_text(const struct json_member *member);
/* The exact JSON text (owned; U+FFFD for what is not UTF-8). */
char *member_raw(const struct json_member *member);
/* As above, replacing what `*slot` had. */
void member_set_text(char **slot, const struct json_member *member);
void member_set_raw(char **slot, const struct json_member *member);
int64_t member_int(const struct json_member *member, int64_t otherwise);
/* The strings of an array, `*count` of them; free_strings() frees them. */
char **member_texts(const struct json_member *member, size_t *count);

/* Where the text of a member called `key` goes: a char * in a struct. */
struct member_slot {
	const char *key;
	size_t offset;
};

/* Whether the value is an id: compared, and sent back exactly as it came
 * (json_id_add(), json_write_id()). */
bool member_is_id(struct slice key);
/* Set the slot of `slots` that the member belongs to, if there is one. */
void member_set_slot(void *base, const struct member_slot *slots, size_t count,
		     const struct json_member *member);
void member_free_slots(void *base, const struct member_slot *slots,
		       size_t count);

/*
 * The index of `text` in `names`, plus one; 0 if it is not in it. A NULL, as
 * `text` or in `names`, matches nothing.
 */
int member_name_number(const char *text, const char *const *names,
		       size_t count);
/* The same for the text of a string. */
int member_name(const struct json_member *member, const char *const *names,
		size_t count);

/* The value of `respond`; NONE for any other. */
enum respond_kind member_respond(const struct json_member *member);

/*
 * Check that no key of the object occurs twice, in any spelling: it would be
 * unclear which of the two is meant. -1 with a sentence in `err`.
 */
int member_check_once(struct slice object, struct strbuf *err);

/*
 * Check that `line` is a JSON object, and find its `type` (owned), or say in
 * `err` what is wrong: "it has no type".
 */
char *member_line_type(struct slice line, struct strbuf *err);

#endif
