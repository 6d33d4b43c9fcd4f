/* In: bytes of a Vi-Delta document. Out: the delta.
 *
 * parse/ gives the flat tree, which is walked once. What the schema (docs/schema/vi-delta.rng) does not know is an error that says
 * where; whether the delta fits a document is found out when it is applied. Figure 5 as printed is read too: without IDs nothing
 * is checked against them. O(bytes). */
#include "base/limits.h"
#include "base/vec.h"
#include "visual/videlta.h"
#include "parse/parse.h"

struct reader {
    struct arena *arena;
    struct dom dom;
    struct videlta *to;
    struct err *err;
    VEC(struct vi_change) changes;
    VEC(struct vi_structure) structure;
    VEC(struct vi_face) faces;
    VEC(struct vi_order) orders;
};

static bool is(const struct reader *r, uint32_t i, const char *name)
{
    return r->dom.node[i].kind == NODE_ELEMENT && str_eq(tag_name(r->dom.symbols, r->dom.node[i].tag), str_of(name));
}

static struct str value_of(const struct reader *r, uint32_t i, const char *name)
{
    struct str value = STR("");
    dom_attr(&r->dom, i, str_of(name), &value);
    return value;
}

static bool has(const struct reader *r, uint32_t i, const char *name)
{
    struct str value;
    return dom_attr(&r->dom, i, str_of(name), &value);
}

/* The value of `name`, or that of `other` where there is none. */
static struct str value_or(const struct reader *r, uint32_t i, const char *name, const char *other)
{
    return value_of(r, i, has(r, i, name) ? name : other);
}

static int wrong(struct reader *r, uint32_t i, const char *what)
{
    AUTO(arena) a = { 0 };
    return err_set(r->err, E_FORMAT, "not Vi-Delta: %s at %.*s", what, STR_ARG(dom_path(&a, &r->dom, i)));
}

/* The first element inside i, then the next one beside; 0 at the end. */
static uint32_t element_from(const struct reader *r, uint32_t i, uint32_t k)
{
    while (k < r->dom.node[i].end && r->dom.node[k].kind != NODE_ELEMENT)
        k = r->dom.node[k].end;
    return k < r->dom.node[i].end ? k : 0;
}

#define EACH(r, i, k) (uint32_t k = element_from((r), (i), (i) + 1); k; k = element_from((r), (i), (r)->dom.node[k].end))

/* The number of the split or merge whose text this is, from 1 on. */
static bool read_parts(const struct reader *r, uint32_t i, uint32_t *out)
{
    uint64_t number;
    if (!has(r, i, "parts"))
        return true;
    if (!str_number(value_of(r, i, "parts"), LIMIT_BLOCKS, &number) || !number)
        return false;
    *out = (uint32_t)number - 1;
    return true;
}

/* One of link, img, Texts. `c` comes with what its place says. */
static int read_thing(struct reader *r, uint32_t i, struct vi_change c)
{
    if (is(r, i, "Texts")) {
        c.kind = VI_TEXT;
        c.new.name = value_or(r, i, "newtext", "newText");
        c.old.name = value_of(r, i, "oldText");
        if (!read_parts(r, i, &c.joined))
            return wrong(r, i, "parts of an operation that has no number");
        if (c.op == VI_MOVE)
            c.old = c.new;
    } else if (is(r, i, "link") || is(r, i, "img")) {
        bool image = is(r, i, "img");
        c.kind = image ? VI_IMAGE : VI_LINK;
        c.new.name = value_of(r, i, "name");
        c.new.address = value_of(r, i, image ? "src" : "adr");
        c.old.name = value_or(r, i, "oldName", "name");
        c.old.address = value_or(r, i, image ? "oldSrc" : "oldAdr", image ? "src" : "adr");
    } else {
        return wrong(r, i, "an element that is none of link, img and Texts");
    }
    if (c.op == VI_INSERT)
        c.old = (struct vi_thing){ 0 };
    if (c.op == VI_DELETE)
        c.new = (struct vi_thing){ 0 };
    c.from = value_of(r, i, "fromBlock").len ? value_of(r, i, "fromBlock") : c.from;
    c.to = value_of(r, i, "toBlock").len ? value_of(r, i, "toBlock") : c.to;
    if ((c.op != VI_INSERT && !c.from.len) || (c.op != VI_DELETE && !c.to.len))
        return wrong(r, i, "a change that names no block");
    *VEC_ADD(r->arena, &r->changes) = c;
    return 0;
}

