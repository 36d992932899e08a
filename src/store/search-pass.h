#ifndef JPD_STORE_SEARCH_PASS_H
#define JPD_STORE_SEARCH_PASS_H

#include "src/base/regex.h"
#include "src/base/strmap.h"
#include "src/store/conversation.h"

/*
 * The texts of one item that a search looks at, one after the other: what is
 * drawn of it, where that is not what came (marks of Markdown and characters
 * that are not drawn are gone), and what came. Both may match, and what reads
 * the same in both is one match.
 */

/* Appends what is drawn of an item; false where that is what came. */
typedef bool search_shown(struct strbuf *out, const struct conversation *conv,
			  const struct item *item);

struct search_pass {
	struct strbuf drawn, text;
	bool in_drawn, has_drawn;
	struct regex_scan scan;
	size_t window;      /* of the scan, or 0 */
	struct strmap told; /* hashes of what matched in `drawn` */
	uint64_t last;      /* of them, put last */
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
 * Whether what is drawn of an item may be in other words than these raw values
 * of it. True where it is not known.
 */
bool search_pass_differs(const struct item *item, const struct slice *raws,
			 size_t count);

/*
 * What `needed`, which stands in each match, and a raw text have in common
 * wherever a drawn text holds it: ASCII letters and figures. Nothing where it
 * has none.
 */
void search_loose_add(struct strbuf *out, struct slice text);
/* The same of raw value `i` of an item; false where it may be drawn with
 * others. */
bool search_loose_add_raw(struct strbuf *out, const struct item *item,
			  const struct slice *raws, size_t i);

#endif
