#include "config.h"

#include "src/jphost/tool/tool-command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/spawn.h"
#include "src/base/xalloc.h"

struct words {
	char **argv;
	size_t count, cap;
};

static void add_word(struct words *words, char *word)
{
	ALLOC_GROW(words->argv, words->count + 2, words->cap);
	words->argv[words->count++] = word;
	words->argv[words->count] = NULL;
}

void tool_command_free(char **argv)
{
	for (size_t i = 0; argv && argv[i]; i++)
		free(argv[i]);
	free(argv);
}

/* {"tool":{…},"context":{…}}: what the words can name. */
static void write_values(struct strbuf *out, const struct tool_call_data *data)
{
	strbuf_addstr(out, "{\"tool\":{");
	json_write_member(out, "name", slice_str(data->name));
	json_write_member_raw(out, "arguments", data->arguments);
	json_write_member_raw(out, "answers",
			      data->answers.len ? data->answers : SLICE("{}"));
	strbuf_addstr(out, "},\"context\":{\"action\":\"run\"");
	json_write_member(out, "root", slice_str(data->root));
	strbuf_addstr(out, "}}");
}

/* The value of a dotted path; nothing where there is none. */
static void add_value(struct strbuf *out, struct slice values,
		      struct slice path)
{
	struct json_member member = { .value = values };
	struct strbuf key = STRBUF_INIT;

	while (path.len) {
		const char *dot = memchr(path.ptr, '.', path.len);
		size_t len = dot ? (size_t)(dot - path.ptr) : path.len;

		strbuf_setf(&key, "%.*s", (int)len, path.ptr);
		if (!json_find(member.value, key.buf, &member)) {
			strbuf_release(&key);
			return;
		}
		path = slice_skip(path, len + 1);
	}
	strbuf_release(&key);
	if (!json_string_add(out, member.value))
		json_write_compact(out, member.value);
}

static struct slice trimmed(struct slice text)
{
	while (text.len && isspace((unsigned char)text.ptr[0]))
		text = slice_skip(text, 1);
	while (text.len && isspace((unsigned char)text.ptr[text.len - 1]))
		text.len--;
	return text;
}

/* Fill a word in; `quote` for a shell. */
static char *render(struct slice word, struct slice values, bool quote)
{
	struct strbuf out = STRBUF_INIT, value = STRBUF_INIT;

	while (word.len) {
		const char *open = memmem(word.ptr, word.len, "{{", 2);
		size_t before = open ? (size_t)(open - word.ptr) : word.len;
		struct slice inner = slice_skip(word, before + 2);
		const char *close = memmem(inner.ptr, inner.len, "}}", 2);

		if (!open || !close) {
			strbuf_addslice(&out, word);
			break;
		}
		strbuf_add(&out, word.ptr, before);
		inner.len = (size_t)(close - inner.ptr);
		strbuf_reset(&value);
		add_value(&value, values, trimmed(inner));
		if (quote)
			host_spawn_quote(&out, strbuf_slice(&value));
		else
			strbuf_addslice(&out, strbuf_slice(&value));
		word = slice_skip(word, before + 2 + inner.len + 2);
	}
	strbuf_release(&value);
	return strbuf_detach(&out);
}

/* One word of a command line, quotes taken away; where it ends. */
static const char *cut_word(struct strbuf *word, const char *at)
{
	char quote = 0;

	for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
		const char *close;

		if (!strncmp(at, "{{", 2) && (close = strstr(at, "}}"))) {
			strbuf_add(word, at, (size_t)(close - at) + 2);
			at = close + 1;
		} else if (quote && *at == quote) {
			quote = 0;
		} else if (!quote && (*at == '\'' || *at == '"')) {
			quote = *at;
		} else {
			if (*at == '\\' && quote != '\'' && at[1])
				at++;
			strbuf_addch(word, *at);
		}
	}
	return at;
}

static void split(struct words *words, const char *at, struct slice values)
{
	while (*at) {
		struct strbuf word = STRBUF_INIT;

		while (isspace((unsigned char)*at))
			at++;
		if (!*at)
			break;
		at = cut_word(&word, at);
		add_word(words, render(strbuf_slice(&word), values, false));
		strbuf_release(&word);
	}
}

static void add_rendered(struct words *words, struct slice json,
			 struct slice values)
{
	struct strbuf text = STRBUF_INIT;

	json_string_add(&text, json);
	add_word(words, render(strbuf_slice(&text), values, false));
	strbuf_release(&text);
}

static void add_list(struct words *words, struct slice list,
		     struct slice values)
{
	struct json_walk walk = json_walk_begin(list);
	struct json_member member;

	while (json_walk_next(&walk, &member))
		add_rendered(words, member.value, values);
}

/* With `shell` the program and its words are one script. */
static void add_script(struct words *words, struct slice program,
		       struct slice args, struct slice values)
{
	struct strbuf script = STRBUF_INIT;
	struct json_walk walk = json_walk_begin(args);
	struct json_member member;

	json_string_add(&script, program);
	while (json_walk_next(&walk, &member)) {
		strbuf_addch(&script, ' ');
		json_string_add(&script, member.value);
	}
	add_word(words, xstrdup("/bin/sh"));
	add_word(words, xstrdup("-c"));
	add_word(words, render(strbuf_slice(&script), values, true));
	strbuf_release(&script);
}

static void add_object(struct words *words, struct slice command,
		       struct slice values)
{
	struct json_member program, args, shell;

	json_find(command, "program", &program);
	json_find(command, "args", &args);
	if (json_find(command, "shell", &shell) && shell.type == JSON_TRUE) {
		add_script(words, program.value, args.value, values);
		return;
	}
	if (program.type == JSON_STRING)
		add_rendered(words, program.value, values);
	add_list(words, args.value, values);
}

char **tool_command_build(const struct tool_call_data *data, struct strbuf *err)
{
	struct strbuf values = STRBUF_INIT, text = STRBUF_INIT;
	struct words words = { NULL, 0, 0 };

	write_values(&values, data);
	if (json_string_add(&text, data->command))
		split(&words, text.buf, strbuf_slice(&values));
	else if (json_type_of(data->command) == JSON_ARRAY)
		add_list(&words, data->command, strbuf_slice(&values));
	else
		add_object(&words, data->command, strbuf_slice(&values));
	strbuf_release(&values);
	strbuf_release(&text);
	if (words.count && *words.argv[0])
		return words.argv;
	strbuf_setf(err, "the tool '%s' has no command", data->name);
	tool_command_free(words.argv);
	return NULL;
}
