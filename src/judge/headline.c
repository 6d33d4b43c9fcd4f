/* In: the pieces of a change by importance. Out: one line of at most HEADLINE_CHARS characters, and more lines.
 *
 *  1. What is quoted is the whole sentence, heading or item of the change; a cell is quoted with its row, a value with its label.
 *  2. A sentence that does not fit is quoted around the words that changed.
 *  3. A number, price or state says what it was: "Oak table 360 euro (was 340)". What is gone says so, and from which section.
 *  4. Where there is room the next piece follows; then that there are more. */
#include "judge/headline.h"

#include <ctype.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "judge/headline_value.h"
#include "judge/leads.h"

enum {
    SHORT_WORDS = 4,   /* a sentence with fewer words says little without what stands around it */
    VALUE_WORDS = 2,   /* and with fewer than this it is only a value */
    WAS_WORDS = 4,     /* what stood there is said where it is no longer than this */
    SECTION_WORDS = 8, /* shorter than this, what is gone needs its section */
    DEEP_WORDS = 30,   /* into a paragraph, where its beginning is out of sight */
    BEGIN_CHARS = 42,
    LEAD_CHARS = 30,  /* of a long sentence before the first word that changed */
    JOIN_CHARS = 12,  /* room that is worth filling with the next piece, where all of it fits */
    HALF_CHARS = 40,  /* room that is worth filling with a part of it */
    FIRST_CHARS = 76, /* of a long first piece, where others follow */
    LINE_BYTES = 4096,
};

#define SURE_SHARE 0.5 /* beside pieces that are surer than this others are noise */

struct quote {
    const struct page *page;
    uint32_t word, end;          /* what is quoted */
    uint32_t changed, unchanged; /* first and past the last of the words that changed in it */
};

/* ---- Characters ---- */

static size_t count_chars(struct str s)
{
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++)
        n += ((unsigned char)s.ptr[i] & 0xc0) != 0x80;
    return n;
}

/* The first n characters, cut before a word where one begins not far back. */
static struct str head_chars(struct str s, size_t n)
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
    return str_sub(s, 0, space > at / 2 ? space : at);
}

/* A space of no width is written in three bytes: U+200B to U+200F, U+FEFF. */
static bool is_visible(struct str s)
{
    return !(str_starts(s, STR("\xe2\x80")) && s.len > 2 && (unsigned char)s.ptr[2] >= 0x8b && (unsigned char)s.ptr[2] <= 0x8f)
           && !str_starts(s, STR("\xef\xbb\xbf"));
}

/* ---- What to quote ---- */

static bool is_seen(const struct page *p, uint32_t w)
{
    return !(p->word[w].flags & (WORD_ATOM | WORD_HIDDEN));
}

static uint32_t count_words(const struct page *p, uint32_t word, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t w = word; w < end; w++)
        n += is_seen(p, w) && shape_is_letters(page_word(p, w));
    return n;
}

/* The nearest element of one of the tags around a word; NONE. */
static uint32_t around(const struct page *p, uint32_t word, const uint32_t *tag, size_t n_tags)
{
    for (uint32_t n = p->word[word].node; n && n != p->body; n = p->dom.node[n].parent)
        for (size_t i = 0; i < n_tags; i++)
            if (p->dom.node[n].kind == NODE_ELEMENT && p->dom.node[n].tag == tag[i])
                return n;
    return NONE;
}

static size_t chars_of(const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    page_words_line(p, word, end, &b);
    return b.over ? LINE_BYTES : count_chars(buf_str(&b));
}

static bool is_heading(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_H1, TAG_H2, TAG_H3, TAG_H4, TAG_H5, TAG_H6 };
    return around(p, word, tags, ARRAY_LEN(tags)) != NONE;
}

/* A value has the line before it for a label, unless that is a whole sentence; so has what follows a colon. In a text the lines stand for
 * themselves. */
