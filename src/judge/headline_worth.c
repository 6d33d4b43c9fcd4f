/* In: pieces of a change. Out: what each is worth as a headline by itself.
 *
 *  1. By what it is: titles and headings stand for what is below them, what is new says more than what is gone.
 *  2. By what it says: up to HEADLINE_FULL_WORDS words count. */
#include "judge/headline_worth.h"

#include <ctype.h>

#include "base/hash.h"
#include "base/symbols.h"
#include "base/utf8.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/members.h"
#include "judge/states.h"
#include "judge/versions.h"

/* Beside those of the header. */
#define VALUE_TITLE 2.0
#define VALUE_MAIN_HEADING 2.0
#define VALUE_ONE_WORD 0.6 /* of a heading: "Sport" says less than a story */
#define VALUE_NUMBER 0.7
#define VALUE_TIME 0.8
#define VALUE_COUNT 0.1
#define VALUE_FIGURE 0.15     /* of words that stay with another number or day behind them, and so much for each: "Cases: 61" */
#define VALUE_SAID_FIGURE 0.7 /* of a sentence of the main content with another number */
#define VALUE_RELEASE 1.5     /* of a sentence with another version: "The newest release is 2.4.0" */
#define VALUE_STATE 0.6       /* of something to press that can no longer be used: "sold out" in other words */
#define VALUE_STAMP 0.3       /* when the page was written: said after what was written */
#define VALUE_MEMBER 1.5      /* of a member of JSON for which people watch it */
#define VALUE_LAST 0.2        /* and of one that is there for machines */
#define VALUE_BUTTON 0.3      /* of what can be pressed: "Log in"; it is there for what the page says */
#define VALUE_PICTURE 0.3     /* of one that the page is about: words say more */
#define VALUE_CODES 0.2       /* codes of countries or languages in a row */

enum {
    TIME_WORDS = 3,
    LABEL_WORDS = 1,
    STAMP_WORDS = 10,
    RELEASE_WORDS = 12,
    TITLE_WORDS = 4,
    TITLE_ASKED = 60,
    CODES = 4,
    CODE_BYTES = 2
};

uint32_t letters_in(const struct judge_piece *p)
{
    return p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
}

double words_value(const uint32_t words[WORD_SHAPES])
{
    double n = words[SHAPE_LETTERS] + VALUE_NUMBER * words[SHAPE_NUMBER] + VALUE_TIME * MIN(words[SHAPE_TIME], TIME_WORDS)
               + VALUE_COUNT * words[SHAPE_COUNT] + HEADLINE_FULL_WORDS * (words[SHAPE_PRICE] > 0 || words[SHAPE_SIGN] > 0);
    return MIN(n / HEADLINE_FULL_WORDS, 1.0);
}

static bool has_word(const struct page *p, uint32_t symbol)
{
    for (uint32_t w = 0; w < p->n_words; w++)
        if (p->symbol[w] == symbol)
            return true;
    return false;
}

/* Whether a title says what stands on the page: half of its words can be read there. Few words, or none that spaces part, are; of many the
 * first are asked for. */
static bool title_is_read(const struct page *p)
{
    struct str title = p->title;
    uint32_t read = 0, all = 0;
    while (title.len && all < TITLE_ASKED) {
        struct str word = str_cut(&title, ' ');
        while (word.len && ispunct((unsigned char)word.ptr[word.len - 1]))
            word.len--;
        if (!shape_is_letters(word))
            continue;
        uint32_t symbol = symbols_find(p->dom.symbols, word);
        read += symbol && has_word(p, symbol);
        all++;
    }
    return all < TITLE_WORDS || 2 * read >= all;
}

/* By how many of its words are new: "Boats of 2026" beside "Boats of 2025" says less than a title that names something else. */
static double title_value(const struct delta *d)
{
    struct str now = d->new->title;
    uint32_t came = 0, all = 0;
    while (now.len && all < TITLE_ASKED) {
        struct str word = str_cut(&now, ' ');
        came += word.len && str_find_nocase(d->old->title, word, 0) == SIZE_MAX;
        all += word.len > 0;
    }
    double most = all > 1 && title_is_read(d->new) ? VALUE_TITLE : VALUE_EMPTY_TITLE; /* "News" says as little */
    return MIN(most, MAX(VALUE_EMPTY_TITLE, most * came / MAX(all, 1)));
}

/* A heading stands for all that is below it, also where only its number or date is new. */
double heading_value(const struct judge_piece *p, double kind)
{
    uint32_t words = p->kept + letters_in(p) + p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_TIME];
    return words > 1 ? kind : kind * VALUE_ONE_WORD;
}

