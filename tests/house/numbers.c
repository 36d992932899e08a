#include "config.h"

#include <stdio.h>

#include "src/base/i18n.h"
#include "src/base/strbuf.h"
#include "ui/text/sanitize.h"
#include "ui/text/width.h"
#include "ui/view/elapsed.h"

/* Prints numbers and times as users see them in the current locale. */
int main(void)
{
	struct strbuf text = STRBUF_INIT, shown = STRBUF_INIT;

	i18n_open();
	strbuf_addf(&text, "%'d ", 1234567);
	elapsed_add_duration(&text, 4150);
	strbuf_addch(&text, ' ');
	i18n_add_clock(&text, INT64_C(1767279840000), false); /* 15:04 UTC */
	sanitize_all(&shown, strbuf_slice(&text));
	printf("%s %d\n", shown.buf, width_text(strbuf_slice(&shown)));
	strbuf_release(&text);
	strbuf_release(&shown);
	return 0;
}
