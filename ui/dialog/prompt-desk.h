#ifndef JPD_DIALOG_PROMPT_DESK_H
#define JPD_DIALOG_PROMPT_DESK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/strbuf.h"
#include "ui/dialog/prompt-lock.h"
#include "ui/view/key.h"

/*
 * Decides whether a key counts in a dialog, and whether an allow does
 * (doc/HACKING, "Approvals" 1 to 5). Pure arithmetic, without app, dialog or
 * clock; times are of one monotonic clock, in milliseconds.
 *
 * A key that decides counts once per press. If the terminal reports key
 * releases, a press is known. Otherwise the same key counts again only after
 * another key, or after PROMPT_LOCK_REST_MS without it, whatever it was for
 * before, and then not if it follows again within PROMPT_LOCK_FOLLOWS_MS: the
 * first repeat of a held key comes late, the next ones come fast.
 */
#define PROMPT_DESK_NOTE_MS 2500

/*
 * Output may take long to arrive: a frame is on the screen when the terminal
 * answers the query sent after it. Answers come in the order of the queries. A
 * late answer is credited to an early query, so a lost one delays all later
 * ones; after this time the query is sent once more. A terminal that has not
 * answered the query at the start within this time never will: for it, writing
 * the frame counts.
 */
#define PROMPT_DESK_ANSWER_MS 3000

enum desk_answers {
	DESK_ANSWERS_NOT,
	DESK_ANSWERS_MAYBE, /* asked at the start, no answer yet */
	DESK_ANSWERS_ALL,
};

/*
 * The target of the keys changed while the user typed: the rest of what is
 * being typed was meant for something else, and is ignored.
 */
enum desk_burst {
	DESK_BURST_NONE,
	DESK_BURST_COVERED, /* a dialog opened: until a pause */
	DESK_BURST_CUT,     /* a text field closed: until seen, then a pause */
};

/* An allow whose key may be the first repeat of a held key. */
struct desk_waiting {
	bool any;
	struct key key;
	int64_t at_ms;
	struct prompt_lock lock, batch_lock; /* as they were then */
};

struct prompt_desk {
	uint64_t serial;  /* of the prompt whose dialog is open; 0: none */
	uint64_t left;    /* the last postponed one; 0: none */
	uint64_t visited; /* whose conversation is visited now */
	bool drawn;       /* in the last frame */
	bool presented;   /* a frame that shows it was written */
	bool uninvited;   /* opened automatically, over the panes */
	bool lines;       /* answers are lines: keys do not repeat */
	bool hidden;      /* its window is known to be in the background */
	struct prompt_lock lock, batch_lock; /* of one; of it and identical
						ones */
	struct key key;  /* the last key, whatever it was for */
	int64_t key_ms;  /* when; PROMPT_LOCK_NEVER: released, or none */
	int64_t rest_ms; /* time since the same key; -1: another one */
	bool used;       /* this press has decided, or was not meant for it */
	bool repeats;    /* the next key is known to be held down */
	struct desk_waiting waiting;
	bool judging; /* `waiting` is being decided */
	/* A text was left in which letters were letters: letters that follow
	 * allow nothing until another kind of key comes. */
	bool wordy;
	enum desk_burst burst;
	int64_t burst_seen_ms; /* when the frame that shows why was written */
	/* An allow by this key came before all was seen: asked once more. */
	bool asked;
	struct key asked_key;
	enum desk_answers answers;
	uint32_t asks, answered;    /* queries to the terminal, since start */
	int64_t start_ms, asked_ms; /* the first and the last query */
	int64_t sent_ms;            /* first frame of what is shown */
	bool ask_again;             /* query after the next frame */
	uint32_t ask_due;           /* number of queries to send now */
	uint32_t look;      /* query after rows that were never seen; 0 */
	bool doubtful;      /* pending queries may be answered or not */
	struct strbuf note; /* why a key was ignored, or a question */
	int64_t note_until_ms;
};

void prompt_desk_init(struct prompt_desk *desk);
void prompt_desk_release(struct prompt_desk *desk);

/* Locks. The key that is down opened it, and decides nothing in it. */
void prompt_desk_open(struct prompt_desk *desk, uint64_t serial,
		      bool by_itself);
/* cut: what is being typed was meant for the dialog. */
void prompt_desk_close(struct prompt_desk *desk, bool cut);
/* A text was begun without a field: what is being typed is not a command. */
void prompt_desk_no_text(struct prompt_desk *desk);
/* The host changed the prompt: locked, from the start. */
void prompt_desk_changed(struct prompt_desk *desk, bool writing);
/* Resize, resume, focus, an editor, another view of it: the user must look
 * again and be asked again. */
void prompt_desk_look_again(struct prompt_desk *desk);
/* The window is in front or not; if not, nothing is seen until it is. */
void prompt_desk_in_front(struct prompt_desk *desk, bool in_front,
			  int64_t now_ms);
/* Another program had the terminal. */
void prompt_desk_covered(struct prompt_desk *desk);

/* A text in the dialog was left, but not by answering. */
void prompt_desk_left_text(struct prompt_desk *desk);

/* Show a note in the dialog for a while; it cancels a question. */
void prompt_desk_note(struct prompt_desk *desk, const char *text,
		      int64_t now_ms);
