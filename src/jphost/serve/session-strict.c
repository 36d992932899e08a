#include "config.h"

#include <inttypes.h>

#include "proto/plugin-check.h"
#include "src/base/xalloc.h"
#include "src/jphost/serve/session-conversation.h"

/* Bytes reported of a line. */
#define TOLD_MAX 200

void session_strict_ready(struct session *session, int64_t protocol)
{
	struct strbuf why = STRBUF_INIT;

	/* A jp of protocol 1 ignores this member like any unknown one. */
	if (session->options.strict || (protocol >= 0 && protocol <= 1))
		return;
	strbuf_setf(&why,
		    "the plugin speaks protocol %" PRId64
		    ", and jphost protocol 1",
		    protocol);
	session_fail(session, why.buf);
	strbuf_release(&why);
}

bool session_strict_take(struct session *session, struct slice line,
			 enum plugin_message_type type)
{
	bool strict = session->options.strict;
	struct strbuf why = STRBUF_INIT;
	enum plugin_check check;

	if (session->end.refused)
		return true;
	check = plugin_check_line(line, &why);
	if (check == PLUGIN_CHECK_NEWER && !strict &&
	    type != PLUGIN_MESSAGE_UNKNOWN)
		check = PLUGIN_CHECK_TAKEN;
	strbuf_addstr(&why, ": ");
	strbuf_add(&why, line.ptr, line.len < TOLD_MAX ? line.len : TOLD_MAX);
	if (check != PLUGIN_CHECK_TAKEN && strict)
		session_fail(session, why.buf);
	else if (check != PLUGIN_CHECK_TAKEN)
		session->end.refused = xstrdup(why.buf);
	strbuf_release(&why);
	return !session->end.failed;
}
