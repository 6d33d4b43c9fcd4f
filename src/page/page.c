/* page_read: bytes to the page model, one pass after the other. See page.h for the picture. */
#include "page/page.h"

#include "base/utf8.h"
#include "page/build.h"

enum { GLUED_WORDS = 12 }; /* words that touch each other and may be one to a reader: a date, a version, an address */

int page_build(struct arena *a, struct page *p, struct err *e)
{
    int bad;

    build_flags(a, p);
    if ((bad = build_words(a, p, e)))
        return bad;
    build_sentences(a, p);
    build_hashes(a, p);
    build_objects(a, p, p->address);
    return 0;
}

int page_read(struct arena *a, struct symbols *symbols, const struct parse_source *source, struct str base, struct page *out,
              struct err *e)
{
    struct page p = { .bytes = source->bytes, .address = base };
    int bad;

    if ((bad = parse_page(a, symbols, source, &p.dom, e)) || (bad = page_build(a, &p, e)))
        return bad;
    *out = p;
    return 0;
}

struct str page_atom(const struct page *p, uint32_t word)
{
    const struct word *w = &p->word[word];
    struct str value;

    switch (p->dom.node[w->node].tag) {
    case TAG_BR:
    case TAG_HR:
        return STR("");
    case TAG_IMG:
        if (dom_attr(&p->dom, w->node, STR("alt"), &value) && value.len)
            return value;
        break;
    default:
        break;
    }
    return tag_name(p->dom.symbols, p->dom.node[w->node].tag);
}

enum { RAISED_DEPTH = 3 }; /* elements up from a raised text to what raises it: the number of a note is a link, maybe in a span */

/* The raised digits one to three are older than the others and stand elsewhere. */
static struct str raised_digit(char digit)
{
    static const struct str raised[] = { STR_INIT("⁰"), STR_INIT("¹"), STR_INIT("²"), STR_INIT("³"), STR_INIT("⁴"),
                                         STR_INIT("⁵"), STR_INIT("⁶"), STR_INIT("⁷"), STR_INIT("⁸"), STR_INIT("⁹") };
    return raised[digit - '0'];
}

static struct str lowered_digit(char digit)
{
    static const struct str lowered[] = { STR_INIT("₀"), STR_INIT("₁"), STR_INIT("₂"), STR_INIT("₃"), STR_INIT("₄"),
                                          STR_INIT("₅"), STR_INIT("₆"), STR_INIT("₇"), STR_INIT("₈"), STR_INIT("₉") };
    return lowered[digit - '0'];
}

struct str page_plain_word(const struct page *p, uint32_t word, char room[static PLAIN_WORD_ROOM])
{
    struct str text = page_word(p, word);
    uint32_t node = p->word[word].node, tag = 0;
    size_t len = 0;

    for (int up = 0; up < RAISED_DEPTH && tag != TAG_SUP && tag != TAG_SUB; up++) {
        node = p->dom.node[node].parent;
        tag = p->dom.node[node].tag;
    }
    if (p->word[word].flags & WORD_ATOM || (tag != TAG_SUP && tag != TAG_SUB) || 3 * text.len > PLAIN_WORD_ROOM)
        return text;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return text;
        struct str digit = tag == TAG_SUP ? raised_digit(text.ptr[i]) : lowered_digit(text.ptr[i]);
        memcpy(room + len, digit.ptr, digit.len);
        len += digit.len;
    }
    return (struct str){ room, len };
}

/* Atoms whose text a reader sees, as that of plug-ins, which no browser shows any more; that of the others is for old browsers. */
static bool shows_text(uint32_t tag)
{
    return tag == TAG_OPTION || tag == TAG_TEXTAREA || tag == TAG_SVG || tag == TAG_MATH || tag == TAG_XMP || tag == TAG_PLAINTEXT
           || tag == TAG_OBJECT || tag == TAG_APPLET;
}

/* The image that an element is, or that a picture shows; NONE for any other. */
static uint32_t image_of(const struct page *p, uint32_t node)
{
    uint32_t end = p->dom.node[node].tag == TAG_PICTURE ? p->dom.node[node].end : node + 1;

    while (node < end && p->dom.node[node].tag != TAG_IMG)
        node++;
    return node < end ? node : NONE;
}

