#ifndef JPD_BASE_I18N_H
#define JPD_BASE_I18N_H

#include <libintl.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/* A string for people, translated now; and one that is translated later. */
#define _(text)  gettext(text)
#define N_(text) text
/* One of two by number: Q_("%d new", "%d new", n). */
#define Q_(one, many, n) ngettext((one), (many), (unsigned long)(n))
/* A word that other languages have several of: C_("noun", "answer"). */
#define C_(context, text) i18n_in_context(context "\004" text, text)

/*
 * Use the person's locale and its catalogue: the one in JPD_LOCALEDIR, else
 * the installed one.
 */
void i18n_open(void);

/* What stands between the whole of a number and its part. */
const char *i18n_decimal_point(void);
/* A time of day as the locale has it, here; its seconds too or not. */
void i18n_add_clock(struct strbuf *out, int64_t at_ms, bool seconds);

/* gettext's key of a text in a context; `text` where it has no translation. */
const char *i18n_in_context(const char *key, const char *text);

#endif
