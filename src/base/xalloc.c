#include "config.h"

#include "src/base/xalloc.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void (*die_hook)(void);

void die_set_hook(void (*hook)(void))
{
	die_hook = hook;
}

void die(const char *fmt, ...)
{
	void (*hook)(void) = die_hook;
	va_list args;

	die_hook = NULL;
	if (hook)
		hook();
	fputs("fatal: ", stderr);
	va_start(args, fmt);
	vfprintf(stderr, fmt, args);
	va_end(args);
	fputc('\n', stderr);
	exit(1);
}

void *xrealloc(void *ptr, size_t size)
{
	void *mem = realloc(ptr, size ? size : 1);

	if (!mem)
		die("out of memory: %zu bytes wanted", size);
	return mem;
}

void *xmalloc(size_t size)
{
	return xrealloc(NULL, size);
}

void *xreallocarray(void *ptr, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		die("out of memory: %zu times %zu bytes wanted", count, size);
	return xrealloc(ptr, count * size);
}

void *xcalloc(size_t count, size_t size)
{
	void *mem = calloc(count ? count : 1, size ? size : 1);

	if (!mem)
		die("out of memory: %zu times %zu bytes wanted", count, size);
	return mem;
}

char *xmemdupz(const void *mem, size_t len)
{
	char *copy = xmalloc(len + 1);

	if (len)
		memcpy(copy, mem, len);
	copy[len] = '\0';
	return copy;
}

char *xstrdup(const char *str)
{
	return xmemdupz(str, strlen(str));
}

void free_strings(char **texts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(texts[i]);
	free(texts);
}

size_t alloc_grow_size(size_t cap, size_t need)
{
	size_t grown = cap + cap / 2 + 16;

	return grown < need ? need : grown;
}
