/* In: a line. Out: whether it names a state, an event, a counter, or when something was written. */
#include "judge/states.h"

#include "base/auto.h"
#include "base/hash.h"
#include "base/map.h"
#include "judge/phrases.h"
#include "judge/shapes.h"

static const struct phrase states[] = {
#define STATE(text) PHRASE(text),
#define BUY(text) PHRASE(text),
#define CLOCK(text) PHRASE(text),
#include "judge/states.def"
};

static const struct phrase state_words[] = {
#define STATE_WORD(text) PHRASE(text),
#include "judge/states.def"
};

static const struct phrase buys[] = {
#define BUY(text) PHRASE(text),
#include "judge/states.def"
};

static const struct phrase plain_states[] = {
#define STATE(text) PHRASE(text),
#include "judge/states.def"
};

static const struct phrase clocks[] = {
#define CLOCK(text) PHRASE(text),
#include "judge/states.def"
};

static const struct str doors[] = {
#define DOOR(text) STR_INIT(text),
#include "judge/states.def"
};

static const struct phrase events[] = {
#define EVENT(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase event_words[] = {
#define EVENT_WORD(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase durations[] = {
#define DURATION(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase todays[] = {
#define TODAY(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase running[] = {
#define RUNNING(text) PHRASE(text),
#include "judge/events.def"
};

static const struct str nows[] = {
#define NOW(text) STR_INIT(text),
#include "judge/events.def"
};

static const struct phrase running_stems[] = {
#define RUNNING_STEM(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase weeks[] = {
#define WEEK(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase terms[] = {
#define TERM(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase days[] = {
#define DAY(text) PHRASE(text),
#define AGO(text) PHRASE(text),
#define SOON(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase counters[] = {
#define COUNTER(text) PHRASE(text),
#include "judge/counters.def"
};

static const struct phrase counter_stems[] = {
#define STEM(text) PHRASE(text),
#include "judge/counters.def"
};

static const struct phrase goals[] = {
#define GOAL(text) PHRASE(text),
#include "judge/counters.def"
};

static const struct phrase stamps[] = {
#define STAMP(text) PHRASE(text),
#define COPYRIGHT(text) PHRASE(text),
#include "judge/stamps.def"
#undef STAMP
#undef COPYRIGHT
};

static const struct str copyrights[] = {
#define STAMP(text)
#define COPYRIGHT(text) STR_INIT(text),
#include "judge/stamps.def"
#undef STAMP
#undef COPYRIGHT
};

/* ---- Lists ---- */

enum state_list {
    LIST_STATES,
    LIST_BUYS,
    LIST_CLOCKS,
    LIST_STATE_WORDS,
    LIST_STATES_WITHIN, /* the same, also inside of words */
    LIST_EVENTS,
    LIST_EVENT_WORDS,
    LIST_DURATIONS,
    LIST_TODAYS,
    LIST_RUNNING,
    LIST_RUNNING_STEMS,
    LIST_WEEKS,
    LIST_TERMS,
    LIST_STAMPS,
    LIST_COUNTERS, /* from here on for what stands around a number */
    LIST_COUNTER_STEMS,
    LIST_GOALS,
    LISTS
};

#define SET(list) (1u << LIST_##list)

#define LIST(list, border) \
    { \
        list, ARRAY_LEN(list), border \
    }

static const struct phrase_list lists[LISTS] = {
    [LIST_STATES] = LIST(plain_states, PHRASE_ANYWHERE),
    [LIST_BUYS] = LIST(buys, PHRASE_ANYWHERE),
    [LIST_CLOCKS] = LIST(clocks, PHRASE_ANYWHERE),
    [LIST_STATE_WORDS] = LIST(state_words, PHRASE_BEGINS),
    [LIST_STATES_WITHIN] = LIST(state_words, PHRASE_ANYWHERE),
    [LIST_EVENTS] = LIST(events, PHRASE_BEGINS),
    [LIST_EVENT_WORDS] = LIST(event_words, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_DURATIONS] = LIST(durations, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_TODAYS] = LIST(todays, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_RUNNING] = LIST(running, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_RUNNING_STEMS] = LIST(running_stems, PHRASE_ANYWHERE),
    [LIST_WEEKS] = LIST(weeks, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_TERMS] = LIST(terms, PHRASE_ANYWHERE),
    [LIST_STAMPS] = LIST(stamps, PHRASE_BEGINS),
    [LIST_COUNTERS] = LIST(counters, PHRASE_BEGINS | PHRASE_ENDS),
    [LIST_COUNTER_STEMS] = LIST(counter_stems, PHRASE_BEGINS),
    [LIST_GOALS] = LIST(goals, PHRASE_BEGINS | PHRASE_ENDS),
};

