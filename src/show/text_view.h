/* What the files of the text view share. Private to show/text*.c. */
#ifndef SHOW_TEXT_VIEW_H
#define SHOW_TEXT_VIEW_H

#include "base/map.h"
#include "show/passage.h"
#include "show/place.h"
#include "show/wrap.h"

enum { LINE_INDENT = 4 }; /* of a line that goes on */

struct text_view {
    const struct delta *delta;
    struct arena *scratch;
    struct places places;  /* of the new page */
    struct place place;    /* told last */
    struct str place_name; /* in words */
    bool all;              /* look and machinery too */
    bool *told;            /* by change: told in a passage already */
    struct map *same; /* by hash of an old and a new address: how often that change is there; 0 once it was told for all of them */
    struct wrap wrap;
};

/* text.c: starts a line with a sign; tells the place, where it is another than the last. */
void text_start(struct text_view *v, char sign);
void text_place(struct text_view *v, struct place place);

/* text_words.c: words [word, end) with what stands between them; what stands before word w; a sign between blocks; words of ours; that
 * something is left out. */
void text_run(struct text_view *v, const struct page *p, uint32_t word, uint32_t end);
void text_separator(struct text_view *v, const struct page *p, uint32_t w);
void text_sign(struct text_view *v, struct str sign);
void text_note(struct text_view *v, struct str note);
void text_dots(struct text_view *v);

/* text_address.c */

/* An address, or a text that an attribute holds, that differs: what it is of, and both. */
struct address_change {
    const char *name;
    struct str old, new;
    bool is_address;
    bool is_label; /* what the label would tell: a picture's description */
};

/* Whether a change is of such a thing, and which. */
bool text_find_address(const struct delta *d, const struct change *c, struct address_change *out);
/* Whether the words of a link are its address: then it was told. */
bool text_says_address(const struct text_view *v, const struct change *c, struct str address);
/* What it is of, with the words that it belongs to if asked for, the old one and the new one. */
void text_address(struct text_view *v, const struct change *c, const struct address_change *other, bool label);
void text_old_new(struct text_view *v, struct str old, struct str new);
/* The words that a change of markup speaks of, in quotes; of a picture its description. A field or a drawing has none. */
bool text_has_label(const struct page *p, const struct change *c);
void text_label(struct text_view *v, const struct change *c);

/* text_passage.c */
void text_passage(struct text_view *v, const struct passages *p, const struct passage *passage);

#endif
