/* In: a delta. Out: its bytes as XML, in the shape of Figure 5: changes by block and operation, then moves; after them what the paper
 * left open: operations on blocks, new places and weights, and orders. docs/schema/vi-delta.rng tells every element. O(bytes). */
#include "visual/videlta.h"

static const char *const op_element[VI_OPS] = { "Insert", "Delete", "Update", "Move" };
static const char *const structure_element[VI_STRUCTURE_OPS] = { "InsertBlock", "DeleteBlock", "MoveBlock", "SplitBlock",
                                                                 "MergeBlock" };

static void add_pair(struct buf *out, const char *old_name, const char *name, struct str old, struct str new)
{
    if (!str_eq(old, new))
        vixml_add_attr(out, old_name, old);
    vixml_add_attr(out, name, new);
}

static void add_text(const struct vi_change *c, struct buf *out)
{
    buf_add(out, STR("<Texts"));
    if (c->op == VI_DELETE || c->op == VI_UPDATE)
        vixml_add_attr(out, "oldText", c->old.name);
    if (c->op != VI_DELETE)
        vixml_add_attr(out, "newtext", c->new.name);
    if (c->joined != VIXML_NONE)
        vixml_add_number(out, "parts", (int64_t)c->joined + 1);
}

static void add_item(const struct vi_change *c, struct buf *out)
{
    bool image = c->kind == VI_IMAGE;
    const struct vi_thing *new = c->op == VI_DELETE ? &c->old : &c->new, *old = c->op == VI_UPDATE ? &c->old : new;
    buf_add(out, image ? STR("<img") : STR("<link"));
    add_pair(out, "oldName", "name", old->name, new->name);
    add_pair(out, image ? "oldSrc" : "oldAdr", image ? "src" : "adr", old->address, new->address);
}

/* `home` is the old ref of the block that the change is told of: what was in another one says so. */
static void add_change(const struct vi_change *c, struct str home, struct buf *out)
{
    if (c->kind == VI_TEXT)
        add_text(c, out);
    else
        add_item(c, out);
    if (c->op == VI_MOVE || (c->op != VI_INSERT && home.len && !str_eq(c->from, home)))
        vixml_add_attr(out, "fromBlock", c->from);
    if (c->op == VI_MOVE)
        vixml_add_attr(out, "toBlock", c->to);
    buf_add(out, STR("/>\n"));
}

/* Changes [from, to) of one block, by operation. */
static void add_block(const struct videlta *d, uint32_t from, uint32_t to, struct buf *out)
{
    struct str home = d->change[from].home.len ? d->change[from].home : d->change[from].to;
    buf_add(out, STR("<Block"));
    vixml_add_attr(out, "ref", d->change[from].to);
    if (!str_eq(home, d->change[from].to))
        vixml_add_attr(out, "from", home);
    if (d->change[from].ppm)
        vixml_add_share(out, "importance", d->change[from].ppm);
    buf_add(out, STR(">\n"));
    for (uint32_t i = from; i < to; i++) {
        bool first = i == from || d->change[i - 1].op != d->change[i].op,
             last = i + 1 == to || d->change[i + 1].op != d->change[i].op;
        if (first)
            buf_addf(out, "<%s>\n", op_element[d->change[i].op]);
        add_change(&d->change[i], home, out);
        if (last)
            buf_addf(out, "</%s>\n", op_element[d->change[i].op]);
    }
    buf_add(out, STR("</Block>\n"));
}

/* Changes from `i` on with that cause, as blocks and moves; gives the one after them. */
static uint32_t add_changes(const struct videlta *d, uint32_t i, uint32_t cause, struct buf *out)
{
    while (i < d->n_changes && d->change[i].cause == cause && d->change[i].op != VI_MOVE) {
        uint32_t end = i;
        while (end < d->n_changes && d->change[end].cause == cause && d->change[end].op != VI_MOVE
               && str_eq(d->change[end].to, d->change[i].to))
            end++;
        add_block(d, i, end, out);
        i = end;
    }
    bool moves = i < d->n_changes && d->change[i].cause == cause;
    if (moves)
        buf_add(out, STR("<Move>\n"));
    for (; i < d->n_changes && d->change[i].cause == cause; i++)
        add_change(&d->change[i], STR(""), out);
    if (moves)
        buf_add(out, STR("</Move>\n"));
    return i;
}

