#include "config.h"

#include "src/store/rule-match.h"

#include <stdlib.h>

#include "src/base/xalloc.h"
#include "src/store/rule-value.h"
#include "tests/unit/test.h"

static enum rule_fit fit_in(enum rule_match_kind kind, const char *argument,
			    const char *value, const char *others,
			    const char *arguments, const char *root)
{
	struct rule_match match = {
		.kind = kind,
		.argument = (char *)argument,
		.value = (char *)value,
		.others = (char *)others,
	};
	struct strbuf err = STRBUF_INIT;
	struct regex *regex;
	enum rule_fit fit;

	if (rule_match_compile(&match, &regex, &err))
		fail_msg("%s", err.buf);
	fit = rule_match_fits(&match, regex, slice_str(arguments), root);
	regex_free(regex);
	strbuf_release(&err);
	return fit;
}

static void assert_words(const char *words, const char *command_json,
			 enum rule_fit fit)
{
	struct strbuf arguments = STRBUF_INIT;

	strbuf_addf(&arguments, "{\"command\":%s}", command_json);
	if (fit_in(RULE_MATCH_WORDS, "command", words, NULL, arguments.buf,
		   NULL) != fit)
		fail_msg("%s: not as it should be: %s", words, command_json);
	strbuf_release(&arguments);
}

static void assert_inside(const char *directory, const char *path_json,
			  enum rule_fit fit)
{
	struct strbuf arguments = STRBUF_INIT;

	strbuf_addf(&arguments, "{\"path\":%s,\"content\":\"x\"}", path_json);
	if (fit_in(RULE_MATCH_INSIDE, "path", directory, NULL, arguments.buf,
		   "/srv/p") != fit)
		fail_msg("%s: not as it should be: %s", directory, path_json);
	strbuf_release(&arguments);
}

static void assert_canonical(const char *json, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	assert_true(rule_canonical_json(&out, slice_str(json)));
	assert_string_equal(out.buf, want);
	strbuf_release(&out);
}

static void every_spelling_of_json_is_one(void **state)
{
	(void)state;
	assert_canonical(
		" { \"b\" : [ 1 , true ] , \"\\u0061\":\"\\u0073\\/\" } ",
		"{\"a\":\"s/\",\"b\":[1,true]}");
	assert_canonical("{\"a\":{\"z\":null,\"y\":\"\\n\"}}",
			 "{\"a\":{\"y\":\"\\n\",\"z\":null}}");
	assert_canonical("1e3", "1e3");
}

static void what_two_readers_could_read_differently_is_refused(void **state)
{
	static const char *const bad[] = {
		"{\"a\":1,\"a\":2}",
		"{\"a\":1,\"\\u0061\":2}",
		"{\"a\":\"\\ud800\"}",
		"{\"a\":\"\\u0000\"}",
		"{\"a\":\"\xff\"}",
		"{\"a\":\"\xef\xbf\xbd\"}",
		"{\"a\":1} x",
		"{\"a\":",
		"{\"o\":{\"a\":1,\"a\":1}}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct strbuf out = STRBUF_INIT;

		if (rule_canonical_json(&out, slice_str(bad[i])))
			fail_msg("is canonical: %s", bad[i]);
		strbuf_release(&out);
		assert_int_equal(fit_in(RULE_MATCH_EXACT, NULL, "{\"a\":1}",
					NULL, bad[i], NULL),
				 RULE_FIT_UNSURE);
		assert_int_equal(
			fit_in(RULE_MATCH_EQUALS, "b", "1", NULL, bad[i], NULL),
			RULE_FIT_UNSURE);
	}
}

static void exact_arguments_fit_in_every_spelling(void **state)
{
	const char *want = "{\"a\":\"ls\",\"n\":1}";

	(void)state;
	assert_int_equal(fit_in(RULE_MATCH_EXACT, NULL, want, NULL,
				"{\"n\":1, \"a\":\"\\u006cs\"}", NULL),
			 RULE_FIT_YES);
	assert_int_equal(fit_in(RULE_MATCH_EXACT, NULL, want, NULL,
				"{\"n\":1,\"a\":\"ls\",\"x\":0}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_EXACT, NULL, want, NULL,
				"{\"n\":1.0,\"a\":\"ls\"}", NULL),
			 RULE_FIT_UNSURE);
}

