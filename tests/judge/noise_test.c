/* The forms of noise of real pages, each alone and all together, on ten pages of every kind over thirty visits; and changes of content
 * beside them, each of which must be announced in words that name it.
 *
 * A page is a text with marks: {1} to {9} are places where noise may stand, {C} is where content changes. */
#include <stdlib.h>

#include "judge/verdict.h"
#include "page/body.h"
#include "tests/judge/true_lines.h"
#include "tests/tap.h"

enum { VISITS = 32, FIRST_COUNTED = 2, ITEMS = 12 };

/* ---- Pages ---- */

struct base {
    const char *name, *type, *text;
    const char *content[4]; /* what stands at {C}: first, then after each change */
    const char *say[4];     /* a word of the headline of each */
};

#define LONG \
    "The harbour of the old town was built by fishermen three centuries ago, and its stone walls still keep out the winter storms. " \
    "Every morning the boats come back with herring and mackerel, which are sold on the quay before the sun is high."

static const struct base pages[] = {
    { "an article",
      "text/html",
      "<!DOCTYPE html><html><head><title>The harbour</title>{1}</head><body><nav><a href=/>Home</a> <a href=/a>Art</a></nav><main><h1>The "
      "harbour</h1><p>" LONG
      "</p>{C}<p>Visitors walk along the walls in the evening, when the light is soft.</p>{2}</main><aside>{3}</aside>"
      "<footer>{4}<p>Imprint and contact</p></footer></body></html>",
      { "<p>The market opens at six.</p>", "<p>The market is closed for repairs until spring.</p>",
        "<p>The market is closed for repairs until summer.</p>", "" },
      { "", "repairs", "summer", "summer" } },
    { "a shop",
      "text/html",
      "<!DOCTYPE html><title>Oak table</title>{1}<body><header>{4}</header><main><h1>Oak table</h1><p>A table of solid oak for six people, oiled by "
      "hand, with drawers for knives and forks at both ends.</p>{C}<p>" LONG "</p>{2}</main><div class=side>{3}</div></body>",
      { "<p class=price>340 EUR</p><p class=stock>In stock</p>", "<p class=price>360 EUR</p><p class=stock>In stock</p>",
        "<p class=price>360 EUR</p><p class=stock>Out of stock</p>", "<p class=price>360 EUR</p><p class=stock>In stock</p>" },
      { "", "360", "Out of stock", "In stock" } },
    { "a front page",
      "text/html",
      "<!DOCTYPE html><title>The Daily Post</title>{1}<body><header><a href=/>The Daily Post</a>{4}</header><main><ul class=stories>{C}<li><a "
      "href=/s1>Bridge over the river is opened after ten years of work</a><li><a href=/s2>School choir wins the national contest for the third "
      "time</a><li><a href=/s3>Council votes for new trees along the main street</a></ul>{2}</main><aside>{3}</aside></body>",
      { "", "<li><a href=/s4>Bakers win the right to sell bread on Sundays</a>",
        "<li><a href=/s5>Storm closes the ferry line for the whole weekend</a><li><a href=/s4>Bakers win the right to sell bread on Sundays</a>",
        "<li><a href=/s6>Museum finds a lost painting in its own cellar</a><li><a href=/s5>Storm closes the ferry line for the whole weekend</a>" },
      { "", "Bakers", "Storm", "Museum" } },
    { "a status page",
      "text/html",
      "<!DOCTYPE html><title>Status of our services</title>{1}<body><main><h1>Status of our services</h1><table><tr><td>Web<td>Operational<tr>"
      "<td>Mail<td>{C}<tr><td>Backups<td>Operational</table><p>We write here whenever one of our services does not work as it should, and what we do "
      "about it.</p>{2}</main><aside>{3}</aside><footer>{4}</footer></body>",
      { "Operational", "Degraded", "Operational", "Major outage" },
      { "", "Degraded", "Operational", "outage" } },
    { "a ticker",
      "text/html",
      "<!DOCTYPE html><title>Metals</title>{1}<body><main><h1>Metals today</h1><dl><dt>Gold<dd>{C}</dl><p>Prices of the exchange, as they are made "
      "during the day by those who buy and sell there.</p>{2}</main><div>{3}</div><footer>{4}</footer></body>",
      { "$1,801.20", "$1,805.75", "$1,799.10", "$1,812.00" },
      { "", "1,805.75", "1,799.10", "1,812.00" } },
    { "terms",
      "text/html",
      "<!DOCTYPE html><title>Terms of service</title>{1}<body><header>{4}</header><article><h1>Terms of service</h1><h2>Refunds</h2>{C}<h2>Liability"
      "</h2><p>We are not liable for damage that arises from events beyond our control, unless the law of your country says otherwise.</p><h2>"
      "Accounts</h2><p>You must keep your password to yourself and tell us when somebody else may know it.</p>{2}</article><div>{3}</div></body>",
      { "<p>We refund the price within 30 days of the purchase. Shipping is not refunded.</p>",
        "<p>We refund the price within 14 days of the purchase. Shipping is not refunded.</p>",
        "<p>We refund the price within 14 days of the purchase.</p>",
        "<p>We refund the price within 14 days of the purchase. You may ask for it by letter or by phone.</p>" },
      { "", "14 days", "Shipping", "letter" } },
    { "a text",
      "text/plain",
      "The harbour news\n\n" LONG "\n\n{C}\n\nThe ferry leaves from the northern quay.\n\n{2}\n\n{3}\n",
      { "The market opens at six.", "The market is closed for repairs until spring.",
        "The market is closed for repairs until summer.", "The market opens at seven, with more stalls than before." },
      { "", "repairs", "summer", "stalls" } },
    { "JSON",
      "application/json",
      "{\"station\": \"harbour\", \"notes\": \"measured on the quay by the keeper of the lighthouse\", \"warning\": \"{C}\", \"levels\": [3, 4, 5]{2}{3}}",
      { "none for today", "storm surge expected in the evening", "storm surge expected at midnight",
        "all warnings were lifted by the office" },
      { "", "surge", "midnight", "lifted" } },
    { "a feed",
      "application/rss+xml",
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Harbour news</title><description>What happens on the quay</description>{2}{C}<item>"
      "<title>The lighthouse gets a new lamp</title><description>It shines twice as far as the old one.</description></item>{3}</channel></rss>",
      { "", "<item><title>Herring prices rise again</title><description>Fishermen are pleased.</description></item>",
        "<item><title>Old crane is taken down</title><description>It stood for a century.</description></item>",
        "<item><title>Regatta starts on Sunday</title><description>Forty boats take part.</description></item>" },
      { "", "Herring", "crane", "Regatta" } },
    { "a table",
      "text/html",
      "<!DOCTYPE html><title>Releases</title>{1}<body><main><h1>Releases</h1><table><tr><th>Version<th>Date<th>What is new{C}<tr><td>12.3<td>2 May "
      "2026<td>Faster start and fewer crashes on old machines<tr><td>12.2<td>9 April 2026<td>Support for dark colours in all windows</table>{2}"
      "</main><aside>{3}</aside><footer>{4}</footer></body>",
      { "", "<tr><td>12.4<td>1 June 2026<td>Printing works again with double pages",
        "<tr><td>12.5<td>8 June 2026<td>Search finds words in attached files<tr><td>12.4<td>1 June 2026<td>Printing works again with double pages",
        "<tr><td>13.0<td>3 July 2026<td>New engine for drawing large maps<tr><td>12.5<td>8 June 2026<td>Search finds words in attached files" },
      { "", "12.4", "12.5", "13.0" } },
};

