#include "config.h"

#include "src/dashboard/app/effect.h"

#include "src/base/xalloc.h"
#include "tests/unit/test.h"

static void add(struct effect_queue *queue, enum effect_kind kind,
		const char *text)
{
	strbuf_addstr(&effect_add(queue, kind)->text, text);
}

static void assert_next(struct effect_queue *queue, enum effect_kind kind,
			const char *text)
{
	struct effect effect;

	assert_true(effect_take(queue, &effect));
	assert_int_equal(effect.kind, kind);
	assert_string_equal(effect.text.buf, text);
	effect_release(&effect);
}

static void they_are_taken_in_order(void **state)
{
	struct effect_queue queue = { 0 };
	struct effect effect;

	(void)state;
	add(&queue, EFFECT_RULE, "one");
	add(&queue, EFFECT_BELL, "");
	add(&queue, EFFECT_RULE, "two");
	add(&queue, EFFECT_COPY, "three");
	assert_next(&queue, EFFECT_RULE, "one");
	assert_next(&queue, EFFECT_BELL, "");
	assert_next(&queue, EFFECT_RULE, "two");
	assert_next(&queue, EFFECT_COPY, "three");
	assert_false(effect_take(&queue, &effect));
	effect_queue_release(&queue);
}

/* Ringing, titles and overwritten files are not needed twice. */
static void a_later_one_takes_the_place_of_one_that_waits(void **state)
{
	static const enum effect_kind kinds[] = {
		EFFECT_BELL,  EFFECT_NOTIFY, EFFECT_REDRAW,  EFFECT_TITLE,
		EFFECT_THEME, EFFECT_STATE,  EFFECT_LEARNED, EFFECT_SUSPEND,
		EFFECT_SHOW,  EFFECT_EDIT,   EFFECT_READ,    EFFECT_LIST,
		EFFECT_GO,
	};
	struct effect_queue queue = { 0 };
	struct effect *effect;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		effect = effect_add(&queue, kinds[i]);
		effect->name = xstrdup("old");
		effect->flag = true;
		add(&queue, EFFECT_COPY, "between");
		add(&queue, kinds[i], "new");
		effect = effect_find(&queue, kinds[i]);
		assert_null(effect->name);
		assert_false(effect->flag);
		assert_next(&queue, kinds[i], "new");
		assert_next(&queue, EFFECT_COPY, "between");
		assert_int_equal(queue.count, 0);
	}
	effect_queue_release(&queue);
}

static void a_copy_a_file_and_a_rule_each_count(void **state)
{
	static const enum effect_kind kinds[] = { EFFECT_COPY, EFFECT_SAVE,
						  EFFECT_RULE };
	struct effect_queue queue = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		add(&queue, kinds[i], "one");
		add(&queue, kinds[i], "two");
		assert_next(&queue, kinds[i], "one");
		assert_next(&queue, kinds[i], "two");
		assert_null(effect_find(&queue, kinds[i]));
	}
	/* What was not taken is freed. */
	add(&queue, EFFECT_COPY, "three");
	effect_queue_release(&queue);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(they_are_taken_in_order),
		cmocka_unit_test(a_later_one_takes_the_place_of_one_that_waits),
		cmocka_unit_test(a_copy_a_file_and_a_rule_each_count),
	};

	return cmocka_run_group_tests_name("effect", tests, NULL, NULL);
}
