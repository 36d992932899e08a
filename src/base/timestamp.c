#include "config.h"

#include "src/base/timestamp.h"

#include <stdbool.h>
#include <stdio.h>

#include "src/base/xalloc.h"

#define MS_SECOND ((int64_t)1000)
#define MS_MINUTE (60 * MS_SECOND)
#define MS_HOUR   (60 * MS_MINUTE)
#define MS_DAY    (24 * MS_HOUR)

/* Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
static int64_t days_of(int64_t year, int month, int day)
{
	int64_t era, year_of_era, day_of_year;

	/* Years begin in March, so that the leap day comes last. */
	year -= month <= 2;
	era = (year >= 0 ? year : year - 399) / 400;
	year_of_era = year - era * 400;
	day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
	return era * 146097 + year_of_era * 365 + year_of_era / 4 -
	       year_of_era / 100 + day_of_year - 719468;
}

static void date_of(int64_t days, int *year, int *month, int *day)
{
	int64_t era, day_of_era, year_of_era, day_of_year, m;

	days += 719468;
	era = (days >= 0 ? days : days - 146096) / 146097;
	day_of_era = days - era * 146097;
	year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 -
		       day_of_era / 146096) /
		      365;
	day_of_year = day_of_era -
		      (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
	m = (5 * day_of_year + 2) / 153;
	*day = (int)(day_of_year - (153 * m + 2) / 5 + 1);
	*month = (int)(m < 10 ? m + 3 : m - 9);
	*year = (int)(year_of_era + era * 400 + (*month <= 2));
}

/* Read `digits` digits off the front. -1 if there are fewer. */
static int take_number(struct slice *s, int digits)
{
	int value = 0;

	if (s->len < (size_t)digits)
		return -1;
	for (int i = 0; i < digits; i++) {
		char c = s->ptr[i];

		if (c < '0' || c > '9')
			return -1;
		value = value * 10 + (c - '0');
	}
	*s = slice_skip(*s, (size_t)digits);
	return value;
}

static bool take_char(struct slice *s, const char *any)
{
	if (!s->len || !s->ptr[0] || !strchr(any, s->ptr[0]))
		return false;
	*s = slice_skip(*s, 1);
	return true;
}

/* Milliseconds of ".8", ".841464"; 0 if there is no fraction. */
static int take_fraction(struct slice *s)
{
	int ms = 0, weight = 100;

	if (!take_char(s, "."))
		return 0;
	while (s->len && s->ptr[0] >= '0' && s->ptr[0] <= '9') {
		ms += (s->ptr[0] - '0') * weight;
		weight /= 10;
		*s = slice_skip(*s, 1);
	}
	return ms;
}

/* Minutes east of UTC of "", "Z" or "+02:00". */
static bool take_zone(struct slice *s, int *minutes)
{
	int sign, hours, rest;

	*minutes = 0;
	if (!s->len || take_char(s, "Zz"))
		return !s->len;
	sign = s->ptr[0] == '-' ? -1 : 1;
	if (!take_char(s, "+-"))
		return false;
	hours = take_number(s, 2);
	take_char(s, ":");
	rest = take_number(s, 2);
	*minutes = sign * (hours * 60 + rest);
	return hours >= 0 && rest >= 0 && !s->len;
}

int64_t timestamp_parse(struct slice s)
{
	static const struct {
		int digits, min, max;
		const char *after; /* one of these, or nothing */
	} parts[] = { { 4, 0, 9999, "-" }, { 2, 1, 12, "-" },
		      { 2, 1, 31, " Tt" }, { 2, 0, 23, ":" },
		      { 2, 0, 59, ":" },   { 2, 0, 60, "" } };
	int of[ARRAY_SIZE(parts)], ms, zone;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++) {
		of[i] = take_number(&s, parts[i].digits);
		if (of[i] < parts[i].min || of[i] > parts[i].max ||
		    (*parts[i].after && !take_char(&s, parts[i].after)))
			return TIMESTAMP_NONE;
	}
	ms = take_fraction(&s);
	if (!take_zone(&s, &zone))
		return TIMESTAMP_NONE;
	return days_of(of[0], of[1], of[2]) * MS_DAY + of[3] * MS_HOUR +
	       (of[4] - zone) * MS_MINUTE + of[5] * MS_SECOND + ms;
}

