/* In: the main content. Out: HTML that stands alone.
 *
 * Of the page's markup only what a reader needs is written anew: headings, paragraphs, items, quotes, preformatted text, links, emphasis
 * and pictures. Every byte of the page goes through buf_add_escaped, and an address is written where the table of schemes allows it.
 * Invariant: elements nest; a link, an emphasis and a list are closed where their unit or their items end. O(words). */
#include "show/article.h"

#include "show/clean.h"
#include "show/web.h"

#define POLICY "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

struct view {
    const struct content *content;
    struct buf *out;
    uint32_t image;     /* the first of the page's that was not yet passed */
    uint32_t list;      /* the list that is open, or NONE */
    uint32_t row, cell; /* of a table, that are open, or NONE */
};

static uint32_t find_link(const struct page *p, uint32_t node)
{
    uint32_t i = page_first_link(p, node);

    return i < p->n_links && p->link[i].node == node ? i : NONE;
}

/* The nearest element of the tag around a text; NONE where there is none inside the unit's block. */
static uint32_t around(const struct page *p, uint32_t node, uint32_t block, const uint32_t *tags, size_t n)
{
    for (; node > block; node = p->dom.node[node].parent) {
        for (size_t i = 0; i < n; i++) {
            if (p->dom.node[node].tag == tags[i])
                return node;
        }
    }
    return NONE;
}

static const uint32_t link_tags[] = { TAG_A }, strong_tags[] = { TAG_B, TAG_STRONG }, em_tags[] = { TAG_I, TAG_EM };

/* What is open around a word: a link, and an emphasis in it. */
struct inside {
    uint32_t link; /* of page->link, or NONE */
    bool strong, em;
};

static struct inside inside_of(const struct page *p, uint32_t node, uint32_t block)
{
    uint32_t a = around(p, node, block, link_tags, ARRAY_LEN(link_tags));
    struct inside in = { .link = a == NONE ? NONE : find_link(p, a) };

    if (in.link != NONE && !(p->link[in.link].url.len && clean_address(p->link[in.link].url, CLEAN_FOLLOW)))
        in.link = NONE;
    in.strong = around(p, node, block, strong_tags, ARRAY_LEN(strong_tags)) != NONE;
    in.em = around(p, node, block, em_tags, ARRAY_LEN(em_tags)) != NONE;
    return in;
}

static void open_inside(struct view *v, struct inside in)
{
    if (in.link != NONE) {
        buf_add(v->out, STR("<a href=\""));
        buf_add_escaped(v->out, v->content->page->link[in.link].url);
        buf_add(v->out, STR("\" rel=\"noreferrer\">"));
    }
    buf_add(v->out, in.strong ? STR("<strong>") : STR(""));
    buf_add(v->out, in.em ? STR("<em>") : STR(""));
}

static void close_inside(struct view *v, struct inside in)
{
    buf_add(v->out, in.em ? STR("</em>") : STR(""));
    buf_add(v->out, in.strong ? STR("</strong>") : STR(""));
    buf_add(v->out, in.link != NONE ? STR("</a>") : STR(""));
}

