#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/host-message.h"
#include "proto/plugin-message.h"
#include "src/base/clock.h"
#include "src/base/i18n.h"
#include "src/base/trace.h"
#include "src/base/xalloc.h"
#include "src/dashboard/app/options.h"
#include "src/dashboard/app/parts.h"
#include "src/dashboard/app/say.h"
#include "src/dashboard/app/workspace-trust.h"
#include "src/dashboard/describe.h"
#include "src/dashboard/io/batch.h"
#include "src/dashboard/io/connection.h"
#include "src/dashboard/io/environment.h"
#include "src/dashboard/io/host-child.h"
#include "src/dashboard/io/loop.h"
#include "src/dashboard/io/own-options.h"
#include "src/dashboard/io/probe.h"
#include "src/dashboard/io/record.h"
#include "src/dashboard/io/signals.h"
#include "src/dashboard/io/theme-load.h"
#include "src/dashboard/layers/layers.h"
#include "src/jphost/commands/command-list.h"
#include "ui/term/term-ground.h"
#include "ui/term/term.h"

/*
 * jp-dashboard: started by a host, which talks to us on stdin and stdout (RFD
 * 072). The life of a plugin: the first line, `ready`, the screen, the terminal
 * restored, `exit`.
 */

#define FIRST_LINE_MAX ((size_t)64 << 20)
#define LEAVE_SECONDS  4 /* jp kills us after 5 */
#define FLUSH_MS       1000

/* A host passes arguments in `init`; these come from a user at a prompt. */
static bool is_asked(int argc, char **argv)
{
	return argc > 1 &&
	       (!strcmp(argv[1], "--help") || !strcmp(argv[1], "--version"));
}

/* A user ran us at a prompt: there is no host. */
static int help_alone(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--version")) {
		printf("%s\n", PACKAGE_STRING);
		return 0;
	}
	if (argc > 1 && !strcmp(argv[1], "--help")) {
		fputs(_(options_help()), stdout);
		return 0;
	}
	fprintf(stderr, "%s\n%s\n", _(options_help()),
		_("Note: this program is a plugin of jp. Run it as 'jp "
		  "dashboard', or as\n'jphost run dashboard' where jp has no "
		  "subscriptions yet."));
	return 0;
}

static int leave(struct connection *conn, struct outbox *outbox, int code,
		 const char *reason)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_exit(&line, code, reason);
	outbox_push(outbox, strbuf_slice(&line), OUTBOX_ALWAYS);
	trace_bytes(TRACE_HOST, ">", strbuf_slice(&line));
	strbuf_release(&line);
	connection_flush(conn, outbox, clock_now_ms() + FLUSH_MS);
	return code;
}

static void print(struct outbox *outbox, const char *text)
{
	struct strbuf line = STRBUF_INIT;

	plugin_write_print(&line, NULL, NULL, NULL, slice_str(text));
	outbox_push(outbox, strbuf_slice(&line), OUTBOX_NORMAL);
	strbuf_release(&line);
}

/*
 * After we exit, the jp that was asked for a subscription reports that as an
 * error, and does not read our `exit`. Tell the user why.
 */
static void explain_deaf(void)
{
	int fd = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return;
	dprintf(fd, "%s\n",
		_("jp-dashboard: this jp has no subscriptions and may now report an invalid message;\n"
		  "this is now remembered and will not happen again (harmless)."));
	close(fd);
}

/* A theme file named in a configuration may be missing: use any other. */
static void load_theme(struct theme *theme, struct hub *hub)
{
	struct input unread = { .kind = INPUT_EFFECT_DONE,
				.done = { .kind = EFFECT_THEME,
					  .result = EFFECT_FAILED } };
	struct strbuf err = STRBUF_INIT;

	if (theme_load(theme, app_theme_name(hub->app), &err)) {
		unread.done.why = err.buf;
		hub_input(hub, &unread, clock_now_ms());
		theme_load(theme, app_theme_name(hub->app), &err);
	}
	strbuf_release(&err);
}

