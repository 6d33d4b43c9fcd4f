/* In: what a person wants of a page. Out: rows of the store, and what has changed in them.
 *
 * Invariants: 1. a field that was not named stays as it is; 2. a page is due at once when a watch of it is begun, or when a change may
 * want it sooner or otherwise: it is looked at, and scheduled anew by all who watch it. */
#include "archive/watches.h"

#include "fetch/local.h"
#include "archive/channels.h"
#include "archive/selectors.h"
#include "flow/sealed.h"
#include "track/canonical.h"
#include "track/thresholds.h"

/* What it sends may be lost: the rest can be changed all the same, and what is lost be given again. */
static int read_row(const struct caller *c, const struct store_watch *row, struct watch *out, struct err *e)
{
    int failed = sealed_read(c->arena, c->store, row, out, e);

    return failed == E_ABSENT ? watch_read(c->arena, row->settings, out, e) : failed;
}

/* The caller's watch of the page; *there: whether there is one. */
static int read_watch(const struct caller *c, int64_t page, struct watch *out, bool *there, struct err *e)
{
    struct store_watches rows;
    int failed = store_page_watches(c->arena, c->store, page, &rows, e);

    *there = false;
    for (uint32_t i = 0; i < rows.n && !failed && !*there; i++)
        if (rows.item[i].user == c->who.user) {
            *there = true;
            failed = read_row(c, &rows.item[i], out, e);
        }
    return failed;
}

/* Whether the change says nothing of when and how the page is fetched; `interval`: nothing but how often. */
static bool leaves_fetching(const struct watch_change *change, bool interval)
{
    static const struct str words[] = { STR_INIT("title"),  STR_INIT("tags"),        STR_INIT("select"),
                                        STR_INIT("ignore"), STR_INIT("sensitivity"), STR_INIT("min_importance"),
                                        STR_INIT("notify"), STR_INIT("silent_until") };

    for (uint32_t i = 0; i < change->changed.n; i++) {
        bool one_of_them = interval && str_eq(change->changed.item[i], STR("every"));
        for (size_t k = 0; k < ARRAY_LEN(words); k++)
            one_of_them |= str_eq(change->changed.item[i], words[k]);
        if (!one_of_them)
            return false;
    }
    return !change->is_new;
}

/* What it names to be told by must be there; an address becomes a channel. */
static int need_channels(const struct caller *c, struct watch_change *change, struct err *e)
{
    struct record_list given = change->after.notify, names = { NEW_ARRAY(c->arena, struct str, given.n + 1), 0 };
    int failed = 0;

    for (; names.n < given.n && !failed; names.n++)
        failed = channels_need(c, given.item[names.n], &names.item[names.n], e);
    change->after.notify = names;
    return failed;
}

static bool has_changed(const struct caller *c, const struct watch_change *change, struct str field)
{
    struct record_list changed = watch_differences(c->arena, &change->before, &change->after);

    return record_list_has(&changed, field);
}

/* A fixed interval counts from the last look, and is the page's where nobody else watches it; whatever else was asked for wakes the page,
 * and the next check decides. */
static int plan_next(const struct caller *c, const struct watch_change *change, struct store_page *page, struct err *e)
{
    struct store_watches watches;
    int64_t ms, next = page->next_check_at;
    int failed = store_page_watches(c->arena, c->store, page->id, &watches, e);

    if (failed)
        return failed;
    page->next_check_at = MIN(next, c->now);
    page->best_effort = false; /* whoever has just asked for something waits for no budget */
    if (!leaves_fetching(change, true) || page->checked_at == NEVER || page->errors
        || threshold_read(change->after.every, &ms, NULL))
        return 0;
    int64_t mine = ms == NEVER ? NEVER : page->checked_at + ms;
    page->next_check_at = watches.n > 1 ? MIN(next, mine) : mine;
    return 0;
}

/* Writes the watch as it is now, and plans the next look. */
static int put(const struct caller *c, struct watch_change *change, struct err *e)
{
    struct store_watch row = {
        .user = c->who.user,
        .page = change->page,
        .added_at = c->now,
    };
    struct store_page page;
    int failed = watch_check(c->arena, &change->after, e);

    if (!failed && has_changed(c, change, STR("select")))
        failed = selectors_read(&change->after.select, e);
    if (!failed && has_changed(c, change, STR("ignore")))
        failed = selectors_read(&change->after.ignore, e);
    if (!failed && has_changed(c, change, STR("notify")))
        failed = need_channels(c, change, e);
    if (!failed)
        failed = sealed_write(c->arena, c->store, &row, &change->after, e);
    change->changed = watch_differences(c->arena, &change->before, &change->after);
    if (!failed && record_list_has(&change->changed, STR("select")))
        failed = selectors_check(c, change->page, &change->missing, e);
    if (failed || leaves_fetching(change, false) || (failed = store_page_get(c->arena, c->store, change->page, &page, e))
        || (failed = plan_next(c, change, &page, e)))
        return failed;
    return store_page_schedule(c->store, &page, e);
}

