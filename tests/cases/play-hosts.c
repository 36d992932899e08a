#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/say.h"
#include "tests/cases/play.h"

/*
 * Hosts other than the one that started us:
 *
 *     hosts add NAME=COMMAND, hosts remove NAME, hosts restart NAME
 *     about NAME      the following words are about this host
 *     gone            its process exited, or closed its pipe
 *     failed WHY, wrong WHY    it could not be started; or never can be
 *     stderr TEXT     it wrote that
 *     log TEXT        a line of its log contains that
 *     runs N          the number of its wanted run; 0: none
 *     closed          it closed its stdin
 *     words TEXT      the executed words
 *     learned WHAT    deaf, hears, nothing: what is to be remembered
 */
static void do_hosts(struct play *play, const char *args)
{
	struct slice rest = slice_str(args), what = case_text_take(&rest);
	struct strbuf err = STRBUF_INIT;
	int ret = slice_is(what, "add")
			  ? hosts_add(play->app->hosts, rest, &err)
		  : slice_is(what, "remove")
			  ? app_host_remove(play->app, rest, &err)
			  : hosts_restart(play->app->hosts, rest, &err);

	if (ret)
		app_say(play->app, FACE_ERROR, "%s", err.buf);
	strbuf_release(&err);
}

static void do_log(struct play *play, const char *args)
{
	const struct line_log *log = &play->app->hosts->list[play->host].log;
	struct strbuf all = STRBUF_INIT;

	for (size_t i = 0; i < log->count; i++)
		strbuf_addf(&all, "%s\n", line_log_line(log, i));
	if (!play->foreign && !strstr(all.buf, args))
		play_fail(play, "the log lacks '%s'\n%s", args, all.buf);
	strbuf_release(&all);
}

bool play_hosts(struct play *play, const char *word, const char *args)
{
	bool known = true;

	if (!strcmp(word, "hosts")) {
		do_hosts(play, args);
	} else if (!strcmp(word, "about")) {
		play->host = hosts_find(play->app->hosts, slice_str(args));
		if (play->host < 0) {
			play->host = 0;
			play_fail(play, "no host '%s'", args);
		}
	} else if (!strcmp(word, "log")) {
		do_log(play, args);
	} else if (!strcmp(word, "runs")) {
		unsigned long long run = play->app->hosts->list[play->host].run;

		if (run != strtoull(args, NULL, 10))
			play_fail(play, "run %llu", run);
	} else if (!strcmp(word, "words")) {
		if (strcmp(args, play->app->hosts->list[play->host].command))
			play_fail(play, "words: %s",
				  play->app->hosts->list[play->host].command);
	} else if (!strcmp(word, "learned")) {
		const struct effect *learned =
			effect_find(&play->effects, EFFECT_LEARNED);
		const char *what = !learned        ? "nothing"
				   : learned->flag ? "deaf"
						   : "hears";

		if (strcmp(args, what))
			play_fail(play, "learned %s", what);
	} else {
		known = false;
	}
	return known;
}
