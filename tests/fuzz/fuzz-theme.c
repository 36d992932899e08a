#include "config.h"

#include <assert.h>

#include "tests/fuzz/fuzz.h"
#include "ui/view/theme-file.h"

/* A theme is read, or refused with a sentence and left as it was. */

FUZZ_TARGET(theme)
{
	struct strbuf err = STRBUF_INIT;
	struct theme theme = *theme_find("dark");
	int bad = theme_file_parse(&theme, slice_of((const char *)data, size),
				   &err);

	assert(bad == 0 || bad == -1);
	assert(!bad == !err.len);
	strbuf_release(&err);
}
