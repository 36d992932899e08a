#include "config.h"

#include "proto/terminal-place.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "tests/unit/test.h"

/* An environment with one variable per line, as in a process. */
static void read_environment(struct terminal_place *place, const char *lines)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, lines);
	for (size_t i = 0; i < text.len; i++) {
		if (text.buf[i] == '\n')
			text.buf[i] = '\0';
	}
	terminal_place_from(place, strbuf_slice(&text));
	strbuf_release(&text);
}

static void assert_environment(const char *lines, const char *want)
{
	struct terminal_place place = TERMINAL_PLACE_INIT;
	struct strbuf out = STRBUF_INIT;

	read_environment(&place, lines);
	terminal_place_write(&out, &place);
	assert_string_equal(out.buf, want);
	terminal_place_release(&place);
	strbuf_release(&out);
}

static void an_environment_tells_where_its_terminal_is(void **state)
{
	(void)state;
	assert_environment("HOME=/root\nTMUX=/tmp/tmux-0/default,47,0\n"
			   "TMUX_PANE=%12\n",
			   "{\"tmux\":{\"socket\":\"/tmp/tmux-0/default\","
			   "\"pane\":\"%12\"}}");
	assert_environment("STY=4711.pts-0.host\nWINDOW=2\n",
			   "{\"screen\":{\"session\":\"4711.pts-0.host\","
			   "\"window\":\"2\"}}");
	assert_environment("ZELLIJ=0\nZELLIJ_SESSION_NAME=a b\n"
			   "ZELLIJ_PANE_ID=3\n",
			   "{\"zellij\":{\"session\":\"a b\",\"pane\":\"3\"}}");
	assert_environment("WEZTERM_PANE=0\nWEZTERM_UNIX_SOCKET=/run/w\n",
			   "{\"wezterm\":{\"socket\":\"/run/w\","
			   "\"pane\":\"0\"}}");
	assert_environment("KITTY_WINDOW_ID=1\nKITTY_LISTEN_ON=unix:/k\n",
			   "{\"kitty\":{\"socket\":\"unix:/k\","
			   "\"window\":\"1\"}}");
	/* One that accepts no commands is named anyway. */
	assert_environment("KITTY_WINDOW_ID=1\n",
			   "{\"kitty\":{\"window\":\"1\"}}");
}

/* Only the process itself controls its content. */
static void what_can_be_no_place_is_passed_over(void **state)
{
	static const char *const hostile[] = {
		"",
		"\n\n\n",
		"TMUX",
		"TMUX=",
		"=x\n=",
		"TMUX_PANE=%1x\nTMUX=/s,1,2",
		"TMUX_PANE=1\nTMUX=/s,1,2",
		"TMUX_PANE=%\nTMUX=/s,1,2",
		"TMUX_PANE=%1;kill\nTMUX=/s",
		"TMUX_PANE=-t\nTMUX=/s",
		"TMUX_PANE=%1234567890\nTMUX=/s",
		"WINDOW=$(id)\nSTY=a",
		"WINDOW=-1\nSTY=a",
		"KITTY_WINDOW_ID=1 or title:x\nKITTY_LISTEN_ON=unix:/k",
		"WEZTERM_PANE=\nWEZTERM_UNIX_SOCKET=/w",
		"ZELLIJ_PANE_ID=\x1b[2J\nZELLIJ_SESSION_NAME=a",
		"XTMUX_PANE=%1\nTMUX_PANES=%1",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(hostile); i++)
		assert_environment(hostile[i], "{}");
	/* The place may be valid although the server's name is not. */
	assert_environment("TMUX=relative,1,2\nTMUX_PANE=%1",
			   "{\"tmux\":{\"pane\":\"%1\"}}");
	assert_environment("STY=-X\nWINDOW=1",
			   "{\"screen\":{\"window\":\"1\"}}");
	assert_environment("STY=a\x1b]0;x\nWINDOW=1",
			   "{\"screen\":{\"window\":\"1\"}}");
	assert_environment("STY=a\xff\nWINDOW=1",
			   "{\"screen\":{\"window\":\"1\"}}");
	/* The first one counts, as for getenv(). */
	assert_environment("STY=a\nSTY=b\nWINDOW=1\nWINDOW=x",
			   "{\"screen\":{\"session\":\"a\","
			   "\"window\":\"1\"}}");
}

