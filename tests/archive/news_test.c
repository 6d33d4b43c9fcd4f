/* News and listings: read from rows alone, in the caller's own words; the rest is told or counted; a damaged row stops nothing. */
#include "archive/news.h"

#include "archive/held.h"
#include "archive/listing.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { PAGES = 8 };

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    int64_t ann, page[PAGES];
    struct err e;
};

static void must(struct world *w, int code)
{
    if (code == 0)
        return;
    ok(false, "the archive: %s", w->e.text);
    exit(tap_done());
}

static struct caller as(struct world *w, int64_t user)
{
    return (struct caller){
        .who = { user, STR("ann"), ROLE_USER }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

static void add_versions(struct world *w, int64_t page, unsigned n)
{
    for (unsigned i = 1; i <= n; i++) {
        struct store_version v = { .page = page, .fetched_at = 10 * i, .status = 200 };
        bool is_new;
        must(w, store_version_add(&w->store, &v, arena_printf(&w->arena, "page %lld, version %u", (long long)page, i), &is_new,
                                  &w->e));
    }
}

static void add_event(struct world *w, int64_t page, int64_t number, double importance, const char *headline, const char *changes)
{
    struct store_verdict verdict = { .page = page, .number = number, .before = number - 1, .importance = 0.9 };
    struct store_event event = { .user = w->ann,
                                 .page = page,
                                 .number = number,
                                 .before = number - 1,
                                 .at = 10 * number,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = importance,
                                 .counts = { { 1, 0, 0 }, 3, 2 },
                                 .headline = str_of(headline),
                                 .changes = str_of(changes) };
    int64_t id;

    verdict.changes = STR("[{\"kind\":\"insert\",\"before\":\"\",\"old\":\"\",\"new\":\"of the whole page\",\"after\":\"\"}]");
    must(w, store_verdict_put(&w->store, &verdict, &w->e));
    must(w, store_event_put(&w->store, &event, &id, &w->e));
}

/* 0: two changes that are new; 1: one, without words of its own; 2: failed; 3: moved; 4: suspect; 5: nothing new; 6: never fetched;
 * 7: damaged. */
static void build(struct world *w, const struct folder *folder)
{
    static const char *const states[PAGES] = { [0] = "{\"title\":\"Shop\"}",
                                               [2] = "{\"answer\":\"gone\",\"message\":\"No such page.\"}",
                                               [3] = "{\"moved_to\":\"https://example.org/there\"}",
                                               [4] = "{\"suspect\":\"It looks like a login page.\"}" };
    static const char *const settings[PAGES] = {
        [0] = "{\"tags\":[\"work\"]}", [5] = "{\"title\":\"Old news\"}", [7] = "{\"every\":1"
    };

    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e));
    for (unsigned i = 0; i < PAGES; i++) {
        struct store_page page = { .host = STR("example.org"), .next_check_at = 99 };
        page.url = page.canonical = arena_printf(&w->arena, "https://example.org/%u", i);
        must(w, store_page_add(&w->store, &page, &w->page[i], &w->e));
        struct store_watch watch = { w->ann, w->page[i], 1, str_of(settings[i] ? settings[i] : ""), 0 };
        must(w, store_watch_put(&w->store, &watch, &w->e));
        if (i == 6)
            continue;
        add_versions(w, w->page[i], i < 2 ? 3 : 1);
        must(w, store_watch_begin(&w->store, w->ann, w->page[i], 1, &w->e));
        page = (struct store_page){ .id = w->page[i], .checked_at = 50, .next_check_at = 99, .errors = i == 2 };
        page.state = str_of(states[i] ? states[i] : "");
        page.attention = i == 3 || i == 4;
        must(w, store_page_schedule(&w->store, &page, &w->e));
    }
    add_event(w, w->page[0], 2, 0.7, "ten euro",
              "[{\"kind\":\"delete\",\"before\":\"\",\"old\":\"older\",\"new\":\"\",\"after\":\"\"}]");
    add_event(w, w->page[0], 3, 0.2, "twelve euro",
              "[{\"kind\":\"insert\",\"before\":\"\",\"old\":\"\",\"new\":\"newer\",\"after\":\"\"}]");
    add_event(w, w->page[1], 3, 0.1, "", "");
}

