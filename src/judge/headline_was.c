/* In: a piece that stays and has other words. Out: " (was 340)", " (removed: by fax)", " (new: Dr Lind)".
 *
 *  1. A label that both versions begin with is not said again: "(was 3-5 days)", not "(was Delivery: 3-5 days)".
 *  2. Part of a date, a price or a number is said as a whole, and so is part of a word in a script without spaces.
 *  3. Words that went at several places of a sentence are said one after another, not all that stands between them. */
#include <ctype.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/search.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"

enum {
    WAS_WORDS = 4,     /* new words beside which what stood there is worth the room */
    WAS_CHARS = 60,    /* what stood there is said where it is no longer than this */
    ROOM_CHARS = 40,   /* and the line is cut for it where it is no longer than this */
    WAS_MARKS = 12,    /* " (removed: )" */
    GAP_WORDS = 3,     /* words that stay, between others that went: more of them are left out */
    DATE_WORDS = 6,    /* that the rest of a date or price may have on either side */
    GLUED_WORDS = 6,   /* that may be written together with others */
    RUN_WORDS = 6,     /* ideographs in a row that are one word or two */
    LIST_WORDS = 5,    /* a shorter line shows by itself what is new in it */
    LIST_SHARE = 4,    /* words between two commas of a list */
    NOT_WORDS = 2,     /* in the middle of a sentence that may turn it around: "not" */
    SPELLED_BYTES = 4, /* that a word has in common with another way to write it */
    LINE_BYTES = 4096,
};

/* ---- What the line says already ---- */

/* A space of no width is written in three bytes: U+200B to U+200F, U+FEFF. */
static bool is_visible(struct str s)
{
    return !(str_starts(s, STR("\xe2\x80")) && s.len > 2 && (unsigned char)s.ptr[2] >= 0x8b && (unsigned char)s.ptr[2] <= 0x8f)
           && !str_starts(s, STR("\xef\xbb\xbf"));
}

static bool is_inside_word(struct str s, size_t at)
{
    unsigned char c = at < s.len ? (unsigned char)s.ptr[at] : ' ';
    return c >= 0x80 || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
}

/* Whether a word or a number goes on before `at`, or there: "2.3" does not stand in "2.3.1". */
static bool is_glued_before(struct str s, size_t at)
{
    return at && (is_inside_word(s, at - 1) || (at > 1 && s.ptr[at - 1] == '.' && isdigit((unsigned char)s.ptr[at - 2])));
}

static bool is_glued_behind(struct str s, size_t at)
{
    return is_inside_word(s, at) || (at + 1 < s.len && s.ptr[at] == '.' && isdigit((unsigned char)s.ptr[at + 1]));
}

/* Whether the line has what stood there: only characters without width, or where it stands in the line, are other. "1 December" does not
 * stand in "11 December". */
static bool still_says(struct str line, struct str was)
{
    while (was.len && !is_visible(was))
        was = str_sub(was, 3, was.len);
    while (was.len >= 3 && !is_visible(str_sub(was, was.len - 3, was.len)))
        was.len -= 3;
    bool spaced = was.len && (unsigned char)was.ptr[0] < 0x80;
    for (size_t at = str_find(line, was, 0); at != SIZE_MAX; at = str_find(line, was, at + 1))
        if (!spaced || !(is_glued_before(line, at) || is_glued_behind(line, at + was.len)))
            return true;
    return false;
}

/* Whether a word of the line is the same but for its end, its accents or its capitals, or was hardly a word: nobody reads a heading for
 * that. */
static bool is_spelling(struct str line, struct str was)
{
    if (was.len < SPELLED_BYTES)
        return !isdigit((unsigned char)*was.ptr);
    for (size_t at = 0; at + SPELLED_BYTES <= line.len; at++)
        if ((!at || !is_inside_word(line, at - 1))
            && str_starts_nocase(str_sub(line, at, line.len), str_sub(was, 0, SPELLED_BYTES)))
            return !memchr(was.ptr, ' ', was.len);
    return false;
}