static bool is_label(const struct page *p, const struct sentence *before, const struct quote *q)
{
    struct str last = page_word(p, before->end - 1);
    if (str_eq(last, STR(".")) || str_eq(last, STR("!")) || (p->kind == KIND_TEXT && !str_eq(last, STR(":"))))
        return false;
    return count_words(p, q->word, q->end) < VALUE_WORDS || str_eq(last, STR(":"));
}

/* A short sentence with what makes it readable: its row, its item, or the sentence before it. */
static void widen(struct quote *q)
{
    static const uint32_t holders[] = { TAG_TR, TAG_LI, TAG_DL, TAG_ARTICLE };
    const struct page *p = q->page;
    uint32_t holder = around(p, q->word, holders, ARRAY_LEN(holders));
    bool row = holder != NONE && p->dom.node[holder].tag == TAG_TR;
    if ((count_words(p, q->word, q->end) >= SHORT_WORDS && !row) || is_heading(p, q->word))
        return;
    if (holder != NONE) {
        uint32_t word = p->first_word[holder], end = p->first_word[p->dom.node[holder].end];
        if (end - word <= HEADLINE_CHARS && chars_of(p, word, end) <= HEADLINE_CHARS) {
            q->word = word;
            q->end = end;
            return;
        }
    }
    for (uint32_t s = 0; s < p->n_sentences; s++)
        if (p->sentence[s].end == q->word && is_label(p, &p->sentence[s], q)
            && chars_of(p, p->sentence[s].word, q->end) <= HEADLINE_CHARS) {
            q->word = p->sentence[s].word;
            return;
        }
}

static struct quote quote_of(const struct delta *d, const struct judge_piece *piece)
{
    struct quote q = { .page = piece->old ? d->old : d->new };
    const struct sentence *s = &q.page->sentence[piece->sentence];
    const uint32_t *partner = piece->old ? d->old_to_new : d->new_to_old;
    q.word = q.changed = s->word;
    q.end = q.unchanged = s->end;
    while (q.changed < s->end && partner[q.changed] != NONE)
        q.changed++;
    while (q.unchanged > q.changed && partner[q.unchanged - 1] != NONE)
        q.unchanged--;
    if (q.changed == s->end)
        q.changed = s->word;
    widen(&q);
    return q;
}

/* Whether word w is a line drawn below a title ("====="), or the bullet of an item. */
static bool is_ornament(const struct quote *q, uint32_t w)
{
    static const struct str bullets[] = { STR_INIT("*"), STR_INIT("-"), STR_INIT("+"), STR_INIT("•"), STR_INIT("·") };
    const struct page *p = q->page;
    struct str word = page_word(p, w);
    if (word.len > 2 && memchr("=-_~*#+", word.ptr[0], 7) && memcmp(word.ptr, word.ptr + 1, word.len - 1) == 0)
        return true;
    bool opens = w == q->word || (p->word[w].flags & WORD_BREAK), alone = w + 1 < q->end && (p->word[w + 1].flags & WORD_SPACE);
    for (size_t i = 0; opens && alone && i < ARRAY_LEN(bullets); i++)
        if (str_eq(word, bullets[i]))
            return true;
    return false;
}

/* The words of a quote, without pictures; around what changed where all of it is too long. */
static void add_quote(const struct quote *q, size_t most, struct buf *out)
{
    AUTO(buf) b = BUF(MIB(4));
    size_t lead = 0;
    bool gap = false; /* a field or a picture parts the words around it */
    char room[PLAIN_WORD_ROOM];

    for (uint32_t w = q->word; w < q->end; w++) {
        const struct word *word = &q->page->word[w];
        if (w == q->changed)
            lead = b.len;
        gap |= (word->flags & (WORD_SPACE | WORD_BREAK)) || (word->flags & WORD_ATOM);
        if (!is_seen(q->page, w) || is_ornament(q, w))
            continue;
        if (b.len && gap)
            buf_add_char(&b, ' ');
        gap = false;
        buf_add(&b, page_plain_word(q->page, w, room));
    }
    struct str text = str_trim(buf_str(&b));
    if (count_chars(text) > most && count_chars(str_sub(text, 0, lead)) > LEAD_CHARS) {
        struct str before = str_sub(text, 0, lead);
        size_t from = lead - MIN(lead, (size_t)LEAD_CHARS);
        while (from < before.len && (before.ptr[from] != ' ' && ((unsigned char)before.ptr[from] & 0xc0) != 0xc0))
            from++;
        if (count_chars(str_sub(text, lead, text.len)) + LEAD_CHARS < most) /* the end of the sentence: from its last words */
            from = MIN(from, text.len);
        buf_add(out, STR("…"));
        text = str_trim(str_sub(text, from, text.len));
        most--;
    }
    struct str head = head_chars(text, most - 1);
    buf_add(out, head);
    if (head.len < text.len)
        buf_add(out, STR("…"));
}

