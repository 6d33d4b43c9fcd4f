/* Answers that are kept: found again, thrown out by use, and alive while somebody holds them. */
#include "serve/cache.h"

#include "base/arena.h"
#include "tests/tap.h"

int main(void)
{
    enum { PIECE = CACHE_MAX_BYTES / 8 };
    static struct cache c;
    char *bytes = heap_grow(NULL, PIECE);
    struct cached *x;

    memset(bytes, 'x', PIECE);
    cache_open(&c);
    ok(!cache_find(&c, 1), "nothing is there at first");
    x = cache_put(&c, 1, STR("one"));
    eq_str(x->bytes, STR("one"), "what was put is held");
    cache_give(&c, x);
    x = cache_find(&c, 1);
    eq_str(x ? x->bytes : STR(""), STR("one"), "and found again");
    for (uint64_t i = 2; i < 40; i++) {
        cache_give(&c, cache_put(&c, i, (struct str){ bytes, PIECE }));
        struct cached *three = cache_find(&c, 3);
        if (three)
            cache_give(&c, three);
    }
    ok(c.bytes <= CACHE_MAX_BYTES, "it does not grow past its limit");
    ok(!cache_find(&c, 1) && !cache_find(&c, 4), "what was used longest ago is gone");
    eq_str(x->bytes, STR("one"), "but lives while it is held");
    cache_give(&c, x);
    x = cache_find(&c, 3);
    ok(x != NULL, "what is used stays");
    if (x)
        cache_give(&c, x);
    cache_give(&c, cache_put(&c, 39, STR("new")));
    x = cache_find(&c, 39);
    eq_str(x ? x->bytes : STR(""), STR("new"), "a key has one answer");
    if (x)
        cache_give(&c, x);
    cache_drop(&c);
    heap_free(bytes);
    return tap_done();
}
