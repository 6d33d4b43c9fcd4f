/* From what was typed to a page and one of its versions. Nothing here writes. Cost: a few lookups by index; a walk over all pages only
 * where nothing was found, to say what is near. */
#include "archive/target.h"

#include <limits.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/moment.h"
#include "flow/watch.h"
#include "track/canonical.h"

/* ---- The page ---- */

struct str target_url(const struct store_page *page)
{
    return watch_address(page->url);
}

enum { NAMED_MAX = 4 };

static int several(const struct store_pages *list, struct str typed, struct err *e)
{
    AUTO(buf) names = BUF(KIB(4));

    for (uint32_t i = 0; i < list->n && i < NAMED_MAX; i++)
        buf_addf(&names, "%s'%.*s'", i ? ", " : "", STR_ARG(list->item[i].url));
    if (list->n > NAMED_MAX)
        buf_addf(&names, " and %u others; 'weft list' names all", list->n - NAMED_MAX);
    struct str words = buf_str(&names);
    return err_set(e, E_USAGE, "%.*s is watched in several ways: name one of %.*s", STR_ARG(typed), STR_ARG(words));
}

/* Of the pages of one canonical form that the caller may see: the one of exactly this address, else the only one, else the only one they
 * watch. 1: found. */
static int choose(const struct caller *c, const struct store_pages *list, struct str typed, struct store_page *out, struct err *e)
{
    struct store_pages seen = { .item = NEW_ARRAY(c->arena, struct store_page, list->n) };
    struct store_pages mine = { .item = NEW_ARRAY(c->arena, struct store_page, list->n) };

    for (uint32_t i = 0; i < list->n; i++) {
        bool sees, watches;
        int failed = caller_sees(c, list->item[i].id, &sees, e);
        if (failed || (failed = caller_watches(c, list->item[i].id, &watches, e)))
            return failed;
        if (sees && str_eq(list->item[i].url, typed)) {
            *out = list->item[i];
            return 1;
        }
        if (sees)
            seen.item[seen.n++] = list->item[i];
        if (watches)
            mine.item[mine.n++] = list->item[i];
    }
    const struct store_pages *left = mine.n ? &mine : &seen;
    if (left->n > 1)
        return several(left, typed, e);
    if (left->n == 1)
        *out = left->item[0];
    return (int)left->n;
}

/* 1: found; 0: not. */
static int look_up(const struct caller *c, struct str url, struct store_page *out, struct err *e)
{
    struct store_pages list;
    struct str canonical = canonical_url(c->arena, url);
    int failed = store_pages_alike(c->arena, c->store, url, &list, e);

    if (!failed && list.n == 0 && !str_eq(canonical, url))
        failed = store_pages_alike(c->arena, c->store, canonical, &list, e);
    return failed ? failed : choose(c, &list, url, out, e);
}

/* The file of that path. */
static int look_up_file(const struct caller *c, struct str typed, struct store_page *out, struct err *e)
{
    char path[PATH_MAX];

    /* Whether a file is there is nobody's business who cannot read it. */
    if (c->who.role != ROLE_ADMIN || !realpath(arena_str(c->arena, typed).ptr, path))
        return 0;
    return look_up(c, arena_printf(c->arena, "file://%s", path), out, e);
}

/* As it is, then as browsers complete it, then as the path of a file. */
static int look_around(const struct caller *c, struct str typed, struct store_page *out, struct err *e)
{
    static const char *const before[] = { "", "https://", "http://", "file://" };
    int got = 0;

    for (size_t i = 0; i < ARRAY_LEN(before) && got == 0; i++)
        got = look_up(c, arena_printf(c->arena, "%s%.*s", before[i], STR_ARG(typed)), out, e);
    return got ? got : look_up_file(c, typed, out, e);
}

enum { OFFERS_MAX = 3 };

/* Pages that the caller may see and whose address holds what was typed. */
static int offer(const struct caller *c, struct str typed, struct buf *out, struct err *e)
{
    enum { AT_ONCE = 1000 };
    struct store_pages some = { 0 };
    int64_t after = 0;
    unsigned n = 0;

    do {
        AUTO(arena) a = { 0 };
        int failed = store_pages(&a, c->store, after, AT_ONCE, &some, e);
        if (failed)
            return failed;
        for (uint32_t i = 0; i < some.n && n < OFFERS_MAX; i++) {
            bool sees = false;
            if (str_find_nocase(some.item[i].url, typed, 0) == SIZE_MAX)
                continue;
            if ((failed = caller_sees(c, some.item[i].id, &sees, e)))
                return failed;
            if (!sees)
                continue;
            buf_add(out, n++ ? STR(", ") : STR(""));
            buf_add(out, some.item[i].url);
        }
        after = some.n ? some.item[some.n - 1].id : after;
    } while (some.n == AT_ONCE && n < OFFERS_MAX);
    return 0;
}

