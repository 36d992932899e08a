#include "config.h"

#include "ui/transcript/transcript-filter.h"

#include "ui/transcript/transcript-private.h"

static const char *const names[] = {
#define X(id, name) [GROUP_##id] = name,
	TRANSCRIPT_GROUPS(X)
#undef X
};

const char *transcript_group_name(enum transcript_group group)
{
	return _(names[group]);
}

static enum transcript_group group_of(enum item_kind kind)
{
	switch (kind) {
	case ITEM_REQUEST:
		return GROUP_REQUESTS;
	case ITEM_MESSAGE:
	case ITEM_DATA:
		return GROUP_MESSAGES;
	case ITEM_REASONING:
		return GROUP_REASONING;
	case ITEM_TOOL_CALL:
		return GROUP_TOOLS;
	case ITEM_INQUIRY:
		return GROUP_QUESTIONS;
	default:
		return GROUP_NOTICES;
	}
}

bool transcript_filter_hides(const struct transcript_filter *filter,
			     const struct conversation *conv, size_t index)
{
	enum item_kind kind = conv->items[index].kind;

	if (filter->only && filter->only->conv == conv &&
	    !search_hits_in(filter->only, index))
		return true;
	return kind != ITEM_TURN && filter->hidden >> group_of(kind) & 1;
}

void transcript_set_filter(struct transcript *view,
			   const struct transcript_filter *filter)
{
	view->filter = *filter;
	view->filter_changes++;
	transcript_heights_changed(view);
}

bool transcript_hides(const struct transcript *view, size_t index)
{
	if (!view->filter.hidden && !view->filter.only)
		return false;
	return transcript_filter_hides(&view->filter, view->conv, index);
}

size_t transcript_hidden(struct transcript *view)
{
	struct transcript_hidden_count now = {
		.changes = view->filter_changes,
		.revision = view->conv ? view->conv->revision : 0,
		.found = view->filter.only ? view->filter.only->revision : 0,
		.conv = view->conv,
	};

	if (!view->conv || (!view->filter.hidden && !view->filter.only))
		return 0;
	if (view->hidden.conv == now.conv &&
	    view->hidden.changes == now.changes &&
	    view->hidden.revision == now.revision &&
	    view->hidden.found == now.found)
		return view->hidden.count;
	for (size_t i = 0; i < view->conv->item_count; i++)
		now.count += view->conv->items[i].kind != ITEM_TURN &&
			     transcript_hides(view, i);
	view->hidden = now;
	return now.count;
}
