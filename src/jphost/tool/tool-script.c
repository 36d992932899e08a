#include "config.h"

#include "src/jphost/tool/tool-script.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/spawn.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-template.h"

#define MAX_DEPTH 32

enum quote {
	Q_NONE,    /* commands: of the script, in $(…), in (…) */
	Q_DOUBLE,  /* "…" */
	Q_SINGLE,  /* '…' */
	Q_BACK,    /* `…` */
	Q_BRACE,   /* ${…} */
	Q_SUM,     /* $((…)) */
	Q_COMMENT, /* # … */
};

/* What a program runs. */
enum {
	RUNS_WORDS = 1,      /* its words, as code: eval, ssh */
	RUNS_SCRIPT = 2,     /* the word after -c, as code */
	RUNS_EXPRESSION = 4, /* the same, and those after -e and the like */
	RUNS_AWK = 8,        /* its first argument, which may call system() */
	RUNS_COMMAND = 16,   /* the command that follows: sudo */
	RUNS_XARGS = 32,
	RUNS_SED = 64, /* its script, in which "e" runs commands */
};

/* The command being read at one level of nesting. */
struct level {
	enum quote quote;
	struct strbuf word, last; /* the word being read, the one before */
	size_t words;
	unsigned runs;   /* of all its words: RUNS_… */
	bool sed_begun;  /* its script was given */
	bool prefixed;   /* what runs is still to come: sudo, X=1, -n 5 */
	bool reads_code; /* a shell or its like, followed by options only */
	bool after_pipe;
};

struct maker {
	struct tool_script *script;
	struct level levels[MAX_DEPTH];
	int depth;
	bool here;   /* a here-document has begun */
	bool ansi;   /* $'…' was seen: shells disagree where it ends */
	bool piped;  /* something is piped into a shell */
	bool filled; /* a value was inserted */
	struct strbuf *err;
};

static struct level *top(struct maker *maker)
{
	return &maker->levels[maker->depth];
}

static void end_level(struct level *level)
{
	strbuf_release(&level->word);
	strbuf_release(&level->last);
}

static void begin_level(struct level *level, enum quote quote)
{
	memset(level, 0, sizeof(*level));
	level->quote = quote;
	level->prefixed = true;
	strbuf_init(&level->word);
	strbuf_init(&level->last);
}

static int push(struct maker *maker, enum quote quote)
{
	if (maker->depth + 1 == MAX_DEPTH) {
		strbuf_setf(maker->err, "the script is nested too deep");
		return -1;
	}
	begin_level(&maker->levels[++maker->depth], quote);
	return 0;
}

static void pop(struct maker *maker)
{
	if (maker->depth)
		end_level(&maker->levels[maker->depth--]);
}

/* The commands that contain the innermost quotes. */
static struct level *commands(struct maker *maker)
{
	int i = maker->depth;

	while (i && maker->levels[i].quote != Q_NONE &&
	       maker->levels[i].quote != Q_BACK)
		i--;
	return &maker->levels[i];
}

/* --- Words --- */

static bool is_one_of(const char *word, const char *const *names)
{
	for (; *names; names++) {
		if (!strcmp(word, *names))
			return true;
	}
	return false;
}

static unsigned runs_of(const char *program)
{
	static const struct {
		unsigned runs;
		const char *programs[16];
	} kinds[] = {
		{ RUNS_WORDS,
		  { "eval", "trap", "ssh", "watch", "parallel", "source", ".",
		    /* Arithmetic, in which some shells run commands. */
		    "let", "declare", "typeset", "[[" } },
		{ RUNS_SCRIPT,
		  { "sh", "bash", "dash", "ash", "zsh", "ksh", "fish", "su",
		    "runuser", "flock", "script" } },
		{ RUNS_EXPRESSION,
		  { "perl", "ruby", "node", "php", "lua", "python", "python2",
		    "python3", "tclsh", "osascript", "deno", "bun" } },
		{ RUNS_AWK, { "awk", "gawk", "mawk" } },
		{ RUNS_SED, { "sed", "gsed" } },
		{ RUNS_COMMAND,
		  { "sudo", "doas", "env", "nice", "ionice", "nohup", "time",
		    "exec", "setsid", "stdbuf", "command", "timeout", "{",
		    "!" } },
		{ RUNS_COMMAND | RUNS_XARGS, { "xargs" } },
	};

	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (is_one_of(program, kinds[i].programs))
			return kinds[i].runs;
	}
	return 0;
}

