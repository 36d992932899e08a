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
 * The user's options. Later sources override earlier ones:
 *
 *   init.options    jp's configuration, all layers merged, including files of a
 *                   cloned workspace. So only its harmless options count
 *                   (proto/init-options.h); the others are wishes, which count
 *                   once the user has allowed them. A host that separates them
 *                   says so (init.untrusted_options)
 *   the own file    the user's word: io/own-options.h
 *   the arguments   the same
 */
enum options_action {
	OPTIONS_RUN,
	OPTIONS_HELP,
	OPTIONS_VERSION,
	OPTIONS_LIST,   /* the conversations, through print */
	OPTIONS_JSON,   /* the same, as JSON */
	OPTIONS_EXPORT, /* one of them as Markdown */
};

/* How to notify a user who looks elsewhere of a request. */
enum options_notify {
	NOTIFY_AUTO, /* if the terminal is known to support it */
	NOTIFY_OFF,
	NOTIFY_OSC9,
	NOTIFY_OSC777,
	NOTIFY_OSC99,
};

/* A setting that the workspace requests, and only the user can grant. */
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
	bool popup;       /* prompts open automatically */
	int guard_ms;     /* 0 to 5000 */
	bool restore;     /* remember panes and drafts */
	bool read_only;   /* never respond, never query */
	int layout;       /* enum layout_preset, or -1 */
	char *record;     /* the file to record to, or NULL */
	char *rules_file; /* where rules are stored, or NULL: nowhere */
	char **bindings;  /* "KEY COMMAND" each */
	size_t binding_count;
	size_t binding_start; /* of the current source: arguments win */
	char **hosts;         /* NAME=COMMAND each */
	size_t host_count;
	size_t host_start; /* of the current source: arguments win */
	char **conversations;
	size_t conversation_count;

	/* Set by the caller before options_read(): */
	char *home;                 /* for "~/", or NULL */
	char *own;                  /* the user's file, a raw object; or NULL */
	char *own_path;             /* its path */
	struct trust trust;         /* the user's answers */
	struct terminal_place here; /* location of our own terminal */
	/* Results of options_read(): */
	char *place; /* the workspace of the wishes, or NULL */
	struct options_wish *wishes;
	size_t wish_count;
	char **problems; /* sentences: options that are ignored */
	size_t problem_count;
};

/* As spelled in the option. */
const char *options_notify_name(enum options_notify notify);
/* Whether it prints something, without a screen. */
bool options_is_batch(const struct options *options);
void options_init(struct options *options);
void options_release(struct options *options);
/* Set the user's own file, as JSON. */
void options_set_own(struct options *options, const char *path,
		     struct slice json);
/* Record a problem in `where` (a file, a table; or NULL). */
void options_add_problem(struct options *options, const char *where,
			 const char *why);
/* A theme by its name or a file; -1 with a sentence, and nothing changed. */
int options_set_theme(struct options *options, const char *name,
		      struct strbuf *err);
/*
 * -1 with a sentence in `err` if an argument is wrong. In a file only the wrong
 * options are ignored, and reported as problems.
 */
int options_read(struct options *options, const struct host_message *init,
		 struct strbuf *err);
/* Number of wishes without an answer. */
size_t options_unasked(const struct options *options);
/* The synopsis, for --help and describe. */
const char *options_help(void);

#endif
