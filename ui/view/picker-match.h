#ifndef JPD_VIEW_PICKER_MATCH_H
#define JPD_VIEW_PICKER_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * What is typed to narrow a list: its characters but blanks, in order. Small
 * letters mean either case, a capital one makes all of it mean its case.
 */
struct picker_pattern {
	struct strbuf text;  /* without blanks around it */
	struct slice *chars; /* each but blanks, in `text` */
	size_t count, cap;
	bool exact_case;
};

void picker_pattern_init(struct picker_pattern *pattern, struct slice typed);
void picker_pattern_release(struct picker_pattern *pattern);
/*
 * How well a label matches, 0 where it does not. `label` is the one of
 * picker_fold() unless the pattern has exact_case.
 */
unsigned picker_pattern_score(const struct picker_pattern *pattern,
			      struct slice label);
/* Append the text in small letters. */
void picker_fold(struct strbuf *out, struct slice text);

#endif
