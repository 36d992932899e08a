#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session.h"
#include "tests/unit/random.h"

#define STEPS 150
#define IDS   12

struct maker {
	struct session *session;
	uint64_t seed;
	int contents; /* how many there are */
	int last[SESSION_HOSTS][IDS];
	bool question[SESSION_HOSTS][IDS];
};

/* Characters that hide, join, turn or look like others, as JSON has them. */
static const char *const strange[] = {
	"\\u200b",
	"\\u200d",
	"\\u202e",
	"\\u2066",
	"\\u00ad",
	"\\u115f",
	"\\u3164",
	"\\u2800",
	"\\u0430",
	"\\uff41",
	"e\\u0301",
	"\\u00e9",
	"\\u4e2d",
	"\\ud83d\\ude00",
	"\\ufe0f",
	"\\u0000",
	"\\u001b[2J",
	"\\t",
	"\\n",
	"\\r",
	"\\udb40\\udc41",
	"\\ud800",
	"\\u05d0",
	"            ",
};

static unsigned roll(struct maker *m, unsigned below)
{
	return random_below(&m->seed, below);
}

static struct session_step *add(struct maker *m, enum session_kind kind)
{
	struct session *session = m->session;
	struct session_step *step;

	ALLOC_GROW(session->steps, session->count + 1, session->cap);
	step = &session->steps[session->count++];
	*step = (struct session_step){ .kind = kind, .text = STRBUF_INIT };
	return step;
}

static void tick(struct maker *m, int ms)
{
	add(m, SESSION_TICK)->number = ms;
}

static void key(struct maker *m, const char *name)
{
	strbuf_addstr(&add(m, SESSION_KEY)->text, name);
}

/* A word that nothing else contains: at the start, within, at the end. */
static void add_mark(struct strbuf *out, int content, char where)
{
	strbuf_addf(out, "Q%d%cQ", content, where);
}

static void add_content(struct maker *m, struct strbuf *out, int content)
{
	uint64_t seed = (uint64_t)content * 2654435761u + 7;
	uint32_t rows = random_below(&seed, 3) ? 0 : random_below(&seed, 40);

	(void)m;
	add_mark(out, content, 'a');
	for (uint32_t i = random_below(&seed, 4); i-- > 0;)
		strbuf_addf(out, " %s",
			    strange[random_below(&seed, ARRAY_SIZE(strange))]);
	while (rows-- > 0)
		strbuf_addf(out, "\\nrow %u", (unsigned)rows);
	/* On a row of its own, where no edge cuts it. */
	strbuf_addstr(out, "\\n");
	add_mark(out, content, 'z');
}

static void ask(struct maker *m, int host, int id, int content)
{
	struct session_step *step = add(m, SESSION_HOST);

	step->host = host;
	step->id = id;
	step->number = id % SESSION_CONVERSATIONS;
	step->content = content;
	m->last[host][id] = content;
	if (m->question[host][id]) {
		step->about = ABOUT_QUESTION;
		strbuf_addstr(&step->text,
			      "{\"type\":\"event\",\"sub_id\":\"" SESSION_SUB
			      "\",\"respond\":\"inquiry\",\"data\":{\"type\":"
			      "\"inquiry_request\",");
		strbuf_addf(&step->text,
			    "\"id\":\"i%d\",\"question\":{\"text\":\"", id);
		add_content(m, &step->text, content);
		strbuf_addstr(&step->text, "\",\"answer_type\":{\"type\":"
					   "\"boolean\"}}}}");
	} else {
		step->about = ABOUT_TOOL;
		strbuf_addstr(&step->text,
			      "{\"type\":\"event\",\"sub_id\":\"" SESSION_SUB
			      "\",\"respond\":\"tool_approval\",\"data\":{"
			      "\"type\":\"tool_call_request\",");
		strbuf_addf(&step->text,
			    "\"id\":\"t%d\",\"name\":\"run\","
			    "\"arguments\":{\"command\":\"",
			    id);
		add_content(m, &step->text, content);
		strbuf_addstr(&step->text, "\"}}}");
	}
	m->session->prompts++;
}

static void about_id(struct maker *m, enum session_about about,
		     const char *format, int host, int id)
{
	struct session_step *step = add(m, SESSION_HOST);
	char name[16];

	snprintf(name, sizeof(name), "%c%d", m->question[host][id] ? 'i' : 't',
		 id);
	step->host = host;
	step->id = id;
	step->number = id % SESSION_CONVERSATIONS;
	step->about = about;
	strbuf_addstr(&step->text, "{\"type\":\"event\",\"sub_id\":"
				   "\"" SESSION_SUB "\",\"data\":{\"type\":");
	if (about == ABOUT_COMPLETE)
		strbuf_addstr(&step->text, "\"query_complete\"}}");
	else
		strbuf_addf(&step->text, "\"%s\",\"id\":\"%s\",%s}}", format,
			    name,
			    about == ABOUT_CLOSED ? "\"by\":\"timeout\""
						  : "\"content\":\"x\"");
}

