#include "config.h"

#include "src/store/prompts.h"

#include <stdio.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static enum prompt_arrival ask(struct prompts *ps, const char *conversation,
			       const char *id, const char *arguments,
			       struct prompt **which)
{
	struct event event = EVENT_INIT;
	const struct prompt_asked asked = {
		.conversation = conversation,
		.sub_id = "s1",
		.kind = RESPOND_TOOL_APPROVAL,
		.event = &event,
		.timeout_ms = -1,
	};
	enum prompt_arrival arrival;

	event.kind = EVENT_TOOL_CALL_REQUEST;
	event.id = xstrdup(id);
	event.arguments = xstrdup(arguments);
	event.arguments_len = strlen(arguments);
	arrival = prompts_receive(ps, &asked, 1000, which);
	event_release(&event);
	return arrival;
}

static void they_wait_in_the_order_in_which_they_came(void **state)
{
	struct prompts ps;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{}", NULL);
	ask(&ps, "2", "a", "{}", NULL);
	ask(&ps, "1", "b", "{}", NULL);
	assert_int_equal(ps.count, 3);
	assert_string_equal(ps.waiting[1]->conversation, "2");
	assert_int_equal(prompts_waiting_in(&ps, 0, "1"), 2);
	prompts_end(&ps, ps.waiting[0], PROMPT_ALLOWED);
	assert_string_equal(ps.waiting[0]->conversation, "2");
	prompts_release(&ps);
}

static void the_same_one_again_is_one(void **state)
{
	struct prompts ps;
	struct prompt *p;

	(void)state;
	prompts_init(&ps);
	assert_int_equal(ask(&ps, "1", "a", "{}", &p), PROMPT_NEW);
	assert_int_equal(ask(&ps, "1", "a", "{}", &p), PROMPT_REPEATED);
	assert_int_equal(ps.received, 1);
	assert_int_equal(p->revision, 1);
	prompts_release(&ps);
}

static void one_with_other_arguments_has_changed(void **state)
{
	struct prompts ps;
	struct prompt *p;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{\"x\":1}", NULL);
	assert_int_equal(ask(&ps, "1", "a", "{\"x\":2}", &p), PROMPT_CHANGED);
	assert_int_equal(p->revision, 2);
	assert_string_equal(p->event.arguments, "{\"x\":2}");
	assert_int_equal(ps.count, 1);
	prompts_release(&ps);
}

static void what_was_answered_is_not_asked_again(void **state)
{
	struct prompts ps;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{}", NULL);
	prompts_end(&ps, ps.waiting[0], PROMPT_REJECTED);
	assert_int_equal(ask(&ps, "1", "a", "{}", NULL), PROMPT_OVER);
	assert_int_equal(ask(&ps, "2", "a", "{}", NULL), PROMPT_NEW);
	prompts_release(&ps);
}

static void what_came_between_is_not_a_repeat(void **state)
{
	struct prompts ps;
	struct prompt *p;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{\"x\":1}", NULL);
	prompts_end(&ps, ps.waiting[0], PROMPT_ALLOWED);
	ask(&ps, "1", "a", "{\"x\":2}", NULL);
	prompts_end(&ps, ps.waiting[0], PROMPT_EXPIRED);
	assert_int_equal(ask(&ps, "1", "a", "{\"x\":1}", &p), PROMPT_NEW);
	/* No rule answers it. */
	assert_true(p->again);
	prompts_end(&ps, p, PROMPT_REJECTED);
	assert_int_equal(ask(&ps, "1", "a", "{\"x\":1}", NULL), PROMPT_OVER);
	prompts_release(&ps);
}

static void an_id_whose_result_came_may_be_used_again(void **state)
{
	struct prompts ps;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{}", NULL);
	ask(&ps, "2", "a", "{}", NULL);
	prompts_end(&ps, ps.waiting[0], PROMPT_ALLOWED);
	prompts_end(&ps, ps.waiting[0], PROMPT_ALLOWED);
	prompts_forget_answered(&ps, 0, "1", RESPOND_TOOL_APPROVAL, "a");
	assert_int_equal(ask(&ps, "1", "a", "{}", NULL), PROMPT_NEW);
	assert_int_equal(ask(&ps, "2", "a", "{}", NULL), PROMPT_OVER);
	prompts_forget_answered(&ps, 0, "2", RESPOND_NONE, NULL);
	assert_int_equal(ask(&ps, "2", "a", "{}", NULL), PROMPT_NEW);
	prompts_release(&ps);
}

static void what_was_withdrawn_may_come_again(void **state)
{
	struct prompts ps;

	(void)state;
	prompts_init(&ps);
	ask(&ps, "1", "a", "{}", NULL);
	prompts_end(&ps, ps.waiting[0], PROMPT_WITHDRAWN);
	assert_int_equal(ask(&ps, "1", "a", "{}", NULL), PROMPT_NEW);
	prompts_release(&ps);
}

static void the_sum_is_always_right(void **state)
{
	struct prompts ps;
	unsigned seed = 42;
	char id[16];

	(void)state;
	prompts_init(&ps);
	for (int i = 0; i < 5000; i++) {
		seed = seed * 1103515245 + 12345;
		snprintf(id, sizeof(id), "%u", seed >> 16 & 63);
		if (seed >> 24 & 1 && ps.count)
			prompts_end(&ps, ps.waiting[(seed >> 8) % ps.count],
				    1 + (seed >> 20) % (PROMPT_END_COUNT - 1));
		else
			ask(&ps, seed >> 25 & 1 ? "1" : "2", id,
			    seed >> 26 & 1 ? "{}" : "[]", NULL);
		assert_true(prompts_balanced(&ps));
	}
	prompts_release(&ps);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_wait_in_the_order_in_which_they_came),
		cmocka_unit_test(the_same_one_again_is_one),
		cmocka_unit_test(one_with_other_arguments_has_changed),
		cmocka_unit_test(what_was_answered_is_not_asked_again),
		cmocka_unit_test(what_came_between_is_not_a_repeat),
		cmocka_unit_test(an_id_whose_result_came_may_be_used_again),
		cmocka_unit_test(what_was_withdrawn_may_come_again),
		cmocka_unit_test(the_sum_is_always_right),
	};

	return cmocka_run_group_tests_name("prompts", tests, NULL, NULL);
}
