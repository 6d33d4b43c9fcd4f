/* Levels and importance: what matters on a plain page, and the sums. */
#include "segment/importance.h"

#include <math.h>

#include "tests/generate.h"
#include "tests/segment/cuts.h"
#include "tests/tap.h"

#define LONG "This is a paragraph that is long enough to be one, with a comma and a full stop. "

static bool sums_up(const struct blocks *b)
{
    float leaves = 0;

    for (uint32_t i = 0; i < b->n; i++) {
        float below = 0;
        if (!(b->block[i].importance >= 0 && b->block[i].importance <= 1.001f) || b->block[i].level < 1 || b->block[i].level > 4)
            return false;
        leaves += block_is_leaf(b, i) ? b->block[i].importance : 0;
        for (uint32_t k = i + 1; k < b->block[i].end; k = b->block[k].end)
            below += b->block[k].importance;
        if (!block_is_leaf(b, i) && fabsf(below - b->block[i].importance) > 0.001f)
            return false;
    }
    return fabsf(leaves - 1) < 0.001f && fabsf(b->block[0].importance - 1) < 0.001f;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 9 };
    unsigned good = 0, n = 100;
    struct cut *c =
        cut_html(&a,
                 STR("<div id=header><h1><a href=/>Site</a></h1><ul><li><a href=a>One</a><li><a href=b>Two</a></ul></div>"
                     "<div id=content><h2>Title</h2><p id=p>" LONG LONG "</p><p>" LONG LONG LONG "</p></div>"
                     "<div id=footer><p id=f>Copyright of the site</p></div>"),
                 4);
    uint32_t text = block_of_node(&c->blocks, by_id(c->page, "p")), end = block_of_node(&c->blocks, by_id(c->page, "f"));

    ok(text != end && c->blocks.block[text].level == 4 && c->blocks.block[end].level < 3,
       "the text is what matters, the footer is not");
    ok(c->blocks.block[text].importance > 0.6f && c->blocks.block[end].importance < 0.1f, "and carries the importance");
    ok(sums_up(&c->blocks), "the sums are right");
    c->blocks.block[end].importance *= 50;
    importance_sum(&c->blocks);
    ok(sums_up(&c->blocks), "also after a leaf was given more");
    for (unsigned i = 0; i < n; i++) {
        AUTO(arena) own = { 0 };
        struct str html = mangle_bytes(&own, &r, sketch_html(&own, random_page(&own, &r, 200)), i % 7);
        good += sums_up(&cut_html(&own, html, 1 + i % 10)->blocks);
    }
    eq_int(good, n, "the sums are right on random pages");
    ok(sums_up(&cut_html(&a, STR(""), 7)->blocks), "and on an empty one");
    return tap_done();
}
