/* Why a change matters as much as it does: importance with its reasons, six measures of how much is different, what sentinels said, what
 * was held back. */
#include "archive/judgement.h"
#include "archive/measures.h"
#include "archive/sentinels.h"
#include "archive/things.h"
#include "base/share.h"
#include "serve/diff_page.h"
#include "serve/excerpt_html.h"
#include "serve/html.h"
#include "serve/routes.h"

enum { BLOCKS_SHOWN = 12, SENTINELS_SHOWN = 20 };

/* A bar for a share of 1; the number beside it says the same. */
static void add_bar(struct buf *out, double share)
{
    buf_addf(
        out,
        "<svg class=\"mb\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect class=\"h0\" width=\"100\" "
        "height=\"8\"/><rect class=\"p-acc\" width=\"%.1f\" height=\"8\"/></svg>",
        100 * MIN(MAX(share, 0), 1));
}

/* ---- Importance ---- */

static void add_reasons(struct diff_page *p, const struct judgement *g)
{
    struct buf *out = &p->r->answer.body;
    struct record_list reasons = thing_reasons(p->r->arena, g->reasons);

    if (reasons.n == 0)
        return;
    html_raw(out, "<ul class=\"dots\">");
    for (uint32_t i = 0; i < reasons.n; i++)
        HTML(out, "<li>{}</li>", TEXT(reasons.item[i]));
    html_raw(out, "</ul>\n");
}

static void add_blocks(struct buf *out, const struct measures *m)
{
    html_raw(
        out,
        "<table class=\"tbl cards mt8\"><thead><tr><th>Part of the page</th><th>What changed in it</th><th class=\"r\">Size</th><th>Adds</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < MIN(m->n, (uint32_t)BLOCKS_SHOWN); i++) {
        const struct measured_block *b = &m->block[i];
        HTML(out, "<tr><td>{}{}</td><td>{}</td>", TEXT(b->name.len ? b->name : STR("a part without words")),
             WORD(b->gone ? " (gone)" : ""), TEXT(b->why));
        buf_addf(out, "<td class=\"r nowrap\" data-l=\"Size\">%.0f %% of the page</td><td data-l=\"Adds\">%.2f ", 100 * b->weight,
                 b->share);
        add_bar(out, m->importance > 0 ? b->share / m->importance : 0);
        html_raw(out, "</td></tr>\n");
    }
    html_raw(out, "</tbody></table>\n");
    if (m->n > BLOCKS_SHOWN) {
        html_raw(out, "<p class=\"small dim mt8\">");
        html_add_number_of(out, m->n - BLOCKS_SHOWN, "more part");
        html_raw(out, " with less</p>\n");
    }
}

static void add_importance(struct diff_page *p, const struct measures *m, const struct judgement *g)
{
    struct buf *out = &p->r->answer.body;
    bool known = p->judged && p->verdict.importance >= 0;
    double value = known ? p->verdict.importance : m->importance;

    html_raw(out, "<section class=\"box\" aria-labelledby=\"w-i\"><div class=\"bh\"><h2 id=\"w-i\" class=\"grow\">");
    if (value >= 0) {
        buf_addf(out, "Importance %.*f of 1 ", share_digits(value), value);
        html_add_importance(out, value);
    } else
        html_raw(out, "Importance is not known");
    html_raw(out, "</h2></div>\n");
    if (known)
        HTML(out, "<p class=\"soft\">So weft judged version {} when it came, with what it knew of the versions before.</p>\n",
             NUM(p->to.number));
    else if (value >= 0)
        HTML(out, "<p class=\"soft\">{} This is what the change between them weighs by itself.</p>\n",
             TEXT(p->judged ? STR("The second of these versions was held back when it came.")
                            : STR("These two versions were not compared when they came.")));
    if (g->compared && !g->announced)
        HTML(out, "<p>Held back: {}.</p>\n", TEXT(g->why));
    add_reasons(p, g);
    if (m->importance >= 0) {
        if (m->n)
            add_blocks(out, m);
        buf_addf(
            out,
            "<p class=\"hint mt8\">%u of %u part%s changed: %.2f by the words in them, where they stand and what they are.</p>\n",
            m->n, m->n_blocks, m->n_blocks == 1 ? "" : "s", m->importance);
    }
    html_raw(out, "</section>\n");
}

/* ---- Six measures ---- */

static void add_measure(struct buf *out, const char *name, const char *meaning, double value)
{
    HTML(out, "<tr><th scope=\"row\">{}</th><td>{}</td><td class=\"num\">", WORD(name), WORD(meaning));
    buf_addf(out, "%.3f ", value);
    add_bar(out, value);
    html_raw(out, "</td></tr>\n");
}

