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

/*
 * An error is sent to the model as jp stores it: a transient one as its message
 * and trace, any other unchanged.
 */
static void add_error(struct tool_outcome *outcome, struct slice json)
{
	struct json_member message, trace, transient;

	outcome->is_error = true;
	json_find(json, "message", &message);
	if (!json_find(json, "trace", &trace) || trace.type != JSON_ARRAY ||
	    !json_find(json, "transient", &transient) ||
	    transient.type != JSON_TRUE) {
		strbuf_addslice(&outcome->content, json);
		return;
	}
	strbuf_addch(&outcome->content, '{');
	json_write_member_raw(&outcome->content, "message", message.value);
	json_write_member_raw(&outcome->content, "trace", trace.value);
	strbuf_addch(&outcome->content, '}');
}

/* False if the text is not such an object. */
static bool read_object(struct tool_outcome *outcome, struct slice json)
{
	struct json_member type, content;

	if (!json_is_valid(json) || !json_find(json, "type", &type))
		return false;
	if (json_string_is(type.value, "needs_input"))
		return read_question(outcome, json);
	if (json_string_is(type.value, "success"))
		return json_find_text(json, "content", &outcome->content);
	if (json_string_is(type.value, "error") &&
	    json_find(json, "message", &content) &&
	    content.type == JSON_STRING) {
		add_error(outcome, json);
		return true;
	}
	return false;
}

static void add_cut(struct strbuf *text, const struct tool_process *process)
{
	if (process->cut)
		strbuf_addf(text, "\n\n[The output was cut at %zu bytes.]",
			    process->max_bytes);
}

/* Write a failure in jp's form; jp does not say how the tool ended. */
static void add_end(struct tool_outcome *outcome, const char *name,
		    const struct tool_process *process)
{
	struct strbuf *content = &outcome->content;
	struct strbuf message = STRBUF_INIT, text = STRBUF_INIT;

	outcome->is_error = true;
	if (process->timed_out)
		strbuf_addf(&message, "Tool '%s' took too long and was killed.",
			    name);
	else if (WIFSIGNALED(process->status))
		strbuf_addf(&message, "Tool '%s' was killed by signal %d.",
			    name, WTERMSIG(process->status));
	else
		strbuf_addf(&message, "Tool '%s' execution failed.", name);
	strbuf_addslice(&text, strbuf_slice(&process->stdout_text));
	add_cut(&text, process);
	strbuf_addch(content, '{');
	json_write_member(content, "message", strbuf_slice(&message));
	json_write_member(content, "stderr",
			  strbuf_slice(&process->stderr_text));
	json_write_member(content, "stdout", strbuf_slice(&text));
	strbuf_addch(content, '}');
	strbuf_release(&message);
	strbuf_release(&text);
}

void tool_outcome_read(struct tool_outcome *outcome, const char *name,
		       const struct tool_process *process)
{
	struct slice text = strbuf_slice(&process->stdout_text);

	*outcome = (struct tool_outcome){ .content = STRBUF_INIT };
	if (!process->timed_out && !process->cut && read_object(outcome, text))
		return;
	if (process->timed_out || !WIFEXITED(process->status) ||
	    WEXITSTATUS(process->status)) {
		add_end(outcome, name, process);
		return;
	}
	strbuf_addslice(&outcome->content, text);
	add_cut(&outcome->content, process);
}
