#include "config.h"

#include "ui/term/term-out.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "ui/term/term-steady.h"

static FILE *open_memory(void)
{
	int fd = memfd_create("screen", MFD_CLOEXEC);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "w+");

	if (!file && fd >= 0)
		close(fd);
	return file ? file : tmpfile();
}

int term_out_open(struct term_out *out, int fd, struct strbuf *err)
{
	out->fd = fd;
	out->screen = open_memory();
	if (out->screen)
		return 0;
	strbuf_setf(err, _("cannot make a buffer for the screen: %s"),
		    strerror(errno));
	return -1;
}

void term_out_release(struct term_out *out)
{
	if (out->screen)
		fclose(out->screen);
	strbuf_release(&out->bytes);
	*out = (struct term_out)TERM_OUT_INIT;
}

void term_out_add(struct term_out *out, struct slice bytes)
{
	strbuf_addslice(&out->bytes, bytes);
}

/* Append what curses wrote. */
static void read_screen(struct term_out *out, struct strbuf *bytes)
{
	int fd = fileno(out->screen);
	off_t len;
	off_t pos = 0;

	fflush(out->screen);
	len = lseek(fd, 0, SEEK_CUR);
	while (pos < len) {
		char chunk[4096];
		size_t want = len - pos < (off_t)sizeof(chunk)
				      ? (size_t)(len - pos)
				      : sizeof(chunk);
		ssize_t got = pread(fd, chunk, want, pos);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		strbuf_add(bytes, chunk, (size_t)got);
		pos += got;
	}
	lseek(fd, 0, SEEK_SET);
}

void term_out_collect(struct term_out *out)
{
	struct strbuf bytes = STRBUF_INIT;

	if (!out->steady) {
		read_screen(out, &out->bytes);
		return;
	}
	read_screen(out, &bytes);
	term_steady_add(&out->bytes, strbuf_slice(&bytes));
	strbuf_release(&bytes);
}

bool term_out_flush(struct term_out *out, int wait_ms)
{
	struct pollfd tty = { .fd = out->fd, .events = POLLOUT };

	while (out->sent < out->bytes.len) {
		ssize_t wrote = write(out->fd, out->bytes.buf + out->sent,
				      out->bytes.len - out->sent);

		if (wrote > 0) {
			out->sent += (size_t)wrote;
			continue;
		}
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote < 0 && errno != EAGAIN)
			return false;
		if (wait_ms <= 0 || poll(&tty, 1, wait_ms) != 1)
			return false;
	}
	term_out_drop(out);
	return true;
}

void term_out_drop(struct term_out *out)
{
	strbuf_reset(&out->bytes);
	out->sent = 0;
}
