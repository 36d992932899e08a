#ifndef JPD_BASE_XALLOC_H
#define JPD_BASE_XALLOC_H

#include <stddef.h>

/*
 * Allocation that never fails: if there is no memory, die() ends the program.
 * Free the results with free().
 */
void *xmalloc(size_t size);
void *xcalloc(size_t count, size_t size);
void *xrealloc(void *ptr, size_t size);
/* `count` times `size` bytes; dies if the product overflows. */
void *xreallocarray(void *ptr, size_t count, size_t size);
char *xstrdup(const char *str);
/* `len` bytes and a NUL. */
char *xmemdupz(const void *mem, size_t len);
/* free() each of `count` texts, and their list. */
void free_strings(char **texts, size_t count);

/* Make room for `need` members in `ptr` of capacity `cap`. */
#define ALLOC_GROW(ptr, need, cap)                                           \
	do {                                                                 \
		if ((need) > (cap)) {                                        \
			(cap) = alloc_grow_size((cap), (need));              \
			(ptr) = xreallocarray((ptr), (cap), sizeof(*(ptr))); \
		}                                                            \
	} while (0)

size_t alloc_grow_size(size_t cap, size_t need);

#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

/*
 * End the program because of a fatal error: call the hook (which restores the
 * terminal), print the sentence on stderr, exit with 1.
 */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
void die_set_hook(void (*hook)(void));

#endif
