/* In: the parts of all pages, and what an earlier run wrote. Out: a name for each.
 *
 * Equal bytes on several pages are one file. A file keeps the name that most of its places had before: the same content on the same page
 * speaks for it twice as loud as the same path. So a part whose content changes stays the same file, and so does one that moves. */
#include "archive/edge.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "base/utf8.h"

enum { TEMPLATE_NAME_MAX = 90 }; /* bytes; a number may come before it, and tar takes 100 */

static uint64_t place_of(struct str page, uint64_t where)
{
    return hash_mix(hash_str(page), where);
}

/* ---- The earlier run ---- */

/* A file of a folder and nothing else: names come from a file that anyone may have written. */
static bool is_plain(struct str name)
{
    return name.len && name.ptr[0] != '.' && !memchr(name.ptr, '/', name.len) && !memchr(name.ptr, 0, name.len);
}

static void read_part(struct arena *a, struct str page, const struct json_value *part, struct edge_before *out)
{
    struct str file, path, content;
    uint64_t name;

    if (!json_text(json_get(part, STR("file")), &file) || !esi_read_name(file, &name)
        || !json_text(json_get(part, STR("path")), &path) || !json_text(json_get(part, STR("content")), &content))
        return;
    *map_slot(&out->by_path, place_of(page, hash_str(path)), 0) = out->file.n;
    *map_slot(&out->by_content, place_of(page, hash_str(content)), 0) = out->file.n;
    *VEC_ADD(a, &out->file) = name;
}

static void read_page(struct arena *a, const struct json_value *page, struct edge_before *out)
{
    const struct json_value *parts = json_get(page, STR("parts"));
    struct str address, name;

    if (!json_text(json_get(page, STR("page")), &address) || !json_text(json_get(page, STR("template")), &name) || !is_plain(name))
        return;
    *map_slot(&out->template_of, hash_str(address), 0) = out->name.n;
    *VEC_ADD(a, &out->name) = name;
    *VEC_ADD(a, &out->written) = arena_printf(a, "pages/%.*s", STR_ARG(name));
    for (uint32_t i = 0; parts && parts->kind == JSON_ARRAY && i < parts->n; i++)
        read_part(a, address, &parts->item[i], out);
}

void edge_before_read(struct arena *a, struct str list, struct edge_before *out)
{
    struct json_value root;
    struct err e;

    *out = (struct edge_before){ 0 };
    map_open(&out->template_of, a, 0);
    map_open(&out->by_content, a, 0);
    map_open(&out->by_path, a, 0);
    if (json_read(a, list, &root, &e))
        return;
    const struct json_value *pages = json_get(&root, STR("pages")), *files = json_get(&root, STR("fragments"));
    for (uint32_t i = 0; pages && pages->kind == JSON_ARRAY && i < pages->n; i++)
        read_page(a, &pages->item[i], out);
    for (uint32_t i = 0; files && files->kind == JSON_ARRAY && i < files->n; i++) {
        struct str name;
        uint64_t number;
        if (json_text(json_get(&files->item[i], STR("file")), &name) && esi_read_name(name, &number))
            *VEC_ADD(a, &out->written) = arena_printf(a, "fragments/%.*s", STR_ARG(name));
    }
}

/* ---- Files ---- */

/* That a file should have a name. */
struct vote {
    uint32_t group, weight;
    uint64_t name;
};

struct group {
    uint64_t name, fresh; /* what it would be called without a history */
    bool named;
};

struct namer {
    struct edge *edge;
    const struct edge_before *before;
    struct arena *scratch;
    VEC(struct group) group;
    struct map group_of; /* by content, and which of several on a page it is */
    VEC(struct vote) vote;
    struct map taken; /* names */
};

static int by_name(const void *a, const void *b)
{
    const struct vote *x = a, *y = b;
    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return x->name < y->name ? -1 : x->name > y->name;
}

static int heaviest_first(const void *a, const void *b)
{
    const struct vote *x = a, *y = b;
    return x->weight != y->weight ? (x->weight > y->weight ? -1 : 1) : by_name(a, b);
}

static void vote(struct namer *n, uint32_t group, const struct map *by, uint64_t place, uint32_t weight)
{
    const uint32_t *file = map_find(by, place);
    if (file)
        *VEC_ADD(n->scratch, &n->vote) = (struct vote){ group, weight, n->before->file.item[*file] };
}

/* The content as the list of an earlier run has it. */
static uint64_t content_key(uint64_t content)
{
    AUTO(buf) text = BUF(32);
    buf_addf(&text, "%016llx", (unsigned long long)content);
    return hash_str(buf_str(&text));
}

