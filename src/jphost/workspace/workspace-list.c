#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "proto/json-scan.h"
#include "src/base/message.h"
#include "src/base/timestamp.h"
#include "src/base/utf8.h"
#include "src/base/xalloc.h"
#include "src/jphost/workspace/workspace-place.h"
#include "src/jphost/workspace/workspace.h"

/* One directory of a conversation. */
struct found {
	char *name;
	size_t id_len;
	enum workspace_root root;
};

struct found_list {
	struct found *entries;
	size_t count, cap;
};

/* What events.json held when it last had this time, size and inode. */
struct seen {
	struct timespec mtime;
	off_t size;
	ino_t inode;
	bool has_base;
	int64_t count; /* or -1 */
	/* The reason if count is -1; otherwise the first message, truncated. */
	char text[];
};

/* Bytes of a first message, from which a client makes a title. */
#define FIRST_MESSAGE_MAX ((size_t)400)

static int compare_found(const void *a, const void *b)
{
	const struct found *left = a, *right = b;
	int by_id;

	if (left->id_len != right->id_len)
		return left->id_len < right->id_len ? -1 : 1;
	by_id = memcmp(left->name, right->name, left->id_len);
	return by_id ? by_id : (int)left->root - (int)right->root;
}

/* -1 with errno if it cannot be read: an empty list would be wrong. */
static int find_in_root(struct found_list *list, int root_fd,
			enum workspace_root root)
{
	int scan_fd = root_fd < 0 ? -1 : fcntl(root_fd, F_DUPFD_CLOEXEC, 0);
	DIR *dir = scan_fd < 0 ? NULL : fdopendir(scan_fd);
	const struct dirent *entry;

	if (!dir) {
		int saved = errno;

		if (scan_fd >= 0)
			close(scan_fd);
		errno = saved;
		return root_fd < 0 ? 0 : -1;
	}
	while ((entry = readdir(dir))) {
		size_t id_len = workspace_place_id_len(entry->d_name);

		if (!id_len)
			continue;
		ALLOC_GROW(list->entries, list->count + 1, list->cap);
		list->entries[list->count++] = (struct found){
			.name = xstrdup(entry->d_name),
			.id_len = id_len,
			.root = root,
		};
	}
	closedir(dir);
	return 0;
}

static int64_t time_member(struct slice metadata, const char *key, int *rest_ns)
{
	struct strbuf text = STRBUF_INIT;
	int64_t at_ms = TIMESTAMP_NONE;

	if (json_find_text(metadata, key, &text))
		at_ms = timestamp_parse(strbuf_slice(&text));
	if (rest_ns && at_ms != TIMESTAMP_NONE)
		*rest_ns = timestamp_rest_ns(strbuf_slice(&text));
	strbuf_release(&text);
	return at_ms;
}

/* False if the conversation must not be listed: it is archived or expired. */
static bool use_metadata(struct conversation_summary *summary,
			 struct slice metadata)
{
	struct strbuf title = STRBUF_INIT;
	int64_t expires_ms, activated_ms;
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	expires_ms = time_member(metadata, "expires_at", NULL);
	if ((expires_ms != TIMESTAMP_NONE &&
	     expires_ms <= (int64_t)now.tv_sec * 1000) ||
	    time_member(metadata, "archived_at", NULL) != TIMESTAMP_NONE)
		return false;
	if (json_find_text(metadata, "title", &title))
		summary->title = strbuf_detach(&title);
	activated_ms = time_member(metadata, "last_activated_at",
				   &summary->last_activated_rest_ns);
	if (activated_ms != TIMESTAMP_NONE)
		summary->last_activated_ms = activated_ms;
	summary->pinned_ms = time_member(metadata, "pinned_at", NULL);
	return true;
}

