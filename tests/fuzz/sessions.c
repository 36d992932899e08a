#include "config.h"

#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session-terminal.h"
#include "tests/fuzz/session.h"
#include "tests/unit/random.h"

/*
 * "sessions [REQUESTS [SEED]]": plays sessions from the seeds after SEED until
 * so many requests were made, and some with the real program in each kind of
 * terminal. The first one with an answer that must not be is shortened as far
 * as possible, and printed as a case. "sessions edit FILE" is the editor in
 * them.
 */
#define REQUESTS       1500
#define REQUESTS_A_PTY 37 /* for each session in a terminal */

/* The results of the sessions. */
struct totals {
	unsigned long long sessions, asked, allowed, rejected, ruled;
};

static bool play(const struct session *session, const bool *left_out,
		 struct strbuf *record, struct strbuf *why)
{
	if (session->mode == MODE_QUERY)
		return session_play_query(session, left_out, record, why);
	if (session->mode == MODE_PTY)
		return session_play_pty(session, left_out, record, why);
	return session_play(session, left_out, record, why);
}

/* In a separate process: an assert() may fail too. */
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

/* Drop unneeded steps: halves, quarters, single steps. */
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

/* False if an answer was sent that must not be. */
static bool try(struct session *session, uint64_t seed, struct totals *totals)
{
	struct strbuf why = STRBUF_INIT;
	unsigned long long a = 0, b = 0, c = 0, d = 0;
	bool right;

	fprintf(stderr, "# seed %llu\n", (unsigned long long)seed);
	right = play(session, NULL, NULL, &why);
	if (right)
		sscanf(why.buf, "%llu %llu %llu %llu", &a, &b, &c, &d);
	else
		tell(session, seed);
	totals->sessions++;
	totals->asked += a;
	totals->allowed += b;
	totals->rejected += c;
	totals->ruled += d;
	session_release(session);
	strbuf_release(&why);
	return right;
}

static void conclude(int number, const char *name, bool right,
		     const struct totals *totals)
{
	printf("%s %d - %s\n", right ? "ok" : "not ok", number, name);
	printf("# %llu sessions, %llu requests, %llu allowed (%llu by rules), "
	       "%llu rejected\n",
	       totals->sessions, totals->asked, totals->allowed, totals->ruled,
	       totals->rejected);
}

/* Seeds that once showed a fault, of the program or of the model. */
static const uint64_t found[] = { 20007501, 39000257, 63001608, 106001925,
				  209002092 };
static const uint64_t found_pty[] = { 20000121, 33000222, 34000224, 41000038,
				      81000657 };

/* Those come first, unless a seed was asked for. */
static uint64_t seed_at(const uint64_t *first, size_t firsts, uint64_t seed,
			size_t i)
{
	if (seed)
		return seed + i;
	return i < firsts ? first[i] : random_seed(1) + (i - firsts);
}

static bool play_many(uint64_t wanted, uint64_t seed)
{
	struct totals totals = { 0 };
	bool right = true;

	for (size_t i = 0; totals.asked < wanted && right; i++) {
		uint64_t at = seed_at(found, ARRAY_SIZE(found), seed, i);
		struct session session;

		session_make(&session, at);
		right = try(&session, at, &totals);
	}
	conclude(1, "nothing is answered that may not be", right, &totals);
	/* Otherwise the result would mean little. */
	printf("%s 2 - and enough is answered\n",
	       !right || (totals.allowed * 10 > totals.asked &&
			  totals.rejected * 50 > totals.asked &&
			  totals.ruled * 200 > totals.asked)
		       ? "ok"
		       : "not ok");
	return right;
}

static bool play_terminals(uint64_t wanted, uint64_t seed, const char *self)
{
	const char *slash = strrchr(self, '/');
	struct strbuf program = STRBUF_INIT;
	struct totals totals = { 0 }, rare = { 0 };
	bool right = true;

	strbuf_addf(&program, "%.*ssession-dashboard",
		    slash ? (int)(slash + 1 - self) : 0, self);
	if (wanted < SESSION_TERMINALS)
		wanted = SESSION_TERMINALS;
	for (size_t i = 0; i < SESSION_TERMINALS && right && !seed; i++) {
		struct session session;

		session_make_busy(&session, i);
		session.program = program.buf;
		session.self = self;
		right = try(&session, 0, &rare);
	}
	for (size_t i = 0; totals.sessions < wanted && right; i++) {
		uint64_t at =
			seed_at(found_pty, ARRAY_SIZE(found_pty), seed, i);
		struct session session;

		session_make_pty(&session, at);
		session.program = program.buf;
		session.self = self;
		right = try(&session, at, &totals);
	}
	conclude(3, "nor in any kind of terminal", right, &totals);
	printf("%s 4 - and enough is answered there\n",
	       !right || (totals.allowed * 20 > totals.asked &&
			  totals.rejected * 50 > totals.asked)
		       ? "ok"
		       : "not ok");
	strbuf_release(&program);
	return right;
}

/* Write the given text into the arguments. */
static int edit(const char *path)
{
	const char *mark = getenv("SESSION_MARK");
	char text[4096] = "", new[256] = "";
	FILE *file = mark ? fopen(mark, "r") : NULL;
	char *brace;
	size_t len;

	if (!file || !fgets(new, sizeof(new), file))
		return 1;
	fclose(file);
	unlink(mark);
	file = fopen(path, "r");
	if (!file)
		return 1;
	len = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	brace = strchr(text, '{');
	file = brace && len < sizeof(text) - 1 ? fopen(path, "w") : NULL;
	if (!file)
		return 0;
	fprintf(file, "%.*s%s%s", (int)(brace + 1 - text), text, new,
		brace + 1);
	return fclose(file) != 0;
}

int main(int argc, char **argv)
{
	uint64_t wanted = argc > 1 ? strtoull(argv[1], NULL, 10)
				   : (uint64_t)random_rounds(REQUESTS);
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
	char self[4096];
	bool right;

	if (argc == 3 && !strcmp(argv[1], "edit"))
		return edit(argv[2]);
	setlocale(LC_ALL, "C.UTF-8");
	signal(SIGPIPE, SIG_IGN);
	if (!realpath(argv[0], self))
		return 1;
	printf("1..4\n");
	right = play_many(wanted, seed);
	right = play_terminals(wanted / REQUESTS_A_PTY, seed, self) && right;
	return !right;
}
