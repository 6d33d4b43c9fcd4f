/* Records of several siblings.
 *
 * In: the children of an element. Out: those that start a record and those that are part of one, where they make groups that are short and
 * alike. O(children) for each way to group. */
#include "page/record_finder.h"

/* Fills the groups between starts; what stands before the first start is in none. The last group ends where something stands that no
 * other group has: what follows a run is not part of it. */
static void fill_groups(struct finder *f)
{
    uint64_t seen = 0;
    uint32_t last = 0;
    bool in = false, done = false;

    for (uint32_t i = 0; i < f->kids.n; i++)
        if (f->kids.item[i].start)
            last = i;
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        uint64_t bit = hash_bit(kid->tag);

        in |= kid->start;
        if (in && i < last)
            seen |= bit;
        done |= i > last && !(seen & bit);
        kid->in = in && !done;
    }
}

/* One mask for each group, compared with the one before; lengths and words stay small. */
static bool are_groups_alike(const struct finder *f, uint32_t least)
{
    const struct page *p = f->page;
    uint64_t before = 0, mask = 0;
    uint32_t n = 0, length = 0, words = 0, alike = 0, long_ones = 0;

    for (uint32_t i = 0; i <= f->kids.n; i++) {
        const struct kid *kid = i < f->kids.n ? &f->kids.item[i] : NULL;

        if (!kid || kid->start) {
            alike += n > 0 && shares(before, mask, ALIKE_PERCENT);
            long_ones += length > GROUP_LENGTH;
            if (mask)
                n++, before = mask;
            mask = 0, length = 0;
        }
        if (!kid || !kid->in)
            continue;
        mask |= f->mask[kid->node] | hash_bit(kid->tag);
        length++;
        words += p->first_word[p->dom.node[kid->node].end] - p->first_word[kid->node];
    }
    return n >= least && !long_ones && alike + 1 + n / 4 >= n && words <= n * GROUP_WORDS;
}

static bool accept_groups(struct finder *f, uint32_t n_starts, uint32_t least)
{
    if (n_starts < least || n_starts * 2 > f->kids.n + 1)
        return false; /* groups of one are not groups */
    fill_groups(f);
    return are_groups_alike(f, least);
}

/* Whether headings only part a list of cards: two of a class follow each other. Then the cards are the records, wherever a heading is put
 * in. */
static bool part_cards(const struct finder *f)
{
    for (uint32_t i = 1; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i], *before = kid - 1;

        if (kid->classes && kid->classes == before->classes && is_rich(f, kid) && are_alike(f, kid, before))
            return true;
    }
    return false;
}

/* The tag that groups start with: dt, the heading of the highest level that is there twice, or p where lines in bold are there instead; 0:
 * none. */
static uint32_t find_leader(const struct finder *f)
{
    uint32_t count[7] = { 0 }, bold = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        uint32_t tag = f->kids.item[i].tag;
        if (tag == TAG_DT)
            return TAG_DT;
        if (is_heading(tag))
            count[tag - TAG_H1]++;
        bold += tag == TAG_P && f->kids.item[i].title;
    }
    for (uint32_t level = 0; level < 6; level++)
        if (count[level] > 1)
            return part_cards(f) ? 0 : TAG_H1 + level;
    return bold >= LINES_LEAST ? TAG_P : 0;
}

bool group_by_heading(struct finder *f)
{
    uint32_t leader = find_leader(f), n = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        kid->start = leader && kid->tag == leader && (leader == TAG_DT || kid->title)
                     && !(leader == TAG_DT && i && f->kids.item[i - 1].tag == TAG_DT);
        n += kid->start;
    }
    return leader && accept_groups(f, n, leader == TAG_DT ? 1 : 2);
}

/* Whether n lines of text are a list: enough of them, and short. */
static bool are_short_lines(const struct finder *f, uint32_t n)
{
    const struct page *p = f->page;
    uint32_t from = p->first_word[f->kids.item[0].node], to = p->first_word[p->dom.node[f->kids.item[f->kids.n - 1].node].end];

    return n >= TEXT_LINES_LEAST && to - from <= n * LINE_WORDS;
}

bool are_lines_whole(const struct finder *f)
{
    const struct page *p = f->page;

    for (uint32_t i = 0; i + 1 < f->kids.n; i++) {
        uint32_t end = p->first_word[p->dom.node[f->kids.item[i].node].end];

        if (f->kids.item[i + 1].tag == TAG_BR && !(p->word[end - 1].flags & WORD_ATOM) && str_eq(page_word(p, end - 1), STR(",")))
            return false;
    }
    return true;
}

bool group_by_separator(struct finder *f, uint32_t separator)
{
    uint32_t n = 0, boxes = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        bool first = i == 0 || f->kids.item[i - 1].tag == separator;

        kid->start = first && kid->tag != separator;
        n += kid->start;
        boxes += kid->start && kid->tag;
    }
    if (boxes < n && (separator != TAG_BR || !are_short_lines(f, n)))
        return false;
    return accept_groups(f, n, LINES_LEAST);
}

bool are_lines(const struct finder *f)
{
    for (uint32_t i = 0; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i];
        bool divider = kid->tag == TAG_BR || kid->tag == TAG_HR;

        if (!divider && ((kid->tag && node_classes(&f->page->dom.node[kid->node]) & TAG_BREAK) || has_block(f->page, kid->node)))
            return false;
    }
    return true;
}

bool group_by_span(struct finder *f)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        uint32_t rows = rows_of(f->page, kid->node);

        kid->start = rows && !left;
        kid->in = rows > 0;
        left = MAX(left, rows);
        left -= left > 0;
    }
    return true;
}

/* Whether each kid looks like the one a period before it: boxes that take turns, one for the title and one for the text. */
static bool take_turns(const struct finder *f, uint32_t period)
{
    for (uint32_t i = period; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i], *before = &f->kids.item[i - period];

        if (is_item_tag(kid->tag) || kid->tag != before->tag || kid->classes != before->classes
            || !shares(f->mask[kid->node], f->mask[before->node], OTHER_PERCENT))
            return false;
    }
    return true;
}

/* Items are records by themselves, whatever classes they take turns with. */
bool group_by_look(struct finder *f)
{
    const struct kid *first = f->kids.n ? &f->kids.item[0] : NULL;
    uint32_t n = 0, period = 0, last = 0;
    bool same_boxes = false; /* the others have the tag and classes of the first */

    if (f->kids.n < 2 * LINES_LEAST || !first->tag || first->tag == TAG_LI
        || node_classes(&f->page->dom.node[first->node]) & TAG_ATOM)
        return false;
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];

        kid->start = kid->tag == first->tag && kid->classes == first->classes
                     && shares(f->mask[kid->node], f->mask[first->node], OTHER_PERCENT);
        if (kid->start && i) {
            if (period && i - last != period)
                return false;
            period = i - last, last = i;
        } else if (i && !kid->start && kid->tag == first->tag && kid->classes == first->classes) {
            same_boxes = true;
        }
        n += kid->start;
    }
    return period > 1 && (!same_boxes || take_turns(f, period)) && accept_groups(f, n, LINES_LEAST);
}
