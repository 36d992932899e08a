#include "config.h"

#include "src/jphost/provider/openai-members.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"

/* Signatures have kilobytes; more than this is a server out of control. */
#define MAX_MEMBERS ((size_t)4 << 20)

static void add(struct strbuf *members, struct slice key, struct slice value)
{
	strbuf_addstr(members, members->len ? ",\"" : "\"");
	strbuf_addslice(members, key);
	strbuf_addstr(members, "\":");
	json_write_compact(members, value);
}

/* Add a member, replacing an earlier one of the same name. */
static void keep(struct strbuf *members, struct slice key, struct slice value)
{
	struct strbuf kept = STRBUF_INIT, object = STRBUF_INIT;
	struct json_member member;
	struct json_walk walk;

	strbuf_addf(&object, "{%s}", members->buf);
	walk = json_walk_begin(strbuf_slice(&object));
	while (json_walk_next(&walk, &member)) {
		if (!slice_equal(member.key, key))
			add(&kept, member.key, member.value);
	}
	add(&kept, key, value);
	strbuf_release(&object);
	strbuf_release(members);
	*members = kept;
}

static bool is_one_of(struct slice key, const char *const *names)
{
	for (; *names; names++) {
		if (slice_is(key, *names))
			return true;
	}
	return false;
}

void openai_members_keep_unknown(struct strbuf *members, struct slice object,
				 const char *const *known)
{
	struct json_walk walk = json_walk_begin(object);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		if (member.type != JSON_NULL && !is_one_of(member.key, known) &&
		    members->len + member.value.len <= MAX_MEMBERS)
			keep(members, member.key, member.value);
	}
}
