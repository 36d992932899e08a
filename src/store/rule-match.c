#include "config.h"

#include "src/store/rule-match.h"

#include <stdlib.h>
#include <string.h>

#include "proto/json-scan.h"
#include "src/base/xalloc.h"
#include "src/store/rule-value.h"

static const char *const kinds[] = {
	[RULE_MATCH_ANY] = "any",       [RULE_MATCH_EXACT] = "exact",
	[RULE_MATCH_EQUALS] = "equals", [RULE_MATCH_WORDS] = "words",
	[RULE_MATCH_INSIDE] = "inside", [RULE_MATCH_REGEX] = "regex",
};

void rule_match_release(struct rule_match *match)
{
	free(match->argument);
	free(match->value);
	free(match->others);
	*match = (struct rule_match){ 0 };
}

char *rule_text_copy(const char *text)
{
	return text ? xstrdup(text) : NULL;
}

struct rule_match rule_match_copy(const struct rule_match *match)
{
	return (struct rule_match){
		.kind = match->kind,
		.argument = rule_text_copy(match->argument),
		.value = rule_text_copy(match->value),
		.others = rule_text_copy(match->others),
	};
}

bool rule_text_equal(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

bool rule_match_equal(const struct rule_match *a, const struct rule_match *b)
{
	return a->kind == b->kind &&
	       rule_text_equal(a->argument, b->argument) &&
	       rule_text_equal(a->value, b->value) &&
	       rule_text_equal(a->others, b->others);
}

const char *rule_match_kind_name(enum rule_match_kind kind)
{
	return kinds[kind];
}

bool rule_match_kind_of(enum rule_match_kind *kind, const char *name)
{
	for (int i = 0; i < RULE_MATCH_KIND_COUNT; i++) {
		if (!strcmp(kinds[i], name)) {
			*kind = (enum rule_match_kind)i;
			return true;
		}
	}
	return false;
}

/* --- Validity --- */

/* Add \A and \z; \E ends a \Q that the pattern left open. */
static struct regex *compile_whole(const char *pattern, struct strbuf *err)
{
	struct strbuf whole = STRBUF_INIT;
	struct regex *regex = regex_new(slice_str(pattern), 0, err);

	/* Compile it alone first: errors then refer to the user's text, and one
	 * that is a pattern only inside our group is refused. */
	if (!regex)
		return NULL;
	regex_free(regex);
	strbuf_addf(&whole, "\\A(?:%s\\E)\\z", pattern);
	regex = regex_new(strbuf_slice(&whole), 0, err);
	strbuf_release(&whole);
	return regex;
}

static bool is_canonical(const char *json)
{
	struct strbuf again = STRBUF_INIT;
	bool same = rule_canonical_json(&again, slice_str(json)) &&
		    !strcmp(again.buf, json);

	strbuf_release(&again);
	return same;
}

static bool is_one_spacing(const char *words)
{
	struct strbuf again = STRBUF_INIT;
	bool same = rule_value_words(&again, slice_str(words)) && again.len &&
		    !strcmp(again.buf, words);

	strbuf_release(&again);
	return same;
}

static const char *what_is_wrong(const struct rule_match *match)
{
	bool of_one = match->kind != RULE_MATCH_ANY &&
		      match->kind != RULE_MATCH_EXACT;

	if (of_one != (match->argument != NULL) ||
	    (match->kind == RULE_MATCH_ANY) != !match->value)
		return "a rule lacks its argument or value";
	if (match->others && (!of_one || match->others[0] != '{' ||
			      !is_canonical(match->others)))
		return "a rule's other arguments are not canonical JSON";
	switch (match->kind) {
	case RULE_MATCH_EXACT:
	case RULE_MATCH_EQUALS:
		return is_canonical(match->value)
			       ? NULL
			       : "a rule's value is not canonical JSON";
	case RULE_MATCH_WORDS:
		return is_one_spacing(match->value)
			       ? NULL
			       : "a rule's words have characters that a shell "
				 "treats specially";
	case RULE_MATCH_INSIDE:
		return rule_value_is_directory(match->value)
			       ? NULL
			       : "a rule's directory is not a plain path";
	default:
		return NULL;
	}
}

int rule_match_compile(const struct rule_match *match, struct regex **regex,
		       struct strbuf *err)
{
	const char *wrong = what_is_wrong(match);

	*regex = NULL;
	if (wrong) {
		strbuf_setf(err, "%s", wrong);
		return -1;
	}
	if (match->kind != RULE_MATCH_REGEX)
		return 0;
	*regex = compile_whole(match->value, err);
	return *regex ? 0 : -1;
}

/* --- Matching --- */

static enum rule_fit fit_of(bool sure, bool equal)
{
	if (!sure)
		return RULE_FIT_UNSURE;
	return equal ? RULE_FIT_YES : RULE_FIT_NO;
}

static enum rule_fit canonical_fits(struct slice json, const char *want)
{
	struct strbuf canonical = STRBUF_INIT;
	bool sure = rule_canonical_json(&canonical, json);
	bool equal = !strcmp(canonical.buf, want);
	enum rule_fit fit = fit_of(sure, equal);

	if (sure && !equal && rule_values_equal(canonical.buf, want))
		fit = RULE_FIT_UNSURE;
	strbuf_release(&canonical);
	return fit;
}

static enum rule_fit words_fit(struct slice text, const char *want)
{
	struct strbuf words = STRBUF_INIT;
	bool sure = rule_value_words(&words, text);
	size_t len = strlen(want);
	bool begins =
		slice_starts_with(strbuf_slice(&words), slice_of(want, len)) &&
		(words.len == len || words.buf[len] == ' ');
	enum rule_fit fit = fit_of(sure, begins);

	strbuf_release(&words);
	return fit;
}

/*
 * "[^;]*" matches a line break, and "." does not, which authors seldom have in
 * mind: a pattern never decides a text of several lines.
 */
static enum rule_fit regex_fits(struct regex *regex, struct slice text)
{
	struct regex_match found;

	if (!rule_value_is_one_line(text))
		return RULE_FIT_UNSURE;
	switch (regex_find(regex, text, 0, &found)) {
	case REGEX_MATCH:
		return found.start == 0 && found.end == text.len ? RULE_FIT_YES
								 : RULE_FIT_NO;
	case REGEX_NO_MATCH:
		return RULE_FIT_NO;
	default:
		return RULE_FIT_UNSURE;
	}
}

static enum rule_fit value_fits(const struct rule_match *match,
				struct regex *regex,
				const struct rule_argument *argument,
				struct slice arguments, const char *root)
{
	struct strbuf text = STRBUF_INIT;
	/* A tool may read a list of words, too: no text is no other text. */
	enum rule_fit fit = RULE_FIT_UNSURE;

	if (match->kind == RULE_MATCH_EQUALS)
		return canonical_fits(argument->value, match->value);
	if (json_string_add(&text, argument->value)) {
		struct slice value = strbuf_slice(&text);

		if (match->kind == RULE_MATCH_WORDS)
			fit = words_fit(value, match->value);
		else if (match->kind == RULE_MATCH_REGEX)
			fit = regex_fits(regex, value);
		else
			fit = rule_value_inside(value, match->argument,
						match->value, root, arguments);
	}
	strbuf_release(&text);
	return fit;
}

enum rule_fit rule_match_fits(const struct rule_match *match,
			      struct regex *regex, struct slice arguments,
			      const char *root)
{
	struct rule_argument argument;
	struct strbuf others = STRBUF_INIT;
	enum rule_fit fit;

	if (match->kind == RULE_MATCH_ANY)
		return RULE_FIT_YES;
	if (match->kind == RULE_MATCH_EXACT)
		return canonical_fits(arguments, match->value);
	if (!rule_argument_find(&argument, &others, arguments,
				match->argument)) {
		/* Unclear arguments do not rule it out either. */
		fit = argument.unsure ? RULE_FIT_UNSURE : RULE_FIT_NO;
	} else if (match->others && strcmp(others.buf, match->others)) {
		fit = rule_values_equal(others.buf, match->others)
			      ? RULE_FIT_UNSURE
			      : RULE_FIT_NO;
	} else {
		fit = value_fits(match, regex, &argument, arguments, root);
	}
	strbuf_release(&others);
	return fit;
}
