#ifndef JPD_BASE_STRMAP_H
#define JPD_BASE_STRMAP_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/slice.h"

/*
 * A map from strings (copied; any bytes) to pointers (the caller's). Looking
 * up, adding and removing take constant time.
 */
struct strmap_entry {
	char *key; /* NULL: free; otherwise `key_len` bytes and a NUL */
	size_t key_len;
	uint64_t hash;
	void *value;
};

struct strmap {
	struct strmap_entry *entries;
	size_t cap;   /* a power of two, or 0 */
	size_t count; /* entries in use */
};

#define STRMAP_INIT        \
	{                  \
		NULL, 0, 0 \
	}

void strmap_init(struct strmap *map);
/* Frees the keys, not what the values point to. */
void strmap_release(struct strmap *map);

/* The value, or NULL if the key is missing. */
void *strmap_get(const struct strmap *map, struct slice key);
/* Set the value (not NULL); returns the previous one, or NULL. */
void *strmap_put(struct strmap *map, struct slice key, void *value);
/* Remove the key; returns its value, or NULL. */
void *strmap_remove(struct strmap *map, struct slice key);
/*
 * Walk all entries, in no particular order: start with *pos = 0, until NULL.
 * The map must not change meanwhile.
 */
const struct strmap_entry *strmap_next(const struct strmap *map, size_t *pos);

/* A 64-bit hash of bytes; the same in every run. */
uint64_t hash_bytes(const void *mem, size_t len, uint64_t seed);

#endif
