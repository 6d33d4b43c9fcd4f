/* A ticker beside the news: its figures are others on each visit, and the news are told without them. */
#include "judge/ticker.h"

#include "tests/judge/course.h"
#include "tests/judge/judged.h"

#define NEWS "<p>The market hall opens again after two years of work, with forty stalls and a new roof over the fish.</p>"

static char *page_of(struct buf *b, unsigned visit, bool signs, const char *story)
{
    unsigned i = visit * 37 % 83;
    buf_addf(b, "<main><h1>News of the valley</h1><p>%s</p>%s<table>", story, NEWS NEWS NEWS);
    buf_addf(b, "<tr><td>Index 40</td><td>72%02u.1%u</td><td>%s0.%02u %%</td></tr>", i, i % 10, signs ? i % 2 ? "+" : "-" : "",
             10 + i);
    buf_addf(b, "<tr><td>Gold</td><td>23%02u.4%u $</td><td>%s1.%02u %%</td></tr></table></main>", i, i % 7, signs ? "▲ " : "",
             11 + i);
    buf_add_char(b, '\0');
    return b->ptr;
}

static void test_visits(void)
{
    struct course c = { 0 }, other = { 0 };
    unsigned told = 0, data = 0;
    struct str headline = STR("");
    for (unsigned i = 0; i < 12; i++) {
        AUTO(buf) b = BUF(1 << 14);
        AUTO(buf) plain = BUF(1 << 14);
        told += visit(&c, page_of(&b, i, true, "Nothing else is known."), NULL);
        data += visit(&other, page_of(&plain, i, false, "Nothing else is known."), NULL);
    }
    ok(told <= 4, "after some visits it is known: %u", told);
    ok(data == 11, "figures of a table are data elsewhere: %u", data);
    AUTO(buf) b = BUF(1 << 14);
    ok(visit(&c, page_of(&b, 12, true, "The old cinema was sold to its guests."), &headline), "news beside it are told");
    ok(str_find(headline, STR("cinema"), 0) != SIZE_MAX && str_find(headline, STR("Index"), 0) == SIZE_MAX,
       "and nothing else: %.*s", STR_ARG(headline));
    arena_drop(&c.kept);
    arena_drop(&other.kept);
}

static void test_rates(void)
{
    struct course c = { 0 };
    unsigned told = 0;
    for (unsigned i = 0; i < 12; i++) {
        unsigned n = i * 37 % 83;
        const char *text =
            arena_printf(&c.kept,
                         "<main><h1>News of the valley</h1>" NEWS NEWS NEWS "<table><tr><th>EUR<th>Rate<tr><td>USD<td>1.08%02u<tr>"
                         "<td>GBP<td>0.85%02u<tr><td>JPY<td>161.%02u</table></main>",
                         n, 82 - n, n)
                .ptr;
        told += visit(&c, text, NULL);
    }
    ok(told <= 4, "rates of exchange are known, too: %u", told);
    arena_drop(&c.kept);
}

/* How much one thing rose by now, and in a year, is no ticker. */
static void test_lines(struct arena *a)
{
#define SHARES(rows) "<main><h1>News of the valley</h1>" NEWS NEWS NEWS "<table>" rows "</table></main>"
    static const struct {
        const char *html;
        bool ticker;
    } row[] = {
        { SHARES("<tr><td>Index 40<td>+0.40 %<tr><td>Gold<td>+1.10 %"), true },
        { SHARES("<tr><td>The mill<td>+0.40 %<td>+1.10 %<tr><td>Its owner<td>Anna"), false },
        { SHARES("<tr><td>The mill<td>+0.40 % today, +1.10 % this year"), false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        const struct judged *j = judged(a, "<p>x", row[i].html);
        ok(ticker_around(&j->new, j->new.n_sentences - 1) == row[i].ticker, "%s", strstr(row[i].html, "<table>"));
    }
#undef SHARES
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_lines(&a);
    test_rates();
    test_visits();
    return tap_done();
}
