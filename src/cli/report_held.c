/* weft report --held-back: what was not announced, page by page, with the reasons: first what somebody may want after all. */
#include <stdlib.h>

#include "archive/held.h"
#include "base/map.h"
#include "base/limits.h"
#include "base/moment.h"
#include "cli/log.h"
#include "cli/output.h"
#include "cli/report.h"

enum { VERSIONS_MAX = 5, PARTS_MAX = 3, NAMED_MAX = 5 }; /* of one page, of one version */

/* How much of a page is printed. */
struct held_most {
    uint32_t versions, parts, named;
};

/* ---- One version ---- */

static void add_parts(struct buf *out, const struct held_row *row, uint32_t most)
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
        if (held_part_is_constant(&row->parts.item[i])) {
            n_constant++;
        } else if (n++ < most) {
            buf_add(out, STR("      "));
            log_add_held(out, &row->parts.item[i], row->why);
            buf_add_char(out, '\n');
        }
    }
    if (n > most || row->parts.n_more)
        buf_addf(out, "      and %u more\n", row->parts.n_more + (n > most ? n - most : 0));
    if (n_constant)
        buf_addf(out, "      and %u in parts that are different on most visits\n", n_constant);
}

/* The reason and the parts; versions that have the same are one. */
static void add_body(struct buf *out, const struct held_row *row, uint32_t most)
{
    term_add_safe(out, row->why);
    buf_add_char(out, '\n');
    add_parts(out, row, most);
}

/* ---- One page ---- */

/* What is printed of a page: runs of versions with the same to say. */
struct held_text {
    struct buf *out;
    struct held_most most;
    struct buf body; /* of the run */
    int64_t number, at, last;
    uint32_t n_versions, n_runs, n_left;
};

static void end_run(struct held_text *t)
{
    if (t->n_versions == 0)
        return;
    if (t->n_runs++ >= t->most.versions) {
        t->n_left += t->n_versions;
        return;
    }
    buf_addf(t->out, "  @%lld  ", (long long)t->number);
    moment_add(t->out, t->at);
    if (t->n_versions > 1)
        buf_addf(t->out, ", and %u before it back to @%lld", t->n_versions - 1, (long long)t->last);
    buf_add(t->out, STR("  "));
    buf_add(t->out, buf_str(&t->body));
}

static void add_row(struct held_text *t, const struct held_row *row)
{
    AUTO(buf) body = BUF(LIMIT_OUTPUT_BYTES);

    add_body(&body, row, t->most.parts);
    if (t->n_versions == 0 || !str_eq(buf_str(&t->body), buf_str(&body))) {
        end_run(t);
        buf_clear(&t->body);
        buf_add(&t->body, buf_str(&body));
        t->number = row->number;
        t->at = row->at;
        t->n_versions = 0;
    }
    t->last = row->number;
    t->n_versions++;
}

/* "  in 3 versions (@7, @6 and others) nothing that people read has changed": those with nothing to read. */
static void add_empty(const struct held_text *t, const struct held_list *list, const struct watched *w, enum held_sort kind)
{
    struct buf *out = t->out;
    AUTO(buf) names = BUF(KIB(4));
    uint32_t n = 0;

    for (uint32_t i = 0; i < list->n; i++) {
        if (list->row[i].watched != w || held_sort_of(&list->row[i]) != kind)
            continue;
        if (n++ < t->most.named)
            buf_addf(&names, "%s@%lld", n > 1 ? ", " : "", (long long)list->row[i].number);
    }
    if (n == 0)
        return;
    if (n == 1)
        buf_addf(out, "  in version %.*s ", STR_ARG(buf_str(&names)));
    else
        buf_addf(out, "  in %u versions (%.*s%s) ", n, STR_ARG(buf_str(&names)), n > t->most.named ? " and others" : "");
    buf_addf(out, "%s\n",
             kind == HELD_NOTHING ? "nothing that people read has changed"
                                  : "only parts that are different on most visits have changed");
}

