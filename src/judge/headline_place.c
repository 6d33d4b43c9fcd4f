/* In: a line. Out: the name of what it is said of: the part of the page it stands in, or the card whose value it is. */
#include "base/limits.h"
#include "base/search.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/sections.h"

enum {
    SECTION_CHARS = 40,
    SHORT_WORDS = 4, /* a line with fewer words says little without the name of its card */
    VALUE_WORDS = 2, /* and with fewer than this it is only a value */
    LINE_BYTES = 4096,
};

/* The key of a list in JSON: "maintainers". */
static bool key_of(const struct page *p, uint32_t word, struct quote *out)
{
    uint32_t row = p->kind == KIND_JSON ? record_around(p, word) : NONE;
    if (row == NONE || p->dom.node[row].tag != TAG_LI)
        return false;
    while (row && p->dom.node[row].tag != TAG_TR)
        row = p->dom.node[row].parent;
    if (!row)
        return false;
    *out = quote_plain(p, p->first_word[row + 1], p->first_word[p->dom.node[row + 1].end]);
    return true;
}

/* Whether a heading stands in a record beside this one: it names that one and nothing else. */
static bool is_of_another(const struct page *p, uint32_t heading, uint32_t record)
{
    if (record == NONE)
        return false;
    uint32_t list = list_of(p, record), n = heading;
    while (n && p->dom.node[n].parent != list)
        n = p->dom.node[n].parent;
    return n && n != heading && p->dom.node[n].tag == p->dom.node[record].tag;
}

/* Whether a heading is the only one of the first level: the name of the page. */
static bool is_name_of_page(const struct page *p, const struct heading *heading)
{
    for (uint32_t i = 0; heading->level == 1 && i < p->n_headings; i++)
        if (p->heading[i].level == 1 && &p->heading[i] != heading)
            return false;
    return heading->level == 1;
}

/* Whether words of a heading are on the other page, too. */
static bool heading_stays(const struct page *p, const uint32_t *partner, const struct heading *heading)
{
    uint32_t w = p->first_word[heading->node], end = p->first_word[p->dom.node[heading->node].end];
    while (w < end && partner[w] == NONE)
        w++;
    return w < end;
}

/* The heading that the word stands below, as far as it is seen and not a record's own. `any`: also the name of the page. `partner`: of what
 * is gone the one that stays above those that went with it; NULL: the nearest. */
static const struct heading *heading_before(const struct page *p, const uint32_t *partner, uint32_t word, uint32_t record, bool any)
{
    uint32_t first = section_heading(p, word, p->n_headings), i = first, level = UINT32_MAX;
    for (; i != NONE && first - i < SECTION_LOOKS; i = section_heading(p, word, i)) {
        const struct heading *heading = &p->heading[i];
        if (p->flags[heading->node] & NODE_HIDDEN || is_of_another(p, heading->node, record) || heading->level >= level)
            continue;
        if (!partner || heading_stays(p, partner, heading))
            return !any && is_name_of_page(p, heading) ? NULL : heading;
        level = heading->level;
    }
    return NULL;
}

/* Its words, unless it came with what stands below it. */
static bool heading_of(const struct page *p, const uint32_t *partner, const struct heading *heading, struct quote *out)
{
    if (!heading || !heading_stays(p, partner, heading))
        return false;
    *out = quote_plain(p, p->first_word[heading->node], p->first_word[p->dom.node[heading->node].end]);
    return true;
}

/* The name of the page is not that of a card, nor of a part. */
static bool is_main_heading(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_H1 };
    return node_around(p, word, tags, 1) != NONE;
}

uint32_t headline_heading(const struct page *p, const uint32_t *partner, uint32_t record)
{
    const struct heading *heading = heading_before(p, partner, p->first_word[record], record, true);
    return heading ? heading->node : 0;
}

struct str headline_section(const struct headline_view *v, const struct headline_piece *item, uint32_t word, bool any)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    bool old = item->piece->old;
    const struct page *p = old ? v->delta->old : v->delta->new;
    const uint32_t *partner = old ? v->delta->old_to_new : v->delta->new_to_old;
    struct quote q;
    if (!key_of(p, word, &q)
        && !heading_of(p, partner, heading_before(p, old && any ? partner : NULL, word, item->record, any || old), &q))
        return STR("");
    if (letters_of(p, q.word, q.end) == 0) /* a figure is not the name of what follows it */
        return STR("");
    quote_write(&q, SECTION_CHARS, &b);
    if (!any && is_main_heading(p, q.word) && str_find_nocase(page_short_title(p), buf_str(&b), 0) != SIZE_MAX)
        return STR(""); /* the name of the page stands above all that is told of it */
    while (b.len && b.ptr[b.len - 1] == ':')
        b.len--;
    return arena_str(v->arena, buf_str(&b));
}

