/* What became of every page of two folders: as a web page, as a table, in one line. */
#include "cli/folder.h"
#include "cli/term.h"

static const char *const state_names[PAGE_STATES] = {
    [PAGE_SAME] = "same",       [PAGE_CHANGED] = "changed", [PAGE_ADDED] = "added",
    [PAGE_REMOVED] = "removed", [PAGE_TROUBLE] = "trouble",
};

/* What asks for attention comes first. */
static const enum page_state state_order[PAGE_STATES] = { PAGE_TROUBLE, PAGE_CHANGED, PAGE_ADDED, PAGE_REMOVED, PAGE_SAME };

const char *page_state_name(enum page_state state)
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
    buf_add_char(out, '\n');
}

void folder_table(const struct folder *f, struct buf *out)
{
    buf_addf(out, "%-8s %8s %8s %8s  %s\n", "state", "changes", "words+", "words-", "page");
    for (uint32_t i = 0; i < f->n; i++) {
        const struct folder_page *p = &f->page[i];
        if (p->state == PAGE_TROUBLE)
            buf_addf(out, "%-8s %8s %8s %8s  ", state_names[p->state], "-", "-", "-");
        else
            buf_addf(out, "%-8s %8llu %8u %8u  ", state_names[p->state], (unsigned long long)counts_changes(&p->counts),
                     p->counts.words_inserted, p->counts.words_deleted);
        term_add_safe(out, p->path);
        buf_add_char(out, '\n');
    }
}

/* Nothing on this page is run or loaded, and the policy says so. */
static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<style>\n"
    "body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }\n"
    "table { border-collapse: collapse; width: 100% }\n"
    "th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; text-align: left; overflow-wrap: anywhere }\n"
    ".n { text-align: right; font-variant-numeric: tabular-nums; overflow-wrap: normal }\n"
    ".added td:first-child { color: #0a7d33 } .removed td:first-child { color: #b3261e }\n"
    ".changed td:first-child { color: #9a6700 } .trouble td:first-child { color: #b3261e; font-weight: bold }\n"
    ".same { opacity: .6 }\n</style>\n";

static void add_count(struct buf *out, uint64_t n)
{
    buf_addf(out, "<td class=\"n\">%llu</td>", (unsigned long long)n);
}

static void add_row(struct buf *out, const struct folder_page *p)
{
    buf_addf(out, "<tr class=\"%s\"><td>%s</td><td>", state_names[p->state], state_names[p->state]);
    if (p->file.len) {
        buf_add(out, STR("<a href=\""));
        folder_add_url_path(out, p->file);
        buf_add(out, STR("\">"));
    }
    buf_add_escaped(out, p->path);
    if (p->file.len)
        buf_add(out, STR("</a>"));
    if (p->state == PAGE_TROUBLE) {
        buf_add(out, STR("<br>"));
        buf_add_escaped(out, p->trouble);
        buf_add(out, STR("</td><td></td><td></td><td></td></tr>\n"));
        return;
    }
    buf_add(out, STR("</td>"));
    add_count(out, counts_changes(&p->counts));
    add_count(out, p->counts.words_inserted);
    add_count(out, p->counts.words_deleted);
    buf_add(out, STR("</tr>\n"));
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
    buf_add(out, STR("</p>\n<table>\n<thead><tr><th>State</th><th>Page</th><th class=\"n\">Changes</th>"
                     "<th class=\"n\">Words new</th><th class=\"n\">Words gone</th></tr></thead>\n<tbody>\n"));
    for (size_t i = 0; i < PAGE_STATES; i++) {
        for (uint32_t k = 0; k < f->n; k++) {
            if (f->page[k].state == state_order[i])
                add_row(out, &f->page[k]);
        }
    }
    buf_add(out, STR("</tbody>\n</table>\n</body>\n</html>\n"));
}
