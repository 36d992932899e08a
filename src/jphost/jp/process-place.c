#include "config.h"

#include "src/jphost/jp/process-place.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/file.h"

/* Linux's limit for a program's arguments and environment together. */
#define ENVIRONMENT_MAX ((size_t)6 << 20)
#define STAT_MAX        ((size_t)4 << 10)

/*
 * Majors from <linux/major.h>: virtual consoles and serial lines, and pseudo
 * terminals, with 256 minors per major.
 */
enum { TTY_MAJOR = 4, SERIAL_BEGIN = 64, PTS_MAJOR = 136, PTS_MAJORS = 8 };

/* The 7th field; the 2nd is a name in brackets that may contain anything. */
static unsigned long tty_number(struct slice stat)
{
	const char *at = memrchr(stat.ptr, ')', stat.len);
	char text[128];
	unsigned long number = 0;
	size_t len;

	if (!at)
		return 0;
	len = (size_t)(stat.ptr + stat.len - at);
	if (len >= sizeof(text))
		len = sizeof(text) - 1;
	memcpy(text, at, len);
	text[len] = '\0';
	if (sscanf(text, ") %*c %*d %*d %*d %lu", &number) != 1)
		return 0;
	return number;
}

void process_place_add_tty(struct strbuf *out, struct slice stat)
{
	unsigned long number = stat.len ? tty_number(stat) : 0;
	unsigned long major = number >> 8 & 0xfff;
	unsigned long minor = (number & 0xff) | (number >> 12 & 0xfff00);

	if (major >= PTS_MAJOR && major < PTS_MAJOR + PTS_MAJORS)
		strbuf_addf(out, "/dev/pts/%lu",
			    (major - PTS_MAJOR) * 256 + minor);
	else if (major == TTY_MAJOR && minor < SERIAL_BEGIN)
		strbuf_addf(out, "/dev/tty%lu", minor);
	else if (major == TTY_MAJOR)
		strbuf_addf(out, "/dev/ttyS%lu", minor - SERIAL_BEGIN);
}

/* Read a file of the process, whose folder is open. */
static void read_file(struct strbuf *text, int folder, const char *name,
		      size_t max)
{
	int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	if (fd < 0)
		return;
	if (file_read(fd, text, max))
		strbuf_reset(text);
	close(fd);
}

void process_place(struct terminal_place *place, pid_t pid)
{
	struct strbuf text = STRBUF_INIT, tty = STRBUF_INIT;
	char path[64];
	struct stat st;
	int folder;

	snprintf(path, sizeof(path), "/proc/%ld", (long)pid);
	folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	/* The open folder stays this process's, even if its pid is reused. */
	if (folder >= 0 && !fstat(folder, &st) && st.st_uid == geteuid()) {
		read_file(&text, folder, "environ", ENVIRONMENT_MAX);
		terminal_place_from(place, strbuf_slice(&text));
		strbuf_reset(&text);
		read_file(&text, folder, "stat", STAT_MAX);
		process_place_add_tty(&tty, strbuf_slice(&text));
		terminal_place_set_tty(place, strbuf_slice(&tty));
	}
	if (folder >= 0)
		close(folder);
	strbuf_release(&text);
	strbuf_release(&tty);
}
