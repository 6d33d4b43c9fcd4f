/* Short words for people about a change that its text does not tell: where it was before, or where a link leads. */
#ifndef SHOW_LABEL_H
#define SHOW_LABEL_H

#include "base/buf.h"
#include "compare/delta.h"

/* Whether the old place of what moved stands behind the new one: the last kept word before each tells. */
bool label_was_below(const struct delta *d, const struct change *c);

/* Of what moved: "2nd, was 5th" in a list or row of its like, else "was under “Fees”", else "was further down". `verb` is "was", or "is
 * now" where the delta is a reversed one. Not escaped. */
void label_move(struct arena *a, const struct delta *d, const struct change *c, const char *verb, struct buf *out);

/* At the place that something moved away from: "is now further down". */
void label_left(const struct delta *d, const struct change *c, struct buf *out);

/* A value before and after; either may be empty. */
struct label_values {
    struct str old, new;
    bool cut;        /* a long end that both have is left out: dots stand for it */
    bool is_picture; /* what two pictures show, in words */
};
/* Of a change of a link, picture or field: the first value that a reader meets and that differs, of an address without the host that both
 * have; of pictures that are described otherwise, what they show. False where it is about something else. */
bool label_values(const struct delta *d, const struct change *c, struct label_values *out);
/* One of them for people, escaped: letters that an address holds as "%C3%A9" are shown as what they are; dots where its end is cut. */
void label_value(struct buf *out, struct str value, bool cut);
/* Whether two pairs differ in the same way: "a.html#x" is now "b.html#x", and "a.html#y" "b.html#y". */
bool label_is_same_turn(const struct label_values *x, const struct label_values *y);
/* "/fees → /prices", "new, /prices" or "was /fees". Not escaped. */
void label_link(const struct label_values *x, struct buf *out);

#endif
