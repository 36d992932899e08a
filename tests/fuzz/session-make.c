#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/xalloc.h"
#include "tests/fuzz/session-content.h"
#include "tests/fuzz/session-terminal.h"
#include "tests/fuzz/session.h"
#include "tests/unit/random.h"

#define STEPS 150
#define IDS   12

struct maker {
	struct session *session;
	uint64_t seed;
	int contents; /* how many there are */
	int like;     /* many resemble this one */
	int edits;    /* how many */
	bool rules;   /* many rules are made in this session */
	int last[SESSION_HOSTS][IDS];
	unsigned spelling[SESSION_HOSTS][IDS];
	enum session_question question[SESSION_HOSTS][IDS];
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

static void press_key(struct maker *m, const char *name,
		      enum session_press press)
{
	struct session_step *step = add(m, SESSION_KEY);

	step->x = press;
	strbuf_addstr(&step->text, name);
}

static void key(struct maker *m, const char *name)
{
	press_key(m, name, PRESS_TAP);
}

int session_options(int content)
{
	static const int counts[] = { 2, 3, 5, 12, SESSION_OPTIONS };

	return counts[(unsigned)content % ARRAY_SIZE(counts)];
}

static void add_answer_type(struct strbuf *out, enum session_question kind,
			    int content)
{
	static const char *const types[] = { "", "boolean", "select",
					     "multi_select", "text" };

	strbuf_addf(out, "\"answer_type\":{\"type\":\"%s\"", types[kind]);
	if (kind == QUESTION_SELECT || kind == QUESTION_SEVERAL) {
		strbuf_addstr(out, ",\"options\":[");
		for (int i = 0; i < session_options(content); i++)
			strbuf_addf(out,
				    "%s{\"value\":\"O%dx%dO\","
				    "\"label\":\"O%dx%dO\"}",
				    i ? "," : "", content, i, content, i);
		strbuf_addch(out, ']');
	}
	strbuf_addch(out, '}');
}

static void ask(struct maker *m, int host, int id, int content)
{
	struct session_step *step = add(m, SESSION_HOST);

	step->host = host;
	step->id = id;
	step->number = id % SESSION_CONVERSATIONS;
	step->content = content;
	m->last[host][id] = content;
	step->question = m->question[host][id];
	if (step->question) {
		step->about = ABOUT_QUESTION;
		strbuf_addstr(&step->text,
			      "{\"type\":\"event\",\"sub_id\":\"" SESSION_SUB
			      "\",\"respond\":\"inquiry\",\"data\":{\"type\":"
			      "\"inquiry_request\",");
		strbuf_addf(&step->text,
			    "\"id\":\"i%d\",\"question\":{\"text\":\"", id);
		session_content_add_text(&step->text, content);
		strbuf_addstr(&step->text, "\",");
		add_answer_type(&step->text, step->question, content);
		strbuf_addstr(&step->text, "}}}");
	} else {
		step->about = ABOUT_TOOL;
		strbuf_addstr(&step->text,
			      "{\"type\":\"event\",\"sub_id\":\"" SESSION_SUB
			      "\",\"respond\":\"tool_approval\",\"data\":{"
			      "\"type\":\"tool_call_request\",");
		strbuf_addf(&step->text,
			    "\"id\":\"t%d\",\"name\":\"run\","
			    "\"arguments\":",
			    id);
		if (!roll(m, 3))
			m->spelling[host][id] = roll(m, 8);
		/* Its second bit concerns the other argument. */
		step->spelling = m->spelling[host][id] &
				 (session_content_of(content).others ? 7 : 5);
		session_content_add_arguments(&step->text, content,
					      step->spelling);
		strbuf_addstr(&step->text, "}}");
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

/* New content; often one that a rule could answer together with others. */
static int new_content(struct maker *m)
{
	const struct session_content like = session_content_of(m->like);
	unsigned tries = m->rules && roll(m, 5) ? 40 : 0;

	m->contents++;
	while (tries-- > 0) {
		const struct session_content c =
			session_content_of(m->contents);

		if (c.kind == like.kind && c.head == like.head &&
		    c.others == like.others)
			break;
		m->contents++;
	}
	return m->contents;
}

static void host_says(struct maker *m)
{
	int host = (int)roll(m, SESSION_HOSTS), id = (int)roll(m, IDS);

	switch (roll(m, 12)) {
	case 0: /* the same again */
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
	case 5: /* the content of another request */
		if (m->contents) {
			ask(m, host, id,
			    1 + (int)roll(m, (unsigned)m->contents));
			break;
		}
		/* fallthrough */
	default:
		ask(m, host, id, new_content(m));
	}
}

/* A user who reads, or seems to. */
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

/* A user who makes a rule, and what may follow. */
static void make_rule(struct maker *m)
{
	if (!roll(m, 2)) {
		key(m, "<Esc>");
		tick(m, 400);
	}
	key(m, "a");
	tick(m, 600 + (int)roll(m, 400));
	key(m, roll(m, 4) ? "Y" : "N");
	tick(m, 300 + (int)roll(m, 500));
	for (unsigned i = roll(m, 4); i-- > 0;) {
		key(m, roll(m, 3) ? "<Down>" : "<Tab>");
		tick(m, 260 + (int)roll(m, 900));
	}
	key(m, "<Enter>");
	tick(m, 400 + (int)roll(m, 700));
	key(m, roll(m, 6) ? "y" : "<Esc>");
	for (int i = 0; i < SESSION_HOSTS * SESSION_CONVERSATIONS; i++) {
		if (!roll(m, 2))
			ask(m, i % SESSION_HOSTS,
			    i / SESSION_HOSTS + (int)roll(m, IDS / 3) * 3,
			    new_content(m));
		tick(m, (int)roll(m, 300));
	}
}

/* A user who adds an argument with a unique name. */
static void edit(struct maker *m)
{
	bool own;

	key(m, "a");
	tick(m, 300 + (int)roll(m, 600));
	key(m, "e");
	tick(m, (int)roll(m, 300));
	own = m->session->mode == MODE_PTY && roll(m, 2);
	if (!own) {
		key(m, "<C-Home>");
		key(m, "<Right>");
	}
	strbuf_addf(&add(m, own ? SESSION_EDITOR : SESSION_PASTE)->text,
		    "\"E%dE\":1,", ++m->edits);
	tick(m, (int)roll(m, 300));
	if (!roll(m, 4))
		host_says(m);
	key(m, roll(m, 8) ? "<C-s>" : "<Esc>");
	tick(m, 300 + (int)roll(m, 600));
	key(m, "y");
	if (roll(m, 2)) {
		tick(m, 300 + (int)roll(m, 900));
		key(m, "y");
	}
}

/* A user who chooses or types an answer. */
static void answer_question(struct maker *m)
{
	static const char *const keys[] = { "<Down>",  "<Down>", "<End>",
					    "<Space>", "<Up>",   "h",
					    "2",       "<BS>",   "<PageDown>" };

	key(m, "a");
	tick(m, 400 + (int)roll(m, 400));
	for (unsigned i = roll(m, 5); i-- > 0;) {
		key(m, keys[roll(m, ARRAY_SIZE(keys))]);
		tick(m, (int)roll(m, 700));
	}
	tick(m, (int)roll(m, 400));
	key(m, "<Enter>");
}

/* A held key: a pause, then repeats. */
static void hold(struct maker *m)
{
	static const char *const keys[] = {
		"y", "n", "I", "a", "<Enter>", "j"
	};
	const char *name = keys[roll(m, ARRAY_SIZE(keys))];
	int times = 2 + (int)roll(m, 20), every = 15 + (int)roll(m, 60);

	press_key(m, name, PRESS_DOWN);
	tick(m, 150 + (int)roll(m, 851));
	while (times-- > 0) {
		press_key(m, name, times ? PRESS_REPEAT : PRESS_LAST);
		tick(m, every);
		if (!roll(m, 12))
			host_says(m);
	}
}

static void press(struct maker *m)
{
	static const char *const keys[] = {
		"y",        "y",     "y",      "n",     "I",       "a",
		"a",        "<Esc>", "]",      "[",     "p",       "o",
		"j",        "k",     "G",      "g",     "<Space>", "<Enter>",
		"<Tab>",    "1",     "2",      "<C-s>", "<C-l>",   "b",
		"i",        "x",     "z",      "|",     "?",       "<PageDown>",
		"<PageUp>", "v",     "<M-y>",  "<F2>",  "A",       "t",
		"Y",        "N",     "R",      "d",     "<Down>",  "<M-]>",
		"<M-Left>", "r",     "<M-Up>", "<M-I>", "<Del>",   "<End>",
	};

	key(m, keys[roll(m, ARRAY_SIZE(keys))]);
}

static void do_else(struct maker *m)
{
	static const int sizes[][2] = { { 80, 24 },  { 40, 10 }, { 39, 12 },
					{ 120, 40 }, { 80, 24 }, { 60, 9 } };
	struct session_step *step;
	unsigned size = roll(m, ARRAY_SIZE(sizes));

	switch (roll(m, 9)) {
	case 8:
		add(m, SESSION_SIGHT)->number = 0;
		tick(m, (int)roll(m, 900));
		if (!roll(m, 3))
			answer(m);
		add(m, SESSION_SIGHT)->number = 1;
		break;
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

static void say_line(struct maker *m)
{
	static const char *const lines[] = {
		"#@ y",  "#@ y", "#@ y",  "#@ y",    "#@ n",      "y",
		"n",     "a",    "",      "close",   "#@",        "#@ 2",
		"#@ x2", "#@ h", "#@ no", "#@ yes",  "#@ O",      "#@ u",
		"p",     "more", "r no",  "#@ r no", "#@ o",      "#@ Y",
		"?",     "]",    "[",     "1 hello", ":theme no", "#@ A",
		"#0 y",  "# y",  "y y",   "#@ yy",   "#@y",       "#@ \ty",
	};
	struct session_step *step;

	tick(m, (int)roll(m, 1300));
	step = add(m, SESSION_LINE);
	step->number = roll(m, 8) ? 0 : (int)roll(m, 3) - 1;
	strbuf_addstr(&step->text, lines[roll(m, ARRAY_SIZE(lines))]);
}

static void make_plain(struct maker *m)
{
	while (m->session->count < STEPS) {
		unsigned what = roll(m, 100);

		if (what < 35)
			host_says(m);
		else if (what < 80)
			say_line(m);
		else if (what < 83)
			add(m, SESSION_STALL);
		else if (what < 88)
			add(m, SESSION_FLOW);
		else if (what < 89)
			add(m, SESSION_BUSY)->number = (int)roll(m, 2000);
		else
			tick(m, (int)roll(m, 900));
	}
}

/* A user at the questions of jphost query. */
static void make_query(struct maker *m)
{
	static const char *const keys[] = {
		"y", "y",  "y", "y", "n", "Y",  "N",      "r",    " ",
		"p", "\n", "?", "q", "1", "\t", "\033[A", "\033", "e",
	};
	static const char *const lines[] = { "1\n",    "2\n",   "1,3\n",
					     "x\n",    "\n",    "9\n",
					     "y\n",    "why\n", "1,1\n",
					     "hello\n" };

	while (m->session->count < STEPS) {
		unsigned what = roll(m, 100);

		if (what < 22) {
			host_says(m);
		} else if (what < 25) {
			tick(m, (int)roll(m, 900));
			strbuf_addstr(&add(m, SESSION_PASTE)->text, "y\ny\n");
		} else if (what < 60) {
			tick(m, (int)roll(m, 1400));
			key(m, keys[roll(m, ARRAY_SIZE(keys))]);
		} else if (what < 72) {
			tick(m, (int)roll(m, 1400));
			strbuf_addstr(&add(m, SESSION_LINE)->text,
				      lines[roll(m, ARRAY_SIZE(lines))]);
		} else if (what < 76) {
			for (unsigned i = roll(m, 12); i-- > 0;) {
				key(m, "y");
				tick(m, 30);
			}
		} else if (what < 80) {
			add(m, roll(m, 2) ? SESSION_STALL : SESSION_FLOW);
		} else {
			tick(m, (int)roll(m, 1200));
		}
	}
}

/* A key that comes in one read with something else. */
static void at_once(struct maker *m)
{
	struct session_step *step;
	size_t first;

	key(m, "a");
	tick(m, 800 + (int)roll(m, 1500));
	first = m->session->count;
	switch (roll(m, 5)) {
	case 0:
		step = add(m, SESSION_RESIZE);
		step->x = 60 + (int)roll(m, 60);
		step->y = 20 + (int)roll(m, 20);
		break;
	case 1:
		host_says(m);
		break;
	case 2:
		add(m, SESSION_FOCUS)->number = 1;
		break;
	case 3:
		/* Where a paste is not marked, it is one by itself. */
		strbuf_addstr(&add(m, SESSION_PASTE)->text, "y\ny\n");
		return;
	default:
		press(m);
	}
	for (; first < m->session->count; first++)
		m->session->steps[first].together = true;
	key(m, "y");
	if (!roll(m, 3)) {
		m->session->steps[m->session->count - 1].together = true;
		press(m);
	}
}

static void begin(struct maker *m, struct session *session, uint64_t seed)
{
	*session = (struct session){ 0 };
	*m = (struct maker){ .session = session,
			     .seed = seed * 0x9e3779b97f4a7c15u + 1 };
	m->like = (int)roll(m, 1000);
	m->rules = !roll(m, 3);
	for (int host = 0; host < SESSION_HOSTS; host++)
		for (int id = 0; id < IDS; id++)
			m->question[host][id] =
				roll(m, 4)
					? QUESTION_NONE
					: (enum session_question)(
						  1 +
						  roll(m, QUESTION_KINDS - 1));
}

static void make_screen(struct maker *m)
{
	while (m->session->count < STEPS) {
		unsigned what = roll(m, 100);

		if (m->session->mode == MODE_PTY && !roll(m, 8))
			at_once(m);
		else if (m->rules && what % 4 == 3)
			make_rule(m);
		else if (what < 28)
			host_says(m);
		else if (what < 48)
			answer(m);
		else if (what < 52)
			make_rule(m);
		else if (what < 55)
			answer_question(m);
		else if (what < 58)
			edit(m);
		else if (what < 66)
			press(m);
		else if (what < 72)
			hold(m);
		else if (what < 80)
			do_else(m);
		else if (what < 84)
			add(m, SESSION_BUSY)->number = (int)roll(m, 2000);
		else
			tick(m, (int)roll(m, 900));
	}
}

void session_make(struct session *session, uint64_t seed)
{
	struct maker m;

	begin(&m, session, seed);
	session->mode = roll(&m, 4)   ? MODE_SCREEN
			: roll(&m, 2) ? MODE_PLAIN
				      : MODE_QUERY;
	if (session->mode == MODE_PLAIN)
		make_plain(&m);
	else if (session->mode == MODE_QUERY)
		make_query(&m);
	else
		make_screen(&m);
}

void session_make_pty(struct session *session, uint64_t seed)
{
	struct maker m;

	begin(&m, session, seed);
	session->mode = MODE_PTY;
	session->terminal = seed % SESSION_TERMINALS;
	make_screen(&m);
}

/* A press that may be the first repeat of an earlier one waits for the next:
 * the time for that must not pass while the program is not scheduled. */
void session_make_busy(struct session *session, size_t terminal)
{
	struct maker m;
	int content = 0;

	begin(&m, session, 1);
	session->mode = MODE_PTY;
	session->terminal = terminal;
	while (session_content_of(content).kind == CONTENT_TEXT)
		content++;
	m.question[0][1] = QUESTION_NONE;
	ask(&m, 0, 1, content);
	tick(&m, 200);
	key(&m, "y");
	tick(&m, 1500);
	key(&m, "y");
	add(&m, SESSION_BUSY)->number = 300;
	key(&m, "y");
	tick(&m, 2000);
}

void session_release(struct session *session)
{
	for (size_t i = 0; i < session->count; i++)
		strbuf_release(&session->steps[i].text);
	free(session->steps);
	*session = (struct session){ 0 };
}
