#ifndef JPD_CONFIG_CONFIG_LOAD_H
#define JPD_CONFIG_CONFIG_LOAD_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/config/config-trust.h"
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
 * `inherit = false` in one of 1 to 4 leaves out those behind it. YAML and the
 * JP_CFG_ variables, which jp reads and we do not, are told; as one of them
 * may say "ask", every tool is then asked about.
 */

/*
 * 1, 4 and 6 are the person's own words; 2, 3 and 5 are a stranger's
 * (config-trust.h). What is written here is without what of these is not
 * allowed.
 */

/* Read 1 to 4 into ws->config, and the answers about a stranger's wishes. -1 with a sentence in `err`. */
int host_config_load(struct workspace *ws, const char *dir, struct strbuf *err);

/* The user's directory of 1, to free(). */
char *host_config_user_dir(void);

/*
 * The directories of 3, the root first, until `take` returns something else
 * than 0, which is then returned.
 */
int host_config_each_folder(const struct workspace *ws, const char *dir,
			    int (*take)(void *user, const char *folder),
			    void *user);

/*
 * Append 1 to 4 with `given` (raw, or empty) over them, as plugins get it:
 * with models as jp writes them.
 */
void host_config_write(struct strbuf *out, const struct workspace *ws,
		       struct slice given);
/* The person's own layers alone, with `given` over them. */
void host_config_write_own(struct strbuf *out, const struct workspace *ws,
			   struct slice given);
/*
 * The same as host_config_write() for a turn in a conversation, whose own lie between. -1 with a
 * sentence in `err`.
 */
int host_config_write_for(struct strbuf *out, const struct workspace *ws,
			  const char *id, struct slice given,
			  struct strbuf *err);

/*
 * What strangers wish for: the files' or, with an id, also that
 * conversation's. -1 with a sentence in `err`.
 */
int host_config_wishes(struct config_wishes *wishes, const struct workspace *ws,
		       const char *id, struct strbuf *err);

/*
 * The options of a plugin: those of `plugins.command.NAME.options`, NAME
 * without "jp-", or the first word of it, with `given` over them. Nothing
 * where there are none.
 */
void host_config_write_options(struct strbuf *out, struct slice config,
			       const char *plugin, struct slice given);

/*
 * For the dashboard, what was taken out of its options, as an object: it asks
 * the person about it. Nothing for any other plugin.
 */
void host_config_write_untrusted(struct strbuf *out, const struct workspace *ws,
				 const char *plugin);

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
