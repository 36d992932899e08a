#include "config.h"

#include <string.h>

#include "src/base/i18n.h"
#include "src/jphost/query/query-ask.h"
#include "ui/text/sanitize.h"

void query_menu_show(struct query_ask *ask)
{
	ask->menu = true;
	ask->asked++;
	ask->mode = ASK_KEY;
	strbuf_addstr(query_ask_out(ask), "\n");
	strbuf_addstr(query_ask_out(ask),
		      _("c: go on, r: reply, s: stop [c,r,s] "));
}

/* Close the menu; prompts that arrived meanwhile are asked now. */
void query_menu_leave(struct query_ask *ask)
{
	strbuf_addch(query_ask_out(ask), '\n');
	ask->menu = false;
	ask->mode = ASK_NOTHING;
	query_ask_again(ask);
}

static void take_key(struct query_ask *ask, char key)
{
	switch (key) {
	case 'c':
	case '\033':
		query_menu_leave(ask);
		break;
	case 's':
		query_menu_leave(ask);
		ask->sink.stop(ask->sink.user);
		break;
	case 'r':
		strbuf_addf(query_ask_out(ask), "\n%s ",
			    _("Your reply (empty: back):"));
		ask->mode = ASK_LINE;
		break;
	}
}

static void take_line(struct query_ask *ask, struct slice typed)
{
	struct strbuf text = STRBUF_INIT;

	/* Input in another encoding must not make the wire invalid. */
	sanitize_all(&text, slice_trim(typed));
	if (text.len) {
		query_menu_leave(ask);
		ask->sink.reply(ask->sink.user, strbuf_slice(&text));
	} else {
		query_menu_show(ask);
	}
	strbuf_release(&text);
}

void query_menu_input(struct query_ask *ask, struct slice bytes)
{
	const char *newline = memchr(bytes.ptr, '\n', bytes.len);

	if (ask->mode == ASK_LINE) {
		if (newline)
			bytes.len = (size_t)(newline - bytes.ptr);
		take_line(ask, bytes);
	} else if (bytes.len == 1) {
		take_key(ask, *bytes.ptr);
	}
}