/* Nothing but codes of countries or languages: "[EN] [SE] [JP]". Scripts of other letters have short words of their own. */
static bool is_codes(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    const struct sentence *s = &page->sentence[p->sentence];
    uint32_t words = 0, codes = 0;
    for (uint32_t w = s->word; w < s->end && 4 * (words - codes) <= s->end - s->word; w++) { /* of most the first words will do */
        struct str word = page_word(page, w);
        if (!shape_is_letters(word))
            continue;
        words++;
        codes += word.len <= CODE_BYTES;
    }
    return words >= CODES && 4 * codes >= 3 * words;
}

/* A line that says when something was written: a date beside "last change on", and little else. */
static bool is_stamp(struct state_lists *lists, const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    const uint32_t *words = p->old ? p->went : p->came;
    uint32_t letters = words[SHAPE_LETTERS] ? words[SHAPE_LETTERS] + p->kept : 0; /* of a line that stays it is the date */
    if (p->sentence == NONE || !words[SHAPE_TIME] || letters > STAMP_WORDS || words[SHAPE_NUMBER] || words[SHAPE_PRICE])
        return false;
    const struct page *page = p->old ? d->old : d->new;
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &line);
    return !line.over && stamps_named(lists, buf_str(&line));
}

/* "2.5.0" alone names a release, "2." only counts a clause. */
bool is_release(const struct delta *d, const struct judge_piece *p)
{
    if ((p->kind != PIECE_ADDED && p->kind != PIECE_CHANGED) || p->old || p->sentence == NONE)
        return false;
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++) {
        struct str word = page_word(d->new, w);
        size_t dot = str_find(word, STR("."), 1);
        if (dot < word.len && dot + 1 < word.len && isdigit((unsigned char)word.ptr[dot - 1])
            && isdigit((unsigned char)word.ptr[dot + 1]))
            return true;
    }
    return false;
}

/* Whether a short sentence says what it said of another version: "The newest release is 2.4.0". */
static bool names_release(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    if (p->kind != PIECE_CHANGED || p->cell || p->heading || p->came[SHAPE_LETTERS] || !p->came[SHAPE_NUMBER]
        || p->kept < HEADLINE_FULL_WORDS || p->kept > RELEASE_WORDS)
        return false;
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word + 1; w < s->end; w++) { /* the first word may number a chapter */
        struct str word = page_word(d->new, w);
        if (d->new_to_old[w] != NONE || !versions_may_be(word))
            continue;
        if (!line.len)
            page_words_line(d->new, s->word, s->end, &line);
        if (versions_is(word, versions_named(buf_str(&line))))
            return true;
    }
    return false;
}

/* The words of a clause's number before a sentence: "8." is two, "3. 1." four; 0: there is none. "7.9 errata" names a release. */
static uint32_t clause_number(const struct page *p, const struct sentence *s)
{
    uint32_t n = 0;
    for (uint32_t w = s->word; w < s->end; w++) {
        struct str word = page_word(p, w);
        if (str_eq(word, STR(".")) || str_eq(word, STR(")")))
            n = w + 1 - s->word;
        else if (!isdigit((unsigned char)word.ptr[0]))
            break;
    }
    return n;
}

/* Only the number of its clause is new: "8. Fees". */
static bool is_numbered(const struct delta *d, const struct judge_piece *p)
{
    const struct sentence *s = &d->new->sentence[p->sentence];
    uint32_t number = clause_number(d->new, s);
    if (!number || !p->kept || p->came[SHAPE_LETTERS] || !p->came[SHAPE_NUMBER])
        return false;
    for (uint32_t w = s->word + number; w < s->end; w++)
        if (d->new_to_old[w] == NONE)
            return false;
    return true;
}

/* The words of the sentence that came, or those of the old page that went, without spaces. */
static void add_changed(const struct page *p, const uint32_t *partner, uint32_t word, uint32_t end, struct buf *out)
{
    for (uint32_t w = word; w < end; w++)
        if (partner[w] == NONE)
            buf_add(out, page_word(p, w));
}

/* A heading with a letter or two other than before: "Conclusion of the contract". It says nothing new, and stands for nothing new. */
static bool is_respelled(const struct delta *d, const struct judge_piece *p)
{
    enum { LETTERS = 2 };
    AUTO(buf) came = BUF(1024);
    AUTO(buf) went = BUF(1024);
    const struct sentence *s = &d->new->sentence[p->sentence];
    if (!p->kept || !p->came[SHAPE_LETTERS])
        return false;
    add_changed(d->new, d->new_to_old, s->word, s->end, &came);
    add_changed(d->old, d->old_to_new, p->old_word, p->old_end, &went);
    struct str a = buf_str(&came), b = buf_str(&went);
    while (a.len && b.len && *a.ptr == *b.ptr)
        a = str_sub(a, 1, a.len), b = str_sub(b, 1, b.len);
    while (a.len && b.len && a.ptr[a.len - 1] == b.ptr[b.len - 1])
        a.len--, b.len--;
    for (size_t i = 0; i < a.len + b.len && i < 2 * LETTERS; i++) /* another number says something */
        if (isdigit((unsigned char)(i < a.len ? a.ptr[i] : b.ptr[i - a.len])))
            return false;
    return went.len && !came.over && !went.over && MAX(a.len, b.len) <= LETTERS;
}

