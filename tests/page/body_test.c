/* Bodies by their types and names, read as what they are. */
#include "page/body.h"

#include "tests/page/check.h"
#include "tests/tap.h"

static const struct {
    const char *type, *name, *bytes, *text; /* NULL: it cannot be read */
} row[] = {
    { "text/html; charset=utf-8", "", "<p>a &amp; b", "a & b\n" },
    { "application/xhtml+xml", "", "<p>a", "a\n" },
    { "Application/RSS+XML", "", "<rss><item>a</item></rss>", "a\n" },
    { "text/html", "", "<rss><channel><item><title>a</title><link>/b</link></item></channel></rss>", "a\n" },
    { "text/html", "", "{\"a\": 1}", "a\n1\n" },
    { "text/html", "", "one\ntwo", "one\ntwo\n" },
    { "", "", "<p>a", "a\n" },
    { "text/plain", "", "<p>one\ntwo", "<p>one\ntwo\n" },
    { "text/plain; charset=latin1", "", "caf\xe9", "café\n" },
    { "", "git:main.c", "#include <stdio.h>\r\n\r\nint x;\r\n", "#include <stdio.h>\nint x;\n" },
    { "", "notes.txt", "<meta charset=latin1>\nö", "<meta charset=latin1>\nö\n" },
    { "", "README.md", "# One\ntwo", "# One\ntwo\n" },
    { "application/json", "", "{\"b\": 1.0, \"a\": [true, null, \"\"]}", "a\ntrue\nnull\n\"\"\nb\n1.0\n" },
    { "application/json", "", "{\"a\": 1,}", "{\"a\": 1,}\n" },
    { "text/csv", "", "a;b\n1;\"x;\"\"y\"\"\"\n", "a\nb\n1\nx;\"y\"\n" },
    { "text/plain", "", "a\0b", NULL },
    { "image/png", "", "\x89PNG", NULL },
    { "", "logo.png", "\x89PNG\r\n\x1a\n", NULL },
};

static void check_rows(void)
{
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) text = BUF(1 << 10);
        struct symbols symbols;
        size_t len = strcmp(row[i].bytes, "a") ? strlen(row[i].bytes) : 3; /* one has a NUL in it */
        struct body body = { .bytes = { row[i].bytes, len }, .content_type = str_of(row[i].type), .name = str_of(row[i].name) };
        struct page page;
        bool readable = false;
        struct err e = { 0 };

        symbols_open(&symbols, &a);
        ok(body_read(&a, &symbols, &body, &page, &readable, &e) == 0 && readable == (row[i].text != NULL), "%s %s %s", row[i].type,
           row[i].name, e.text);
        if (readable) {
            page_text(&page, &text);
            eq_str(str_of(page_check(&page)), STR(""), "... the model holds");
        }
        eq_str(buf_str(&text), str_of(row[i].text), "... its text");
    }
}

static void check_tails(void)
{
    static const char page[] = "<!DOCTYPE html><title>Fees</title><main><h1>Fees</h1><p>It costs 4 euro.</p></main>";
    static const char zip[] = "\x1f\x8b\x08\0\xe2q\x03\x91mK\x0e\xf3\x07 x\x01\xc3\x02\x16z\xdd\x05", nul[] = "\0\0\0\0\0\0\0";
    static const struct {
        const char *what, *tail;
        size_t len;
        const char *text;
    } tails[] = {
        { "a compressed part", zip, sizeof zip - 1, "Fees\nIt costs 4 euro.\n" },
        { "NULs", nul, sizeof nul - 1, "Fees\nIt costs 4 euro.\n" },
        { "a character by mistake", "<p>and \x07 more", 13, "Fees\nIt costs 4 euro.\nand \x07 more\n" },
    };
    for (size_t i = 0; i < ARRAY_LEN(tails); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) bytes = BUF(1 << 10);
        AUTO(buf) text = BUF(1 << 10);
        struct symbols symbols;
        struct page read;
        bool readable = false;
        struct err e = { 0 };
        symbols_open(&symbols, &a);
        buf_add(&bytes, str_of(page));
        buf_add(&bytes, (struct str){ tails[i].tail, tails[i].len });
        struct body body = { .bytes = buf_str(&bytes), .content_type = STR("text/html") };
        ok(body_read(&a, &symbols, &body, &read, &readable, &e) == 0 && readable, "behind a page: %s", tails[i].what);
        page_text(&read, &text);
        eq_str(buf_str(&text), str_of(tails[i].text), "... what is read");
    }
}

/* The words of an error; empty where both could be read. */
static struct str read_pair(struct arena *a, struct body old, struct body new, struct page out[2])
{
    struct symbols *symbols = NEW(a, struct symbols);
    const struct body pair[2] = { old, new };
    struct err e = { 0 };

    symbols_open(symbols, a);
    return body_read_pair(a, symbols, pair, out, &e) ? arena_str(a, str_of(e.text)) : STR("");
}

static void check_pairs(void)
{
    AUTO(arena) a = { 0 };
    struct page p[2];

    eq_str(
        read_pair(&a, (struct body){ .bytes = STR("<p>a</p>"), .name = STR("x.c") }, (struct body){ .bytes = STR("<p>b</p>") }, p),
        STR(""), "a side without a name");
    ok(p[0].kind == KIND_TEXT && p[1].kind == KIND_TEXT, "... is what the other one is");
    eq_str(read_pair(&a, (struct body){ .bytes = STR("{}"), .name = STR("x.json") },
                     (struct body){ .bytes = STR("{"), .name = STR("y.json") }, p),
           STR(""), "JSON beside what turns out to be none");
    ok(p[0].kind == KIND_TEXT && p[1].kind == KIND_TEXT, "... both are text");
    eq_str(read_pair(&a, (struct body){ .name = STR("x.json") }, (struct body){ .bytes = STR("{}"), .name = STR("y.json") }, p),
           STR(""), "a side that is not there");
    eq_str(read_pair(&a, (struct body){ .bytes = STR("%PDF-1.4"), .name = STR("old.pdf") }, (struct body){ .bytes = STR("a") }, p),
           STR("old.pdf: this is a PDF document, and weft reads pages and text only. To compare its text, convert it first: "
               "pdftotext -layout FILE.pdf FILE.txt"),
           "what cannot be read is refused with a cure");
}

int main(void)
{
    check_rows();
    check_tails();
    check_pairs();
    return tap_done();
}
