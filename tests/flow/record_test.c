/* Structs as JSON and back, by their table. */
#include "flow/record.h"
#include "tests/tap.h"

struct thing {
    struct str text;
    bool flag;
    uint32_t count;
    int64_t moment;
    uint64_t hash;
    struct record_list list;
    struct record_pairs pairs;
};

static const struct record_field fields[] = {
    RECORD_FIELD(struct thing, RECORD_TEXT, text),   RECORD_FIELD(struct thing, RECORD_FLAG, flag),
    RECORD_FIELD(struct thing, RECORD_COUNT, count), RECORD_FIELD(struct thing, RECORD_MOMENT, moment),
    RECORD_FIELD(struct thing, RECORD_HASH, hash),   RECORD_FIELD(struct thing, RECORD_LIST, list),
    RECORD_FIELD(struct thing, RECORD_PAIRS, pairs),
};

static struct str written(struct arena *a, const struct thing *t)
{
    AUTO(buf) b = BUF(1 << 16);
    record_write(fields, ARRAY_LEN(fields), t, &b);
    return arena_str(a, buf_str(&b));
}

static int read_into(struct arena *a, const char *text, struct thing *t, struct err *e)
{
    return record_read(a, str_of(text), fields, ARRAY_LEN(fields), t, e);
}

static void test_there_and_back(struct arena *a)
{
    struct str items[] = { STR("one"), STR("two \"2\"") };
    struct record_pair pairs[] = { { STR("k"), STR("v"), true } };
    struct thing t = { STR("words"), true, 7, -5, 0xfedcba9876543210u, { items, 2 }, { pairs, 1 } }, back = { .moment = INT64_MAX };
    struct err e;
    struct str text = written(a, &t);
    eq_str(text,
           STR("{\"text\":\"words\",\"flag\":true,\"count\":7,\"moment\":-5,\"hash\":\"fedcba9876543210\","
               "\"list\":[\"one\",\"two \\\"2\\\"\"],\"pairs\":[[\"k\",\"v\",true]]}"),
           "every kind is written");
    ok(record_read(a, text, fields, ARRAY_LEN(fields), &back, &e) == 0, "and read");
    eq_str(written(a, &back), text, "as the same");
}

static void test_nothing(struct arena *a)
{
    struct thing t = { .moment = INT64_MAX }, kept = { .count = 3 };
    struct err e;
    eq_str(written(a, &t), STR("{}"), "what has nothing to say is not written");
    ok(read_into(a, "", &kept, &e) == 0 && kept.count == 3, "nothing to read changes nothing");
    ok(read_into(a, "{\"later\":[1,2]}", &kept, &e) == 0 && kept.count == 3, "what a newer weft wrote is passed over");
}

static void test_wrong(struct arena *a)
{
    static const char *const wrong[] = {
        "[]",
        "{",
        "{\"text\":1}",
        "{\"flag\":1}",
        "{\"count\":-1}",
        "{\"count\":4294967296}",
        "{\"moment\":1.5}",
        "{\"hash\":\"xyz\"}",
        "{\"hash\":\"FEDCBA9876543210\"}",
        "{\"list\":\"one\"}",
        "{\"list\":[1]}",
        "{\"pairs\":[[\"k\"]]}",
        "{\"pairs\":[[\"k\",2]]}",
    };
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        struct thing t = { 0 };
        struct err e;
        ok(read_into(a, wrong[i], &t, &e) == E_FORMAT, "refused: %s", wrong[i]);
    }
}

/* Of every kind: a field that was copied is the same, and no other has changed. */
static void test_copy(void)
{
    struct str items[] = { STR("one") };
    struct record_pair pairs[] = { { STR("k"), STR("v"), true } };
    const struct thing full = { STR("text"), true, 7, 8, 9, { items, 1 }, { pairs, 1 } };
    unsigned wrong = 0;

    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        struct thing t = { .moment = INT64_MAX };
        wrong += record_same(&fields[i], &full, &t);
        record_copy(&fields[i], &full, &t);
        for (size_t k = 0; k < ARRAY_LEN(fields); k++)
            wrong += record_same(&fields[k], &full, &t) != (k == i);
    }
    eq_int(wrong, 0, "a field is copied alone");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_copy();
    test_there_and_back(&a);
    test_nothing(&a);
    test_wrong(&a);
    return tap_done();
}
