/* Numbers that name a version: "2.4.0", "120.0.6099.109", "5.5.2beta". Pure. */
#ifndef JUDGE_VERSIONS_H
#define JUDGE_VERSIONS_H

#include "base/str.h"

/* Whether a line speaks of versions or releases, in some languages. */
bool versions_named(struct str line);
/* Not thousands ("1.234.567") nor the address of a host ("192.168.0.1"). Two parts ("12.4") only where the line speaks of versions, or
 * with a letter that says so: "v12.4", "3.9b1". */
bool versions_is(struct str word, bool named);
/* Whether it may as well be a day: "04.03.2026", "2026.03.04". */
bool versions_is_day(struct str word);
/* Whether it begins as one, as few words do. */
static inline bool versions_may_be(struct str word)
{
    bool sign = word.len > 1 && (word.ptr[0] == 'v' || word.ptr[0] == 'V');
    return word.len && byte_is_digit(word.ptr[sign]);
}
/* What stands behind a version that is not finished: "rc2", "beta". */
bool versions_is_stage(struct str word);

#endif
