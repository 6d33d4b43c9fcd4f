/* Sites: what the pages of a host share, drawn over one of them, with how long each part lives and how politely the host is asked. */
#include "archive/site.h"

#include "archive/hosts.h"
#include "base/duration.h"
#include "base/moment.h"
#include "serve/routes.h"
#include "serve/shell.h"
#include "show/fragments.h"

enum { DRAWN = 270, DRAWN_HIGH = 560 };

/* ---- The list of hosts ---- */

static void add_host(struct http_request *r, const struct host_row *row)
{
    struct buf *out = &r->answer.body;

    HTML(out, "<tr><td><a href=\"/site?host={}\">{}</a></td><td class=\"r\" data-l=\"Pages\">", PART(row->name), TEXT(row->name));
    html_add_count(out, row->pages);
    HTML(out, "</td><td><span class=\"dot{}\"></span> {}</td><td class=\"r\" data-l=\"Next visit\">",
         WORD(row->state == HOST_WELL     ? ""
              : row->state == HOST_SILENT ? " bad"
                                          : " warn"),
         WORD(host_state_words(row->state)));
    if (row->next_at != NEVER)
        moment_add_ago(out, MAX(row->next_at, r->caller.now), r->caller.now);
    else
        html_raw(out, "none planned");
    html_raw(out, "</td></tr>\n");
}

static int show_list(struct http_request *r, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct host_rows rows;
    int failed = hosts_list(&r->caller, false, &rows, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = STR("Sites"), .place = PLACE_SITE }, e)))
        return failed;
    html_raw(
        out,
        "<div class=\"head\"><div class=\"grow\"><h1>Sites</h1><p class=\"lede\">The hosts of your pages. Choose one to see what its pages "
        "share: menus, boxes, footers, and how long each part lives.</p></div></div>\n");
    if (rows.n == 0)
        html_raw(
            out,
            "<section class=\"empty\"><h2>No sites yet</h2><p>They appear with the first page you watch.</p><a class=\"btn pri\" "
            "href=\"/add\">Add pages</a></section>\n");
    else
        html_raw(out,
                 "<table class=\"tbl cards\"><thead><tr><th>Host</th><th class=\"r\">Pages</th><th>State</th><th class=\"r\">Next "
                 "visit</th></tr></thead><tbody>\n");
    for (uint32_t i = 0; i < rows.n; i++)
        if (rows.item[i].name.len)
            add_host(r, &rows.item[i]);
    html_raw(out, rows.n ? "</tbody></table>\n" : "");
    shell_close(r);
    return 0;
}

/* ---- One of them ---- */

static void add_box(struct buf *out, const struct site_part *part, uint32_t number, double scale)
{
    double x = part->box.x * scale, y = part->box.y * scale, w = part->box.w * scale, h = part->box.h * scale;

    if (part->box.w <= 0 || y > DRAWN_HIGH)
        return;
    buf_addf(
        out,
        "<a href=\"#part-%u\" aria-label=\"Part %u\"><rect class=\"blk%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"2\"/><circle "
        "class=\"bn\" cx=\"%.1f\" cy=\"%.1f\" r=\"8\"/><text class=\"bt\" x=\"%.1f\" y=\"%.1f\">%u</text></a>",
        number, number, part->exact ? "" : " no", x, y, w, MAX(h, 3), x + w - 9, y + 9, x + w - 9, y + 13, number);
}

static void add_drawing(struct buf *out, const struct site_view *v)
{
    double scale = DRAWN / v->width;

    buf_addf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"group\" aria-label=\"The shared parts on this page\">", DRAWN,
             MAX(MIN(v->height * scale + 1, DRAWN_HIGH), 60));
    for (uint32_t i = v->n_parts; i-- > 0;) /* the small ones over the large ones that hold them */
        add_box(out, &v->part[v->n_parts - 1 - i], v->n_parts - i, scale);
    html_raw(out, "</svg>");
}

static void add_life(struct buf *out, const struct site_part *part)
{
    if (part->box.w <= 0)
        html_raw(out, "; not on the page that is drawn");
    else if (part->life.middle_s > 0) {
        html_raw(out, "; lives about ");
        fragments_span(out, part->life.middle_s);
    } else
        html_raw(out, "; has not changed yet");
}

