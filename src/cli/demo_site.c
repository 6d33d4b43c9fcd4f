/* A small town's web site: a news front page with an advert and a counter, a price list, a course page, terms of service, a status page.
 *
 * Each page changes at its own pace, as such pages do: news often, prices one at a time, the course in its schedule, the terms seldom and
 * in a single clause, the status with incidents that come and go. */
#include "cli/demo_site.h"

#include "base/auto.h"

/* ---- Front page ---- */

static const char *const headlines[] = {
    "Harbour bridge opens to cyclists a month early",   "Council votes for trees along the old tram line",
    "Library keeps its doors open until midnight",      "Storm leaves three streets without power",
    "Bakers win the right to sell bread on Sundays",    "School orchestra invited to the capital",
    "New ferry will cross the bay in twelve minutes",   "Fishermen find a bell from a sunken ship",
    "Swimming hall closes for repairs until spring",    "Market square gets its fountain back",
    "Night buses run every twenty minutes from Friday", "Museum shows maps that were thought lost",
};

static const char *const adverts[] = {
    "Shoes for every weather, now at Northwind",  "Two pizzas for the price of one, today only", "Learn to sail in a weekend",
    "Your next bicycle is waiting at Wheelhouse", "Fresh coffee, roasted around the corner",
};

static void add_front(struct buf *out, const struct demo_moment *at)
{
    enum { SHOWN = 6 };
    uint64_t newest = at->tick / 2;

    buf_add(
        out,
        STR("<main><h1>The Harbour Gazette</h1><img src=\"/picture.svg\" alt=\"View of the harbour\" width=\"480\" height=\"120\">"));
    for (uint64_t i = 0; i < SHOWN; i++) {
        uint64_t story = newest + SHOWN - i;
        buf_addf(
            out,
            "<article><h2>%s</h2><p>Report no. %llu of the week. Our reporter was there and spoke with the people concerned.</p></article>",
            headlines[story % ARRAY_LEN(headlines)], (unsigned long long)story);
    }
    buf_addf(out, "</main><aside class=\"advert\"><b>Advertisement</b> <a href=\"/\">%s</a></aside>",
             adverts[at->visits % ARRAY_LEN(adverts)]);
    buf_addf(out, "<p class=\"counter\">You are visitor number %llu.</p>", (unsigned long long)(10000 + at->visits));
}

/* ---- Prices ---- */

static const struct {
    const char *name;
    unsigned cents;
} goods[] = {
    { "Green tea, 100 g", 490 }, { "Black tea, 100 g", 420 }, { "White tea, 50 g", 890 }, { "Mint, 100 g", 310 },
    { "Rooibos, 100 g", 350 },   { "Tea pot, 1 l", 2450 },    { "Strainer", 690 },        { "Cup with saucer", 1150 },
};

static void add_prices(struct buf *out, const struct demo_moment *at)
{
    enum { PACE = 3 };
    uint64_t round = at->tick / PACE;

    buf_add(out, STR("<main><h1>Prices</h1><table><thead><tr><th>Article</th><th>Price</th></tr></thead><tbody>"));
    for (uint64_t i = 0; i < ARRAY_LEN(goods); i++) {
        /* One article a round: up, later down again. */
        uint64_t changed = (round + ARRAY_LEN(goods) - i) / ARRAY_LEN(goods);
        unsigned cents = goods[i].cents + (changed % 2 ? goods[i].cents / 10 : 0);
        buf_addf(out, "<tr><td>%s</td><td>%u.%02u euro</td></tr>", goods[i].name, cents / 100, cents % 100);
    }
    buf_add(out, STR("</tbody></table><p>All prices include tax. Orders above 40 euro are sent free of charge.</p></main>"));
}

/* ---- Course ---- */

static const char *const topics[] = {
    "Sorting, and why it pays",   "Trees that stay balanced",    "Hashing without regrets",      "Graphs: the shortest way",
    "Strings and their suffixes", "Dynamic programming, gently", "What cannot be computed fast",
};

