/* In: what the command line and the settings say of layouts. Out: a renderer, and what it is asked for. */
#include "cli/layout.h"

#include <limits.h>
#include <stdlib.h>

#include "cli/session.h"
#include "cli/source.h"

static const struct choice layouts[] = {
    [LAYOUT_ESTIMATE] = { "estimate",
                          "weft's own estimate of where things stand; no browser, no style sheets but those in the page" },
    [LAYOUT_BROWSER] = { "browser", "where Chromium draws them; a page at an address with its scripts, a file without" },
    { NULL, NULL },
};

const struct option option_layout = { "layout", 0, "SOURCE", "Where the boxes come from.", layouts };

int layout_renderer(struct arena *a, const struct args *args, struct renderer *out, struct err *e)
{
    struct settings settings;
    int failed = session_settings(a, args, &settings, e);

    if (failed)
        return failed;
    *out = renderer_of(a, &settings);
    if (args_given(args, &option_layout))
        out->layout = (enum layout_source)args_choice(args, &option_layout);
    return 0;
}

struct render_request layout_request(struct arena *a, const char *operand, const struct page *page)
{
    char path[PATH_MAX];
    bool address = source_is_address(operand), file = !address && strcmp(operand, "-") != 0 && realpath(operand, path);

    return (struct render_request){
        .page = page,
        .address = page->address,
        .path = file ? arena_str(a, str_of(path)) : STR(""),
        .scripts = address,
        .pdoc = BLOCK_PDOC,
    };
}
