/* In: a piece and why it is noise. Out: the reason in words. One row has all forms of a reason, and the first of them that fits is said. */
#include "judge/reasons.h"

#include "compare/classes.h"
#include "compare/replaced.h"
#include "judge/dates.h"
#include "judge/states.h"

/* What happened to a piece, as far as the words of a reason depend on it. */
enum reason_form {
    FORM_ANY,
    FORM_GONE,
    FORM_CHANGED,
    FORM_TIME,
    FORM_TIMES, /* other dates in a line that stays; likewise the others */
    FORM_NUMBER,
    FORM_NUMBERS,
    FORM_CODE,
    FORM_CODES,
    FORM_MARK,
    FORM_FIELD,
    FORM_FRAME, /* what another page shows inside this one */
    FORM_LINK,
    FORM_PICTURE,
    FORM_LABEL,
    FORM_UNSEEN,
    FORM_COPYRIGHT,
    FORM_PARTED, /* the same words with other blanks */
};

static const struct {
    enum noise_kind noise;
    enum reason_form form;
    const char *words;
} rows[] = {
    { NOISE_NONE, FORM_ANY, "too little to announce" },
    { NOISE_NONE, FORM_ANY, UNCHOSEN_REASON }, /* for noise_named() alone, as it is said of choices (archive/lessons.c) */
    { NOISE_NONE, FORM_ANY, "" },              /* for noise_named() alone: of a verdict that was kept without a reason */
    { NOISE_PROBED, FORM_ANY, "this part is different each time the page is loaded" },
    { NOISE_CHURN, FORM_ANY, "this part often changes" },          /* from three visits of ten on (judge/habit.h) */
    { NOISE_CHURN, FORM_ANY, "this part changes on most visits" }, /* for noise_named() alone: as it was said before */
    { NOISE_SEEN, FORM_GONE, "it has come and gone before" },
    { NOISE_SEEN, FORM_CHANGED, "it said the same before" },
    { NOISE_SEEN, FORM_ANY, "it was there before" },
    { NOISE_MOVED, FORM_ANY, "it only moved" },
    { NOISE_MOVED, FORM_ANY, MOVED_REASON }, /* for noise_named() alone: of several in one line (judge/held.h) */
    { NOISE_SHAPE, FORM_TIME, "it is only a date or a time" },
    { NOISE_SHAPE, FORM_TIMES, "only a date or a time in it changed" },
    { NOISE_SHAPE, FORM_NUMBER, "it is only a number" },
    { NOISE_SHAPE, FORM_NUMBERS, "only a number in it changed" },
    { NOISE_SHAPE, FORM_CODE, "it is only a code" },
    { NOISE_SHAPE, FORM_CODES, "only a code in it changed" },
    { NOISE_SHAPE, FORM_MARK, "only punctuation changed" },
    { NOISE_SHAPE, FORM_PICTURE, "it is a picture, not words" },
    { NOISE_SHAPE, FORM_FIELD, "it is a button or a field" },
    { NOISE_SHAPE, FORM_FRAME, "it is a page shown inside this one, not words" },
    { NOISE_SHAPE, FORM_ANY, "a date, a number or a code" },
    { NOISE_COUNT, FORM_COPYRIGHT, "the year of a copyright" },
    { NOISE_COUNT, FORM_TIME, "it is only a date and a time" },
    { NOISE_COUNT, FORM_TIMES, "only a date and a time in it changed" },
    { NOISE_COUNT, FORM_ANY, "a counter, or a time that runs by itself" },
    { NOISE_RATE, FORM_ANY, "it follows an exchange rate, and the price beside it stays" },
    { NOISE_END, FORM_ANY, "the oldest entries made room for new ones" },
    { NOISE_OVER, FORM_ANY, "it is past, and the list goes on with later dates" },
    { NOISE_PLACE, FORM_GONE, "it stood outside the content" },
    { NOISE_PLACE, FORM_ANY, "it stands outside the content" },
    { NOISE_MARKUP, FORM_LINK, "only the link changed" },
    { NOISE_MARKUP, FORM_PICTURE, "it is a picture, not words" },
    { NOISE_MARKUP, FORM_LABEL, "a label, not part of the text" },
    { NOISE_MARKUP, FORM_UNSEEN, "most readers do not see it" },
    { NOISE_MARKUP, FORM_ANY, "no words changed there" },
    { NOISE_CASE, FORM_PARTED, "only spaces or signs changed, not the words" },
    { NOISE_CASE, FORM_ANY, "only capital letters changed" },
    { NOISE_WORDING, FORM_ANY, "a button that says the same in other words" },
    { NOISE_TAUGHT, FORM_ANY, TAUGHT_REASON },
};

/* ---- What happened ---- */

static uint32_t n_of(const struct judge_piece *p, enum word_shape shape)
{
    return p->came[shape] + p->went[shape];
}

/* What stands there in the place of words. */
static enum reason_form form_of_atom(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    uint32_t word = page->sentence[p->sentence].word;
    if (!(page->word[word].flags & WORD_ATOM))
        return FORM_MARK;
    if (word_picture(page, word))
        return FORM_PICTURE;
    uint32_t tag = page->dom.node[page->word[word].node].tag;
    return tag == TAG_IFRAME || tag == TAG_FRAME || tag == TAG_EMBED || tag == TAG_OBJECT ? FORM_FRAME : FORM_FIELD;
}

