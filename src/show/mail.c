/* In: pages and what changed on them. Out: a letter. The HTML is written front to back; before a page that could make it too long, it stops
 * and says how many are left out. O(bytes). */
#include "show/mail.h"

#include "base/limits.h"

/* A page takes its excerpts, each of some hundred bytes, five times where it is all quotes. */
#define MAIL_PAGE_ROOM KIB(14)

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta "
    "name=\"supported-color-schemes\" content=\"light dark\">\n<title>";
static const char style[] =
    "</title>\n<style>\n@media(prefers-color-scheme:dark){.wb{background:#101113!important}.wc{background:#17181b!important}.w1,.w1 "
    "a.wh{color:#ecebe8!important}.w2{color:#b9b8b4!important}.w3,.w3 "
    "a{color:#9a9994!important}.wl{border-color:#292b30!important}.wi{background:#14371f!important;color:#9fe6b6!important}.wd{"
    "background:#43201f!important;color:#ffb4ab!important}.wv{background:#2e2548!important;color:#d2c0ff!important}.wbtn{background:"
    "#93a9ff!important;color:#0d1430!important}.wa{color:#93a9ff!important}}\n@media(max-width:620px){.wp{padding-left:18px!important;"
    "padding-right:18px!important}}\n</style></head>\n<body class=\"wb\" style=\"margin:0;padding:0;background:#f7f6f3;font-family:-apple-"
    "system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;\">\n";
static const char sheet[] =
    "<table role=\"presentation\" class=\"wb\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" "
    "style=\"background:#f7f6f3\"><tr><td align=\"center\" style=\"padding:24px 8px\">\n";
static const char card[] =
    "<table role=\"presentation\" class=\"wc\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" "
    "style=\"width:100%;max-width:600px;background:#ffffff;border-radius:10px\"><tr><td class=\"wp\" style=\"padding:28px 32px 8px;word-break:"
    "break-word;overflow-wrap:anywhere\">\n"; /* an address of 300 letters must not make a telephone scroll sideways */
static const char between_cards[] = "<div style=\"height:16px;line-height:16px;font-size:0\">&nbsp;</div>\n";
static const char inserted[] =
    "<ins class=\"wi\" style=\"background:#d8f3df;color:#0c4f26;text-decoration:underline;padding:0 2px\">";
static const char deleted[] =
    "<del class=\"wd\" style=\"background:#fde4e0;color:#8c1d15;text-decoration:line-through;padding:0 2px\">";
static const char moved[] =
    "<span class=\"wv\" style=\"background:#efe7fb;color:#54309b;border-bottom:1px dotted #54309b;padding:0 2px\">";
#define QUIET "<p class=\"w3\" style=\"margin:0 0 3px;font-size:13px;line-height:1.4;color:#69655e\">"

static void add(struct buf *out, const char *text)
{
    buf_add(out, str_of(text));
}

/* ---- A change ---- */

static void add_marked(struct buf *out, const char *open, struct str text, const char *close)
{
    add(out, open);
    buf_add_escaped(out, text);
    add(out, close);
}

static bool is_moved(const struct excerpt *x)
{
    return x->kind == CHANGE_MOVE;
}

/* Of a link or a look that is another one the words are the same: what is said of them stands behind them. */
static bool says_behind(const struct excerpt *x)
{
    return x->kind > CHANGE_MOVE && x->new.len && x->note.len;
}

/* The heading above it and what is said of it: "Tables › Oak table, price"; empty: neither is known. */
static struct str place_of(const struct excerpt *x, struct buf *out)
{
    struct str where = str_ends(x->where, STR(":")) ? str_sub(x->where, 0, x->where.len - 1) : x->where;
    struct str note = says_behind(x) ? STR("") : x->note.len || !is_moved(x) ? x->note : STR("moved here");
    buf_addf(out, "%.*s%s%.*s", STR_ARG(where), where.len && note.len ? " › " : "", STR_ARG(note));
    return buf_str(out);
}

static void add_place(struct buf *out, const struct excerpt *x)
{
    AUTO(buf) words = BUF(KIB(64));
    if (place_of(x, &words).len)
        add_marked(out, QUIET, buf_str(&words), "</p>");
}

