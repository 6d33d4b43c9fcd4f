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

/* What came or went in a sentence is told with the words around it; a whole sentence is not. */
static void test_inside(void)
{
    AUTO(arena) a = { 0 };

    ENTRY("<p>They are in the USA and in Europe.", "<p>They are in the USA, in Singapore, and in Europe.", 0,
          "… are in the USA<ins>, in Singapore,</ins> and in Europe. @ Top of the page", "words that came into a sentence");
    ENTRY("<p>The bill is signed now.", "<p>Bill is signed now.", 0,
          "<del>The bill</del> <ins>Bill</ins> is signed now. @ Top of the page", "at its start");
    ENTRY("<p>Also the bill is signed.", "<p>the bill is signed.", 0, "<del>Also</del> the bill is signed. @ Top of the page",
          "words that went from its start");
    ENTRY("<p>It ships in 2–3 days.", "<p>It ships in 2–5 days.", 0,
          "… ships in 2–<del>3</del> <ins>5</ins> days. @ Top of the page", "no space where the page has none");
    ENTRY("<p>Last Updated: March 18, 2020 at 3:35PM", "<p>Last Updated: March 19, 2020 at 12:00PM", 1,
          "… 19, 2020 at <del>3:35PM</del> <ins>12:00PM</ins> @ Top of the page", "what changed beside it is part of the sentence");
    ENTRY(
        "<div class=c><img alt=Desk src=d><h3>Desk</h3><p>In stock</div><div class=c><img alt=Lamp src=l><h3>Lamp</h3><p>In stock</div>",
        "<div class=c><img alt=Desk src=d><h3>Desk</h3><p>Sold out</div><div class=c><img alt=Lamp src=l><h3>Lamp</h3><p>In stock</div>",
        0, "Desk · <del>In stock</del> <ins>Sold out</ins> @ Top of the page", "a card is called by its words, not by its picture");
}

static struct str entries(struct arena *a, struct str old, struct str new)
{
    AUTO(buf) out = BUF(KIB(64));
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);
    struct listing_target target[20] = { 0 };
    struct places places;
    struct listing list = { .arena = a, .delta = &p->delta, .target = target, .out = &out, .places = &places };

    places_open(&places, a, &p->new);
    listing_entries(&list);
    return arena_str(a, buf_str(&out));
}

static unsigned count_of(struct str text, struct str part)
{
    unsigned n = 0;

    for (size_t at = 0; (at = str_find(text, part, at)) != SIZE_MAX; at++)
        n++;
    return n;
}

static void test_alike(void)
{
    AUTO(arena) a = { 0 };
    struct str links =
        entries(&a, STR("<p><a href=e.html#a>one</a> <a href=e.html#b>two</a> <a href=e.html#c>three</a> <a href=/x>x</a>"),
                STR("<p><a href=e30.html#a>one</a> <a href=e30.html#b>two</a> <a href=e30.html#c>three</a> <a href=/y>x</a>"));

    eq_int(count_of(links, STR("<li")), 2, "links that changed alike are one item");
    eq_int(count_of(links, STR("e30.html")), 1, "which tells their addresses once");
    eq_int(count_of(links, STR("data-change=")), 4, "with a link to each");
    struct str moved = entries(
        &a,
        STR("<h2>A</h2><p>This paragraph went down the page with others.<p>So did this second one here, with it.<p>What stays is "
            "a long text of its own here.<p>And one more text that stays where it is, as it was.<h2>B</h2><p>End of all."),
        STR("<h2>A</h2><p>What stays is a long text of its own here.<p>And one more text that stays where it is, as it was.<h2>B</h2>"
            "<p>End of all.<p>This paragraph went down the page with others.<p>So did this second one here, with it."));
    eq_int(count_of(moved, STR("<li")), 1, "what moved together is one item");
    eq_int(count_of(moved, STR("was under")), 1, "that says once where it was");
    ok(count_of(moved, STR("<span class=\"sr\" dir=\"ltr\">Moved: </span>")) > 0,
       "words of ours do not turn the direction of an entry");
}

static void test_pictures(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(&a, STR("<p>x<img src=1.jpg alt='Phone in black'><a href=/1>y</a>"),
                                        STR("<p>x<img src=2.jpg alt='Phone in blue'><a href=/2>y</a>"), &e);
    uint32_t count[LIST_KINDS];

    ENTRY("<p>x<img src=1.jpg alt='Phone in black'>", "<p>x<img src=2.jpg alt='Phone in blue'>", 0,
          "<span class=\"lnk\">picture</span> <del>Phone in black</del> <ins>Phone in blue</ins> @ Top of the page",
          "pictures by what they show");
    listing_count(&p->delta, count);
    ok(count[LIST_LINK] == 1 && count[LIST_CHANGED] == 1, "a picture is not counted as a link");
}

int main(void)
{
    test_inside();
    test_alike();
    test_pictures();
    test_words();
    test_rows();
    test_cuts();
    test_links();
    test_kinds();
    test_map();
    return tap_done();
}
