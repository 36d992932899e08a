#include "config.h"

#include "src/jphost/commands/plugin-log.h"

#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"

/* The number of v from which a level is shown. */
static int shown_from(const char *level)
{
	static const struct {
		const char *level;
		int verbose;
	} levels[] = {
		{ "info", 2 },
		{ "debug", 3 },
		{ "trace", 4 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(levels); i++) {
		if (!strcmp(level, levels[i].level))
			return levels[i].verbose;
	}
	return 1;
}

static void add_fields(struct strbuf *out, struct slice fields)
{
	struct json_walk walk = json_walk_begin(fields);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		strbuf_addch(out, ' ');
		json_string_add(out, json_quoted_key(member.key));
		strbuf_addch(out, '=');
		json_write_compact(out, member.value);
	}
}

bool plugin_log_add(struct strbuf *out, int verbose,
		    const struct plugin_message *msg)
{
	const char *level = msg->level ? msg->level : "info";

	strbuf_addf(out, "%s: %s", level, msg->text ? msg->text : "");
	add_fields(out, msg->fields);
	return verbose >= shown_from(level);
}
