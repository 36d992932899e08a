#ifndef JPD_TESTS_BENCH_MEASURE_H
#define JPD_TESTS_BENCH_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Time, and the table that the benches print. */

int64_t measure_now_ns(void);
/* CPU time of this process: others may use the machine too. */
int64_t measure_cpu_ns(void);
double measure_ms(int64_t ns);

/* The median of `count` values, which get sorted; and a percentile. */
double measure_median(double *values, size_t count);
double measure_percentile(double *values, size_t count, int percent);

/* One row: subject, figure, goal, and whether it was met. */
void measure_row(bool met, const char *what, const char *goal, const char *fmt,
		 ...) __attribute__((format(printf, 4, 5)));
/* A row without a goal, for comparison. */
void measure_note(const char *what, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The exit status: 1 if a goal was missed. */
int measure_status(void);

/* Die with a sentence: a bench that cannot measure must not succeed. */
void measure_fail(const char *fmt, ...)
	__attribute__((format(printf, 1, 2), noreturn));

#endif
