#include "config.h"

#include "tests/bench/measure.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static bool missed;

static int64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t measure_now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

int64_t measure_cpu_ns(void)
{
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

double measure_ms(int64_t ns)
{
	return (double)ns / 1e6;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double measure_percentile(double *values, size_t count, int percent)
{
	if (!count)
		measure_fail("nothing was measured");
	qsort(values, count, sizeof(*values), by_value);
	return values[(count - 1) * (size_t)percent / 100];
}

double measure_median(double *values, size_t count)
{
	return measure_percentile(values, count, 50);
}

static void print_row(const char *what, const char *goal, const char *verdict,
		      const char *fmt, va_list args)
{
	char figure[80];

	vsnprintf(figure, sizeof(figure), fmt, args);
	printf("%-46s %-34s %-26s %s\n", what, figure, goal, verdict);
	fflush(stdout);
}

void measure_row(bool met, const char *what, const char *goal, const char *fmt,
		 ...)
{
	va_list args;

	missed |= !met;
	va_start(args, fmt);
	print_row(what, goal, met ? "met" : "MISSED", fmt, args);
	va_end(args);
}

int measure_status(void)
{
	return missed;
}

void measure_note(const char *what, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	print_row(what, "", "", fmt, args);
	va_end(args);
}

void measure_fail(const char *fmt, ...)
{
	va_list args;

	fputs("cannot measure: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(2);
}