static void add_first_message(struct strbuf *out, struct slice array)
{
	struct json_walk walk = json_walk_begin(array);
	struct json_member event, member;

	while (json_walk_next(&walk, &event)) {
		if (!json_find(event.value, "type", &member) ||
		    !json_string_is(member.value, "chat_request"))
			continue;
		json_find_text(event.value, "content", out);
		break;
	}
	strbuf_remove(out, 0, message_notice_length(strbuf_slice(out)));
	if (out->len > FIRST_MESSAGE_MAX)
		strbuf_setlen(out,
			      utf8_valid_prefix(out->buf, FIRST_MESSAGE_MAX));
}

static struct seen *look_at_events(const struct workspace_place *place,
				   const struct stat *st, bool has_base)
{
	struct strbuf text = STRBUF_INIT, told = STRBUF_INIT;
	int64_t count = -1;
	struct seen *seen;

	if (workspace_place_read(place, EVENTS_FILE, &text, &told) ||
	    workspace_place_count(place, strbuf_slice(&text), &count, &told))
		count = -1;
	else
		add_first_message(&told, strbuf_slice(&text));
	seen = xcalloc(1, sizeof(*seen) + told.len + 1);
	seen->mtime = st->st_mtim;
	seen->size = st->st_size;
	seen->inode = st->st_ino;
	seen->has_base = has_base;
	seen->count = count;
	memcpy(seen->text, told.buf, told.len);
	strbuf_release(&text);
	strbuf_release(&told);
	return seen;
}

static bool still_so(const struct seen *seen, const struct stat *st,
		     bool has_base)
{
	return seen && seen->mtime.tv_sec == st->st_mtim.tv_sec &&
	       seen->mtime.tv_nsec == st->st_mtim.tv_nsec &&
	       seen->size == st->st_size && seen->inode == st->st_ino &&
	       seen->has_base == has_base;
}

static void count_events(const struct workspace *ws,
			 struct conversation_summary *summary,
			 const struct workspace_place *place,
			 struct strbuf *why)
{
	bool has_base = workspace_place_newest(place, BASE_CONFIG_FILE, NULL) !=
			ROOT_COUNT;
	struct slice key = slice_str(summary->id);
	struct seen *seen;
	struct stat st;

	if (workspace_place_newest(place, EVENTS_FILE, &st) == ROOT_COUNT) {
		strbuf_setf(why, "%s is missing", EVENTS_FILE);
		return;
	}
	seen = strmap_get(ws->seen, key);
	if (!still_so(seen, &st, has_base)) {
		seen = look_at_events(place, &st, has_base);
		free(strmap_put(ws->seen, key, seen));
	}
	summary->events_count = seen->count;
	if (seen->count < 0)
		strbuf_setf(why, "%s", seen->text);
	else if (*seen->text)
		summary->first_message = xstrdup(seen->text);
}

/* False if the conversation must not be listed. */
static bool summarise(const struct workspace *ws,
		      struct conversation_summary *summary,
		      const struct workspace_place *place)
{
	struct strbuf text = STRBUF_INIT, why = STRBUF_INIT;
	bool listed = true;

	/* The id gives the time unless the metadata has a better one. */
	summary->last_activated_ms = strtoll(summary->id, NULL, 10) * 100;
	summary->pinned_ms = TIMESTAMP_NONE;
	summary->events_count = -1;
	count_events(ws, summary, place, &why);
	if (workspace_place_read(place, METADATA_FILE, &text, &why))
		;
	else if (json_type_of(strbuf_slice(&text)) != JSON_OBJECT)
		strbuf_setf(&why, "%s holds no object", METADATA_FILE);
	else
		listed = use_metadata(summary, strbuf_slice(&text));
	/* The first message is only sent in place of a title. */
	if (summary->title && *summary->title) {
		free(summary->first_message);
		summary->first_message = NULL;
	}
	if (why.len)
		summary->unreadable = strbuf_detach(&why);
	strbuf_release(&text);
	strbuf_release(&why);
	return listed;
}

