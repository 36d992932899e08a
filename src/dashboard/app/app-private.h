#ifndef JPD_APP_APP_PRIVATE_H
#define JPD_APP_APP_PRIVATE_H

#include "src/dashboard/app/app.h"
#include "src/dashboard/hosts/hosts.h"

/* Between the files of app-*.c, and for those that stand in for its screen:
 * plain and batch. */

static inline int64_t app_wall_ms(const struct app *app)
{
	return app->now_ms + app->wall_offset_ms;
}

/* app-pane.c */
struct pane *app_pane(struct app *app, int id);
struct pane *app_focused(struct app *app);
/* The conversation that the keys are about; NULL with a sentence in `err`. */
struct conversation *app_conversation_here(struct app *app, struct strbuf *err);
void app_start_panes(struct app *app);
/* Of the main host, by its id with or without jp's "jp-c"; or NULL. */
struct conversation *app_find_conversation(struct app *app, const char *id);
void app_pane_open(struct app *app, struct pane *pane,
		   struct conversation *conv);
/* One that is in no layout yet. */
struct pane *app_pane_add(struct app *app);
/* Split the focused pane; the new one has the keys. NULL: no room. */
struct pane *app_pane_split(struct app *app, enum split how);
/* What is shown in it is forgotten. */
void app_pane_release(struct pane *pane);
/* In the focused pane, or in a new one beside it. */
void app_open_here(struct app *app, struct conversation *conv, bool new_pane);
void app_pane_close(struct app *app, struct pane *pane);
struct rect app_room(const struct app *app); /* for panes */
struct rect app_sidebar_room(const struct app *app);
/* Places of the panes that show now; returns how many. */
size_t app_places(const struct app *app, struct pane_place *places);
int app_composer_rows(const struct app *app, const struct pane *pane,
		      struct rect at);
/* Its turn is another process's, and asks there for what it needs. */
static inline bool app_pane_is_elsewhere(const struct conversation *conv)
{
	return conv->elsewhere && conv->turn_active;
}

/* What must be known of a pane's conversation, in a row; false: nothing. */
bool app_pane_note(const struct app *app, const struct pane *pane,
		   struct strbuf *note);
/* Whether it asks in a terminal that can be gone to from here. */
bool app_can_go(const struct app *app, const struct conversation *conv);
/* Go to the terminal that the focused pane's conversation asks in. */
void app_go(struct app *app);
/* One that asks in its own terminal, the longest; or NULL. */
struct conversation *app_asking(const struct app *app, size_t *count);
/* The draft of a pane that waits, out of its composer; or NULL. */
struct draft *app_unsent(const struct app *app, const struct pane *pane);
/* The transcript's rectangle within a pane's. */
struct rect app_transcript_room(const struct app *app, const struct pane *pane,
				struct rect at);
struct pane_place app_place_of(const struct app *app, int id);
/* From 1 on, in reading order, whether others show now or not. */
int app_pane_number(const struct app *app, int id);
/* The pane below the mouse and its place, or NULL. */
struct pane *app_pane_below(struct app *app, const struct mouse *mouse,
			    struct rect *at);

/* prompt-desk.c */
/* `arrival` is NEW or CHANGED; it may be answered and freed by this. */
void app_prompt_came(struct app *app, const struct prompt *p,
		     enum prompt_arrival arrival);
/* Before it is freed. `outcome`: what became of it elsewhere, or NULL. */
void app_prompt_over(struct app *app, const struct prompt *p,
		     enum prompt_end end, const char *outcome);

/* prompt-dialog.c, layer-prompt.c */
void app_prompt_open(struct app *app, uint64_t serial);
void app_prompt_open_next(struct app *app, bool by_itself);
void app_prompt_draw(struct app *app, struct canvas *cv, struct rect room);
void app_prompt_written(struct app *app);
int64_t app_prompt_wake_ms(const struct app *app);
/* An allow that waited to be told from a key that is held; `other` key
 * follows it. */
void app_prompt_waited(struct app *app, bool other);

/* app-rule.c */
/* A host is there: those of the file that are for it count. */
void app_rules_apply(struct app *app, int host);
/* It answers no more, and is not kept. */
void app_rule_revoke(struct app *app, const struct rule *rule);

/* command-line.c */
/* Open it with the command's name typed. */
void app_command_ask(struct app *app, enum command_id command);
/* Run the line. -1 with a sentence in `err`. */
int app_command_line(struct app *app, struct slice line, struct strbuf *err);

/* app-find.c */
/* Search the focused pane; an empty pattern searches for nothing. -1 with a
 * sentence in `err`. */
int app_find_set(struct app *app, struct slice pattern, struct strbuf *err);
void app_find_clear(struct app *app);
bool app_find_active(const struct app *app);
void app_find_step(struct app *app, int step); /* to the next hit */
bool app_find_work(struct app *app);
int64_t app_find_wake_ms(const struct app *app);
/* `count` items came before those that `conv` had. */
void app_find_shifted(struct app *app, const struct conversation *conv,
		      size_t count);
void app_find_status(const struct app *app, struct strbuf *out);

/* Likewise, and go to the match that is the `ordinal`th in an item. */
void app_find_at(struct app *app, struct slice pattern, uint32_t item,
		 uint32_t ordinal);

/* pane-filter.c */
/* Show only what the pattern matches in the focused pane; empty: all. */
int pane_filter_pattern(struct app *app, struct slice pattern,
			struct strbuf *err);
/* Show those or not. */
void pane_filter_toggle(struct pane *pane, enum transcript_group group);
void pane_filter_clear(struct pane *pane);
bool pane_filter_active(const struct pane *pane);
bool pane_filter_work(struct app *app);
int64_t pane_filter_wake_ms(const struct app *app);

/* app-edit.c: whether the key opened the person's editor. */
bool app_edit_key(struct app *app, struct key key);

/* app-lines.c: selecting lines in the focused pane */
bool app_lines_active(struct app *app);
void app_lines_toggle(struct app *app);
/* Whether the key, or the command, was one of it. */
bool app_lines_key(struct app *app, struct key key);
bool app_lines_command(struct app *app, enum command_id command);
/* Tell that its lines went away; after the pane was laid out. */
void app_lines_check(struct app *app, struct pane *pane);

/* What came of EFFECT_EDIT. */
void app_edited(struct app *app, const struct effect_done *done);

/* app-take.c */
void app_copied(struct app *app, const struct effect_done *done);
void app_take_copy(struct app *app);
void app_take_show(struct app *app);
/* Ask for a file's name; `path` is what is typed, or empty. */
void app_take_save(struct app *app, struct slice path);

/* app-command.c, app-composer.c */
void app_command(struct app *app, enum command_id command);

#endif