static void a_server_has_a_name_of_some_length(void **state)
{
	struct terminal_place place = TERMINAL_PLACE_INIT;
	struct strbuf text = STRBUF_INIT;

	(void)state;
	strbuf_addstr(&text, "WINDOW=1\nSTY=");
	for (int i = 0; i < 600; i++)
		strbuf_addch(&text, 'a');
	read_environment(&place, text.buf);
	assert_null(place.in[TERMINAL_SCREEN].server);
	assert_string_equal(place.in[TERMINAL_SCREEN].place, "1");
	terminal_place_release(&place);
	strbuf_release(&text);
}

static void what_a_host_says_is_checked_likewise(void **state)
{
	static const char json[] =
		"{\"tty\":\"/dev/../etc/passwd\",\"tmux\":{\"socket\":\"/s\","
		"\"pane\":\"%1;x\"},\"screen\":{\"session\":\"\\u001b[2J\","
		"\"window\":\"1\"},\"kitty\":{\"socket\":7,\"window\":1},"
		"\"zellij\":[],\"wezterm\":{\"pane\":\"3\",\"pane\":\"4\"}}";
	struct terminal_place place = TERMINAL_PLACE_INIT;

	(void)state;
	terminal_place_read(&place, slice_str(json));
	assert_null(place.tty);
	assert_null(place.in[TERMINAL_TMUX].place);
	assert_null(place.in[TERMINAL_SCREEN].server);
	assert_null(place.in[TERMINAL_KITTY].place);
	assert_null(place.in[TERMINAL_ZELLIJ].place);
	assert_string_equal(place.in[TERMINAL_WEZTERM].place, "4");
	assert_true(terminal_place_is_known(&place));
	terminal_place_read(&place, SLICE("no JSON"));
	assert_true(terminal_place_set_tty(&place, SLICE("/dev/pts/3")));
	assert_false(terminal_place_set_tty(&place, SLICE("/dev/pts/3 x")));
	assert_false(terminal_place_set_tty(&place, SLICE("/dev/")));
	assert_string_equal(place.tty, "/dev/pts/3");
	terminal_place_release(&place);
}

static void a_terminal_in_memory_is_jphosts(void **state)
{
	struct terminal_place place = TERMINAL_PLACE_INIT, copy;
	struct terminal_place here = TERMINAL_PLACE_INIT;
	struct strbuf out = STRBUF_INIT;

	(void)state;
	terminal_place_read(&place, SLICE("{\"headless\":1}"));
	assert_false(terminal_place_is_known(&place));
	terminal_place_read(&place, SLICE("{\"headless\":true}"));
	assert_true(terminal_place_is_known(&place));
	terminal_place_copy(&copy, &place);
	terminal_place_write(&out, &copy);
	assert_string_equal(out.buf, "{\"headless\":true}");
	strbuf_reset(&out);
	terminal_place_name(&out, &copy, &here);
	assert_string_equal(out.buf, "jphost");
	terminal_place_release(&copy);
	terminal_place_release(&place);
	strbuf_release(&out);
}

static void assert_way(const char *here, const char *there, const char *name,
		       const char *command)
{
	struct terminal_place from = TERMINAL_PLACE_INIT;
	struct terminal_place to = TERMINAL_PLACE_INIT;
	struct strbuf text = STRBUF_INIT, words = STRBUF_INIT;

	read_environment(&from, here);
	read_environment(&to, there);
	terminal_place_set_tty(&to, SLICE("/dev/pts/9"));
	terminal_place_name(&text, &to, &from);
	assert_string_equal(text.buf, name);
	terminal_place_command(&words, &from, &to);
	for (size_t i = 0; i < words.len; i++) {
		if (!words.buf[i])
			words.buf[i] = '|';
	}
	assert_string_equal(words.buf, command);
	terminal_place_release(&from);
	terminal_place_release(&to);
	strbuf_release(&text);
	strbuf_release(&words);
}

