/* The laws of tests/laws.h on real page histories: every pair of consecutive versions SERIES/NNNN.html of the folder that unpack-corpus
 * names. Skipped where there is none: the pages are other people's and no part of this tree. One point for each series. */
#include "base/io.h"
#include "base/limits.h"
#include "tests/laws.h"
#include "tests/property/series.h"
#include "tests/tap.h"

/* Under a sanitizer one pair in eight, to stay within two minutes. */
#if defined(__SANITIZE_ADDRESS__)
enum { STEP = 8 };
#else
enum { STEP = 1 };
#endif

/* NULL, or what does not hold of the pair. */
static const char *check_pair(struct arena *a, const char *old_path, const char *new_path)
{
    struct parse_source old = { 0 }, new = { 0 };
    struct symbols symbols;
    struct page was, is;
    struct delta d;
    struct err e = { 0 };

    symbols_open(&symbols, a);
    if (io_read(a, old_path, LIMIT_PAGE_BYTES, &old.bytes, &e) || io_read(a, new_path, LIMIT_PAGE_BYTES, &new.bytes, &e)
        || page_read(a, &symbols, &old, STR(""), &was, &e) || page_read(a, &symbols, &new, STR(""), &is, &e)
        || compare_pages(a, &was, &is, &d, &e))
        return arena_printf(a, "%s", e.text).ptr;
    if (str_eq(old.bytes, new.bytes) && d.n_changes)
        return "S: the same bytes show a change";
    return laws_check(a, &d);
}

static void check_series(const char *folder)
{
    AUTO(arena) names = { 0 };
    struct str *page;
    uint32_t n = list_folder(&names, folder, &page), pairs = 0, failed = 0;

    for (uint32_t i = 0; i + 1 < n; i += STEP) {
        AUTO(arena) a = { 0 };
        const char *broken;

        if (!str_ends(page[i], STR(".html")) || !str_ends(page[i + 1], STR(".html")))
            continue;
        pairs++;
        broken = check_pair(&a, page[i].ptr, page[i + 1].ptr);
        if (broken && ++failed <= 5)
            printf("# %s: %s\n", page[i].ptr, broken);
    }
    ok(!failed, "%s: %u pairs", folder, pairs);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct str folder = find_corpus(&a), *series;
    uint32_t n = folder.len ? list_folder(&a, folder.ptr, &series) : 0;

    for (uint32_t i = 0; i < n; i++)
        if (is_folder(series[i].ptr))
            check_series(series[i].ptr);
    if (!n)
        skip("there are no page histories beside this checkout, and WEFT_CORPUS names none");
    return tap_done();
}
