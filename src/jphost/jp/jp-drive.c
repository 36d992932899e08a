#include "config.h"

#include "src/jphost/jp/jp-drive.h"

#include <stdlib.h>
#include <string.h>

#include "proto/event-write.h"
#include "proto/json-write.h"
#include "src/base/clock.h"
#include "src/base/xalloc.h"
#include "src/jphost/jp/jp-agree.h"
#include "src/jphost/jp/jp-drive-state.h"

/* A prompt still unknown after this time is reported as such. */
#define UNKNOWN_MS  1500
#define CANCEL_MS   5000
#define PRINTED_MAX ((size_t)1 << 20)
#define CALLS_MAX   256

struct jp_drive *jp_drive_new(const char *name,
			      const struct jp_drive_sink *sink)
{
	struct jp_drive *drive = xcalloc(1, sizeof(*drive));

	drive->sink = *sink;
	drive->name = xstrdup(name);
	drive->calls = xcalloc(CALLS_MAX, sizeof(*drive->calls));
	strmap_init(&drive->remembered);
	strbuf_init(&drive->printed);
	jp_prompt_init(&drive->prompt);
	strbuf_init(&drive->offer.event);
	strbuf_init(&drive->answer.text);
	return drive;
}

static void forget_calls(struct jp_drive *drive)
{
	for (size_t i = 0; i < drive->call_count; i++) {
		free(drive->calls[i].id);
		free(drive->calls[i].name);
		strbuf_release(&drive->calls[i].arguments);
	}
	drive->call_count = 0;
	drive->call = NULL;
}

void jp_drive_free(struct jp_drive *drive)
{
	if (!drive)
		return;
	forget_calls(drive);
	strmap_release(&drive->remembered);
	free(drive->calls);
	free(drive->name);
	free(drive->offer.id);
	strbuf_release(&drive->printed);
	strbuf_release(&drive->offer.event);
	strbuf_release(&drive->answer.text);
	jp_prompt_release(&drive->prompt);
	free(drive);
}

/* --- Opening and closing a prompt --- */

static struct drive_call *next_call(const struct jp_drive *drive)
{
	for (size_t i = 0; i < drive->call_count; i++) {
		if (!drive->calls[i].done)
			return &drive->calls[i];
	}
	return NULL;
}

static void tell_running(struct jp_drive *drive)
{
	struct strbuf event = STRBUF_INIT;

	event_write_status(&event, EVENT_STATE_RUNNING, false, drive->wall_ms);
	drive->sink.event(drive->sink.user, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
}

static void tell_asks(const struct jp_drive *drive,
		      const struct jp_drive_sink *sink)
{
	bool call = !drive->open || drive->prompt.kind == JP_PROMPT_PERMISSION;
	const struct drive_call *about =
		drive->open ? drive->call : next_call(drive);

	sink->asks(sink->user, call ? "tool_approval" : "inquiry",
		   call && about ? about->id : NULL);
}

static void withdraw(struct jp_drive *drive, enum prompt_voice voice,
		     enum prompt_outcome outcome)
{
	struct drive_offer *offer = &drive->offer;
	struct strbuf event = STRBUF_INIT;

	if (offer->respond == RESPOND_NONE)
		return;
	event_write_closed(&event, offer->id, voice, outcome, drive->wall_ms);
	drive->sink.event(drive->sink.user, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
	offer->respond = RESPOND_NONE;
	free(offer->id);
	offer->id = NULL;
	strbuf_reset(&offer->event);
}

void jp_drive_close(struct jp_drive *drive, enum prompt_voice voice,
		    enum prompt_outcome outcome)
{
	withdraw(drive, voice, outcome);
	if (!drive->open)
		return;
	drive->open = false;
	if (drive->told)
		tell_running(drive);
	if (drive->call)
		drive->call->done = true;
	drive->call = NULL;
	strbuf_reset(&drive->printed);
}

/* The prompt closed, but not because of our answer. */
static void close_otherwise(struct jp_drive *drive)
{
	jp_drive_close(drive,
		       drive->touched ? PROMPT_VOICE_TERMINAL
				      : PROMPT_VOICE_CANCEL,
		       PROMPT_OUTCOME_CANCELLED);
}

static void keep_prompt(struct jp_drive *drive, const struct jp_prompt *prompt)
{
	struct jp_prompt *own = &drive->prompt;

	own->kind = prompt->kind;
	own->preset = prompt->preset;
	strbuf_reset(&own->text);
	strbuf_reset(&own->server);
	strbuf_addslice(&own->text, strbuf_slice(&prompt->text));
	strbuf_addslice(&own->server, strbuf_slice(&prompt->server));
}

static void open_prompt(struct jp_drive *drive, const struct jp_prompt *prompt)
{
	if (prompt->kind == JP_PROMPT_NONE)
		return;
	/* The call was waiting for this prompt. */
	if (drive->lost)
		tell_running(drive);
	keep_prompt(drive, prompt);
	drive->open = true;
	drive->touched = drive->looks = drive->told = drive->lost = false;
	drive->mode_known = false;
	drive->moved_ms = drive->now_ms;
}

void jp_drive_drawn(struct jp_drive *drive, const struct jp_prompt *prompt,
		    enum jp_drive_mode mode, int64_t now_ms)
{
	static const struct jp_prompt none = { .text = STRBUF_INIT,
					       .server = STRBUF_INIT,
					       .value = STRBUF_INIT };
	bool known;

	if (mode != JP_DRIVE_KEYS)
		prompt = &none;
	known = prompt->kind != JP_PROMPT_NONE;
	drive->now_ms = now_ms;
	drive->moved_ms = now_ms;
	if (jp_drive_answer_drawn(drive, prompt))
		return;
	if (drive->open && jp_prompt_same(&drive->prompt, prompt)) {
		drive->looks = false; /* the prompt was drawn again */
		return;
	}
	if (drive->open && drive->looks)
		return; /* what the user asked to see was printed */
	if (drive->open) {
		/* The first prompt cannot have been answered without a key. */
		if (known && !drive->touched)
			drive->suspect = true;
		close_otherwise(drive);
	}
	open_prompt(drive, prompt);
}

/* --- Output of jp --- */

void jp_drive_printed(struct jp_drive *drive, struct slice text, int64_t now_ms)
{
	struct strbuf *printed = &drive->printed;

	drive->moved_ms = now_ms;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] != '\r')
			strbuf_addch(printed, text.ptr[i]);
	}
	if (printed->len > PRINTED_MAX)
		strbuf_remove(printed, 0, printed->len - PRINTED_MAX / 2);
}