static void add_page(struct buf *out, const struct held_list *list, uint32_t first, bool all)
{
    const struct watched *w = list->row[first].watched;
    struct str title = w->watch.title.len ? w->watch.title : w->state.title;
    struct held_text text = { .out = out, .most = { VERSIONS_MAX, PARTS_MAX, NAMED_MAX }, .body = BUF(LIMIT_OUTPUT_BYTES) };

    term_add_safe(out, title.len ? title : w->page.url);
    buf_add(out, title.len ? STR("\n  ") : STR("\n"));
    if (title.len) {
        term_add_safe(out, w->page.url);
        buf_add_char(out, '\n');
    }
    if (all)
        text.most = (struct held_most){ UINT32_MAX, UINT32_MAX, UINT32_MAX };
    for (uint32_t i = first; i < list->n; i++)
        if (list->row[i].watched == w && held_sort_of(&list->row[i]) == HELD_CHANGES)
            add_row(&text, &list->row[i]);
    end_run(&text);
    buf_drop(&text.body);
    if (text.n_left) {
        buf_addf(out, "  and %u earlier %s; --limit 0 lists %s\n", text.n_left, text.n_left == 1 ? "version" : "versions",
                 text.n_left == 1 ? "it" : "them");
    }
    add_empty(&text, list, w, HELD_CONSTANT);
    add_empty(&text, list, w, HELD_NOTHING);
}

/* ---- Which pages ---- */

/* A page with what was held back of it. */
struct held_page {
    uint32_t first; /* row */
    unsigned rank;  /* of the best version */
};

struct held_pages {
    struct held_page *item; /* of which there is something to read */
    uint32_t n;
    uint32_t n_empty[HELD_SORTS],
        n_versions[HELD_SORTS]; /* pages of which nothing else changed, and versions of these: only counted */
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
    struct held_page *all = NEW_ARRAY(a, struct held_page, list->n + 1);
    uint32_t *n_versions = NEW_ARRAY(a, uint32_t, list->n + 1), n = 0;
    enum held_sort *best = NEW_ARRAY(a, enum held_sort, list->n + 1);
    struct map place;

    map_open(&place, a, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        uint32_t at = *map_slot(&place, (uint64_t)list->row[i].watched->page.id, n);
        unsigned rank = held_rank(&list->row[i]);
        enum held_sort kind = held_sort_of(&list->row[i]);
        if (at == n) {
            all[n] = (struct held_page){ i, rank };
            best[n++] = kind;
        }
        all[at].rank = MIN(all[at].rank, rank);
        best[at] = MIN(best[at], kind);
        n_versions[at]++;
    }
    for (uint32_t i = 0; i < n; i++) {
        pages.n_empty[best[i]]++;
        pages.n_versions[best[i]] += n_versions[i];
        if (best[i] == HELD_CHANGES)
            pages.item[pages.n++] = all[i];
    }
    qsort(pages.item, pages.n, sizeof *pages.item, compare_pages_held);
    return pages;
}

/* Pages with nothing to read. */
static void add_counts(struct buf *out, const struct held_pages *pages, enum held_sort kind, const char *words)
{
    uint32_t n = pages->n_empty[kind], n_versions = pages->n_versions[kind];

    if (n)
        buf_addf(out, "%s: %u %s of %u %s; --json lists them.\n", words, n_versions, n_versions == 1 ? "version" : "versions", n,
                 n == 1 ? "page" : "pages");
}

/* Whether a version has more than is kept with it. */
static bool is_cut(const struct held_list *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        if (list->row[i].parts.n_more && held_sort_of(&list->row[i]) == HELD_CHANGES)
            return true;
    return false;
}

static void add_text(struct arena *a, struct buf *out, const struct held_list *list, const struct held_show *how)
{
    uint64_t limit = how->limit;
    struct held_pages pages = find_pages(a, list);

    for (uint32_t i = 0; i < pages.n && i < limit; i++) {
        buf_add(out, i ? STR("\n") : STR(""));
        add_page(out, list, pages.item[i].first, how->all);
    }
    if (pages.n > limit)
        buf_addf(out, "\n... and %llu more pages; --limit 0 shows all of them\n", (unsigned long long)(pages.n - limit));
    if (pages.n && pages.n_empty[HELD_CONSTANT] + pages.n_empty[HELD_NOTHING])
        buf_add_char(out, '\n');
    add_counts(out, &pages, HELD_CONSTANT, "Only parts that are different on most visits");
    add_counts(out, &pages, HELD_NOTHING, "Nothing that people read");
    buf_add(out, list->n == 0 ? STR("Nothing was held back.\n")
                 : pages.n    ? STR("\n'weft tell URL@VERSION' announces one of them, and those like it.\n")
                              : STR(""));
    if (pages.n && is_cut(list))
        buf_add(out, STR("'weft why URL@VERSION --limit 0' lists all that was held back of one.\n"));
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
        add_text(&s->arena, &out, &list, how);
    }
    failed = buf_check(&out, e);
    return failed ? failed : output_text(NULL, buf_str(&out), e);
}
