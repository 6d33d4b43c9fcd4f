/* The report as a web page of one file, and the history of a page beside it. Both stand alone: style and script are inside, and a policy
 * lets nothing else run or load. O(output). */
#include "base/moment.h"
#include "base/share.h"
#include "base/size.h"
#include "show/report.h"
#include "show/web.h"

static const char *const part_titles[REPORT_PARTS] = {
    [REPORT_NEW] = "New for you",         [REPORT_SUSPECT] = "Suspect",  [REPORT_TROUBLE] = "Problems",
    [REPORT_WAITING] = "Not fetched yet", [REPORT_SAME] = "Nothing new",
};

static const char *const part_notes[REPORT_PARTS] = {
    [REPORT_NEW] = "",
    [REPORT_SUSPECT] =
        "These look different from what they usually are. They are kept, and announced when they come a second time.",
    [REPORT_TROUBLE] = "Something is wrong with these. What was stored before is still there.",
    [REPORT_WAITING] = "",
    [REPORT_SAME] = "",
};

static void add_head(struct buf *out, struct str title)
{
    buf_add(out,
            STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
                "content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src "));
    buf_add(out, web_report_js_policy);
    buf_add(out,
            STR("\">\n<meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">"
                "<meta name=\"referrer\" content=\"no-referrer\">\n<title>"));
    buf_add_escaped(out, title);
    buf_add(out, STR("</title>\n<style>"));
    buf_add(out, web_report_css);
    buf_add(out, STR("</style></head>\n"));
}

static void add_tail(struct buf *out)
{
    buf_add(out, STR("<script>"));
    buf_add(out, web_report_js);
    buf_add(out, STR("</script></body></html>\n"));
}

/* The script turns it into "3 hours ago" and keeps the moment as the title. */
static void add_time(struct buf *out, int64_t at)
{
    buf_add(out, STR("<time datetime=\""));
    moment_add_utc(out, at);
    buf_add(out, STR("\">"));
    moment_add(out, at);
    buf_add(out, STR("</time>"));
}

static bool is_web(struct str url)
{
    return str_starts_nocase(url, STR("http://")) || str_starts_nocase(url, STR("https://"));
}

static void add_link(struct buf *out, const char *class, struct str href, const char *text)
{
    buf_addf(out, "<a class=\"%s\" href=\"", class);
    buf_add_escaped(out, href);
    buf_addf(out, "\">%s</a>", text);
}

/* A command that can be copied; without script it can be marked and copied all the same. */
struct command_line {
    const char *command;
    struct str page, options; /* either may be empty */
};

static void add_command(struct buf *out, const char *label, const struct command_line *c)
{
    AUTO(buf) line = BUF(64 << 10);

    buf_addf(&line, "weft %s", c->command);
    if (c->page.len) {
        buf_add_char(&line, ' ');
        report_quoted(&line, c->page);
    }
    buf_add(&line, c->options);
    buf_addf(out, "<span class=\"command\"><button type=\"button\" data-copy>%s</button><code>", label);
    buf_add_escaped(out, buf_str(&line));
    buf_add(out, STR("</code></span>"));
}

static void add_title(struct buf *out, const struct report_row *row)
{
    struct str title = row->title.len ? row->title : report_name(row);

    buf_add(out, STR("<h3>"));
    if (is_web(row->url)) {
        buf_add(out, STR("<a href=\""));
        buf_add_escaped(out, row->url);
        buf_add(out, STR("\" rel=\"noreferrer\">"));
        buf_add_escaped(out, title);
        buf_add(out, STR("</a>"));
    } else {
        buf_add_escaped(out, title);
    }
    buf_add(out, STR("</h3>"));
}

static void add_address(struct buf *out, const struct report_row *row)
{
    if (row->title.len == 0 && row->n_tags == 0)
        return;
    buf_add(out, STR("<p class=\"address\">"));
    if (row->title.len)
        buf_add_escaped(out, report_name(row));
    for (uint32_t i = 0; i < row->n_tags; i++) {
        buf_add(out, STR(" <span class=\"tag\">"));
        buf_add_escaped(out, row->tag[i]);
        buf_add(out, STR("</span>"));
    }
    buf_add(out, STR("</p>"));
}

