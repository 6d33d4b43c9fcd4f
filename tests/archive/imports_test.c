/* Lists of other programs: what an entry says becomes fields of a watch, what is given for all comes with it, what is there already is
 * changed by what the list names alone, and what cannot be watched is refused without keeping the others out. */
#include "archive/imports.h"

#include "archive/watched.h"
#include "base/limits.h"
#include "tests/archive/world.h"

static struct str strs[] = { STR_INIT("boats"), STR_INIT("tides") };
static struct str selectors[] = { STR_INIT("main"), STR_INIT("//table") };
static struct hotlist_pair pairs[] = { { STR_INIT("X-Key"), STR_INIT("k") } };

/* The fields that are named, and the watch as JSON. */
static struct str edit_of(struct arena *a, const struct watch_edit *given, const struct hotlist_entry *entry)
{
    AUTO(buf) out = BUF(KIB(16));
    struct watch_edit x = import_edit(a, given, entry);
    for (uint32_t i = 0; i < x.name.n; i++)
        buf_addf(&out, "%s%.*s", i ? " " : "", STR_ARG(x.name.item[i]));
    buf_addf(&out, " -> %.*s", STR_ARG(watch_write(a, &x.to)));
    return arena_str(a, buf_str(&out));
}

static void test_edits(void)
{
    static const struct {
        const char *name;
        struct hotlist_entry entry;
        const char *want;
    } rows[] = {
        { "an address alone", { .url = STR_INIT("http://h/") }, " -> {}" },
        { "a title", { .title = STR_INIT("Harbour") }, "title -> {\"title\":\"Harbour\"}" },
        { "an interval", { .has_every = true, .every_ms = 6 * 3600000 }, "every -> {\"every\":\"6h\"}" },
        { "never", { .has_every = true, .every_ms = NEVER }, "every -> {\"every\":\"never\"}" },
        { "in every run", { .has_every = true, .every_ms = 0 }, "every -> {\"every\":\"0\"}" },
        { "tags", { .tags = { strs, 2 } }, "tags -> {\"tags\":[\"boats\",\"tides\"]}" },
        { "a folder", { .folder = STR_INIT("News/Local") }, "tags -> {\"tags\":[\"News/Local\"]}" },
        { "both", { .tags = { strs, 1 }, .folder = STR_INIT("News") }, "tags -> {\"tags\":[\"boats\",\"News\"]}" },
        { "what counts", { .select = { selectors, 2 } }, "select -> {\"select\":[\"main\",\"//table\"]}" },
        { "what does not", { .ignore = { selectors, 1 } }, "ignore -> {\"ignore\":[\"main\"]}" },
        { "no messages", { .muted = true }, "notify -> {\"notify\":[\"none\"]}" },
        { "headers", { .headers = { pairs, 1 } }, "header -> {\"private\":true}" },
        { "a form", { .form = { pairs, 1 } }, "form -> {\"private\":true}" },
        { "a login", { .user = STR_INIT("ann"), .password = STR_INIT("pw") }, "user password -> {\"private\":true}" },
        { "a proxy", { .proxy = STR_INIT("http://p:3128") }, "proxy -> {\"proxy\":\"http://p:3128\"}" },
        { "a pause", { .paused = true }, "paused -> {\"paused\":true}" },
        { "a browser", { .browser = true }, "browser -> {\"browser\":true}" },
        { "robots.txt", { .ignore_robots = true }, "ignore_robots -> {\"ignore_robots\":true}" },
        { "all at once",
          { .title = STR_INIT("T"),
            .has_every = true,
            .every_ms = 60000,
            .tags = { strs, 1 },
            .select = { selectors, 1 },
            .ignore = { selectors, 1 },
            .muted = true,
            .headers = { pairs, 1 },
            .form = { pairs, 1 },
            .user = STR_INIT("u"),
            .proxy = STR_INIT("http://p"),
            .paused = true,
            .browser = true,
            .ignore_robots = true },
          "every title tags select ignore notify header form user password proxy paused browser ignore_robots -> "
          "{\"every\":\"1min\",\"title\":\"T\",\"tags\":[\"boats\"],\"notify\":[\"none\"],\"select\":[\"main\"],\"ignore\":[\"main\"],"
          "\"paused\":true,\"ignore_robots\":true,\"browser\":true,\"private\":true,\"proxy\":\"http://p\"}" },
    };
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_str(edit_of(&a, &(struct watch_edit){ 0 }, &rows[i].entry), str_of(rows[i].want), rows[i].name);
}

/* What is given for all of them: tags are added to, an interval wins. */
static void test_given(void)
{
    AUTO(arena) a = { 0 };
    struct str names[] = { STR("every"), STR("tags") }, all = STR("all");
    struct watch_edit given = { { .every = STR("1d"), .tags = { &all, 1 } }, { names, 2 } };

    eq_str(edit_of(&a, &given, &(struct hotlist_entry){ 0 }), STR("every tags -> {\"every\":\"1d\",\"tags\":[\"all\"]}"),
           "an entry that says nothing has what is given");
    eq_str(edit_of(&a, &given, &(struct hotlist_entry){ .tags = { strs, 2 }, .folder = STR("F") }),
           STR("every tags tags -> {\"every\":\"1d\",\"tags\":[\"all\",\"boats\",\"tides\",\"F\"]}"), "tags come together");
    eq_str(edit_of(&a, &given, &(struct hotlist_entry){ .has_every = true, .every_ms = 1 }),
           STR("every tags -> {\"every\":\"1d\",\"tags\":[\"all\"]}"), "who gives an interval means it for all");
}