void jp_drive_called(struct jp_drive *drive,
		     const struct trace_follow_call *call)
{
	struct drive_call *own;

	if (!call->asks || drive->call_count == CALLS_MAX ||
	    strmap_get(&drive->remembered, slice_str(call->name)))
		return;
	own = &drive->calls[drive->call_count++];
	*own = (struct drive_call){ xstrdup(call->id), xstrdup(call->name),
				    STRBUF_INIT, false };
	strbuf_addslice(&own->arguments, call->arguments);
}

void jp_drive_logged(struct jp_drive *drive, const struct trace_line *line)
{
	bool asks = drive->open && drive->prompt.kind == JP_PROMPT_PERMISSION &&
		    drive->answer.step == DRIVE_IDLE;

	drive->moved_ms = drive->now_ms;
	switch (line->kind) {
	case TRACE_LINE_TURN:
		strmap_release(&drive->remembered);
		/* fallthrough */
	case TRACE_LINE_TOOL:
	case TRACE_LINE_STREAM:
	case TRACE_LINE_FLUSHED:
	case TRACE_LINE_RETRY:
		/* All calls that were asked about are answered. */
		if (asks)
			jp_drive_close(drive, PROMPT_VOICE_CANCEL,
				       PROMPT_OUTCOME_CANCELLED);
		if (!drive->open)
			forget_calls(drive);
		if (drive->lost)
			tell_running(drive);
		drive->lost = false;
		break;
	case TRACE_LINE_EVENT:
		/* The answer's stream continues, so jp is not waiting. */
		if (asks && drive->offer.respond != RESPOND_NONE)
			jp_drive_close(drive, PROMPT_VOICE_CANCEL,
				       PROMPT_OUTCOME_CANCELLED);
		break;
	default:
		break;
	}
}

void jp_drive_ended(struct jp_drive *drive)
{
	jp_drive_close(drive, PROMPT_VOICE_CANCEL, PROMPT_OUTCOME_CANCELLED);
	drive->answer.step = DRIVE_IDLE;
}

/* --- Keys of the user --- */

static void remember(struct jp_drive *drive)
{
	const char *name = drive->call->name;

	strmap_put(&drive->remembered, slice_str(name), drive);
	for (size_t i = 0; i < drive->call_count; i++) {
		if (!strcmp(drive->calls[i].name, name))
			drive->calls[i].done = true;
	}
}