/* The name of an atom with what a reader sees of it: an option's text, the labels of a drawing, an image's description. */
static void atom_text(const struct page *p, uint32_t word, struct buf *out)
{
    uint32_t node = p->word[word].node, tag = p->dom.node[node].tag;
    struct str alt = STR("");

    buf_add_char(out, '[');
    buf_add(out, tag_name(p->dom.symbols, tag));
    for (uint32_t i = node; shows_text(tag) && i < p->dom.node[node].end; i++) {
        bool shown = p->dom.node[i].kind == NODE_TEXT && p->dom.node[p->dom.node[i].parent].tag != TAG_STYLE;
        struct str text = shown ? str_trim(node_text(&p->dom.node[i])) : STR("");
        if (text.len) {
            buf_add_char(out, ' ');
            buf_add(out, text);
        }
    }
    uint32_t image = image_of(p, node);
    if (image != NONE && dom_attr(&p->dom, image, STR("alt"), &alt) && alt.len) {
        buf_add_char(out, ' ');
        buf_add(out, alt);
    }
    buf_add_char(out, ']');
}

uint32_t page_around(const struct page *p, uint32_t node, const uint32_t *tag, size_t n_tags)
{
    const struct node *all = p->dom.node;
    uint64_t like = 0; /* bits of the tags: most elements are passed over by one question */
    for (size_t i = 0; i < n_tags; i++)
        like |= UINT64_C(1) << (tag[i] & 63);
    for (uint32_t n = node; n && n != p->body; n = all[n].parent) {
        if (all[n].kind != NODE_ELEMENT || !(like >> (all[n].tag & 63) & 1))
            continue;
        for (size_t i = 0; i < n_tags; i++)
            if (all[n].tag == tag[i])
                return n;
    }
    return NONE;
}

static bool is_line_end(const struct page *p, uint32_t word)
{
    if (!(p->word[word].flags & WORD_ATOM)) /* as most words: their nodes are left alone */
        return false;
    uint32_t tag = p->dom.node[p->word[word].node].tag;
    return tag == TAG_BR || tag == TAG_HR;
}

/* Words with what a reader sees between them; those with any of the flags in `without` are left out. */
static void add_words(const struct page *p, uint32_t word, uint32_t end, unsigned without, struct buf *out)
{
    unsigned before = 0; /* what stands before a word */
    bool first = true;

    for (uint32_t w = word; w < end && !out->over; w++) {
        unsigned flags = p->word[w].flags;
        before |= flags & (WORD_BREAK | WORD_SPACE);
        if (flags & without || is_line_end(p, w))
            continue;
        if (!first && before)
            buf_add_char(out, before & WORD_BREAK ? '\n' : ' ');
        before = 0;
        first = false;
        if (flags & WORD_ATOM)
            atom_text(p, w, out);
        else
            buf_add(out, page_word(p, w));
    }
}

void page_words_text(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    add_words(p, word, end, 0, out);
}

void page_words_line(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    size_t from = out->len;

    page_words_text(p, word, end, out);
    char *at = out->ptr ? out->ptr + from : NULL;
    while (at && (at = memchr(at, '\n', (size_t)(out->ptr + out->len - at))))
        *at = ' ';
}

/* Between ideographs stands no space. */
static bool is_ideograph(const struct page *p, uint32_t word)
{
    struct str text = page_word(p, word);
    uint32_t first = 0;

    if (text.len)
        utf8_next(text.ptr, text.ptr + text.len, &first);
    return char_class(first) == CHAR_IDEOGRAPH || char_class(first) == CHAR_KATAKANA;
}

uint32_t page_cut(const struct page *p, uint32_t w, uint32_t end)
{
    for (uint32_t at = w; at < end && at - w < GLUED_WORDS; at++)
        if (p->word[at].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM) || is_ideograph(p, at))
            return at;
    return end - w < GLUED_WORDS ? end : w;
}

void page_text(const struct page *p, struct buf *out)
{
    size_t before = out->len;

    add_words(p, 0, p->n_words, WORD_HIDDEN, out);
    if (out->len > before)
        buf_add_char(out, '\n');
}
