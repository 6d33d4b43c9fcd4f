/* Answers of a server by their types. */
#include "page/body.h"

#include "tests/tap.h"

static const struct {
    const char *type, *bytes, *text; /* NULL: it cannot be read */
    bool page;
} row[] = {
    { "text/html; charset=utf-8", "<p>a &amp; b", "a & b\n", true },
    { "application/xhtml+xml", "<p>a", "a\n", true },
    { "Application/RSS+XML", "<rss><item>a</item></rss>", "a\n", true },
    { "", "<p>a", "a\n", true },
    { "text/plain", "<p>one\ntwo", "<p>one\ntwo\n", false },
    { "application/json", "{\"a\": 1}", "{\"a\": 1}\n", false },
    { "text/plain", "\xff\xfe", NULL, false },
    { "image/png", "\x89PNG", NULL, false },
};

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) text = BUF(1 << 10);
        struct symbols symbols;
        struct body body = { str_of(row[i].bytes), str_of(row[i].type), STR("") };
        struct page page;
        bool readable = false;
        struct err e = { 0 };

        symbols_open(&symbols, &a);
        ok(body_read(&a, &symbols, &body, &page, &readable, &e) == 0 && readable == (row[i].text != NULL), "%s %s", row[i].type,
           e.text);
        ok(body_is_page(body.content_type) == row[i].page, "... is %s page", row[i].page ? "a" : "no");
        if (readable)
            page_text(&page, &text);
        eq_str(buf_str(&text), str_of(row[i].text), "... its text");
    }
    return tap_done();
}