static struct vi_change change_of(enum vi_op op, uint32_t cause)
{
    return (struct vi_change){ .op = op, .old_block = VIXML_NONE, .new_block = VIXML_NONE, .cause = cause, .joined = VIXML_NONE };
}

static int read_block(struct reader *r, uint32_t i, uint32_t cause)
{
    static const char *const element[] = { [VI_INSERT] = "Insert", [VI_DELETE] = "Delete", [VI_UPDATE] = "Update" };
    struct str ref = value_of(r, i, "ref"), from = has(r, i, "from") ? value_of(r, i, "from") : ref;
    uint32_t ppm = 0;
    int failed = 0;

    if (!ref.len)
        return wrong(r, i, "a Block without a ref");
    if (has(r, i, "importance") && !vixml_share(value_of(r, i, "importance"), &ppm))
        return wrong(r, i, "an importance that is not a number from 0 to 1");
    for
        EACH(r, i, group)
        {
            enum vi_op op = VI_INSERT;
            while (op <= VI_UPDATE && !is(r, group, element[op]))
                op++;
            if (op > VI_UPDATE)
                return wrong(r, group, "an element that is none of Insert, Delete and Update");
        for
            EACH(r, group, k)
            {
                struct vi_change c = change_of(op, cause);
                c.to = ref;
                c.home = from;
                c.from = op == VI_INSERT ? STR("") : from;
                c.ppm = ppm;
                if ((failed = read_thing(r, k, c)))
                    return failed;
            }
        }
    return 0;
}

static int read_moves(struct reader *r, uint32_t i, uint32_t cause)
{
    int failed;
    for
        EACH(r, i, k)
    if ((failed = read_thing(r, k, change_of(VI_MOVE, cause))))
        return failed;
    return 0;
}

static bool number_of(const struct reader *r, uint32_t i, const char *name, uint64_t max, uint32_t *out)
{
    uint64_t value = 0;
    if (has(r, i, name) && !str_number(value_of(r, i, name), max, &value))
        return false;
    *out = (uint32_t)value;
    return true;
}

struct face_names {
    const char *box, *doc, *share;
};

static int read_face(struct reader *r, uint32_t i, const struct face_names *names, struct vixml_face *out)
{
    if (has(r, i, names->box) && !vixml_box(value_of(r, i, names->box), out))
        return wrong(r, i, "a position that is not four whole numbers");
    if (!number_of(r, i, names->doc, VIXML_DOC_MAX, &out->doc))
        return wrong(r, i, "a degree of coherence that is not a number from 0 to 11");
    if (has(r, i, names->share) && !vixml_share(value_of(r, i, names->share), &out->ppm))
        return wrong(r, i, "an importance that is not a number from 0 to 1");
    return 0;
}

/* What stands inside a structure operation: parts, and changes that it brings along. */
static int read_inside(struct reader *r, uint32_t i, struct vi_structure *s, uint32_t number)
{
    bool whole = s->op == VI_BLOCK_INSERT || s->op == VI_BLOCK_DELETE;
    VEC(struct str) parts = { 0 };
    int failed = 0;
    for
        EACH(r, i, k)
        {
            struct vi_change c = change_of(s->op == VI_BLOCK_INSERT ? VI_INSERT : VI_DELETE, number);
            c.to = s->op == VI_BLOCK_INSERT ? s->to : STR("");
            c.from = s->op == VI_BLOCK_DELETE ? s->from : STR("");
            c.ppm = s->face.ppm;
            if (is(r, k, "Into") || is(r, k, "From"))
                *VEC_ADD(r->arena, &parts) = value_of(r, k, "ref");
            else if (is(r, k, "Block"))
                failed = read_block(r, k, number);
            else if (is(r, k, "Move"))
                failed = read_moves(r, k, number);
            else if (whole)
                failed = read_thing(r, k, c);
            else
                failed = wrong(r, k, "an element that is none of Into, From, Block and Move");
            if (failed)
                return failed;
        }
    s->part = parts.item;
    s->n_parts = parts.n;
    return 0;
}

