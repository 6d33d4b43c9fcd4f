/* The document around a view: names, counts, notes, list and legend; nothing of a page or a name gets out of its place. */
#include "show/changes.h"
#include "show/frame.h"

#include "tests/show/pair.h"
#include "tests/tap.h"

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

static size_t count(struct str page, const char *part)
{
    size_t n = 0;

    for (size_t at = 0; (at = str_find(page, str_of(part), at)) != SIZE_MAX; at++)
        n++;
    return n;
}

/* A frame with nothing in it but a page of these bytes. */
static struct str framed(struct arena *a, struct show_options o, struct str old, struct str new, struct str inner)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);

    if (!p)
        return STR("");
    struct listing_target *target = NEW_ARRAY(a, struct listing_target, p->delta.n_changes + (size_t)1);
    struct frame f = { a, &p->delta, &o, target, &out };
    frame_open(&f);
    size_t start = frame_open_page(&f, "page", "The page");
    buf_add(&out, inner);
    frame_close_page(&f, start);
    frame_close(&f);
    return arena_str(a, buf_str(&out));
}

static const struct show_options plain = { .format = SHOW_MERGED,
                                           .old_name = STR_INIT("a<b>.html"),
                                           .new_name = STR_INIT("c&d.html") };

static void test_names(void)
{
    AUTO(arena) a = { 0 };
    struct show_options o = plain;

    o.old_at = STR("2026-01-02"), o.back = STR("../index.html?\"x"), o.back_name = STR("All <pages>");
    struct str page = framed(&a, o, STR("<title>T &lt;i&gt;</title><p>a b c"), STR("<title>T &lt;i&gt;</title><p>a x c"), STR(""));
    ok(has(page, "a&lt;b&gt;.html · 2026-01-02") && has(page, "c&amp;d.html"), "both names, escaped, with a date");
    ok(has(page, "<h1 class=\"cut\" dir=\"auto\">T &lt;i&gt;</h1>"), "the title of the page");
    ok(has(page, "href=\"../index.html?&quot;x\"") && has(page, "All &lt;pages&gt;</a>"), "the way back");
    o.format = SHOW_REVERSED;
    page = framed(&a, o, STR("<p>a b c"), STR("<p>a x c"), STR(""));
    ok(str_find(page, STR("c&amp;d.html"), 0) < str_find(page, STR("a&lt;b&gt;.html</span>"), 0)
           && has(page, "Old and new are exchanged"),
       "exchanged in the reversed view, and said so");
}

/* The folder that both names have says nothing; the whole name stands in the title of each. */
static void test_folders(void)
{
    AUTO(arena) a = { 0 };
    struct show_options o = { .old_name = STR("/srv/pages/a/1.html"), .new_name = STR("/srv/pages/a/2.html") };
    struct str page = pair_show(&a, show_changes, o, STR("<p>x"), STR("<p>y"));

    ok(has(page, "title=\"/srv/pages/a/1.html\"><bdi>1.html</bdi>") && has(page, "<h1 class=\"cut\" dir=\"auto\">2.html</h1>"),
       "names without the folder that they have in common");
    o.new_name = o.old_name;
    ok(has(pair_show(&a, show_changes, o, STR("<p>x"), STR("<p>y")), "<bdi>/srv/pages/a/1.html</bdi>"),
       "equal names are shown whole");
}

static void test_counts(void)
{
    AUTO(arena) a = { 0 };
    struct str page = framed(&a, plain, STR("<p class=a>a b c<p>d e f"), STR("<p class=b>a x c<p>d y f"), STR(""));

    ok(has(page, "<h2>2 changes</h2>"), "the number of changes of content");
    ok(has(page, "value=\"u\" checked") && has(page, "value=\"o\"><span"), "a switch for each kind; look is off");
    eq_int(count(page, "<li><a class=\"chg\""), 2, "one entry for each change of content");
    ok(has(page, "1 change of look"), "look is one line");
    page = framed(&a, plain, STR("<p>a b c"), STR("<p>a b c"), STR(""));
    ok(has(page, "The pages do not differ"), "nothing differs");
    page = framed(&a, plain, STR("<p class=a>a b c"), STR("<p class=b>a b c"), STR(""));
    ok(has(page, "The pages say the same"), "only look differs");
    page = framed(&a, plain, STR("<p>a b c"), STR("<p>x y z"), STR(""));
    ok(has(page, "The two pages have little in common."), "a note where little is left");
}

static void test_page(void)
{
    AUTO(arena) a = { 0 };
    struct str page = framed(&a, plain, STR("<p>a b c"), STR("<p>a x c"), STR("<p title=\"q\">&amp; </iframe><script>"));

    ok(has(page, "sandbox=\"allow-same-origin\"") && has(page, "name=\"page\""),
       "the page stands in an iframe in which nothing runs");
    ok(has(page, "&lt;p title=&quot;q&quot;") || has(page, "<p title=&quot;q&quot;"), "its document is quoted");
    ok(!has(page, "title=\"q\"") && has(page, "&amp;amp; "), "quotes and signs in it cannot end the quote");
    eq_int(count(page, "</iframe>"), has(page, "&amp;amp; </iframe>") ? 2 : 1, "it ends where weft ends it");
    ok(has(page, "Content-Security-Policy"), "under a policy");
}

int main(void)
{
    test_names();
    test_folders();
    test_counts();
    test_page();
    return tap_done();
}
