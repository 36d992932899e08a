#include "config.h"

#include "src/jphost/provider/retry-after.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* A longer time is a mistake, or means never. */
#define MAX_S (400.0 * 24 * 3600)

/* Take a number off the front; false if there is none. */
static bool take_number(struct slice *text, double *number)
{
	double scale = 1;
	bool any = false, point = false;

	*number = 0;
	for (; text->len; *text = slice_skip(*text, 1)) {
		char c = *text->ptr;

		if (c == '.' && !point && text->len > 1 &&
		    isdigit((unsigned char)text->ptr[1])) {
			point = true;
			continue;
		}
		if (!isdigit((unsigned char)c))
			break;
		any = true;
		if (point)
			*number += (c - '0') * (scale /= 10);
		else
			*number = *number * 10 + (c - '0');
	}
	return any;
}

/* Take a unit off the front and return its seconds; 0 if there is none. */
static double take_unit(struct slice *text)
{
	static const struct {
		const char *name;
		double seconds;
	} units[] = {
		{ "milliseconds", 0.001 },
		{ "millisecond", 0.001 },
		{ "ms", 0.001 },
		{ "seconds", 1 },
		{ "second", 1 },
		{ "secs", 1 },
		{ "sec", 1 },
		{ "s", 1 },
		{ "minutes", 60 },
		{ "minute", 60 },
		{ "mins", 60 },
		{ "min", 60 },
		{ "m", 60 },
		{ "hours", 3600 },
		{ "hour", 3600 },
		{ "hrs", 3600 },
		{ "hr", 3600 },
		{ "h", 3600 },
		{ "days", 86400 },
		{ "day", 86400 },
		{ "d", 86400 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t len = strlen(units[i].name);

		if (text->len < len ||
		    strncasecmp(text->ptr, units[i].name, len) != 0 ||
		    (text->len > len && isalpha((unsigned char)text->ptr[len])))
			continue;
		*text = slice_skip(*text, len);
		return units[i].seconds;
	}
	return 0;
}

static int64_t to_ms(double seconds)
{
	if (seconds > MAX_S)
		seconds = MAX_S;
	return (int64_t)(seconds * 1000 + 0.5);
}

/*
 * Parse "350ms", "6m0s" or "20 seconds", and "1.5" if a `bare` number counts;
 * -1: none of these.
 */
static int64_t duration_ms(struct slice text, bool bare)
{
	double seconds = 0, number, unit;
	bool any = false;

	text = slice_skip_space(text);
	while (take_number(&text, &number)) {
		struct slice rest = slice_skip_space(text);

		unit = take_unit(&rest);
		if (unit == 0 && (!bare || any))
			break;
		any = true;
		seconds += number * (unit == 0 ? 1 : unit);
		if (unit == 0)
			break;
		text = slice_skip_space(rest);
		if (slice_starts_with(text, SLICE("and ")))
			text = slice_skip_space(slice_skip(text, 4));
	}
	return any ? to_ms(seconds) : -1;
}

/* Parse a point in time: seconds or milliseconds since 1970, or a date. */
static int64_t until_ms(struct slice text, int64_t wall_ms)
{
	double number;
	struct slice rest = text;
	struct tm at = { 0 };
	int64_t at_ms;

	if (take_number(&rest, &number) && !rest.len) {
		if (number < 1e9)
			return to_ms(number);
		at_ms = (int64_t)(number < 1e12 ? number * 1000 : number);
	} else {
		char date[32];

		if (text.len < 19 || text.len >= sizeof(date))
			return -1;
		memcpy(date, text.ptr, text.len);
		date[text.len] = 0;
		if (!strptime(date, "%Y-%m-%dT%H:%M:%S", &at))
			return -1;
		at_ms = (int64_t)timegm(&at) * 1000;
	}
	return at_ms > wall_ms ? to_ms((double)(at_ms - wall_ms) / 1000) : 0;
}

/*
 * Parse an HTTP date in its three forms (RFC 9110, 5.6.7), in GMT. strptime()
 * would expect month names in the user's language.
 */
static bool read_date(struct tm *at, struct slice text)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char date[48], month[4] = "";
	const char *found;
	int year = 0;

	if (text.len >= sizeof(date))
		return false;
	memcpy(date, text.ptr, text.len);
	date[text.len] = 0;
	if (sscanf(date, "%*[A-Za-z], %2d%*[- ]%3[A-Za-z]%*[- ]%4d %2d:%2d:%2d",
		   &at->tm_mday, month, &year, &at->tm_hour, &at->tm_min,
		   &at->tm_sec) != 6 &&
	    sscanf(date, "%*[A-Za-z] %3[A-Za-z] %2d %2d:%2d:%2d %4d", month,
		   &at->tm_mday, &at->tm_hour, &at->tm_min, &at->tm_sec,
		   &year) != 6)
		return false;
	found = strlen(month) == 3 ? strstr(months, month) : NULL;
	if (!found || (found - months) % 3)
		return false;
	at->tm_mon = (int)(found - months) / 3;
	if (year < 100)
		year += year < 70 ? 2000 : 1900;
	at->tm_year = year - 1900;
	return true;
}

