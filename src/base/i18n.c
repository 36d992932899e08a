#include "config.h"

#include "src/base/i18n.h"

#include <locale.h>
#include <stdlib.h>

void i18n_open(void)
{
	const char *folder = getenv("JPD_LOCALEDIR");

	if (!setlocale(LC_ALL, ""))
		setlocale(LC_ALL, "C");
	/* Where nobody chose a locale, text is UTF-8 all the same. */
	if (!getenv("LC_ALL") && !getenv("LC_CTYPE") && !getenv("LANG"))
		setlocale(LC_CTYPE, "C.UTF-8");
	bindtextdomain(PACKAGE, folder && *folder ? folder : LOCALEDIR);
	bind_textdomain_codeset(PACKAGE, "UTF-8");
	textdomain(PACKAGE);
}

const char *i18n_in_context(const char *key, const char *text)
{
	const char *got = gettext(key);

	return got == key ? text : got;
}
