/* In: the history of a browser. Out: when each page was last visited.
 *
 * Addresses are brought to their canonical form once, when they are read; a question is one more and a look into the table.
 * Cost: O(visits) to read, O(bytes of the address) to ask. */
#include "intake/history.h"

#include "base/hash.h"
#include "intake/browser_db.h"
#include "track/canonical.h"

/* Where a browser keeps it: the table that tells which browser it is, and how moments are counted there. */
static const struct {
    const char *browser, *table, *sql;
    int64_t offset_ms;
} kinds[] = {
    { "Firefox", "moz_places", "SELECT url, last_visit_date, visit_count FROM moz_places WHERE last_visit_date > 0", 0 },
    { "Chromium", "urls", "SELECT url, last_visit_time, visit_count FROM urls WHERE last_visit_time > 0",
      INT64_C(11644473600000) /* 1601 */ },
};

struct reader {
    struct arena *arena;
    struct browser_history *to;
    int64_t offset_ms;
    uint32_t room;
};

static struct history_page *page_of(struct reader *r, struct str canonical)
{
    struct browser_history *h = r->to;
    uint32_t *at = map_slot(&h->map, hash_str(canonical), h->n);
    if (*at < h->n)
        return &h->item[*at];
    if (h->n == r->room) {
        uint32_t room = MAX(r->room * 2, 1024u);
        h->item = arena_grow(r->arena, h->item, r->room, room, sizeof *h->item);
        r->room = room;
    }
    h->item[h->n] = (struct history_page){ .url = arena_str(r->arena, canonical), .visited_at = INT64_MIN };
    return &h->item[h->n++];
}

static int take_row(void *context, struct sqlite3_stmt *row, struct err *e)
{
    struct reader *r = context;
    AUTO(arena) scratch = { 0 };
    struct str url = browser_db_text(row, 0);
    int64_t visits = browser_db_number(row, 2), at = browser_db_number(row, 1) / 1000 - r->offset_ms;
    if (!str_starts(url, STR("http://")) && !str_starts(url, STR("https://")) && !str_starts(url, STR("file:")))
        return 0;
    if (r->to->n == HISTORY_VISITS_MAX)
        return err_set(e, E_LIMIT, "more than %d pages", HISTORY_VISITS_MAX);
    struct history_page *page = page_of(r, canonical_url(&scratch, url));
    page->visited_at = MAX(page->visited_at, at);
    page->visits += (uint32_t)MIN(MAX(visits, 1), INT64_C(1000000));
    return arena_over(r->arena) ? arena_room(r->arena, 1, e) : 0;
}

int history_load(struct arena *a, const char *path, struct browser_history *h, struct err *e)
{
    AUTO(browser_db) db = { 0 };
    int code = browser_db_open(&db, path, e);
    if (code)
        return err_in(e, "%s", path);
    if (!h->map.arena)
        map_open(&h->map, a, 1024);
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        struct reader r = { a, h, kinds[i].offset_ms, h->n };
        if (!browser_db_has(&db, kinds[i].table))
            continue;
        h->browser = kinds[i].browser;
        code = browser_db_rows(&db, kinds[i].sql, take_row, &r, e);
        return code ? err_in(e, "%s", path) : 0;
    }
    return err_set(e, E_FORMAT, "%s: a database, but no history of Firefox (places.sqlite) or Chromium (History)", path);
}

const struct history_page *history_find(const struct browser_history *h, struct str url)
{
    AUTO(arena) scratch = { 0 };
    struct str canonical = canonical_url(&scratch, url);
    uint32_t *at = h->map.arena ? map_find(&h->map, hash_str(canonical)) : NULL;
    return at && str_eq(h->item[*at].url, canonical) ? &h->item[*at] : NULL;
}
