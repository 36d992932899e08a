#include "config.h"

#include "src/theme-load.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/i18n.h"
#include "src/file.h"
#include "ui/view/theme-file.h"

#define FILE_MAX_BYTES ((size_t)64 << 10)

static int load_file(struct theme *theme, const char *path, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT, why = STRBUF_INIT;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int ret = -1;

	if (fd < 0 || file_read(fd, &text, FILE_MAX_BYTES)) {
		file_fail(err, _("cannot read"), path);
	} else if (theme_file_parse(theme, strbuf_slice(&text), &why)) {
		strbuf_setf(err, _("no theme: '%s', %s"), path, why.buf);
	} else {
		ret = 0;
	}
	if (fd >= 0)
		close(fd);
	strbuf_release(&text);
	strbuf_release(&why);
	return ret;
}

int theme_load(struct theme *theme, const char *choice, bool light,
	       struct strbuf *err)
{
	const char *home = getenv("HOME");
	const struct theme *found;
	struct strbuf path = STRBUF_INIT;
	int ret;

	if (!strcmp(choice, THEME_AUTO))
		choice = light ? "light" : "dark";
	found = theme_find(choice);
	if (found) {
		*theme = *found;
		return 0;
	}
	if (!strncmp(choice, "~/", 2) && home)
		strbuf_addf(&path, "%s%s", home, choice + 1);
	else
		strbuf_addstr(&path, choice);
	ret = load_file(theme, path.buf, err);
	strbuf_release(&path);
	return ret;
}
