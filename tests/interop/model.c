#include "config.h"

/*
 * A model's endpoint for both jp and jphost, for any number of requests.
 *
 *     interop/model FOLDER
 *
 * The body of each chat completion becomes FOLDER/NUMBER.json, complete before
 * it is answered. The answer is in the request: the lines of the user's newest
 * text,
 *     SAY text           words of the answer
 *     THINK text         a thought
 *     WAIT MS            before the next part
 *     CALL NAME ARGS     a tool call, ARGS a raw object; one answer has all
 *                        consecutive calls
 * Each answer ends with its calls, and the next one continues after them.
 * Without further lines it says "Noted.". The port goes to stdout.
 */

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/host/http-request.h"

/* Two programs send requests: use the first free number. */
static void keep(const char *folder, struct slice body)
{
	struct strbuf path = STRBUF_INIT;
	int fd = -1;

	for (int i = 1; fd < 0 && i < 1000000; i++) {
		strbuf_setf(&path, "%s/%06d.json", folder, i);
		fd = open(path.buf, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			  0600);
	}
	if (fd < 0 || write(fd, body.ptr, body.len) != (ssize_t)body.len)
		die("cannot write %s", path.buf);
	close(fd);
	strbuf_release(&path);
}

/* --- The answer --- */

struct answer {
	int fd;
	struct strbuf calls; /* of this answer */
	int call_count, number;
	int asked; /* the user's requests so far */
};

static void send_event(int fd, const char *delta, const char *finish)
{
	struct strbuf event = STRBUF_INIT;

	strbuf_addf(&event,
		    "data: {\"choices\":[{\"index\":0,\"delta\":{%s},"
		    "\"finish_reason\":%s}]}\n\n",
		    delta, finish);
	/* The client may have hung up. */
	send(fd, event.buf, event.len, MSG_NOSIGNAL);
	strbuf_release(&event);
}

static void say(int fd, const char *member, const char *text)
{
	struct strbuf delta = STRBUF_INIT;

	strbuf_addf(&delta, "\"%s\":", member);
	json_write_string(&delta, slice_str(text));
	send_event(fd, delta.buf, "null");
	strbuf_release(&delta);
}

static void add_call(struct answer *answer, char *words)
{
	char *arguments = words + strcspn(words, " ");
	struct strbuf *calls = &answer->calls;

	if (*arguments)
		*arguments++ = 0;
	strbuf_addf(
		calls,
		"%s{\"index\":%d,\"id\":\"call_%d_%d\",\"type\":\"function\"",
		answer->call_count ? "," : "", answer->call_count,
		answer->asked, answer->call_count + answer->number);
	strbuf_addf(calls, ",\"function\":{\"name\":\"%s\"", words);
	json_write_member(calls, "arguments", slice_str(arguments));
	strbuf_addstr(calls, "}}");
	answer->call_count++;
}

/* The program's lines after the calls that have results. */
static void play(struct answer *answer, char *program, int results)
{
	bool spoke = false;

	for (char *line = strtok(program, "\n"); line;
	     line = strtok(NULL, "\n")) {
		bool call = !strncmp(line, "CALL ", 5);

		if (answer->number < results) {
			answer->number += call;
			continue;
		}
		if (!call && answer->call_count)
			break;
		if (!strncmp(line, "WAIT ", 5)) {
			poll(NULL, 0, atoi(line + 5));
			continue;
		}
		if (call)
			add_call(answer, line + 5);
		else if (!strncmp(line, "SAY ", 4))
			say(answer->fd, "content", line + 4);
		else if (!strncmp(line, "THINK ", 6))
			say(answer->fd, "reasoning_content", line + 6);
		else
			continue;
		spoke = true;
	}
	if (!spoke)
		say(answer->fd, "content", "Noted.");
}

/* The user's newest text, and how many results follow it. */
static int find_program(struct strbuf *program, struct slice body, int *asked)
{
	struct json_member messages, message, member;
	struct json_walk walk;
	int results = 0;

	json_find(body, "messages", &messages);
	walk = json_walk_begin(messages.value);
	while (json_walk_next(&walk, &message)) {
		json_find(message.value, "role", &member);
		results += json_string_is(member.value, "tool");
		if (!json_string_is(member.value, "user"))
			continue;
		json_find(message.value, "content", &member);
		if (member.type != JSON_STRING)
			continue;
		++*asked;
		results = 0;
		strbuf_reset(program);
		json_string_add(program, member.value);
	}
	return results;
}

static void answer_chat(int fd, struct slice body)
{
	struct answer answer = { .fd = fd, .calls = STRBUF_INIT };
	struct strbuf program = STRBUF_INIT, delta = STRBUF_INIT;
	int results = find_program(&program, body, &answer.asked);
	static const char head[] =
		"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
		"Connection: close\r\n\r\n";

	send(fd, head, strlen(head), MSG_NOSIGNAL);
	play(&answer, program.buf, results);
	if (answer.call_count) {
		strbuf_addf(&delta, "\"tool_calls\":[%s]", answer.calls.buf);
		send_event(fd, delta.buf, "null");
	}
	send_event(fd, "", answer.call_count ? "\"tool_calls\"" : "\"stop\"");
	send(fd, "data: [DONE]\n\n", 14, MSG_NOSIGNAL);
	strbuf_release(&answer.calls);
	strbuf_release(&program);
	strbuf_release(&delta);
}

static void answer_rest(int fd)
{
	static const char json[] = "{\"object\":\"list\",\"data\":"
				   "[{\"id\":\"tiny\",\"object\":\"model\"}]}";
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
		    "Content-Length: %zu\r\nConnection: close\r\n\r\n%s",
		    strlen(json), json);
	send(fd, text.buf, text.len, MSG_NOSIGNAL);
	strbuf_release(&text);
}

static void serve(int fd, const char *folder)
{
	struct strbuf text = STRBUF_INIT;
	size_t at = http_read_request(fd, &text);
	struct slice body = slice_skip(strbuf_slice(&text), at);

	if (at && !strncmp(text.buf, "POST ", 5)) {
		keep(folder, body);
		answer_chat(fd, body);
	} else if (at) {
		answer_rest(fd);
	}
	strbuf_release(&text);
}

int main(int argc, char **argv)
{
	int server;

	if (argc != 2)
		die("usage: model FOLDER");
	signal(SIGCHLD, SIG_IGN);
	server = http_listen();
	for (;;) {
		int fd = accept(server, NULL, NULL);
		pid_t pid;

		/* Exit when the parent has exited. */
		if (getppid() == 1 || fd < 0)
			return 0;
		pid = fork();
		if (!pid) {
			close(server);
			serve(fd, argv[1]);
			return 0;
		}
		if (pid < 0)
			die("cannot fork: %s", strerror(errno));
		close(fd);
	}
}
