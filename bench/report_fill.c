/* An archive of many pages for bench/report: report_fill STORE PAGES NEW. Each page has two versions and a watch of "bench"; of the last
 * NEW pages the second version is new, with the verdict, the event and the changes in their own words that a check would have kept. */
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/limits.h"
#include "flow/state.h"
#include "store/store.h"

static const char changes[] =
    "[{\"kind\":\"update\",\"before\":\"The price of tea is\",\"old\":\"ten euro\",\"new\":\"twelve euro\",\"after\":\"since this morning.\"},"
    "{\"kind\":\"insert\",\"before\":\"\",\"old\":\"\",\"new\":\"Four more shops have opened in the old town\",\"after\":\"\"},"
    "{\"kind\":\"delete\",\"before\":\"\",\"old\":\"The market is closed on Mondays.\",\"new\":\"\",\"after\":\"\"}]";

static void must(int code, const struct err *e)
{
    if (code == 0)
        return;
    fprintf(stderr, "report_fill: %s\n", e->text);
    exit(1);
}

static void add_version(struct store *s, int64_t page, unsigned number, struct err *e)
{
    AUTO(buf) body = BUF(KIB(64));
    struct store_version v = { .page = page, .fetched_at = 1793534400000 + number * 1000, .server_at = NEVER, .status = 200 };
    bool is_new;
    buf_addf(&body, "<title>Page %lld</title><p>Words of version %u.", (long long)page, number);
    must(store_version_add(s, &v, buf_str(&body), &is_new, e), e);
}

static void add_news(struct store *s, int64_t user, int64_t page, struct err *e)
{
    struct store_counts counts = { { 3, 0, 1 }, 10, 8 };
    struct store_verdict verdict = { .page = page, .number = 2, .before = 1, .importance = 0.4, .counts = counts };
    struct store_event event = {
        .user = user, .page = page, .number = 2, .before = 1, .at = 1793534402000, .kind = STORE_EVENT_CHANGED
    };
    int64_t id;
    verdict.headline = event.headline = STR("twelve euro");
    verdict.changes = str_of(changes);
    event.importance = 0.4;
    event.counts = counts;
    must(store_verdict_put(s, &verdict, e), e);
    must(store_event_put(s, &event, &id, e), e);
}

static void add_page(struct store *s, int64_t user, unsigned i, bool is_new, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct page_state state = page_state_none();
    struct store_page page = { .added_at = 1793534400000, .next_check_at = 1793620800000, .host = STR("example.org") };
    page.url = page.canonical = arena_printf(&a, "https://example.org/section/%u/page.html?number=%u", i % 100, i);
    must(store_page_add(s, &page, &page.id, e), e);
    struct store_watch watch = {
        .user = user, .page = page.id, .added_at = 1793534400000, .settings = STR("{\"tags\":[\"work\"]}")
    };
    must(store_watch_put(s, &watch, e), e);
    add_version(s, page.id, 1, e);
    add_version(s, page.id, 2, e);
    must(store_watch_begin(s, user, page.id, is_new ? 1 : 2, e), e);
    if (is_new)
        add_news(s, user, page.id, e);
    state.outcome = STR("same");
    state.answer = STR("ok");
    state.status = 200;
    state.rule = STR("threshold");
    state.title = STR("The page of the bench");
    state.known_hash = 0x123456789abcdef1;
    state.tried_at = state.changed_at = 1793534402000;
    page.checked_at = 1793534402000;
    page.etag = STR("\"0123456789abcdef\"");
    page.last_modified = STR("Sun, 01 Nov 2026 12:00:00 GMT");
    page.state = page_state_write(&a, &state);
    must(store_page_schedule(s, &page, e), e);
}

int main(int argc, char **argv)
{
    AUTO(store) s = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct err e;
    int64_t user;
    if (argc != 4)
        return 2;
    unsigned pages = (unsigned)strtoul(argv[2], NULL, 10), new = (unsigned)strtoul(argv[3], NULL, 10);
    must(store_open(&s, argv[1], &(struct store_options){ .create = true }, &e), &e);
    must(store_begin(&s, &tx, &e), &e);
    must(store_user_add(&s, STR("bench"), 1793534400000, &user, &e), &e);
    for (unsigned i = 0; i < pages; i++)
        add_page(&s, user, i, i + new >= pages, &e);
    must(store_commit(&tx, &e), &e);
    return 0;
}