static void add_words(struct buf *out, const char *before, struct str text, const char *after)
{
    if (text.len == 0)
        return;
    buf_add(out, str_of(before));
    buf_add_escaped(out, text);
    buf_add(out, str_of(after));
}

static void add_change(struct buf *out, const struct excerpt *c)
{
    bool markup = c->kind >= CHANGE_FORMAT, moved = c->kind == CHANGE_MOVE;

    buf_add(out, STR("<li>"));
    add_words(out, "<em class=\"where\">", c->where, str_ends(c->where, STR(":")) ? "</em> " : ":</em> ");
    add_words(out, "<span class=\"around\">", c->before, c->joins_before ? "</span>" : "</span> ");
    add_words(out, "<del>", c->old, c->new.len ? "</del> " : "</del>");
    add_words(out,
              markup  ? "<span class=\"markup\">"
              : moved ? "<ins class=\"moved\">"
                      : "<ins>",
              c->new, markup ? "</span>" : "</ins>");
    add_words(out, c->joins_after ? "<span class=\"around\">" : " <span class=\"around\">", c->after, "</span>");
    add_words(out, " <em>", moved && !c->note.len ? STR("moved") : c->note, "</em>");
    buf_add(out, STR("</li>"));
}

static void add_changes(struct buf *out, const struct report_row *row)
{
    if (row->excerpts.n == 0)
        return;
    buf_add(out, STR("<ul class=\"changes\">"));
    for (uint32_t i = 0; i < row->excerpts.n; i++)
        add_change(out, &row->excerpts.item[i]);
    if (row->compared && row->n_changes > row->excerpts.n)
        buf_addf(out, "<li class=\"more\">and %u more</li>", row->n_changes - row->excerpts.n);
    buf_add(out, STR("</ul>"));
}

static void add_new_facts(struct buf *out, const struct report_row *row)
{
    buf_add(out, STR("<p class=\"facts\">"));
    add_time(out, row->changed_at);
    buf_addf(out, " <span>version %lld</span>", (long long)row->newest);
    if (row->upto > row->newest)
        buf_addf(out, " <span>as it is in version %lld</span>", (long long)row->upto);
    if (row->n_versions > 1)
        buf_addf(out, " <span>%u versions since you looked</span>", row->n_versions);
    else if (row->seen)
        buf_addf(out, " <span>you saw %lld</span>", (long long)row->seen);
    else
        buf_add(out, STR(" <span class=\"first\">new to you</span>"));
    if (row->compared)
        buf_addf(out, " <span><b class=\"plus\">+%u</b> <b class=\"minus\">&minus;%u</b> words</span>", row->words_inserted,
                 row->words_deleted);
    if (row->importance >= 0)
        buf_addf(out, " <span title=\"how much the change matters, from 0 to 1\">importance %.*f</span>",
                 share_digits(row->importance), row->importance);
    buf_add(out, STR("</p>"));
}

/* The paper's three: Remember, Diff, History. */
static void add_actions(struct buf *out, const struct report_row *row, struct str options)
{
    buf_add(out, STR("<p class=\"actions\">"));
    if (row->diff_file.len)
        add_link(out, "button main", row->diff_file, "Diff");
    if (row->page_file.len)
        add_link(out, row->diff_file.len ? "button" : "button main", row->page_file, "Page");
    if (row->history_file.len)
        add_link(out, "button", row->history_file, "History");
    add_command(out, "Remember", &(struct command_line){ "seen", report_name(row), options });
    buf_add(out, STR("</p>"));
}

