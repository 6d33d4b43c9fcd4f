/* The rule of lists: what stays, what is updated in place, what arrives; and orders. */
#include "visual/videlta_list.h"

#include "tests/segment/documents.h"
#include "tests/tap.h"

static struct vi_change change(enum vi_op op, const char *old, const char *new)
{
    return (
        struct vi_change){ .op = op, .kind = VI_LINK, .old = { str_of(old), str_of(old) }, .new = { str_of(new), str_of(new) } };
}

/* The names that block 1 of a document has after the changes, all of them in block 1. */
static struct str after(struct arena *a, const char *links, struct vi_change *c, uint32_t n)
{
    AUTO(buf) b = BUF(1 << 16);
    AUTO(buf) text = BUF(1 << 16);
    uint32_t here[8], none[8];
    buf_add(&text, STR("<Block Ref='1'><Links>"));
    for (; *links; links++)
        buf_addf(&text, "<link Name='%c' Adr='%c'/>", *links, *links);
    buf_add(&text, STR("</Links></Block>"));
    buf_add_char(&text, '\0');
    struct vixml *x = document_of(a, text.ptr);
    struct videlta d = { .change = c, .n_changes = n };
    struct vi_ways w = { .delta = &d, .old_of = here, .new_of = none };
    for (uint32_t i = 0; i < n; i++) {
        here[i] = c[i].op == VI_INSERT ? VIXML_NONE : 1;
        none[i] = c[i].op == VI_DELETE ? VIXML_NONE : 1;
    }
    vi_ways_open(&w, a, x->n, x->n);
    struct vi_list list = { .from = 1, .to = 1, .kind = VI_LINK };
    if (!vi_list_next(a, &w, x, &list))
        return arena_printf(a, "missing %u", list.missing);
    for (uint32_t i = 0; i < list.n; i++)
        buf_add(&b, list.item[i].thing.name);
    return arena_str(a, buf_str(&b));
}

static void test_rule(void)
{
    AUTO(arena) a = { 0 };
    struct vi_change all[] = { change(VI_INSERT, "", "x"), change(VI_DELETE, "b", ""), change(VI_UPDATE, "c", "C"),
                               change(VI_INSERT, "", "y") };
    eq_str(after(&a, "abcd", all, 4), STR("aCdxy"), "kept in order, updated in place, then what came");
    eq_str(after(&a, "abcd", all, 0), STR("abcd"), "nothing");
    eq_str(after(&a, "bab", all + 1, 1), STR("ab"), "of equal ones the first goes");
    eq_str(after(&a, "acd", all, 4), STR("missing 1"), "what is not there");
}

static void test_places(void)
{
    AUTO(arena) a = { 0 };
    struct vi_list_item item[] = { { .id = 1 }, { .id = 2 }, { .id = 1 }, { .id = 3 } },
                        wanted[] = { { .id = 3 }, { .id = 1 }, { .id = 2 }, { .id = 1 } };
    struct vi_list list = { .item = item, .n = 4 };
    uint32_t *at = vi_list_places(&a, &list, wanted);
    ok(at && at[0] == 3 && at[1] == 0 && at[2] == 1 && at[3] == 2, "places, equal ones in their order");
    ok(vi_list_places(&a, &list, item) == NULL, "the order it has");
}

/* Many equal and unequal things, so that the table is used: the same answer as with few. */
static void test_many(void)
{
    AUTO(arena) a = { 0 };
    enum { N = 3000 };
    struct vi_list_item *item = NEW_ARRAY(&a, struct vi_list_item, N), *wanted = NEW_ARRAY(&a, struct vi_list_item, N);
    bool right = true;
    for (uint32_t i = 0; i < N; i++) {
        item[i].id = i / 3;
        wanted[N - 1 - i].id = i / 3;
    }
    uint32_t *at = vi_list_places(&a, &(struct vi_list){ .item = item, .n = N }, wanted);
    for (uint32_t i = 0; i < N; i++)
        right &= item[at[i]].id == wanted[i].id && (i == 0 || wanted[i].id != wanted[i - 1].id || at[i] == at[i - 1] + 1);
    ok(right, "a table finds the first of equal ones too");
}

int main(void)
{
    test_rule();
    test_places();
    test_many();
    return tap_done();
}