static bool is_kept(const struct page *p, const uint32_t *partner, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++)
        if (partner[w] == NONE)
            return false;
    return letters_of(p, s->word, s->end) > 0;
}

/* The name of the card around the words: its heading, else the first of its lines that stays. */
static bool name_in(const struct headline_view *v, uint32_t sentence, uint32_t card, const struct quote *q, struct quote *out)
{
    const struct page *p = q->page;
    const uint32_t *partner = p == v->delta->old ? v->delta->old_to_new : v->delta->new_to_old;
    uint32_t i = sentence, name = NONE;
    while (i && p->sentence[i - 1].word >= p->first_word[card])
        i--;
    for (; i < p->n_sentences && p->sentence[i].word < p->first_word[p->dom.node[card].end]; i++) {
        const struct sentence *s = &p->sentence[i];
        bool free = !is_main_heading(p, s->word) && (s->end <= q->word || s->word >= q->end) && is_kept(p, partner, s);
        if (free && (name == NONE || (is_heading(p, s->word) && !is_heading(p, p->sentence[name].word))))
            name = i;
    }
    if (name == NONE || chars_between(p, p->sentence[name].word, p->sentence[name].end) > SECTION_CHARS)
        return false;
    *out = quote_plain(p, p->sentence[name].word, p->sentence[name].end);
    return true;
}

static bool card_name(const struct headline_view *v, uint32_t sentence, const struct quote *q, struct quote *out)
{
    uint32_t card = card_around_word(q->page, q->word);
    return card != NONE && name_in(v, sentence, card, q, out);
}

/* "Oak table" */
static void write_owner(const struct quote *owner, struct buf *out)
{
    quote_write(owner, SECTION_CHARS, out);
    while (out->len && memchr(":.", out->ptr[out->len - 1], 2))
        out->len--;
}

bool headline_lost_by(const struct headline_view *v, const struct headline_piece *item, const struct quote *q, struct buf *out)
{
    static const uint32_t rows[] = { TAG_TR };
    const struct page *p = q->page;
    struct quote name;
    if (item->piece->kind != PIECE_REMOVED || item->record != NONE || p->kind != KIND_MARKUP || is_heading(p, q->word))
        return false;
    uint32_t row = node_around(p, q->word, rows, 1), card = row != NONE ? row : card_around_word(p, q->word);
    if (card == NONE || !name_in(v, item->piece->sentence, card, q, &name))
        return false;
    write_owner(&name, out);
    return out->len > 0;
}

/* "Oak table: " */
static void add_owner(const struct quote *owner, struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    if (letters_of(owner->page, owner->word, owner->end) == 0)
        return;
    write_owner(owner, &b);
    buf_addf(out, "%.*s: ", STR_ARG(buf_str(&b)));
}

void headline_owner(const struct headline_view *v, const struct judge_piece *piece, const struct quote *q, struct buf *out)
{
    uint32_t letters = letters_of(q->page, q->word, q->end);
    struct quote owner;
    if (piece->old || is_heading(q->page, q->word) || letters >= SHORT_WORDS)
        return;
    if (!card_name(v, piece->sentence, q, &owner)
        && (letters >= VALUE_WORDS || quote_is_labelled(q)
            || !heading_of(q->page, v->delta->new_to_old, heading_before(q->page, NULL, q->word, NONE, true), &owner)))
        return;
    add_owner(&owner, out);
}

void headline_subject(const struct headline_view *v, const struct quote *q, struct buf *out)
{
    const struct page *p = q->page;
    uint32_t sentence = SEARCH_FIRST(p->sentence, p->n_sentences, end, q->word + 1);
    struct quote owner;
    if (sentence < p->n_sentences
        && (card_name(v, sentence, q, &owner)
            || heading_of(p, v->delta->new_to_old, heading_before(p, NULL, q->word, NONE, true), &owner)))
        add_owner(&owner, out);
}