/* ---- Which words ---- */

struct words {
    uint32_t word, end;
};

static bool is_mark(const struct page *p, uint32_t w)
{
    return page_word(p, w).len == 1 && memchr(",;:.])", *page_word(p, w).ptr, 6);
}

/* Drops the label both versions begin with. */
static struct words without_label(const struct delta *d, const struct judge_piece *piece, struct words was)
{
    const struct page *old = d->old, *new = d->new;
    const struct sentence *now = &new->sentence[piece->sentence];
    uint32_t label = 0;
    for (uint32_t i = 0; was.word + i + 1 < was.end && now->word + i < now->end; i++) {
        if (old->symbol[was.word + i] != new->symbol[now->word + i])
            break;
        bool ends = str_eq(page_word(old, was.word + i), STR(":"));
        label = ends && (old->word[was.word + i + 1].flags & (WORD_SPACE | WORD_BREAK)) ? i + 1 : label;
    }
    return (struct words){ was.word + label, was.end };
}

/* Whether the word stands right behind the one before it, without a space. */
static bool is_glued(const struct page *p, uint32_t w)
{
    return w > 0 && w < p->n_words && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM));
}

/* The rest of a number: "304" of "12 304", the sign of "4 %". */
static struct words with_number(const struct page *p, struct words was)
{
    while (was.word && dates_is_group(p, was.word))
        was.word--;
    while (was.end < p->n_words && dates_is_group(p, was.end))
        was.end++;
    if (is_glued(p, was.end) && str_eq(page_word(p, was.end), STR("%")))
        was.end++;
    return was;
}

/* "1" became "15" in "15 December", "19" became "24" in "€24/month": the figure alone does not say what it is. */
static struct words with_value(const struct headline_view *v, const struct judge_piece *piece, struct words was)
{
    const struct page *p = v->delta->old;
    uint32_t begin = was.word, end = was.end;
    if (!piece->went[SHAPE_NUMBER] && !piece->went[SHAPE_TIME] && !piece->went[SHAPE_PRICE])
        return was;
    while (was.word - begin < DATE_WORDS && begin && !(p->word[begin].flags & WORD_BREAK))
        begin--;
    while (end - was.end < DATE_WORDS && end < p->n_words && !(p->word[end].flags & WORD_BREAK))
        end++;
    for (uint32_t w = begin; w <= was.word; w++) {
        struct dates_run run = dates_find(v->old_dates, w, end);
        bool label = letters_of(p, w, w + 1) && w + 1 < end && str_eq(page_word(p, w + 1), STR(":"));
        if (!label && w + run.n > was.word)
            return with_number(p, (struct words){ w, MAX(w + run.n, was.end) });
    }
    return with_number(p, was);
}

static bool is_ideograph(const struct page *p, uint32_t w)
{
    struct str word = page_word(p, w);
    uint32_t character;
    return word.len && utf8_next(word.ptr, word.ptr + word.len, &character) && char_class(character) == CHAR_IDEOGRAPH;
}

/* In a script without spaces each character is a word of the page. */
static struct words with_run(const struct page *p, struct words was)
{
    struct words run = was;
    if (was.end - was.word > 1 || !is_ideograph(p, was.word))
        return was;
    while (run.word > 0 && !(p->word[run.word].flags & (WORD_BREAK | WORD_SPACE)) && is_ideograph(p, run.word - 1))
        run.word--;
    while (run.end < p->n_words && !(p->word[run.end].flags & (WORD_BREAK | WORD_SPACE)) && is_ideograph(p, run.end))
        run.end++;
    return run.end - run.word <= RUN_WORDS ? run : was;
}

/* Whether the word is of letters or digits, in a script with spaces. */
static bool is_plain(const struct page *p, uint32_t w)
{
    return !is_ideograph(p, w) && is_inside_word(page_word(p, w), 0);
}

