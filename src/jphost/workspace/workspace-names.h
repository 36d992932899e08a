#ifndef JPD_WORKSPACE_WORKSPACE_NAMES_H
#define JPD_WORKSPACE_WORKSPACE_NAMES_H

#include <time.h>

#include "src/jphost/workspace/workspace-place.h"

/*
 * Maps conversations to their directories, from one pass over a root's
 * `conversations`, until that directory changes. A pass for each conversation
 * would be quadratic.
 */
struct workspace_names;

struct workspace_names *workspace_names_new(void);
void workspace_names_free(struct workspace_names *names);

/*
 * The name of a conversation's directory in the root that `root_fd` is open
 * on, to free(). NULL if there is none, or with errno if the root cannot be
 * read. Of two (a copy made by hand) the one with the newer events counts.
 * `now` is wall-clock time.
 */
char *workspace_names_find(struct workspace_names *names,
			   enum workspace_root root, int root_fd,
			   const char *digits, struct timespec now);
/* A directory that was found no longer exists: read the root again. */
void workspace_names_forget(struct workspace_names *names,
			    enum workspace_root root);

/* The same for any directory, by reading it. */
char *workspace_names_search(int dir_fd, const char *digits);

#endif
