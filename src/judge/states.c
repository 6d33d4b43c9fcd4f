/* In: a line. Out: whether it names a state, or an event. */
#include "judge/states.h"

#include "base/auto.h"

static const struct str states[] = {
#define STATE(text) STR_INIT(text),
#include "judge/states.def"
#undef STATE
};

static const struct str events[] = {
#define EVENT(text) STR_INIT(text),
#define DURATION(word)
#include "judge/events.def"
#undef EVENT
#undef DURATION
};

static const struct str durations[] = {
#define EVENT(text)
#define DURATION(word) STR_INIT(word),
#include "judge/events.def"
#undef EVENT
#undef DURATION
};

static bool is_letter_at(struct str text, size_t at)
{
    return at < text.len && byte_lower(text.ptr[at]) >= 'a' && byte_lower(text.ptr[at]) <= 'z';
}

/* `begins`: only where a word begins, "event" is not found in "prevented"; `ends`: and where it ends. */
static bool has_text(struct str text, struct str what, bool begins, bool ends)
{
    size_t at = str_find_nocase(text, what, 0);
    while (at != SIZE_MAX && ((begins && at && is_letter_at(text, at - 1)) || (ends && is_letter_at(text, at + what.len))))
        at = str_find_nocase(text, what, at + 1);
    return at != SIZE_MAX;
}

bool states_named(struct str text)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        if (str_may_have(&pairs, states[i]) && has_text(text, states[i], false, false))
            return true;
    return false;
}

bool events_named(struct str text)
{
    struct str_pairs pairs = { 0 };
    bool named = false;
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(events) && !named; i++)
        named = str_may_have(&pairs, events[i]) && has_text(text, events[i], true, false);
    for (size_t i = 0; i < ARRAY_LEN(durations) && named; i++)
        named = !str_may_have(&pairs, durations[i]) || !has_text(text, durations[i], true, true);
    return named;
}
