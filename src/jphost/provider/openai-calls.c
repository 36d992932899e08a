#include "config.h"

#include "src/jphost/provider/openai-calls.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/jphost/provider/openai-members.h"
#include "src/jphost/provider/openai-mend.h"
#include "src/jphost/provider/openai-piece.h"

/* Calls are approved one by one; more than this is a model out of control. */
#define MAX_CALLS     128
#define MAX_ARGUMENTS ((size_t)16 << 20)
#define MAX_ALL       ((size_t)32 << 20)

/* One fragment of a call. */
struct fragment {
	int64_t index; /* -1: none */
	struct strbuf id, name, arguments;
	struct slice raw; /* the arguments, if they are a string */
	struct slice members, function; /* raw objects, or empty */
};

#define FRAGMENT_INIT(number)                                                \
	{                                                                    \
		(number), STRBUF_INIT, STRBUF_INIT, STRBUF_INIT, SLICE_INIT, \
			SLICE_INIT, SLICE_INIT                               \
	}

static void release_fragment(struct fragment *fragment)
{
	strbuf_release(&fragment->id);
	strbuf_release(&fragment->name);
	strbuf_release(&fragment->arguments);
}

void openai_calls_release(struct openai_calls *calls)
{
	for (size_t i = 0; i < calls->count; i++) {
		struct openai_call *call = &calls->list[i];

		strbuf_release(&call->id);
		strbuf_release(&call->name);
		strbuf_release(&call->arguments);
		strbuf_release(&call->held);
		strbuf_release(&call->members);
		strbuf_release(&call->function_members);
		strbuf_release(&call->problem);
	}
	free(calls->list);
	*calls = (struct openai_calls){ NULL, 0, 0 };
}

/* --- Which call a fragment belongs to --- */

static bool is_whole(const struct strbuf *arguments)
{
	struct slice text = openai_trim(strbuf_slice(arguments));
	struct slice value;

	/* Check the last byte first: this is called for every fragment. */
	return text.len && text.ptr[text.len - 1] == '}' &&
	       json_first_value(text, &value) && value.len == text.len &&
	       json_type_of(value) == JSON_OBJECT;
}

static bool begins_object(const struct strbuf *arguments)
{
	struct slice text = openai_trim(strbuf_slice(arguments));

	return text.len && *text.ptr == '{';
}

static bool is_empty_object(const struct strbuf *arguments)
{
	return slice_is(openai_trim(strbuf_slice(arguments)), "{}");
}

static bool same_text(const struct strbuf *a, const struct strbuf *b)
{
	return slice_equal(openai_trim(strbuf_slice(a)),
			   openai_trim(strbuf_slice(b)));
}

static struct openai_call *find_id(struct openai_calls *calls,
				   const struct strbuf *id)
{
	for (size_t i = calls->count; id->len && i > 0; i--) {
		if (same_text(&calls->list[i - 1].id, id))
			return &calls->list[i - 1];
	}
	return NULL;
}

/* The newest call of that index, or the newest at all without an index. */
static struct openai_call *find_index(struct openai_calls *calls,
				      const struct fragment *fragment)
{
	bool nameless = !fragment->id.len && !fragment->name.len;

	for (size_t i = calls->count; i > 0; i--) {
		if (fragment->index < 0 ||
		    calls->list[i - 1].index == fragment->index)
			return &calls->list[i - 1];
	}
	/* The fragment does not begin a call, so its index is wrong. */
	return nameless && calls->count ? &calls->list[calls->count - 1] : NULL;
}

/* Whether they have the same id but different indices. */
static bool is_numbered_apart(const struct openai_call *call,
			      const struct fragment *fragment)
{
	return call->index >= 0 && fragment->index >= 0 &&
	       call->index != fragment->index;
}

/* Whether a fragment with a name continues this call (and repeats its name). */
static bool continues_named(const struct openai_call *call,
			    const struct fragment *fragment, bool other_id)
{
	bool begins = begins_object(&fragment->arguments);

	if (!call->name.len)
		return !other_id || !call->arguments.len;
	if (!same_text(&call->name, &fragment->name))
		return false;
	if (other_id && (begins || !call->arguments.len))
		return false;
	if (!other_id && fragment->id.len && is_empty_object(&call->arguments))
		return true;
	return (!other_id && !begins) || !is_whole(&call->arguments);
}

static bool continues(const struct openai_call *call,
		      const struct fragment *fragment)
{
	bool other_id = fragment->id.len && call->id.len &&
			!same_text(&call->id, &fragment->id);

	if (fragment->name.len)
		return continues_named(call, fragment, other_id);
	/* Some servers send {} before the arguments. */
	return (!other_id && (!begins_object(&fragment->arguments) ||
			      is_empty_object(&call->arguments))) ||
	       !is_whole(&call->arguments);
}

