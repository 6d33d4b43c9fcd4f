/* What Vi-DIFF found, drawn on the page: the merged page with an outline around each block in which something happened. */
#include "archive/comparison.h"
#include "judge/importance.h"
#include "judge/words.h"
#include "segment/cutter.h"
#include "serve/shown.h"
#include "show/outline.h"
#include "show/show.h"
#include "visual/vidiff.h"

struct shown_side {
    struct page *page;
    struct blocks blocks;
    struct vixml document;
    struct judge_words words;
};

static int cut(struct arena *a, struct page *page, struct shown_side *out, struct err *e)
{
    int failed;

    out->page = page;
    if ((failed = cutter_cut(NULL, a, page, &out->blocks, e))
        || (failed = vixml_build(a, &out->blocks, STR(""), &out->document, e)))
        return failed;
    return judge_words_of_page(a, &out->blocks, &out->document, &out->words, e);
}

int shown_blocks(struct shown *s, struct buf *out, struct err *e)
{
    struct arena *a = s->caller.arena;
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW_ARRAY(a, struct page, 2);
    struct shown_side *side = NEW_ARRAY(a, struct shown_side, 2);
    struct delta delta;
    struct videlta blocks_delta;
    struct importance importance;
    struct vidiff_told told;
    struct outlines outlines;
    struct comparison_query query = { .target = &s->target, .old = s->view.from, .new = s->view.to, .whole = s->view.whole };
    int failed;

    symbols_open(symbols, a);
    if ((failed = body_read_pair(a, symbols, s->body, page, e)) || (failed = compare_pages(a, &page[0], &page[1], &delta, e))
        || (failed = s->view.whole ? 0 : comparison_narrow(&s->caller, &query, &delta, e))
        || (failed = cut(a, &page[0], &side[0], e)) || (failed = cut(a, &page[1], &side[1], e)))
        return failed;
    vidiff(a, &side[0].document, &side[1].document, &(struct vidiff_options){ 0 }, &blocks_delta);
    struct importance_pair pair = {
        &side[0].document, &side[1].document, &blocks_delta, &side[0].words, &side[1].words, &importance_weights,
    };
    importance_of(a, &pair, &importance);
    vidiff_told_find(a, &(struct told_input){ pair.old, pair.new, pair.delta, pair.old_words, pair.new_words, .pages = true },
                     &told);
    struct vidiff_view view = { .old = &side[0].document,
                                .new = &side[1].document,
                                .delta = &blocks_delta,
                                .importance = &importance,
                                .told = &told,
                                .weigh = true,
                                .old_name = STR("old"),
                                .new_name = STR("new") };
    outlines_build(a, &view, &side[1].blocks, &outlines);
    struct show_options options = {
        .format = SHOW_MERGED, .untitled = true, .old_name = STR("old"), .new_name = STR("new"), .outlines = &outlines
    };
    return show_delta(a, &delta, &options, out, e);
}
