#ifndef JPD_TESTS_UNIT_REMOVE_FOLDER_H
#define JPD_TESTS_UNIT_REMOVE_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <sys/stat.h>

static inline int remove_one(const char *path, const struct stat *st, int flag,
			     struct FTW *ftw)
{
	(void)st;
	(void)flag;
	(void)ftw;
	return remove(path);
}

/* With all that is in it; follows no links. */
static inline void remove_folder(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
