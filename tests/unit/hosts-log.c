#include "config.h"

#include "tests/unit/hosts-log.h"

#include <string.h>

#include "tests/unit/test.h"

static void changed(void *user)
{
	(void)user;
}

static void message(void *user, enum hosts_tone tone, const char *text)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "%s: %s\n",
		    tone == HOSTS_ERROR ? "error" : "message", text);
}

static void connected(void *user, int host)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "connected %d\n", host);
}

static void listed(void *user, int host)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "listed %d: %zu\n", host,
		    day->hosts->store.count);
}

static void forget(void *user, int host, bool replaced)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "forget %d%s\n", host,
		    replaced ? ", replaced" : "");
	/* They exist until it returns. */
	for (size_t i = 0; i < day->hosts->store.count; i++)
		strbuf_addf(&day->log, "  %s\n",
			    day->hosts->store.conversations[i]->id);
}

static void prepended(void *user, const struct conversation *conv, size_t items)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "prepended %s: %zu of %zu\n", conv->id, items,
		    conv->item_count);
}

static void prompt(void *user, const struct prompt *p, enum prompt_arrival how)
{
	struct hosts_log *day = user;
	struct strbuf err = STRBUF_INIT;

	strbuf_addf(&day->log, "prompt %s %s\n", p->id,
		    how == PROMPT_NEW ? "new" : "changed");
	if (day->obeys)
		assert_int_equal(hosts_respond_approval(
					 day->hosts, p->serial, ACTION_APPROVE,
					 slice_of(NULL, 0), NULL, &err),
				 0);
	strbuf_release(&err);
}

static void prompt_ended(void *user, const struct prompt *p,
			 enum prompt_end end, const char *outcome)
{
	static const char *const words[] = {
		[PROMPT_ALLOWED] = "allowed",
		[PROMPT_REJECTED] = "rejected",
		[PROMPT_ANSWERED] = "answered",
		[PROMPT_EXPIRED] = "expired",
		[PROMPT_WITHDRAWN] = "withdrawn",
		[PROMPT_LOST] = "lost",
	};
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "ended %s %s%s%s\n", p->id, words[end],
		    outcome ? ": " : "", outcome ? outcome : "");
}

static void turn_over(void *user, int host, const char *conversation)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "turn over %d %s\n", host,
		    conversation ? conversation : "all");
}

static void query(void *user, struct conversation *conv, enum hosts_outcome how,
		  const char *why)
{
	static const char *const words[] = { [HOSTS_TAKEN] = "taken",
					     [HOSTS_REFUSED] = "refused",
					     [HOSTS_LOST] = "lost" };
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "query %s %s%s%s\n", conv->id, words[how],
		    why ? ": " : "", why ? why : "");
}

static void created(void *user, struct conversation *conv,
		    const char *first_message)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "created %s: %s\n", conv->id,
		    first_message ? first_message : "-");
}

static void followed(void *user, struct conversation *conv)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "followed %s\n", conv->id);
}

static void learned(void *user, bool deaf)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "learned: %s\n", deaf ? "deaf" : "not deaf");
}

static void sent(void *user, int host, struct slice line, bool secret)
{
	struct hosts_log *day = user;

	if (line.len && line.ptr[line.len - 1] == '\n')
		line.len--;
	if (secret)
		line = SLICE("a secret");
	strbuf_addf(&day->log, "%d> %.*s\n", host, (int)line.len, line.ptr);
}

static void leave(void *user, int code, const char *reason)
{
	struct hosts_log *day = user;

	strbuf_addf(&day->log, "leave %d: %s\n", code, reason ? reason : "-");
}

static const struct hosts_events all_events = {
	.changed = changed,
	.message = message,
	.connected = connected,
	.listed = listed,
	.forget = forget,
	.prepended = prepended,
	.prompt = prompt,
	.prompt_ended = prompt_ended,
	.turn_over = turn_over,
	.query = query,
	.created = created,
	.followed = followed,
	.learned = learned,
	.sent = sent,
	.leave = leave,
};

void hosts_log_say(struct hosts_log *day, int host, const char *line)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%s\n", line);
	hosts_bytes(day->hosts, host, text.buf, text.len);
	strbuf_release(&text);
}

void assert_told(struct hosts_log *day, const char *log)
{
	assert_string_equal(day->log.len ? day->log.buf : "", log);
	strbuf_reset(&day->log);
}

void hosts_log_begin_as(struct hosts_log *day, const char *init,
			const struct hosts_options *options, const char *jphost)
{
	struct hosts_events on = all_events;
	struct host_message msg = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;

	*day = (struct hosts_log){ .log = STRBUF_INIT };
	on.user = day;
	day->hosts = hosts_new(options, &on, 1000, 0);
	hosts_surroundings(day->hosts, jphost, false);
	assert_int_equal(host_message_decode(&msg, slice_str(init), &err), 0);
	hosts_add_parent(day->hosts, "jp", &msg);
	host_message_release(&msg);
	strbuf_release(&err);
}

void hosts_log_begin(struct hosts_log *day)
{
	const struct hosts_options options = { 0 };

	hosts_log_begin_as(day, INIT CAPABLE "}", &options, NULL);
}

/* Its one conversation is listed and followed in full; the log is empty. */
struct conversation *hosts_log_begin_followed(struct hosts_log *day)
{
	struct conversation *conv;

	hosts_log_begin(day);
	hosts_log_say(day, 0, LIST("17"));
	hosts_log_say(day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s1\"}");
	conv = store_find(&day->hosts->store, 0, "17");
	assert_non_null(conv);
	hosts_follow(day->hosts, conv, HOSTS_FULL);
	hosts_pump(day->hosts);
	hosts_log_say(day, 0, "{\"type\":\"subscribed\",\"sub_id\":\"s2\"}");
	hosts_log_say(day, 0, "{\"type\":\"unsubscribed\",\"sub_id\":\"s1\"}");
	hosts_log_say(
		day, 0,
		"{\"type\":\"events\",\"conversation\":\"17\",\"data\":[]}");
	strbuf_reset(&day->log);
	return conv;
}

void hosts_log_end(struct hosts_log *day)
{
	hosts_free(day->hosts);
	strbuf_release(&day->log);
}
