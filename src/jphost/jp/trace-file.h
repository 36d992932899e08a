#ifndef JPD_JP_TRACE_FILE_H
#define JPD_JP_TRACE_FILE_H

#include <sys/types.h>

/*
 * The log that a running jp has open for writing: a regular file of ours
 * whose first line is jp's, among the descriptors of its process. A
 * descriptor to read it from its beginning, or -1: no such process, not ours,
 * no such file.
 */
int trace_file_open(pid_t pid);

/* A descriptor that becomes readable when the file grows (inotify), or -1. */
int trace_file_watch(int fd);

#endif
