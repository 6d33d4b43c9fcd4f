/* Hostile pages: each is read in time that follows its bytes, its tree is whole, and what was left out is said. */
#include "base/buf.h"
#include "base/limits.h"
#include "parse/parse.h"
#include "tests/parse/tree.h"
#include "tests/tap.h"

/* Enough to hang a parser that is not guarded; a build with a malloc for each object needs an hour for what others do in seconds. */
#ifdef ARENA_EXACT
enum { MANY = 20000 };
#else
enum { MANY = 200000 };
#endif

struct result {
    int code;
    uint32_t n, n_attr;
    struct str truncated, text;
};

static struct str times(struct arena *a, const char *piece, size_t n)
{
    size_t len = strlen(piece);
    char *all = NEW_ARRAY_RAW(a, char, n *len);
    for (size_t i = 0; i < n; i++)
        memcpy(all + i * len, piece, len);
    return (struct str){ all, n * len };
}

/* A piece with a "%u" in it that counts. */
static struct str counted(struct arena *a, const char *before, const char *after, unsigned n)
{
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES);
    struct str all = { "", 0 };
    for (unsigned i = 0; i < n; i++)
        buf_addf(&b, "%s%u%s", before, i, after);
    return buf_take(&b, a, &all, NULL) ? STR("") : all;
}

static struct str join(struct arena *a, struct str x, struct str y, struct str z)
{
    return arena_printf(a, "%.*s%.*s%.*s", STR_ARG(x), STR_ARG(y), STR_ARG(z));
}

static struct str last_text(const struct dom *d)
{
    for (uint32_t i = d->n; i-- > 0;)
        if (d->node[i].kind == NODE_TEXT)
            return node_text(&d->node[i]);
    return STR("");
}

static struct result read_page(struct arena *a, const char *what, struct str bytes)
{
    struct symbols symbols;
    struct dom d = { 0 };
    struct err e = { 0 };
    struct parse_source source = { .bytes = bytes };
    symbols_open(&symbols, a);
    int code = parse_page(a, &symbols, &source, &d, &e);
    if (code) {
        ok(code == E_LIMIT && e.text[0], "%s: %s", what, e.text);
        return (struct result){ .code = code };
    }
    const char *wrong = dom_check(&d);
    ok(!wrong, "%s: %u nodes%s%.*s%s", what, d.n, d.truncated.len ? ", without " : "", STR_ARG(d.truncated), wrong ? wrong : "");
    return (struct result){ .n = d.n, .n_attr = d.n_attr, .truncated = d.truncated, .text = last_text(&d) };
}

static void whole(const char *what, struct arena *a, struct str bytes)
{
    struct result r = read_page(a, what, bytes);
    ok(r.code == 0 && r.truncated.len == 0, "nothing of it is left out");
}

static void cut(const char *what, struct arena *a, struct str bytes, const char *word)
{
    struct result r = read_page(a, what, bytes);
    ok(r.code == 0 && str_find(r.truncated, str_of(word), 0) != SIZE_MAX, "says \"%s\"", word);
}

static void test_depth(void)
{
    AUTO(arena) a = { 0 };
    static const char *const piece[] = { "<div>",
                                         "<b>",
                                         "<font color=red>",
                                         "<span>",
                                         "<table><tr><td>",
                                         "<svg><g>",
                                         "<math><mi><p>",
                                         "<template>",
                                         "<template><div>",
                                         "<svg><style>",
                                         "<svg><title><svg><title>",
                                         "<ul><li>",
                                         "<form><div></form>",
                                         "<nobr><div>",
                                         "<b><i><u>",
                                         "<marquee><b>",
                                         "<ruby><rtc>",
                                         "<frameset>",
                                         "<dl><dd>",
                                         "<x-y>",
                                         "<object><p>",
                                         "<b><div>" };
    for (size_t i = 0; i < ARRAY_LEN(piece); i++)
        cut(arena_printf(&a, "%d x %s", MANY, piece[i]).ptr, &a, times(&a, piece[i], MANY), "great depth");
    struct str deep = join(&a, times(&a, "<div>", MANY), STR("deep"), times(&a, "</div>", MANY));
    struct result r = read_page(&a, "nested and closed again", join(&a, deep, STR("<p>after"), STR("")));
    eq_str(r.text, STR("after"), "what follows is kept");
    r = read_page(&a, "a script at great depth",
                  join(&a, times(&a, "<div>", 600), STR("<script><b>x</script><style>y</style>"), STR("<i>z")));
    eq_str(r.text, STR("z"), "its text does not become the page's");
}

