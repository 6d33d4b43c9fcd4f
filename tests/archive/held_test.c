/* What was held back: why, in whose words, and in which order: first what somebody may want after all. */
#include "archive/held.h"

#include "base/limits.h"

#include "tests/archive/world.h"

static void add_held(struct archive_world *w, const struct caller *c, const char *url, const char *held_back)
{
    int64_t page = world_page(w, url);
    struct store_verdict v = {
        .page = page, .number = 2, .before = 1, .importance = 0.1, .held_back = str_of(held_back), .chance = -1
    };

    world_version(w, page, 10, "<p>one");
    world_version(w, page, 20, "<p>two");
    world_watch(w, c, page, "{}");
    must(w, store_verdict_put(&w->store, &v, &w->e));
}

static struct str order_of(struct archive_world *w, const struct caller *c, bool by_rank)
{
    struct held_list list;
    struct str out = STR("");

    must(w, held_read(c, &(struct held_query){ .seen = true, .by_rank = by_rank }, &list, &w->e));
    for (uint32_t i = 0; i < list.n; i++)
        out = arena_printf(&w->arena, "%.*s %.*s", STR_ARG(out), STR_ARG(list.row[i].watched->page.url));
    return str_trim(out);
}

/* ---- Why ---- */

struct held_case {
    const char *name, *watch; /* the watch of the caller */
    struct store_verdict verdict;
    const char *held_back;
    bool suspect, quiet, dismissed, lesson;
    const char *want; /* headline: why; parts */
};

static const struct held_case cases[] = {
    { .name = "parts with their reasons",
      .verdict = { .importance = .2, .counts = { .changes = { 2 } } },
      .held_back =
          "[{\"what\":\"Reading now: 52\",\"why\":\"it stands outside the content\"},{\"what\":\"16 May\",\"why\":\"a date, a number or a "
          "code\"}]",
      .quiet = true,
      .want =
          "Reading now: 52: it stands outside the content; Reading now: 52 (it stands outside the content), 16 May (a date, a number or a "
          "code)" },
    { .name = "nothing that people read",
      .verdict = { .importance = 0, .counts = { .changes = { 0, 0, 3 } } },
      .quiet = true,
      .want = "Something that readers do not see has changed: nothing that people read has changed" },
    { .name = "the look alone",
      .verdict = { .importance = 0, .counts = { .changes = { 0, 2, 0 } } },
      .quiet = true,
      .want = "The look of the page has changed: nothing that people read has changed" },
    { .name = "links, pictures, the order",
      .verdict = { .importance = .04, .counts = { .changes = { 1 } } },
      .watch = "{\"sensitivity\":\"low\"}",
      .want = "Links, pictures or the order of the page have changed: less important than sensitivity low asks for" },
    { .name = "words that cannot be quoted",
      .verdict = { .importance = .04, .counts = { .changes = { 1 }, .words_inserted = 1, .words_deleted = 4 } },
      .watch = "{\"sensitivity\":\"low\"}",
      .want = "1 word added, 4 removed: less important than sensitivity low asks for" },
    { .name = "important, but hardly likely",
      .verdict = { .importance = .1, .headline = STR_INIT("Six boats"), .counts = { .changes = { 1 } } },
      .watch = "{\"sensitivity\":\"low\"}",
      .want = "Six boats: it is too little to be announced" },
    { .name = "who never chose a sensitivity",
      .verdict = { .importance = .1, .headline = STR_INIT("Six boats"), .counts = { .changes = { 1 } } },
      .want = "Six boats: it is too little to be announced" },
    { .name = "below what was asked for",
      .verdict = { .importance = .3, .headline = STR_INIT("Six boats") },
      .watch = "{\"min_importance\":\"0.5\"}",
      .want = "Six boats: its importance, 0.30, is below the 0.50 you asked for" },
    { .name = "below, but dismissed before that",
      .verdict = { .importance = .3, .headline = STR_INIT("Six boats") },
      .watch = "{\"min_importance\":\"0.5\"}",
      .dismissed = true,
      .want = "Six boats: you dismissed it" },
    { .name = "not what is selected",
      .verdict = { .importance = .6, .headline = STR_INIT("Six boats") },
      .watch = "{\"select\":[\"#price\"]}",
      .want = "Six boats: it lies outside of what you select; Six boats (it lies outside of what you select)" },
    { .name = "in what is ignored",
      .verdict = { .importance = .6, .headline = STR_INIT("Six boats") },
      .watch = "{\"ignore\":[\"p\"]}",
      .want = "Six boats: it lies in what you ignore; Six boats (it lies in what you ignore)" },
    { .name = "where something was dismissed",
      .verdict = { .importance = .6, .headline = STR_INIT("Six boats") },
      .lesson = true,
      .want = "Six boats: you dismissed changes here" },
    { .name = "perhaps not the page",
      .verdict = { .importance = .5 },
      .held_back = "[{\"what\":\"the whole page\",\"why\":\"it looks like a login page\"}]",
      .suspect = true,
      .want =
          "the whole page: it may not be the page itself: it looks like a login page; the whole page (it looks like a login page)" },
    { .name = "perhaps not the page, nobody knows why",
      .verdict = { .importance = .5, .headline = STR_INIT("Sign in") },
      .suspect = true,
      .want = "Sign in: it may not be the page itself: it looks like an error" },
    { .name = "a reason that cannot be read is none",
      .verdict = { .importance = .1, .headline = STR_INIT("Six boats"), .counts = { .changes = { 1 } } },
      .held_back = "[{\"what\":",
      .quiet = true,
      .want = "Six boats: it is too little to be announced" },
};

