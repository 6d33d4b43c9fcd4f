/* In: words of a page. Out: the line that names the card they stand in. Cards are the records of page/records.h. */
#include "show/card.h"

#include "base/search.h"
#include "show/location.h"

enum {
    CARD_WORDS = 150, /* a card with more is a chapter: its first line is not about all of it */
    NAME_WORDS = 16,  /* a line with more is text and not a name */
    NAME_LINES = 3,   /* a name is among the first lines; those that the cards beside it have too are labels */
};

void cards_open(struct cards *c, struct arena *a, const struct page *p)
{
    *c = (struct cards){ .page = p, .inside = NEW_ARRAY(a, uint32_t, p->n_words + 1) };
    records_find(a, p, &c->records);
    for (uint32_t r = 0; r < c->records.n; r++) /* outer ones come first */
        for (uint32_t w = c->records.record[r].word; w < c->records.record[r].word_end; w++)
            c->inside[w] = r + 1;
}

/* The line that starts at or behind a word, before `end`; empty where there is none. */
static struct card_name line_at(const struct page *p, uint32_t word, uint32_t end)
{
    struct card_name line = { word, word };

    while (line.word < end && location_is_divider(p, line.word))
        line.word++;
    for (line.end = line.word; line.end < end && !location_is_divider(p, line.end); line.end++)
        if (line.end > line.word && location_starts_block(p, line.end))
            break;
    return line;
}

static bool has_line(const struct page *p, const struct record *r, struct card_name line)
{
    struct card_name own = { r->word, r->word };
    uint32_t n = line.end - line.word;

    for (int k = 0; k < NAME_LINES; k++) {
        own = line_at(p, own.end, r->word_end);
        if (own.end - own.word == n && !memcmp(p->symbol + own.word, p->symbol + line.word, n * sizeof *p->symbol))
            return true;
    }
    return false;
}

/* Whether one of the cards right beside a card has the line as well. */
static bool is_label(const struct cards *c, const struct record *r, struct card_name line)
{
    const struct container *list = &c->records.container[r->container];
    uint32_t k = (uint32_t)(r - c->records.record);

    return (k > list->record && has_line(c->page, r - 1, line)) || (k + 1 < list->record_end && has_line(c->page, r + 1, line));
}

static bool is_name(const struct page *p, struct card_name line)
{
    bool letters = false;

    for (uint32_t w = line.word; w < line.end; w++)
        letters |= !(p->word[w].flags & WORD_ATOM) && page_word(p, w).len > 1;
    return letters && line.end - line.word <= NAME_WORDS;
}

/* The first of its lines that names a record. */
static bool name_of(const struct cards *c, const struct record *r, struct card_name *out)
{
    struct card_name line = { r->word, r->word };

    for (int k = 0; k < NAME_LINES; k++) {
        line = line_at(c->page, line.end, r->word_end);
        if (is_name(c->page, line) && !is_label(c, r, line)) {
            *out = line;
            return true;
        }
    }
    return false;
}

/* Whether a heading stands in the record at or before a word. */
static bool has_heading(const struct page *p, const struct record *r, uint32_t word)
{
    uint32_t k = SEARCH_FIRST(p->heading, p->n_headings, node, r->node);

    return k < p->n_headings && p->first_word[p->heading[k].node] <= word && p->heading[k].node < r->end;
}

bool card_name(const struct cards *c, uint32_t word, uint32_t end, struct card_name *out)
{
    uint32_t inside = word < c->page->n_words ? c->inside[word] : 0;
    struct card_name name;

    while (inside) {
        const struct record *r = &c->records.record[inside - 1];

        if (r->word_end - r->word > CARD_WORDS || (end <= r->word_end && has_heading(c->page, r, word)))
            return false;
        if (end <= r->word_end && name_of(c, r, &name)) {
            bool outside = name.end <= word || name.word >= end;
            if (outside)
                *out = name;
            if (outside || name.end - name.word < r->word_end - r->word)
                return outside; /* a card with more than its name is told with it: what holds the card does not matter */
        }
        inside = c->records.container[r->container].inside + 1;
    }
    return false;
}
