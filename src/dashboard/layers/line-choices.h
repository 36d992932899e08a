#ifndef JPD_LAYERS_LINE_CHOICES_H
#define JPD_LAYERS_LINE_CHOICES_H

#include "ui/view/canvas.h"
#include "ui/view/command.h"
#include "ui/view/editor.h"
#include "ui/view/picker.h"

struct app;

/* The completions at the cursor of the command line. */
struct line_choices {
	struct picker picker;
	char **texts;         /* text to insert for each entry */
	bool shown;           /* there are some */
	enum command_id of;   /* whose argument; NONE: command names */
	bool asked;           /* for files */
	struct strbuf folder; /* whose files they are */
	bool hidden;          /* with dot files */
	bool cycling;         /* the line ends with what Tab inserted */
};

void line_choices_init(struct line_choices *choices);
void line_choices_release(struct line_choices *choices);

/* The line changed, by the user or from history. */
void line_choices_update(struct app *app, struct line_choices *choices,
			 struct slice line);
/* EFFECT_LIST's result for the requested folder. */
void line_choices_listed(struct app *app, struct line_choices *choices,
			 struct slice line, struct slice names);
/* Handle Tab and S-Tab; false for other keys. An insertion clears `error`. */
bool line_choices_key(struct app *app, struct line_choices *choices,
		      struct editor *editor, struct strbuf *error,
		      struct key key);
/* Complete with the clicked match. */
void line_choices_click(struct app *app, struct line_choices *choices,
			struct editor *editor, struct strbuf *error,
			size_t match);
/* Draw above the line, which is the last of the canvas. */
void line_choices_draw(struct line_choices *choices, struct canvas *cv);

#endif
