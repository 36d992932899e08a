#ifndef JPD_VIEW_PICKER_MATCH_H
#define JPD_VIEW_PICKER_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * The typed filter of a list: its characters, without blanks, in order. Lower
 * case matches either case; a capital makes all of it case-sensitive.
 */
struct picker_pattern {
	struct strbuf text;  /* without surrounding blanks */
	struct slice *chars; /* all but blanks, in `text` */
	size_t count, cap;
	bool exact_case;
};

void picker_pattern_init(struct picker_pattern *pattern, struct slice typed);
void picker_pattern_release(struct picker_pattern *pattern);
/*
 * How well a label matches; 0 if it does not. `label` is folded by
 * picker_fold() unless the pattern has exact_case.
 */
unsigned picker_pattern_score(const struct picker_pattern *pattern,
			      struct slice label);
/* Append the text in lower case. */
void picker_fold(struct strbuf *out, struct slice text);

#endif
