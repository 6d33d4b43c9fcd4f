/* The JSON reader: what is read, what is refused and where, limits, and that everything the writer writes comes back. */
#include "base/json_read.h"

#include "base/json.h"
#include "base/limits.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void test_values(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct json_value v;
    struct str text;
    uint64_t n;

    ok(json_read(&a, STR(" {\"a\": [1, -2.5e+3, \"x\\n\\u00e9\\ud83c\\udf33\", true, false, null], \"b\":{}, \"c\":[]} \n"), &v, &e)
           == 0,
       "reads");
    eq_int(v.kind, JSON_OBJECT, "an object");
    eq_int(v.n, 3, "of three members");
    const struct json_value *list = json_get(&v, STR("a"));
    if (!ok(list && list->kind == JSON_ARRAY && list->n == 6, "with a list of six"))
        return;
    ok(json_whole(&list->item[0], 10, &n) && n == 1, "a whole number");
    ok(!json_whole(&list->item[0], 0, &n), "that is too large");
    ok(!json_whole(&list->item[1], 10000, &n), "a number that is not whole");
    eq_str(list->item[1].str, STR("-2.5e+3"), "keeps its digits");
    ok(json_text(&list->item[2], &text), "a string");
    eq_str(text, STR("x\n\xc3\xa9\xf0\x9f\x8c\xb3"), "with its escapes undone");
    ok(list->item[3].kind == JSON_BOOL && list->item[3].truth && list->item[4].kind == JSON_BOOL && !list->item[4].truth,
       "true and false");
    eq_int(list->item[5].kind, JSON_NULL, "null");
    ok(json_get(&v, STR("b"))->kind == JSON_OBJECT && json_get(&v, STR("b"))->n == 0, "an empty object");
    ok(json_get(&v, STR("c"))->kind == JSON_ARRAY && json_get(&v, STR("c"))->n == 0, "an empty list");
    ok(!json_get(&v, STR("d")) && !json_get(NULL, STR("d")) && !json_get(list, STR("d")), "what is not there");
    ok(!json_text(NULL, &text) && !json_text(list, &text) && !json_whole(NULL, 1, &n), "what is something else");
    ok(json_read(&a, STR("{\"k\":1,\"k\":2}"), &v, &e) == 0 && json_whole(json_get(&v, STR("k")), 9, &n) && n == 1,
       "of equal keys the first");
    ok(json_read(&a, STR("7"), &v, &e) == 0 && v.kind == JSON_NUMBER, "a number alone");
    ok(json_read(&a, STR("\"a\\u0000b\""), &v, &e) == 0 && v.str.len == 3, "a NUL inside a string");
}

static void test_refused(void)
{
    static const struct {
        struct str text, where;
    } rows[] = {
        { STR_INIT(""), STR_INIT("line 1, column 1: the text ends") },
        { STR_INIT("  "), STR_INIT("line 1, column 3") },
        { STR_INIT("{"), STR_INIT("a key") },
        { STR_INIT("[1,\n2,]"), STR_INIT("line 2, column 3") },
        { STR_INIT("[1 2]"), STR_INIT("a comma or ]") },
        { STR_INIT("[1}"), STR_INIT("a comma or ]") },
        { STR_INIT("{\"a\" 1}"), STR_INIT("a colon") },
        { STR_INIT("{\"a\":1,}"), STR_INIT("a key") },
        { STR_INIT("{a:1}"), STR_INIT("a key") },
        { STR_INIT("{\"a\":}"), STR_INIT("no value") },
        { STR_INIT("{\"a\":1]"), STR_INIT("a comma or }") },
        { STR_INIT("1 2"), STR_INIT("behind the value") },
        { STR_INIT("[1]]"), STR_INIT("behind the value") },
        { STR_INIT("01"), STR_INIT("behind the value") },
        { STR_INIT("1."), STR_INIT("behind its point") },
        { STR_INIT("1e"), STR_INIT("exponent") },
        { STR_INIT("-"), STR_INIT("digits") },
        { STR_INIT("+1"), STR_INIT("no value") },
        { STR_INIT(".5"), STR_INIT("no value") },
        { STR_INIT("nul"), STR_INIT("no value") },
        { STR_INIT("\"a"), STR_INIT("without end") },
        { STR_INIT("\"a\\"), STR_INIT("without end") },
        { STR_INIT("\"a\\\""), STR_INIT("without end") },
        { STR_INIT("\"a\nb\""), STR_INIT("line 1, column 3: a control") },
        { STR_INIT("\"\\x\""), STR_INIT("no such escape") },
        { STR_INIT("\"\\u12g4\""), STR_INIT("four hexadecimal") },
        { STR_INIT("\"\\u12\""), STR_INIT("four hexadecimal") },
        { STR_INIT("\"\\ud800\""), STR_INIT("surrogate") },
        { STR_INIT("\"\\ud800\\u0041\""), STR_INIT("surrogate") },
        { STR_INIT("\"\\udc00\""), STR_INIT("surrogate") },
        { STR_INIT("\"\xff\""), STR_INIT("not UTF-8") },
        { STR_INIT("\"\xed\xa0\x80\""), STR_INIT("not UTF-8") },
        { STR_INIT("\xef\xbb\xbf{}"), STR_INIT("no value") },
        { STR_INIT("[1,// x\n2]"), STR_INIT("no value") },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct err e = { 0 };
        struct json_value v = { .n = 77 };
        int code = json_read(&a, rows[i].text, &v, &e);
        if (!ok(code == E_FORMAT && v.n == 77 && str_find(str_of(e.text), rows[i].where, 0) != SIZE_MAX, "refused: row %zu", i))
            printf("# %d %s\n", code, e.text);
    }
}

