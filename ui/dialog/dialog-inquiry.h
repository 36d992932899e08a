#ifndef JPD_DIALOG_DIALOG_INQUIRY_H
#define JPD_DIALOG_DIALOG_INQUIRY_H

#include "ui/dialog/dialog-approval.h"
#include "ui/view/picker.h"

/*
 * A question of a tool or the assistant: yes or no, one or several of a list,
 * or a text. It decides nothing: the caller holds the lock and sends.
 */
struct dialog_inquiry {
	uint64_t serial;
	uint32_t revision;
	enum answer_kind kind;
	struct dialog_text text; /* the question */
	struct arguments_facts facts;
	bool changed;          /* the host changed it while it was shown */
	bool touched;          /* the person did something in it */
	bool own;              /* SELECT: an own text instead ("other") */
	struct picker picker;  /* SELECT */
	bool *checked;         /* SELECT, several answers: of each option */
	size_t default_option; /* or SIZE_MAX */
	struct editor editor;  /* TEXT, SECRET, OTHER; `own` */
	struct strbuf problem;
};

void dialog_inquiry_init(struct dialog_inquiry *d);
void dialog_inquiry_release(struct dialog_inquiry *d);
void dialog_inquiry_show(struct dialog_inquiry *d, const struct prompt *p);
bool dialog_inquiry_draw(struct dialog_inquiry *d, const struct prompt *p,
			 const struct dialog_info *info, struct canvas *cv,
			 struct rect room);
/* That frame was written. */
void dialog_inquiry_written(struct dialog_inquiry *d);

enum inquiry_result {
	INQUIRY_IGNORED,
	INQUIRY_MOVED,
	INQUIRY_ANSWER, /* `answer` holds the JSON text to send */
};
/*
 * A key. On INQUIRY_ANSWER the answer is appended to `answer`, in the JSON
 * type in which it came; the caller sends it only if the lock is open.
 */
enum inquiry_result dialog_inquiry_key(struct dialog_inquiry *d,
				       const struct prompt *p, struct key key,
				       struct strbuf *answer);
void dialog_inquiry_paste(struct dialog_inquiry *d, struct slice text);
/* Rows of the question, and options of the answer, that were never on the
 * screen to their end. */
size_t dialog_inquiry_unseen(const struct dialog_inquiry *d);
void dialog_inquiry_wheel(struct dialog_inquiry *d, int rows);
/* Whether keys go into a text of the person's. */
bool dialog_inquiry_writes(const struct dialog_inquiry *d);

#endif
