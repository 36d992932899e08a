#ifndef JPD_TESTS_UNIT_JP_DRIVE_STAGE_H
#define JPD_TESTS_UNIT_JP_DRIVE_STAGE_H

#include "src/jphost/jp/jp-drive.h"
#include "tests/unit/test.h"

/* A jp whose output is given in a few words, and what it reports and gets. */
struct stage {
	struct jp_drive *drive;
	struct strbuf told; /* one word per event */
	struct strbuf keys; /* keys that were written */
	struct strbuf edit; /* arguments for the editor */
	struct strbuf last; /* the last event */
	bool edited, no_editor;
	int64_t now_ms;
	enum jp_drive_mode mode;
	bool lines; /* it reads no single keys */
};

int stage_setup(void **state);
int stage_teardown(void **state);
#define STAGE_TEST(name) \
	cmocka_unit_test_setup_teardown(name, stage_setup, stage_teardown)

/* What jp does. */
void stage_draw(struct stage *stage, enum jp_prompt_kind kind, const char *text,
		const char *value);
void stage_call(struct stage *stage, const char *id, const char *name,
		const char *arguments);
void stage_print(struct stage *stage, const char *name, const char *arguments);
void stage_log(struct stage *stage, enum trace_line_kind kind);
/* jp asks whether it may run "shell"; wait until that is offered. */
void stage_ask(struct stage *stage, const char *id);
void stage_wait_ms(struct stage *stage, int64_t ms);

/* What a plugin answers. */
bool stage_answer(struct stage *stage, const char *id,
		  enum respond_action action, const char *reason,
		  const char *arguments);
bool stage_reply(struct stage *stage, const char *id, const char *json);

/* `have`, a text of the stage, is this; it is emptied. */
void stage_expect(struct strbuf *have, const char *want);

/* The sink's, for another one of the same stage. */
void stage_on_event(void *user, struct slice event, enum respond_kind respond);
void stage_on_asks(void *user, const char *what, const char *id);

#endif
