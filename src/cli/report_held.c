/* weft report --held-back: what was not announced, page by page, with the reasons. */
#include "archive/held.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/output.h"
#include "cli/report.h"

enum { VERSIONS_MAX = 5, PARTS_MAX = 3 }; /* of one page, of one version: the log has all */

static void add_parts(struct buf *out, const struct held_row *row)
{
    for (uint32_t i = 0; i < MIN(row->parts.n, (uint32_t)PARTS_MAX) && !row->suspect; i++) {
        buf_add(out, STR("      "));
        term_add_safe(out, row->parts.item[i].what);
        if (!str_eq(row->parts.item[i].why, row->why)) {
            buf_add(out, STR(" ("));
            term_add_safe(out, row->parts.item[i].why);
            buf_add_char(out, ')');
        }
        buf_add_char(out, '\n');
    }
    if (row->parts.n == 0 && row->verdict.headline.len) {
        buf_add(out, STR("      "));
        term_add_safe(out, row->verdict.headline);
        buf_add_char(out, '\n');
    }
}

static void add_row(struct buf *out, const struct held_row *row)
{
    buf_addf(out, "  @%lld  ", (long long)row->number);
    moment_add(out, row->at);
    buf_add(out, STR("  "));
    term_add_safe(out, row->why);
    buf_add_char(out, '\n');
    add_parts(out, row);
}

static void add_page(struct buf *out, const struct held_list *list, uint32_t first)
{
    const struct watched *w = list->row[first].watched;
    struct str title = w->watch.title.len ? w->watch.title : w->state.title;
    uint32_t n = 0;

    buf_add(out, first ? STR("\n") : STR(""));
    term_add_safe(out, title.len ? title : w->page.url);
    buf_add(out, title.len ? STR("\n  ") : STR("\n"));
    if (title.len) {
        term_add_safe(out, w->page.url);
        buf_add_char(out, '\n');
    }
    for (uint32_t i = first; i < list->n; i++)
        if (list->row[i].watched == w && ++n <= VERSIONS_MAX)
            add_row(out, &list->row[i]);
    if (n > VERSIONS_MAX)
        buf_addf(out, "  and %u more: 'weft log' lists them\n", n - VERSIONS_MAX);
}

static bool is_first(const struct held_list *list, uint32_t at)
{
    for (uint32_t i = 0; i < at; i++)
        if (list->row[i].watched == list->row[at].watched)
            return false;
    return true;
}

static void add_text(struct buf *out, const struct held_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (is_first(list, i))
            add_page(out, list, i);
    buf_add(out, list->n ? STR("\n'weft tell URL@VERSION' announces one of them, and those like it.\n")
                         : STR("Nothing was held back.\n"));
}

int report_held(struct session *s, const struct held_query *query, bool json, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct held_list list;
    struct json j;
    int failed = held_read(&s->caller, query, &list, e);

    if (failed)
        return failed;
    if (json) {
        json_open(&j, &out, 2);
        json_array(&j);
        for (uint32_t i = 0; i < list.n; i++)
            held_json(&j, &list.row[i]);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else {
        add_text(&out, &list);
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}