static void test_news(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct report r;

    if (!ok(news_read(&ann, &(struct news_query){ 0 }, &r, &w->e) == 0 && r.n == PAGES, "all rows: %s", w->e.text))
        return;
    const struct report_row *row = r.row;
    eq_str(row[0].url, STR("https://example.org/0"), "what matters most stands first");
    eq_str(row[0].title, STR("Shop"), "with the title the page had when it was read");
    eq_str(row[0].headline, STR("page 1, version 3"), "of two events what stands, not what one of them said");
    ok(row[0].excerpts.n == 1 && str_eq(row[0].excerpts.item[0].old, STR("1")) && str_eq(row[0].excerpts.item[0].new, STR("3")),
       "from the version that was seen to the newest");
    ok(row[0].n_versions == 2 && row[0].compared && row[0].n_changes == 1 && row[0].words_inserted == 1,
       "how many versions came, and counts of the whole");
    ok(row[1].excerpts.n == 1 && str_eq(row[1].excerpts.item[0].new, STR("of the whole page")),
       "an event without changes of its own has the verdict's");
    static const uint32_t parts[REPORT_PARTS] = { 2, 1, 3, 1, 1 };
    ok(memcmp(r.n_part, parts, sizeof parts) == 0, "each in its part: %u %u %u %u %u", r.n_part[0], r.n_part[1], r.n_part[2],
       r.n_part[3], r.n_part[4]);
    eq_str(row[3].message, STR("No such page."), "trouble in words");
    ok(str_find(row[5].message, STR("cannot be read"), 0) != SIZE_MAX, "a damaged row is trouble: %.*s", STR_ARG(row[5].message));
}

static void test_brief(struct world *w)
{
    struct caller ann = as(w, w->ann), nobody = as(w, 0);
    struct report r;
    struct str tag = STR("work");

    if (!ok(news_read(&ann, &(struct news_query){ .brief = true }, &r, &w->e) == 0, "in brief: %s", w->e.text))
        return;
    ok(r.n == 6 && r.n_part[REPORT_NEW] == 2 && r.n_part[REPORT_TROUBLE] == 2 && r.n_part[REPORT_SUSPECT] == 1
           && r.n_part[REPORT_WAITING] == 1,
       "what is new or wrong has rows: %u", r.n);
    eq_int(r.n_part[REPORT_SAME], 2, "the rest is counted");
    struct news_counts n = { 0 };
    ok(news_count(&ann, NULL, &n, &w->e) == 0 && n.new == 2 && n.watched == PAGES &&n.failing == 1 && n.held == 1,
       "numbers for a menu: new, watched, failed, held back: %llu %llu %llu %llu", (unsigned long long)n.new,
       (unsigned long long)n.watched, (unsigned long long)n.failing, (unsigned long long)n.held);
    struct news_counts again = { 0 };
    ok(news_count(&ann, &r, &again, &w->e) == 0 && memcmp(&again, &n, sizeof n) == 0, "the same where the news were read already");
    eq_int(r.row[0].new_since, 20, "since when there is something new");
    ok(news_read(&ann, &(struct news_query){ .tag = &tag, .n_tags = 1, .brief = true }, &r, &w->e) == 0 && r.n == 1,
       "of a tag alone");
    ok(news_read(&nobody, &(struct news_query){ 0 }, &r, &w->e) == 0 && r.n == 0, "nobody has no news");
    ok(news_read(&nobody, &(struct news_query){ .brief = true }, &r, &w->e) == 0 && r.n_part[REPORT_SAME] == 0, "in brief neither");
}

struct seen_rows {
    struct arena *arena;
    struct str state[PAGES], headline[PAGES];
    uint32_t n;
};

static int see(void *context, const struct listing_row *row, struct err *e UNUSED)
{
    struct seen_rows *s = context;
    s->state[s->n] = arena_str(s->arena, row->state);
    s->headline[s->n++] = row->event ? arena_str(s->arena, row->event->headline) : STR("none");
    return 0;
}

static void test_listing(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct seen_rows all = { .arena = &w->arena }, one = { .arena = &w->arena };
    struct str word = STR("OLD");

    ok(listing_each(&ann, &(struct listing_query){ 0 }, see, &all, &w->e) == 0 && all.n == PAGES, "a listing: %s", w->e.text);
    eq_str(all.headline[0], STR("twelve euro"), "the last change");
    eq_str(all.headline[5], STR("none"), "or none");
    eq_str(all.state[2], STR("failed"), "how it stands");
    eq_str(all.state[6], STR("not checked yet"), "or that nobody knows");
    eq_str(all.state[7], STR("damaged"), "a row that cannot be read");
    ok(listing_each(&ann, &(struct listing_query){ .word = &word, .n_words = 1 }, see, &one, &w->e) == 0 && one.n == 1,
       "by a word");
}

