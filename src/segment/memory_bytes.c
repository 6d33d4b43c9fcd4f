/* A remembered segmentation as bytes and back: for a file, or beside a version in the archive.
 *
 *     "weftmem2"  head (fixed)  blocks  nodes of leaves  regions  nodes of regions  checksum
 *
 * Numbers are 32 or 64 bits, the lowest byte first. The checksum tells damage from bytes that were written; what is read is checked
 * besides, so that no number leads outside its array. Cost: O(bytes). */
#include <endian.h>

#include "base/hash.h"
#include "segment/memory.h"

#define MAGIC "weftmem2"

enum { MAGIC_BYTES = 8, SUM_BYTES = 8 };

static void put32(struct buf *out, uint32_t n)
{
    n = htole32(n);
    buf_add_bytes(out, (const char *)&n, sizeof n);
}

static void put64(struct buf *out, uint64_t n)
{
    n = htole64(n);
    buf_add_bytes(out, (const char *)&n, sizeof n);
}

static void put_real(struct buf *out, float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof bits);
    put32(out, bits);
}

static void put_block(struct buf *out, const struct block *b)
{
    put32(out, b->parent);
    put32(out, b->end);
    put32(out, b->node);
    put32(out, b->node_end);
    put32(out, b->doc);
    put_real(out, b->box.x);
    put_real(out, b->box.y);
    put_real(out, b->box.w);
    put_real(out, b->box.h);
    put_real(out, b->image_area);
}

static void put_region(struct buf *out, const struct memory_region *r)
{
    put32(out, r->parent);
    put32(out, r->first);
    put32(out, r->next);
    put32(out, r->root);
    put32(out, r->root_end);
    put32(out, r->doc);
    put64(out, r->key);
}

void memory_write(const struct memory *m, struct buf *out)
{
    size_t start = out->len;

    buf_add(out, STR(MAGIC));
    put64(out, m->structure);
    put64(out, m->form);
    put32(out, m->pdoc);
    put_real(out, m->blocks.width);
    put_real(out, m->blocks.height);
    put32(out, m->blocks.n);
    put32(out, m->blocks.n_nodes);
    put32(out, m->n_regions);
    put32(out, m->n_roots);
    for (uint32_t i = 0; i < m->blocks.n; i++)
        put_block(out, &m->blocks.block[i]);
    for (uint32_t i = 0; i < m->blocks.n_nodes; i++)
        put32(out, m->blocks.node[i]);
    for (uint32_t i = 0; i < m->n_regions; i++)
        put_region(out, &m->region[i]);
    for (uint32_t i = 0; i < m->n_roots; i++)
        put32(out, m->root[i]);
    if (!out->over)
        put64(out, hash_bytes(out->ptr + start, out->len - start));
}

struct reader {
    const char *at, *end;
};

static uint64_t take(struct reader *r, size_t bytes)
{
    uint64_t n = 0;

    if ((size_t)(r->end - r->at) < bytes) {
        r->at = r->end;
        return 0;
    }
    memcpy(&n, r->at, bytes);
    r->at += bytes;
    return le64toh(n);
}

static float take_real(struct reader *r)
{
    uint32_t bits = (uint32_t)take(r, 4);
    float x;

    memcpy(&x, &bits, sizeof x);
    return x == x ? x : 0;
}

static bool take_block(struct reader *r, struct memory *m, uint32_t i)
{
    struct block *b = &m->blocks.block[i];

    b->parent = (uint32_t)take(r, 4);
    b->end = (uint32_t)take(r, 4);
    b->node = (uint32_t)take(r, 4);
    b->node_end = (uint32_t)take(r, 4);
    b->doc = (uint8_t)take(r, 4);
    b->box.x = take_real(r);
    b->box.y = take_real(r);
    b->box.w = take_real(r);
    b->box.h = take_real(r);
    b->image_area = take_real(r);
    return b->end > i && b->end <= m->blocks.n
           && (i ? b->parent < i && b->end <= m->blocks.block[b->parent].end : b->end == m->blocks.n) && b->node <= b->node_end
           && b->node_end <= m->blocks.n_nodes && b->doc >= 1 && b->doc <= 10;
}

static bool is_place(uint32_t number, uint32_t after, uint32_t n)
{
    return number == NONE || (number > after && number < n);
}

