#include "config.h"

#include <stdio.h>
#include <string.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/jphost/workspace/stored-event.h"
#include "src/store/item-text.h"
#include "src/store/search.h"
#include "tests/unit/random.h"
#include "tests/unit/real-data.h"
#include "tests/unit/search-check.h"
#include "tests/unit/stage.h"
#include "tests/unit/test.h"
#include "ui/text/sanitize.h"
#include "ui/text/source.h"
#include "ui/transcript/transcript-item.h"
#include "ui/transcript/transcript-markdown.h"

/*
 * Every conversation written by jp itself, if there are any, opens, scrolls to
 * both ends, and is Markdown without a loss.
 */
struct real {
	char *path;
	struct stage stage;
	struct strbuf markdown;
};

static void open_real(struct real *real, const char *path)
{
	struct strbuf text = STRBUF_INIT, wire = STRBUF_INIT;
	struct event_log log = EVENT_LOG_INIT;
	struct json_member member;
	struct json_walk walk;

	stage_open(&real->stage, 80, 24);
	strbuf_init(&real->markdown);
	real_data_read(&text, path);
	walk = json_walk_begin(strbuf_slice(&text));
	while (json_walk_next(&walk, &member)) {
		strbuf_reset(&wire);
		stored_event_decode(&wire, member.value);
		event_log_add(&log, strbuf_slice(&wire));
	}
	assert_true(log.count > 0);
	conversation_load(real->stage.conv, &log);
	event_log_release(&log);
	strbuf_release(&text);
	strbuf_release(&wire);
	transcript_markdown_head(&real->markdown, real->stage.conv);
	for (size_t i = 0; i < real->stage.conv->item_count; i++)
		transcript_markdown_item(&real->markdown, real->stage.conv, i);
}

static void close_real(struct real *real)
{
	strbuf_release(&real->markdown);
	stage_close(&real->stage);
}

static void for_all(void (*check)(struct real *real))
{
	glob_t found = { 0 };

	assert_true(real_data_find(&found, "events.json"));
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct real real;

		open_real(&real, found.gl_pathv[i]);
		check(&real);
		close_real(&real);
	}
	globfree(&found);
}

/* --- without a loss --- */

static void assert_holds(const struct real *real, struct slice text,
			 const char *type)
{
	if (text.len &&
	    !memmem(real->markdown.buf, real->markdown.len, text.ptr, text.len))
		fail_msg("a %s is not in the Markdown: %.*s", type,
			 (int)(text.len < 400 ? text.len : 400), text.ptr);
}

/* Of a record, in which hidden characters are escaped: all text in between. */
static void assert_holds_record(const struct real *real, struct slice text,
				const char *type)
{
	struct strbuf clean = STRBUF_INIT;
	struct escape_list escapes = { 0 };
	size_t pos = 0;

	sanitize_record(&clean, text, &escapes);
	for (size_t i = 0; i <= escapes.count; i++) {
		size_t end =
			i < escapes.count ? escapes.spans[i].start : clean.len;

		assert_holds(real, slice_of(clean.buf + pos, end - pos), type);
		if (i < escapes.count)
			pos = end + escapes.spans[i].len;
	}
	escape_list_release(&escapes);
	strbuf_release(&clean);
}

static void add_quoted(struct strbuf *out, struct slice text)
{
	for (size_t i = 0; i < text.len; i++) {
		strbuf_addch(out, text.ptr[i]);
		if (text.ptr[i] == '\n')
			strbuf_addstr(out, "> ");
	}
}