/* Lists that are looked for together: those for lines, and those for what stands around a number. */
enum family { FAMILY_LINES, FAMILY_COUNTERS, FAMILIES };

struct state_lists {
    struct arena *arena;
    uint32_t n_symbols;
    struct phrase_index *index[FAMILIES]; /* NULL: nobody has asked for it yet */
    struct map texts;                     /* by text: the lists that it has a phrase of, and which families were asked for */
    struct phrase_starts *days, *states, *state_words; /* NULL: likewise */
    uint8_t *word;                                     /* by symbol, what is known of a word as bits: WORD_LOOKED, WORD_STATE */
};

enum { WORD_LOOKED = 1, WORD_STATE = 2 };

struct state_lists *states_open(struct arena *a, const struct symbols *symbols)
{
    struct state_lists *out = NEW(a, struct state_lists);
    out->arena = a;
    out->n_symbols = symbols->n;
    map_open(&out->texts, a, 0);
    return out;
}

static const struct phrase_index *index_of(struct state_lists *l, enum family family)
{
    uint32_t first = family == FAMILY_LINES ? 0 : LIST_COUNTERS, end = family == FAMILY_LINES ? LIST_COUNTERS : LISTS;
    if (!l->index[family]) {
        l->index[family] = NEW(l->arena, struct phrase_index);
        phrases_index(l->arena, lists + first, end - first, l->index[family]);
    }
    return l->index[family];
}

/* Which of a set of lists, of one family, have a phrase in the text. Lines are asked about again and again, of both pages, and many rows
 * have the same labels: each is read once. `l`: NULL where few texts are asked about. */
static uint32_t lists_in(struct state_lists *l, struct str text, uint32_t set)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < LISTS && !l; i++)
        found |= (set >> i & 1) && phrases_found(text, lists[i].item, lists[i].n, lists[i].border) ? 1u << i : 0;
    if (!l)
        return found;
    enum family family = set >> LIST_COUNTERS ? FAMILY_COUNTERS : FAMILY_LINES;
    uint32_t *known = map_slot(&l->texts, hash_str(text), 0), asked = 1u << (LISTS + family);
    if (!(*known & asked))
        *known |= asked | phrases_among(text, index_of(l, family)) << (family == FAMILY_LINES ? 0 : LIST_COUNTERS);
    return *known & set;
}

/* ---- Texts ---- */

bool states_named(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(STATES) | SET(BUYS) | SET(CLOCKS) | SET(STATE_WORDS)) != 0;
}

bool states_can_buy(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(STATES) | SET(BUYS) | SET(STATES_WITHIN)) == SET(BUYS);
}

bool states_are_alike(struct state_lists *l, struct str was, struct str now)
{
    return states_can_buy(l, was) && states_can_buy(l, now);
}

bool weeks_named(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(WEEKS)) != 0;
}

bool today_named(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(TODAYS)) != 0;
}

bool today_ends(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(todays); i++)
        if (todays[i].text.len <= text.len && str_eq_nocase(str_sub(text, text.len - todays[i].text.len, text.len), todays[i].text))
            return true;
    return false;
}

bool is_door(struct str word)
{
    for (size_t i = 0; i < ARRAY_LEN(doors); i++)
        if (str_eq_nocase(word, doors[i]))
            return true;
    return false;
}

bool states_run(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(CLOCKS)) != 0;
}

bool events_named(struct state_lists *l, struct str text)
{
    uint32_t found = lists_in(l, text, SET(EVENTS) | SET(EVENT_WORDS) | SET(DURATIONS));
    return found && !(found & SET(DURATIONS));
}

bool terms_named(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(TERMS)) != 0;
}

static bool is_clock_at(struct str text, size_t at)
{
    size_t digits = at;
    while (digits < text.len && byte_is_digit(text.ptr[digits]))
        digits++;
    return digits > at && digits + 1 < text.len && memchr(":.h", text.ptr[digits], 3) && byte_is_digit(text.ptr[digits + 1]);
}

