/* In: a line. Out: whether it names a state, an event, a counter, or when something was written. */
#include "judge/states.h"

#include "base/auto.h"
#include "judge/phrases.h"

static const struct phrase states[] = {
#define STATE(text) PHRASE(text),
#define STATE_WORD(text)
#include "judge/states.def"
#undef STATE
#undef STATE_WORD
};

static const struct phrase state_words[] = {
#define STATE(text)
#define STATE_WORD(text) PHRASE(text),
#include "judge/states.def"
#undef STATE
#undef STATE_WORD
};

static const struct phrase events[] = {
#define EVENT(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase durations[] = {
#define DURATION(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase running[] = {
#define RUNNING(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase running_stems[] = {
#define RUNNING_STEM(text) PHRASE(text),
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
#include "judge/stamps.def"
#undef STAMP
};

#define HAS(text, list, border) phrases_found(text, list, ARRAY_LEN(list), border)
#define IN(text, list, border) phrases_in(text, list, ARRAY_LEN(list), border)

bool states_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return IN(&t, states, PHRASE_ANYWHERE) || IN(&t, state_words, PHRASE_BEGINS);
}

bool states_may_be_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return IN(&t, states, PHRASE_ANYWHERE) || IN(&t, state_words, PHRASE_ANYWHERE);
}

bool events_named(struct str text)
{
    return HAS(text, events, PHRASE_BEGINS) && !HAS(text, durations, PHRASE_BEGINS | PHRASE_ENDS);
}

bool running_named(struct str text)
{
    struct phrase_text t;
    phrases_read(text, &t);
    return IN(&t, running, PHRASE_BEGINS | PHRASE_ENDS)
           || (IN(&t, running_stems, PHRASE_ANYWHERE) && !IN(&t, terms, PHRASE_ANYWHERE));
}

bool day_named(struct str text)
{
    uint32_t start = text.len > 1 ? str_pair(text.ptr[0], text.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < ARRAY_LEN(days); i++)
        if (days[i].start == start && str_eq_nocase(text, days[i].text))
            return true;
    return false;
}

bool stamps_named(struct str text)
{
    return HAS(text, stamps, PHRASE_BEGINS);
}

/* Whether it is more than figures and marks; all counters have a letter or a sign beyond ASCII. */
static bool has_words(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80 || (byte_lower(text.ptr[i]) >= 'a' && byte_lower(text.ptr[i]) <= 'z'))
            return true;
    return false;
}

struct counters {
    struct arena *arena;
    struct phrase_index *words, *stems; /* NULL: nobody has asked yet, as on pages where no number changed */
};

struct counters *counters_open(struct arena *a)
{
    struct counters *out = NEW(a, struct counters);
    out->arena = a;
    return out;
}

static void index_counters(struct counters *c)
{
    c->words = NEW(c->arena, struct phrase_index);
    c->stems = NEW(c->arena, struct phrase_index);
    phrases_index(c->arena, counters, ARRAY_LEN(counters), c->words);
    phrases_index(c->arena, counter_stems, ARRAY_LEN(counter_stems), c->stems);
}

bool counters_among(struct counters *c, struct str text)
{
    struct phrase_text t;
    if (!has_words(text))
        return false;
    if (!c->words)
        index_counters(c);
    phrases_read(text, &t);
    return (phrases_among(&t, c->words, PHRASE_BEGINS | PHRASE_ENDS) || phrases_among(&t, c->stems, PHRASE_BEGINS))
           && !IN(&t, goals, PHRASE_BEGINS | PHRASE_ENDS);
}

bool counters_named(struct str text)
{
    struct phrase_text t;
    if (!has_words(text))
        return false;
    phrases_read(text, &t);
    return (IN(&t, counters, PHRASE_BEGINS | PHRASE_ENDS) || IN(&t, counter_stems, PHRASE_BEGINS))
           && !IN(&t, goals, PHRASE_BEGINS | PHRASE_ENDS);
}
