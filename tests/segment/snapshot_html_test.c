/* HTML out of a snapshot: what is written is read back as the same tree. */
#include "segment/snapshot.h"

#include "base/buf.h"
#include "tests/segment/sample.h"
#include "tests/tap.h"

/* A snapshot of a document with the nodes given as {depth, type, name or text, attribute, value}. */
struct written {
    unsigned depth;
    int type;
    const char *name, *attr, *value;
};

static void add_quoted(struct buf *b, const char *text)
{
    buf_add_char(b, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buf_add_char(b, '\\');
        if (*text == '\n')
            buf_add(b, STR("\\n"));
        else
            buf_add_char(b, *text);
    }
    buf_add_char(b, '"');
}

static struct str written(struct arena *a, const struct written *row, size_t n)
{
    AUTO(buf) parents = BUF(1 << 16);
    AUTO(buf) types = BUF(1 << 16);
    AUTO(buf) names = BUF(1 << 16);
    AUTO(buf) values = BUF(1 << 16);
    AUTO(buf) attrs = BUF(1 << 16);
    AUTO(buf) strings = BUF(1 << 16);
    size_t open[16] = { 0 };
    struct snapshot s;
    struct str html = STR("");
    buf_add(&strings, STR("\"#\""));
    for (size_t i = 0; i < n; i++) {
        const char *comma = i ? "," : "";
        open[row[i].depth] = i;
        buf_addf(&parents, "%s%d", comma, row[i].depth ? (int)open[row[i].depth - 1] : -1);
        buf_addf(&types, "%s%d", comma, row[i].type);
        buf_addf(&names, "%s%d", comma, row[i].type == 3 || row[i].type == 8 ? 0 : (int)(3 * i + 1));
        buf_addf(&values, "%s%d", comma, row[i].type == 3 || row[i].type == 8 ? (int)(3 * i + 1) : -1);
        if (row[i].attr)
            buf_addf(&attrs, "%s[%d,%d]", comma, (int)(3 * i + 2), (int)(3 * i + 3));
        else
            buf_addf(&attrs, "%s[]", comma);
        const char *text[3] = { row[i].name, row[i].attr ? row[i].attr : "", row[i].value ? row[i].value : "" };
        for (size_t k = 0; k < 3; k++) {
            buf_add_char(&strings, ',');
            add_quoted(&strings, text[k]);
        }
    }
    struct str json = arena_printf(
        a,
        "{\"documents\":[{\"nodes\":{\"parentIndex\":[%.*s],\"nodeType\":[%.*s],\"nodeName\":[%.*s],\"nodeValue\":[%.*s],"
        "\"attributes\":[%.*s]},\"layout\":{\"nodeIndex\":[],\"styles\":[],\"bounds\":[]}}],\"strings\":[%.*s]}",
        STR_ARG(buf_str(&parents)), STR_ARG(buf_str(&types)), STR_ARG(buf_str(&names)), STR_ARG(buf_str(&values)),
        STR_ARG(buf_str(&attrs)), STR_ARG(buf_str(&strings)));
    if (snapshot_read(a, json, &s, NULL) || snapshot_html(a, &s, &html, NULL))
        return STR("(not read)");
    return html;
}

#define WRITTEN(a, rows) written(a, rows, ARRAY_LEN(rows))

int main(void)
{
    AUTO(arena) a = { 0 };
    struct snapshot s;
    struct str html = STR("");
    ok(snapshot_read(&a, STR(SNAPSHOT_SAMPLE), &s, NULL) == 0 && snapshot_html(&a, &s, &html, NULL) == 0, "a snapshot is written");
    eq_str(
        html,
        STR("<!DOCTYPE html>\n<html><body><p class=\"a b\">caf\303\251 \360\237\230\200\n&quot;q&quot;<b>bold</b></p></body></html>"),
        "names in small letters, no pseudo-element, every end tag");

    static const struct written page[] = { { 0, 9, "#document", NULL, NULL },
                                           { 1, 1, "HTML", NULL, NULL },
                                           { 2, 1, "HEAD", NULL, NULL },
                                           { 3, 1, "META", "charset", "shift_jis" },
                                           { 3, 1, "SCRIPT", NULL, NULL },
                                           { 4, 3, "var a = 1 < 2;", NULL, NULL },
                                           { 3, 1, "SCRIPT", "type", "application/ld+json" },
                                           { 4, 3, "{\"a\": \"<\"}", NULL, NULL },
                                           { 3, 1, "STYLE", NULL, NULL },
                                           { 4, 3, "a > b {}", NULL, NULL },
                                           { 2, 1, "BODY", NULL, NULL },
                                           { 3, 1, "SCRIPT", NULL, NULL },
                                           { 3, 1, "PRE", NULL, NULL },
                                           { 4, 3, "\nx", NULL, NULL },
                                           { 3, 8, " note ", NULL, NULL },
                                           { 3, 8, "ends --> early", NULL, NULL },
                                           { 3, 1, "IMG", "alt", "a \"b\" <c>" },
                                           { 3, 1, "svg", NULL, NULL },
                                           { 4, 1, "linearGradient", "bad name", "x" },
                                           { 3, 3, "1 < 2 & 3", NULL, NULL } };
    eq_str(
        WRITTEN(&a, page),
        STR("<html><head><meta charset=\"utf-8\"><script type=\"application/ld+json\">{\"a\": \"<\"}</script><style>a > b {}</style></head>"
            "<body><pre>\n\nx</pre><!-- note --><!----><img alt=\"a &quot;b&quot; &lt;c&gt;\"><svg><linearGradient></linearGradient></svg>"
            "1 &lt; 2 &amp; 3</body></html>"),
        "programs go, data stays, raw text is raw, charset is ours");
    return tap_done();
}
