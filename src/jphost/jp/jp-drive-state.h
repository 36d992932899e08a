#ifndef JPD_JP_JP_DRIVE_STATE_H
#define JPD_JP_JP_DRIVE_STATE_H

#include "src/base/strmap.h"
#include "src/jphost/jp/jp-drive.h"

/* State shared by jp-drive's files; no other file includes this. */

/* After this long without output, jp has drawn all that belongs together. */
#define DRIVE_QUIET_MS 150

/* A call that jp must ask about. */
struct drive_call {
	char *id, *name;
	struct strbuf arguments;
	bool done; /* it was asked about and answered */
};

/* The step that an answer has reached. */
enum drive_step {
	DRIVE_IDLE,
	DRIVE_SENT,      /* a key was typed: its prompt must close */
	DRIVE_OPENING,   /* a text field must open, */
	DRIVE_FILLED,    /* contain what was typed into it, */
	DRIVE_EDITING,   /* or what the editor wrote, */
	DRIVE_SUBMITTED, /* and close */
};

struct drive_answer {
	enum drive_step step;
	enum respond_action action; /* NONE: answers a question */
	struct strbuf text;         /* a reason, or arguments */
	bool shown;                 /* the text field contains it */
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
	unsigned made;            /* number of ids */
	struct drive_call *calls; /* entries do not move */
	size_t call_count;
	struct strmap remembered; /* tools with an answer for the whole turn */
	struct strbuf printed;    /* since the last prompt was answered */
	int64_t moved_ms;         /* when jp last printed or logged */

	struct jp_prompt prompt;
	bool open;    /* the prompt is open */
	bool touched; /* the user typed into it, so it is theirs */
	bool looks;   /* the user has jp show the arguments or the keys */
	bool suspect; /* something drew another prompt over one */
	bool told;    /* reported as unknown */
	bool lost;    /* reported: a call is pending, but no prompt was seen */
	bool mode_known;
	enum jp_drive_mode mode;
	struct drive_call *call; /* that it asks about */
	struct drive_offer offer;
	struct drive_answer answer;
	int64_t cancel_ms; /* until then the menu may be answered */
	int64_t now_ms, wall_ms;
};

/* --- jp-drive.c --- */

/* The prompt has closed. */
void jp_drive_close(struct jp_drive *drive, enum prompt_voice voice,
		    enum prompt_outcome outcome);

/* --- jp-drive-answer.c --- */

/* Returns true if the current step handles the drawing. */
bool jp_drive_answer_drawn(struct jp_drive *drive,
			   const struct jp_prompt *prompt);
/* jp's input mode has changed. */
void jp_drive_answer_mode(struct jp_drive *drive);
void jp_drive_answer_run(struct jp_drive *drive);

#endif
