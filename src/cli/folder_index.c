/* What became of every page of two folders: as a web page, as a table, in one line. */
#include "cli/folder.h"
#include "cli/term.h"

#include <stdlib.h>

static const char *const state_names[PAGE_STATES] = {
    [PAGE_SAME] = "same",       [PAGE_CHANGED] = "changed", [PAGE_ADDED] = "added",
    [PAGE_REMOVED] = "removed", [PAGE_TROUBLE] = "trouble",
};

/* What asks for attention comes first. */
static const enum folder_state state_order[PAGE_STATES] = { PAGE_TROUBLE, PAGE_CHANGED, PAGE_ADDED, PAGE_REMOVED, PAGE_SAME };

const char *folder_state_name(enum folder_state state)
{
    return state_names[state];
}

void folder_add_url_path(struct buf *out, struct str path)
{
    for (size_t i = 0; i < path.len; i++) {
        unsigned char c = (unsigned char)path.ptr[i];
        bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (alphanumeric || (c && strchr("-._~/", c)))
            buf_add_char(out, (char)c);
        else
            buf_addf(out, "%%%02X", c);
    }
}

void folder_summary(const struct folder *f, struct buf *out)
{
    const char *between = ": ";

    buf_addf(out, "%u %s", f->n, f->n == 1 ? "page" : "pages");
    for (size_t i = 0; i < PAGE_STATES; i++) {
        uint32_t n = f->n_by_state[state_order[i]];
        if (n == 0)
            continue;
        buf_addf(out, "%s%u %s", between, n, state_names[state_order[i]]);
        between = ", ";
    }
    if (f->n_skipped)
        buf_add(out, STR("; "));
    folder_skipped(f, out);
    buf_add_char(out, '\n');
}

void folder_skipped(const struct folder *f, struct buf *out)
{
    if (f->n_skipped)
        buf_addf(out, "%u other %s not compared", f->n_skipped, f->n_skipped == 1 ? "file" : "files");
}

static uint32_t count_shared(const struct folder *f)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < f->changes.n; k++)
        n += folder_is_shared(f, &f->changes.item[k]);
    return n;
}

/* What the rows do not say: how much of it is the same everywhere, and how much only looks different. */
static void add_totals(const struct folder *f, struct buf *out)
{
    uint32_t shared = count_shared(f);
    uint64_t look = 0;

    for (uint32_t i = 0; i < f->n; i++)
        look += f->page[i].counts.class[CLASS_LOOK];
    if (shared)
        buf_addf(out, "%u %s the same on several pages\n", shared, shared == 1 ? "change is" : "changes are");
    if (look)
        buf_addf(out, "and %llu %s of look\n", (unsigned long long)look, look == 1 ? "change" : "changes");
}

void folder_table(const struct folder *f, struct buf *out)
{
    buf_addf(out, "%-8s %8s %8s %8s  %s\n", "state", "changes", "words+", "words-", "page");
    for (uint32_t i = 0; i < f->n; i++) {
        const struct folder_page *p = &f->page[i];
        if (p->state == PAGE_TROUBLE)
            buf_addf(out, "%-8s %8s %8s %8s  ", state_names[p->state], "-", "-", "-");
        else
            buf_addf(out, "%-8s %8u %8u %8u  ", state_names[p->state], p->counts.class[CLASS_CONTENT], p -> counts.words_inserted,
                     p->counts.words_deleted);
        term_add_safe(out, p->path);
        buf_add_char(out, '\n');
    }
    add_totals(f, out);
}

/* Nothing on this page is run or loaded, and the policy says so. On a narrow screen each row is a card: the page, and below it the counts
 * with what they count. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n"
    ":root { --plus: #0a7d33; --minus: #b3261e; --change: #8a5c00; --soft: #69655e }\n"
    "@media (prefers-color-scheme: dark) { :root { --plus: #3fb950; --minus: #ff8e86; --change: #e3b341; --soft: #9a9994 } }\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }\n"
    "h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }\n"
    "table { border-collapse: collapse; width: 100% }\n"
    "th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: baseline }\n"
    "td:nth-child(2) { overflow-wrap: anywhere } td small { display: block }\n"
    ".n { text-align: right; font-variant-numeric: tabular-nums }\n"
    ".added td:first-child { color: var(--plus) } .removed td:first-child { color: var(--minus) }\n"
    ".changed td:first-child { color: var(--change) } .trouble td:first-child { color: var(--minus); font-weight: bold }\n"
    ".same { opacity: .7 } h2 { font-size: 1.1rem } small { color: var(--soft) } .shared li { overflow-wrap: anywhere }\n"
    "del { color: var(--minus) } ins { color: var(--plus) }\n"
    "@media (max-width: 40rem) {\n"
    "body { margin: 1rem auto } thead { display: none } table, tbody { display: block }\n"
    "tr { display: flex; flex-wrap: wrap; gap: 0 .9rem; padding: .6rem 0; border-bottom: 1px solid #8886 }\n"
    "td { padding: 0; border: 0; font-size: .875rem } td:nth-child(2) { order: -1; flex: 0 0 100%; font-size: 1rem }\n"
    "td:nth-child(2) a { display: block; padding: .3rem 0 } td[data-unit]::after { content: \" \" attr(data-unit) }\n"
    ".n:nth-child(4)::before { content: \"+\" } .n:nth-child(5)::before { content: \"−\" }\n"
    ".same .n, .n:empty { display: none }\n}\n</style>\n";

static void add_count(struct buf *out, uint32_t n, const char *unit)
{
    buf_addf(out, "<td class=\"n\" data-unit=\"%s\">%u</td>", unit, n);
}

static void add_name(struct buf *out, const struct folder_page *p)
{
    if (p->file.len) {
        buf_add(out, STR("<a href=\""));
        folder_add_url_path(out, p->file);
        buf_add(out, STR("\">"));
    }
    buf_add_escaped(out, p->path);
    if (p->file.len)
        buf_add(out, STR("</a>"));
}

/* What stands below the name of a page that changed, where its count alone would leave a reader wondering. */
static const char *explain(const struct folder_page *p, uint32_t own)
{
    if (p->state != PAGE_CHANGED || own)
        return "";
    if (p->counts.class[CLASS_CONTENT])
        return "<small>Only what changed on other pages too.</small>";
    return "<small>The words are the same: what differs is look, or for programs.</small>";
}

