/* In: counts over pages, and what runs learnt of hosts. Out: a row for each host. O(pages + hosts). */
#include "archive/hosts.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "fetch/robots.h"
#include "flow/state.h"

const char *host_state_words(enum host_state state)
{
    static const char *const words[] = { [HOST_WELL] = "well",
                                         [HOST_PAUSED] = "asked for a pause",
                                         [HOST_PARTLY] = "some pages fail",
                                         [HOST_SILENT] = "does not answer" };

    return words[state];
}

/* "example.org" of "https://example.org:443"; a port that is not the usual one belongs to the name. */
static struct str name_of(struct str origin)
{
    size_t slashes = str_find(origin, STR("//"), 0);
    struct str name = slashes == SIZE_MAX ? origin : str_sub(origin, slashes + 2, origin.len);

    if (str_starts(origin, STR("https:")) && str_ends(name, STR(":443")))
        name.len -= 4;
    else if (str_starts(origin, STR("http:")) && str_ends(name, STR(":80")))
        name.len -= 3;
    return name;
}

static uint64_t key_of(struct str name)
{
    return hash_str(name);
}

/* What robots.txt asks for, and a pause that is not over. */
static void apply_facts(const struct caller *c, const struct host_facts *facts, struct host_row *row)
{
    int64_t wish = robots_delay_ms(facts->robots);

    if (wish > row->gap_ms) {
        row->gap_ms = wish;
        row->gap_from_robots = true;
    }
    if (facts->pause_until_ms > c->now) {
        row->paused_until = facts->pause_until_ms;
        row->state = MAX(row->state, HOST_PAUSED);
    }
}

/* Facts that cannot be read are learnt again by the next run. */
static int read_facts(const struct caller *c, const struct map *place, struct host_rows *rows, struct err *e)
{
    struct store_hosts all;
    int failed = store_host_list(c->arena, c->store, &all, e);

    for (uint32_t i = 0; i < all.n && !failed; i++) {
        const uint32_t *at = map_find(place, key_of(name_of(all.item[i].origin)));
        struct host_facts facts;
        struct err unread;
        if (at && host_facts_read(c->arena, all.item[i].origin, all.item[i].facts, &facts, &unread) == 0)
            apply_facts(c, &facts, &rows->item[*at]);
    }
    return failed;
}

static int by_state(const void *a, const void *b)
{
    const struct host_row *x = a, *y = b;

    if (x->state != y->state)
        return (int)y->state - (int)x->state;
    return x->pages == y->pages ? str_cmp(x->name, y->name) : (x->pages < y->pages) - (x->pages > y->pages);
}

int hosts_list(const struct caller *c, bool all, struct host_rows *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t whose = all ? 0 : c->who.user;
    struct store_standings found = { 0 };
    struct host_rows rows = { 0 };
    struct map place;
    int failed = all ? caller_must_administer(c, "see the hosts of all pages", e) : 0;

    if (failed || (failed = store_begin_read(c->store, &tx, e)))
        return failed;
    if ((all || whose)
        && ((failed = store_standing_hosts(c->arena, c->store, whose, &found, e))
            || (failed = store_standing_hours(c->store, whose, c->now, rows.hours, e))))
        return failed;
    map_open(&place, c->arena, found.n);
    rows.item = NEW_ARRAY(c->arena, struct host_row, found.n + 1);
    for (; rows.n < found.n; rows.n++) {
        const struct store_standing *x = &found.item[rows.n];
        rows.item[rows.n] = (struct host_row){ .name = x->host,
                                               .state = x->failing == 0          ? HOST_WELL
                                                        : x->failing == x->pages ? HOST_SILENT
                                                                                 : HOST_PARTLY,
                                               .pages = x->pages,
                                               .failing = x->failing,
                                               .next_at = x->next_at,
                                               .gap_ms = settings_number(c->settings, SETTING_HOST_GAP),
                                               .paused_until = NEVER };
        rows.pages += x->pages;
        map_slot(&place, key_of(x->host), rows.n);
    }
    if ((failed = read_facts(c, &place, &rows, e)) || (failed = store_commit(&tx, e)))
        return failed;
    if (rows.n)
        qsort(rows.item, rows.n, sizeof *rows.item, by_state);
    *out = rows;
    return 0;
}