/* A sentence deep in a long paragraph has the paragraph's first words before it: they say what it is about. Where nothing else is said they
 * take the room that the sentence leaves. */
static void add_beginning(const struct quote *q, bool alone, struct buf *out)
{
    const struct page *p = q->page;
    uint32_t first = q->word;
    while (first && !(p->word[first].flags & WORD_BREAK))
        first--;
    if (q->word - first < DEEP_WORDS || count_words(p, first, q->word) < SHORT_WORDS)
        return;
    size_t own = count_chars(buf_str(out)) + chars_of(p, q->word, q->end) + 1;
    size_t room = alone && own < HEADLINE_CHARS ? HEADLINE_CHARS - own : 0;
    add_quote(&(struct quote){ p, first, q->word, NONE, NONE }, MAX((size_t)BEGIN_CHARS, room), out);
    buf_add_char(out, ' ');
}

/* An entry of a list in JSON has the key of the list before it: "maintainers: chloe". */
static void add_key(const struct quote *q, struct buf *out)
{
    static const uint32_t holders[] = { TAG_TR, TAG_LI }, rows[] = { TAG_TR };
    const struct page *p = q->page;
    uint32_t entry = p->kind == KIND_JSON ? around(p, q->word, holders, ARRAY_LEN(holders)) : NONE;
    uint32_t row = entry != NONE && p->dom.node[entry].tag == TAG_LI ? around(p, q->word, rows, 1) : NONE;
    if (row == NONE || row + 1 >= p->dom.node[row].end)
        return;
    add_quote(&(struct quote){ p, p->first_word[row + 1], p->first_word[p->dom.node[row + 1].end], NONE, NONE }, BEGIN_CHARS, out);
    buf_add(out, STR(": "));
}

/* ---- Sections ---- */

/* The words of the last heading before the word. */
static struct str section_of(struct arena *a, const struct page *p, uint32_t word)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    uint32_t last = NONE;
    for (uint32_t i = 0; i < p->n_headings && p->first_word[p->heading[i].node] <= word; i++)
        if (!(p->flags[p->heading[i].node] & NODE_HIDDEN) && p->first_word[p->dom.node[p->heading[i].node].end] <= word)
            last = p->heading[i].node;
    if (last == NONE)
        return STR("");
    add_quote(&(struct quote){ p, p->first_word[last], p->first_word[p->dom.node[last].end], NONE, NONE }, 40, &b);
    return b.over ? STR("") : arena_str(a, buf_str(&b));
}

/* ---- One piece ---- */

/* Whether the line has what stood there: only characters without width, or where it stands in the line, are other. */
static bool still_says(struct str line, struct str was)
{
    while (was.len && !is_visible(was))
        was = str_sub(was, 3, was.len);
    while (was.len >= 3 && !is_visible(str_sub(was, was.len - 3, was.len)))
        was.len -= 3;
    return str_find(line, was, 0) != SIZE_MAX;
}

