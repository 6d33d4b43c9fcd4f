/* What the names of members in JSON tell. */
#include "judge/members.h"

#include <stdlib.h>

#include "base/auto.h"
#include "page/body.h"
#include "tests/tap.h"

static void test_words(void)
{
    static const struct {
        const char *name, *words;
    } rows[] = {
        { "lastUpdated", "last Updated" },
        { "last_updated", "last updated" },
        { "image-url", "image url" },
        { "URL", "URL" },
        { "_links", "links" },
        { "item2Price", "item2Price" },
        { "número_de_sala", "número de sala" },
        { "", "" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) words = BUF(64);
        for (struct str name = str_of(rows[i].name); name.len;) {
            struct str word = member_word(&name);
            buf_add(&words, words.len && word.len ? STR(" ") : STR(""));
            buf_add(&words, word);
        }
        eq_str(buf_str(&words), str_of(rows[i].words), rows[i].name);
    }
}

static void test_worth(void)
{
    static const struct {
        const char *name;
        enum member_worth worth;
    } rows[] = {
        { "price", MEMBER_FIRST },      { "unitPrice", MEMBER_FIRST }, { "name", MEMBER_NAME },      { "full_name", MEMBER_FIRST },
        { "id", MEMBER_LAST },          { "imageUrl", MEMBER_LAST },   { "statusUrl", MEMBER_LAST }, { "colour", MEMBER_PLAIN },
        { "response_ms", MEMBER_LAST }, { "título", MEMBER_NAME },     { "titre", MEMBER_NAME },     { "名前", MEMBER_NAME },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        ok(member_worth(str_of(rows[i].name)) == rows[i].worth, "%s", rows[i].name);
}

/* What is asked of the first number of a text. */
static void check(bool (*is)(const struct page *, uint32_t), const char *json, const char *what, bool want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };
    bool readable;
    uint32_t w = 0;
    symbols_open(&symbols, &a);
    if (body_read(&a, &symbols, &(struct body){ .bytes = str_of(json), .name = STR("a.json") }, &page, &readable, &e)) {
        ok(false, "%s: %s", json, e.text);
        return;
    }
    while (w + 1 < page.n_words && !(page_word(&page, w).ptr[0] >= '0' && page_word(&page, w).ptr[0] <= '9'))
        w++;
    ok(is(&page, w) == want, "%s: %s%s", json, want ? "" : "not ", what);
}

static void check_count(const char *json, bool want)
{
    check(member_counts_at, json, "a counter", want);
}

static void check_amount(const char *json, bool want)
{
    check(member_is_amount_at, json, "an amount", want);
}

static void test_amounts(void)
{
    check_amount("{\"price\":3}", true);
    check_amount("{\"unit_price\":3}", true);
    check_amount("{\"generated\":3}", false);
    check_amount("{\"rates\":{\"USD\":3,\"CHF\":4}}", true);
    check_amount(
        "{\"rates\":{\"USD\":3},\"about\":\"A flat of three rooms on the second floor of a house by the river, with a view of the old "
        "mill and of the bridge\"}",
        false);
}

static void test_counts(void)
{
    check_count("{\"numComments\":3}", true);
    check_count("{\"view_count\":3}", true);
    check_count("{\"followers\":{\"total\":3,\"href\":null}}", true);
    check_count("{\"response\":{\"bytes\":3}}", true);
    check_count("{\"bytesOfMemory\":{\"model\":3}}", false);
    check_count("{\"seats\":{\"total\":3}}", false);
    check_count("{\"total\":3}", false);
    check_count("{\"price\":3}", false);
    check_count("[{\"team\":\"Owls\",\"points\":3}]", false);
    check_count("[{\"title\":\"A pump\",\"points\":3,\"zComments\":\"none\"}]", true);
}

static void test_values(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page p;
    bool readable;
    struct body body = { .bytes = STR("{\"status\":\"down\"}"), .content_type = STR("application/json") };
    symbols_open(&symbols, &a);
    if (body_read(&a, &symbols, &body, &p, &readable, NULL) || !readable || p.n_words < 2)
        abort();
    ok(!member_is_value(&p, 0), "the name is not the value");
    ok(member_is_value(&p, p.n_words - 1), "what follows it is");
}

int main(void)
{
    test_counts();
    test_amounts();
    test_words();
    test_worth();
    test_values();
    return tap_done();
}
