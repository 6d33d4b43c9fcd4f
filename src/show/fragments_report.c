/* In: shared fragments, a page with its layout, and its history where there is one. Out: a page for the owner of the site.
 *
 * It opens with what sharing is worth, draws one page with its fragments at their places, lists them, and shows how many pages share what;
 * where the page has a history, it is drawn again with how long each part lives. No script, nothing from outside, light and dark. Texts of
 * pages are hostile: they only ever appear escaped. */
#include <math.h>

#include "base/limits.h"
#include "base/moment.h"
#include "show/fragments.h"
#include "show/web.h"

enum { ROWS_MAX = 100, DRAW_WIDTH = 560, DRAW_HEIGHT_MAX = 1100, BARS = 8 };

void fragments_span(struct buf *out, double seconds)
{
    static const struct {
        double seconds;
        const char *name;
    } unit[] = { { 31557600, "years" }, { 2629800, "months" }, { 86400, "days" },
                 { 3600, "hours" },     { 60, "minutes" },     { 0, "seconds" } };
    unsigned i = 0;

    while (seconds < 2 * unit[i].seconds)
        i++;
    double n = unit[i].seconds > 0 ? seconds / unit[i].seconds : seconds;
    if (n >= 1000)
        buf_add(out, STR("over 1000 years"));
    else
        buf_addf(out, n < 10 ? "%.1f %s" : "%.0f %s", n, unit[i].name);
}

/* Longer than some times the time that was watched, or shorter than the time between two visits, nobody can say. */
#define FORESEEN 3

void fragments_life_span(struct buf *out, const struct history_fragment *f, double seconds)
{
    if (seconds < f->shortest_s) {
        buf_add(out, STR("under "));
        fragments_span(out, f->shortest_s);
    } else if (f->watched_s > 0 && seconds > FORESEEN * f->watched_s) {
        buf_add(out, STR("over "));
        fragments_span(out, f->watched_s);
    } else {
        fragments_span(out, seconds);
    }
}

void fragments_life_range(struct buf *out, const struct history_fragment *f)
{
    if (f->lifetime.high_s < f->shortest_s) {
        fragments_life_span(out, f, f->lifetime.high_s);
        return;
    }
    if (f->lifetime.low_s >= f->shortest_s) {
        fragments_span(out, f->lifetime.low_s);
        buf_add(out, STR(" to "));
    } else {
        buf_add(out, STR("up to "));
    }
    fragments_life_span(out, f, f->lifetime.high_s);
}

static void add_size(struct buf *out, double bytes)
{
    if (bytes < 10000)
        buf_addf(out, "%.0f bytes", bytes);
    else if (bytes < 10e6)
        buf_addf(out, "%.0f KB", bytes / 1e3);
    else
        buf_addf(out, "%.0f MB", bytes / 1e6);
}

/* ---- Opening ---- */

static void add_card(struct buf *out, const char *number, const char *words)
{
    buf_addf(out, "<li><b>%s</b> %s</li>\n", number, words);
}

static void add_head(const struct fragments_report *r, struct buf *out)
{
    uint64_t pages, once;
    AUTO(buf) number = BUF(64);
    uint32_t everywhere = 0;

    shared_storage(r->shared, &pages, &once);
    for (uint32_t i = 0; i < r->shared->n; i++)
        everywhere += r->shared->fragment[i].n_pages * 10 >= r->shared->pool->page.n * 9;
    buf_add(out, STR("<header><h1>What the pages of "));
    buf_add_escaped(out, r->title);
    buf_add(out, STR(" share</h1>\n<ul class=\"cards\">\n"));
    buf_addf(&number, "%u%c", r->shared->pool->page.n, 0);
    add_card(out, number.ptr, r->shared->pool->page.n == 1 ? "page was read" : "pages were read");
    buf_clear(&number);
    buf_addf(&number, "%u%c", r->shared->n, 0);
    add_card(out, number.ptr, r->shared->n == 1 ? "part stands on more than one of them" : "parts stand on more than one of them");
    buf_clear(&number);
    buf_addf(&number, "%u%c", everywhere, 0);
    add_card(out, number.ptr, "of these on nearly all");
    buf_clear(&number);
    buf_addf(&number, "%.0f %%%c", pages ? 100.0 * (double)(pages - once) / (double)pages : 0.0, 0);
    add_card(out, number.ptr, "of the text need not be stored, sent or made again");
    buf_add(out, STR("</ul></header>\n"));
}

