#include "config.h"

#include "src/jphost/query/query-call.h"

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/i18n.h"
#include "src/jphost/query/query-inquiry.h"
#include "ui/text/sanitize.h"
#include "ui/text/wrap.h"
#include "ui/view/arguments.h"

#define COLS_DEFAULT 80 /* if the size is unknown */
#define INDENT       2

static int cols_of(const struct terminal_look *look)
{
	int cols = look->cols ? look->cols : COLS_DEFAULT;

	return cols > 2 * INDENT ? cols - INDENT : INDENT;
}

/* Add a row, or more if the text is long. */
static void add_row(struct rows *rows, struct slice text, enum face face,
		    int cols)
{
	const struct wrap_options wrap = { .cols = cols, .face = face };

	wrap_text(rows, text, &wrap);
}

/* Look-alike and hidden characters in a name are reported as in arguments. */
static void add_name(struct rows *rows, struct slice event, int cols)
{
	struct strbuf name = STRBUF_INIT, line = STRBUF_INIT;
	struct arguments_facts facts;

	json_find_text(event, "name", &name);
	strbuf_addstr(&line, "> ");
	arguments_add_line(&line, strbuf_slice(&name));
	add_row(rows, strbuf_slice(&line), FACE_BOLD, cols);
	arguments_facts_init(&facts);
	arguments_inspect_text(&facts, strbuf_slice(&name));
	arguments_warning_rows(rows, cols, &facts);
	arguments_facts_release(&facts);
	strbuf_release(&name);
	strbuf_release(&line);
}

void query_call_rows(struct rows *rows, struct slice event,
		     struct slice arguments, const struct terminal_look *look)
{
	const struct arguments_options options = { .cols = cols_of(look),
						   .unfolded = true };
	struct arguments_facts facts;
	struct strbuf size = STRBUF_INIT;
	struct json_member member;

	if (!arguments.len && json_find(event, "arguments", &member))
		arguments = member.value;
	add_name(rows, event, options.cols);
	arguments_facts_init(&facts);
	arguments_inspect(&facts, arguments);
	strbuf_addf(&size, Q_("%'zu byte", "%'zu bytes", facts.bytes),
		    facts.bytes);
	add_row(rows, strbuf_slice(&size), FACE_DIM, options.cols);
	arguments_warning_rows(rows, options.cols, &facts);
	arguments_rows(rows, arguments, &options, &facts);
	arguments_facts_release(&facts);
	strbuf_release(&size);
}

bool query_call_is_suspicious(struct slice event)
{
	struct arguments_facts facts;
	struct json_member arguments;
	bool suspicious;

	arguments_facts_init(&facts);
	json_find(event, "arguments", &arguments);
	arguments_inspect(&facts, arguments.value);
	suspicious = arguments_suspicious(&facts);
	arguments_facts_release(&facts);
	return suspicious;
}

/* The string "true" is another answer than true (C32). */
static void add_value(struct strbuf *text, struct slice value)
{
	struct strbuf plain = STRBUF_INIT;

	if (json_string_add(&plain, value) &&
	    !json_is_valid(strbuf_slice(&plain)))
		strbuf_addslice(text, strbuf_slice(&plain));
	else
		json_write_compact(text, value);
	strbuf_release(&plain);
}

static void add_option(struct rows *rows, struct slice option, int number,
		       int cols)
{
	struct arguments_facts facts;
	struct json_member value, label, member;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, "%d) ", number);
	if (!json_find(option, "value", &value))
		value.value = option;
	if (json_find(option, "label", &label)) {
		json_text_add(&text, label.value);
		strbuf_addstr(&text, " = ");
	}
	add_value(&text, value.value);
	if (json_find(option, "description", &member)) {
		strbuf_addstr(&text, " - ");
		json_text_add(&text, member.value);
	}
	arguments_facts_init(&facts);
	arguments_text_rows(rows, strbuf_slice(&text), cols, &facts);
	arguments_warning_rows(rows, cols, &facts);
	arguments_facts_release(&facts);
	strbuf_release(&text);
}

static void add_default(struct rows *rows, struct slice event, int cols)
{
	struct arguments_facts facts;
	struct strbuf text = STRBUF_INIT;

	query_question_add_default(&text, event);
	arguments_facts_init(&facts);
	if (text.len)
		arguments_text_rows(rows, strbuf_slice(&text), cols, &facts);
	arguments_warning_rows(rows, cols, &facts);
	arguments_facts_release(&facts);
	strbuf_release(&text);
}

void query_question_rows(struct rows *rows, struct slice event,
			 const struct terminal_look *look)
{
	struct strbuf text = STRBUF_INIT;
	struct json_member body, member, option;
	struct arguments_facts facts;
	struct json_walk walk;
	int cols = cols_of(look);

	json_find(event, "question", &body);
	strbuf_addstr(&text, "? ");
	json_find_text(body.value, "text", &text);
	arguments_facts_init(&facts);
	arguments_text_rows(rows, strbuf_slice(&text), cols, &facts);
	arguments_warning_rows(rows, cols, &facts);
	arguments_facts_release(&facts);
	add_default(rows, event, cols);
	if (json_find_path(body.value, &member, "answer_type", "options",
			   NULL)) {
		walk = json_walk_begin(member.value);
		for (int i = 1; json_walk_next(&walk, &option); i++)
			add_option(rows, option.value, i, cols);
	}
	strbuf_release(&text);
}

void query_rows_write(struct strbuf *out, const struct rows *rows, size_t from,
		      size_t to, const struct terminal_look *look)
{
	terminal_keep_order(out, true, look);
	for (size_t i = from; i < to && i < rows->count; i++) {
		/* The first row stands out; the others are indented. */
		if (i)
			strbuf_addchars(out, ' ', INDENT);
		if (look->cols)
			terminal_row_add(out, rows, i, look);
		else
			rows_text(out, rows, i);
		strbuf_addch(out, '\n');
	}
	terminal_keep_order(out, false, look);
}

void query_call_add_json(struct strbuf *out, struct slice arguments)
{
	struct strbuf pretty = STRBUF_INIT;

	json_write_pretty(&pretty, arguments, 0);
	strbuf_addch(out, '\n');
	sanitize_visible(out, strbuf_slice(&pretty), NULL);
	strbuf_addch(out, '\n');
	strbuf_release(&pretty);
}

void query_call_add_help(struct strbuf *out)
{
	strbuf_addch(out, '\n');
	strbuf_addstr(out, _("  y  run it\n"
			     "  Y  run it, and this tool again without "
			     "asking in this turn\n"
			     "  n  skip it (Esc too)\n"
			     "  N  skip it, and this tool in this turn\n"
			     "  r  skip it and say why\n"
			     "  e  edit the arguments, then run it\n"
			     "  p  print the arguments as JSON\n"
			     "  ?  this help\n"));
}