static const char *base_name(const char *word)
{
	const char *slash = strrchr(word, '/');

	return slash ? slash + 1 : word;
}

/* "-c", "-lc": the next word is a script itself. */
static bool is_code_option(const char *word)
{
	size_t len = strlen(word);

	return len >= 2 && word[0] == '-' && word[1] != '-' &&
	       word[len - 1] == 'c';
}

/* sed's "-e", "-ne", "-f": the next word is a script or names one. */
static bool is_sed_option(const char *word)
{
	size_t len = strlen(word);

	return !strcmp(word, "--expression") || !strcmp(word, "--file") ||
	       (len >= 2 && word[0] == '-' && word[1] != '-' &&
		strchr("ef", word[len - 1]));
}

/* Whether a word, or what is read of one, is a script of sed. */
static bool is_sed_script(const struct level *level)
{
	const char *word = level->word.buf, *last = level->last.buf;

	if (!(level->runs & RUNS_SED))
		return false;
	return is_sed_option(last) || !strncmp(word, "--expression=", 13) ||
	       (word[0] == '-' && word[1] != '-' && strchr(word, 'e')) ||
	       (!level->sed_begun && *word != '-' && strcmp(last, "-l") != 0);
}

/* An option, a variable that is set, or a number: no program. */
static bool is_before_program(const char *word)
{
	return *word == '-' || strchr(word, '=') ||
	       isdigit((unsigned char)*word);
}

static void end_word(struct level *level)
{
	const char *name = base_name(level->word.buf);
	unsigned runs = runs_of(name);
	bool runs_code;

	if (!level->word.len)
		return;
	level->sed_begun = level->sed_begun || is_sed_script(level);
	level->runs |= runs;
	/* Whatever a variable names. */
	if (level->prefixed && *level->word.buf == '$')
		level->runs |= RUNS_SCRIPT;
	level->words++;
	runs_code = level->runs & (RUNS_SCRIPT | RUNS_EXPRESSION);
	/* Or it is what an option is given. */
	if (level->prefixed && !(runs & RUNS_COMMAND) &&
	    !is_before_program(name) &&
	    (runs_code || *level->last.buf != '-')) {
		level->prefixed = false;
		level->reads_code = runs_code;
	} else if (!level->prefixed &&
		   (*name != '-' ||
		    (is_code_option(name) && !(level->runs & RUNS_XARGS)))) {
		/* For xargs, what is read follows that option. */
		level->reads_code = false;
	}
	strbuf_release(&level->last);
	level->last = level->word;
	strbuf_init(&level->word);
}

static void end_command(struct maker *maker, struct level *level, bool pipe)
{
	end_word(level);
	if (level->after_pipe && level->reads_code)
		maker->piped = true;
	strbuf_reset(&level->last);
	level->words = 0;
	level->runs = 0;
	level->sed_begun = level->reads_code = false;
	level->prefixed = true;
	level->after_pipe = pipe;
}

static bool would_be_code(const struct level *level)
{
	static const char *const flags[] = { "-e",     "-E",        "-r",
					     "--eval", "--execute", NULL };
	bool alone = !level->word.len;

	if (level->runs & RUNS_WORDS || is_sed_script(level) ||
	    (level->runs & (RUNS_SCRIPT | RUNS_EXPRESSION) &&
	     is_code_option(level->last.buf)))
		return true;
	if (level->runs & RUNS_AWK)
		return alone ? level->words == 1
			     : !strchr(level->word.buf, '=');
	return level->runs & RUNS_EXPRESSION &&
	       is_one_of(level->last.buf, flags);
}

/* --- Values --- */

static int refuse(struct maker *maker, struct slice inside, const char *where)
{
	strbuf_setf(maker->err,
		    "the tool is not run: '{{%.*s}}' is %s, where a value "
		    "could be run as a command",
		    (int)inside.len, inside.ptr, where);
	return -1;
}

static const char *bad_place(struct maker *maker)
{
	const struct level *level = top(maker);
	const struct strbuf *text = &maker->script->text;
	char last = text->len ? text->buf[text->len - 1] : 0;

	if (maker->here)
		return "after a here-document";
	if (maker->ansi)
		return "in a script with $'…'";
	if (level->quote == Q_SUM)
		return "in $((…))";
	if (level->quote == Q_BRACE)
		return "in ${…}";
	if (level->quote != Q_SINGLE && level->quote != Q_COMMENT) {
		if (last == '\\')
			return "after a '\\'";
		if (last == '$')
			return "after a '$'";
	}
	if (level->quote != Q_COMMENT && would_be_code(commands(maker)))
		return "in a script within the script";
	return NULL;
}