/* ---- Noise ---- */

struct visit {
    struct arena *arena;
    unsigned number, load; /* the probe is the second load of its visit */
    uint64_t random;
};

static uint64_t draw(struct visit *v, uint64_t below)
{
    v->random = v->random * 6364136223846793005u + 1442695040888963407u;
    return (v->random >> 33) % below;
}

static struct str text_code(struct visit *v)
{
    return arena_printf(v->arena, "%08llx%08llx", (unsigned long long)draw(v, UINT32_MAX), (unsigned long long)draw(v, UINT32_MAX));
}

static const char *const adverts[ITEMS] = {
    "Buy the best boots for the mountains",    "Cheap flights to the sun from every town",
    "Learn a language in thirty easy lessons", "Insurance for your bicycle from day one",
    "Fresh vegetables brought to your door",   "The new phone with a brighter screen",
    "Save on heating with better windows",     "Rent a car without hidden fees",
    "Coffee from small farms roasted weekly",  "Shoes that keep dry in any weather",
    "Books for half the price this week",      "A mattress that adapts to your back",
};

/* Each in HTML and, where there is such a thing, in other kinds of text. `bare`: no markup may be written. */
typedef struct str noise_form(struct visit *v, bool bare);

static struct str clock_now(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Page generated at %02u:%02u:%02u" : "<p>Page generated at %02u:%02u:%02u</p>",
                        8 + v->number % 12, (unsigned)draw(v, 60), (unsigned)draw(v, 60));
}