/* The files of a page; which one a part has stands in cut.name. Copies on one page that live by themselves are files by themselves:
 * they may differ tomorrow. */
static void group_page(struct namer *n, uint32_t number)
{
    AUTO(arena) own = { 0 };
    struct edge_page *page = &n->edge->page[number];
    struct str name = n->edge->of.item[number].name;
    struct map copies;

    map_open(&copies, &own, page->n);
    for (uint32_t i = 0; i < page->n; i++) {
        struct edge_part *part = &page->part[i];
        uint32_t copy = part->planned ? (*map_slot(&copies, part->content, 0))++ : 0;
        uint32_t group = *map_slot(&n->group_of, hash_mix(part->content, copy), n->group.n);
        uint64_t path = hash_str(part->path);
        if (group == n->group.n)
            *VEC_ADD(n->scratch, &n->group) = (struct group){ .fresh = place_of(name, path) };
        part->cut.name = group;
        vote(n, group, &n->before->by_path, place_of(name, path), 1);
        vote(n, group, &n->before->by_content, place_of(name, content_key(part->content)), 2);
    }
}

static void sum_votes(struct namer *n)
{
    uint32_t kept = 0;

    if (n->vote.n == 0)
        return;
    qsort(n->vote.item, n->vote.n, sizeof *n->vote.item, by_name);
    for (uint32_t i = 0; i < n->vote.n; i++) {
        if (kept && by_name(&n->vote.item[kept - 1], &n->vote.item[i]) == 0)
            n->vote.item[kept - 1].weight += n->vote.item[i].weight;
        else
            n->vote.item[kept++] = n->vote.item[i];
    }
    n->vote.n = kept;
    qsort(n->vote.item, n->vote.n, sizeof *n->vote.item, heaviest_first);
}

static bool take_name(struct namer *n, struct group *g, uint64_t name)
{
    uint32_t *taken = map_slot(&n->taken, name, 0);

    if (*taken || g->named)
        return false;
    *taken = 1;
    g->named = true;
    g->name = name;
    return true;
}

static void name_files(struct namer *n)
{
    sum_votes(n);
    for (uint32_t i = 0; i < n->vote.n; i++)
        take_name(n, &n->group.item[n->vote.item[i].group], n->vote.item[i].name);
    for (uint32_t i = 0; i < n->group.n; i++)
        for (struct group *g = &n->group.item[i]; !g->named; g->fresh = hash_mix(g->fresh, 1))
            take_name(n, g, g->fresh);
}

/* ---- Templates ---- */

/* The last of the page's path, as a file may have it, with a number where another page has it too. */
static struct str template_name(struct arena *a, struct str page, struct map *taken)
{
    struct str name = arena_str(a, utf8_head(site_last_name(page), TEMPLATE_NAME_MAX)), out = name;

    for (char *c = (char *)name.ptr; *c; c++)
        if ((unsigned char)*c < 0x20 || strchr("/?#%&\\\"'<>", *c) || (*c == '.' && c == name.ptr))
            *c = '_';
    for (uint32_t number = 2; ++*map_slot(taken, hash_str(out), 0) > 1; number++)
        out = arena_printf(a, "%u-%.*s", number, STR_ARG(name));
    return out;
}

static void name_templates(struct namer *n)
{
    struct map taken;
    const struct edge_before *b = n->before;
    const struct site_item *page = n->edge->of.item;

    map_open(&taken, n->scratch, n->edge->of.pool->page.n);
    for (uint32_t i = 0; i < n->edge->of.pool->page.n; i++) {
        const uint32_t *name = map_find(&b->template_of, hash_str(page[i].name));
        if (name && ++*map_slot(&taken, hash_str(b->name.item[*name]), 0) == 1)
            n->edge->page[i].file = b->name.item[*name];
    }
    for (uint32_t i = 0; i < n->edge->of.pool->page.n; i++)
        if (n->edge->page[i].file.len == 0)
            n->edge->page[i].file = template_name(n->edge->arena, page[i].name, &taken);
}

void edge_name(struct edge *x, const struct edge_before *before)
{
    AUTO(arena) scratch = { 0 };
    struct namer n = { .edge = x, .before = before, .scratch = &scratch };

    map_open(&n.group_of, &scratch, 0);
    map_open(&n.taken, &scratch, 0);
    for (uint32_t i = 0; i < x->of.pool->page.n; i++)
        group_page(&n, i);
    name_files(&n);
    for (uint32_t i = 0; i < x->of.pool->page.n; i++)
        for (uint32_t k = 0; k < x->page[i].n; k++)
            x->page[i].part[k].cut.name = n.group.item[x->page[i].part[k].cut.name].name;
    name_templates(&n);
}