/* Whether the word parts two that are written as one: "Mon–Fri". */
static bool is_joiner(const struct page *p, uint32_t w)
{
    static const struct str joiners[] = { STR_INIT("-"), STR_INIT("–"), STR_INIT("/"), STR_INIT("."), STR_INIT(","),
                                          STR_INIT("'"), STR_INIT("’"), STR_INIT("_"), STR_INIT(":"), STR_INIT("@") };
    for (size_t i = 0; i < ARRAY_LEN(joiners); i++)
        if (str_eq(page_word(p, w), joiners[i]))
            return is_glued(p, w) && is_glued(p, w + 1) && is_plain(p, w - 1) && is_plain(p, w + 1);
    return false;
}

/* The rest of what is written without a space: "Mon–Fri", "R$ 20". */
static struct words with_glued(const struct page *p, struct words was)
{
    struct words run = was;
    if (str_eq(page_word(p, run.word), STR("$")) && is_glued(p, run.word) && is_plain(p, run.word - 1))
        run.word--;
    while (run.word > 1 && is_plain(p, run.word) && is_joiner(p, run.word - 1))
        run.word -= 2;
    while (run.end + 1 < p->n_words && is_plain(p, run.end - 1) && is_joiner(p, run.end))
        run.end += 2;
    return run.end - run.word <= was.end - was.word + GLUED_WORDS ? run : was;
}

/* A number between ideographs has what it counts behind it: "第3回", "3万". */
static struct words with_counter(const struct page *p, struct words was)
{
    if (letters_of(p, was.word, was.end) || !is_glued(p, was.end) || !is_ideograph(p, was.end))
        return was;
    was.end++;
    if (is_glued(p, was.word) && str_eq(page_word(p, was.word - 1), STR("第")))
        was.word--;
    return was;
}

/* ---- What is said of them ---- */

/* Adds a run of words; false: it is too long to say. */
static bool add_run(const struct page *p, struct words run, const bool *held, struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    struct quote q = quote_plain(p, run.word, run.end);
    q.held = held;
    while (q.word + 1 < q.end && is_mark(p, q.word))
        q.word++; /* it does not begin with the end of something else */
    if (chars_between(p, q.word, q.end) > WAS_CHARS)
        return false;
    quote_write(&q, WAS_CHARS, &b);
    while (b.len && memchr(",;:.", b.ptr[b.len - 1], 4))
        b.len--;
    if (b.len && !(out->len && still_says(buf_str(out), buf_str(&b))))
        buf_addf(out, "%s%.*s", out->len ? ", " : "", STR_ARG(buf_str(&b)));
    return chars_of(buf_str(out)) <= WAS_CHARS;
}

/* Words that have no partner, and those around `core` that make them readable; what stands far from each other one after another. Nothing
 * where that is too long. */
static void add_runs(const struct page *p, const uint32_t *partner, struct words all, struct words core, const bool *held,
                     struct buf *out)
{
    for (uint32_t w = all.word; w < all.end;) {
        struct words run = { w, w };
        for (; w < all.end && w - run.end <= GAP_WORDS; w++)
            run.end = partner[w] == NONE || w < core.word || w >= core.end ? w + 1 : run.end;
        if (run.end > run.word && !add_run(p, run, held, out)) {
            out->len = 0;
            return;
        }
        while (w < all.end && partner[w] != NONE)
            w++;
    }
}

/* Whether the line names one thing after another: with commas, or by their codes. */
static bool is_list(const struct page *p, const struct sentence *s)
{
    uint32_t words = letters_of(p, s->word, s->end), commas = 0, codes = 0;
    for (uint32_t w = s->word; w < s->end; w++) {
        commas += str_eq(page_word(p, w), STR(","));
        codes += page_word(p, w).len <= 2 && letters_of(p, w, w + 1);
    }
    return !is_ideograph(p, s->word) && words >= LIST_WORDS && (words <= LIST_SHARE * commas || words <= 2 * codes);
}

