/* In: sitemaps and feeds as their servers give them. Out: pages that are announced.
 *
 * What a sensor said last is kept as one number for each entry, a hash of its address and date. An entry whose number is new is news:
 * dates are compared with those of the last reading, not with clocks, so that "today" without an hour and a wrong zone do no harm.
 * Cost: O(entries log entries) for a reading, and a look into the store for each of at most LOOKUPS news. */
#include "flow/sensors.h"

#include <stdlib.h>

#include "base/duration.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/vec.h"
#include "fetch/header.h"
#include "fetch/robots.h"
#include "flow/announce.h"
#include "flow/gzip.h"
#include "parse/url.h"
#include "track/canonical.h"

enum {
    ENTRIES_MAX = 50000, /* that a sitemap may have (sitemaps.org) */
    LOOKUPS = 1000,      /* news of one reading that are looked up: others wait for the store */
    TOLD_MAX = 64,       /* pages that one reading announces */
    CHILDREN_MAX = 8,    /* sitemaps of an index, those that changed last */
    WAITING_MAX = 64,
    COUNTS_MAX = 64, /* announcements that are counted; halved here, so that trust can be lost and won */
    ENOUGH = 10      /* announcements below which nobody is judged */
};
#define SENSOR_BYTES MIB(10)

static const int64_t FIRST_MS = DURATION_HOUR_MS, EVERY_MS = DURATION_DAY_MS, OFTEN_MS = DURATION_HOUR_MS,
                     SELDOM_MS = 7 * DURATION_DAY_MS, GONE_MS = 30 * DURATION_DAY_MS, WAITING_MS = 90 * DURATION_DAY_MS;
/* Below this share of right ones an announcement is worth less than the visit it moves. */
static const double BELIEVED = 0.1;

static const struct record_field fields[] = {
    RECORD_FIELD(struct sensor_facts, RECORD_TEXT, etag),         RECORD_FIELD(struct sensor_facts, RECORD_TEXT, last_modified),
    RECORD_FIELD(struct sensor_facts, RECORD_MOMENT, checked_at), RECORD_FIELD(struct sensor_facts, RECORD_MOMENT, every_ms),
    RECORD_FIELD(struct sensor_facts, RECORD_COUNT, errors),      RECORD_FIELD(struct sensor_facts, RECORD_COUNT, told),
    RECORD_FIELD(struct sensor_facts, RECORD_COUNT, right),       RECORD_FIELD(struct sensor_facts, RECORD_LIST, pages),
    RECORD_FIELD(struct sensor_facts, RECORD_LIST, waiting),
};

/* What cannot be read counts as nothing learnt. */
struct sensor_facts sensor_facts_read(struct arena *a, struct str text)
{
    const struct sensor_facts none = { .checked_at = NEVER, .every_ms = EVERY_MS };
    struct sensor_facts f = none;
    struct err unread;
    return record_read(a, text, fields, ARRAY_LEN(fields), &f, &unread) ? none : f;
}

static struct str facts_write(struct arena *a, const struct sensor_facts *f)
{
    AUTO(buf) out = BUF(KIB(64));
    record_write(fields, ARRAY_LEN(fields), f, &out);
    return arena_str(a, buf_str(&out));
}

bool sensor_is_believed(const struct sensor_facts *f)
{
    return f->told < ENOUGH || (f->right + 1.0) / (f->told + 2.0) >= BELIEVED;
}

/* ---- Where they are ---- */

static bool is_feed(const struct dom *d, uint32_t node)
{
    struct str rel, type;
    if (!dom_attr(d, node, STR("rel"), &rel) || !dom_attr(d, node, STR("type"), &type))
        return false;
    type = str_trim(str_cut(&type, ';'));
    return str_find_nocase(rel, STR("alternate"), 0) != SIZE_MAX
           && (str_eq_nocase(type, STR("application/rss+xml")) || str_eq_nocase(type, STR("application/atom+xml")));
}

struct record_list sensors_find_feeds(struct arena *a, const struct page *page)
{
    const struct dom *d = &page->dom;
    struct record_list out = { NEW_ARRAY(a, struct str, SENSOR_FEEDS_MAX), 0 };
    struct str href;
    for (uint32_t i = 0; i < d->n && d->node[i].tag != TAG_BODY && out.n < SENSOR_FEEDS_MAX; i++)
        if (d->node[i].kind == NODE_ELEMENT && d->node[i].tag == TAG_LINK && is_feed(d, i) && dom_attr(d, i, STR("href"), &href))
            out.item[out.n++] = url_resolve(a, page->base, href);
    return out;
}

static bool is_web(struct str url)
{
    return url.len <= ROBOTS_SITEMAP_BYTES && (str_starts(url, STR("http://")) || str_starts(url, STR("https://")));
}

