/* Remembered segmentations: the same blocks as fresh ones, with less work. */
#include "segment/memory.h"

#include "tests/generate.h"
#include "tests/page/pages.h"
#include "tests/segment/same.h"
#include "tests/tap.h"

#define PART(id, text) \
    "<div id=" id "><h2>Part</h2><p>" text \
    "</p><p>More words are here, as in every part of it.</p><ul><li>one</li><li>two</li></ul></div>"
#define PAGE(text, more) \
    "<div id=header><h1>Site</h1></div><div id=content>" PART("a", text) PART("b", "Second part") PART("c", "Third part") more \
        "</div><div id=footer><p>The end</p></div>"

static void cases(struct arena *a)
{
    const struct page *first = page_from(a, STR(PAGE("Some words", "")), STR("")),
                      *words = page_from(a, STR(PAGE("Other text", "")), STR("")),
                      *part = page_from(a, STR(PAGE("Some words", "<p id=n>A new one</p><table><tr><td>x</table>")), STR(""));
    struct segment_result again;
    bool filled = false;

    ok(!check_memory(a, first, words, &filled, &again), "other words, same blocks");
    ok(filled, "and nothing was laid out or cut");
    ok(again.n_cut == 0 && again.n_reused == 1, "cut again, nothing is cut");
    ok(again.blocks.n > 3, "there is something to remember: %u blocks", again.blocks.n);
    ok(!check_memory(a, first, part, &filled, &again), "a new element, the blocks of a fresh segmentation");
    ok(!filled && again.n_reused > 0, "what looks as before is not cut again: %u cut, %u not", again.n_cut, again.n_reused);
    struct segment_result alone;
    ok(!check_memory(a, part, part, &filled, &alone) && alone.n_cut == 0, "the same page costs nothing");
}

static void pages(unsigned n, unsigned kinds, const char *what)
{
    struct random r = { .state = 21 };
    unsigned good = 0, filled = 0, reused = 0;

    for (unsigned i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        struct sketch *old = random_page(&a, &r, 400), *new = mutate_page(&a, &r, old, 1 + i % 4, kinds);
        struct segment_result again = { .n_cut = 0 };
        bool fits = false;
        const char *how = check_memory(&a, page_from(&a, sketch_html(&a, old), STR("")),
                                       page_from(&a, sketch_html(&a, new), STR("")), &fits, &again);

        if (how)
            printf("# page %u: %s\n", i, how);
        good += !how;
        filled += fits;
        reused += again.n_reused > 0;
    }
    ok(good == n, "%s: of %u pages all are the same, %u filled, %u cut in part", what, n, filled, reused - filled);
}

int main(void)
{
    AUTO(arena) a = { 0 };

    cases(&a);
    pages(150, EDIT_WORD, "words");
    pages(150, EDIT_BLOCK | EDIT_ITEM | EDIT_ROW, "blocks");
    pages(100, EDIT_ANY, "anything");
    return tap_done();
}
