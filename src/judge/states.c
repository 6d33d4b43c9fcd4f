/* In: a line. Out: whether it names a state. */
#include "judge/states.h"

#include "base/auto.h"

static const struct str states[] = {
#define STATE(text) STR_INIT(text),
#include "judge/states.def"
#undef STATE
};

bool states_named(struct str text)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        if (str_may_have(&pairs, states[i]) && str_find_nocase(text, states[i], 0) != SIZE_MAX)
            return true;
    return false;
}
