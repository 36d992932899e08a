#ifndef JPD_COMMANDS_JP_SEAT_H
#define JPD_COMMANDS_JP_SEAT_H

/*
 * Sit down before the jp that works in this conversation for nobody's
 * terminal, until it ends, or Ctrl-]. The exit status.
 */
int jp_seat(const char *folder, const char *conversation);

#endif
