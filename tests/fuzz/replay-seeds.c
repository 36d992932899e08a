#include "config.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/strbuf.h"
#include "src/base/xalloc.h"
#include "tests/fuzz/fuzz.h"
#include "tests/unit/random.h"

/*
 * "replay-seeds FOLDER": runs every fuzz target on its seeds in
 * FOLDER/fuzz-NAME, and on many mutations of each: what a fuzzer does at first,
 * in every check, without clang. Every run of a build is the same.
 */
#define CHANGED 1000

struct target {
	const char *name;
	void (*run)(const uint8_t *data, size_t size);
};

#define TARGET(name) { #name, fuzz_##name },

static const struct target targets[] = { FUZZ_TARGETS(TARGET) };

static int read_file(struct strbuf *out, const char *path)
{
	FILE *file = fopen(path, "rb");
	char block[4096];
	size_t len;

	if (!file)
		return -1;
	while ((len = fread(block, 1, sizeof(block), file)) > 0)
		strbuf_add(out, block, len);
	fclose(file);
	return 0;
}

/* In a separate allocation, so that a sanitizer sees reads past its end. */
static void run(const struct target *target, const char *bytes, size_t len)
{
	uint8_t *copy = xmalloc(len ? len : 1);

	if (len)
		memcpy(copy, bytes, len);
	target->run(copy, len);
	free(copy);
}

static size_t place(const struct strbuf *text, uint64_t *seed)
{
	return random_below(seed, (unsigned)text->len + 1);
}

static void change(struct strbuf *text, uint64_t *seed)
{
	static const char *const words[] = {
		"\"",   "\\",           "{",    "}",       "[",  "]",
		"\n",   "\xff",         "\x1b", "",        "0",  "null",
		"\r\n", "\xe2\x80\xae", "data", "\\ud800", "\t", "1e999",
	};
	const char *word = words[random_below(seed, ARRAY_SIZE(words))];
	size_t at = place(text, seed), to = place(text, seed);

	switch (random_below(seed, 5)) {
	case 0: /* cut */
		strbuf_setlen(text, at);
		break;
	case 1: /* remove a piece */
		strbuf_remove(text, at < to ? at : to,
			      at < to ? to - at : at - to);
		break;
	case 2: /* repeat a piece */
		if (at < to) {
			struct strbuf piece = STRBUF_INIT;

			strbuf_add(&piece, text->buf + at, to - at);
			strbuf_insert(text, at, piece.buf, piece.len);
			strbuf_release(&piece);
		}
		break;
	case 3:
		if (at < text->len)
			text->buf[at] = (char)(text->buf[at] ^
					       (1 << random_below(seed, 8)));
		break;
	default:
		strbuf_insert(text, at, word, strlen(word));
	}
}

static void replay(const struct target *target, const struct strbuf *seed_text,
		   uint64_t *seed)
{
	run(target, seed_text->buf, seed_text->len);
	for (int i = random_rounds(CHANGED); i; i--) {
		struct strbuf text = STRBUF_INIT;

		strbuf_add(&text, seed_text->buf, seed_text->len);
		do
			change(&text, seed);
		while (random_below(seed, 3) && text.len < 1 << 16);
		run(target, text.buf, text.len);
		strbuf_release(&text);
	}
}

static size_t replay_folder(const struct target *target, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	uint64_t seed = random_seed(1);
	size_t count = 0;

	while (dir && (entry = readdir(dir))) {
		struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;

		strbuf_addf(&path, "%s/%s", folder, entry->d_name);
		if (entry->d_name[0] != '.' && !read_file(&text, path.buf)) {
			fprintf(stderr, "# %s\n", path.buf);
			replay(target, &text, &seed);
			count++;
		}
		strbuf_release(&path);
		strbuf_release(&text);
	}
	if (dir)
		closedir(dir);
	return count;
}

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	setlocale(LC_CTYPE, "C.UTF-8");
	printf("1..%zu\n", ARRAY_SIZE(targets));
	for (size_t i = 0; i < ARRAY_SIZE(targets); i++) {
		struct strbuf folder = STRBUF_INIT;
		size_t count;
		char *c;

		strbuf_addf(&folder, "%s/fuzz-%s", argv[1], targets[i].name);
		for (c = folder.buf + strlen(argv[1]); *c; c++)
			*c = *c == '_' ? '-' : *c;
		count = replay_folder(&targets[i], folder.buf);
		printf("%sok %zu - %s holds for %zu seeds and what is near\n",
		       count ? "" : "not ", i + 1, targets[i].name, count);
		strbuf_release(&folder);
	}
	return 0;
}