static int not_found(const struct caller *c, struct str typed, struct err *e)
{
    AUTO(buf) near = BUF(KIB(4));
    int failed = offer(c, typed, &near, e);

    if (failed)
        return failed;
    struct str words = buf_str(&near);
    if (words.len)
        return err_set(e, E_USAGE, "%.*s is not in the archive; did you mean %.*s?", STR_ARG(typed), STR_ARG(words));
    return err_set(e, E_USAGE, "%.*s is not in the archive; 'weft list' tells what is, 'weft add %.*s' begins to watch it",
                   STR_ARG(typed), STR_ARG(typed));
}

/* ---- Which version ---- */

static bool is_word(struct str at)
{
    static const struct str words[] = { STR_INIT("first"), STR_INIT("newest"), STR_INIT("seen") };

    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_eq(at, words[i]))
            return true;
    return false;
}

/* Whether the text can name a version at all. */
static bool names_version(struct str at, int64_t now)
{
    uint64_t n;
    int64_t moment;
    struct str digits = str_sub(at, str_starts(at, STR("-")), at.len);

    return str_number(digits, INT64_MAX, &n) || is_word(at) || moment_read(at, now, &moment, NULL) == 0;
}

static size_t last_at(struct str text)
{
    size_t i = text.len;

    while (i && text.ptr[i - 1] != '@')
        i--;
    return i;
}

bool target_names_version(const char *typed, int64_t now)
{
    struct str whole = str_of(typed);
    size_t at = last_at(whole);

    return at > 0 && names_version(str_sub(whole, at, whole.len), now);
}

static int find_source(const struct caller *c, struct str typed, struct target *out, struct err *e)
{
    size_t at = last_at(typed);

    *out = (struct target){ .name = typed, .url = STR(""), .at = STR("") };
    if (at > 1 && names_version(str_sub(typed, at, typed.len), c->now)) {
        out->name = str_sub(typed, 0, at - 1);
        out->at = str_sub(typed, at, typed.len);
    }
    return target_source_open(c, out, e);
}

int target_find(const struct caller *c, const char *typed, struct target *out, struct err *e)
{
    struct str whole = str_of(typed);
    struct target t = { .name = whole, .url = STR(""), .at = STR("") };
    size_t at = last_at(whole);

    if (whole.len == 0)
        return err_set(e, E_USAGE, "an address is empty; 'weft list' tells what is watched");
    if (source_named(whole))
        return find_source(c, whole, out, e);
    int got = look_around(c, whole, &t.page, e);
    if (got == 0 && at > 1) {
        t.name = str_sub(whole, 0, at - 1);
        t.at = str_sub(whole, at, whole.len);
        got = look_around(c, t.name, &t.page, e);
        if (got > 0 && !names_version(t.at, c->now))
            return err_set(e, E_USAGE,
                           "%s: behind the @ stands a number, a date or a moment, such as @3, @-1, @2026-11-01, @yesterday", typed);
        if (got == 0 && !names_version(t.at, c->now))
            t.name = whole;
    }
    if (got <= 0)
        return got ? got : not_found(c, t.name, e);
    t.name = t.page.url;
    t.url = target_url(&t.page);
    *out = t;
    return 0;
}

struct target target_of(struct arena *a, const struct store_page *page)
{
    struct str name = arena_str(a, page->url);

    return (struct target){ .name = name, .url = watch_address(name), .at = STR(""), .page = *page };
}

int target_page(const struct caller *c, int64_t page, struct target *out, struct err *e)
{
    struct store_page row;
    int failed = caller_must_see(c, page, e);

    if (!failed)
        failed = store_page_get(c->arena, c->store, page, &row, e);
    if (!failed)
        *out = target_of(c->arena, &row);
    return failed;
}

void target_drop(struct target *t)
{
    if (t->is_source)
        source_drop(&t->source);
    *t = (struct target){ 0 };
}

/* ---- Versions of the store ---- */

static struct target_version of_store(struct arena *a, const struct store_version *v)
{
    char hex[2 * STORE_DIGEST_BYTES + 1];

    store_digest_hex(v->digest, hex);
    return (struct target_version){
        .number = v->number,
        .at = v->fetched_at,
        .bytes = v->bytes,
        .suspect = v->suspect,
        .quiet = v->quiet,
        .lost = v->lost,
        .status = v->status,
        .content_type = v->content_type,
        .etag = v->etag,
        .last_modified = v->last_modified,
        .digest = arena_str(a, str_of(hex)),
    };
}

/* The highest number that the user has seen; 0: none. */
static int target_seen(const struct caller *c, const struct target *t, int64_t *number, struct err *e)
{
    *number = 0;
    return c->who.user && !t->is_source ? store_last_seen(c->store, c->who.user, t->page.id, number, e) : 0;
}