static int read_structure(struct reader *r, uint32_t i)
{
    static const char *const element[] = { "InsertBlock", "DeleteBlock", "MoveBlock", "SplitBlock", "MergeBlock" };
    static const struct face_names names = { "pos", "doc", "importance" };
    for
        EACH(r, i, k)
        {
            struct vi_structure s = { .old_block = VIXML_NONE, .new_block = VIXML_NONE };
            struct str ref = value_of(r, k, "ref"), parent = value_of(r, k, "parent");
            uint32_t at, cause;
            while (s.op < VI_STRUCTURE_OPS && !is(r, k, element[s.op]))
                s.op++;
            if (s.op == VI_STRUCTURE_OPS)
                return wrong(r, k, "an element that is not an operation on blocks");
            if (!ref.len || !number_of(r, k, "at", UINT32_MAX - 1, &at) || !number_of(r, k, "fromAt", UINT32_MAX - 1, &s.from_at)
                || !number_of(r, k, "partOf", r->structure.n, &cause))
                return wrong(r, k, "an operation without a ref, or with a place that is not a number");
            bool gone = s.op == VI_BLOCK_DELETE, old = gone || s.op == VI_BLOCK_SPLIT;
            s.from = old ? ref : s.op == VI_BLOCK_MOVE ? value_of(r, k, "from") : STR("");
            s.to = old ? STR("") : ref;
            s.from_parent = gone ? parent : value_of(r, k, "fromParent");
            s.to_parent = gone ? STR("") : parent;
            s.from_at = gone ? at : s.from_at;
            s.to_at = gone ? 0 : at;
            s.cause = cause ? cause - 1 : VIXML_NONE;
            int failed = read_face(r, k, &names, &s.face);
            if (failed || (failed = read_inside(r, k, &s, r->structure.n)))
                return failed;
            *VEC_ADD(r->arena, &r->structure) = s;
        }
    return 0;
}

static int read_layout(struct reader *r, uint32_t i)
{
    static const struct face_names old_names = { "oldPos", "oldDoc", "oldImportance" },
                                   new_names = { "newPos", "newDoc", "newImportance" };
    struct videlta *d = r->to;
    int failed = 0;
    for
        EACH(r, i, k)
        {
            struct vi_face f = { 0 };
            if (is(r, k, "Document")) {
                d->old.title = value_of(r, k, "oldTitle");
                d->new.title = value_of(r, k, "newTitle");
                d->old.layout = value_of(r, k, "oldLayout");
                d->new.layout = value_of(r, k, "newLayout");
                d->old.url = has(r, k, "oldUrl") ? value_of(r, k, "oldUrl") : d->old.url;
                if ((failed = read_face(r, k, &old_names, &d->old.page)) || (failed = read_face(r, k, &new_names, &d->new.page)))
                    return failed;
                continue;
            }
            if (!is(r, k, "Place") || !value_of(r, k, "ref").len)
                return wrong(r, k, "an element that is neither a Document nor a Place with a ref");
            f.to = value_of(r, k, "ref");
            f.from = has(r, k, "from") ? value_of(r, k, "from") : f.to;
            f.pos = has(r, k, "newPos");
            f.doc = has(r, k, "newDoc");
            f.share = has(r, k, "newImportance");
            if ((failed = read_face(r, k, &old_names, &f.old)) || (failed = read_face(r, k, &new_names, &f.new)))
                return failed;
            *VEC_ADD(r->arena, &r->faces) = f;
        }
    return 0;
}

/* "0-4 7 5-6" */
static int read_runs(struct reader *r, uint32_t i, struct str text, struct vi_order *o)
{
    VEC(uint32_t) at = { 0 };
    while (text.len) {
        struct str run = str_cut(&text, ' '), first = str_cut(&run, '-');
        uint64_t from, to;
        if (!str_number(first, LIMIT_NODES, &from) || (run.len && !str_number(run, LIMIT_NODES, &to)))
            return wrong(r, i, "an order that is not numbers and runs of them");
        to = run.len ? to : from;
        if (to < from || to - from + at.n > LIMIT_NODES)
            return wrong(r, i, "an order that is not numbers and runs of them");
        for (; from <= to; from++)
            *VEC_ADD(r->arena, &at) = (uint32_t)from;
        if (arena_over(r->arena))
            return arena_room(r->arena, 1, r->err);
    }
    o->at = at.item;
    o->n = at.n;
    return 0;
}

