#ifndef JPD_BASE_I18N_H
#define JPD_BASE_I18N_H

#include <libintl.h>

/* A string for people, translated now; and one that is translated later. */
#define _(text)  gettext(text)
#define N_(text) text
/* One of two by number: Q_("%d new", "%d new", n). */
#define Q_(one, many, n) ngettext((one), (many), (unsigned long)(n))

#endif
