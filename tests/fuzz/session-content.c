#include "config.h"

#include "tests/fuzz/session-content.h"

#include <stdio.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/random.h"

/* Characters that hide, join, reverse or look like others, as JSON escapes; and
 * whether each of them is suspicious anywhere. */
static const struct {
	const char *json;
	bool suspicious;
} strange[] = {
	{ "\\u200b", true },        { "\\u200d", true },
	{ "\\u202e", true },        { "\\u2066", true },
	{ "\\u00ad", true },        { "\\u115f", true },
	{ "\\u3164", true },        { "\\u2800", true },
	{ "\\u0430", false },       { "\\uff41", false },
	{ "e\\u0301", false },      { "\\u00e9", false },
	{ "\\u4e2d", false },       { "\\ud83d\\ude00", false },
	{ "\\ufe0f", true },        { "\\u0000", true },
	{ "\\u001b[2J", true },     { "\\t", false },
	{ "\\n", false },           { "\\r", false },
	{ "\\udb40\\udc41", true }, { "\\ud800", true },
	{ "\\u05d0", false },       { "            ", false },
	{ "\\ufffc", true },        { "\\ud834\\udd59", true },
};

static const char *const words[] = { "git log", "git push", "make test" };
static const char *const directories[] = { "src", "src/ui", "doc" };

/* Additions that turn a harmless command into another, as JSON escapes. */
static const char *const command_traps[] = {
	"; id",    " && id", " | id",    " > /w/x", " $(id)",
	" `id`",   "\\nid",  " \\u200b", " & id",   " ${X}",
	" \\\\id", " 'id",   " *",       " ~/x",    " {a,b}",
};
static const char *const path_traps[] = {
	"/../../etc", "/..", "/x/../../..", "/\\u202e", "/$HOME",
};

static uint64_t seed_of(int content)
{
	return (uint64_t)content * 2654435761u + 7;
}

struct session_content session_content_of(int content)
{
	uint64_t seed = seed_of(content) ^ 0x5bd1e995u;
	struct session_content c = { .trap = "" };
	uint32_t kind = random_below(&seed, 4);
	bool trapped = !random_below(&seed, 3);

	c.others = !random_below(&seed, 6);
	if (kind < 2) {
		c.kind = CONTENT_WORDS;
		c.head = words[random_below(&seed, ARRAY_SIZE(words))];
		if (trapped)
			c.trap = command_traps[random_below(
				&seed, ARRAY_SIZE(command_traps))];
	} else if (kind == 2) {
		c.kind = CONTENT_PATH;
		c.head = directories[random_below(&seed,
						  ARRAY_SIZE(directories))];
		if (trapped)
			c.trap = path_traps[random_below(
				&seed, ARRAY_SIZE(path_traps))];
	}
	return c;
}

void session_content_mark(char out[16], int content, int which)
{
	snprintf(out, 16, "Q%d%cQ", content, which ? 'z' : 'a');
}

static void add_mark(struct strbuf *out, int content, int which)
{
	char mark[16];

	session_content_mark(mark, content, which);
	strbuf_addstr(out, mark);
}

void session_content_add_text(struct strbuf *out, int content)
{
	uint64_t seed = seed_of(content);
	uint32_t rows = random_below(&seed, 3) ? 0 : random_below(&seed, 40);

	add_mark(out, content, 0);
	for (uint32_t i = random_below(&seed, 4); i-- > 0;)
		strbuf_addf(
			out, " %s",
			strange[random_below(&seed, ARRAY_SIZE(strange))].json);
	while (rows-- > 0)
		strbuf_addf(out, "\\nrow %u", (unsigned)rows);
	/* On a separate row, which no edge cuts. */
	strbuf_addstr(out, "\\n");
	add_mark(out, content, 1);
}

bool session_content_is_suspicious(int content)
{
	const struct session_content c = session_content_of(content);
	uint64_t seed = seed_of(content);

	if (c.kind != CONTENT_TEXT)
		return strstr(c.trap, "\\u") != NULL;
	if (!random_below(&seed, 3))
		random_below(&seed, 40);
	for (uint32_t i = random_below(&seed, 4); i-- > 0;)
		if (strange[random_below(&seed, ARRAY_SIZE(strange))]
			    .suspicious)
			return true;
	return false;
}

static void add_value(struct strbuf *out, const struct session_content *c,
		      int content)
{
	if (c->kind == CONTENT_TEXT) {
		session_content_add_text(out, content);
	} else if (c->kind == CONTENT_WORDS) {
		strbuf_addf(out, "%s ", c->head);
		add_mark(out, content, 0);
		strbuf_addf(out, "%s ", c->trap);
		add_mark(out, content, 1);
	} else {
		strbuf_addf(out, "%s%s/", c->head, c->trap);
		add_mark(out, content, 0);
		add_mark(out, content, 1);
	}
}

void session_content_add_arguments(struct strbuf *out, int content,
				   unsigned spelling)
{
	const struct session_content c = session_content_of(content);
	const char *name = c.kind == CONTENT_PATH ? "path" : "command";

	strbuf_addstr(out, spelling & 1 ? "{ " : "{");
	if (c.others && spelling & 2)
		strbuf_addstr(out, "\"limit\":5,");
	/* With its first letter escaped. */
	if (spelling & 4)
		strbuf_addf(out, "\"\\u%04x%s\":\"", (unsigned)*name, name + 1);
	else
		strbuf_addf(out, "\"%s\":\"", name);
	add_value(out, &c, content);
	strbuf_addch(out, '"');
	if (c.others && !(spelling & 2))
		strbuf_addstr(out, ",\"limit\":5");
	strbuf_addch(out, '}');
}
