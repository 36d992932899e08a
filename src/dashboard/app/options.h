#ifndef JPD_APP_OPTIONS_H
#define JPD_APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/host-message.h"
#include "src/base/strbuf.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * How the person wants it: first jp's configuration, which arrives as
 * init.options, then the arguments, which win.
 */
enum options_action {
	OPTIONS_RUN,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_LIST,   /* the conversations, through print */
	OPTIONS_JSON,   /* likewise, as JSON */
	OPTIONS_EXPORT, /* one of them as Markdown */
};

/* How somebody who looks elsewhere is told of a request. */
enum options_notify {
	NOTIFY_AUTO, /* where the terminal is known to take it */
	NOTIFY_OFF,
	NOTIFY_OSC9,
	NOTIFY_OSC777,
	NOTIFY_OSC99,
};

struct options {
	enum options_action action;
	char *theme; /* theme_is_choice() */
	bool mouse;
	enum options_notify notify;
	enum hosts_live live;
	bool plain;       /* lines of text, no screen */
	bool popup;       /* prompts open by themselves */
	int guard_ms;     /* 0 to 5000 */
	bool restore;     /* remember panes and drafts */
	bool read_only;   /* never respond, never query */
	int layout;       /* enum layout_preset, or -1 */
	char *record;     /* the file to record to, or NULL */
	char *rules_file; /* where rules are kept, or NULL: nowhere */
	char **bindings;  /* "KEY COMMAND" each */
	size_t binding_count;
	size_t binding_start; /* of the source that is read: arguments win */
	char **hosts;         /* NAME=COMMAND each */
	size_t host_count;
	char **conversations;
	size_t conversation_count;
};

/* Whether something is printed, without a screen. */
bool options_is_batch(const struct options *options);
void options_init(struct options *options);
void options_release(struct options *options);
/* -1 with a sentence in `err`: an unknown option, a value out of range. */
int options_read(struct options *options, const struct host_message *init,
		 struct strbuf *err);
/* The synopsis, for --help and describe. */
const char *options_help(void);

#endif
