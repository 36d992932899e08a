#include "config.h"

#include "src/dashboard/hosts/tell.h"

#include <stdarg.h>

#include "src/base/strbuf.h"

void hosts_say(const struct hosts *hosts, enum hosts_tone tone, const char *fmt,
	       ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list args;

	va_start(args, fmt);
	strbuf_vaddf(&text, fmt, args);
	va_end(args);
	hosts_tell(hosts, message, tone, text.buf);
	strbuf_release(&text);
}