/* Of the pages at the address, the one that the edit speaks of where the caller watches it already. 1: found. A request of its own is
 * found by what it sends; else the plain page, else the only one: a person means that, a sentinel the plain page alone. */
static int find_watched(const struct caller *c, struct str wanted, bool is_sentinel, struct watch_change *out, struct err *e)
{
    struct str url = out->url;
    struct store_pages pages;
    uint32_t n = 0;
    bool plain = !is_sentinel && str_eq(wanted, watch_address(wanted));
    int failed = store_pages_alike(c->arena, c->store, url, &pages, e);

    for (uint32_t i = 0; i < pages.n && !failed; i++) {
        struct watch w = { 0 };
        bool there;
        if ((failed = read_watch(c, pages.item[i].id, &w, &there, e)) || !there)
            continue;
        bool exact = str_eq(pages.item[i].url, wanted);
        if (exact || (plain && n == 0)) {
            out->page = pages.item[i].id;
            out->name = pages.item[i].url;
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

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : byte_lower(c) >= 'a' && byte_lower(c) <= 'f' ? byte_lower(c) - 'a' + 10 : -1;
}

static struct str percent_decode(struct arena *a, struct str s)
{
    char *out = arena_alloc(a, s.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++) {
        int high = s.ptr[i] == '%' && i + 2 < s.len ? hex_digit(s.ptr[i + 1]) : -1, low = high < 0 ? -1 : hex_digit(s.ptr[i + 2]);
        out[n++] = low < 0 ? s.ptr[i] : (char)(high * 16 + low);
        i += low < 0 ? 0 : 2;
    }
    return (struct str){ out, n };
}

/* "https://anna:secret@example.org/": a login in the address is one of the watch, where nobody sees it. */
static struct str take_login(struct arena *a, struct str url, struct watch *w)
{
    size_t start = str_find(url, STR("://"), 0), end = start == SIZE_MAX ? 0 : start + 3, at = SIZE_MAX;

    for (size_t i = end; i < url.len && !strchr("/?#", url.ptr[i]); i++)
        if (url.ptr[i] == '@')
            at = i;
    if (at == SIZE_MAX)
        return url;
    struct str login = str_sub(url, end, at), name = str_cut(&login, ':');
    w->user = percent_decode(a, name);
    w->password = percent_decode(a, login);
    return arena_printf(a, "%.*s%.*s", (int)end, url.ptr, STR_ARG(str_sub(url, at + 1, url.len)));
}

/* Any list of addresses may name a file that only the owner of the machine may read. */
static int may_watch(const struct caller *c, struct str url, struct err *e)
{
    if (!local_is(url) || settings_flag(c->settings, SETTING_ALLOW_FILE))
        return 0;
    return err_set(e, E_USAGE, "%.*s: files of this machine are not watched unless the setting allow-file is on", STR_ARG(url));
}

enum { WATCH_EVERY_MIN_MS = 60000 }; /* hosts are not ours to wear out */

/* By which way the machine reaches the world, and what it runs for it, its owner decides. */
static int may_want(const struct caller *c, const struct watch_edit *edit, struct err *e)
{
    if (edit->to.proxy.len && record_list_has(&edit->name, STR("proxy")))
        return caller_must_administer(c, "choose a proxy", e);
    int64_t ms = WATCH_EVERY_MIN_MS, most_ms = ms;
    if (edit->to.every.len && record_list_has(&edit->name, STR("every")) && threshold_range_read(edit->to.every, &ms, &most_ms, e))
        return err_in(e, "every %.*s", STR_ARG(edit->to.every));
    if (c->who.role != ROLE_ADMIN && ms < WATCH_EVERY_MIN_MS && (ms || most_ms < WATCH_EVERY_MIN_MS)) /* "..2d" leaves it to weft */
        return err_set(e, E_USAGE, "every %.*s is too often; a minute is the shortest, but for an administrator",
                       STR_ARG(edit->to.every));
    if (edit->to.browser && record_list_has(&edit->name, STR("browser")))
        return caller_must_administer(c, "have pages drawn by a browser", e);
    return 0;
}

/* A watch that a sentinel began becomes the caller's own. It begins at the newest version, unless the sentinel's news waits to be seen. */
static int begin_own(const struct caller *c, int64_t page, struct err *e)
{
    struct store_event_query waiting = { .user = c->who.user, .page = page, .unseen = true, .limit = 1 };
    struct store_events news = { 0 };
    struct store_watched row;
    int failed = store_event_list(c->arena, c->store, &waiting, &news, e);

    if (failed || news.n || (failed = store_watched_page(c->arena, c->store, c->who.user, page, &row, e)))
        return failed;
    return store_watch_begin(c->store, c->who.user, page, row.newest, e);
}

int watches_add(const struct caller *c, struct str typed, const struct watch_edit *edit, struct watch_change *out, struct err *e)
{
    struct watch in_address = { 0 };
    struct str url = take_login(c->arena, typed, &in_address);
    struct watch_change change = { .url = url };
    struct watch fresh = in_address;
    struct store_page page = { .canonical = url, .host = canonical_host(url), .added_at = c->now, .next_check_at = c->now };
    struct sealed_want want = { &fresh, url, c->who.user, 0 };
    bool is_sentinel = record_list_has(&edit->name, STR("sentinel"));
    int found = caller_must_write(c, e);

    watch_apply(edit, &fresh);
    if (!found)
        found = may_watch(c, url, e);
    if (!found)
        found = may_want(c, edit, e);
    if (!found)
        found = watch_check(c->arena, &fresh, e);
    if (found || (found = sealed_page_name(c->arena, c->store, &want, &page.url, e))
        || (found = find_watched(c, page.url, is_sentinel, &change, e)) < 0)
        return found;
    bool was_sentinels = found && change.before.sentinel && !is_sentinel;
    change.is_new = !found || was_sentinels;
    change.name = found ? change.name : page.url;
    change.after = found ? change.before : in_address;
    watch_apply(edit, &change.after);
    change.after.sentinel &= !was_sentinels;
    AUTO(store_tx) tx = { 0 }; /* a page whose watch is refused is not added */
    int failed = store_begin(c->store, &tx, e);
    if (!failed && !found)
        failed = store_page_add(c->store, &page, &change.page, e);
    if (failed || (failed = put(c, &change, e)) || (was_sentinels && (failed = begin_own(c, change.page, e)))
        || (failed = store_commit(&tx, e)))
        return failed;
    *out = change;
    return 0;
}

/* Two watches of the caller that would send the same are not made one: title, tags and marks of one of them would be lost. */
static int must_not_watch(const struct caller *c, const struct store_page *page, const struct store_page *there, struct err *e)
{
    struct watch other;
    bool watched;
    int failed = read_watch(c, there->id, &other, &watched, e);

    if (failed || !watched || other.sentinel)
        return failed;
    return err_set(e, E_USAGE,
                   "%.*s: with that it would be the same as %.*s, which you watch already; 'weft remove' takes away one of them",
                   STR_ARG(page->url), STR_ARG(there->url));
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
    if (!found && (failed = must_not_watch(c, page, &there, e)))
        return failed;
    if (found == E_ABSENT && all.n <= 1)
        return store_page_rename(c->store, page->id, url, e);
    fresh.url = url;
    fresh.added_at = fresh.next_check_at = c->now;
    failed = store_page_add(c->store, &fresh, &change->page, e);
    return failed ? failed : store_watch_remove(c->store, c->who.user, page->id, e);
}

/* Whoever asks more of a page than to be left alone with it watches it themselves. */
static bool makes_own(const struct watch_edit *edit)
{
    for (uint32_t i = 0; i < edit->name.n; i++)
        if (!str_eq(edit->name.item[i], STR("paused")) && !str_eq(edit->name.item[i], STR("silent_until")))
            return !record_list_has(&edit->name, STR("sentinel"));
    return false;
}

int watches_edit(const struct caller *c, const struct target *t, const struct watch_edit *edit, struct watch_change *out,
                 struct err *e)
{
    struct watch_change change = { .page = t->page.id, .url = target_url(&t->page) };
    bool there;
    int failed = caller_must_write(c, e);

    if (failed || (failed = may_want(c, edit, e)) || (failed = read_watch(c, t->page.id, &change.before, &there, e)))
        return failed;
    if (!there)
        return err_set(e, E_USAGE, "%.*s: you do not watch it; 'weft add %.*s' begins to", STR_ARG(t->name), STR_ARG(t->name));
    change.after = change.before;
    watch_apply(edit, &change.after);
    bool was_sentinels = change.before.sentinel && makes_own(edit);
    change.after.sentinel &= !was_sentinels;
    if (watch_secrets(c->arena, &change.after).len)
        change.after.private = false; /* what was lost is given again */
    struct sealed_want want = { &change.after, t->page.canonical, c->who.user, t->page.id };
    struct str url = t->page.url;
    if (!change.after.private && (failed = sealed_page_name(c->arena, c->store, &want, &url, e)))
        return failed;
    if (!str_eq(url, t->page.url) && (failed = move(c, &t->page, url, &change, e)))
        return failed;
    change.name = url;
    if ((failed = put(c, &change, e)) || (was_sentinels && (failed = begin_own(c, change.page, e))))
        return failed;
    *out = change;
    return 0;
}
