/* Counts as text and as JSON, and the short way for identical bytes. */
#include "cli/pair.h"

#include "tests/tap.h"

static void test_counts(void)
{
    AUTO(buf) out = BUF(4096);
    struct counts c = {
        .words_old = 10,
        .words_new = 12,
        .words_deleted = 1,
        .words_inserted = 3,
        .words_moved = 7,
        .kind = { [CHANGE_INSERT] = 1, [CHANGE_MOVE] = 2 },
        .class = { 3, 4, 5 },
    };
    struct json j;

    eq_int(counts_changes(&c), 12, "all classes together");
    counts_text(&c, false, &out);
    eq_str(buf_str(&out),
           STR("words    10 old, 12 new, 1 deleted, 3 inserted, 7 moved\nchanges  3: 1 insert, 2 moves; and 4 of look\n"),
           "as text");
    buf_clear(&out);
    json_open(&j, &out, 0);
    json_object(&j);
    counts_json(&c, &j);
    json_end(&j);
    struct str want = STR(
        "{\"same\":false,\"identical\":false,"
        "\"counts\":{\"insert\":1,\"delete\":0,\"update\":0,\"move\":2,\"format\":0,\"attribute\":0},"
        "\"classes\":{\"content\":3,\"look\":4,\"machinery\":5},\"words\":{\"old\":10,\"new\":12,\"deleted\":1,\"inserted\":3,\"moved\":7}}");
    eq_str(buf_str(&out), want, "as JSON");
}

static void test_pair(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 20);
    struct page_pair same = { .old = STR("<p>a b c"), .new = STR("<p>a b c") };
    struct page_pair other = { .old = STR("<p>a b c"), .new = STR("<p>a x b c") };
    struct show_options show = { .format = SHOW_JSON, .old_name = STR("old"), .new_name = STR("new") };
    struct counts counts;
    struct err e;

    eq_int(pair_show(&a, &same, &show, NULL, &counts, &e), 0, "the same bytes");
    ok(counts.identical && counts_changes(&counts) == 0, "are known to be identical");
    ok(a.used_bytes < 4096, "without being parsed: %zu bytes", a.used_bytes);
    eq_int(pair_show(&a, &same, &show, &out, &counts, &e), 0, "the same bytes, shown");
    ok(str_find(buf_str(&out), STR("\"inserted\": 0"), 0) != SIZE_MAX
           && str_find(buf_str(&out), STR("\"share\": 0"), 0) != SIZE_MAX,
       "have the fields of any delta");
    buf_clear(&out);
    eq_int(pair_show(&a, &other, &show, &out, &counts, &e), 0, "another word");
    ok(!counts.identical && counts.kind[CHANGE_INSERT] == 1 && counts.words_inserted == 1 && counts_changes(&counts) == 1,
       "is one change");
    ok(out.len > 0, "which is shown");
}

int main(void)
{
    test_counts();
    test_pair();
    return tap_done();
}