static void add_course(struct buf *out, const struct demo_moment *at)
{
    enum { PACE = 5 };
    uint64_t weeks = 3 + at->tick / PACE;

    buf_add(out, STR("<main><h1>Algorithms, autumn term</h1><p>Lectures are on Tuesdays and Thursdays in hall "));
    buf_addf(out, "%s.</p><h2>Lectures so far</h2><ol>", at->tick / (3 * PACE) % 2 ? "B 12" : "A 3");
    for (uint64_t i = 0; i < MIN(weeks, ARRAY_LEN(topics)); i++)
        buf_addf(out, "<li>%s</li>", topics[i]);
    buf_add(out, STR("</ol><h2>Exercises</h2><ul>"));
    for (uint64_t i = weeks < 3 ? 0 : weeks - 3; i < weeks; i++)
        buf_addf(out, "<li>Sheet %llu, due in week %llu</li>", (unsigned long long)i + 1, (unsigned long long)i + 2);
    buf_add(out, STR("</ul></main>"));
}

/* ---- Terms ---- */

static void add_terms(struct buf *out, const struct demo_moment *at)
{
    enum { PACE = 11 };
    static const char *const clauses[] = {
        "We keep your address for as long as you are a customer.",
        "We keep your address for as long as you are a customer, and for two years after that.",
        "We keep your address for as long as you are a customer, and may pass it to our partners.",
    };

    buf_add(
        out,
        STR("<main><h1>Terms of service</h1><h2>1. Orders</h2><p>An order is binding when we have confirmed it. You may withdraw from it "
            "within fourteen days, without giving a reason.</p><h2>2. Your data</h2><p>"));
    buf_add(out, str_of(clauses[at->tick / PACE % ARRAY_LEN(clauses)]));
    buf_add(
        out,
        STR("</p><h2>3. Liability</h2><p>We are liable for intent and gross negligence. Statutory rights remain as they are.</p></main>"));
}

/* ---- Status ---- */

static void add_status(struct buf *out, const struct demo_moment *at)
{
    static const char *const services[] = { "Web shop", "Payments", "Mail", "Search" };
    enum { PACE = 4 };
    uint64_t broken = at->tick / PACE % (2 * ARRAY_LEN(services));

    buf_add(out, STR("<main><h1>Status</h1><ul>"));
    for (uint64_t i = 0; i < ARRAY_LEN(services); i++)
        buf_addf(out, "<li>%s: %s</li>", services[i], broken == 2 * i + 1 ? "<strong>degraded</strong>" : "working");
    buf_add(out, STR("</ul>"));
    if (broken % 2)
        buf_addf(out, "<h2>Incident</h2><p>%s answers slowly. We are looking into it.</p>", services[broken / 2]);
    else
        buf_add(out, STR("<p>No incidents are known.</p>"));
    buf_add(out, STR("</main>"));
}

const struct demo_page demo_pages[] = {
    { "/", "The Harbour Gazette", add_front },   { "/prices", "Prices", add_prices }, { "/course", "Algorithms", add_course },
    { "/terms", "Terms of service", add_terms }, { "/status", "Status", add_status }, { NULL, NULL, NULL },
};

void demo_page_add(struct buf *out, const struct demo_page *page, const struct demo_moment *at)
{
    buf_addf(out, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title>", page->title);
    buf_add(out, STR("<style>body{font:16px/1.5 sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}nav a{margin-right:1rem}"
                     "table{border-collapse:collapse}td,th{padding:.2rem 1rem .2rem 0;text-align:left}"
                     ".advert{background:#fff3c4;padding:.5rem 1rem}</style></head>\n<body><nav>"));
    for (const struct demo_page *p = demo_pages; p->path; p++)
        buf_addf(out, "<a href=\"%s\">%s</a> ", p->path, p->title);
    buf_add(out, STR("</nav>\n"));
    page->add(out, at);
    buf_add(out, STR("\n<footer><p>A demonstration site of weft.</p></footer></body></html>\n"));
}

void demo_picture_add(struct buf *out, const struct demo_moment *at)
{
    enum { PACE = 8 };
    static const char *const skies[] = { "#8ecae6", "#ffb703", "#6d597a" };

    buf_addf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"480\" height=\"120\"><rect width=\"480\" height=\"120\" fill=\"%s\"/>"
        "<rect y=\"80\" width=\"480\" height=\"40\" fill=\"#023047\"/></svg>\n",
        skies[at->tick / PACE % ARRAY_LEN(skies)]);
}
