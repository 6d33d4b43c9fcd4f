/* In: a range of words. Out: one line of at most so many characters.
 *
 *  1. What is too long is cut at its end; only where that would hide the words that changed, before them too.
 *  2. A cut stands between two words, in scripts without spaces between two characters. */
#include "judge/headline_quote.h"

#include <ctype.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "judge/shapes.h"

enum {
    LEAST_LEAD = 8,  /* and no fewer than this, where all words that changed fit behind it */
    SEEN_CHARS = 40, /* of a long run of changed words, that must be inside what is quoted */
    LINE_BYTES = 4096,
};

/* ---- Characters ---- */

size_t chars_of(struct str s)
{
    const uint64_t beyond = UINT64_C(0x8080808080808080);
    size_t n = s.len;
    for (size_t i = 0, to; i < s.len; i = to) {
        uint64_t eight = beyond;
        to = MIN(i + sizeof eight, s.len);
        if (to - i == sizeof eight)
            memcpy(&eight, s.ptr + i, sizeof eight);
        for (; (eight & beyond) && i < to; i++) /* most are ASCII, and passed over */
            n -= ((unsigned char)s.ptr[i] & 0xc0) == 0x80;
    }
    return n;
}

struct str chars_head(struct str s, size_t n)
{
    size_t at = 0, space = 0;
    for (size_t seen = 0; at < s.len; at++) {
        if (((unsigned char)s.ptr[at] & 0xc0) == 0x80)
            continue;
        if (s.ptr[at] == ' ')
            space = at;
        if (seen++ == n)
            break;
    }
    if (at == s.len)
        return s;
    if (at && strchr(",;:.!?", s.ptr[at]) && at + 1 < s.len && s.ptr[at + 1] == ' ')
        space = at; /* a word ends there, too */
    return str_sub(s, 0, space > at / 2 ? space : at);
}

void chars_add(struct buf *out, struct str s, size_t n)
{
    bool cut = chars_of(s) > n;
    buf_add(out, cut ? chars_head(s, n - 1) : s);
    buf_add(out, cut ? STR("…") : STR(""));
}

/* ---- Two texts ---- */

/* Whether a part of a text or an address may begin behind the character. */
static bool ends_part(char c)
{
    return strchr(" /?&=#_.-:,;", c) != NULL;
}

/* Bytes that both begin with, up to the beginning of a part. */
static size_t same_head(struct str a, struct str b)
{
    size_t n = 0;
    while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n])
        n++;
    while (n && !ends_part(a.ptr[n - 1]))
        n--;
    return n;
}

/* Adds at most n characters of it, from its beginning where what follows the first `head` bytes, up to `end`, is among them. */
static void add_from(struct buf *out, struct str s, size_t head, size_t end, size_t n)
{
    if (head == 0 || chars_of(s) <= n || chars_of(str_sub(s, 0, end)) < n) {
        chars_add(out, s, n);
        return;
    }
    buf_add(out, STR("…"));
    chars_add(out, str_sub(s, head, s.len), n - 1);
}

void chars_pair(struct buf *out, struct str now, struct str was, size_t n)
{
    enum { MARKS = 7 }; /* " (was )" */
    size_t each = n > 2 * MARKS ? (n - MARKS) / 2 : n / 2, all = chars_of(now) + chars_of(was) + MARKS;
    size_t head = same_head(now, was), tail = 0;
    while (head + tail < MIN(now.len, was.len) && now.ptr[now.len - tail - 1] == was.ptr[was.len - tail - 1])
        tail++;
    add_from(out, now, head, now.len - tail, all <= n ? n : each);
    buf_add(out, STR(" (was "));
    add_from(out, was, head, was.len - tail, all <= n ? n : each);
    buf_add_char(out, ')');
}

