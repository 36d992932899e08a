#ifndef JPD_JP_TRACE_FILE_H
#define JPD_JP_TRACE_FILE_H

#include <sys/types.h>

/*
 * Open the log that a running jp writes: a regular file of ours, among the
 * descriptors of its process, whose first line is jp's. Returns a descriptor to
 * read it from its beginning, or -1: no such process, not ours, no such file.
 */
int trace_file_open(pid_t pid);

/* A descriptor that becomes readable when the file grows (inotify), or -1. */
int trace_file_watch(int fd);

#endif
