/* Changes by place. In: a delta, expressions. Out: how many of the changes lie where somebody looks. Each page gets a mask of its nodes; a
 * change is compared with the masks by the nodes of its words. */
#include "judge/interest.h"

#include "parse/select.h"

/* The nodes of one page that count. */
struct mask {
    const struct page *page;
    bool *counts;
};

/* Sets the subtrees that the expressions choose. */
static int paint(struct arena *a, struct mask *m, const struct str *expression, uint32_t n, bool value, struct err *e)
{
    const struct dom *dom = &m->page->dom;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *node = NULL, n_nodes = 0;
        int code = select_nodes(a, dom, expression[i], &node, &n_nodes, e);
        if (code)
            return err_in(e, "%.*s", STR_ARG(expression[i]));
        for (uint32_t k = 0; k < n_nodes; k++)
            memset(m->counts + node[k], value, (dom->node[node[k]].end - node[k]) * sizeof *m->counts);
    }
    return 0;
}

static int mask_of(struct arena *a, const struct page *p, const struct interest *in, struct mask *out, struct err *e)
{
    *out = (struct mask){ .page = p, .counts = NEW_ARRAY(a, bool, p->dom.n) };
    if (in->n_select == 0)
        memset(out->counts, true, p->dom.n * sizeof *out->counts);
    int code = paint(a, out, in->select, in->n_select, true, e);
    return code ? code : paint(a, out, in->ignore, in->n_ignore, false, e);
}

static uint32_t words_inside(const struct mask *m, uint32_t from, uint32_t end)
{
    uint32_t n = 0;
    for (uint32_t w = from; w < end; w++)
        n += m->counts[m->page->word[w].node];
    return n;
}

static bool node_inside(const struct mask *m, uint32_t node)
{
    return node != NONE && m->counts[node];
}

/* By change: how many of its words count. What moved neither came nor went. */
static const uint32_t *words_by_change(struct arena *a, const struct delta *d, const uint32_t *change, const struct mask *m)
{
    uint32_t *n = NEW_ARRAY(a, uint32_t, d->n_changes + 1);
    uint32_t end = m->page->n_words;
    for (uint32_t w = delta_next(change, 0, end); w < end; w = delta_next(change, w, end))
        for (; w < end && change[w] != NONE; w++)
            n[change[w]] += m->counts[m->page->word[w].node];
    for (uint32_t i = 0; i < d->n_changes; i++)
        n[i] = d->change[i].kind == CHANGE_MOVE ? 0 : n[i];
    return n;
}

int interest_find(struct arena *a, const struct delta *d, const struct interest *interest, struct interest_found *out,
                  struct err *e)
{
    bool *counts = NEW_ARRAY(a, bool, d->n_changes + 1), *inside = NEW_ARRAY(a, bool, d->n_changes + 1);
    struct interest_found found = { .counts = counts, .inside = inside };
    struct mask old, new;
    if (mask_of(a, d->old, interest, &old, e) || mask_of(a, d->new, interest, &new, e))
        return e->code;
    found.old_node = old.counts;
    found.new_node = new.counts;
    found.deleted = words_by_change(a, d, d->old_change, &old);
    found.inserted = words_by_change(a, d, d->new_change, &new);
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        inside[i] = !c->hidden
                    && (words_inside(&old, c->old_word, c->old_end) || words_inside(&new, c->new_word, c->new_end)
                        || node_inside(&old, c->old_node) || node_inside(&new, c->new_node));
        if (!inside[i])
            continue;
        found.n_class[c->class]++;
        counts[i] = c->class == CLASS_CONTENT;
    }
    *out = found;
    return 0;
}

uint32_t interest_missing(struct arena *a, const struct page *p, const struct interest *interest, struct str *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < interest->n_select; i++) {
        uint32_t *node = NULL, n_nodes = 0;
        struct err unread;
        if (select_nodes(a, &p->dom, interest->select[i], &node, &n_nodes, &unread) || n_nodes == 0)
            out[n++] = interest->select[i];
    }
    return n;
}
