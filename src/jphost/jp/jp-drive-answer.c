#include "config.h"

#include <string.h>

#include "proto/event-write.h"
#include "proto/json-scan.h"
#include "src/jphost/jp/jp-arguments.h"
#include "src/jphost/jp/jp-drive-state.h"

/*
 * An answer is typed key by key, and each key's effect is checked: the prompt
 * must close, the text field must open, contain what was typed, and close. If
 * something does not happen in time, it is reported and nothing more is typed.
 */

/*
 * jp accepts a key in a few milliseconds, but a busy machine can hold it up for
 * more than a second; a text field opens after the terminal has reported its cursor
 * position.
 */
#define TAKEN_MS   3000
#define OPENED_MS  3000
#define EDITED_MS  5000
#define REASON_MAX 4096

#define C_E "\x05"
#define C_U "\x15"
#define C_X "\x18"
#define C_C "\x03"

static void step(struct jp_drive *drive, enum drive_step next, int64_t in_ms)
{
	drive->answer.step = next;
	drive->answer.shown = false;
	drive->answer.deadline_ms = drive->now_ms + in_ms;
}

static void type(struct jp_drive *drive, const char *keys)
{
	drive->sink.type(drive->sink.user, slice_str(keys));
}

static void tell(struct jp_drive *drive, const char *what)
{
	struct strbuf event = STRBUF_INIT;

	event_write_notice(&event, "jp", NOTICE_WARNING, slice_str(what),
			   drive->wall_ms);
	drive->sink.event(drive->sink.user, strbuf_slice(&event), RESPOND_NONE);
	strbuf_release(&event);
}

static enum prompt_outcome outcome(const struct jp_drive *drive)
{
	switch (drive->answer.action) {
	case ACTION_APPROVE:
		return PROMPT_OUTCOME_APPROVED;
	case ACTION_REJECT:
		return PROMPT_OUTCOME_REJECTED;
	case ACTION_MODIFY:
		return PROMPT_OUTCOME_MODIFIED;
	default:
		return PROMPT_OUTCOME_ANSWERED;
	}
}

static void succeed(struct jp_drive *drive)
{
	step(drive, DRIVE_IDLE, 0);
	jp_drive_close(drive, PROMPT_VOICE_PLUGIN, outcome(drive));
	drive->sink.release(drive->sink.user, false);
}

/* From now on the user handles whatever is on the screen. */
static void fail(struct jp_drive *drive, const char *why)
{
	step(drive, DRIVE_IDLE, 0);
	tell(drive, why);
	jp_drive_close(drive, PROMPT_VOICE_CANCEL, PROMPT_OUTCOME_CANCELLED);
	drive->sink.release(drive->sink.user, true);
}

/* --- Steps --- */

static bool opens_a_text(const struct jp_drive *drive)
{
	return drive->answer.action == ACTION_MODIFY ||
	       (drive->answer.action == ACTION_REJECT &&
		drive->answer.text.len);
}

static void gone(struct jp_drive *drive)
{
	if (opens_a_text(drive))
		step(drive, DRIVE_OPENING, OPENED_MS);
	else
		succeed(drive);
}

static void fill(struct jp_drive *drive)
{
	struct strbuf keys = STRBUF_INIT;

	if (drive->answer.action == ACTION_MODIFY) {
		if (!drive->sink.edit(drive->sink.user,
				      strbuf_slice(&drive->answer.text))) {
			type(drive, C_C);
			fail(drive, "jp did not take the arguments");
			return;
		}
		step(drive, DRIVE_EDITING, EDITED_MS);
		type(drive, C_X);
		return;
	}
	/* The placeholder is ordinary text, so delete it. */
	step(drive, DRIVE_FILLED, TAKEN_MS);
	strbuf_addf(&keys, C_E C_U "\x1b[200~%s\x1b[201~",
		    drive->answer.text.buf);
	drive->sink.type(drive->sink.user, strbuf_slice(&keys));
	strbuf_release(&keys);
}

/* Compare while ignoring blanks, because rows may be broken at them. */
static bool reads(struct slice shown, struct slice text)
{
	while (shown.len || text.len) {
		while (shown.len && strchr(" \n", *shown.ptr))
			shown = slice_skip(shown, 1);
		while (text.len && *text.ptr == ' ')
			text = slice_skip(text, 1);
		if (!shown.len || !text.len)
			break;
		if (*shown.ptr != *text.ptr)
			return false;
		shown = slice_skip(shown, 1);
		text = slice_skip(text, 1);
	}
	return !shown.len && !text.len;
}

static bool is_label(const struct jp_drive *drive,
		     const struct jp_prompt *prompt)
{
	return prompt->kind == JP_PROMPT_WIDGET &&
	       slice_is(strbuf_slice(&prompt->text),
			drive->answer.action == ACTION_MODIFY
				? "Edit arguments"
				: "Reason for skipping (optional)");
}

