#include "config.h"

#include "src/base/terminal.h"

#include <string.h>

#include "src/base/xalloc.h"

/*
 * Families that accept xterm's private sequences, or do not draw unknown ones.
 * Others get only terminfo's sequences and SGR: some terminals draw an OSC as
 * text, which stays until the screen is redrawn.
 */
bool terminal_is_rich(const char *name)
{
	static const char *const families[] = {
		"xterm", "screen",  "tmux",    "rxvt",    "alacritty", "kitty",
		"foot",  "wezterm", "ghostty", "st-",     "stterm",    "vte",
		"gnome", "konsole", "iterm",   "contour", "mintty",    "mlterm",
		"rio",   "putty",   "zellij",  "wayst",   "Eterm",
	};

	if (!name)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(families); i++) {
		if (!strncmp(name, families[i], strlen(families[i])))
			return true;
	}
	return !strcmp(name, "st");
}