static void add_was(const struct delta *d, const struct judge_piece *piece, struct buf *out)
{
    uint32_t words = piece->old_end - piece->old_word;
    bool figure = piece->came[SHAPE_NUMBER] || piece->came[SHAPE_PRICE] || piece->came[SHAPE_LETTERS] <= WAS_WORDS;
    if (piece->kind == PIECE_REMOVED || piece->heading || !words || words > 2 * WAS_WORDS || !figure)
        return;
    AUTO(buf) was = BUF(LINE_BYTES);
    add_quote(&(struct quote){ d->old, piece->old_word, piece->old_end, NONE, NONE }, 40, &was);
    while (was.len && memchr(",;:", was.ptr[was.len - 1], 3))
        was.len--;
    if (!was.len || still_says(buf_str(out), buf_str(&was))
        || count_chars(buf_str(out)) + count_chars(buf_str(&was)) + 7 > HEADLINE_CHARS)
        return;
    if (out->len && out->ptr[out->len - 1] == '.')
        out->len--;                                                              /* the sentence goes on */
    bool open = memchr(was.ptr, '(', was.len) && !memchr(was.ptr, ')', was.len); /* the closing one stands in both */
    buf_addf(out, " (was %.*s%s)", STR_ARG(buf_str(&was)), open ? ")" : "");
}

/* "Removed from “Refunds”: ": what is short needs its section, unless it stood in several. */
static void add_removed(struct arena *a, const struct headline_piece *item, const struct quote *q, struct buf *out)
{
    const struct sentence *s = &q->page->sentence[item->piece->sentence];
    bool widened = q->word != s->word || q->end != s->end; /* a label stands in many rows, each row only once */
    uint32_t times = widened ? 1 : item->times;
    bool is_short = !item->piece->heading && count_words(q->page, q->word, q->end) < SECTION_WORDS;
    struct str section = is_short && times < 2 ? section_of(a, q->page, q->word) : STR("");
    if (section.len)
        buf_addf(out, "Removed from “%.*s”: ", STR_ARG(section));
    else if (times > 1)
        buf_addf(out, "Removed in %u places: ", times);
    else
        buf_add(out, STR("Removed: "));
}

/* The same words lead elsewhere, or do not hold any more: the words, and what is the matter with them. */
static struct str note_line(struct arena *a, const struct delta *d, const struct judge_piece *piece, struct buf *b)
{
    const struct change *c = &d->change[piece->change];
    const struct page *p = d->new;
    struct link_change link;
    uint32_t word = c->new_word, end = c->new_end;
    if (c->new_node != NONE) {
        word = p->first_word[c->new_node];
        end = p->first_word[p->dom.node[c->new_node].end];
    }
    add_quote(&(struct quote){ p, word, end, NONE, NONE }, HALF_CHARS, b);
    if (b->len && b->ptr[b->len - 1] == '.')
        b->len--; /* the sentence goes on */
    if (b->len == 0)
        return STR("");
    if (piece->kind == PIECE_LINK && link_change_of(d, piece->change, &link))
        buf_addf(b, ": %.*s (was %.*s)", STR_ARG(head_chars(link_end(link.now), HALF_CHARS)),
                 STR_ARG(head_chars(link_end(link.was), HALF_CHARS)));
    else
        buf_addf(b, ": %.*s", STR_ARG(head_chars(c->note, HALF_CHARS)));
    return arena_str(a, buf_str(b));
}

static struct str line_of(struct arena *a, const struct delta *d, const struct headline_piece *item, bool alone, struct buf *b)
{
    const struct judge_piece *piece = item->piece;
    buf_clear(b);
    if (piece->kind == PIECE_TITLE) {
        struct str title = head_chars(str_trim(d->new->title), HEADLINE_CHARS);
        return arena_str(a, title);
    }
    if (piece->sentence == NONE)
        return note_line(a, d, piece, b);
    struct quote q = quote_of(d, piece);
    if (piece->kind == PIECE_REMOVED)
        add_removed(a, item, &q, b);
    add_key(&q, b);
    add_beginning(&q, alone, b);
    size_t used = count_chars(buf_str(b));
    add_quote(&q, HEADLINE_CHARS - used, b);
    if (b->len == 0 || count_chars(buf_str(b)) == used)
        return STR("");
    add_was(d, piece, b);
    return arena_str(a, buf_str(b));
}

/* ---- All of it ---- */