static int read_orders(struct reader *r, uint32_t i)
{
    for
        EACH(r, i, k)
        {
            bool images = is(r, k, "imgs");
            struct vi_order o = { .kind = images ? VI_IMAGE : VI_LINK, .back = has(r, k, "from") };
            o.ref = value_of(r, k, o.back ? "from" : "ref");
            if (!images && !is(r, k, "links"))
                return wrong(r, k, "an element that is neither links nor imgs");
            int failed = read_runs(r, k, value_of(r, k, "at"), &o);
            if (failed)
                return failed;
            *VEC_ADD(r->arena, &r->orders) = o;
        }
    return 0;
}

static uint64_t id_of(const struct reader *r, uint32_t i, const char *name)
{
    struct str text = value_of(r, i, name);
    uint64_t id = 0;
    for (size_t k = 0; k < text.len && k < 16; k++) {
        char c = byte_lower(text.ptr[k]);
        unsigned digit = c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 0;
        id = id << 4 | digit;
    }
    return id;
}

static int64_t time_of(const struct reader *r, uint32_t i, const char *name)
{
    uint64_t seconds = 0;
    return str_number(value_of(r, i, name), INT64_MAX, &seconds) ? (int64_t)seconds : 0;
}

static void read_head(struct reader *r, uint32_t i)
{
    struct videlta *d = r->to;
    struct str same = value_of(r, i, "sameLink");
    uint32_t ppm;
    d->old.version = value_of(r, i, "from");
    d->new.version = value_or(r, i, "To", "to");
    d->old.url = d->new.url = value_of(r, i, "url");
    d->old_date = value_of(r, i, "fromDate");
    d->new_date = value_of(r, i, "toDate");
    d->old_at = time_of(r, i, "fromTime");
    d->new_at = time_of(r, i, "toTime");
    d->weighed = vixml_share(str_sub(value_of(r, i, "importance"), 0, 8), &ppm);
    d->importance = d->weighed ? (double)ppm / VIXML_PPM : 0;
    d->positional = str_eq(value_of(r, i, "refs"), STR("place"));
    d->same = str_eq(same, STR("address")) ? VI_SAME_ADDRESS : str_eq(same, STR("either")) ? VI_SAME_EITHER : VI_SAME_NAME;
    d->old.state = id_of(r, i, "fromID");
    d->new.state = id_of(r, i, "toID");
}

static int read_delta(struct reader *r, uint32_t delta)
{
    int failed = 0;
    read_head(r, delta);
    for
        EACH(r, delta, k)
        {
            if (is(r, k, "Block"))
                failed = read_block(r, k, VIXML_NONE);
            else if (is(r, k, "Move"))
                failed = read_moves(r, k, VIXML_NONE);
            else if (is(r, k, "Structure"))
                failed = read_structure(r, k);
            else if (is(r, k, "Layout"))
                failed = read_layout(r, k);
            else if (is(r, k, "Order"))
                failed = read_orders(r, k);
            else
                failed = wrong(r, k, "an element that is none of Block, Move, Structure, Layout and Order");
            if (failed)
                return failed;
        }
    r->to->change = r->changes.item;
    r->to->n_changes = r->changes.n;
    r->to->structure = r->structure.item;
    r->to->n_structure = r->structure.n;
    r->to->face = r->faces.item;
    r->to->n_faces = r->faces.n;
    r->to->order = r->orders.item;
    r->to->n_orders = r->orders.n;
    return 0;
}

int videlta_read(struct arena *a, struct str bytes, struct videlta *out, struct err *e)
{
    struct symbols symbols;
    struct videlta made = { 0 };
    struct parse_source source = { .bytes = bytes, .content_type = STR("application/xml") };
    struct reader r = { .arena = a, .to = &made, .err = e };
    int failed;

    symbols_open(&symbols, a);
    if ((failed = parse_page(a, &symbols, &source, &r.dom, e)))
        return failed;
    if (!r.dom.xml)
        return err_set(e, E_FORMAT, "not Vi-Delta: the document is not well-formed XML");
    uint32_t delta = is(&r, 0, "XML") ? element_from(&r, 0, 1) : 0;
    if (!is(&r, delta, "Delta"))
        return wrong(&r, delta, "no Delta");
    if ((failed = read_delta(&r, delta)))
        return failed;
    *out = made;
    return 0;
}

bool videlta_is(struct str bytes)
{
    struct str head = str_sub(bytes, 0, 4096);
    size_t root = str_find(head, STR("<XML>"), 0), delta = str_find(head, STR("<Delta"), 0);
    return delta != SIZE_MAX && root < delta;
}