static bool take_region(struct reader *r, struct memory *m, uint32_t i)
{
    struct memory_region *g = &m->region[i];

    g->parent = (uint32_t)take(r, 4);
    g->first = (uint32_t)take(r, 4);
    g->next = (uint32_t)take(r, 4);
    g->root = (uint32_t)take(r, 4);
    g->root_end = (uint32_t)take(r, 4);
    g->doc = (uint8_t)take(r, 4);
    g->key = take(r, 8);
    return (i ? g->parent < i : g->parent == NONE) && is_place(g->first, i, m->n_regions) && is_place(g->next, i, m->n_regions)
           && g->root <= g->root_end && g->root_end <= m->n_roots && (!g->key || g->root < g->root_end);
}

/* Whether children know their parent: walks up and down end where they began. */
static bool regions_agree(const struct memory *m)
{
    for (uint32_t i = 0; i < m->n_regions; i++) {
        const struct memory_region *r = &m->region[i];
        if ((r->first != NONE && m->region[r->first].parent != i) || (r->next != NONE && m->region[r->next].parent != r->parent))
            return false;
    }
    return true;
}

static bool take_arrays(struct arena *a, struct reader *r, struct memory *m)
{
    m->blocks.block = NEW_ARRAY(a, struct block, m->blocks.n);
    m->blocks.node = NEW_ARRAY(a, uint32_t, m->blocks.n_nodes);
    m->region = NEW_ARRAY(a, struct memory_region, m->n_regions);
    m->root = NEW_ARRAY(a, uint32_t, m->n_roots);
    for (uint32_t i = 0; i < m->blocks.n; i++) {
        if (!take_block(r, m, i))
            return false;
    }
    for (uint32_t i = 0; i < m->blocks.n_nodes; i++) {
        m->blocks.node[i] = (uint32_t)take(r, 4);
        m->n_page = MAX(m->n_page, m->blocks.node[i] + 1);
    }
    for (uint32_t i = 0; i < m->n_regions; i++) {
        if (!take_region(r, m, i))
            return false;
    }
    for (uint32_t i = 0; i < m->n_roots; i++)
        m->root[i] = (uint32_t)take(r, 4);
    return r->at == r->end && m->blocks.n > 0 && regions_agree(m);
}

int memory_read(struct arena *a, struct str bytes, struct memory *out, struct err *e)
{
    struct memory m = { .structure = 0 };
    struct reader r = { bytes.ptr, bytes.ptr + bytes.len };
    uint64_t sum;
    int failed;

    if (bytes.len < MAGIC_BYTES + SUM_BYTES || !str_starts(bytes, STR(MAGIC)))
        return err_set(e, E_FORMAT, "this is not a remembered segmentation");
    r.end -= SUM_BYTES;
    memcpy(&sum, r.end, sizeof sum);
    if (le64toh(sum) != hash_bytes(bytes.ptr, bytes.len - SUM_BYTES))
        return err_set(e, E_FORMAT, "the remembered segmentation is damaged");
    r.at += MAGIC_BYTES;
    m.structure = take(&r, 8);
    m.form = take(&r, 8);
    m.pdoc = (unsigned)take(&r, 4);
    m.blocks.source = LAYOUT_CACHED;
    m.blocks.width = take_real(&r);
    m.blocks.height = take_real(&r);
    m.blocks.n = (uint32_t)take(&r, 4);
    m.blocks.n_nodes = (uint32_t)take(&r, 4);
    m.n_regions = (uint32_t)take(&r, 4);
    m.n_roots = (uint32_t)take(&r, 4);
    /* every record takes some of the bytes that are left, so their number bounds the counts */
    if ((uint64_t)m.blocks.n * 40 + (uint64_t)m.blocks.n_nodes * 4 + (uint64_t)m.n_regions * 32 + (uint64_t)m.n_roots * 4
        != (uint64_t)(r.end - r.at))
        return err_set(e, E_FORMAT, "the remembered segmentation is not as long as it says");
    if ((failed = arena_room(a, bytes.len * 4, e)))
        return failed;
    if (!take_arrays(a, &r, &m))
        return err_set(e, E_FORMAT, "the remembered segmentation contradicts itself");
    *out = m;
    return 0;
}
