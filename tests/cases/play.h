#ifndef JPD_TESTS_CASES_PLAY_H
#define JPD_TESTS_CASES_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/case-text.h"
#include "src/base/strmap.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/input.h"
#include "src/dashboard/app/plain.h"

/* A case being played. */
struct play {
	const char *file;
	int line;
	bool update;
	struct strbuf out; /* the file as it should be, for --update */
	struct strbuf why; /* the first failure */

	struct app *app;
	struct canvas canvas; /* on the terminal */
	struct canvas unseen; /* frames that it did not accept */
	int64_t now_ms;
	int64_t start_wall_ms;
	bool stalled;   /* the terminal accepts no frames */
	bool releases;  /* it reports key releases */
	bool automatic; /* answer requests like a plain host */
	size_t conversations;
	struct strmap histories; /* by id: char *, a raw array */
	int host;                /* subject of the words */
	size_t sent_count;       /* number of hosts in `sent` */
	struct strbuf *sent;     /* for each: lines since the last check */
	const char *jphost;      /* its path, or NULL */
	bool deaf;               /* the host is known to be deaf */
	struct options options;
	struct strbuf init, state; /* set before the start */
	int cols, rows;
	size_t bells, titles; /* how often each was requested */
	/* Requested effects that no word of the case has matched yet. */
	struct effect_queue effects;
	struct plain *plain; /* the case has lines instead of a screen */
	struct strbuf printed;
	/* When comparing languages: the frames in English. */
	struct play_shown *shown;
	size_t frame;
	bool foreign; /* not in English */
};

/* Play a file; failures are then in `why`. */
void play_run(struct play *play, const char *path);
void play_release(struct play *play);

/* A TAP test for each language (split by blanks): all files in it. */
bool play_languages(char *languages, char **files, int count);
/* Compare a frame that was drawn. */
void play_language_frame(struct play *play);

/* Record a failure, unless there already is one. */
void play_fail(struct play *play, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* An input now, from the host that the words are about. */
void play_input(struct play *play, struct input input);
/* A line, without its end, comes from that host. */
void play_host_line(struct play *play, struct slice line);
/* Take the lines that the app sends to each host; the first host of an
 * automatic case answers them. */
void play_take_sent(struct play *play);
/* The lines sent to the current host since the last check, each marked. */
void play_sent(struct play *play, struct strbuf *out);

/* The terminal's content. */
void play_screen(struct play *play, struct strbuf *out);
/* The words that check something; false for other words. */
bool play_look(struct play *play, const char *word, const char *args);

/* The app's effects, and their results. */
void play_take_effects(struct play *play);
bool play_effects(struct play *play, const char *word, const char *args);
/* The result must be that of a requested effect. */
void play_check_done(struct play *play, const char *word,
		     struct effect_done *done);
/* Restore play->state; false, with a failure, if it is invalid. */
bool play_restore(struct play *play);
/* The lines of the workspace's file, each marked. */
void play_remembered(struct play *play, struct strbuf *out);
/* The words about other hosts; false for other words. */
bool play_hosts(struct play *play, const char *word, const char *args);

/* Line mode instead of a screen; the word `line` enters a line. */
void play_plain_start(struct play *play);
void play_plain_frame(struct play *play);
void play_plain_text(const struct play *play, struct strbuf *out);
bool play_plain(struct play *play, const char *word, const char *args);
void play_plain_release(struct play *play);

#endif
