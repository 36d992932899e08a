#ifndef JPD_JP_JP_DRIVE_STATE_H
#define JPD_JP_JP_DRIVE_STATE_H

#include "src/base/strmap.h"
#include "src/jphost/jp/jp-drive.h"

/* What the files of jp-drive share; nobody else includes it. */

/* jp has drawn all that belongs together when it was quiet for so long. */
#define DRIVE_QUIET_MS 150

/* A call that jp must ask about. */
struct drive_call {
	char *id, *name;
	struct strbuf arguments;
	bool done; /* it was asked about, and answered */
};

/* How far an answer is. */
enum drive_step {
	DRIVE_IDLE,
	DRIVE_SENT,      /* a key is written: its prompt must go */
	DRIVE_OPENING,   /* a text must open */
	DRIVE_FILLED,    /* and hold what was written into it */
	DRIVE_EDITING,   /* or what the editor was given */
	DRIVE_SUBMITTED, /* and go */
};

struct drive_answer {
	enum drive_step step;
	enum respond_action action; /* NONE: to a question */
	struct strbuf text;         /* a reason, or arguments */
	bool shown;                 /* the text holds it */
	int64_t deadline_ms;
};

struct drive_offer {
	char *id;
	enum respond_kind respond; /* NONE: nothing is offered */
	struct strbuf event;
};

struct jp_drive {
	struct jp_drive_sink sink;
	char *name;
	unsigned made;            /* ids */
	struct drive_call *calls; /* they stay where they are */
	size_t call_count;
	struct strmap remembered; /* tools that are answered for the turn */
	struct strbuf printed;    /* since the last prompt was answered */
	int64_t moved_ms;         /* when jp printed or logged last */

	struct jp_prompt prompt;
	bool open;    /* it waits */
	bool touched; /* the person typed into it: it is theirs */
	bool looks;   /* the person looks at the arguments or the keys */
	bool suspect; /* something drew another prompt over one */
	bool told;    /* that it is not known */
	bool lost;    /* a call waits, and its prompt was not seen: told */
	bool mode_known;
	enum jp_drive_mode mode;
	struct drive_call *call; /* that it asks about */
	struct drive_offer offer;
	struct drive_answer answer;
	int64_t cancel_ms; /* until then the menu may be answered */
	int64_t now_ms, wall_ms;
};

/* --- jp-drive.c --- */

/* The prompt is over. */
void drive_close(struct jp_drive *drive, enum prompt_voice voice,
		 enum prompt_outcome outcome);

/* --- jp-drive-answer.c --- */

/* Whether it was the step's to see to. */
bool drive_answer_drawn(struct jp_drive *drive, const struct jp_prompt *prompt);
/* jp reads keys in another way than before. */
void drive_answer_mode(struct jp_drive *drive);
void drive_answer_run(struct jp_drive *drive);

#endif