static int read_nested(unsigned depth, char open, char close)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) b = BUF(MIB(4));
    struct json_value v;

    for (unsigned i = 0; i < depth; i++)
        buf_add(&b, open == '[' ? STR("[") : STR("{\"a\":"));
    buf_add_char(&b, '1');
    for (unsigned i = 0; i < depth; i++)
        buf_add_char(&b, close);
    return json_read(&a, buf_str(&b), &v, NULL);
}

static void test_limits(void)
{
    AUTO(arena) small = { .budget_bytes = KIB(64) };
    AUTO(buf) b = BUF(MIB(4));
    struct json_value v;

    eq_int(read_nested(JSON_READ_DEPTH, '[', ']'), 0, "as deep as allowed");
    eq_int(read_nested(JSON_READ_DEPTH, '{', '}'), 0, "in objects too");
    eq_int(read_nested(JSON_READ_DEPTH + 1, '[', ']'), E_FORMAT, "one deeper");
    eq_int(read_nested(200000, '[', ']'), E_FORMAT, "200,000 deep");
    buf_add_char(&b, '[');
    for (unsigned i = 0; i < 100000; i++)
        buf_add(&b, STR("0,"));
    buf_add(&b, STR("0]"));
    eq_int(json_read(&small, buf_str(&b), &v, NULL), E_LIMIT, "more values than the budget has room for");
}

/* A value of any kind, written as JSON. */
static void write_random(struct random *r, struct json *j, unsigned depth)
{
    uint32_t n = random_below(r, 4);
    char text[8];

    switch (random_below(r, depth < 5 ? 7 : 5)) {
    case 0:
        json_null(j);
        break;
    case 1:
        json_bool(j, n & 1);
        break;
    case 2:
        json_number(j, (int64_t)random_next(r));
        break;
    case 3:
        json_real(j, (double)n / 7);
        break;
    case 4:
        for (uint32_t i = 0; i < sizeof text; i++)
            text[i] = (char)random_below(r, 256);
        json_str(j, (struct str){ text, random_below(r, sizeof text) });
        break;
    case 5:
        json_array(j);
        while (n--)
            write_random(r, j, depth + 1);
        json_end(j);
        break;
    default:
        json_object(j);
        while (n--) {
            json_key(j, "a\"b");
            write_random(r, j, depth + 1);
        }
        json_end(j);
    }
}

static void write_again(struct json *j, const struct json_value *v);

static void write_items(struct json *j, const struct json_value *v)
{
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->kind == JSON_OBJECT)
            json_key(j, "a\"b");
        write_again(j, &v->item[i]);
    }
    json_end(j);
}

static void write_again(struct json *j, const struct json_value *v)
{
    switch ((enum json_kind)v->kind) {
    case JSON_NULL:
        json_null(j);
        break;
    case JSON_BOOL:
        json_bool(j, v->truth);
        break;
    case JSON_NUMBER:
        /* The writer has no call for digits as they are: null stands in, and then they are put over it. */
        json_null(j);
        j->out->len -= 4;
        buf_add(j->out, v->str);
        break;
    case JSON_STR:
        json_str(j, v->str);
        break;
    case JSON_ARRAY:
        json_array(j);
        write_items(j, v);
        break;
    case JSON_OBJECT:
        json_object(j);
        write_items(j, v);
        break;
    }
}

static void test_there_and_back(void)
{
    struct random r = { 11 };
    unsigned bad = 0;

    for (unsigned i = 0; i < 5000; i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) first = BUF(MIB(1));
        AUTO(buf) second = BUF(MIB(1));
        struct json j;
        struct json_value v;

        json_open(&j, &first, i % 3);
        write_random(&r, &j, 0);
        json_open(&j, &second, i % 3);
        if (json_read(&a, buf_str(&first), &v, NULL))
            bad++;
        else
            write_again(&j, &v), bad += !str_eq(buf_str(&first), buf_str(&second));
    }
    eq_int(bad, 0, "5000 random documents: written, read and written again are the same");
}

static void test_cuts(void)
{
    static const struct str text = STR_INIT("{\"a\":[1,-2.5e3,\"x\\u00e9\"],\"b\":{\"c\":null,\"d\":true}}");
    unsigned good = 0;

    for (size_t n = 0; n < text.len; n++) {
        AUTO(arena) a = { 0 };
        struct json_value v;
        good += json_read(&a, str_sub(text, 0, n), &v, NULL) == 0;
    }
    eq_int(good, 0, "no part of a document is one");
}

int main(void)
{
    test_values();
    test_refused();
    test_limits();
    test_there_and_back();
    test_cuts();
    return tap_done();
}