/* ---- Into the archive ---- */

static struct str told(struct archive_world *w, const struct import_result *r)
{
    AUTO(buf) out = BUF(KIB(16));
    buf_addf(&out, "%u new, %u known, %u refused", r->n_new, r->n_known, r->n_refused);
    for (uint32_t i = 0; i < MIN(r->n_refused, (uint32_t)IMPORT_REFUSED_SHOWN); i++)
        buf_addf(&out, "\n%.*s", STR_ARG(r->refused[i].why));
    return arena_str(&w->arena, buf_str(&out));
}

static struct import_result import(struct archive_world *w, const struct caller *c, struct hotlist_entry *entry, uint32_t n)
{
    struct import_result result = { 0 };
    must(w, import_some(c, &(struct hotlist){ .item = entry, .n = n }, (struct import_part){ 0, n }, &(struct watch_edit){ 0 },
                        &result, &w->e));
    return result;
}

static struct str watch_at(struct archive_world *w, const struct caller *c, int64_t page)
{
    struct watched row;
    must(w, watched_page(c, page, &row, &w->e));
    return watch_write(&w->arena, &row.watch);
}

#define JAVASCRIPT "javascript:alert(1) is not the address of a web page; it is written https://example.org/page\n"

static void test_import(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), root = world_caller(&w, "root", ROLE_ADMIN);
    struct hotlist_entry list[] = {
        { .url = STR("paper.example/news"), .title = STR("News") },
        { .url = STR("https://paper.example/news#top"), .tags = { strs, 1 } },
        { .url = STR("javascript:alert(1)") },
        { .url = STR("file:///etc/motd") },
        { .url = STR("https://paper.example/shop"), .proxy = STR("http://p:1"), .browser = true, .ignore_robots = true },
        { .url = STR("https://paper.example/login"), .headers = { (struct hotlist_pair[]){ { STR("Host"), STR("x") } }, 1 } },
    };

    struct import_result r = import(&w, &ann, list, ARRAY_LEN(list));
    eq_str(told(&w, &r),
           STR("2 new, 1 known, 3 refused\n" JAVASCRIPT "file:///etc/motd: only an administrator may watch files of the machine\n"
               "https://paper.example/login: the header Host is HTTP's own and cannot be set"),
           "what can be watched is, and the rest is told");
    eq_int(r.n_pages, 3, "the first pages are named");
    ok(!r.page[0].known && r.page[1].known && r.page[0].page == r.page[1].page, "the second is the first again");
    eq_str(watch_at(&w, &ann, r.page[0].page), STR("{\"title\":\"News\",\"tags\":[\"boats\"]}"), "and adds to it what it says");
    eq_str(watch_at(&w, &ann, r.page[2].page), STR("{}"), "how the machine reaches the world is not a user's to decide");

    struct hotlist_entry plain = { .url = STR("https://paper.example/news") };
    r = import(&w, &ann, &plain, 1);
    eq_str(watch_at(&w, &ann, r.page[0].page), STR("{\"title\":\"News\",\"tags\":[\"boats\"]}"),
           "a list that says nothing of a page leaves it as it is");
    r = import(&w, &root, list, ARRAY_LEN(list));
    eq_str(told(&w, &r),
           STR("2 new, 1 known, 3 refused\n" JAVASCRIPT
               "file:///etc/motd: files of this machine are not watched unless the setting allow-file is on\n"
               "https://paper.example/login: the header Host is HTTP's own and cannot be set"),
           "an administrator's list");
    archive_world_drop(&w);
}

/* A part at a time, counts going on; of many refusals the first twenty are told. */
static void test_parts(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER);
    struct hotlist_entry list[70] = { 0 };
    struct import_result r = { 0 };
    struct hotlist all = { .item = list, .n = ARRAY_LEN(list) };

    for (int i = 0; i < 70; i++)
        list[i].url = arena_printf(&w.arena, i < 30 ? "mailto:%d@x.example" : "https://h%d.example/", i);
    must(&w, import_some(&ann, &all, (struct import_part){ 0, 25 }, &(struct watch_edit){ 0 }, &r, &w.e));
    ok(r.n_new == 0 && r.n_refused == 25, "a first part");
    must(&w, import_some(&ann, &all, (struct import_part){ 25, 1000 }, &(struct watch_edit){ 0 }, &r, &w.e));
    ok(r.n_new == 40 && r.n_refused == 30 && r.n_pages == 40, "and the rest, which ends with the list");
    eq_str(r.refused[IMPORT_REFUSED_SHOWN - 1].url, STR("mailto:19@x.example"), "twenty refusals are kept");
    must(&w, import_some(&ann, &all, (struct import_part){ 70, 10 }, &(struct watch_edit){ 0 }, &r, &w.e));
    eq_int(r.n_new, 40, "behind its end there is nothing");
    ann.who.role = ROLE_READER;
    eq_int(import_some(&ann, &all, (struct import_part){ 0, 1 }, &(struct watch_edit){ 0 }, &r, &w.e), E_DENIED,
           "a reader imports nothing");
    archive_world_drop(&w);
}

int main(void)
{
    test_edits();
    test_given();
    test_import();
    test_parts();
    return tap_done();
}
