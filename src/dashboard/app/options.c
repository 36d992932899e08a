#include "config.h"

#include "src/dashboard/app/options.h"

#include <stdlib.h>
#include <string.h>

#include "src/base/i18n.h"
#include "src/base/xalloc.h"
#include "ui/dialog/prompt-lock.h"
#include "ui/view/theme.h"

bool options_is_batch(const struct options *options)
{
	return options->action == OPTIONS_LIST ||
	       options->action == OPTIONS_JSON ||
	       options->action == OPTIONS_EXPORT;
}

void options_init(struct options *options)
{
	*options = (struct options){
		.mouse = true,
		.popup = true,
		.restore = true,
		.layout = -1,
		.guard_ms = PROMPT_LOCK_GUARD_MS,
		.theme = xstrdup(THEME_AUTO),
	};
}

void options_release(struct options *options)
{
	if (!options)
		return;
	free(options->theme);
	free(options->rules_file);
	free(options->record);
	free(options->home);
	free(options->own);
	free(options->own_path);
	free(options->place);
	free_strings(options->conversations, options->conversation_count);
	free_strings(options->hosts, options->host_count);
	free_strings(options->bindings, options->binding_count);
	free_strings(options->problems, options->problem_count);
	for (size_t i = 0; i < options->wish_count; i++) {
		free(options->wishes[i].name);
		free(options->wishes[i].value);
	}
	free(options->wishes);
	trust_release(&options->trust);
	terminal_place_release(&options->here);
	*options = (struct options){ 0 };
}

void options_set_own(struct options *options, const char *path,
		     struct slice json)
{
	free(options->own);
	free(options->own_path);
	options->own = xmemdupz(json.ptr, json.len);
	options->own_path = xstrdup(path);
}

size_t options_unasked(const struct options *options)
{
	size_t count = 0;

	for (size_t i = 0; i < options->wish_count; i++)
		count += options->wishes[i].answer == TRUST_UNASKED;
	return count;
}

const char *options_help(void)
{
	return N_(
		"Watch conversations live in split panes, and answer what their tools ask.\n"
		"\n"
		"Usage: jp dashboard [OPTIONS] [CONVERSATION...]\n"
		"\n"
		"Options:\n"
		"  --theme auto|dark|light|neutral|mono|FILE\n"
		"                           colours\n"
		"  --host NAME=COMMAND      another host: a command that speaks the protocol,\n"
		"                           such as 'ssh -o BatchMode=yes box jphost serve'\n"
		"  --bind 'KEY COMMAND'     another key for a command of the ? list\n"
		"  --layout NAME            columns, rows, grid or main\n"
		"  --plain                  lines of text and nothing drawn, for screen\n"
		"                           readers and dumb terminals\n"
		"  --no-mouse               leave the mouse to the terminal\n"
		"  --notify auto|off|osc9|osc777|osc99\n"
		"                           how the desktop is told of a request while\n"
		"                           the terminal is not looked at\n"
		"  --popup auto|manual      whether prompts open by themselves\n"
		"  --guard-ms N             how long a prompt must be on the screen before\n"
		"                           it can be approved (0 to 5000, default 500)\n"
		"  --live auto|subscribe|sidecar|poll\n"
		"                           how to follow a host that does not announce\n"
		"                           its capabilities\n"
		"  --list, --json           print the conversations, no screen\n"
		"  --export                 print one conversation as Markdown\n"
		"  --rules-file FILE        keep rules that approve or reject in a file\n"
		"  --record FILE            write what happens to a new file, without secrets\n"
		"  --no-restore             do not restore or save panes, drafts, history\n"
		"  --read-only              never answer, never send\n"
		"  --version                print the version\n"
		"  --help                   print this help\n"
		"\n"
		"Configuration (in ~/.config/jp-dashboard/config.toml):\n"
		"  theme = \"light\"\n"
		"  mouse = false\n"
		"  guard_ms = 1000\n"
		"  [keys]\n"
		"  \"Z\" = \"zoom\"\n"
		"  [hosts]\n"
		"  box = \"ssh -o BatchMode=yes box jphost serve -w proj\"\n"
		"\n"
		"Inside, ? shows the keys.\n");
}