/* ---- Lists in one line ---- */

/* A line of short things: codes of countries, links between bars, names with commas. */
struct line_items {
    const struct page *page;
    uint32_t word, end; /* without the label before a colon */
    bool codes;         /* nothing parts them but spaces */
    uint32_t n;
    const uint32_t *partner;
    uint32_t edited; /* of those that the other line has not */
};

/* Whether the word parts two things; brackets do where codes stand in them. */
static bool is_parting(const struct line_items *line, uint32_t w)
{
    static const struct str marks[] = { STR_INIT("["), STR_INIT("]"), STR_INIT("|"), STR_INIT(","), STR_INIT("•"), STR_INIT("·") };
    for (size_t i = line->codes ? 0 : 2; i < ARRAY_LEN(marks); i++)
        if (str_eq(page_word(line->page, w), marks[i]))
            return true;
    return line->page->word[w].flags & WORD_ATOM; /* a line break, a picture */
}

/* The next thing of the line; false: there is none. */
static bool next_item(const struct line_items *line, struct words *item)
{
    item->word = item->end;
    while (item->word < line->end && is_parting(line, item->word))
        item->word++;
    for (item->end = item->word; item->end < line->end && !is_parting(line, item->end); item->end++)
        if (line->codes && item->end > item->word && (line->page->word[item->end].flags & WORD_SPACE))
            break;
    return item->word < item->end;
}

/* Whether most words of the line are as short as codes. */
static bool is_codes(const struct page *p, uint32_t word, uint32_t end)
{
    uint32_t codes = 0, words = 0;
    for (uint32_t w = word; w < end; w++) {
        bool letters = letters_of(p, w, w + 1) > 0;
        words += letters;
        codes += letters && page_word(p, w).len <= 2;
    }
    return words && 4 * codes >= 3 * words;
}

/* The line of codes before or behind a line of codes, where nothing but a line break parts them; NONE. */
static uint32_t line_beside(const struct page *p, uint32_t sentence, bool behind)
{
    bool broken = false;
    uint32_t i = sentence;
    while ((behind ? i + 1 < p->n_sentences : i > 0)) {
        const struct sentence *s = &p->sentence[i = behind ? i + 1 : i - 1];
        const struct word *first = &p->word[s->word];
        if (!(first->flags & WORD_ATOM) || p->dom.node[first->node].tag != TAG_BR)
            return broken && is_codes(p, s->word, s->end) ? i : NONE;
        broken = true;
    }
    return NONE;
}

/* A list that a line break cuts is one list. Of more than LIST_LINES lines each is one of its own. */
static struct sentence whole_list(const struct page *p, const struct sentence *s)
{
    enum { LIST_LINES = 50 };
    struct sentence all = *s;
    uint32_t at = (uint32_t)(s - p->sentence), lines = 1;
    if (!is_codes(p, s->word, s->end))
        return all;
    for (uint32_t i = at; lines <= LIST_LINES && (i = line_beside(p, i, false)) != NONE; lines++)
        all.word = p->sentence[i].word;
    for (uint32_t i = at; lines <= LIST_LINES && (i = line_beside(p, i, true)) != NONE; lines++)
        all.end = p->sentence[i].end;
    return lines <= LIST_LINES ? all : *s;
}

