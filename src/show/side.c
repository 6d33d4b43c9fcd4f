/* Side by side.
 *
 * Each page stands in an iframe of its own: two pages' styles do not meet. The script keeps the frames level by the marks and anchors that
 * both have (data-weft-sync). On a narrow screen two columns cannot be read: there the changed passages stand as pairs, what was above what
 * is, and that is written too. O(output). */
#include "show/side.h"

#include "show/changes.h"
#include "show/frame.h"
#include "show/merge.h"

static void add_pane(const struct frame *f, struct merge_side *side, bool old)
{
    buf_addf(f->out, "<section class=\"pane\"><h2><b>%s</b> ", old ? "Old" : "New");
    frame_add_name(f, old ? f->options->old_name : f->options->new_name, STR(""));
    buf_add(f->out, STR("</h2>"));
    size_t start = frame_open_page(f, old ? "weft-old" : "weft-new", old ? "The old page" : "The new page");
    merge_write_side(side, f->out);
    frame_close_page(f, start);
    buf_add(f->out, STR("</section>\n"));
}

/* Where the entries of the list lead: to the new page, and for what is gone to the old one. */
static struct listing_target *find_targets(struct merge_side side[2])
{
    struct listing_target *old = merge_targets(&side[0].writer, "weft-old"), *new = merge_targets(&side[1].writer, "weft-new");

    for (uint32_t k = 0; k < side[1].delta.n_changes; k++)
        if (!new[k].href.len)
            new[k] = old[k];
    return new;
}

int show_side(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    struct merge_side side[2];

    merge_open_side(a, d, true, &side[0]);
    merge_open_side(a, d, false, &side[1]);
    struct frame f = { a, d, o, find_targets(side), out };
    frame_open(&f);
    add_pane(&f, &side[0], true);
    add_pane(&f, &side[1], false);
    changes_passages(a, d, PASSAGES_PAIRS, o->all, out);
    frame_close(&f);
    return buf_check(out, e);
}
