/* The buf: the ceiling to the byte, and escaping against a plain twin. */
#include "base/buf.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_ceiling(void)
{
    struct err e = { 0 };
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(10);
    struct str out = STR("old");
    buf_add(&b, STR("12345"));
    buf_add(&b, STR("67890"));
    eq_int(buf_check(&b, &e), 0, "10 bytes fit 10");
    buf_add(&b, STR(""));
    eq_int(buf_check(&b, &e), 0, "none more fits, too");
    buf_add_char(&b, 'x');
    eq_int(buf_check(&b, &e), E_LIMIT, "a byte more does not");
    eq_str(str_of(e.text), STR("the output is larger than the limit of 10 bytes"), "the words name the limit");
    eq_str(buf_str(&b), STR("1234567890"), "what did not fit was not written");
    eq_int(buf_take(&b, &a, &out, &e), E_LIMIT, "such a buf cannot be taken");
    eq_str(out, STR("old"), "and leaves the out alone");
    buf_clear(&b);
    buf_add(&b, STR("12345678901"));
    buf_add(&b, STR("1"));
    ok(b.over && b.len == 0, "after the first write that did not fit, later ones are ignored");
    buf_clear(&b);
    buf_addf(&b, "%d", 1234567890);
    ok(buf_take(&b, &a, &out, &e) == 0 && str_eq(out, STR("1234567890")), "a cleared buf starts anew");
    ok(out.ptr[out.len] == '\0', "a NUL stands behind what was taken");
    AUTO(buf) none = BUF(0);
    buf_add_char(&none, 'x');
    ok(none.over && buf_str(&none).len == 0 && buf_str(&none).ptr, "a ceiling of 0 lets nothing in");
    AUTO(buf) unbound = BUF(SIZE_MAX);
    buf_add(&unbound, STR("x"));
    eq_int(buf_check(&unbound, &e), 0, "a ceiling of SIZE_MAX works");
    AUTO(arena) tight = { .budget_bytes = 5 };
    eq_int(buf_take(&b, &tight, &out, &e), E_LIMIT, "a buf larger than the arena's budget cannot be taken");
}

static void test_add(void)
{
    AUTO(buf) b = BUF(1 << 20);
    buf_add_number(&b, 0);
    buf_add_char(&b, ' ');
    buf_add_number(&b, UINT64_MAX);
    buf_addf(&b, " %s=%d", "x", -5);
    eq_str(buf_str(&b), STR("0 18446744073709551615 x=-5"), "numbers and formats");
    buf_clear(&b);
    for (int n = 254; n <= 258; n++)
        buf_addf(&b, "%0*d|", n, 7);
    ok(b.len == 254 + 255 + 256 + 257 + 258 + 5 && b.ptr[254] == '|' && b.ptr[b.len - 2] == '7', "formats longer than 255 bytes");
    buf_clear(&b);
    bool good = true;
    for (unsigned i = 0; i < 100000; i++)
        buf_add_char(&b, (char)i);
    for (unsigned i = 0; i < 100000; i++)
        good = good && b.ptr[i] == (char)i;
    ok(good && b.len == 100000, "bytes one by one");
    buf_add_bytes(&b, NULL, 0);
    eq_int(b.len, 100000, "no bytes from nowhere");
}

static void test_escape(void)
{
    AUTO(buf) b = BUF(1 << 20);
    buf_add_escaped(&b, STR("<a href=\"x\">R&D\r\n\xc2\xa0\xc2\xab'\xc3\xa0</a>"));
    eq_str(buf_str(&b), STR("&lt;a href=&quot;x&quot;&gt;R&amp;D&#13;\n&nbsp;\xc2\xab'\xc3\xa0&lt;/a&gt;"),
           "each character that needs it");
    buf_clear(&b);
    buf_add_escaped(&b, STR("\xc2"));
    buf_add_escaped(&b, STR("\xc2<"));
    buf_add_escaped(&b, STR("\xc2\xc2\xa0"));
    buf_add_escaped(&b, (struct str){ NULL, 0 });
    eq_str(buf_str(&b), STR("\xc2\xc2&lt;\xc2&nbsp;"), "half a character hides nothing behind it");
}

/* One byte at a time, as the comment in buf.h has it. */
static void escape_slowly(struct buf *b, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.ptr[i];
        bool is_nbsp = c == '\xc2' && i + 1 < s.len && s.ptr[i + 1] == '\xa0';
        i += is_nbsp;
        struct str as = c == '&'    ? STR("&amp;")
                        : c == '<'  ? STR("&lt;")
                        : c == '>'  ? STR("&gt;")
                        : c == '"'  ? STR("&quot;")
                        : c == '\r' ? STR("&#13;")
                        : is_nbsp   ? STR("&nbsp;")
                                    : (struct str){ &c, 1 };
        buf_add(b, as);
    }
}

static void test_twin(void)
{
    struct random r = { 77 };
    AUTO(buf) fast = BUF(1 << 20);
    AUTO(buf) slow = BUF(1 << 20);
    bool same = true;
    for (unsigned round = 0; round < 20000 && same; round++) {
        char text[100];
        size_t n = random_below(&r, sizeof text);
        unsigned rare = 1 + random_below(&r, 40);
        for (size_t i = 0; i < n; i++)
            text[i] = random_below(&r, rare) ? (char)random_below(&r, 256) : "&<>\"\r\xc2\xa0\xc2"[random_below(&r, 8)];
        buf_clear(&fast);
        buf_clear(&slow);
        buf_add_escaped(&fast, (struct str){ text, n });
        escape_slowly(&slow, (struct str){ text, n });
        same = str_eq(buf_str(&fast), buf_str(&slow));
    }
    ok(same, "20000 random strings are escaped as byte by byte");
}

static void test_quote_from(void)
{
    AUTO(buf) b = BUF(40), small = BUF(8);

    buf_add(&b, STR("a=\"&<\"&"));
    buf_quote_from(&b, 3);
    eq_str(buf_str(&b), STR("a=\"&amp;<&quot;&amp;"), "only what stands from there on becomes a value");
    buf_add(&small, STR("\"\"\""));
    buf_quote_from(&small, 0);
    ok(small.over, "and the ceiling holds");

    AUTO(buf) more = BUF(400), slow = BUF(400);
    struct str text =
        STR("<p class=\"a b\" title=\"Tom & Jerry, a film of many parts\">long enough for sixteen bytes at a time</p>&\"\"");
    buf_add(&more, text);
    buf_quote_from(&more, 0);
    for (size_t i = 0; i < text.len; i++)
        buf_add(&slow, text.ptr[i] == '&' ? STR("&amp;") : text.ptr[i] == '"' ? STR("&quot;") : str_sub(text, i, i + 1));
    eq_str(buf_str(&more), buf_str(&slow), "a long text is quoted as byte by byte");
}

int main(void)
{
    test_quote_from();
    test_ceiling();
    test_add();
    test_escape();
    test_twin();
    return tap_done();
}