static int offer(struct arena *a, struct store *s, struct str url, struct str host, int64_t ask_at, struct err *e)
{
    struct str canonical = canonical_url(a, url);
    struct store_sensor row = { .url = canonical, .host = host, .ask_at = ask_at };
    return is_web(canonical) && host.len ? store_sensor_offer(s, &row, SENSOR_HOST_MAX, e) : 0;
}

int sensors_offer_robots(struct store *s, const struct host_facts *facts, int64_t now, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct str host = canonical_host(canonical_url(&a, facts->origin)), rules = facts->robots, url;
    int64_t page[SENSOR_PAGES_MIN];
    uint32_t n = 0, named = 0;
    int code = facts->robots_state == ROBOTS_READ ? store_sensor_pages(s, host, SENSOR_PAGES_MIN, page, &n, e) : 0;
    if (code || n < SENSOR_PAGES_MIN)
        return code;
    for (; code == 0 && robots_next_sitemap(&rules, &url); named++)
        code = offer(&a, s, url, host, now + FIRST_MS, e);
    if (code == 0 && named == 0)
        code = offer(&a, s, arena_printf(&a, "%.*s/sitemap.xml", STR_ARG(facts->origin)), host, now + FIRST_MS, e);
    return code;
}

/* One more page that names it. A feed speaks for what it stands beside: of very many pages for the first levels of the site. */
static int add_namer(struct arena *a, struct store *s, struct str url, const struct subject *from, struct err *e)
{
    struct store_sensor row;
    struct err none;
    if (store_sensor_get(a, s, url, &row, &none))
        return none.code == E_ABSENT ? 0 : err_set(e, none.code, "%s", none.text);
    struct sensor_facts f = sensor_facts_read(a, row.facts);
    struct str number = arena_printf(a, "%lld", (long long)from->page.id);
    if (record_list_has(&f.pages, number) || !str_eq(row.host, from->page.host))
        return 0;
    struct str *item = NEW_ARRAY(a, struct str, f.pages.n + 1);
    uint32_t n = MIN(f.pages.n, (uint32_t)SENSOR_NAMED_BY), at = n, longest = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct store_page page;
        uint64_t id = 0;
        item[i] = f.pages.item[i];
        bool there = str_number(item[i], INT64_MAX, &id) && store_page_get(a, s, (int64_t)id, &page, &none) == 0;
        if (!there || page.url.len > longest) {
            longest = there ? (uint32_t)page.url.len : UINT32_MAX;
            at = i;
        }
    }
    if (n == SENSOR_NAMED_BY && longest <= from->page.url.len)
        return 0;
    at = n == SENSOR_NAMED_BY ? at : n++;
    item[at] = number;
    f.pages = (struct record_list){ item, n };
    row.facts = facts_write(a, &f);
    return store_sensor_put(s, &row, e);
}

int sensors_offer_feeds(struct arena *a, struct store *s, const struct subject *from, const struct record_list *feeds, int64_t now,
                        struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < feeds->n; i++) {
        struct str url = canonical_url(a, feeds->item[i]);
        code = offer(a, s, url, from->page.host, now + FIRST_MS, e);
        if (code == 0)
            code = add_namer(a, s, url, from, e);
    }
    return code;
}

/* ---- Asking ---- */

static int has_proxy(struct arena *a, struct store *s, const int64_t *page, uint32_t n, bool *out, struct err *e)
{
    *out = false;
    for (uint32_t i = 0; i < n; i++) {
        struct subject one;
        if (subject_load(a, s, page[i], &one, e))
            return e->code;
        for (uint32_t k = 0; k < one.row.n; k++)
            *out |= one.watch[k].proxy.len > 0;
    }
    return 0;
}

int sensors_ask(struct arena *a, struct store *s, const struct store_sensor *due, int64_t now, struct request *out, struct err *e)
{
    struct store_sensor row;
    struct store_pages watched;
    int64_t page[SENSOR_PAGES_MIN];
    uint32_t n;
    bool proxy, taken;
    *out = (struct request){ 0 };
    if (store_sensor_pages(s, due->host, SENSOR_PAGES_MIN, page, &n, e) || store_pages_alike(a, s, due->url, &watched, e)
        || has_proxy(a, s, page, n, &proxy, e))
        return e->code;
    if (n == 0 || watched.n)
        return store_sensor_remove(s, due->url, e);
    if (n < SENSOR_PAGES_MIN || proxy)
        return store_sensor_take(s, due, now + GONE_MS, &taken, e);
    /* Where this process dies, another asks again. */
    if (store_sensor_get(a, s, due->url, &row, e) || store_sensor_take(s, due, now + OFTEN_MS, &taken, e))
        return e->code;
    struct sensor_facts f = sensor_facts_read(a, row.facts);
    if (taken)
        *out = (struct request){ .url = row.url, .etag = f.etag, .last_modified = f.last_modified, .body_max = SENSOR_BYTES };
    return 0;
}