static struct str made_in(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Made %02u.11.2026 %02u:%02u in %u ms" : "<p>Made %02u.11.2026 %02u:%02u in %u ms</p>",
                        1 + v->number % 28, 8 + v->number % 12, (unsigned)draw(v, 60), (unsigned)draw(v, 90) + 10);
}

static struct str date_now(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Today is %u November 2026" : "<p>Today is %u November 2026</p>", 1 + v->number % 28);
}

static struct str hours_ago(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Last edited %u hours ago by the team" : "<p>Last edited %u hours ago by the team</p>",
                        2 + v->number);
}

static struct str counter(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "%u users online" : "<p>%u users online</p>", (unsigned)draw(v, 9) + 1);
}

static struct str views(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "This page was viewed %u times" : "<p>This page was viewed %u times</p>",
                        1000 + 17 * v->number + v->load);
}

static struct str token(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return arena_printf(v->arena, bare ? "request %.*s" : "<form action=/s><input type=hidden name=csrf value=%.*s></form>",
                        STR_ARG(code));
}

static struct str nonce(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return bare ? STR("") : arena_printf(v->arena, "<script nonce=%.*s>var t='%.*s'</script>", STR_ARG(code), STR_ARG(code));
}

static struct str class_hash(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return bare ? STR("") : arena_printf(v->arena, "<p class=\"box css-%.*s\">Opening hours on the door</p>", 6, code.ptr);
}

static struct str session_link(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return bare ? arena_printf(v->arena, "see /cart?sid=%.*s", STR_ARG(code))
                : arena_printf(v->arena, "<p><a href=\"/cart?sid=%.*s\">Your cart</a></p>", STR_ARG(code));
}

static struct str cache_buster(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return bare ? STR("") : arena_printf(v->arena, "<img src=\"/logo.png?v=%.*s\" alt=Logo>", 8, code.ptr);
}

static struct str build_hash(struct visit *v, bool bare)
{
    struct str code = text_code(v);
    return arena_printf(v->arena, bare ? "build %.*s" : "<p>build %.*s</p>", 7, code.ptr);
}

static struct str text_advert(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "%s" : "<div class=promo><p>%s</p></div>", adverts[draw(v, ITEMS)]);
}

static struct str plain_advert(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Only today: %s" : "<div><p><a href=/go>Only today: %s</a></p></div>",
                        adverts[draw(v, ITEMS)]);
}

