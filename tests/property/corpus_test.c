/* The laws of tests/laws.h on real page histories: every pair of versions that follow each other. One point for each series. */
#include "base/io.h"
#include "base/limits.h"
#include "tests/laws.h"
#include "tests/property/series.h"
#include "tests/tap.h"

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

int main(void)
{
    check_corpus(check_pair);
    return tap_done();
}
