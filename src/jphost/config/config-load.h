#ifndef JPD_CONFIG_CONFIG_LOAD_H
#define JPD_CONFIG_CONFIG_LOAD_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/workspace/workspace.h"

/*
 * jp's configuration, put together in jp's order (its RFD 079). Each over
 * the one before:
 *
 *   1  the user's: $JP_GLOBAL_CONFIG_DIR, $XDG_CONFIG_HOME/jp or
 *      ~/.config/jp, config.toml
 *   2  the workspace's: .jp/config.toml
 *   3  .jp.toml in the directories from its root to where we are
 *   4  the user's for this workspace: config.toml in the silo
 *   5  a conversation's: what it began with, and its config_delta events
 *   6  what was given on the command line
 *
 * `inherit = false` in one of 1 to 4 leaves out those behind it.
 */

/* Read 1 to 4 into ws->config. -1 with a sentence in `err`. */
int host_config_load(struct workspace *ws, const char *dir, struct strbuf *err);

/* The user's directory of 1, to free(). */
char *host_config_user_dir(void);

/* Append 1 to 4 with `given` (raw, or empty) over them, as plugins get it. */
void host_config_write(struct strbuf *out, const struct workspace *ws,
		       struct slice given);
/*
 * The same for a turn in a conversation, whose own lie between. -1 with a
 * sentence in `err`.
 */
int host_config_write_for(struct strbuf *out, const struct workspace *ws,
			  const char *id, struct slice given,
			  struct strbuf *err);

/*
 * The options of a plugin: those of `plugins.command.NAME.options`, NAME
 * without "jp-", or the first word of it, with `given` over them. Nothing
 * where there are none.
 */
void host_config_write_options(struct strbuf *out, struct slice config,
			       const char *plugin, struct slice given);

/*
 * Create a conversation that begins with the files' configuration of today,
 * and with nothing of another conversation but, where no file names one, the
 * model of the person's own newest. Its id, to free(), or NULL with a
 * sentence in `err`. `title` may be NULL.
 */
char *host_config_new_conversation(const struct workspace *ws,
				   const char *title, int64_t now_ms,
				   struct strbuf *err);

#endif
