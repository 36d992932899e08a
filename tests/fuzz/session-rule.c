#include "config.h"

#include "tests/fuzz/session-rule.h"

#include <stdio.h>
#include <string.h>

#include "tests/fuzz/session-content.h"

static const char border[] = "│";

/* Narrow a row to its words; a printed dialog has no borders. */
static void find_words(const char **from, const char **to, bool bordered)
{
	const char *end = *to;

	if (bordered) {
		*from = strstr(*from, border);
		if (!*from || *from >= end) {
			*from = *to = end;
			return;
		}
		*from += strlen(border);
		*to = *from;
		for (const char *at = *from;
		     (at = strstr(at, border)) && at < end; at++)
			*to = at;
	}
	while (*from < *to && **from == ' ')
		++*from;
	while (*to > *from && (*to)[-1] == ' ')
		--*to;
}

/* Join the sentence to one line, with one blank per break. */
static void join(struct strbuf *out, const char *dialog)
{
	bool bordered = strstr(dialog, border) != NULL;

	while (*dialog) {
		const char *end = dialog + strcspn(dialog, "\n");
		const char *from = dialog, *to = end;

		find_words(&from, &to, bordered);
		if (to > from) {
			strbuf_add(out, from, (size_t)(to - from));
			strbuf_addch(out, ' ');
		}
		dialog = *end ? end + 1 : end;
	}
}

static void copy_until(char *out, size_t size, const char *text, char end)
{
	size_t len = strcspn(text, (char[]){ end, '\0' });

	snprintf(out, size, "%.*s", (int)len, text);
}

static bool begins(const char *text, const char *with, const char **behind)
{
	size_t len = strlen(with);

	*behind = text + len;
	return !strncmp(text, with, len);
}

static void read_match(struct session_rule *rule, const char *text)
{
	const char *at;

	if (begins(text, "any arguments", &at)) {
		rule->says = SAYS_ANY;
	} else if (begins(text, "exactly these arguments: ", &at) ||
		   begins(text, "'command' is \"", &at) ||
		   begins(text, "'path' is \"", &at)) {
		rule->says = SAYS_THESE;
	} else if (begins(text, "'command' begins with the words \"", &at)) {
		rule->says = SAYS_WORDS;
		copy_until(rule->head, sizeof(rule->head), at, '"');
	} else if (begins(text, "'path' is a path inside \"", &at)) {
		rule->says = SAYS_INSIDE;
		copy_until(rule->head, sizeof(rule->head), at, '"');
	} else {
		rule->any_like = true;
	}
}

bool session_rule_read(struct session_rule *rule, const char *dialog)
{
	static const char approve[] = "Approve calls of run: ";
	static const char reject[] = "Reject calls of run: ";
	struct strbuf text = STRBUF_INIT;
	const char *at;

	*rule = (struct session_rule){ 0 };
	join(&text, dialog);
	at = strstr(text.buf, approve);
	rule->allow = at != NULL;
	if (at)
		at += strlen(approve);
	else if ((at = strstr(text.buf, reject)))
		at += strlen(reject);
	if (at) {
		read_match(rule, at);
		rule->turn = strstr(at, "until its turn ends.") != NULL;
		rule->others = strstr(at, "with any other arguments") != NULL;
		/* If a small screen shows only a part, it may be either: the
		 * one that is no reason to complain. */
		rule->by_host =
			rule->allow
				? !strstr(at, "in the conversation ")
				: strstr(at,
					 "in every conversation of host ") !=
					  NULL;
	}
	strbuf_release(&text);
	return at != NULL;
}

static bool is_inside(const char *directory, const char *head)
{
	size_t len = strlen(head);

	/* The workspace's root may precede it. */
	if (!strncmp(directory, "/w/", 3))
		directory += 3;
	else if (!strcmp(directory, "/w"))
		return true;
	return !strncmp(directory, head, strlen(directory)) &&
	       strlen(directory) <= len &&
	       (head[strlen(directory)] == '/' || !head[strlen(directory)]);
}

bool session_rule_covers(const struct session_rule *rule, int host,
			 int conversation, int content)
{
	const struct session_content c = session_content_of(content);
	const struct session_content own = session_content_of(rule->content);

	if (rule->host != host ||
	    (!rule->by_host && rule->conversation != conversation) ||
	    session_content_is_suspicious(content))
		return false;
	if (rule->any_like || rule->says == SAYS_ANY)
		return true;
	if (rule->says == SAYS_THESE)
		return content == rule->content;
	return c.kind == own.kind && !*c.trap &&
	       (rule->others || c.others == own.others) &&
	       (rule->says == SAYS_WORDS ? !strcmp(c.head, rule->head)
					 : is_inside(rule->head, c.head));
}