static void test_held(struct world *w)
{
    struct held_part part = { STR(""), STR("a counter"), 1 };
    struct held_row row = { .parts = { &part, 1 }, .verdict = { .before = 1, .counts = { { 1, 0, 0 }, 2, 1 } } };

    eq_str(held_headline(&w->arena, &row), STR("2 words added, 1 removed"),
           "held back: what can be counted, where nothing can be quoted");
    row.verdict.changes = STR("[{\"kind\":\"delete\",\"before\":\"\",\"old\":\"gone\",\"new\":\"\",\"after\":\"\"}]");
    eq_str(held_headline(&w->arena, &row), STR("Removed: gone"), "else the first change");
    part.what = STR("214 readers");
    eq_str(held_headline(&w->arena, &row), STR("214 readers"), "or the part that was held back");
    row.verdict.headline = STR("a headline");
    eq_str(held_headline(&w->arena, &row), STR("a headline"), "its own headline before all");
    struct held_parts links =
        held_parts(&w->arena, STR("[{\"what\":\"href was \\\"/\\\", is now \\\"/en/\\\"\",\"why\":\"no words\"}]"));
    eq_str(links.item[0].what, STR("The link was \"/\", is now \"/en/\""), "without names of attributes");
}

static const struct report_row *row_of(const struct report *r, int64_t page)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (r->row[i].page == page)
            return &r->row[i];
    return NULL;
}

/* What was kept when the newest version landed is read; where it is of other versions, or its user taught something since, it is not; and
 * where nothing is left of what was new, the page is not new. Bodies that cannot be compared leave the rows of events. */
static void test_since(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct news_query brief = { .brief = true };
    struct store_since since = {
        .user = w->ann,
        .page = w->page[0],
        .seen = 1,
        .number = 3,
        .importance = 0.3,
        .counts = { { 2, 0, 0 }, 5, 4 },
        .headline = STR("twelve euro (was nine)"),
        .changes = STR("[{\"kind\":\"update\",\"before\":\"\",\"old\":\"nine\",\"new\":\"twelve\",\"after\":\"\"}]")
    };
    struct store_lesson lesson = { .user = w->ann, .page = w->page[0], .number = 2, .kind = STORE_LESSON_DISMISSED };
    struct report r;

    must(w, store_since_put(&w->store, &since, &w->e));
    must(w, news_read(&ann, &brief, &r, &w->e));
    const struct report_row *row = row_of(&r, w->page[0]);
    ok(row && row->importance == 0.3 && row->words_inserted == 5 && row->words_deleted == 4 && row->n_changes == 2 && row->compared,
       "what was kept of several versions is read");
    ok(row && str_eq(row->headline, since.headline) && row->excerpts.n == 1 && str_eq(row->excerpts.item[0].old, STR("nine")),
       "in its words");
    must(w, store_lesson_put(&w->store, &lesson, &w->e));
    must(w, news_read(&ann, &brief, &r, &w->e));
    row = row_of(&r, w->page[0]);
    ok(row && !str_eq(row->headline, since.headline), "what was taught since makes it void");
    must(w, store_lesson_remove(&w->store, &lesson, &w->e));
    since.seen = 2;
    must(w, store_since_put(&w->store, &since, &w->e));
    must(w, news_read(&ann, &brief, &r, &w->e));
    row = row_of(&r, w->page[0]);
    ok(row && !str_eq(row->headline, since.headline), "so does another version that was seen");
    since = (struct store_since){ .user = w->ann, .page = w->page[0], .seen = 1, .number = 3, .importance = 0 };
    must(w, store_since_put(&w->store, &since, &w->e));
    must(w, news_read(&ann, &brief, &r, &w->e));
    ok(!row_of(&r, w->page[0]), "where nothing is left, nothing is new");
    must(w, store_since_drop(&w->store, w->ann, w->page[0], &w->e));
}

/* An outage that came and went is not what the page is told by. */
static void test_undone(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct report r;

    add_versions(w, w->page[5], 4);
    add_event(w, w->page[5], 2, 0.9, "degraded",
              "[{\"kind\":\"update\",\"before\":\"\",\"old\":\"up\",\"new\":\"degraded\",\"after\":\"\"}]");
    add_event(w, w->page[5], 3, 0.8, "up again",
              "[{\"kind\":\"update\",\"before\":\"\",\"old\":\"degraded\",\"new\":\"up\",\"after\":\"\"}]");
    add_event(w, w->page[5], 4, 0.1, "a notice",
              "[{\"kind\":\"insert\",\"before\":\"\",\"old\":\"\",\"new\":\"a notice\",\"after\":\"\"}]");
    if (!ok(news_read(&ann, &(struct news_query){ .brief = true }, &r, &w->e) == 0, "after an outage: %s", w->e.text))
        return;
    for (uint32_t i = 0; i < r.n; i++) {
        if (r.row[i].page != w->page[5])
            continue;
        eq_str(r.row[i].headline, STR("page 6, version 4 (was 1)"), "what was undone is not what a page is told by");
        eq_int(r.row[i].excerpts.n, 1, "nor quoted");
    }
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    build(&w, &folder);
    test_news(&w);
    test_brief(&w);
    test_listing(&w);
    test_since(&w);
    test_held(&w);
    test_undone(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
