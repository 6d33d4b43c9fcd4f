/* What a Perl pattern finds.
 *
 * In: a pattern and the text that a reader sees, a line for each block. Out: finds that only one side has, by their text, each
 * once. A pattern's work is bounded (track/pattern.h), and so is the number of finds.
 * Cost: O(text) for patterns as people write them; at worst MATCHES_MAX x PATTERN_STEPS_MAX. */
#include "event/types_impl.h"
#include "track/pattern.h"

/* Finds on one page that are looked at: whoever asks for more asks for nearly every word. */
enum { MATCHES_MAX = 10000 };

/* Builds the text once; words that are not seen begin where the next one does. */
static void make_text(struct type_finder *f, struct type_side *side)
{
    AUTO(buf) text = BUF((size_t)1 << 30);
    const struct page *p = side->page;
    if (side->byte_at)
        return;
    side->byte_at = NEW_ARRAY_RAW(f->arena, uint32_t, p->n_words + 1);
    for (uint32_t i = 0; i < p->n_words; i++) {
        const struct word *w = &p->word[i];
        if (text.len && w->flags & WORD_BREAK)
            buf_add_char(&text, '\n');
        else if (text.len && w->flags & WORD_SPACE)
            buf_add_char(&text, ' ');
        side->byte_at[i] = (uint32_t)text.len;
        if (!(w->flags & (WORD_HIDDEN | WORD_ATOM)))
            buf_add_bytes(&text, p->dom.node[w->node].text + w->at, w->len);
    }
    side->byte_at[p->n_words] = (uint32_t)text.len;
    if (buf_take(&text, f->arena, &side->text, NULL))
        side->text = STR("");
}

/* The word that has the byte, or the last one before it. */
static uint32_t word_at(const struct type_side *side, size_t byte)
{
    uint32_t low = 0, high = side->page->n_words;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (side->byte_at[middle] <= byte)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : 0;
}

static int find_matches(struct type_finder *f, struct type_side *side, const struct pattern *p, struct type_marks *out,
                        struct err *e)
{
    VEC(struct type_mark) found = { 0 };
    make_text(f, side);
    for (size_t from = 0; from <= side->text.len;) {
        struct pattern_span span;
        bool is_there;
        int failed = pattern_next(p, side->text, from, &span, &is_there, e);
        if (failed)
            return failed;
        if (!is_there)
            break;
        if (found.n == MATCHES_MAX)
            return err_set(e, E_LIMIT, "the pattern is found more than %d times on one page", MATCHES_MAX);
        if (span.end > span.start)
            *VEC_ADD(f->arena, &found) = (struct type_mark){ str_sub(side->text, span.start, span.end),
                                                             { NONE, word_at(side, span.start), word_at(side, span.end - 1) + 1 },
                                                             false };
        from = span.end > from ? span.end : from + 1;
    }
    *out = (struct type_marks){ found.item, found.n };
    return 0;
}

static int open_pattern(struct arena *a, const struct change_type *t, struct pattern *out, struct err *e)
{
    struct str text = t->flags.len ? arena_printf(a, "(?%.*s)%.*s", STR_ARG(t->flags), STR_ARG(t->text)) : t->text;
    return pattern_open(out, text, e);
}

int type_find_regex(struct type_finder *f, const struct change_type *t, struct type_found *out, struct err *e)
{
    AUTO(pattern) p = { 0 };
    struct type_marks old, new;
    int failed = open_pattern(f->arena, t, &p, e);
    if (failed || (failed = find_matches(f, &f->old, &p, &old, e)) || (failed = find_matches(f, &f->new, &p, &new, e)))
        return failed;
    *out = type_find_lone(f, old, new);
    return 0;
}

int type_check_regex(struct arena *a, const struct change_type *t, struct err *e)
{
    AUTO(pattern) p = { 0 };
    return open_pattern(a, t, &p, e);
}
