#ifndef JPD_DIALOG_DIALOG_RULE_H
#define JPD_DIALOG_DIALOG_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/store/rules.h"
#include "ui/dialog/dialog-text.h"
#include "ui/view/canvas.h"
#include "ui/view/editor.h"
#include "ui/view/key.h"

/*
 * "Always approve" and "never approve": choose a rule that matches the current
 * call, and its scope. The rule is reviewed in full before it is stored.
 */
struct dialog_rule {
	bool allow;
	enum rule_scope scope;
	struct rule_match offers[RULE_OFFERS]; /* narrowest first */
	size_t count, selected;
	struct dialog_text list;  /* the offers, made for `selected` */
	size_t ends[RULE_OFFERS]; /* the row after each */
	bool lines;               /* printed as lines, with numbers */
	bool typing;              /* the editor has the pattern of `own` */
	struct rule_match own;    /* a REGEX; `value` is the editor's text */
	struct editor editor;
	struct strbuf problem; /* what is wrong with the pattern */
	/* The chosen rule in full, and the last number of the pending requests
	 * that it answers immediately. For the caller's use. */
	struct strbuf review;
	uint64_t listed;
};

void dialog_rule_init(struct dialog_rule *d);
void dialog_rule_release(struct dialog_rule *d);
/* Offer rules for these arguments. False if none can be made from them. */
bool dialog_rule_begin(struct dialog_rule *d, bool allow,
		       struct slice arguments, const char *root);

enum dialog_rule_result {
	DIALOG_RULE_NOTHING,
	DIALOG_RULE_REVIEW, /* a rule was chosen; `problem` is empty */
	DIALOG_RULE_BACK,
};
/* `call` is the one that the rule must match. */
enum dialog_rule_result dialog_rule_key(struct dialog_rule *d, struct key key,
					const struct rule_call *call);
/* A click on this offer. */
void dialog_rule_click(struct dialog_rule *d, size_t offer);
/* The wheel selects, as in all lists. */
void dialog_rule_wheel(struct dialog_rule *d, int rows);
void dialog_rule_paste(struct dialog_rule *d, struct slice text);
/* The chosen rule, for this call; its strings belong to d and the call. */
struct rule_terms dialog_rule_terms(const struct dialog_rule *d,
				    const struct rule_call *call);

int dialog_rule_rows(struct dialog_rule *d, int cols);
void dialog_rule_draw(struct dialog_rule *d, struct canvas *cv, struct rect at);

/* Names for describing a rule. All foreign text is made visible. */
struct dialog_rule_words {
	const char *conversation; /* its title */
	const char *file; /* that stores it; NULL: it ends with the program */
};
/* Append one sentence: which calls, where, until when. */
void dialog_rule_describe(struct strbuf *out, const struct rule_terms *terms,
			  const struct dialog_rule_words *words);

#endif