static void add_part(struct buf *out, const struct site_part *part, uint32_t number)
{
    HTML(out, "<li class=\"brow\" id=\"part-{}\"><span class=\"no\">{}</span><div><p class=\"t\">{}</p><p>", NUM(number),
         NUM(number), TEXT(part->excerpt.len ? part->excerpt : STR("Without words")));
    html_add_bytes(out, part->bytes);
    HTML(out, " on {} pages, {}", NUM(part->n_pages), WORD(part->exact ? "the same everywhere" : "nearly the same"));
    add_life(out, part);
    html_raw(out, "</p></div></li>\n");
}

static void add_choice(struct buf *out, struct str host, const struct site_view *v)
{
    HTML(
        out,
        "<form class=\"bar mt\" action=\"/site\"><input type=\"hidden\" name=\"host\" value=\"{}\"><label for=\"page\">Drawn over</label><select class=\"in\" "
        "id=\"page\" name=\"page\">",
        TEXT(host));
    for (uint32_t i = 0; i < v->n_pages; i++)
        HTML(out, "<option value=\"{}\"{}>{}</option>", NUM(v->page[i].id), MARKUP(i == v->drawn ? STR(" selected") : STR("")),
             TEXT(v->page[i].title.len ? v->page[i].title : v->page[i].url));
    html_raw(out, "</select><button class=\"btn\">Show</button></form>\n");
}

static void add_summary(struct buf *out, struct str host, const struct site_view *v)
{
    HTML(out,
         "<p class=\"crumb\"><a href=\"/site\">Sites</a></p><div class=\"head\"><div class=\"grow\"><h1>{}</h1><p class=\"lede\">",
         TEXT(host));
    html_add_number_of(out, v->n_found, "part");
    html_raw(out, v->n_found == 1 ? " is shared by several of " : " are shared by several of ");
    html_add_number_of(out, v->n_pages, "page");
    double saved = v->bytes ? 100.0 * (double)(v->bytes - v->bytes_once) / (double)v->bytes : 0;
    if (v->n_found && saved >= 1)
        buf_addf(out, ". Kept once each, their text would take %.0f %% less room", saved);
    html_raw(out, ".</p></div></div>\n");
    if (v->n_left_out)
        HTML(out, "<p class=\"note\">The first {} pages; {} more were not read.</p>", NUM(SITE_PAGES_MAX), NUM(v->n_left_out));
}

static void add_edge(struct http_request *r, struct str host)
{
    struct buf *out = &r->answer.body;

    html_raw(
        out,
        "<section class=\"sec\"><h2>For a cache</h2><p class=\"lede\">Your pages of this site as templates with edge side includes (ESI), and a file "
        "for each part with the seconds that it may be kept: a cache such as Varnish puts the very pages together.</p><form class=\"bar\" "
        "method=\"post\" action=\"/site/esi\">");
    shell_token(r);
    HTML(
        out,
        "<button class=\"btn\" name=\"host\" value=\"{}\">Make the templates</button><span class=\"hint\">Into a folder that stays current: <code>weft "
        "fragments esi --site {} --out DIR</code></span></form></section>\n",
        TEXT(host), TEXT(host));
}

static int show_site(struct http_request *r, struct str host, struct err *e)
{
    struct buf *out = &r->answer.body;
    struct site_view v;
    int failed = site_read(&r->caller, host, form_number(&r->query, "page"), &v, e);

    if (failed || (failed = shell_open(r, &(struct shell){ .title = host, .place = PLACE_SITE, .wide = true }, e)))
        return failed;
    add_summary(out, host, &v);
    add_choice(out, host, &v);
    html_raw(out, "<div class=\"pick mt\"><div class=\"map\">");
    add_drawing(out, &v);
    html_raw(out, "</div>");
    html_raw(out, "<ul>\n");
    for (uint32_t i = 0; i < v.n_parts; i++)
        add_part(out, &v.part[i], i + 1);
    html_raw(out,
             v.n_parts ? "</ul></div>\n" : "<li class=\"brow\"><p>Its pages share nothing of any size yet.</p></li></ul></div>\n");
    add_edge(r, host);
    shell_close(r);
    return 0;
}

int route_site(struct http_request *r, struct err *e)
{
    struct str host = form_value(&r->query, "host");

    return host.len ? show_site(r, host, e) : show_list(r, e);
}