/* ---- What it says ---- */

struct sensing {
    struct arena *arena;
    struct store *store;
    const struct subject_rules *rules;
    struct store_sensor row;
    struct sensor_facts facts;
    int64_t now;
    VEC(struct str) waiting;
    VEC(int64_t) told;
    uint32_t lookups;
};

int sensors_announce(struct arena *a, struct store *s, const struct subject_rules *rules, int64_t page, int64_t now, struct err *e)
{
    struct subject target;
    struct subject_decision d;
    if (subject_load(a, s, page, &target, e))
        return e->code;
    target.memory.signals.pending++;
    if (subject_decide(a, &target, rules, &(struct subject_when){ .now = now }, &d, e))
        return e->code;
    target.page.learnt = forecast_write(a, &target.memory);
    target.page.next_check_at = d.decision.next_at;
    target.page.best_effort = subject_is_best_effort(&d);
    return store_page_schedule(s, &target.page, e);
}

static int announce(struct sensing *k, const struct store_page *page, struct err *e)
{
    for (uint32_t i = 0; i < k->told.n; i++)
        if (k->told.item[i] == page->id)
            return 0;
    if (k->told.n == TOLD_MAX || page->checked_at == NEVER || !str_eq(page->host, k->row.host))
        return 0;
    *VEC_ADD(k->arena, &k->told) = page->id;
    if (k->waiting.n < WAITING_MAX)
        *VEC_ADD(k->arena, &k->waiting) = arena_printf(k->arena, "%lld %lld %lld", (long long)page->id, (long long)k->now,
                                                       (long long)((double)forecast_read(page->learnt).importance * 1000));
    return sensor_is_believed(&k->facts) ? sensors_announce(k->arena, k->store, k->rules, page->id, k->now, e) : 0;
}

/* Pages at that address. A date from long before the last visit is news to the sitemap alone. */
static int announce_address(struct sensing *k, const struct announcement *said, struct err *e)
{
    struct store_pages pages;
    if (k->lookups == LOOKUPS)
        return 0;
    k->lookups++;
    struct str url = canonical_url(k->arena, url_resolve(k->arena, k->row.url, said->url));
    int code = store_pages_alike(k->arena, k->store, url, &pages, e);
    for (uint32_t i = 0; code == 0 && i < pages.n; i++)
        if (said->at == NEVER || said->at > pages.item[i].checked_at - DURATION_DAY_MS)
            code = announce(k, &pages.item[i], e);
    return code;
}

/* The pages that name the feed. */
static int announce_namers(struct sensing *k, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < k->facts.pages.n; i++) {
        struct store_page page;
        struct err none;
        uint64_t id;
        if (str_number(k->facts.pages.item[i], INT64_MAX, &id)
            && store_page_get(k->arena, k->store, (int64_t)id, &page, &none) == 0)
            code = announce(k, &page, e);
    }
    return code;
}

/* What became of earlier announcements: whether an important change was found since. */
static void settle_waiting(struct sensing *k)
{
    struct sensor_facts *f = &k->facts;
    for (uint32_t i = 0; i < f->waiting.n; i++) {
        struct str rest = f->waiting.item[i];
        uint64_t id, at, importance;
        struct store_page page;
        struct err gone;
        if (!str_number(str_cut(&rest, ' '), INT64_MAX, &id) || !str_number(str_cut(&rest, ' '), INT64_MAX, &at)
            || !str_number(rest, UINT32_MAX, &importance) || store_page_get(k->arena, k->store, (int64_t)id, &page, &gone))
            continue;
        if (page.checked_at != NEVER && page.checked_at > (int64_t)at) {
            f->told++;
            f->right += (double)forecast_read(page.learnt).importance * 1000 > (double)importance + 1;
        } else if (k->now - (int64_t)at < WAITING_MS) {
            *VEC_ADD(k->arena, &k->waiting) = f->waiting.item[i];
        }
    }
    while (f->told > COUNTS_MAX) {
        f->told /= 2;
        f->right /= 2;
    }
}

static int compare_marks(const void *one, const void *other)
{
    uint32_t a = *(const uint32_t *)one, b = *(const uint32_t *)other;
    return (a > b) - (a < b);
}

static bool was_seen(const struct sensing *k, uint32_t mark)
{
    return bsearch(&mark, k->row.seen.ptr, k->row.seen.len / sizeof mark, sizeof mark, compare_marks) != NULL;
}

/* An index: of its sitemaps the ones that changed last are asked as well, and those that are news at once. */
static int take_child(struct sensing *k, const struct announcement *said, bool news, struct err *e)
{
    struct str url = canonical_url(k->arena, said->url);
    struct store_sensor child;
    struct err none;
    bool taken;
    if (!str_eq(canonical_host(url), k->row.host) && !str_eq(canonical_host(url), canonical_host(k->row.url)))
        return 0;
    if (store_sensor_get(k->arena, k->store, url, &child, &none))
        return offer(k->arena, k->store, url, k->row.host, k->now, e);
    return news && child.ask_at > k->now ? store_sensor_take(k->store, &child, k->now, &taken, e) : 0;
}