static struct str picture_advert(struct visit *v, bool bare)
{
    unsigned n = (unsigned)draw(v, 50);
    return bare ? STR("")
                : arena_printf(v->arena, "<a href=\"/click/%u\"><img src=\"/banner%u.png\" alt=\"Banner %u\"></a>", n, n, n);
}

static struct str listed(struct visit *v, bool bare, const unsigned *pick, unsigned n, const char *tail)
{
    AUTO(buf) out = BUF(4096);
    buf_add(&out, bare ? STR("") : STR("<ul class=picks>"));
    for (unsigned i = 0; i < n; i++)
        buf_addf(&out, bare ? "%s %s\n" : "<li><a href=/i>%s %s</a></li>", adverts[pick[i]], tail);
    buf_add(&out, bare ? STR("") : STR("</ul>"));
    return arena_str(v->arena, buf_str(&out));
}

static void shuffle(struct visit *v, unsigned *pick, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        pick[i] = i;
    for (unsigned i = n; i > 1; i--) {
        unsigned k = (unsigned)draw(v, i), swap = pick[i - 1];
        pick[i - 1] = pick[k];
        pick[k] = swap;
    }
}

static struct str shuffled_list(struct visit *v, bool bare)
{
    unsigned pick[6];
    shuffle(v, pick, 6);
    return listed(v, bare, pick, 6, "in our shop");
}

static struct str random_picks(struct visit *v, bool bare)
{
    unsigned pick[ITEMS];
    shuffle(v, pick, ITEMS);
    return listed(v, bare, pick, 3, "near you");
}

static struct str comes_and_goes(struct visit *v, bool bare)
{
    return draw(v, 2) ? STR("") : bare ? STR("Loading the latest messages") : STR("<p class=hint>Loading the latest messages</p>");
}

static struct str cookie_banner(struct visit *v, bool bare)
{
    return bare || draw(v, 2)
               ? STR("")
               : STR("<div class=cookie-banner><p>We use cookies to improve your visit. Accept or refuse them.</p></div>");
}

static const char *const goods[ITEMS] = { "Cast iron teapot", "Bamboo whisk",    "Honey dipper",     "Wool tea cosy",
                                          "Two glass cups",   "Milk frother",    "Sugar tongs",      "Slate trivet",
                                          "Digital scale",    "Linen tea towel", "Oak serving tray", "Lemon squeezer" };

static const char *const sayings[ITEMS] = {
    "Still waters run deep",
    "The early bird catches the worm",
    "A stitch in time saves nine",
    "Look before you leap",
    "Many hands make light work",
    "Better late than never",
    "Birds of a feather flock together",
    "Actions speak louder than words",
    "Two heads are better than one",
    "Practice makes perfect",
    "No man is an island",
    "Every cloud has a silver lining",
};

static struct str shelf_of_cards(struct visit *v, bool bare)
{
    AUTO(buf) out = BUF(4096);
    unsigned pick[ITEMS];
    shuffle(v, pick, ITEMS);
    buf_add(&out, bare ? STR("") : STR("<h2>Customers also bought</h2><div class=row>"));
    for (unsigned i = 0; i < 4; i++)
        buf_addf(&out, bare ? "Also bought: %s at %u.90 EUR\n" : "<div><h3><a href=/i>%s</a></h3><b>%u.90 EUR</b></div>",
                 goods[pick[i]], 10 + 7 * pick[i]);
    buf_add(&out, bare ? STR("") : STR("</div>"));
    return arena_str(v->arena, buf_str(&out));
}

static struct str goods_by_hour(struct visit *v, bool bare)
{
    AUTO(buf) out = BUF(4096);
    buf_add(&out,
            bare ? STR("") : STR("<h2>Customers also viewed</h2><ul><li><a href=/m>More of this kind</a></ul><div class=tiles>"));
    for (unsigned i = 0, n = v->number * 5 % ITEMS; !bare && i < 3; i++, n = (n + 5) % ITEMS)
        buf_addf(&out, "<div><a href=/i>%s</a><div>%u.90 EUR</div></div>", goods[n], 10 + 7 * n);
    buf_add(&out, bare ? STR("") : STR("</div>"));
    return arena_str(v->arena, buf_str(&out));
}

