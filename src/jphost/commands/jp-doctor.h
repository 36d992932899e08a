#ifndef JPD_COMMANDS_JP_DOCTOR_H
#define JPD_COMMANDS_JP_DOCTOR_H

/*
 * Report on standard output what works with the jp that was found. Returns 0 if
 * others can answer its queries, else 1.
 */
int jp_doctor(const char *program);
/* Its path from $PATH, to free(); NULL if it is not there. */
char *jp_doctor_find(const char *program);

#endif