int timestamp_rest_ns(struct slice s)
{
	int ns = 0, weight = 100000;

	while (s.len && s.ptr[0] != '.')
		s = slice_skip(s, 1);
	for (size_t i = 4; i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '9';
	     i++) {
		ns += (s.ptr[i] - '0') * weight;
		weight /= 10;
	}
	return ns;
}

/* Each chunk has a time, and printf() would take a fifth of its cost. */
static void add_digits(struct strbuf *out, int value, int digits)
{
	char text[4];

	for (int i = digits; i-- > 0; value /= 10)
		text[i] = (char)('0' + value % 10);
	strbuf_add(out, text, (size_t)digits);
}

static void add_date(struct strbuf *out, int year, int month, int day)
{
	/* A year outside the calendar's four digits can still be asked for. */
	if (year < 0 || year > 9999)
		strbuf_addf(out, "%04d", year);
	else
		add_digits(out, year, 4);
	strbuf_addch(out, '-');
	add_digits(out, month, 2);
	strbuf_addch(out, '-');
	add_digits(out, day, 2);
}

static void add_time(struct strbuf *out, int64_t at_ms, char between)
{
	int64_t days = at_ms / MS_DAY, rest = at_ms % MS_DAY;
	int year, month, day;

	if (rest < 0) {
		rest += MS_DAY;
		days--;
	}
	date_of(days, &year, &month, &day);
	add_date(out, year, month, day);
	strbuf_addch(out, between);
	add_digits(out, (int)(rest / MS_HOUR), 2);
	strbuf_addch(out, ':');
	add_digits(out, (int)(rest % MS_HOUR / MS_MINUTE), 2);
	strbuf_addch(out, ':');
	add_digits(out, (int)(rest % MS_MINUTE / MS_SECOND), 2);
	strbuf_addch(out, '.');
	add_digits(out, (int)(rest % MS_SECOND), 3);
}

void timestamp_add_stored(struct strbuf *out, int64_t at_ms)
{
	add_time(out, at_ms, ' ');
	/* jp trims zeros but keeps one digit: ".8", ".0". */
	while (out->buf[out->len - 1] == '0' && out->buf[out->len - 2] != '.')
		strbuf_setlen(out, out->len - 1);
}

void timestamp_add_rfc3339(struct strbuf *out, int64_t at_ms)
{
	add_time(out, at_ms, 'T');
	strbuf_addch(out, 'Z');
}

/* The units of an age. */
static const struct {
	int64_t unit_ms;
	char name;
} AGE_UNITS[] = {
	{ 365 * MS_DAY, 'y' }, { 7 * MS_DAY, 'w' }, { MS_DAY, 'd' },
	{ MS_HOUR, 'h' },      { MS_MINUTE, 'm' },  { MS_SECOND, 's' },
};

char timestamp_age_unit(int64_t span_ms, int64_t *count)
{
	*count = 0;
	for (size_t i = 0; i < sizeof(AGE_UNITS) / sizeof(AGE_UNITS[0]); i++) {
		if (span_ms < AGE_UNITS[i].unit_ms)
			continue;
		*count = span_ms / AGE_UNITS[i].unit_ms;
		return AGE_UNITS[i].name;
	}
	return '\0';
}

void timestamp_add_age(struct strbuf *out, int64_t span_ms)
{
	int64_t count;
	char unit = timestamp_age_unit(span_ms, &count);

	if (unit)
		strbuf_addf(out, "%lld%c", (long long)count, unit);
	else
		strbuf_addstr(out, "now");
}

int64_t timestamp_age_ticks_in(int64_t span_ms)
{
	if (span_ms < 0)
		return MS_SECOND - span_ms;
	for (size_t i = 0; i < sizeof(AGE_UNITS) / sizeof(AGE_UNITS[0]); i++) {
		if (span_ms >= AGE_UNITS[i].unit_ms)
			return AGE_UNITS[i].unit_ms -
			       span_ms % AGE_UNITS[i].unit_ms;
	}
	return MS_SECOND - span_ms;
}

void timestamp_quote_stored(struct strbuf *out, int64_t at_ms)
{
	strbuf_addch(out, '"');
	timestamp_add_stored(out, at_ms);
	strbuf_addch(out, '"');
}