/* ---- The page, drawn ---- */

/* A long page is drawn from its top only: made to fit whole, it would be a strip that nobody can read. */
struct scale {
    double factor, width, height;
    double shown; /* share of the page's height that is drawn */
};

static struct scale scale_of(const struct layout *l)
{
    double width = l->width > 1 ? l->width : LAYOUT_WIDTH, height = l->height > 1 ? l->height : LAYOUT_HEIGHT;
    double factor = DRAW_WIDTH / width, all = height * factor, drawn = fmin(all, DRAW_HEIGHT_MAX);
    return (struct scale){ factor, DRAW_WIDTH, drawn, drawn / all };
}

/* Around all that lies in the node: an element that holds nothing but floats has no height of its own. */
static struct box box_around(const struct fragments_picture *d, uint32_t node)
{
    struct box own = d->layout->box[node], all = { .x = INFINITY, .y = INFINITY };
    float right = 0, end = 0;

    if (own.h >= 1)
        return own;
    for (uint32_t i = node + 1; i < d->page->dom.node[node].end; i++) {
        struct box b = d->layout->box[i];
        if (b.h < 1 || b.w < 1)
            continue;
        all.x = fminf(all.x, b.x);
        all.y = fminf(all.y, b.y);
        right = fmaxf(right, b.x + b.w);
        end = fmaxf(end, b.y + b.h);
    }
    all.w = right - all.x;
    all.h = end - all.y;
    return end > 0 ? all : own;
}

/* False: too small to be seen, or below what is drawn. */
static bool box_of(const struct fragments_picture *d, const struct scale *s, uint32_t node, struct box *out)
{
    struct box b = box_around(d, node);
    *out = (struct box){ (float)(b.x * s->factor), (float)(b.y * s->factor), (float)(b.w * s->factor), (float)(b.h * s->factor) };
    out->h = fminf(out->h, (float)s->height - out->y);
    out->w = fminf(out->w, (float)s->width - out->x);
    return out->w >= 3 && out->h >= 3;
}

/* Lines of text as grey strokes: the page itself, so that its shape is known again. */
static void add_page_shape(const struct fragments_picture *d, const struct scale *s, struct buf *out)
{
    const struct page *p = d->page;
    unsigned n = 0;

    buf_addf(out, "<rect class=\"paper\" width=\"%.0f\" height=\"%.0f\"/>\n<path class=\"ink\" d=\"", s->width, s->height);
    for (uint32_t i = p->body; i < p->dom.n && n < 4000; i++) {
        struct box b;
        bool leaf = p->dom.node[i].kind == NODE_TEXT || p->dom.node[i].tag == TAG_IMG;
        if (!leaf || p->first_word[i] == p->first_word[p->dom.node[i].end] || !box_of(d, s, i, &b))
            continue;
        float line = (float)fmax(18 * s->factor, 3);
        for (float y = b.y + line / 2; y < b.y + b.h && n < 4000; y += line, n++)
            buf_addf(out, "M%.1f %.1fh%.1f", b.x, y, y + line < b.y + b.h ? b.w : b.w * 0.7f);
    }
    buf_add(out, STR("\"/>\n"));
}

static void open_drawing(const struct fragments_picture *d, const struct scale *s, const char *label, struct buf *out)
{
    buf_addf(out, "<figure><svg viewBox=\"-1 -1 %.0f %.0f\" role=\"img\" aria-label=\"%s\">\n", s->width + 2, s->height + 2, label);
    add_page_shape(d, s, out);
}

static void close_drawing(const struct fragments_picture *d, const struct scale *s, struct buf *out)
{
    buf_add(out, STR("</svg><figcaption>"));
    buf_add_escaped(out, d->name);
    if (s->shown < 0.99)
        buf_addf(out, " (the top %.0f %% of the page)", fmax(1, 100 * s->shown));
    buf_add(out, STR("</figcaption></figure>\n"));
}

