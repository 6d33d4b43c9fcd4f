/* Side by side.
 *
 * Each page stands in a frame whose document is written into the page (srcdoc) and sandboxed without scripts: two pages' styles do not
 * meet, and neither page can do anything. Our script, the only one the policy lets run, keeps the frames level by the marks and anchors
 * that both have (data-weft-sync). O(output). */
#include "show/side.h"

#include "base/limits.h"
#include "show/merge.h"
#include "show/policy.h"
#include "show/spot.h"
#include "show/web.h"

static int add_pane(struct arena *a, const struct delta *d, const struct show_options *o, bool old, struct buf *out, struct err *e)
{
    AUTO(buf) page = BUF(LIMIT_OUTPUT_BYTES);
    int bad = show_frame(a, d, old, &page, e);

    if (bad)
        return bad;
    buf_addf(out, "<section class=\"%s\"><h2>%s: ", old ? "old" : "new", old ? "Old" : "New");
    buf_add_escaped(out, old ? o->old_name : o->new_name);
    buf_addf(out, "</h2><iframe data-weft=\"ui\" id=\"%s\" title=\"%s page\" sandbox=\"allow-same-origin\" srcdoc=\"",
             old ? "old" : "new", old ? "old" : "new");
    buf_add_escaped(out, buf_str(&page));
    buf_add(out, STR("\"></iframe></section>\n"));
    return 0;
}

int show_side(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    int bad;

    buf_add(out, STR("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY));
    buf_add(out, web_side_js_policy);
    buf_add(out, STR("\">\n<title>"));
    buf_add_escaped(out, d->new->title);
    buf_add(out, STR("</title>\n<style data-weft=\"ui\">"));
    buf_add(out, web_side_css);
    buf_add(out, STR("</style></head>\n<body><header data-weft=\"ui\"><b>weft</b> "));
    buf_addf(out, "<span>%u %s</span>", d->n_changes, d->n_changes == 1 ? "difference" : "differences");
    buf_addf(out, " <span class=\"counts\">%u words deleted, %u inserted, %u moved</span>", d->words_deleted, d->words_inserted,
             d->words_moved);
    buf_add(out, STR(" <span class=\"counts\"><kbd>n</kbd> next, <kbd>p</kbd> previous</span>"));
    spot_left_out(d, out);
    buf_add(out, STR("</header>\n"));
    if ((bad = add_pane(a, d, o, true, out, e)) || (bad = add_pane(a, d, o, false, out, e)))
        return bad;
    buf_add(out, STR("<script data-weft=\"ui\">"));
    buf_add(out, web_side_js);
    buf_add(out, STR("</script></body></html>\n"));
    return buf_check(out, e);
}
