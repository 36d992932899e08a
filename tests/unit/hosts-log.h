#ifndef JPD_TESTS_UNIT_HOSTS_LOG_H
#define JPD_TESTS_UNIT_HOSTS_LOG_H

#include "src/dashboard/hosts/hosts.h"

/*
 * The hosts without a screen: their lines go in; lines for them and events come
 * out in one log, in order. "> " marks a sent line.
 */
struct hosts_log {
	struct hosts *hosts;
	struct strbuf log;
	bool obeys; /* a rule allows each call immediately */
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
/* The log since the last check. */
void assert_told(struct hosts_log *day, const char *log);
void hosts_log_begin_as(struct hosts_log *day, const char *init,
			const struct hosts_options *options,
			const char *jphost);
void hosts_log_begin(struct hosts_log *day);
/* Its one conversation is listed and followed in full; the log is empty. */
struct conversation *hosts_log_begin_followed(struct hosts_log *day);
void hosts_log_end(struct hosts_log *day);

#endif