static void add_rect(struct buf *out, const struct box *b, const char *class, double strength)
{
    buf_addf(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"3\" fill-opacity=\"%.2f\"/>", class,
             b->x, b->y, b->w, b->h, strength);
}

/* Where the last number was written: one that begins at the same corner goes beside it. */
struct corner {
    double x, y, end;
};

static void add_number(struct buf *out, const struct box *b, uint32_t number, struct corner *last)
{
    enum { DIGIT = 8, GAP = 4 };
    double x = b->x + GAP, y = b->y + fmin(13, b->h - 1), width = DIGIT;

    for (uint32_t n = number; n >= 10; n /= 10)
        width += DIGIT;
    if (fabs(y - last->y) < 10 && x >= last->x - GAP && x < last->end)
        x = last->end + GAP;
    if (b->h < 9 || b->x + b->w < x + width)
        return;
    buf_addf(out, "<text x=\"%.1f\" y=\"%.1f\">%u</text>", x, y, number);
    *last = (struct corner){ x, y, x + width };
}

static void draw_shared(const struct fragments_report *r, struct buf *out)
{
    const struct fragments_picture *d = r->drawing;
    const struct shared *s = r->shared;
    struct scale scale = scale_of(d->layout);
    struct corner last = { .y = -100 };

    open_drawing(d, &scale, "The page with the parts it shares", out);
    for (uint32_t i = 0; i < s->pool->node.n; i++) {
        struct box b;
        const struct pool_node *n = &s->pool->node.item[i];
        if (n->page != d->number || s->of[i] == NONE || !box_of(d, &scale, n->node, &b))
            continue;
        const struct shared_fragment *f = &s->fragment[s->of[i]];
        buf_addf(out, "<a href=\"#f%u\">", s->of[i] + 1);
        bool inside = f->parent < f->parent_end; /* drawn on the part around it: blue on blue would be a mass */
        add_rect(out, &b, "share", inside ? 0 : 0.12 + 0.4 * f->n_pages / s->pool->page.n);
        add_number(out, &b, s->of[i] + 1, &last);
        buf_addf(out, "<title>Part %u on %u pages", s->of[i] + 1, f->n_pages);
        if (r->names->excerpt && r->names->excerpt[s->of[i]].len) {
            buf_add(out, STR(": "));
            buf_add_escaped(out, r->names->excerpt[s->of[i]]);
        }
        buf_add(out, STR("</title></a>\n"));
    }
    close_drawing(d, &scale, out);
}

static void draw_lives(const struct fragments_report *r, struct buf *out)
{
    const struct fragments_picture *d = r->lives;
    struct scale scale = scale_of(d->layout);
    struct corner last = { .y = -100 };

    open_drawing(d, &scale, "The page with the parts that change", out);
    for (uint32_t i = 0; i < d->history->n_there; i++) {
        const struct history_fragment *f = &d->history->item[i];
        struct box b;
        if (f->node == d->page->body || !box_of(d, &scale, f->node, &b))
            continue;
        buf_addf(out, "<a href=\"#l%u\">", i + 1);
        add_rect(out, &b, history_class_name(f->class), 0.3);
        add_number(out, &b, i + 1, &last);
        buf_add(out, STR("<title>Lives "));
        fragments_life_span(out, f, f->lifetime.middle_s);
        buf_add(out, STR("</title></a>\n"));
    }
    close_drawing(d, &scale, out);
}

/* ---- Lists ---- */

/* "Inside part 4; 12 times on 6 pages." */
static void add_place(const struct shared *s, const struct shared_fragment *f, struct buf *out)
{
    uint32_t copies = f->node_end - f->node;
    bool inside = f->parent<f->parent_end, often = copies> f->n_pages;

    if (!inside && !often)
        return;
    buf_add(out, STR("<span class=\"soft\"> "));
    if (inside)
        buf_addf(out, "inside part %u%s", s->parent[f->parent] + 1, f->parent_end - f->parent > 1 ? " and others" : "");
    if (often)
        buf_addf(out, "%s%u times on %u pages", inside ? "; " : "", copies, f->n_pages);
    buf_add(out, STR("</span>"));
}

