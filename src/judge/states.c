/* In: a line. Out: whether it names a state, an event, a counter, or when something was written. */
#include "judge/states.h"

#include "base/auto.h"
#include "base/hash.h"
#include "base/map.h"
#include "judge/phrases.h"

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

static const struct phrase other_states[] = {
#define STATE(text) PHRASE(text),
#define STATE_WORD(text) PHRASE(text),
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
#define TODAY(text) PHRASE(text),
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

#define HAS(text, list, border) phrases_found(text, list, ARRAY_LEN(list), border)
#define IN(text, list, border) phrases_in(text, list, ARRAY_LEN(list), border)

bool states_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return IN(&t, states, PHRASE_ANYWHERE) || IN(&t, state_words, PHRASE_BEGINS);
}

bool states_can_buy(struct str text)
{
    return HAS(text, buys, PHRASE_ANYWHERE) && !HAS(text, other_states, PHRASE_ANYWHERE);
}

bool states_are_alike(struct str was, struct str now)
{
    return states_can_buy(was) && states_can_buy(now);
}

bool weeks_named(struct str text)
{
    return HAS(text, weeks, PHRASE_BEGINS | PHRASE_ENDS);
}

bool today_named(struct str text)
{
    return HAS(text, todays, PHRASE_BEGINS | PHRASE_ENDS);
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

bool states_run(struct str text)
{
    return HAS(text, clocks, PHRASE_ANYWHERE);
}

bool events_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return (IN(&t, events, PHRASE_BEGINS) || IN(&t, event_words, PHRASE_BEGINS | PHRASE_ENDS))
           && !IN(&t, durations, PHRASE_BEGINS | PHRASE_ENDS);
}

bool terms_named(struct str text)
{
    return HAS(text, terms, PHRASE_ANYWHERE);
}

static bool has_running_stem(const struct phrase_text *t)
{
    return IN(t, running_stems, PHRASE_ANYWHERE) && !IN(t, terms, PHRASE_ANYWHERE);
}

static bool is_clock_at(struct str text, size_t at)
{
    size_t digits = at;
    while (digits < text.len && byte_is_digit(text.ptr[digits]))
        digits++;
    return digits > at && digits + 1 < text.len && memchr(":.h", text.ptr[digits], 3) && byte_is_digit(text.ptr[digits + 1]);
}

static bool has_clock(struct str text)
{
    for (size_t at = 0; at < text.len; at++)
        if (is_clock_at(text, at))
            return true;
    return false;
}

/* "It is now 14:35." Most lines have no clock, and are not searched. */
static bool tells_the_time(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(nows) && (i || has_clock(text)); i++)
        for (size_t at = 0; (at = str_find_nocase(text, nows[i], at)) != SIZE_MAX; at += nows[i].len)
            if (is_clock_at(text, MIN(text.len, at + nows[i].len + 1)))
                return true;
    return false;
}

bool running_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return IN(&t, running, PHRASE_BEGINS | PHRASE_ENDS) || has_running_stem(&t) || tells_the_time(text);
}

bool stamps_named(struct str text)
{
    return HAS(text, stamps, PHRASE_BEGINS);
}

bool copyrights_named(struct str text)
{
    for (size_t i = 0; i < ARRAY_LEN(copyrights); i++)
        if (str_find_nocase(text, copyrights[i], 0) != SIZE_MAX)
            return true;
    return false;
}

/* What a number is to become is no count of what people did. */
static bool has_goal(const struct phrase_text *t)
{
    return IN(t, goals, PHRASE_BEGINS | PHRASE_ENDS);
}

/* Whether it is more than figures and marks; all counters have a letter or a sign beyond ASCII. */
static bool has_words(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80 || (byte_lower(text.ptr[i]) >= 'a' && byte_lower(text.ptr[i]) <= 'z'))
            return true;
    return false;
}

/* ---- Lists for many texts ---- */

enum counted_known { COUNTED_UNKNOWN, COUNTED_NOT, COUNTED };

struct state_lists {
    struct arena *arena;
    uint32_t n_symbols;
    struct phrase_index *counters, *counter_stems, *running; /* NULL: nobody has asked yet */
    struct map counted;                                      /* by text: enum counted_known */
    struct phrase_starts *days, *states, *state_words;       /* likewise */
    uint8_t *word; /* by symbol, what is known of a word as bits: WORD_LOOKED, WORD_STATE */
};

enum { WORD_LOOKED = 1, WORD_STATE = 2 };

struct state_lists *states_open(struct arena *a, const struct symbols *symbols)
{
    struct state_lists *out = NEW(a, struct state_lists);
    *out = (struct state_lists){ .arena = a, .n_symbols = symbols->n };
    return out;
}

static struct phrase_index *index_of(struct state_lists *l, const struct phrase *phrase, size_t n)
{
    struct phrase_index *out = NEW(l->arena, struct phrase_index);
    phrases_index(l->arena, phrase, n, out);
    return out;
}

static struct phrase_starts *starts_of(struct state_lists *l, const struct phrase *phrase, size_t n)
{
    struct phrase_starts *out = NEW(l->arena, struct phrase_starts);
    phrases_open(l->arena, phrase, n, out);
    return out;
}

static bool has_counter(const struct state_lists *l, struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return (phrases_among(&t, l->counters, PHRASE_BEGINS | PHRASE_ENDS) || phrases_among(&t, l->counter_stems, PHRASE_BEGINS))
           && !has_goal(&t);
}

/* Rows of a table have the same label for each of their numbers. */
bool counters_among(struct state_lists *l, struct str text)
{
    if (!has_words(text))
        return false;
    if (!l->counters) {
        l->counters = index_of(l, counters, ARRAY_LEN(counters));
        l->counter_stems = index_of(l, counter_stems, ARRAY_LEN(counter_stems));
        map_open(&l->counted, l->arena, 0);
    }
    uint32_t *known = map_slot(&l->counted, hash_str(text), COUNTED_UNKNOWN);
    if (*known == COUNTED_UNKNOWN)
        *known = has_counter(l, text) ? COUNTED : COUNTED_NOT;
    return *known == COUNTED;
}

bool running_among(struct state_lists *l, struct str text)
{
    struct phrase_text t;
    if (!l->running)
        l->running = index_of(l, running, ARRAY_LEN(running));
    phrases_read(text, &t);
    return phrases_among(&t, l->running, PHRASE_BEGINS | PHRASE_ENDS) || has_running_stem(&t) || tells_the_time(text);
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

bool counters_named(struct str text)
{
    struct phrase_text t;
    if (!has_words(text))
        return false;
    phrases_read(text, &t);
    return (IN(&t, counters, PHRASE_BEGINS | PHRASE_ENDS) || IN(&t, counter_stems, PHRASE_BEGINS)) && !has_goal(&t);
}
