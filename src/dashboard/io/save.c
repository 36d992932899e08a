#include "config.h"

#include "src/dashboard/io/save.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "src/dashboard/io/file.h"
#include "ui/transcript/transcript-markdown.h"

enum { PIECE_BYTES = 1 << 20 };

static int write_conversation(int fd, const struct conversation *conv)
{
	struct strbuf text = STRBUF_INIT;
	int ret = 0;

	transcript_markdown_head(&text, conv);
	for (size_t i = 0; i < conv->item_count && !ret; i++) {
		transcript_markdown_item(&text, conv, i);
		if (text.len < PIECE_BYTES)
			continue;
		/* The last bytes stay: blocks look at what they follow. */
		ret = file_write(fd, slice_of(text.buf, text.len - 1));
		strbuf_remove(&text, 0, text.len - 1);
	}
	if (text.len && text.buf[text.len - 1] != '\n')
		strbuf_addch(&text, '\n');
	if (!ret)
		ret = file_write(fd, strbuf_slice(&text));
	strbuf_release(&text);
	return ret;
}

/* Write, and close in any case. */
static int fill_file(int fd, const struct conversation *conv)
{
	int ret = write_conversation(fd, conv), saved = errno;

	if (!ret && fsync(fd) && errno != EINVAL) {
		ret = -1;
		saved = errno;
	}
	if (close(fd) && !ret) {
		ret = -1;
		saved = errno;
	}
	errno = saved;
	return ret;
}

static enum save_result
save_new(const char *path, const struct conversation *conv, struct strbuf *err)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0 && errno == EEXIST)
		return SAVE_EXISTS;
	if (fd < 0) {
		file_fail(err, "cannot create", path);
		return SAVE_FAILED;
	}
	if (!fill_file(fd, conv))
		return SAVE_DONE;
	file_fail(err, "cannot write", path);
	unlink(path);
	return SAVE_FAILED;
}

/* A new file in the place of the old one, which is whole until then. */
static enum save_result
save_over(const char *path, const struct conversation *conv, struct strbuf *err)
{
	struct strbuf temp = STRBUF_INIT;
	struct stat st;
	enum save_result result = SAVE_FAILED;
	int fd;

	if (!stat(path, &st) && !S_ISREG(st.st_mode)) {
		strbuf_setf(err, "'%s' is no regular file", path);
		return SAVE_FAILED;
	}
	strbuf_addf(&temp, "%s.XXXXXX", path);
	fd = mkostemp(temp.buf, O_CLOEXEC);
	if (fd < 0) {
		file_fail(err, "cannot create a file beside", path);
		goto out;
	}
	if (fchmod(fd, st.st_mode & 0777) || fill_file(fd, conv) ||
	    rename(temp.buf, path)) {
		file_fail(err, "cannot write", path);
		unlink(temp.buf);
		goto out;
	}
	result = SAVE_DONE;
out:
	strbuf_release(&temp);
	return result;
}

enum save_result save_markdown(const char *path,
			       const struct conversation *conv, bool replace,
			       struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	enum save_result result;
	struct stat st;

	file_add_path(&whole, path);
	/* It may have gone since the person was asked. */
	if (replace && !lstat(whole.buf, &st))
		result = save_over(whole.buf, conv, err);
	else
		result = save_new(whole.buf, conv, err);
	strbuf_release(&whole);
	return result;
}
