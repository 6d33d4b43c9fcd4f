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

/* Written and read, a memory fills and cuts as before; with any byte changed it is refused. */
static void bytes(struct arena *a)
{
    const struct page *first = page_from(a, STR(PAGE("Some words", "")), STR("")),
                      *second = page_from(a, STR(PAGE("More text", "<p>new</p>")), STR(""));
    AUTO(buf) out = BUF(1 << 20);
    struct layout was, is;
    struct segment_input in = { .page = first, .layout = &was, .pdoc = BLOCK_PDOC };
    struct segment_result result, again, before;
    struct memory back;
    struct blocks filled;
    unsigned refused = 0;

    if (layout_estimate(a, first, &was, NULL) || segment_remember(a, &in, &result, NULL) || layout_estimate(a, second, &is, NULL))
        abort();
    memory_write(&result.memory, &out);
    if (!ok(!memory_read(a, buf_str(&out), &back, NULL), "a memory is written and read"))
        return;
    ok(memory_fits(&back, first) && !memory_fill(a, &back, first, &filled, NULL) && !differ(&filled, &result.blocks),
       "and fills as before");
    in = (struct segment_input){ .page = second, .layout = &is, .pdoc = BLOCK_PDOC, .old = &back };
    ok(!segment_remember(a, &in, &again, NULL), "and is cut from");
    in.old = &result.memory;
    ok(!segment_remember(a, &in, &before, NULL) && !differ(&again.blocks, &before.blocks) && again.n_reused == before.n_reused,
       "as before");
    for (size_t i = 0; i < out.len; i++) {
        out.ptr[i] ^= 4;
        refused += memory_read(a, buf_str(&out), &back, NULL) == E_FORMAT;
        out.ptr[i] ^= 4;
    }
    eq_int(refused, out.len, "a changed byte is seen");
    ok(memory_read(a, str_sub(buf_str(&out), 0, out.len - 1), &back, NULL) == E_FORMAT
           && memory_read(a, STR(""), &back, NULL) == E_FORMAT,
       "and a lost one");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    cases(&a);
    bytes(&a);
    pages(150, EDIT_WORD, "words");
    pages(150, EDIT_BLOCK | EDIT_ITEM | EDIT_ROW, "blocks");
    pages(100, EDIT_ANY, "anything");
    return tap_done();
}