static void host_says(struct maker *m)
{
	int host = (int)roll(m, SESSION_HOSTS), id = (int)roll(m, IDS);

	switch (roll(m, 12)) {
	case 0: /* again the same */
	case 1:
		if (m->last[host][id])
			ask(m, host, id, m->last[host][id]);
		break;
	case 2:
		about_id(m, ABOUT_CLOSED, "prompt_closed", host, id);
		break;
	case 3:
		about_id(m, ABOUT_RESULT,
			 m->question[host][id] ? "inquiry_response"
					       : "tool_call_response",
			 host, id);
		break;
	case 4:
		about_id(m, ABOUT_COMPLETE, "", host, id);
		break;
	case 5: /* what another one asks for */
		if (m->contents) {
			ask(m, host, id,
			    1 + (int)roll(m, (unsigned)m->contents));
			break;
		}
		/* fallthrough */
	default:
		ask(m, host, id, ++m->contents);
	}
}

/* Somebody who reads, or seems to. */
static void answer(struct maker *m)
{
	static const char *const keys[] = { "y", "y", "y", "n", "I" };

	if (!roll(m, 3))
		key(m, "a");
	tick(m, 400 + (int)roll(m, 900));
	if (!roll(m, 3)) {
		key(m, "G");
		tick(m, 200 + (int)roll(m, 900));
	}
	key(m, keys[roll(m, ARRAY_SIZE(keys))]);
	if (!roll(m, 3)) {
		tick(m, 300 + (int)roll(m, 900));
		key(m, "y");
	}
}

/* A key that is down: a pause, then the rest. */
static void hold(struct maker *m)
{
	static const char *const keys[] = {
		"y", "n", "I", "a", "<Enter>", "j"
	};
	const char *name = keys[roll(m, ARRAY_SIZE(keys))];
	int times = 2 + (int)roll(m, 20), every = 15 + (int)roll(m, 60);

	key(m, name);
	tick(m, 150 + (int)roll(m, 851));
	while (times-- > 0) {
		key(m, name);
		tick(m, every);
		if (!roll(m, 12))
			host_says(m);
	}
}

static void press(struct maker *m)
{
	static const char *const keys[] = {
		"y",        "y",     "y",     "n",     "I",       "a",
		"a",        "<Esc>", "]",     "[",     "p",       "o",
		"j",        "k",     "G",     "g",     "<Space>", "<Enter>",
		"<Tab>",    "1",     "2",     "<C-s>", "<C-l>",   "b",
		"i",        "x",     "z",     "|",     "?",       "<PageDown>",
		"<PageUp>", "v",     "<M-y>", "<F2>",  "A",       "t",
	};

	key(m, keys[roll(m, ARRAY_SIZE(keys))]);
}

static void do_else(struct maker *m)
{
	static const int sizes[][2] = { { 80, 24 },  { 40, 10 }, { 39, 12 },
					{ 120, 40 }, { 80, 24 }, { 60, 9 } };
	struct session_step *step;
	unsigned size = roll(m, ARRAY_SIZE(sizes));

	switch (roll(m, 8)) {
	case 0:
		step = add(m, SESSION_RESIZE);
		step->x = sizes[size][0];
		step->y = sizes[size][1];
		break;
	case 1:
		add(m, SESSION_FOCUS)->number = 0;
		tick(m, (int)roll(m, 900));
		add(m, SESSION_FOCUS)->number = 1;
		break;
	case 2:
		strbuf_addstr(&add(m, SESSION_PASTE)->text, "y\ny\n");
		break;
	case 3:
		add(m, SESSION_WHEEL)->number = roll(m, 2) ? 1 : -1;
		break;
	case 4:
		step = add(m, SESSION_CLICK);
		step->x = (int)roll(m, 80);
		step->y = (int)roll(m, 24);
		break;
	case 5:
		add(m, SESSION_STALL);
		tick(m, (int)roll(m, 900));
		key(m, "y");
		break;
	case 6:
		if (!roll(m, 10))
			add(m, SESSION_LOST)->host = 1;
		break;
	default:
		add(m, SESSION_FLOW);
	}
}

void session_make(struct session *session, uint64_t seed)
{
	struct maker m = { .session = session,
			   .seed = seed * 0x9e3779b97f4a7c15u + 1 };

	*session = (struct session){ 0 };
	for (int host = 0; host < SESSION_HOSTS; host++)
		for (int id = 0; id < IDS; id++)
			m.question[host][id] = !roll(&m, 4);
	while (session->count < STEPS) {
		unsigned what = roll(&m, 100);

		if (what < 28)
			host_says(&m);
		else if (what < 48)
			answer(&m);
		else if (what < 66)
			press(&m);
		else if (what < 72)
			hold(&m);
		else if (what < 80)
			do_else(&m);
		else if (what < 84)
			add(&m, SESSION_BUSY)->number = (int)roll(&m, 2000);
		else
			tick(&m, (int)roll(&m, 900));
	}
}

void session_release(struct session *session)
{
	for (size_t i = 0; i < session->count; i++)
		strbuf_release(&session->steps[i].text);
	free(session->steps);
	*session = (struct session){ 0 };
}
