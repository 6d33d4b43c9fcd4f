/* What is wrong with a page, as one watch sees it. */
#include "archive/problem.h"

#include "tests/tap.h"

static void test_all_at_once(struct arena *a)
{
    struct str missing[] = { STR("#price"), STR("#stock") }, mine[] = { STR("#price") };
    struct store_page page = { .url = STR("http://h/"), .checked_at = 10, .next_check_at = 70, .errors = 3 };
    struct page_state state = {
        .answer = STR("timeout"),
        .message = STR("nothing came within 30 seconds"),
        .suspect = STR("it is empty"),
        .moved_to = STR("http://h/new"),
        .missing = { missing, 2 },
        .tried_at = 20,
    };
    struct watch watch = { .select = { mine, 1 } };
    struct problems list = problems_of(a, &page, &state, &watch);

    if (!eq_int(list.n, 4, "all problems of a page at once"))
        return;
    ok(list.item[0].kind == PROBLEM_FAILED && list.item[0].times == 3 && list.item[0].at == 20 && list.item[0].retry_at == 70,
       "a failure: how often, when, and when again");
    eq_str(list.item[0].message, STR("nothing came within 30 seconds"), "in words");
    ok(list.item[1].kind == PROBLEM_SUSPECT && list.item[1].at == 10, "a suspect version");
    ok(list.item[2].kind == PROBLEM_MOVED && str_eq(list.item[2].moved_to, STR("http://h/new")), "another address");
    ok(str_find(list.item[3].message, STR("'#price' finds nothing"), 0) != SIZE_MAX
           && str_find(list.item[3].message, STR("#stock"), 0) == SIZE_MAX,
       "a selector of this watch, and none of another's");
}

static void test_none(struct arena *a)
{
    struct str missing = STR("#stock");
    struct store_page page = { .url = STR("http://h/"), .checked_at = NEVER, .next_check_at = NEVER };
    struct page_state state = { .missing = { &missing, 1 }, .tried_at = NEVER };
    struct problems list = problems_of(a, &page, &state, &(struct watch){ 0 });

    eq_int(list.n, 0, "another's selector is not a problem of mine");
    page.errors = 1;
    state.answer = STR("gone");
    list = problems_of(a, &page, &state, &(struct watch){ 0 });
    ok(list.n == 1 && str_find(list.item[0].message, STR("gone"), 0) != SIZE_MAX, "a failure without words gets some");
    for (int kind = 0; kind <= PROBLEM_DAMAGE; kind++)
        ok(problem_kind_name((enum problem_kind)kind)[0], "kind %d has a name", kind);
}

static void test_blocked(struct arena *a)
{
    struct store_page page = { .url = STR("http://h/"), .checked_at = 10, .next_check_at = 70 };
    struct page_state state = { .blocked = STR("it looks like a login page") };
    struct problems list = problems_of(a, &page, &state, &(struct watch){ 0 });

    ok(list.n == 1 && list.item[0].kind == PROBLEM_BLOCKED
           && str_starts(list.item[0].message, STR("weft has not seen the page itself yet: it looks like a login page")),
       "a page that was never seen: %.*s", STR_ARG(list.item[0].message));
    eq_str(str_of(problem_kind_name(PROBLEM_BLOCKED)), STR("blocked"), "by its name");
    state.suspect = STR("it is empty");
    list = problems_of(a, &page, &state, &(struct watch){ 0 });
    ok(list.n == 1 && list.item[0].kind == PROBLEM_SUSPECT, "what came last is said first, and once");
}

/* A page that nobody has yet says why; one that they have does not bother them with a pause. */
static void test_put_off(struct arena *a)
{
    struct store_page page = { .url = STR("http://h/"), .checked_at = NEVER, .next_check_at = 70 };
    struct page_state state = { .outcome = STR("put off"), .answer = STR("later"), .message = STR("robots.txt could not be read") };
    struct problems list = problems_of(a, &page, &state, &(struct watch){ 0 });

    ok(list.n == 1 && list.item[0].kind == PROBLEM_PUT_OFF && list.item[0].retry_at == 70,
       "it was put off before it was ever fetched");
    eq_str(list.item[0].message, STR("robots.txt could not be read"), "because of that");
    page.checked_at = 10;
    eq_int(problems_of(a, &page, &state, &(struct watch){ 0 }).n, 0, "later on a pause is no problem");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    test_put_off(&a);

    test_all_at_once(&a);
    test_none(&a);
    test_blocked(&a);
    return tap_done();
}
