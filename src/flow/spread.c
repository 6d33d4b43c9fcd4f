/* Following links, one page at a time: each page of a tree spreads to the next level when it is read. In: a page with its watches. Out:
 * rows for what it points to.
 *
 * Loops end because an address that is watched already is not added again, because each level is one deeper than the last, and because a
 * tree has a largest size. Cost: O(nodes + watches of the user). */
#include "flow/spread.h"

#include "track/canonical.h"
#include "track/follow.h"

enum { AT_ONCE = 1024 };

/* Marks what the user watches already as known; what belongs to the tree of `root` counts against its size. */
static int know_watches(struct arena *a, struct store *s, int64_t user, struct str root, struct follow *f, struct err *e)
{
    struct store_watches some = { 0 };
    struct store_watch after = { .user = user };
    do {
        if (store_watch_list(a, s, &after, AT_ONCE, &some, e))
            return e->code;
        for (uint32_t i = 0; i < some.n; i++) {
            struct store_page page;
            struct watch w;
            if (store_page_get(a, s, some.item[i].page, &page, e) || watch_read(a, some.item[i].settings, &w, e))
                return e->code;
            follow_know(f, watch_address(page.url));
            f->n_pages += str_eq(w.root, root);
            after.page = page.id;
        }
    } while (some.n == AT_ONCE);
    return 0;
}

/* Logins and headers go along to the same host only. */
static struct watch child_of(const struct watch *parent, struct str root, const struct follow_link *link, bool known)
{
    struct watch w = *parent;
    w.title = link->text;
    w.root = root;
    w.known = known;
    w.entity = link->kind != FOLLOW_PAGE;
    w.level = w.entity ? parent->level : link->depth;
    w.form = (struct record_pairs){ 0 };
    if (!str_eq(canonical_host(link->url), canonical_host(root))) {
        w.header = (struct record_pairs){ 0 };
        w.user = w.password = w.bearer = STR("");
        w.cookies = false;
    }
    if (w.entity) {
        w.depth = 0;
        w.entities = w.browser = false;
        w.select = w.ignore = (struct record_list){ 0 };
    }
    return w;
}

static int add_child(struct arena *a, struct store *s, const struct store_watch *parent, const struct watch *w, struct str url,
                     struct err *e)
{
    struct store_page page = {
        .url = watch_page_url(a, w, url, parent->user),
        .canonical = url,
        .host = canonical_host(url),
        .added_at = parent->added_at,
        .next_check_at = 0,
    };
    struct store_watch row = { .user = parent->user, .added_at = parent->added_at, .settings = watch_write(a, w) };
    if (store_page_add(s, &page, &row.page, e))
        return e->code;
    return store_watch_put(s, &row, e);
}

static int spread_watch(struct arena *a, const struct spread *s, uint32_t i, uint32_t *n, struct err *e)
{
    const struct watch *w = &s->from->watch[i];
    const struct store_watch *row = &s->from->row.item[i];
    struct str address = watch_address(s->from->page.url), root = w->root.len ? w->root : address;
    struct follow_options options = { .depth = w->depth, .same_prefix = w->same_prefix, .entities = w->entities };
    bool known = s->first && (w->root.len == 0 || w->known);
    struct follow_links links;
    struct follow f;
    follow_open(&f, a, root, &options);
    if (know_watches(a, s->store, row->user, root, &f, e) || follow_page(&f, s->page, w->level, &links, e))
        return e->code;
    for (uint32_t k = 0; k < links.n; k++) {
        struct watch child = child_of(w, root, &links.item[k], known);
        if (add_child(a, s->store, row, &child, links.item[k].url, e))
            return e->code;
    }
    *n += links.n;
    return 0;
}

int spread(struct arena *a, const struct spread *s, uint32_t *n, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < s->from->row.n; i++) {
        const struct watch *w = &s->from->watch[i];
        if (!w->entity && (w->entities || w->level < w->depth))
            code = spread_watch(a, s, i, n, e);
    }
    return code;
}
