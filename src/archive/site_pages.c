/* In: a site, an item of it. Out: its pages, their versions, their bytes and their models. */
#include "archive/site_pages.h"

#include "archive/pages.h"
#include "base/io.h"
#include "base/limits.h"

enum { SNIFF_BYTES = 1024 };

/* ---- Which ---- */

bool site_owns(const struct store_page *page, struct str site)
{
    size_t at = str_find(page->url, STR("://"), 0);
    struct str rest = str_sub(page->url, at == SIZE_MAX ? page->url.len : at + 3, page->url.len);

    return str_eq_nocase(page->host, site) || str_eq_nocase(str_cut(&rest, '/'), site);
}

struct newest {
    const struct caller *caller;
    struct str site;
    bool own;
    VEC(struct site_item) item;
};

static int add_newest(void *context, const struct store_page *page, struct err *e)
{
    struct newest *x = context;
    struct arena *a = x->caller->arena;
    struct target_version v;
    bool watched = true;
    int failed = 0;

    if (!site_owns(page, x->site) || (x->own && ((failed = caller_watches(x->caller, page->id, &watched, e)) || !watched)))
        return failed;
    struct target target = target_of(a, page);
    failed = target_version(x->caller, &target, &v, e);
    if (failed == E_USAGE) /* not fetched yet */
        return 0;
    if (!failed && !v.lost)
        *VEC_ADD(a, &x->item) = (struct site_item){ .name = arena_str(a, page->url), .page = page->id, .number = v.number };
    return failed;
}

int site_items_newest(const struct caller *c, struct str site, bool own, struct site_items *out, struct err *e)
{
    struct newest x = { .caller = c, .site = site, .own = own };
    int failed = pages_each(c, add_newest, &x, e);

    if (!failed)
        *out = (struct site_items){ .item = x.item.item, .n = x.item.n };
    return failed;
}

static double seen_of(const struct store_page *page)
{
    return page->checked_at == NEVER ? 0 : (double)page->checked_at / 1000;
}

int site_items_versions(const struct caller *c, const struct target *t, struct site_items *out, struct err *e)
{
    struct target_versions versions;
    int failed = target_versions(c, t, &versions, e);

    if (failed)
        return failed;
    *out = (struct site_items){ .item = NEW_ARRAY(c->arena, struct site_item, versions.n) };
    for (uint32_t i = 0; i < versions.n; i++) {
        const struct target_version *v = &versions.item[i];
        bool believed = !v->lost && !v->suspect;
        out->seen_s = believed ? seen_of(&t->page) : 0;
        if (believed)
            out->item[out->n++] =
                (struct site_item){ .name = t->name, .page = t->page.id, .number = v->number, .at_s = (double)v->at / 1000 };
    }
    return 0;
}

/* ---- One after the other ---- */

int site_item_bytes(const struct caller *c, const struct site_item *item, struct arena *a, struct str *out, struct err *e)
{
    if (item->page == 0)
        return io_read(a, item->name.ptr, LIMIT_PAGE_BYTES, out, e);
    struct caller caller = *c;
    struct target target = { .name = item->name, .page = { .id = item->page } };
    caller.arena = a;
    return target_body(&caller, &target, item->number, out, e);
}

void parsed_page_drop(struct parsed_page *p)
{
    arena_drop(&p->arena);
}

/* Bytes that no text has, among the first; UTF-16 says so by its first two. */
static bool is_binary(struct str bytes)
{
    struct str head = str_sub(bytes, 0, SNIFF_BYTES);

    if (str_starts(head, STR("\xff\xfe")) || str_starts(head, STR("\xfe\xff")))
        return false;
    return head.len && memchr(head.ptr, '\0', head.len) != NULL;
}

int parsed_page_make(struct parsed_page *p, const struct parse_source *source, struct str name, struct err *e)
{
    symbols_open(&p->symbols, &p->arena);
    if (is_binary(source->bytes))
        return err_set(e, E_FORMAT, "%s: not a page: its bytes are not text", name.ptr);
    if (page_read(&p->arena, &p->symbols, source, STR(""), &p->page, e))
        return err_in(e, "%s", name.ptr);
    return 0;
}

int site_item_read(const struct caller *c, const struct site_item *item, struct parsed_page *out, struct err *e)
{
    struct parse_source source = { .bytes = { 0 } };

    *out = (struct parsed_page){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    int failed = site_item_bytes(c, item, &out->arena, &source.bytes, e);
    return failed ? failed : parsed_page_make(out, &source, item->name, e);
}

struct str site_last_name(struct str path)
{
    while (path.len > 1 && path.ptr[path.len - 1] == '/')
        path.len--;
    size_t at = path.len;
    while (at > 0 && path.ptr[at - 1] != '/')
        at--;
    return str_sub(path, at, path.len);
}
