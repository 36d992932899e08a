#include "config.h"

#include "ui/term/term-locale.h"

#include <limits.h>
#include <string.h>
#include <wchar.h>

#include "ui/view/canvas.h"

static size_t encode(uint32_t ch, char bytes[MB_LEN_MAX])
{
	mbstate_t state;

	memset(&state, 0, sizeof(state));
	return wcrtomb(bytes, (wchar_t)ch, &state);
}

uint32_t term_locale_char(uint32_t ch)
{
	char bytes[MB_LEN_MAX];

	if (ch < 0x7f || encode(ch, bytes) != (size_t)-1)
		return ch;
	return canvas_ascii_form(ch);
}

void term_locale_add(struct strbuf *out, uint32_t ch)
{
	char bytes[MB_LEN_MAX];
	size_t len = encode(term_locale_char(ch), bytes);

	if (len != (size_t)-1)
		strbuf_add(out, bytes, len);
}