struct index_row {
    const struct folder_page *page;
    uint32_t own; /* changes of content that other pages do not share */
};

static void add_row(struct buf *out, const struct index_row *row)
{
    const struct folder_page *p = row->page;
    uint32_t n = row->own;

    buf_addf(out, "<tr class=\"%s\"><td>%s</td><td>", state_names[p->state], state_names[p->state]);
    add_name(out, p);
    if (p->state == PAGE_TROUBLE) {
        buf_add(out, STR("<br>"));
        buf_add_escaped(out, p->trouble);
        buf_add(out, STR("</td><td class=\"n\"></td><td class=\"n\"></td><td class=\"n\"></td></tr>\n"));
        return;
    }
    buf_addf(out, "%s</td>", explain(p, n));
    add_count(out, n, n == 1 ? "change" : "changes");
    add_count(out, p->counts.words_inserted, p->counts.words_inserted == 1 ? "word" : "words");
    add_count(out, p->counts.words_deleted, p->counts.words_deleted == 1 ? "word" : "words");
    buf_add(out, STR("</tr>\n"));
}

static unsigned place_of(enum folder_state state)
{
    unsigned place = 0;

    while (state_order[place] != state)
        place++;
    return place;
}

/* By state; then by how many changes of its own, by words, by path. */
static int by_attention(const void *left, const void *right)
{
    const struct index_row *row_a = left, *row_b = right;
    const struct folder_page *a = row_a->page, *b = row_b->page;
    uint64_t words_a = (uint64_t)a->counts.words_inserted + a->counts.words_deleted;
    uint64_t words_b = (uint64_t)b->counts.words_inserted + b->counts.words_deleted;

    if (a->state != b->state)
        return place_of(a->state) < place_of(b->state) ? -1 : 1;
    if (row_a->own != row_b->own)
        return row_a->own > row_b->own ? -1 : 1;
    if (words_a != words_b)
        return words_a > words_b ? -1 : 1;
    return str_cmp(a->path, b->path);
}

static void add_rows(const struct folder *f, struct buf *out)
{
    AUTO(arena) scratch = { 0 };
    struct index_row *row = NEW_ARRAY_RAW(&scratch, struct index_row, f->n + 1);

    for (uint32_t i = 0; i < f->n; i++)
        row[i] = (struct index_row){ &f->page[i], folder_own(f, &f->page[i]) };
    qsort(row, f->n, sizeof *row, by_attention);
    for (uint32_t i = 0; i < f->n; i++)
        add_row(out, &row[i]);
}

/* The template's changes, once for all pages; the rows below count the others. */
static void add_shared(const struct folder *f, struct buf *out)
{
    if (!count_shared(f))
        return;
    buf_add(out, STR("<h2>The same on several pages</h2>\n<ul class=\"shared\">\n"));
    for (uint32_t k = 0; k < f->changes.n; k++) {
        const struct folder_change *c = &f->changes.item[k];

        if (!folder_is_shared(f, c))
            continue;
        buf_add(out, STR("<li>"));
        buf_add(out, c->html);
        buf_addf(out, " <small>on %u pages</small></li>\n", c->pages);
    }
    buf_add(out, STR("</ul>\n<h2>Page by page, without these</h2>\n"));
}

static void add_title(struct buf *out, const struct folder *f)
{
    buf_add_escaped(out, str_of(f->job->old));
    buf_add(out, STR(" and "));
    buf_add_escaped(out, str_of(f->job->new));
}

void folder_index(const struct folder *f, struct buf *out)
{
    buf_add(out, str_of(head));
    buf_add(out, STR("<title>"));
    add_title(out, f);
    buf_add(out, STR("</title>\n</head>\n<body>\n<h1>"));
    add_title(out, f);
    buf_add(out, STR("</h1>\n<p>"));
    folder_summary(f, out);
    buf_add(out, STR("</p>\n"));
    add_shared(f, out);
    buf_add(out, STR("<table>\n<thead><tr><th>State</th><th>Page</th><th class=\"n\">Changes</th>"
                     "<th class=\"n\">Words new</th><th class=\"n\">Words gone</th></tr></thead>\n<tbody>\n"));
    add_rows(f, out);
    buf_add(out, STR("</tbody>\n</table>\n</body>\n</html>\n"));
}
