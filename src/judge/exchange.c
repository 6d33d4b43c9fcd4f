/* In: pieces in which prices changed. Out: whether they were only converted anew, or are for visitors from another country.
 *
 *  1. The price that stays is what the shop asks for. Others beside it, in other currencies, say the same for visitors from elsewhere.
 *  2. It stands in the same sentence, or else in the same row, item or card, and no price in its currency changed there.
 *  3. Rates move by little between visits. A price that is another by more than NEAR is one that somebody set.
 *  4. Where all prices that came are in currencies of which none went, the shop answers a visitor from another country. */
#include "judge/exchange.h"

#include "judge/headline_record.h"
#include "judge/moved_edits.h"

enum { PRICES_MAX = 8 };
#define NEAR 0.1 /* what a currency hardly ever gains or loses between two visits */

struct price {
    uint32_t money; /* the symbol of its currency */
    double amount;
    bool changed;
};

struct prices {
    struct price item[PRICES_MAX];
    uint32_t n;
    bool all; /* there are no more, and each has a currency */
};

/* The digits of a price: a mark with one or two digits behind it at the end parts the cents. */
static double amount_of(const struct page *p, uint32_t from, uint32_t end)
{
    double amount = 0, parts = 1;
    size_t behind = 0;
    bool marked = false;
    for (uint32_t w = from; w < end; w++)
        for (size_t i = 0; i < page_word(p, w).len; i++) {
            char c = page_word(p, w).ptr[i];
            bool digit = byte_is_digit(c), mark = c == '.' || c == ',';
            amount = digit ? 10 * amount + (c - '0') : amount;
            behind = mark ? 0 : behind + digit;
            marked |= mark;
        }
    for (size_t i = 0; marked && behind < 3 && i < behind; i++)
        parts *= 10;
    return amount / parts;
}

/* `old`: of the old page. */
static void read_prices(const struct evidence_context *c, bool old, uint32_t from, uint32_t end, struct prices *out)
{
    const struct dates *d = old ? &c->pieces->old.dates : &c->pieces->new.dates;
    const uint32_t *change = old ? c->delta->old_change : c->delta->new_change;
    *out = (struct prices){ .all = true };
    for (uint32_t w = from, behind; w < end && out->all; w = behind) {
        struct dates_run run = dates_find(d, w, end);
        struct price one = { .money = NONE };
        behind = w + MAX(run.n, 1u);
        if (!run.price)
            continue;
        for (uint32_t i = w; i < behind; i++) {
            one.money = dates_is_money(d, i) ? d->page->symbol[i] : one.money;
            one.changed |= word_is_other(c->delta, change, i);
        }
        one.amount = amount_of(d->page, w, behind);
        out->all &= out->n < PRICES_MAX && one.money != NONE;
        if (out->all)
            out->item[out->n++] = one;
    }
}

static const struct price *price_in(const struct prices *all, uint32_t money, bool changed)
{
    for (uint32_t i = 0; i < all->n; i++)
        if (all->item[i].money == money && all->item[i].changed == changed)
            return &all->item[i];
    return NULL;
}

/* Whether a price stays there in a currency in which none changed. */
static bool has_anchor(const struct prices *all)
{
    for (uint32_t i = 0; all->all && i < all->n; i++)
        if (!all->item[i].changed && !price_in(all, all->item[i].money, true))
            return true;
    return false;
}

/* Each price that changed is near what it was. */
static bool are_near(const struct prices *was, const struct prices *is)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < is->n; i++) {
        if (!is->item[i].changed)
            continue;
        const struct price *before = price_in(was, is->item[i].money, true);
        if (!before || is->item[i].amount > before->amount * (1 + NEAR) || is->item[i].amount < before->amount * (1 - NEAR))
            return false;
        n++;
    }
    return n > 0;
}

static bool has_anchor_around(const struct evidence_context *c, uint32_t word)
{
    const struct page *p = c->delta->new;
    uint32_t record = record_around(p, word);
    struct prices all;
    record = record == NONE ? card_around_word(p, word) : record;
    if (record == NONE || p->first_word[p->dom.node[record].end] - p->first_word[record] > CARD_WORDS)
        return false;
    read_prices(c, false, p->first_word[record], p->first_word[p->dom.node[record].end], &all);
    return has_anchor(&all);
}

static uint32_t others_in(const struct judge_piece *p)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        n += i == SHAPE_PRICE ? 0 : p->came[i] + p->went[i];
    return n;
}

bool exchange_changed(const struct evidence_context *c, const struct judge_piece *piece)
{
    const struct delta *d = c->delta;
    struct prices was, is;
    if (piece->sentence == NONE || piece->old || !piece->old_end || others_in(piece)
        || !(piece->came[SHAPE_PRICE] + piece->went[SHAPE_PRICE]))
        return false;
    const struct sentence *now = &d->new->sentence[piece->sentence], before = piece_was(d, piece);
    read_prices(c, false, now->word, now->end, &is);
    read_prices(c, true, before.word, before.end, &was);
    return is.all && was.all && are_near(&was, &is) && (has_anchor(&is) || has_anchor_around(c, now->word));
}

/* ---- Other currencies ---- */

/* Words of money by symbol. Nobody asks for prices in more currencies at once. */
struct moneys {
    uint32_t symbol[8], n;
};

static bool has_money(const struct moneys *m, uint32_t symbol)
{
    bool found = false;
    for (uint32_t i = 0; i < m->n && !found; i++)
        found = m->symbol[i] == symbol;
    return found;
}

static void add_moneys(const struct dates *d, uint32_t word, uint32_t end, const uint32_t *change, struct moneys *m)
{
    for (uint32_t w = word; w < end; w++)
        if (change[w] != NONE && dates_is_money(d, w) && m->n < ARRAY_LEN(m->symbol) && !has_money(m, d->page->symbol[w]))
            m->symbol[m->n++] = d->page->symbol[w];
}

bool exchange_is_other_market(const struct delta *d, const struct judge_pieces *pieces)
{
    struct moneys came = { .n = 0 }, went = { .n = 0 };
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->sentence == NONE || !(p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]))
            continue;
        const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
        if (!p->old)
            add_moneys(&pieces->new.dates, s->word, s->end, d->new_change, &came);
        add_moneys(&pieces->old.dates, p->old ? s->word : p->old_word, p->old ? s->end : p->old_end, d->old_change, &went);
    }
    bool other = came.n && went.n;
    for (uint32_t i = 0; i < came.n && other; i++)
        other = !has_money(&went, came.symbol[i]);
    return other;
}
