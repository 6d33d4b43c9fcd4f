/* Names of places. */
#include "judge/place_names.h"

#include "page/body.h"
#include "tests/tap.h"

static struct page *page_of(struct arena *a, struct symbols *symbols, struct str html)
{
    struct page *page = NEW(a, struct page);
    struct err e;
    if (page_read(a, symbols, &(struct parse_source){ .bytes = html }, STR(""), page, &e))
        ok(false, "%s", e.text);
    return page;
}

/* The path of one node by a table in which nothing was looked up before; `like`: a version of the page, or NULL. */
static uint64_t path_at(struct arena *a, const struct page *page, const struct page *like, uint32_t node)
{
    struct place_names other, own;
    if (like)
        place_names_open(&other, a, like, NULL);
    place_names_open(&own, a, page, like ? &other : NULL);
    return place_names_at(&own, node);
}

static uint64_t path_of_last(struct arena *a, const char *html)
{
    struct symbols symbols;
    symbols_open(&symbols, a);
    struct page *p = page_of(a, &symbols, str_of(html));
    return path_at(a, p, NULL, p->word[p->n_words - 1].node);
}

/* The path of the first word of a member's value. */
static uint64_t path_of_value(struct arena *a, const char *json, const char *value)
{
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };
    bool readable;
    symbols_open(&symbols, a);
    struct body body = { .bytes = str_of(json), .content_type = STR("application/json"), .url = STR("http://h/") };
    if (body_read(a, &symbols, &body, &page, &readable, &e))
        ok(false, "%s", e.text);
    for (uint32_t w = 0; w < page.n_words; w++)
        if (str_eq(page_word(&page, w), str_of(value)))
            return path_at(a, &page, NULL, page.word[w].node);
    ok(false, "%s is in %s", value, json);
    return 0;
}

static void test_json(struct arena *a)
{
    static const char goods[] =
        "{\"goods\":[{\"name\":\"pan\",\"price\":64},{\"name\":\"pot\",\"price\":31}],\"picks\":[{\"name\":\"jug\"}]}";
    ok(path_of_value(a, goods, "64") == path_of_value(a, goods, "31"), "a member has the name of its key, in each item");
    ok(path_of_value(a, goods, "pan") != path_of_value(a, goods, "64"), "other members have others");
    ok(path_of_value(a, goods, "pan") != path_of_value(a, goods, "jug"), "and so have those of other lists");
}

/* Whether the last words of two versions stand at one path. */
static bool is_one_path(struct arena *a, const char *was, const char *is)
{
    struct symbols symbols;
    struct place_names old, new;
    symbols_open(&symbols, a);
    struct page *p = page_of(a, &symbols, str_of(was)), *q = page_of(a, &symbols, str_of(is));
    place_names_open(&old, a, p, NULL);
    place_names_open(&new, a, q, &old);
    return place_names_at(&old, p->word[p->n_words - 1].node) == place_names_at(&new, q->word[q->n_words - 1].node);
}

/* Names that a program makes anew for each visit, whole. */
static void test_made(struct arena *a)
{
#define CARDS(a, b, c, d, last) \
    "<div class=" a "><p class=" b ">one</p><p class=" c ">two</p></div><div class=" d "><p class=" last ">three</div>"
    ok(is_one_path(a, CARDS("wxTa-kLmoP", "Qrua-ppZnV", "mnCi-ooLia", "RtuP-fgaMe", "vBni-kKeuT"),
                   CARDS("aOqi-TrmmE", "nnBu-aEoiW", "Wqzz-mUkaL", "iTTa-bneOp", "Lowa-uuRmn")),
       "where all names are others, none counts");
    ok(!is_one_path(a, CARDS("wxTa-kLmoP", "Qrua-ppZnV", "mnCi-ooLia", "RtuP-fgaMe", "hint_kKeuT"),
                    CARDS("aOqi-TrmmE", "nnBu-aEoiW", "Wqzz-mUkaL", "hint_bneOp", "Lowa-uuRmn")),
       "but what they begin with on both pages does");
    ok(is_one_path(a, CARDS("top", "lead", "note", "list", ":r9d:"), CARDS("top", "lead", "note", "list", ":rbk:")),
       "one that is made anew among those that stay does not count either");
    ok(!is_one_path(a, CARDS("top", "lead", "note", "list", "goods"), CARDS("top", "goods", "note", "list", "lead")),
       "a name that both pages have does");
}

