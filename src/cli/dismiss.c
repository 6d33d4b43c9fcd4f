/* weft dismiss: "this is not worth telling". In: versions that were announced. Out: they are not news, nor will changes like them be. */
#include "cli/commands.h"
#include "cli/tell.h"

static const struct option option_this_part = {
    "this-part", 0, NULL, "Announce nothing more in the parts of the page in which this version changed, not even new text.", NULL,
};

static int run(const struct args *args, struct err *e)
{
    if (args_given(args, &option_this_part) && args_given(args, &tell_option_undo))
        return err_set(e, E_USAGE, "--undo takes back all that you said of the version; leave --this-part out");
    return tell_run(args, args_given(args, &option_this_part) ? LESSON_ACT_DISMISS_PART : LESSON_ACT_DISMISS, e);
}

static const struct option *const options[] = { &tell_option_part, &option_this_part, &tell_option_limit,
                                                &tell_option_undo, &option_json,      NULL };

static const struct example examples[] = {
    { "weft dismiss https://example.org/news@7", "version 7 is not news, nor are changes like it" },
    { "weft dismiss https://example.org/news@7 --part 3",
      "version 7 is not news; of what changed in it weft learns from the third change alone" },
    { "weft dismiss https://example.org/news@7 --this-part",
      "version 7 is not news, nor is anything else in the parts of the page in which it changed" },
    { "weft dismiss https://example.org/news@7 --undo", "what was said of version 7 is taken back" },
    { NULL, NULL },
};

const struct command command_dismiss = {
    .name = "dismiss",
    .args = "URL[@VERSION]...",
    .summary = "holds a version back, and changes like it",
    .help =
        "Takes the version, or the newest one, out of what is new for you, and teaches weft that changes at the same places of this page do "
        "not matter to you. All that changed in it is printed with numbers; --part takes some of it alone, and changes at the other places "
        "are judged as before. New sentences are still announced, unless --this-part says otherwise. A part is the list in which an item, a "
        "row or a card stands, with all its others, whatever comes, goes or changes in it; of an entry that came or went with a heading of its own, "
        "all entries with such headings. Of words that changed in a card with a heading of "
        "its own, and of anything else, it is what stands below that heading in the same elements. 'weft tell' of the same version takes it back. For other users nothing changes.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