/* Where what begins about n characters before `at` may begin: at a word, or a character of a script without spaces. */
static size_t begin_before(struct str s, size_t at, size_t n)
{
    size_t from = at;
    uint32_t character;
    for (size_t seen = 0; from > 0 && seen < n; from--)
        seen += ((unsigned char)s.ptr[from - 1] & 0xc0) != 0x80;
    while (from > 0 && from < at && s.ptr[from - 1] != ' ') {
        unsigned bytes = utf8_next(s.ptr + from, s.ptr + at, &character);
        if (char_class(character) == CHAR_IDEOGRAPH)
            break;
        from += bytes;
    }
    return from;
}

/* ---- Words ---- */

static bool is_seen(const struct page *p, uint32_t w)
{
    return !(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN));
}

bool words_seen(const struct page *p, uint32_t word, uint32_t end)
{
    while (word < end && !is_seen(p, word))
        word++;
    return word < end;
}

/* The old price is struck out: it is not what is said. */
static bool is_struck(const struct page *p, uint32_t w)
{
    uint32_t tag = p->dom.node[p->dom.node[p->word[w].node].parent].tag;
    return tag == TAG_DEL || tag == TAG_S || tag == TAG_STRIKE;
}

uint32_t letters_of(const struct page *p, uint32_t word, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t w = word; w < end; w++)
        n += is_seen(p, w) && shape_is_letters(shape_visible(page_word(p, w)));
    return n;
}

size_t chars_between(const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    page_words_line(p, word, end, &b);
    return b.over ? LINE_BYTES : chars_of(buf_str(&b));
}

bool fits_between(const struct page *p, uint32_t word, uint32_t end, size_t chars)
{
    size_t least = 0; /* without spaces and pictures */
    for (uint32_t w = word; w < end && least <= chars; w++)
        least += p->word[w].flags & WORD_ATOM ? 0 : chars_of(page_word(p, w));
    return least <= chars && chars_between(p, word, end) <= chars;
}

uint32_t node_around(const struct page *p, uint32_t word, const uint32_t *tag, size_t n_tags)
{
    return page_around(p, p->word[word].node, tag, n_tags);
}

/* Whether word w is all of a link to the place where it stands: "¶", "§", "#". */
static bool is_anchor(const struct page *p, uint32_t w)
{
    static const struct str signs[] = { STR_INIT("¶"), STR_INIT("§"), STR_INIT("#"), STR_INIT("🔗") };
    static const uint32_t links[] = { TAG_A };
    for (size_t i = 0; i < ARRAY_LEN(signs); i++)
        if (str_eq(page_word(p, w), signs[i])) {
            uint32_t link = node_around(p, w, links, 1);
            return link != NONE && p->first_word[p->dom.node[link].end] - p->first_word[link] == 1;
        }
    return false;
}

/* Ten of them may be points. */
bool quote_is_drawn(const struct page *p, uint32_t w)
{
    enum { POINTS = 10 };
    struct str word = page_word(p, w);
    uint32_t from = w, to = w, symbol = p->symbol[w];
    if (!word.len || isalnum((unsigned char)*word.ptr) || chars_of(word) > 1 || shape_is_letters(word))
        return false;
    while (from && w - from < POINTS && p->symbol[from - 1] == symbol)
        from--;
    while (to + 1 < p->n_words && to - w < POINTS && p->symbol[to + 1] == symbol)
        to++;
    return to - from >= POINTS;
}

/* Whether word w is a line drawn below a title ("====="), the dots up to a page's number, the bullet of an item, or an anchor. */
static bool is_ornament(const struct quote *q, uint32_t w)
{
    static const struct str bullets[] = { STR_INIT("*"), STR_INIT("-"), STR_INIT("+"), STR_INIT("•"), STR_INIT("·") };
    const struct page *p = q->page;
    struct str word = page_word(p, w);
    bool drawn = word.len > 2 && memcmp(word.ptr, word.ptr + 1, word.len - 1) == 0;
    if ((drawn && memchr(word.len > 3 ? "=-_~*#+." : "=-_~*#+", word.ptr[0], word.len > 3 ? 8 : 7)) || is_anchor(p, w)
        || quote_is_drawn(p, w))
        return true;
    bool opens = w == q->word || (p->word[w].flags & WORD_BREAK), alone = w + 1 < q->end && (p->word[w + 1].flags & WORD_SPACE);
    for (size_t i = 0; opens && alone && i < ARRAY_LEN(bullets); i++)
        if (str_eq(word, bullets[i]))
            return true;
    return false;
}