/* It says nothing new: another clause came before this one, or a heading is spelt otherwise. */
static bool is_slight(const struct delta *d, const struct judge_piece *p)
{
    return p->kind == PIECE_CHANGED && p->sentence != NONE
           && ((p->went[SHAPE_NUMBER] && is_numbered(d, p)) || (p->heading && is_respelled(d, p)));
}

static double member_value(enum member_worth worth, double value)
{
    if (worth == MEMBER_PLAIN)
        return value;
    return worth == MEMBER_LAST ? VALUE_LAST * value : VALUE_MEMBER;
}

/* Whether all of a line is bold, from its beginning to its end: a heading to those who see it. */
static bool is_bold(const struct delta *d, const struct judge_piece *p)
{
    static const uint32_t tags[] = { TAG_B, TAG_STRONG };
    const struct page *page = p->old ? d->old : d->new;
    if (p->sentence == NONE || page->kind != KIND_MARKUP || p->cell)
        return false;
    const struct sentence *s = &page->sentence[p->sentence];
    bool named = letters_in(p) && !p->came[SHAPE_PRICE] && !p->went[SHAPE_PRICE];
    if (!named && !is_release(d, p)) /* a date, a price */
        return false;
    bool line = (page->word[s->word].flags & WORD_BREAK) && (s->end == page->n_words || (page->word[s->end].flags & WORD_BREAK));
    uint32_t bold = line ? node_around(page, s->word, tags, ARRAY_LEN(tags)) : NONE;
    return bold != NONE && page->first_word[page->dom.node[bold].end] >= s->end;
}

/* Whether a line names the definition behind it. */
static bool is_term(const struct delta *d, const struct judge_piece *p)
{
    static const uint32_t terms[] = { TAG_DT };
    const struct page *page = p->old ? d->old : d->new;
    if (p->sentence == NONE || p->sentence + 1 >= page->n_sentences || page->kind != KIND_MARKUP)
        return false;
    uint32_t next = page->sentence[p->sentence + 1].word;
    const struct sentence *s = &page->sentence[p->sentence];
    return node_around(page, s->word, terms, 1) != NONE && is_definition(page, next) && letters_of(page, s->word, s->end);
}

/* What no markup calls a heading, and is one to those who see it. */
static bool is_caption(const struct delta *d, const struct judge_piece *p)
{
    bool other = p->kind != PIECE_CHANGED || !letters_in(p); /* a term in other words is an edit */
    return !p->heading && p->kind != PIECE_MOVED && other && (is_term(d, p) || opens_card(d, p));
}

/* Nothing but buttons that came or went. */
static bool is_buttons(const struct delta *d, const struct judge_piece *p)
{
    static const uint32_t tags[] = { TAG_BUTTON };
    const struct page *page = p->old ? d->old : d->new;
    const struct sentence *s = &page->sentence[p->sentence];
    return came_or_went(p) && node_around(page, s->word, tags, 1) != NONE && node_around(page, s->end - 1, tags, 1) != NONE;
}

/* By what the sentence is, whatever came to it. */
static double kind_value(const struct delta *d, const struct judge_piece *p, bool caption)
{
    double kind = p->heading == 1 ? VALUE_MAIN_HEADING : p->heading ? VALUE_HEADING : 1;
    if (!p->heading && ((p->kind == PIECE_ADDED && is_bold(d, p)) || caption))
        kind = VALUE_HEADING;
    if (p->sentence != NONE && is_codes(d, p))
        kind *= VALUE_CODES;
    if (p->sentence != NONE && is_buttons(d, p))
        kind *= VALUE_BUTTON;
    if (p->sentence != NONE && p->heading && p->kind == PIECE_CHANGED && is_numbered(d, p))
        kind *= VALUE_BARE;
    return kind;
}

/* By what came; another number or day says more where words stay that tell what it is of, and another version is a release. */
static double came_value(const struct delta *d, const struct judge_piece *p)
{
    double value = words_value(p->came);
    if (names_release(d, p))
        return VALUE_RELEASE;
    bool says = p->place == PLACE_MAIN && p->came[SHAPE_NUMBER] && p->kept >= HEADLINE_FULL_WORDS;
    if (p->kind == PIECE_CHANGED && !p->cell && p->kept >= LABEL_WORDS && (p->came[SHAPE_NUMBER] || p->came[SHAPE_TIME]))
        value = MAX(value, MAX(says ? VALUE_SAID_FIGURE : 0, VALUE_FIGURE * (1 + MIN(MAX(p->came[SHAPE_NUMBER], 1), TIME_WORDS))));
    return value;
}

