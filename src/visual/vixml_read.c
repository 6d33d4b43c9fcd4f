/* In: bytes of a Vi-XML document. Out: the document.
 *
 * parse/ gives the flat tree, which is walked once; what the schema (docs/schema/vi-xml.rng) does not know is an error that says where.
 * IDs are not believed but made anew from the content, so that no file can pass off one block for another. O(bytes). */
#include "base/limits.h"
#include "base/vec.h"
#include "parse/parse.h"
#include "visual/vixml.h"

struct reader {
    struct arena *arena;
    struct dom dom;
    VEC(struct vixml_block) blocks;
    VEC(struct vixml_item) items;
    VEC(uint32_t) depth; /* of each block */
    uint32_t open;       /* the block that children are added to */
    struct vixml *to;
    struct err *err;
};

static struct str name_of(const struct reader *r, uint32_t i)
{
    return r->dom.node[i].kind == NODE_ELEMENT ? tag_name(r->dom.symbols, r->dom.node[i].tag) : STR("");
}

static bool is(const struct reader *r, uint32_t i, struct str name)
{
    return str_eq(name_of(r, i), name);
}

static struct str value_of(const struct reader *r, uint32_t i, struct str name)
{
    struct str value = STR("");
    dom_attr(&r->dom, i, name, &value);
    return value;
}

static int wrong(struct reader *r, uint32_t i, const char *what)
{
    AUTO(arena) a = { 0 };
    return err_set(r->err, E_FORMAT, "not Vi-XML: %s at %.*s", what, STR_ARG(dom_path(&a, &r->dom, i)));
}

bool vixml_box(struct str text, struct vixml_face *out)
{
    int32_t side[4];
    for (size_t i = 0; i < ARRAY_LEN(side); i++) {
        text = str_trim(text);
        struct str digits = str_cut(&text, ' ');
        bool minus = digits.len && digits.ptr[0] == '-';
        uint64_t value;
        if (!str_number(str_sub(digits, minus, digits.len), INT32_MAX, &value))
            return false;
        side[i] = minus ? -(int32_t)value : (int32_t)value;
    }
    out->x = side[0];
    out->y = side[1];
    out->w = side[2];
    out->h = side[3];
    return str_trim(text).len == 0;
}

bool vixml_share(struct str text, uint32_t *ppm)
{
    struct str whole = str_cut(&text, '.');
    uint64_t units, value = 0, scale = VIXML_PPM;
    if (!str_number(whole, 1, &units) || text.len > 6)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] < '0' || text.ptr[i] > '9')
            return false;
        scale /= 10;
        value += (uint64_t)(text.ptr[i] - '0') * scale;
    }
    *ppm = (uint32_t)(units * VIXML_PPM + value);
    return *ppm <= VIXML_PPM;
}

static int read_face(struct reader *r, uint32_t i, struct vixml_face *out)
{
    struct str pos, doc, share;
    uint64_t number = 0;
    if (dom_attr(&r->dom, i, STR("Pos"), &pos) && !vixml_box(pos, out))
        return wrong(r, i, "a Pos that is not four whole numbers");
    if (dom_attr(&r->dom, i, STR("DoC"), &doc) && !str_number(doc, VIXML_DOC_MAX, &number))
        return wrong(r, i, "a DoC that is not a number from 0 to 11");
    out->doc = (uint32_t)number;
    if (dom_attr(&r->dom, i, STR("Importance"), &share) && !vixml_share(share, &out->ppm))
        return wrong(r, i, "an Importance that is not a number from 0 to 1 with up to six digits");
    return 0;
}

static int read_block(struct reader *r, uint32_t i)
{
    struct vixml_face face = { 0 };
    struct str ref = value_of(r, i, STR("Ref"));
    uint32_t at = r->blocks.n;
    int failed = read_face(r, i, &face);

    if (failed)
        return failed;
    if (ref.len == 0)
        return wrong(r, i, "a Block without a Ref");
    if (r->blocks.n >= LIMIT_BLOCKS)
        return err_set(r->err, E_LIMIT, "the document has more than %u blocks", LIMIT_BLOCKS);
    uint32_t depth = r->depth.item[r->open] + 1;
    if (depth > LIMIT_BLOCK_DEPTH)
        return err_set(r->err, E_LIMIT, "the document has blocks deeper in each other than %u", LIMIT_BLOCK_DEPTH);
    *VEC_ADD(r->arena, &r->depth) = depth;
    uint32_t item = r->items.n;
    *VEC_ADD(r->arena, &r->blocks) = (struct vixml_block){
        .parent = r->open, .end = at + 1, .link = item, .image = item, .item_end = item, .ref = ref, .face = face
    };
    r->open = at;
    return 0;
}