/* Whether the line is a list of at least LIST_ITEMS things, most of them of few words. A sentence ends with a full stop. */
static bool find_items(const struct page *p, const struct sentence *s, struct line_items *out)
{
    enum { LIST_ITEMS = 5, LABEL_WORDS = 6, ITEM_WORDS = 3, BARRED_WORDS = 8, ITEM_CHARS = 60 };
    uint32_t words = 0, bars = 0;
    *out = (struct line_items){ .page = p, .word = s->word, .end = s->end };
    for (uint32_t w = s->word; w < s->end; w++) {
        bool letters = letters_of(p, w, w + 1) > 0;
        if (str_eq(page_word(p, w), STR(":")) && w - s->word <= LABEL_WORDS && words == letters_of(p, s->word, w))
            out->word = w + 1;
        words += letters;
        bars += str_eq(page_word(p, w), STR("|"));
    }
    words = letters_of(p, out->word, out->end);
    out->codes = is_codes(p, s->word, s->end);
    for (struct words item = { out->word, out->word }; next_item(out, &item);)
        out->n++;
    return out->n >= LIST_ITEMS && !is_ideograph(p, out->word) && words <= (2 * bars >= out->n ? BARRED_WORDS : ITEM_WORDS) * out->n
           && !str_eq(page_word(p, s->end - 1), STR(".")) && chars_between(p, s->word, s->end) <= (size_t)ITEM_CHARS * out->n;
}

static uint64_t item_key(const struct page *p, struct words item)
{
    uint64_t key = 0;
    for (uint32_t w = item.word; w < item.end; w++)
        key = hash_mix(key, hash_str(page_word(p, w)));
    return key;
}

/* Whether a thing of several words has other ones in some places only: it is neither new nor gone. */
static bool is_edited(const struct line_items *line, struct words item)
{
    uint32_t letters = 0, kept = 0;
    for (uint32_t w = item.word; w < item.end; w++) {
        bool says = letters_of(line->page, w, w + 1) > 0;
        letters += says;
        kept += says && line->partner[w] != NONE;
    }
    return letters > 1 && 2 * kept >= letters;
}

/* Adds the things of one line that the other has not, or has fewer times. Returns how many there are. */
static uint32_t add_others(struct arena *a, struct line_items *line, const struct line_items *other, struct buf *out)
{
    enum { OTHERS_CHARS = 60 };
    struct map known;
    uint32_t n = 0;
    map_open(&known, a, other->n);
    for (struct words item = { other->word, other->word }; next_item(other, &item);)
        ++*map_slot(&known, item_key(other->page, item), 0);
    for (struct words item = { line->word, line->word }; next_item(line, &item);) {
        uint32_t *left = map_slot(&known, item_key(line->page, item), 0);
        if (*left) {
            --*left;
            continue;
        }
        line->edited += is_edited(line, item);
        struct quote q = quote_plain(line->page, item.word, item.end);
        if (chars_of(buf_str(out)) < OTHERS_CHARS)
            buf_add(out, n ? STR(", ") : STR(""));
        if (chars_of(buf_str(out)) < OTHERS_CHARS)
            quote_write(&q, OTHERS_CHARS, out);
        else if (!str_ends(buf_str(out), STR("…")))
            buf_add(out, STR("…"));
        n++;
    }
    return n;
}