/* Old, a space, new; never touching. */
static void add_excerpt(struct buf *out, const struct excerpt *x)
{
    bool marks = x->kind <= CHANGE_UPDATE;
    add(out, "<tr><td class=\"wl\" style=\"padding:14px 0;border-top:1px solid #e6e3dd\">");
    add_place(out, x);
    add(out, "<p class=\"w1\" style=\"margin:0;font-size:16px;line-height:1.55;color:#1d1c1a\">");
    buf_add_escaped(out, x->before);
    if (x->before.len && !x->joins_before)
        buf_add_char(out, ' ');
    if (x->old.len)
        add_marked(out, deleted, x->old, "</del>");
    if (x->old.len && x->new.len)
        buf_add_char(out, ' ');
    if (x->new.len && marks)
        add_marked(out, inserted, x->new, "</ins>");
    else if (x->new.len && is_moved(x))
        add_marked(out, moved, x->new, "</span>");
    else
        buf_add_escaped(out, x->new);
    if (x->after.len && !x->joins_after)
        buf_add_char(out, ' ');
    buf_add_escaped(out, x->after);
    if (says_behind(x))
        add_marked(out, " (", x->note, ")");
    add(out, "</p></td></tr>\n");
}

/* ---- A page ---- */

static void add_link(struct buf *out, const char *class, const char *css, struct str url, struct str text)
{
    buf_addf(out, "<a class=\"%s\" href=\"", class);
    buf_add_escaped(out, url);
    buf_addf(out, "\" style=\"%s\">", css);
    buf_add_escaped(out, text);
    add(out, "</a>");
}

/* Only what is surely a web address becomes one that can be clicked. */
static struct str safe(struct str url)
{
    return str_starts(url, STR("https://")) || str_starts(url, STR("http://")) ? url : STR("");
}

static void add_title(struct buf *out, const struct mail_page *p)
{
    struct str parts[] = { p->title, p->host, p->when };
    const char *between = "";
    add(out, "<p class=\"w3\" style=\"margin:0 0 8px;font-size:13px;line-height:1.4;color:#69655e\">");
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        if (parts[i].len == 0)
            continue;
        add(out, between);
        buf_add_escaped(out, parts[i]);
        between = " · ";
    }
    add(out, "</p>\n<h1 class=\"w1\" style=\"margin:0 0 18px;font-size:24px;line-height:1.3;font-weight:700;color:#1d1c1a;"
             "letter-spacing:-.01em\">");
    struct str url = safe(p->diff.len ? p->diff : p->url);
    if (url.len)
        add_link(out, "wh", "color:#1d1c1a;text-decoration:none", url, p->headline);
    else
        buf_add_escaped(out, p->headline);
    add(out, "</h1>\n");
}

static void add_actions(struct buf *out, const struct mail_page *p)
{
    const struct {
        struct str url;
        const char *words;
    } acts[] = { { p->dismiss, "Dismiss, this does not matter" },
                 { p->pause, "Pause this page for a week" },
                 { p->rest, "Switch this sentinel off" },
                 { p->history, "History" } };
    struct str target = safe(p->diff.len ? p->diff : p->url);
    const char *between = "";
    if (target.len) {
        add(out, "<table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr><td class=\"wbtn\" "
                 "style=\"background:#2f4dc0;border-radius:6px\">");
        add_link(out, "wbtn",
                 "display:inline-block;padding:12px 22px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none;border-"
                 "radius:6px",
                 target, p->diff.len ? STR("See it on the page") : STR("Open the page"));
        add(out, "</td></tr></table>\n");
    }
    add(out, "<p class=\"w2\" style=\"margin:22px 0 26px;font-size:14px;line-height:1.6;color:#504d47\">");
    for (size_t i = 0; i < ARRAY_LEN(acts); i++) {
        if (safe(acts[i].url).len == 0)
            continue;
        add(out, between);
        add_link(out, "wa", "color:#2f4dc0", acts[i].url, str_of(acts[i].words));
        between = " &nbsp; ";
    }
    add(out, "</p>\n");
}

/* Where the rest can be seen, for a letter that cannot link to it. */
static const char *more_where(const struct mail_page *p)
{
    return p->diff.len ? "" : "; 'weft diff ADDRESS' shows everything";
}

static void add_page(struct buf *out, const struct mail_page *p)
{
    add(out, card);
    add_title(out, p);
    if (p->note.len)
        add_marked(out, "<p class=\"w2\" style=\"margin:0 0 14px;font-size:14px;line-height:1.5;color:#504d47\">", p->note,
                   "</p>\n");
    add(out, "<table role=\"presentation\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\">\n");
    for (uint32_t i = 0; i < p->changes.n; i++)
        add_excerpt(out, &p->changes.item[i]);
    if (p->n_more)
        buf_addf(out,
                 "<tr><td class=\"wl w3\" style=\"padding:14px 0 20px;border-top:1px solid #e6e3dd;font-size:14px;line-height:1.5;"
                 "color:#69655e\">and %u more %s%s</td></tr>",
                 p->n_more, p->n_more == 1 ? "change" : "changes", more_where(p));
    else
        add(out, "<tr><td style=\"padding:0 0 8px\"></td></tr>");
    add(out, "</table>\n");
    add_actions(out, p);
    add(out, "</td></tr></table>\n");
}

