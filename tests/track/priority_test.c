/* Weights of pages by address and tag. */
#include "track/priority.h"

#include "tests/tap.h"

static void test_find(void)
{
    static const char file[] = "# mine\ntag:Work 5\n^https://intranet\\. 10\n/comics/ 0.2\n/ads/ 0\nDefault 1.5\n";
    static const struct {
        const char *url, *tag;
        double weight;
        unsigned line;
    } rows[] = {
        { "https://intranet.example.org/", "news", 10, 3 },
        { "https://intranet.example.org/", "work", 5, 2 },
        { "http://a.org/comics/1", "news", 0.2, 4 },
        { "http://a.org/ads/1", "news", 0, 5 },
        { "http://a.org/", "workshop", 1.5, 6 },
        { "tag:Work", "news", 1.5, 6 },
    };
    AUTO(arena) a = { 0 };
    AUTO(priority) p = { 0 };
    struct err e = { 0 };
    struct priority_found found = { 0 };
    ok(priority_find(&p, STR("x"), NULL, 0, &found, &e) == 0 && found.weight == PRIORITY_DEFAULT && !found.line, "no file: 1");
    if (!ok(priority_read(&a, STR("f"), str_of(file), &p, &e) == 0, "read: %s", e.text))
        return;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct str tags[] = { STR("x"), str_of(rows[i].tag) };
        ok(priority_find(&p, str_of(rows[i].url), tags, 2, &found, &e) == 0 && found.weight == rows[i].weight, "%s with %s: %g",
           rows[i].url, rows[i].tag, found.weight);
        eq_int(found.line, rows[i].line, "by the line");
    }
}

static void test_wrong(void)
{
    static const char *const rows[] = { "a -1",  "a 1001", "a x",     "a 1x",         "a 0x10",
                                        "a 1e2", "a inf",  "a 1.2.3", "Default much", "a 11111111111111111111111111111111111111" };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct priority p = { 0 };
        struct err e = { 0 };
        ok(priority_read(&a, STR("f"), str_of(rows[i]), &p, &e) == E_FORMAT && strncmp(e.text, "f:1: ", 5) == 0, "%s", e.text);
    }
}

int main(void)
{
    test_find();
    test_wrong();
    return tap_done();
}
