/* Links, images, tables, lists and headings as small records, and what the head says of the page.
 *
 * In: the flat tree. Out: link[] ... heading[], title, description, language, base. Records stand in document order; the rows of a
 * nested table belong to that table, not to the one around it. What lies in a template is no part of the page. O(nodes). */
#include "base/limits.h"
#include "base/search.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "page/build.h"
#include "parse/url.h"

enum { TITLE_BYTES_MAX = 1 << 20 }; /* a page that never closes its title has no title */

struct finder {
    struct arena *arena;
    struct page *page;
    VEC(struct link) links;
    VEC(struct image) images;
    VEC(struct table) tables;
    VEC(struct row) rows;
    VEC(struct cell) cells;
    VEC(struct list) lists;
    VEC(uint32_t) items;
    VEC(struct heading) headings;
};

static struct str attr_of(const struct page *p, uint32_t i, struct str name)
{
    struct str value = STR("");

    dom_attr(&p->dom, i, name, &value);
    return value;
}

/* The text below a node on one line, as browsers show a title: each run of white space one blank. */
static struct str line_below(struct arena *a, const struct page *p, uint32_t i)
{
    AUTO(buf) b = BUF(TITLE_BYTES_MAX);
    struct str out = STR("");
    bool space = false;

    for (uint32_t k = i; k < p->dom.node[i].end; k++) {
        struct str text = p->dom.node[k].kind == NODE_TEXT ? node_text(&p->dom.node[k]) : STR("");

        for (size_t at = 0; at < text.len; at++) {
            if (byte_is_space(text.ptr[at])) {
                space = true;
                continue;
            }
            if (space && b.len)
                buf_add_char(&b, ' ');
            space = false;
            buf_add_char(&b, text.ptr[at]);
        }
    }
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static void find_head(struct finder *f, uint32_t i)
{
    struct page *p = f->page;
    const struct node *n = &p->dom.node[i];

    if (n->tag == TAG_TITLE && n->space == SPACE_HTML && !p->title.ptr)
        p->title = line_below(f->arena, p, i);
    else if (n->tag == TAG_BASE && str_eq(p->base, STR("")) && attr_of(p, i, STR("href")).len)
        p->base = attr_of(p, i, STR("href"));
    else if (n->tag == TAG_META && str_eq_nocase(attr_of(p, i, STR("name")), STR("description")) && !p->description.ptr)
        p->description = str_trim(attr_of(p, i, STR("content")));
}

static void add_row(struct finder *f, uint32_t i)
{
    const struct node *all = f->page->dom.node;
    struct row row = { .node = i, .cell = f->cells.n };

    for (uint32_t c = i + 1; c < all[i].end; c = all[c].end) {
        if (all[c].kind == NODE_ELEMENT && (all[c].tag == TAG_TD || all[c].tag == TAG_TH))
            *VEC_ADD(f->arena, &f->cells) = (struct cell){ c, all[c].tag == TAG_TH };
    }
    row.cell_end = f->cells.n;
    *VEC_ADD(f->arena, &f->rows) = row;
}

/* The rows that belong to this table, in it or in its sections: what lies in cells and captions is passed over. */
static void add_table(struct finder *f, uint32_t i)
{
    const struct node *all = f->page->dom.node;
    struct table t = { .node = i, .row = f->rows.n };

    for (uint32_t k = i + 1; k < all[i].end;) {
        bool is_section = all[k].tag == TAG_TBODY || all[k].tag == TAG_THEAD || all[k].tag == TAG_TFOOT;

        if (all[k].tag == TAG_TR)
            add_row(f, k);
        k = is_section ? k + 1 : all[k].end;
    }
    t.row_end = f->rows.n;
    *VEC_ADD(f->arena, &f->tables) = t;
}

static void add_list(struct finder *f, uint32_t i)
{
    const struct node *all = f->page->dom.node;
    struct list l = { .node = i, .item = f->items.n, .ordered = all[i].tag == TAG_OL };

    for (uint32_t c = i + 1; c < all[i].end;) {
        bool is_group = all[i].tag == TAG_DL && all[c].tag == TAG_DIV && all[c].parent == i; /* a div may hold terms and details */

        if (all[c].tag == TAG_LI || all[c].tag == TAG_DT || all[c].tag == TAG_DD)
            *VEC_ADD(f->arena, &f->items) = c;
        c = is_group ? c + 1 : all[c].end;
    }
    l.item_end = f->items.n;
    *VEC_ADD(f->arena, &f->lists) = l;
}

static void find_element(struct finder *f, uint32_t i)
{
    struct page *p = f->page;
    uint32_t tag = p->dom.node[i].tag;
    struct str value;

    switch (tag) {
    case TAG_TITLE:
    case TAG_BASE:
    case TAG_META:
        find_head(f, i);
        break;
    case TAG_A:
    case TAG_AREA:
        if (dom_attr(&p->dom, i, STR("href"), &value))
            *VEC_ADD(f->arena, &f->links) = (struct link){ i, value };
        break;
    case TAG_IMG:
        *VEC_ADD(f->arena, &f->images) = (struct image){ i, attr_of(p, i, STR("src")), attr_of(p, i, STR("alt")) };
        break;
    case TAG_TABLE:
        add_table(f, i);
        break;
    case TAG_UL:
    case TAG_OL:
    case TAG_DL:
    case TAG_DIR:
    case TAG_MENU:
        add_list(f, i);
        break;
    default:
        if (tag >= TAG_H1 && tag <= TAG_H6)
            *VEC_ADD(f->arena, &f->headings) = (struct heading){ i, tag - TAG_H1 + 1 };
    }
}

static void resolve(struct finder *f)
{
    AUTO(url_base) base;

    url_base_open(&base, f->page->base);
    for (uint32_t k = 0; k < f->links.n; k++)
        f->links.item[k].url = url_base_resolve(&base, f->arena, f->links.item[k].url);
    for (uint32_t k = 0; k < f->images.n; k++) {
        if (f->images.item[k].url.len)
            f->images.item[k].url = url_base_resolve(&base, f->arena, f->images.item[k].url);
    }
}

/* What addresses stand on: the page's <base> resolved against its address, where that gives one that can be stood on. */
static struct str base_of(struct arena *a, struct str from_page, struct str address)
{
    struct str base = from_page.len ? url_resolve(a, address, from_page) : address;

