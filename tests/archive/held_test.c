/* The order of what was held back: first what somebody may want after all. */
#include "archive/held.h"

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
    archive_world_drop(&w);
    return tap_done();
}
