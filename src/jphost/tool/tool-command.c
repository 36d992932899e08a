#include "config.h"

#include "src/jphost/tool/tool-command.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/xalloc.h"
#include "src/jphost/tool/tool-script.h"
#include "src/jphost/tool/tool-template.h"

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

/* --- Values that the words can refer to --- */

/* "src" for "./src/"; NULL if the path may lead out of the workspace. */
static char *workspace_path(const char *path)
{
	struct strbuf out = STRBUF_INIT;

	if (*path == '/')
		return NULL;
	while (*path) {
		size_t len = strcspn(path, "/");

		if (len == 2 && !strncmp(path, "..", 2)) {
			strbuf_release(&out);
			return NULL;
		}
		if (len && !(len == 1 && *path == '.')) {
			strbuf_addstr(&out, out.len ? "/" : "");
			strbuf_add(&out, path, len);
		}
		path += len;
		path += *path == '/';
	}
	return strbuf_detach(&out);
}

static int write_rule(struct strbuf *out, struct slice rule, struct strbuf *err)
{
	static const char *const rights[] = { "read",   "write",  "create",
					      "update", "delete", "execute" };
	struct strbuf path = STRBUF_INIT;
	struct json_member member;
	char *inside;

	if (json_find(rule, "path", &member))
		json_string_add(&path, member.value);
	inside = workspace_path(path.buf);
	if (member.type != JSON_STRING || !inside) {
		strbuf_setf(err,
			    "the tool's access to '%s' is not to a path of "
			    "the workspace",
			    path.buf);
		strbuf_release(&path);
		free(inside);
		return -1;
	}
	strbuf_addch(out, '{');
	json_write_member(out, "lexical_path", slice_str(inside));
	for (size_t i = 0; i < ARRAY_SIZE(rights); i++) {
		if (json_find(rule, rights[i], &member) &&
		    (member.type == JSON_TRUE || member.type == JSON_FALSE))
			json_write_member_bool(out, rights[i],
					       member.type == JSON_TRUE);
	}
	strbuf_addch(out, '}');
	strbuf_release(&path);
	free(inside);
	return 0;
}

/*
 * Write jp's form of what a tool may access. Without any rule it may access
 * everything, so if all rules are omitted, one rule that grants nothing is
 * written.
 */
static int write_access(struct strbuf *out, struct slice access,
			struct strbuf *err)
{
	struct json_member list = { .type = JSON_NONE }, rule, external;
	struct json_walk walk;
	const char *comma = "";

	if (!access.len || json_type_of(access) == JSON_NULL) {
		strbuf_addstr(out, ",\"access\":null");
		return 0;
	}
	if (json_find(access, "fs", &list) && list.type == JSON_OBJECT)
		json_find(list.value, "value", &list);
	walk = json_walk_begin(list.value);
	strbuf_addstr(out, ",\"access\":{\"fs\":[");
	while (json_walk_next(&walk, &rule)) {
		/* A link out of the workspace needs jp's own consent prompt. */
		if (json_find(rule.value, "external", &external) &&
		    external.type == JSON_TRUE)
			continue;
		strbuf_addstr(out, comma);
		comma = ",";
		if (write_rule(out, rule.value, err))
			return -1;
	}
	if (!*comma)
		strbuf_addstr(out, "{\"lexical_path\":\"\"}");
	strbuf_addstr(out, "],\"net\":[],\"env\":[]}");
	return 0;
}

/* {"tool":{…},"context":{…}} */
static int write_values(struct strbuf *out, const struct tool_call_data *data,
			struct strbuf *err)
{
	strbuf_addstr(out, "{\"tool\":{");
	json_write_member(out, "name", slice_str(data->name));
	json_write_member_raw(out, "arguments", data->arguments);
	json_write_member_raw(out, "answers",
			      data->answers.len ? data->answers : SLICE("{}"));
	json_write_member_raw(out, "options",
			      data->options.len ? data->options : SLICE("{}"));
	strbuf_addstr(out, "},\"context\":{\"action\":\"run\"");
	json_write_member(out, "root", slice_str(data->root));
	if (write_access(out, data->access, err))
		return -1;
	json_write_member(out, "workspace_id", slice_str(data->workspace));
	json_write_member(out, "conversation_id",
			  slice_str(data->conversation));
	strbuf_addstr(out, "}}");
	return 0;
}

