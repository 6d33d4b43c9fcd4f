/* Pairs of pages as people meet them, and every change between them: cases/NAME.txt.
 *
 *     --- old, new      the two pages; "type" is their content type, "address" where they come from
 *     --- changes       one line for each change: class, kind, where (the path of the element below body; of a move both), old and
 *                       new words, in brackets what is said about it. Then what words there are, and how many came and went.
 *     --- metrics       the six metrics of the paper
 *     --- markup        a table of small pairs, WAS -> NOW, with their changes on one line
 *     --- links, pictures, srcsets, styles, names, lengths, texts, generated ...   tables of values: what a reader makes of the difference
 *
 * Of each pair the laws of tests/laws.h and of tests/order.h hold, forth and back. */
#include "compare/addresses.h"
#include "page/generated.h"
#include "compare/metrics.h"
#include "compare/values.h"
#include "page/body.h"
#include "page/paths.h"
#include "tests/cases.h"
#include "tests/example.h"
#include "tests/laws.h"
#include "tests/order.h"

static void read_pair(struct example *x, const struct text_case *c)
{
    struct body pair[2] = { { .bytes = case_bytes(&x->arena, c, "old") }, { .bytes = case_bytes(&x->arena, c, "new") } };
    struct page page[2];
    struct err e = { 0 };

    for (unsigned k = 0; k < 2; k++) {
        pair[k].content_type = case_text(c, "type");
        pair[k].url = case_text(c, "address");
    }
    symbols_open(&x->symbols, &x->arena);
    if (body_read_pair(&x->arena, &x->symbols, pair, page, &e))
        abort();
    x->old = page[0], x->new = page[1];
    if (compare_pages(&x->arena, &x->old, &x->new, &x->delta, &e))
        abort();
}

/* The path without /html/body/; "." is the body itself. */
static void add_place(struct buf *out, struct arena *a, const struct page *p, uint32_t node)
{
    AUTO(buf) b = BUF(KIB(64));
    struct paths paths;

    while (node && p->dom.node[node].kind != NODE_ELEMENT)
        node = p->dom.node[node].parent;
    paths_open(&paths, a, &p->dom);
    paths_add(&paths, node, &b);
    struct str path = buf_str(&b);
    if (str_eq(path, STR("/html/body")))
        path = STR(".");
    else if (str_starts(path, STR("/html/body/")))
        path = str_sub(path, strlen("/html/body/"), path.len);
    buf_add(out, path);
}

/* The element that a change speaks of, or in which its first word stands; NONE where that side has neither. */
static uint32_t place_of(const struct page *p, uint32_t node, uint32_t word, uint32_t end)
{
    return node != NONE ? node : word < end ? p->word[word].node : NONE;
}

static void add_change(struct buf *out, struct example *x, const struct change *c)
{
    uint32_t old = place_of(&x->old, c->old_node, c->old_word, c->old_end),
             new = place_of(&x->new, c->new_node, c->new_word, c->new_end);

    buf_addf(out, "%s %s%s%s [", class_name(c->class), change_name(c->kind), c->in_move ? " in move" : "",
             c->hidden ? " hidden" : "");
    if (c->kind == CHANGE_MOVE && old != NONE) {
        add_place(out, &x->arena, &x->old, old);
        buf_add(out, STR(" => "));
    }
    if (new != NONE)
        add_place(out, &x->arena, &x->new, new);
    else if (old != NONE)
        add_place(out, &x->arena, &x->old, old);
    buf_add(out, STR("]:"));
    if (c->old_word < c->old_end) {
        buf_add_char(out, ' ');
        page_words_line(&x->old, c->old_word, c->old_end, out);
    }
    if (c->new_word < c->new_end) {
        buf_add(out, STR(" -> "));
        page_words_line(&x->new, c->new_word, c->new_end, out);
    }
    if (c->note.len)
        buf_addf(out, " (%.*s)", STR_ARG(c->note));
    buf_add_char(out, '\n');
}

static void add_law(struct buf *out, const char *broken)
{
    if (broken)
        buf_addf(out, "BROKEN: %s\n", broken);
}

/* The same pages the other way round. */
static const char *check_back(struct example *x)
{
    struct delta back;
    struct err e = { 0 };
    const char *broken;

    if (compare_pages(&x->arena, &x->new, &x->old, &back, &e))
        return "the other way round they cannot be compared";
    return (broken = laws_check(&x->arena, &back)) ? broken : order_check(&x->arena, &back, 20);
}

static struct str give_changes(struct example *x)
{
    AUTO(buf) out = BUF(MIB(4));
    const struct delta *d = &x->delta;

