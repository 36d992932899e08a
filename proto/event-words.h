#ifndef JPD_PROTO_EVENT_WORDS_H
#define JPD_PROTO_EVENT_WORDS_H

#include "proto/event.h"
#include "proto/json-scan.h"

/* Convert a member's value to an event word. Private to proto/. */
enum event_state event_state_of(const struct json_member *member);
enum prompt_outcome prompt_outcome_of(const struct json_member *member);
enum prompt_cause prompt_cause_of(const struct json_member *member);
enum prompt_voice prompt_voice_of(const struct json_member *member);
enum notice_level notice_level_of(const struct json_member *member);
enum inquiry_outcome inquiry_outcome_of(const struct json_member *member);

#endif