#define TMUX(server, pane)   "TMUX=" server ",1,2\nTMUX_PANE=" pane "\n"
#define SCREEN(name, window) "STY=" name "\nWINDOW=" window "\n"
#define KITTY(socket, window) \
	"KITTY_LISTEN_ON=" socket "\nKITTY_WINDOW_ID=" window "\n"

static void the_server_that_both_are_in_leads_there(void **state)
{
	(void)state;
	assert_way(TMUX("/s", "%1"), TMUX("/s", "%2"), "tmux %2",
		   "tmux|-S|/s|switch-client|-t|%2|");
	assert_way(SCREEN("7.a", "0"), SCREEN("7.a", "1"), "screen 1",
		   "screen|-S|7.a|-X|select|1|");
	assert_way(KITTY("unix:/k", "1"), KITTY("unix:/k", "2"), "kitty 2",
		   "kitty|@|--to|unix:/k|focus-window|--match|id:2|");
	assert_way("ZELLIJ_SESSION_NAME=s\nZELLIJ_PANE_ID=1",
		   "ZELLIJ_SESSION_NAME=s\nZELLIJ_PANE_ID=2", "zellij 2",
		   "zellij|--session|s|action|focus-pane-id|2|");
	assert_way("WEZTERM_UNIX_SOCKET=/w\nWEZTERM_PANE=1",
		   "WEZTERM_UNIX_SOCKET=/w\nWEZTERM_PANE=2", "WezTerm 2",
		   "wezterm|cli|activate-pane|--pane-id|2|");
}

/* A client switches its own terminal to the server that it talks to. */
static void another_server_is_named_and_not_spoken_to(void **state)
{
	(void)state;
	assert_way(TMUX("/s", "%1"), TMUX("/other", "%2"), "tmux %2 (/other)",
		   "");
	assert_way("", TMUX("/s", "%2"), "tmux %2 (/s)", "");
	assert_way(TMUX("/s", "%1"), "", "/dev/pts/9", "");
	assert_way(SCREEN("7.a", "0"), SCREEN("8.a", "0"), "screen 0 (8.a)",
		   "");
	assert_way(KITTY("", "1"), KITTY("", "2"), "kitty 2", "");
	/* We are there already. */
	assert_way(TMUX("/s", "%1"), TMUX("/s", "%1"), "tmux %1", "");
}

static void of_two_that_are_nested_the_one_that_differs_counts(void **state)
{
	(void)state;
	assert_way(TMUX("/s", "%1") SCREEN("7.a", "0"),
		   TMUX("/s", "%1") SCREEN("7.a", "1"), "screen 1",
		   "screen|-S|7.a|-X|select|1|");
	assert_way(TMUX("/s", "%1") SCREEN("7.a", "0"),
		   TMUX("/s", "%2") SCREEN("7.a", "0"), "tmux %2",
		   "tmux|-S|/s|switch-client|-t|%2|");
	/* A multiplexer keeps the variables of the window that it was started
	 * in, which need not show it. */
	assert_way(TMUX("/s", "%1") KITTY("unix:/k", "1"),
		   TMUX("/o", "%1") KITTY("unix:/k", "2"), "tmux %1 (/o)", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_environment_tells_where_its_terminal_is),
		cmocka_unit_test(what_can_be_no_place_is_passed_over),
		cmocka_unit_test(a_server_has_a_name_of_some_length),
		cmocka_unit_test(a_terminal_in_memory_is_jphosts),
		cmocka_unit_test(what_a_host_says_is_checked_likewise),
		cmocka_unit_test(the_server_that_both_are_in_leads_there),
		cmocka_unit_test(another_server_is_named_and_not_spoken_to),
		cmocka_unit_test(
			of_two_that_are_nested_the_one_that_differs_counts),
	};

	return cmocka_run_group_tests_name("terminal-place", tests, NULL, NULL);
}
