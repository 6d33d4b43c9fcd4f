/* In: a piece of a change. Out: whether a state changed in it, or a button says the same in other words.
 *
 *  1. A state counts where it changed, or directly beside that: "In stock" says nothing of what changed at the end of its line.
 *  2. What can be bought as before, in other words, is no news. As many buttons that all say so in one other way are of a shop that speaks
 *     another language, or has other buttons.
 * Cost: O(words of the sentence); most have no word in which a state begins, and are not read. */
#include "judge/evidence_states.h"

#include "judge/states.h"

enum { STATE_WORDS = 8, STATE_LINE = 16, BUTTON_WORDS = 5 };

static bool has_state(struct state_lists *lists, const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) text = BUF(256);
    if (!states_may_stand(lists, p, word, end))
        return false;
    page_words_line(p, word, MIN(end, word + 12), &text);
    return !text.over && states_named(lists, buf_str(&text));
}

/* Whether a state is among the words of the range that changed, or directly beside them: "In stock" says nothing of what changed at the
 * end of its line. */
static bool has_state_near(struct state_lists *lists, const struct page *p, const uint32_t *change, struct sentence range)
{
    enum { BESIDE = 2 };
    if (!states_may_stand(lists, p, range.word - MIN(range.word, (uint32_t)BESIDE), MIN(p->n_words, range.end + BESIDE)))
        return false; /* as most */
    for (uint32_t w = range.word; w < range.end; w++) {
        uint32_t from = w, to = w + 1;
        if (change[w] == NONE || !shape_is_letters(page_word(p, w)))
            continue;
        while (from > 0 && w - from < BESIDE && !(p->word[from].flags & WORD_BREAK))
            from--;
        while (to < p->n_words && to - w <= BESIDE && !(p->word[to].flags & WORD_BREAK))
            to++;
        if (has_state(lists, p, from, to))
            return true;
    }
    return false;
}

/* Whether the words of the range that changed stand together between brackets, and are a state: "A long title (sold out)". */
static bool has_state_aside(struct state_lists *lists, const struct page *p, const uint32_t *change, struct sentence range)
{
    uint32_t from = range.word, to = range.end;
    while (from < to && change[from] == NONE)
        from++;
    while (from < to && change[to - 1] == NONE)
        to--;
    if (to - from < 3 || to - from > STATE_WORDS)
        return false;
    struct str first = page_word(p, from), last = page_word(p, to - 1);
    bool brackets = (str_eq(first, STR("(")) && str_eq(last, STR(")"))) || (str_eq(first, STR("[")) && str_eq(last, STR("]")));
    return brackets && has_state(lists, p, from + 1, to - 1);
}

/* What a line says, and what it said before, if it did; empty where it is too long for a state. */
static void read_states(const struct delta *d, const struct judge_piece *p, struct buf *was, struct buf *now)
{
    struct sentence s = piece_range(p->old ? d->old : d->new, p);
    page_words_line(p->old ? d->old : d->new, s.word, s.end, now);
    if (p->old_end > p->old_word) {
        struct sentence gone = piece_was(d, p);
        page_words_line(d->old, gone.word, gone.end, was);
    }
}

/* It can be bought as before, in other words. */
static bool is_same_offer(const struct evidence_context *c, struct str was, struct str now)
{
    return states_are_alike(c->lists, was, now) || (c->rewords_buttons && states_can_buy(c->lists, now));
}

/* It says the same in other words, or what it says every day at that hour. */
static bool is_usual_state(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(1024);
    AUTO(buf) now = BUF(1024);
    read_states(c->delta, p, &was, &now);
    return !now.over && !was.over
           && (is_same_offer(c, buf_str(&was), buf_str(&now))
               || ((states_run(c->lists, buf_str(&now)) || states_run(c->lists, buf_str(&was)))
                   && past_was_there(c->past, p->text_key)));
}

/* A button that says the same in other words, and nothing else. */
bool evidence_is_other_button(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(256);
    AUTO(buf) now = BUF(256);
    uint32_t words = MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) + p->kept;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    if (p->sentence == NONE || p->kind == PIECE_MOVED || words == 0 || words > BUTTON_WORDS
        || p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    struct sentence s = piece_range(page, p);
    if (!states_may_stand(c->lists, page, s.word, s.end))
        return false;
    read_states(c->delta, p, &was, &now);
    return !now.over && !was.over && is_same_offer(c, buf_str(&was), buf_str(&now));
}

/* Only where words changed: the figures in "Operational, 99.98 % uptime" are not its state. */
bool evidence_is_state(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    uint32_t words = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
    if (p->sentence == NONE || !place_is_content(p->place) || words == 0 || words > STATE_WORDS)
        return false;
    const struct page *page = p->old ? d->old : d->new;
    struct sentence s = piece_range(page, p), old = { .word = p->old_word, .end = p->old_end };
    bool (*has)(struct state_lists *, const struct page *, const uint32_t *, struct sentence) =
        s.end - s.word > STATE_LINE ? has_state_aside : has_state_near;
    bool named = has(c->lists, page, p->old ? d->old_change : d->new_change, s) || has(c->lists, d->old, d->old_change, old);
    return named && !is_usual_state(c, p);
}

/* ---- Buttons ---- */

/* Whether a line that came or went says that something can be bought. */
static bool is_button(struct state_lists *lists, const struct page *page, struct sentence s)
{
    AUTO(buf) text = BUF(256);
    if (s.end - s.word > STATE_WORDS || !states_may_stand(lists, page, s.word, s.end))
        return false;
    page_words_line(page, s.word, s.end, &text);
    return !text.over && states_can_buy(lists, buf_str(&text));
}

/* Buttons of one page, and what they say. */
struct buttons {
    uint32_t n;
    uint64_t text;
    bool mixed;
};

static void count_button(struct buttons *b, uint64_t text)
{
    b->mixed |= b->n && b->text != text;
    b->text = text;
    b->n++;
}

/* As many lines as went say in one other way that something can be bought: "Add to cart", "In den Warenkorb". The shop speaks another
 * language, or has other buttons. */
bool evidence_rewords_buttons(const struct delta *d, const struct judge_pieces *pieces)
{
    enum { BUTTONS_LEAST = 2 };
    struct state_lists *lists = pieces->new.dates.lists;
    struct buttons new = { 0 }, old = { 0 };
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if ((p->kind != PIECE_ADDED && p->kind != PIECE_REMOVED) || p->sentence == NONE)
            continue;
        if (is_button(lists, p->old ? d->old : d->new, piece_range(p->old ? d->old : d->new, p)))
            count_button(p->old ? &old : &new, p->text_key);
        if (p->kind == PIECE_ADDED && p->old_end > p->old_word && is_button(lists, d->old, piece_was(d, p)))
            count_button(&old, p->gone_key);
    }
    return !new.mixed && !old.mixed &&new.n >= BUTTONS_LEAST &&new.n == old.n &&new.text != old.text;
}
