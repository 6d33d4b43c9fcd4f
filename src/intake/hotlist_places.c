/* In: Firefox's places.sqlite. Out: the bookmarks with folders, tags, dates and the last visit.
 *
 * Bookmarks and folders are rows of one table that name their parents. A tag is a folder below the root of tags, and a bookmark in it says
 * that the page has that tag. The roots ("menu", "toolbar") are places of the browser, no folders of the user. */
#include "base/hash.h"
#include "intake/browser_db.h"
#include "intake/hotlist_impl.h"

enum { FOLDER_DEPTH_MAX = 64, ROWS_MAX = 2000000 };
enum row_type { ROW_BOOKMARK = 1, ROW_FOLDER = 2 }; /* moz_bookmarks.type */

struct bookmark {
    int64_t id, parent, added_at;
    int type;
    struct str title;
    bool is_root;   /* of the browser's own */
    bool is_tags;   /* the folder of all tags */
    struct str url; /* a bookmark's */
    int64_t visited_at;
};

struct places {
    struct hotlist_reader *to;
    VEC(struct bookmark) rows;
    struct map by_id;
};

static int64_t moment(int64_t us)
{
    return us > 0 ? us / 1000 : HOTLIST_UNKNOWN;
}

static int take_row(void *context, struct sqlite3_stmt *row, struct err *e)
{
    struct places *p = context;
    struct arena *a = p->to->arena;
    struct str guid = browser_db_text(row, 5);
    uint32_t at = p->rows.n;
    if (at == ROWS_MAX)
        return err_set(e, E_LIMIT, "more than %d bookmarks", ROWS_MAX);
    *VEC_ADD(a, &p->rows) = (struct bookmark){
        .id = browser_db_number(row, 0),
        .type = (int)browser_db_number(row, 1),
        .parent = browser_db_number(row, 2),
        .title = str_trim(arena_str(a, browser_db_text(row, 3))),
        .added_at = moment(browser_db_number(row, 4)),
        .is_root = guid.len == 12 && str_ends(guid, STR("_____")),
        .is_tags = str_eq(guid, STR("tags________")),
        .url = arena_str(a, browser_db_text(row, 6)),
        .visited_at = moment(browser_db_number(row, 7)),
    };
    *map_slot(&p->by_id, (uint64_t)p->rows.item[at].id, at) = at;
    return arena_over(a) ? arena_room(a, 1, e) : 0;
}

static const struct bookmark *find(const struct places *p, int64_t id)
{
    uint32_t *at = map_find(&p->by_id, (uint64_t)id);
    return at && p->rows.item[*at].id == id ? &p->rows.item[*at] : NULL;
}

/* A circle of parents ends at the depth. */
static struct str folder_of(const struct places *p, const struct bookmark *b)
{
    const struct bookmark *above[FOLDER_DEPTH_MAX], *up = find(p, b->parent);
    unsigned n = 0;
    struct str path = STR("");
    for (; up && !up->is_root && n < FOLDER_DEPTH_MAX; up = find(p, up->parent))
        above[n++] = up;
    while (n)
        path = hotlist_folder(p->to->arena, path, above[--n]->title);
    return path;
}

/* The tag that this row gives its page; NULL where it is a bookmark. */
static const struct bookmark *tag_of(const struct places *p, const struct bookmark *b)
{
    const struct bookmark *tag = find(p, b->parent), *root = tag ? find(p, tag->parent) : NULL;
    return root && root->is_tags ? tag : NULL;
}

static int take_bookmarks(struct places *p, struct err *e)
{
    for (uint32_t i = 0; i < p->rows.n; i++) {
        const struct bookmark *b = &p->rows.item[i];
        struct hotlist_entry entry = hotlist_entry_new(b->url);
        if (b->type != ROW_BOOKMARK || tag_of(p, b))
            continue;
        entry.title = b->title;
        entry.folder = folder_of(p, b);
        entry.added_at = b->added_at;
        entry.visited_at = b->visited_at;
        int code = hotlist_add(p->to, &entry, e);
        if (code)
            return code;
    }
    return 0;
}

static void take_tags(struct places *p)
{
    struct map by_url;
    map_open(&by_url, p->to->arena, p->to->entries.n);
    for (uint32_t i = 0; i < p->to->entries.n; i++)
        map_slot(&by_url, hash_str(p->to->entries.item[i].url), i);
    for (uint32_t i = 0; i < p->rows.n; i++) {
        const struct bookmark *b = &p->rows.item[i], *tag = b->type == ROW_BOOKMARK ? tag_of(p, b) : NULL;
        uint32_t *at = tag ? map_find(&by_url, hash_str(b->url)) : NULL;
        if (at && tag->title.len)
            hotlist_add_str(p->to->arena, &p->to->entries.item[*at].tags, tag->title);
    }
}

int hotlist_read_places(struct hotlist_reader *r, const char *path, struct err *e)
{
    AUTO(browser_db) db = { 0 };
    struct places p = { .to = r };
    int code = browser_db_open(&db, path, e);
    if (code)
        return code;
    if (!browser_db_has(&db, "moz_bookmarks"))
        return err_set(e, E_FORMAT, "a database, but no bookmarks of Firefox; Chromium keeps them in the file \"Bookmarks\"");
    map_open(&p.by_id, r->arena, 1024);
    code = browser_db_rows(&db,
                           "SELECT b.id, b.type, b.parent, b.title, b.dateAdded, b.guid, p.url, p.last_visit_date"
                           " FROM moz_bookmarks AS b LEFT JOIN moz_places AS p ON p.id = b.fk ORDER BY b.parent, b.position, b.id",
                           take_row, &p, e);
    if (!code)
        code = take_bookmarks(&p, e);
    if (!code)
        take_tags(&p);
    return code;
}
