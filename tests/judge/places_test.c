/* Where on a page a word stands. */
#include "judge/places.h"

#include "page/body.h"
#include "tests/tap.h"

#define STORY \
    "<article><h1>The bridge</h1><p>The council has decided on the new bridge after a debate of six hours, and work on it begins in the " \
    "spring of next year.</p><p>It will be the third bridge of the town, wide enough for two carts and a row of people on foot.</p></article>"

#define TEN(text) text text text text text text text text text text

/* The place of the word `find` on the page of that name. */
static void stands_in(const char *name, const char *text, const char *find, enum judge_place want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct judge_places places;
    struct err e = { 0 };
    bool readable;
    symbols_open(&symbols, &a);
    if (body_read(&a, &symbols, &(struct body){ .bytes = str_of(text), .name = str_of(name) }, &page, &readable, &e)
        || places_find(&a, &page, NULL, &places, &e))
        ok(false, "%s", e.text);
    for (uint32_t w = 0; w < page.n_words; w++)
        if (str_eq(page_word(&page, w), str_of(find))) {
            enum judge_place got = place_of(&places, w);
            ok(got == want, "%s stands in %s", find, place_name(got));
            return;
        }
    ok(false, "%s is not there", find);
}

static void stands(const char *html, const char *find, enum judge_place want)
{
    stands_in("page.html", html, find, want);
}

/* Lists of links and of picks, and parts by their position. */
/* Picks and stories beside what a page is about. */
static void test_beside(void)
{
    stands("<main>" STORY "<div><p>You may also like</p><ul><li><a href=/t>How to tidy a shed</a></ul></div>" STORY "</main>",
           "shed", PLACE_EXTRA);
    stands("<main>" STORY "<div><p>You may also like</p><p>The mill has a shed for books.</p></div>" STORY "</main>", "shed",
           PLACE_MAIN);
    stands("<title>Imprint</title>" STORY "<div><div>Fires</div><a href=/m><h3>The mill burns</h3></a></div>", "Fires",
           PLACE_EXTRA);
    stands("<title>Imprint</title>" STORY "<div><a href=/m><h3>The mill burns</h3></a></div>", "burns", PLACE_EXTRA);
    stands("<title>Terms of use</title>" STORY
           "<div><article><p><a href=/m>The mill burns</a></p><p>All night.</p></article></div>",
           "night", PLACE_EXTRA);
    stands("<title>Terms of use</title>" STORY
           "<div><article><h3>Fares of the ferry</h3><p><a href=/fares.pdf>Fares to print</a></p></article></div>",
           "ferry", PLACE_OTHER); /* a document of the page */
    stands("<title>Terms of use</title>" STORY
           "<div><article><p>In force from 3 May | <a href=/terms.pdf>to print</a> | <a href=#one>Contents</a></p></article></div>",
           "force", PLACE_MAIN);
    stands("<title>Terms of use</title>" STORY "<div><h3>No mill burns</h3><p>All night we watch.</p></div>", "night", PLACE_OTHER);
    stands(STORY "<div><a href=/m><h3>The mill burns</h3></a></div>", "burns", PLACE_OTHER);
}

/* Chapters of a legal text are named by what they treat. */
static void test_chapters(void)
{
    static const char text[] =
        "<title>Privacy policy</title><main><h1>Privacy policy</h1><section><h2>What we keep</h2><p>We keep your name and your address for "
        "as long as you are a guest of the mill, and a year longer.</p></section><section><h2>Advertising</h2><p>The baker learns nothing."
        "</p></section><section id=sharing-your-data><h2>Sharing your data</h2><p>The ferry learns your name.</p></section>"
        "<section id=comments><h2>Comments</h2><p>Remarks below a story are seen by all.</p></section><section id=cookies>"
        "<h2>Cookies</h2><p>One stays for a week.</p><table><tr><th>Name<th>Purpose<tr><td>Advertising<td>smith<td>3 months<tr><td>_cd<td>"
        "Advertising. <a href=/x>See what the tailor says</a></table></section></main>";
    stands(text, "baker", PLACE_OTHER);
    stands(text, "ferry", PLACE_OTHER);
    stands(text, "Remarks", PLACE_OTHER);
    stands(text, "week", PLACE_OTHER);
    stands(text, "smith", PLACE_OTHER);
    stands(text, "tailor", PLACE_OTHER);
    stands(STORY "<section id=comments><h2>Comments</h2><p>Remarks below a story are seen by all.</p></section>", "Remarks",
           PLACE_EXTRA);
    stands(STORY "<div id=share><h2>Share</h2><a href=/m>Mail</a> <a href=/l>Letters</a></div>", "Letters", PLACE_EXTRA);
}

