#ifndef JPD_DIALOG_PROMPT_DESK_H
#define JPD_DIALOG_PROMPT_DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"
#include "ui/dialog/prompt-lock.h"
#include "ui/view/key.h"

/*
 * The one place that says whether a key counts in a dialog, and whether an
 * allow does (doc/HACKING, "Approvals" 1 to 5). Arithmetic: it knows no app,
 * no dialog and no clock of its own; times are of one monotonic clock, in
 * milliseconds.
 *
 * A key that decides counts once a press. Where the terminal reports that
 * keys are let go, a press is known; elsewhere the same key counts again only
 * after another one, or after PROMPT_LOCK_REST_MS without it, and then not
 * where one more follows within PROMPT_LOCK_FOLLOWS_MS: the first repeat of
 * a key that is held comes late, the next ones come fast.
 */
#define PROMPT_DESK_NOTE_MS 2500

/*
 * What was written may be on its way for long: a frame is on the screen when
 * the terminal answers what is asked behind it. Answers come in the order of
 * the asks; a late one is for an early ask, so one that is lost delays all
 * behind it, and after this time it is asked once more. A terminal that has
 * not answered the ask of the start within this time never will: there the
 * write has to do.
 */
#define PROMPT_DESK_ANSWER_MS 3000

enum desk_answers {
	DESK_ANSWERS_NOT,
	DESK_ANSWERS_MAYBE, /* it was asked just now, at the start */
	DESK_ANSWERS_ALL,
};

/*
 * What the keys go to changed by itself while the user typed: the rest of
 * what is being typed was meant for something else, and means nothing.
 */
enum desk_burst {
	DESK_BURST_NONE,
	DESK_BURST_COVERED, /* a dialog opened: until a pause */
	DESK_BURST_CUT,     /* a text is gone: until that was seen, a pause */
};

/* An allow whose key may be the first repeat of one that is held. */
struct desk_waiting {
	bool any;
	struct key key;
	int64_t at_ms;
	struct prompt_lock lock, batch_lock; /* as they were then */
};

struct prompt_desk {
	uint64_t serial;  /* of the prompt whose dialog is open; 0: none */
	uint64_t left;    /* the last that was put off; 0: none */
	uint64_t visited; /* whose conversation is looked at meanwhile */
	bool drawn;       /* in the last frame */
	bool presented;   /* a frame that shows it was written */
	bool uninvited;   /* it opened by itself over the panes */
	bool lines;       /* answers are lines: no key is held */
	bool hidden;      /* its window is known not to be in front */
	struct prompt_lock lock, batch_lock; /* of one; of it and those that
						are identical */
	struct key key;  /* the last that came, for whatever */
	int64_t key_ms;  /* when; PROMPT_LOCK_NEVER: let go, or none came */
	int64_t rest_ms; /* since the same key came before; -1: another did */
	bool used;       /* this press of it has decided something */
	bool repeats;    /* the key that comes now is known to be down */
	struct desk_waiting waiting;
	bool judging; /* `waiting` is what is decided about */
	/* A text was left in which letters were letters: those that follow
	 * allow nothing before a key that is none. */
	bool wordy;
	enum desk_burst burst;
	int64_t burst_seen_ms; /* the frame that shows why was written */
	/* An allow came before all was seen, by this key: asked once more. */
	bool asked;
	struct key asked_key;
	enum desk_answers answers;
	uint32_t asks, answered;    /* of the terminal, from the start on */
	int64_t start_ms, asked_ms; /* the first and the last of them */
	int64_t sent_ms;            /* what is shown, at first */
	bool ask_again;             /* behind the next frame */
	uint32_t ask_due;           /* so often, now */
	uint32_t look; /* the ask behind rows that were never seen; 0: none */
	bool doubtful; /* what was not answered may be answered, or not */
	struct strbuf note; /* why a key did nothing, or what is asked */
	int64_t note_until_ms;
};

void prompt_desk_init(struct prompt_desk *desk);
void prompt_desk_release(struct prompt_desk *desk);

/* It locks; the key that is down brought it, and decides nothing in it. */
void prompt_desk_open(struct prompt_desk *desk, uint64_t serial,
		      bool by_itself);
/* cut: what is being typed was meant for it. */
void prompt_desk_close(struct prompt_desk *desk, bool cut);
/* A text was begun that nothing takes: nor is what is being typed a command. */
void prompt_desk_no_text(struct prompt_desk *desk);
/* The host changed it: locked, from the top. */
void prompt_desk_changed(struct prompt_desk *desk, bool writing);
/* Resize, resume, focus, an editor, another view of it: what was seen is to
 * be looked at again, and what was asked is to be asked again. */
void prompt_desk_look_again(struct prompt_desk *desk);
/* The window is in front, or is not; then nothing is seen until it is. */
void prompt_desk_in_front(struct prompt_desk *desk, bool in_front,
			  int64_t now_ms);
/* The terminal was another program's. */
void prompt_desk_covered(struct prompt_desk *desk);

/* A text in the dialog was left, not by an answer. */
void prompt_desk_left_text(struct prompt_desk *desk);

/* A sentence in the dialog, for a while; it ends what was asked. */
void prompt_desk_note(struct prompt_desk *desk, const char *text,
		      int64_t now_ms);
