/* In: a page, and how much of it is to go. Out: rows that are gone, and how many pages were followed from it. */
#include "archive/removal.h"

#include "archive/watched.h"
#include "base/vec.h"

/* A page that goes, and those that were followed from it. */
struct removal_job {
    const struct caller *caller;
    const struct removal *how;
    struct str root; /* followed pages name it */
    VEC(int64_t) followed;
};

/* Nobody watches the page any more: nobody checks it any more. */
static int let_rest(const struct caller *c, const struct store_page *page, struct err *e)
{
    struct store_page rests = *page;

    rests.next_check_at = NEVER;
    return store_page_schedule(c->store, &rests, e);
}

/* How the caller stands to the page, and whether anybody else watches it. */
static int look(const struct caller *c, const struct store_page *page, bool *mine, bool *others, struct err *e)
{
    struct store_watches list;
    int failed = store_page_watches(c->arena, c->store, page->id, &list, e);

    *mine = *others = false;
    for (uint32_t i = 0; i < list.n && !failed; i++)
        *(list.item[i].user == c->who.user ? mine : others) = true;
    return failed;
}

static int end_one(const struct caller *c, const struct store_page *page, const struct removal *how, struct err *e)
{
    struct str url = page->url;
    bool mine, others;
    int failed = look(c, page, &mine, &others, e);

    if (failed)
        return failed;
    if (!mine && how->purge && (failed = caller_must_administer(c, "purge a page they do not watch", e)))
        return failed;
    if (!mine && !how->purge)
        return err_set(e, E_USAGE, "%.*s: you do not watch it; --purge removes what is left of it", STR_ARG(url));
    if (how->purge && others)
        return err_set(e, E_USAGE, "%.*s: others watch it too; remove it without --purge, and it stays for them", STR_ARG(url));
    if (how->purge)
        return store_page_remove(c->store, page->id, e);
    failed = store_watch_remove(c->store, c->who.user, page->id, e);
    return failed || others ? failed : let_rest(c, page, e);
}

static int take_followed(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct removal_job *x = context;

    if (str_eq(w->watch.root, x->root))
        *VEC_ADD(x->caller->arena, &x->followed) = w->page.id;
    return 0;
}

static int end_followed(struct removal_job *x, struct err *e)
{
    int failed = 0;

    for (uint32_t i = 0; i < x->followed.n && !failed; i++) {
        struct store_page page;
        failed = store_page_get(x->caller->arena, x->caller->store, x->followed.item[i], &page, e);
        if (!failed)
            failed = end_one(x->caller, &page, x->how, e);
    }
    return failed;
}

int removal_do(const struct caller *c, const struct target *t, const struct removal *how, struct removed *out, struct err *e)
{
    struct removal_job x = { .caller = c, .how = how, .root = target_url(&t->page) };
    int failed = caller_must_write(c, e);

    if (!failed)
        failed = caller_must_see(c, t->page.id, e);
    if (!failed && t->at.len)
        failed = err_set(e, E_USAGE, "%.*s@%.*s: a page is removed as a whole; old versions go with 'weft gc'", STR_ARG(t->name),
                         STR_ARG(t->at));
    if (failed || (failed = watched_each(c, take_followed, &x, e)))
        return failed;
    if ((failed = end_one(c, &t->page, how, e)) || (how->followed && (failed = end_followed(&x, e))))
        return failed;
    *out = (struct removed){ .n_followed = x.followed.n };
    return 0;
}

/* ---- By tag ---- */

struct tagged {
    struct arena *arena;
    struct str tag;
    VEC(int64_t) page;
};

static int take_tagged(void *context, const struct watched *w, struct err *e UNUSED)
{
    struct tagged *t = context;

    if (watch_has_tag(&w->watch, t->tag))
        *VEC_ADD(t->arena, &t->page) = w->page.id;
    return 0;
}

int removal_tagged(const struct caller *c, struct str tag, uint32_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct tagged t = { .arena = c->arena, .tag = tag };
    struct removal how = { .followed = true };
    struct removed gone;
    int failed;

    if ((failed = caller_must_write(c, e)) || (failed = store_begin(c->store, &tx, e))
        || (failed = watched_each(c, take_tagged, &t, e)))
        return failed;
    for (uint32_t i = 0; i < t.page.n && !failed; i++) {
        struct target target;
        bool watches = false; /* one that was followed from another may be gone with it */
        if ((failed = caller_watches(c, t.page.item[i], &watches, e)) || !watches)
            continue;
        if ((failed = target_page(c, t.page.item[i], &target, e)) == 0)
            failed = removal_do(c, &target, &how, &gone, e);
    }
    if (failed || (failed = store_commit(&tx, e)))
        return failed;
    *n = t.page.n;
    return 0;
}
