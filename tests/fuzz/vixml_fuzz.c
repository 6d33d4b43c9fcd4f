/* Any bytes as a Vi-XML document. What is read must hold, and must be the same after writing and reading; against an empty document and
 * against itself it has a delta that applies both ways. */
#include <stdlib.h>

#include "base/limits.h"
#include "visual/vidiff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must_lead(const struct vixml *from, const struct videlta *d, const struct vixml *to)
{
    AUTO(arena) a = { .budget_bytes = MIB(512) };
    struct vixml made;
    struct err e = { 0 };
    if (videlta_apply(&a, from, d, &made, &e) || vixml_state(&made) != vixml_state(to))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(512) };
    AUTO(buf) text = BUF(MIB(64));
    struct vixml x, again, none;
    struct videlta d, back;
    struct err e = { 0 };

    if (vixml_read(&a, (struct str){ (const char *)data, size }, &x, &e))
        return 0;
    vixml_write(&x, &text);
    if (vixml_check(&x) || text.over || vixml_read(&a, buf_str(&text), &again, &e) || vixml_state(&again) != vixml_state(&x)
        || vixml_read(&a, STR("<?xml version=\"1.0\"?><XML><Document/></XML>"), &none, &e))
        abort();
    vidiff(&a, &x, &again, &(struct vidiff_options){ VI_SAME_NAME }, &d);
    if (videlta_count(&d))
        abort();
    vidiff(&a, &none, &x, &(struct vidiff_options){ VI_SAME_EITHER }, &d);
    videlta_invert(&a, &d, &back);
    must_lead(&none, &d, &x);
    must_lead(&x, &back, &none);
    return 0;
}
