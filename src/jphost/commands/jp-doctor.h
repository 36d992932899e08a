#ifndef JPD_COMMANDS_JP_DOCTOR_H
#define JPD_COMMANDS_JP_DOCTOR_H

/* Tell on standard output what works with the jp that is found. 0 where its
 * queries can be answered by others, else 1. */
int jp_doctor(const char *program);
/* Where it is on $PATH, to free(); NULL: it is not. */
char *jp_doctor_find(const char *program);
/* The variable that has the editor it runs; NULL: none has one. */
const char *jp_doctor_editor(void);

#endif
