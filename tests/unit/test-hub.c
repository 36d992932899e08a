#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/app.h"
#include "src/dashboard/io/hub.h"
#include "src/dashboard/layers/layers.h"
#include "tests/unit/happen.h"
#include "tests/unit/random.h"
#include "tests/unit/test.h"

/*
 * Real processes in fast motion: the app's clock skips its pauses. Leaked
 * descriptors and children are counted.
 */

#define INIT                                                                 \
	"{\\\"type\\\":\\\"init\\\",\\\"version\\\":1,\\\"capabilities\\\":" \
	"[]}"
/* Sends init and exits; sends half of it; waits for the end of its stdin; does
 * not, and ignores SIGTERM; is not a program; sends nothing. */
#define BRIEF   "brief=sh -c \"echo '" INIT "'; echo bye >&2\""
#define HALF    "half=sh -c \"printf '{\\\"type\\\":\\\"in'; exit 3\""
#define PATIENT "patient=sh -c \"echo '" INIT "'; cat >/dev/null\""
#define STUBBORN                                                             \
	"stubborn=sh -c \"trap '' TERM; echo '" INIT "'; while :; do sleep " \
	"60; done\""
#define NOBODY "nobody=/no/such/program"
#define WRONG  "wrong=cat | cat"

struct motion {
	struct app *app;
	struct hub hub;
	struct connection parent;
	int ends[4]; /* of the parent's pipes */
	int64_t now_ms;
};

static size_t count_fds(void)
{
	DIR *dir = opendir("/proc/self/fd");
	size_t count = 0;

	assert_non_null(dir);
	while (readdir(dir))
		count++;
	closedir(dir);
	return count;
}

static void begin(struct motion *m)
{
	struct host_message init = HOST_MESSAGE_INIT;
	struct strbuf err = STRBUF_INIT;
	struct options options;
	struct slice line = SLICE("{\"type\":\"init\",\"version\":1,"
				  "\"capabilities\":[]}");

	*m = (struct motion){ .now_ms = 1000 };
	assert_int_equal(pipe(m->ends), 0);
	assert_int_equal(pipe(m->ends + 2), 0);
	m->parent = (struct connection){ m->ends[0], m->ends[3] };
	options_init(&options);
	m->app = app_new(&options, layers_all, m->now_ms, 0);
	assert_int_equal(host_message_decode(&init, line, &err), 0);
	app_add_host(m->app, "jp", &init);
	hub_init(&m->hub, m->app, &m->parent);
	options_release(&options);
}

static void end(struct motion *m)
{
	hub_release(&m->hub);
	app_free(m->app);
	for (int i = 0; i < 4; i++)
		close(m->ends[i]);
}

static int add(struct motion *m, const char *spec)
{
	struct strbuf err = STRBUF_INIT;
	int ret = hosts_add(m->app->hosts, slice_str(spec), &err);

	strbuf_release(&err);
	return ret;
}

/* One turn of the loop, at most `wait_ms` long. */
static void turn(struct motion *m, int wait_ms)
{
	app_tick(m->app, m->now_ms);
	hub_poll(&m->hub, m->now_ms);
	if (poll(m->hub.fds, m->hub.fd_count, wait_ms) >= 0)
		hub_ready(&m->hub, m->now_ms);
	else
		hub_skip(&m->hub);
}

static const struct host *host_of(const struct motion *m, const char *name)
{
	return &m->app->hosts->list[hosts_find(m->app->hosts, slice_str(name))];
}

static void wait_until_up(struct motion *m, const char *name)
{
	for (int i = 0; host_of(m, name)->gone; i++) {
		assert_true(i < 1000);
		turn(m, 10);
	}
}

static bool log_has(const struct motion *m, const char *name, const char *text)
{
	const struct line_log *log = &host_of(m, name)->log;

	for (size_t i = 0; i < log->count; i++) {
		if (strstr(line_log_line(log, i), text))
			return true;
	}
	return false;
}

static void a_process_is_a_host_and_its_stderr_a_log(void **state)
{
	struct motion m;

	(void)state;
	begin(&m);
	add(&m, "one=sh -c \"echo '" INIT "'; echo 'a word' >&2; cat >&2\"");
	wait_until_up(&m, "one");
	for (int i = 0; !log_has(&m, "one", "list_conversations"); i++) {
		assert_true(i < 1000);
		turn(&m, 10);
	}
	assert_true(log_has(&m, "one", "a word"));
	end(&m);
}

static void a_bad_command_is_told_and_not_tried_again(void **state)
{
	struct motion m;

	(void)state;
	begin(&m);
	add(&m, WRONG);
	add(&m, "sub=echo $(date)");
	add(&m, "quote=echo 'a");
	add(&m, "none=''");
	add(&m, NOBODY);
	turn(&m, 0);
	assert_true(log_has(&m, "wrong", "characters of a shell"));
	assert_true(log_has(&m, "sub", "no commands within commands"));
	assert_true(log_has(&m, "quote", "a quote is not closed"));
	assert_true(log_has(&m, "none", "there is no command"));
	assert_int_equal(host_of(&m, "wrong")->restart_ms, -1);
	/* That program may be installed at any time. */
	assert_true(log_has(&m, "nobody", "No such file"));
	assert_int_equal(host_of(&m, "nobody")->restart_ms, m.now_ms + 1000);
	end(&m);
}

static void a_process_that_hears_nothing_is_killed(void **state)
{
	struct motion m;

	(void)state;
	begin(&m);
	add(&m, STUBBORN);
	wait_until_up(&m, "stubborn");
	end(&m);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static void come_and_go(struct motion *m, uint64_t *seed)
{
	static const char *const specs[] = { BRIEF, HALF, PATIENT, NOBODY };
	static const char *const names[] = { "brief", "half", "patient",
					     "nobody" };
	size_t i = random_below(seed, ARRAY_SIZE(specs));
	struct strbuf err = STRBUF_INIT;
	struct slice name = slice_str(names[i]);

	if (hosts_find(m->app->hosts, name) < 0)
		add(m, specs[i]);
	else if (random_below(seed, 3))
		hosts_restart(m->app->hosts, name, &err);
	else
		hosts_remove(m->app->hosts, name, &err);
	strbuf_release(&err);
}

static void a_day_of_processes_leaves_nothing_behind(void **state)
{
	uint64_t seed = 7;
	size_t fds = count_fds();
	uint64_t runs = 0;
	struct motion m;

	(void)state;
	begin(&m);
	/* 24 hours, a minute and a half each time. */
	for (int i = 0; i < 960; i++) {
		m.now_ms += 90000;
		if (!random_below(&seed, 4))
			come_and_go(&m, &seed);
		turn(&m, 2);
	}
	for (size_t i = 1; i < m.app->hosts->count; i++)
		runs += m.app->hosts->list[i].last_run;
	assert_true(runs > 300);
	assert_true(m.hub.leaver_count < 32);
	end(&m);
	assert_int_equal(count_fds(), fds);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_process_is_a_host_and_its_stderr_a_log),
		cmocka_unit_test(a_bad_command_is_told_and_not_tried_again),
		cmocka_unit_test(a_process_that_hears_nothing_is_killed),
		cmocka_unit_test(a_day_of_processes_leaves_nothing_behind),
	};

	signal(SIGPIPE, SIG_IGN);
	setlocale(LC_ALL, "C.UTF-8");
	return cmocka_run_group_tests_name("hub", tests, NULL, NULL);
}
