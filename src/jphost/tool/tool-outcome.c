#include "config.h"

#include "src/jphost/tool/tool-outcome.h"

#include <sys/wait.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"

static bool read_question(struct tool_outcome *outcome, struct slice json)
{
	struct json_member id, text;

	if (!json_find_path(json, &id, "question", "id", NULL) ||
	    id.type != JSON_STRING || id.value.len <= 2 ||
	    !json_find_path(json, &text, "question", "text", NULL) ||
	    text.type != JSON_STRING)
		return false;
	json_find(json, "question", &text);
	outcome->question = text.value;
	outcome->asks = true;
	return true;
}

/* An error goes to the model as jp stores it: {"message":…,"trace":[…]}. */
static void add_error(struct tool_outcome *outcome, struct slice json)
{
	struct json_member message, trace;

	outcome->is_error = true;
	json_find(json, "message", &message);
	if (!json_find(json, "trace", &trace) || trace.type != JSON_ARRAY ||
	    trace.value.len <= 2) {
		json_string_add(&outcome->content, message.value);
		return;
	}
	strbuf_addch(&outcome->content, '{');
	json_write_member_raw(&outcome->content, "message", message.value);
	json_write_member_raw(&outcome->content, "trace", trace.value);
	strbuf_addch(&outcome->content, '}');
}

/* False where the text is not such an object. */
static bool read_object(struct tool_outcome *outcome, struct slice json)
{
	struct json_member type, content;

	if (!json_is_valid(json) || !json_find(json, "type", &type))
		return false;
	if (json_string_is(type.value, "needs_input"))
		return read_question(outcome, json);
	if (json_string_is(type.value, "success") &&
	    json_find(json, "content", &content)) {
		json_text_add(&outcome->content, content.value);
		return true;
	}
	if (json_string_is(type.value, "error") &&
	    json_find(json, "message", &content) &&
	    content.type == JSON_STRING) {
		add_error(outcome, json);
		return true;
	}
	return false;
}

static void add_end(struct tool_outcome *outcome, const char *name,
		    const struct tool_process *process)
{
	struct strbuf *content = &outcome->content;
	struct slice complaint = strbuf_slice(&process->stderr_text);

	outcome->is_error = true;
	if (process->timed_out)
		strbuf_addf(content, "Tool '%s' took too long and was killed.",
			    name);
	else if (WIFSIGNALED(process->status))
		strbuf_addf(content, "Tool '%s' was killed by signal %d.", name,
			    WTERMSIG(process->status));
	else
		strbuf_addf(content, "Tool '%s' failed with status %d.", name,
			    WEXITSTATUS(process->status));
	if (complaint.len) {
		strbuf_addstr(content, "\n\n");
		strbuf_addslice(content, complaint);
	}
	if (process->stdout_text.len) {
		strbuf_addstr(content, "\n\n");
		strbuf_addslice(content, strbuf_slice(&process->stdout_text));
	}
}

void tool_outcome_read(struct tool_outcome *outcome, const char *name,
		       const struct tool_process *process)
{
	struct slice text = strbuf_slice(&process->stdout_text);

	*outcome = (struct tool_outcome){ .content = STRBUF_INIT };
	if (!process->timed_out && !process->cut && read_object(outcome, text))
		return;
	if (process->timed_out || !WIFEXITED(process->status) ||
	    WEXITSTATUS(process->status))
		add_end(outcome, name, process);
	else
		strbuf_addslice(&outcome->content, text);
	if (process->cut)
		strbuf_addf(&outcome->content,
			    "\n\n[The output was cut at %zu bytes.]",
			    process->max_bytes);
}
