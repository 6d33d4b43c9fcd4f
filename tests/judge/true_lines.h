/* The law of headlines: what stands behind "New:" is not on the old page, and what stands behind "Removed:" not on the new one. Asked of
 * whole lines and sentences; what is cut is not asked about. */
#ifndef TESTS_JUDGE_TRUE_LINES_H
#define TESTS_JUDGE_TRUE_LINES_H

#include <ctype.h>

#include "base/hash.h"
#include "base/map.h"
#include "judge/headline.h"

/* Letters and figures alone, in small letters; 0: there are none. */
static inline uint64_t bare_text(struct str s)
{
    uint64_t key = 0;
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] >= 0x80 || isalnum((unsigned char)s.ptr[i]))
            key = hash_mix(key + 1, (uint64_t)tolower((unsigned char)s.ptr[i]));
    return key;
}

static inline struct map texts_of(struct arena *a, const struct page *p)
{
    struct map out;
    map_open(&out, a, p->n_sentences + 1);
    for (uint32_t i = 0; i < p->n_sentences; i++) {
        AUTO(buf) b = BUF(1 << 20);
        page_words_line(p, p->sentence[i].word, p->sentence[i].end, &b);
        map_slot(&out, bare_text(buf_str(&b)), 1);
    }
    return out;
}

/* The part of a line that says what did not happen; empty: none does. Parts of a line stand between semicolons, behind one lead. */
static inline struct str untrue_part(struct arena *a, const struct page *old, const struct page *new, struct str line)
{
    const struct map had = texts_of(a, old), has = texts_of(a, new);
    const struct map *other = NULL;
    while (line.len) {
        size_t at = str_find(line, STR("; "), 0), end = at == SIZE_MAX ? line.len : at;
        struct str part = str_sub(line, 0, end);
        line = at == SIZE_MAX ? STR("") : str_sub(line, at + 2, line.len);
        bool gone = str_starts(part, STR("Removed: ")), came = str_starts(part, STR("New: "));
        if (gone || came)
            part = str_sub(part, gone ? 9 : 5, part.len);
        else if (str_find(part, STR("”: "), 0) != SIZE_MAX || str_find(part, STR(" (was "), 0) != SIZE_MAX
                 || str_starts(part, STR("Changed: ")) || str_starts(part, STR("Repeated: ")) || str_starts(part, STR("Moved: ")))
            other = NULL;
        other = gone ? &has : came ? &had : other;
        uint64_t key = bare_text(part);
        if (other && key && str_find(part, STR("…"), 0) == SIZE_MAX && !str_eq(part, STR("and more")) && map_find(other, key))
            return part;
    }
    return STR("");
}

/* The same of all lines of a headline. */
static inline struct str untrue_line(struct arena *a, const struct page *old, const struct page *new, const struct headline *h)
{
    struct str found = untrue_part(a, old, new, h->text);
    for (uint32_t i = 0; i < h->n_lines && !found.len; i++)
        found = untrue_part(a, old, new, h->line[i]);
    return found;
}

#endif
