/* What a page points to: kinds, limits of depth and place, loops and traps. */
#include "track/follow.h"

#include "base/buf.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

static const char library[] =
    "<base href='http://lib.example/guide/'><link rel='shortcut icon' href=/i.ico><link rel=stylesheet href=s.css><link rel=next href=n.html>"
    "<body background=b.png><a href=a.html>First  <b>page</b></a><a href='a.html#part'>again</a><a href='a.html?utm_source=x'>and again</a>"
    "<a href=../up.html>Up</a><a href=sub/b.html>Below</a><a href=http://other.example/>Other</a><a href='mailto:me@lib.example'>Mail</a>"
    "<a href='javascript:x()'>Script</a><a href=''>Here</a><a href='#top'>Top</a><a href='http://lib.example/guide/'>Self</a>"
    "<a href=paper.PDF>Paper</a><a href=/data?file=x.zip download>Data</a><a href='x.php?f=a.pdf'>Not a file by its name</a>"
    "<map><area href=area.html></map><iframe src=frame.html></iframe>"
    "<img src=p.png alt=' A  picture '><img srcset='q.png 1x, q2.png 2x'><img src=r.png srcset='r2.png 2x'><picture><source srcset=' t.webp, u.webp'></picture>"
    "<video src=v.mp4 poster=v.jpg><track src=v.vtt></video><input type=image src=go.png><object data=o.swf></object><embed src=e.svg>"
    "<img src='data:image/png;base64,AAAA'><template><a href=never.html>x</a></template>";

static struct follow_links links_of(struct arena *a, struct follow *f, struct str html, const char *address, uint32_t depth)
{
    struct follow_links links = { 0 };
    struct err e = { 0 };
    if (follow_page(f, page_from(a, html, str_of(address)), depth, &links, &e))
        ok(false, "%s", e.text);
    return links;
}

/* "KIND URL" a line. */
static struct str listed(struct arena *a, const struct follow_links *links)
{
    AUTO(buf) out = BUF(1 << 20);
    struct str made;
    for (uint32_t i = 0; i < links->n; i++)
        buf_addf(&out, "%s %.*s\n", follow_kind_name((enum follow_kind)links->item[i].kind), STR_ARG(links->item[i].url));
    return buf_take(&out, a, &made, NULL) ? STR("") : made;
}

static void check(struct follow_options options, const char *want, const char *what)
{
    AUTO(arena) a = { 0 };
    struct follow f;
    follow_open(&f, &a, STR("http://LIB.example/guide/index.html?utm_source=me#x"), &options);
    struct follow_links links = links_of(&a, &f, str_of(library), "http://lib.example/guide/index.html", 0);
    eq_str(listed(&a, &links), str_of(want), what);
    links = links_of(&a, &f, str_of(library), "http://lib.example/guide/index.html", 0);
    eq_int(links.n, 0, "and nothing twice");
}

static void test_places(void)
{
    check((struct follow_options){ .depth = 0 }, "", "no depth, nothing");
    check(
        (struct follow_options){ .depth = 1, .same_prefix = true },
        "page http://lib.example/guide/a.html\npage http://lib.example/guide/sub/b.html\npage http://lib.example/guide/\n"
        "page http://lib.example/guide/x.php?f=a.pdf\npage http://lib.example/guide/area.html\npage http://lib.example/guide/frame.html\n",
        "below the same folder");
    check(
        (struct follow_options){ .depth = 1, .same_host = true },
        "page http://lib.example/guide/a.html\npage http://lib.example/up.html\npage http://lib.example/guide/sub/b.html\npage http://lib.example/guide/\n"
        "page http://lib.example/guide/x.php?f=a.pdf\npage http://lib.example/guide/area.html\npage http://lib.example/guide/frame.html\n",
        "on the same host");
    check((struct follow_options){ .entities = true },
          "image http://lib.example/i.ico\nstyle http://lib.example/guide/s.css\nimage http://lib.example/guide/b.png\n"
          "file http://lib.example/guide/paper.PDF\nfile http://lib.example/data?file=x.zip\nimage http://lib.example/guide/p.png\n"
          "image http://lib.example/guide/q.png\nimage http://lib.example/guide/r.png\nimage http://lib.example/guide/t.webp\n"
          "media http://lib.example/guide/v.mp4\nimage http://lib.example/guide/v.jpg\nmedia http://lib.example/guide/v.vtt\n"
          "image http://lib.example/guide/go.png\nfile http://lib.example/guide/o.swf\nfile http://lib.example/guide/e.svg\n",
          "entities");
}