static int run_screen(struct app *app, struct hub *hub, int signal_fd)
{
	struct connection *conn = hub->parent;
	struct input ground = { .kind = INPUT_GROUND };
	struct theme theme;
	struct term_options options = {
		.theme = &theme,
		.keep_fd = conn->out_fd,
		.mouse = app->options.mouse && !app->options.plain,
		.plain = app->options.plain,
		.no_color = getenv("NO_COLOR") && *getenv("NO_COLOR"),
	};
	struct strbuf err = STRBUF_INIT, last = STRBUF_INIT;
	struct term *term;
	int code;

	plugin_write_exit(&last, 1, _("no memory for the screen"));
	strbuf_addch(&last, '\n');
	options.last_words = last.buf;
	ground.ground = term_ground_hint(getenv("COLORFGBG"), getenv("TERM"));
	app_input(app, &ground, clock_now_ms());
	load_theme(&theme, hub);
	die_set_hook(term_restore_now);
	term = term_open(&options, &err);
	if (!term) {
		die_set_hook(NULL);
		code = leave(conn, hosts_outbox(app->hosts, 0), 1, err.buf);
		goto out;
	}
	loop_run(app, term, hub, signal_fd);
	signals_watchdog(LEAVE_SECONDS);
	/* The terminal first: the host prints as soon as it reads `exit`. */
	die_set_hook(NULL);
	term_close(term);
	if (!prompts_balanced(&app->store->prompts))
		fprintf(stderr, "jp-dashboard: the accounts of prompts are "
				"wrong; please report this\n");
	if (hosts_is_deaf(app->hosts, 0))
		explain_deaf();
	code = leave(conn, hosts_outbox(app->hosts, 0), app->exit_code,
		     app->exit_reason);
out:
	strbuf_release(&err);
	strbuf_release(&last);
	return code;
}