/* The page of a case, with its second version held back. */
static int64_t build_case(struct archive_world *w, const struct caller *c, const struct held_case *x)
{
    int64_t page = world_page(w, arena_printf(&w->arena, "http://case.example/%s", x->name).ptr);
    struct store_verdict v = x->verdict;

    world_version(w, page, 10, "<p>one");
    world_watch(w, c, page, x->watch ? x->watch : "{}");
    world_version(w, page, 20, "<p>two");
    v.page = page;
    v.number = 2;
    v.before = 1;
    v.chance = -1;
    v.held_back = x->held_back ? str_of(x->held_back) : STR("");
    must(w, store_verdict_put(&w->store, &v, &w->e));
    must(w, store_version_mark(
                &w->store, &(struct store_version){ .page = page, .number = 2, .suspect = x->suspect, .quiet = x->quiet }, &w->e));
    if (x->dismissed)
        must(w, store_dismiss(&w->store, &(struct store_seen){ .user = c->who.user, .page = page, .number = 2, .dismissed = true },
                              &w->e));
    if (x->lesson)
        must(w, store_lesson_put(
                    &w->store,
                    &(struct store_lesson){
                        .user = c->who.user, .page = page, .number = 1, .kind = STORE_LESSON_DISMISSED, .keys = STR("k") },
                    &w->e));
    return page;
}

static void test_reasons(struct archive_world *w, const struct caller *c)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(buf) out = BUF(4096);
        int64_t page = build_case(w, c, &cases[i]);
        struct held_list list;
        must(w, held_read(c, &(struct held_query){ .page = page, .seen = true }, &list, &w->e));
        if (!ok(list.n == 1, "%s: one version was held back", cases[i].name))
            continue;
        buf_addf(&out, "%.*s: %.*s", STR_ARG(held_headline(&w->arena, &list.row[0])), STR_ARG(list.row[0].why));
        for (uint32_t k = 0; k < list.row[0].parts.n; k++)
            buf_addf(&out, "%s%.*s (%.*s)", k ? ", " : "; ", STR_ARG(list.row[0].parts.item[k].what),
                     STR_ARG(list.row[0].parts.item[k].why));
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
    }
}

/* ---- Which ---- */

