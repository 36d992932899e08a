#include "config.h"

#include "src/base/i18n.h"

#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void i18n_open(void)
{
	const char *folder = getenv("JPD_LOCALEDIR");

	if (!setlocale(LC_ALL, ""))
		setlocale(LC_ALL, "C");
	/* Without a chosen locale, text is still UTF-8. */
	if (!getenv("LC_ALL") && !getenv("LC_CTYPE") && !getenv("LANG"))
		setlocale(LC_CTYPE, "C.UTF-8");
	bindtextdomain(PACKAGE, folder && *folder ? folder : LOCALEDIR);
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	textdomain(PACKAGE);
}

const char *i18n_decimal_point(void)
{
	return localeconv()->decimal_point;
}

void i18n_add_clock(struct strbuf *out, int64_t at_ms, bool seconds)
{
	const char *format = nl_langinfo(T_FMT);
	/* Whether it is a 12-hour clock. */
	bool twice = strstr(format, "%r") || strstr(format, "%p");
	time_t at = (time_t)(at_ms / 1000);
	struct tm local;
	char clock[64];
	size_t len;

	if (!localtime_r(&at, &local))
		return;
	if (seconds)
		len = strftime(clock, sizeof(clock), "%X", &local);
	else if (twice)
		len = strftime(clock, sizeof(clock), "%I:%M %p", &local);
	else
		len = strftime(clock, sizeof(clock), "%H:%M", &local);
	strbuf_add(out, clock, len);
}

const char *i18n_in_context(const char *key, const char *text)
{
	const char *got = gettext(key);

	return got == key ? text : got;
}