static void an_argument_equals_a_value_of_the_same_type(void **state)
{
	(void)state;
	assert_int_equal(fit_in(RULE_MATCH_EQUALS, "path", "\"a.c\"", NULL,
				"{\"path\":\"\\u0061.c\",\"x\":1}", NULL),
			 RULE_FIT_YES);
	assert_int_equal(fit_in(RULE_MATCH_EQUALS, "n", "1", NULL,
				"{\"n\":\"1\"}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_EQUALS, "n", "1", NULL, "{}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_EQUALS, "n", "1", NULL,
				"{\"o\":{\"n\":1}}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_EQUALS, "n", "1", NULL, "[1]", NULL),
			 RULE_FIT_UNSURE);
}

static void the_other_arguments_may_be_part_of_it(void **state)
{
	(void)state;
	assert_int_equal(fit_in(RULE_MATCH_WORDS, "command", "ls",
				"{\"cwd\":\"/a\"}",
				"{\"cwd\":\"/a\",\"command\":\"ls -l\"}", NULL),
			 RULE_FIT_YES);
	assert_int_equal(fit_in(RULE_MATCH_WORDS, "command", "ls",
				"{\"cwd\":\"/a\"}",
				"{\"cwd\":\"/b\",\"command\":\"ls -l\"}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_WORDS, "command", "ls", "{}",
				"{\"command\":\"ls\",\"sudo\":true}", NULL),
			 RULE_FIT_NO);
}

static void a_command_begins_with_whole_words(void **state)
{
	(void)state;
	assert_words("cargo test", "\"cargo test\"", RULE_FIT_YES);
	assert_words("cargo test", "\"  cargo   test --lib a::b \"",
		     RULE_FIT_YES);
	assert_words("cargo test", "\"cargo testify\"", RULE_FIT_NO);
	assert_words("cargo test", "\"cargo\"", RULE_FIT_NO);
	assert_words("cargo test", "\"x cargo test\"", RULE_FIT_NO);
	/* A tool may take it as the same words. */
	assert_words("cargo test", "[\"cargo\",\"test\"]", RULE_FIT_UNSURE);
}

static void what_a_shell_could_make_more_of_is_never_sure(void **state)
{
	static const char *const more[] = {
		"ls; rm x",      "ls && rm x",   "ls | sh",       "ls $(rm x)",
		"ls `rm x`",     "ls > x",       "ls < x",        "ls &",
		"ls \\nrm x",    "ls \\rrm",     "ls \\u003b rm", "ls 'a'",
		"ls \\\"a\\\"",  "ls {a,b}",     "ls *",          "ls ~",
		"ls !x",         "ls #x",        "ls \\\\x",      "ls \\t-l",
		"ls \xc2\xa0rm", "ls \\u0000rm", "FOO=$x ls",     "ls (a)",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++) {
		struct strbuf json = STRBUF_INIT;

		strbuf_addf(&json, "\"%s\"", more[i]);
		assert_words("ls", json.buf, RULE_FIT_UNSURE);
		strbuf_release(&json);
	}
}

static void a_path_lies_inside_a_directory(void **state)
{
	(void)state;
	assert_inside("src", "\"src/a.c\"", RULE_FIT_YES);
	assert_inside("src", "\"./src//b/../a.c\"", RULE_FIT_UNSURE);
	assert_inside("src", "\"./src//b/./a.c\"", RULE_FIT_YES);
	assert_inside("src", "\"/srv/p/src/a.c\"", RULE_FIT_YES);
	assert_inside("src", "\"/srv/p/srcs/a.c\"", RULE_FIT_NO);
	assert_inside("src", "\"srcs/a.c\"", RULE_FIT_NO);
	assert_inside("src", "\"src\"", RULE_FIT_NO);
	assert_inside("src", "\"/etc/src/a.c\"", RULE_FIT_NO);
	assert_inside("/srv/p/src", "\"src/a.c\"", RULE_FIT_YES);
	assert_inside(".", "\"src/a.c\"", RULE_FIT_YES);
	assert_inside(".", "\"/etc/passwd\"", RULE_FIT_NO);
	assert_inside("src", "7", RULE_FIT_UNSURE);
}

static void a_path_that_may_be_another_one_is_never_sure(void **state)
{
	static const char *const odd[] = {
		"../x",        "src/../../x", "src/..",   "~/src/a",
		"$HOME/src/a", "src/$x",      "src/a b ", " src/a",
		"src\\\\a",    "file:///src", "src/*",    "src/{a,b}",
		"src/a\\n",    "src/`x`",     "",         "src/\\u0000",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++) {
		struct strbuf json = STRBUF_INIT;

		strbuf_addf(&json, "\"%s\"", odd[i]);
		assert_inside("src", json.buf, RULE_FIT_UNSURE);
		strbuf_release(&json);
	}
}

static void a_path_below_another_argument_is_never_sure(void **state)
{
	static const char *const names[] = { "cwd",        "working_directory",
					     "workingDir", "Root",
					     "base-dir",   "directory",
					     "\\u0064ir",  "relative_to" };

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct strbuf json = STRBUF_INIT;

		strbuf_addf(&json, "{\"path\":\"src/a\",\"%s\":\"lib\"}",
			    names[i]);
		assert_int_equal(fit_in(RULE_MATCH_INSIDE, "path", "src", NULL,
					json.buf, "/srv/p"),
				 RULE_FIT_UNSURE);
		strbuf_release(&json);
	}
	assert_int_equal(fit_in(RULE_MATCH_INSIDE, "dir", "src", NULL,
				"{\"dir\":\"src/a\",\"text\":\"b\"}", "/srv/p"),
			 RULE_FIT_YES);
	assert_int_equal(fit_in(RULE_MATCH_INSIDE, "path", "src", NULL,
				"{\"path\":\"/srv/p/src/a\",\"dir\":\"b\"}",
				"/srv/p"),
			 RULE_FIT_YES);
}

