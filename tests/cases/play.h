#ifndef JPD_TESTS_CASES_PLAY_H
#define JPD_TESTS_CASES_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strmap.h"
#include "src/base/words.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/app/input.h"
#include "src/dashboard/app/plain.h"

/* A case that is played. */
struct play {
	const char *file;
	int line;
	bool update;
	struct strbuf out; /* the file as it should be, for --update */
	struct strbuf why; /* what failed first */

	struct app *app;
	struct canvas canvas; /* on the terminal */
	struct canvas unseen; /* that it did not take */
	int64_t now_ms;
	int64_t start_wall_ms;
	bool stalled;   /* the terminal takes no frames */
	bool releases;  /* it reports that keys are let go */
	bool automatic; /* answer requests as a plain host would */
	size_t conversations;
	struct strmap histories; /* by id: char *, a raw array */
	int host;                /* whom the words are about */
	size_t sent_count;       /* hosts that `sent` has room for */
	struct strbuf *sent;     /* of each: lines since the last look */
	const char *jphost;      /* its path, where there is one */
	bool deaf; /* the host is known to have no subscriptions */
	struct options options;
	struct strbuf init, state; /* before it begins */
	int cols, rows;
	size_t bells, titles; /* how often each was asked for */
	/* What was asked for, until a word of the case takes it. */
	struct effect_queue effects;
	struct plain *plain; /* the case has lines instead of a screen */
	struct strbuf printed;
	/* Where languages are compared: what the frames show in English. */
	struct play_shown *shown;
	size_t frame;
	bool foreign; /* not in English */
};

/* Play a file; what is wrong is in `why` then. */
void play_run(struct play *play, const char *path);
void play_release(struct play *play);

/* A TAP test for each language (split by blanks): all files in it. */
bool play_languages(char *languages, char **files, int count);
/* A frame was drawn. */
void play_language_frame(struct play *play);

/* What failed first is kept. */
void play_fail(struct play *play, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* It happens now, to the host that the words are about. */
void play_input(struct play *play, struct input input);
/* A line, without its end, comes from that host. */
void play_host_line(struct play *play, struct slice line);
/* Take what the app wants to send to each; the first host of an automatic case
 * answers it. */
void play_take_sent(struct play *play);
/* What was sent since the last look to the host that the words are about, each
 * line marked. */
void play_sent(struct play *play, struct strbuf *out);

/* What the terminal shows. */
void play_screen(struct play *play, struct strbuf *out);
/* The words that look at something; false where it is none of them. */
bool play_look(struct play *play, const char *word, const char *args);

/* What the app wants of the world, and what comes of it. */
void play_take_effects(struct play *play);
bool play_effects(struct play *play, const char *word, const char *args);
/* What came of one must have been asked for. */
void play_check_done(struct play *play, const char *word,
		     struct effect_done *done);
/* Take play->state; false where it is none, which is told. */
bool play_restore(struct play *play);
/* The lines of what is to be in the file of the workspace, each marked. */
void play_remembered(struct play *play, struct strbuf *out);
/* The words about other hosts; false where it is none of them. */
bool play_hosts(struct play *play, const char *word, const char *args);

/* Lines instead of a screen; the word `line` says one. */
void play_plain_start(struct play *play);
void play_plain_frame(struct play *play);
void play_plain_text(const struct play *play, struct strbuf *out);
bool play_plain(struct play *play, const char *word, const char *args);
void play_plain_release(struct play *play);

#endif
