#include "config.h"

#include "src/base/strmap.h"

#include <assert.h>
#include <stdlib.h>

#include "src/base/xalloc.h"

static uint64_t mix(uint64_t a, uint64_t b)
{
	uint64_t x = (a ^ b) * 0x9e3779b97f4a7c15u;

	return x ^ (x >> 29);
}

uint64_t hash_bytes(const void *mem, size_t len, uint64_t seed)
{
	const unsigned char *p = mem;
	uint64_t hash = mix(seed + 0x51ed270b9f652295u, len);
	uint64_t word;

	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&word, p, 8);
		hash = mix(hash, word) * 0xff51afd7ed558ccdu;
	}
	word = 0;
	if (len)
		memcpy(&word, p, len);
	hash = mix(hash, word) * 0xff51afd7ed558ccdu;
	return hash ^ (hash >> 32);
}

void strmap_init(struct strmap *map)
{
	*map = (struct strmap)STRMAP_INIT;
}

void strmap_release(struct strmap *map)
{
	if (!map)
		return;
	for (size_t i = 0; i < map->cap; i++)
		free(map->entries[i].key);
	free(map->entries);
	strmap_init(map);
}

/* The entry of the key, or the free one where it would go. */
static struct strmap_entry *find(const struct strmap *map, struct slice key,
				 uint64_t hash)
{
	size_t mask = map->cap - 1;

	for (size_t i = hash & mask;; i = (i + 1) & mask) {
		struct strmap_entry *e = &map->entries[i];

		if (!e->key || (e->hash == hash &&
				slice_equal(slice_of(e->key, e->key_len), key)))
			return e;
	}
}

static uint64_t hash_key(struct slice key)
{
	return hash_bytes(key.ptr, key.len, 0);
}

void *strmap_get(const struct strmap *map, struct slice key)
{
	struct strmap_entry *e;

	if (!map->count)
		return NULL;
	e = find(map, key, hash_key(key));
	return e->key ? e->value : NULL;
}

static void grow(struct strmap *map)
{
	struct strmap old = *map;

	map->cap = old.cap ? old.cap * 2 : 16;
	map->entries = xcalloc(map->cap, sizeof(*map->entries));
	for (size_t i = 0; i < old.cap; i++) {
		struct strmap_entry *e = &old.entries[i];

		if (e->key)
			*find(map, slice_of(e->key, e->key_len), e->hash) = *e;
	}
	free(old.entries);
}

void *strmap_put(struct strmap *map, struct slice key, void *value)
{
	uint64_t hash = hash_key(key);
	struct strmap_entry *e;
	void *before;

	assert(value);
	if (map->count * 4 >= map->cap * 3)
		grow(map);
	e = find(map, key, hash);
	before = e->key ? e->value : NULL;
	if (!e->key) {
		e->key = xmemdupz(key.ptr, key.len);
		e->key_len = key.len;
		e->hash = hash;
		map->count++;
	}
	e->value = value;
	return before;
}

void *strmap_remove(struct strmap *map, struct slice key)
{
	size_t mask = map->cap - 1;
	struct strmap_entry *e;
	void *value;
	size_t gap;

	if (!map->count)
		return NULL;
	e = find(map, key, hash_key(key));
	if (!e->key)
		return NULL;
	value = e->value;
	free(e->key);
	map->count--;
	/* Move up later entries that the gap would hide. */
	gap = (size_t)(e - map->entries);
	map->entries[gap] = (struct strmap_entry){ 0 };
	for (size_t i = (gap + 1) & mask; map->entries[i].key;
	     i = (i + 1) & mask) {
		size_t home = map->entries[i].hash & mask;

		if (((i - home) & mask) < ((i - gap) & mask))
			continue;
		map->entries[gap] = map->entries[i];
		map->entries[i] = (struct strmap_entry){ 0 };
		gap = i;
	}
	return value;
}

const struct strmap_entry *strmap_next(const struct strmap *map, size_t *pos)
{
	while (*pos < map->cap) {
		const struct strmap_entry *e = &map->entries[(*pos)++];

		if (e->key)
			return e;
	}
	return NULL;
}
