/* In: the pages of an archive. Out: how many of its pages have a word. */
#include "archive/frequencies.h"

#include "archive/pages.h"
#include "base/limits.h"
#include "page/body.h"

void frequencies_drop(struct frequencies *f)
{
    arena_drop(&f->arena);
}

static uint32_t pages_with(const struct corpus *c, uint64_t word)
{
    const struct frequencies *f = (const struct frequencies *)c; /* its first member */
    const uint32_t *n = map_find(&f->count, word);

    return n ? *n : 0;
}

/* Each visible word once. */
static void count_words(struct frequencies *f, struct arena *a, const struct page *p)
{
    bool *known = NEW_ARRAY(a, bool, p->dom.symbols->n);

    for (uint32_t w = 0; w < p->n_words; w++) {
        uint32_t symbol = p->symbol[w];
        if (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN) || known[symbol])
            continue;
        known[symbol] = true;
        ++*map_slot(&f->count, symbols_hash(p->dom.symbols, symbol), 0);
    }
    f->corpus.n_pages++;
}

static int count_page(struct frequencies *f, struct store *s, const struct store_page *page, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    struct store_versions list;
    struct symbols symbols;
    struct body body = { .url = page->url };
    struct page out;
    bool readable;
    int failed = store_version_list(&a, s, page->id, &list, e);

    if (failed)
        return failed;
    while (list.n && (list.item[list.n - 1].suspect || list.item[list.n - 1].lost))
        list.n--;
    if (!list.n)
        return 0;
    const struct store_version *newest = &list.item[list.n - 1];
    body.content_type = newest->content_type;
    symbols_open(&symbols, &a);
    if ((failed = store_version_body(&a, s, page->id, newest->number, &body.bytes, e))
        || (failed = body_read(&a, &symbols, &body, &out, &readable, e)))
        return err_in(e, "%.*s", STR_ARG(page->url));
    if (readable)
        count_words(f, &a, &out);
    return 0;
}

struct frequency_walk {
    struct frequencies *frequencies;
    struct store *store;
    uint64_t n;
};

static int count_next(void *context, const struct store_page *page, struct err *e)
{
    struct frequency_walk *x = context;

    x->n++;
    if (x->store->step)
        x->store->step(x->store->step_context, x->n, 0);
    return count_page(x->frequencies, x->store, page, e);
}

int frequencies_read(struct frequencies *f, const struct caller *c, struct err *e)
{
    struct frequency_walk x = { .frequencies = f, .store = c->store };

    f->arena.budget_bytes = LIMIT_JOB_MEMORY;
    f->corpus.pages_with = pages_with;
    map_open(&f->count, &f->arena, 1 << 16);
    int failed = pages_each(c, count_next, &x, e);
    return failed ? failed : arena_room(&f->arena, 0, e);
}
