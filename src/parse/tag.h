/* The elements weft knows, each with the classes that the stages ask about: one row per element in tag.def.
 *
 * An element that has no row gets the number TAG_KNOWN + its symbol in the shared table (page pairs compare numbers) and the
 * classes of an unknown inline element. */
#ifndef PARSE_TAG_H
#define PARSE_TAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "base/symbols.h"

enum tag_class {
    TAG_BLOCK = 1 << 0,       /* starts a line of its own */
    TAG_BREAK = 1 << 1,       /* sentence-breaking (section 5.1 of the paper): its start and its end end a sentence */
    TAG_VOID = 1 << 2,        /* has no end tag and no content */
    TAG_RAW = 1 << 3,         /* its content is characters, not markup */
    TAG_HIDDEN = 1 << 4,      /* a reader never sees its content: script, style, template, head ... */
    TAG_ATOM = 1 << 5,        /* compared and shown as one thing, never marked inside: img, svg, select's option ... */
    TAG_CONTENT = 1 << 6,     /* content-defining: a change of its attributes is a change of content */
    TAG_FORMAT = 1 << 7,      /* text formatting: b, i, font, span ...; not part of the AF tree */
    TAG_NO_TEXT = 1 << 8,     /* may not hold text or ins/del itself: ul, table, tr, select ... */
    TAG_ACTIVE = 1 << 9,      /* runs or loads something else: script, iframe, object, embed, frame */
    TAG_KEEP_SPACE = 1 << 10, /* keeps its white space */
    TAG_P_ONLY = 1 << 11,     /* may hold phrasing content only: p, h1 ... h6, pre, and the inline elements that are not
                                transparent (a, ins, del, map take what their parent takes) */
};

enum tag {
    TAG_NONE, /* text, comments */
#define TAG(NAME, name, classes) TAG_##NAME,
#include "parse/tag.def"
#undef TAG
    TAG_KNOWN /* how many; larger numbers are TAG_KNOWN + symbol */
};

/* For tag_classes(), which is asked for every node, more than once. */
extern const uint16_t tag_class_row[TAG_KNOWN];

/* Classes of a tag number; 0 for unknown ones. */
static inline unsigned tag_classes(uint32_t tag)
{
    return tag < TAG_KNOWN ? tag_class_row[tag] : 0;
}
static inline bool tag_is(uint32_t tag, unsigned classes)
{
    return (tag_classes(tag) & classes) != 0;
}
/* The name; `symbols` is where unknown ones were interned. */
struct str tag_name(const struct symbols *symbols, uint32_t tag);
/* The number of a lower-case name; an unknown one is interned. */
uint32_t tag_number(struct symbols *symbols, struct str name);

#endif