struct child {
    struct announcement said;
    bool news;
};

static int compare_children(const void *one, const void *other)
{
    const struct child *a = one, *b = other;
    int64_t x = a->said.at == NEVER ? 0 : a->said.at, y = b->said.at == NEVER ? 0 : b->said.at;
    return (x < y) - (x > y);
}

static int take_body(struct sensing *k, struct str body, struct err *e)
{
    struct announce_reader reader;
    struct announcement said;
    VEC(uint32_t) marks = { 0 };
    VEC(struct child) children = { 0 };
    enum announce_kind kind = announce_open(&reader, body);
    bool first = k->row.seen.len == 0, any = false;
    int code = 0;
    while (code == 0 && marks.n < ENTRIES_MAX && announce_next(k->arena, &reader, &said)) {
        uint32_t mark = (uint32_t)(hash_mix(hash_str(said.url), hash_str(said.date)) >> 32);
        bool news = !first && !was_seen(k, mark);
        *VEC_ADD(k->arena, &marks) = mark;
        any |= news;
        if (kind == ANNOUNCE_INDEX)
            *VEC_ADD(k->arena, &children) = (struct child){ said, news };
        else if (news)
            code = announce_address(k, &said, e);
    }
    if (code == 0 && kind == ANNOUNCE_FEED && any)
        code = announce_namers(k, e);
    if (children.n)
        qsort(children.item, children.n, sizeof *children.item, compare_children);
    for (uint32_t i = 0; code == 0 && i < MIN(children.n, (uint32_t)CHILDREN_MAX); i++)
        code = take_child(k, &children.item[i].said, children.item[i].news, e);
    if (marks.n)
        qsort(marks.item, marks.n, sizeof *marks.item, compare_marks);
    k->row.seen = (struct str){ (const char *)marks.item, marks.n * sizeof *marks.item };
    return code;
}

/* Sooner where there was something to hear; never within the time that the answer holds by its own words. */
static int64_t next_after(struct sensing *k, const struct response *r)
{
    struct sensor_facts *f = &k->facts;
    if (r->state == FETCH_LATER || r->state == FETCH_SKIPPED || r->state == FETCH_NETWORK_DOWN)
        return MAX(k->now + OFTEN_MS, r->retry_at_ms);
    if (r->state != FETCH_OK && r->state != FETCH_NOT_MODIFIED) {
        f->errors++;
        f->every_ms = r->state == FETCH_GONE || r->state == FETCH_ROBOTS ? GONE_MS : MIN(2 * f->every_ms, GONE_MS);
        return k->now + f->every_ms;
    }
    f->errors = 0;
    f->every_ms = k->told.n ? MAX(f->every_ms / 2, OFTEN_MS) : MIN(f->every_ms + f->every_ms / 2, SELDOM_MS);
    if (!sensor_is_believed(f))
        f->every_ms = SELDOM_MS;
    return k->now + MAX(f->every_ms, MIN(header_fresh_ms(r->head, k->now), SELDOM_MS));
}

/* "sitemap.xml.gz": no larger unpacked than any other may be. */
static void unpack(struct arena *a, struct response *r)
{
    struct err e;
    if (r->state != FETCH_OK || !gzip_is(r->body))
        return;
    int code = gzip_unpack(a, r->body, SENSOR_BYTES, &r->body, &e);
    if (code)
        r->state = code == E_LIMIT ? FETCH_TOO_LARGE : FETCH_BROKEN;
}

int sensors_take(struct store *s, const struct subject_rules *rules, struct str url, const struct response *answer, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_CHECK_MEMORY };
    struct response unpacked = *answer, *r = &unpacked;
    struct sensing k = { .arena = &a, .store = s, .rules = rules, .now = r->fetched_at_ms };
    int code = store_sensor_get(&a, s, url, &k.row, e);
    if (code)
        return code == E_ABSENT ? 0 : code;
    k.facts = sensor_facts_read(&a, k.row.facts);
    settle_waiting(&k);
    unpack(&a, r);
    if (r->state == FETCH_OK && take_body(&k, r->body, e))
        return e->code;
    if (r->state == FETCH_OK) {
        k.facts.etag = r->etag;
        k.facts.last_modified = r->last_modified;
    }
    k.row.ask_at = next_after(&k, r);
    k.facts.checked_at = k.now;
    k.facts.waiting = (struct record_list){ k.waiting.item, k.waiting.n };
    k.row.facts = facts_write(&a, &k.facts);
    return store_sensor_put(s, &k.row, e);
}
