#include "config.h"

#include "src/store/agents.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/strmap.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"

/* Of an id: what a host may send is not limited. */
#define ID_MAX ((size_t)256)

struct agents {
	struct strmap numbers; /* by id; a pointer is the number itself */
	char **ids;
	size_t count, cap;
	struct strmap names; /* by id; owned */
	unsigned renamed;
	struct agent_usage *usage; /* by number, as far as it is known */
	size_t usage_count, usage_cap;
};

static const struct agent_usage UNKNOWN = { -1, -1 };

struct agents *agents_new(void)
{
	return xcalloc(1, sizeof(struct agents));
}

void agents_free(struct agents *agents)
{
	const struct strmap_entry *name;

	if (!agents)
		return;
	free_strings(agents->ids, agents->count);
	for (size_t i = 0; (name = strmap_next(&agents->names, &i));)
		free(name->value);
	strmap_release(&agents->names);
	free(agents->usage);
	strmap_release(&agents->numbers);
	free(agents);
}

static unsigned number_of(struct agents *agents, struct slice id)
{
	void *known = strmap_get(&agents->numbers, id);

	if (known)
		return (unsigned)(uintptr_t)known;
	if (agents->count == AGENTS_MAX)
		return AGENTS_MAX;
	ALLOC_GROW(agents->ids, agents->count + 1, agents->cap);
	agents->ids[agents->count++] = xmemdupz(id.ptr, id.len);
	strmap_put(&agents->numbers, id, (void *)(uintptr_t)agents->count);
	return (unsigned)agents->count;
}

unsigned agents_number(struct agents *agents, struct slice raw)
{
	struct strbuf id = STRBUF_INIT;
	unsigned number = 0;
	void *known;

	if (raw.len <= 2)
		return 0;
	/* Tokens come with it: what is spelled as it is kept is found at once.
	 */
	known = strmap_get(&agents->numbers,
			   slice_of(raw.ptr + 1, raw.len - 2));
	if (known && !memchr(raw.ptr, '\\', raw.len))
		return (unsigned)(uintptr_t)known;
	if (json_string_add(&id, raw) && id.len) {
		if (id.len > ID_MAX)
			strbuf_setlen(&id, utf8_valid_prefix(id.buf, ID_MAX));
		number = number_of(agents, strbuf_slice(&id));
	}
	strbuf_release(&id);
	return number;
}

const char *agents_id(const struct agents *agents, unsigned number)
{
	return number && number <= agents->count ? agents->ids[number - 1]
						 : NULL;
}

void agents_set_usage(struct agents *agents, unsigned number,
		      struct agent_usage usage)
{
	ALLOC_GROW(agents->usage, (size_t)number + 1, agents->usage_cap);
	while (agents->usage_count <= number)
		agents->usage[agents->usage_count++] = UNKNOWN;
	agents->usage[number] = usage;
}

/* A host's numbers may be any. */
static int64_t sum(int64_t a, int64_t b)
{
	int64_t both;

	if (a < 0 || b < 0)
		return a < 0 ? b : a;
	return __builtin_add_overflow(a, b, &both) ? INT64_MAX : both;
}

struct agent_usage agents_sum_usage(const struct agents *agents)
{
	struct agent_usage all = UNKNOWN;

	for (size_t i = 0; i < agents->usage_count; i++) {
		all.input_tokens =
			sum(all.input_tokens, agents->usage[i].input_tokens);
		all.output_tokens =
			sum(all.output_tokens, agents->usage[i].output_tokens);
	}
	return all;
}

void agents_forget_usage(struct agents *agents)
{
	agents->usage_count = 0;
}

void agents_set_name(struct agents *agents, unsigned number, struct slice raw)
{
	const char *id = agents_id(agents, number);
	struct strbuf name = STRBUF_INIT;
	char *known;

	if (id && json_string_add(&name, raw) && name.len) {
		if (name.len > ID_MAX)
			strbuf_setlen(&name,
				      utf8_valid_prefix(name.buf, ID_MAX));
		known = strmap_get(&agents->names, slice_str(id));
		if (!slice_is(strbuf_slice(&name), known)) {
			free(known);
			strmap_put(&agents->names, slice_str(id),
				   strbuf_detach(&name));
			agents->renamed++;
		}
	}
	strbuf_release(&name);
}

unsigned agents_renamed(const struct agents *agents)
{
	return agents->renamed;
}

const char *agents_name(const struct agents *agents, unsigned number)
{
	const char *id = agents_id(agents, number);
	const char *name =
		id ? strmap_get(&agents->names, slice_str(id)) : NULL;

	return name ? name : id;
}