/* Of the first two elements of a page. */
static bool are_alike(struct arena *a, const char *one, const char *other)
{
    struct symbols symbols;
    symbols_open(&symbols, a);
    const struct page *p = page_of(a, &symbols, arena_printf(a, "%s%s", one, other));
    uint32_t first = p->body + 1;
    return place_names_like(&p->dom, first, p->dom.node[first].end, true);
}

static void test_like(struct arena *a)
{
#define CARD(class, parts) "<div class='" class "'>" parts "</div>"
#define TABLE "<h3>Table</h3><p>340 euro</p>"
    ok(are_alike(a, CARD("card", TABLE), CARD("card sold-out", "<b>Sold out</b>" TABLE))
           && are_alike(a, CARD("new card wide", TABLE), CARD("wide card", TABLE)),
       "a state adds a name, and perhaps a part");
    ok(!are_alike(a, CARD("card sold-out", TABLE), CARD("card new", TABLE))
           && !are_alike(a, CARD("card", TABLE), CARD("cards", TABLE)),
       "other names are of another kind");
    ok(are_alike(a, CARD("row", "one"), CARD("row", TABLE)) && !are_alike(a, CARD("row", "one"), CARD("row end", TABLE))
           && !are_alike(a, CARD("row", TABLE), CARD("row end", "<p>340 euro</p><h3>Table</h3>")),
       "one of its names may only say how it looks");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct place_names old, new;
    uint32_t wrong = 0, n = 0;
    struct str was =
        STR("<div class='list wide'><p id=a class=x>one<p class=x>two<p>three</div><div class='list wide'><b>four</b></div>");
    struct str is = STR("<div class='wide list'><p id=a class=x>one<p class=x>two<ul><li>three<li class=x>four</ul></div>");
    symbols_open(&symbols, &a);
    struct page *before = page_of(&a, &symbols, was), *after = page_of(&a, &symbols, is);
    place_names_open(&old, &a, before, NULL);
    place_names_open(&new, &a, after, &old);
    for (unsigned round = 0; round < 2; round++) { /* the second time all names are known */
        for (uint32_t i = 0; i < before->dom.n; i++, n++)
            wrong += place_names_at(&old, i) != path_at(&a, before, after, i);
        for (uint32_t i = 0; i < after->dom.n; i++, n++)
            wrong += place_names_at(&new, i) != path_at(&a, after, before, i);
    }
    ok(n > 40 && wrong == 0, "the same whatever was asked before: %u nodes, %u wrong", n, wrong);
    ok(path_of_last(&a, "<p class=row-3>x") == path_of_last(&a, "<p class=row-41>x"), "numbers are no part of a name");
    ok(path_of_last(&a, "<p id=row-3f9ac21b>x") == path_of_last(&a, "<p id=row-a1234567>x")
           && path_of_last(&a, "<p id=row-3f9ac21b>x") == path_of_last(&a, "<p id=row>x"),
       "nor are codes");
    ok(path_of_last(&a, "<p class=row>x") != path_of_last(&a, "<p class=head>x"), "classes are");
    ok(path_of_last(&a, "<p id=row>x") != path_of_last(&a, "<p>x"), "and so are ids");
    ok(path_of_last(&a, "<div><p>x</div>") != path_of_last(&a, "<p>x"), "and what is around");
    /* Names that only one of the pages has, made of letters alone. */
    struct page *mon = page_of(&a, &symbols, STR("<div class='menu_ZcabA kEzd'><p>one</div>")),
                *tue = page_of(&a, &symbols, STR("<div class='menu_TrwmQ bbdF'><p>one</div>"));
    place_names_open(&old, &a, mon, NULL);
    place_names_open(&new, &a, tue, &old);
    ok(place_names_at(&old, mon->word[0].node) == place_names_at(&new, tue->word[0].node),
       "nor are names that were made for one visit");
    test_json(&a);
    test_made(&a);
    test_like(&a);
    return tap_done();
}
