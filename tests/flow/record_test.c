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

/* What cannot be read names the field, and nothing that stands before it in the table is taken back. */
static void test_wrong(struct arena *a)
{
    static const struct {
        const char *text, *words;
    } wrong[] = {
        { "[]", "not an object of JSON" },
        { "null", "not an object of JSON" },
        { "\"text\"", "not an object of JSON" },
        { "{", "not JSON: line 1, column 2: a key in quotes is due" },
        { "{\"text\":1}", "\"text\" is not what it should be" },
        { "{\"text\":null}", "\"text\" is not what it should be" },
        { "{\"flag\":1}", "\"flag\" is not what it should be" },
        { "{\"flag\":\"true\"}", "\"flag\" is not what it should be" },
        { "{\"count\":-1}", "\"count\" is not what it should be" },
        { "{\"count\":1.5}", "\"count\" is not what it should be" },
        { "{\"count\":4294967296}", "\"count\" is not what it should be" },
        { "{\"moment\":1.5}", "\"moment\" is not what it should be" },
        { "{\"moment\":\"5\"}", "\"moment\" is not what it should be" },
        { "{\"moment\":9223372036854775808}", "\"moment\" is not what it should be" },
        { "{\"hash\":\"xyz\"}", "\"hash\" is not what it should be" },
        { "{\"hash\":\"FEDCBA9876543210\"}", "\"hash\" is not what it should be" },
        { "{\"hash\":\"0123456789abcdef0\"}", "\"hash\" is not what it should be" },
        { "{\"hash\":7}", "\"hash\" is not what it should be" },
        { "{\"list\":\"one\"}", "\"list\" is not what it should be" },
        { "{\"list\":[1]}", "\"list\" is not what it should be" },
        { "{\"pairs\":{\"k\":\"v\"}}", "\"pairs\" is not what it should be" },
        { "{\"pairs\":[\"k\"]}", "\"pairs\" is not what it should be" },
        { "{\"pairs\":[[\"k\"]]}", "\"pairs\" is not what it should be" },
        { "{\"pairs\":[[\"k\",2]]}", "\"pairs\" is not what it should be" },
        { "{\"pairs\":[[\"k\",\"v\",true,4]]}", "\"pairs\" is not what it should be" },
        { "{\"text\":\"fine\",\"flag\":2}", "\"flag\" is not what it should be" },
    };
    for (size_t i = 0; i < ARRAY_LEN(wrong); i++) {
        struct thing t = { 0 };
        struct err e;
        eq_int(read_into(a, wrong[i].text, &t, &e), E_FORMAT, wrong[i].text);
        eq_str(str_of(e.text), str_of(wrong[i].words), "what is wrong with it");
    }
}

/* At their limits. */
static void test_limits(struct arena *a)
{
    static const struct {
        const char *text;
        struct thing want;
    } rows[] = {
        { "{\"count\":4294967295}", { .count = UINT32_MAX } },
        { "{\"moment\":-9223372036854775807}", { .moment = -INT64_MAX } },
        { "{\"moment\":9223372036854775806}", { .moment = INT64_MAX - 1 } },
        { "{\"hash\":\"ffffffffffffffff\"}", { .hash = UINT64_MAX } },
        { "{\"hash\":\"0000000000000001\"}", { .hash = 1 } },
        { "{\"flag\":false}", { .flag = false } },
        { "{\"list\":[]}", { .count = 0 } },
        { "{\"moment\":0}", { .moment = 0 } },
        { "{ \"hash\" : \"00000000000000aa\" , \"count\" : 3 }", { .count = 3, .hash = 0xaa } }, /* in whatever order */
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct thing t = { 0 };
        struct err e;
        ok(read_into(a, rows[i].text, &t, &e) == 0 && t.count == rows[i].want.count && t.moment == rows[i].want.moment
               && t.hash == rows[i].want.hash && t.flag == rows[i].want.flag && t.list.n == 0,
           "%s", rows[i].text);
    }
}

/* For other programs every member is there, and what says nothing is null, false, 0 or empty. */
static void test_members(struct arena *a)
{
    AUTO(buf) out = BUF(1 << 12);
    struct json j;
    struct thing empty = { .moment = INT64_MAX };
    json_open(&j, &out, 0);
    json_object(&j);
    record_members(fields, ARRAY_LEN(fields), &empty, &j);
    json_end(&j);
    eq_str(buf_str(&out),
           STR("{\"text\":null,\"flag\":false,\"count\":0,\"moment\":null,\"hash\":\"0000000000000000\",\"list\":[],\"pairs\":[]}"),
           "nothing is left out");
    struct record_list list = { (struct str[]){ arena_str(a, STR("one")), STR("two") }, 2 };
    ok(record_list_has(&list, STR("two")) && !record_list_has(&list, STR("tw")) && !record_list_has(&list, STR("")),
       "a list has whole texts");
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
    test_limits(&a);
    test_members(&a);
    return tap_done();
}
