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
 * "Always approve" and "never approve": which rule, out of those that fit the
 * call at hand, and until when. The rule is reviewed in full before it is
 * stored; this only chooses it.
 */
struct dialog_rule {
	bool allow;
	enum rule_scope scope;
	struct rule_match offers[RULE_OFFERS]; /* the narrowest first */
	size_t count, selected;
	struct dialog_text list;  /* the offers, made for `selected` */
	size_t from, to;          /* its rows in there */
	size_t ends[RULE_OFFERS]; /* the row behind each */
	bool lines;               /* printed as lines: each has its number */
	bool typing;              /* the editor has a pattern for `own` */
	struct rule_match own;    /* a REGEX; `value` is the editor's text */
	struct editor editor;
	struct strbuf problem; /* what is wrong with the pattern */
	/* The chosen one in full, and the waiting requests that it answers at
	 * once: all up to this serial. The caller's. */
	struct strbuf review;
	uint64_t listed;
};

void dialog_rule_init(struct dialog_rule *d);
void dialog_rule_release(struct dialog_rule *d);
/* Offer what fits these arguments. False if no rule can be made of them. */
bool dialog_rule_begin(struct dialog_rule *d, bool allow,
		       struct slice arguments, const char *root);

enum dialog_rule_result {
	DIALOG_RULE_NOTHING,
	DIALOG_RULE_REVIEW, /* it was chosen; `problem` is empty */
	DIALOG_RULE_BACK,
};
/* `call` is what the rule must fit. */
enum dialog_rule_result dialog_rule_key(struct dialog_rule *d, struct key key,
					const struct rule_call *call);
/* A click on this one of those that are offered. */
void dialog_rule_click(struct dialog_rule *d, size_t offer);
void dialog_rule_paste(struct dialog_rule *d, struct slice text);
/* The rule as chosen, for this call; its strings are d's and the call's. */
struct rule_terms dialog_rule_terms(const struct dialog_rule *d,
				    const struct rule_call *call);

int dialog_rule_rows(struct dialog_rule *d, int cols);
void dialog_rule_draw(struct dialog_rule *d, struct canvas *cv, struct rect at);

/* What a rule does, for people. All foreign text is made visible. */
struct dialog_rule_words {
	const char *conversation; /* its title */
	const char *file; /* where it is kept; NULL: it ends with the program */
};
/* Append one sentence: which calls, where, until when. */
void dialog_rule_describe(struct strbuf *out, const struct rule_terms *terms,
			  const struct dialog_rule_words *words);

#endif
