#include "config.h"

#include "proto/event-words.h"

#include "proto/member.h"
#include "src/base/xalloc.h"

#define NAME(word, name) [word] = name,

/* The first two values of each enum: missing, and none of these words. */
#define NONE  0
#define OTHER 1

static const char *const state_names[] = { EVENT_STATES(NAME) };
static const char *const outcome_names[] = { PROMPT_OUTCOMES(NAME) };
static const char *const cause_names[] = { PROMPT_CAUSES(NAME) };
static const char *const voice_names[] = { PROMPT_VOICES(NAME) };
static const char *const fallback_names[] = { FALLBACKS(NAME) };
static const char *const level_names[] = { NOTICE_LEVELS(NAME) };
static const char *const answer_names[] = { INQUIRY_OUTCOMES(NAME) };

static int word_of(const struct json_member *member, const char *const *names,
		   size_t count)
{
	int number = member_name(member, names, count);

	if (member->type != JSON_STRING)
		return NONE;
	return number ? number - 1 : OTHER;
}

#define WORD_OF(member, names) word_of(member, names, ARRAY_SIZE(names))

const char *event_state_name(enum event_state state)
{
	return state_names[state];
}

const char *prompt_outcome_name(enum prompt_outcome outcome)
{
	return outcome_names[outcome];
}

const char *prompt_cause_name(enum prompt_cause by)
{
	return cause_names[by];
}

const char *prompt_voice_name(enum prompt_voice voice)
{
	return voice_names[voice];
}

const char *fallback_name(enum fallback fallback)
{
	return fallback_names[fallback];
}

const char *notice_level_name(enum notice_level level)
{
	return level_names[level];
}

const char *inquiry_outcome_name(enum inquiry_outcome outcome)
{
	return answer_names[outcome];
}

enum fallback fallback_find(const char *name)
{
	int number = member_name_number(name, fallback_names,
					ARRAY_SIZE(fallback_names));

	return number ? number - 1 : OTHER;
}

enum event_state event_state_of(const struct json_member *member)
{
	return WORD_OF(member, state_names);
}

enum prompt_outcome prompt_outcome_of(const struct json_member *member)
{
	return WORD_OF(member, outcome_names);
}

enum prompt_cause prompt_cause_of(const struct json_member *member)
{
	return WORD_OF(member, cause_names);
}

enum prompt_voice prompt_voice_of(const struct json_member *member)
{
	return WORD_OF(member, voice_names);
}

enum notice_level notice_level_of(const struct json_member *member)
{
	return WORD_OF(member, level_names);
}

enum inquiry_outcome inquiry_outcome_of(const struct json_member *member)
{
	return WORD_OF(member, answer_names);
}