static void add_measures(struct diff_page *p, const struct measures *all)
{
    const struct metrics *m = &all->metrics;
    struct buf *out = &p->r->answer.body;

    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"w-m\"><details class=\"fold\"><summary><h2 id=\"w-m\">Six measures of how much is "
        "different</h2><span class=\"gist\">from research on web pages, for those who compare tools</span></summary><p class=\"hint\">0: nothing is "
        "different, 1: all of it.</p><table class=\"tbl\"><tbody>\n");
    add_measure(out, "BW", "byte for byte: whether any letter of the text is different", m->bw);
    add_measure(out, "COS", "cosine: which words, by how rare they are, whatever their order", m->cos);
    add_measure(out, "WD", "word distance: how many words they do not share", m->wd);
    add_measure(out, "ED", "edit distance: words added or removed, in their order", m->ed);
    add_measure(out, "SH", "shingles: runs of ten words they do not share", m->sh);
    add_measure(out, "IED", "extended edits: what was moved or copied counts less than what is new", m->ied);
    html_raw(out, "</tbody></table><p class=\"hint mt8\">");
    html_add_count(out, m->words_old);
    html_raw(out, " words before, ");
    html_add_count(out, m->words_new);
    html_raw(out, " now, ");
    html_add_count(out, m->lcs);
    HTML(out, " of them the same in the same order{}.",
         WORD(m->exact ? "" : " at least; the texts are too long for an exact count"));
    if (all->importance >= 0)
        buf_addf(out, " E of the paper on Vi-DIFF, which counts operations on links, pictures and texts block by block, is %.3f.",
                 all->paper);
    html_raw(out, "</p></details></section>\n");
}

/* ---- Sentinels ---- */

static void add_said(struct diff_page *p, const struct sentinel_told *t)
{
    struct buf *out = &p->r->answer.body;

    HTML(out, "<li class=\"item\"><div><p class=\"t\"><a href=\"/sentinels/{}\">{}</a>: {}</p>", PART(t->event.name),
         TEXT(t->event.name), TEXT(t->event.headline.len ? t->event.headline : STR("it happened")));
    for (uint32_t i = 0; i < MIN(t->n_parts, 4u); i++) {
        HTML(out, "<p><span class=\"why\">{}</span>", TEXT(t->part[i].finding.type));
        for (uint32_t k = 0; k < MIN(t->part[i].changes.n, 2u); k++) {
            html_raw(out, " · ");
            excerpt_html(out, &t->part[i].changes.item[k]);
        }
        html_raw(out, "</p>");
    }
    html_raw(out, "</div><span class=\"dim small\">");
    html_add_moment(out, t->event.end, p->r->caller.now);
    html_raw(out, "</span></li>\n");
}

static int add_sentinels(struct diff_page *p, struct err *e)
{
    struct buf *out = &p->r->answer.body;
    struct sentinels_query query = {
        .limit = SENTINELS_SHOWN, .page = p->target.page.id, .after = p->from.number, .upto = p->to.number
    };
    struct sentinels_told told;
    int failed = sentinels_events(&p->r->caller, &query, &told, e);

    if (failed)
        return failed;
    html_raw(out,
             "<section class=\"box\" aria-labelledby=\"w-s\"><div class=\"bh\"><h2 id=\"w-s\">What your sentinels said</h2></div>");
    if (told.n == 0)
        html_raw(out, "<p class=\"soft\">None of your sentinels found what it asks for here.</p>");
    else {
        html_raw(out, "<ul class=\"items flat\">\n");
        for (uint32_t i = 0; i < told.n; i++)
            add_said(p, &told.item[i]);
        html_raw(out, "</ul>");
    }
    html_raw(out, "</section>\n");
    return 0;
}

/* ---- What was not said ---- */

static void add_held(struct diff_page *p, const struct held_parts *parts)
{
    struct buf *out = &p->r->answer.body;

    if (parts->n == 0)
        return;
    html_raw(
        out,
        "<section class=\"box\" aria-labelledby=\"w-h\"><div class=\"bh\"><h2 id=\"w-h\">Held back here</h2></div><ul class=\"items flat\">\n");
    for (uint32_t i = 0; i < parts->n; i++)
        HTML(out, "<li class=\"item\"><div><p>{}</p><p><span class=\"why\">{}</span></p></div></li>\n",
             TEXT(held_part_words(p->r->arena, &parts->item[i])), TEXT(parts->item[i].why));
    html_raw(out, "</ul>");
    if (parts->n_more)
        HTML(out, "<p class=\"small dim mt8\">and {} more</p>", NUM(parts->n_more));
    html_raw(out, "</section>\n");
}

/* What the change is to the reader; of versions that were not compared when they came nothing is known. */
static int read_judgement(struct diff_page *p, struct judgement *out, struct err *e)
{
    struct target version = p->target;

    *out = (struct judgement){ 0 };
    version.at = arena_printf(p->r->arena, "%lld", (long long)p->to.number);
    return p->judged ? judgement_read(&p->r->caller, &version, 0, out, e) : 0;
}

int route_why(struct http_request *r, struct err *e)
{
    struct diff_page p = { .r = r, .why = true };
    struct measures m;
    struct judgement g;
    int failed;

    if ((failed = diff_page_read(&p, e)) || (failed = diff_page_versions(&p, e))
        || (failed = measures_make(&r->caller, &p.target, (int64_t[]){ p.from.number, p.to.number }, &m, e))
        || (failed = read_judgement(&p, &g, e)))
        return failed;
    diff_page_open(&p);
    html_raw(&r->answer.body, "<main class=\"f-body read\" id=\"page\" tabindex=\"0\"><div class=\"col stack\">\n");
    add_importance(&p, &m, &g);
    add_measures(&p, &m);
    if ((failed = add_sentinels(&p, e)))
        return failed;
    add_held(&p, &g.parts);
    html_raw(&r->answer.body, "</div></main>\n");
    diff_page_close(&p);
    return 0;
}