/* Parse Retry-After: a duration, or a date. */
static int64_t span_or_date_ms(struct slice value, int64_t wall_ms)
{
	int64_t ms = duration_ms(value, true);
	struct tm at = { 0 };

	if (ms < 0 && read_date(&at, value))
		ms = (int64_t)timegm(&at) * 1000 - wall_ms;
	return ms > 0 ? to_ms((double)ms / 1000) : ms;
}

/* --- Headers --- */

/* The limits that servers name; a point in time may be a date. */
static const struct {
	const char *reset, *left;
	bool is_point;
} limits[RETRY_LIMITS] = {
	{ "x-ratelimit-reset-requests", "x-ratelimit-remaining-requests",
	  false },
	{ "x-ratelimit-reset-tokens", "x-ratelimit-remaining-tokens", false },
	{ "x-ratelimit-reset", "x-ratelimit-remaining", true },
	{ "ratelimit-reset", "ratelimit-remaining", true },
};

void retry_after_init(struct retry_after *after)
{
	after->told_ms = -1;
	after->rank = 0;
	for (int i = 0; i < RETRY_LIMITS; i++)
		after->limits[i] = (struct retry_limit){ -1, false };
}

static int64_t told_ms(struct slice name, struct slice value, int64_t wall_ms,
		       int *rank)
{
	double number;

	*rank = 1;
	if (slice_is_caseless(name, "retry-after-ms") ||
	    slice_is_caseless(name, "x-ms-retry-after-ms"))
		return take_number(&value, &number) ? to_ms(number / 1000) : -1;
	*rank = 2;
	if (slice_is_caseless(name, "retry-after"))
		return span_or_date_ms(value, wall_ms);
	*rank = 3;
	if (slice_is_caseless(name, "x-ratelimit-reset-after"))
		return duration_ms(value, true);
	return -1;
}

static void take_limit(struct retry_limit *limit, int i, struct slice name,
		       struct slice value, int64_t wall_ms)
{
	double number;
	int64_t ms;

	if (slice_is_caseless(name, limits[i].left)) {
		limit->has_left = take_number(&value, &number) && number >= 1;
		return;
	}
	if (!slice_is_caseless(name, limits[i].reset))
		return;
	ms = limits[i].is_point ? until_ms(value, wall_ms)
				: duration_ms(value, true);
	if (ms > 0)
		limit->reset_ms = ms;
}

void retry_after_take(struct retry_after *after, struct slice name,
		      struct slice value, int64_t wall_ms)
{
	/* LiteLLM puts this before an upstream server's headers. */
	static const struct slice passed = { "llm_provider-", 13 };
	int64_t ms;
	int rank;

	if (name.len > passed.len &&
	    !strncasecmp(name.ptr, passed.ptr, passed.len))
		name = slice_skip(name, passed.len);
	value = slice_trim(value);
	for (int i = 0; i < RETRY_LIMITS; i++)
		take_limit(&after->limits[i], i, name, value, wall_ms);
	ms = told_ms(name, value, wall_ms, &rank);
	/* Some servers send 0 when they have no limit to report. */
	if (ms <= 0 || (after->told_ms >= 0 && rank > after->rank))
		return;
	after->told_ms = ms;
	after->rank = rank;
}

int64_t retry_after_ms(const struct retry_after *after, int64_t words_ms,
		       bool is_limited)
{
	int64_t ms = -1;

	if (after->told_ms >= 0)
		return after->told_ms;
	if (words_ms >= 0)
		return words_ms;
	/* Of two limits the later one counts. */
	for (int i = 0; is_limited && i < RETRY_LIMITS; i++) {
		if (!after->limits[i].has_left &&
		    after->limits[i].reset_ms > ms)
			ms = after->limits[i].reset_ms;
	}
	return ms;
}

/* --- Words --- */

int64_t retry_after_in_words_ms(struct slice body)
{
	static const struct {
		const char *words;
		bool bare; /* a number without a unit is seconds */
	} phrases[] = {
		{ "\"retrydelay\"", true },
		{ "\"retry_after\"", true },
		{ "\"retry_after_seconds\"", true },
		{ "\"retryafter\"", true },
		{ "try again in", false },
		{ "retry in", false },
		{ "retry after", false },
		{ "try again after", false },
		{ "available in", false },
		{ "wait for", false },
		{ "wait", false },
	};

	for (size_t i = 0; i < sizeof(phrases) / sizeof(*phrases); i++) {
		const char *at = slice_find_caseless(body, phrases[i].words);
		struct slice rest;
		int64_t ms;

		if (!at)
			continue;
		rest = slice_skip(body, (size_t)(at - body.ptr) +
						strlen(phrases[i].words));
		while (rest.len && strchr(" :\"", *rest.ptr))
			rest = slice_skip(rest, 1);
		ms = duration_ms(rest, phrases[i].bare);
		if (ms >= 0)
			return ms;
	}
	return -1;
}