/* --- Words --- */

static int add_filled(struct words *words, struct slice text,
		      struct slice values, struct strbuf *err)
{
	struct strbuf word = STRBUF_INIT;

	if (tool_template_fill(&word, text, values, err)) {
		strbuf_release(&word);
		return -1;
	}
	add_word(words, strbuf_detach(&word));
	return 0;
}

/*
 * Cut one word off a command line, without its quotes. Returns where it ends,
 * or NULL if a quote is not closed. Text in braces is left for the template.
 */
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
	return quote ? NULL : at;
}

/* As in a shell, '#' starts a comment that ends with its line. */
static const char *skip_between(const char *at)
{
	static const char space[] = " \t\r\n\v\f";

	at += strspn(at, space);
	while (*at == '#') {
		at += strcspn(at, "\n");
		at += strspn(at, space);
	}
	return at;
}

static int split(struct words *words, const char *at, struct slice values,
		 struct strbuf *err)
{
	struct strbuf word = STRBUF_INIT;
	int ret = 0;

	while (!ret && *(at = skip_between(at))) {
		strbuf_reset(&word);
		at = cut_word(&word, at);
		if (at)
			ret = add_filled(words, strbuf_slice(&word), values,
					 err);
		else
			ret = -1;
		if (!at)
			strbuf_setf(err, "a quote in its command does not end");
	}
	strbuf_release(&word);
	return ret;
}

static int add_rendered(struct words *words, struct slice json,
			struct slice values, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	int ret;

	json_string_add(&text, json);
	ret = add_filled(words, strbuf_slice(&text), values, err);
	strbuf_release(&text);
	return ret;
}

static int add_list(struct words *words, struct slice list, struct slice values,
		    struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(list);
	struct json_member member;

	while (json_walk_next(&walk, &member)) {
		if (add_rendered(words, member.value, values, err))
			return -1;
	}
	return 0;
}

/* With `shell` the program is a script, and `args` are its arguments. */
static int add_script(struct words *words, struct slice program,
		      struct slice args, struct slice values,
		      struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	struct tool_script script;
	int ret;

	json_string_add(&text, program);
	ret = tool_script_make(&script, strbuf_slice(&text), args, values, err);
	strbuf_release(&text);
	if (ret)
		return -1;
	add_word(words, xstrdup("/bin/sh"));
	add_word(words, xstrdup("-c"));
	add_word(words, strbuf_detach(&script.text));
	/* $0 of the shell; the values follow it. */
	if (script.count)
		add_word(words, xstrdup("sh"));
	for (size_t i = 0; i < script.count; i++)
		add_word(words, xstrdup(script.values[i]));
	tool_script_release(&script);
	return 0;
}

static int add_object(struct words *words, struct slice command,
		      struct slice values, struct strbuf *err)
{
	struct json_member program, args, shell;

	json_find(command, "program", &program);
	json_find(command, "args", &args);
	if (json_find(command, "shell", &shell) && shell.type == JSON_TRUE)
		return add_script(words, program.value, args.value, values,
				  err);
	if (program.type == JSON_STRING &&
	    add_rendered(words, program.value, values, err))
		return -1;
	return add_list(words, args.value, values, err);
}

static int add_command(struct words *words, struct slice command,
		       struct slice values, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	int ret;

	if (json_string_add(&text, command))
		ret = split(words, text.buf, values, err);
	else if (json_type_of(command) == JSON_ARRAY)
		ret = add_list(words, command, values, err);
	else
		ret = add_object(words, command, values, err);
	strbuf_release(&text);
	return ret;
}

char **tool_command_build(const struct tool_call_data *data, struct strbuf *err)
{
	struct strbuf values = STRBUF_INIT;
	struct words words = { NULL, 0, 0 };
	int ret = write_values(&values, data, err);

	if (!ret)
		ret = add_command(&words, data->command, strbuf_slice(&values),
				  err);
	strbuf_release(&values);
	if (!ret && words.count && *words.argv[0])
		return words.argv;
	if (!ret)
		strbuf_setf(err, "the tool '%s' has no command", data->name);
	tool_command_free(words.argv);
	return NULL;
}