static struct str quote_of_day(struct visit *v, bool bare)
{
    const char *quote = sayings[v->number % ITEMS];
    return arena_printf(v->arena, bare ? "Quote of the day: %s." : "<h3>Quote of the day</h3><p>%s.</p>", quote);
}

static struct str picture_of_day(struct visit *v, bool bare)
{
    unsigned n = v->number % ITEMS;
    return bare ? STR("")
                : arena_printf(v->arena, "<h3>Picture of the day</h3><img src=\"/day%u.jpg\" width=300 alt=\"%s\">", n, sayings[n]);
}

static struct str doors_today(struct visit *v, bool bare)
{
    static const char *const days[] = { "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday" };
    unsigned day = v->number % 7;
    return arena_printf(v->arena, bare ? "Today is %s, the museum is %s." : "<p>Today is %s, the museum is %s.</p>", days[day],
                        day ? "open" : "closed");
}

static struct str doors_now(struct visit *v, bool bare)
{
    const char *state = draw(v, 2) ? "open now" : "closed, opens at 9:00";
    return arena_printf(v->arena, bare ? "Museum: %s" : "<p>Museum: %s</p>", v->load ? "open now" : state);
}

static struct str greeting(struct visit *v, bool bare)
{
    static const char *const hours[] = { "Good morning", "Good afternoon", "Good evening" };
    return arena_printf(v->arena,
                        bare ? "%s and welcome to the pages of our museum." : "<p>%s and welcome to the pages of our museum.</p>",
                        hours[v->number * 5 % 13 % 3]);
}

static struct str departures(struct visit *v, bool bare)
{
    unsigned first = 1 + v->number * 7 % 19, second = 2 + v->number * 5 % 23;
    return bare ? STR("")
                : arena_printf(v->arena, "<table><tr><td>Tram to the zoo<td>%u min<tr><td>Bus to the lake<td>%u min</table>", first,
                               second);
}

static struct str two_servers(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "Made by wirepress version 5.%u.0" : "<p>Made by wirepress version 5.%u.0</p>",
                        1 + (unsigned)draw(v, 2));
}

static struct str two_wordings(struct visit *v, bool bare)
{
    return arena_printf(v->arena, bare ? "All about the quay%s" : "<p>All about the quay%s</p>",
                        v->number % 2 ? " and its people" : "");
}

static const struct {
    const char *name;
    noise_form *make;
} forms[] = {
    { "a clock", clock_now },
    { "today's date", date_now },
    { "hours ago", hours_ago },
    { "users online", counter },
    { "views", views },
    { "a hidden token", token },
    { "a nonce", nonce },
    { "hashes in classes", class_hash },
    { "a session in a link", session_link },
    { "a cache buster", cache_buster },
    { "the hash of a build", build_hash },
    { "an advert", text_advert },
    { "an advert without a name", plain_advert },
    { "an advert as a picture", picture_advert },
    { "a shuffled list", shuffled_list },
    { "a random pick", random_picks },
    { "a text that comes and goes", comes_and_goes },
    { "a cookie banner", cookie_banner },
    { "cards on a shelf", shelf_of_cards },
    { "a quote of the day", quote_of_day },
    { "a picture of the day", picture_of_day },
    { "doors on the day of the visit", doors_today },
    { "doors at the hour of the visit", doors_now },
    { "a greeting", greeting },
    { "minutes until departures", departures },
    { "servers that take turns", two_servers },
    { "two wordings that take turns", two_wordings },
    { "goods by the hour", goods_by_hour },
    { "a day with dots, a time and how long it took", made_in },
};
/* The first of them together, and those that go by the clock, pick goods or name servers. */
enum { FORMS = ARRAY_LEN(forms), FIRST_FORMS = 18, ALL_FIRST = FORMS, ALL_OTHERS, TOGETHER };