/* Lists below headings beside the one that the main content stands below. */
static void test_beside_headings(void)
{
#define TALK "<li><a href=/t>Maps of flooded meadows</a>, for the friends of the river in Elm, in the hall of the mill"
    const char *chapters = "<div><h1>Ada</h1><h3>Talks</h3><ul>" TALK TALK TALK TALK
                           "</ul><h3>Things built</h3><ul><li><a href=/o>Orchards</a><li><a href=/w>Wells</a></ul></div>";
    stands(chapters, "Orchards", PLACE_OTHER); /* below a heading beside the one that the main content stands below */
    stands("<div><h1>Ada</h1><ul>" TALK TALK TALK TALK
           "</ul></div><div><h3>Things built</h3><ul><li><a href=/o>Orchards</a></ul></div>",
           "Orchards", PLACE_MENU); /* in another box */
}

static void test_lists(void)
{
    stands(STORY "<div class=recommended><a href=/a>A cart that floats</a><a href=/b>Ten carts of note</a></div>", "floats",
           PLACE_EXTRA);
    stands("<div><ul><li><a href=/a>Carts</a><li><a href=/b>Oxen</a></ul>" STORY "</div>", "Oxen", PLACE_MENU);
    stands("<h1>Terms</h1><p>A course of the school.</p><ul><li><a href=/a>Autumn 2027</a><li><a href=/b>Spring 2027</a><li><a "
           "href=/c>Autumn 2026</a><li><a href=/d>Spring 2026</a></ul>",
           "Autumn", PLACE_OTHER);
    stands("<article><ul><li><a href=/a>Carts</a><li><a href=/b>Oxen</a></ul>" STORY "</article>", "Oxen", PLACE_MENU);
    stands("<div><ul><li><a href=/a>Carts</a> (12)<li><a href=/b>Oxen</a> (3)</ul>" STORY "</div>", "Oxen", PLACE_MENU);
    stands("<div><ul><li><a href=/a>Carts</a> for two<li><a href=/b>Oxen</a> for three</ul>" STORY "</div>", "Oxen", PLACE_OTHER);
    stands("<div>" STORY STORY "<h2>Members of the guild</h2><ul><li><a href=/a>Ada</a><li><a href=/b>Bob</a></ul></div>", "Bob",
           PLACE_OTHER);
    stands("<div class=with-sidebar>" STORY "<footer><p>All rights of the townspeople reserved.</p></footer></div>", "rights",
           PLACE_FOOTER);
    stands("<div class=sidebar-right><p>The ferry sails at noon.</p><p>It costs two coins and an egg for each goat.</p></div>",
           "ferry", PLACE_MAIN);
    stands("<div class=top><p><a href=/f>The ferry to the island has been sold to a baker from the next town</a></div>" STORY,
           "ferry", PLACE_OTHER);
    stands("<div class=top><a href=/f>Ferries</a> <a href=/m>Mills</a></div>" STORY, "Mills", PLACE_HEADER);
    stands("<nav><a href=/d>Disturbing the other guests of the ferry</a></nav>" STORY, "guests", PLACE_MENU);
    stands("<div class=\"top site-header\"><p>The town has the best ferries and mills in all of the valley</div>" STORY, "ferries",
           PLACE_HEADER);
    stands("<main>" STORY "<div class=breadcrumbs><a href=/>Town</a> &raquo; <a href=/f>Ferries</a></div>" STORY "</main>",
           "Ferries", PLACE_MENU);
    stands("<main class=with-breadcrumb>" STORY "<p>The ferries are late.</p></main>", "ferries", PLACE_OTHER);
    stands("<main>" STORY "<div class=breadcrumb-text><p>The ferries leave crumbs of bread.</p></div>" STORY "</main>", "crumbs",
           PLACE_OTHER);
    stands("<main>" STORY "<p><a class=twitter-timeline href=//posts.example/mill>Posts by the mill</a></p></main>", "Posts",
           PLACE_EXTRA);
    stands("<main>" STORY "<div class=timeline><p>The mill was built in 1740.</p></div></main>", "1740", PLACE_OTHER);
    stands("<main>" STORY "</main><div class=skiptranslate><h1>Original text</h1></div>", "Original", PLACE_EXTRA);
    stands("<div class=page-content><main>" STORY "</main><footer><div><h4><a href=/f>Films</a></h4></div></footer></div>", "Films",
           PLACE_FOOTER);
    stands("<div class=page-content>" STORY "<footer><div><h4><a href=/f>Films</a></h4></div></footer></div>", "Films",
           PLACE_OTHER);
    stands(STORY "<div class=page-weather><span>drizzle</span><b>12&deg;</b></div>", "drizzle", PLACE_EXTRA);
    stands(STORY "<div class=weather-alert><p>The drizzle closes the quay.</p></div>", "drizzle", PLACE_OTHER);
    stands("<title>Weather of the town</title>" STORY "<div class=weather><span>drizzle</span><b>12&deg;</b></div>", "drizzle",
           PLACE_OTHER);
    stands(STORY "<div><h3>You may also like</h3><p>The forgotten lighthouse</p></div>", "lighthouse", PLACE_EXTRA);
    static const char pictures[] = STORY
        "<section><h2>You may also like</h2><div class=c><a href=/1><img src=1.png></a><h3>Red wine</h3><p>8 coins</p></div>"
        "<div class=c><a href=/2><img src=2.png></a><h3>White wine</h3><p>9 ducats</p></div><p>The mill is sold.</p></section>" STORY;
    stands(pictures, "coins", PLACE_EXTRA);
    stands(pictures, "ducats", PLACE_EXTRA);
    static const char cards[] =
        STORY "<h2>Customers also bought</h2><div class=row><div><h3><a href=/a>A lamp for the lighthouse</a></h3>"
              "<b>12 coins</b></div></div><p>The mill is sold by its owner.</p><h2>Delivery</h2><div><h3>Carts"
              "</h3><p>Each cart leaves at dawn.</p></div>";
    stands(cards, "lighthouse", PLACE_EXTRA);
    stands(cards, "coins", PLACE_EXTRA);
    stands(cards, "mill", PLACE_OTHER);
    stands(cards, "dawn", PLACE_OTHER);
    static const char quote[] =
        STORY "<h2>Quote of the day</h2><p>All is well that ends.</p><p>The lighthouse is closed for the winter.</p>";
    stands(quote, "ends", PLACE_EXTRA);
    stands(quote, "lighthouse", PLACE_MAIN);
    static const char box[] =
        STORY "<aside><h3>Most read</h3><ul><li><a href=/a>The mill</a><li><a href=/b>The oxen</a></ul><p>The "
              "lighthouse takes no guests in May.</p></aside>";
    stands(box, "oxen", PLACE_EXTRA);
    stands(box, "lighthouse", PLACE_ASIDE);
    stands("<header><p>The town hall</p><nav><a href=/a>Carts</a><a href=/b>Oxen</a></nav></header>" STORY, "Oxen", PLACE_MENU);
    stands(STORY "<h3>Most read</h3><ul><li><a href=/l>The forgotten lighthouse of the northern coast</a></ul>", "lighthouse",
           PLACE_EXTRA);
    stands(STORY "<h3>Most read</h3><p>This is a list of books that the town reads, and the lighthouse is in each.", "lighthouse",
           PLACE_MAIN);
    stands(STORY "<div><h2>Hot topics</h2><ul><li>2031-01-10 The new lighthouse is open.</ul></div>", "lighthouse", PLACE_OTHER);
    stands(STORY "<div><h2>Hot topics</h2><ul><li><a href=/l>2031-01-10 The new lighthouse</a></ul></div>", "lighthouse",
           PLACE_EXTRA);
    stands("<div><h1>Most read books</h1><p>The forgotten lighthouse is read by all who can read.</p></div>", "lighthouse",
           PLACE_MAIN);
    stands(STORY "<div><h3>Lighthouses</h3><p>The forgotten lighthouse</p></div>", "lighthouse", PLACE_OTHER);
    stands_in("fees.md", "---\nlayout: wide\ntitle: Fees\n---\n# Fees\nTwo coins.\n", "wide", PLACE_HEADER);
    stands_in("fees.md", "---\nlayout: wide\ntitle: Fees\n---\n# Fees\nTwo coins.\n", "title", PLACE_MAIN);
    stands_in("fees.md", "---\nlayout: wide\ntitle: Fees\n---\n# Fees\nTwo coins.\n", "coins", PLACE_MAIN);
}