static int by_value(const void *left, const void *right)
{
    const struct headline_piece *l = left, *r = right;
    if (l->value != r->value)
        return l->value > r->value ? -1 : 1;
    return l->piece < r->piece ? -1 : l->piece > r->piece;
}

/* The number of a clause or an item, alone: "12." */
static bool is_number(struct str line)
{
    for (size_t i = 0; i < line.len; i++)
        if (!isdigit((unsigned char)line.ptr[i]) && !memchr(".)( ", line.ptr[i], 4))
            return false;
    return line.len > 0 && line.ptr[line.len - 1] != ' ' && !isdigit((unsigned char)line.ptr[line.len - 1]);
}

/* Adds a line, unless another says as much; one that says more takes the place of what it repeats. Returns whether there is one more. */
static bool add_line(struct str *line, uint32_t *n, struct str text)
{
    for (uint32_t i = 0; i < *n; i++) {
        if (str_find(line[i], text, 0) != SIZE_MAX)
            return false;
        if (str_find(text, line[i], 0) != SIZE_MAX) {
            line[i] = text;
            return false;
        }
    }
    line[(*n)++] = text;
    return true;
}

/* The bytes before what is quoted: "Removed from “Refunds”: " says nothing alone. */
static size_t lead_of(struct str line)
{
    size_t at = str_starts(line, STR("Removed ")) ? str_find(line, STR("”: "), 0) : SIZE_MAX;
    return at == SIZE_MAX ? 0 : at;
}

/* The first line, the next ones where they fit, and how many are left. */
static struct str join(struct arena *a, const struct str *line, uint32_t n, uint32_t n_all, uint32_t *used)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    struct str first = n > 1 && count_chars(line[0]) > HEADLINE_CHARS - HALF_CHARS ? head_chars(line[0], FIRST_CHARS) : line[0];
    buf_addf(&b, "%.*s%s", STR_ARG(first), first.len < line[0].len ? "…" : "");
    size_t chars = count_chars(buf_str(&b));
    *used = 1;
    while (*used < n && chars + JOIN_CHARS <= HEADLINE_CHARS) {
        size_t room = HEADLINE_CHARS - chars - 2, more = count_chars(line[*used]);
        if (more > room && room < HALF_CHARS + count_chars(str_sub(line[*used], 0, lead_of(line[*used]))))
            break;
        struct str head = more > room ? head_chars(line[*used], room - 1) : line[*used];
        buf_addf(&b, "; %.*s%s", STR_ARG(head), head.len < line[*used].len ? "…" : "");
        chars = count_chars(buf_str(&b));
        ++*used;
    }
    if (n_all > *used && chars + 12 <= HEADLINE_CHARS)
        buf_add(&b, STR("; and more")); /* no number: pieces are not what views count as changes */
    return arena_str(a, buf_str(&b));
}

struct headline headline_make(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    struct str line[2 * HEADLINE_LINES];
    struct headline out = { 0 };
    uint32_t n_lines = 0, n_all = 0, used = 0;
    headline_values(a, d, item, n);
    if (n > 1)
        qsort(item, n, sizeof *item, by_value);
    double least = 0; /* noise is not quoted beside news */
    uint32_t n_said = 0;
    for (uint32_t i = 0; i < n; i++)
        least = item[i].value > 0 && item[i].share >= SURE_SHARE ? SURE_SHARE : least;
    for (uint32_t i = 0; i < n; i++)
        n_said += item[i].value > 0 && item[i].share >= least;
    for (uint32_t i = 0; i < n && item[i].value > 0; i++) {
        if (item[i].share < least)
            continue;
        struct str text = n_lines < ARRAY_LEN(line) ? line_of(a, d, &item[i], n_said == 1, &b) : STR("");
        if (n_lines && is_number(text)) /* "1." before a clause that is quoted says nothing more */
            continue;
        n_all += text.len == 0 || add_line(line, &n_lines, text);
    }
    if (!n_lines)
        return out;
    out.text = join(a, line, n_lines, n_all, &used);
    for (; used < n_lines && out.n_lines < HEADLINE_LINES; used++)
        out.line[out.n_lines++] = line[used];
    return out;
}