static bool has_form(unsigned asked, unsigned form)
{
    return asked == form || (asked == ALL_FIRST && form < FIRST_FORMS) || (asked == ALL_OTHERS && form >= FIRST_FORMS);
}

/* ---- A page as one visit finds it ---- */

/* JSON and feeds need their own wrapping; each line is an item of a list there. */
static void add_noise(struct visit *v, const struct base *base, unsigned form, struct buf *out)
{
    bool json = str_ends(str_of(base->type), STR("json")), feed = str_ends(str_of(base->type), STR("xml"));
    struct str text = str_trim(forms[form].make(v, json || feed || str_eq(str_of(base->type), STR("text/plain"))));
    bool list = str_find(text, STR("\n"), 0) != SIZE_MAX;
    if (!json && !feed) {
        buf_addf(out, "%.*s\n", STR_ARG(text));
        return;
    }
    buf_addf(out, json ? ", \"extra%u\": %s" : "<list%u>%s", form, json && list ? "[" : "");
    do {
        struct str line = str_cut(&text, '\n');
        buf_addf(out, json ? "\"%.*s\"%s" : "<note>%.*s</note>%s", STR_ARG(line), json && text.len ? "," : "");
    } while (text.len);
    if (json)
        buf_add(out, list ? STR("]") : STR(""));
    else
        buf_addf(out, "</list%u>", form);
}

/* Where in the page a form stands: in the content, beside it, below it. */
static bool stands_at(unsigned form, char slot)
{
    return (char)('2' + form % 3) == slot;
}

static struct str page_at(struct visit *v, const struct base *base, unsigned form, unsigned content)
{
    AUTO(buf) out = BUF(1 << 16);
    bool short_of_slots = !strstr(base->text, "{4}");
    for (const char *at = base->text; *at; at++) {
        if (at[0] != '{' || at[1] == 0 || at[2] != '}' || !strchr("1234C", at[1])) {
            buf_add_char(&out, *at);
            continue;
        }
        if (at[1] == 'C')
            buf_add(&out, str_of(base->content[content]));
        for (unsigned f = 0; f < FORMS && at[1] != 'C' && at[1] != '1'; f++)
            if (has_form(form, f) && (stands_at(f, at[1]) || (short_of_slots && at[1] == '3' && stands_at(f, '4'))))
                add_noise(v, base, f, &out);
        at += 2;
    }
    return arena_str(v->arena, buf_str(&out));
}

/* ---- Visits ---- */

struct course {
    struct arena kept;
    struct body last;
    struct str past;
    uint64_t random;
};

static struct body body_of(const struct base *base, struct str bytes)
{
    return (struct body){ .bytes = bytes, .content_type = str_of(base->type), .url = STR("http://h/") };
}

/* A headline says nothing that did not happen. */
static void ask_law(struct arena *a, const struct base *base, const struct body pair[2], const struct headline *headline)
{
    struct page page[2];
    struct symbols *symbols = NEW(a, struct symbols);
    struct err e = { 0 };
    symbols_open(symbols, a);
    bool read = body_read_pair(a, symbols, pair, page, &e) == 0;
    struct str untrue = read ? untrue_line(a, &page[0], &page[1], headline) : STR("cannot be read");
    if (untrue.len)
        ok(false, "%s: not true: %.*s, in: %.*s", base->name, STR_ARG(untrue), STR_ARG(headline->text));
}