static int add_value(struct maker *maker, struct slice inside,
		     struct slice values)
{
	struct tool_script *script = maker->script;
	const char *where = bad_place(maker);
	struct strbuf value = STRBUF_INIT;
	size_t number = script->count + 1;

	if (where)
		return refuse(maker, inside, where);
	if (tool_template_value(&value, inside, values, maker->err)) {
		strbuf_release(&value);
		return -1;
	}
	switch (top(maker)->quote) {
	case Q_DOUBLE:
		strbuf_addf(&script->text, "${%zu}", number);
		break;
	case Q_SINGLE:
		strbuf_addf(&script->text, "'\"${%zu}\"'", number);
		break;
	default:
		strbuf_addf(&script->text, "\"${%zu}\"", number);
		break;
	}
	/* A placeholder: the word is not empty, whatever the value is. */
	strbuf_addch(&commands(maker)->word, '?');
	ALLOC_GROW(script->values, number, script->cap);
	script->values[script->count++] = strbuf_detach(&value);
	maker->filled = true;
	return 0;
}

/* --- The script's own text --- */

/* Read "$" with the characters that belong to it and set their count. */
static int open_dollar(struct maker *maker, struct slice text, size_t *len)
{
	bool quoted = top(maker)->quote == Q_DOUBLE;

	*len = 2;
	if (slice_starts_with(text, SLICE("$(("))) {
		*len = 3;
		return push(maker, Q_SUM);
	}
	if (slice_starts_with(text, SLICE("$(")))
		return push(maker, Q_NONE);
	if (slice_starts_with(text, SLICE("${")))
		return push(maker, Q_BRACE);
	if (!quoted && slice_starts_with(text, SLICE("$'")))
		maker->ansi = true;
	*len = 1;
	return 0;
}

/* What is piped into it is piped into its first command. */
static int open_group(struct maker *maker)
{
	struct level *level = top(maker);
	const struct strbuf *text = &maker->script->text;
	bool piped = level->after_pipe && !level->words;

	end_command(maker, level, false);
	if (push(maker, Q_NONE))
		return -1;
	top(maker)->after_pipe = piped;
	if (text->len && text->buf[text->len - 1] == '(')
		top(maker)->runs = RUNS_WORDS; /* arithmetic */
	return 0;
}

static int pass_command(struct maker *maker, struct slice text, size_t *len)
{
	struct level *level = top(maker);
	char c = *text.ptr;

	switch (c) {
	case '\\':
		*len = text.len > 1 ? 2 : 1;
		strbuf_add(&level->word, text.ptr + 1, *len - 1);
		return 0;
	case '\'':
		return push(maker, Q_SINGLE);
	case '"':
		return push(maker, Q_DOUBLE);
	case '$':
		strbuf_addch(&level->word, c);
		return open_dollar(maker, text, len);
	case '`':
		if (level->quote != Q_BACK)
			return push(maker, Q_BACK);
		end_command(maker, level, false);
		pop(maker);
		return 0;
	case '(':
		return open_group(maker);
	case ')':
		end_command(maker, level, false);
		if (level->quote == Q_NONE)
			pop(maker);
		return 0;
	case '#':
		if (level->word.len)
			break;
		return push(maker, Q_COMMENT);
	case '<':
		if (slice_starts_with(text, SLICE("<<<"))) {
			*len = 3;
		} else if (slice_starts_with(text, SLICE("<<"))) {
			maker->here = true;
			*len = 2;
		}
		end_word(level);
		return 0;
	case '|':
		*len = slice_starts_with(text, SLICE("||")) ? 2 : 1;
		end_command(maker, level, *len == 1);
		return 0;
	case ';':
	case '&':
	case '\n':
		end_command(maker, level, false);
		return 0;
	default:
		break;
	}
	if (isspace((unsigned char)c))
		end_word(level);
	else
		strbuf_addch(&level->word, c);
	return 0;
}

static int pass_quoted(struct maker *maker, struct slice text, size_t *len)
{
	char c = *text.ptr;

	if (c == '\\' && text.len > 1) {
		*len = 2;
	} else if (c == '"') {
		pop(maker);
	} else if (c == '`') {
		return push(maker, Q_BACK);
	} else if (c == '$') {
		strbuf_addch(&commands(maker)->word, c);
		return open_dollar(maker, text, len);
	} else {
		strbuf_addch(&commands(maker)->word, c);
	}
	return 0;
}

