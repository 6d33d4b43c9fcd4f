/* Pages through Chromium to a page model with a layout: a page of our own, and where they are at hand, saved pages of others. */
#include "flow/render.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "segment/snapshot.h"
#include "tests/tap.h"

enum { SAVED_MAX = 6 };

static const char own[] =
    "<!DOCTYPE html><html lang=en><head><title>Own</title><style>.side{float:right;width:300px}.gone{display:none}</style></head>"
    "<body class=home><header><h1>Headline</h1></header><div class=side><ul><li>One<li>Two</ul></div>"
    "<main id=main><p>First <b>paragraph</b> with <a href=/x>a link</a>.<p>Second.</p><table><tr><td>1<td>2</table>"
    "<pre>\n\nkept</pre><textarea>\nx</textarea><p class=gone>hidden</p></main>"
    "<script>document.getElementById('main').insertAdjacentHTML('beforeend', '<p id=new>Added by a script</p>');"
    "document.body.classList.add('js')</script></body></html>";

static bool read_page(struct arena *a, struct symbols *symbols, struct str bytes, struct page *page)
{
    struct parse_source source = { .bytes = bytes };
    struct err e = { 0 };
    symbols_open(symbols, a);
    return page_read(a, symbols, &source, STR("http://own.test/"), page, &e) == 0;
}

static uint32_t find(const struct page *p, const char *tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && str_eq(tag_name(p->dom.symbols, p->dom.node[i].tag), str_of(tag)))
            return i;
    return NONE;
}

static void without_scripts(struct renderer *b)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct rendered r;
    struct err e = { 0 };
    struct render_request q = { .page = &page, .picture = true };
    if (!ok(read_page(&a, &symbols, str_of(own), &page) && render_page(&a, b, &q, &r, &e) == 0, "a page without its scripts: %s",
            e.text))
        return;
    ok(r.page.dom.n == page.dom.n && r.html.len == 0, "is the page that was given");
    uint32_t ul = find(&page, "ul"), main = find(&page, "main"), h1 = find(&page, "h1");
    ok(r.layout.box[ul].x > 1000 && r.layout.box[ul].w <= 300, "the list stands on the right");
    ok(r.layout.box[main].y > r.layout.box[h1].y && r.layout.look[h1].font_size == 32, "the headline above, and large");
    for (uint32_t i = 0; i < page.dom.n; i++) {
        struct str class;
        if (dom_attr(&page.dom, i, STR("class"), &class) && str_eq(class, STR("gone")))
            ok(!(r.layout.look[i].flags & LOOK_DRAWN), "what is hidden is not drawn");
    }
    ok(r.drawn.picture.len > 1000, "with a picture");
}

static void with_scripts(struct renderer *b)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct rendered r;
    struct snapshot s;
    struct err e = { 0 };
    struct render_request q = { .page = &page, .scripts = true };
    if (!ok(read_page(&a, &symbols, str_of(own), &page) && render_page(&a, b, &q, &r, &e) == 0, "a page with its scripts: %s",
            e.text))
        return;
    ok(str_find(r.html, STR("<p id=\"new\">Added by a script</p>"), 0) != SIZE_MAX
           && str_find(r.html, STR("insertAdjacent"), 0) == SIZE_MAX,
       "is what they leave, without them");
    ok(str_find(r.html, STR("<pre>\n\nkept"), 0) != SIZE_MAX, "line ends are kept");
    uint32_t *match = NEW_ARRAY(&a, uint32_t, r.page.dom.n);
    uint32_t missing = 0;
    ok(snapshot_read(&a, r.drawn.snapshot, &s, &e) == 0 && snapshot_match(&a, &s, &r.page, match, &e) == 0,
       "its nodes are matched");
    for (uint32_t i = 0; i < r.page.dom.n; i++)
        missing += match[i] == NONE;
    eq_int(missing, 0, "every one of them");
    /* The same snapshot on the page as it was before the scripts. */
    match = NEW_ARRAY(&a, uint32_t, page.dom.n);
    ok(snapshot_match(&a, &s, &page, match, &e) == 0, "nodes of the page before its scripts are matched too");
    missing = 0;
    for (uint32_t i = page.body; i < page.dom.node[page.body].end; i++)
        missing += match[i] == NONE && !(page.flags[i] & NODE_HIDDEN);
    eq_int(missing, 0, "every one that is seen");
}

