/* weft fragments: what the pages of a site share, and how long each part of a page lives. The verbs stand in files of their own. */
#include "cli/fragments.h"

const struct option option_min_size = {
    "min-size", 0, "N", "The least bytes of text of a fragment (30).", NULL,
};
const struct option option_share = { "share", 0, "N", "The least pages that share a fragment, 2 or more (2).", NULL };
const struct option option_match = {
    "match", 0, "F", "How much two parts must have in common to count as one, above 0 to 1 (0.9); 1: all of it.", NULL,
};

const struct option option_site = {
    "site", 0, "HOST", "Take the newest version of every page of HOST, or HOST:PORT, in the archive.", NULL,
};

const struct option option_child_change = {
    "child-change", 0, "F", "The share of its parts that must change for a part to count as changed itself, above 0 to 1 (0.5).",
    NULL,
};

const struct option option_times = {
    "times", 0, "FILE", "When the versions were fetched, a line for each: 2026-11-01T10:00:05Z, or seconds since 1970.", NULL,
};

static const struct command *const verbs[] = {
    &fragments_shared, &fragments_lifetime, &fragments_personal, &fragments_graph, &fragments_report, &fragments_esi, NULL
};

const struct command command_fragments = {
    .name = "fragments",
    .args = "",
    .summary = "finds what pages share and how long each part lives",
    .help =
        "A fragment is a part of a page that lives by itself: a menu that all pages of a site share, a box that is new every hour in a page "
        "that stands for years. weft finds them in the pages alone, without any help of the site.",
    .verbs = verbs,
};
