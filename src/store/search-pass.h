#ifndef JPD_STORE_SEARCH_PASS_H
#define JPD_STORE_SEARCH_PASS_H

#include "src/base/regex.h"
#include "src/base/strmap.h"
#include "src/store/conversation.h"

/*
 * The texts of one item to search, in order: what is drawn of it, if that
 * differs from its source (Markdown marks and undrawn characters are removed),
 * then its source. A match that reads the same in both counts once.
 */

/* Append what is drawn of an item; false if that is its source. */
typedef bool search_shown(struct strbuf *out, const struct conversation *conv,
			  const struct item *item);

struct search_pass {
	struct strbuf drawn, text;
	bool in_drawn, has_drawn;
	struct regex_scan scan;
	size_t window;      /* of the scan, or 0 */
	struct strmap told; /* hashes of the matches in `drawn` */
	uint64_t last;      /* the one added last */
};

void search_pass_init(struct search_pass *pass);
void search_pass_release(struct search_pass *pass);
/* Give back memory above `most` bytes. */
void search_pass_trim(struct search_pass *pass, size_t most);

void search_pass_begin(struct search_pass *pass, search_shown *shown,
		       const struct conversation *conv,
		       const struct item *item);
/* As regex_scan_next(); the match is in search_pass_text(). */
enum regex_result search_pass_next(struct search_pass *pass, struct regex *re,
				   struct regex_match *match);
static inline struct slice search_pass_text(const struct search_pass *pass)
{
	return pass->scan.text;
}

/*
 * Whether the drawn text may have other words than these raw values. True if
 * unknown.
 */
bool search_pass_differs(const struct item *item, const struct slice *raws,
			 size_t count);

/*
 * Append what `needed`, which every match contains, and a raw text have in
 * common wherever a drawn text contains it: ASCII letters and digits. Appends
 * nothing if there are none.
 */
void search_loose_add(struct strbuf *out, struct slice text);
/* The same for raw value `i` of an item; false if it may be drawn with other
 * letters. */
bool search_loose_add_raw(struct strbuf *out, const struct item *item,
			  const struct slice *raws, size_t i);

#endif
