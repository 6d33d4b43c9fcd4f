/* The order of the report, its words and its data; the web pages are in report_html.c.
 *
 * Invariant: the same rows give the same bytes; no clock is asked. */
#include "show/report.h"

#include <stdlib.h>

#include "base/limits.h"
#include "base/moment.h"
#include "base/share.h"
#include "show/wrap.h"

static const char *const part_names[REPORT_PARTS] = {
    [REPORT_NEW] = "new",         [REPORT_SUSPECT] = "suspect", [REPORT_TROUBLE] = "trouble",
    [REPORT_WAITING] = "waiting", [REPORT_SAME] = "same",
};

void report_whom(struct buf *out, struct str user)
{
    struct str mark = STR("collection:");

    if (str_starts(user, mark))
        buf_addf(out, "in the collection %.*s", STR_ARG(str_sub(user, mark.len, user.len)));
    else
        buf_addf(out, "for %.*s", STR_ARG(user));
}

const char *report_part_name(enum report_part part)
{
    return part_names[part];
}

/* ---- Order ---- */

/* What was never weighed, a page that is new to the reader, stands beside changes of middling importance. */
#define UNWEIGHED 0.1

static double matters(const struct report_row *row)
{
    return row->weight * (row->importance < 0 ? UNWEIGHED : row->importance);
}

static int by_place(const void *left, const void *right)
{
    const struct report_row *a = left, *b = right;

    if (a->part != b->part)
        return a->part < b->part ? -1 : 1;
    if (a->part == REPORT_NEW && matters(a) != matters(b))
        return matters(a) > matters(b) ? -1 : 1;
    if (a->part == REPORT_NEW && a->changed_at != b->changed_at)
        return a->changed_at > b->changed_at ? -1 : 1;
    return str_cmp(a->url, b->url);
}

void report_sort(struct report *r)
{
    if (r->n)
        qsort(r->row, r->n, sizeof *r->row, by_place);
    for (uint32_t i = 0; i < r->n; i++)
        r->n_part[r->row[i].part]++;
}

