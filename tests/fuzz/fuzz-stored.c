#include "config.h"

#include <assert.h>

#include "proto/json-scan.h"
#include "src/base/base64.h"
#include "src/base/utf8.h"
#include "src/jphost/workspace/stored-event.h"
#include "tests/fuzz/fuzz.h"

/* An event of a file and of the wire: JSON stays JSON, and stored events come
 * back unchanged. Any bytes survive base64. */

static void check_base64(struct slice bytes)
{
	struct strbuf text = STRBUF_INIT, back = STRBUF_INIT;
	bool right;

	base64_encode(&text, bytes);
	right = base64_decode(&back, strbuf_slice(&text));
	assert(right && slice_equal(strbuf_slice(&back), bytes));
	strbuf_reset(&text);
	strbuf_reset(&back);
	if (base64_decode(&back, bytes)) {
		base64_encode(&text, strbuf_slice(&back));
		assert(slice_equal(strbuf_slice(&text), bytes));
	} else {
		assert(!back.len);
	}
	strbuf_release(&text);
	strbuf_release(&back);
}

static void check_json(const struct strbuf *text)
{
	struct strbuf err = STRBUF_INIT;
	int bad = json_check(strbuf_slice(text), NULL, &err);

	assert(!bad);
	strbuf_release(&err);
}

FUZZ_TARGET(stored)
{
	struct slice raw = slice_of((const char *)data, size);
	struct strbuf err = STRBUF_INIT, wire = STRBUF_INIT;
	struct strbuf file = STRBUF_INIT, again = STRBUF_INIT;

	check_base64(raw);
	if (size && data[0] == '{' && !json_check(raw, NULL, &err)) {
		stored_event_decode(&wire, raw);
		check_json(&wire);
		strbuf_reset(&wire);
		stored_event_encode(&file, raw, 1767268800000);
		check_json(&file);
		stored_event_decode(&wire, strbuf_slice(&file));
		check_json(&wire);
		strbuf_reset(&file);
		stored_event_encode(&file, strbuf_slice(&wire), 0);
		stored_event_decode(&again, strbuf_slice(&file));
		assert(slice_equal(strbuf_slice(&wire), strbuf_slice(&again)));
	}
	strbuf_release(&err);
	strbuf_release(&wire);
	strbuf_release(&file);
	strbuf_release(&again);
}