static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The first index.html below a folder, two levels down. */
static bool saved_page(const char *folder, char path[2048])
{
    struct dirent **entry = NULL;
    bool found = false;
    int n = scandir(folder, &entry, is_seen, alphasort);
    for (int i = 0; i < n; i++) {
        snprintf(path, 2048, "%s/%s/index.html", folder, entry[i]->d_name);
        FILE *f = found ? NULL : fopen(path, "r");
        if (f) {
            found = true;
            fclose(f);
            break;
        }
    }
    for (int i = 0; i < n; i++)
        heap_free(entry[i]);
    heap_free(entry);
    return found;
}

static void saved(struct renderer *b, const char *path)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct rendered r;
    struct snapshot s;
    struct str bytes;
    struct err e = { 0 };
    struct render_request q = { .page = &page, .path = str_of(path) };
    if (!ok(io_read(&a, path, LIMIT_PAGE_BYTES, &bytes, &e) == 0 && read_page(&a, &symbols, bytes, &page)
                && render_page(&a, b, &q, &r, &e) == 0 && snapshot_read(&a, r.drawn.snapshot, &s, &e) == 0,
            "a saved page is drawn %s", e.text))
        return;
    uint32_t *match = NEW_ARRAY(&a, uint32_t, page.dom.n), seen = 0, missing = 0;
    ok(snapshot_match(&a, &s, &page, match, &e) == 0, "and matched");
    for (uint32_t i = page.body; i < page.dom.node[page.body].end; i++) {
        bool counts = !(page.flags[i] & NODE_HIDDEN) && page.dom.node[i].kind != NODE_COMMENT;
        seen += counts;
        missing += counts && match[i] == NONE;
    }
    ok(missing * 1000 <= seen, "%u of %u nodes without a match", missing, seen);
}

static void all_saved(struct renderer *b)
{
    char command[4200], folder[1024] = "", path[2048];
    const char *source = getenv("WEFT_SOURCE");
    unsigned n = 0;
    snprintf(command, sizeof command, "%s/tests/property/unpack-corpus", source ? source : ".");
    FILE *f = popen(command, "r");
    if (f && fgets(folder, sizeof folder, f))
        folder[strcspn(folder, "\n")] = '\0';
    if (f)
        pclose(f);
    /* FOLDER/corpus/series; the saved pages are FOLDER/segments. */
    char *end = strstr(folder, "/corpus/series");
    struct dirent **entry = NULL;
    if (end)
        snprintf(end, sizeof folder - (size_t)(end - folder), "/segments");
    int all = end ? scandir(folder, &entry, is_seen, alphasort) : 0;
    for (int i = 0; i < all; i++) {
        char below[1400];
        snprintf(below, sizeof below, "%s/%s", folder, entry[i]->d_name);
        if (n < SAVED_MAX && saved_page(below, path) && ++n)
            saved(b, path);
        heap_free(entry[i]);
    }
    heap_free(entry);
    if (n == 0)
        skip("given data: no saved pages beside this checkout");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct settings settings;
    struct renderer renderer = { 0 };
    struct err e = { 0 };
    struct browser_page page;
    struct browser_request q = { .body = STR("<p>"), .has_body = true, .offline = true };
    if (!ok(settings_defaults(&a, &settings, &e) == 0, "settings"))
        return tap_done();
    struct browser_options options = settings_browser_options(&a, &settings);
    if (browser_open(&options, &renderer.browser, &e) || browser_render(&a, renderer.browser, &q, &page, &e)) {
        skip(e.text);
    } else {
        without_scripts(&renderer);
        with_scripts(&renderer);
        all_saved(&renderer);
    }
    renderer_drop(&renderer);
    return tap_done();
}
