/* In: a page, and how much of it is to go. Out: rows that are gone, and how many pages were followed from it. */
#include "archive/removal.h"

#include "store/sentinel.h"
#include "archive/marks.h"
#include "archive/watched.h"
#include "base/vec.h"
#include "flow/sealed.h"

/* A page that goes, and those that were followed from it. */
struct removal_job {
    const struct caller *caller;
    const struct removal *how;
    struct str root; /* followed pages name it */
    VEC(int64_t) followed;
    VEC(struct ended_watch) ended;
};

/* Nobody watches the page any more: nobody checks it any more. */
static int let_rest(const struct caller *c, const struct store_page *page, struct err *e)
{
    struct store_page rests = *page;

    rests.next_check_at = NEVER;
    return store_page_schedule(c->store, &rests, e);
}

/* The caller's watch of the page, NULL where there is none, and whether anybody else watches it. */
static int look(const struct caller *c, const struct store_page *page, const struct store_watch **mine, bool *others, struct err *e)
{
    struct store_watches list = { 0 };
    int failed = store_page_watches(c->arena, c->store, page->id, &list, e);
    const struct store_watch *end = list.item + (failed ? 0 : list.n);

    *mine = NULL;
    *others = false;
    for (const struct store_watch *w = list.item; w < end; w++) {
        *others |= w->user != c->who.user;
        if (w->user == c->who.user)
            *mine = w;
    }
    return failed;
}

/* What is sealed goes with the watch: it is remembered open, in memory alone. What cannot be opened is lost. */
static int remember(struct removal_job *x, const struct store_watch *row, struct err *e)
{
    const struct caller *c = x->caller;
    struct ended_watch ended = { row->page, row->added_at, row->seen, row->settings, STR(""), { 0 } };
    struct watch watch = { 0 };
    int failed = sealed_read(c->arena, c->store, row, &watch, e);

    if (!failed)
        ended.secrets = watch_secrets(c->arena, &watch);
    if ((failed && failed != E_ABSENT)
        || (failed = store_lesson_list(c->arena, c->store, c->who.user, row->page, &ended.lessons, e)))
        return failed;
    *VEC_ADD(c->arena, &x->ended) = ended;
    return 0;
}

static int end_one(struct removal_job *x, const struct store_page *page, struct err *e)
{
    const struct caller *c = x->caller;
    const struct removal *how = x->how;
    const struct store_watch *mine;
    struct str url = page->url;
    bool others;
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
    if ((failed = remember(x, mine, e)))
        return failed;
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
            failed = end_one(x, &page, e);
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
    if ((failed = end_one(&x, &t->page, e)) || (how->followed && (failed = end_followed(&x, e))))
        return failed;
    int64_t n_sentinels = 0;
    if (c->who.user && (failed = store_sentinel_on_page(c->store, c->who.user, t->page.id, &n_sentinels, e)))
        return failed;
    *out = (struct removed){ .n_followed = x.followed.n,
                             .n_sentinels = n_sentinels,
                             .ended = { c->who.user, x.ended.item, x.ended.n } };
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

int removal_tagged(const struct caller *c, struct str tag, struct removed *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct tagged t = { .arena = c->arena, .tag = tag };
    struct removal how = { .followed = true };
    VEC(struct ended_watch) ended = { 0 };
    struct removed gone = { 0 };
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
        for (uint32_t k = 0; k < gone.ended.n && !failed; k++)
            *VEC_ADD(c->arena, &ended) = gone.ended.item[k];
    }
    if (failed || (failed = store_commit(&tx, e)))
        return failed;
    *out = (struct removed){ .ended = { c->who.user, ended.item, ended.n } };
    return 0;
}

/* ---- Back again ---- */

struct ended_watches ended_copy(struct arena *a, const struct ended_watches *from)
{
    struct ended_watches to = { from->user, NEW_ARRAY(a, struct ended_watch, from->n), from->n };

    for (uint32_t i = 0; i < from->n; i++) {
        struct ended_watch *x = &to.item[i];
        *x = from->item[i];
        x->settings = arena_str(a, x->settings);
        x->secrets = arena_str(a, x->secrets);
        x->lessons.item = NEW_ARRAY(a, struct store_lesson, x->lessons.n);
        for (uint32_t k = 0; k < x->lessons.n; k++) {
            x->lessons.item[k] = from->item[i].lessons.item[k];
            x->lessons.item[k].keys = arena_str(a, x->lessons.item[k].keys);
        }
    }
    return to;
}

static int bring_back(const struct caller *c, const struct ended_watch *x, struct err *e)
{
    struct store_watch row = { .user = c->who.user, .page = x->page, .added_at = x->added_at };
    struct store_page page;
    struct watch watch;
    int failed;

    if ((failed = store_page_get(c->arena, c->store, x->page, &page, e)) || (failed = watch_read(c->arena, x->settings, &watch, e))
        || (x->secrets.len && (failed = watch_take_secrets(c->arena, x->secrets, &watch, e)))
        || (failed = sealed_write(c->arena, c->store, &row, &watch, e)) || (failed = marks_unsee(c, x->page, x->seen, e)))
        return failed;
    for (uint32_t i = 0; i < x->lessons.n && !failed; i++)
        failed = store_lesson_put(c->store, &x->lessons.item[i], e);
    page.next_check_at = MIN(page.next_check_at, c->now);
    return failed ? failed : store_page_schedule(c->store, &page, e);
}

int removal_undo(const struct caller *c, const struct ended_watches *ended, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed;

    if (ended->user != c->who.user)
        return err_set(e, E_DENIED, "only who ended these watches can take that back");
    if ((failed = caller_must_write(c, e)) || (failed = store_begin(c->store, &tx, e)))
        return failed;
    for (uint32_t i = 0; i < ended->n && !failed; i++) {
        bool watches = false;
        failed = caller_watches(c, ended->item[i].page, &watches, e);
        if (!failed && !watches)
            failed = bring_back(c, &ended->item[i], e);
        failed = failed == E_ABSENT ? 0 : failed; /* the page itself is gone since */
    }
    return failed ? failed : store_commit(&tx, e);
}