static void add_words(struct view *v, const struct content_unit *u)
{
    const struct page *p = v->content->page;
    struct inside now = { .link = NONE };
    uint32_t node = NONE;

    for (uint32_t w = u->word; w < u->end; w++) {
        unsigned flags = p->word[w].flags;
        if (flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        struct inside in = p->word[w].node == node ? now : inside_of(p, p->word[w].node, u->node);
        bool same = in.link == now.link && in.strong == now.strong && in.em == now.em;
        if (!same)
            close_inside(v, now);
        if (w > u->word && (flags & (WORD_SPACE | WORD_BREAK)))
            buf_add(v->out, flags & WORD_BREAK ? STR("<br>") : STR(" "));
        if (!same)
            open_inside(v, in);
        now = in;
        node = p->word[w].node;
        buf_add_escaped(v->out, page_word(p, w));
    }
    close_inside(v, now);
}

/* The pictures of the content that stand before a node. */
static void add_images(struct view *v, uint32_t before)
{
    const struct page *p = v->content->page;

    for (; v->image < p->n_images && p->image[v->image].node < before; v->image++) {
        const struct image *image = &p->image[v->image];
        if (!image->url.len || !clean_address(image->url, CLEAN_FETCH) || (p->flags[image->node] & NODE_HIDDEN))
            continue;
        buf_add(v->out, STR("<figure><img src=\""));
        buf_add_escaped(v->out, image->url);
        buf_add(v->out, STR("\" alt=\""));
        buf_add_escaped(v->out, image->alt);
        buf_add(v->out, STR("\"></figure>\n"));
    }
}

static void close_list(struct view *v)
{
    if (v->list == NONE)
        return;
    buf_add(v->out, v->content->page->dom.node[v->list].tag == TAG_OL ? STR("</ol>\n") : STR("</ul>\n"));
    v->list = NONE;
}

/* The list of an item is open, every other is closed. */
static void move_to_list(struct view *v, uint32_t item)
{
    const struct dom *d = &v->content->page->dom;
    uint32_t list = d->node[item].parent;

    if (list == v->list)
        return;
    close_list(v);
    buf_add(v->out, d->node[list].tag == TAG_OL ? STR("<ol>\n") : STR("<ul>\n"));
    v->list = list;
}

static void close_table(struct view *v)
{
    if (v->row != NONE)
        buf_add(v->out, STR("</td></tr></table>\n"));
    v->row = v->cell = NONE;
}

/* A cell: in the table, row and cell that are open, or in new ones. */
static void add_cell(struct view *v, const struct content_unit *u, uint32_t row)
{
    const struct dom *d = &v->content->page->dom;

    close_list(v);
    if (v->row != NONE && d->node[v->row].parent != d->node[row].parent)
        close_table(v);
    if (v->row == NONE)
        buf_add(v->out, STR("<table><tr><td>"));
    else if (v->row != row)
        buf_add(v->out, STR("</td></tr>\n<tr><td>"));
    else
        buf_add(v->out, v->cell == u->node ? STR("<br>") : STR("</td><td>"));
    v->row = row;
    v->cell = u->node;
    add_words(v, u);
}

static void add_unit(struct view *v, const struct content_unit *u)
{
    const struct page *p = v->content->page;
    uint32_t row = content_row(p, u);
    if (row != NONE) {
        add_cell(v, u, row);
        return;
    }
    close_table(v);
    uint32_t tag = p->dom.node[u->node].tag;
    bool heading = tag >= TAG_H1 && tag <= TAG_H6;
    struct str name = heading                 ? tag_name(p->dom.symbols, tag == TAG_H1 ? (uint32_t)TAG_H2 : tag)
                      : tag == TAG_LI         ? STR("li")
                      : tag == TAG_PRE        ? STR("pre")
                      : tag == TAG_BLOCKQUOTE ? STR("blockquote")
                                              : STR("p");

    if (tag == TAG_LI)
        move_to_list(v, u->node);
    else
        close_list(v);
    if (tag != TAG_LI)
        add_images(v, p->word[u->word].node);
    buf_addf(v->out, "<%.*s>", STR_ARG(name));
    add_words(v, u);
    buf_addf(v->out, "</%.*s>\n", STR_ARG(name));
}

static uint32_t first_image(const struct content *c)
{
    uint32_t i = 0;

    while (c->root != NONE && i < c->page->n_images && c->page->image[i].node < c->root)
        i++;
    return i;
}

int article_show(const struct content *c, struct buf *out, struct err *e)
{
    const struct page *p = c->page;
    struct view v = { .content = c, .out = out, .image = first_image(c), .list = NONE, .row = NONE, .cell = NONE };

    buf_add(out, STR("<!DOCTYPE html>\n<html"));
    if (p->language.len) {
        buf_add(out, STR(" lang=\""));
        buf_add_escaped(out, p->language);
        buf_add_char(out, '"');
    }
    buf_add(out, STR("><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">"
                     "<meta name=\"viewport\" content=\"width=device-width\"><title>"));
    buf_add_escaped(out, str_trim(p->title));
    buf_add(out, STR("</title><style>"));
    buf_add(out, web_article_css);
    buf_add(out, STR("</style></head>\n<body><article>\n"));
    if (str_trim(p->title).len) {
        buf_add(out, STR("<h1>"));
        buf_add_escaped(out, str_trim(p->title));
        buf_add(out, STR("</h1>\n"));
    }
    for (uint32_t i = 0; i < c->n; i++) {
        if (c->unit[i].main)
            add_unit(&v, &c->unit[i]);
    }
    close_list(&v);
    close_table(&v);
    buf_add(out, STR("</article></body></html>\n"));
    return buf_check(out, e);
}
