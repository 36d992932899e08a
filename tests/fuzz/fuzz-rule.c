#include "config.h"

#include <assert.h>

#include "src/store/stored-rule.h"
#include "tests/fuzz/fuzz.h"

/* A line either is exactly a rule, which is written back unchanged, or is
 * refused: a rule answers for the user. */

FUZZ_TARGET(rule)
{
	struct stored_rule rule = { .host = NULL }, back = { .host = NULL };
	struct strbuf line = STRBUF_INIT, again = STRBUF_INIT;
	int bad;

	if (!stored_rule_read(&rule, slice_of((const char *)data, size))) {
		assert(rule.terms.workspace && rule.terms.tool);
		assert(rule.terms.scope != RULE_TURN);
		stored_rule_write(&line, &rule.terms);
		bad = stored_rule_read(&back, strbuf_slice(&line));
		assert(!bad);
		stored_rule_write(&again, &back.terms);
		assert(slice_equal(strbuf_slice(&line), strbuf_slice(&again)));
		stored_rule_release(&back);
		stored_rule_release(&rule);
	}
	strbuf_release(&line);
	strbuf_release(&again);
}
