/* Any bytes as a browser's snapshot: reading ends; what is read can be written as HTML, matched and laid out, and numbers stay in
 * bounds. */
#include <stdlib.h>

#include "segment/snapshot.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static void check(const struct snapshot *s)
{
    for (uint32_t i = 0; i < s->n; i++) {
        const struct snapshot_node *n = &s->node[i];
        must(i == 0 ? n->parent == NONE : n->parent < i);
        must(n->end > i && n->end <= s->n && (i == 0 || n->end <= s->node[n->parent].end));
        must(n->name == NONE || n->name < s->n_string);
        must(n->box == NONE || n->box < s->n_box);
        must(n->attr + 2 * (uint64_t)n->n_attr <= s->n_attr);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = (size_t)256 << 20 };
    struct snapshot s;
    struct symbols symbols;
    struct page page;
    struct layout layout;
    struct str html = { "", 0 };
    if (snapshot_read(&a, (struct str){ (const char *)data, size }, &s, NULL))
        return 0;
    check(&s);
    if (snapshot_html(&a, &s, &html, NULL))
        return 0;
    symbols_open(&symbols, &a);
    struct parse_source source = { .bytes = html, .content_type = { "text/html; charset=utf-8", 24 }, .no_xml = true };
    if (page_read(&a, &symbols, &source, (struct str){ "", 0 }, &page, NULL) || snapshot_layout(&a, &s, &page, &layout, NULL))
        return 0;
    for (uint32_t i = 0; i < page.dom.n; i++)
        must(!(layout.look[i].flags & LOOK_DRAWN) || (layout.box[i].w > 0 && layout.box[i].h > 0));
    return 0;
}