/*
 * Whether a fragment has all of the arguments so far, as some servers send
 * them. Otherwise they can only begin anew where a value is expected.
 */
static bool is_all_so_far(const struct openai_call *call,
			  const struct fragment *fragment)
{
	struct slice so_far = openai_trim(strbuf_slice(&call->arguments));
	struct slice text = openai_trim(strbuf_slice(&fragment->arguments));

	return begins_object(&call->arguments) &&
	       slice_starts_with(text, so_far) &&
	       (call->grows || !strchr(":[,", so_far.ptr[so_far.len - 1]));
}

/* Drop the arguments that the fragment replaces. */
static void make_room(struct openai_call *call, const struct fragment *fragment)
{
	bool grows = is_all_so_far(call, fragment);

	call->grows = call->grows || grows;
	if (grows || (begins_object(&fragment->arguments) &&
		      is_empty_object(&call->arguments))) {
		strbuf_reset(&call->arguments);
		strbuf_reset(&call->held);
	}
}

/* Whether this is a verbatim repeat of a call. */
static bool is_repeat(const struct openai_call *call,
		      const struct fragment *fragment)
{
	return same_text(&call->arguments, &fragment->arguments) &&
	       (!fragment->id.len || !call->id.len ||
		same_text(&call->id, &fragment->id)) &&
	       (!fragment->name.len ||
		same_text(&call->name, &fragment->name)) &&
	       is_whole(&call->arguments);
}

/*
 * Whether the server repeats itself. Two equal calls without ids are separate
 * calls only if each has its own index.
 */
static bool is_told_again(struct openai_calls *calls,
			  const struct openai_call *call,
			  const struct fragment *fragment)
{
	const struct openai_call *same_id = find_id(calls, &fragment->id);

	if (same_id)
		return is_repeat(same_id, fragment);
	return call && is_repeat(call, fragment) && !fragment->id.len &&
	       (!fragment->name.len || fragment->index >= 0);
}

static struct openai_call *begin_call(struct openai_calls *calls,
				      const struct fragment *fragment,
				      struct strbuf *err)
{
	struct openai_call *call;

	if (calls->count == MAX_CALLS) {
		strbuf_setf(err, "more than %d tool calls at once", MAX_CALLS);
		return NULL;
	}
	ALLOC_GROW(calls->list, calls->count + 1, calls->cap);
	call = &calls->list[calls->count++];
	call->index = fragment->index;
	call->grows = false;
	strbuf_init(&call->id);
	strbuf_init(&call->name);
	strbuf_init(&call->arguments);
	strbuf_init(&call->held);
	strbuf_init(&call->members);
	strbuf_init(&call->function_members);
	strbuf_init(&call->problem);
	return call;
}

/* --- What a fragment says --- */

static int fill(struct openai_call *call, const struct fragment *fragment,
		struct strbuf *err)
{
	static const char *const known[] = { "index", "id",         "type",
					     "name",  "function",   "arguments",
					     "input", "parameters", NULL };
	static const char *const known_of_function[] = { "name", "arguments",
							 "input", "parameters",
							 NULL };

	/* An id and a name come whole; some servers repeat them. */
	if (!call->id.len)
		strbuf_addslice(&call->id, strbuf_slice(&fragment->id));
	if (!call->name.len)
		strbuf_addslice(&call->name,
				openai_trim(strbuf_slice(&fragment->name)));
	if (!openai_piece_add(&call->arguments, &call->held, fragment->raw))
		strbuf_addslice(&call->arguments,
				strbuf_slice(&fragment->arguments));
	openai_members_keep_unknown(&call->members, fragment->members, known);
	openai_members_keep_unknown(&call->function_members, fragment->function,
				    known_of_function);
	if (call->arguments.len <= MAX_ARGUMENTS)
		return 0;
	strbuf_setf(err, "the arguments of a tool call are over 16 MiB");
	return -1;
}

static int check_size(const struct openai_calls *calls, struct strbuf *err)
{
	size_t bytes = 0;

	for (size_t i = 0; i < calls->count; i++) {
		const struct openai_call *call = &calls->list[i];

		bytes += call->id.len + call->name.len + call->arguments.len +
			 call->members.len + call->function_members.len;
	}
	if (bytes <= MAX_ALL)
		return 0;
	strbuf_setf(err, "the tool calls of one answer are over 32 MiB");
	return -1;
}

static void read_function(struct fragment *fragment, struct slice function)
{
	static const char *const names[] = { "arguments", "parameters",
					     "input" };
	struct json_member member;
	size_t i = 0;

	json_find_text(function, "name", &fragment->name);
	while (i < ARRAY_SIZE(names) && !json_find(function, names[i], &member))
		i++;
	if (i == ARRAY_SIZE(names))
		return;
	/* Ollama's native API and others send an object instead of its text. */
	if (!json_string_add(&fragment->arguments, member.value) &&
	    member.type != JSON_NULL)
		strbuf_addslice(&fragment->arguments, member.value);
	else
		fragment->raw = member.value;
}