static enum prompt_outcome outcome_of(char key)
{
	switch (key) {
	case 'y':
	case 'Y':
		return PROMPT_OUTCOME_APPROVED;
	case 'n':
	case 'N':
	case 'r':
	case 0x1b: /* Escape, Ctrl-C */
	case 0x03:
		return PROMPT_OUTCOME_REJECTED;
	default:
		return PROMPT_OUTCOME_CANCELLED;
	}
}

void jp_drive_typed(struct jp_drive *drive, struct slice keys)
{
	char key = keys.len ? keys.ptr[0] : 0;
	bool menu = drive->prompt.kind == JP_PROMPT_PERMISSION;
	enum prompt_outcome outcome = outcome_of(key);

	drive->suspect = false;
	if (!drive->open || !keys.len)
		return;
	if (keys.len == 1 && (key == '?' || (menu && key == 'p'))) {
		drive->looks = true;
		return;
	}
	drive->touched = true;
	drive->looks = false;
	/* It may become other than it was, or not. */
	if ((!menu && outcome == PROMPT_OUTCOME_APPROVED) ||
	    (key == 'e' && (menu || drive->prompt.kind == JP_PROMPT_DELIVERY)))
		outcome = PROMPT_OUTCOME_ANSWERED;
	if (menu && drive->call && (key == 'Y' || key == 'N'))
		remember(drive);
	withdraw(drive, PROMPT_VOICE_TERMINAL, outcome);
}

bool jp_drive_holds(const struct jp_drive *drive)
{
	return drive->answer.step != DRIVE_IDLE;
}

/* --- The end of a turn --- */

void jp_drive_cancel(struct jp_drive *drive, int64_t now_ms)
{
	drive->cancel_ms = now_ms + CANCEL_MS;
}

/* The key that ends the turn, or opens the menu that does; 0: none. */
static char cancel_key(const struct jp_drive *drive)
{
	switch (drive->prompt.kind) {
	case JP_PROMPT_INTERRUPT:
		return 's';
	case JP_PROMPT_PERMISSION:
	case JP_PROMPT_DELIVERY:
	case JP_PROMPT_YES_NO:
	case JP_PROMPT_LIST:
	case JP_PROMPT_TEXT:
		/* jp ignores signals while asking. Ctrl-C skips the prompt. */
		return 0x03;
	default:
		return 0;
	}
}

static bool is_cancelled(const struct jp_drive *drive)
{
	return drive->now_ms < drive->cancel_ms && drive->open &&
	       !drive->touched && drive->mode == JP_DRIVE_KEYS &&
	       cancel_key(drive);
}

static void cancel(struct jp_drive *drive)
{
	const char key = cancel_key(drive);

	if (drive->now_ms - drive->moved_ms < DRIVE_QUIET_MS)
		return;
	if (drive->prompt.kind == JP_PROMPT_INTERRUPT)
		drive->cancel_ms = 0;
	withdraw(drive, PROMPT_VOICE_CANCEL, PROMPT_OUTCOME_CANCELLED);
	drive->touched = true;
	drive->sink.type(drive->sink.user, slice_of(&key, 1));
}

/* --- Offering --- */

static void offer(struct jp_drive *drive, const char *id,
		  enum respond_kind respond)
{
	drive->offer.id = xstrdup(id);
	drive->offer.respond = respond;
	drive->sink.event(drive->sink.user, strbuf_slice(&drive->offer.event),
			  respond);
}

static bool offer_call(struct jp_drive *drive)
{
	struct drive_call *call = next_call(drive);

	if (!call || !slice_is(strbuf_slice(&drive->prompt.text), call->name))
		return false;
	/* It is this call's turn, whether it can be offered or not. */
	drive->call = call;
	if (!jp_agree(strbuf_slice(&drive->printed), call->name,
		      strbuf_slice(&call->arguments)))
		return false;
	event_write_call(&drive->offer.event, call->id, call->name,
			 strbuf_slice(&call->arguments), drive->wall_ms);
	offer(drive, call->id, RESPOND_TOOL_APPROVAL);
	return true;
}

/*
 * A question has no id outside of jp and is not logged; only its row identifies
 * it.
 */
