#ifndef JPD_CONFIG_CONFIG_LOAD_H
#define JPD_CONFIG_CONFIG_LOAD_H

#include "src/base/slice.h"
#include "src/base/strbuf.h"
#include "src/jphost/config/config-trust.h"
#include "src/jphost/workspace/workspace.h"

/*
 * jp's configuration, merged in jp's order (its RFD 079). Each layer
 * overrides those before it:
 *
 *   1  the user's: $JP_GLOBAL_CONFIG_DIR, $XDG_CONFIG_HOME/jp or
 *      ~/.config/jp, config.toml
 *   2  the workspace's: .jp/config.toml
 *   3  .jp.toml in the directories from its root to where we are
 *   4  the user's for this workspace: config.toml in the silo
 *   5  a conversation's: its initial one, and its config_delta events
 *   6  that of the command line
 *
 * `inherit = false` in one of 1 to 4 excludes those after it. JSON5, YAML and
 * JP_CFG_ variables, which jp reads and we do not, are reported. Because they
 * may contain "ask", every tool then asks.
 */

/*
 * Layers 1, 4 and 6 are the user's own; 2, 3 and 5 are untrusted
 * (config-trust.h). The functions below omit what is not allowed of these.
 */

/*
 * Read 1 to 4 into ws->config, and the answers about untrusted settings. -1
 * with a sentence in `err`.
 */
int config_load(struct workspace *ws, const char *dir, struct strbuf *err);

/* The user's directory of layer 1, to free(). */
char *config_user_dir(void);

/*
 * Call `take` for each directory of layer 3, the root first, until it returns
 * nonzero, which is then returned.
 */
int config_each_folder(const struct workspace *ws, const char *dir,
		       int (*take)(void *user, const char *folder), void *user);

/*
 * Append layers 1 to 4 with `given` (raw, or empty) on top, as plugins get
 * them: with models in jp's form.
 */
void config_write(struct strbuf *out, const struct workspace *ws,
		  struct slice given);
/* The same for the user's own layers only. */
void config_write_own(struct strbuf *out, const struct workspace *ws,
		      struct slice given);
/*
 * As config_write() for a turn in a conversation, whose layer comes before
 * `given`. -1 with a sentence in `err`.
 */
int config_write_for(struct strbuf *out, const struct workspace *ws,
		     const char *id, struct slice given, struct strbuf *err);

/*
 * Collect the untrusted settings of the files and, with an id, of that
 * conversation. -1 with a sentence in `err`.
 */
int config_wishes(struct config_wishes *wishes, const struct workspace *ws,
		  const char *id, struct strbuf *err);

/*
 * Write a plugin's options: `plugins.command.NAME.options`, where NAME is its
 * name without "jp-", or the first word of that, with `given` on top. Writes
 * nothing if there are none.
 */
void config_write_options(struct strbuf *out, struct slice config,
			  const char *plugin, struct slice given);

/*
 * Write the dashboard's options that were removed as untrusted, as an object;
 * it asks the user about them. Writes nothing for other plugins.
 */
void config_write_untrusted(struct strbuf *out, const struct workspace *ws,
			    const char *plugin);

/*
 * Create a conversation with the files' present configuration. If no file names
 * a model, that of the user's own newest conversation is used; nothing else is
 * taken from another conversation. Returns its id, to free(), or NULL with a
 * sentence in `err`. `title` may be NULL.
 */
char *config_new_conversation(const struct workspace *ws, const char *title,
			      int64_t now_ms, struct strbuf *err);

#endif