/* In ${…} and $((…)) only the end matters. */
static int pass_inner(struct maker *maker, struct slice text, size_t *len)
{
	bool sum = top(maker)->quote == Q_SUM;

	if (*text.ptr == '\\' && text.len > 1)
		*len = 2;
	else if (!sum && *text.ptr == '}')
		pop(maker);
	else if (sum && slice_starts_with(text, SLICE("))"))) {
		*len = 2;
		pop(maker);
	} else if (*text.ptr == '"')
		return push(maker, Q_DOUBLE);
	else if (*text.ptr == '\'')
		return push(maker, Q_SINGLE);
	else if (*text.ptr == '$')
		return open_dollar(maker, text, len);
	return 0;
}

static int pass(struct maker *maker, struct slice text, size_t *len)
{
	switch (top(maker)->quote) {
	case Q_NONE:
	case Q_BACK:
		return pass_command(maker, text, len);
	case Q_DOUBLE:
		return pass_quoted(maker, text, len);
	case Q_SINGLE:
		if (*text.ptr == '\'')
			pop(maker);
		else
			strbuf_addch(&commands(maker)->word, *text.ptr);
		return 0;
	case Q_COMMENT:
		if (*text.ptr == '\n') {
			pop(maker);
			end_command(maker, top(maker), false);
		}
		return 0;
	case Q_BRACE:
	case Q_SUM:
		break;
	}
	return pass_inner(maker, text, len);
}

static int pass_all(struct maker *maker, struct slice text)
{
	while (text.len) {
		size_t len = 1;

		if (pass(maker, text, &len))
			return -1;
		strbuf_add(&maker->script->text, text.ptr, len);
		text = slice_skip(text, len);
	}
	return 0;
}

static int add_program(struct maker *maker, struct slice program,
		       struct slice values)
{
	struct slice before, inside;
	int found;

	while ((found = tool_template_next(&program, &before, &inside,
					   maker->err)) > 0) {
		if (pass_all(maker, before) ||
		    (inside.ptr && add_value(maker, inside, values)))
			return -1;
	}
	return found ? -1 : pass_all(maker, before);
}

/* Add a word after the script: all of it is one value. */
static int add_arg(struct maker *maker, struct slice arg, struct slice values)
{
	struct tool_script *script = maker->script;
	struct level *level = top(maker);
	struct strbuf text = STRBUF_INIT, word = STRBUF_INIT;
	int ret = -1;

	json_string_add(&text, arg);
	end_word(level);
	strbuf_addch(&script->text, ' ');
	if (!strstr(text.buf, "{{")) {
		spawn_quote(&script->text, strbuf_slice(&text));
		strbuf_addslice(&level->word, strbuf_slice(&text));
		ret = 0;
	} else if (maker->here || maker->ansi || would_be_code(level)) {
		refuse(maker, strbuf_slice(&text),
		       "in a script within the script");
	} else if (!tool_template_fill(&word, strbuf_slice(&text), values,
				       maker->err)) {
		ALLOC_GROW(script->values, script->count + 1, script->cap);
		script->values[script->count++] = strbuf_detach(&word);
		strbuf_addf(&script->text, "\"${%zu}\"", script->count);
		strbuf_addch(&level->word, '?');
		maker->filled = true;
		ret = 0;
	}
	strbuf_release(&text);
	strbuf_release(&word);
	return ret;
}

int tool_script_make(struct tool_script *script, struct slice program,
		     struct slice args, struct slice values, struct strbuf *err)
{
	struct maker maker = { .script = script, .err = err };
	struct json_walk walk = json_walk_begin(args);
	struct json_member member;
	int ret;

	memset(script, 0, sizeof(*script));
	strbuf_init(&script->text);
	begin_level(&maker.levels[0], Q_NONE);
	ret = add_program(&maker, program, values);
	while (!ret && json_walk_next(&walk, &member))
		ret = add_arg(&maker, member.value, values);
	if (!ret) {
		end_command(&maker, top(&maker), false);
		if (maker.filled && maker.piped)
			ret = refuse(&maker, SLICE("…"),
				     "in a script that pipes into a shell");
	}
	for (int i = 0; i <= maker.depth; i++)
		end_level(&maker.levels[i]);
	if (ret)
		tool_script_release(script);
	return ret;
}

void tool_script_release(struct tool_script *script)
{
	free_strings(script->values, script->count);
	strbuf_release(&script->text);
	memset(script, 0, sizeof(*script));
	strbuf_init(&script->text);
}