static void test_queries(struct archive_world *w)
{
    struct caller bea = world_caller(w, "bea", ROLE_USER), stranger = world_caller(w, "stranger", ROLE_USER);
    struct str boats = STR("boats"), trains = STR("trains");
    struct held_list list;
    int64_t page = build_case(w, &bea, &(struct held_case){ .name = "bea's", .watch = "{\"tags\":[\"boats\"]}", .want = "" });
    const struct {
        struct held_query query;
        uint32_t n;
        const char *what;
    } rows[] = {
        { { 0 }, 1, "what came since they looked" },
        { { .tag = &boats, .n_tags = 1 }, 1, "with a tag" },
        { { .tag = &trains, .n_tags = 1 }, 0, "that it has not" },
        { { .page = page }, 1, "of a page" },
        { { .page = page + 1 }, 0, "of another" },
        { { .limit = 1 }, 1, "one at most" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        must(w, held_read(&bea, &rows[i].query, &list, &w->e));
        eq_int(list.n, rows[i].n, rows[i].what);
    }
    must(w, held_read(&stranger, &(struct held_query){ .page = page, .seen = true }, &list, &w->e));
    eq_int(list.n, 0, "for who does not watch it nothing was held back");
    must(w,
         store_seen_add(&w->store, &(struct store_seen){ .user = bea.who.user, .page = page, .number = 2, .seen_at = 50 }, &w->e));
    must(w, held_read(&bea, &(struct held_query){ 0 }, &list, &w->e));
    eq_int(list.n, 0, "what they have seen is not listed");
    must(w, held_read(&bea, &(struct held_query){ .seen = true }, &list, &w->e));
    eq_int(list.n, 1, "unless it is asked for");
}

static void test_json(struct archive_world *w)
{
    struct caller cat = world_caller(w, "cat", ROLE_USER);
    struct held_case one = { .name = "cats",
                             .watch = "{\"title\":\"Ours\",\"tags\":[\"t\"]}",
                             .verdict = { .importance = .25, .headline = STR_INIT("Six boats") },
                             .held_back = "[{\"what\":\"a\",\"why\":\"b\"}]",
                             .quiet = true };
    AUTO(buf) out = BUF(KIB(16));
    struct held_list list;
    struct json j;

    build_case(w, &cat, &one);
    must(w, held_read(&cat, &(struct held_query){ 0 }, &list, &w->e));
    json_open(&j, &out, 0);
    held_json(&j, &list.row[0]);
    eq_str(
        buf_str(&out),
        STR("{\"url\":\"http://case.example/cats\",\"name\":\"http://case.example/cats\",\"title\":\"Ours\",\"tags\":[\"t\"],"
            "\"at\":\"1970-01-01T00:00:00.020Z\",\"version\":2,\"before\":1,\"importance\":0.25,\"headline\":\"Six boats\",\"reasons\":[],"
            "\"classes\":{\"content\":0,\"look\":0,\"machinery\":0},\"words\":{\"inserted\":0,\"deleted\":0},\"why\":\"b\","
            "\"suspect\":false,\"dismissed\":false,\"announced\":false,\"held_back\":[{\"what\":\"a\",\"why\":\"b\",\"times\":1}],\"held_back_more\":0}"),
        "a row as JSON");
}

/* Of a version that was announced, the parts that were not are listed where that is asked for, with their reasons. */
static void test_parts(struct archive_world *w)
{
    struct caller dan = world_caller(w, "dan", ROLE_USER);
    struct held_case one = { .name = "dan's",
                             .held_back = "[{\"what\":\"Visitors: 7\",\"why\":\"a counter, or a time that runs by itself\"},"
                                          "{\"what\":\"Milk 2\",\"why\":\"it stands outside the content\"}]",
                             .want = "" };
    int64_t page = build_case(w, &dan, &one), id;
    struct store_event event = { .user = dan.who.user,
                                 .page = page,
                                 .number = 2,
                                 .before = 1,
                                 .kind = STORE_EVENT_CHANGED,
                                 .importance = 0.4,
                                 .headline = STR("Bread 3; Milk 2") };
    struct held_list list;

    must(w, store_event_put(&w->store, &event, &id, &w->e));
    must(w, held_read(&dan, &(struct held_query){ .page = page, .seen = true }, &list, &w->e));
    eq_int(list.n, 0, "a version that was announced was not held back");
    must(w, held_read(&dan, &(struct held_query){ .page = page, .seen = true, .parts = true }, &list, &w->e));
    if (!ok(list.n == 1 && list.row[0].announced && list.row[0].parts.n == 1, "a part of it was"))
        return;
    eq_str(list.row[0].parts.item[0].what, STR("Visitors: 7"), "which is named; what the headline says was told");
    eq_str(list.row[0].why, STR("the rest of this version was announced"), "and the rest was told");
    eq_str(held_headline(&w->arena, &list.row[0]), STR("Visitors: 7"), "its line is that of the part");
}

/* What somebody was told of in the headline is not held back. */
static void test_without(struct archive_world *w)
{
    static const char both[] = "[{\"what\":\"Bread 3\",\"why\":\"x\"},{\"what\":\"Milk 2\",\"why\":\"y\"}]";

    eq_str(held_without(&w->arena, str_of(both), STR("Eggs 4")), str_of(both), "a headline of something else");
    eq_str(held_without(&w->arena, str_of(both), STR("New: Bread 3")), STR("[{\"what\":\"Milk 2\",\"why\":\"y\"}]"),
           "of one of them");
    eq_str(held_without(&w->arena, str_of(both), STR("Bread 3; Milk 2")), STR(""), "of both");
    eq_str(held_without(&w->arena, STR(""), STR("Bread 3")), STR(""), "nothing was");
}

int main(void)
{
    struct archive_world w;
    world_open(&w);
    struct caller ann = world_caller(&w, "ann", ROLE_USER);

    add_held(&w, &ann, "http://h/advert",
             "[{\"what\":\"Buy now\",\"why\":\"this part is different each time the page is loaded\"}]");
    add_held(&w, &ann, "http://h/unseen", "");
    add_held(&w, &ann, "http://h/footer", "[{\"what\":\"We are hiring\",\"why\":\"it stands outside the content\"}]");
    add_held(&w, &ann, "http://h/date", "[{\"what\":\"16 May\",\"why\":\"a date, a number or a code\"}]");
    eq_str(order_of(&w, &ann, true), STR("http://h/date http://h/footer http://h/unseen http://h/advert"),
           "dates, then what stands outside the content; what nobody reads and adverts at the end");
    ok(!str_eq(order_of(&w, &ann, false), order_of(&w, &ann, true)), "by time it is another order");
    test_reasons(&w, &ann);
    test_queries(&w);
    test_json(&w);
    test_parts(&w);
    test_without(&w);
    archive_world_drop(&w);
    return tap_done();
}
