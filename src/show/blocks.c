/* In: blocks, and where there is one the picture of their page. Out: SVG, or HTML with the SVG in it.
 *
 * Every leaf is a rectangle, filled by how important it is beside the most important leaf: grey, amber, red. Blocks that hold others are
 * thin frames. Without a picture a leaf shows its own first words, so that the drawing can be read. A click on a row of the list marks the
 * block (:target): no script is needed.
 *
 * Invariants: every text of the page goes through buf_add_escaped, after characters XML does not have are gone; numbers have at most one
 * digit behind the point. Cost: O(blocks log blocks + words shown). */
#include "show/blocks.h"

#include <math.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/utf8.h"
#include "show/web.h"

enum {
    LINE = 20,       /* px between lines of a preview */
    LETTER = 8,      /* px of a letter, about */
    LINES_MAX = 40,  /* of a preview */
    NOTE_WORDS = 14, /* of a leaf, in the list */
    LABEL_WIDTH = 46,
    LABEL_HEIGHT = 20,
};

#define LABEL_LEAST 0.01f /* less is told by the list alone */
#define POLICY "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

struct view {
    struct arena *arena;
    const struct blocks *blocks;
    struct str picture;
    struct buf *out;
    float most; /* importance of the most important leaf */
};

static void add(struct view *v, struct str s)
{
    buf_add(v->out, s);
}

/* "1 block", "2 blocks" */
static void add_count(struct view *v, uint32_t n, const char *noun, const char *after)
{
    buf_addf(v->out, "%u %s%s%s", n, noun, n == 1 ? "" : "s", after);
}

/* Text for HTML and XML: what XML has no way to write becomes U+FFFD. */
static void add_text(struct view *v, struct str text)
{
    for (const char *at = text.ptr, *end = text.ptr + text.len; at < end;) {
        uint32_t c;
        unsigned len = utf8_next(at, end, &c);
        bool bad = (c < 0x20 && c != '\t' && c != '\n') || c == 0xfffe || c == 0xffff || (c >= 0x7f && c < 0xa0);

        if (bad)
            add(v, STR("\xef\xbf\xbd"));
        else
            buf_add_escaped(v->out, (struct str){ at, len });
        at += len;
    }
}

/* Three colours and what lies between them, by a share of 0 to 1. */
static void add_color(struct view *v, float share)
{
    static const float stop[3][3] = { { 148, 163, 184 }, { 245, 176, 47 }, { 205, 50, 70 } };
    float at = fminf(fmaxf(share, 0), 1) * 2, rest;
    unsigned low = at >= 1;

    rest = at - (float)low;
    buf_addf(v->out, "#%02x%02x%02x", (unsigned)(stop[low][0] + rest * (stop[low + 1][0] - stop[low][0])),
             (unsigned)(stop[low][1] + rest * (stop[low + 1][1] - stop[low][1])),
             (unsigned)(stop[low][2] + rest * (stop[low + 1][2] - stop[low][2])));
}

/* The square root keeps the middle apart: importance falls off steeply. */
static float share_of(const struct view *v, const struct block *b)
{
    return v->most > 0 ? sqrtf(b->importance / v->most) : 0;
}

static void add_box(struct view *v, struct box b)
{
    buf_addf(v->out, "x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", (double)b.x, (double)b.y, (double)fmaxf(b.w, 1),
             (double)fmaxf(b.h, 1));
}

/* The first words of a leaf: at most `most`; whether there were more. */
static bool add_words(struct view *v, const struct block *b, uint32_t most)
{
    const struct page *p = v->blocks->page;
    uint32_t n = 0;

    for (uint32_t k = b->node; k < b->node_end; k++) {
        uint32_t node = v->blocks->node[k];
        for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
            if (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN))
                continue;
            if (n == most)
                return true;
            if (n && (p->word[w].flags & (WORD_SPACE | WORD_BREAK)))
                buf_add_char(v->out, ' ');
            add_text(v, page_word(p, w));
            n++;
        }
    }
    return false;
}