/* ---- The letter ---- */

/* What a list of mails shows beside the subject. */
static void add_preview(struct buf *out, const struct mail_letter *m)
{
    AUTO(buf) text = BUF(KIB(8));
    if (m->n_pages > 1)
        for (uint32_t i = 1; i < m->n_pages && i < 4; i++)
            buf_addf(&text, "%.*s. ", STR_ARG(m->page[i].headline));
    else if (m->n_pages)
        for (uint32_t i = 0; i < m->page->changes.n; i++)
            buf_addf(&text, "%.*s ", STR_ARG(m->page->changes.item[i].new));
    add_marked(out, "<div style=\"display:none;max-height:0;overflow:hidden\">", buf_str(&text), "</div>\n");
}

static void add_plain(struct buf *out, const struct mail_letter *m)
{
    add(out, card);
    for (uint32_t i = 0; i < m->n_plain; i++)
        add_marked(out,
                   i ? "<p class=\"w1\" style=\"margin:0 0 18px;font-size:16px;line-height:1.55;color:#1d1c1a\">"
                     : "<h1 class=\"w1\" style=\"margin:0 0 18px;font-size:24px;line-height:1.3;color:#1d1c1a\">",
                   m->plain[i], i ? "</p>\n" : "</h1>\n");
    add(out, "</td></tr></table>\n");
}

static struct str off_words(const struct mail_letter *m)
{
    return m->n_pages && m->page->rest.len ? STR("Switch this sentinel off") : STR("No more mails about this page");
}

static void add_foot(struct buf *out, const struct mail_letter *m)
{
    add(out,
        "<table role=\"presentation\" width=\"600\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" "
        "style=\"width:100%;max-width:600px\"><tr><td class=\"wp w3\" style=\"padding:16px 32px;font-size:13px;line-height:1.6;"
        "color:#69655e\">");
    if (m->n_before)
        add(out, "Before this:<br>");
    for (uint32_t i = 0; i < m->n_before; i++)
        add_marked(out, "", m->before[i], "<br>");
    if (m->n_pages == 1 && m->page->why.len)
        add_marked(out, "", m->page->why, "<br>");
    if (m->n_pages && m->page->dismiss.len)
        add(out, "The links above ask you once more before anything changes.<br>");
    buf_add_escaped(out, m->foot);
    if (safe(m->off).len) {
        add(out, " · ");
        add_link(out, "w3", "color:#69655e", m->off, off_words(m));
    }
    add(out, "</td></tr></table>\n");
}

void mail_html(const struct mail_letter *m, struct buf *out)
{
    uint32_t i = 0;
    add(out, head);
    buf_add_escaped(out, m->subject);
    add(out, style);
    add_preview(out, m);
    add(out, sheet);
    if (m->n_plain)
        add_plain(out, m);
    for (; i < m->n_pages && (i == 0 || out->len + MAIL_PAGE_ROOM < MAIL_HTML_MAX); i++) {
        add(out, i ? between_cards : "");
        add_page(out, &m->page[i]);
    }
    if (i < m->n_pages)
        buf_addf(out, "<p class=\"w3\" style=\"font-size:14px;color:#69655e\">and %u more %s; 'weft report' has them all</p>\n",
                 m->n_pages - i, m->n_pages - i == 1 ? "page" : "pages");
    add_foot(out, m);
    add(out, "</td></tr></table></body></html>\n");
}

/* ---- Text ---- */

/* For a reader without markup: 4.20 → 4.62 euro; [new: sale]; Gone: a whole line. */
static const struct mail_marks plain_marks = {
    .old = { "[gone: ", "]" }, .new = { "[new: ", "]" }, .line = { "Gone: ", "New: " }, .arrow = " → ", .end = "\n", .add = buf_add
};

static void add_between(struct buf *out, const char *const mark[2], struct str text, const struct mail_marks *marks)
{
    add(out, mark[0]);
    marks->add(out, text);
    add(out, mark[1]);
}

static bool is_line(const struct excerpt *x, const struct mail_marks *marks)
{
    return marks->line[0] && x->before.len + x->after.len == 0;
}

