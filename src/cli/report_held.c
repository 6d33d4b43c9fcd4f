/* weft report --held-back: what was not announced, page by page, with the reasons: first what somebody may want after all. */
#include <stdlib.h>

#include "archive/held.h"
#include "base/map.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/output.h"
#include "cli/report.h"
#include "judge/evidence.h"

enum { VERSIONS_MAX = 5, PARTS_MAX = 3 }; /* of one page, of one version: the log has all */

static bool is_constant(const struct held_part *part)
{
    enum noise_kind kind = noise_named(part->why);

    return kind < NOISES && noise_rank(kind) >= HELD_LAST;
}

static void add_part(struct buf *out, const struct held_row *row, const struct held_part *part)
{
    buf_add(out, STR("      "));
    term_add_safe(out, part->what);
    if (!str_eq(part->why, row->why)) {
        buf_add(out, STR(" ("));
        term_add_safe(out, part->why);
        buf_add_char(out, ')');
    }
    buf_add_char(out, '\n');
}

static void add_parts(struct buf *out, const struct held_row *row)
{
    uint32_t n = 0, n_constant = 0;
    bool headline = row->verdict.headline.len && (row->own || row->parts.n == 0);

    for (uint32_t i = 0; i < row->parts.n; i++)
        headline &= !str_eq(row->parts.item[i].what, row->verdict.headline);
    if (headline) {
        buf_add(out, STR("      "));
        term_add_safe(out, row->verdict.headline);
        buf_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < row->parts.n && !row->suspect; i++) {
        if (is_constant(&row->parts.item[i]))
            n_constant++;
        else if (n++ < PARTS_MAX)
            add_part(out, row, &row->parts.item[i]);
    }
    if (n > PARTS_MAX)
        buf_addf(out, "      and %u more\n", n - PARTS_MAX);
    if (n_constant)
        buf_addf(out, "      and %u in parts that are different on most visits\n", n_constant);
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

    term_add_safe(out, title.len ? title : w->page.url);
    buf_add(out, title.len ? STR("\n  ") : STR("\n"));
    if (title.len) {
        term_add_safe(out, w->page.url);
        buf_add_char(out, '\n');
    }
    for (uint32_t i = first; i < list->n; i++)
        if (list->row[i].watched == w && held_rank(&list->row[i]) < HELD_LAST && ++n <= VERSIONS_MAX)
            add_row(out, &list->row[i]);
    if (n > VERSIONS_MAX)
        buf_addf(out, "  and %u more: 'weft log' lists them\n", n - VERSIONS_MAX);
}

/* ---- Which pages ---- */

/* A page with what was held back of it. */
struct held_page {
    uint32_t first; /* row */
    unsigned rank;  /* of the best version */
};

struct held_pages {
    struct held_page *item;
    uint32_t n;
    uint32_t n_constant, n_constant_versions; /* pages of which nothing else changed, and versions of these: only counted */
};

static int compare_pages_held(const void *left, const void *right)
{
    const struct held_page *l = left, *r = right;

    if (l->rank != r->rank)
        return l->rank < r->rank ? -1 : 1;
    return l->first < r->first ? -1 : l->first > r->first;
}

static struct held_pages find_pages(struct arena *a, const struct held_list *list)
{
    struct held_pages pages = { .item = NEW_ARRAY(a, struct held_page, list->n + 1) };
    uint32_t *n_versions = NEW_ARRAY(a, uint32_t, list->n + 1), n = 0;
    struct map place;

    map_open(&place, a, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t at = *map_slot(&place, (uint64_t)list->row[i].watched->page.id, n);
        unsigned rank = held_rank(&list->row[i]);
        if (at == n)
            pages.item[n++] = (struct held_page){ i, rank };
        pages.item[at].rank = MIN(pages.item[at].rank, rank);
        n_versions[at]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (pages.item[i].rank < HELD_LAST) {
            pages.item[pages.n++] = pages.item[i];
            continue;
        }
        pages.n_constant++;
        pages.n_constant_versions += n_versions[i];
    }
    qsort(pages.item, pages.n, sizeof *pages.item, compare_pages_held);
    return pages;
}

static void add_text(struct arena *a, struct buf *out, const struct held_list *list, uint64_t limit)
{
    struct held_pages pages = find_pages(a, list);

    for (uint32_t i = 0; i < pages.n && i < limit; i++) {
        buf_add(out, i ? STR("\n") : STR(""));
        add_page(out, list, pages.item[i].first);
    }
    if (pages.n > limit)
        buf_addf(out, "\n... and %llu more pages; --limit 0 shows all of them\n", (unsigned long long)(pages.n - limit));
    if (pages.n_constant)
        buf_addf(out, "%sOnly parts that are different on most visits: %u %s of %u %s; --json lists them.\n", pages.n ? "\n" : "",
                 pages.n_constant_versions, pages.n_constant_versions == 1 ? "version" : "versions", pages.n_constant,
                 pages.n_constant == 1 ? "page" : "pages");
    buf_add(out, list->n == 0 ? STR("Nothing was held back.\n")
                 : pages.n    ? STR("\n'weft tell URL@VERSION' announces one of them, and those like it.\n")
                              : STR(""));
}

int report_held(struct session *s, const struct held_query *query, const struct held_show *how, struct err *e)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct held_list list;
    struct json j;
    int failed = held_read(&s->caller, query, &list, e);

    if (failed)
        return failed;
    if (how->json) {
        json_open(&j, &out, 2);
        json_array(&j);
        for (uint32_t i = 0; i < list.n && i < how->limit; i++)
            held_json(&j, &list.row[i]);
        json_end(&j);
        buf_add_char(&out, '\n');
    } else {
        add_text(&s->arena, &out, &list, how->limit);
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}