/* A rule that rejects must not be passed by another spelling (C05). */
static void a_number_in_another_spelling_is_never_sure(void **state)
{
	static const struct {
		const char *want, *got;
		enum rule_fit fit;
	} cases[] = {
		{ "1", "1", RULE_FIT_YES },
		{ "1", "1.0", RULE_FIT_UNSURE },
		{ "1", "1e0", RULE_FIT_UNSURE },
		{ "100", "0.01E+4", RULE_FIT_UNSURE },
		{ "-0", "0.0e7", RULE_FIT_UNSURE },
		{ "[\"1.0\",1.50]", "[\"1.0\", 15e-1]", RULE_FIT_UNSURE },
		{ "1", "10", RULE_FIT_NO },
		{ "1", "-1", RULE_FIT_NO },
		{ "1", "\"1\"", RULE_FIT_NO },
		{ "\"1\"", "\"1.0\"", RULE_FIT_NO },
		{ "1e999999999999", "1e99999999999", RULE_FIT_NO },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct strbuf json = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&json, "{\"c\":\"x\",\"n\":%s}", cases[i].got);
		assert_int_equal(fit_in(RULE_MATCH_EQUALS, "n", cases[i].want,
					NULL, json.buf, NULL),
				 cases[i].fit);
		strbuf_addf(&want, "{\"n\":%s}", cases[i].want);
		assert_int_equal(fit_in(RULE_MATCH_WORDS, "c", "x", want.buf,
					json.buf, NULL),
				 cases[i].fit);
		strbuf_release(&json);
		strbuf_release(&want);
	}
}

