#include "config.h"

#include <assert.h>

#include "src/base/utf8.h"
#include "src/jphost/provider/replay-script.h"
#include "tests/fuzz/fuzz.h"

/* A script is played, or refused with a sentence; its texts are valid. */

FUZZ_TARGET(script)
{
	struct replay_script script = REPLAY_SCRIPT_INIT;
	struct strbuf err = STRBUF_INIT;
	int bad = replay_script_parse(
		&script, slice_of((const char *)data, size), "script", &err);

	assert(!bad == !err.len);
	for (size_t i = 0; !bad && i < script.count; i++) {
		const struct strbuf *text = &script.steps[i].text;

		assert(utf8_valid_prefix(text->buf, text->len) == text->len);
	}
	replay_script_release(&script);
	strbuf_release(&err);
}