/* What changed may be all look: then its place says everything. */
static bool has_words(const struct excerpt *x)
{
    return x->before.len + x->old.len + x->new.len + x->after.len > 0;
}

/* What went and what came. */
static void add_words(const struct excerpt *x, const struct mail_marks *marks, struct buf *out)
{
    static const char *const bare[2] = { "", "" };
    bool is_marked = x->kind <= CHANGE_UPDATE, is_whole = is_line(x, marks);
    bool is_pair = x->old.len && x->new.len, is_bare = is_whole || (is_pair && marks->arrow);
    if (x->old.len)
        add_between(out, is_bare ? bare : marks->old, x->old, marks);
    if (is_pair)
        add(out, marks->arrow ? marks->arrow : " ");
    if (x->new.len)
        add_between(out, is_bare || !is_marked ? bare : marks->new, x->new, marks);
}

static void add_excerpt_text(const struct excerpt *x, const struct mail_marks *marks, struct buf *out)
{
    AUTO(buf) place = BUF(KIB(64));
    bool is_one_side = x->kind <= CHANGE_UPDATE && (x->old.len == 0 || x->new.len == 0);
    if (is_one_side && is_line(x, marks))
        add(out, marks->line[x->new.len > 0]);
    marks->add(out, place_of(x, &place));
    add(out, place.len && has_words(x) ? ": " : "");
    marks->add(out, x->before);
    add(out, x->before.len && !x->joins_before ? " " : "");
    add_words(x, marks, out);
    add(out, x->after.len && !x->joins_after ? " " : "");
    marks->add(out, x->after);
    if (says_behind(x))
        add_between(out, (const char *const[2]){ " (", ")" }, x->note, marks);
    add(out, marks->end);
}

void mail_changes(const struct mail_page *p, const struct mail_marks *marks, uint32_t max, struct buf *out)
{
    uint32_t n = MIN(p->changes.n, max);
    for (uint32_t i = 0; i < n; i++)
        add_excerpt_text(&p->changes.item[i], marks, out);
    if (p->n_more + p->changes.n - n)
        buf_addf(out, "and %u more%s", p->n_more + p->changes.n - n, marks->end);
}

void mail_changes_text(const struct mail_page *p, uint32_t max, struct buf *out)
{
    mail_changes(p, &plain_marks, max, out);
}

static void add_line(struct buf *out, const char *before, struct str text)
{
    if (text.len)
        buf_addf(out, "%s%.*s\n", before, STR_ARG(text));
}

static void add_page_text(const struct mail_page *p, struct buf *out)
{
    buf_addf(out, "%.*s\n", STR_ARG(p->headline));
    struct str page = p->title.len ? p->title : p->host;
    buf_addf(out, "%.*s%s%.*s\n\n", STR_ARG(page), page.len && p->when.len ? ", " : "", STR_ARG(p->when));
    add_line(out, "", p->note);
    buf_add(out, p->note.len ? STR("\n") : STR(""));
    for (uint32_t i = 0; i < p->changes.n; i++) {
        add_excerpt_text(&p->changes.item[i], &plain_marks, out);
        buf_add_char(out, '\n');
    }
    if (p->n_more)
        buf_addf(out, "and %u more %s%s\n\n", p->n_more, p->n_more == 1 ? "change" : "changes", more_where(p));
    add_line(out, "The page:    ", p->url);
    add_line(out, "Difference:  ", p->diff);
    add_line(out, "Dismiss:     ", p->dismiss);
    add_line(out, "Pause:       ", p->pause);
    add_line(out, "Switch off:  ", p->rest);
    add_line(out, "", p->why);
}

void mail_text(const struct mail_letter *m, struct buf *out)
{
    for (uint32_t i = 0; i < m->n_plain; i++)
        buf_addf(out, "%.*s\n\n", STR_ARG(m->plain[i]));
    if (m->text.len)
        buf_addf(out, "%.*s\n", STR_ARG(m->text));
    for (uint32_t i = 0; i < m->n_pages && m->text.len == 0; i++) {
        buf_add(out, i ? STR("\n----------------------------------------\n\n") : STR(""));
        add_page_text(&m->page[i], out);
    }
    buf_add(out, m->n_before ? STR("\nBefore this:\n") : STR(""));
    for (uint32_t i = 0; i < m->n_before; i++)
        add_line(out, "  ", m->before[i]);
    buf_add(out, STR("\n-- \n"));
    add_line(out, "", m->foot);
    if (m->off.len)
        buf_addf(out, "%.*s: %.*s\n", STR_ARG(off_words(m)), STR_ARG(m->off));
}
