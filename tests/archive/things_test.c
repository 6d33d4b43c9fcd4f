/* Things as JSON: all fields always, null where nothing is known, damaged rows harm nothing, nothing secret. */
#include "archive/things.h"

#include "base/json_read.h"
#include "base/limits.h"
#include "tests/tap.h"

struct written {
    struct arena arena;
    struct buf out;
    struct json json;
    struct json_value value;
};

static void written_drop(struct written *w)
{
    buf_drop(&w->out);
    arena_drop(&w->arena);
}

static void begin(struct written *w)
{
    w->out = (struct buf)BUF(MIB(1));
    json_open(&w->json, &w->out, 0);
}

static const struct json_value *field(struct written *w, const char *name)
{
    static const struct json_value none = { .kind = JSON_NULL };
    struct err e;

    if (w->value.kind == JSON_NULL && json_read(&w->arena, buf_str(&w->out), &w->value, &e))
        ok(false, "%s: %.*s", e.text, STR_ARG(buf_str(&w->out)));
    const struct json_value *found = json_get(&w->value, str_of(name));
    if (!found)
        ok(false, "%s is there", name);
    return found ? found : &none;
}

static struct str text(struct written *w, const char *name)
{
    struct str out = STR("(none)");

    json_text(field(w, name), &out);
    return out;
}

static void test_version(void)
{
    AUTO(written) w = { 0 };
    struct target_version v = { .number = 2, .at = 1793534400123, .bytes = 0, .digest = STR("ab") };
    struct store_verdict verdict = {
        .before = 1,
        .importance = 0.25,
        .counts = { { 2, 1, 0 }, 3, 4 },
        .headline = STR("tea"),
        .reasons = STR("[\"a price\",7]"),
        .held_back = STR("[{\"what\":\"x\",\"why\":\"y\"},{\"what\":\"z\"}]"),
    };
    struct history_row row = { .version = &v, .verdict = &verdict, .held_back = verdict.held_back };

    begin(&w);
    thing_version(&w.json, &row);
    eq_str(text(&w, "at"), STR("2026-11-01T12:00:00.123Z"), "a moment");
    ok(field(&w, "reasons")->n == 1 && field(&w, "held_back")->n == 1,
       "what a row has as JSON is read again, and what is wrong left out");
    ok(field(&w, "etag")->kind == JSON_NULL && field(&w, "status")->kind == JSON_NULL && field(&w, "seen_at")->kind == JSON_NULL
           && field(&w, "label")->kind == JSON_NULL,
       "what is not known is null");
    eq_str(json_get(field(&w, "words"), STR("deleted"))->str, STR("4"), "words that went");
    eq_str(field(&w, "bytes")->str, STR("0"), "an empty body has 0 bytes");
}

static void test_bare_version(void)
{
    AUTO(written) w = { 0 };
    struct target_version v = { .number = 1, .at = 1, .bytes = -1, .label = STR("abc") };

    begin(&w);
    thing_version(&w.json, &(struct history_row){ .version = &v });
    ok(field(&w, "importance")->kind == JSON_NULL && field(&w, "words")->kind == JSON_NULL
           && field(&w, "classes")->kind == JSON_NULL,
       "without a verdict there is none");
    ok(field(&w, "bytes")->kind == JSON_NULL && str_eq(text(&w, "label"), STR("abc")), "a commit");
}

static void test_damaged(void)
{
    AUTO(written) w = { 0 };
    struct store_event event = {
        .id = 7, .number = 2, .at = 5, .importance = -1, .kind = STORE_EVENT_FOUND, .reasons = STR("[\"")
    };
    struct watched page = { .page = { .url = STR("http://h/#weft-0") }, .state = { .title = STR("Own") } };

    begin(&w);
    thing_event(&w.json, &page, &event);
    ok(field(&w, "reasons")->kind == JSON_ARRAY && field(&w, "reasons")->n == 0, "reasons that cannot be read are none");
    ok(str_eq(text(&w, "url"), STR("http://h/")) && str_eq(text(&w, "name"), STR("http://h/#weft-0")), "an address and a name");
    ok(str_eq(text(&w, "title"), STR("Own")) && str_eq(text(&w, "kind"), STR("found")), "its own title where nobody gave one");
    ok(field(&w, "importance")->kind == JSON_NULL && field(&w, "before")->kind == JSON_NULL, "null where it is not known");
}

static void test_page(void)
{
    AUTO(written) w = { 0 };
    struct watched page = {
        .arena = &w.arena,
        .page = { .url = STR("http://h/"), .checked_at = NEVER, .next_check_at = 5, .errors = 0 },
        .state = { .changed_at = NEVER, .tried_at = NEVER },
        .watch = { .title = STR("Mine"), .password = STR("hush"), .bearer = STR("hush"), .user = STR("hush") },
    };

    begin(&w);
    json_object(&w.json);
    thing_page_members(&w.json, &page);
    json_end(&w.json);
    ok(str_eq(text(&w, "state"), STR("waiting")) && field(&w, "newest")->kind == JSON_NULL, "a page that waits has no version");
    eq_str(text(&w, "title"), STR("Mine"), "the title that was given");
    ok(str_find(buf_str(&w.out), STR("hush"), 0) == SIZE_MAX, "and nothing secret");
    ok(json_get(field(&w, "watch"), STR("select"))->kind == JSON_ARRAY
           && json_get(field(&w, "watch"), STR("every"))->kind == JSON_NULL,
       "a watch has all its fields");
}

static void test_check(void)
{
    AUTO(written) w = { 0 };
    struct str tag = STR("tea");
    struct store_watch row[] = { { .user = 1 }, { .user = 2 } };
    struct watch watch[] = { { .depth = 0 }, { .tags = { &tag, 1 } } };
    struct check check = {
        .subject = { .page = { .url = STR("http://h/"), .next_check_at = 99 },
                     .state = { .tried_at = NEVER },
                     .row = { row, 2 },
                     .watch = watch },
        .outcome = CHECK_PUT_OFF,
        .words = STR("its host is busy"),
        .importance = -1,
    };

    begin(&w);
    thing_check(&w.json, &check, 2, 1793534400000);
    eq_int(field(&w, "tags")->n, 1, "the tags of who asks");
    eq_str(text(&w, "at"), STR("2026-11-01T12:00:00.000Z"), "a check always has a time");
    const struct json_value *problems = field(&w, "problems");
    struct str kind = STR("");
    ok(problems->n == 1 && json_text(json_get(&problems->item[0], STR("kind")), &kind) && str_eq(kind, STR("put off")),
       "what was put off is a problem, with when it is tried again");
    ok(field(&w, "words")->kind == JSON_NULL && field(&w, "headline")->kind == JSON_NULL, "nothing was compared");
}

int main(void)
{
    test_version();
    test_bare_version();
    test_damaged();
    test_page();
    test_check();
    return tap_done();
}
