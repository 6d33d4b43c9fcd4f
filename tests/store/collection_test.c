/* Collections: names are taken once, each has its pages, and only what is public is listed for all. */
#include "store/collection.h"

#include "tests/store/rows.h"

static int64_t put(struct rows *x, int64_t id, const char *name, bool is_public)
{
    struct store_collection c = { .id = id,
                                  .user = x->ann,
                                  .name = str_of(name),
                                  .title = STR("Law"),
                                  .about = STR("rules"),
                                  .tags = STR("a\nb"),
                                  .is_public = is_public,
                                  .made_at = 7 };
    rows_must(x, store_collection_put(&x->store, &c, &id, &x->e));
    return id;
}

static void test_put(struct rows *x)
{
    struct store_collection got, taken = { .user = x->bob, .name = STR("law") };
    int64_t law = put(x, 0, "law", false), other;
    ok(store_collection_find(&x->arena, &x->store, STR("law"), &got, &x->e) == 0 && got.id == law && got.user == x->ann,
       "a collection is found by its name");
    ok(str_eq(got.title, STR("Law")) && str_eq(got.about, STR("rules")) && str_eq(got.tags, STR("a\nb")) && !got.is_public
           && got.made_at == 7,
       "with all that it says");
    eq_int(store_collection_put(&x->store, &taken, &other, &x->e), E_USAGE, "a name is taken once, whoever has it");
    eq_int(put(x, law, "rules", true), law, "it can be renamed");
    ok(store_collection_find(&x->arena, &x->store, STR("rules"), &got, &x->e) == 0 && got.id == law && got.is_public
           && got.user == x->ann,
       "and made public");
    eq_int(store_collection_find(&x->arena, &x->store, STR("law"), &got, &x->e), E_ABSENT, "the old name is free");
    rows_must(x, store_collection_put(&x->store, &taken, &other, &x->e));
    taken = (struct store_collection){ .id = other, .name = STR("rules"), .user = x->bob };
    eq_int(store_collection_put(&x->store, &taken, &other, &x->e), E_USAGE, "nor can another be renamed to one that is taken");
}

static void test_lists(struct rows *x)
{
    struct store_collections list;
    put(x, 0, "alpha", false);
    ok(store_collection_list(&x->arena, &x->store, x->ann, &list, &x->e) == 0 && list.n == 2
           && str_eq(list.item[0].name, STR("alpha")) && str_eq(list.item[1].name, STR("rules")),
       "a user's own are listed by name");
    ok(store_collection_list(&x->arena, &x->store, x->bob, &list, &x->e) == 0 && list.n == 1
           && str_eq(list.item[0].name, STR("law")),
       "another's are theirs");
    ok(store_collection_list(&x->arena, &x->store, 0, &list, &x->e) == 0 && list.n == 1 && str_eq(list.item[0].name, STR("rules")),
       "for all there is what is public");
}

static void test_pages(struct rows *x)
{
    struct store_collection c;
    struct store_page_ids ids;
    int64_t both[] = { x->page, x->other };
    rows_must(x, store_collection_find(&x->arena, &x->store, STR("rules"), &c, &x->e));
    ok(store_collection_pages(&x->arena, &x->store, c.id, &ids, &x->e) == 0 && ids.n == 0, "at first it has no pages");
    rows_must(x, store_collection_choose(&x->store, c.id, &(struct store_page_ids){ both, 2 }, &x->e));
    ok(store_collection_pages(&x->arena, &x->store, c.id, &ids, &x->e) == 0 && ids.n == 2 && ids.item[0] == x->page
           && ids.item[1] == x->other,
       "then those that were chosen");
    rows_must(x, store_collection_choose(&x->store, c.id, &(struct store_page_ids){ both + 1, 1 }, &x->e));
    ok(store_collection_pages(&x->arena, &x->store, c.id, &ids, &x->e) == 0 && ids.n == 1 && ids.item[0] == x->other,
       "others take their place");
    rows_must(x, store_page_remove(&x->store, x->other, &x->e));
    ok(store_collection_pages(&x->arena, &x->store, c.id, &ids, &x->e) == 0 && ids.n == 0, "a page that is gone is not in it");
}

static void test_ends(struct rows *x)
{
    struct store_collection got;
    struct store_collections list;
    rows_must(x, store_collection_find(&x->arena, &x->store, STR("alpha"), &got, &x->e));
    rows_must(x, store_collection_remove(&x->store, got.id, &x->e));
    eq_int(store_collection_find(&x->arena, &x->store, STR("alpha"), &got, &x->e), E_ABSENT, "a collection can be ended");
    rows_must(x, store_user_remove(&x->store, x->ann, &x->e));
    ok(store_collection_list(&x->arena, &x->store, 0, &list, &x->e) == 0 && list.n == 0, "and ends with its user");
}

int main(void)
{
    AUTO(rows) x;
    rows_open(&x);
    test_put(&x);
    test_lists(&x);
    test_pages(&x);
    test_ends(&x);
    return tap_done();
}