/* Whether the text ends in words that tell the time. */
static bool ends_in_now(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(nows); i++)
        if (nows[i].len <= text.len && str_eq_nocase(str_sub(text, text.len - nows[i].len, text.len), nows[i]))
            return true;
    return false;
}

/* "It is now 14:35." Most lines have no clock. */
static bool tells_the_time(struct str text)
{
    for (size_t at = 1; at < text.len; at++)
        if (is_clock_at(text, at) && ends_in_now(str_sub(text, 0, at - 1)))
            return true;
    return false;
}

bool running_named(struct state_lists *l, struct str text)
{
    uint32_t found = lists_in(l, text, SET(RUNNING) | SET(TODAYS) | SET(RUNNING_STEMS) | SET(TERMS));
    bool stem = (found & SET(RUNNING_STEMS)) && !(found & SET(TERMS));
    return (found & (SET(RUNNING) | SET(TODAYS))) || stem || tells_the_time(text);
}

bool stamps_named(struct state_lists *l, struct str text)
{
    return lists_in(l, text, SET(STAMPS)) != 0;
}

bool copyrights_named(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(copyrights); i++)
        if (str_find_nocase(text, copyrights[i], 0) != SIZE_MAX)
            return true;
    return false;
}

/* Whether it is more than figures and marks; all counters have a letter or a sign beyond ASCII. */
static bool has_words(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80 || (byte_lower(text.ptr[i]) >= 'a' && byte_lower(text.ptr[i]) <= 'z'))
            return true;
    return false;
}

/* "#× shared" is "#x shared"; most texts have no such sign, and are not copied. */
static struct str with_letters(struct str text, struct buf *copy)
{
    const struct str times = STR("×");
    size_t from = 0;
    for (size_t at; (at = str_find(text, times, from)) != SIZE_MAX; from = at + times.len) {
        buf_add(copy, str_sub(text, from, at));
        buf_add_char(copy, 'x');
    }
    if (!from)
        return text;
    buf_add(copy, str_sub(text, from, text.len));
    return copy->over ? text : buf_str(copy);
}

/* What a number is to become is no count of what people did. */
bool counters_named(struct state_lists *l, struct str text)
{
    enum { COUNTER_BYTES = 1024 };
    AUTO(buf) copy = BUF(COUNTER_BYTES);
    uint32_t found = has_words(text) ? lists_in(l, with_letters(text, &copy), SET(COUNTERS) | SET(COUNTER_STEMS) | SET(GOALS)) : 0;
    return found && !(found & SET(GOALS));
}

/* ---- Words ---- */

static struct phrase_starts *starts_of(struct state_lists *l, const struct phrase *phrase, size_t n)
{
    struct phrase_starts *out = NEW(l->arena, struct phrase_starts);
    phrases_open(l->arena, phrase, n, out);
    return out;
}

bool days_among(struct state_lists *l, struct str text)
{
    if (!l->days)
        l->days = starts_of(l, days, ARRAY_LEN(days));
    for (uint16_t i = text.len > 1 ? l->days->first[str_pair(text.ptr[0], text.ptr[1])] : 0; i; i = l->days->next[i - 1])
        if (str_eq_nocase(text, days[i - 1].text))
            return true;
    return false;
}

bool states_may_begin(struct state_lists *l, uint32_t symbol, struct str word)
{
    if (!l->word) {
        l->states = starts_of(l, states, ARRAY_LEN(states));
        l->state_words = starts_of(l, state_words, ARRAY_LEN(state_words));
        l->word = NEW_ARRAY(l->arena, uint8_t, l->n_symbols + 1);
    }
    uint8_t *known = &l->word[symbol];
    if (!*known) {
        bool may =
            phrases_may_begin_in(word, l->states, PHRASE_ANYWHERE) || phrases_may_begin_in(word, l->state_words, PHRASE_BEGINS);
        *known = WORD_LOOKED | (may ? WORD_STATE : 0);
    }
    return *known & WORD_STATE;
}

bool states_may_stand(struct state_lists *l, const struct page *p, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++)
        if ((p->word[w].flags & WORD_ATOM) || (w > word && shape_is_joined(p, w))
            || states_may_begin(l, p->symbol[w], page_word(p, w)))
            return true;
    return false;
}