/* Without a terminal there is nothing to probe for. */
static bool has_terminal(void)
{
	int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int run_batch(struct app *app, struct hub *hub, int signal_fd)
{
	struct strbuf err = STRBUF_INIT;
	int code = batch_run(app, hub, signal_fd, &err);

	code = leave(hub->parent, hosts_outbox(app->hosts, 0), code,
		     code ? err.buf : NULL);
	strbuf_release(&err);
	return code;
}

/*
 * Known from an earlier run, or found by a second jp, so that the one that
 * started us need not be asked and end with an error.
 */
static bool parent_is_deaf(const struct options *options,
			   const struct host_message *init, const char *jphost)
{
	if (environment_parent_is_deaf())
		return true;
	if (!jphost || options->live != LIVE_AUTO || init->version != 1 ||
	    init->says_capabilities || options_is_batch(options) ||
	    !has_terminal() || probe_parent(init) != PROBE_DEAF)
		return false;
	environment_remember(true);
	return true;
}

static int run_app(const struct options *options, struct connection *conn,
		   int signal_fd, struct host_message *init,
		   struct strbuf *rest, struct record *record)
{
	int64_t now_ms = clock_now_ms();
	struct app *app =
		app_new(options, layers_all, now_ms, clock_wall_offset_ms());
	char *jphost = environment_jphost();
	struct hub hub;
	int code;

	hosts_surroundings(app->hosts, jphost,
			   parent_is_deaf(options, init, jphost));
	record_start(record, app, now_ms);
	app_add_host(app, HOSTS_PARENT, init);
	workspace_trust_tell(app);
	hub_init(&hub, app, conn);
	hub.record = record;
	if (rest->len)
		hub_input(&hub,
			  &(struct input){ .kind = INPUT_HOST_BYTES,
					   .bytes = rest->buf,
					   .byte_count = rest->len },
			  clock_now_ms());
	if (!options_is_batch(options) && has_terminal())
		hub_find_out(&hub, signal_fd);
	if (app->exiting)
		code = leave(conn, hosts_outbox(app->hosts, 0), app->exit_code,
			     app->exit_reason);
	else if (options_is_batch(options))
		code = run_batch(app, &hub, signal_fd);
	else
		code = run_screen(app, &hub, signal_fd);
	hub_release(&hub);
	/* If there was no screen. */
	record_screen(record, SLICE(""));
	app_free(app);
	free(jphost);
	return code;
}

/* Check arguments against the file system. */
static int check_arguments(const struct options *options, struct strbuf *err)
{
	struct strbuf name = STRBUF_INIT, why = STRBUF_INIT;
	struct theme theme;
	int ret = 0;

	if (options->theme_given && strcmp(options->theme, THEME_AUTO) != 0)
		ret = theme_load(&theme, options->theme, err);
	for (size_t i = options->host_start; !ret && i < options->host_count;
	     i++) {
		const char *text = options->hosts[i];

		strbuf_setf(&name, "%.*s", (int)strcspn(text, "="), text);
		ret = host_child_check(text + name.len + 1, &why);
		if (ret)
			strbuf_setf(err, _("host %s: %s"), name.buf, why.buf);
	}
	strbuf_release(&name);
	strbuf_release(&why);
	return ret;
}

static int run_plugin(struct connection *conn, int signal_fd,
		      struct host_message *init, struct slice first_line,
		      struct strbuf *rest)
{
	struct record *record = NULL;
	struct options options;
	struct strbuf err = STRBUF_INIT;
	struct outbox outbox;
	int code;

	outbox_init(&outbox, (size_t)1 << 20);
	options_init(&options);
	options.home = getenv("HOME") ? xstrdup(getenv("HOME")) : NULL;
	own_options_read(&options);
	environment_here(&options.here);
	if (options_read(&options, init, &err)) {
		code = leave(conn, &outbox, 2, err.buf);
	} else if (options.action == OPTIONS_VERSION) {
		print(&outbox, PACKAGE_STRING "\n");
		code = leave(conn, &outbox, 0, NULL);
	} else if (options.action == OPTIONS_HELP) {
		print(&outbox, _(options_help()));
		code = leave(conn, &outbox, 0, NULL);
	} else if (check_arguments(&options, &err)) {
		code = leave(conn, &outbox, 2, err.buf);
	} else if (options.record &&
		   !(record = record_open(options.record, first_line, &err))) {
		code = leave(conn, &outbox, 1, err.buf);
	} else {
		code = run_app(&options, conn, signal_fd, init, rest, record);
		record_close(record);
	}
	outbox_release(&outbox);
	options_release(&options);
	strbuf_release(&err);
	return code;
}

/* The first line says what is requested. */
static int run(struct connection *conn, int signal_fd)
{
	struct strbuf line = STRBUF_INIT, rest = STRBUF_INIT, err = STRBUF_INIT;
	struct host_message msg = HOST_MESSAGE_INIT;
	int code = 1;

	if (connection_read_line(conn, signal_fd, FIRST_LINE_MAX, &line,
				 &rest)) {
		fprintf(stderr, "fatal: no first line from the host\n");
		goto out;
	}
	trace_bytes(TRACE_HOST, "<", strbuf_slice(&line));
	if (host_message_decode(&msg, strbuf_slice(&line), &err)) {
		fprintf(stderr, "fatal: bad first line: %s\n", err.buf);
	} else if (msg.type == HOST_MESSAGE_DESCRIBE) {
		struct outbox outbox;

		strbuf_reset(&line);
		describe_write(&line);
		outbox_init(&outbox, (size_t)1 << 20);
		outbox_push(&outbox, strbuf_slice(&line), OUTBOX_ALWAYS);
		connection_flush(conn, &outbox, clock_now_ms() + FLUSH_MS);
		outbox_release(&outbox);
		code = 0;
	} else if (msg.type == HOST_MESSAGE_HELLO) {
		code = probe_is_wanted()
			       ? probe_ask(conn)
			       : run_plugin(conn, signal_fd, &msg,
					    strbuf_slice(&line), &rest);
	} else {
		fprintf(stderr, "fatal: first line is neither 'init' nor "
				"'describe'\n");
	}
out:
	host_message_release(&msg);
	strbuf_release(&line);
	strbuf_release(&rest);
	strbuf_release(&err);
	return code;
}

/*
 * This file is both programs, so that a plugin that was installed alone has its
 * sidecar: it is jphost under that name, or with --as.
 */
static bool is_jphost(int argc, char **argv)
{
	const char *slash = argv[0] ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : argv[0];

	return (name && !strcmp(name, "jphost")) ||
	       (argc > 2 && !strcmp(argv[1], "--as") &&
		!strcmp(argv[2], "jphost"));
}

int main(int argc, char **argv)
{
	struct connection conn;
	int signal_fd, code;

	if (is_jphost(argc, argv))
		return command_main(argc, argv);
	i18n_open();
	trace_open();
	if (isatty(0) || is_asked(argc, argv))
		return help_alone(argc, argv);
	signal_fd = signals_install();
	if (signal_fd < 0 || connection_take_stdio(&conn)) {
		fprintf(stderr, "fatal: %s\n", strerror(errno));
		return 1;
	}
	code = run(&conn, signal_fd);
	connection_close(&conn);
	return code;
}
