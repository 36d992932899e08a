#include "config.h"

#include "src/jphost/commands/plugin-log.h"

#include <stdio.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "ui/text/sanitize.h"

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

void plugin_log_show(const char *who, int verbose,
		     const struct plugin_message *msg)
{
	const char *level = msg->level ? msg->level : "info";
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s: %s", level, msg->text ? msg->text : "");
	add_fields(&text, msg->fields);
	trace(TRACE_HOST, "plugin %s", text.buf);
	if (verbose >= shown_from(level))
		plugin_log_tell(who, strbuf_slice(&text));
	strbuf_release(&text);
}

void plugin_log_tell(const char *who, struct slice text)
{
	struct strbuf line = STRBUF_INIT;

	if (who)
		strbuf_addf(&line, "%s: ", who);
	sanitize_record(&line, text, NULL);
	fprintf(stderr, "%s\n", line.buf);
	strbuf_release(&line);
}
