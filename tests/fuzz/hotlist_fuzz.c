/* Any bytes as a hotlist, as a file of thresholds and as an address: reading ends, entries keep to what the header promises, a canonical
 * address stays what it is, and a threshold that is read is written as one that reads the same. */
#include <stdlib.h>

#include "base/limits.h"
#include "track/canonical.h"
#include "intake/hotlist.h"
#include "track/priority.h"
#include "track/thresholds.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check_hotlist(struct arena *a, struct str bytes)
{
    struct hotlist h;
    if (hotlist_read(a, bytes, &h, NULL))
        return;
    must(h.lost.n <= HOTLIST_LOST_MAX + 1);
    for (uint32_t i = 0; i < h.n; i++) {
        struct str url = h.item[i].url;
        must(str_starts_nocase(url, STR("http://")) || str_starts_nocase(url, STR("https://"))
             || str_starts_nocase(url, STR("file:")));
        must(str_find(url, STR("\n"), 0) == SIZE_MAX);
        for (uint32_t k = 0; k < i && i < 50; k++)
            must(!str_eq(url, h.item[k].url));
    }
}

static void check_thresholds(struct arena *a, struct str bytes)
{
    AUTO(thresholds) t = { 0 };
    AUTO(priority) p = { 0 };
    struct threshold found;
    struct priority_found weight;
    if (thresholds_read(a, STR("f"), bytes, &t, NULL) == 0 && thresholds_find(&t, STR("http://example.org/a"), &found, NULL) == 0) {
        AUTO(buf) again = BUF(200);
        int64_t ms = -1;
        threshold_add(&again, found.ms);
        must(threshold_read(buf_str(&again), &ms, NULL) == 0 && ms == found.ms);
    }
    if (priority_read(a, STR("f"), bytes, &p, NULL) == 0
        && priority_find(&p, STR("http://example.org/a"), NULL, 0, &weight, NULL) == 0)
        must(weight.weight >= 0 && weight.weight <= PRIORITY_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(256) };
    struct str bytes = { (const char *)data, size };
    check_hotlist(&a, bytes);
    if (size < 4096)
        check_thresholds(&a, bytes);
    if (size < 1024) {
        struct str once = canonical_url(&a, bytes), twice = canonical_url(&a, once);
        must(str_eq(once, twice) || str_find(once, STR("%"), 0) != SIZE_MAX);
        must(canonical_folder(once).len <= once.len && canonical_host(once).len <= once.len);
    }
    return 0;
}
