#ifndef JPD_COMMANDS_ATTACH_TERMINAL_H
#define JPD_COMMANDS_ATTACH_TERMINAL_H

/*
 * Attach this terminal to the headless jp that works in this conversation, until
 * it exits or Ctrl-] is pressed. Returns the exit status.
 */
int attach_terminal(const char *folder, const char *conversation);

#endif
