/* Following links, one page at a time: each page of a tree leads to the next level when it is read. In: a page with its watches. Out:
 * rows for what it points to.
 *
 * Loops end because an address that is watched already is not added again, because each level is one deeper than the last, and because a
 * tree has a largest size. Cost: O(nodes + watches of the user). */
#include "flow/links.h"

#include "flow/sealed.h"
#include "track/canonical.h"

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
            struct err unread;
            after.page = some.item[i].page;
            int code = store_page_get(a, s, some.item[i].page, &page, e);
            if (code == E_ABSENT)
                continue;
            if (code)
                return code;
            follow_know(f, watch_address(page.url));
            /* A damaged watch is told when its own page is checked. */
            if (watch_read(a, some.item[i].settings, &w, &unread) == 0)
                f->n_pages += str_eq(w.root, root);
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
    struct store_page page = { .canonical = url, .host = canonical_host(url), .added_at = parent->added_at, .next_check_at = 0 };
    struct sealed_want want = { w, url, parent->user, 0 };
    struct store_watch row = { .user = parent->user, .added_at = parent->added_at };
    if (sealed_page_name(a, s, &want, &page.url, e) || store_page_add(s, &page, &row.page, e))
        return e->code;
    return sealed_write(a, s, &row, w, e);
}

static int load_watch(struct arena *a, struct store *s, const struct subject *from, uint32_t i, struct links_of *out, struct err *e)
{
    const struct watch *w = &from->watch[i];
    struct follow_options options = { .depth = w->depth, .same_prefix = w->same_prefix, .entities = w->entities };
    out->wanted = !w->entity && (w->entities || w->level < w->depth);
    if (!out->wanted)
        return 0;
    out->root = w->root.len ? w->root : watch_address(from->page.url);
    follow_open(&out->follow, a, out->root, &options);
    return know_watches(a, s, from->row.item[i].user, out->root, &out->follow, e);
}

int links_load(struct arena *a, struct store *s, const struct subject *from, struct links *out, struct err *e)
{
    int code = 0;
    *out = (struct links){ .arena = a, .from = from, .watch = NEW_ARRAY(a, struct links_of, from->row.n + 1) };
    for (uint32_t i = 0; code == 0 && i < from->row.n; i++)
        code = load_watch(a, s, from, i, &out->watch[i], e);
    return code;
}

/* The page goes before the links are written. */
static void keep_texts(struct arena *a, struct follow_links *links)
{
    for (uint32_t i = 0; i < links->n; i++) {
        links->item[i].url = arena_str(a, links->item[i].url);
        links->item[i].text = arena_str(a, links->item[i].text);
    }
}

int links_find(struct links *links, const struct page *page, struct err *e)
{
    for (uint32_t i = 0; links->watch && i < links->from->row.n; i++) {
        struct links_of *of = &links->watch[i];
        if (!of->wanted)
            continue;
        if (follow_page(&of->follow, page, links->from->watch[i].level, &of->found, e))
            return e->code;
        keep_texts(links->arena, &of->found);
    }
    return 0;
}

int links_add(struct arena *a, struct store *s, const struct links *links, bool first, uint32_t *n, struct err *e)
{
    for (uint32_t i = 0; links->watch && i < links->from->row.n; i++) {
        const struct links_of *of = &links->watch[i];
        const struct watch *w = &links->from->watch[i];
        bool known = first && (w->root.len == 0 || w->known);
        for (uint32_t k = 0; k < of->found.n; k++) {
            struct watch child = child_of(w, of->root, &of->found.item[k], known);
            if (add_child(a, s, &links->from->row.item[i], &child, of->found.item[k].url, e))
                return e->code;
        }
        *n += of->found.n;
    }
    return 0;
}
