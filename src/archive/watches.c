/* In: what a person wants of a page. Out: rows of the store, and what has changed in them.
 *
 * Invariants: 1. a field that was not named stays as it is; 2. a page is due at once when a watch of it is begun, or when a change may
 * want it sooner or otherwise: it is looked at, and scheduled anew by all who watch it. */
#include "archive/watches.h"

#include "track/canonical.h"

/* The caller's watch of the page; *there: whether there is one. */
static int read_watch(const struct caller *c, int64_t page, struct watch *out, bool *there, struct err *e)
{
    struct store_watches rows;
    int failed = store_page_watches(c->arena, c->store, page, &rows, e);

    *there = false;
    for (uint32_t i = 0; i < rows.n && !failed && !*there; i++)
        if (rows.item[i].user == c->who.user) {
            *there = true;
            failed = watch_read(c->arena, rows.item[i].settings, out, e);
        }
    return failed;
}

/* Whether the change says nothing of when and how the page is fetched. */
static bool leaves_fetching(const struct watch_change *change)
{
    static const struct str words[] = { STR_INIT("title"), STR_INIT("tags"), STR_INIT("select"), STR_INIT("ignore") };

    for (uint32_t i = 0; i < change->changed.n; i++) {
        bool one_of_them = false;
        for (size_t k = 0; k < ARRAY_LEN(words); k++)
            one_of_them |= str_eq(change->changed.item[i], words[k]);
        if (!one_of_them)
            return false;
    }
    return !change->is_new;
}

/* Writes the watch as it is now, and wakes the page. */
static int put(const struct caller *c, struct watch_change *change, struct err *e)
{
    struct store_watch row = {
        .user = c->who.user,
        .page = change->page,
        .added_at = c->now,
        .settings = watch_write(c->arena, &change->after),
    };
    struct store_page page;
    int failed = watch_check(c->arena, &change->after, e);

    if (!failed)
        failed = store_watch_put(c->store, &row, e);
    change->changed = watch_differences(c->arena, &change->before, &change->after);
    if (failed || leaves_fetching(change) || (failed = store_page_get(c->arena, c->store, change->page, &page, e)))
        return failed;
    page.next_check_at = MIN(page.next_check_at, c->now);
    return store_page_schedule(c->store, &page, e);
}

/* Of the pages at the address, the one that the edit speaks of where the caller watches it already. 1: found. A request of its own is
 * found by what it sends; else the plain page, else the only one. */
static int find_watched(const struct caller *c, struct str url, struct str wanted, struct watch_change *out, struct err *e)
{
    struct store_pages pages;
    uint32_t n = 0;
    bool plain = str_eq(wanted, watch_address(wanted));
    int failed = store_pages_alike(c->arena, c->store, url, &pages, e);

    for (uint32_t i = 0; i < pages.n && !failed; i++) {
        struct watch w = { 0 };
        bool there;
        if ((failed = read_watch(c, pages.item[i].id, &w, &there, e)) || !there)
            continue;
        bool exact = str_eq(pages.item[i].url, wanted);
        if (exact || (plain && n == 0)) {
            out->page = pages.item[i].id;
            out->before = w;
        }
        if (exact)
            return 1;
        n++;
    }
    if (!failed && plain && n > 1)
        return err_set(e, E_USAGE, "%.*s is watched in several ways; 'weft edit' changes the one you name", STR_ARG(url));
    return failed ? failed : plain && n == 1;
}

int watches_add(const struct caller *c, struct str url, const struct watch_edit *edit, struct watch_change *out, struct err *e)
{
    struct watch_change change = { .url = url };
    struct watch fresh = { 0 };
    int found = caller_must_write(c, e);

    watch_apply(edit, &fresh);
    if (!found)
        found = watch_check(c->arena, &fresh, e);
    struct store_page page = {
        .url = watch_page_url(c->arena, &fresh, url, c->who.user),
        .canonical = url,
        .host = canonical_host(url),
        .added_at = c->now,
        .next_check_at = c->now,
    };
    if (found || (found = find_watched(c, url, page.url, &change, e)) < 0)
        return found;
    change.is_new = !found;
    change.after = change.before;
    watch_apply(edit, &change.after);
    int failed = found ? 0 : store_page_add(c->store, &page, &change.page, e);
    if (failed || (failed = put(c, &change, e)))
        return failed;
    *out = change;
    return 0;
}

/* What is sent has changed: the page gets the name that belongs to it. Where others watch it as it was, it stays theirs, and where a page
 * of that name is there already, the caller joins those who watch it. */
static int move(const struct caller *c, const struct store_page *page, struct str url, struct watch_change *change, struct err *e)
{
    struct store_watches all;
    struct store_page fresh = *page, there;
    int failed = store_page_watches(c->arena, c->store, page->id, &all, e);

    if (failed)
        return failed;
    int found = store_page_find(c->arena, c->store, url, &there, e);
    if (found && found != E_ABSENT)
        return found;
    if (found == E_ABSENT && all.n <= 1)
        return store_page_rename(c->store, page->id, url, e);
    fresh.url = url;
    fresh.added_at = fresh.next_check_at = c->now;
    failed = store_page_add(c->store, &fresh, &change->page, e);
    return failed ? failed : store_watch_remove(c->store, c->who.user, page->id, e);
}

int watches_edit(const struct caller *c, const struct target *t, const struct watch_edit *edit, struct watch_change *out,
                 struct err *e)
{
    struct watch_change change = { .page = t->page.id, .url = t->name };
    bool there;
    int failed = caller_must_write(c, e);

    if (failed || (failed = read_watch(c, t->page.id, &change.before, &there, e)))
        return failed;
    if (!there)
        return err_set(e, E_USAGE, "%.*s: you do not watch it; 'weft add %.*s' begins to", STR_ARG(t->name), STR_ARG(t->name));
    change.after = change.before;
    watch_apply(edit, &change.after);
    struct str url = watch_page_url(c->arena, &change.after, t->page.canonical, c->who.user);
    if (!str_eq(url, t->page.url) && (failed = move(c, &t->page, url, &change, e)))
        return failed;
    if ((failed = put(c, &change, e)))
        return failed;
    *out = change;
    return 0;
}
