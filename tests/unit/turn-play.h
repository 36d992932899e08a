#ifndef JPD_TESTS_UNIT_TURN_PLAY_H
#define JPD_TESTS_UNIT_TURN_PLAY_H

/* A turn played with a numeric clock and a disk of strings. */

#include <stdbool.h>

#include "src/jphost/turn/turn.h"
#include "tests/unit/test.h"

/* One event that was pushed or stored. */
struct told {
	char *json;
	enum respond_kind respond;
	int64_t deadline_ms;
};

struct story {
	struct told *told;
	size_t count, cap;
	struct strbuf closed; /* "id voice outcome;" of each prompt */
};

/* A turn, what it pushed and stored, and the time. */
struct play {
	struct story heard, stored;
	struct turn *turn;
	char script[32];
	int64_t now_ms;
	bool over;
};

/* The wall clock offset and sleep that a turn sees; 0 when one begins. */
extern int64_t play_offset_ms, play_slept_ms;
/* The configuration of the next turn. */
extern const char *play_config;

/* The input of workspace_append(), which is defined here; whether it fails. */
extern struct story *disk;
extern bool disk_full;

/* Write the script for a turn that is not started by play_begin(). */
void play_script(struct play *play, const char *script);
void play_begin(struct play *play, const char *script, int64_t timeout_ms,
		enum fallback fallback);
void play_end(struct play *play);
/* Run until only an answer can help, or until the end. */
void play_run(struct play *play);
/* Run what is due until then. */
void play_run_to(struct play *play, int64_t now_ms);
/* Answer as a plugin; `extra`: the new arguments, or the reason. */
int play_approve(struct play *play, const char *id, enum respond_action action,
		 const char *extra);
/* Answer as the terminal. */
int play_answer(struct play *play, const char *id, const char *json);

/* A sink's `event`. */
void story_hear(void *user, struct slice raw, enum respond_kind respond,
		int64_t deadline_ms);
/* For lines that do not matter. */
void story_ignore(void *user, struct slice line);
void story_forget(struct story *story);
size_t story_count(const struct story *story, const char *type);
/* The n-th (from 0) event of a type; it must be there. */
const struct told *story_find(const struct story *story, const char *type,
			      size_t n);
bool told_has_type(const struct told *told, const char *type);
void assert_member(const struct told *told, const char *key, const char *raw);
/* What was pushed, with chunks joined, is what was stored. */
void assert_exact(const struct play *play);
/* The pushed states, each after a blank. */
void assert_statuses(const struct play *play, const char *expected);

/* A script's call that needs approval, and takes 100 ms. */
#define ASK(id)                                                        \
	"{\"tool_call\":{\"id\":\"" id "\",\"name\":\"fs_read_file\"," \
	"\"arguments\":{\"path\":\"" id ".c\"}},\"takes_ms\":100,"     \
	"\"output\":[\"reading\"],\"result\":\"done " id "\"}"

/* A script's question with a default. */
#define YES_NO                                                        \
	"{\"inquiry\":{\"id\":\"q\",\"source\":{\"source\":\"tool\"," \
	"\"name\":\"t\"},\"question\":{\"text\":\"Apply?\","          \
	"\"answer_type\":{\"type\":\"boolean\"},\"default\":true}}}"

#endif