/* One line of a preview: words until the line is full. *node and *word say where the next line goes on. */
static bool add_line(struct view *v, const struct block *b, uint32_t *root, uint32_t *word, float x, float y)
{
    const struct page *p = v->blocks->page;
    float left = b->box.w - 12;
    bool any = false;

    for (; *root < b->node_end; (*root)++, *word = NONE) {
        uint32_t node = v->blocks->node[*root], end = p->first_word[p->dom.node[node].end];
        if (*word == NONE)
            *word = p->first_word[node];
        for (; *word < end; (*word)++) {
            struct str text = page_word(p, *word);
            float width = (float)((text.len + 1) * LETTER);
            if (p->word[*word].flags & (WORD_ATOM | WORD_HIDDEN))
                continue;
            if (any && width > left)
                break;
            if (!any)
                buf_addf(v->out, "<text class=\"w\" x=\"%.1f\" y=\"%.1f\">", (double)x, (double)y);
            else if (p->word[*word].flags & (WORD_SPACE | WORD_BREAK))
                buf_add_char(v->out, ' ');
            add_text(v, text.len > 60 ? str_sub(text, 0, 60) : text);
            left -= width;
            any = true;
        }
        if (*word < end)
            break;
    }
    if (any)
        add(v, STR("</text>\n"));
    return any && *root < b->node_end;
}

static void add_preview(struct view *v, const struct block *b)
{
    uint32_t root = b->node, word = NONE;
    float y = b->box.y + 15;

    for (unsigned n = 0; n < LINES_MAX && y < b->box.y + b->box.h + 4; n++, y += LINE) {
        if (!add_line(v, b, &root, &word, b->box.x + 6, y))
            return;
    }
}

/* How important it is, in the corner of a leaf that has room for it; the list has the others. */
static void add_label(struct view *v, const struct block *b)
{
    float x = b->box.x + fmaxf(b->box.w - LABEL_WIDTH, 0);

    if (b->importance < LABEL_LEAST || b->box.h < LABEL_HEIGHT)
        return;
    buf_addf(v->out, "<rect class=\"tab\" x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"3\"/>", (double)x, (double)b->box.y,
             LABEL_WIDTH, LABEL_HEIGHT - 2);
    buf_addf(v->out, "<text class=\"l\" x=\"%.1f\" y=\"%.1f\">%.0f %%</text>", (double)(x + 7), (double)(b->box.y + 13),
             100 * (double)b->importance);
}

static void add_leaf(struct view *v, uint32_t i)
{
    const struct block *b = &v->blocks->block[i];
    struct str ref = block_ref(v->arena, v->blocks, i);

    buf_addf(v->out, "<g id=\"b%.*s\" class=\"leaf\"><title>%.*s: importance %.1f %%, level %u, coherence %u, ", STR_ARG(ref),
             STR_ARG(ref), 100 * (double)b->importance, b->level, b->doc);
    add_count(v, b->n_words, "word", ", ");
    add_count(v, b->n_links, "link", ", ");
    add_count(v, b->n_images, "image", "</title><rect ");
    add_box(v, b->box);
    add(v, STR(" rx=\"3\" fill=\""));
    add_color(v, share_of(v, b));
    add(v, STR("\" stroke=\""));
    add_color(v, share_of(v, b));
    add(v, STR("\"/>\n"));
    if (!v->picture.len)
        add_preview(v, b);
    add_label(v, b);
    add(v, STR("</g>\n"));
}

static void add_drawing(struct view *v, bool alone)
{
    const struct blocks *b = v->blocks;
    float height = MIN(b->height, b->block[0].box.y + b->block[0].box.h + 24);

    height = v->picture.len ? b->height : fmaxf(height, 100);
    buf_addf(v->out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\"", (double)b->width, (double)height);
    if (alone)
        buf_addf(v->out, " width=\"%.0f\" height=\"%.0f\"", (double)b->width, (double)height);
    buf_addf(v->out, " role=\"img\" class=\"%s\">\n<style>", v->picture.len ? "over" : "bare");
    add(v, web_blocks_svg_css);
    add(v, STR("</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n"));
    if (v->picture.len) {
        buf_addf(v->out, "<image width=\"%.0f\" href=\"data:image/png;base64,", (double)b->width);
        base64_add(v->out, v->picture);
        add(v, STR("\"/>\n"));
    }
    for (uint32_t i = 1; i < b->n; i++) {
        if (block_is_leaf(b, i))
            continue;
        add(v, STR("<rect class=\"frame\" "));
        add_box(v, b->block[i].box);
        add(v, STR(" rx=\"5\"/>\n"));
    }
    for (uint32_t i = 0; i < b->n; i++) {
        if (block_is_leaf(b, i))
            add_leaf(v, i);
    }
    add(v, STR("</svg>\n"));
}