/* Whether a heading names something new, or something else: a number of it will do, or a word less where it names a release. */
static bool is_other_heading(const struct delta *d, const struct judge_piece *p, bool caption)
{
    if ((p->kind != PIECE_ADDED && p->kind != PIECE_CHANGED) || (!p->heading && !caption))
        return false;
    return p->came[SHAPE_LETTERS] || (p->kept && (p->came[SHAPE_NUMBER] || p->came[SHAPE_TIME]))
           || (p->kind == PIECE_CHANGED && p->went[SHAPE_LETTERS] && is_release(d, p)); /* "1.64.0 beta" is "1.64.0" now */
}

/* Of a sentence that is new, has other words, or is gone. */
static double sentence_value(struct state_lists *lists, const struct delta *d, const struct judge_piece *p, bool caption)
{
    double kind = kind_value(d, p, caption);
    bool new = p->kind == PIECE_ADDED || p->kind == PIECE_CHANGED;
    if (is_other_heading(d, p, caption))
        return heading_value(p, kind);
    if (kind >= VALUE_HEADING && p->kind == PIECE_ADDED && is_release(d, p))
        return kind;
    if (p->kind != PIECE_MOVED && is_stamp(lists, d, p))
        return VALUE_STAMP * VALUE_TIME / HEADLINE_FULL_WORDS;
    if (new && p->sentence != NONE && d->new->kind == KIND_JSON)
        return member_value(member_worth_at(d->new, d->new->sentence[p->sentence].word), words_value(p->came));
    if (p->kind == PIECE_REMOVED && d->old->kind == KIND_JSON)
        return VALUE_REMOVED * member_value(member_worth_at(d->old, d->old->sentence[p->sentence].word), words_value(p->went));
    return kind * MAX(came_value(d, p), VALUE_REMOVED * words_value(p->went));
}

/* `caption`: what is_caption() says of it. */
static double value_of(struct state_lists *lists, const struct delta *d, const struct judge_piece *p, bool caption)
{
    if (p->kind == PIECE_TITLE)
        return title_value(d);
    if (p->kind == PIECE_NOTE && d->change[p->change].tells & (TELLS_PUT_OUT | TELLS_PUT_IN))
        return VALUE_STATE;
    if (p->kind == PIECE_LINK || p->kind == PIECE_NOTE)
        return VALUE_NOTE;
    return p->picture ? VALUE_PICTURE : sentence_value(lists, d, p, caption);
}

bool is_bold_heading(const struct delta *d, const struct judge_piece *p)
{
    return p->heading || is_bold(d, p);
}

/* What a line says without its punctuation; beyond ASCII a tick or a currency says something. */
static bool says(uint32_t character)
{
    enum char_class class = char_class(character);
    return class != CHAR_SPACE && class != CHAR_PUNCT;
}

/* Of that, in small letters; 0: it says nothing. */
static uint64_t bare_key(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    const struct sentence *s = &page->sentence[p->sentence];
    uint64_t key = 0;
    uint32_t character;
    for (uint32_t w = s->word; w < s->end; w++) {
        struct str word = page_word(page, w);
        for (const char *at = word.ptr, *end = at + word.len; at < end;) {
            if ((unsigned char)*at < 0x80) { /* as most */
                key = isalnum((unsigned char)*at) ? hash_mix(key + 1, (unsigned char)byte_lower(*at)) : key;
                at++;
                continue;
            }
            at += utf8_next(at, end, &character);
            key = says(character) ? hash_mix(key + 1, char_small(character)) : key;
        }
    }
    return key;
}

static bool is_whole(const struct judge_piece *p)
{
    return (p->kind == PIECE_ADDED || p->kind == PIECE_REMOVED) && p->sentence != NONE && letters_in(p);
}

const struct headline_worth *headline_worths(struct arena *a, const struct delta *d, const struct judge_pieces *pieces)
{
    struct record_memory memory = { .arena = a, .delta = d };
    struct headline_worth *out = NEW_ARRAY_RAW(a, struct headline_worth, pieces->n + 1);
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        bool caption = is_caption(d, p);
        out[i] = (struct headline_worth){ .value = value_of(pieces->new.dates.lists, d, p, caption),
                                          .letters = is_whole(p) ? bare_key(d, p) : 0,
                                          .record = p->sentence != NONE && came_or_went(p) ? whole_record(&memory, p) : NONE,
                                          .slight = is_slight(d, p),
                                          .heads = p->heading || caption };
    }
    return out;
}
