#include "config.h"

#include "src/jphost/jp/process-place.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/base/spawn.h"
#include "tests/unit/test.h"

static void assert_tty(const char *stat, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	process_place_add_tty(&out, slice_str(stat));
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void the_terminal_of_a_process_has_a_name(void **state)
{
	(void)state;
	assert_tty("12 (jp) S 11 12 12 34816 12 4194304", "/dev/pts/0");
	assert_tty("12 (jp) S 11 12 12 34839 12 4194304", "/dev/pts/23");
	/* Number 300 has the second major. */
	assert_tty("12 (jp) S 11 12 12 35116 12 4194304", "/dev/pts/300");
	assert_tty("12 (jp) S 11 12 12 1025 12 4194304", "/dev/tty1");
	assert_tty("12 (jp) S 11 12 12 1088 12 4194304", "/dev/ttyS0");
	assert_tty("12 (jp) S 11 12 12 0 -1 4194304", "");
	/* A process may have any name. */
	assert_tty("12 (a) S 1 1 1 34817 1 () S 11 12 12 34816 12 4194304",
		   "/dev/pts/0");
	assert_tty("", "");
	assert_tty("12 (jp", "");
	assert_tty("12 (jp) S", "");
	assert_tty("12 (jp) S 1 1 1 99999999999999999999999", "");
}

/* Its output is its environment, which it must have had. */
static void a_process_of_ours_tells_where_it_is(void **state)
{
	char name[] = "cat", pane[] = "TMUX_PANE=%4", socket[] = "TMUX=/s,1,2";
	char *const argv[] = { name, NULL };
	char *const env[] = { socket, pane, NULL };
	struct terminal_place place = TERMINAL_PLACE_INIT;
	const struct spawn_tied with = { .argv = argv,
					 .env = env,
					 .death_signal = SIGTERM };
	struct spawned cat;
	struct pollfd out;

	(void)state;
	assert_int_equal(spawn_program(&cat, with), 0);
	out = (struct pollfd){ .fd = cat.out, .events = POLLIN };
	assert_int_equal(write(cat.in, "?", 1), 1);
	assert_int_equal(poll(&out, 1, 10000), 1);
	process_place(&place, cat.pid);
	close(cat.in);
	close(cat.out);
	close(cat.err);
	assert_int_equal(waitpid(cat.pid, NULL, 0), cat.pid);
	assert_string_equal(place.in[TERMINAL_TMUX].server, "/s");
	assert_string_equal(place.in[TERMINAL_TMUX].place, "%4");
	terminal_place_release(&place);
	process_place(&place, cat.pid);
	assert_false(terminal_place_is_known(&place));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_terminal_of_a_process_has_a_name),
		cmocka_unit_test(a_process_of_ours_tells_where_it_is),
	};

	return cmocka_run_group_tests_name("process-place", tests, NULL, NULL);
}
