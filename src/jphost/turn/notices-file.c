#include "config.h"

#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "proto/json-write.h"
#include "src/base/state-folder.h"
#include "src/base/trace.h"
#include "src/jphost/turn/notices.h"
#include "src/jphost/workspace/workspace-place.h"

/* Two clones share one id, so the folder itself distinguishes them. */
static int add_name(struct strbuf *name, const struct workspace *ws,
		    const char *id)
{
	struct stat st;

	if (stat(ws->root, &st))
		return -1;
	strbuf_addf(name, "notices-%s-%jx-%jx-%s", ws->id, (uintmax_t)st.st_dev,
		    (uintmax_t)st.st_ino, workspace_conversation_digits(id));
	return 0;
}

/* Open the folder and set the file's name in it; -1 if there is none. */
static int open_folder(struct strbuf *name, const struct workspace *ws,
		       const char *id, bool make)
{
	return add_name(name, ws, id) ? -1 : state_folder_open("jphost", make);
}

static void read_messages(struct notices *notices, struct slice text)
{
	struct json_member member;
	struct json_walk walk;
	int64_t dropped;

	if (json_find(text, "dropped", &member) &&
	    json_int64(member.value, &dropped) && dropped > 0)
		notices->dropped = (size_t)dropped;
	if (!json_find(text, "messages", &member))
		return;
	walk = json_walk_begin(member.value);
	while (json_walk_next(&walk, &member)) {
		struct strbuf message = STRBUF_INIT;

		if (json_string_add(&message, member.value))
			notices_push(notices, strbuf_slice(&message));
		strbuf_release(&message);
	}
}

void notices_load(struct notices *notices, const struct workspace *ws,
		  const char *id)
{
	struct strbuf name = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf ignored = STRBUF_INIT;
	int dir_fd = open_folder(&name, ws, id, false);

	notices_forget(notices);
	if (dir_fd >= 0) {
		if (!workspace_file_read(dir_fd, name.buf, &text, &ignored))
			read_messages(notices, strbuf_slice(&text));
		close(dir_fd);
	}
	strbuf_release(&name);
	strbuf_release(&text);
	strbuf_release(&ignored);
}

static int write_messages(const struct notices *notices, int dir_fd,
			  const char *name, struct strbuf *err)
{
	struct strbuf text = STRBUF_INIT;
	int ret = -1;

	strbuf_addch(&text, '{');
	json_write_member_int(&text, "dropped", (int64_t)notices->dropped);
	json_write_member_texts(&text, "messages",
				(const char *const *)notices->messages,
				notices->count);
	strbuf_addstr(&text, "}\n");
	if (!workspace_file_prepare(dir_fd, name, strbuf_slice(&text), err) &&
	    !workspace_file_commit(dir_fd, name, err))
		ret = 0;
	strbuf_release(&text);
	return ret;
}

void notices_save(const struct notices *notices, const struct workspace *ws,
		  const char *id)
{
	struct strbuf name = STRBUF_INIT, err = STRBUF_INIT;
	int dir_fd = open_folder(&name, ws, id, notices->count > 0);

	if (dir_fd >= 0) {
		if (!notices->count)
			unlinkat(dir_fd, name.buf, 0);
		else if (write_messages(notices, dir_fd, name.buf, &err))
			trace(TRACE_FILE, "notices are not kept: %s", err.buf);
		close(dir_fd);
	}
	strbuf_release(&name);
	strbuf_release(&err);
}