static void test_words(void)
{
    AUTO(arena) a = { 0 };
    struct follow f;
    follow_open(&f, &a, STR("http://lib.example/guide/index.html"), &(struct follow_options){ .depth = 2, .entities = true });
    struct follow_links links = links_of(&a, &f, str_of(library), "http://lib.example/guide/index.html", 0);
    eq_str(links.item[3].text, STR("First page"), "the words of a link");
    eq_int(links.item[3].depth, 1, "its depth");
    ok(links.n > 12, "all of it: %u", links.n);
    follow_know(&f, STR("http://lib.example/known#x"));
    links = links_of(&a, &f, STR("<a href=/known>k</a><a href=/new>n</a>"), "http://lib.example/guide/a.html", 1);
    ok(links.n == 1 && links.item[0].depth == 2, "what is known does not come out");
    links = links_of(&a, &f, STR("<a href=/deep>d</a><img src=d.png>"), "http://lib.example/new", 2);
    ok(links.n == 1 && links.item[0].kind == FOLLOW_IMAGE, "the depth ends pages, not pictures");
}

/* A web in which every page points to a page that is new by its address, followed to its end. */
static void test_ends(void)
{
    static const char *const traps[] = { "<a href=a/b/>down</a>", "<a href='?n=%u'>next</a><a href='?n=%u1'>other</a>",
                                         "<a href='%u/%u/'>down</a>" };
    for (size_t t = 0; t < ARRAY_LEN(traps); t++) {
        AUTO(arena) a = { 0 };
        struct follow f;
        uint32_t n = 0, left_out = 0;
        struct follow_link queue[200] = { { .url = STR("http://trap.example/") } };
        follow_open(&f, &a, queue[0].url, &(struct follow_options){ .depth = 1000, .same_prefix = true, .pages_max = 50 });
        uint32_t end = 1;
        for (; n < end; n++) {
            struct str html = arena_printf(&a, "<a href=/>home</a><a href=./>self</a>%s", traps[t]);
            AUTO(buf) filled = BUF(1 << 16);
            for (size_t i = 0; i < html.len; i++)
                if (i + 1 < html.len && html.ptr[i] == '%' && html.ptr[i + 1] == 'u')
                    buf_addf(&filled, "%u", n + 10), i++;
                else
                    buf_add_char(&filled, html.ptr[i]);
            struct follow_links links = links_of(&a, &f, buf_str(&filled), queue[n].url.ptr, queue[n].depth);
            left_out += links.left_out;
            for (uint32_t i = 0; i < links.n && end < ARRAY_LEN(queue); i++)
                queue[end++] = links.item[i];
        }
        ok(n <= 51, "trap %zu ends after %u pages, %u left out", t, n, left_out);
        ok(queue[n - 1].depth <= FOLLOW_DEPTH_MAX, "at depth %u", queue[n - 1].depth);
    }
}

static void test_odd(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) html = BUF(1 << 20);
    struct follow f;
    follow_open(&f, &a, STR("file:///site/index.html"), &(struct follow_options){ .depth = 1, .same_prefix = true });
    struct follow_links links = links_of(&a, &f, STR("<a href=a.html>a</a><a href=/etc/passwd>x</a><a href=http://a.org/>w</a>"),
                                         "file:///site/index.html", 0);
    ok(links.n == 1 && str_eq(links.item[0].url, STR("file:///site/a.html")), "files of the same folder");
    follow_open(&f, &a, STR("http://a.org/"), &(struct follow_options){ .depth = 1, .pages_max = 3 });
    buf_addf(&html, "<a href='/%04096d'>long</a><a href=file:///etc/passwd>file</a>", 0);
    for (int i = 0; i < 10; i++)
        buf_addf(&html, "<a href=%d>x</a>", i);
    links = links_of(&a, &f, buf_str(&html), "http://a.org/", 0);
    ok(links.n == 3 && links.left_out == 7, "three and no more; seven left out; neither a file nor a long one");
    links = links_of(&a, &f, STR("<a href=x>no base</a>"), "", 0);
    eq_int(links.n, 0, "without a base nothing is known");
    eq_str(str_of(follow_kind_name(FOLLOW_KINDS)), STR("?"), "no such kind");
}

int main(void)
{
    test_places();
    test_words();
    test_ends();
    test_odd();
    return tap_done();
}
