#ifndef JPD_BASE_USER_EDITOR_H
#define JPD_BASE_USER_EDITOR_H

/*
 * The variable that names the user's editor: the first of $JP_EDITOR, $VISUAL
 * and $EDITOR that is set and not empty; NULL if none is.
 */
const char *user_editor_variable(void);
/* Its value, a command line; without one, vi. */
const char *user_editor(void);

#endif
