#include "config.h"

#include "proto/terminal-place.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* The longest socket path, and longer than any session's name. */
#define SERVER_MAX 512
#define TTY_MAX    64
#define DIGITS_MAX 9

static const struct {
	const char *name, *server, *place, *title;
} programs[TERMINAL_PROGRAM_COUNT] = {
#define X(program, name, server, place, title) \
	[TERMINAL_##program] = { name, server, place, title },
	TERMINAL_PROGRAMS(X)
#undef X
};

/* The environment variables that name the server and the place in it. */
static const struct {
	const char *server, *place;
} variables[TERMINAL_PROGRAM_COUNT] = {
	[TERMINAL_TMUX] = { "TMUX", "TMUX_PANE" },
	[TERMINAL_SCREEN] = { "STY", "WINDOW" },
	[TERMINAL_ZELLIJ] = { "ZELLIJ_SESSION_NAME", "ZELLIJ_PANE_ID" },
	[TERMINAL_WEZTERM] = { "WEZTERM_UNIX_SOCKET", "WEZTERM_PANE" },
	[TERMINAL_KITTY] = { "KITTY_LISTEN_ON", "KITTY_WINDOW_ID" },
};

static void release_seat(struct terminal_seat *seat)
{
	free(seat->server);
	free(seat->place);
	*seat = (struct terminal_seat){ NULL, NULL };
}

void terminal_place_release(struct terminal_place *place)
{
	if (!place)
		return;
	free(place->tty);
	for (size_t i = 0; i < ARRAY_SIZE(place->in); i++)
		release_seat(&place->in[i]);
	*place = (struct terminal_place)TERMINAL_PLACE_INIT;
}

static char *copy_or_null(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

void terminal_place_copy(struct terminal_place *to,
			 const struct terminal_place *from)
{
	struct terminal_place copy = TERMINAL_PLACE_INIT;

	copy.tty = copy_or_null(from->tty);
	copy.headless = from->headless;
	for (size_t i = 0; i < ARRAY_SIZE(copy.in); i++) {
		copy.in[i].server = copy_or_null(from->in[i].server);
		copy.in[i].place = copy_or_null(from->in[i].place);
	}
	*to = copy;
}

void terminal_place_set(struct terminal_place **slot,
			const struct terminal_place *from)
{
	terminal_place_release(*slot);
	free(*slot);
	*slot = NULL;
	if (!from)
		return;
	*slot = xmalloc(sizeof(**slot));
	terminal_place_copy(*slot, from);
}

bool terminal_place_is_known(const struct terminal_place *place)
{
	for (size_t i = 0; i < ARRAY_SIZE(place->in); i++) {
		if (place->in[i].place)
			return true;
	}
	return place->tty || place->headless;
}

/* --- Valid values --- */

/* The text is shown, and is passed to programs as an argument. */
static bool is_server(enum terminal_program program, struct slice text)
{
	if (!text.len || text.len > SERVER_MAX || text.ptr[0] == '-' ||
	    utf8_valid_prefix(text.ptr, text.len) != text.len)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.ptr[i] < ' ' || text.ptr[i] == 0x7f)
			return false;
	}
	return program != TERMINAL_TMUX || text.ptr[0] == '/';
}

static bool is_place(enum terminal_program program, struct slice text)
{
	if (program == TERMINAL_TMUX) {
		if (!text.len || text.ptr[0] != '%')
			return false;
		text = slice_skip(text, 1);
	}
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
	}
	return text.len && text.len <= DIGITS_MAX;
}

static bool is_tty(struct slice text)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz"
				      "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_";
	const struct slice begin = SLICE("/dev/");

	if (text.len <= begin.len || text.len > TTY_MAX ||
	    !slice_starts_with(text, begin))
		return false;
	for (size_t i = 0; i < text.len; i++) {
		if (!memchr(allowed, text.ptr[i], sizeof(allowed) - 1))
			return false;
	}
	return true;
}

static char *copy(struct slice text)
{
	return xmemdupz(text.ptr, text.len);
}

/* A server without a place in it is ignored. */
static void set_seat(struct terminal_place *place,
		     enum terminal_program program, struct slice server,
		     struct slice at)
{
	struct terminal_seat *seat = &place->in[program];

	release_seat(seat);
	if (!is_place(program, at))
		return;
	seat->place = copy(at);
	if (is_server(program, server))
		seat->server = copy(server);
}

bool terminal_place_set_tty(struct terminal_place *place, struct slice tty)
{
	if (!is_tty(tty))
		return false;
	free(place->tty);
	place->tty = copy(tty);
	return true;
}

/* --- From an environment --- */

/* The value of the first variable of that name: the one that counts. */
static struct slice value_of(struct slice environment, const char *name)
{
	size_t len = strlen(name);

	while (environment.len) {
		const char *nul =
			memchr(environment.ptr, '\0', environment.len);
		size_t size =
			nul ? (size_t)(nul - environment.ptr) : environment.len;

		if (size > len && environment.ptr[len] == '=' &&
		    !memcmp(environment.ptr, name, len))
			return slice_of(environment.ptr + len + 1,
					size - len - 1);
		environment = slice_skip(environment, size + 1);
	}
	return slice_of(NULL, 0);
}

/* "/tmp/tmux-1000/default,4711,0": the socket, as tmux itself reads it. */
static struct slice tmux_socket(struct slice value)
{
	const char *comma =
		value.len ? memchr(value.ptr, ',', value.len) : NULL;

	return comma ? slice_of(value.ptr, (size_t)(comma - value.ptr)) : value;
}