static void add_place(struct buf *out, const char *parent_name, const char *at_name, struct str parent, uint32_t at)
{
    vixml_add_attr(out, parent_name, parent);
    vixml_add_number(out, at_name, at);
}

static void add_face(const struct vixml_face *face, struct buf *out)
{
    vixml_add_box(out, "pos", face);
    if (face->doc)
        vixml_add_number(out, "doc", face->doc);
    if (face->ppm)
        vixml_add_share(out, "importance", face->ppm);
}

static void open_structure(const struct vi_structure *s, struct buf *out)
{
    buf_addf(out, "<%s", structure_element[s->op]);
    vixml_add_attr(out, "ref", s->to.len ? s->to : s->from);
    if (s->op == VI_BLOCK_MOVE) {
        vixml_add_attr(out, "from", s->from);
        add_place(out, "fromParent", "fromAt", s->from_parent, s->from_at);
    }
    if (s->op == VI_BLOCK_DELETE)
        add_place(out, "parent", "at", s->from_parent, s->from_at);
    if (s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_MOVE)
        add_place(out, "parent", "at", s->to_parent, s->to_at);
    if (s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_DELETE)
        add_face(&s->face, out);
    if (s->cause != VIXML_NONE)
        vixml_add_number(out, "partOf", (int64_t)s->cause + 1);
    buf_add(out, STR(">\n"));
}

static void add_structures(const struct videlta *d, uint32_t change, struct buf *out)
{
    if (d->n_structure == 0)
        return;
    buf_add(out, STR("<Structure>\n"));
    for (uint32_t i = 0; i < d->n_structure; i++) {
        const struct vi_structure *s = &d->structure[i];
        open_structure(s, out);
        for (uint32_t k = 0; k < s->n_parts; k++) {
            buf_add(out, s->op == VI_BLOCK_SPLIT ? STR("<Into") : STR("<From"));
            vixml_add_attr(out, "ref", s->part[k]);
            buf_add(out, STR("/>\n"));
        }
        if (s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_DELETE)
            for (; change < d->n_changes && d->change[change].cause == i; change++)
                add_change(&d->change[change], STR(""), out);
        else
            change = add_changes(d, change, i, out);
        buf_addf(out, "</%s>\n", structure_element[s->op]);
    }
    buf_add(out, STR("</Structure>\n"));
}

static bool same_about(const struct vi_about *a, const struct vi_about *b)
{
    return vixml_same_face(&a->page, &b->page) && str_eq(a->url, b->url) && str_eq(a->title, b->title)
           && str_eq(a->layout, b->layout);
}

static void add_about(const struct videlta *d, struct buf *out)
{
    const struct vi_about *old = &d->old, *new = &d->new;
    const struct {
        const char *old_name, *new_name;
        struct str old, new;
    } row[] = {
        { "oldUrl", "newUrl", old->url, new->url },
        { "oldTitle", "newTitle", old->title, new->title },
        { "oldLayout", "newLayout", old->layout, new->layout },
    };
    buf_add(out, STR("<Document"));
    if (!vixml_same_face(&old->page, &new->page)) {
        vixml_add_box(out, "oldPos", &old->page);
        vixml_add_box(out, "newPos", &new->page);
    }
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        if (str_eq(row[i].old, row[i].new))
            continue;
        vixml_add_attr(out, row[i].old_name, row[i].old);
        vixml_add_attr(out, row[i].new_name, row[i].new);
    }
    buf_add(out, STR("/>\n"));
}

