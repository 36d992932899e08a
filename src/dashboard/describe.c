#include "config.h"

#include "src/dashboard/describe.h"

#include "proto/plugin-message.h"
#include "src/base/i18n.h"
#include "src/dashboard/app/options.h"

#define DESCRIPTION "Watch conversations live and answer what their tools ask"

/*
 * Newer jp reads this line from the file, without running it; it must occur
 * exactly once, and agree with the answer to `describe`.
 */
static const char manifest[] __attribute__((used)) =
	"jp-plugin/v1 {\"protocol\":1,\"name\":\"dashboard\",\"version\":\"" PACKAGE_VERSION
	"\",\"description\":\"" DESCRIPTION "\",\"command\":[\"dashboard\"]}\n";

void describe_write(struct strbuf *out)
{
	static const char *const command[] = { "dashboard" };
	struct plugin_description describe = {
		.name = "dashboard",
		.version = PACKAGE_VERSION,
		.description = DESCRIPTION,
		.command = command,
		.command_words = 1,
		.help = _(options_help()),
	};

	plugin_write_describe(out, &describe);
}