static void add_row(const struct fragments_report *r, uint32_t i, struct buf *out)
{
    const struct shared *s = r->shared;
    const struct shared_fragment *f = &s->fragment[i];
    AUTO(buf) path = BUF(1 << 16);

    pool_path(s->pool, s->node[f->node], &path);
    buf_addf(out, "<tr id=\"f%u\"><th scope=\"row\">%u</th><td class=\"what\">", i + 1, i + 1);
    if (r->names->excerpt && r->names->excerpt[i].len)
        buf_add_escaped(out, r->names->excerpt[i]);
    buf_add(out, STR("<code>"));
    buf_add_escaped(out, buf_str(&path));
    buf_add(out, STR("</code>"));
    add_place(s, f, out);
    buf_addf(out, "</td><td class=\"n\">%u", f->n_pages);
    buf_addf(out, "<meter min=\"0\" max=\"%u\" value=\"%u\"></meter></td><td class=\"n\">%u</td><td class=\"n\">", s->pool->page.n,
             f->n_pages, f->bytes);
    add_size(out, (double)shared_saves(f));
    buf_add(out, f->exact ? STR("</td><td>equal</td>") : STR("</td><td>alike</td>"));
    if (r->names->life) {
        buf_add(out, STR("<td>"));
        if (fragments_life(r->names, i))
            fragments_span(out, r->names->life[i].middle_s);
        buf_add(out, STR("</td>"));
    }
    buf_add(out, STR("</tr>\n"));
}

static void list_shared(const struct fragments_report *r, struct buf *out)
{
    AUTO(arena) scratch = { 0 };
    uint32_t n = r->shared->n, *number = shared_by_saving(&scratch, r->shared);

    buf_add(
        out,
        STR("<table><thead><tr><th></th><th>Part</th><th class=\"n\">Pages</th><th class=\"n\">Bytes</th><th class=\"n\">Saves</th><th>Copies"
            "</th>"));
    buf_add(out, r->names->life ? STR("<th>Lives</th></tr></thead><tbody>\n") : STR("</tr></thead><tbody>\n"));
    for (uint32_t i = 0; i < n && i < ROWS_MAX; i++)
        add_row(r, number[i], out);
    buf_add(out, STR("</tbody></table>\n"));
    if (n > ROWS_MAX)
        buf_addf(out, "<p class=\"soft\">and %u parts that save less.</p>\n", n - ROWS_MAX);
}

/* What has no row: parts too many, and parts that are gone. */
static void add_rest(const struct history_result *h, struct buf *out)
{
    uint32_t gone = h->n - h->n_there;

    if (h->n_there > ROWS_MAX)
        buf_addf(out, "<p class=\"soft\">and %u more.</p>\n", h->n_there - ROWS_MAX);
    if (gone == 0)
        return;
    buf_addf(out, "<p class=\"soft\">%u more %s changed in earlier versions and %s no longer there; the last one was missing on ",
             gone, gone == 1 ? "part" : "parts", gone == 1 ? "is" : "are");
    moment_add(out, (int64_t)(h->item[h->n_there].gone_s * 1000));
    buf_add(out, STR(".</p>\n"));
}

static void list_lives(const struct fragments_report *r, struct buf *out)
{
    const struct history_result *h = r->lives->history;

    buf_add(
        out,
        STR("<table><thead><tr><th></th><th>Part</th><th>Class</th><th>Lives</th><th>Nine times in ten</th><th class=\"n\">Bytes</th>"
            "</tr></thead><tbody>\n"));
    for (uint32_t i = 0; i < h->n_there && i < ROWS_MAX; i++) {
        const struct history_fragment *f = &h->item[i];
        const char *class = history_class_name(f->class);
        AUTO(buf) begins = BUF(KIB(1));
        fragments_excerpt(r->lives->page, f->node, f->end, &begins);
        buf_addf(out, "<tr id=\"l%u\"><th scope=\"row\">%u</th><td class=\"what\">", i + 1, i + 1);
        buf_add_escaped(out, buf_str(&begins));
        buf_add(out, STR("<code>"));
        buf_add_escaped(out, f->path);
        buf_addf(out, "</code></td><td><span class=\"tag %s\">%s</span></td><td>", class, class);
        fragments_life_span(out, f, f->lifetime.middle_s);
        buf_add(out, STR("</td><td class=\"soft\">"));
        fragments_life_range(out, f);
        buf_addf(out, "</td><td class=\"n\">%u</td></tr>\n", f->bytes);
    }
    buf_add(out, STR("</tbody></table>\n"));
    add_rest(h, out);
}