/* The children of Links or Imgs. A block's own content stands before the blocks in it, so its items are one run. */
static int read_items(struct reader *r, uint32_t i, bool images)
{
    struct vixml_block *b = &r->blocks.item[r->open];
    if (r->blocks.n != r->open + 1)
        return wrong(r, i, "content after a block inside the same block");
    if (images ? b->item_end > b->image : b->item_end > b->link)
        return wrong(r, i, "content out of order: one Links, one Imgs, one Txts");
    for (uint32_t k = i + 1; k < r->dom.node[i].end; k = r->dom.node[k].end) {
        if (r->dom.node[k].kind != NODE_ELEMENT)
            continue;
        if (!is(r, k, images ? STR("img") : STR("link")))
            return wrong(r, k, images ? "only img may stand in Imgs" : "only link may stand in Links");
        *VEC_ADD(r->arena, &r->items) = (struct vixml_item){
            .name = value_of(r, k, STR("Name")),
            .address = value_of(r, k, images ? STR("Src") : STR("Adr")),
        };
    }
    b->item_end = r->items.n;
    if (!images)
        b->image = r->items.n;
    return 0;
}

static int read_text(struct reader *r, uint32_t i)
{
    struct vixml_block *b = &r->blocks.item[r->open];
    if (r->blocks.n != r->open + 1 || b->text.len)
        return wrong(r, i, "a second Txts, or one after a block");
    b->text = value_of(r, i, STR("Txt"));
    return 0;
}

/* One element below Document; *next is the node to go on with. */
static int read_element(struct reader *r, uint32_t i, uint32_t *next)
{
    *next = r->dom.node[i].end;
    if (is(r, i, STR("Block"))) {
        *next = i + 1;
        return read_block(r, i);
    }
    if (is(r, i, STR("Links")))
        return read_items(r, i, false);
    if (is(r, i, STR("Imgs")))
        return read_items(r, i, true);
    if (is(r, i, STR("Txts")))
        return read_text(r, i);
    return wrong(r, i, "an element that is none of Block, Links, Imgs and Txts");
}

static int read_document(struct reader *r, uint32_t document)
{
    const struct node *node = r->dom.node;
    struct vixml *x = r->to;
    AUTO(arena) room = { 0 };
    VEC(uint32_t) ends = { 0 }; /* of the block with that number: the node after it */
    int failed;

    *VEC_ADD(r->arena, &r->blocks) = (struct vixml_block){ .end = 1 };
    *VEC_ADD(r->arena, &r->depth) = 0;
    *VEC_ADD(&room, &ends) = node[document].end;
    if ((failed = read_face(r, document, &r->blocks.item[0].face)))
        return failed;
    for (uint32_t i = document + 1; i < node[document].end;) {
        while (i >= ends.item[r->open])
            r->open = r->blocks.item[r->open].parent;
        if (node[i].kind != NODE_ELEMENT) {
            i = node[i].end;
            continue;
        }
        uint32_t next, n = r->blocks.n;
        if ((failed = read_element(r, i, &next)))
            return failed;
        if (r->blocks.n > n)
            *VEC_ADD(&room, &ends) = node[i].end;
        i = next;
    }
    for (uint32_t i = r->blocks.n; i-- > 1;) {
        struct vixml_block *b = &r->blocks.item[i], *parent = &r->blocks.item[b->parent];
        parent->end = MAX(parent->end, b->end);
    }
    *x = (struct vixml){
        .url = value_of(r, document, STR("url")),
        .title = value_of(r, document, STR("Title")),
        .version = value_of(r, document, STR("Version")),
        .layout = value_of(r, document, STR("Layout")),
        .block = r->blocks.item,
        .n = r->blocks.n,
        .item = r->items.item,
        .n_items = r->items.n,
    };
    return 0;
}

static uint32_t first_element(const struct reader *r, uint32_t i)
{
    for (uint32_t k = i + 1; k < r->dom.node[i].end; k = r->dom.node[k].end)
        if (r->dom.node[k].kind == NODE_ELEMENT)
            return k;
    return 0;
}

int vixml_read(struct arena *a, struct str bytes, struct vixml *out, struct err *e)
{
    struct symbols symbols;
    struct vixml made;
    struct parse_source source = { .bytes = bytes, .content_type = STR("application/xml") };
    struct reader r = { .arena = a, .to = &made, .err = e };
    const char *broken;
    int failed;

    symbols_open(&symbols, a);
    if ((failed = parse_page(a, &symbols, &source, &r.dom, e)))
        return failed;
    if (!r.dom.xml)
        return err_set(e, E_FORMAT, "not Vi-XML: the document is not well-formed XML");
    uint32_t document = is(&r, 0, STR("XML")) ? first_element(&r, 0) : 0;
    if (!is(&r, document, STR("Document")))
        return wrong(&r, document, "no Document");
    if ((failed = read_document(&r, document)))
        return failed;
    if ((broken = vixml_check(&made)))
        return err_set(e, E_FORMAT, "not Vi-XML: %s", broken);
    vixml_seal(a, &made);
    *out = made;
    return 0;
}

bool vixml_is(struct str bytes)
{
    struct str head = str_sub(bytes, 0, 4096);
    size_t root = str_find(head, STR("<XML>"), 0), document = str_find(head, STR("<Document"), 0);
    return document != SIZE_MAX && (root < document || str_starts(str_trim(head), STR("<Document")));
}