/* After DESK_ASK_AGAIN: asked as long as this note is in the dialog, and the
 * same key is the answer. Locked until it was seen. */
void prompt_desk_ask(struct prompt_desk *desk, const char *text);
/* Nothing is left to ask for; true where something was asked. */
bool prompt_desk_all_seen(struct prompt_desk *desk);
/* The note, or NULL. */
const char *prompt_desk_noted(const struct prompt_desk *desk, int64_t now_ms);

/* A key was pressed, whoever gets it; before all else is asked about it. */
void prompt_desk_press(struct prompt_desk *desk, struct key key,
		       int64_t now_ms);
/* The terminal reports that the key which comes next is still down. */
void prompt_desk_repeats(struct prompt_desk *desk);
/* The terminal reports that it was let go. */
void prompt_desk_let_go(struct prompt_desk *desk, struct key key);
/* Something else came of the person: what comes next is another press. */
void prompt_desk_paste(struct prompt_desk *desk, int64_t now_ms);
/* Whether the last key may be the one before it, still held down. */
bool prompt_desk_is_held(const struct prompt_desk *desk);
/* Likewise, and too soon behind it to be another press. */
bool prompt_desk_runs(const struct prompt_desk *desk);

/* Who gets it. `on_top`: the dialog has the keys. C-l and C-z come before. */
enum desk_route {
	DESK_TOP,    /* the layer on top */
	DESK_PANES,  /* the dialog opened by itself, no frame shows it yet */
	DESK_NOBODY, /* the rest of a burst, or what is not seen yet */
};
enum desk_route prompt_desk_route(struct prompt_desk *desk, struct key key,
				  bool on_top, int64_t now_ms);

/* What the last key is in a dialog. */
enum desk_use {
	DESK_USE_NONE,  /* it moves, or writes */
	DESK_USE_STEP,  /* likewise, and goes on while it is held */
	DESK_USE_DENY,  /* it decides */
	DESK_USE_ALLOW, /* likewise, and may allow */
};
/* Whether it counts. A key that DESK_WAITS comes out of
 * prompt_desk_take_waiting() when its time has come. */
enum desk_hold {
	DESK_FREE,
	DESK_HELD,
	DESK_WAITS,
	DESK_TYPED, /* a letter of a text that was left */
};
enum desk_hold prompt_desk_hold(struct prompt_desk *desk, enum desk_use use,
				int64_t now_ms);
/* An allow that waited and counts now, since nothing followed it; at once
 * where `other` key follows. True: dispatch it, then say that it is done. */
bool prompt_desk_take_waiting(struct prompt_desk *desk, bool other,
			      struct key *key, int64_t now_ms);
void prompt_desk_judged(struct prompt_desk *desk);
int64_t prompt_desk_wake_ms(const struct prompt_desk *desk); /* or -1 */

/* Any byte of the user's; after the key was handled (prompt-lock.h). */
void prompt_desk_input(struct prompt_desk *desk, int64_t now_ms);
/* Nothing is left to read; true where that opens the lock. */
bool prompt_desk_quiet(struct prompt_desk *desk, int guard_ms, int64_t now_ms);
/* A frame is made. `complete`: it shows this revision, readable and on top;
 * `identical`: so many others, which one answer may be for. */
void prompt_desk_drawn(struct prompt_desk *desk, uint32_t revision,
		       bool complete, size_t identical);
/* Written, with the dialog in it where it is `on_top`; `fresh`: with rows in it
 * that were never seen. They are where prompt_desk_looks() is false again, as
 * at once where the write has to do. */
void prompt_desk_written(struct prompt_desk *desk, bool on_top, bool fresh,
			 int64_t now_ms);
bool prompt_desk_looks(const struct prompt_desk *desk);
/* The terminal was asked, at the start; it has answered the next ask. */
void prompt_desk_expect(struct prompt_desk *desk, int64_t now_ms);
void prompt_desk_answered(struct prompt_desk *desk, int64_t now_ms);
/* The terminal was another program's: who got what it still had to answer? */
void prompt_desk_doubt_asks(struct prompt_desk *desk);
/* Time passed; true where a frame is wanted. */
bool prompt_desk_await(struct prompt_desk *desk, int64_t now_ms);
/* As long as it is true: ask the terminal behind what was written. */
bool prompt_desk_take_ask(struct prompt_desk *desk);
/* Whether the answer takes so long that somebody should be told. */
bool prompt_desk_is_late(const struct prompt_desk *desk, int64_t now_ms);
/* When the lock opens by itself; PROMPT_LOCK_NEVER: it does not. */
int64_t prompt_desk_opens_ms(const struct prompt_desk *desk, int guard_ms);
bool prompt_desk_is_open(const struct prompt_desk *desk, uint32_t revision,
			 int guard_ms, int64_t now_ms);

/*
 * An allow of the last key. `unseen`: rows of what would be allowed that were
 * never on the screen; `identical`: others that are allowed with it.
 */
enum desk_verdict {
	DESK_YES,
	DESK_LOCKED,
	DESK_TOO_QUICK, /* but for the key before it, it would be open */
	DESK_ASK_AGAIN, /* not all was seen: prompt_desk_ask() */
};
enum desk_verdict prompt_desk_allow(struct prompt_desk *desk, uint32_t revision,
				    size_t unseen, size_t identical,
				    int guard_ms, int64_t now_ms);

#endif
