#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/store/rule-match.h"
#include "src/store/rule-value.h"

/* Argument names that tools use for a shell command, and for a file. */
static const char *const commands[] = { "command", "cmd",    "shell_command",
					"script",  "bash",   "run",
					"cmdline", "program" };
static const char *const paths[] = { "path",          "file_path",  "filePath",
				     "filepath",      "file",       "filename",
				     "absolute_path", "target_file" };

/* The first of these arguments that is a string: its name, or NULL. */
static const char *find_text(const char *const *names, size_t count,
			     struct slice arguments, struct strbuf *text)
{
	struct slice value;

	for (size_t i = 0; i < count; i++) {
		if (rule_argument_value(&value, arguments, names[i]) &&
		    json_string_add(text, value))
			return names[i];
	}
	return NULL;
}

static struct rule_match make(enum rule_match_kind kind, const char *argument,
			      const char *value, const char *others)
{
	return (struct rule_match){
		.kind = kind,
		.argument = argument ? xstrdup(argument) : NULL,
		.value = value ? xstrdup(value) : NULL,
		.others = others ? xstrdup(others) : NULL,
	};
}

/* Whether the word is a subcommand, as in "git log". */
static bool is_a_job(const char *word, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (!((word[i] >= 'a' && word[i] <= 'z') ||
		      (i && word[i] == '-')))
			return false;
	}
	return len > 1;
}

/* How much of the words to offer: the program and its subcommand. */
static size_t offered_length(const char *words)
{
	size_t program = strcspn(words, " ");
	const char *next = words[program] ? words + program + 1 : "";
	size_t job = strcspn(next, " ");

	return is_a_job(next, job) ? program + 1 + job : program;
}

/* Whether the words of this program are a command or code themselves: a rule
 * for what begins with "bash" would be one for everything. */
static bool runs_anything(const char *words)
{
	static const char *const programs[] = {
		"sh",      "bash",      "dash",       "ash",     "zsh",
		"ksh",     "fish",      "env",        "sudo",    "doas",
		"su",      "xargs",     "nohup",      "time",    "nice",
		"timeout", "ionice",    "setsid",     "stdbuf",  "ssh",
		"eval",    "exec",      "source",     "command", ".",
		"watch",   "flock",     "script",     "perl",    "parallel",
		"python",  "python2",   "ruby",       "python3", "node",
		"deno",    "php",       "lua",        "awk",     "gawk",
		"mawk",    "osascript", "busybox",    "builtin", "chroot",
		"unshare", "strace",    "powershell",
	};
	size_t len = strcspn(words, " "), start = len;

	while (start && words[start - 1] != '/')
		start--;
	/* Or variables in front of the program. */
	return slice_is_one_of(slice_of(words + start, len - start), programs,
			       ARRAY_SIZE(programs)) ||
	       memchr(words, '=', len);
}

static size_t offer_words(struct rule_match *offers, struct slice arguments)
{
	struct strbuf text = STRBUF_INIT, others = STRBUF_INIT;
	struct strbuf words = STRBUF_INIT;
	const char *name =
		find_text(commands, ARRAY_SIZE(commands), arguments, &text);
	struct rule_argument argument;
	size_t count = 0;

	if (name && rule_value_words(&words, strbuf_slice(&text)) &&
	    words.len && !runs_anything(words.buf) &&
	    rule_argument_find(&argument, &others, arguments, name)) {
		strbuf_setlen(&words, offered_length(words.buf));
		offers[count++] =
			make(RULE_MATCH_WORDS, name, words.buf, others.buf);
	}
	strbuf_release(&text);
	strbuf_release(&others);
	strbuf_release(&words);
	return count;
}

static size_t offer_paths(struct rule_match *offers, struct slice arguments,
			  const char *root)
{
	struct strbuf text = STRBUF_INIT, plain = STRBUF_INIT;
	struct strbuf value = STRBUF_INIT;
	const char *name =
		find_text(paths, ARRAY_SIZE(paths), arguments, &text);
	struct slice argument;
	char *slash;
	size_t count = 0;

	if (!name || !rule_value_path(&plain, strbuf_slice(&text)))
		goto out;
	if (rule_argument_value(&argument, arguments, name) &&
	    rule_canonical_json(&value, argument))
		offers[count++] =
			make(RULE_MATCH_EQUALS, name, value.buf, NULL);
	slash = strrchr(plain.buf, '/');
	if (slash && slash > plain.buf)
		strbuf_setlen(&plain, (size_t)(slash - plain.buf));
	else if (!slash && root)
		strbuf_setf(&plain, ".");
	else
		goto out;
	if (rule_value_inside(strbuf_slice(&text), name, plain.buf, root,
			      arguments) == RULE_FIT_YES)
		offers[count++] =
			make(RULE_MATCH_INSIDE, name, plain.buf, NULL);
out:
	strbuf_release(&text);
	strbuf_release(&plain);
	strbuf_release(&value);
	return count;
}

size_t rule_match_offer(struct rule_match offers[RULE_OFFERS],
			struct slice arguments, const char *root)
{
	struct strbuf canonical = STRBUF_INIT;
	size_t count = 0;

	if (rule_canonical_json(&canonical, arguments) &&
	    canonical.buf[0] == '{') {
		offers[count++] =
			make(RULE_MATCH_EXACT, NULL, canonical.buf, NULL);
		count += offer_words(offers + count, arguments);
		count += offer_paths(offers + count, arguments, root);
		offers[count++] = make(RULE_MATCH_ANY, NULL, NULL, NULL);
	}
	strbuf_release(&canonical);
	return count;
}

/* The decoded name of the first argument that is a text. */
static bool first_text(struct strbuf *name, struct slice arguments)
{
	struct json_walk walk = json_walk_begin(arguments);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		if (member.type == JSON_STRING)
			return json_string_add(name,
					       json_quoted_key(member.key));
	}
	return false;
}

static void add_quoted(struct strbuf *pattern, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (strchr("\\^$.[|()?*+{}#", text.ptr[i]))
			strbuf_addch(pattern, '\\');
		strbuf_addch(pattern, text.ptr[i]);
	}
}

bool rule_match_to_pattern(struct rule_match *own,
			   const struct rule_match *match,
			   struct slice arguments, struct strbuf *pattern)
{
	struct strbuf name = STRBUF_INIT, others = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;
	struct rule_argument argument;
	bool made = false;

	if (match->argument)
		strbuf_addstr(&name, match->argument);
	if ((match->argument || first_text(&name, arguments)) &&
	    rule_argument_find(&argument, &others, arguments, name.buf) &&
	    json_string_add(&text, argument.value) &&
	    rule_value_is_one_line(strbuf_slice(&text))) {
		*own = make(RULE_MATCH_REGEX, name.buf, NULL,
			    match->kind == RULE_MATCH_ANY ? NULL
			    : match->argument             ? match->others
							  : others.buf);
		add_quoted(pattern, strbuf_slice(&text));
		made = true;
	}
	strbuf_release(&name);
	strbuf_release(&others);
	strbuf_release(&text);
	return made;
}
