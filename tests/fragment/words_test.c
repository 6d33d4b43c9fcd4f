/* Words that are new at every visit, inside paragraphs that stay. */
#include "fragment/words.h"

#include "tests/fragment/site.h"
#include "tests/tap.h"

enum { VISITS = 8 };

typedef void version_fn(struct buf *out, unsigned v);

/* The words of the newest version that churn, with spaces between. */
static struct str churn_of(struct arena *a, version_fn *version)
{
    AUTO(history) h = { 0 };
    struct lp_options o = LP_DEFAULT;
    struct words words;
    struct page page = { 0 };
    struct err e;

    history_open(&h, a, &o);
    words_open(&words, a);
    for (unsigned v = 0; v < VISITS; v++) {
        AUTO(buf) b = BUF(1 << 20);
        struct str html = STR("");
        version(&b, v);
        if (buf_take(&b, a, &html, NULL))
            abort();
        page = read_page(a, html);
        if (history_add(&h, &page, v * 3600.0, &e))
            abort();
        words_add(&words, &h, &page);
    }
    AUTO(buf) found = BUF(1 << 20);
    bool *mask = NEW_ARRAY(a, bool, page.n_words);
    struct str out = STR("");
    words_churn(&words, mask);
    for (uint32_t i = 0; i < page.n_words; i++)
        if (mask[i])
            buf_addf(&found, "%s%.*s", found.len ? " " : "", STR_ARG(page_word(&page, i)));
    if (buf_take(&found, a, &out, NULL))
        abort();
    return out;
}

static void hours_ago(struct buf *out, unsigned v)
{
    buf_addf(
        out,
        "<h1>A headline that stays as it is</h1><p>Posted %u hours ago by Anna; what she wrote has not changed since then at all</p>",
        v + 2);
    buf_add(out, STR("<p>Another paragraph that nobody has touched for years</p>"));
}

/* The text around the number grows now and then: it is the same number still. */
static void edited(struct buf *out, unsigned v)
{
    buf_addf(out, "<p>%sIn this valley %u people live, %sand they like it%s</p>", v >= 3 ? "Correction: " : "", 1000 + v * 7,
             v >= 5 ? "most of them all the year, " : "", v >= 6 ? " very much." : "");
}

/* What changed once is no churn, and neither is what came a moment ago. */
static void seldom(struct buf *out, unsigned v)
{
    buf_addf(out, "<p>The price of the large box is %s euros today</p>", v < 4 ? "19" : "24");
    if (v == VISITS - 1)
        buf_add(out, STR("<p>Breaking news: something happened just now</p>"));
    buf_addf(out, "<p>%s</p>", v % 2 ? "This line flips over and back" : "And this is how it looks in between");
}

static void flips(struct buf *out, unsigned v)
{
    seldom(out, v == VISITS - 1 ? v - 2 : v);
}

static void unlike(struct buf *out, unsigned v)
{
    struct random r = { v + 1 };
    random_next(&r);
    buf_add(out, STR("<p>A line that stays</p><p>"));
    add_words(out, &r, 3);
}

static void empty(struct buf *out, unsigned v)
{
    if (v % 2)
        buf_add(out, STR("<p>words</p>"));
}

int main(void)
{
    AUTO(arena) a = { 0 };
    eq_str(churn_of(&a, hours_ago), STR("9"), "the number of hours alone");
    eq_str(churn_of(&a, edited), STR("1049"), "a number that moves with the text around it");
    eq_str(churn_of(&a, seldom), STR(""), "what changed once is not meant, nor what may be new");
    eq_str(churn_of(&a, flips), STR("This line flips over and back"), "what is new each time is");
    struct str all = churn_of(&a, unlike);
    uint32_t spaces = 0;
    for (size_t i = 0; i < all.len; i++)
        spaces += all.ptr[i] == ' ';
    eq_int(spaces, 2, "a part that is replaced: all of its words");
    churn_of(&a, empty);
    ok(true, "pages without words");
    return tap_done();
}