    return from_page.len && !url_is_base(base) ? address : base;
}

void build_objects(struct arena *a, struct page *p, struct str base)
{
    struct finder f = { .arena = a, .page = p };

    p->body = 0;
    for (uint32_t i = 0, next; i < p->dom.n; i = next) {
        const struct node *n = &p->dom.node[i];

        next = i + 1;
        if (n->kind != NODE_ELEMENT || n->space != SPACE_HTML)
            continue;
        if (n->tag == TAG_BODY && p->body == 0)
            p->body = i;
        if (n->tag == TAG_TEMPLATE)
            next = n->end;
        else
            find_element(&f, i);
    }
    if (!dom_attr(&p->dom, 0, STR("lang"), &p->language))
        p->language = attr_of(p, 0, STR("xml:lang"));
    p->base = base_of(a, p->base, base);
    resolve(&f);

    p->link = f.links.item, p->n_links = f.links.n;
    p->image = f.images.item, p->n_images = f.images.n;
    p->table = f.tables.item, p->n_tables = f.tables.n;
    p->row = f.rows.item, p->n_rows = f.rows.n;
    p->cell = f.cells.item, p->n_cells = f.cells.n;
    p->list = f.lists.item, p->n_lists = f.lists.n;
    p->item = f.items.item, p->n_items = f.items.n;
    p->heading = f.headings.item, p->n_headings = f.headings.n;
}

uint32_t page_first_link(const struct page *p, uint32_t node)
{
    return SEARCH_FIRST(p->link, p->n_links, node, node);
}

uint32_t page_first_image(const struct page *p, uint32_t node)
{
    return SEARCH_FIRST(p->image, p->n_images, node, node);
}

struct str page_short_title(const struct page *p)
{
    return utf8_head(p->title, KIB(4));
}
