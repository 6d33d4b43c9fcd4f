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

/* ---- Limits, on both sides, in their words ---- */

static void test_limits(struct archive_world *w)
{
    struct caller lea = world_caller(w, "lea", ROLE_USER);
    static struct str tags[COLLECTION_TAGS_MAX + 1];
    static char letters[COLLECTION_TEXT_MAX + 1];
    static int64_t pages[COLLECTION_PAGES_MAX + 1];
    struct collection x;
    int64_t page = world_page(w, "http://h/leas");

    world_watch(w, &lea, page, "{}");
    memset(letters, 'x', sizeof letters);
    for (size_t i = 0; i < ARRAY_LEN(tags); i++)
        tags[i] = arena_printf(&w->arena, "t%zu", i);
    for (size_t i = 0; i < ARRAY_LEN(pages); i++)
        pages[i] = page;
    const struct str longest = { letters, COLLECTION_TEXT_MAX }, longer = { letters, COLLECTION_TEXT_MAX + 1 }, lines = STR("a\nb");
    const struct record_list most = { tags, COLLECTION_TAGS_MAX }, more = { tags, COLLECTION_TAGS_MAX + 1 },
                             broken = { (struct str[]){ lines }, 1 };
    const struct store_page_ids many = { pages, COLLECTION_PAGES_MAX + 1 };
    const struct {
        const char *what;
        struct collection_wish wish;
        const char *words; /* "": it is fine */
    } rows[] = {
        { "a long title", { .title = &longest }, "" },
        { "a longer one", { .title = &longer }, "a title or description may have 500 bytes" },
        { "a longer description", { .about = &longer }, "a title or description may have 500 bytes" },
        { "many tags", { .tags = &most }, "" },
        { "one more", { .tags = &more }, "a collection may have 100 tags" },
        { "a tag of two lines", { .tags = &broken }, "a tag is a single line" },
        { "too many pages", { .pages = &many }, "a collection may have 1000 chosen pages; give them a tag" },
    };

    must(w, collections_put(&lea, &(struct collection_wish){ .name = STR("leas"), .is_new = true }, &x, &w->e));
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct collection_wish wish = rows[i].wish;
        wish.name = STR("leas");
        w->e.text[0] = 0;
        eq_int(collections_put(&lea, &wish, &x, &w->e), rows[i].words[0] ? E_USAGE : 0, rows[i].what);
        eq_str(str_of(w->e.text), str_of(rows[i].words), "in these words");
    }
    must(w, collections_find(&lea, STR("leas"), &x, &w->e));
    ok(x.row.title.len == COLLECTION_TEXT_MAX && x.tags.n == COLLECTION_TAGS_MAX && x.chosen.n == 0,
       "what was refused has changed nothing");
}

/* Under another name it is the same; two cannot have one. */
static void test_names(struct archive_world *w)
{
    struct caller may = world_caller(w, "may", ROLE_USER), ned = world_caller(w, "ned", ROLE_USER);
    struct str title = STR("Rivers"), law = STR("law"), other = STR("streams"), taken = STR("neds");
    struct record_list tags = { &law, 1 };
    struct collection x;

    must(w,
         collections_put(&may, &(struct collection_wish){ .name = STR("rivers"), .is_new = true, .title = &title, .tags = &tags },
                         &x, &w->e));
    must(w, collections_put(&ned, &(struct collection_wish){ .name = STR("neds"), .is_new = true }, &x, &w->e));
    must(w, collections_put(&may, &(struct collection_wish){ .name = STR("rivers"), .rename = &other }, &x, &w->e));
    ok(str_eq(x.row.name, other) && str_eq(x.row.title, title) && x.tags.n == 1, "another name, and all else as it was");
    eq_int(collections_find(&may, STR("rivers"), &x, &w->e), E_ABSENT, "the first one is free");
    eq_str(str_of(w->e.text), STR("there is no collection rivers"), "as is said");
    eq_int(collections_put(&may, &(struct collection_wish){ .name = STR("streams"), .rename = &taken }, &x, &w->e), E_USAGE,
           "a name that another has");
    eq_str(str_of(w->e.text), STR("the name neds is taken; choose another"), "whoever it is");
    eq_int(collections_put(&may, &(struct collection_wish){ .name = STR("neds"), .title = &title }, &x, &w->e), E_ABSENT,
           "what is another's is not there");
    struct str empty = STR("");
    must(w, collections_put(&may, &(struct collection_wish){ .name = STR("streams"), .title = &empty }, &x, &w->e));
    eq_str(x.row.title, STR(""), "a title can be taken away");
}

static void test_json(struct archive_world *w)
{
    struct caller pam = world_caller(w, "pam", ROLE_USER);
    struct str title = STR("Rules"), about = STR("What the \"council\" decides"), law = STR("law");
    struct record_list tags = { &law, 1 };
    AUTO(buf) out = BUF(4096);
    struct collection x;
    struct json j;

    must(w, collections_put(
                &pam,
                &(struct collection_wish){ .name = STR("pams"), .is_new = true, .title = &title, .about = &about, .tags = &tags },
                &x, &w->e));
    json_open(&j, &out, 0);
    collection_json(&j, &x);
    eq_str(
        buf_str(&out),
        STR("{\"name\":\"pams\",\"title\":\"Rules\",\"about\":\"What the \\\"council\\\" decides\",\"public\":false,\"mine\":true,"
            "\"tags\":[\"law\"],\"pages\":[]}"),
        "a collection as JSON");
}

/* How a page belongs to it, and whether others may see it there. */
static void test_parts(struct archive_world *w)
{
    static const struct {
        const char *url, *settings;
        bool opens;
    } rows[] = {
        { "http://h/", "{}", true },
        { "https://h/a?b=c", "{\"select\":[\"p\"],\"tags\":[\"x\"],\"title\":\"T\"}", true },
        { "http://h/ (as ann)", "{\"private\":true}", false },
        { "http://h/ (cookies)", "{\"cookies\":true}", false },
        { "http://h/ (via p)", "{\"proxy\":\"http://p\"}", false },
        { "file:///etc/motd", "{}", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct store_page page = { .url = str_of(rows[i].url) };
        struct watch watch;
        must(w, watch_read(&w->arena, str_of(rows[i].settings), &watch, &w->e));
        eq_int(collection_opens(&page, &watch), rows[i].opens, rows[i].url);
    }
    struct str law = STR("law");
    int64_t chosen = 7;
    struct collection x = { .tags = { &law, 1 }, .chosen = { &chosen, 1 } };
    struct watch tagged = { .tags = { &law, 1 } }, plain = { 0 };
    eq_int(collection_part(&x, 5, &tagged), COLLECTION_BY_TAG, "by its tag");
    eq_int(collection_part(&x, 7, &plain), COLLECTION_CHOSEN, "by choice");
    eq_int(collection_part(&x, 5, &plain), COLLECTION_NOT, "or not");
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
    test_limits(&w);
    test_names(&w);
    test_json(&w);
    test_parts(&w);
    archive_world_drop(&w);
    return tap_done();
}
