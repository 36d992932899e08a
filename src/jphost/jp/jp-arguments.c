#include "config.h"

#include "src/jphost/jp/jp-arguments.h"

#include "proto/json-write.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Beside ASCII: letters of one or two columns, and no marks. */
static const struct {
	uint32_t first, last;
} SHOWN[] = {
	{ 0xa1, 0xac },     { 0xae, 0x24f },    { 0x370, 0x377 },
	{ 0x384, 0x482 },   { 0x48a, 0x52f },   { 0x3001, 0x3020 },
	{ 0x3041, 0x3096 }, { 0x309b, 0x30ff }, { 0x3400, 0x4dbf },
	{ 0x4e00, 0x9fff }, { 0xac00, 0xd7a3 }, { 0xff01, 0xff5e },
};

static bool is_shown(uint32_t cp)
{
	for (size_t i = 0; i < ARRAY_SIZE(SHOWN); i++) {
		if (cp >= SHOWN[i].first && cp <= SHOWN[i].last)
			return true;
	}
	return cp < 0x7f;
}

void jp_arguments_write(struct strbuf *out, struct slice json)
{
	struct strbuf compact = STRBUF_INIT;
	struct slice rest;

	json_write_compact(&compact, json);
	rest = strbuf_slice(&compact);
	while (rest.len) {
		uint32_t cp;
		size_t len = utf8_decode(rest.ptr, rest.len, &cp);

		if (is_shown(cp))
			strbuf_add(out, rest.ptr, len);
		rest = slice_skip(rest, len);
		if (is_shown(cp))
			continue;
		if (cp >= 0x10000) {
			cp -= 0x10000;
			strbuf_addf(out, "\\u%04x", 0xd800 | cp >> 10);
			cp = 0xdc00 | (cp & 0x3ff);
		}
		strbuf_addf(out, "\\u%04x", cp);
	}
	strbuf_release(&compact);
}
