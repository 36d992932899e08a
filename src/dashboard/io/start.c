#include "config.h"

#include "src/dashboard/io/start.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "src/base/file.h"
#include "src/dashboard/app/rule-answers.h"
#include "src/dashboard/io/rules-file.h"

static void load_rules(struct app *app, struct record *record)
{
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT;

	if (!app->options.rules_file)
		return;
	if (rules_file_read(app->options.rules_file, &text, &err)) {
		app_rules_unread(app, err.buf);
	} else {
		record_text(record, "rules", strbuf_slice(&text));
		app_rules_loaded(app, strbuf_slice(&text));
	}
	strbuf_release(&text);
	strbuf_release(&err);
}

#define FOCUS "focus" /* the user knows that the focus is not reported */

/* Whether the folder holds nothing but that; closes it. */
static bool is_empty(int folder)
{
	DIR *dir = fdopendir(folder);
	struct dirent *entry;
	bool empty = true;

	while (dir && empty && (entry = readdir(dir)))
		empty = *entry->d_name == '.' || !strcmp(entry->d_name, FOCUS);
	if (dir)
		closedir(dir);
	else
		close(folder);
	return empty;
}

/* Whether nothing was stored yet; otherwise tidy up the state. */
static bool is_first_start(void)
{
	int folder = own_state_open(false);

	if (folder < 0)
		return true;
	file_sweep(folder, NULL);
	return is_empty(folder);
}

bool start_may_say_focus(void)
{
	int folder = own_state_open(true);
	int fd = -1;

	if (folder >= 0) {
		fd = openat(folder, FOCUS,
			    O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
		close(folder);
	}
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* Load the workspace's state; an unusable file is never overwritten. */
static void load_state(struct app *app, struct record *record,
		       struct state_file *file)
{
	const char *workspace = app_state_workspace(app);
	struct strbuf text = STRBUF_INIT, err = STRBUF_INIT, name = STRBUF_INIT;
	enum state_found found;
	enum app_state_read read = APP_STATE_READ;

	if (!workspace)
		return;
	state_file_init(file, slice_str(workspace));
	found = state_file_read(file, &text, &err);
	if (found == STATE_FOUND) {
		record_text(record, "state", strbuf_slice(&text));
		read = app_state_read(app, strbuf_slice(&text), &err);
	}
	if (found == STATE_BAD)
		app_state_unread(app, err.buf, NULL);
	else if (read == APP_STATE_READ)
		app_state_begin(app);
	else if (read == APP_STATE_BROKEN &&
		 !state_file_set_aside(file, &name)) {
		app_state_unread(app, err.buf, name.buf);
		app_state_begin(app);
	} else
		app_state_unread(app, err.buf, NULL);
	strbuf_release(&text);
	strbuf_release(&err);
	strbuf_release(&name);
}

void start_read(struct app *app, struct record *record, struct state_file *file)
{
	load_rules(app, record);
	if (is_first_start()) {
		record_text(record, "welcome", SLICE(""));
		app_welcome(app);
	}
	load_state(app, record, file);
}
