#ifndef JPD_TESTS_UNIT_HOSTS_LOG_H
#define JPD_TESTS_UNIT_HOSTS_LOG_H

#include "src/dashboard/hosts/hosts.h"

/*
 * The room of the hosts without a screen: lines of hosts in; out come the
 * lines for them and the events, all in one log, in the order in which they
 * are told. "> " is a line that was sent.
 */
struct hosts_log {
	struct hosts *hosts;
	struct strbuf log;
	bool obeys; /* a rule allows each call at once */
};

#define CAPABLE                                                  \
	"\"capabilities\":[\"subscribe\",\"respond\",\"query\"," \
	"\"lock\",\"withdraw\",\"exact\",\"cancel_query\"]"

#define INIT "{\"type\":\"init\",\"version\":1,"

#define LIST(id)                                                             \
	"{\"type\":\"conversations\",\"data\":[{\"id\":\"" id                \
	"\",\"title\":\"A\",\"last_activated_at\":\"2026-01-01T11:59:00Z\"," \
	"\"events_count\":1}]}"

#define CALL(id, path)                                                            \
	"{\"type\":\"event\",\"sub_id\":\"s2\",\"respond\":"                      \
	"\"tool_approval\",\"data\":{\"type\":\"tool_call_request\",\"id\":\"" id \
	"\",\"name\":\"rm\",\"arguments\":{\"path\":\"" path "\"}}}"

#define EVENT(data) "{\"type\":\"event\",\"sub_id\":\"s2\",\"data\":{" data "}}"

void hosts_log_say(struct hosts_log *day, int host, const char *line);
/* That this was told since the last time. */
void assert_told(struct hosts_log *day, const char *log);
void hosts_log_begin_as(struct hosts_log *day, const char *init,
			const struct hosts_options *options,
			const char *jphost);
void hosts_log_begin(struct hosts_log *day);
/* Its one conversation is listed and followed in full; nothing is in the
 * log. */
struct conversation *hosts_log_begin_followed(struct hosts_log *day);
void hosts_log_end(struct hosts_log *day);

#endif
