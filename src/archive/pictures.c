/* In: a delta, two moments. Out: a change for each picture that stayed in its place and was another one at the second moment. */
#include "archive/pictures.h"

#include "track/canonical.h"

/* The element of the old page that stands for the picture, where its address is the same; NONE: there is none. */
static uint32_t old_picture(const struct delta *d, uint32_t node)
{
    uint32_t old = d->new_node[node];
    struct str was, is;

    if (old == NONE || !dom_attr(&d->old->dom, old, STR("src"), &was) || !dom_attr(&d->new->dom, node, STR("src"), &is))
        return NONE;
    return str_eq(was, is) ? old : NONE;
}

/* The page of the store that the picture is; 0: the caller does not watch it. */
static int find_page(const struct caller *c, struct str url, int64_t *page, struct err *e)
{
    struct store_pages list;
    int failed = store_pages_alike(c->arena, c->store, canonical_url(c->arena, url), &list, e);

    *page = 0;
    for (uint32_t i = 0; i < list.n && !failed && !*page; i++) {
        bool watches = false;
        failed = caller_watches(c, list.item[i].id, &watches, e);
        *page = watches ? list.item[i].id : 0;
    }
    return failed;
}

/* What stood there at the moment. A picture is fetched a little later than its page, so that at first there was none yet. */
static int version_at(const struct caller *c, int64_t page, int64_t at, struct store_version *out, struct err *e)
{
    struct err none;
    int failed = store_version_as_of(c->arena, c->store, page, at, out, &none);

    if (failed == E_ABSENT)
        failed = store_version_first(c->arena, c->store, page, out, &none);
    return failed ? err_set(e, failed, "%s", none.text) : 0;
}

static int is_another(const struct caller *c, const struct pictures_query *q, int64_t page, bool *out, struct err *e)
{
    struct store_version from = { 0 }, to = { 0 };
    int failed = version_at(c, page, q->from, &from, e);

    if (!failed)
        failed = version_at(c, page, q->to, &to, e);
    *out = !failed && !from.suspect && !to.suspect && memcmp(from.digest, to.digest, sizeof from.digest) != 0;
    return failed == E_ABSENT ? 0 : failed;
}

static struct change change_of(const struct delta *d, uint32_t old, uint32_t new)
{
    return (struct change){
        .kind = CHANGE_ATTRIBUTE,
        .class = CLASS_CONTENT,
        .old_word = d->old->first_word[old],
        .old_end = d->old->first_word[d->old->dom.node[old].end],
        .new_word = d->new->first_word[new],
        .new_end = d->new->first_word[d->new->dom.node[new].end],
        .old_node = old,
        .new_node = new,
        .note = STR_INIT("another picture at the same address"),
    };
}

int pictures_changed(const struct caller *c, const struct pictures_query *query, struct pictures *out, struct err *e)
{
    const struct delta *d = query->delta;
    struct pictures found = { NEW_ARRAY(c->arena, struct change, d->new->n_images + 1), 0 };
    int failed = 0;

    for (uint32_t i = 0; i < d->new->n_images && !failed; i++) {
        uint32_t node = d->new->image[i].node, old = old_picture(d, node);
        int64_t page = 0;
        bool another = false;
        if (old == NONE || (query->node && !query->node[node]) || (failed = find_page(c, d->new->image[i].url, &page, e)) || !page)
            continue;
        if (!(failed = is_another(c, query, page, &another, e)) && another)
            found.item[found.n++] = change_of(d, old, node);
    }
    if (!failed)
        *out = found;
    return failed;
}