static void a_pattern_matches_one_decoded_line_as_a_whole(void **state)
{
	const char *pattern = "ls [^;&|]*";

	(void)state;
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", pattern, NULL,
				"{\"c\":\"\\u006cs -l\"}", NULL),
			 RULE_FIT_YES);
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", pattern, NULL,
				"{\"c\":\"ls \\u003b rm\"}", NULL),
			 RULE_FIT_NO);
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", pattern, NULL,
				"{\"c\":\"ls \\nrm\"}", NULL),
			 RULE_FIT_UNSURE);
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", pattern, NULL,
				"{\"c\":[\"ls \"]}", NULL),
			 RULE_FIT_UNSURE);
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", "\\Qa.b", NULL,
				"{\"c\":\"a.b)\"}", NULL),
			 RULE_FIT_NO);
}

static void a_pattern_that_gives_up_is_not_sure(void **state)
{
	struct strbuf text = STRBUF_INIT;

	(void)state;
	strbuf_addstr(&text, "{\"c\":\"");
	strbuf_addchars(&text, 'a', 60);
	strbuf_addstr(&text, "!\"}");
	assert_int_equal(fit_in(RULE_MATCH_REGEX, "c", "(a+)+b?c?", NULL,
				text.buf, NULL),
			 RULE_FIT_UNSURE);
	strbuf_release(&text);
}

static void what_can_never_match_is_refused(void **state)
{
	static const struct rule_match bad[] = {
		{ RULE_MATCH_ANY, NULL, (char *)"x", NULL },
		{ RULE_MATCH_ANY, (char *)"a", NULL, NULL },
		{ RULE_MATCH_EXACT, NULL, NULL, NULL },
		{ RULE_MATCH_EXACT, NULL, (char *)"{ }", NULL },
		{ RULE_MATCH_EXACT, NULL, (char *)"{}", (char *)"{}" },
		{ RULE_MATCH_EQUALS, NULL, (char *)"1", NULL },
		{ RULE_MATCH_EQUALS, (char *)"a", (char *)"\"\\u0061\"", NULL },
		{ RULE_MATCH_EQUALS, (char *)"a", (char *)"1", (char *)"[]" },
		{ RULE_MATCH_WORDS, (char *)"a", (char *)"", NULL },
		{ RULE_MATCH_WORDS, (char *)"a", (char *)"ls  -l", NULL },
		{ RULE_MATCH_WORDS, (char *)"a", (char *)"ls;", NULL },
		{ RULE_MATCH_INSIDE, (char *)"a", (char *)"/", NULL },
		{ RULE_MATCH_INSIDE, (char *)"a", (char *)"../b", NULL },
		{ RULE_MATCH_INSIDE, (char *)"a", (char *)"src/", NULL },
		{ RULE_MATCH_REGEX, (char *)"a", (char *)"a(", NULL },
		{ RULE_MATCH_REGEX, (char *)"a", (char *)"a)|(?:b", NULL },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct strbuf err = STRBUF_INIT;
		struct regex *regex;

		if (!rule_match_compile(&bad[i], &regex, &err))
			fail_msg("taken: %zu", i);
		assert_true(err.len > 0);
		strbuf_release(&err);
	}
}

/* The offers, as "kind argument value others", one per line. */
static char *offers_of(const char *arguments)
{
	struct rule_match offers[RULE_OFFERS];
	size_t count = rule_match_offer(offers, slice_str(arguments), "/srv/p");
	struct strbuf out = STRBUF_INIT, err = STRBUF_INIT;

	for (size_t i = 0; i < count; i++) {
		const struct rule_match *m = &offers[i];
		struct regex *regex;

		strbuf_addf(&out, "%s%s", i ? "|" : "",
			    rule_match_kind_name(m->kind));
		if (m->argument)
			strbuf_addf(&out, " %s=%s", m->argument, m->value);
		if (m->others)
			strbuf_addf(&out, " +%s", m->others);
		/* Each is a valid rule, and matches its call. */
		assert_int_equal(rule_match_compile(m, &regex, &err), 0);
		assert_int_equal(rule_match_fits(m, regex, slice_str(arguments),
						 "/srv/p"),
				 RULE_FIT_YES);
		regex_free(regex);
		rule_match_release(&offers[i]);
	}
	strbuf_release(&err);
	return strbuf_detach(&out);
}

