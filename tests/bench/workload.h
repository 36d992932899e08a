#ifndef JPD_TESTS_BENCH_WORKLOAD_H
#define JPD_TESTS_BENCH_WORKLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"
#include "src/base/strbuf.h"

/*
 * Typical output of a model and its tools, generated from a seed so that each
 * run has the same bytes: Markdown with lists, code, tables and some non-ASCII.
 */
#define WORKLOAD_CONVERSATION "17000000001"

/* About `bytes` of Markdown. */
void workload_markdown(struct strbuf *out, size_t bytes, uint32_t *seed);

/*
 * `count` lines of one message as pushed by a host: `event` with a
 * chat_response of about 4 characters each.
 */
void workload_chunks(struct strbuf *out, const char *sub_id, size_t count,
		     uint32_t *seed);
/* One such line with exactly this text. */
void workload_chunk(struct strbuf *out, const char *sub_id, struct slice text);

/*
 * The elements of an `events` reply, separated by commas, in the mix of a real
 * conversation: by bytes, half tool results, a third messages. `end` is the
 * text of the last message.
 */
void workload_history(struct strbuf *out, size_t bytes, const char *end,
		      uint32_t *seed);

/*
 * The same with `count` short events: a line or two of text, calls with one
 * argument and a short result.
 */
void workload_events(struct strbuf *out, size_t count, const char *end,
		     uint32_t *seed);

#endif