static void add_card(struct buf *out, const struct report_row *row, struct str options)
{
    buf_addf(out, "<article class=\"%s\">", report_part_name(row->part));
    add_title(out, row);
    add_address(out, row);
    if (row->part == REPORT_NEW) {
        add_new_facts(out, row);
        add_words(out, "<p class=\"message\">", row->message, "</p>");
        if (report_says_more(row))
            add_words(out, "<p class=\"headline\">", row->headline, "</p>");
        add_changes(out, row);
        add_actions(out, row, options);
    } else {
        add_words(out, "<p class=\"message\">", row->message, "</p>");
        buf_add(out, STR("<p class=\"facts\">"));
        if (row->checked_at != NEVER) {
            buf_add(out, STR("<span>checked "));
            add_time(out, row->checked_at);
            buf_add(out, STR("</span>"));
        }
        if (row->n_errors > 1)
            buf_addf(out, " <span>%lld times in a row</span>", (long long)row->n_errors);
        buf_add(out, STR("</p><p class=\"actions\">"));
        bool trouble = row->part == REPORT_TROUBLE;
        add_command(out, trouble ? "Explain" : "Check again",
                    &(struct command_line){ trouble ? "why" : "check", report_name(row), options });
        buf_add(out, STR("</p>"));
    }
    buf_add(out, STR("</article>\n"));
}

/* What needs no attention: a line each. */
static void add_quiet(struct buf *out, const struct report_row *row)
{
    buf_add(out, STR("<tr><td>"));
    add_title(out, row);
    add_address(out, row);
    buf_add(out, STR("</td><td>"));
    if (row->checked_at != NEVER)
        add_time(out, row->checked_at);
    buf_add(out, STR("</td><td>"));
    if (row->next_check_at != NEVER)
        add_time(out, row->next_check_at);
    buf_add(out, STR("</td></tr>\n"));
}

static void add_quiet_part(struct buf *out, const struct report *r, uint32_t at, enum report_part part)
{
    uint32_t n = r->n_part[part], told = MIN(n, (uint32_t)REPORT_SHOWN_MAX);

    buf_addf(out,
             "<details class=\"part\"><summary><h2>%s</h2> <span class=\"n\">%u</span></summary>\n<table><thead><tr><th>Page</th>"
             "<th>Checked</th><th>Next</th></tr></thead><tbody>\n",
             part_titles[part], n);
    for (uint32_t i = 0; i < told; i++)
        add_quiet(out, &r->row[at + i]);
    buf_add(out, STR("</tbody></table>"));
    if (n > told)
        buf_addf(out, "<p class=\"note\">and %u more: <code>weft list</code></p>", n - told);
    buf_add(out, STR("</details>\n"));
}

static void add_part(struct buf *out, const struct report *r, uint32_t at, enum report_part part)
{
    uint32_t n = r->n_part[part], told = MIN(n, (uint32_t)REPORT_SHOWN_MAX);

    buf_addf(out, "<section class=\"part\"><h2>%s</h2> <span class=\"n\">%u</span>\n", part_titles[part], n);
    if (*part_notes[part])
        buf_addf(out, "<p class=\"note\">%s</p>\n", part_notes[part]);
    for (uint32_t i = 0; i < told; i++)
        add_card(out, &r->row[at + i], r->options);
    if (n > told)
        buf_addf(out, "<p class=\"note\">and %u more: <code>weft report</code></p>", n - told);
    buf_add(out, STR("</section>\n"));
}

static void add_summary(struct buf *out, const struct report *r)
{
    uint32_t n = r->n_part[REPORT_NEW];

    buf_add(out, STR("<header><p class=\"brand\">weft</p><h1>"));
    if (n == 0)
        buf_add(out, STR("Nothing new"));
    else
        buf_addf(out, "%u %s new", n, n == 1 ? "page is" : "pages are");
    AUTO(buf) whom = BUF(64 << 10);
    report_whom(&whom, r->user);
    buf_add_char(out, ' ');
    buf_add_escaped(out, buf_str(&whom));
    buf_add(out, STR("</h1><p class=\"facts\">"));
    buf_addf(out, "<span>%u %s watched</span> <span>made ", r->n + r->n_muted, r->n + r->n_muted == 1 ? "page" : "pages");
    add_time(out, r->now);
    buf_add(out, STR("</span>"));
    if (r->n_muted)
        buf_addf(out, " <span>%u left out, because your priorities give them no weight</span>", r->n_muted);
    buf_add(out, STR("</p>"));
    if (n > 1) {
        buf_add(out, STR("<p class=\"actions\"><input type=\"search\" placeholder=\"Filter by word, address or tag\" "
                         "aria-label=\"Filter\" hidden>"));
        add_command(out, "Remember all", &(struct command_line){ "seen --all", STR(""), r->options });
        buf_add(out, STR("</p>"));
    }
    buf_add(out, STR("</header>\n<main>\n"));
}