static void assert_offers(const char *arguments, const char *want)
{
	char *got = offers_of(arguments);

	assert_string_equal(got, want);
	free(got);
}

static void rules_that_fit_the_call_are_offered(void **state)
{
	(void)state;
	assert_offers("{\"command\":\"cargo test --lib\",\"t\":5}",
		      "exact|words command=cargo test +{\"t\":5}|any");
	assert_offers("{\"cmd\":\"ls -l src\"}", "exact|words cmd=ls +{}|any");
	assert_offers("{\"cmd\":\"ls; rm x\"}", "exact|any");
	assert_offers("{\"path\":\"src/a.c\",\"content\":\"x\"}",
		      "exact|equals path=\"src/a.c\"|inside path=src|any");
	assert_offers("{\"path\":\"a.c\"}",
		      "exact|equals path=\"a.c\"|inside path=.|any");
	assert_offers("{\"path\":\"/etc/passwd\"}",
		      "exact|equals path=\"/etc/passwd\"|inside path=/etc|any");
	assert_offers("{\"path\":\"/x\"}", "exact|equals path=\"/x\"|any");
	assert_offers("{\"path\":\"../x\"}", "exact|any");
	assert_offers("{\"n\":1}", "exact|any");
	assert_offers("{\"a\":1,\"a\":2}", "");
	assert_offers("[1]", "");
}

/* It would be a rule for any command (C40). */
static void no_rule_is_offered_for_what_runs_anything(void **state)
{
	static const char *const commands[] = {
		"bash build.sh", "/bin/sh -c ls",    "sudo apt install x",
		"env ls",        "python3 setup.py", "ssh box ls",
		"xargs rm",      "A=1 ls",           "time -p make",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		struct strbuf json = STRBUF_INIT;

		strbuf_addf(&json, "{\"cmd\":\"%s\"}", commands[i]);
		assert_offers(json.buf, "exact|any");
		strbuf_release(&json);
	}
	assert_offers("{\"cmd\":\"bashful x\"}",
		      "exact|words cmd=bashful +{}|any");
	assert_offers("{\"cmd\":\"./build sh\"}",
		      "exact|words cmd=./build sh +{}|any");
}

static void a_value_that_is_cut_off_is_read_to_its_end(void **state)
{
	static const char *const cut[] = { "\"", "\"a", "\"a\\", "[1,\"\\" };

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cut); i++) {
		char *copy = xstrdup(cut[i]);

		assert_true(rule_values_equal(copy, cut[i]));
		assert_false(rule_values_equal(copy, "1"));
		free(copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_spelling_of_json_is_one),
		cmocka_unit_test(
			what_two_readers_could_read_differently_is_refused),
		cmocka_unit_test(exact_arguments_fit_in_every_spelling),
		cmocka_unit_test(an_argument_equals_a_value_of_the_same_type),
		cmocka_unit_test(the_other_arguments_may_be_part_of_it),
		cmocka_unit_test(a_command_begins_with_whole_words),
		cmocka_unit_test(what_a_shell_could_make_more_of_is_never_sure),
		cmocka_unit_test(a_path_lies_inside_a_directory),
		cmocka_unit_test(a_path_that_may_be_another_one_is_never_sure),
		cmocka_unit_test(a_path_below_another_argument_is_never_sure),
		cmocka_unit_test(a_number_in_another_spelling_is_never_sure),
		cmocka_unit_test(a_pattern_matches_one_decoded_line_as_a_whole),
		cmocka_unit_test(a_pattern_that_gives_up_is_not_sure),
		cmocka_unit_test(what_can_never_match_is_refused),
		cmocka_unit_test(rules_that_fit_the_call_are_offered),
		cmocka_unit_test(no_rule_is_offered_for_what_runs_anything),
		cmocka_unit_test(a_value_that_is_cut_off_is_read_to_its_end),
	};

	return cmocka_run_group_tests_name("rule-match", tests, NULL, NULL);
}
