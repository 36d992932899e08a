#ifndef JPD_WORKSPACE_WORKSPACE_NAMES_H
#define JPD_WORKSPACE_WORKSPACE_NAMES_H

#include <time.h>

#include "src/jphost/workspace/workspace-place.h"

/*
 * Which directory is whose, from one look through a root's `conversations`,
 * until that directory changes: looking through it for each conversation
 * would cost as much as there are conversations.
 */
struct workspace_names;

struct workspace_names *workspace_names_new(void);
void workspace_names_free(struct workspace_names *names);

/*
 * The name of a conversation's directory in a root that `root_fd` is open
 * on, to free(); NULL where there is none, or with errno where one cannot
 * look. Of two (a copy made by hand) the one with the newer events. `now` is
 * the wall clock's.
 */
char *workspace_names_find(struct workspace_names *names,
			   enum workspace_root root, int root_fd,
			   const char *digits, struct timespec now);
/* What was found is gone: look through the root again. */
void workspace_names_forget(struct workspace_names *names,
			    enum workspace_root root);

/* The same in any directory, by looking through it. */
char *workspace_names_search(int dir_fd, const char *digits);

#endif