void report_html(const struct report *r, struct buf *out)
{
    AUTO(buf) title = BUF(64 << 10);
    uint32_t at = 0;

    buf_add(&title, STR("What is new "));
    report_whom(&title, r->user);
    add_head(out, buf_str(&title));
    buf_add(out, STR("<body class=\"report\">\n"));
    add_summary(out, r);
    for (int part = 0; part < REPORT_PARTS; part++) {
        if (r->n_part[part] && part >= REPORT_WAITING)
            add_quiet_part(out, r, at, part);
        else if (r->n_part[part])
            add_part(out, r, at, part);
        at += r->n_part[part];
    }
    buf_add(out, STR("</main>\n"));
    add_tail(out);
}

/* ---- History ---- */

static void add_mark(struct buf *out, bool there, const char *word)
{
    if (there)
        buf_addf(out, " <span class=\"tag\">%s</span>", word);
}

static void add_version(struct buf *out, const struct report_history *h, const struct report_version *v, bool newest)
{
    AUTO(buf) at = BUF(64 << 10);

    buf_addf(out, "<tr><td class=\"number\">%lld</td><td>", (long long)v->number);
    add_time(out, v->at);
    buf_add(out, STR("</td><td class=\"size\">"));
    size_add_short(out, (uint64_t)v->bytes);
    buf_add(out, STR("</td><td>"));
    add_mark(out, newest, "newest");
    add_mark(out, v->seen, "seen");
    add_mark(out, v->kept, "kept");
    add_mark(out, v->suspect, "suspect");
    add_mark(out, v->quiet, "quiet");
    add_mark(out, v->lost, "lost");
    buf_add(out, STR("</td><td class=\"actions\">"));
    if (v->diff_file.len)
        add_link(out, "button main", v->diff_file, "Diff");
    if (v->page_file.len)
        add_link(out, "button", v->page_file, "Page");
    buf_addf(&at, "%.*s@%lld", STR_ARG(h->name), (long long)v->number);
    add_command(out, "Show", &(struct command_line){ "show --text", buf_str(&at), h->options });
    buf_add(out, STR("</td></tr>\n"));
}

void report_history_html(const struct report_history *h, struct buf *out)
{
    struct report_row row = { .url = h->url, .title = h->title, .name = h->name };

    add_head(out, h->title.len ? h->title : report_name(&row));
    buf_add(out, STR("<body class=\"history\">\n<header><p class=\"brand\">weft"));
    if (h->report_file.len) {
        buf_add(out, STR(" &middot; "));
        add_link(out, "back", h->report_file, "back to the report");
    }
    buf_add(out, STR("</p>"));
    add_title(out, &row);
    add_address(out, &row);
    buf_addf(
        out,
        "<p class=\"facts\"><span>%u %s</span></p></header>\n<main><table><thead><tr><th>Version</th><th>Fetched</th><th>Size</th>"
        "<th></th><th></th></tr></thead><tbody>\n",
        h->n, h->n == 1 ? "version" : "versions");
    for (uint32_t i = 0; i < h->n; i++)
        add_version(out, h, &h->version[i], i == 0);
    buf_add(out, STR("</tbody></table>\n<p class=\"note\">Any two versions: <code>weft diff "));
    buf_add_escaped(out, h->name);
    buf_add(out, STR("@A @B --output diff.html"));
    buf_add_escaped(out, h->options);
    buf_add(out, STR("</code></p></main>\n"));
    add_tail(out);
}