int main(void)
{
    unsigned content = 0;
    for (unsigned i = 0; i < PLACES; i++)
        content += place_is_content((enum judge_place)i);
    ok(content == 2 && place_is_content(PLACE_MAIN) && place_is_content(PLACE_OTHER), "two places are content");
    stands(STORY, "council", PLACE_MAIN);
    stands("<nav><a href=/>Home</a> <a href=/n>News</a></nav>" STORY, "News", PLACE_MENU);
    stands(STORY "<footer><p>All rights of the townspeople reserved.</p></footer>", "rights", PLACE_FOOTER);
    stands(STORY "<aside class=sidebar><p>Weather: rain and wind from the west.</p></aside>", "rain", PLACE_ASIDE);
    stands(STORY "<div class=advert><p>Buy two umbrellas and pay for one of them.</p></div>", "umbrellas", PLACE_EXTRA);
    stands(STORY "<div class=box><small>Contenido patrocinado</small><p>Two umbrellas for one.</p></div>", "umbrellas",
           PLACE_EXTRA);
    stands(STORY "<div class=box><span>Sponsored</span> <a href=/x>Two umbrellas for one</a></div>", "umbrellas", PLACE_EXTRA);
    stands(STORY "<div class=box>Sponsored <a href=/x>umbrellas for schools</a> are here.</div>", "umbrellas", PLACE_OTHER);
    stands(STORY "<div class=town-ads__items><div class=town-ads__item><p>Cases: 88</p></div>" TEN(
               "<p>One of the quays has cases.</p>") "</div>",
           "88", PLACE_OTHER);
    stands(STORY "<div class=town-ads__items><div class=town-ads__item><p>Cases: 88</p></div>" TEN(
               "<p>One of the quays has cases.</p>") "<a href=/buy>Buy</a></div>",
           "88", PLACE_EXTRA);
    stands(STORY "<div id=cookie-banner><p>We like biscuits, do you agree?</p></div>", "biscuits", PLACE_NOTICE);
    stands(
        STORY
        "<div class=x1><div class=x2><h2>Before you read</h2><p>We keep cookies to count our readers, and nobody else sees them.</p>"
        "</div><div class=x3><button>Accept all</button><button>Only necessary cookies</button></div></div>",
        "read", PLACE_NOTICE);
    stands(STORY "<div class=x1><p>Tell us whether the bridge was worth the money of the bakers.</p><button>Agree</button></div>",
           "whether", PLACE_MAIN);
    stands(STORY "<footer><p>The town.</p></footer><div class=x1><p>Crumbs for the gulls?</p><button>Fine</button></div>", "gulls",
           PLACE_NOTICE);
    stands(STORY "<footer><p>The town.</p></footer><p>Closed on Sunday, says the baker.</p>", "Sunday", PLACE_OTHER);
    stands("<footer><p>The town.</p></footer>" STORY "<button>Vote</button>", "council", PLACE_MAIN);
    stands("<div class=banner>Major outage</div>" STORY, "outage", PLACE_OTHER);
    stands("<div class=banner><a href=/shop>Umbrellas for two</a> and their cases</div>" STORY, "cases", PLACE_HEADER);
    stands("<title>Sponsors</title>" STORY "<div class=panel-sponsor><p>Two bakers paid for it.</p></div>", "bakers", PLACE_OTHER);
    stands("<div class=modal>" STORY "</div>", "council", PLACE_MAIN);
    stands("<div class=modal><p>The lighthouse stays closed until 9 May.</p><button>Close</button></div>" STORY, "lighthouse",
           PLACE_OTHER); /* a message */
    stands(STORY STORY STORY
           "<div class=cookies><p>One of the biscuits stays.</p>" TEN("<p>It is read by the baker of the mill.</p>") "</div>",
           "biscuits", PLACE_OTHER); /* a long text with nothing to press */
    stands("<div class=modal><p>The lighthouse sends you letters.</p><input name=address></div>" STORY, "lighthouse", PLACE_NOTICE);
    stands("<div class=modal><p>The lighthouse sells two lamps for one.</p><a href=/lamps>Buy</a></div>" STORY, "lighthouse",
           PLACE_NOTICE);
    stands("<div class=modal><p>The lighthouse keeps cookies on your computer.</p><button>Close</button></div>" STORY, "lighthouse",
           PLACE_NOTICE);
    stands(
        "<title>Rules | Lighthouse</title><div class=lead-overlay><h1>Rules</h1><p>In force since May</p><a href=/m>Mill</a></div>" STORY,
        "force", PLACE_OTHER); /* what holds the name of the page */
    stands("<div id=onetrust-consent-sdk>" STORY STORY STORY "</div><main><p>We sell bread to all who come to the mill.</main>",
           "council", PLACE_NOTICE);
    stands("<h2>Sponsors</h2><p>We thank all who help us to bake.<h3>Bronze</h3><ul>" TEN(
               TEN("<li><a href=/m>Miller and sons</a>")) "</ul>",
           "Miller", PLACE_OTHER); /* what is found as the main content is a line of the page */
    stands(STORY "<h2><a href=/clock>Clocks</a></h2>", "Clocks", PLACE_OTHER);
    stands(STORY "<table><tr><th><a href=/ff>Engine</a></table>", "Engine", PLACE_OTHER);
    stands("<h1>News</h1>" TEN("<div class=link-overlay><h3>Bakers win</h3><a href=/b></a></div>"), "Bakers", PLACE_MAIN);
    stands(STORY TEN("<div class=link-overlay><a href=/b>Close</a></div>"), "Close", PLACE_NOTICE);
    stands(
        STORY
        "<section class=recommended><h2>Which carts we recommend</h2><p>The two-wheeled cart is sturdy and cheap, and every smith "
        "can mend it.</p></section>",
        "sturdy", PLACE_OTHER);
    test_beside_headings();
    test_lists();
    test_chapters();
    test_beside();
    return tap_done();
}
