#include "config.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session.h"

/*
 * "sessions [REQUESTS [SEED]]": sessions from the seeds behind SEED until so
 * many requests were made. The first in which something was answered that may
 * not be is made as short as it can be, and printed as a case.
 */
#define REQUESTS 1500

static bool play(const struct session *session, const bool *left_out,
		 struct strbuf *record, struct strbuf *why)
{
	return session->mode == MODE_QUERY
		       ? session_play_query(session, left_out, record, why)
		       : session_play(session, left_out, record, why);
}

/* In a process of its own: what fails may also be an assert(). */
static bool still_fails(const struct session *session, const bool *left_out)
{
	pid_t pid;
	int status = 0;

	fflush(NULL);
	pid = fork();
	if (!pid) {
		struct strbuf why = STRBUF_INIT;

		if (!freopen("/dev/null", "w", stderr))
			_exit(0);
		_exit(play(session, left_out, NULL, &why) ? 0 : 1);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return false;
	return status != 0;
}

/* Leave out what is not needed: halves, quarters, single steps. */
static void shrink(const struct session *session, bool *left_out)
{
	for (size_t piece = session->count / 2; piece; piece /= 2) {
		for (size_t at = 0; at < session->count; at += piece) {
			bool *tried = (bool *)xmemdupz((const char *)left_out,
						       session->count);

			for (size_t i = at;
			     i < at + piece && i < session->count; i++)
				tried[i] = true;
			if (memcmp(tried, left_out, session->count) &&
			    still_fails(session, tried))
				memcpy(left_out, tried, session->count);
			free(tried);
		}
	}
}

static void tell(const struct session *session, uint64_t seed)
{
	bool *left_out = xcalloc(session->count, sizeof(bool));
	struct strbuf record = STRBUF_INIT, why = STRBUF_INIT;

	shrink(session, left_out);
	printf("not ok 1 - nothing is answered that may not be\n");
	printf("# seed %llu, as short as it can be:\n",
	       (unsigned long long)seed);
	fflush(stdout);
	play(session, left_out, &record, &why);
	printf("# %s\n", why.buf);
	for (const char *line = record.buf; *line;) {
		const char *end = strchr(line, '\n');

		printf("#  %.*s\n", (int)(end - line), line);
		line = end + 1;
	}
	strbuf_release(&record);
	strbuf_release(&why);
	free(left_out);
}

int main(int argc, char **argv)
{
	uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10) : REQUESTS;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	uint64_t asked = 0, allowed = 0, rejected = 0, ruled = 0;
	uint64_t count = 0;
	bool right = true;

	setlocale(LC_ALL, "C.UTF-8");
	printf("1..2\n");
	for (; asked < wanted && right; seed++, count++) {
		struct strbuf why = STRBUF_INIT;
		unsigned long long a = 0, b = 0, c = 0, d = 0;
		struct session session;

		session_make(&session, seed);
		fprintf(stderr, "# seed %llu\n", (unsigned long long)seed);
		right = play(&session, NULL, NULL, &why);
		if (!right)
			tell(&session, seed);
		else
			sscanf(why.buf, "%llu %llu %llu %llu", &a, &b, &c, &d);
		asked += a;
		allowed += b;
		rejected += c;
		ruled += d;
		session_release(&session);
		strbuf_release(&why);
	}
	if (right)
		printf("ok 1 - nothing is answered that may not be\n");
	printf("# %llu sessions, %llu requests, %llu allowed (%llu by rules), "
	       "%llu rejected\n",
	       (unsigned long long)count, (unsigned long long)asked,
	       (unsigned long long)allowed, (unsigned long long)ruled,
	       (unsigned long long)rejected);
	/* Else it would say little. */
	printf("%s 2 - and enough is answered\n",
	       !right || (allowed * 10 > asked && rejected * 50 > asked &&
			  ruled * 200 > asked)
		       ? "ok"
		       : "not ok");
	return !right;
}
