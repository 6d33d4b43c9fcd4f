/* In: watches as they are used. Out: rows of the store without secrets, and secrets.
 *
 * Invariants: 1. two watches share a page only where they send the same; 2. a page with cookies belongs to one user. */
#include "flow/sealed.h"

#include "base/limits.h"
#include "flow/state.h"

enum { NAMES_MAX = 1000, AT_ONCE = 500 };

static struct store_secret secret_of(const struct store_watch *row, const char *name)
{
    return (struct store_secret){ .user = row->user, .page = row->page, .name = str_of(name) };
}

int sealed_read(struct arena *a, struct store *s, const struct store_watch *row, struct watch *out, struct err *e)
{
    struct store_secret secret = secret_of(row, "request");
    struct watch w;
    int code = watch_read(a, row->settings, &w, e);
    if (code == 0 && w.private && (code = store_unseal(a, s, &secret, e)) == 0)
        code = watch_take_secrets(a, secret.bytes, &w, e);
    if (code == E_ABSENT)
        return err_set(e, E_ABSENT,
                       "what is sent with it (a login, a form or a header) is not here; give it again with 'weft edit'");
    if (code)
        return code;
    w.private = false; /* from here on what it sends says so */
    *out = w;
    return 0;
}

int sealed_write(struct arena *a, struct store *s, const struct store_watch *row, const struct watch *w, struct err *e)
{
    struct store_watch written = *row;
    struct store_secret secret = secret_of(row, "request");
    written.settings = watch_write(a, w);
    secret.bytes = watch_secrets(a, w);
    int code = store_watch_put(s, &written, e);
    return code || (w->private && secret.bytes.len == 0) ? code : store_seal(s, &secret, e);
}

/* ---- Which page ---- */

static bool sends_same(struct arena *a, const struct watch *one, const struct watch *other)
{
    return str_eq(watch_secrets(a, one), watch_secrets(a, other)) && one->cookies == other->cookies
           && one->browser == other->browser && str_eq(one->proxy, other->proxy);
}

/* Whether the page is fetched with the wanted request. One that nobody else watches may change. */
static int fits(struct arena *a, struct store *s, const struct sealed_want *want, int64_t page, bool *out, struct err *e)
{
    struct store_watches rows;
    int code = store_page_watches(a, s, page, &rows, e);
    *out = page == want->page && rows.n <= 1;
    for (uint32_t i = 0; code == 0 && !*out && i < rows.n; i++) {
        struct watch other;
        struct err unread;
        bool own = rows.item[i].user == want->user;
        if ((want->watch->cookies && !own) || sealed_read(a, s, &rows.item[i], &other, &unread))
            continue;
        *out = sends_same(a, want->watch, &other);
    }
    return code;
}

int sealed_page_name(struct arena *a, struct store *s, const struct sealed_want *want, struct str *out, struct err *e)
{
    for (unsigned number = 1; number <= NAMES_MAX; number++) {
        struct str name = watch_page_name(a, want->watch, want->url, number);
        struct store_page page;
        bool fitting = !watch_is_own(want->watch);
        int code = fitting ? 0 : store_page_find(a, s, name, &page, e);
        if (code == 0 && !fitting)
            code = fits(a, s, want, page.id, &fitting, e);
        if (code == E_ABSENT || (code == 0 && fitting)) {
            *out = name;
            return 0;
        }
        if (code)
            return code;
    }
    return err_set(e, E_LIMIT, "%.*s: more than %d watches send the same fields there", STR_ARG(want->url), NAMES_MAX);
}

/* ---- Cookies ---- */

int sealed_cookies_read(struct arena *a, struct store *s, const struct store_watch *row, struct str *out, struct err *e)
{
    struct store_secret secret = secret_of(row, "cookies");
    int code = store_unseal(a, s, &secret, e);
    if (code && code != E_ABSENT)
        return code;
    *out = code ? STR("") : secret.bytes;
    return 0;
}

int sealed_cookies_write(struct store *s, const struct store_watch *row, struct str cookies, struct err *e)
{
    struct store_secret secret = secret_of(row, "cookies");
    secret.bytes = cookies;
    return store_seal(s, &secret, e);
}

/* ---- What an earlier weft wrote ---- */

/* Cookies leave the state of the page. */
static int adopt_state(struct arena *a, struct store *s, const struct store_watched *row, struct err *e)
{
    struct page_state state;
    struct store_page page = row->page;
    struct err unread;
    if (page_state_read(a, page.state, &state, &unread) || state.cookies.len == 0)
        return 0;
    page.state = page_state_write(a, &state);
    int code = sealed_cookies_write(s, &row->watch, state.cookies, e);
    return code ? code : store_page_schedule(s, &page, e);
}

static int adopt_name(struct arena *a, struct store *s, const struct store_watched *row, const struct watch *w, struct err *e)
{
    struct str name, address = watch_address(row->page.url);
    struct sealed_want want = { w, address, row->watch.user, 0 };
    if (str_find(row->page.url, STR("#weft-"), 0) == SIZE_MAX || !watch_is_own(w))
        return 0;
    int code = sealed_page_name(a, s, &want, &name, e);
    return code ? code : store_page_rename(s, row->page.id, name, e);
}

/* A row that cannot be read stays as it is. */
static int adopt(struct arena *a, struct store *s, const struct store_watched *row, struct err *e)
{
    struct watch w;
    struct err unread;
    int code = adopt_state(a, s, row, e);
    if (code || watch_read(a, row->watch.settings, &w, &unread))
        return code;
    if (!w.private && watch_secrets(a, &w).len)
        code = sealed_write(a, s, &row->watch, &w, e);
    return code ? code : adopt_name(a, s, row, &w, e);
}

static int adopt_user(struct store *s, int64_t user, struct err *e)
{
    struct store_watch after = { .user = user };
    struct store_watched_list some = { 0 };
    do {
        AUTO(arena) a = { 0 };
        int code = store_watched(&a, s, &after, AT_ONCE, &some, e);
        for (uint32_t i = 0; code == 0 && i < some.n; i++) {
            after.page = some.item[i].page.id;
            code = adopt(&a, s, &some.item[i], e);
        }
        if (code)
            return code;
    } while (some.n == AT_ONCE);
    return 0;
}

int sealed_adopt(struct store *s, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    AUTO(arena) a = { 0 };
    struct store_users users = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = store_user_list(&a, s, &users, e);
    for (uint32_t i = 0; code == 0 && i < users.n; i++)
        code = adopt_user(s, users.item[i].id, e);
    if (code == 0)
        code = store_chore_done(s, STR("seal requests"), e);
    return code ? code : store_commit(&tx, e);
}

int sealed_migrate(struct store *s, struct err *e)
{
    int code = store_chore_find(s, STR("seal requests"), e);
    return code == E_ABSENT ? 0 : code ? code : sealed_adopt(s, e);
}