    for (uint32_t k = 0; k < d->n_changes; k++)
        add_change(&out, x, &d->change[k]);
    buf_addf(&out, "%u words -> %u: %u deleted, %u inserted, %u moved%s\n", d->words_old, d->words_new, d->words_deleted,
             d->words_inserted, d->words_moved, d->mostly_different ? "; little in common" : "");
    add_law(&out, laws_check(&x->arena, d));
    add_law(&out, order_check(&x->arena, d, 20));
    add_law(&out, check_back(x));
    return case_take(&x->arena, &out);
}

static struct str give_metrics(struct example *x)
{
    const struct metrics_options o = METRICS_DEFAULT;
    struct metrics m;

    metrics_of_pages(&x->old, &x->new, &o, &m);
    return arena_printf(&x->arena,
                        "BW %.4f COS %.4f WD %.4f ED %.4f SH %.4f IED %.4f\n"
                        "%u -> %u words, %u in order: add %u, drop %u, copy %u, shrink %u, replace %u, move %u",
                        m.bw, m.cos, m.wd, m.ed, m.sh, m.ied, m.words_old, m.words_new, m.lcs, m.operations.add, m.operations.drop,
                        m.operations.copy, m.operations.shrink, m.operations.replace, m.operations.move);
}

/* ---- Tables ---- */

static void row_markup(struct arena *a, struct str in, struct buf *out)
{
    AUTO(example) x = { 0 };
    struct str was = case_cut_pair(&in);
    size_t start = out->len;

    example_open(&x, arena_str(a, was).ptr, arena_str(a, in).ptr);
    for (uint32_t k = 0; k < x.delta.n_changes; k++) {
        add_change(out, &x, &x.delta.change[k]);
        out->ptr[out->len - 1] = '|';
        buf_add_char(out, ' ');
    }
    if (out->len > start)
        out->len -= 2;
    else
        buf_add(out, STR("same"));
    add_law(out, laws_check(&x.arena, &x.delta));
}

static void add_class(struct buf *out, unsigned there, unsigned back)
{
    buf_add(out, str_of(there == CLASS_SAME ? "same" : class_name((enum change_class)there)));
    if (back != there)
        buf_add(out, STR(" (but not the other way round)"));
}

static void row_link(struct arena *a, struct str in, struct buf *out)
{
    struct str was = case_cut_pair(&in);

    (void)a;
    add_class(out, class_of_address(ADDRESS_LINK, was, in), class_of_address(ADDRESS_LINK, in, was));
}

static void row_picture(struct arena *a, struct str in, struct buf *out)
{
    struct str was = case_cut_pair(&in);

    (void)a;
    add_class(out, class_of_address(ADDRESS_PICTURE, was, in), class_of_address(ADDRESS_PICTURE, in, was));
}

static void row_srcset(struct arena *a, struct str in, struct buf *out)
{
    struct str was = case_cut_pair(&in);

    (void)a;
    add_class(out, class_of_addresses(was, in), class_of_addresses(in, was));
}

static void add_alike(struct buf *out, bool (*alike)(struct str, struct str), struct str in)
{
    struct str was = case_cut_pair(&in);

    buf_add(out, alike(was, in) ? STR("same") : STR("other"));
    if (alike(was, in) != alike(in, was))
        buf_add(out, STR(" (but not the other way round)"));
    if (!alike(was, was) || !alike(in, in))
        buf_add(out, STR(" (and a value is not like itself)"));
}

#define ROW_ALIKE(name, alike) \
    static void name(struct arena *a, struct str in, struct buf *out) \
    { \
        (void)a; \
        add_alike(out, alike, in); \
    }
ROW_ALIKE(row_text, text_alike)
ROW_ALIKE(row_word, word_alike)
ROW_ALIKE(row_number, number_alike)
ROW_ALIKE(row_names, names_alike)
ROW_ALIKE(row_style, style_alike)
ROW_ALIKE(row_generated_pair, generated_alike)

/* All that is said of one piece of text. */
static void row_generated(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    buf_addf(out, "part %d, value %d, name %d, within %d", generated(in), generated_value(in), generated_name(in),
             generated_within(in));
}

static const struct {
    const char *label;
    void (*row)(struct arena *a, struct str in, struct buf *out);
} tables[] = {
    { "markup", row_markup },
    { "links", row_link },
    { "pictures", row_picture },
    { "srcsets", row_srcset },
    { "texts", row_text },
    { "words", row_word },
    { "lengths", row_number },
    { "names", row_names },
    { "styles", row_style },
    { "tokens", row_generated },
    { "token pairs", row_generated_pair },
};

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    AUTO(example) x = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_text(c, tables[i].label), tables[i].row);
    if (!str_eq(label, STR("changes")) && !str_eq(label, STR("metrics")))
        return (struct str){ NULL, 0 };
    read_pair(&x, c);
    return arena_str(a, str_eq(label, STR("changes")) ? give_changes(&x) : give_metrics(&x));
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/compare/cases/*.txt", give);
}