/* ---- Quotes ---- */

/* Whether the element is set apart by its style alone: not one that raises, lowers or stresses part of a word. */
static bool is_box(uint32_t tag)
{
    return tag == TAG_SPAN || tag == TAG_TIME || tag == TAG_A || tag == TAG_LABEL || tag == TAG_SMALL;
}

/* "18:40" and "In transit", "v1.9" and "Latest" in two elements: no word goes on with a capital letter. */
static bool is_new_word(const struct page *p, uint32_t w)
{
    struct str before = page_word(p, w - 1), word = page_word(p, w);
    uint32_t one = p->dom.node[p->word[w - 1].node].parent, other = p->dom.node[p->word[w].node].parent;
    if (!before.len || !word.len || one == other || (!is_box(p->dom.node[one].tag) && !is_box(p->dom.node[other].tag)))
        return false;
    unsigned char last = (unsigned char)before.ptr[before.len - 1], first = (unsigned char)*word.ptr;
    bool digit = isdigit(last), small = islower(last) || str_eq(before, STR("€"));
    bool link = p->dom.node[other].tag == TAG_A && isalpha(first), linked = p->dom.node[one].tag == TAG_A && isdigit(first);
    return (isupper(first) && (digit || small)) || (digit && link) || (small && linked);
}

/* Whether a button ends or begins before word w, or one link ends and it begins another: they stand apart, though nothing but a style parts
 * them. */
static bool is_parted(const struct page *p, uint32_t w, uint32_t first)
{
    static const uint32_t tags[] = { TAG_A, TAG_BUTTON };
    if (w == first || p->word[w].node == p->word[w - 1].node)
        return false;
    if (is_new_word(p, w))
        return true;
    uint32_t before = node_around(p, w - 1, tags, ARRAY_LEN(tags)), here = node_around(p, w, tags, ARRAY_LEN(tags));
    bool button =
        (before != NONE && p->dom.node[before].tag == TAG_BUTTON) || (here != NONE && p->dom.node[here].tag == TAG_BUTTON);
    return before != here && (button || (before != NONE && here != NONE));
}

/* Whether a part of a record begins with the word: a cell, a line of a card; in JSON a member, with its name. */
static bool is_part(const struct page *p, uint32_t w)
{
    static const uint32_t rows[] = { TAG_TR };
    if (!(p->word[w].flags & WORD_BREAK))
        return false;
    return p->kind != KIND_JSON || w == 0 || node_around(p, w, rows, 1) != node_around(p, w - 1, rows, 1);
}

/* A full stop or a comma after a link has a space before it in some sources, and in no text. */
static bool is_end_mark(const struct quote *q, uint32_t w)
{
    struct str word = page_word(q->page, w);
    return (str_eq(word, STR(".")) || str_eq(word, STR(","))) && !(q->page->word[w].flags & WORD_BREAK)
           && (w + 1 >= q->end || (q->page->word[w + 1].flags & (WORD_SPACE | WORD_BREAK)));
}

struct quote quote_plain(const struct page *p, uint32_t word, uint32_t end)
{
    return (struct quote){ .page = p, .word = word, .end = end, .changed = NONE, .unchanged = NONE };
}

bool quote_is_labelled(const struct quote *q)
{
    for (uint32_t w = q->word; w + 1 < q->end; w++)
        if (str_eq(page_word(q->page, w), STR(":")) && (q->page->word[w + 1].flags & (WORD_SPACE | WORD_BREAK)))
            return letters_of(q->page, q->word, w) > 0;
    return false;
}

/* A quote as bytes, and where in it the words that changed begin and end. */
struct quote_text {
    struct buf bytes;
    size_t from, to;
};

