/* A walk over pages, some at a time, so that a million need no more memory than a few. */
#include "archive/pages.h"

enum { AT_ONCE = 500 };

static int call_one(const struct caller *c, const struct store_page *page, pages_call *call, void *context, struct err *e)
{
    bool sees = false;
    int failed = caller_sees(c, page->id, &sees, e);

    return failed || !sees ? failed : call(context, page, e);
}

int pages_each(const struct caller *c, pages_call *call, void *context, struct err *e)
{
    struct store_pages some = { 0 };
    int64_t after = 0;

    do {
        AUTO(arena) a = { 0 };
        int code = store_pages(&a, c->store, after, AT_ONCE, &some, e);
        for (uint32_t i = 0; i < some.n && code == 0; i++) {
            after = some.item[i].id;
            code = call_one(c, &some.item[i], call, context, e);
        }
        if (code)
            return code;
    } while (some.n == AT_ONCE);
    return 0;
}
