#ifndef JPD_BASE_I18N_H
#define JPD_BASE_I18N_H

#include <libintl.h>
#include <stdbool.h>
#include <stdint.h>

#include "src/base/strbuf.h"

/* A string for the user, translated now; and one that is translated later. */
#define _(text)  gettext(text)
#define N_(text) text
/* Singular or plural: Q_("%d new", "%d new", n). */
#define Q_(one, many, n) ngettext((one), (many), (unsigned long)(n))
/* A word that other languages translate by context: C_("noun", "answer"). */
#define C_(context, text) i18n_in_context(context "\004" text, text)

/*
 * Use the user's locale and its catalogue: the one in JPD_LOCALEDIR, otherwise
 * the installed one.
 */
void i18n_open(void);

/* The locale's decimal separator. */
const char *i18n_decimal_point(void);
/* A local time of day in the locale's format, with or without seconds. */
void i18n_add_clock(struct strbuf *out, int64_t at_ms, bool seconds);

/* gettext's lookup of a text in a context; `text` if it has no translation. */
const char *i18n_in_context(const char *key, const char *text);

#endif
