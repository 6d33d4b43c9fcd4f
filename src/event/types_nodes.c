/* Elements by a selector or by their names from the root.
 *
 * In: a CSS selector or an XPath (parse/select.h), or a path of names. Out: elements that came, went or say something else. Of
 * elements inside each other the outer one counts. An element whose words are the same has changed where the delta has a change of
 * content in it: another link, another picture; in XML where anything in it is another.
 * Cost: O(nodes) for a path, as the selector asks else; then O(words of the elements). */
#include "event/types_impl.h"
#include "parse/select.h"

/* Names of a path; more levels no document has. */
enum { PATH_NAMES_MAX = 64 };

struct path_names {
    struct str name[PATH_NAMES_MAX]; /* the last first */
    unsigned n;
    bool anywhere; /* begins with //: not from the root */
};

static int path_read(struct str text, struct path_names *out, struct err *e)
{
    struct str name[PATH_NAMES_MAX], rest = text;
    unsigned n = 0;
    *out = (struct path_names){ .anywhere = str_starts(text, STR("//")) };
    while (rest.len && rest.ptr[0] == '/')
        rest = str_sub(rest, 1, rest.len);
    while (rest.len) {
        if (n == PATH_NAMES_MAX)
            return err_set(e, E_USAGE, "the path has more than %d names", PATH_NAMES_MAX);
        name[n] = str_trim(str_cut(&rest, '/'));
        if (name[n++].len == 0)
            return err_set(e, E_USAGE, "'%.*s' is not a path: a name is missing between two slashes",
                           STR_ARG(str_sub(text, 0, 200)));
    }
    if (n == 0)
        return err_set(e, E_USAGE, "the path has no names; write \"catalog/book/price\"");
    for (out->n = n; n > 0; n--)
        out->name[out->n - n] = name[n - 1];
    return 0;
}

static bool path_fits(const struct path_names *path, const struct dom *d, uint32_t node)
{
    for (unsigned i = 0; i < path->n; i++) {
        bool is_any = str_eq(path->name[i], STR("*"));
        if (!is_any && !str_eq_nocase(tag_name(d->symbols, d->node[node].tag), path->name[i]))
            return false;
        if (i + 1 < path->n && node == 0)
            return false;
        if (i + 1 < path->n)
            node = d->node[node].parent;
    }
    return path->anywhere || node == 0;
}

static void path_nodes(struct arena *a, const struct path_names *path, const struct dom *d, uint32_t **node, uint32_t *n)
{
    VEC(uint32_t) found = { 0 };
    for (uint32_t i = 0; i < d->n; i++) {
        bool is_deep_enough = path->anywhere ? d->node[i].depth + 1u >= path->n : d->node[i].depth + 1u == path->n;
        if (d->node[i].kind == NODE_ELEMENT && is_deep_enough && path_fits(path, d, i))
            *VEC_ADD(a, &found) = i;
    }
    *node = found.item;
    *n = found.n;
}

static int chosen_nodes(struct arena *a, const struct change_type *t, const struct dom *d, uint32_t **node, uint32_t *n,
                        struct err *e)
{
    struct path_names path;
    int failed;
    if (t->kind == TYPE_ELEMENT)
        return select_nodes(a, d, t->text, node, n, e);
    if ((failed = path_read(t->text, &path, e)))
        return failed;
    path_nodes(a, &path, d, node, n);
    return 0;
}

static int chosen_parts(struct type_finder *f, const struct change_type *t, const struct page *p, struct type_parts *out,
                        struct err *e)
{
    uint32_t *node, n, end = 0;
    int failed = chosen_nodes(f->arena, t, &p->dom, &node, &n, e);
    if (failed)
        return failed;
    *out = (struct type_parts){ NEW_ARRAY(f->arena, struct type_part, n + 1), 0 };
    for (uint32_t i = 0; i < n; i++) {
        if (node[i] < end)
            continue; /* inside the one before */
        end = p->dom.node[node[i]].end;
        if (type_is_seen(p, node[i]) || p->dom.xml)
            out->item[out->n++] = type_part_of(p, node[i]);
    }
    return 0;
}

/* A change of content that is no change of words: an address, a picture. */
static bool has_change(const struct delta *d, uint32_t node)
{
    uint32_t end = d->new->dom.node[node].end;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        if (c->class == CLASS_CONTENT && !c->hidden && c->new_node != NONE && c->new_node >= node && c->new_node < end)
            return true;
    }
    return false;
}

static bool is_same(const struct type_finder *f, const struct type_part *old, const struct type_part *new)
{
    if (f->old.page->content[old->node] == f->new.page->content[new->node])
        return true;
    if (!type_same_words(f, old, new))
        return false;
    return !f->new.page->dom.xml && !has_change(f->delta, new->node);
}

/* What is left on both sides is the same in the same order where there are as many: the one price of the page, with another number. */
static void pair_by_order(struct type_parts old, struct type_parts new, struct type_pairs *pairs)
{
    uint32_t n_old = 0, n_new = 0, k = 0;
    for (uint32_t i = 0; i < old.n; i++)
        n_old += pairs->old[i] == NONE;
    for (uint32_t i = 0; i < new.n; i++)
        n_new += pairs->new[i] == NONE;
    for (uint32_t i = 0; n_old == n_new && i < old.n; i++) {
        if (pairs->old[i] != NONE)
            continue;
        while (pairs->new[k] != NONE)
            k++;
        pairs->old[i] = k;
        pairs->new[k] = i;
    }
}

static struct str missing_note(struct arena *a, const struct change_type *t)
{
    AUTO(buf) text = BUF(4096);
    type_print(t, &text);
    buf_add(&text, STR(" chooses nothing on the page"));
    return arena_str(a, buf_str(&text));
}

int type_find_elements(struct type_finder *f, const struct change_type *t, struct type_found *out, struct err *e)
{
    struct type_parts old, new;
    type_change_list list = { 0 };
    int failed = chosen_parts(f, t, f->old.page, &old, e);
    if (failed || (failed = chosen_parts(f, t, f->new.page, &new, e)))
        return failed;
    struct type_pairs pairs = type_pair_parts(f, old, new);
    pair_by_order(old, new, &pairs);
    for (uint32_t i = 0; i < old.n; i++) {
        const struct type_part *partner = pairs.old[i] == NONE ? NULL : &new.item[pairs.old[i]];
        if (!partner)
            type_add_part(f, &list, CHANGE_DELETE, &old.item[i]);
        else if (!is_same(f, &old.item[i], partner))
            *VEC_ADD(f->arena, &list) =
                (struct type_change){ CHANGE_UPDATE,    old.item[i].word, old.item[i].end, partner->word, partner->end,
                                      old.item[i].node, partner->node,    { 0 },           { 0 },         { 0 } };
    }
    for (uint32_t i = 0; i < new.n; i++)
        if (pairs.new[i] == NONE)
            type_add_part(f, &list, CHANGE_INSERT, &new.item[i]);
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = old.n, .n_new = new.n };
    if (old.n == 0 && new.n == 0)
        out->note = missing_note(f->arena, t);
    return 0;
}

int type_check_elements(struct arena *a, const struct change_type *t, struct err *e)
{
    struct symbols symbols;
    struct node root = { .end = 1 };
    struct dom empty = { .symbols = &symbols, .node = &root, .n = 1 };
    uint32_t *node, n;
    symbols_open(&symbols, a);
    root.tag = TAG_HTML;
    return chosen_nodes(a, t, &empty, &node, &n, e);
}
