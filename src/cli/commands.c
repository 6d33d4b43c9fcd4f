/* The one list of commands and the options that several of them share. Adding a command is: its file, a line in commands.h, a
 * line here. */
#include "cli/commands.h"

#include "cli/term.h"

/* One a line, so that two new ones do not touch. */
/* clang-format off */
const struct command *const commands[] = {
    /* pages over time */
    &command_add,
    &command_edit,
    &command_pause,
    &command_resume,
    &command_check,
    &command_watch,
    &command_serve,
    &command_report,
    &command_diff,
    &command_log,
    &command_show,
    &command_list,
    &command_seen,
    &command_tell,
    &command_dismiss,
    &command_why,
    &command_schedule,
    &command_remove,
    &command_user,
    &command_channel,
    &command_collection,
    &command_outbox,
    &command_push,
    /* one page, two pages, a site */
    &command_page,
    &command_content,
    &command_segment,
    &command_metrics,
    &command_patch,
    &command_vidiff,
    &command_importance,
    &command_judge,
    &command_apply,
    &command_query,
    &command_simulate,
    &command_fragments,
    &command_sentinel,
    /* the care of the archive */
    &command_verify,
    &command_gc,
    &command_backup,
    &command_export,
    &command_import,
    /* the program itself */
    &command_demo,
    &command_settings,
    &command_help,
    NULL,
};
/* clang-format on */

static const struct choice color_choices[] = {
    [TERM_AUTO] = { "auto", "where the output is a terminal and NO_COLOR is not set" },
    [TERM_ALWAYS] = { "always", "wherever it goes" },
    [TERM_NEVER] = { "never", "plain text" },
    { NULL, NULL },
};

const struct option option_help = { "help", 'h', NULL, "Print this help.", NULL };
const struct option option_version = { "version", 'V', NULL, "Print the version.", NULL };
const struct option option_json = { "json", 0, NULL, "Print JSON.", NULL };
const struct option option_output = {
    "output", 'o', "FILE", "Write to FILE, as a whole or not at all, instead of to standard output.", NULL,
};
const struct option option_base = {
    "base", 0, "URL", "The address the page came from: relative addresses in it are resolved against URL.", NULL,
};
const struct option option_color = { "color", 0, "WHEN", "When to use colour in text.", color_choices };

const char settings_help[] =
    "Every setting can be given as --NAME VALUE too, first of all --store FILE and --user NAME; 'weft settings' lists them.";

const char settings_words[] =
    "A setting has its value from the settings file, from the environment or from the command line, the later winning, and else its "
    "default. The file is weft/settings in XDG_CONFIG_HOME or in ~/.config; its lines are 'name = value', and # begins a comment. "
    "The variable of a setting is its name in capitals behind WEFT_, with _ for -; an empty one counts as not set. Times are written "
    "90s, 15min, 12h, 2d or 2d12h, and a plain number is seconds; sizes 4096, 64k, 32M or 1G; flags on or off; items of a list have "
    "commas between them.";

const char program_summary[] = "watches web pages, keeps every version and shows exactly what changed";
const char program_help[] =
    "weft looks at the pages you watch when they are due, keeps every version in one file, and tells what is new for you and how much "
    "it matters. It reads pages as a reader sees them: words, sentences, links, images, tables, lists. It compares two versions of a page "
    "and shows what was added, removed, rewritten, moved or formatted differently, in the page itself, side by side, as text or as data.\n\n"
    "Pages are HTML in any character set the web uses, or XML. They are taken as hostile: what weft shows holds no script, no form "
    "action and no frame of the page.";
const char program_status[] =
    "0 when the work is done or nothing differs; 1 when diff or vidiff found a difference, check or report found something new, query found "
    "nothing, or verify found faults; 2 when something failed: a page that could not be fetched, a wrong option, a file that cannot be read or "
    "written, a page beyond a limit. Standard error then says in one sentence what went wrong.";
