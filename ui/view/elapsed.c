#include "config.h"

#include "ui/view/elapsed.h"

#include "src/base/i18n.h"
#include "src/base/timestamp.h"

#define MS_SECOND INT64_C(1000)
#define MS_TENTH  (MS_SECOND / 10)
#define MS_MINUTE (60 * MS_SECOND)
#define MS_HOUR   (60 * MS_MINUTE)

/* ngettext() for each, because some languages have plurals even in these. */
static void add_units(struct strbuf *out, char unit, long long n)
{
	switch (unit) {
	/* TRANSLATORS: a span in seconds, as in "12s". This and those that
	 * follow have 4 columns, unit and two digits; 5 if need be. */
	case 's':
		strbuf_addf(out, Q_("%llds", "%llds", n), n);
		break;
	/* TRANSLATORS: in minutes, as in "3m" */
	case 'm':
		strbuf_addf(out, Q_("%lldm", "%lldm", n), n);
		break;
	/* TRANSLATORS: in hours */
	case 'h':
		strbuf_addf(out, Q_("%lldh", "%lldh", n), n);
		break;
	/* TRANSLATORS: in days */
	case 'd':
		strbuf_addf(out, Q_("%lldd", "%lldd", n), n);
		break;
	/* TRANSLATORS: in weeks */
	case 'w':
		strbuf_addf(out, Q_("%lldw", "%lldw", n), n);
		break;
	/* TRANSLATORS: in years */
	case 'y':
		strbuf_addf(out, Q_("%lldy", "%lldy", n), n);
		break;
	default:
		strbuf_addstr(out, _("now"));
		break;
	}
}

void elapsed_add_age(struct strbuf *out, int64_t span_ms)
{
	int64_t count;
	char unit = timestamp_age_unit(span_ms, &count);

	add_units(out, unit, count);
}

void elapsed_add_duration(struct strbuf *out, int64_t span_ms)
{
	if (span_ms >= 0 && span_ms < MS_TENTH)
		/* TRANSLATORS: milliseconds, as in "12ms" */
		strbuf_addf(out, _("%dms"), (int)span_ms);
	else
		elapsed_add_clock(out, span_ms);
}

void elapsed_add_clock(struct strbuf *out, int64_t span_ms)
{
	if (span_ms < 0)
		span_ms = 0;
	if (span_ms < 10 * MS_SECOND)
		/* TRANSLATORS: seconds, a decimal point, tenths: "4.1s" */
		strbuf_addf(out, _("%d%s%ds"), (int)(span_ms / MS_SECOND),
			    i18n_decimal_point(),
			    (int)(span_ms % MS_SECOND / 100));
	else if (span_ms < MS_MINUTE)
		add_units(out, 's', span_ms / MS_SECOND);
	else if (span_ms < MS_HOUR)
		/* TRANSLATORS: minutes and seconds, as in "3m05s" */
		strbuf_addf(out, _("%dm%02ds"), (int)(span_ms / MS_MINUTE),
			    (int)(span_ms % MS_MINUTE / MS_SECOND));
	else
		/* TRANSLATORS: hours and minutes, as in "1h02m" */
		strbuf_addf(out, _("%lldh%02dm"),
			    (long long)(span_ms / MS_HOUR),
			    (int)(span_ms % MS_HOUR / MS_MINUTE));
}
