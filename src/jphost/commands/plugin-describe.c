#include "config.h"

#include "src/jphost/commands/plugin-describe.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "src/base/clock.h"
#include "ui/text/sanitize.h"

/* Bytes of a description; more is invalid. */
#define MAX_LINE (1 << 20)

static void fail(struct plugin_describe *describe, const char *why)
{
	strbuf_setf(&describe->failed, "%s", why);
	describe->done = true;
}

static void begin(struct plugin_describe *describe, const char *path,
		  int limit_ms)
{
	*describe = (struct plugin_describe){
		.plugin = PLUGIN_PROCESS_INIT,
		.path = path,
		.line = STRBUF_INIT,
		.answer = PLUGIN_MESSAGE_INIT,
		.failed = STRBUF_INIT,
		.end_ms = clock_now_ms() + limit_ms,
	};
}

void plugin_describe_refuse(struct plugin_describe *describe, const char *path,
			    const char *why)
{
	begin(describe, path, 0);
	fail(describe, why);
}

void plugin_describe_init(struct plugin_describe *describe, const char *path,
			  int limit_ms)
{
	struct strbuf request = STRBUF_INIT;

	begin(describe, path, limit_ms);
	if (plugin_process_start(&describe->plugin, path, &describe->failed)) {
		describe->done = true;
		return;
	}
	host_write_plain(&request, HOST_MESSAGE_DESCRIBE);
	/*
	 * The few bytes fit into the pipe. A plugin that does not read them may
	 * still answer.
	 */
	if (write(describe->plugin.to, request.buf, request.len) < 0 &&
	    errno != EPIPE)
		fail(describe, "it does not read");
	plugin_process_close(&describe->plugin.to);
	strbuf_release(&request);
}

void plugin_describe_release(struct plugin_describe *describe)
{
	plugin_process_release(&describe->plugin);
	plugin_message_release(&describe->answer);
	strbuf_release(&describe->line);
	strbuf_release(&describe->failed);
}

void plugin_describe_poll(const struct plugin_describe *describe,
			  struct pollfd fds[PLUGIN_DESCRIBE_FDS])
{
	bool reads = !describe->done;

	fds[0] = (struct pollfd){ reads ? describe->plugin.from : -1, POLLIN,
				  0 };
	fds[1] =
		(struct pollfd){ reads ? describe->plugin.err : -1, POLLIN, 0 };
}

static void take_answer(struct plugin_describe *describe)
{
	struct strbuf ignored = STRBUF_INIT;

	if (!describe->line.len)
		fail(describe, "exited without an answer");
	else if (plugin_message_decode(&describe->answer,
				       strbuf_slice(&describe->line),
				       &ignored) ||
		 describe->answer.type != PLUGIN_MESSAGE_DESCRIBE)
		fail(describe, "it says something else than what it is");
	describe->done = true;
	strbuf_release(&ignored);
}

void plugin_describe_ready(struct plugin_describe *describe)
{
	char bytes[4096];
	const char *newline;
	ssize_t got;

	if (describe->done)
		return;
	/* Its log is not used, but must not block it. */
	if (describe->plugin.err >= 0 &&
	    !read(describe->plugin.err, bytes, sizeof(bytes)))
		plugin_process_close(&describe->plugin.err);
	got = read(describe->plugin.from, bytes, sizeof(bytes));
	if (got > 0)
		strbuf_add(&describe->line, bytes, (size_t)got);
	newline = memchr(describe->line.buf, '\n', describe->line.len);
	if (newline)
		strbuf_setlen(&describe->line,
			      (size_t)(newline - describe->line.buf));
	if (newline || !got)
		take_answer(describe);
	else if (describe->line.len > MAX_LINE)
		fail(describe, "it says too much");
	else if (clock_now_ms() >= describe->end_ms)
		fail(describe, "no answer in time");
}

int plugin_describe_left_ms(const struct plugin_describe *describe)
{
	int64_t left_ms = describe->end_ms - clock_now_ms();

	return describe->done || left_ms < 0 ? 0 : (int)left_ms;
}

int plugin_describe_print_help(const char *path, int limit_ms,
			       struct strbuf *err)
{
	struct plugin_describe describe;
	int ret = -1;

	plugin_describe_init(&describe, path, limit_ms);
	while (!describe.done) {
		struct pollfd fds[PLUGIN_DESCRIBE_FDS];

		plugin_describe_poll(&describe, fds);
		poll(fds, PLUGIN_DESCRIBE_FDS,
		     plugin_describe_left_ms(&describe));
		plugin_describe_ready(&describe);
	}
	if (describe.failed.len) {
		strbuf_setf(err, "'%s' cannot be asked for its help: %s", path,
			    describe.failed.buf);
	} else {
		const char *help = describe.answer.help
					   ? describe.answer.help
					   : describe.answer.description;
		struct strbuf text = STRBUF_INIT;

		sanitize_record(&text, slice_str(help ? help : ""), NULL);
		puts(text.buf);
		strbuf_release(&text);
		ret = 0;
	}
	plugin_describe_release(&describe);
	return ret;
}
