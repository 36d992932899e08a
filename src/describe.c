#include "config.h"

#include "src/describe.h"

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/options.h"

void describe_write(struct strbuf *out)
{
	static const char *const command[] = { "dashboard" };
	struct plugin_description describe = {
		.name = "dashboard",
		.version = PACKAGE_VERSION,
		.description = _("Watch conversations live and answer what "
				 "their tools ask"),
		.command = command,
		.command_words = 1,
		.help = _(options_help()),
	};

	plugin_write_describe(out, &describe);
}
