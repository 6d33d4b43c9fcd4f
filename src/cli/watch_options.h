/* The options of `weft add` and `weft edit` that say what is wanted of a page. */
#ifndef CLI_WATCH_OPTIONS_H
#define CLI_WATCH_OPTIONS_H

#include "cli/args.h"
#include "cli/command.h"
#include "flow/watch.h"

enum { WATCH_EDIT_FIELDS_MAX = 64 }; /* each field named, and cleared */

extern const struct option watch_option_every, watch_option_tag, watch_option_title, watch_option_depth, watch_option_same_prefix,
    watch_option_entities, watch_option_form, watch_option_header, watch_option_login, watch_option_bearer, watch_option_via,
    watch_option_cookies, watch_option_notify, watch_option_select, watch_option_ignore, watch_option_sensitivity,
    watch_option_min_importance, watch_option_policy, watch_option_browser, watch_option_no_robots;

/* All of them, for the list of a command's options. */
#define WATCH_OPTIONS \
    &watch_option_every, &watch_option_tag, &watch_option_title, &watch_option_notify, &watch_option_depth, \
        &watch_option_same_prefix, &watch_option_entities, &watch_option_form, &watch_option_header, &watch_option_login, \
        &watch_option_bearer, &watch_option_via, &watch_option_cookies, &watch_option_select, &watch_option_ignore, \
        &watch_option_sensitivity, &watch_option_min_importance, &watch_option_policy, &watch_option_browser, \
        &watch_option_no_robots

/* A secret as it was given, or out of the environment (env:NAME) or a file (file:PATH), where no history of a shell and no list of
 * processes has it. `what` stands before what goes wrong. */
int secret_read(struct arena *a, const char *what, struct str given, struct str *out, struct err *e) MUST_CHECK;

/* The fields that the command line names, with their values. What cannot be read is told now, not at the first check. */
int watch_options_read(struct arena *a, const struct args *args, struct watch_edit *out, struct err *e) MUST_CHECK;
/* Names what the option sets, so that it loses its value. */
int watch_options_clear(struct watch_edit *edit, const char *name, struct err *e) MUST_CHECK;

#endif
