#ifndef JPD_APP_OPTIONS_H
#define JPD_APP_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "proto/host-message.h"
#include "proto/terminal-place.h"
#include "src/base/strbuf.h"
#include "src/base/trust.h"
#include "src/dashboard/hosts/hosts.h"

/*
 * How the person wants it. Each over the one before:
 *
 *   init.options    jp's configuration, all layers merged: what a file of a
 *                   cloned workspace says is in it. So of them only what is
 *                   harmless counts (proto/init-options.h); the rest are
 *                   wishes, and count once the person allowed them. A host
 *                   that keeps them apart says so (init.untrusted_options)
 *   the own file    the person's word: io/own-options.h
 *   the arguments   likewise
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

/* What the workspace would have, and only the person can give. */
struct options_wish {
	char *name;  /* "plugins.command.dashboard.options.hosts.ci" */
	char *value; /* raw JSON */
	enum trust_word answer;
};

struct options {
	enum options_action action;
	char *theme;      /* theme_is_choice() */
	bool theme_given; /* by an argument */
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
	size_t host_start; /* of the source that is read: arguments win */
	char **conversations;
	size_t conversation_count;

	/* From outside, before options_read(): */
	char *home;                 /* of "~/", or NULL */
	char *own;                  /* the own file, a raw object; or NULL */
	char *own_path;             /* where it is */
	struct trust trust;         /* the person's answers */
	struct terminal_place here; /* where our own terminal is */
	/* What options_read() found. */
	char *place; /* the workspace that the wishes are of, or NULL */
	struct options_wish *wishes;
	size_t wish_count;
	char **problems; /* sentences: options that do not count */
	size_t problem_count;
};

/* As the option has it. */
const char *options_notify_name(enum options_notify notify);
/* Whether something is printed, without a screen. */
bool options_is_batch(const struct options *options);
void options_init(struct options *options);
void options_release(struct options *options);
/* The person's own file, as JSON. */
void options_set_own(struct options *options, const char *path,
		     struct slice json);
/* Something of `where` (a file, a table; or NULL) that does not count. */
void options_add_problem(struct options *options, const char *where,
			 const char *why);
/* A theme by its name or a file; -1 with a sentence, and nothing changed. */
int options_set_theme(struct options *options, const char *name,
		      struct strbuf *err);
/*
 * -1 with a sentence in `err` where an argument is wrong. Of a file only what
 * is wrong does not count, and is a problem that is told.
 */
int options_read(struct options *options, const struct host_message *init,
		 struct strbuf *err);
/* Wishes that have no answer. */
size_t options_unasked(const struct options *options);
/* The synopsis, for --help and describe. */
const char *options_help(void);

#endif