/* Of what has no words that count: what it has instead. */
static enum reason_form form_of_shape(const struct delta *d, const struct judge_piece *p)
{
    static const struct {
        enum word_shape shape;
        enum reason_form whole, part;
    } forms[] = { { SHAPE_TIME, FORM_TIME, FORM_TIMES },
                  { SHAPE_NUMBER, FORM_NUMBER, FORM_NUMBERS },
                  { SHAPE_TOKEN, FORM_CODE, FORM_CODES } };
    enum reason_form found = FORM_ANY;
    unsigned kinds = 0;
    for (size_t i = 0; i < ARRAY_LEN(forms); i++) {
        if (n_of(p, forms[i].shape) == 0)
            continue;
        found = p->kind == PIECE_CHANGED ? forms[i].part : forms[i].whole;
        kinds++;
    }
    if (kinds)
        return kinds == 1 ? found : FORM_ANY;
    return n_of(p, SHAPE_MARK) ? form_of_atom(d, p) : FORM_ANY;
}

/* What of an element differs, for a reader: something they see, something for machines or for those who do not see the page, or nothing
 * that has a name. */
static enum reason_form form_of_attributes(const struct delta *d, const struct change *c)
{
    static const struct str unseen[] = { STR_INIT("alt"), STR_INIT("aria-label"), STR_INIT("content") };
    struct attribute_pair pair;
    enum reason_form form = c->tells & TELLS_DESCRIPTION ? FORM_UNSEEN : FORM_ANY;
    if (c->old_node == NONE || c->new_node == NONE)
        return form;
    for (uint32_t at = 0; next_attribute(d, c->old_node, c->new_node, &at, &pair);) {
        struct str name = symbols_str(d->new->dom.symbols, (pair.now ? pair.now : pair.was)->name);
        bool found = false;
        if (class_of_attribute(&pair) != CLASS_CONTENT)
            continue;
        for (size_t i = 0; i < ARRAY_LEN(unseen); i++)
            found |= str_eq(name, unseen[i]);
        if (!found)
            return d->new->dom.node[c->new_node].tag == TAG_IMG ? FORM_PICTURE : FORM_LABEL;
        form = FORM_UNSEEN;
    }
    return form;
}

static enum reason_form form_of_markup(const struct delta *d, const struct judge_piece *p)
{
    if (p->kind == PIECE_LINK)
        return FORM_LINK;
    enum reason_form form = form_of_attributes(d, &d->change[p->change]);
    return p->kind == PIECE_PICTURE && form != FORM_UNSEEN ? FORM_PICTURE : form;
}

static bool is_copyright(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    AUTO(buf) line = BUF(1024);
    if (p->sentence == NONE)
        return false;
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &line);
    return copyrights_named(buf_str(&line));
}

/* Nothing but a day or a time on a clock, which nobody counts and which does not run: "recorded before 11:59 pm on 12 May". */
static bool is_fixed_time(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    const struct page *page = p->old ? d->old : d->new;
    uint32_t others = n_of(p, SHAPE_LETTERS) + n_of(p, SHAPE_NUMBER) + n_of(p, SHAPE_COUNT) + n_of(p, SHAPE_PRICE);
    if (p->sentence == NONE || others || !n_of(p, SHAPE_TIME))
        return false;
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &line);
    return !line.over && (dates_is_moment(buf_str(&line)) || dates_is_appointment(buf_str(&line)))
           && !running_named(NULL, buf_str(&line));
}

static enum reason_form form_of(const struct delta *d, const struct judge_piece *p, enum noise_kind noise)
{
    if (noise == NOISE_SHAPE)
        return form_of_shape(d, p);
    if (noise == NOISE_MARKUP)
        return form_of_markup(d, p);
    if (noise == NOISE_CASE && p->parted)
        return FORM_PARTED;
    if (noise == NOISE_COUNT && is_copyright(d, p))
        return FORM_COPYRIGHT;
    if (noise == NOISE_COUNT && is_fixed_time(d, p))
        return p->kind == PIECE_CHANGED ? FORM_TIMES : FORM_TIME;
    return p->kind == PIECE_REMOVED ? FORM_GONE : p->kind == PIECE_CHANGED ? FORM_CHANGED : FORM_ANY;
}

/* ---- In words ---- */

struct str noise_reason(const struct delta *d, const struct judge_piece *piece, enum noise_kind noise)
{
    enum reason_form form = form_of(d, piece, noise);
    size_t i = 0;
    while (rows[i].noise != noise || (rows[i].form != form && rows[i].form != FORM_ANY))
        i++; /* each kind has a row for any form */
    return str_of(rows[i].words);
}

enum noise_kind noise_named(struct str words)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (str_eq(words, str_of(rows[i].words)))
            return rows[i].noise;
    return NOISES;
}

unsigned noise_rank(enum noise_kind noise)
{
    static const unsigned ranks[NOISES] = {
        [NOISE_NONE] = 0,   [NOISE_SHAPE] = 1, [NOISE_PLACE] = 2,    [NOISE_TAUGHT] = 3, [NOISE_SEEN] = 4,
        [NOISE_MARKUP] = 5, [NOISE_MOVED] = 6, [NOISE_END] = 7,      [NOISE_OVER] = 8,   [NOISE_CASE] = 9,
        [NOISE_COUNT] = 10, [NOISE_RATE] = 11, [NOISE_WORDING] = 12, [NOISE_CHURN] = 13, [NOISE_PROBED] = 14,
    };
    return ranks[noise];
}

bool noise_is_constant(enum noise_kind noise)
{
    return noise == NOISE_CHURN || noise == NOISE_PROBED;
}
