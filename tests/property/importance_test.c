/* Importance on real page histories: 0 exactly where no word, link or picture differs, never above 1, and the same whether or not the pages
 * were cut into blocks. One point for each series. */
#include "base/io.h"
#include "base/limits.h"
#include "judge/weigh.h"
#include "tests/property/series.h"
#include "tests/tap.h"

/* Written anew here, as plainly as can be: the visible words in their order, then addresses, then pictures. */
static bool same_to_a_reader(const struct page *old, const struct page *new)
{
    const struct page *side[] = { old, new };
    uint64_t hash[2] = { 0 };
    for (unsigned k = 0; k < 2; k++) {
        const struct page *p = side[k];
        for (uint32_t i = 0; i < p->n_words; i++)
            if (!(p->word[i].flags & (WORD_ATOM | WORD_HIDDEN)))
                hash[k] = hash_mix(hash[k], p->symbol[i]);
        for (uint32_t i = 0; i < p->n_links; i++)
            if (!(p->flags[p->link[i].node] & NODE_HIDDEN))
                hash[k] = hash_mix(hash[k], hash_str(p->link[i].url));
        for (uint32_t i = 0; i < p->n_images; i++)
            if (!(p->flags[p->image[i].node] & NODE_HIDDEN))
                hash[k] = hash_mix(hash_mix(hash[k], hash_str(p->image[i].url)), hash_str(p->image[i].alt));
    }
    return hash[0] == hash[1];
}

static const char *check_pair(struct arena *a, const char *old_path, const char *new_path)
{
    struct parse_source old = { 0 }, new = { 0 };
    struct symbols symbols;
    struct page was, is;
    struct judge_places old_places, new_places;
    struct weighed w;
    struct err e = { 0 };

    symbols_open(&symbols, a);
    if (io_read(a, old_path, LIMIT_PAGE_BYTES, &old.bytes, &e) || io_read(a, new_path, LIMIT_PAGE_BYTES, &new.bytes, &e)
        || page_read(a, &symbols, &old, STR(""), &was, &e) || page_read(a, &symbols, &new, STR(""), &is, &e)
        || weigh_pages(a, &(struct weigh_input){ &was, &is, NULL, NULL }, &w, &e) || places_find(a, &was, NULL, &old_places, &e)
        || places_find(a, &is, &old_places, &new_places, &e))
        return arena_printf(a, "%s", e.text).ptr;
    bool same = same_to_a_reader(&was, &is);
    if (same != (w.importance == 0))
        return arena_printf(a, "%s, and the importance is %g", same ? "nothing differs" : "something differs", w.importance).ptr;
    double alone = weigh_places(a, &old_places, &new_places, NULL);
    if (alone != w.importance)
        return arena_printf(a, "the importance is %.9f with blocks and %.9f without", w.importance, alone).ptr;
    return w.importance >= 0 && w.importance <= 1 ? NULL : "not in [0, 1]";
}

int main(void)
{
    check_corpus(check_pair);
    return tap_done();
}
