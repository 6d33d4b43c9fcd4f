/* The source of both versions as one text: kept bytes once, what went struck out before what came. Long kept runs are cut to some lines. */
#include "base/limits.h"
#include "serve/html.h"
#include "serve/shown.h"
#include "show/edits.h"

enum { CONTEXT_LINES = 4 };

void shown_open_text(struct buf *out, const char *title)
{
    HTML(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
        "<meta name=\"color-scheme\" content=\"light dark\"><title>{}</title><style>"
        ":root{color-scheme:light dark}body{margin:0;padding:16px 24px 48px;background:#fff;color:#1d1c1a}pre{margin:0;white-space:pre-wrap;"
        "overflow-wrap:anywhere;font:13px/1.6 ui-monospace,Menlo,Consolas,monospace}ins{background:#d8f3df;color:#0c4f26}"
        "del{background:#fde4e0;color:#8c1d15}.gap{display:block;margin:8px 0;padding:2px 8px;background:#f3f1ed;color:#69655e}"
        "@media(prefers-color-scheme:dark){body{background:#17181b;color:#ecebe8}ins{background:#14371f;color:#9fe6b6}"
        "del{background:#43201f;color:#ffb4ab}.gap{background:#1e2024;color:#9a9994}}</style></head><body>\n",
        WORD(title));
}

void shown_close_text(struct buf *out)
{
    html_raw(out, "\n</body></html>\n");
}

/* Bytes up to and with the n-th line end, from the front or from the back. */
static size_t lines_in(struct str s, unsigned n, bool from_back)
{
    size_t i;

    for (i = 0; i < s.len && n; i++)
        n -= s.ptr[from_back ? s.len - 1 - i : i] == '\n';
    return from_back && i ? i - (n == 0) : i;
}

static void add_kept(struct buf *out, struct str s, bool first, bool last)
{
    size_t head = first ? 0 : lines_in(s, CONTEXT_LINES, false), tail = last ? 0 : lines_in(s, CONTEXT_LINES, true);

    if (head + tail + 200 >= s.len) {
        HTML(out, "{}", TEXT(s));
        return;
    }
    size_t lines = 0;
    for (size_t i = head; i < s.len - tail; i++)
        lines += s.ptr[i] == '\n';
    HTML(out, "{}<span class=\"gap\">", TEXT(str_sub(s, 0, head)));
    html_add_number_of(out, lines ? lines : 1, "line");
    HTML(out, " the same</span>{}", TEXT(str_sub(s, s.len - tail, s.len)));
}

int shown_source(struct shown *s, struct buf *out, struct err *e)
{
    struct str old = s->body[0].bytes, new = s->body[1].bytes;
    struct edits edits;
    size_t a = 0, b = 0;
    int failed = edits_find(s->caller.arena, old, new, &edits, e);

    if (failed)
        return failed;
    shown_open_text(out, "Source");
    html_raw(out, "<pre>");
    for (uint32_t i = 0; i < edits.n; i++) {
        const struct kept_bytes *k = &edits.item[i];
        if (k->a > a)
            HTML(out, "<del>{}</del>", TEXT(str_sub(old, a, k->a)));
        if (k->b > b)
            HTML(out, "<ins>{}</ins>", TEXT(str_sub(new, b, k->b)));
        a = k->a + k->n;
        b = k->b + k->n;
        if (k->n)
            add_kept(out, str_sub(new, k->b, b), i == 0, b == new.len);
    }
    html_raw(out, "</pre>");
    shown_close_text(out);
    return 0;
}
