/* Collections: which pages they have, what is new on them, and what of their owner nobody else learns. */
#include "archive/collections.h"

#include "archive/changes.h"
#include "tests/archive/world.h"

static void add_event(struct archive_world *w, const struct caller *c, int64_t page, int64_t at, const char *headline)
{
    struct store_event event = { .user = c->who.user,
                                 .page = page,
                                 .number = 2,
                                 .before = 1,
                                 .at = at,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = .5,
                                 .headline = str_of(headline) };
    int64_t id;
    must(w, store_event_put(&w->store, &event, &id, &w->e));
}

static int64_t add_page(struct archive_world *w, const struct caller *c, const char *url, const char *settings, int64_t at)
{
    int64_t id = world_page(w, url);
    world_version(w, id, 10, "<p>one");
    world_version(w, id, at, "<p>two");
    world_watch(w, c, id, settings);
    add_event(w, c, id, at, url);
    return id;
}

static struct str described(struct archive_world *w, const struct caller *c, const char *name)
{
    struct collection_news news;
    AUTO(buf) out = BUF(4096);

    if (collections_news(c, str_of(name), 100, &news, &w->e))
        return STR("refused");
    for (uint32_t i = 0; i < news.n; i++)
        buf_addf(&out, "%.*s %.*s;", STR_ARG(news.row[i].url), STR_ARG(news.row[i].title));
    buf_addf(&out, " of %u, %u private", news.n_pages, news.n_private);
    return arena_str(&w->arena, buf_str(&out));
}

static void test_pages(struct archive_world *w, const struct caller *ann, const struct caller *bob)
{
    struct caller nobody = { .who = { .role = ROLE_READER }, .store = &w->store, .settings = ann->settings, .arena = &w->arena };
    int64_t chosen = add_page(w, ann, "http://h/chosen", "{\"title\":\"a name of ann's\"}", 20);
    int64_t other = add_page(w, ann, "http://h/other", "{}", 25);
    add_page(w, ann, "http://h/law", "{\"tags\":[\"law\",\"mine\"]}", 30);
    add_page(w, ann, "http://h/paid (as ann)", "{\"tags\":[\"law\"],\"private\":true}", 40);
    add_page(w, ann, "file:///etc/motd", "{\"tags\":[\"law\"]}", 50);

    struct str law = STR("law");
    bool open = true;
    struct collection x;
    struct collection_wish wish = { .name = STR("rules"),
                                    .is_new = true,
                                    .tags = &(struct record_list){ &law, 1 },
                                    .pages = &(struct store_page_ids){ &chosen, 1 } };
    ok(collections_put(ann, &wish, &x, &w->e) == 0 && x.is_mine && !x.row.is_public, "a collection is its owner's alone at first");
    eq_str(described(w, ann, "rules"), STR("file:///etc/motd ;http://h/paid ;http://h/law ;http://h/chosen ; of 4, 0 private"),
           "by tag and by choice, the newest first, without the names that the owner gave");
    eq_str(described(w, bob, "rules"), STR("refused"), "for others it is not there");
    wish = (struct collection_wish){ .name = STR("rules"), .is_public = &open };
    ok(collections_put(bob, &wish, &x, &w->e) == E_ABSENT, "nor can they change it");
    ok(collections_put(ann, &wish, &x, &w->e) == 0 && x.tags.n == 1 && x.chosen.n == 1, "made public; what was not named stays");
    eq_str(described(w, bob, "rules"), STR("http://h/law ;http://h/chosen ; of 2, 0 private"),
           "others see what everybody could fetch");
    eq_str(described(w, &nobody, "rules"), described(w, bob, "rules"), "nobody in particular sees the same");
    eq_str(described(w, ann, "rules"), STR("http://h/law ;http://h/chosen ; of 2, 2 private"),
           "the owner is told what is left out");

    struct collection_change change;
    ok(collections_change(&nobody, STR("rules"), &(struct collection_key){ chosen, 2 }, &change, &w->e) == 0 && change.from == 1
           && change.to == 2 && change.who.role == ROLE_READER,
       "a change that it shows can be opened");
    ok(collections_change(&nobody, STR("rules"), &(struct collection_key){ other, 2 }, &change, &w->e) == E_ABSENT,
       "no other page");
    ok(collections_change(&nobody, STR("rules"), &(struct collection_key){ chosen, 1 }, &change, &w->e) == E_ABSENT,
       "no version that was not news");
    must(w, store_watch_remove(&w->store, ann->who.user, chosen, &w->e));
    eq_str(described(w, bob, "rules"), STR("http://h/law ; of 1, 0 private"), "what the owner stops watching leaves it");
}

static void test_refusals(struct archive_world *w, const struct caller *ann, const struct caller *bob)
{
    static const char *const bad[] = { "", "a/b", "..", "new", "with space", "-x" };
    struct collection x;
    struct collections list;
    int64_t page = world_page(w, "http://h/bobs");

    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        ok(collections_put(ann, &(struct collection_wish){ .name = str_of(bad[i]), .is_new = true }, &x, &w->e) == E_USAGE,
           "'%s' is not a name", bad[i]);
    ok(collections_put(bob, &(struct collection_wish){ .name = STR("rules"), .is_new = true }, &x, &w->e) == E_USAGE,
       "a name is given once");
    world_watch(w, bob, page, "{}");
    struct collection_wish wish = { .name = STR("x"), .is_new = true, .pages = &(struct store_page_ids){ &page, 1 } };
    ok(collections_put(ann, &wish, &x, &w->e) == E_ABSENT, "a page that is another's cannot be chosen");
    ok(collections_find(ann, STR("x"), &x, &w->e) == E_ABSENT, "and nothing is left of the try");
    ok(collections_list(bob, &list, &w->e) == 0 && list.n == 1 && !list.item[0].is_mine, "what is public is listed for others");
    ok(collections_drop(bob, STR("rules"), &w->e) == E_ABSENT, "who cannot end it");
    struct caller reader = *ann;
    reader.who.role = ROLE_READER;
    ok(collections_drop(&reader, STR("rules"), &w->e) == E_DENIED, "nor can who only reads");
    ok(collections_drop(ann, STR("rules"), &w->e) == 0 && collections_list(bob, &list, &w->e) == 0 && list.n == 0, "ended");
}

static void test_changes(struct archive_world *w, const struct caller *ann, const struct caller *bob)
{
    int64_t page = add_page(w, ann, "http://h/feed", "{\"title\":\"Feed\",\"tags\":[\"a\"]}", 60);
    struct changes list;

    ok(changes_of_page(ann, page, 10, &list, &w->e) == 0 && list.n == 1 && list.row[0].newest == 2 && list.row[0].n_tags == 1,
       "the changes of a page, one by one");
    ok(changes_of_page(bob, page, 10, &list, &w->e) == E_ABSENT, "for who watches it");
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER), bob = world_caller(&w, "bob", ROLE_USER);
    test_pages(&w, &ann, &bob);
    test_refusals(&w, &ann, &bob);
    test_changes(&w, &ann, &bob);
    must(&w, store_user_remove(&w.store, ann.who.user, &w.e));
    archive_world_drop(&w);
    return tap_done();
}
