/* The plan, and how pages stand: facts by name, pages that are planned, what is late, and counts by host and hour. */
#include "base/duration.h"
#include "store/standing.h"
#include "tests/store/rows.h"

static void schedule(struct rows *x, int64_t page, int64_t next, bool best_effort, int64_t errors)
{
    struct store_page p;
    rows_must(x, store_page_get(&x->arena, &x->store, page, &p, &x->e));
    p.next_check_at = next, p.best_effort = best_effort, p.errors = errors, p.checked_at = 5;
    rows_must(x, store_page_schedule(&x->store, &p, &x->e));
}

static void test_facts(struct rows *x)
{
    static const char *const names[] = { "rhythm b", "rhythm a", "outlook", "rhythm%" };
    struct store_facts_list list;
    struct str facts;
    ok(store_plan_get(&x->arena, &x->store, STR("outlook"), &facts, &x->e) == 0 && facts.len == 0,
       "what was never reckoned is empty");
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        rows_must(x, store_plan_put(&x->store, str_of(names[i]), str_of(names[i]), &x->e));
    ok(store_plan_get(&x->arena, &x->store, STR("outlook"), &facts, &x->e) == 0 && str_eq(facts, STR("outlook")),
       "what was is there");
    rows_must(x, store_plan_put(&x->store, STR("outlook"), STR("new"), &x->e));
    ok(store_plan_get(&x->arena, &x->store, STR("outlook"), &facts, &x->e) == 0 && str_eq(facts, STR("new")),
       "until it is reckoned anew");
    ok(store_plan_list(&x->arena, &x->store, STR("rhythm "), &list, &x->e) == 0 && list.n == 2
           && str_eq(list.item[0].name, STR("rhythm a")) && str_eq(list.item[1].facts, STR("rhythm b")),
       "those whose names begin alike are listed by name");
    ok(store_plan_list(&x->arena, &x->store, STR("rhythm%"), &list, &x->e) == 0 && list.n == 1, "a sign of patterns is a letter");
}

static void test_pages(struct rows *x)
{
    struct store_planned_list list;
    int64_t last;
    ok(store_plan_last(&x->store, &last, &x->e) == 0 && last == x->other, "the highest number of a page");
    ok(store_plan_pages(&x->arena, &x->store, 0, 9, &list, &x->e) == 0 && list.n == 0, "a page that nobody watches is not planned");
    rows_watch(x, x->bob, x->page);
    rows_watch(x, x->ann, x->page);
    rows_watch(x, x->ann, x->other);
    ok(store_plan_pages(&x->arena, &x->store, 0, 9, &list, &x->e) == 0 && list.n >= 2 && list.item[0].page.id == x->page,
       "one that is watched is");
    eq_str(list.item[0].page.host, STR("a"), "with its host");
    ok(store_plan_pages(&x->arena, &x->store, x->page, 9, &list, &x->e) == 0 && (list.n == 0 || list.item[0].page.id == x->other),
       "from behind a page on");
}

static void test_counts(struct rows *x)
{
    struct store_plan_counts n;
    schedule(x, x->page, 100, false, 0);
    schedule(x, x->other, 200, true, 0);
    ok(store_plan_counts(&x->store, 101, &n, &x->e) == 0 && n.pages == 2 && n.late == 1, "a promise for an earlier moment is late");
    ok(store_plan_counts(&x->store, 100, &n, &x->e) == 0 && n.late == 0, "not at that moment itself");
    ok(store_plan_counts(&x->store, 999, &n, &x->e) == 0 && n.late == 1, "best effort is never late");
    schedule(x, x->other, NEVER, true, 0);
    ok(store_plan_counts(&x->store, 0, &n, &x->e) == 0 && n.pages == 1, "what is never visited is not planned");
}

static void test_next(struct rows *x)
{
    struct store_pages list;
    struct store_page p;
    schedule(x, x->other, 50, true, 0);
    ok(store_plan_next(&x->arena, &x->store, 9, &list, &x->e) == 0 && list.n == 2 && list.item[0].id == x->other
           && list.item[1].id == x->page,
       "what is due first comes first");
    ok(store_plan_next(&x->arena, &x->store, 1, &list, &x->e) == 0 && list.n == 1, "at most so many");
    p = list.item[0];
    rows_must(x, store_plan_move(&x->store, &p, 300, &x->e));
    ok(store_page_get(&x->arena, &x->store, x->other, &p, &x->e) == 0 && p.next_check_at == 300 && p.best_effort,
       "a page can be moved");
    p.next_check_at = 50;
    rows_must(x, store_plan_move(&x->store, &p, 400, &x->e));
    ok(store_page_get(&x->arena, &x->store, x->other, &p, &x->e) == 0 && p.next_check_at == 300,
       "but not by who read it as it was before");
    rows_must(x, store_page_get(&x->arena, &x->store, x->page, &p, &x->e));
    rows_must(x, store_plan_move(&x->store, &p, 500, &x->e));
    struct store_page after;
    rows_must(x, store_page_get(&x->arena, &x->store, x->page, &after, &x->e));
    ok(after.next_check_at == 500 || after.next_check_at == 100, "a promise is %s",
       after.next_check_at == 100 ? "not moved" : "moved as best effort");
}

/* ---- How they stand ---- */

static void test_hosts(struct rows *x)
{
    struct store_standings list;
    int64_t second = rows_page(x, "http://a/2", "a", 300);
    rows_watch(x, x->bob, second);
    schedule(x, x->page, 100, false, 0);
    schedule(x, second, 70, false, 2);
    ok(store_standing_hosts(&x->arena, &x->store, 0, &list, &x->e) == 0 && list.n == 2 && str_eq(list.item[0].host, STR("a")),
       "the host with the most pages comes first");
    ok(list.item[0].pages == 2 && list.item[0].failing == 1 && list.item[0].next_at == 70,
       "with its pages, those that fail and the first visit");
    ok(store_standing_hosts(&x->arena, &x->store, x->ann, &list, &x->e) == 0 && list.n == 2 && list.item[0].pages == 1
           && list.item[1].pages == 1,
       "of one user their own");
}

static void test_hours(struct rows *x)
{
    uint64_t hours[STANDING_HOURS];
    int64_t now = 1000 * DURATION_HOUR_MS, all = 0;
    schedule(x, x->page, now - 1, false, 0);
    schedule(x, x->other, now + DURATION_HOUR_MS, false, 0);
    ok(store_standing_hours(&x->store, x->ann, now, hours, &x->e) == 0 && hours[0] == 1 && hours[1] == 1 && hours[2] == 0,
       "visits by the hour; what is late is in the first");
    schedule(x, x->other, now + DURATION_HOUR_MS - 1, false, 0);
    ok(store_standing_hours(&x->store, x->ann, now, hours, &x->e) == 0 && hours[0] == 2, "an hour is an hour");
    schedule(x, x->other, now + 24 * DURATION_HOUR_MS, false, 0);
    ok(store_standing_hours(&x->store, x->ann, now, hours, &x->e) == 0, "what comes in more than a day");
    for (unsigned i = 0; i < STANDING_HOURS; i++)
        all += (int64_t)hours[i];
    eq_int(all, 1, "is in none of them");
}

int main(void)
{
    AUTO(rows) x;
    rows_open(&x);
    test_facts(&x);
    test_pages(&x);
    test_counts(&x);
    test_next(&x);
    test_hosts(&x);
    test_hours(&x);
    return tap_done();
}