static int no_version(const struct caller *c, const struct target *t, struct err *e)
{
    struct store_version first, newest;

    if (store_version_first(c->arena, c->store, t->page.id, &first, e)
        || store_version_newest(c->arena, c->store, t->page.id, &newest, e))
        return err_set(e, E_USAGE, "%.*s has no version yet; 'weft check %.*s' fetches it", STR_ARG(t->name), STR_ARG(t->name));
    AUTO(buf) since = BUF(MOMENT_TEXT_MAX);
    moment_add(&since, first.fetched_at);
    struct str moment = buf_str(&since);
    uint64_t asked;
    if (str_number(t->at, INT64_MAX, &asked) && (int64_t)asked > first.number && (int64_t)asked < newest.number)
        return err_set(e, E_USAGE, "version %llu of %.*s was removed, as 'weft gc' does; 'weft log' lists those that are left",
                       (unsigned long long)asked, STR_ARG(t->name));
    return err_set(e, E_USAGE, "%.*s has no version @%.*s; it has %lld to %lld, the first of %.*s", STR_ARG(t->name),
                   STR_ARG(t->at), (long long)first.number, (long long)newest.number, STR_ARG(moment));
}

/* The number that a text of digits, "-N" or a word means; 0: none is there. */
static int number_of(const struct caller *c, const struct target *t, int64_t *out, struct err *e)
{
    struct store_version v = { 0 };
    uint64_t n = 0;
    int failed = 0;

    if (str_eq(t->at, STR("seen")))
        return target_seen(c, t, out, e);
    if (str_number(t->at, INT64_MAX, &n)) {
        *out = (int64_t)n;
        return 0;
    }
    if (str_eq(t->at, STR("first")))
        failed = store_version_first(c->arena, c->store, t->page.id, &v, e);
    else if (str_eq(t->at, STR("newest")) || t->at.len == 0)
        failed = store_version_newest(c->arena, c->store, t->page.id, &v, e);
    *out = v.number;
    return failed;
}

/* "-N": counted back over the versions that are there. */
static int version_back(const struct caller *c, const struct target *t, uint64_t back, struct store_version *out, struct err *e)
{
    struct store_versions list;
    int failed = store_version_list(c->arena, c->store, t->page.id, &list, e);

    if (failed || back >= list.n)
        return failed ? failed : no_version(c, t, e);
    *out = list.item[list.n - 1 - back];
    return 0;
}

static int find_version(const struct caller *c, const struct target *t, struct store_version *out, struct err *e)
{
    int64_t number = 0, moment;
    uint64_t back;

    if (str_starts(t->at, STR("-")) && str_number(str_sub(t->at, 1, t->at.len), UINT32_MAX, &back))
        return version_back(c, t, back, out, e);
    if (!is_word(t->at) && !str_number(t->at, INT64_MAX, &back) && moment_read(t->at, c->now, &moment, NULL) == 0)
        return store_version_as_of(c->arena, c->store, t->page.id, moment, out, e) ? no_version(c, t, e) : 0;
    int failed = number_of(c, t, &number, e);
    if (!failed)
        failed = number ? store_version_get(c->arena, c->store, t->page.id, number, out, e) : E_ABSENT;
    return failed == E_ABSENT ? no_version(c, t, e) : failed;
}

int target_version(const struct caller *c, const struct target *t, struct target_version *out, struct err *e)
{
    struct store_version v;
    if (t->is_source)
        return target_source_version(c, t, out, e);
    int failed = caller_must_see(c, t->page.id, e);

    if (!failed)
        failed = find_version(c, t, &v, e);
    if (!failed)
        *out = of_store(c->arena, &v);
    return failed;
}

int target_versions(const struct caller *c, const struct target *t, struct target_versions *out, struct err *e)
{
    struct store_versions list;
    if (t->is_source)
        return target_source_versions(c, t, out, e);
    int failed = caller_must_see(c, t->page.id, e);
    if (failed || (failed = store_version_list(c->arena, c->store, t->page.id, &list, e)))
        return failed;
    struct target_version *item = NEW_ARRAY(c->arena, struct target_version, list.n);
    for (uint32_t i = 0; i < list.n; i++)
        item[i] = of_store(c->arena, &list.item[i]);
    *out = (struct target_versions){ item, list.n };
    return 0;
}

int target_body(const struct caller *c, const struct target *t, int64_t number, struct str *out, struct err *e)
{
    int failed = t->is_source ? 0 : caller_must_see(c, t->page.id, e);

    if (!failed)
        failed = t->is_source ? source_body(&t->source, c->arena, (uint32_t)number, out, e)
                              : store_version_body(c->arena, c->store, t->page.id, number, out, e);
    return failed ? err_in(e, "%.*s@%lld", STR_ARG(t->name), (long long)number) : 0;
}

int target_newest(const struct caller *c, const struct target *t, struct target_version *out, struct err *e)
{
    struct target_versions list;
    int failed = target_versions(c, t, &list, e);

    for (uint32_t i = list.n; !failed && i-- > 0;)
        if (!list.item[i].suspect && !list.item[i].lost && !list.item[i].gone) {
            *out = list.item[i];
            return 0;
        }
    return failed ? failed : target_version(c, t, out, e);
}

int target_last_seen(const struct caller *c, const struct target *t, struct target_version *out, struct err *e)
{
    struct target from = *t;
    int64_t number;
    int failed = target_seen(c, t, &number, e);

    if (failed)
        return failed;
    from.at = t->is_source ? STR("-1") : number ? STR("seen") : STR("first");
    failed = target_version(c, &from, out, e);
    return failed == E_USAGE && t->is_source ? target_newest(c, t, out, e) : failed;
}
