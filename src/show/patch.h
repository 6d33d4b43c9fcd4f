/* A patch makes NEW of OLD and OLD of NEW: byte for byte, or word for word.
 *
 *     { "format": "weft-patch", "version": 1,
 *       "old": { "bytes": 2048, "hash": "…", "words": 310, "words_hash": "…" }, "new": { … },
 *       "source": [ ["=", 1200], ["-", "10"], ["+", "12"], ["=", 846] ],
 *       "words":  [ ["=", 41], ["-", " 10"], ["+", " 12"], ["=", 268] ] }
 *
 * `source` runs over the pages' bytes as they came in: "=" keeps that many, "-" and "+" give the bytes that go and come; where those are
 * not UTF-8, "-64" and "+64" give them in base64. `words` runs over the words as page_words_text() gives them: "=" keeps that many, the
 * others list words, each with the white space before it (nothing, a space or a line end); br and hr are words without text.
 * A page that is not HTML or XML has a "kind" besides: "text", "table" or "json" (page/kind.h).
 * Everything that goes is written out, so a patch can be taken backwards. The hashes (XXH3) are of the bytes, and of all words as one
 * text. */
#ifndef SHOW_PATCH_H
#define SHOW_PATCH_H

#include "show/show.h"

/* Writes the patch. O(bytes) and the sequence engine on what differs. */
int show_patch(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e) MUST_CHECK;

/* Adds NEW's bytes to *out, made from OLD's (`source`), or OLD's from NEW's with `reverse`. Nothing is added on failure.
 * E_FORMAT, in words: it is no patch, it is damaged, it was made for another page. E_LIMIT: too large. O(source + patch). */
int patch_apply(struct arena *a, struct str source, struct str patch, bool reverse, struct buf *out, struct err *e) MUST_CHECK;
/* The same for the words: `source` is the page's HTML, what is added is the other page's words as text with a line end behind it. */
int patch_apply_words(struct arena *a, struct str source, struct str patch, bool reverse, struct buf *out, struct err *e)
    MUST_CHECK;

#endif
