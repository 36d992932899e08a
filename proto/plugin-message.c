#include "config.h"

#include "proto/plugin-message.h"

static const char *const type_names[] = {
#define X(type, name) [PLUGIN_MESSAGE_##type] = name,
	PLUGIN_MESSAGES(X)
#undef X
};

static const char *const action_names[] = { NULL, "approve", "reject",
					    "modify" };

const char *plugin_message_type_name(enum plugin_message_type type)
{
	return type_names[type] ? type_names[type] : "unknown";
}

const char *respond_action_name(enum respond_action action)
{
	return action_names[action];
}