static bool visit(struct course *c, const struct base *base, struct body now, struct str *headline)
{
    AUTO(arena) a = { 0 };
    struct interest all = { 0 };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct verdict_facts facts = {
        .new = now, .old = c->last.bytes.len ? &c->last : NULL, .interest = &all, .n_interests = 1, .past = c->past
    };
    if (c->last.bytes.len && str_eq(now.bytes, c->last.bytes)) {
        c->past = past_same(&c->kept, c->past);
        return false;
    }
    if (verdict_make(&a, &facts, &v, &e) || v.suspect.len)
        ok(false, "%s: %s%.*s", base->name, e.text, STR_ARG(v.suspect));
    bool told = c->last.bytes.len && v.any;
    if (told)
        ask_law(&a, base, (struct body[]){ c->last, now }, &v.whole.headline);
    *headline = arena_str(&c->kept, v.whole.headline.text);
    c->last = now;
    c->past = arena_str(&c->kept, v.past);
    return told;
}

static void probe(struct course *c, struct body again)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str past;
    struct verdict_facts facts = { .new = c->last, .second = &again, .past = c->past };
    if (verdict_probe(&a, &facts, &past, &e))
        ok(false, "%s", e.text);
    c->past = arena_str(&c->kept, past);
}

struct outcome {
    unsigned alarms, missed, unnamed;
    struct str last_alarm, last_miss; /* headlines */
};

/* Content changes at visits 9, 17 and 25. */
static struct outcome run(const struct base *base, unsigned form, bool probed)
{
    static char alarm[256], miss[256];
    static const unsigned dice[] = { [ALL_FIRST] = 95, [ALL_OTHERS] = 105 }; /* the same when a form is added */
    struct course c = { .random = form < FORMS ? 77 + form : dice[form] };
    struct outcome out = { .last_alarm = STR(""), .last_miss = STR("") };
    *alarm = *miss = 0;
    for (unsigned i = 0; i < VISITS; i++) {
        struct visit v = { &c.kept, i, 0, c.random };
        unsigned content = (i >= 9) + (i >= 17) + (i >= 25);
        bool planted = i == 9 || i == 17 || i == 25;
        struct str headline = STR("");
        bool told = visit(&c, base, body_of(base, page_at(&v, base, form, content)), &headline);
        v.load = 1;
        if (probed && (i == 0 || i == 1 || i == 7)) /* as flow/probe.c has it */
            probe(&c, body_of(base, page_at(&v, base, form, content)));
        c.random = v.random;
        bool named = told && str_find(headline, str_of(base->say[content]), 0) != SIZE_MAX;
        if (planted && !named)
            snprintf(miss, sizeof miss, "visit %u: %.*s", i, STR_ARG(headline));
        else if (!planted && told && i >= FIRST_COUNTED)
            snprintf(alarm, sizeof alarm, "visit %u: %.*s", i, STR_ARG(headline));
        out.missed += planted && !told;
        out.unnamed += planted && told && !named;
        out.alarms += !planted && told && i >= FIRST_COUNTED;
    }
    out.last_alarm = str_of(alarm);
    out.last_miss = str_of(miss);
    arena_drop(&c.kept);
    return out;
}

static const char *form_name(unsigned form)
{
    return form == ALL_FIRST ? "all together" : form == ALL_OTHERS ? "all others together" : forms[form].name;
}

int main(void)
{
    for (size_t p = 0; p < ARRAY_LEN(pages); p++)
        for (unsigned form = 0; form < TOGETHER; form++)
            for (int probed = 0; probed < 2; probed++) {
                const struct base *base = &pages[p];
                struct outcome found = run(base, form, probed);
                unsigned most = probed ? 1 : 3;
                ok(found.alarms <= most, "%s, %s%s: %u alarms; %.*s", base->name, form_name(form), probed ? ", probed" : "",
                   found.alarms, STR_ARG(found.last_alarm));
                ok(found.missed + found.unnamed == 0, "%s, %s%s: %u changes missed, %u not named; %.*s", base->name,
                   form_name(form), probed ? ", probed" : "", found.missed, found.unnamed, STR_ARG(found.last_miss));
            }
    return tap_done();
}