static struct view open_view(struct arena *a, const struct blocks *b, struct str picture, struct buf *out)
{
    struct view v = { .arena = a, .blocks = b, .picture = picture, .out = out };

    for (uint32_t i = 0; i < b->n; i++) {
        if (block_is_leaf(b, i))
            v.most = fmaxf(v.most, b->block[i].importance);
    }
    return v;
}

int blocks_svg(struct arena *a, const struct blocks *b, struct str picture, struct buf *out, struct err *e)
{
    struct view v = open_view(a, b, picture, out);

    add_drawing(&v, true);
    return buf_check(out, e);
}

/* A leaf and its rank. */
struct rank {
    float importance;
    uint32_t block;
};

static int by_importance(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;

    if (x->importance != y->importance)
        return x->importance > y->importance ? -1 : 1;
    return (x->block > y->block) - (x->block < y->block);
}

static void add_row(struct view *v, uint32_t i)
{
    static const char *const levels[] = { "", "noise", "navigation", "beside", "main" };
    const struct block *b = &v->blocks->block[i];
    struct str ref = block_ref(v->arena, v->blocks, i);

    buf_addf(v->out,
             "<li><a href=\"#b%.*s\"><span class=\"ref\">%.*s</span><span class=\"bar\"><i style=\"width:%.1f%%;background:",
             STR_ARG(ref), STR_ARG(ref), 100 * (double)(v->most > 0 ? b->importance / v->most : 0));
    add_color(v, share_of(v, b));
    buf_addf(v->out, "\"></i></span><b>%.1f&#160;%%</b><span class=\"level\">%s</span><span class=\"text\">",
             100 * (double)b->importance, levels[b->level]);
    if (add_words(v, b, NOTE_WORDS))
        add(v, STR(" &#8230;"));
    else if (!b->n_words && b->n_images)
        add_count(v, b->n_images, "image", "");
    else if (!b->n_words)
        add(v, STR("a field or a button"));
    add(v, STR("</span></a></li>\n"));
}

static void add_list(struct view *v)
{
    const struct blocks *b = v->blocks;
    struct rank *rank = NEW_ARRAY(v->arena, struct rank, b->n);
    uint32_t n = 0;

    for (uint32_t i = 0; i < b->n; i++) {
        if (block_is_leaf(b, i))
            rank[n++] = (struct rank){ b->block[i].importance, i };
    }
    qsort(rank, n, sizeof *rank, by_importance);
    add(v, STR("<ol>\n"));
    for (uint32_t i = 0; i < n; i++)
        add_row(v, rank[i].block);
    add(v, STR("</ol>\n"));
}

int blocks_html(struct arena *a, const struct blocks *b, struct str picture, struct buf *out, struct err *e)
{
    struct view v = open_view(a, b, picture, out);
    const struct block *all = &b->block[0];
    struct str title = str_trim(b->page->title);
    uint32_t leaves = 0;

    for (uint32_t i = 0; i < b->n; i++)
        leaves += block_is_leaf(b, i);
    add(&v,
        STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY
            "\">"
            "<meta name=\"viewport\" content=\"width=device-width\"><title>Blocks: "));
    add_text(&v, title);
    add(&v, STR("</title><style>"));
    add(&v, web_blocks_css);
    add(&v, STR("</style></head>\n<body><header><h1>"));
    add_text(&v, title.len ? title : STR("Untitled page"));
    add(&v, STR("</h1><p>"));
    add_count(&v, leaves, "block", ", ");
    add_count(&v, all->n_words, "word", ", ");
    add_count(&v, all->n_links, "link", ", ");
    add_count(&v, all->n_images, "image", "");
    buf_addf(out, "; layout: %s</p>", layout_source_name(b->source));
    add(&v,
        STR("<p class=\"legend\"><span>less important</span><i></i><span>more important</span></p></header>\n<main><section class=\"page\">\n"));
    add_drawing(&v, false);
    add(&v, STR("</section><nav aria-label=\"Blocks by importance\">\n"));
    add_list(&v);
    add(&v, STR("</nav></main></body></html>\n"));
    return buf_check(out, e);
}