/* After DESK_ASK_AGAIN: ask as long as this note is in the dialog; the same key
 * confirms. Locked until the note was seen. */
void prompt_desk_ask(struct prompt_desk *desk, const char *text);
/* All was seen, so nothing need be asked; true if a question was open. */
bool prompt_desk_all_seen(struct prompt_desk *desk);
/* The note, or NULL. */
const char *prompt_desk_noted(const struct prompt_desk *desk, int64_t now_ms);

/* A key was pressed, whatever its target. Call before asking about it. */
void prompt_desk_press(struct prompt_desk *desk, struct key key,
		       int64_t now_ms);
/* The terminal reports that the next key is still held down. */
void prompt_desk_repeats(struct prompt_desk *desk);
/* The terminal reports that the key was released. */
void prompt_desk_let_go(struct prompt_desk *desk, struct key key);
/* The user sent something else: the next key is another press. */
void prompt_desk_paste(struct prompt_desk *desk, int64_t now_ms);
/* Whether the last key may be the held key before it. */
bool prompt_desk_is_held(const struct prompt_desk *desk);
/* The same, and it came too soon to be another press. */
bool prompt_desk_runs(const struct prompt_desk *desk);

/* The target of a key. `on_top`: the dialog has the keys. Not for C-l, C-z. */
enum desk_route {
	DESK_TOP,    /* the layer on top */
	DESK_PANES,  /* it opened automatically, and is not on the screen yet */
	DESK_NOBODY, /* the rest of a burst, or nothing is on the screen yet */
};
enum desk_route prompt_desk_route(struct prompt_desk *desk, struct key key,
				  bool on_top, int64_t now_ms);

/* What the last key does in a dialog. */
enum desk_use {
	DESK_USE_NONE,  /* moves or writes */
	DESK_USE_STEP,  /* the same, and continues while held */
	DESK_USE_DENY,  /* decides */
	DESK_USE_ALLOW, /* the same, and may allow */
};
/* Whether a key counts. One that DESK_WAITS is returned later by
 * prompt_desk_take_waiting(). */
enum desk_hold {
	DESK_FREE,
	DESK_HELD,
	DESK_WAITS,
	DESK_TYPED, /* a letter of a text that was left */
};
enum desk_hold prompt_desk_hold(struct prompt_desk *desk, enum desk_use use,
				int64_t now_ms);
/*
 * Take an allow that waited and now counts, because nothing followed it, or
 * immediately because `other` key follows. True: dispatch it, then call
 * prompt_desk_judged().
 */
bool prompt_desk_take_waiting(struct prompt_desk *desk, bool other,
			      struct key *key, int64_t now_ms);
void prompt_desk_judged(struct prompt_desk *desk);
int64_t prompt_desk_wake_ms(const struct prompt_desk *desk); /* or -1 */

/* Any input byte; call after its key was handled (prompt-lock.h). */
void prompt_desk_input(struct prompt_desk *desk, int64_t now_ms);
/* No input is left to read; true if that opens the lock. */
bool prompt_desk_quiet(struct prompt_desk *desk, int guard_ms, int64_t now_ms);
/* A frame is being made. `complete`: it shows this revision, readable and on
 * top; `identical`: the number of others that one answer may cover. */
void prompt_desk_drawn(struct prompt_desk *desk, uint32_t revision,
		       bool complete, size_t identical);
/* The frame was written, with the dialog in it if it is `on_top`; `fresh`: with
 * unseen rows. They count as seen once prompt_desk_looks() is false again;
 * immediately if writing must suffice. */
void prompt_desk_written(struct prompt_desk *desk, bool on_top, bool fresh,
			 int64_t now_ms);
bool prompt_desk_looks(const struct prompt_desk *desk);
/* The terminal was queried at the start; it answered the next query. */
void prompt_desk_expect(struct prompt_desk *desk, int64_t now_ms);
void prompt_desk_answered(struct prompt_desk *desk, int64_t now_ms);
/* Another program had the terminal, and may have got the pending answers. */
void prompt_desk_doubt_asks(struct prompt_desk *desk);
/* Time passed; true if a frame is needed. */
bool prompt_desk_await(struct prompt_desk *desk, int64_t now_ms);
/* While true: query the terminal after the frame. */
bool prompt_desk_take_ask(struct prompt_desk *desk);
/* Whether the answer takes so long that the user should know. */
bool prompt_desk_is_late(const struct prompt_desk *desk, int64_t now_ms);
/* When the lock opens without input; PROMPT_LOCK_NEVER: it does not. */
int64_t prompt_desk_opens_ms(const struct prompt_desk *desk, int guard_ms);
bool prompt_desk_is_open(const struct prompt_desk *desk, uint32_t revision,
			 int guard_ms, int64_t now_ms);

/*
 * Judge an allow by the last key. `unseen`: rows of what would be allowed that
 * were never on the screen; `identical`: others that are allowed with it.
 */
enum desk_verdict {
	DESK_YES,
	DESK_LOCKED,
	DESK_TOO_QUICK, /* only the key before it kept it locked */
	DESK_ASK_AGAIN, /* not all was seen: prompt_desk_ask() */
};
enum desk_verdict prompt_desk_allow(struct prompt_desk *desk, uint32_t revision,
				    size_t unseen, size_t identical,
				    int guard_ms, int64_t now_ms);

#endif