void report_quoted(struct buf *out, struct str argument)
{
    bool plain = argument.len > 0;

    for (size_t i = 0; i < argument.len; i++) {
        char c = argument.ptr[i];
        plain &= (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || (c && strchr("-._/:,+=@%", c));
    }
    if (plain) {
        buf_add(out, argument);
        return;
    }
    buf_add_char(out, '\'');
    for (size_t i = 0; i < argument.len; i++) {
        if (argument.ptr[i] == '\'')
            buf_add(out, STR("'\\''"));
        else
            buf_add_char(out, argument.ptr[i]);
    }
    buf_add_char(out, '\'');
}

struct str report_name(const struct report_row *row)
{
    return row->name.len ? row->name : row->url;
}

bool report_says_more(const struct report_row *row)
{
    return row->headline.len && !(row->excerpts.n && str_eq(row->headline, row->excerpts.item[0].new));
}

/* ---- For a terminal ---- */

static void add_line(struct wrap *w, struct str start, unsigned indent, enum wrap_style style, struct str text)
{
    wrap_line(w, start, indent);
    wrap_set(w, style);
    wrap_words(w, text);
    wrap_set(w, WRAP_PLAIN);
    wrap_end(w);
}

static void text_change(struct wrap *w, const struct excerpt *c)
{
    static const char *const signs[CHANGE_KINDS] = { "    + ", "    - ", "    ~ ", "    > ", "    * ", "    * " };

    wrap_line(w, str_of(signs[c->kind]), 6);
    if (c->where.len) {
        wrap_set(w, WRAP_NOTE);
        wrap_words(w, c->where);
        wrap_words(w, str_ends(c->where, STR(":")) ? STR("") : STR(":"));
        wrap_set(w, WRAP_PLAIN);
        wrap_space(w);
    }
    wrap_words(w, c->before);
    if (!c->joins_before)
        wrap_space(w);
    if (c->old.len) {
        wrap_set(w, WRAP_OLD);
        wrap_words(w, c->old);
    }
    if (c->new.len) {
        wrap_set(w, c->kind == CHANGE_MOVE ? WRAP_MOVED : c->kind >= CHANGE_FORMAT ? WRAP_PLAIN : WRAP_NEW);
        wrap_words(w, c->new);
    }
    wrap_set(w, WRAP_PLAIN);
    if (!c->joins_after)
        wrap_space(w);
    wrap_words(w, c->after);
    if (c->note.len) {
        wrap_space(w);
        wrap_set(w, WRAP_NOTE);
        wrap_words(w, c->note);
        wrap_set(w, WRAP_PLAIN);
    }
    wrap_end(w);
}

/* "changed 2026-11-03 12:00:00, version 4 (you saw 2), 3 changes, +12 -3 words" */
static void add_facts(struct buf *out, const struct report_row *row)
{
    buf_add(out, row->found ? STR("found in a tree you follow, ") : STR("changed "));
    moment_add(out, row->changed_at);
    buf_addf(out, ", version %lld", (long long)row->newest);
    if (row->upto > row->newest)
        buf_addf(out, ", as it is in version %lld", (long long)row->upto);
    if (row->n_versions > 1)
        buf_addf(out, ", %u versions since you looked", row->n_versions);
    else if (row->seen)
        buf_addf(out, " (you saw %lld)", (long long)row->seen);
    if (row->compared)
        buf_addf(out, ", %u %s, +%u -%u words", row->n_changes, row->n_changes == 1 ? "change" : "changes", row->words_inserted,
                 row->words_deleted);
    if (row->importance >= 0)
        buf_addf(out, ", importance %.*f", share_digits(row->importance), row->importance);
    for (uint32_t i = 0; i < row->n_tags; i++)
        buf_addf(out, "%s%.*s", i ? ", " : "; tags: ", STR_ARG(row->tag[i]));
}

static void text_new(struct wrap *w, const struct report_row *row, struct str options)
{
    AUTO(buf) line = BUF(MIB(1));

    if (row->title.len)
        add_line(w, STR("  "), 2, WRAP_PLAIN, row->title);
    add_facts(&line, row);
    add_line(w, STR("  "), 2, WRAP_NOTE, buf_str(&line));
    if (row->message.len)
        add_line(w, STR("    "), 4, WRAP_NOTE, row->message);
    if (report_says_more(row))
        add_line(w, STR("    "), 4, WRAP_PLAIN, row->headline);
    for (uint32_t i = 0; i < row->excerpts.n; i++)
        text_change(w, &row->excerpts.item[i]);
    if (row->n_versions > 1 || (row->compared && row->n_changes > excerpts_changes(&row->excerpts))) {
        buf_clear(&line);
        buf_add(&line, STR("more: weft diff "));
        report_quoted(&line, report_name(row));
        buf_add(&line, STR(" --format text"));
        buf_add(&line, options);
        add_line(w, STR("    "), 6, WRAP_NOTE, buf_str(&line));
    }
}

static void text_row(struct wrap *w, const struct report_row *row, struct str options)
{
    AUTO(buf) line = BUF(MIB(1));

    wrap_line(w, STR(""), 2);
    wrap_set(w, WRAP_HEAD);
    wrap_add(w, report_name(row));
    wrap_set(w, WRAP_PLAIN);
    wrap_end(w);
    if (row->part == REPORT_NEW)
        text_new(w, row, options);
    else if (row->message.len) {
        buf_add(&line, row->message);
        if (row->part == REPORT_TROUBLE && row->n_errors > 1)
            buf_addf(&line, " (%lld times in a row)", (long long)row->n_errors);
        add_line(w, STR("  "), 2, WRAP_NOTE, buf_str(&line));
    }
}

static void text_head(struct buf *out, const struct report *r, enum report_part part)
{
    uint32_t n = r->n_part[part];
    const char *pages = n == 1 ? "page" : "pages";

    buf_add(out, part == REPORT_NEW ? STR("") : STR("\n"));
    switch (part) {
    case REPORT_NEW:
        buf_add(out, n ? STR("New ") : STR("Nothing is new "));
        report_whom(out, r->user);
        if (n)
            buf_addf(out, ": %u %s\n", n, pages);
        else
            buf_add(out, STR(".\n"));
        break;
    case REPORT_SUSPECT:
        buf_addf(out, "Suspect, not announced until it comes again: %u %s\n", n, pages);
        break;
    case REPORT_TROUBLE:
        buf_addf(out, "Problems: %u %s\n", n, pages);
        break;
    case REPORT_WAITING:
        buf_addf(out, "Not fetched yet: %u %s\n", n, pages);
        break;
    case REPORT_SAME:
        buf_addf(out, "Nothing new: %u %s\n", n, pages);
        break;
    }
}

void report_text(const struct report *r, const struct report_text_options *o, struct buf *out)
{
    AUTO(wrap) w = { .out = out, .width = o->width, .color = o->color, .chunk = BUF(MIB(1)) };
    uint32_t at = 0;

    for (int part = 0; part < REPORT_PARTS; part++) {
        uint32_t n = r->n_part[part], told = part == REPORT_SAME ? 0 : MIN(n, o->limit ? o->limit : REPORT_SHOWN_MAX);
        if (n || part == REPORT_NEW)
            text_head(out, r, part);
        for (uint32_t i = 0; i < told; i++) {
            if (i || part == REPORT_NEW)
                buf_add(out, part == REPORT_NEW ? STR("\n") : STR(""));
            text_row(&w, &r->row[at + i], r->options);
        }
        if (part != REPORT_SAME && n > told)
            buf_addf(out, "... and %u more%s\n", n - told, o->limit ? "; --limit 0 shows all of them" : "");
        at += n;
    }
    if (r->n_muted)
        buf_addf(out, "\nLeft out, because your priorities give them no weight: %u\n", r->n_muted);
}
