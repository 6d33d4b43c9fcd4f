/* E of two pages: nothing, a little, where it matters, everything. */
#include "judge/weigh.h"
#include "tests/tap.h"

/* Words behind `churning` in its text node have changed at every visit. */
static float *history_of(struct arena *a, const struct page *p, const char *churning)
{
    float *factor = NEW_ARRAY(a, float, p->n_words + 1);
    bool here = false;
    for (uint32_t i = 0; i < p->n_words; i++) {
        here = churning && (str_eq(page_word(p, i), str_of(churning)) || (here && p->word[i].node == p->word[i - 1].node));
        factor[i] = here ? 0.1f : 1;
    }
    return factor;
}

/* `churning`: what stands behind this word changes at every visit; NULL: nothing does. */
static struct weighed weigh_with(struct arena *a, const char *old, const char *new, const char *churning)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page page[2];
    struct weighed w = { -1, STR("") };
    struct err e;
    symbols_open(symbols, a);
    if (page_read(a, symbols, &(struct parse_source){ .bytes = str_of(old) }, STR(""), &page[0], &e)
        || page_read(a, symbols, &(struct parse_source){ .bytes = str_of(new) }, STR(""), &page[1], &e))
        ok(false, "%s", e.text);
    struct weigh_history history = { .noise = NEW_ARRAY(a, bool, page[1].dom.n),
                                     .old_factor = history_of(a, &page[0], churning),
                                     .new_factor = history_of(a, &page[1], churning) };
    if (weigh_pages(a, &(struct weigh_input){ &page[0], &page[1], churning ? &history : NULL, NULL }, &w, &e))
        ok(false, "%s", e.text);
    return w;
}

static struct weighed weigh(struct arena *a, const char *old, const char *new)
{
    return weigh_with(a, old, new, NULL);
}

#define TEXT \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. "

static const char *page(struct arena *a, const char *main, const char *footer)
{
    return arena_printf(
               a,
               "<title>News</title><header><a href=/>Home</a> <a href=/about>About</a></header><main><h1>The bridge</h1><p>%s<p>" TEXT
               "<p>" TEXT "</main><footer><p>%s</footer>",
               main, footer)
        .ptr;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    const char *old = page(&a, TEXT, "Seen 41 times");
    struct weighed same = weigh(&a, old, old), foot = weigh(&a, old, page(&a, TEXT, "Seen 42 times")),
                   body = weigh(&a, old, page(&a, "The council has put off its decision.", "Seen 41 times")),
                   all = weigh(&a, old, "<p>Nothing of all this is left here.");
    ok(same.importance == 0 && same.why.len == 0, "nothing changed, nothing matters");
    ok(foot.importance > 0 && foot.importance < body.importance, "the footer matters less than the story: %.3f, %.3f",
       foot.importance, body.importance);
    ok(all.importance > 0.5 && all.importance <= 1, "all of it matters much: %.3f", all.importance);
    ok(body.why.len > 0, "the reason is told: %.*s", STR_ARG(body.why));
    struct weighed counter = weigh_with(&a, old, page(&a, TEXT, "Seen 42 times"), "Seen");
    ok(counter.importance < foot.importance / 2, "what is other at every visit weighs less: %.4f", counter.importance);
    return tap_done();
}
