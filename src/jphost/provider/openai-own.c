#include "config.h"

#include "src/jphost/provider/openai-own.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/user-config.h"
#include "src/jphost/config/config-file.h"
#include "src/jphost/provider/secret-env.h"
#include "src/jphost/workspace/workspace-owner.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/toml/config-tree.h"

static int add_headers(struct openai_own *own, struct slice table,
		       struct strbuf *err)
{
	struct json_walk walk = json_walk_begin(table);
	struct strbuf name = STRBUF_INIT, value = STRBUF_INIT;
	struct json_member member;
	int ret = 0;

	while (!ret && json_walk_next(&walk, &member)) {
		strbuf_reset(&name);
		strbuf_reset(&value);
		json_string_add(&name, json_quoted_key(member.key));
		if (json_string_add(&value, member.value)) {
			ret = openai_headers_add(
				&own->headers, strbuf_slice(&name),
				strbuf_slice(&value), true, err);
		} else {
			strbuf_setf(err, "the header '%s' is not a text",
				    name.buf);
			ret = -1;
		}
	}
	if (value.len)
		explicit_bzero(value.buf, value.len);
	strbuf_release(&name);
	strbuf_release(&value);
	return ret;
}

static int take_ca_file(struct openai_own *own, const struct json_member *file,
			struct strbuf *err)
{
	const char *home = getenv("HOME");
	struct strbuf path = STRBUF_INIT;

	json_string_add(&path, file->value);
	if (!strncmp(path.buf, "~/", 2) && home) {
		strbuf_remove(&path, 0, 1);
		strbuf_insert(&path, 0, home, strlen(home));
	}
	if (path.buf[0] != '/') {
		strbuf_setf(err, "'ca_file' is a path from / or ~");
		strbuf_release(&path);
		return -1;
	}
	free(own->ca_file);
	own->ca_file = strbuf_detach(&path);
	return 0;
}

static int take_setting(struct openai_own *own,
			const struct json_member *member, struct strbuf *err)
{
	if (slice_is(member->key, "headers") && member->type == JSON_OBJECT)
		return add_headers(own, member->value, err);
	if (slice_is(member->key, "ca_file") && member->type == JSON_STRING)
		return take_ca_file(own, member, err);
	if (slice_is(member->key, "headers") ||
	    slice_is(member->key, "ca_file")) {
		strbuf_setf(err, "'%.*s' is of the wrong type",
			    (int)member->key.len, member->key.ptr);
		return -1;
	}
	strbuf_addf(&own->remarks, "%sthere is no setting '%.*s'",
		    own->remarks.len ? "; " : "", (int)member->key.len,
		    member->key.ptr);
	return 0;
}

/*
 * No process may get the variables that a file names, even if it is not used.
 * A line that is a comment names none.
 */
static void take_unused(const char *path)
{
	struct strbuf text = STRBUF_INIT, ignored = STRBUF_INIT;
	char *real = realpath(path, NULL);
	struct slice rest;

	if (real)
		workspace_file_read(AT_FDCWD, real, &text, &ignored);
	rest = strbuf_slice(&text);
	while (rest.len) {
		struct slice line = slice_trim(slice_take_line(&rest));

		if (line.len && line.ptr[0] != '#')
			openai_headers_take(line);
	}
	if (text.len)
		explicit_bzero(text.buf, text.len);
	free(real);
	strbuf_release(&text);
	strbuf_release(&ignored);
}

static int read_file(struct openai_own *own, const char *path,
		     struct strbuf *err)
{
	struct strbuf json = STRBUF_INIT, why = STRBUF_INIT;
	struct json_member member;
	struct json_walk walk;
	struct config_tree *tree = NULL;
	int ret = 0;

	if (!workspace_owner_check(path, err))
		tree = config_file_read(path, err);
	if (!tree) {
		take_unused(path);
		return -1;
	}
	config_tree_write(&json, tree);
	openai_headers_take(strbuf_slice(&json));
	walk = json_walk_begin(strbuf_slice(&json));
	while (!ret && json_walk_next(&walk, &member))
		ret = take_setting(own, &member, &why);
	if (ret)
		strbuf_setf(err, "'%s': %s", path, why.buf);
	if (own->remarks.len) {
		strbuf_insert(&own->remarks, 0, "': ", 3);
		strbuf_insert(&own->remarks, 0, path, strlen(path));
		strbuf_insert(&own->remarks, 0, "'", 1);
	}
	explicit_bzero(json.buf, json.len);
	config_tree_free(tree);
	strbuf_release(&json);
	strbuf_release(&why);
	return ret;
}

int openai_own_read(struct openai_own *own, struct strbuf *err)
{
	const char *const *given = secret_env_given();
	struct strbuf path = STRBUF_INIT;
	struct slice rest = slice_str(secret_env_headers());
	int ret = 0;

	if (user_config_path(&path, "jphost") && !access(path.buf, F_OK))
		ret = read_file(own, path.buf, err);
	while (!ret && rest.len) {
		struct slice line = slice_trim(slice_take_line(&rest));

		if (line.len)
			ret = openai_headers_add_line(
				&own->headers, line, false,
				"a line of JPHOST_HEADERS", err);
	}
	for (; !ret && given && *given; given++)
		ret = openai_headers_add_line(&own->headers, slice_str(*given),
					      true, "what --header has", err);
	strbuf_release(&path);
	return ret;
}

void openai_own_release(struct openai_own *own)
{
	openai_headers_release(&own->headers);
	free(own->ca_file);
	strbuf_release(&own->remarks);
	*own = (struct openai_own)OPENAI_OWN_INIT;
}

void openai_own_take(void)
{
	struct openai_own own = OPENAI_OWN_INIT;
	struct strbuf ignored = STRBUF_INIT;

	secret_env_take();
	openai_own_read(&own, &ignored);
	openai_own_release(&own);
	strbuf_release(&ignored);
}

int openai_own_give(char *line, struct strbuf *err)
{
	char *value = strchr(line, ':');
	struct openai_headers tried = OPENAI_HEADERS_INIT;
	int ret = openai_headers_add_line(&tried, slice_str(line), true,
					  "what --header has", err);

	if (!ret)
		secret_env_give(line);
	openai_headers_release(&tried);
	if (value)
		memset(value + 1, '*', strlen(value + 1));
	return ret;
}
