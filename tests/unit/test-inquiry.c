#include "config.h"

#include "ui/dialog/dialog-inquiry.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/test.h"

#define OPTIONS 10000

struct stage {
	struct strbuf raw;
	struct prompt prompt;
	struct dialog_inquiry dialog;
	struct canvas cv;
};

/* The options are the numbers from 0 up, as JSON numbers. */
static int open_stage(void **state)
{
	struct stage *s = calloc(1, sizeof(*s));
	struct strbuf err = STRBUF_INIT;

	assert_non_null(s);
	strbuf_init(&s->raw);
	strbuf_addstr(&s->raw,
		      "{\"type\":\"inquiry_request\",\"id\":\"q\",\"question\":"
		      "{\"text\":\"Which?\",\"answer_type\":{\"type\":"
		      "\"select\",\"options\":[");
	for (int i = 0; i < OPTIONS; i++)
		strbuf_addf(&s->raw, "%s%d", i ? "," : "", i);
	strbuf_addstr(&s->raw, "]}}}");
	assert_int_equal(
		event_decode(&s->prompt.event, strbuf_slice(&s->raw), &err), 0);
	s->prompt.serial = 1;
	s->prompt.kind = RESPOND_INQUIRY;
	s->prompt.deadline_ms = -1;
	canvas_init(&s->cv);
	canvas_resize(&s->cv, 80, 24);
	dialog_inquiry_init(&s->dialog);
	dialog_inquiry_ops.show(&s->dialog, &s->prompt);
	*state = s;
	return 0;
}

static int close_stage(void **state)
{
	struct stage *s = *state;

	dialog_inquiry_release(&s->dialog);
	canvas_release(&s->cv);
	event_release(&s->prompt.event);
	strbuf_release(&s->raw);
	free(s);
	return 0;
}

static void draw(struct stage *s, struct strbuf *text)
{
	struct dialog_info info = { .count = 1,
				    .conversation = "A",
				    .open = true };

	strbuf_reset(text);
	canvas_clear(&s->cv);
	assert_true(dialog_inquiry_ops.draw(&s->dialog, &s->prompt, &info,
					    &s->cv,
					    (struct rect){ 0, 0, 80, 24 }));
	dialog_inquiry_ops.written(&s->dialog);
	dialog_inquiry_ops.arrived(&s->dialog);
	for (int y = 0; y < s->cv.h; y++) {
		canvas_row_text(text, &s->cv, y);
		strbuf_addch(text, '\n');
	}
}

static enum inquiry_result press(struct stage *s, struct key key,
				 struct strbuf *answer)
{
	return dialog_inquiry_key(&s->dialog, &s->prompt, key, answer);
}

static void ten_thousand_options_are_narrowed_and_answered(void **state)
{
	struct stage *s = *state;
	struct strbuf text = STRBUF_INIT, answer = STRBUF_INIT;

	draw(s, &text);
	assert_non_null(strstr(text.buf, "10000 of 10000"));
	for (const char *c = "9876"; *c; c++)
		assert_int_equal(
			press(s, (struct key){ .ch = (uint32_t)*c }, &answer),
			INQUIRY_MOVED);
	draw(s, &text);
	assert_non_null(strstr(text.buf, "1 of 10000"));
	assert_int_equal(
		press(s, (struct key){ .sym = KEY_SYM_ENTER }, &answer),
		INQUIRY_ANSWER);
	assert_string_equal(answer.buf, "9876"); /* a number, as received */
	strbuf_release(&text);
	strbuf_release(&answer);
}

static void their_end_is_reached_by_pages(void **state)
{
	struct stage *s = *state;
	struct strbuf text = STRBUF_INIT, answer = STRBUF_INIT;
	size_t pages = 0;

	draw(s, &text);
	while (picker_chosen(&s->dialog.picker) != OPTIONS - 1) {
		press(s, (struct key){ .sym = KEY_SYM_PAGE_DOWN }, &answer);
		/* A screenful is drawn, wherever in the list it is. */
		draw(s, &text);
		assert_true(++pages < OPTIONS);
	}
	assert_non_null(strstr(text.buf, "9999"));
	assert_null(strstr(text.buf, "9900"));
	assert_int_equal(
		press(s, (struct key){ .sym = KEY_SYM_ENTER }, &answer),
		INQUIRY_ANSWER);
	assert_string_equal(answer.buf, "9999");
	strbuf_release(&text);
	strbuf_release(&answer);
}

#define TEST(test) \
	cmocka_unit_test_setup_teardown(test, open_stage, close_stage)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(ten_thousand_options_are_narrowed_and_answered),
		TEST(their_end_is_reached_by_pages),
	};

	return cmocka_run_group_tests_name("inquiry", tests, NULL, NULL);
}
