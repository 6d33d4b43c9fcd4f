/* What became of one version for somebody: announced or held back, how sure, and why. */
#include "archive/judgement.h"

#include "tests/archive/world.h"

static struct judgement judged(struct archive_world *w, const struct caller *c, int64_t page, const char *at)
{
    struct store_page row;
    struct judgement g = { 0 };
    must(w, store_page_get(&w->arena, &w->store, page, &row, &w->e));
    struct target t = target_of(&w->arena, &row);
    t.at = str_of(at);
    must(w, judgement_read(c, &t, 0, &g, &w->e));
    return g;
}

int main(void)
{
    AUTO(archive_world) w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER);
    int64_t page = world_page(&w, "http://shop.example/"), id;
    struct store_verdict
        said = { .page = page,
                 .number = 2,
                 .before = 1,
                 .importance = 0.5,
                 .chance = 0.9,
                 .headline = STR("Six boats"),
                 .reasons = STR("[\"a price\"]"),
                 .counts = { .changes = { 1 }, .words_inserted = 2 } },
        quiet = {
            .page = page,
            .number = 3,
            .before = 2,
            .importance = -1,
            .chance = 0.05,
            .headline = STR("Visitors: 7"),
            .held_back =
                STR("[{\"what\":\"Visitors: 7\",\"why\":\"a counter, or a time that runs by itself\",\"times\":2},{\"more\":4}]")
        };
    struct store_event event = { .user = ann.who.user,
                                 .page = page,
                                 .number = 2,
                                 .before = 1,
                                 .at = 20,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = 0.25,
                                 .headline = STR("Five boats") };

    world_version(&w, page, 10, "<p>one");
    world_watch(&w, &ann, page, "{}");
    world_version(&w, page, 20, "<p>two");
    world_version(&w, page, 30, "<p>three");
    must(&w, store_version_mark(&w.store, &(struct store_version){ .page = page, .number = 3, .quiet = true }, &w.e));
    must(&w, store_verdict_put(&w.store, &said, &w.e));
    must(&w, store_verdict_put(&w.store, &quiet, &w.e));
    must(&w, store_event_put(&w.store, &event, &id, &w.e));

    struct judgement g = judged(&w, &ann, page, "1");
    ok(!g.announced && g.number == 1 && g.chance < 0, "the first is not judged");
    eq_str(g.why, STR("it was not compared with an earlier one"), "and that is said");
    g = judged(&w, &ann, page, "2");
    ok(g.announced && g.why.len == 0 && g.chance > 0.8 && g.importance == 0.25, "an announced one: %.2f, %.2f", g.chance,
       g.importance);
    eq_str(g.headline, STR("Five boats"), "in the words that were told");
    g = judged(&w, &ann, page, "");
    ok(!g.announced && g.number == 3 && g.chance < g.least, "the newest was held back: %.2f below %.2f", g.chance, g.least);
    eq_str(g.why, STR("a counter, or a time that runs by itself"), "with its reason");
    ok(g.parts.n == 1 && g.parts.item[0].times == 2 && g.parts.n_more == 4, "and its parts");
    eq_str(held_part_words(&w.arena, &g.parts.item[0]), STR("Visitors: 7, 2 times"), "each with how often");
    ok(held_left(&g.parts, 3) == 4 && held_left(&g.parts, 0) == 5, "and how many are left");
    must(&w,
         store_dismiss(&w.store, &(struct store_seen){ .user = ann.who.user, .page = page, .number = 2, .dismissed = true }, &w.e));
    g = judged(&w, &ann, page, "2");
    ok(!g.announced && g.dismissed && str_eq(g.why, STR("you dismissed it")), "a dismissed one: %.*s", STR_ARG(g.why));

    must(&w, store_dismiss(&w.store, &(struct store_seen){ .user = ann.who.user, .page = page, .number = 2 }, &w.e));
    must(&w, store_event_withdraw(&w.store, page, 2, &w.e));
    must(&w,
         store_version_mark(&w.store, &(struct store_version){ .page = page, .number = 2, .quiet = true, .template = true }, &w.e));
    g = judged(&w, &ann, page, "2");
    ok(!g.announced, "what changed on all pages of a site is announced for another one");
    eq_str(g.why, STR("the same change as on other pages of this site: its template"), "and that is the reason");
    said.reasons = STR("[\"it looks like a login page\"]");
    must(&w, store_verdict_put(&w.store, &said, &w.e));
    must(&w, store_version_mark(&w.store, &(struct store_version){ .page = page, .number = 2, .suspect = true }, &w.e));
    g = judged(&w, &ann, page, "2");
    ok(g.announced, "what stood for the page was announced, also when the page is back");
    eq_str(g.why, STR("it was seen twice, so it was announced until the page came back: it looks like a login page"), "with why");
    return tap_done();
}
