/* What the tests of hotlists share: a list read from text, and its entries as lines. */
#ifndef TESTS_TRACK_HOTLISTS_H
#define TESTS_TRACK_HOTLISTS_H

#include "base/buf.h"
#include "tests/tap.h"
#include "intake/hotlist.h"

__attribute__((unused)) static void add_strs(struct buf *out, const char *label, const struct hotlist_strs *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        buf_addf(out, " %s<%.*s>", label, STR_ARG(list->item[i]));
}

__attribute__((unused)) static void add_pairs(struct buf *out, const char *label, const struct hotlist_pairs *list)
{
    for (uint32_t i = 0; i < list->n; i++)
        buf_addf(out, " %s<%.*s=%.*s>", label, STR_ARG(list->item[i].name), STR_ARG(list->item[i].value));
}

__attribute__((unused)) static void add_text(struct buf *out, const char *label, struct str s)
{
    if (s.len)
        buf_addf(out, " %s<%.*s>", label, STR_ARG(s));
}

/* A line for each entry with all that is known of it, then one for each loss. */
__attribute__((unused)) static struct str hotlist_lines(struct arena *a, const struct hotlist *h)
{
    AUTO(buf) out = BUF(1 << 24);
    struct str made = STR("");
    for (uint32_t i = 0; i < h->n; i++) {
        const struct hotlist_entry *e = &h->item[i];
        buf_add(&out, e->url);
        add_text(&out, "title", e->title);
        add_text(&out, "folder", e->folder);
        add_text(&out, "note", e->note);
        add_strs(&out, "tag", &e->tags);
        add_strs(&out, "select", &e->select);
        add_strs(&out, "ignore", &e->ignore);
        add_pairs(&out, "header", &e->headers);
        add_pairs(&out, "form", &e->form);
        add_text(&out, "proxy", e->proxy);
        if (e->has_every)
            buf_addf(&out, " every<%lld>", (long long)e->every_ms);
        if (e->added_at != HOTLIST_UNKNOWN)
            buf_addf(&out, " added<%lld>", (long long)e->added_at);
        if (e->visited_at != HOTLIST_UNKNOWN)
            buf_addf(&out, " visited<%lld>", (long long)e->visited_at);
        buf_addf(&out, "%s%s%s\n", e->browser ? " browser" : "", e->paused ? " paused" : "", e->muted ? " muted" : "");
    }
    for (uint32_t i = 0; i < h->lost.n; i++)
        buf_addf(&out, "lost %.*s\n", STR_ARG(h->lost.item[i]));
    if (buf_take(&out, a, &made, NULL))
        return STR("too long");
    return made;
}

__attribute__((unused)) static void hotlist_is(const char *text, enum hotlist_format format, const char *want, const char *what)
{
    AUTO(arena) a = { 0 };
    struct hotlist h = { 0 };
    struct err e = { 0 };
    if (!ok(hotlist_read(&a, str_of(text), &h, &e) == 0, "%s is read: %s", what, e.text))
        return;
    eq_str(str_of(hotlist_format_name(h.format)), str_of(hotlist_format_name(format)), "its format");
    eq_str(hotlist_lines(&a, &h), str_of(want), what);
}

__attribute__((unused)) static void hotlist_fails(const char *text, int code, const char *says)
{
    AUTO(arena) a = { 0 };
    struct hotlist h = { 0 };
    struct err e = { 0 };
    ok(hotlist_read(&a, str_of(text), &h, &e) == code && strstr(e.text, says), "refused: %s", e.text);
}

#endif
