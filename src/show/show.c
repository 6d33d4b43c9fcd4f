/* From a format to the view that writes it. */
#include "show/show.h"

#include "show/changes.h"
#include "show/json.h"
#include "show/merge.h"
#include "show/patch.h"
#include "show/side.h"
#include "show/text.h"

typedef int view(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e);

static view *const views[] = {
    [SHOW_MERGED] = show_merged,   [SHOW_SIDE] = show_side, [SHOW_CHANGES] = show_changes, [SHOW_NEW] = show_merged,
    [SHOW_REVERSED] = show_merged, [SHOW_TEXT] = show_text, [SHOW_JSON] = show_json,       [SHOW_PATCH] = show_patch,
};

int show_delta(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    if ((size_t)o->format >= ARRAY_LEN(views))
        return err_set(e, E_USAGE, "there is no format number %d", (int)o->format);
    int failed = views[o->format](a, d, o, out, e);
    return failed ? failed : buf_check(out, e);
}
