#ifndef JPD_TESTS_UNIT_SEARCH_CHECK_H
#define JPD_TESTS_UNIT_SEARCH_CHECK_H

#include "src/store/search-pass.h"

/* A number below `most`, from a seed. */
uint32_t search_random(uint32_t *seed, uint32_t most);
/* A pattern made from part of `text`, with random modifications. */
void search_pattern(struct strbuf *out, struct slice text, uint32_t *seed);
/*
 * Search finds in each item what a scan of its whole texts finds, whatever it
 * leaves out. Patterns that PCRE2 does not take are passed over: false.
 */
bool search_check(const struct conversation *conv, search_shown *shown,
		  struct slice pattern);

#endif
