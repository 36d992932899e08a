#ifndef JPD_PROTO_PLUGIN_MESSAGE_H
#define JPD_PROTO_PLUGIN_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "proto/event.h"
#include "proto/host-message.h"
#include "src/base/slice.h"
#include "src/base/strbuf.h"

/* What a plugin sends (RFD 072, D18), to be both written and read. */
#define PLUGIN_MESSAGES(X)                            \
	X(READY, "ready")                             \
	X(LIST_CONVERSATIONS, "list_conversations")   \
	X(READ_EVENTS, "read_events")                 \
	X(READ_CONFIG, "read_config")                 \
	X(LOCK, "lock")                               \
	X(UNLOCK, "unlock")                           \
	X(PUSH_EVENTS, "push_events")                 \
	X(CREATE_CONVERSATION, "create_conversation") \
	X(PRINT, "print")                             \
	X(LOG, "log")                                 \
	X(DESCRIBE, "describe")                       \
	X(EXIT, "exit")                               \
	X(SUBSCRIBE, "subscribe")                     \
	X(UNSUBSCRIBE, "unsubscribe")                 \
	X(RESPOND, "respond")                         \
	X(QUERY, "query")                             \
	X(CANCEL_QUERY, "cancel_query")               \
	X(INTERRUPT, "interrupt")                     \
	X(SET_TITLE, "set_title")                     \
	X(ARCHIVE_CONVERSATION, "archive_conversation")

enum plugin_message_type {
	PLUGIN_MESSAGE_UNKNOWN,
#define X(type, name) PLUGIN_MESSAGE_##type,
	PLUGIN_MESSAGES(X)
#undef X
};

/* "unknown" for PLUGIN_MESSAGE_UNKNOWN. */
const char *plugin_message_type_name(enum plugin_message_type type);

enum respond_action {
	ACTION_NONE,
	ACTION_APPROVE,
	ACTION_REJECT,
	ACTION_MODIFY
};

/* NULL for ACTION_NONE. */
const char *respond_action_name(enum respond_action action);

/* --- Writing: each appends one whole line. `id` may be NULL. --- */

void plugin_write_ready(struct strbuf *out);
/* For jp 8 and newer: the newest protocol that we support. */
void plugin_write_ready_protocol(struct strbuf *out, int64_t protocol);
void plugin_write_list_conversations(struct strbuf *out, const char *id);
void plugin_write_read_events(struct strbuf *out, const char *id,
			      const char *conversation);
/* `reload`: as it is now, not as it was at the start (protocol 10). */
void plugin_write_read_config(struct strbuf *out, const char *id,
			      const char *path, bool reload);
void plugin_write_lock(struct strbuf *out, const char *id,
		       const char *conversation);
void plugin_write_unlock(struct strbuf *out, const char *id,
			 const char *conversation);
void plugin_write_create_conversation(struct strbuf *out, const char *id,
				      const char *title);
/* `events`: the raw array. */
void plugin_write_push_events(struct strbuf *out, const char *id,
			      const char *conversation, struct slice events);
/* `channel`, `format`, `language` may be NULL. */
void plugin_write_print(struct strbuf *out, const char *channel,
			const char *format, const char *language,
			struct slice text);

struct plugin_description {
	const char *name, *version, *description; /* required by the RFD */
	const char *const *command;               /* words of the path */
	size_t command_words;
	const char *author, *help, *repository; /* or NULL */
};

void plugin_write_describe(struct strbuf *out,
			   const struct plugin_description *describe);
/* `code` is 0 to 255; `reason` may be NULL. */
void plugin_write_exit(struct strbuf *out, int code, const char *reason);

/* `events`: the `count` types to filter by; 0 for all. */
void plugin_write_subscribe(struct strbuf *out, const char *id,
			    const char *sub_id, const char *conversation,
			    const enum event_kind *events, size_t count);
void plugin_write_unsubscribe(struct strbuf *out, const char *id,
			      const char *sub_id);
/*
 * `arguments` (raw JSON) is for MODIFY only, and is copied byte for byte except
 * for line breaks between tokens; `reason` is for REJECT only, or NULL.
 */
void plugin_write_approval(struct strbuf *out, const char *sub_id,
			   const char *tool_call_id, enum respond_action action,
			   struct slice arguments, const char *reason);
/* `answer`: raw JSON. */
void plugin_write_answer(struct strbuf *out, const char *sub_id,
			 const char *inquiry_id, struct slice answer);
/* `attachments` (raw array) and `schema` (raw object) may be empty. */
void plugin_write_query(struct strbuf *out, const char *id,
			const char *conversation, struct slice content,
			struct slice attachments, struct slice schema);
void plugin_write_cancel_query(struct strbuf *out, const char *id,
			       const char *conversation);

/*
 * jp 8 and newer has another query: its `id` is required, and all replies to it
 * carry it. `conversation` NULL: a new one. `schema` may be empty.
 */
void plugin_write_jp_query(struct strbuf *out, const char *id,
			   const char *conversation, struct slice content,
			   struct slice schema);
/* jp 8 and newer: `action` is "stop", "abort" or, with `content`, "reply". */
void plugin_write_interrupt(struct strbuf *out, const char *id,
			    const char *conversation, const char *action,
			    struct slice content);
void plugin_write_set_title(struct strbuf *out, const char *id,
			    const char *conversation, const char *title);
void plugin_write_archive_conversation(struct strbuf *out, const char *id,
				       const char *conversation);

/* --- Reading, for a host. --- */

/* Every char * is owned, and NULL if missing; slices point into the line. */
struct plugin_message {
	enum plugin_message_type type;
	char *type_name;
	char *id;
	bool bad_id; /* present, but not a string */
	char *conversation;
	char *path;          /* read_config */
	struct slice events; /* push_events: raw array; subscribe: raw */
	char *title;         /* create_conversation */
	char *text, *channel, *format, *language; /* print; text also log's */
	char *level;                              /* log */
	int64_t code;                             /* exit; -1 if missing */
	char *reason;                             /* exit, respond */
	char *sub_id;
	enum respond_kind respond;
	char *tool_call_id, *inquiry_id;
	enum respond_action action;
	char *interrupt;        /* interrupt: its `action` */
	bool is_new;            /* query: `new` */
	int64_t protocol;       /* ready; 0 if missing */
	struct slice arguments; /* modify: raw, or empty */
	struct slice answer;    /* inquiry: raw, or empty */
	char *content;          /* query */
	struct slice attachments, schema;
	struct slice fields; /* log: a raw object, or empty */
	/* describe */
	char *name, *version, *description, *author, *help, *repository;
	char **command;
	size_t command_words;
};

#define PLUGIN_MESSAGE_INIT \
	{                   \
		.code = -1  \
	}

/* As host_message_decode(). */
int plugin_message_decode(struct plugin_message *msg, struct slice line,
			  struct strbuf *err);
void plugin_message_release(struct plugin_message *msg);

#endif