/* The sentence that the line was. */
static const struct sentence *old_line(const struct delta *d, const struct sentence *s)
{
    uint32_t word = NONE, low = 0, high = d->old->n_sentences;
    for (uint32_t w = s->word; w < s->end && word == NONE; w++)
        word = d->new_to_old[w];
    while (word != NONE && low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (d->old->sentence[middle].end <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return word != NONE && low < d->old->n_sentences && d->old->sentence[low].word <= word ? &d->old->sentence[low] : NULL;
}

bool headline_list(const struct headline_view *v, const struct judge_piece *piece, struct headline_list *out)
{
    AUTO(buf) came = BUF(LINE_BYTES);
    AUTO(buf) went = BUF(LINE_BYTES);
    const struct page *p = v->delta->new;
    struct line_items now, was;
    if (piece->kind != PIECE_CHANGED || piece->old || piece->heading)
        return false;
    const struct sentence all = whole_list(p, &p->sentence[piece->sentence]), *s = &all, *old = old_line(v->delta, s);
    const struct sentence was_all = old ? whole_list(v->delta->old, old) : all;
    if (!old || !find_items(p, s, &now) || !find_items(v->delta->old, &was_all, &was))
        return false;
    now.partner = v->delta->new_to_old;
    was.partner = v->delta->old_to_new;
    uint32_t n = add_others(v->arena, &now, &was, &came), gone = add_others(v->arena, &was, &now, &went);
    bool edited = n == gone && now.edited == n && was.edited == n;
    if (edited || 2 * n > now.n || 2 * gone > was.n) /* nothing; or most of it is new: it is not the same list */
        return false;
    out->came = arena_str(v->arena, buf_str(&came));
    out->went = arena_str(v->arena, buf_str(&went));
    out->label = quote_plain(p, s->word, now.word > s->word ? now.word - 1 : s->word);
    const struct sentence *first = &p->sentence[SEARCH_FIRST(p->sentence, p->n_sentences, end, s->word + 1)], *above = first;
    while (above > p->sentence && (above == first || !words_seen(p, above->word, above->end)))
        above--; /* a line break */
    if (now.word == s->word && above < first && str_eq(page_word(p, above->end - 1), STR(":")))
        out->label = quote_plain(p, above->word, above->end - 1);
    out->line = quote_plain(p, s->word, s->end);
    return true;
}

/* ---- What is worth the room ---- */

/* Whether nothing but marks came where it went. */
static bool came_as_marks(const struct delta *d, const struct change *c)
{
    uint32_t w = c->new_word;
    while (w < c->new_end && !is_inside_word(page_word(d->new, w), 0))
        w++;
    return c->kind == CHANGE_DELETE || (c->kind == CHANGE_UPDATE && w == c->new_end);
}

/* Whether words went, and none came in their place. A figure that went may be another elsewhere in the sentence; one among words is not. */
static bool lost_only(const struct delta *d, const struct judge_piece *piece)
{
    uint32_t came = 0, change = piece->old_end > piece->old_word ? d->old_change[piece->old_word] : NONE;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        came += piece->came[i];
    bool words =
        (!piece->went[SHAPE_NUMBER] || piece->went[SHAPE_LETTERS]) && !piece->went[SHAPE_TIME] && !piece->went[SHAPE_PRICE];
    return came == 0
           || (words && piece->kind == PIECE_CHANGED && change != NONE && d->change[change].old_end >= piece->old_end
               && came_as_marks(d, &d->change[change]));
}

static bool is_unbalanced(const struct page *p, struct words was)
{
    int open = 0;
    for (uint32_t w = was.word; w < was.end && open >= 0; w++)
        if (str_eq(page_word(p, w), STR("\"")))
            open += p->word[w].flags & (WORD_SPACE | WORD_BREAK) ? 1 : -1;
    return open != 0;
}

/* What was removed from `"a" is "b"` may be `a" is "` or `"a" is `: of the same words those are said that hold whole quotes. Further to the
 * left than they are long the same words come again. */
static struct words with_quotes(const struct page *p, struct words was)
{
    struct words other = was;
    uint32_t n = was.end - was.word;
    while (n <= WAS_CHARS && was.word - other.word < n && is_unbalanced(p, other) && other.word
           && !(p->word[other.word].flags & WORD_BREAK) && p->symbol[other.word - 1] == p->symbol[other.end - 1])
        other = (struct words){ other.word - 1, other.end - 1 };
    return n > WAS_CHARS || is_unbalanced(p, other) ? was : other;
}

/* An address that is kept from machines: "[email protected]" may be any. */
static bool is_veiled(struct str text)
{
    return str_starts(text, STR("[email")) && str_ends(text, STR("protected]"));
}

/* What stood there, where that is worth the room. */
static void write_was(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    bool figure = piece->came[SHAPE_NUMBER] || piece->came[SHAPE_PRICE] || piece->came[SHAPE_LETTERS] <= WAS_WORDS;
    struct words core = { piece->old_word, piece->old_end }, was;
    if (piece->old || core.end <= core.word || !figure) /* a sentence of the old page is quoted itself */
        return;
    if (lost_only(v->delta, piece))
        core = with_quotes(v->delta->old, core);
    was = with_run(v->delta->old, with_value(v, piece, without_label(v->delta, piece, core)));
    was = with_counter(v->delta->old, with_glued(v->delta->old, was));
    if (is_list(v->delta->new, &v->delta->new->sentence[piece->sentence]) || !letters_of(v->delta->old, was.word, was.end))
        add_runs(v->delta->old, v->delta->old_to_new, was, core, v->held_old, out);
    else
        add_run(v->delta->old, was, v->held_old, out);
    if (out->len && memchr(out->ptr, '(', out->len) && !memchr(out->ptr, ')', out->len))
        buf_add_char(out, ')'); /* the closing one stands in both */
    if (is_veiled(buf_str(out)))
        buf_clear(out);
}

/* Whether nothing but a number came to a sentence that says what it is of: "The newest version is 4.3". */
static bool is_filled_in(const struct judge_piece *piece)
{
    uint32_t came = 0;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        came += piece->came[i];
    return came == 1 && piece->came[SHAPE_NUMBER] && !piece->cell && piece->kept >= NOT_WORDS;
}

/* Whether few words came into the middle of a sentence: "are not allowed". */
static bool is_slipped_in(const struct delta *d, const struct judge_piece *piece, const struct sentence *s)
{
    uint32_t came = 0, last = s->end;
    for (uint32_t w = s->word; w < s->end; w++)
        came += d->new_to_old[w] == NONE;
    while (last > s->word && letters_of(d->new, last - 1, last) == 0)
        last--;
    return came <= NOT_WORDS && came == piece->came[SHAPE_LETTERS] && d->new_to_old[s->word] != NONE && last > s->word
           && d->new_to_old[last - 1] != NONE && !is_ideograph(d->new, s->word);
}

/* What is new in a line that is not, where it lost nothing, and does not show by itself. */
static void write_new(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    const struct sentence *s = &v->delta->new->sentence[piece->sentence];
    if (piece->kind != PIECE_CHANGED || piece->old_end > piece->old_word || piece->heading
        || !(is_list(v->delta->new, s) || is_slipped_in(v->delta, piece, s) || is_filled_in(piece)))
        return;
    struct words new = { s->word, s->end };
    while (new.word < new.end && v->delta->new_to_old[new.word] != NONE)
        new.word++;
    add_runs(v->delta->new, v->delta->new_to_old, new, new, v->held_new, out);
}

bool headline_is_none(struct str value)
{
    return str_eq(value, STR("null")) || str_eq(value, STR("\"\""));
}

void headline_was(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    AUTO(buf) was = BUF(LINE_BYTES);
    const char *word = lost_only(v->delta, piece) && !piece->capitals ? "removed:" : "was";
    write_was(v, piece, &was);
    if (v->delta->old->kind == KIND_JSON && headline_is_none(buf_str(&was)))
        return;
    if (was.len && (still_says(buf_str(out), buf_str(&was)) || (piece->heading && is_spelling(buf_str(out), buf_str(&was)))))
        return;
    if (!was.len) {
        write_new(v, piece, &was);
        word = "new:";
    }
    if (!was.len || chars_of(buf_str(out)) + chars_of(buf_str(&was)) + WAS_MARKS > HEADLINE_CHARS)
        return;
    if (out->len && memchr(".:", out->ptr[out->len - 1], 2) && !str_ends(buf_str(out), STR("..")))
        out->len--; /* the sentence goes on */
    buf_addf(out, " (%s %.*s)", word, STR_ARG(buf_str(&was)));
}

size_t headline_was_chars(const struct headline_view *v, const struct judge_piece *piece)
{
    AUTO(buf) was = BUF(LINE_BYTES);
    write_was(v, piece, &was);
    size_t chars = chars_of(buf_str(&was));
    return chars && chars <= ROOM_CHARS ? chars + WAS_MARKS : 0;
}