static void test_not_deep(void)
{
    AUTO(arena) a = { 0 };
    static const char *const piece[] = { "<p>",
                                         "<a href=x>",
                                         "<button>",
                                         "<h1>",
                                         "<table>",
                                         "<table><p>",
                                         "<select><option>",
                                         "<a><p>",
                                         "<i></i>",
                                         "<li>",
                                         "<p>x",
                                         "<tr><td>",
                                         "<title>",
                                         "<script>",
                                         "<plaintext>",
                                         "<br>",
                                         "</x>",
                                         "<!---->",
                                         "<svg><![CDATA[x]]></svg>" };
    for (size_t i = 0; i < ARRAY_LEN(piece); i++)
        whole(arena_printf(&a, "%d x %s", MANY, piece[i]).ptr, &a, times(&a, piece[i], MANY));
    whole("a million siblings", &a, times(&a, "<i></i>", 5 * MANY));
    whole("a thousand open p and li", &a, join(&a, times(&a, "<p>x", 1000), STR("<ul>"), times(&a, "<li>x", 1000)));
}

static void test_formatting(void)
{
    AUTO(arena) a = { 0 };
    cut("open fonts, all different", &a, counted(&a, "<font color=c", ">", MANY), "formatting tags");
    cut("60 open in each of 50,000 blocks", &a,
        join(&a, STR("<div>"), counted(&a, "<b id=", ">", 60), times(&a, "</div><div>x", 50000)), "opened again");
    cut("with many attributes each", &a,
        join(&a, join(&a, STR("<div><b "), counted(&a, "a", "=value ", 200), STR(">")), counted(&a, "<i id=", ">", 60),
             times(&a, "</div><div>x", 50000)),
        "opened again");
    read_page(&a, "misnested", join(&a, times(&a, "<b><i><u>", MANY), times(&a, "</b></i>", MANY), STR("")));
    read_page(&a, "misnested blocks", join(&a, times(&a, "<b><div>", MANY), times(&a, "</b></div>", MANY), STR("")));
    read_page(&a, "an end tag a million times",
              join(&a, counted(&a, "<b id=", ">", 60), times(&a, "<div>", 400), times(&a, "</b><b>", 5 * MANY)));
    whole("ten open fonts in each of 2,000 cells", &a,
          join(&a, STR("<table>"), times(&a, "<tr><td><font size=1><font size=2>x", 2000), STR("")));
}

static void test_attributes(void)
{
    AUTO(arena) a = { 0 };
    struct result r = read_page(&a, "30,000 on one tag", join(&a, STR("<p "), counted(&a, "a", "=1 ", 30000), STR(">x")));
    ok(r.n_attr == LIMIT_ATTRIBUTES && r.truncated.len, "all but the first %u are left out", LIMIT_ATTRIBUTES);
    r = read_page(&a, "one name 300,000 times", join(&a, STR("<p "), times(&a, "a ", 300000), STR(">x")));
    eq_int(r.n_attr, 1, "it counts once");
    cut("on many body tags", &a, counted(&a, "<body a", "=1>", MANY), "attributes");
    cut("on many html tags", &a, counted(&a, "<html a", "=1>", MANY), "attributes");
    whole("100,000 names of attributes", &a, counted(&a, "<p a", ">", 100000));
    r = read_page(&a, "300,000 names of attributes", counted(&a, "<p a", ">", 300000));
    eq_int(r.code, E_LIMIT, "are too many");
    read_page(&a, "100,000 names of elements", counted(&a, "</p><t", "></p>", 100000));
}

static void test_stack(void)
{
    AUTO(arena) a = { 0 };
    cut("2,000,000 stray end tags below 500 elements", &a, join(&a, times(&a, "<span>", 500), times(&a, "</x>", 2000000), STR("")),
        "great depth");
    read_page(&a, "300,000 divs below 500 spans", join(&a, times(&a, "<span>", 500), times(&a, "<div></div>", 300000), STR("")));
}

static void test_bytes(void)
{
    AUTO(arena) a = { 0 };
    whole("5,000,000 NULs", &a, (struct str){ NEW_ARRAY(&a, char, 5000000), 5000000 });
    whole("5,000,000 <", &a, times(&a, "<", 5000000));
    whole("references", &a, times(&a, "&amp;&#x41;&notin", 500000));
    whole("blanks in a table", &a, join(&a, STR("<table>"), times(&a, " \n", 2000000), STR("")));
    whole("text in a table", &a, join(&a, STR("<table>"), times(&a, "x<b>y</b>", MANY), STR("")));
}

static void test_text(void)
{
    AUTO(arena) a = { 0 };
    struct str text = times(&a, "hello world ", (size_t)500 / 12 * MANY); /* 100 MB */
    struct result r = read_page(&a, "a hundred megabytes of text", text);
    ok(r.code == 0 && r.n == 4 && str_eq(r.text, text), "are one node");
}

int main(void)
{
    test_depth();
    test_not_deep();
    test_formatting();
    test_attributes();
    test_stack();
    test_bytes();
    test_text();
    return tap_done();
}