static bool offer_question(struct jp_drive *drive)
{
	struct strbuf inquiry = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf id = STRBUF_INIT;

	if (drive->prompt.kind == JP_PROMPT_DELIVERY)
		/* jp neither prints nor logs nor stores the result before. */
		strbuf_addf(&text,
			    "Deliver %s result to assistant?\n\n"
			    "jp shows the result only once it is delivered. To "
			    "read it before, press e in jp's own terminal: it "
			    "is then text to edit, which Enter delivers.",
			    drive->prompt.text.buf);
	else
		strbuf_addslice(&text, strbuf_slice(&drive->prompt.text));
	strbuf_addf(&id, "%s-%u", drive->name, ++drive->made);
	strbuf_addstr(&inquiry, "{\"id\":");
	json_write_string(&inquiry, strbuf_slice(&id));
	strbuf_addstr(&inquiry, ",\"source\":{\"source\":\"tool\"},"
				"\"question\":{\"text\":");
	json_write_string(&inquiry, strbuf_slice(&text));
	strbuf_addstr(&inquiry, ",\"answer_type\":{\"type\":\"boolean\"}}}");
	event_write_inquiry(&drive->offer.event, strbuf_slice(&inquiry),
			    drive->wall_ms);
	offer(drive, id.buf, RESPOND_INQUIRY);
	strbuf_release(&inquiry);
	strbuf_release(&text);
	strbuf_release(&id);
	return true;
}

static bool try_offer(struct jp_drive *drive)
{
	if (drive->touched || drive->looks || drive->suspect ||
	    drive->mode != JP_DRIVE_KEYS)
		return false;
	switch (drive->prompt.kind) {
	case JP_PROMPT_PERMISSION:
		return offer_call(drive);
	case JP_PROMPT_DELIVERY:
	case JP_PROMPT_YES_NO:
		return offer_question(drive);
	default:
		return false;
	}
}

static void look(struct jp_drive *drive)
{
	int64_t quiet_ms = drive->now_ms - drive->moved_ms;

	if (drive->offer.respond != RESPOND_NONE || quiet_ms < DRIVE_QUIET_MS ||
	    drive->told || try_offer(drive) || quiet_ms < UNKNOWN_MS)
		return;
	drive->told = true;
	tell_asks(drive, &drive->sink);
}

/* Report a call that jp must ask about if no prompt of it is recognized. */
static void look_for_lost(struct jp_drive *drive)
{
	if (drive->lost || !next_call(drive) ||
	    drive->now_ms - drive->moved_ms < UNKNOWN_MS)
		return;
	drive->lost = true;
	tell_asks(drive, &drive->sink);
}

void jp_drive_run(struct jp_drive *drive, enum jp_drive_mode mode,
		  int64_t now_ms, int64_t wall_ms)
{
	bool turned = drive->mode_known && mode != drive->mode;

	drive->now_ms = now_ms;
	drive->wall_ms = wall_ms;
	drive->mode = mode;
	drive->mode_known = true;
	if (turned && mode == JP_DRIVE_LINES)
		drive->suspect = false;
	if (drive->answer.step != DRIVE_IDLE) {
		if (turned)
			jp_drive_answer_mode(drive);
		jp_drive_answer_run(drive);
		return;
	}
	/* The mode does not change within a prompt. */
	if (turned && drive->open && !drive->looks)
		close_otherwise(drive);
	if (is_cancelled(drive))
		cancel(drive);
	if (drive->open)
		look(drive);
	else
		look_for_lost(drive);
}

int64_t jp_drive_wake_ms(const struct jp_drive *drive)
{
	int64_t wake_ms = -1;

	if (drive->answer.step != DRIVE_IDLE)
		sooner_ms(&wake_ms, drive->answer.deadline_ms);
	if (drive->answer.shown)
		sooner_ms(&wake_ms, drive->moved_ms + DRIVE_QUIET_MS);
	if (is_cancelled(drive))
		sooner_ms(&wake_ms, drive->moved_ms + DRIVE_QUIET_MS);
	if (!drive->open && !drive->lost && next_call(drive))
		sooner_ms(&wake_ms, drive->moved_ms + UNKNOWN_MS);
	if (drive->open && drive->offer.respond == RESPOND_NONE &&
	    !drive->told) {
		int64_t quiet_ms = drive->now_ms - drive->moved_ms;

		sooner_ms(&wake_ms, drive->moved_ms + (quiet_ms < DRIVE_QUIET_MS
							       ? DRIVE_QUIET_MS
							       : UNKNOWN_MS));
	}
	return wake_ms;
}

void jp_drive_replay(const struct jp_drive *drive,
		     const struct jp_drive_sink *sink)
{
	if (drive->offer.respond != RESPOND_NONE)
		sink->event(sink->user, strbuf_slice(&drive->offer.event),
			    drive->offer.respond);
	else if ((drive->open && drive->told) || drive->lost)
		tell_asks(drive, sink);
}
