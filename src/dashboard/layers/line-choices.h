#ifndef JPD_LAYERS_LINE_CHOICES_H
#define JPD_LAYERS_LINE_CHOICES_H

#include "ui/view/canvas.h"
#include "ui/view/command.h"
#include "ui/view/editor.h"
#include "ui/view/picker.h"

struct app;

/* What may stand where the cursor of the command line is. */
struct line_choices {
	struct picker picker;
	char **texts;         /* of each entry, what is put into the line */
	bool shown;           /* there are some */
	enum command_id of;   /* whose argument; NONE: names of commands */
	bool asked;           /* for files */
	struct strbuf folder; /* whose files they are */
	bool hidden;          /* and those with a dot in front */
	bool cycling;         /* the line ends with what Tab put there */
};

void line_choices_init(struct line_choices *choices);
void line_choices_release(struct line_choices *choices);

/* The line changed, by the person or by history. */
void line_choices_update(struct app *app, struct line_choices *choices,
			 struct slice line);
/* What EFFECT_LIST found in the folder that was asked for. */
void line_choices_listed(struct app *app, struct line_choices *choices,
			 struct slice line, struct slice names);
/* Tab, S-Tab: whether it was one. What it puts there is no error. */
bool line_choices_key(struct app *app, struct line_choices *choices,
		      struct editor *editor, struct strbuf *error,
		      struct key key);
/* Above the line, which is the last of the canvas. */
/* A click on this one of them completes with it. */
void line_choices_click(struct app *app, struct line_choices *choices,
			struct editor *editor, struct strbuf *error,
			size_t match);
void line_choices_draw(struct line_choices *choices, struct canvas *cv);

#endif
