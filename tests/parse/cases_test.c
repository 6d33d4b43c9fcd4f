/* Documents and the trees they become, selectors and what they choose: cases/NAME.txt.
 *
 *     --- page, type     the bytes ("page bytes" with escapes) and their content type
 *     --- tree           a line for each node: elements with their attributes, texts in quotes; first what was found out about the document
 *     --- chosen         a table: what each selector or XPath chooses of the page, by id or name
 *     --- values         a table: what each XPath gives, of whatever kind
 *     --- urls, labels, metas, content types     tables of small inputs */
#include <math.h>

#include "parse/charset.h"
#include "parse/meta.h"
#include "parse/parse.h"
#include "parse/select.h"
#include "parse/url.h"
#include "parse/xpath.h"
#include "tests/cases.h"
#include "tests/parse/chosen.h"

/* The page of the case whose tables are read. */
static const struct text_case *current;

static int read_page(struct arena *a, struct dom *out, struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct parse_source source = { .bytes = case_bytes(a, current, "page"), .content_type = case_text(current, "type") };

    symbols_open(symbols, a);
    return parse_page(a, symbols, &source, out, e);
}

static void add_node(struct buf *out, const struct dom *d, uint32_t i)
{
    static const char *const space[] = { "", "svg ", "math ", "other " };
    const struct node *n = &d->node[i];

    buf_addf(out, "%*s", 2 * n->depth, "");
    if (n->kind == NODE_TEXT || n->kind == NODE_COMMENT) {
        buf_add(out, n->kind == NODE_TEXT ? STR("\"") : STR("<!--"));
        case_show(out, node_text(n));
        buf_add(out, n->kind == NODE_TEXT ? STR("\"\n") : STR("-->\n"));
        return;
    }
    buf_addf(out, "%s%.*s", space[n->space], STR_ARG(tag_name(d->symbols, n->tag)));
    for (uint32_t k = n->attr; k < n->attr + n->n_attr; k++) {
        buf_addf(out, " %.*s=\"", STR_ARG(symbols_str(d->symbols, d->attr[k].name)));
        case_show(out, attr_value(&d->attr[k]));
        buf_add_char(out, '"');
    }
    buf_add_char(out, '\n');
}

static struct str give_tree(struct arena *a)
{
    AUTO(buf) out = BUF(MIB(1));
    struct err e = { 0 };
    struct dom d;

    if (read_page(a, &d, &e))
        return arena_printf(a, "error %d: %s", e.code, e.text);
    buf_addf(&out, "%s, %s from %s%s%s%.*s%s%.*s\n", d.xml ? "XML" : "HTML", d.encoding, d.encoding_source,
             d.quirks ? ", quirks" : "", d.doctype.len ? ", doctype " : "", STR_ARG(d.doctype), d.truncated.len ? "; " : "",
             STR_ARG(d.truncated));
    for (uint32_t i = 0; i < d.n; i++)
        add_node(&out, &d, i);
    if (dom_check(&d))
        buf_addf(&out, "BROKEN: %s\n", dom_check(&d));
    return case_take(a, &out);
}

static void row_chosen(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };
    struct dom d;
    uint32_t *node, n;
    size_t start = out->len;

    if (read_page(a, &d, &e) || select_nodes(a, &d, in, &node, &n, &e)) {
        buf_addf(out, "error %d: %s", e.code, e.text);
        return;
    }
    AUTO(buf) list = BUF(MIB(1));
    for (uint32_t i = 0; i < n; i++)
        chosen_add(&list, &d, node[i]);
    case_show(out, buf_str(&list));
    if (out->len == start)
        buf_add(out, STR("nothing"));
}

static void row_value(struct arena *a, struct str in, struct buf *out)
{
    AUTO(xpath) x = { 0 };
    struct err e = { 0 };
    struct dom d;
    struct xpath_value v;

    if (read_page(a, &d, &e) || xpath_open(&x, in, &e) || xpath_eval(&x, a, &d, &v, &e))
        buf_addf(out, "error %d: %s", e.code, e.text);
    else if (v.kind == XPATH_GIVES_NUMBER && isnan(v.number))
        buf_add(out, STR("not a number"));
    else if (v.kind == XPATH_GIVES_NUMBER)
        buf_addf(out, "number %g", v.number);
    else if (v.kind == XPATH_GIVES_TRUTH)
        buf_add(out, v.truth ? STR("true") : STR("false"));
    else if (v.kind == XPATH_GIVES_TEXT)
        buf_addf(out, "text \"%.*s\"", STR_ARG(v.text));
    for (uint32_t i = 0; !e.code && v.kind == XPATH_GIVES_NODES && i < v.n; i++) {
        buf_add(out, i ? STR(", ") : STR(""));
        buf_add(out, dom_path(a, &d, v.place[i].node));
        if (v.place[i].attr != UINT32_MAX)
            buf_addf(out, "/@%.*s", STR_ARG(symbols_str(d.symbols, d.attr[v.place[i].attr].name)));
    }
    if (!e.code && v.kind == XPATH_GIVES_NODES && !v.n)
        buf_add(out, STR("no nodes"));
}

static void row_url(struct arena *a, struct str in, struct buf *out)
{
    struct str base = case_cut_pair(&in);

    buf_add(out, url_resolve(a, base, case_unescape(a, in)));
    if (!url_is_base(base))
        buf_add(out, STR(" (on no base)"));
}

static void row_label(struct arena *a, struct str in, struct buf *out)
{
    const char *name = charset_name(in);

    (void)a;
    buf_add(out, name ? str_of(name) : STR("not a character set"));
}

static void row_meta(struct arena *a, struct str in, struct buf *out)
{
    struct str label = meta_charset(case_unescape(a, in));

    buf_add(out, label.len ? label : STR("none"));
}

/* "TYPE -> BYTES". */
static void row_type(struct arena *a, struct str in, struct buf *out)
{
    struct str type = case_cut_pair(&in);
    struct charset set = charset_of(case_unescape(a, in), type);

    buf_addf(out, "%s from %s", set.name, set.source);
}

/* "LABEL -> BYTES": the bytes as UTF-8. */
static void row_decode(struct arena *a, struct str in, struct buf *out)
{
    struct str label = case_cut_pair(&in), text = STR("");
    struct err e = { 0 };
    const char *name = charset_name(label);

    if (charset_decode(a, case_unescape(a, in), (struct charset){ .name = name ? name : "none", .source = "header" }, &text, &e))
        buf_addf(out, "error %d: %s", e.code, e.text);
    else
        case_show(out, text);
}

static const struct {
    const char *label;
    void (*row)(struct arena *a, struct str in, struct buf *out);
} tables[] = {
    { "chosen", row_chosen }, { "values", row_value }, { "urls", row_url },       { "labels", row_label },
    { "metas", row_meta },    { "sets", row_type },    { "decoded", row_decode },
};

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    current = c;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_text(c, tables[i].label), tables[i].row);
    return str_eq(label, STR("tree")) ? give_tree(a) : (struct str){ NULL, 0 };
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/parse/cases/*.txt", give);
}
