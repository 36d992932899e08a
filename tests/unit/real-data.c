#include "config.h"

#include "tests/unit/real-data.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "src/base/file.h"
#include "tests/unit/test.h"

void real_data_path(struct strbuf *path)
{
	const char *own = getenv("JPD_TEST_DATA");
	const char *srcdir = getenv("srcdir");

	if (own)
		strbuf_addstr(path, own);
	else
		strbuf_addf(path, "%s/../shared/data/jp-workspace",
			    srcdir ? srcdir : ".");
}

bool real_data_find(glob_t *files, const char *name)
{
	struct strbuf pattern = STRBUF_INIT;

	real_data_path(&pattern);
	strbuf_addf(&pattern, "/.jp/conversations/*/%s", name);
	glob(pattern.buf, files->gl_pathc ? GLOB_APPEND : 0, NULL, files);
	strbuf_release(&pattern);
	return files->gl_pathc > 0;
}

void real_data_read(struct strbuf *text, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(file_read(fd, text, SIZE_MAX), 0);
	close(fd);
}
