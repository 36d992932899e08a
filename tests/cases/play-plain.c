#include "config.h"

#include <string.h>

#include "tests/cases/play.h"

/* The words of cases in line mode. */

void play_plain_start(struct play *play)
{
	if (play->options.plain)
		play->plain = plain_new(play->app);
}

void play_plain_frame(struct play *play)
{
	if (play->stalled || play->app->exiting)
		return;
	plain_update(play->plain, &play->printed);
	if (plain_written(play->plain))
		play_input(play, (struct input){ .kind = INPUT_FRAME_WRITTEN });
}

/* The output since the last input line. */
void play_plain_text(const struct play *play, struct strbuf *out)
{
	const char *at = play->printed.buf;

	while (at && *at) {
		const char *nl = strchr(at, '\n');

		strbuf_addf(out, "|%.*s|\n", (int)(nl - at), at);
		at = nl + 1;
	}
}

bool play_plain(struct play *play, const char *word, const char *args)
{
	if (!play->plain || strcmp(word, "line"))
		return false;
	strbuf_reset(&play->printed);
	for (const char *c = args; *c; c++)
		plain_key(play->plain, (struct key){ .ch = (unsigned char)*c });
	plain_key(play->plain, (struct key){ .sym = KEY_SYM_ENTER });
	return true;
}

void play_plain_release(struct play *play)
{
	plain_free(play->plain);
	strbuf_release(&play->printed);
}
