/* The list of changes and the map: a sign, the words, where; addresses cut short; rows by name. */
#include "show/listing.h"

#include "tests/show/pair.h"
#include "tests/tap.h"

/* The entry of change number k, its words and where it stands: "words @ where". */
static struct str entry(struct arena *a, struct str old, struct str new, uint32_t k)
{
    AUTO(buf) out = BUF(KIB(64));
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);
    struct places places;

    if (!p || k >= p->delta.n_changes)
        return STR("(none)");
    places_open(&places, a, &p->new);
    struct listing list = { .arena = a, .delta = &p->delta, .out = &out, .places = &places };
    listing_text(&list, &p->delta.change[k]);
    buf_add(&out, STR(" @ "));
    listing_where(&list, &p->delta.change[k]);
    return arena_str(a, buf_str(&out));
}

#define ENTRY(old, new, k, want, what) eq_str(entry(&a, STR(old), STR(new), k), STR(want), what)

static void test_words(void)
{
    AUTO(arena) a = { 0 };

    ENTRY("<h2>Fees</h2><p>It costs 10 euro.", "<h2>Fees</h2><p>It costs 12 euro.", 0,
          "It costs <del>10</del> <ins>12</ins> euro. @ Fees", "old before new, with the words around them");
    ENTRY("<p>One stays.", "<p>One stays.<p>Two &lt;came&gt;.", 0, "<ins>Two &lt;came&gt;.</ins> @ Top of the page",
          "what came, escaped");
    ENTRY("<nav><ul><li>Home<li>Away</ul></nav><p>x", "<nav><ul><li>Home</ul></nav><p>x", 0, "<del>Away</del> @ Navigation",
          "a part of the page by its name");
    ENTRY("<table><tr><th>Dose<th>Week<th>All<tr><td>First<td>69<td>403<tr><td>Second<td>66<td>398</table>",
          "<table><tr><th>Dose<th>Week<th>All<tr><td>First<td>69<td>404<tr><td>Second<td>56<td>399</table>", 2,
          "Second | <del>398</del> <ins>399</ins> @ Top of the page", "a number in a row is told with the name of the row");
    ENTRY("<h1>Shop</h1><ul><li><h3>Oak desk</h3><p>280 EUR<p>5 left<li><h3>Lamp</h3><p>35 EUR<p>7 left</ul>",
          "<h1>Shop</h1><ul><li><h3>Oak desk</h3><p>280 EUR<p>4 left<li><h3>Lamp</h3><p>35 EUR<p>7 left</ul>", 0,
          "Oak desk · <del>5</del> <ins>4</ins> left @ Shop", "and in a small card with its title");
    ENTRY("<title>Old</title><p>x", "<title>New</title><p>x", 0, "<del>Old</del> <ins>New</ins> @ Title of the page", "the title");
}

static void test_links(void)
{
    AUTO(arena) a = { 0 };

    ENTRY("<p><a href=/a>it</a>", "<p><a href=/b>it</a>", 0,
          "<span class=\"lnk\">it</span> <del>/a</del> <ins>/b</ins> @ Top of the page", "both addresses");
    ENTRY("<p><a href='https://example.org/get/146.0/notes/?from=www.example.org&amp;at=foot'>it</a>",
          "<p><a href='https://example.org/get/154.0/notes/?from=www.example.org&amp;at=foot'>it</a>", 0,
          "<span class=\"lnk\">it</span> <del>/get/146.0…</del> <ins>/get/154.0…</ins> @ Top of the page",
          "without the host and the end that both have");
}

static void test_kinds(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(&a, STR("<p class=a>one two<p>three four<p>old words here stay"),
                                        STR("<p class=b>one 2<p>old words here stay<p>five six seven eight"), &e);
    uint32_t count[LIST_KINDS];

    listing_count(&p->delta, count);
    eq_int(count[LIST_CHANGED], 1, "one is changed");
    eq_int(count[LIST_ADDED] + count[LIST_REMOVED], 2, "one came, one went");
    eq_int(count[LIST_LOOK], 1, "one is of look");
    for (int kind = 0; kind < LIST_KINDS; kind++)
        ok(listing_sign[kind].letter && listing_sign[kind].sign && listing_sign[kind].name && listing_sign[kind].spoken,
           "kind %d has a sign and words", kind);
}

static void test_map(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(&a, STR("<p>a b c d e"), STR("<p>a b c x e"), &e);
    struct listing_target target[] = { { STR("#weft-1"), NULL } };
    struct listing list = { .arena = &a, .delta = &p->delta, .target = target, .out = &out };

    listing_map(&list);
    eq_str(buf_str(&out), STR("<a class=\"tick u\" tabindex=\"-1\" data-change=\"1\" style=\"top:50.00%\" href=\"#weft-1\"></a>"),
           "a tick at its share of the words");
}

static void test_rows(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    struct err e = { 0 };
    struct pair_of_pages *p =
        pair_read(&a, STR("<table><tr><td>Bern<td>12<td>rain<td>west<tr><td>Rome<td>21<td>sun<td>south</table>"),
                  STR("<table><tr><td>Bern<td>13<td>snow<td>west<tr><td>Rome<td>21<td>sun<td></table>"), &e);
    struct listing_target target[3] = { 0 };
    struct places places;
    struct listing list = { .arena = &a, .delta = &p->delta, .target = target, .out = &out, .places = &places };
    unsigned items = 0;

    places_open(&places, &a, &p->new);
    listing_entries(&list);
    for (size_t at = 0; (at = str_find(buf_str(&out), STR("<li"), at)) != SIZE_MAX; at++)
        items++;
    eq_int(items, 2, "all changes of a row are one item");
    ok(str_find(buf_str(&out), STR("<span class=\"name\" dir=\"auto\">Bern</span>"), 0) != SIZE_MAX, "which says whose they are");
    ok(str_find(buf_str(&out), STR("Rome | <del>south</del>"), 0) != SIZE_MAX, "what went from a row is told with its name");
}

static void test_cuts(void)
{
    AUTO(arena) a = { 0 };

    ENTRY("<p>we say that this is of May on 2022-06-28 and so on", "<p>we say that this is of June on 2022-06-28 and so on", 0,
          "… that this is of <del>May</del> <ins>June</ins> on 2022-06-28 … @ Top of the page", "what is left out is marked");

    ENTRY("<p>x", "<p>x<p>a b c d e f g h i j k l m n o p q r s t u 2026-11-16 v w", 0,
          "<ins>a b c d e f g h i j k l m n o p q r s t u 2026-11-16 …</ins> @ Top of the page", "a date is not cut in two");
}

int main(void)
{
    test_words();
    test_rows();
    test_cuts();
    test_links();
    test_kinds();
    test_map();
    return tap_done();
}