static int take(struct openai_calls *calls, struct fragment *fragment,
		struct strbuf *err)
{
	struct openai_call *call;
	int ret = 0;

	call = find_id(calls, &fragment->id);
	if (!call || (fragment->name.len && is_numbered_apart(call, fragment)))
		call = find_index(calls, fragment);
	if (!fragment->id.len && !fragment->name.len &&
	    !fragment->arguments.len && !call)
		goto out; /* an empty fragment */
	if (is_told_again(calls, call, fragment))
		goto out;
	if (!call || !continues(call, fragment))
		call = begin_call(calls, fragment, err);
	else
		make_room(call, fragment);
	ret = call ? fill(call, fragment, err) : -1;
	if (!ret)
		ret = check_size(calls, err);
out:
	release_fragment(fragment);
	return ret;
}

/* Some servers send "0" or 0.0. */
static int64_t read_index(struct slice value)
{
	struct strbuf text = STRBUF_INIT;
	struct slice number;
	int64_t index = 0;

	if (!json_string_add(&text, value))
		strbuf_addslice(&text, value);
	number = openai_trim(strbuf_slice(&text));
	if (!number.len)
		index = -1;
	while (index >= 0 && number.len && *number.ptr != '.') {
		index = isdigit((unsigned char)*number.ptr) && index < INT32_MAX
				? index * 10 + (*number.ptr - '0')
				: -1;
		number = slice_skip(number, 1);
	}
	strbuf_release(&text);
	return index;
}

int openai_calls_take(struct openai_calls *calls, struct slice json,
		      struct strbuf *err)
{
	struct fragment fragment = FRAGMENT_INIT(-1);
	struct json_member member;

	if (json_type_of(json) != JSON_OBJECT)
		return 0;
	fragment.members = json;
	if (json_find(json, "index", &member))
		fragment.index = read_index(member.value);
	json_find_text(json, "id", &fragment.id);
	if (json_find(json, "function", &member) &&
	    member.type == JSON_OBJECT) {
		fragment.function = member.value;
		read_function(&fragment, member.value);
	} else {
		read_function(&fragment, json);
	}
	return take(calls, &fragment, err);
}

int openai_calls_take_function(struct openai_calls *calls,
			       struct slice function, struct strbuf *err)
{
	struct fragment fragment = FRAGMENT_INIT(0);

	if (json_type_of(function) != JSON_OBJECT)
		return 0;
	fragment.function = function;
	read_function(&fragment, function);
	return take(calls, &fragment, err);
}

/* --- At the end of the answer --- */

static bool is_id_taken(const struct openai_calls *calls, size_t upto)
{
	const struct strbuf *id = &calls->list[upto].id;

	for (size_t i = 0; i < upto; i++) {
		if (slice_equal(strbuf_slice(&calls->list[i].id),
				strbuf_slice(id)))
			return true;
	}
	return false;
}

/* A call that cannot be run is reported to the model, which may correct it. */
static void check(struct openai_call *call)
{
	struct strbuf why = STRBUF_INIT;

	if (openai_arguments_mend(&call->arguments, &why)) {
		strbuf_setf(&call->problem,
			    "Invalid arguments: they are %s. Nothing was run.",
			    why.buf);
		strbuf_reset(&call->arguments);
		strbuf_addstr(&call->arguments, "{}");
	}
	if (!call->name.len) {
		strbuf_addstr(&call->name, "unnamed");
		strbuf_setf(&call->problem,
			    "The call names no tool. Nothing was run.");
	}
	strbuf_release(&why);
}

void openai_calls_finish(struct openai_calls *calls, int64_t stamp_ms)
{
	for (size_t i = 0; i < calls->count; i++) {
		struct openai_call *call = &calls->list[i];

		openai_piece_end(&call->arguments, &call->held);
		check(call);
		if (!call->id.len || is_id_taken(calls, i))
			strbuf_setf(&call->id, "call_%lld_%zu",
				    (long long)stamp_ms, i);
	}
}

void openai_calls_rename(struct openai_calls *calls, const struct strmap *used,
			 int64_t stamp_ms)
{
	for (size_t i = 0; i < calls->count; i++) {
		struct strbuf *id = &calls->list[i].id;

		if (strmap_get(used, strbuf_slice(id)))
			strbuf_addf(id, "_%lld_%zu", (long long)stamp_ms, i);
	}
}

void openai_call_add_extra(struct strbuf *out, const struct openai_call *call)
{
	if (!call->members.len && !call->function_members.len)
		return;
	strbuf_addf(out, "{\"call\":{%s},\"function\":{%s}}", call->members.buf,
		    call->function_members.buf);
}