/* Both values, since the delta goes both ways; what is the same is not told. */
static void add_faces(const struct videlta *d, struct buf *out)
{
    bool same = same_about(&d->old, &d->new);
    if (same && d->n_faces == 0)
        return;
    buf_add(out, STR("<Layout>\n"));
    if (!same)
        add_about(d, out);
    for (uint32_t i = 0; i < d->n_faces; i++) {
        const struct vi_face *f = &d->face[i];
        buf_add(out, STR("<Place"));
        vixml_add_attr(out, "ref", f->to);
        if (!str_eq(f->from, f->to))
            vixml_add_attr(out, "from", f->from);
        if (f->pos) {
            vixml_add_box(out, "oldPos", &f->old);
            vixml_add_box(out, "newPos", &f->new);
        }
        if (f->doc) {
            vixml_add_number(out, "oldDoc", f->old.doc);
            vixml_add_number(out, "newDoc", f->new.doc);
        }
        if (f->share) {
            vixml_add_share(out, "oldImportance", f->old.ppm);
            vixml_add_share(out, "newImportance", f->new.ppm);
        }
        buf_add(out, STR("/>\n"));
    }
    buf_add(out, STR("</Layout>\n"));
}

/* "0-4 7 5-6": runs of numbers that go up by one. */
static void add_runs(const struct vi_order *o, struct buf *out)
{
    for (uint32_t i = 0, end; i < o->n; i = end) {
        for (end = i + 1; end < o->n && o->at[end] == o->at[end - 1] + 1; end++)
            ;
        if (i)
            buf_add_char(out, ' ');
        buf_add_number(out, o->at[i]);
        if (end > i + 1) {
            buf_add_char(out, '-');
            buf_add_number(out, o->at[end - 1]);
        }
    }
}

static void add_orders(const struct videlta *d, struct buf *out)
{
    if (d->n_orders == 0)
        return;
    buf_add(out, STR("<Order>\n"));
    for (uint32_t i = 0; i < d->n_orders; i++) {
        buf_add(out, d->order[i].kind == VI_IMAGE ? STR("<imgs") : STR("<links"));
        vixml_add_attr(out, d->order[i].back ? "from" : "ref", d->order[i].ref);
        buf_add(out, STR(" at=\""));
        add_runs(&d->order[i], out);
        buf_add(out, STR("\"/>\n"));
    }
    buf_add(out, STR("</Order>\n"));
}

static void add_id(struct buf *out, const char *name, uint64_t id)
{
    if (id)
        buf_addf(out, " %s=\"%016llx\"", name, (unsigned long long)id);
}

static void open_delta(const struct videlta *d, struct buf *out)
{
    buf_add(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<XML>\n<Delta"));
    vixml_add_attr(out, "from", d->old.version);
    vixml_add_attr(out, "To", d->new.version);
    if (d->new.url.len)
        vixml_add_attr(out, "url", d->new.url);
    if (d->old_date.len)
        vixml_add_attr(out, "fromDate", d->old_date);
    if (d->new_date.len)
        vixml_add_attr(out, "toDate", d->new_date);
    if (d->old_at)
        vixml_add_number(out, "fromTime", d->old_at);
    if (d->new_at)
        vixml_add_number(out, "toTime", d->new_at);
    if (d->weighed)
        vixml_add_share(out, "importance", (uint32_t)(d->importance * VIXML_PPM + 0.5));
    vixml_add_attr(out, "sameLink", str_of(vi_same_name[d->same]));
    vixml_add_attr(out, "refs", d->positional ? STR("place") : STR("name"));
    add_id(out, "fromID", d->old.state);
    add_id(out, "toID", d->new.state);
    buf_add(out, STR(">\n"));
}

void videlta_write(const struct videlta *d, struct buf *out)
{
    open_delta(d, out);
    uint32_t own = add_changes(d, 0, VIXML_NONE, out);
    add_structures(d, own, out);
    add_faces(d, out);
    add_orders(d, out);
    buf_add(out, STR("</Delta>\n</XML>\n"));
}