/* Newest first; equal times by id, so that the order is stable. */
static int compare_summaries(const void *a, const void *b)
{
	const struct conversation_summary *left = a, *right = b;

	if (left->last_activated_ms != right->last_activated_ms)
		return left->last_activated_ms > right->last_activated_ms ? -1
									  : 1;
	if (left->last_activated_rest_ns != right->last_activated_rest_ns)
		return left->last_activated_rest_ns >
				       right->last_activated_rest_ns
			       ? -1
			       : 1;
	return strcmp(right->id, left->id);
}

/* `count` directories of one conversation, from both roots. */
static int list_one(const struct workspace *ws, struct conversation_list *list,
		    const struct found *found, size_t count,
		    const int root_fds[ROOT_COUNT], struct strbuf *err)
{
	struct conversation_summary summary = { 0 };
	struct workspace_place place = WORKSPACE_PLACE_INIT;
	struct strbuf ignored = STRBUF_INIT;
	bool opened = false, twice = false;
	int ret = 0;

	for (size_t i = 0; i < count; i++) {
		twice = twice || (i && found[i].root == found[i - 1].root);
		if (!workspace_place_add(&place, root_fds[found[i].root],
					 found[i].root, found[i].name))
			opened = true;
	}
	summary.id = xmemdupz(found->name, found->id_len);
	/* Renamed meanwhile, or present twice: search as a reader does. */
	if (!opened || twice) {
		workspace_place_close(&place);
		opened =
			!workspace_place_open(&place, ws, summary.id, &ignored);
	}
	if (place.shortage) {
		strbuf_setf(err, "%s", ignored.buf);
		conversation_summary_release(&summary);
		ret = -1;
	} else if (opened && summarise(ws, &summary, &place)) {
		ALLOC_GROW(list->entries, list->count + 1, list->cap);
		list->entries[list->count++] = summary;
	} else {
		conversation_summary_release(&summary);
	}
	workspace_place_close(&place);
	strbuf_release(&ignored);
	return ret;
}

int workspace_list(const struct workspace *ws, struct conversation_list *list,
		   struct strbuf *err)
{
	struct conversation_list got = { NULL, 0, 0 };
	struct found_list found = { NULL, 0, 0 };
	int root_fds[ROOT_COUNT] = { -1, -1 };
	int ret = -1;

	for (int root = 0; root < ROOT_COUNT; root++) {
		root_fds[root] = workspace_root_open(ws, root);
		/* A new workspace has no conversations yet. */
		if ((root_fds[root] < 0 && errno != ENOENT) ||
		    find_in_root(&found, root_fds[root], root)) {
			strbuf_setf(err, "cannot read the conversations: %s",
				    strerror(errno));
			goto out;
		}
	}
	if (found.count)
		qsort(found.entries, found.count, sizeof(*found.entries),
		      compare_found);
	for (size_t i = 0, n; i < found.count; i += n) {
		const struct found *first = &found.entries[i];

		for (n = 1; i + n < found.count; n++) {
			if (first[n].id_len != first->id_len ||
			    memcmp(first[n].name, first->name, first->id_len))
				break;
		}
		if (list_one(ws, &got, first, n, root_fds, err)) {
			conversation_list_release(&got);
			goto out;
		}
	}
	if (got.count)
		qsort(got.entries, got.count, sizeof(*got.entries),
		      compare_summaries);
	conversation_list_release(list);
	*list = got;
	ret = 0;
out:
	for (int root = 0; root < ROOT_COUNT; root++) {
		if (root_fds[root] >= 0)
			close(root_fds[root]);
	}
	for (size_t i = 0; i < found.count; i++)
		free(found.entries[i].name);
	free(found.entries);
	return ret;
}

void conversation_list_release(struct conversation_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		conversation_summary_release(&list->entries[i]);
	free(list->entries);
	*list = (struct conversation_list){ NULL, 0, 0 };
}