/* Whether word w is not said: it is not seen, only drawn, held back, or struck out in what is not struck out as a whole. */
static bool is_left_out(const struct quote *q, uint32_t w)
{
    const struct page *p = q->page;
    bool whole = is_struck(p, q->word) && is_struck(p, q->end - 1);
    return !is_seen(p, w) || !shape_visible(page_word(p, w)).len || is_ornament(q, w) || (q->held && q->held[w])
           || (is_struck(p, w) && !whole);
}

/* What stands between the word and those before it. */
static void add_gap(const struct quote *q, uint32_t w, bool gap, bool part, struct buf *b)
{
    if (b->len && part && !memchr(",;:.!?|", b->ptr[b->len - 1], 7))
        buf_add_char(b, ',');
    if (b->len && gap && !is_end_mark(q, w))
        buf_add_char(b, ' ');
}

/* In data a text may hold markup: the word behind the tag that begins at w; w: none does. */
static uint32_t behind_tag(const struct quote *q, uint32_t w)
{
    enum { TAG_WORDS = 60 };
    const struct page *p = q->page;
    if (p->kind != KIND_JSON || w + 1 >= q->end || !str_eq(page_word(p, w), STR("<")) || (p->word[w + 1].flags & WORD_SPACE)
        || !(isalpha((unsigned char)*page_word(p, w + 1).ptr) || str_eq(page_word(p, w + 1), STR("/"))))
        return w;
    for (uint32_t end = w + 1; end < q->end && end < w + TAG_WORDS; end++)
        if (str_eq(page_word(p, end), STR(">")))
            return end + 1;
    return w;
}

static void write_all(const struct quote *q, struct quote_text *t)
{
    struct buf *b = &t->bytes;
    bool gap = false, part = false; /* a field or a picture parts the words around it */
    char room[PLAIN_WORD_ROOM];
    t->from = t->to = 0;
    uint32_t tag_end = q->word;
    for (uint32_t w = q->word; w < q->end; w++) {
        tag_end = MAX(tag_end, behind_tag(q, w));
        gap |= (q->page->word[w].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM)) || is_parted(q->page, w, q->word);
        part |= q->parted && is_part(q->page, w);
        if (w >= tag_end && !is_left_out(q, w)) {
            add_gap(q, w, gap, part, b);
            gap = part = false;
            t->from = w == q->changed ? b->len : t->from;
            buf_add(b, shape_visible(page_plain_word(q->page, w, room)));
        }
        t->to = w + 1 == q->unchanged ? b->len : t->to;
    }
    t->to = MAX(t->to, t->from);
}

size_t quote_write(const struct quote *q, size_t most, struct buf *out)
{
    struct quote_text t = { .bytes = BUF(MIB(4)) };
    write_all(q, &t);
    struct str text = str_trim(buf_str(&t.bytes));
    size_t before = chars_of(str_sub(text, 0, t.from)), changed = MIN(chars_of(str_sub(text, t.from, t.to)), (size_t)SEEN_CHARS);
    size_t from = 0, need = before + changed;
    if (chars_of(text) > most && need + 1 > most) {
        size_t after = chars_of(str_sub(text, t.from, text.len)) + 1,
               lead = MAX((size_t)QUOTE_LEAD_CHARS, most > after ? most - after : 0);
        size_t run = chars_of(str_sub(text, t.from, t.to)), seen = run + LEAST_LEAD <= most ? run : changed;
        from = begin_before(text, t.from, MIN(lead, most > seen + 2 ? most - seen - 2 : 0));
        while (from && from < t.from && memchr(" ,;:.)", text.ptr[from], 6))
            from++;
    }
    if (from > 0) {
        buf_add(out, STR("…"));
        need = 1 + chars_of(str_sub(text, from, t.from)) + changed;
        text = str_sub(text, from, text.len);
        most--;
    }
    chars_add(out, text, most);
    buf_drop(&t.bytes);
    return need;
}
