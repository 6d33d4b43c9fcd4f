/* The whole stage: what is read as what, what is refused, and that any bytes give a whole tree. */
#include "base/limits.h"
#include "parse/parse.h"
#include "tests/parse/tree.h"
#include "tests/tap.h"

static int read_page(struct arena *a, struct str bytes, const char *type, struct dom *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source source = { .bytes = bytes, .content_type = str_of(type) };
    symbols_open(symbols, a);
    return parse_page(a, symbols, &source, out, e);
}

static void encoding(const char *what, struct str bytes, const char *type, const char *name, const char *source)
{
    AUTO(arena) a = { 0 };
    struct dom d = { 0 };
    int code = read_page(&a, bytes, type, &d, NULL);
    ok(code == 0 && strcmp(d.encoding, name) == 0 && strcmp(d.encoding_source, source) == 0, "%s: %s from %s", what, d.encoding,
       d.encoding_source);
}

static void test_encoding(void)
{
    encoding("declared in meta", STR("<meta charset=latin1>"), "", "windows-1252", "meta");
    encoding("detected", STR("gr\xfc\xdf"), "", "windows-1252", "detected");
    encoding("XML", STR("<?xml version='1.0'?><a/>"), "", "UTF-8", "xml");
    encoding("XML that turns out as HTML", STR("<?xml version='1.0'?><a>\xe9"), "", "windows-1252", "detected");
}

static void test_choice(void)
{
    AUTO(arena) a = { 0 };
    struct dom d = { 0 };
    struct symbols symbols;
    struct parse_source source = { .bytes = STR("<?xml version='1.0'?><a/>"), .no_xml = true };
    symbols_open(&symbols, &a);
    ok(parse_page(&a, &symbols, &source, &d, NULL) == 0 && !d.xml, "no_xml");
    source.no_xml = false;
    ok(parse_page(&a, &symbols, &source, &d, NULL) == 0 && d.xml && !d.quirks, "XML is said to be");
}

static void test_limits(void)
{
    AUTO(arena) a = { 0 };
    AUTO(arena) small = { .budget_bytes = KIB(256) };
    struct err e = { 0 };
    struct dom d = { .n = 77 };
    char *zeros = NEW_ARRAY(&a, char, LIMIT_PAGE_BYTES + 1);
    eq_int(read_page(&a, (struct str){ zeros, LIMIT_PAGE_BYTES + 1 }, "", &d, &e), E_LIMIT, "too many bytes");
    ok(strstr(e.text, "128 MB") != NULL, "says how many: %s", e.text);
    eq_int(d.n, 77, "nothing is written");
    memset(zeros, 'x', KIB(512));
    eq_int(read_page(&small, (struct str){ zeros, KIB(512) }, "", &d, &e), E_LIMIT, "a budget that is too small");
    eq_int(read_page(&small, (struct str){ zeros, KIB(512) }, "", &d, NULL), E_LIMIT, "and nobody who wants the words");
}

/* Random bytes, and random pieces of markup: the invariants hold for all. */
static void test_random(void)
{
    static const char *const piece[] = { "<p>",        "</p>",        "<b>",
                                         "</b>",       "<i a=1>",     "</i>",
                                         "<table>",    "<tr>",        "<td>",
                                         "</table>",   "<a href=x>",  "</a>",
                                         "x",          " ",           "<svg>",
                                         "</svg>",     "<template>",  "</template>",
                                         "<select>",   "<option>",    "</select>",
                                         "<form>",     "</form>",     "&amp;",
                                         "<!--c-->",   "<math>",      "<mi>",
                                         "<li>",       "<ul>",        "</ul>",
                                         "<frameset>", "<body b=2>",  "<html c=3>",
                                         "<textarea>", "</textarea>", "<nobr>",
                                         "<button>",   "<h1>",        "<foreignObject>",
                                         "<style>",    "</style>",    "<caption>",
                                         "<col>",      "</br>",       "<x>",
                                         "</x>",       "\0" };
    uint32_t seed = 7;
    unsigned wrong = 0;
    for (unsigned round = 0; round < 3000; round++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) b = BUF(KIB(64));
        struct dom d = { 0 };
        for (unsigned i = 0; i < 60; i++) {
            seed = seed * 1664525 + 1013904223;
            if (round % 4 == 0)
                buf_add_char(&b, (char)(seed >> 24));
            else
                buf_add(&b, str_of(piece[(seed >> 16) % ARRAY_LEN(piece)]));
        }
        wrong += read_page(&a, buf_str(&b), round % 3 ? "" : "text/html;charset=utf-8", &d, NULL) || dom_check(&d) != NULL;
    }
    eq_int(wrong, 0, "3,000 random pages have whole trees");
}

static void test_null(void)
{
    AUTO(arena) a = { 0 };
    struct dom d = { 0 };
    ok(read_page(&a, (struct str){ NULL, 0 }, "", &d, NULL) == 0 && d.n == 3, "no bytes at all");
}

int main(void)
{
    test_encoding();
    test_choice();
    test_limits();
    test_random();
    test_null();
    return tap_done();
}
