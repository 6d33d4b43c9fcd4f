/* In: words to quote. Out: where the quote begins, and what is said before it.
 *
 *  1. Before a sentence deep in a paragraph the paragraph's first words are said: they say what it is about.
 *  2. A sentence that is too long is said from the part on in which its first amount stands, with as much of its beginning as fits where
 *     that part does not say who did what. A day that it opens with is left out, one that it tells of is not.
 *  3. What is left out between is marked once. */
#include "judge/headline_begin.h"

#include "judge/shapes.h"

enum {
    SHORT_WORDS = 4,      /* a part with fewer words says little */
    DEEP_WORDS = 30,      /* into a paragraph, where its beginning is out of sight */
    LEAST_BEGINNING = 20, /* characters of a paragraph's beginning that say what it is about */
    BEGIN_CHARS = 40,     /* of the beginning of a sentence, else none of it is said */
    PART_WORDS = 8,       /* a part of a sentence with fewer before its figure does not say who did what */
    MARKS_CHARS = 4,      /* the marks of what is left out */
    FACT_WORDS = 3,       /* an amount and what it is of: "2.4 million euro" */
    LINE_BYTES = 4096,
};

/* ---- The beginning of a paragraph ---- */

/* A sentence deep in a long paragraph has the paragraph's first words before it: they say what it is about. */
void headline_beginning(const struct quote *q, size_t room, struct buf *out)
{
    const struct page *p = q->page;
    uint32_t first = q->word;
    while (first && !(p->word[first].flags & WORD_BREAK))
        first--;
    if (q->word - first < DEEP_WORDS || letters_of(p, first, q->word) < SHORT_WORDS)
        return;
    AUTO(buf) b = BUF(LINE_BYTES);
    struct quote begin = quote_plain(p, first, q->word);
    size_t own = chars_between(p, q->word, q->end) + 3, most = own < room / 2 ? room - own : room / 2;
    if (q->changed != NONE && q->changed > q->word) { /* the words that changed have room before it */
        size_t changed = chars_between(p, q->changed, q->unchanged) + 2 * MARKS_CHARS, need = QUOTE_LEAD_CHARS + changed;
        most = most + changed > room && need < room ? MIN(most, room - need) : most;
    }
    if (most < LEAST_BEGINNING)
        return;
    quote_write(&begin, most, &b);
    struct str text = buf_str(&b);
    if (str_ends(text, STR("…"))) {
        text.len -= strlen("…");
        size_t space = text.len;
        while (space > 0 && text.ptr[space - 1] != ' ' && (unsigned char)text.ptr[space - 1] < 0x80)
            space--;
        text.len =
            2 * space > text.len + 2 || !space || text.ptr[space - 1] != ' ' ? text.len : space; /* not cut inside a long word */
    }
    buf_addf(out, "%.*s … ", STR_ARG(str_trim(text)));
}

/* Between the beginning of a paragraph and what is quoted of it words are left out once, not twice: "… …". */
void headline_join(struct buf *b, size_t begin)
{
    size_t mark = strlen("…");
    if (begin && b->len > begin + mark && memcmp(b->ptr + begin, "…", mark) == 0) {
        memmove(b->ptr + begin, b->ptr + begin + mark, b->len - begin - mark);
        b->len -= mark;
    }
}

/* ---- The first amount of a sentence ---- */

/* The shapes of the words of a sentence, by word of the page. */
static const uint8_t *shapes_of(const struct headline_view *v, bool old, const struct quote *q)
{
    uint8_t *shape = NEW_ARRAY(v->arena, uint8_t, q->page->n_words + 1);
    const struct sentence s = { .word = q->word, .end = q->end };
    shapes_find(old ? v->old_dates : v->new_dates, shape, &s);
    return shape;
}

/* The first amount or number that is no part of a date; `end`: there is none. */
static uint32_t first_fact(const uint8_t *shape, uint32_t word, uint32_t end)
{
    while (word < end && shape[word] != SHAPE_PRICE && shape[word] != SHAPE_NUMBER)
        word++;
    return word;
}

/* Whether a part of a sentence may begin there: behind a comma. */
static bool begins_part(const struct page *p, uint32_t w)
{
    static const struct str commas[] = {
        STR_INIT(","), STR_INIT(";"), STR_INIT(":"), STR_INIT("，"), STR_INIT("、"), STR_INIT("；")
    };
    for (size_t i = 0; i < ARRAY_LEN(commas); i++)
        if (str_eq(page_word(p, w - 1), commas[i]))
            return !(p->word[w].flags & WORD_BREAK) && ((p->word[w].flags & WORD_SPACE) || commas[i].len > 1);
    return false;
}

/* Where a sentence begins behind the day that it opens with: "On Tuesday, 4 March, ". */
static uint32_t behind_day(const struct page *p, const uint8_t *shape, uint32_t word, uint32_t end)
{
    bool day = false;
    for (uint32_t w = word; w < end; w++) {
        if (w > word && begins_part(p, w)) {
            if (!day)
                break;
            word = w;
            day = false;
        }
        day |= shape[w] == SHAPE_TIME;
    }
    return word;
}

/* The end of a day that is told of behind enough words to say what happens on it: "The terms apply from 3 May 2025 on"; `end`: none is. */
static uint32_t day_told(const struct page *p, const uint8_t *shape, uint32_t word, uint32_t end)
{
    uint32_t w = word;
    while (w < end && (shape[w] != SHAPE_TIME || letters_of(p, word, w) < SHORT_WORDS))
        w++;
    while (w < end && shape[w] == SHAPE_TIME)
        w++;
    return w;
}

/* A sentence that is new and too long is cut where it begins, if its first figure or amount would be cut off with the end: "On Tuesday,
 * after a long debate, the council bought ..." is said from where the figure's part of it begins, and of its beginning what fits where
 * that part is short. Returns how many characters reach from there to the figure; 0: there is none that fits. */
size_t headline_skip(const struct headline_view *v, bool old, size_t room, struct quote *q, struct buf *b)
{
    const struct page *p = q->page;
    const uint8_t *shape = shapes_of(v, old, q);
    uint32_t fact = first_fact(shape, q->word, q->end), end = MIN(fact + FACT_WORDS, q->end), part = fact;
    if (fact == q->end)
        return 0;
    if (fits_between(p, q->word, end, room))
        return chars_between(p, q->word, end);
    while (part > q->word && (!begins_part(p, part) || letters_of(p, part, fact) < SHORT_WORDS))
        part--;
    if (part == q->word || !fits_between(p, part, end, room - 1))
        return 0;
    struct quote begin = quote_plain(p, behind_day(p, shape, q->word, part), part);
    uint32_t day = day_told(p, shape, begin.word, part);
    if (day < part && fits_between(p, q->word, day, room - 1))
        return chars_between(p, q->word, day);
    size_t need = chars_between(p, part, end), own = MIN(chars_between(p, part, q->end), room) + MARKS_CHARS;
    bool whole = begin.word == q->word;
    q->word = part;
    q->changed = q->unchanged = NONE;
    if (letters_of(p, part, fact) < PART_WORDS && room > own + BEGIN_CHARS) {
        buf_add(b, whole ? STR("") : STR("…"));
        quote_write(&begin, room - own, b);
        b->len -= str_ends(buf_str(b), STR("…")) ? strlen("…") : 0;
        buf_add(b, STR(" "));
    }
    buf_add(b, STR("… "));
    if (b->len == strlen("… "))
        b->len--;
    return need;
}
