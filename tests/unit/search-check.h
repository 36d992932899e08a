#ifndef JPD_TESTS_UNIT_SEARCH_CHECK_H
#define JPD_TESTS_UNIT_SEARCH_CHECK_H

#include "src/store/search-pass.h"

/* A number below `most`, from a seed. */
uint32_t search_random(uint32_t *seed, uint32_t most);
/* A pattern made from part of `text`, with random modifications. */
void search_pattern(struct strbuf *out, struct slice text, uint32_t *seed);
/*
 * Check that the search finds in each item what a scan of its whole texts
 * finds, whatever it skips. Patterns that PCRE2 rejects are skipped: false.
 */
bool search_check(const struct conversation *conv, search_shown *shown,
		  struct slice pattern);

#endif