bool jp_drive_answer_drawn(struct jp_drive *drive,
			   const struct jp_prompt *prompt)
{
	struct drive_answer *answer = &drive->answer;
	bool text = is_label(drive, prompt);

	switch (answer->step) {
	case DRIVE_IDLE:
		return false;
	case DRIVE_SENT:
		if (jp_prompt_same(&drive->prompt, prompt))
			return true;
		gone(drive);
		/* The next prompt may have been drawn in the same step. */
		return prompt->kind == JP_PROMPT_NONE ||
		       jp_drive_answer_drawn(drive, prompt);
	case DRIVE_OPENING:
		if (text)
			fill(drive);
		else if (prompt->kind != JP_PROMPT_NONE)
			fail(drive, "jp did not take the answer");
		return answer->step != DRIVE_IDLE;
	case DRIVE_FILLED:
		answer->shown = text && reads(strbuf_slice(&prompt->value),
					      strbuf_slice(&answer->text));
		return true;
	case DRIVE_EDITING:
		/*
		 * jp keeps the old arguments where it cannot read the new ones,
		 * or the editor was killed after it had written them.
		 */
		answer->shown = text && drive->sink.edited(drive->sink.user) &&
				reads(strbuf_slice(&prompt->value),
				      strbuf_slice(&answer->text));
		return true;
	case DRIVE_SUBMITTED:
		if (text)
			return true;
		succeed(drive);
		return false;
	}
	return false;
}

void jp_drive_answer_mode(struct jp_drive *drive)
{
	switch (drive->answer.step) {
	case DRIVE_SENT:
		gone(drive);
		break;
	case DRIVE_SUBMITTED:
		succeed(drive);
		break;
	default:
		break;
	}
}

void jp_drive_answer_run(struct jp_drive *drive)
{
	struct drive_answer *answer = &drive->answer;

	if (answer->shown &&
	    drive->now_ms - drive->moved_ms >= DRIVE_QUIET_MS) {
		step(drive, DRIVE_SUBMITTED, TAKEN_MS);
		type(drive, "\r");
		return;
	}
	if (answer->step == DRIVE_IDLE || drive->now_ms < answer->deadline_ms)
		return;
	if (answer->step == DRIVE_FILLED || answer->step == DRIVE_EDITING) {
		/* A call whose text field is cancelled is not run. */
		type(drive, C_C);
		/* The user's next edit is the user's own. */
		if (answer->step == DRIVE_EDITING)
			drive->sink.edit(drive->sink.user, SLICE(""));
		fail(drive, answer->action == ACTION_MODIFY
				    ? "jp did not take the arguments"
				    : "jp did not take the reason: the call "
				      "is rejected without it");
		return;
	}
	fail(drive, "jp did not take the answer");
}

/* --- Starting an answer --- */

static void keep_reason(struct drive_answer *answer, const char *reason)
{
	strbuf_reset(&answer->text);
	for (; reason && *reason && answer->text.len < REASON_MAX; reason++) {
		bool control = (unsigned char)*reason < ' ' || *reason == 0x7f;

		strbuf_addch(&answer->text, control ? ' ' : *reason);
	}
	/* A reason of blanks only is not a reason. */
	if (!slice_skip_blanks(strbuf_slice(&answer->text)).len)
		strbuf_reset(&answer->text);
}

static bool is_for(const struct jp_drive *drive,
		   const struct plugin_message *msg)
{
	const char *id = msg->respond == RESPOND_TOOL_APPROVAL
				 ? msg->tool_call_id
				 : msg->inquiry_id;

	return drive->open && !drive->touched &&
	       drive->answer.step == DRIVE_IDLE &&
	       drive->offer.respond != RESPOND_NONE &&
	       drive->offer.respond == msg->respond && id &&
	       !strcmp(id, drive->offer.id);
}

/* The key for this answer; 0 if there is none. */
static char key_of(struct jp_drive *drive, const struct plugin_message *msg)
{
	struct drive_answer *answer = &drive->answer;

	strbuf_reset(&answer->text);
	answer->action = ACTION_NONE;
	if (msg->respond == RESPOND_INQUIRY) {
		enum json_type type = json_type_of(msg->answer);

		return type == JSON_TRUE ? 'y' : type == JSON_FALSE ? 'n' : 0;
	}
	answer->action = msg->action;
	switch (msg->action) {
	case ACTION_APPROVE:
		return 'y';
	case ACTION_REJECT:
		keep_reason(answer, msg->reason);
		return answer->text.len ? 'r' : 'n';
	case ACTION_MODIFY:
		jp_arguments_write(&answer->text, msg->arguments);
		return json_type_of(msg->arguments) == JSON_OBJECT ? 'e' : 0;
	default:
		return 0;
	}
}

/* The prompt is still open. */
static void refuse(struct jp_drive *drive, const char *why)
{
	struct strbuf event = STRBUF_INIT;

	event_write_refused(&event, drive->offer.id, why, drive->wall_ms);
	drive->sink.event(drive->sink.user, strbuf_slice(&event), RESPOND_NONE);
	drive->sink.event(drive->sink.user, strbuf_slice(&drive->offer.event),
			  drive->offer.respond);
	strbuf_release(&event);
}

bool jp_drive_respond(struct jp_drive *drive, const struct plugin_message *msg,
		      int64_t now_ms)
{
	char key[] = { 0, 0 };

	drive->now_ms = now_ms;
	if (!is_for(drive, msg))
		return false;
	if (drive->looks) {
		refuse(drive, "somebody looks at it in jp's own terminal");
		return false;
	}
	if (msg->action == ACTION_MODIFY &&
	    !drive->sink.can_edit(drive->sink.user)) {
		refuse(drive, "this jp takes changed arguments only in its own "
			      "terminal: it has no editor, or editor.cmd is "
			      "set");
		return false;
	}
	key[0] = key_of(drive, msg);
	if (!key[0]) {
		refuse(drive, "jp has no key for this answer");
		return false;
	}
	step(drive, DRIVE_SENT, TAKEN_MS);
	type(drive, key);
	return true;
}