/* How many parts are on 2 pages, 3, 4 ... (figure 9 of the paper). */
static void add_distribution(const struct fragments_report *r, struct buf *out)
{
    static const struct {
        uint32_t from, to;
        const char *name;
    } row[BARS] = { { 2, 2, "2 pages" },    { 3, 3, "3 pages" },    { 4, 5, "4 to 5" },     { 6, 9, "6 to 9" },
                    { 10, 19, "10 to 19" }, { 20, 49, "20 to 49" }, { 50, 99, "50 to 99" }, { 100, UINT32_MAX, "100 and more" } };
    uint32_t n[BARS] = { 0 }, most = 1;

    for (uint32_t i = 0; i < r->shared->n; i++)
        for (unsigned k = 0; k < BARS; k++)
            n[k] += r->shared->fragment[i].n_pages >= row[k].from && r->shared->fragment[i].n_pages <= row[k].to;
    for (unsigned k = 0; k < BARS; k++)
        most = MAX(most, n[k]);
    buf_add(out, STR("<dl class=\"bars\">\n"));
    for (unsigned k = 0; k < BARS && row[k].from <= r->shared->pool->page.n; k++)
        buf_addf(out, "<dt>%s</dt><dd><span style=\"width:%.1f%%\"></span>%u</dd>\n", row[k].name, 88.0 * n[k] / most, n[k]);
    buf_add(out, STR("</dl>\n"));
}

void fragments_report_html(const struct fragments_report *r, struct buf *out)
{
    const struct fragments_picture *d = r->drawing;

    buf_add(
        out,
        STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\n"
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n<title>Fragments of "));
    buf_add_escaped(out, r->title);
    buf_add(out, STR("</title>\n<style>\n"));
    buf_add(out, web_fragments_css);
    buf_add(out, STR("</style></head><body>\n"));
    add_head(r, out);
    buf_add(
        out,
        STR("<section><h2>Shared parts</h2>\n<p class=\"soft\">A part that many pages share can be kept once and put into all of them: by the "
            "program that makes the pages, or by a cache in front of it. The drawing shows a page of the usual size; the deeper the blue, the more "
            "pages share the part. Copies are equal where all of them have the same words, alike where some differ a little. What a part saves that stands inside another is "
            "already in what that one saves.</p>\n<div class=\"pair\">\n"));
    if (d && r->shared->n)
        draw_shared(r, out);
    buf_add(out, STR("<div>\n"));
    if (r->shared->n)
        list_shared(r, out);
    else
        buf_add(out, STR("<p>No part stands on more than one of the pages.</p>\n"));
    buf_add(out, STR("</div></div></section>\n"));
    if (r->shared->n) {
        buf_add(out, STR("<section><h2>How many pages share a part</h2>\n"));
        add_distribution(r, out);
        buf_add(out, STR("</section>\n"));
    }
    if (r->lives) {
        buf_addf(
            out,
            "<section><h2>How long parts live</h2>\n<p class=\"soft\">From %u versions of the page. <span class=\"tag churn\">churn</span> is new at nearly "
            "every visit and should not be cached with the rest, <span class=\"tag scroll\">scroll</span> stays for some visits, <span class=\"tag "
            "static\">static</span> only moved. What is not marked never changed.</p>\n<div class=\"pair\">\n",
            r->lives->history->n_versions);
        draw_lives(r, out);
        buf_add(out, STR("<div>\n"));
        list_lives(r, out);
        buf_add(out, STR("</div></div></section>\n"));
    }
    buf_add(out, STR("</body></html>\n"));
}
