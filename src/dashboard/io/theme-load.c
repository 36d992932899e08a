#include "config.h"

#include "src/dashboard/io/theme-load.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/dashboard/io/user-file.h"
#include "ui/view/theme-file.h"

#define FILE_MAX_BYTES ((size_t)64 << 10)

static int load_file(struct theme *theme, const char *path, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT, why = STRBUF_INIT;
	int ret = user_file_read(path, FILE_MAX_BYTES, &text, NULL, err);

	if (!ret && theme_file_parse(theme, strbuf_slice(&text), &why)) {
		strbuf_setf(err, _("no theme: '%s', %s"), path, why.buf);
		ret = -1;
	}
	strbuf_release(&text);
	strbuf_release(&why);
	return ret;
}

int theme_load(struct theme *theme, const char *choice, struct strbuf *err)
{
	const struct theme *found = theme_find(choice);

	if (found) {
		*theme = *found;
		return 0;
	}
	return load_file(theme, choice, err);
}
