/* Blocks as JSON: what `weft segment --format json` prints. The shape is told in docs/design/segment.md. O(blocks + paths). */
#include "base/json.h"

#include <math.h>

#include "base/limits.h"
#include "page/paths.h"
#include "segment/block.h"

static void add_paths(struct json *j, const struct paths *paths, const struct blocks *b, const struct block *block)
{
    AUTO(buf) path = BUF(KIB(64));

    json_key(j, "nodes");
    json_array(j);
    for (uint32_t k = block->node; k < block->node_end; k++) {
        buf_clear(&path);
        paths_add(paths, b->node[k], &path);
        json_str(j, buf_str(&path));
    }
    json_end(j);
}

static void add_block(struct arena *a, struct json *j, const struct paths *paths, const struct blocks *b, uint32_t i)
{
    const struct block *block = &b->block[i];
    const float box[] = { block->box.x, block->box.y, block->box.w, block->box.h };

    json_object(j);
    json_field_str(j, "ref", block_ref(a, b, i));
    json_key(j, "parent");
    if (i)
        json_str(j, block_ref(a, b, block->parent));
    else
        json_null(j);
    json_field_bool(j, "leaf", block_is_leaf(b, i));
    json_key(j, "box");
    json_array(j);
    for (size_t k = 0; k < ARRAY_LEN(box); k++)
        json_real(j, roundf(box[k]));
    json_end(j);
    json_field_number(j, "doc", block->doc);
    json_field_number(j, "level", block->level);
    json_field_real(j, "importance", block->importance);
    json_field_str(j, "id", arena_printf(a, "%016llx", (unsigned long long)block->id));
    add_paths(j, paths, b, block);
    json_field_number(j, "links", block->n_links);
    json_field_number(j, "images", block->n_images);
    json_field_number(j, "words", block->n_words);
    json_end(j);
}

void blocks_json(struct arena *a, const struct blocks *b, struct buf *out)
{
    struct paths paths;
    struct json j;

    paths_open(&paths, a, &b->page->dom);
    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "layout", str_of(layout_source_name(b->source)));
    json_field_real(&j, "width", roundf(b->width));
    json_field_real(&j, "height", roundf(b->height));
    json_key(&j, "blocks");
    json_array(&j);
    for (uint32_t i = 0; i < b->n; i++)
        add_block(a, &j, &paths, b, i);
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}