static void check_event(const struct real *real, const struct event *event)
{
	struct slice text = slice_of(event->text, event->text_len);
	struct strbuf wanted = STRBUF_INIT;

	switch (event->kind) {
	case EVENT_CHAT_RESPONSE:
		if (event->part == CHAT_REASONING)
			add_quoted(&wanted, text);
		else
			strbuf_addslice(&wanted, text);
		break;
	case EVENT_TOOL_CALL_REQUEST:
		json_write_pretty(
			&wanted,
			slice_of(event->arguments, event->arguments_len), 0);
		assert_holds(real, slice_str(event->name), "name");
		break;
	case EVENT_INQUIRY_REQUEST:
		add_quoted(&wanted, text);
		break;
	case EVENT_INQUIRY_RESPONSE:
		strbuf_addslice(&wanted, event->answer
						 ? slice_str(event->answer)
						 : text);
		break;
	case EVENT_CHAT_REQUEST:
	case EVENT_TOOL_CALL_RESPONSE:
		strbuf_addslice(&wanted, text);
		break;
	default:
		break;
	}
	/* Blanks alone are not shown. */
	if (strspn(wanted.buf, " \t\r\n>") == wanted.len)
		;
	else if (event->kind == EVENT_TOOL_CALL_REQUEST ||
		 event->kind == EVENT_INQUIRY_REQUEST ||
		 event->kind == EVENT_INQUIRY_RESPONSE)
		assert_holds_record(real, strbuf_slice(&wanted), event->type);
	else
		assert_holds(real, strbuf_slice(&wanted), event->type);
	strbuf_release(&wanted);
}

static void check_texts(struct real *real)
{
	const struct event_log *log = &real->stage.conv->log;
	struct strbuf err = STRBUF_INIT;

	for (size_t i = 0; i < log->count; i++) {
		struct event event = EVENT_INIT;

		assert_int_equal(
			event_decode(&event, event_log_raw(log, i), &err), 0);
		check_event(real, &event);
		event_release(&event);
	}
	strbuf_release(&err);
}

static void every_text_is_in_the_markdown(void **state)
{
	(void)state;
	for_all(check_texts);
}

/* Texts of an item follow those of the item before it. */
static void check_order(struct real *real)
{
	const struct conversation *conv = real->stage.conv;
	size_t at = 0;

	for (size_t i = 0; i < conv->item_count; i++) {
		struct item_content content;
		const char *found;

		if (conv->items[i].kind != ITEM_REQUEST &&
		    conv->items[i].kind != ITEM_MESSAGE)
			continue;
		item_content_load(&content, conv, &conv->items[i]);
		found = memmem(real->markdown.buf + at, real->markdown.len - at,
			       content.text.buf, content.text.len);
		assert_non_null(found);
		at = (size_t)(found - real->markdown.buf) + content.text.len;
		item_content_release(&content);
	}
}

static void texts_are_in_their_order(void **state)
{
	(void)state;
	for_all(check_order);
}

/* --- opens and scrolls --- */

static void check_scrolling(struct real *real)
{
	struct stage *stage = &real->stage;
	size_t pages = 0;

	stage_draw(stage);
	assert_true(transcript_following(stage->view));
	transcript_home(stage->view);
	assert_int_equal(transcript_top(stage->view), 0);
	while (!transcript_following(stage->view)) {
		stage_draw(stage);
		transcript_page(stage->view, 2);
		assert_true(pages++ < 100000);
	}
	assert_true(pages > 0);
	/* And back, at another width, with everything unfolded. */
	stage->cols = 47;
	transcript_toggle_tools(stage->view);
	transcript_toggle_reasoning(stage->view);
	stage_draw(stage);
	for (pages = 0; transcript_top(stage->view); pages++) {
		transcript_page(stage->view, -2);
		stage_draw(stage);
		assert_true(pages < 100000);
	}
}

static void it_scrolls_to_both_ends(void **state)
{
	(void)state;
	for_all(check_scrolling);
}

/* Each hit of a search can be shown, and the match is then on the screen. */
static void check_hits(struct real *real)
{
	struct stage *stage = &real->stage;
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;
	struct search_hit hit = { 0, UINT32_MAX - 1 };
	struct regex_match match;
	struct search search;
	size_t shown = 0, count = 0;

	search_init(&search, NULL);
	assert_int_equal(search_set(&search, SLICE("conversation"), &err), 0);
	search_begin(&search, stage->conv, 0);
	while (search_step(&search, 65536))
		;
	stage_draw(stage);
	transcript_mark(stage->view, search.re);
	while (count < 200 && search_next(&search, 1, &hit)) {
		bool marked = false;

		count++;
		assert_true(search_locate(&search, hit, &text, &match));
		transcript_show_match(stage->view,
				      stage->conv->items[hit.index].id,
				      strbuf_slice(&text), match);
		stage_draw(stage);
		for (int i = 0; i < stage->cols * stage->rows; i++)
			marked |= stage->cv.cells[i].face == FACE_MATCH_HERE;
		shown += marked;
	}
	/* Links hide their addresses; a few may be in those. */
	assert_true(shown * 10 >= count * 9);
	transcript_mark(stage->view, NULL);
	search_release(&search);
	strbuf_release(&text);
	strbuf_release(&err);
}

