/* Answers whose form gives them away: cut off, a frame without its main part, data that is an error or empty. */
#include "judge/suspect_form.h"

#include <stdlib.h>

#include "page/body.h"
#include "tests/tap.h"

#define HEAD "<html><body><header>Home News Contact</header>"
#define STORY \
    "<h1>The harbour</h1><p>The bridge over the harbour is closed for repairs until the spring, the council said.</p>" \
    "<p>Ferries run twice an hour in the meantime, and on Sundays once.</p>"
#define FOOT "<footer>Imprint of the town</footer></body></html>"
#define BOOKS "{\"items\":[{\"id\":1,\"name\":\"Walden\"},{\"id\":2,\"name\":\"Emma\"}],\"total\":2}"

static const struct answer {
    enum suspect kind;
    const char *what, *type, *old, *new;
} rows[] = {
    { SUSPECT_SHRUNK, "cut in the middle", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main><h1>The harbour</h1><p>The bridge over the harbour is closed for" },
    { SUSPECT_SHRUNK, "cut before its last words", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main>" STORY "</main><footer>Imprint of" },
    { SUSPECT_SHRUNK, "less than half, to the end of a line", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main><h1>The harbour</h1>\n" },
    { SUSPECT_NONE, "end tags and foot taken out", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main>" STORY "</main>\n" },
    { SUSPECT_NONE, "as ever without an end tag", "text/html", HEAD "<main>" STORY "</main><footer>Imprint",
      HEAD "<main>" STORY "</main>" },
    { SUSPECT_NONE, "no end tag any more, but all the words", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main>" STORY "</main><footer>Imprint of the town</footer>" },
    { SUSPECT_EMPTY, "an empty main part", "text/html", HEAD "<main>" STORY "</main>" FOOT, HEAD "<main></main>" FOOT },
    { SUSPECT_EMPTY, "by its role", "text/html", HEAD "<div role=main>" STORY "</div>" FOOT, HEAD "<div role=main> </div>" FOOT },
    { SUSPECT_NONE, "a picture in it", "text/html", HEAD "<main>" STORY "</main>" FOOT,
      HEAD "<main><img src=a.png alt=Sea></main>" FOOT },
    { SUSPECT_NONE, "a main part that was empty", "text/html", HEAD "<main></main>" STORY FOOT, HEAD "<main></main>" STORY FOOT },
    { SUSPECT_ERROR, "an error object", "application/json", BOOKS, "{\"error\":{\"code\":42,\"message\":\"no luck today\"}}" },
    { SUSPECT_ERROR, "errors", "application/json", BOOKS, "{\"errors\":[{\"detail\":\"no luck today\"}]}" },
    { SUSPECT_ERROR, "a status with words", "application/json", BOOKS, "{\"status\":503,\"title\":\"No luck today\"}" },
    { SUSPECT_ERROR, "no success", "application/json", BOOKS, "{\"success\":false,\"reason\":\"sleepy\"}" },
    { SUSPECT_ERROR, "nothing but a message", "application/json", BOOKS, "{\"message\":\"No luck today\",\"code\":\"A7\"}" },
    { SUSPECT_NONE, "a message as ever", "application/json", "{\"message\":\"We bake\"}", "{\"message\":\"We are closed\"}" },
    { SUSPECT_NONE, "no error", "application/json", BOOKS, "{\"error\":null,\"books\":[\"Ulysses\",\"Dubliners\"]}" },
    { SUSPECT_NONE, "an error beside the data as ever", "application/json", "{\"error\":\"one\",\"a\":[1,2,3]}",
      "{\"error\":\"two\",\"a\":[7,8,9]}" },
    { SUSPECT_EMPTY, "an empty list", "application/json", BOOKS, "{\"items\":[],\"total\":0}" },
    { SUSPECT_EMPTY, "nothing but a list", "application/json", "[\"Walden\",\"Emma\",\"Ulysses\"]", "[]" },
    { SUSPECT_NONE, "one entry less", "application/json", BOOKS, "{\"items\":[{\"id\":3,\"name\":\"Ulysses\"}],\"total\":1}" },
    { SUSPECT_NONE, "a list of one runs empty", "application/json",
      "{\"service\":\"the ferry across the harbour\",\"alerts\":[\"storm\"]}",
      "{\"service\":\"the ferry across the harbour\",\"alerts\":[]}" },
    { SUSPECT_ERROR, "a page for JSON", "application/json", BOOKS, "<p>Our site has moved house, dear friends</p>" },
    { SUSPECT_ERROR, "half of it", "application/json", BOOKS, "{\"items\":[{\"id\":1,\"na" },
    { SUSPECT_EMPTY, "a table's head alone", "text/csv", "name,price\nWalden,3\nEmma,4\n", "name,price\n" },
    { SUSPECT_NONE, "a table with other rows", "text/csv", "name,price\nWalden,3\nEmma,4\n", "name,price\nUlysses,9\n" },
    { SUSPECT_EMPTY, "a feed without entries", "application/rss+xml",
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>G</title><item><title>One thing</title></item><item><title>Two "
      "things</title></item></channel></rss>",
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>G</title></channel></rss>" },
};

static const struct page *read_as(struct arena *a, struct symbols *symbols, const char *type, const char *bytes)
{
    struct page *p = NEW(a, struct page);
    bool readable;
    struct body body = { .bytes = str_of(bytes), .content_type = str_of(type), .url = STR("http://example.org/") };
    struct err e;
    if (body_read(a, symbols, &body, p, &readable, &e) || !readable)
        abort();
    return p;
}

static void test_rows(void)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) why = BUF(1 << 12);
        struct symbols symbols;
        const struct answer *r = &rows[i];
        symbols_open(&symbols, &a);
        struct suspect_facts facts = { .old = read_as(&a, &symbols, r->type, r->old) };
        bool html = str_starts(str_of(r->new), STR("<p>"));
        enum suspect kind = suspect_page(read_as(&a, &symbols, html ? "text/html" : r->type, r->new), &facts, &why);
        ok(kind == r->kind && (kind == SUSPECT_NONE) == (why.len == 0), "%s: %s (%.*s)", r->what, suspect_name(kind),
           STR_ARG(buf_str(&why)));
    }
}

static void test_back(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    symbols_open(&symbols, &a);
    const struct page *real = read_as(&a, &symbols, "text/html", HEAD STORY FOOT),
                      *wall = read_as(&a, &symbols, "text/html", HEAD "<p>Please sign in" FOOT),
                      *less = read_as(&a, &symbols, "text/html", HEAD "<p>Please sign in with your name" FOOT),
                      *more = read_as(&a, &symbols, "text/html", HEAD STORY "<p>The ferry is free" FOOT);
    ok(suspect_is_back(real, real, wall) && suspect_is_back(more, real, wall), "the page, and the page with news");
    ok(!suspect_is_back(wall, real, wall) && !suspect_is_back(less, real, wall), "the wall, and another of its kind");
}

int main(void)
{
    test_rows();
    test_back();
    return tap_done();
}