void terminal_place_from(struct terminal_place *place, struct slice environment)
{
	for (int i = 0; i < TERMINAL_PROGRAM_COUNT; i++) {
		struct slice server =
			value_of(environment, variables[i].server);

		if (i == TERMINAL_TMUX)
			server = tmux_socket(server);
		set_seat(place, (enum terminal_program)i, server,
			 value_of(environment, variables[i].place));
	}
}

/* --- On the wire --- */

void terminal_place_write(struct strbuf *out,
			  const struct terminal_place *place)
{
	strbuf_addch(out, '{');
	if (place->tty)
		json_write_member(out, "tty", slice_str(place->tty));
	if (place->headless)
		json_write_member_bool(out, "headless", true);
	for (size_t i = 0; i < ARRAY_SIZE(place->in); i++) {
		const struct terminal_seat *seat = &place->in[i];

		if (!seat->place)
			continue;
		json_write_key(out, programs[i].name);
		strbuf_addch(out, '{');
		if (seat->server)
			json_write_member(out, programs[i].server,
					  slice_str(seat->server));
		json_write_member(out, programs[i].place,
				  slice_str(seat->place));
		strbuf_addch(out, '}');
	}
	strbuf_addch(out, '}');
}

void terminal_place_read(struct terminal_place *place, struct slice json)
{
	struct strbuf server = STRBUF_INIT, at = STRBUF_INIT;
	struct json_member member;

	json_find_text(json, "tty", &at);
	terminal_place_set_tty(place, strbuf_slice(&at));
	place->headless = json_find(json, "headless", &member) &&
			  member.type == JSON_TRUE;
	for (int i = 0; i < TERMINAL_PROGRAM_COUNT; i++) {
		if (!json_find(json, programs[i].name, &member))
			continue;
		strbuf_reset(&server);
		strbuf_reset(&at);
		json_find_text(member.value, programs[i].server, &server);
		json_find_text(member.value, programs[i].place, &at);
		set_seat(place, (enum terminal_program)i, strbuf_slice(&server),
			 strbuf_slice(&at));
	}
	strbuf_release(&server);
	strbuf_release(&at);
}

/* --- The way --- */

static bool is_same_server(const struct terminal_seat *a,
			   const struct terminal_seat *b)
{
	return a->place && b->place && a->server && b->server &&
	       !strcmp(a->server, b->server);
}

/* Programs inside a multiplexer inherit the variables of the terminal window
 * that it was started in, which need not be the window that shows it. */
static bool is_within(const struct terminal_place *place)
{
	return place->in[TERMINAL_TMUX].place ||
	       place->in[TERMINAL_SCREEN].place ||
	       place->in[TERMINAL_ZELLIJ].place;
}

enum terminal_program terminal_place_way(const struct terminal_place *here,
					 const struct terminal_place *there)
{
	int count = is_within(here) || is_within(there)
			    ? TERMINAL_WEZTERM
			    : TERMINAL_PROGRAM_COUNT;

	for (int i = 0; i < count; i++) {
		/* Of two nested servers, the outer place is the same. */
		if (is_same_server(&here->in[i], &there->in[i]) &&
		    strcmp(here->in[i].place, there->in[i].place) != 0)
			return (enum terminal_program)i;
	}
	return TERMINAL_PROGRAM_COUNT;
}

void terminal_place_name(struct strbuf *out, const struct terminal_place *there,
			 const struct terminal_place *here)
{
	enum terminal_program way = terminal_place_way(here, there);
	const struct terminal_seat *seat;
	size_t i = 0;

	if (there->headless) {
		strbuf_addstr(out, "jphost");
		return;
	}
	if (way == TERMINAL_PROGRAM_COUNT) {
		while (i < ARRAY_SIZE(there->in) && !there->in[i].place)
			i++;
		way = (enum terminal_program)i;
	}
	if (way == TERMINAL_PROGRAM_COUNT) {
		strbuf_addstr(out, there->tty ? there->tty : "");
		return;
	}
	seat = &there->in[way];
	strbuf_addf(out, "%s %s", programs[way].title, seat->place);
	if (seat->server && !is_same_server(seat, &here->in[way]))
		strbuf_addf(out, " (%s)", seat->server);
}

static void add_word(struct strbuf *words, const char *word)
{
	strbuf_add(words, word, strlen(word) + 1);
}

void terminal_place_command(struct strbuf *words,
			    const struct terminal_place *here,
			    const struct terminal_place *there)
{
	/* %s is the server, %p the place, %m a match expression of kitty's. */
	static const char *const commands[TERMINAL_PROGRAM_COUNT][7] = {
		[TERMINAL_TMUX] = { "tmux", "-S", "%s", "switch-client", "-t",
				    "%p" },
		[TERMINAL_SCREEN] = { "screen", "-S", "%s", "-X", "select",
				      "%p" },
		[TERMINAL_ZELLIJ] = { "zellij", "--session", "%s", "action",
				      "focus-pane-id", "%p" },
		/* wezterm finds its socket in our environment. */
		[TERMINAL_WEZTERM] = { "wezterm", "cli", "activate-pane",
				       "--pane-id", "%p" },
		[TERMINAL_KITTY] = { "kitty", "@", "--to", "%s", "focus-window",
				     "--match", "%m" },
	};
	enum terminal_program way = terminal_place_way(here, there);

	if (way == TERMINAL_PROGRAM_COUNT)
		return;
	for (size_t i = 0; i < ARRAY_SIZE(commands[way]); i++) {
		const char *word = commands[way][i];

		if (!word)
			break;
		if (!strcmp(word, "%s")) {
			add_word(words, here->in[way].server);
		} else if (!strcmp(word, "%p")) {
			add_word(words, there->in[way].place);
		} else if (!strcmp(word, "%m")) {
			strbuf_addstr(words, "id:");
			add_word(words, there->in[way].place);
		} else {
			add_word(words, word);
		}
	}
}