static void nearly_every_match_is_shown_where_it_stands(void **state)
{
	(void)state;
	for_all(check_hits);
}

/* Searching raw JSON finds the same as the texts made from it. */
static void check_patterns(struct real *real)
{
	struct strbuf pattern = STRBUF_INIT;
	uint32_t seed = (uint32_t)random_seed(1);

	for (int i = random_rounds(30); i; i--) {
		strbuf_reset(&pattern);
		search_pattern(&pattern, strbuf_slice(&real->markdown), &seed);
		search_check(real->stage.conv, transcript_shown_text,
			     strbuf_slice(&pattern));
	}
	strbuf_release(&pattern);
}

static void a_search_finds_what_looking_at_all_finds(void **state)
{
	(void)state;
	for_all(check_patterns);
}

/* --- The source lines of rows --- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Words within a row, not cut by an edge, must be in its source lines; there,
 * words may contain marks, and blanks that are not shown. */
static void check_words(struct slice row, struct slice source)
{
	struct strbuf lines = STRBUF_INIT;
	size_t at = 0;

	for (size_t i = 0; i < source.len; i++)
		if (!strchr(" `*_~\\", source.ptr[i]))
			strbuf_addch(&lines, source.ptr[i]);
	while (at < row.len) {
		size_t start = at;

		while (at < row.len && is_letter(row.ptr[at]))
			at++;
		/* Not "image", which is our own word. */
		if (at - start > 5 && start && at < row.len &&
		    !memmem(lines.buf, lines.len, row.ptr + start, at - start))
			fail_msg("%.*s is not in: %.*s", (int)row.len, row.ptr,
				 (int)(lines.len < 400 ? lines.len : 400),
				 lines.buf);
		at += at == start;
	}
	strbuf_release(&lines);
}

static void check_item(const struct conversation *conv, size_t index, int cols)
{
	const struct transcript_filter all = { 0 };
	struct transcript_item *it = transcript_item_new();
	struct strbuf source = STRBUF_INIT, text = STRBUF_INIT;
	size_t most = (size_t)random_rounds(100), lines;
	struct slice whole;

	transcript_item_update(it, conv, index, cols, FOLD_ALL, &all);
	item_text_source(&source, conv, &conv->items[index]);
	whole = strbuf_slice(&source);
	lines = source_breaks(whole) + 1;
	/* Of a long one, some rows are as good as all. */
	for (size_t i = 0; i < it->rows.count; i += 1 + it->rows.count / most) {
		const struct row *row = &it->rows.rows[i];

		if (!row->line || row->last == ROWS_SOURCE_END)
			continue;
		assert_in_range(row->line, 1, lines);
		assert_in_range(row->last, row->line, lines);
		strbuf_reset(&text);
		rows_text(&text, &it->rows, i);
		check_words(strbuf_slice(&text),
			    source_lines(whole, row->line, row->last));
	}
	transcript_item_free(it);
	strbuf_release(&source);
	strbuf_release(&text);
}

static void check_lines(struct real *real)
{
	const struct conversation *conv = real->stage.conv;

	for (size_t i = 0; i < conv->item_count; i++) {
		check_item(conv, i, 90);
		check_item(conv, i, 31);
	}
}

static void every_row_is_of_the_lines_that_it_says(void **state)
{
	(void)state;
	for_all(check_lines);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_text_is_in_the_markdown),
		cmocka_unit_test(texts_are_in_their_order),
		cmocka_unit_test(it_scrolls_to_both_ends),
		cmocka_unit_test(every_row_is_of_the_lines_that_it_says),
		cmocka_unit_test(nearly_every_match_is_shown_where_it_stands),
		cmocka_unit_test(a_search_finds_what_looking_at_all_finds),
	};
	glob_t found = { 0 };

	if (!real_data_find(&found, "events.json")) {
		puts("1..0 # SKIP no conversations of jp at hand");
		return 0;
	}
	globfree(&found);
	return cmocka_run_group_tests_name("transcript-data", tests, NULL,
					   NULL);
}
