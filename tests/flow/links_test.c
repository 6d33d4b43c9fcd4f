/* What a page points to becomes watched: by depth, by prefix, with its pictures; once, and not for ever. */
#include "flow/sealed.h"
#include "tests/flow/archive.h"

static const char index_page[] =
    "<title>Index</title><h1>All about tea and how to make it</h1><p>Read <a href=green>green</a>, <a href=black>"
    "black</a>, <a href=/other/>other things</a>, <a href=green#top>green again</a>.<img src=tea.png alt=Tea>";

static uint32_t watched(struct archive *x, struct str url, struct watch *w)
{
    struct store_watches watches;
    struct store_page page;
    struct err none;
    if (store_page_find(&x->arena, &x->store, url, &page, &none))
        return 0;
    archive_must(x, store_page_watches(&x->arena, &x->store, page.id, &watches, &x->err), "watches");
    if (watches.n)
        archive_must(x, sealed_read(&x->arena, &x->store, &watches.item[0], w, &x->err), "settings");
    return watches.n;
}

static struct check check_page(struct archive *x, const char *url, const char *body)
{
    struct store_page page;
    struct response r = archive_page(x, body);
    archive_must(x, store_page_find(&x->arena, &x->store, str_of(url), &page, &x->err), "find");
    return archive_check(x, page.id, r);
}

static void test_depth(void)
{
    AUTO(archive) x = { 0 };
    struct watch w = { 0 };
    archive_open(&x);
    archive_watch(&x, "http://h/tea/", x.user, "{\"depth\":2,\"same_prefix\":true,\"every\":\"1h\",\"tags\":[\"t\"]}");
    struct check c = check_page(&x, "http://h/tea/", index_page);
    eq_int(c.n_followed, 2, "the pages below are followed, each once");
    ok(watched(&x, STR("http://h/tea/green"), &w) == 1, "one of them");
    ok(w.level == 1 && w.depth == 2 && str_eq(w.root, STR("http://h/tea/")) && str_eq(w.every, STR("1h")) && w.known
           && watch_has_tag(&w, STR("t")),
       "is watched as its root is");
    eq_int(watched(&x, STR("http://h/other/"), &w), 0, "what lies elsewhere is not");
    c = check_page(&x, "http://h/tea/green",
                   "<title>Green</title><p>Green tea, see <a href=./>the index</a> and <a href=deep>deeper</a>.");
    eq_int(c.n_followed, 1, "the next level, and no way back");
    c = check_page(&x, "http://h/tea/deep",
                   "<title>Deep</title><p>Deep things are said here, see <a href=deeper>deeper</a> still.");
    eq_int(c.n_followed, 0, "and no further");
    eq_int(archive_news(&x, x.user), 0, "what was there at first is no news");
    c = check_page(&x, "http://h/tea/", arena_printf(&x.arena, "%s<p>New: <a href=mint>mint</a>", index_page).ptr);
    ok(c.n_followed == 1 && watched(&x, STR("http://h/tea/mint"), &w) == 1 && !w.known, "a link that comes later is followed");
    c = check_page(&x, "http://h/tea/mint", "<title>Mint</title><p>Mint tea is made of mint and hot water.");
    eq_int(archive_news(&x, x.user), 2, "and the page behind it is news, as is the link");
}

static void test_entities(void)
{
    AUTO(archive) x = { 0 };
    struct watch w = { 0 };
    archive_open(&x);
    archive_watch(&x, "http://h/tea/", x.user, "{\"entities\":true,\"select\":[\"main\"],\"header\":[[\"A\",\"b\"]]}");
    struct check c = check_page(&x, "http://h/tea/", index_page);
    ok(c.n_followed >= 1, "pictures are followed");
    struct store_pages pages;
    archive_must(&x, store_pages(&x.arena, &x.store, 0, 100, &pages, &x.err), "pages");
    bool found = false;
    for (uint32_t i = 0; i < pages.n; i++)
        found |= str_eq(watch_address(pages.item[i].url), STR("http://h/tea/tea.png")) && watched(&x, pages.item[i].url, &w) == 1;
    ok(found, "this one");
    ok(w.entity && w.select.n == 0 && w.header.n == 1, "as a whole, with the headers that its page needs");
}

static void test_nothing(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    archive_watch(&x, "http://h/tea/", x.user, "{}");
    eq_int(check_page(&x, "http://h/tea/", index_page).n_followed, 0, "who does not ask gets nothing");
}

int main(void)
{
    test_depth();
    test_entities();
    test_nothing();
    return tap_done();
}
