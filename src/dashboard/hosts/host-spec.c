#include "config.h"

#include "src/dashboard/hosts/host-spec.h"

#include <string.h>

#include "src/base/i18n.h"

#define NAME_MAX_LEN 32
#define COMMAND_MAX  8192

static bool is_name(struct slice name)
{
	if (!name.len || name.len > NAME_MAX_LEN)
		return false;
	for (size_t i = 0; i < name.len; i++) {
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			    "YZ0123456789._-",
			    name.ptr[i]) ||
		    !name.ptr[i])
			return false;
	}
	return true;
}

int host_spec_read(struct host_spec *spec, struct slice text,
		   struct strbuf *err)
{
	const char *equals = memchr(text.ptr ? text.ptr : "", '=', text.len);
	size_t name_len = equals ? (size_t)(equals - text.ptr) : 0;
	struct slice name = slice_trim(slice_of(text.ptr, name_len));
	struct slice command = slice_trim(slice_skip(text, name_len + 1));

	if (!equals || !command.len) {
		strbuf_setf(err, _("a host is NAME=COMMAND, not '%.*s'"),
			    (int)text.len, text.ptr ? text.ptr : "");
		return -1;
	}
	if (!is_name(name)) {
		strbuf_setf(err,
			    _("invalid host name '%.*s': use letters, digits, "
			      "'.', '_' or '-' (%d at most)"),
			    (int)name.len, name.ptr, NAME_MAX_LEN);
		return -1;
	}
	if (command.len > COMMAND_MAX ||
	    memchr(command.ptr, '\0', command.len)) {
		strbuf_setf(err, _("the command is too long"));
		return -1;
	}
	*spec = (struct host_spec){ name, command };
	return 0;
}
