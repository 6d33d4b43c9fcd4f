/* What is other at every visit, and what only was other once. */
#include "judge/churn.h"
#include "tests/tap.h"

#define STORY \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. "

enum { N = 6 };

/* Version i: the counter is always another, the price changed once. */
static const char *version(struct arena *a, unsigned i)
{
    return arena_printf(a,
                        "<title>News</title><main><h1>The bridge</h1><p>" STORY
                        "</p><p id=price>Tickets for the ferry cost %u euro each way.</p>"
                        "</main><aside><p id=counter>You are visitor number %u of this page today.</p></aside>",
                        i < N - 1 ? 3 : 4, 1000 + 37 * i)
        .ptr;
}

static bool masked(const struct page *p, const bool *mask, const char *id)
{
    for (uint32_t i = 0; i < p->dom.n; i++) {
        struct str value;
        if (p->dom.node[i].kind == NODE_ELEMENT && dom_attr(&p->dom, i, STR("id"), &value) && str_eq(value, str_of(id)))
            return mask[i + 1]; /* its text */
    }
    return false;
}

static bool *find(struct arena *a, struct page *page, uint32_t n)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct churn_version versions[N];
    struct err e;
    symbols_open(symbols, a);
    for (unsigned i = 0; i < n; i++) {
        if (page_read(a, symbols, &(struct parse_source){ .bytes = str_of(version(a, i)) }, STR(""), &page[i], &e))
            ok(false, "%s", e.text);
        versions[i] = (struct churn_version){ &page[i], 3600000 * (int64_t)i };
    }
    bool *mask = NEW_ARRAY(a, bool, page[n - 1].dom.n);
    if (churn_find(a, versions, n, mask, &e))
        ok(false, "%s", e.text);
    return mask;
}

/* Version i: a number is new at every visit, while the text around it is edited now and then. */
static const char *edited(struct arena *a, unsigned i)
{
    return arena_printf(a,
                        "%s<p>%sIn this valley %u people live, %sand they like it%s</p><p>The large box costs %s euros today</p>",
                        i == N - 1 ? "<p>Breaking news just now</p>" : "", i >= 2 ? "Correction: " : "", 1000 + i * 7,
                        i >= 3 ? "most of them all the year, " : "", i >= 4 ? " very much" : "", i < 3 ? "19" : "24")
        .ptr;
}

/* The words of the newest version that weigh less than half by their history, with spaces between. */
static struct str lowered(struct arena *a, const char *make(struct arena *a, unsigned i))
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct churn_version versions[N];
    struct page page[N];
    struct str out = STR("");
    struct err e;
    symbols_open(symbols, a);
    for (unsigned i = 0; i < N; i++) {
        if (page_read(a, symbols, &(struct parse_source){ .bytes = str_of(make(a, i)) }, STR(""), &page[i], &e))
            ok(false, "%s", e.text);
        versions[i] = (struct churn_version){ &page[i], 3600000 * (int64_t)i };
    }
    float *was = NEW_ARRAY(a, float, page[N - 2].n_words + 1), *is = NEW_ARRAY(a, float, page[N - 1].n_words + 1);
    churn_words(a, versions, N, was, is);
    for (uint32_t i = 0; i < page[N - 1].n_words; i++)
        if (is[i] < 0.5F)
            out = arena_printf(a, "%.*s%s%.*s", STR_ARG(out), out.len ? " " : "", STR_ARG(page_word(&page[N - 1], i)));
    return out;
}

static const char *without_words(struct arena *a, unsigned i)
{
    (void)a;
    return i % 2 ? "<p>words</p>" : "";
}

static void test_words(struct arena *a)
{
    eq_str(lowered(a, version), STR("1185"), "the number of a counter alone");
    eq_str(lowered(a, edited), STR("1035"), "a number that moves with the text around it; not what changed once, nor what is new");
    eq_str(lowered(a, without_words), STR(""), "nothing stood where these words are now");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct page page[N];
    bool *mask = find(&a, page, N);
    ok(masked(&page[N - 1], mask, "counter"), "what is other at every visit churns");
    ok(!masked(&page[N - 1], mask, "price"), "what changed once does not");
    mask = find(&a, page, CHURN_VERSIONS_MIN - 1);
    ok(!masked(&page[CHURN_VERSIONS_MIN - 2], mask, "counter"), "a few versions tell nothing");
    ok(churn_applies(5, 5) && churn_applies(9, 10) && !churn_applies(2, 2) && !churn_applies(7, 10),
       "versions are visits where nearly every visit brings one");
    test_words(&a);
    return tap_done();
}
